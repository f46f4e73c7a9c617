//! The lexer: bytes of one file in, preprocessing tokens out, one at a time (GLSL 4.60, 3.1 to 3.4).
//!
//! Comes in: a file's text. Goes out: [`PpToken`]s, which know whether white space came before them and whether they
//! are first on their line. Must not depend on: macros and directives.
//!
//! Line continuations are removed on the fly: the common token without one is a slice of the text, and only a token
//! that is cut by one is copied.

use super::messages;
use std::borrow::Cow;
use std::sync::Arc;

use super::token::Punctuation;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{FileId, Interner, Span, Symbol};

/// A token before macro expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PpToken {
    pub kind: PpKind,
    pub span: Span,
    /// Whether white space, a comment or a line end precedes it.
    pub space: bool,
    /// Whether it is the first on its line.
    pub line_start: bool,
    /// Whether it names a macro inside that macro's own expansion, and so is never replaced.
    pub painted: bool,
}

impl PpToken {
    pub(super) const fn new(kind: PpKind, span: Span) -> Self {
        Self { kind, span, space: false, line_start: false, painted: false }
    }

    pub(super) fn is(&self, punctuation: Punctuation) -> bool {
        self.kind == PpKind::Punctuation(punctuation)
    }
}

/// The kinds of preprocessing token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PpKind {
    Word(Symbol),
    /// A number, as text: its value only matters once it leaves the preprocessor.
    Number(Symbol),
    /// A string literal: the text between the quotes.
    String(Symbol),
    Punctuation(Punctuation),
    /// In a macro's body: parameter number n.
    Parameter(u32),
    /// In a macro's body: the operator `##`.
    Paste,
    /// An empty argument beside `##`.
    Placemarker,
    /// A `\` in a directive: an error only where it gets out of a macro.
    Backslash,
    /// The end of the line, file or token list being read.
    End,
}

/// Reads one file.
#[derive(Debug)]
pub(super) struct Lexer {
    pub file: FileId,
    text: Arc<str>,
    base: u32,
    position: usize,
    at_line_start: bool,
}

/// Which bytes words consist of: a look-up takes half the instructions of the comparisons, and most bytes are of words.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    let mut rest: &mut [bool] = &mut table;
    while let Some((first, others)) = rest.split_first_mut() {
        *first = u8::is_ascii_alphanumeric(&byte) || byte == b'_';
        byte = byte.wrapping_add(1);
        rest = others;
    }
    table
};

fn is_word(byte: u8) -> bool {
    WORD.get(usize::from(byte)).copied().unwrap_or_default()
}

fn is_word_start(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

/// Whether a text is a word without line continuations.
pub(super) fn is_plain_word(text: &str) -> bool {
    text.bytes().next().is_some_and(is_word_start) && text.bytes().all(is_word)
}

/// White space that does not end a line (GLSL 4.60, 3.1).
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// Whether a byte is in the character set of GLSL 4.60, 3.1, string quotes included.
fn is_valid(byte: u8) -> bool {
    is_word(byte)
        || matches!(byte, b' ' | b'\t'..=b'\r')
        || (byte.is_ascii_graphic() && !matches!(byte, b'@' | b'$' | b'\'' | b'`' | b'\\'))
}

impl Lexer {
    pub(super) fn new(file: FileId, text: Arc<str>, base: u32) -> Self {
        // A byte order mark is not part of the text.
        let position = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { file, text, base, position, at_line_start: true }
    }

    fn byte(&self, index: usize) -> Option<u8> {
        self.text.as_bytes().get(index).copied()
    }

    /// The offset of the first byte from `index` on that satisfies `stops`, or the end of the text. Real shaders
    /// include long files of which they skip most, so the preprocessor spends much of its time in this loop.
    fn find(&self, index: usize, stops: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(index..).unwrap_or_default();
        index + rest.iter().position(|&byte| stops(byte)).unwrap_or(rest.len())
    }

    /// The offset of the next byte to read.
    pub(super) const fn position(&self) -> usize {
        self.position
    }

    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    /// Stops reading.
    pub(super) fn finish(&mut self) {
        self.position = self.text.len();
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    /// The span from byte `start` to here.
    pub(super) fn span_from(&self, start: usize) -> Span {
        self.span(start, self.position.max(start))
    }

    /// The length of the line continuation at `index`, 0 if there is none.
    fn splice(&self, index: usize) -> usize {
        if self.byte(index) != Some(b'\\') {
            return 0;
        }
        match (self.byte(index + 1), self.byte(index + 2)) {
            (Some(b'\r'), Some(b'\n')) => 3,
            (Some(b'\r' | b'\n'), _) => 2,
            _ => 0,
        }
    }

    /// The first offset from `index` on that is not in a line continuation.
    fn unspliced(&self, mut index: usize) -> usize {
        loop {
            match self.splice(index) {
                0 => return index,
                length => index += length,
            }
        }
    }

    /// The byte after the one at `index`, with its offset.
    fn after(&self, index: usize) -> (usize, Option<u8>) {
        let next = self.unspliced(index + 1);
        (next, self.byte(next))
    }

    /// The text of a range without line continuations.
    fn clean(&self, start: usize, end: usize) -> Cow<'_, str> {
        let text = self.text.get(start..end).unwrap_or("");
        if !text.contains('\\') {
            return Cow::Borrowed(text);
        }
        let mut cleaned = String::with_capacity(text.len());
        let mut from = start;
        let mut index = start;
        while index < end {
            match self.splice(index) {
                0 => index += 1,
                length => {
                    cleaned.push_str(self.text.get(from..index).unwrap_or(""));
                    index += length;
                    from = index;
                }
            }
        }
        cleaned.push_str(self.text.get(from..end).unwrap_or(""));
        Cow::Owned(cleaned)
    }

    /// Skips the comment whose first `/` is at `start`; `None` if it is not a comment.
    /// An unterminated comment reaches to the end of the file.
    fn comment_end(&self, start: usize) -> Option<(usize, bool)> {
        let (second, byte) = self.after(start);
        let mut index = second + 1;
        match byte {
            Some(b'/') => loop {
                index = self.find(index, |byte| matches!(byte, b'\n' | b'\r' | b'\\'));
                match self.splice(index) {
                    0 if self.byte(index) == Some(b'\\') => index += 1,
                    0 => return Some((index, true)),
                    length => index += length,
                }
            },
            Some(b'*') => loop {
                index = self.find(index, |byte| byte == b'*');
                match self.after(index) {
                    (slash, Some(b'/')) => return Some((slash + 1, true)),
                    _ if index >= self.text.len() => return Some((self.text.len(), false)),
                    _ => index += 1,
                }
            },
            _ => None,
        }
    }

    /// Skips white space and comments, and line ends unless `in_line`; returns whether there were any.
    #[inline]
    fn skip_trivia(&mut self, in_line: bool, diagnostics: Option<&mut Diagnostics>) -> bool {
        // Most tokens follow the one before directly, or after one blank.
        let mut position = self.position;
        while self.byte(position).is_some_and(is_blank) {
            position += 1;
        }
        let skipped = position > self.position;
        self.position = position;
        match self.byte(position) {
            Some(b'\n' | b'\r' | b'\\' | b'/') => self.skip_more_trivia(in_line, diagnostics) || skipped,
            _ => skipped,
        }
    }

    /// The same with everything that is not a blank.
    #[inline(never)]
    fn skip_more_trivia(&mut self, in_line: bool, mut diagnostics: Option<&mut Diagnostics>) -> bool {
        let start = self.position;
        loop {
            match self.byte(self.position) {
                Some(b' ' | b'\t' | 0x0b | 0x0c) => {
                    self.position = self.find(self.position, |byte| !is_blank(byte));
                }
                Some(b'\n' | b'\r') if !in_line => {
                    self.position += 1;
                    self.at_line_start = true;
                }
                Some(b'\\') => match self.splice(self.position) {
                    0 => break,
                    length => self.position += length,
                },
                Some(b'/') => {
                    let Some((end, terminated)) = self.comment_end(self.position) else { break };
                    if !terminated && let Some(diagnostics) = diagnostics.as_deref_mut() {
                        diagnostics.push(messages::unterminated_comment(self.span(self.position, self.position + 2)));
                    }
                    self.position = end;
                }
                _ => break,
            }
        }
        self.position > start
    }

    /// Whether the next token, on this line or a later one, is `(`. Nothing is consumed.
    pub(super) fn paren_follows(&mut self) -> bool {
        let before = (self.position, self.at_line_start);
        self.skip_trivia(false, None);
        let found = self.byte(self.position) == Some(b'(');
        (self.position, self.at_line_start) = before;
        found
    }

    /// Whether `(` comes right here, without white space.
    pub(super) fn at_paren(&self) -> bool {
        self.byte(self.unspliced(self.position)) == Some(b'(')
    }

    /// The next token; with `in_line`, [`PpKind::End`] at the end of the line, which is not consumed.
    pub(super) fn token(&mut self, in_line: bool, names: &mut Interner, diagnostics: &mut Diagnostics) -> PpToken {
        let mut space = false;
        loop {
            space |= self.skip_trivia(in_line, Some(diagnostics));
            let start = self.position;
            let kind = match self.byte(start) {
                None => PpKind::End,
                Some(b'\n' | b'\r') => PpKind::End,
                Some(byte) if is_word_start(byte) => PpKind::Word(self.word(names)),
                Some(byte) if byte.is_ascii_digit() => self.number(names),
                Some(b'.') if self.after(start).1.is_some_and(|byte| byte.is_ascii_digit()) => self.number(names),
                Some(b'"') => self.string(names, diagnostics),
                Some(byte) => match self.punctuation(byte) {
                    Some(punctuation) => PpKind::Punctuation(punctuation),
                    None if in_line && self.lone_backslash() => PpKind::Backslash,
                    None => {
                        self.invalid(diagnostics);
                        self.at_line_start = false;
                        space = true;
                        continue;
                    }
                },
            };
            let line_start = self.at_line_start;
            if kind != PpKind::End {
                self.at_line_start = false;
            }
            return PpToken { kind, span: self.span_from(start), space, line_start, painted: false };
        }
    }

    fn word(&mut self, names: &mut Interner) -> Symbol {
        let start = self.position;
        if self.skip_word() {
            return names.intern(&self.clean(start, self.position));
        }
        names.intern(self.text.get(start..self.position).unwrap_or(""))
    }

    /// Skips the letters and digits from here on; whether there was a line continuation between them.
    fn skip_word(&mut self) -> bool {
        let mut spliced = false;
        loop {
            self.position = self.find(self.position, |byte| !is_word(byte));
            let next = self.unspliced(self.position);
            if next == self.position || !self.byte(next).is_some_and(is_word) {
                return spliced;
            }
            spliced = true;
            self.position = next;
        }
    }

    /// The byte here, after line continuations.
    fn peek(&self) -> Option<u8> {
        self.byte(self.unspliced(self.position))
    }

    /// Moves over the byte here.
    fn bump(&mut self) {
        self.position = self.unspliced(self.position) + 1;
    }

    /// Reads a number with any letters that follow it; whether they make sense is checked later.
    fn number(&mut self, names: &mut Interner) -> PpKind {
        let start = self.position;
        if let Some(end) = self.plain_number_end() {
            self.position = end;
            return PpKind::Number(names.intern(self.text.get(start..end).unwrap_or("")));
        }
        let first = self.peek();
        let mut prefixed = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'0'..=b'9' => self.bump(),
                b'x' | b'X' if first == Some(b'0') && self.position == start + 1 => {
                    prefixed = true;
                    self.bump();
                    break;
                }
                b'.' => {
                    self.bump();
                    while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                        self.bump();
                    }
                    break;
                }
                _ => break,
            }
        }
        if !prefixed && matches!(self.peek(), Some(b'e' | b'E')) {
            self.bump();
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.bump();
            }
        }
        self.skip_word_here();
        // `1.0.0` is one mistake, `1.0.x` selects a component of a scalar.
        while self.peek() == Some(b'.')
            && self.after(self.unspliced(self.position)).1.is_some_and(|byte| byte.is_ascii_digit())
        {
            self.bump();
            self.skip_word_here();
        }
        PpKind::Number(names.intern(&self.clean(start, self.position)))
    }

    /// The end of the number here, unless it has a sign in its exponent, a line continuation, or a `.` after something other
    /// than decimal digits.
    fn plain_number_end(&self) -> Option<usize> {
        let mut end = self.find(self.position, |byte| !is_word(byte));
        let digits = self.text.as_bytes().get(self.position..end)?;
        if self.byte(end) == Some(b'.') && digits.iter().all(u8::is_ascii_digit) {
            end = self.find(end + 1, |byte| !is_word(byte));
        }
        let has_exponent = matches!(self.byte(end.checked_sub(1)?), Some(b'e' | b'E'));
        match self.byte(end) {
            Some(b'.' | b'\\') => None,
            Some(b'+' | b'-') if has_exponent => None,
            _ => Some(end),
        }
    }

    /// As [`skip_word`](Self::skip_word), where the first letter may come after a line continuation.
    fn skip_word_here(&mut self) {
        if self.peek().is_some_and(is_word) {
            self.bump();
            self.skip_word();
        }
    }

    fn string(&mut self, names: &mut Interner, diagnostics: &mut Diagnostics) -> PpKind {
        let start = self.position;
        self.position += 1;
        loop {
            match self.byte(self.position) {
                Some(b'"') => {
                    let inner = names.intern(&self.clean(start + 1, self.position));
                    self.position += 1;
                    return PpKind::String(inner);
                }
                None | Some(b'\n' | b'\r') => {
                    diagnostics.push(messages::unterminated_string(self.span_from(start)));
                    return PpKind::String(names.intern(&self.clean(start + 1, self.position)));
                }
                Some(b'\\') => match self.splice(self.position) {
                    // A quote or a backslash after a backslash is part of the string.
                    0 => self.position += 1 + usize::from(matches!(self.byte(self.position + 1), Some(b'"' | b'\\'))),
                    length => self.position += length,
                },
                Some(_) => self.position += 1,
            }
        }
    }

    /// The longest operator here.
    fn punctuation(&mut self, first: u8) -> Option<Punctuation> {
        use Punctuation as P;
        let start = self.position;
        // Most are brackets and separators, which do not depend on the next byte.
        let is_single = matches!(first, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'.' | b',' | b';');
        let (second_at, second) = if is_single { (start + 1, None) } else { self.after(start) };
        let second = second.unwrap_or(0);
        let (punctuation, length) = match (first, second) {
            (b'(', _) => (P::LeftParen, 1),
            (b')', _) => (P::RightParen, 1),
            (b'[', _) => (P::LeftBracket, 1),
            (b']', _) => (P::RightBracket, 1),
            (b'{', _) => (P::LeftBrace, 1),
            (b'}', _) => (P::RightBrace, 1),
            (b'.', _) => (P::Dot, 1),
            (b',', _) => (P::Comma, 1),
            (b':', b':') => (P::ColonColon, 2),
            (b':', _) => (P::Colon, 1),
            (b';', _) => (P::Semicolon, 1),
            (b'?', _) => (P::Question, 1),
            (b'~', _) => (P::Tilde, 1),
            (b'#', b'#') => (P::HashHash, 2),
            (b'#', _) => (P::Hash, 1),
            (b'=', b'=') => (P::EqualEqual, 2),
            (b'=', _) => (P::Equal, 1),
            (b'!', b'=') => (P::BangEqual, 2),
            (b'!', _) => (P::Bang, 1),
            (b'+', b'+') => (P::Increment, 2),
            (b'+', b'=') => (P::AddAssign, 2),
            (b'+', _) => (P::Plus, 1),
            (b'-', b'-') => (P::Decrement, 2),
            (b'-', b'=') => (P::SubAssign, 2),
            (b'-', _) => (P::Minus, 1),
            (b'*', b'=') => (P::MulAssign, 2),
            (b'*', _) => (P::Star, 1),
            (b'/', b'=') => (P::DivAssign, 2),
            (b'/', _) => (P::Slash, 1),
            (b'%', b'=') => (P::ModAssign, 2),
            (b'%', _) => (P::Percent, 1),
            (b'&', b'&') => (P::LogicalAnd, 2),
            (b'&', b'=') => (P::AndAssign, 2),
            (b'&', _) => (P::Ampersand, 1),
            (b'|', b'|') => (P::LogicalOr, 2),
            (b'|', b'=') => (P::OrAssign, 2),
            (b'|', _) => (P::VerticalBar, 1),
            (b'^', b'^') => (P::LogicalXor, 2),
            (b'^', b'=') => (P::XorAssign, 2),
            (b'^', _) => (P::Caret, 1),
            (b'<', b'=') => (P::LessEqual, 2),
            (b'<', b'<') if self.after(second_at).1 == Some(b'=') => (P::LeftAssign, 3),
            (b'<', b'<') => (P::ShiftLeft, 2),
            (b'<', _) => (P::Less, 1),
            (b'>', b'=') => (P::GreaterEqual, 2),
            (b'>', b'>') if self.after(second_at).1 == Some(b'=') => (P::RightAssign, 3),
            (b'>', b'>') => (P::ShiftRight, 2),
            (b'>', _) => (P::Greater, 1),
            _ => return None,
        };
        self.position = match length {
            1 => start + 1,
            2 => second_at + 1,
            _ => self.after(second_at).0 + 1,
        };
        Some(punctuation)
    }

    /// Skips a `\`, unless other characters follow that GLSL does not have.
    fn lone_backslash(&mut self) -> bool {
        let is_lone = self.byte(self.position) == Some(b'\\') && self.byte(self.position + 1).is_none_or(is_valid);
        self.position += usize::from(is_lone);
        is_lone
    }

    /// Reports and skips a run of characters that GLSL does not have.
    fn invalid(&mut self, diagnostics: &mut Diagnostics) {
        let start = self.position;
        while let Some(byte) = self.byte(self.position) {
            if is_valid(byte) || self.splice(self.position) > 0 {
                break;
            }
            self.position += 1;
        }
        // `punctuation` takes every valid byte that is not a letter; still, always make progress.
        self.position = self.position.max(start + 1);
        if let Some(diagnostic) = self.character_literal(start) {
            diagnostics.push(diagnostic);
            return;
        }
        let text = self.text.get(start..self.position).unwrap_or("");
        diagnostics.push(messages::foreign_characters(self.span_from(start), text));
    }

    /// `'a'`, which other languages have: one error for both quotes.
    fn character_literal(&mut self, start: usize) -> Option<Diagnostic> {
        let rest = self.text.get(start..)?.strip_prefix('\'')?;
        let (content, _) = rest.split_once('\'')?;
        let mut characters = content.chars();
        let code = match (characters.next()?, characters.next(), characters.next()) {
            (character, None, _) if character != '\n' => Some(u32::from(character)),
            ('\\', Some(_), None) => None,
            _ => return None,
        };
        self.position = start + content.len() + 2;
        Some(messages::character_literal(self.span_from(start), code))
    }

    /// The rest of the line as text: without comments and line continuations, white space squeezed.
    pub(super) fn rest_of_line(&mut self) -> (String, Span) {
        self.skip_trivia(true, None);
        let (start, mut end) = (self.position, self.position);
        let mut text = String::new();
        loop {
            let from = self.position;
            if self.skip_trivia(true, None) {
                // A line continuation alone separates nothing.
                if self.unspliced(from) != self.position && !text.is_empty() {
                    text.push(' ');
                }
                continue;
            }
            match self.byte(self.position) {
                None | Some(b'\n' | b'\r') => break,
                Some(b'"') => self.skip_string(),
                Some(_) => {
                    self.position += 1;
                    while !self.text.is_char_boundary(self.position) {
                        self.position += 1;
                    }
                }
            }
            text.push_str(&self.clean(from, self.position));
            end = self.position;
        }
        text.truncate(text.trim_end().len());
        (text, self.span(start, end))
    }

    /// Moves over a string, or to the end of the line if it is not closed.
    fn skip_string(&mut self) {
        self.position += 1;
        loop {
            match self.byte(self.position) {
                Some(b'"') => {
                    self.position += 1;
                    return;
                }
                None | Some(b'\n' | b'\r') => return,
                Some(b'\\') => match self.splice(self.position) {
                    0 => self.position += 1 + usize::from(matches!(self.byte(self.position + 1), Some(b'"' | b'\\'))),
                    length => self.position += length,
                },
                Some(_) => self.position += 1,
            }
        }
    }

    /// Moves to the end of the line, past comments and strings, without examining anything.
    pub(super) fn skip_line(&mut self, diagnostics: &mut Diagnostics) {
        loop {
            self.position = self.find(self.position, |byte| matches!(byte, b'\n' | b'\r' | b'"' | b'/' | b'\\'));
            match self.byte(self.position) {
                None | Some(b'\n' | b'\r') => return,
                Some(b'"') => self.skip_string(),
                Some(_) if self.skip_trivia(true, Some(diagnostics)) => {}
                Some(_) => self.position += 1,
            }
        }
    }

    /// Moves to the next line that starts with `#`, past that `#`, and returns its offset.
    ///
    /// Only lines with `#`, `/` or `\\` are examined: other lines are not directives and do not affect the lines after
    /// them. Real shaders include long tables of which they skip most.
    pub(super) fn skip_to_directive(&mut self, diagnostics: &mut Diagnostics) -> Option<usize> {
        loop {
            self.skip_line(diagnostics);
            let rest = self.text.as_bytes().get(self.position..).unwrap_or_default();
            let skipped = memchr::memchr3(b'#', b'/', b'\\', rest).unwrap_or(rest.len());
            let lines = rest.get(..skipped).unwrap_or_default();
            self.position += memchr::memrchr2(b'\n', b'\r', lines).unwrap_or(0);
            self.skip_trivia(false, Some(diagnostics));
            let start = self.position;
            match self.byte(start) {
                None => return None,
                Some(b'#') => {
                    self.position += 1;
                    self.at_line_start = false;
                    return Some(start);
                }
                Some(_) => self.at_line_start = false,
            }
        }
    }

    /// Moves past `#version` if the text starts with it and returns the offset of its `#`; otherwise stays.
    pub(super) fn take_version(&mut self) -> Option<usize> {
        let before = (self.position, self.at_line_start);
        self.skip_trivia(false, None);
        let hash = self.position;
        if self.byte(hash) == Some(b'#') {
            self.position += 1;
            if self.quiet_word() == "version" {
                self.at_line_start = false;
                return Some(hash);
            }
        }
        (self.position, self.at_line_start) = before;
        None
    }

    /// Whether only spaces and tabs stand before `position` in the file.
    pub(super) fn is_blank_before(&self, position: usize) -> bool {
        let before = self.text.get(..position).unwrap_or_default();
        before.trim_start_matches('\u{feff}').bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// The word here, if there is one on this line; nothing is reported.
    pub(super) fn quiet_word(&mut self) -> Cow<'_, str> {
        self.skip_trivia(true, None);
        let start = self.position;
        if self.byte(start).is_some_and(is_word_start) {
            self.skip_word();
        }
        self.clean(start, self.position)
    }

    /// The name in `"..."` or `<...>` that comes next on the line, its span, and whether it was in quotes.
    /// Backslashes have no meaning in it.
    pub(super) fn header_name(&mut self) -> Option<(String, Span, bool)> {
        self.skip_trivia(true, None);
        let start = self.position;
        let (quoted, close) = match self.byte(start)? {
            b'"' => (true, b'"'),
            b'<' => (false, b'>'),
            _ => return None,
        };
        let mut index = start + 1;
        loop {
            match self.byte(index) {
                None | Some(b'\n' | b'\r') => return None,
                Some(byte) if byte == close => break,
                Some(b'\\') => index += self.splice(index).max(1),
                Some(_) => index += 1,
            }
        }
        self.position = index + 1;
        Some((self.clean(start + 1, index).into_owned(), self.span_from(start), quoted))
    }

    /// The offset at which the next line starts.
    pub(super) fn next_line(&self) -> usize {
        match (self.byte(self.position), self.byte(self.position + 1)) {
            (Some(b'\r'), Some(b'\n')) => self.position + 2,
            (Some(b'\r' | b'\n'), _) => self.position + 1,
            _ => self.position,
        }
    }
}
