//! Characters that get into shaders from word processors and web pages, and that are invisible or look like others.
//!
//! Comes in: a character that GLSL does not have. Goes out: its Unicode name, and what was meant. Must not depend on:
//! where it was found.

/// A character that is mistaken for another one, or invisible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lookalike {
    character: char,
    name: &'static str,
    /// What to write: `None` for characters that stand for nothing.
    meant: Option<&'static str>,
}

impl Lookalike {
    /// How messages name it: the character itself only if it is visible.
    pub(super) fn name(&self) -> String {
        let code = u32::from(self.character);
        let visible = !matches!(self.meant, None | Some(" "));
        if visible {
            format!("`{}` (U+{code:04X}, {})", self.character, self.name)
        } else {
            format!("U+{code:04X} ({})", self.name)
        }
    }

    /// What to do about it.
    pub(super) fn help(&self) -> String {
        match self.meant {
            None => "remove it".to_owned(),
            Some(" ") => "write a space".to_owned(),
            Some(meant) => format!("write `{meant}`"),
        }
    }
}

/// The row of a character, if it is one that is easily mistaken.
pub(super) fn lookalike(character: char) -> Option<&'static Lookalike> {
    LOOKALIKES.iter().find(|row| row.character == character)
}

const fn row(character: char, name: &'static str, meant: &'static str) -> Lookalike {
    Lookalike { character, name, meant: Some(meant) }
}

const fn invisible(character: char, name: &'static str) -> Lookalike {
    Lookalike { character, name, meant: None }
}

const LOOKALIKES: &[Lookalike] = &[
    invisible('\u{200b}', "zero width space"),
    invisible('\u{200c}', "zero width non-joiner"),
    invisible('\u{200d}', "zero width joiner"),
    invisible('\u{200e}', "left-to-right mark"),
    invisible('\u{200f}', "right-to-left mark"),
    invisible('\u{202a}', "left-to-right embedding"),
    invisible('\u{202b}', "right-to-left embedding"),
    invisible('\u{202c}', "pop directional formatting"),
    invisible('\u{202d}', "left-to-right override"),
    invisible('\u{202e}', "right-to-left override"),
    invisible('\u{2060}', "word joiner"),
    invisible('\u{feff}', "byte order mark"),
    invisible('\u{00ad}', "soft hyphen"),
    row('\u{00a0}', "no-break space", " "),
    row('\u{2002}', "en space", " "),
    row('\u{2003}', "em space", " "),
    row('\u{2009}', "thin space", " "),
    row('\u{202f}', "narrow no-break space", " "),
    row('\u{3000}', "ideographic space", " "),
    row('\u{2028}', "line separator", " "),
    row('\u{2029}', "paragraph separator", " "),
    row('\u{201c}', "left double quotation mark", "\""),
    row('\u{201d}', "right double quotation mark", "\""),
    row('\u{2018}', "left single quotation mark", "'"),
    row('\u{2019}', "right single quotation mark", "'"),
    row('\u{2010}', "hyphen", "-"),
    row('\u{2011}', "non-breaking hyphen", "-"),
    row('\u{2013}', "en dash", "-"),
    row('\u{2014}', "em dash", "-"),
    row('\u{2212}', "minus sign", "-"),
    row('\u{00d7}', "multiplication sign", "*"),
    row('\u{00f7}', "division sign", "/"),
    row('\u{2044}', "fraction slash", "/"),
    row('\u{2264}', "less-than or equal to", "<="),
    row('\u{2265}', "greater-than or equal to", ">="),
    row('\u{2260}', "not equal to", "!="),
    row('\u{037e}', "Greek question mark", ";"),
    row('\u{ff1b}', "fullwidth semicolon", ";"),
    row('\u{ff0c}', "fullwidth comma", ","),
    row('\u{ff08}', "fullwidth left parenthesis", "("),
    row('\u{ff09}', "fullwidth right parenthesis", ")"),
    row('\u{ff1d}', "fullwidth equals sign", "="),
    row('\u{2026}', "horizontal ellipsis", "..."),
];

#[cfg(test)]
mod tests {
    use super::lookalike;

    #[test]
    fn what_cannot_be_seen_is_named_by_number() {
        let text = |character| lookalike(character).map(|it| (it.name(), it.help()));
        assert_eq!(text('\u{200b}'), Some(("U+200B (zero width space)".to_owned(), "remove it".to_owned())));
        assert_eq!(text('\u{a0}'), Some(("U+00A0 (no-break space)".to_owned(), "write a space".to_owned())));
        assert_eq!(text('\u{2212}'), Some(("`\u{2212}` (U+2212, minus sign)".to_owned(), "write `-`".to_owned())));
        assert_eq!(text('ö'), None);
    }
}
