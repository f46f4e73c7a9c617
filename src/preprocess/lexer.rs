//! The lexer: bytes of one file in, preprocessing tokens out, one at a time (GLSL 4.60, 3.1 to 3.4).
//!
//! Comes in: a file's text. Goes out: [`PpToken`]s, which know whether white space came before them and whether they
//! are first on their line. Must not depend on: macros and directives.
//!
//! Line continuations are removed on the fly: the common token without one is a slice of the text, and only a token
//! that is cut by one is copied.

mod line;

use std::borrow::Cow;
use std::sync::Arc;

use super::messages;
use super::scan::{first_bytes, space_count, word_length};
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

/// What a byte may be the start of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// White space that does not end a line (GLSL 4.60, 3.1).
    Blank,
    LineEnd,
    /// A letter or `_`.
    Letter,
    Digit,
    /// `.`, also of a number.
    Dot,
    Quote,
    /// `/`, also of a comment.
    Slash,
    /// `\\`, which may continue a line.
    Backslash,
    /// A bracket or a separator: no longer token starts with it.
    Single,
    /// An operator, which may have more characters.
    Operator,
    /// Not a character of the shading language.
    Invalid,
}

/// The class of each byte: a look-up takes fewer instructions than comparisons.
const CLASSES: [Class; 256] = {
    let mut table = [Class::Invalid; 256];
    let mut byte = 0;
    let mut rest: &mut [Class] = &mut table;
    while let Some((first, others)) = rest.split_first_mut() {
        *first = classify(byte);
        byte = byte.wrapping_add(1);
        rest = others;
    }
    table
};

const fn classify(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | 0x0b | 0x0c => Class::Blank,
        b'\n' | b'\r' => Class::LineEnd,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'.' => Class::Dot,
        b'"' => Class::Quote,
        b'/' => Class::Slash,
        b'\\' => Class::Backslash,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'?' | b'~' => Class::Single,
        b':' | b'#' | b'=' | b'!' | b'+' | b'-' | b'*' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' => Class::Operator,
        _ => Class::Invalid,
    }
}

/// A bracket or a separator.
const fn single(byte: u8) -> Punctuation {
    match byte {
        b'(' => Punctuation::LeftParen,
        b')' => Punctuation::RightParen,
        b'[' => Punctuation::LeftBracket,
        b']' => Punctuation::RightBracket,
        b'{' => Punctuation::LeftBrace,
        b'}' => Punctuation::RightBrace,
        b',' => Punctuation::Comma,
        b'?' => Punctuation::Question,
        b'~' => Punctuation::Tilde,
        // `;`: there are no others.
        _ => Punctuation::Semicolon,
    }
}

fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Invalid)
}

fn is_word(byte: u8) -> bool {
    matches!(class(byte), Class::Letter | Class::Digit)
}

fn is_word_start(byte: u8) -> bool {
    class(byte) == Class::Letter
}

/// Whether a text is a word without line continuations.
pub(super) fn is_plain_word(text: &str) -> bool {
    text.bytes().next().is_some_and(is_word_start) && text.bytes().all(is_word)
}

/// Whether a byte is in the character set of GLSL 4.60, 3.1, string quotes included.
fn is_valid(byte: u8) -> bool {
    !matches!(class(byte), Class::Backslash | Class::Invalid)
}

/// The length of the line continuation at `index`, 0 if there is none.
fn splice(text: &[u8], index: usize) -> usize {
    if text.get(index) != Some(&b'\\') {
        return 0;
    }
    match (text.get(index + 1), text.get(index + 2)) {
        (Some(b'\r'), Some(b'\n')) => 3,
        (Some(b'\r' | b'\n'), _) => 2,
        _ => 0,
    }
}

/// Text without its line continuations.
pub(super) fn without_splices(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let (mut from, mut index) = (0, 0);
    while index < text.len() {
        match splice(text.as_bytes(), index) {
            0 => index += 1,
            length => {
                cleaned.push_str(text.get(from..index).unwrap_or(""));
                index += length;
                from = index;
            }
        }
    }
    cleaned.push_str(text.get(from..).unwrap_or(""));
    Cow::Owned(cleaned)
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

    /// The eight bytes from `index` on, if there are as many.
    fn eight(&self, index: usize) -> Option<u64> {
        self.text.as_bytes().get(index..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// The offset of the first byte from `index` on that is not of a word.
    fn word_end(&self, mut index: usize) -> usize {
        while let Some(bytes) = self.eight(index) {
            let length = word_length(bytes);
            index += length;
            if length < 8 {
                return index;
            }
        }
        self.find(index, |byte| !is_word(byte))
    }

    /// The offset of the first byte from `index` on that is not a space.
    fn spaces_end(&self, mut index: usize) -> usize {
        while let Some(bytes) = self.eight(index) {
            let count = space_count(bytes);
            index += count;
            if count < 8 {
                return index;
            }
        }
        self.find(index, |byte| byte != b' ')
    }

    /// The offset of the first byte from `index` on that satisfies `stops`, or the end of the text.
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

    /// The offset of the next byte to read, and whether it is the first on its line but for blanks and comments.
    pub(super) const fn state(&self) -> (usize, bool) {
        (self.position, self.at_line_start)
    }

    /// Goes on reading from elsewhere.
    pub(super) const fn move_to(&mut self, position: usize, at_line_start: bool) {
        (self.position, self.at_line_start) = (position, at_line_start);
    }

    /// Goes on reading behind a token of a line.
    pub(super) fn move_behind(&mut self, token: Span) {
        self.position = self.offsets(token).to_range().map_or(self.position, |range| range.end);
    }

    /// The offsets in the text that a span stands for.
    pub(super) const fn offsets(&self, span: Span) -> Span {
        span.moved(self.base.wrapping_neg())
    }

    /// The span of a token that was [recorded](super::known) with offsets in the text.
    pub(super) const fn place(&self, offsets: Span) -> Span {
        offsets.moved(self.base)
    }

    /// The same token in this reading of the text.
    pub(super) const fn located(&self, token: PpToken) -> PpToken {
        PpToken { span: self.place(token.span), ..token }
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
        splice(self.text.as_bytes(), index)
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
        without_splices(self.text.get(start..end).unwrap_or(""))
    }

    /// Skips the comment whose first `/` is at `start`; `None` if it is not a comment.
    /// An unterminated comment reaches to the end of the file.
    #[inline(never)]
    fn comment_end(&self, start: usize) -> Option<(usize, bool)> {
        let (second, byte) = self.after(start);
        let mut index = second + 1;
        match byte {
            Some(b'/') => loop {
                let rest = self.text.as_bytes().get(index..).unwrap_or_default();
                index += memchr::memchr3(b'\n', b'\r', b'\\', rest).unwrap_or(rest.len());
                match self.splice(index) {
                    0 if self.byte(index) == Some(b'\\') => index += 1,
                    0 => return Some((index, true)),
                    length => index += length,
                }
            },
            Some(b'*') => loop {
                let rest = self.text.as_bytes().get(index..).unwrap_or_default();
                index += memchr::memchr(b'*', rest).unwrap_or(rest.len());
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
    #[inline(never)]
    fn skip_trivia(&mut self, in_line: bool, mut diagnostics: Option<&mut Diagnostics>) -> bool {
        let start = self.position;
        while let Some(byte) = self.byte(self.position) {
            match class(byte) {
                Class::Blank => self.position = self.spaces_end(self.position + 1),
                Class::LineEnd if !in_line => {
                    self.position += 1;
                    self.at_line_start = true;
                }
                Class::Backslash => match self.splice(self.position) {
                    0 => break,
                    length => self.position += length,
                },
                Class::Slash => {
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

    /// The next token; with `in_line`, [`PpKind::End`] at the end of the line, which is not consumed. Its three callers know
    /// `in_line`, and one of them reads most tokens: inlined, a token takes a quarter fewer instructions.
    #[inline(always)]
    pub(super) fn token(&mut self, in_line: bool, names: &mut Interner, diagnostics: &mut Diagnostics) -> PpToken {
        let mut space = false;
        loop {
            let start = self.position;
            let Some(byte) = self.byte(start) else { return self.end(space) };
            let kind = match class(byte) {
                Class::Letter => PpKind::Word(self.word(names)),
                Class::Blank => {
                    // Most tokens follow the one before directly, or after one blank.
                    self.position += 1;
                    if self.byte(self.position) == Some(b' ') {
                        self.position = self.spaces_end(self.position);
                    }
                    space = true;
                    continue;
                }
                Class::Single => {
                    self.position += 1;
                    PpKind::Punctuation(single(byte))
                }
                Class::LineEnd if in_line => return self.end(space),
                Class::LineEnd => {
                    self.position = self.spaces_end(start + 1);
                    self.at_line_start = true;
                    space = true;
                    continue;
                }
                Class::Digit => PpKind::Number(self.number(names)),
                Class::Dot if self.after(start).1.is_some_and(|byte| byte.is_ascii_digit()) => {
                    PpKind::Number(self.number(names))
                }
                Class::Dot => {
                    self.position += 1;
                    PpKind::Punctuation(Punctuation::Dot)
                }
                Class::Quote => self.string(names, diagnostics),
                Class::Slash | Class::Backslash if self.skip_trivia(in_line, Some(diagnostics)) => {
                    space = true;
                    continue;
                }
                Class::Slash | Class::Operator => PpKind::Punctuation(self.operator(byte)),
                Class::Backslash if in_line && self.lone_backslash() => PpKind::Backslash,
                Class::Backslash | Class::Invalid => {
                    self.invalid(diagnostics);
                    self.at_line_start = false;
                    space = true;
                    continue;
                }
            };
            let line_start = std::mem::take(&mut self.at_line_start);
            return PpToken { kind, span: self.span_from(start), space, line_start, painted: false };
        }
    }

    /// The next token of the line, [`PpKind::End`] at its end.
    pub(super) fn line_token(&mut self, names: &mut Interner, diagnostics: &mut Diagnostics) -> PpToken {
        self.token(true, names, diagnostics)
    }

    /// The end of the text or of the line.
    fn end(&self, space: bool) -> PpToken {
        let span = self.span_from(self.position);
        PpToken { kind: PpKind::End, span, space, line_start: self.at_line_start, painted: false }
    }

    #[inline]
    fn word(&mut self, names: &mut Interner) -> Symbol {
        let start = self.position;
        // Most words are short and known. One that a line continuation may cut takes the long way.
        if let Some(bytes) = self.eight(start)
            && let length = word_length(bytes)
            && length < 8
            && (bytes >> (8 * length)) as u8 != b'\\'
            && let Some(symbol) = names.get_short(first_bytes(bytes, length), length as u32)
        {
            self.position += length;
            return symbol;
        }
        self.any_word(names)
    }

    #[inline(never)]
    fn any_word(&mut self, names: &mut Interner) -> Symbol {
        let start = self.position;
        self.position = self.word_end(start);
        if self.byte(self.position) == Some(b'\\') && self.skip_word() {
            return names.intern(&self.clean(start, self.position));
        }
        names.intern(self.text.get(start..self.position).unwrap_or(""))
    }

    /// Skips the letters and digits from here on; whether there was a line continuation between them.
    fn skip_word(&mut self) -> bool {
        let mut spliced = false;
        loop {
            self.position = self.word_end(self.position);
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
    #[inline(never)]
    fn number(&mut self, names: &mut Interner) -> Symbol {
        let start = self.position;
        if let Some(end) = self.plain_number_end() {
            self.position = end;
            return names.intern(self.text.get(start..end).unwrap_or(""));
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
        names.intern(&self.clean(start, self.position))
    }

    /// The end of the number here, unless it has a sign in its exponent, a line continuation, or a `.` after something other
    /// than decimal digits.
    fn plain_number_end(&self) -> Option<usize> {
        let mut end = self.word_end(self.position);
        let digits = self.text.as_bytes().get(self.position..end)?;
        if self.byte(end) == Some(b'.') && digits.iter().all(u8::is_ascii_digit) {
            end = self.word_end(end + 1);
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

    #[inline(never)]
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
    #[inline(never)]
    fn operator(&mut self, first: u8) -> Punctuation {
        use Punctuation as P;
        let start = self.position;
        let (second_at, second) = self.after(start);
        let second = second.unwrap_or(0);
        let (punctuation, length) = match (first, second) {
            (b':', b':') => (P::ColonColon, 2),
            (b':', _) => (P::Colon, 1),
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
            // `>`: there are no others.
            _ => (P::Greater, 1),
        };
        self.position = match length {
            1 => start + 1,
            2 => second_at + 1,
            _ => self.after(second_at).0 + 1,
        };
        punctuation
    }

    /// Skips a `\`, unless other characters follow that GLSL does not have.
    #[cold]
    fn lone_backslash(&mut self) -> bool {
        let is_lone = self.byte(self.position) == Some(b'\\') && self.byte(self.position + 1).is_none_or(is_valid);
        self.position += usize::from(is_lone);
        is_lone
    }

    /// Reports and skips a run of characters that GLSL does not have.
    #[cold]
    fn invalid(&mut self, diagnostics: &mut Diagnostics) {
        let start = self.position;
        while let Some(byte) = self.byte(self.position) {
            if is_valid(byte) || self.splice(self.position) > 0 {
                break;
            }
            self.position += 1;
        }
        // `token` takes every valid byte; still, always make progress.
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
}
