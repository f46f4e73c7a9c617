//! `barrier()` in tessellation control shaders: all invocations of the patch must reach it, so it stands in `main`, outside
//! control flow and before any `return` (GLSL 4.60, 8.16).
//!
//! Comes in: a call of `barrier`, and where it stands. Goes out: a report if it is not allowed there. Must not depend
//! on: the barriers of other stages and of GL_KHR_memory_scope_semantics, which the rule does not cover.

use crate::hir::Span;
use crate::sema::Analyzer;
use crate::sema::calls::messages;
use crate::stage::Stage;

impl Analyzer<'_> {
    /// Notes a `return` of `main`.
    pub(in crate::sema) fn note_return(&mut self, span: Span) {
        if self.in_main() {
            self.per_vertex.returned.get_or_insert(span);
        }
    }

    pub(super) fn in_main(&self) -> bool {
        let current = self.functions.current.and_then(|index| self.functions.list.get(index));
        current.is_some_and(|function| self.text(function.name) == "main")
    }

    /// Reports a `barrier()` that not all invocations may reach.
    pub(super) fn check_barrier_place(&mut self, name: &str, span: Span) {
        if self.module.stage != Stage::TessellationControl || name != "barrier" {
            return;
        }
        let where_not = if !self.in_main() {
            "only allowed in `main`"
        } else if self.builder.depth > 0 {
            "not allowed inside control flow"
        } else if self.per_vertex.returned.is_some() {
            "not allowed after a `return`"
        } else {
            return;
        };
        let returned = self.per_vertex.returned.filter(|_| self.in_main() && self.builder.depth == 0);
        self.report(messages::misplaced_patch_barrier(span, &where_not, returned));
    }
}
