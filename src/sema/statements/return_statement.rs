//! `return` (GLSL 4.60, 6.4).
//!
//! Comes in: the value, if there is one. Goes out: a statement of HIR. Must not depend on: where in the function it stands.

use crate::diagnostics::with_article;
use crate::hir::{Handle, Span, Statement};
use crate::sema::Analyzer;
use crate::sema::statements::messages;

impl Analyzer<'_> {
    /// `return;` and `return value;`
    pub(in crate::sema) fn return_statement(
        &mut self,
        value: Option<Handle<crate::syntax::ast::Expression>>,
        span: Span,
    ) {
        self.note_return(span);
        let result = self.builder.result;
        let void = self.module.void();
        let value = match value {
            None if result == void => None,
            None => {
                let spelled = self.spell(result);
                self.report(messages::missing_value(span, &with_article(&spelled)));
                self.builder.abandon();
                return;
            }
            Some(expression) => {
                let value_span = self.span_of(expression);
                let operand = self.rvalue(expression);
                if result == void {
                    let Some(ty) = self.type_of(&operand) else { return };
                    if ty != void || !self.version.is_es() {
                        self.report(messages::unexpected_value(value_span));
                    }
                    return;
                }
                let operand = self.convert_for(operand, result, value_span, "the returned value");
                let Some(value) = self.value(operand, value_span) else {
                    self.builder.abandon();
                    return;
                };
                let function = self.functions.current.and_then(|index| self.functions.get(index));
                if function.is_some_and(|function| function.precise) {
                    self.builder.precise_uses.values.push(value);
                }
                Some(value)
            }
        };
        self.builder.jump(Statement::Return(value), span);
    }
}
