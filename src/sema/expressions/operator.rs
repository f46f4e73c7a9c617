//! Unary and binary operators: which operands each takes, and to what they are converted (GLSL 4.60, 5.9).
//!
//! Comes in: an operator with operands that were read. Goes out: an operand. Must not depend on: how an operation is
//! computed or folded.

use crate::hir::{BinaryOperation, ConstantKind, Handle, Scalar, ScalarKind, Span, Type, UnaryOperation, ValueKind};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::expressions::operation::{BinaryOperands, Domain, Spanned, without_arithmetic};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

impl Analyzer<'_> {
    /// `op operand`
    pub(in crate::sema) fn unary(&mut self, op: UnaryOperator, operand: Operand, span: Span) -> Operand {
        let Some(ty) = self.type_of(&operand) else { return Operand::Error };
        let scalar = self.module.types.get(ty).scalar();
        let (domain, spelling) = match op {
            UnaryOperator::Plus => (Domain::Numeric, "+"),
            UnaryOperator::Negate => (Domain::Numeric, "-"),
            UnaryOperator::BitNot => (Domain::Integer, "~"),
            UnaryOperator::LogicalNot => (Domain::Bool, "!"),
        };
        let by_components = || {
            scalar.is_some_and(|scalar| domain.contains(scalar))
                && (domain != Domain::Bool || matches!(self.module.types.get(ty), Type::Scalar(_)))
        };
        let by_family = self.hooks(ty).and_then(|hooks| hooks.unary).and_then(|takes| takes(self, op, ty));
        if !by_family.unwrap_or_else(by_components) {
            let spelled = self.spell(ty);
            let mut diagnostic = messages::wrong_operand(span, &spelling, &spelled);
            if op == UnaryOperator::LogicalNot && matches!(self.module.types.get(ty), Type::Vector(..)) {
                diagnostic = diagnostic.with_help("for a boolean vector use `not(...)`");
            } else if let Some(format) = self.small_float_part(ty) {
                diagnostic = without_arithmetic(diagnostic, format);
            } else if op == UnaryOperator::LogicalNot && scalar.is_some_and(|it| Domain::Numeric.contains(it)) {
                diagnostic = diagnostic.with_help("compare with zero: `x == 0`");
            }
            self.report(diagnostic);
            return Operand::Error;
        }
        if !self.allows_arithmetic(ty, "an operand", span) {
            return Operand::Error;
        }
        let operation = match op {
            UnaryOperator::Plus => return operand,
            UnaryOperator::Negate => UnaryOperation::Negate,
            UnaryOperator::BitNot => UnaryOperation::BitNot,
            UnaryOperator::LogicalNot => UnaryOperation::LogicalNot,
        };
        if let Operand::Constant(constant) = operand
            && let Some(folded) = self.folder().unary(operation, constant)
        {
            return Operand::Constant(folded);
        }
        let Some(operand) = self.value(operand, span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Unary { operation, operand }, ty, span))
    }

    /// `left op right` without short circuit.
    pub(in crate::sema) fn binary(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: Spanned,
        right: Spanned,
        span: Span,
    ) -> Operand {
        let (Some(left_type), Some(right_type)) = (self.type_of(&left.0), self.type_of(&right.0)) else {
            return Operand::Error;
        };
        if left_type == right_type
            && let Some(result) = self.plain_result(op, left_type)
        {
            return self.binary_operation(operation_of(op).0, left, right, result, op_span, span);
        }
        if let Some(result) = self.reference_arithmetic(op, op_span, &left, &right, span) {
            return result;
        }
        let operands = BinaryOperands { op, op_span, left: (&left, left_type), right: (&right, right_type), span };
        let hook = |ty| self.hooks(ty).and_then(|hooks| hooks.binary);
        if let Some(binary) = hook(left_type).or_else(|| hook(right_type))
            && let Some(result) = binary(self, &operands)
        {
            return result;
        }
        if !self.allows_arithmetic(left_type, "an operand", left.1)
            || !self.allows_arithmetic(right_type, "an operand", right.1)
        {
            return Operand::Error;
        }
        let (operation, domain) = operation_of(op);
        match operation {
            BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight => return self.shift(operation, &operands),
            BinaryOperation::Equal | BinaryOperation::NotEqual => return self.equality(operation, &operands),
            _ => {}
        }
        let (Some(l), Some(r)) =
            (self.module.types.get(left_type).scalar(), self.module.types.get(right_type).scalar())
        else {
            return self.operand_error(&operands);
        };
        let common = self.conversions().common_scalar(l, r).filter(|&scalar| domain.contains(scalar));
        // A type without operators of its own takes part if it converts to the type of the other operand.
        let takes_part = |it: Scalar| domain.contains(it) || matches!(it.kind, ScalarKind::SmallFloat(_));
        let Some(scalar) = common.filter(|_| takes_part(l) && takes_part(r)) else {
            return self.operand_error(&operands);
        };
        let compares = matches!(
            operation,
            BinaryOperation::Less
                | BinaryOperation::LessEqual
                | BinaryOperation::Greater
                | BinaryOperation::GreaterEqual
        );
        let left_type = self.with_scalar(left_type, scalar);
        let right_type = self.with_scalar(right_type, scalar);
        let shapes = self.arithmetic_shape(operation, left_type, right_type);
        let scalars = matches!(
            (self.module.types.get(left_type), self.module.types.get(right_type)),
            (Type::Scalar(_), Type::Scalar(_))
        );
        let Some((result, splat_left, splat_right)) =
            shapes.filter(|_| scalars || !(compares || domain == Domain::Bool))
        else {
            let operands = BinaryOperands { left: (&left, left_type), right: (&right, right_type), ..operands };
            return self.operand_error(&operands);
        };
        let mut l = self.convert(left.0, left_type, left.1);
        let mut r = self.convert(right.0, right_type, right.1);
        if splat_left {
            l = self.splat(l, result, left.1);
        }
        if splat_right {
            r = self.splat(r, result, right.1);
        }
        let result = if compares { self.common.bool } else { result };
        self.binary_operation(operation, (l, left.1), (r, right.1), result, op_span, span)
    }

    /// The type of an operation on two operands of the same type, if that is one with 32 bits: nothing is converted then,
    /// and no extension has a say. So it is with most operators; going through what else there may be takes five times as
    /// many instructions.
    fn plain_result(&self, op: BinaryOperator, ty: Handle<Type>) -> Option<Handle<Type>> {
        let (scalar, is_vector) = match *self.module.types.get(ty) {
            Type::Scalar(scalar) => (scalar, false),
            Type::Vector(size, scalar) if size.listed().is_some_and(|count| count <= 4) => (scalar, true),
            _ => return None,
        };
        let (operation, domain) = operation_of(op);
        if scalar.width != 4 || !Domain::Numeric.contains(scalar) || !domain.contains(scalar) {
            return None;
        }
        match operation {
            BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight => None,
            BinaryOperation::Less
            | BinaryOperation::LessEqual
            | BinaryOperation::Greater
            | BinaryOperation::GreaterEqual => (!is_vector).then_some(self.common.bool),
            BinaryOperation::Equal | BinaryOperation::NotEqual => Some(self.common.bool),
            _ => Some(ty),
        }
    }

    /// The type of an arithmetic result, and which scalar operands must first be splatted; `None` if the shapes do not
    /// go together (GLSL 4.60, 5.9).
    fn arithmetic_shape(
        &mut self,
        operation: BinaryOperation,
        left: Handle<Type>,
        right: Handle<Type>,
    ) -> Option<(Handle<Type>, bool, bool)> {
        let multiply = operation == BinaryOperation::Multiply;
        match (*self.module.types.get(left), *self.module.types.get(right)) {
            (Type::Scalar(_), Type::Scalar(_)) => Some((left, false, false)),
            (Type::Scalar(scalar), Type::Vector(..) | Type::Matrix { .. }) => {
                Some((right, !(multiply && scalar.kind == ScalarKind::Float), false))
            }
            (Type::Vector(..) | Type::Matrix { .. }, Type::Scalar(scalar)) => {
                Some((left, false, !(multiply && scalar.kind == ScalarKind::Float)))
            }
            (Type::Vector(a, _), Type::Vector(b, _)) => (a == b).then_some((left, false, false)),
            (Type::Matrix { columns, rows, scalar }, Type::Vector(size, _)) if multiply => {
                (columns == size).then(|| (self.module.vector(rows, scalar), false, false))
            }
            (Type::Vector(size, scalar), Type::Matrix { columns, rows, .. }) if multiply => {
                (rows == size).then(|| (self.module.vector(columns, scalar), false, false))
            }
            (Type::Matrix { columns: inner, rows, scalar }, Type::Matrix { columns, rows: right_rows, .. })
                if multiply =>
            {
                (inner == right_rows)
                    .then(|| (self.module.types.insert(Type::Matrix { columns, rows, scalar }), false, false))
            }
            (Type::Matrix { .. }, Type::Matrix { .. }) => (left == right).then_some((left, false, false)),
            _ => None,
        }
    }

    /// `<<` and `>>`: the operands need not agree, the result has the type of the left one.
    fn shift(&mut self, operation: BinaryOperation, it: &BinaryOperands<'_>) -> Operand {
        let &BinaryOperands { left: (left, left_type), right: (right, right_type), op_span, span, .. } = it;
        let integers = [left_type, right_type]
            .iter()
            .all(|&ty| self.module.types.get(ty).scalar().is_some_and(|scalar| Domain::Integer.contains(scalar)));
        let amount = match (self.module.types.get(left_type), self.module.types.get(right_type)) {
            (Type::Scalar(_), Type::Scalar(_)) if integers => Some(right.0.clone()),
            (Type::Vector(a, _), Type::Vector(b, _)) if integers && a == b => Some(right.0.clone()),
            (&Type::Vector(size, _), &Type::Scalar(scalar)) if integers => {
                let to = self.module.vector(size, scalar);
                Some(self.splat(right.0.clone(), to, right.1))
            }
            _ => None,
        };
        let Some(amount) = amount else {
            return self.operand_error(it);
        };
        self.check_shift_amount(left_type, right);
        self.binary_operation(operation, left.clone(), (amount, right.1), left_type, op_span, span)
    }

    /// Warns about a constant amount whose result is undefined (GLSL 4.60, 5.9).
    fn check_shift_amount(&mut self, shifted: Handle<Type>, amount: &Spanned) {
        let (Operand::Constant(constant), Some(scalar)) = (&amount.0, self.module.types.scalar_of(shifted)) else {
            return;
        };
        let bits = i64::from(scalar.width) * 8;
        let parts = match self.module.constants.get_handle(*constant).map(|it| &it.kind) {
            Ok(ConstantKind::Composite(parts)) => parts.clone(),
            _ => vec![*constant],
        };
        let outside = |value: &i64| !(0..bits).contains(value);
        if let Some(value) = parts.into_iter().filter_map(|part| self.integer_value(part)).find(outside) {
            self.report(messages::shift_out_of_range(amount.1, &bits, &value));
        }
    }

    /// `==` and `!=` on whole values of any type without opaque parts.
    fn equality(&mut self, operation: BinaryOperation, it: &BinaryOperands<'_>) -> Operand {
        let &BinaryOperands { left: (left, left_type), right: (right, right_type), op_span, span, .. } = it;
        let conversions = self.conversions();
        let common = if left_type == right_type {
            Some(left_type)
        } else if conversions.implicit(&self.module.types, left_type, right_type).is_some() {
            Some(right_type)
        } else {
            conversions.implicit(&self.module.types, right_type, left_type).map(|_| left_type)
        };
        let comparable = |ty: Handle<Type>| {
            !self.contains_opaque(ty)
                && !self.contains_reference(ty)
                && self.hidden_part(ty).is_none_or(|part| part.compares)
                && ty != self.module.void()
                && self.small_float_part(ty).is_none()
        };
        let Some(common) = common.filter(|&ty| comparable(ty)) else {
            return self.operand_error(it);
        };
        if !self.no_specialized_size(common, op_span, "compared") {
            return Operand::Error;
        }
        let l = self.convert(left.0.clone(), common, left.1);
        let r = self.convert(right.0.clone(), common, right.1);
        let result = self.common.bool;
        self.binary_operation(operation, (l, left.1), (r, right.1), result, op_span, span)
    }
}

/// What an operator computes, and what kinds of scalar it takes.
const fn operation_of(op: BinaryOperator) -> (BinaryOperation, Domain) {
    match op {
        BinaryOperator::Multiply => (BinaryOperation::Multiply, Domain::Numeric),
        BinaryOperator::Divide => (BinaryOperation::Divide, Domain::Numeric),
        BinaryOperator::Add => (BinaryOperation::Add, Domain::Numeric),
        BinaryOperator::Subtract => (BinaryOperation::Subtract, Domain::Numeric),
        BinaryOperator::Remainder => (BinaryOperation::Modulo, Domain::Integer),
        BinaryOperator::BitAnd => (BinaryOperation::BitAnd, Domain::Integer),
        BinaryOperator::BitXor => (BinaryOperation::BitXor, Domain::Integer),
        BinaryOperator::BitOr => (BinaryOperation::BitOr, Domain::Integer),
        BinaryOperator::ShiftLeft => (BinaryOperation::ShiftLeft, Domain::Integer),
        BinaryOperator::ShiftRight => (BinaryOperation::ShiftRight, Domain::Integer),
        BinaryOperator::Equal => (BinaryOperation::Equal, Domain::Numeric),
        BinaryOperator::NotEqual => (BinaryOperation::NotEqual, Domain::Numeric),
        BinaryOperator::Less => (BinaryOperation::Less, Domain::Numeric),
        BinaryOperator::Greater => (BinaryOperation::Greater, Domain::Numeric),
        BinaryOperator::LessEqual => (BinaryOperation::LessEqual, Domain::Numeric),
        BinaryOperator::GreaterEqual => (BinaryOperation::GreaterEqual, Domain::Numeric),
        BinaryOperator::LogicalAnd => (BinaryOperation::LogicalAnd, Domain::Bool),
        BinaryOperator::LogicalXor => (BinaryOperation::LogicalXor, Domain::Bool),
        BinaryOperator::LogicalOr => (BinaryOperation::LogicalOr, Domain::Bool),
    }
}
