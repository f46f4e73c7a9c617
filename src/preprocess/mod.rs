//! The preprocessor: source text in, a flat stream of [`Token`]s and the state that directives set out.
//!
//! Comes in: the main file's text, the `-D`/`-U` definitions, a [`Loader`](crate::source::Loader) for `#include`.
//! Goes out: [`Preprocessed`]. Must not know: syntax, types.
//! It never fails: what is wrong goes to the diagnostics and a usable token stream comes out all the same.

mod token;

pub use token::{FloatSuffix, IntegerSuffix, Punctuation, Token, TokenKind};

use crate::builtins::ExtensionSet;
use crate::source::Span;

/// The language version of a shader (GLSL 4.60, 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number of the `#version` line: 420 to 460, or 310 and 320 for ESSL.
    pub number: u16,
    /// The profile.
    pub profile: Profile,
}

/// The profile word of `#version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `core`, and the default for desktop GLSL.
    Core,
    /// `compatibility`.
    Compatibility,
    /// `es`.
    Es,
}

impl Version {
    /// Whether the shader is written in the OpenGL ES shading language.
    #[must_use]
    pub const fn is_es(self) -> bool {
        matches!(self.profile, Profile::Es)
    }

    /// Whether the version is at least `desktop` (for desktop GLSL) or `es` (for ESSL); `None` means never.
    #[must_use]
    pub fn at_least(self, desktop: Option<u16>, es: Option<u16>) -> bool {
        let since = if self.is_es() { es } else { desktop };
        since.is_some_and(|since| self.number >= since)
    }
}

/// What the preprocessor hands to the parser.
#[derive(Debug)]
pub struct Preprocessed {
    /// The tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// The language version.
    pub version: Version,
    /// Which extensions are on, from which token on: ordered by token index, the first entry is for token 0.
    pub extensions: Vec<ExtensionChange>,
    /// `#pragma` lines that are not the preprocessor's own business, in order.
    pub pragmas: Vec<Pragma>,
}

/// The extensions that are on from a token on.
#[derive(Clone, Debug)]
pub struct ExtensionChange {
    /// Index into [`Preprocessed::tokens`] of the first token this holds for.
    pub first_token: usize,
    /// The `#extension` line, undefined for the initial state.
    pub span: Span,
    /// Extensions whose behaviour is `enable`, `require` or `warn`, and those they imply.
    pub enabled: ExtensionSet,
    /// The subset whose behaviour is `warn`: each use gives a warning.
    pub warn: ExtensionSet,
}

/// One `#pragma` line, macro-expanded as the line says.
#[derive(Clone, Debug)]
pub struct Pragma {
    /// Index into [`Preprocessed::tokens`] of the first token after the line.
    pub first_token: usize,
    /// The place of the line's text after `#pragma`.
    pub span: Span,
    /// The text after `#pragma`, white space squeezed to single blanks.
    pub text: String,
}
