//! Lines that are not read as tokens: what some directives take as text, and groups that are skipped.
//!
//! Comes in: a lexer somewhere on a line. Goes out: text, and the lexer at the end of the line or at the next directive. Must not
//! depend on: macros, what a directive does.

use std::borrow::Cow;

use super::{Class, Lexer, class, is_word_start};
use crate::diagnostics::Diagnostics;
use crate::source::Span;

impl Lexer {
    /// The rest of the line as text: without comments and line continuations, white space squeezed.
    pub(in crate::preprocess) fn rest_of_line(&mut self) -> (String, Span) {
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
    pub(in crate::preprocess) fn skip_line(&mut self, diagnostics: &mut Diagnostics) {
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
    pub(in crate::preprocess) fn skip_to_directive(&mut self, diagnostics: &mut Diagnostics) -> Option<usize> {
        if let Some(hash) = self.plain_directive() {
            self.position = hash + 1;
            self.at_line_start = false;
            return Some(hash);
        }
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

    /// The next `#` that is the first on a line after this one, unless a comment or a line continuation might hide it.
    fn plain_directive(&self) -> Option<usize> {
        let rest = self.text.as_bytes().get(self.position..)?;
        let mut from = 0;
        for hash in memchr::memchr_iter(b'#', rest) {
            // Each byte is looked at once: a line has no second first `#`.
            let skipped = rest.get(from..hash)?;
            from = hash;
            let opens_comment = |slash: usize| matches!(skipped.get(slash + 1), Some(b'*' | b'\\'));
            if memchr::memchr_iter(b'/', skipped).any(opens_comment) {
                return None;
            }
            let Some(line_end) = memchr::memrchr2(b'\n', b'\r', skipped) else { continue };
            let (before, indentation) = skipped.split_at_checked(line_end)?;
            if indentation.iter().skip(1).all(|&byte| class(byte) == Class::Blank) {
                let continues = before.strip_suffix(b"\r").unwrap_or(before).ends_with(b"\\");
                return (!continues).then_some(self.position + hash);
            }
        }
        None
    }

    /// Moves past `#version` if the text starts with it and returns the offset of its `#`; otherwise stays.
    pub(in crate::preprocess) fn take_version(&mut self) -> Option<usize> {
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
    pub(in crate::preprocess) fn is_blank_before(&self, position: usize) -> bool {
        let before = self.text.get(..position).unwrap_or_default();
        before.trim_start_matches('\u{feff}').bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// The word here, if there is one on this line; nothing is reported.
    pub(in crate::preprocess) fn quiet_word(&mut self) -> Cow<'_, str> {
        self.skip_trivia(true, None);
        let start = self.position;
        if self.byte(start).is_some_and(is_word_start) {
            self.skip_word();
        }
        self.clean(start, self.position)
    }

    /// The name in `"..."` or `<...>` that comes next on the line, its span, and whether it was in quotes.
    /// Backslashes have no meaning in it.
    pub(in crate::preprocess) fn header_name(&mut self) -> Option<(String, Span, bool)> {
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
    pub(in crate::preprocess) fn next_line(&self) -> usize {
        match (self.byte(self.position), self.byte(self.position + 1)) {
            (Some(b'\r'), Some(b'\n')) => self.position + 2,
            (Some(b'\r' | b'\n'), _) => self.position + 1,
            _ => self.position,
        }
    }
}
