//! The source map: one `u32` address space for files and macro expansions.

use super::Span;

/// Names a file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId(pub u32);

/// One file. The same file included twice is two entries, each with its own addresses.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show.
    pub name: String,
    /// The text.
    pub text: String,
    /// The address of the first byte.
    pub base: u32,
    /// The `#include` line that brought it in, undefined for the main file.
    pub included_at: Span,
}

/// One macro expansion: a range of addresses, one per token that came out of the macro's body.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The address of the first token.
    pub base: u32,
    /// The invocation: the macro's name up to the closing parenthesis.
    pub call_site: Span,
    /// The macro's name where it is defined.
    pub definition: Span,
    /// Where each token is spelled, in the macro's body.
    pub spellings: Vec<Span>,
}

/// A place as a person reads it, after `#line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A span traced back to real text.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The file.
    pub file: FileId,
    /// Byte range in the file's text.
    pub range: std::ops::Range<usize>,
    /// The expansions it came through, innermost first.
    pub expansions: Vec<Span>,
}

/// More than 4 GiB of source and macro expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge;

/// All text of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
}
