//! Operations on operands that have the types they need, and the errors about those that don't (GLSL 4.60, 5.9).
//!
//! Comes in: an operation with its operands. Goes out: a constant or a value, or a report. Must not depend on: which
//! types an operator takes; `operator` and the type families say so.

use crate::diagnostics::Diagnostic;
use crate::hir::fold::Fold;
use crate::hir::{BinaryOperation, Handle, Scalar, ScalarKind, SmallFloat, Span, Type, ValueKind};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::syntax::ast::BinaryOperator;

/// An operand with its span.
pub(in crate::sema) type Spanned = (Operand, Span);

/// What kinds of scalar an operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) enum Domain {
    Numeric,
    Integer,
    Bool,
}

impl Domain {
    pub(in crate::sema) const fn contains(self, scalar: Scalar) -> bool {
        match self {
            Domain::Numeric => matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint | ScalarKind::Float),
            Domain::Integer => matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint),
            Domain::Bool => matches!(scalar.kind, ScalarKind::Bool),
        }
    }
}

/// `left op right`
#[derive(Clone, Copy)]
pub(in crate::sema) struct BinaryOperands<'c> {
    /// The operator.
    pub(in crate::sema) op: BinaryOperator,
    /// Its span.
    pub(in crate::sema) op_span: Span,
    /// The operands with their types.
    pub(in crate::sema) left: (&'c Spanned, Handle<Type>),
    /// The right one.
    pub(in crate::sema) right: (&'c Spanned, Handle<Type>),
    /// The span of the whole operation.
    pub(in crate::sema) span: Span,
}

impl Analyzer<'_> {
    /// Folds or computes an operation whose operands already have the types it takes.
    pub(in crate::sema) fn binary_operation(
        &mut self,
        operation: BinaryOperation,
        left: Spanned,
        right: Spanned,
        result: Handle<Type>,
        op_span: Span,
        span: Span,
    ) -> Operand {
        if let (&Operand::Constant(l), &Operand::Constant(r)) = (&left.0, &right.0) {
            match self.folder().binary(operation, l, r) {
                Fold::Constant(folded) => return Operand::Constant(folded),
                Fold::NotConstant => {}
                Fold::DivisionByZero => {
                    self.report(messages::integer_division_by_zero(op_span));
                    // Undefined, so any value will do; zero keeps the output the same everywhere.
                    return Operand::Constant(self.folder().null(result));
                }
            }
        }
        let (Some(left), Some(right)) = (self.value(left.0, left.1), self.value(right.0, right.1)) else {
            return Operand::Error;
        };
        Operand::Value(self.builder.evaluate(ValueKind::Binary { operation, left, right }, result, span))
    }

    /// The error for operands that an operator does not take, each with its type and span.
    pub(in crate::sema) fn wrong_operands(
        &self,
        op: BinaryOperator,
        op_span: Span,
        left: (Handle<Type>, Span),
        right: (Handle<Type>, Span),
    ) -> Diagnostic {
        let (left_text, right_text) = (self.spell(left.0), self.spell(right.0));
        messages::wrong_operands(op_span, &spelling(op), &left_text, &right_text, left.1, right.1)
    }

    /// Reports operands that an operator does not take.
    pub(in crate::sema) fn operand_error(&mut self, it: &BinaryOperands<'_>) -> Operand {
        let op = it.op;
        let (left, right) = ((it.left.1, it.left.0.1), (it.right.1, it.right.0.1));
        let mut diagnostic = self.wrong_operands(op, it.op_span, left, right);
        let vectors = matches!(self.module.types.get(left.0), Type::Vector(..)) && left.0 == right.0;
        let help = match op {
            BinaryOperator::Less if vectors => Some("compare vectors by component with `lessThan(a, b)`"),
            BinaryOperator::LessEqual if vectors => Some("compare vectors by component with `lessThanEqual(a, b)`"),
            BinaryOperator::Greater if vectors => Some("compare vectors by component with `greaterThan(a, b)`"),
            BinaryOperator::GreaterEqual if vectors => {
                Some("compare vectors by component with `greaterThanEqual(a, b)`")
            }
            BinaryOperator::Remainder
                if self.module.types.scalar_of(left.0).is_some_and(|it| it.kind == ScalarKind::Float) =>
            {
                Some("for floating-point numbers use `mod(a, b)`")
            }
            _ => None,
        };
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        if let Some(format) = self.small_float_part(left.0).or_else(|| self.small_float_part(right.0)) {
            diagnostic = without_arithmetic(diagnostic, format);
        } else if self.version.is_es() && left.0 != right.0 {
            diagnostic = diagnostic.with_note("GLSL ES 3.20, 5.9: there are no implicit conversions");
        }
        self.report(diagnostic);
        Operand::Error
    }

    /// Reports a value whose size is not known yet, where GL_KHR_vulkan_glsl forbids the operation on it.
    pub(super) fn no_specialized_size(&mut self, ty: Handle<Type>, span: Span, action: &str) -> bool {
        let wrong = self.has_specialized_size(ty);
        if wrong {
            self.report(messages::specialized_array(span, &action));
        }
        !wrong
    }
}

/// Says what to do about an operand that no operator takes.
pub(in crate::sema) fn without_arithmetic(diagnostic: Diagnostic, format: SmallFloat) -> Diagnostic {
    diagnostic
        .with_help("convert it first: `float(...)`")
        .with_note(format!("`{}` has no operators: it is for storage and conversion", format.name()))
}

/// How an operator is written.
pub(in crate::sema) const fn spelling(op: BinaryOperator) -> &'static str {
    match op {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Less => "<",
        BinaryOperator::Greater => ">",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalXor => "^^",
        BinaryOperator::LogicalOr => "||",
    }
}
