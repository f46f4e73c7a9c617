//! `spirv_...` words of declarations (GL_EXT_spirv_intrinsics).
//!
//! Comes in: nothing. Goes out: the form in which the words of a declaration are kept. Must not depend on: how they are
//! written.

pub(in crate::sema) mod call;
pub(in crate::sema) mod declaration;
mod messages;
pub(in crate::sema) mod word;

use crate::hir::{Span, SpirvDecoration, SpirvExecutionMode, SpirvInstruction};
use crate::sema::context::syntax_node::Placed;
use crate::syntax::ast::SpirvWord;

/// The extension.
pub(in crate::sema) const EXTENSION: &str = "GL_EXT_spirv_intrinsics";

/// The words that decorate.
pub(in crate::sema) const DECORATE: &[SpirvWord] =
    &[SpirvWord::Decorate, SpirvWord::DecorateId, SpirvWord::DecorateString];

/// The `spirv_...` words of one declaration.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct SpirvQualifiers {
    /// Each word with its span, in order.
    pub(in crate::sema) words: Vec<(SpirvWord, Span)>,
    pub(in crate::sema) instruction: Placed<SpirvInstruction>,
    pub(in crate::sema) storage_class: Placed<u32>,
    pub(in crate::sema) decorations: Vec<SpirvDecoration>,
    pub(super) execution_modes: Vec<SpirvExecutionMode>,
    /// Whether something in them was wrong and has been reported.
    pub(in crate::sema) wrong: bool,
}

impl SpirvQualifiers {
    /// The span of the first use of a word.
    pub(in crate::sema) fn find(&self, word: SpirvWord) -> Option<Span> {
        self.words.iter().find(|(it, _)| *it == word).map(|(_, span)| *span)
    }
}
