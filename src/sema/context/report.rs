//! How every room talks to the author of a shader: diagnostics, the spelling of names and types.
//!
//! Comes in: what is wrong, and where. Goes out: diagnostics; names that later uses are silent about. Must not depend on: any
//! rule of the language.

use crate::diagnostics::Diagnostic;
use crate::hir::{self, Handle, MemoryQualifiers, Span, Type};
use crate::sema::Analyzer;
use crate::source::Symbol;

impl<'a> Analyzer<'a> {
    /// The text of a name; it lives as long as the interner, not as this borrow.
    pub(in crate::sema) fn text(&self, symbol: Symbol) -> &'a str {
        self.names.resolve(symbol)
    }

    #[cold]
    pub(in crate::sema) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Records that something is left out of the module because of an error, reported by now or later. Without an error
    /// in the end this becomes an internal one ([`Diagnostics::left_out`](crate::diagnostics::Diagnostics::left_out)).
    pub(in crate::sema) fn left_out(&mut self, span: Span) {
        self.diagnostics.left_out(span);
    }

    /// Makes later uses of a name silent, in this scope and the ones inside it: something is wrong with its declaration,
    /// or there is none.
    pub(in crate::sema) fn silence(&mut self, symbol: Symbol, span: Span) {
        self.left_out(span);
        // If the scope declares the name after all, that declaration stands and there is nothing to silence.
        let _ = self.scopes.declare(symbol, crate::sema::context::scope::Entity::Error, span);
    }

    /// Whether one more unknown name may be compared with the known ones.
    pub(in crate::sema) const fn may_suggest(&mut self) -> bool {
        self.suggestions.take()
    }

    /// The GLSL spelling of a type.
    pub(in crate::sema) fn spell(&self, ty: Handle<Type>) -> String {
        hir::type_text::type_text(&self.module.types, &self.module.constants, ty)
    }
}

/// The spelling of one memory qualifier.
pub(in crate::sema) fn memory_word(memory: MemoryQualifiers) -> &'static str {
    MemoryQualifiers::NAMES.iter().find(|(it, _)| *it == memory).map_or("", |(_, word)| word)
}
