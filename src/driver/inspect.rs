//! Checking a shader for tools that show its text: with its names, tokens and macros.
//!
//! Comes in: a shader as for [`check`](super::check). Goes out: an [`Inspection`], whatever is wrong with the shader. Must not depend
//! on: who asks.

use super::{Input, Options, Session};
use crate::diagnostics::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::sema::NameIndex;
use crate::source::{Interner, Loader, SourceMap};
use crate::stage::Stage;

/// What was found while a shader was checked.
#[derive(Debug)]
pub struct Inspection {
    /// The text that spans point into.
    pub sources: SourceMap,
    /// The names that symbols stand for.
    pub names: Interner,
    /// Everything that was found, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The stage, if it is known.
    pub stage: Option<Stage>,
    /// The tokens, with the state that directives set; `None` for assembly.
    pub preprocessed: Option<Preprocessed>,
    /// The names that the shader declares and uses, as far as the analysis came.
    pub index: NameIndex,
}

/// What a session keeps for an inspection.
#[derive(Debug, Default)]
pub(super) struct Details {
    pub(super) stage: Option<Stage>,
    pub(super) preprocessed: Option<Preprocessed>,
    pub(super) index: NameIndex,
}

/// Checks a shader.
pub fn inspect(input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Inspection {
    let mut session = Session { details: Some(Details::default()), ..Session::default() };
    let module = session.check(input, options, loader);
    let details = session.details.take().unwrap_or_default();
    let names = session.memory.take_names();
    let compilation = session.finish(module);
    let Details { stage, preprocessed, index } = details;
    Inspection { sources: compilation.sources, names, diagnostics: compilation.diagnostics, stage, preprocessed, index }
}
