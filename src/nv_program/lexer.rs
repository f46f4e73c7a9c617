//! Tokens of an assembly program.
//!
//! Comes in: the text after the header. Goes out: tokens with their positions, and a diagnostic for each character that
//! starts none. Must not depend on: the grammar.
//!
//! White space and comments (`#` up to the end of the line) may stand between any two tokens. `1D`, `2DMS` and the other
//! targets are words that begin with a digit; `0..3` is a range and never the float `0.`.

use super::diagnose::Report;
use super::messages;
use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name, keyword, mnemonic, or a target such as `2D`.
    Word,
    /// An integer; `None` if it does not fit into 64 bits.
    Integer(Option<u64>),
    /// A floating-point number.
    Float(f64),
    /// A single character.
    Punctuation(u8),
    /// `..`
    Range,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it starts in the text.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Whether it is the first on its line.
    pub starts_line: bool,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && accept(self.peek(0)) {
            self.at += 1;
        }
    }

    /// Skips white space and comments; returns whether a line ended.
    fn skip_blank(&mut self) -> bool {
        let mut new_line = false;
        loop {
            match self.peek(0) {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\n' | b'\r' => {
                    new_line = true;
                    self.at += 1;
                }
                b'#' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                _ => return new_line,
            }
        }
    }

    fn number(&mut self) -> TokenKind {
        let start = self.at;
        if self.peek(0) == b'0' && self.peek(1) == b'x' && self.peek(2).is_ascii_hexdigit() {
            self.at += 2;
            let digits = self.at;
            self.skip_while(|byte| byte.is_ascii_hexdigit());
            let digits = self.text.get(digits..self.at).unwrap_or("");
            return TokenKind::Integer(u64::from_str_radix(digits, 16).ok());
        }
        self.skip_while(|byte| byte.is_ascii_digit());
        let mut is_float = false;
        if self.peek(0) == b'.' && self.peek(1) != b'.' {
            is_float = true;
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                is_float = true;
                self.at += 1 + sign;
                self.skip_while(|byte| byte.is_ascii_digit());
            }
        }
        let digits = self.text.get(start..self.at).unwrap_or("");
        if is_float {
            return TokenKind::Float(digits.parse().unwrap_or(f64::INFINITY));
        }
        if is_word_start(self.peek(0)) {
            self.skip_while(is_word);
            return TokenKind::Word;
        }
        TokenKind::Integer(digits.parse().ok())
    }
}

/// Splits `text` from byte `start` on. The last token is the end.
pub fn tokens(text: &str, start: usize, report: &mut Report<'_>) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: start };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    let mut starts_line = true;
    loop {
        starts_line |= lexer.skip_blank();
        let start = lexer.at;
        let byte = lexer.peek(0);
        let kind = match byte {
            _ if start >= text.len() => TokenKind::End,
            b'.' if lexer.peek(1) == b'.' => {
                lexer.at += 2;
                TokenKind::Range
            }
            b'.' if lexer.peek(1).is_ascii_digit() && !follows_name(&tokens, start) => lexer.number(),
            _ if byte.is_ascii_digit() => lexer.number(),
            _ if is_word_start(byte) => {
                lexer.skip_while(is_word);
                TokenKind::Word
            }
            b'.' | b',' | b';' | b':' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'+' | b'-' | b'=' | b'|' => {
                lexer.at += 1;
                TokenKind::Punctuation(byte)
            }
            _ => {
                let character = text.get(start..).and_then(|rest| rest.chars().next()).unwrap_or('\0');
                lexer.at += character.len_utf8();
                // One finding for a run of them, in case the text is not assembly at all.
                lexer.skip_while(|byte| !byte.is_ascii());
                let span = Span::new(start as u32, lexer.at as u32);
                report.push(messages::character_not_allowed(span, &character.escape_debug()));
                continue;
            }
        };
        tokens.push(Token { kind, start: start as u32, end: lexer.at as u32, starts_line });
        starts_line = false;
        if kind == TokenKind::End {
            return tokens;
        }
    }
}

/// Whether a `.` at `start` selects a part of what precedes it.
fn follows_name(tokens: &[Token], start: usize) -> bool {
    tokens.last().is_some_and(|token| {
        token.end as usize == start && matches!(token.kind, TokenKind::Word | TokenKind::Punctuation(b']'))
    })
}
