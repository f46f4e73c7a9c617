//! Nodes of the syntax tree behind their handles, and values with their source positions.
//!
//! Comes in: a handle. Goes out: the node, and where it stands. Must not depend on: what a node means.

use crate::hir::{Handle, Span};
use crate::sema::Analyzer;
use crate::syntax::ast::Expression;

/// A value with the span where it was written.
pub(in crate::sema) type Placed<T> = Option<(T, Span)>;

impl<'a> Analyzer<'a> {
    /// The node behind a handle of this unit's tree.
    pub(in crate::sema) fn node(&self, expression: Handle<Expression>) -> &'a Expression {
        self.unit.expressions.try_get(expression).unwrap_or(&Expression::Error)
    }

    /// Where an expression stands.
    pub(in crate::sema) fn span_of(&self, expression: Handle<Expression>) -> Span {
        self.unit.expressions.get_span(expression)
    }
}
