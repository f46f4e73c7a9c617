//! What a module comes from, and how much it says about that.
//!
//! Comes in: nothing; plain data. Goes out: what debug information is made from. Must not depend on: the writer.

use crate::source::SourceMap;
use std::ops::Range;

/// How much a module says about its source, besides names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DebugInfo {
    /// Nothing.
    #[default]
    None,
    /// The text of all files (OpSource), and the line of each instruction (OpLine).
    Lines,
    /// Types, scopes, variables and lines (NonSemantic.Shader.DebugInfo.100), with the text of all files.
    Full,
    /// The same without the text.
    FullWithoutText,
}

/// What a module is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// GLSL of a version, `#version 460` for one.
    Glsl(u16),
    /// GLSL ES of a version.
    Essl(u16),
    /// One that SPIR-V has no word for.
    #[default]
    Other,
}

/// The files that a module comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Which files of the source map belong to it; the first is the one that includes the others.
    pub files: Range<usize>,
    /// What they are written in.
    pub language: Language,
}

/// What debug information is made from.
#[derive(Clone, Copy, Debug)]
pub struct Debug<'a> {
    /// How much is wanted.
    pub level: DebugInfo,
    /// All files.
    pub sources: &'a SourceMap,
    /// Those of this module.
    pub origin: &'a Origin,
}
