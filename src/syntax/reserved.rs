//! Words that are neither keywords nor names in a version (GLSL 4.60 and ESSL 3.20, 3.6).
//!
//! Comes in: a word and the version. Goes out: whether a declaration may use it as a name. Must not depend on: the
//! grammar. Words that are reserved in every version are in [`super::keywords`], as a kind of their own.

use crate::preprocess::Version;

/// When words are reserved.
struct Row {
    /// From this desktop version on; `None` for never.
    desktop: Option<u16>,
    /// From this ESSL version on.
    es: Option<u16>,
    words: &'static [&'static str],
}

const fn row(desktop: Option<u16>, es: Option<u16>, words: &'static [&'static str]) -> Row {
    Row { desktop, es, words }
}

/// A word that is a keyword in later versions is listed from the first version that reserves it.
static ROWS: &[Row] = &[
    row(Some(140), Some(310), &["attribute", "varying", "double"]),
    row(Some(400), Some(310), &["subroutine"]),
    row(Some(420), Some(310), &["resource"]),
    row(None, Some(310), &["sample", "patch", "precise"]),
];

/// Whether nothing may have this name, though the word has no meaning where it is used.
pub(super) fn is_reserved(word: &str, version: Version) -> bool {
    ROWS.iter().any(|row| row.words.contains(&word) && version.at_least(row.desktop, row.es))
}
