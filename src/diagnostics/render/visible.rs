//! Text that comes from a shader or a file system, made safe to print.
//!
//! Comes in: any text. Goes out: the same with control characters spelled out, so that it can neither control a
//! terminal nor pass for other text. Must not depend on: diagnostics, sources.

use std::borrow::Cow;
use std::fmt::Write;

/// Spells out (`\u{1b}`) characters that control a terminal (C0 and C1 controls), that some readers take for line ends,
/// or that change the direction of the text around them (Unicode Standard Annex 9, 2.1 to 2.6). Line feeds and tabs
/// stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    spelled_out(text, |character| !matches!(character, '\n' | '\t') && is_hidden(character))
}

/// The same for text that must stay on one line: a name or a message.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    spelled_out(text, is_hidden)
}

/// The same for the text of a file, whose lines may end with CR.
fn visible_source(text: &str) -> Cow<'_, str> {
    spelled_out(text, |character| !matches!(character, '\n' | '\r' | '\t') && is_hidden(character))
}

/// Whether printing a character does anything other than show it.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn spelled_out(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&is_hidden) else { return Cow::Borrowed(text) };
    let (before, rest) = text.split_at(first);
    let mut shown = before.to_owned();
    for character in rest.chars() {
        match character {
            '\n' if is_hidden('\n') => shown.push_str("\\n"),
            character if is_hidden(character) => {
                // Writing to a string does not fail.
                let _ = write!(shown, "{}", character.escape_unicode());
            }
            character => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// The text of a file as it is shown, and where its bytes went.
#[derive(Debug)]
pub(super) struct ShownText {
    pub(super) text: String,
    /// For each character that was spelled out, the ends of it and of its spelling.
    spelled: Vec<(usize, usize)>,
}

impl ShownText {
    /// `None` for text that is shown as it is.
    pub(super) fn new(original: &str) -> Option<Self> {
        let Cow::Owned(text) = visible_source(original) else { return None };
        let mut spelled = Vec::new();
        let mut grown = 0;
        for (offset, character) in original.char_indices() {
            if matches!(visible_source(character.encode_utf8(&mut [0; 4])), Cow::Owned(_)) {
                let end = offset + character.len_utf8();
                grown += character.escape_unicode().len() - character.len_utf8();
                spelled.push((end, end + grown));
            }
        }
        Some(Self { text, spelled })
    }

    /// Where the byte at `offset` of the original is shown.
    pub(super) fn shown(&self, offset: usize) -> usize {
        let before = self.spelled.partition_point(|&(end, _)| end <= offset);
        match before.checked_sub(1).and_then(|last| self.spelled.get(last)) {
            Some(&(end, shown)) => shown + (offset - end),
            None => offset,
        }
    }

    /// Where the byte shown at `offset` is in the original; inside a spelling, the character it stands for.
    pub(super) fn original(&self, offset: usize) -> usize {
        let before = self.spelled.partition_point(|&(_, shown)| shown <= offset);
        let original = match before.checked_sub(1).and_then(|last| self.spelled.get(last)) {
            Some(&(end, shown)) => end + (offset - shown),
            None => offset,
        };
        self.spelled.get(before).map_or(original, |&(end, _)| original.min(end - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{ShownText, visible, visible_line};

    #[test]
    fn what_commands_terminals_is_spelled_out() {
        assert_eq!(visible("a\tb\n"), "a\tb\n");
        assert_eq!(visible("\u{1b}[31m\u{7}\u{9b}0m\u{202e}\u{7f}é"), r"\u{1b}[31m\u{7}\u{9b}0m\u{202e}\u{7f}é");
        assert_eq!(visible_line("a\nerror: b\r"), r"a\nerror: b\u{d}");
    }

    #[test]
    fn places_are_found_again() {
        let original = "x\u{1b}[0m = é\u{202e};\n";
        let shown = ShownText::new(original).unwrap_or_else(|| ShownText { text: String::new(), spelled: Vec::new() });
        assert_eq!(shown.text, "x\\u{1b}[0m = é\\u{202e};\n");
        for (offset, character) in original.char_indices() {
            let at = shown.shown(offset);
            assert!(shown.text.get(at..).is_some_and(|rest| rest.starts_with(character) || rest.starts_with('\\')));
            assert_eq!(shown.original(at), offset);
        }
        assert!(ShownText::new("plain\n").is_none());
    }
}
