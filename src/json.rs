//! JSON text for reflection and diagnostics.
//!
//! Comes in: a [`Value`]. Goes out: its text, with members in the order in which they were given. Must not depend on:
//! the contents.

use std::fmt::Write;

/// A JSON value (RFC 8259). Keep it shallow: printing recurses.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Number(i64),
    /// An integer beyond [`Value::Number`].
    Unsigned(u64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(Vec<(&'static str, Value)>),
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Unsigned(value)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Unsigned(value as u64)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Value {
    /// A list of values.
    pub fn list<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// The text on one line.
    #[must_use]
    pub fn line(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, None);
        text
    }

    /// The text with a line for each member and element, except that lists and objects without nested ones stay on one
    /// line; ends with a line feed.
    #[must_use]
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write_lines(&mut text, Some(0));
        text.push('\n');
        text
    }

    fn is_flat(&self) -> bool {
        let is_scalar = |it: &Value| !matches!(it, Self::List(_) | Self::Object(_));
        match self {
            Self::List(items) => items.iter().all(is_scalar),
            Self::Object(members) => members.iter().all(|(_, it)| it.is_flat()) && members.len() <= 12,
            _ => true,
        }
    }

    fn write(&self, text: &mut String, indent: Option<usize>) {
        self.write_lines(text, indent.filter(|_| !self.is_flat()));
    }

    /// Writes it on several lines, unless it is a scalar or `indent` is `None`.
    fn write_lines(&self, text: &mut String, indent: Option<usize>) {
        let (open, close) = match self {
            Self::List(_) => ('[', ']'),
            Self::Object(_) => ('{', '}'),
            _ => return self.write_scalar(text),
        };
        text.push(open);
        let members: Vec<(Option<&str>, &Value)> = match self {
            Self::Object(members) => members.iter().map(|(name, value)| (Some(*name), value)).collect(),
            Self::List(items) => items.iter().map(|value| (None, value)).collect(),
            _ => Vec::new(),
        };
        let line = |text: &mut String, indent: usize| {
            text.push('\n');
            text.extend(std::iter::repeat_n("  ", indent));
        };
        for (position, (name, value)) in members.iter().enumerate() {
            if position > 0 {
                text.push_str(if indent.is_some() { "," } else { ", " });
            }
            if let Some(indent) = indent {
                line(text, indent + 1);
            }
            if let Some(name) = name {
                quote(name, text);
                text.push_str(": ");
            }
            value.write(text, indent.map(|it| it + 1));
        }
        if let Some(indent) = indent.filter(|_| !members.is_empty()) {
            line(text, indent);
        }
        text.push(close);
    }

    fn write_scalar(&self, text: &mut String) {
        // Writing to a string can't fail.
        let _ = match self {
            Self::Null => write!(text, "null"),
            Self::Bool(value) => write!(text, "{value}"),
            Self::Number(value) => write!(text, "{value}"),
            Self::Unsigned(value) => write!(text, "{value}"),
            Self::Text(value) => {
                quote(value, text);
                Ok(())
            }
            Self::List(_) | Self::Object(_) => Ok(()),
        };
    }
}

/// Adds a quoted string. Control characters are spelled out, so that the text stays on one line and cannot control a
/// terminal.
fn quote(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            it if it.is_control() || ('\u{2028}'..='\u{202e}').contains(&it) => {
                let _ = write!(text, "\\u{:04x}", u32::from(it));
            }
            it => text.push(it),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn values_have_their_text() {
        let inner = Value::Object(vec![("list", Value::list([1_u32, 2])), ("none", Value::Null)]);
        let value = Value::Object(vec![
            ("name", "a \"b\"\n\u{1b}\\".into()),
            ("on", true.into()),
            ("big", u64::MAX.into()),
            ("objects", Value::List(vec![inner])),
            ("empty", Value::List(vec![])),
        ]);
        let line = r#"{"name": "a \"b\"\n\u001b\\", "on": true, "big": 18446744073709551615, "#.to_owned()
            + r#""objects": [{"list": [1, 2], "none": null}], "empty": []}"#;
        assert_eq!(value.line(), line);
        insta::assert_snapshot!(value.pretty());
    }
}
