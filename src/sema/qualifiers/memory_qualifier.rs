//! Where memory qualifiers mean nothing, or are not allowed (GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics).
//!
//! Comes in: the qualifiers of a declaration. Goes out: reports. Must not depend on: what is declared, except for its
//! name in messages.

use crate::diagnostics::Diagnostic;
use crate::hir::{MemoryQualifiers, Span};
use crate::sema::context::report::memory_word;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};

impl Analyzer<'_> {
    /// Reports memory qualifiers on things that are neither buffers nor images (GLSL 4.60, 4.10).
    pub(in crate::sema) fn no_memory_qualifiers(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some((memory, span)) = qualifiers.memory_beyond(MemoryQualifiers::RESTRICT) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(Code::MemoryQualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
                    .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images"),
            );
        } else if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            self.useless_memory_qualifier(memory, span, &format!("{what}, which is not memory that others can reach"));
        }
    }

    fn useless_memory_qualifier(&mut self, memory: MemoryQualifiers, span: Span, what: &str) {
        let word = memory_word(memory);
        self.report(
            Diagnostic::warning(Code::UselessMemoryQualifier, span, format!("`{word}` has no effect on {what}"))
                .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images")
                .with_help(format!("remove `{word}`")),
        );
    }

    /// Reports memory qualifiers except `nonprivate` on objects that no shader writes (GL_KHR_memory_scope_semantics,
    /// 4.10). Redundant ones occur in many shaders and have no effect there.
    pub(in crate::sema) fn only_non_private(&mut self, qualifiers: &Qualifiers, what: &str) {
        for &(memory, span) in &qualifiers.memory_words {
            if memory == MemoryQualifiers::READONLY || memory == MemoryQualifiers::RESTRICT {
                self.useless_memory_qualifier(memory, span, &format!("{what}, which no shader writes"));
            }
        }
        const HARMLESS: MemoryQualifiers =
            MemoryQualifiers::NON_PRIVATE.union(MemoryQualifiers::READONLY).union(MemoryQualifiers::RESTRICT);
        if let Some((memory, span)) = qualifiers.memory_beyond(HARMLESS) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::ReadOnlyMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on {what}, which no shader writes"),
                )
                .with_note("GL_KHR_memory_scope_semantics, 4.10: `nonprivate` is the only memory qualifier there"),
            );
        }
    }

    /// Reports memory qualifiers on `shared` variables (GL_KHR_memory_scope_semantics, 4.3.8).
    pub(in crate::sema) fn no_shared_qualifiers(&mut self, qualifiers: &Qualifiers) {
        if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::SharedMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on a `shared` variable"),
                )
                .with_note(
                    "GL_KHR_memory_scope_semantics, 4.3.8: shared variables are always coherent in the workgroup",
                )
                .with_help(format!("remove `{word}`")),
            );
        }
    }
}
