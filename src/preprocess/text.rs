//! The token stream as text again, for `--emit preprocessed`.
//!
//! Comes in: what the preprocessor made. Goes out: text that gives the same tokens when it is compiled. Must not
//! depend on: macros.

use std::fmt::Write;

use super::lexer::without_splices;
use super::token::{FloatSuffix, IntegerSuffix, Number, Punctuation, Token, TokenKind};
use super::{Preprocessed, Profile};
use crate::source::{Interner, Location, SourceMap, Span};

/// The most empty lines that are kept; more are replaced by a `#line`.
const MAX_EMPTY_LINES: u32 = 8;

/// Writes the tokens line by line, with `#version`, `#extension`, `#pragma` and the `#line` directives that preserve
/// the original positions.
#[must_use]
pub fn preprocessed_text(preprocessed: &Preprocessed, sources: &SourceMap, names: &Interner) -> String {
    let mut writer = Writer { text: String::new(), file: String::new(), line: 1, previous: None };
    let profile = match preprocessed.version.profile {
        Profile::Core => "",
        Profile::Compatibility => " compatibility",
        Profile::Es => " es",
    };
    writer.directive(&format!("#version {}{profile}", preprocessed.version.number));
    writer.file = sources.files().first().map_or_else(String::new, |file| file.name.clone());
    let mut changes = preprocessed.extensions.iter().filter(|change| change.span.is_defined()).peekable();
    let mut pragmas = preprocessed.pragmas.iter().peekable();
    for (index, &token) in preprocessed.tokens.iter().enumerate() {
        while let Some(change) = changes.next_if(|change| change.first_token <= index) {
            while let Some(pragma) = pragmas.next_if(|pragma| is_before(sources, pragma.span, change.span)) {
                writer.directive_at(&format!("#pragma {}", pragma.text), sources.location(pragma.span));
            }
            let line = on_one_line(sources.text(change.span).unwrap_or(""));
            writer.directive_at(&line, sources.location(change.span));
        }
        while let Some(pragma) = pragmas.next_if(|pragma| pragma.first_token <= index) {
            writer.directive_at(&format!("#pragma {}", pragma.text), sources.location(pragma.span));
        }
        writer.token(token, &preprocessed.numbers, sources, names);
    }
    writer.end_line();
    writer.text
}

/// A directive without line continuations and with single spaces.
fn on_one_line(directive: &str) -> String {
    without_splices(directive).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether one directive comes before another with no token between them; only known within one file.
fn is_before(sources: &SourceMap, a: Span, b: Span) -> bool {
    match (sources.resolve(a), sources.resolve(b)) {
        (Some(a), Some(b)) => a.file == b.file && a.range.start < b.range.start,
        _ => false,
    }
}

/// The text so far, and the location that its end stands for.
struct Writer {
    text: String,
    file: String,
    line: u32,
    /// The token before, on the same line.
    previous: Option<TokenKind>,
}

impl Writer {
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
            self.line = self.line.wrapping_add(1);
        }
        self.previous = None;
    }

    /// Writes a line of its own.
    fn directive(&mut self, line: &str) {
        self.end_line();
        self.text.push_str(line);
        self.end_line();
    }

    fn directive_at(&mut self, line: &str, location: Option<Location>) {
        self.end_line();
        if let Some(location) = location {
            self.move_to(&location.file, location.line);
        }
        self.directive(line);
    }

    /// Moves to the start of a line, or stays if already on it.
    fn move_to(&mut self, file: &str, line: u32) {
        let ahead = line.wrapping_sub(self.line);
        let same_file = file == self.file;
        if same_file && ahead == 0 {
            return;
        }
        self.end_line();
        let ahead = line.wrapping_sub(self.line);
        if same_file && ahead <= MAX_EMPTY_LINES {
            self.text.extend(std::iter::repeat_n('\n', ahead as usize));
        } else {
            let shown = line.min(i32::MAX as u32);
            let _ = if same_file {
                writeln!(self.text, "#line {shown}")
            } else {
                writeln!(self.text, "#line {shown} \"{}\"", file.replace(['"', '\n', '\r'], "_"))
            };
            file.clone_into(&mut self.file);
        }
        self.line = line;
    }

    fn token(&mut self, token: Token, numbers: &[Number], sources: &SourceMap, names: &Interner) {
        if token.kind == TokenKind::End {
            return;
        }
        if let Some((file, line)) = sources.line_of_token(token.span) {
            self.move_to(file, line);
        }
        if self.previous.is_some_and(|previous| needs_space(previous, token.kind)) {
            self.text.push(' ');
        }
        write_token(&mut self.text, token.kind, numbers, names);
        self.previous = Some(token.kind);
    }
}

/// Whether two tokens must or should stay apart.
fn needs_space(left: TokenKind, right: TokenKind) -> bool {
    use Punctuation as P;
    !matches!(
        (left, right),
        (TokenKind::Word(_), TokenKind::Punctuation(P::LeftParen | P::LeftBracket | P::Dot))
            | (
                TokenKind::Punctuation(P::RightParen | P::RightBracket),
                TokenKind::Punctuation(P::Dot | P::LeftBracket)
            )
            | (TokenKind::Punctuation(P::Dot), TokenKind::Word(_))
            | (TokenKind::Punctuation(P::LeftParen | P::LeftBracket), _)
            | (_, TokenKind::Punctuation(P::RightParen | P::RightBracket | P::Comma | P::Semicolon))
    )
}

fn write_token(text: &mut String, kind: TokenKind, numbers: &[Number], names: &Interner) {
    match kind {
        TokenKind::Word(name) => text.push_str(names.resolve(name)),
        TokenKind::Punctuation(punctuation) => text.push_str(punctuation.spelling()),
        TokenKind::String(name) => {
            text.push('"');
            escape(text, names.resolve(name));
            text.push('"');
        }
        TokenKind::Number(index) => {
            if let Some(&number) = numbers.get(index as usize) {
                write_number(text, number);
            }
        }
        TokenKind::End => {}
    }
}

fn write_number(text: &mut String, number: Number) {
    // Writing to a string can't fail.
    let _ = match number {
        Number::Integer { bits, suffix, radix_prefixed } => {
            let (bits, suffix) = match suffix {
                IntegerSuffix::None => (bits & 0xFFFF_FFFF, ""),
                IntegerSuffix::Unsigned => (bits & 0xFFFF_FFFF, "u"),
                IntegerSuffix::Short => (bits & 0xFFFF, "s"),
                IntegerSuffix::UnsignedShort => (bits & 0xFFFF, "us"),
                IntegerSuffix::Long => (bits, "l"),
                IntegerSuffix::UnsignedLong => (bits, "ul"),
            };
            if radix_prefixed { write!(text, "{bits:#x}{suffix}") } else { write!(text, "{bits}{suffix}") }
        }
        Number::Float { value, suffix } => {
            let suffix = match suffix {
                FloatSuffix::Single => "",
                FloatSuffix::Double => "lf",
                FloatSuffix::Half => "hf",
                FloatSuffix::SmallFloat(format) => format.prefix(),
            };
            if value.is_finite() { write!(text, "{value:?}{suffix}") } else { write!(text, "1e999{suffix}") }
        }
    };
}

/// Writes the inside of a string literal.
fn escape(text: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => {
                let _ = write!(text, "\\{:03o}", c as u32);
            }
            c => text.push(c),
        }
    }
}

/// Why an escape sequence is invalid: it does not exist, or there are no digits after `\x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InvalidEscape {
    /// The character after the backslash.
    pub character: char,
}

/// The characters that the inside of a string literal stands for (GL_EXT_debug_printf, 3.1), and the first invalid
/// escape sequence; `None` if there are no escape sequences.
pub(super) fn unescape(text: &str) -> Option<(String, Option<InvalidEscape>)> {
    if !text.contains('\\') {
        return None;
    }
    let mut value = String::with_capacity(text.len());
    let mut invalid = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            value.push(c);
            continue;
        }
        let (radix, most, mut code) = match rest.next() {
            Some('n') => (0, 0, 0x0a),
            Some('t') => (0, 0, 0x09),
            Some('r') => (0, 0, 0x0d),
            Some('a') => (0, 0, 0x07),
            Some('b') => (0, 0, 0x08),
            Some('v') => (0, 0, 0x0b),
            Some('f') => (0, 0, 0x0c),
            Some('x') => {
                if !rest.peek().is_some_and(char::is_ascii_hexdigit) {
                    invalid = invalid.or(Some(InvalidEscape { character: 'x' }));
                }
                (16, usize::MAX, 0)
            }
            Some(digit @ '0'..='7') => (8, 2, digit.to_digit(8).unwrap_or(0)),
            Some(other) => {
                if !matches!(other, '\'' | '"' | '?' | '\\') {
                    invalid = invalid.or(Some(InvalidEscape { character: other }));
                }
                (0, 0, u32::from(other))
            }
            None => (0, 0, u32::from('\\')),
        };
        let mut digits = 0;
        while digits < most
            && let Some(digit) = rest.peek().filter(|_| radix > 0).and_then(|c| c.to_digit(radix))
        {
            code = code.saturating_mul(radix).saturating_add(digit);
            digits += 1;
            rest.next();
        }
        // Above 127 the value is undefined.
        value.push(char::from_u32(code).unwrap_or('?'));
    }
    Some((value, invalid))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape("plain %d"), None);
        for (text, expected) in [
            (r"a\nb\tc", "a\nb\tc"),
            (r#"\"\'\?\\"#, "\"'?\\"),
            (r"\\b\a\b\f\r\v", "\\b\x07\x08\x0c\r\x0b"),
            (r"\x41\x0000041g\x7", "AAg\x07"),
            (r"\101\1018\7z\0", "AA8\x07z\0"),
            (r"\x7fffffffffff", "?"),
        ] {
            assert_eq!(unescape(text), Some((expected.to_owned(), None)), "{text}");
        }
        for (text, character) in [(r"\q", 'q'), (r"\8", '8'), (r"\xg", 'x'), (r"a\x", 'x')] {
            assert_eq!(unescape(text).unwrap().1, Some(InvalidEscape { character }), "{text}");
        }
    }
}
