//! Tokens of the text form.
//!
//! Comes in: text. Goes out: its tokens, or the first place where there is none. Must not depend on: what the tokens mean.

use super::{ParseError, Parsed};

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// Byte offsets.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is the first on its line.
    pub(super) starts_line: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// `load`, `data`, `x#3`, `#3`
    Word(&'t str),
    /// `-1.5e7lf`, `0x1f`
    Number(&'t str),
    /// `%3`: what follows the sign.
    Value(&'t str),
    /// `$3`
    Constant(&'t str),
    /// `"text"`: what is between the quotes, as written.
    String(&'t str),
    /// `->`
    Arrow,
    /// One of `{}()[]<>,:=.&*`
    Symbol(char),
    /// The end of the text.
    End,
}

/// The tokens of `text`; the last is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Parsed<Vec<Token<'_>>> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    let mut starts_line = true;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = blank(rest);
        if skipped > 0 {
            starts_line |= rest.get(..skipped).is_some_and(|it| it.contains('\n'));
            at += skipped;
            continue;
        }
        let (kind, length) = token(rest).map_err(|message| error_at(text, at, message))?;
        tokens.push(Token { kind, start: at, end: at + length, starts_line });
        starts_line = false;
        at += length;
    }
    tokens.push(Token { kind: Kind::End, start: text.len(), end: text.len(), starts_line: true });
    Ok(tokens)
}

/// The length of the white space or the comment that `text` begins with.
fn blank(text: &str) -> usize {
    if text.starts_with(';') {
        return text.find('\n').unwrap_or(text.len());
    }
    length(text, |it| it.is_ascii_whitespace())
}

/// The length of the longest prefix of `text` whose characters are all of a kind.
fn length(text: &str, is_inside: impl Fn(char) -> bool) -> usize {
    text.find(|it| !is_inside(it)).unwrap_or(text.len())
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// The token that `text` begins with, and its length.
fn token(text: &str) -> Result<(Kind<'_>, usize), String> {
    let part = |from: usize, length: usize| text.get(from..from + length).unwrap_or("");
    let after = text.get(1..).unwrap_or("");
    let first = text.chars().next().unwrap_or(' ');
    Ok(match first {
        '%' | '$' => {
            let length = length(after, is_word);
            let id = part(1, length);
            if id.is_empty() {
                return Err(format!("an id is missing after `{first}`"));
            }
            (if first == '%' { Kind::Value(id) } else { Kind::Constant(id) }, length + 1)
        }
        '"' => {
            let length = string_length(after).ok_or("the string does not end on its line")?;
            (Kind::String(part(1, length)), length + 2)
        }
        '-' if after.starts_with('>') => (Kind::Arrow, 2),
        '-' if !after.starts_with(|it: char| it.is_ascii_digit()) => {
            return Err("a digit is missing after `-`".to_owned());
        }
        '-' | '0'..='9' => {
            let length = number_length(text);
            (Kind::Number(part(0, length)), length)
        }
        '#' | '_' | 'a'..='z' | 'A'..='Z' => {
            let name = length(text, is_word);
            let suffix = match text.get(name..).and_then(|rest| rest.strip_prefix('#')) {
                Some(rest) => 1 + length(rest, is_word),
                None => 0,
            };
            (Kind::Word(part(0, name + suffix)), name + suffix)
        }
        '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ',' | ':' | '=' | '.' | '&' | '*' => (Kind::Symbol(first), 1),
        other => return Err(format!("`{}` begins nothing", other.escape_default())),
    })
}

/// The length of a string up to the quote that ends it.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, it) in text.char_indices() {
        match it {
            '\n' => return None,
            '"' if !escaped => return Some(index),
            _ => escaped = it == '\\' && !escaped,
        }
    }
    None
}

/// The length of a number with its suffix. A sign belongs to it at the start and in the exponent.
fn number_length(text: &str) -> usize {
    let mut previous = ' ';
    let has_exponent = !text.trim_start_matches('-').starts_with("0x");
    let is_inside = |(index, it): &(usize, char)| {
        let sign = *index == 0 || (has_exponent && previous == 'e');
        let inside = it.is_ascii_alphanumeric() || *it == '.' || (*it == '-' && sign);
        previous = *it;
        inside
    };
    text.char_indices().take_while(is_inside).count()
}

/// An error at a byte of the text.
pub(super) fn error_at(text: &str, offset: usize, message: impl Into<String>) -> ParseError {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    ParseError {
        line: before.matches('\n').count() + 1,
        column: before.get(line_start..).map_or(0, |it| it.chars().count()) + 1,
        message: message.into(),
    }
}
