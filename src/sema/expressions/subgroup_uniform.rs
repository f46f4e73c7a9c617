//! `subgroupuniformEXT`: the same value in all active invocations of a subgroup (GL_EXT_subgroupuniform_qualifier).
//!
//! Comes in: the word with its argument. Goes out: values marked in the builder, which knows how operators keep the
//! mark. Must not depend on: its users.

use crate::hir::{Handle, MemoryQualifiers, Span, Value, ValueKind};
use crate::sema::Analyzer;
use crate::sema::context::marks::SUBGROUP_UNIFORM_EXTENSION;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::syntax::ast::Expression;

impl Analyzer<'_> {
    /// The expression that `subgroupuniformEXT` marks. `None` after a report.
    pub(in crate::sema) fn subgroup_uniform_argument(
        &mut self,
        name_span: Span,
        arguments: &[Handle<Expression>],
    ) -> Option<Handle<Expression>> {
        const WORD: &str = "subgroupuniformEXT";
        if !self.require_extension(SUBGROUP_UNIFORM_EXTENSION, WORD, name_span) {
            return None;
        }
        self.only_argument(WORD, name_span, arguments)
    }

    /// `subgroupuniformEXT(expression)`: the same value, marked. The result is not one of the first `known` values.
    pub(in crate::sema) fn subgroup_uniform_value(&mut self, operand: Operand, known: usize, span: Span) -> Operand {
        match operand {
            Operand::Place(mut path) if self.contains_opaque(path.ty) => {
                path.access |= MemoryQualifiers::SUBGROUP_UNIFORM;
                Operand::Place(path)
            }
            operand @ (Operand::Place(_) | Operand::Value(_)) => {
                let Some(value) = self.own_value(operand, known, span) else { return Operand::Error };
                self.builder.mark_subgroup_uniform(value);
                Operand::Value(value)
            }
            // Uniform anyway.
            operand => operand,
        }
    }

    /// The one argument of a qualifier that is used like a function.
    pub(in crate::sema) fn only_argument(
        &mut self,
        word: &str,
        word_span: Span,
        arguments: &[Handle<Expression>],
    ) -> Option<Handle<Expression>> {
        let &[argument] = arguments else {
            self.report(messages::takes_one_argument(word_span, &word, &arguments.len()));
            return None;
        };
        Some(argument)
    }

    /// The value of an operand, computed by a statement after the first `known` values. A value computed earlier is
    /// copied: a decoration of the copy does not affect its other uses.
    pub(in crate::sema) fn own_value(&mut self, operand: Operand, known: usize, span: Span) -> Option<Handle<Value>> {
        let value = self.value(operand, span)?;
        let ty = self.builder.type_of(value)?;
        if ty == self.module.void() {
            self.report(messages::no_value(span));
            return None;
        }
        let shared = self.builder.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)));
        if value.index() >= known && !shared {
            return Some(value);
        }
        let copy = self.spill(value, ty, span);
        self.value(Operand::Place(Box::new(copy)), span)
    }
}
