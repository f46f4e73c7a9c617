//! Splits a `*.builtins` file into tokens.
//!
//! Comes in: the text. Goes out: tokens with their line and column. Must not depend on: what any word means.

use super::{Error, Position};

/// A token and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it starts.
    pub position: Position,
}

/// The kinds of token. Line ends matter, since they end rows and gate lines.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    /// A word: a letter or `_`, then letters, digits and `_`.
    Word(String),
    /// Digits and any letters attached to them, `3u`, `0.5`, `1000`; the parser reads the value.
    Number(String),
    /// `"text"`
    Text(String),
    /// `/// text`
    Doc(String),
    /// A punctuation character, or `=>` written as `'>'`.
    Punctuation(char),
    /// One or more line ends.
    Newline,
    /// The end of the file.
    End,
}

impl TokenKind {
    /// The token as an error message names it.
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Text(text) => format!("\"{text}\""),
            TokenKind::Doc(_) => "a `///` comment".to_owned(),
            TokenKind::Punctuation('>') => "`=>`".to_owned(),
            TokenKind::Punctuation(character) => format!("`{character}`"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}

/// Splits `text` into tokens, the last of which is [`TokenKind::End`].
pub fn tokens(file: usize, text: &str) -> Result<Vec<Token>, Error> {
    let mut tokens: Vec<Token> = Vec::new();
    // Inside parentheses and brackets line ends have no meaning, so a long prototype may be broken.
    let mut depth = 0_u32;
    let mut line = 0;
    for source_line in text.lines() {
        line += 1;
        let mut rest = source_line;
        loop {
            let trimmed = rest.trim_start();
            let column = 1 + (source_line.len() - trimmed.len()) as u32;
            let position = Position { file, line, column };
            let Some(first) = trimmed.chars().next() else { break };
            let (kind, length) = if let Some(doc) = trimmed.strip_prefix("///") {
                (TokenKind::Doc(doc.trim().to_owned()), trimmed.len())
            } else if trimmed.starts_with("//") {
                break;
            } else if trimmed.starts_with("=>") {
                (TokenKind::Punctuation('>'), 2)
            } else if first == '"' {
                let body = trimmed.get(1..).unwrap_or_default();
                let Some(end) = body.find('"') else {
                    return Err(Error { position, message: "text without a closing `\"`".to_owned() });
                };
                (TokenKind::Text(body.get(..end).unwrap_or_default().to_owned()), end + 2)
            } else if first.is_ascii_alphabetic() || first == '_' {
                let length = length_while(trimmed, |c| c.is_ascii_alphanumeric() || c == '_');
                (TokenKind::Word(trimmed.get(..length).unwrap_or_default().to_owned()), length)
            } else if first.is_ascii_digit() {
                let length = length_while(trimmed, |c| c.is_ascii_alphanumeric() || c == '.');
                (TokenKind::Number(trimmed.get(..length).unwrap_or_default().to_owned()), length)
            } else if "{}()[],=|&.:#@-*".contains(first) {
                match first {
                    '(' | '[' => depth += 1,
                    ')' | ']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                (TokenKind::Punctuation(first), 1)
            } else {
                return Err(Error { position, message: format!("the character `{first}` has no meaning here") });
            };
            tokens.push(Token { kind, position });
            rest = trimmed.get(length..).unwrap_or_default();
        }
        // Nor do they after a comma, a `|` or another line end.
        let continues = |token: &Token| {
            matches!(token.kind, TokenKind::Newline | TokenKind::Punctuation(',') | TokenKind::Punctuation('|'))
        };
        if depth == 0 && tokens.last().is_some_and(|token| !continues(token)) {
            let position = Position { file, line, column: source_line.len() as u32 + 1 };
            tokens.push(Token { kind: TokenKind::Newline, position });
        }
    }
    tokens.push(Token { kind: TokenKind::End, position: Position { file, line: line + 1, column: 1 } });
    Ok(tokens)
}

fn length_while(text: &str, accept: impl Fn(char) -> bool) -> usize {
    text.find(|c| !accept(c)).unwrap_or(text.len())
}
