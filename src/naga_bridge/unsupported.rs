//! What naga's IR cannot represent, and where it is in the shader.
//!
//! Comes in: nothing. Goes out: [`Unsupported`]. Must not depend on: anything of the bridge.

use crate::hir::Span;

/// A construct that naga's IR cannot represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The construct, as the object of "naga cannot express ...".
    pub what: String,
    /// What to write instead, if there is an alternative.
    pub help: Option<String>,
    /// The statement or declaration; undefined for the whole shader.
    pub span: Span,
    /// The name of the built-in variable that it is about, if it is about one.
    pub variable: Option<&'static str>,
}

/// A result, or the construct that prevents it.
pub(super) type Bridged<T> = Result<T, Unsupported>;

impl Unsupported {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), help: None, span: Span::UNDEFINED, variable: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// A built-in variable, whose first use will be the place.
    pub(super) fn builtin(name: &'static str) -> Self {
        Self { variable: Some(name), ..Self::new(format!("`{name}`")) }
    }

    /// The same with a span, unless it already has one: the innermost wins.
    pub(super) fn at(self, span: Span) -> Self {
        if self.span.is_defined() || self.variable.is_some() { self } else { Self { span, ..self } }
    }
}

pub(super) fn unsupported<T>(what: impl Into<String>) -> Bridged<T> {
    Err(Unsupported::new(what))
}

/// Something that a valid module always has.
pub(super) trait OrMissing<T> {
    fn or_missing(self, what: &str) -> Bridged<T>;
}

impl<T> OrMissing<T> for Option<T> {
    fn or_missing(self, what: &str) -> Bridged<T> {
        self.ok_or_else(|| Unsupported::new(format!("{what} (the typed representation is broken)")))
    }
}

impl<T, E> OrMissing<T> for Result<T, E> {
    fn or_missing(self, what: &str) -> Bridged<T> {
        self.ok().or_missing(what)
    }
}
