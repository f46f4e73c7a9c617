//! Unary and binary operators and conversions (GLSL 4.60, 5.4.1 and 5.9).

use crate::builtins::{ExtensionId, extensions};
use crate::diagnostics::Diagnostic;
use crate::hir::fold::Fold;
use crate::hir::{
    ArrayLength, BinaryOperation, Constant, ConstantKind, Handle, Scalar, ScalarKind, SmallFloat, Span, Type,
    UnaryOperation, ValueKind,
};
use crate::sema::expressions::operand::{Operand, vector_size};
use crate::sema::extensions::BinaryOperands;
use crate::sema::types::conversion::Conversions;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// An operand with its place.
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

/// Any of these brings the implicit conversions of all explicitly sized types.
pub(in crate::sema) const EXPLICIT_ARITHMETIC_TYPES: [ExtensionId; 8] = [
    extensions::GL_EXT_shader_explicit_arithmetic_types,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int8,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int16,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int32,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int64,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float16,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float32,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float64,
];

impl Analyzer<'_> {
    /// The implicit conversions that are in force here.
    pub(in crate::sema) fn conversions(&self) -> Conversions {
        let mut conversions = Conversions::of_version(self.version.number, self.version.is_es());
        let explicit = EXPLICIT_ARITHMETIC_TYPES.iter().any(|&id| self.is_on(id));
        conversions.explicit_arithmetic = explicit;
        conversions.int64 = explicit || self.is_on(extensions::GL_ARB_gpu_shader_int64);
        if self.is_on(extensions::GL_EXT_shader_implicit_conversions) {
            conversions.to_float = true;
            conversions.to_unsigned = true;
        }
        conversions
    }

    /// Converts an operand to a type of the same shape, by the rules of constructors.
    pub(in crate::sema) fn convert(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Operand {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        if from == to {
            return operand;
        }
        // A constant of a type that can only be stored is converted when the shader runs: SPIR-V has constants of small
        // types only together with their arithmetic.
        if let Operand::Constant(constant) = operand
            && self.storage_only_part(to).is_none()
            && let Some(folded) = self.folder().convert(constant, to)
        {
            return Operand::Constant(folded);
        }
        let Some(value) = self.value(operand, span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(value), to, span))
    }

    /// Converts an operand implicitly; `None` if there is no such conversion. Errors pass through.
    pub(super) fn implicitly_convert(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Option<Operand> {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Some(Operand::Error) };
        self.conversions().implicit(&self.types, from, to)?;
        Some(self.convert(operand, to, span))
    }

    /// Converts an operand to the type that a context wants, or reports that it cannot be.
    pub(in crate::sema) fn convert_for(
        &mut self,
        operand: Operand,
        to: Handle<Type>,
        span: Span,
        what: &str,
    ) -> Operand {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        let is_constant = matches!(operand, Operand::Constant(_));
        match self.implicitly_convert(operand, to, span) {
            Some(converted) => converted,
            None => {
                let (from_text, to_text) = (self.spell(from), self.spell(to));
                let mut diagnostic = Diagnostic::error(
                    Code::TypeMismatch,
                    span,
                    format!("{what} must be `{to_text}`, this is `{from_text}`"),
                );
                if self.is_convertible_by_constructor(from, to, is_constant) {
                    diagnostic = diagnostic.with_help(format!("convert it: `{to_text}(...)`"));
                }
                self.report(diagnostic);
                Operand::Error
            }
        }
    }

    fn is_convertible_by_constructor(&self, from: Handle<Type>, to: Handle<Type>, is_constant: bool) -> bool {
        use ScalarKind::{Bool, SmallFloat};
        match (self.types.scalar_of(from).map(|it| it.kind), self.types.scalar_of(to).map(|it| it.kind)) {
            (Some(Bool), Some(SmallFloat(_))) | (Some(SmallFloat(_)), Some(Bool)) => return false,
            (_, Some(SmallFloat(format))) if format.is_microscaling() && !is_constant => return false,
            _ => {}
        }
        match (self.types.get(from), self.types.get(to)) {
            (Type::Scalar(_), Type::Scalar(_) | Type::Vector(..)) => true,
            (Type::Vector(a, _), Type::Vector(b, _)) => {
                a == b || a.listed().is_some_and(|a| b.listed().is_some_and(|b| a > b))
            }
            _ => false,
        }
    }

    /// Repeats a scalar in a vector, or in every component of a matrix.
    pub(in crate::sema) fn splat(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Operand {
        match *self.types.get(to) {
            Type::Matrix { columns, rows, scalar } => {
                let column_type = self.types.insert(Type::Vector(rows, scalar));
                let column = self.splat(operand, column_type, span);
                self.compose(to, &vec![column; columns.get() as usize], span)
            }
            Type::Vector(..) => {
                if let Operand::Constant(constant) = operand
                    && let Some(folded) = self.folder().splat(constant, to)
                {
                    return Operand::Constant(folded);
                }
                let Some(value) = self.value(operand, span) else { return Operand::Error };
                Operand::Value(self.builder.evaluate(ValueKind::Splat(value), to, span))
            }
            _ => operand,
        }
    }

    /// Builds a composite from its parts; a constant if all of them are.
    pub(in crate::sema) fn compose(&mut self, ty: Handle<Type>, parts: &[Operand], span: Span) -> Operand {
        let constants: Option<Vec<Handle<Constant>>> = parts
            .iter()
            .map(|part| match part {
                Operand::Constant(constant) => Some(*constant),
                _ => None,
            })
            .collect();
        if let Some(constants) = constants
            && let Some(folded) = self.folder().compose(ty, &constants)
        {
            return Operand::Constant(folded);
        }
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let Some(value) = self.value(part.clone(), span) else { return Operand::Error };
            values.push(value);
        }
        Operand::Value(self.builder.evaluate(ValueKind::Compose(values), ty, span))
    }

    /// `op operand`
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: Operand, span: Span) -> Operand {
        let Some(ty) = self.type_of(&operand) else { return Operand::Error };
        let scalar = self.types.get(ty).scalar();
        let (domain, spelling) = match op {
            UnaryOperator::Plus => (Domain::Numeric, "+"),
            UnaryOperator::Negate => (Domain::Numeric, "-"),
            UnaryOperator::BitNot => (Domain::Integer, "~"),
            UnaryOperator::LogicalNot => (Domain::Bool, "!"),
        };
        let by_components = || {
            scalar.is_some_and(|scalar| domain.contains(scalar))
                && (domain != Domain::Bool || matches!(self.types.get(ty), Type::Scalar(_)))
        };
        let by_family = self.hooks(ty).and_then(|hooks| hooks.unary).and_then(|takes| takes(self, op, ty));
        if !by_family.unwrap_or_else(by_components) {
            let spelled = self.spell(ty);
            let mut diagnostic = Diagnostic::error(
                Code::OperandType,
                span,
                format!("operator `{spelling}` does not work on `{spelled}`"),
            );
            if op == UnaryOperator::LogicalNot && matches!(self.types.get(ty), Type::Vector(..)) {
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
        if let Some(result) = self.reference_arithmetic(op, op_span, &left, &right, span) {
            return result;
        }
        let hook = |ty| self.hooks(ty).and_then(|hooks| hooks.binary);
        if let Some(binary) = hook(left_type).or_else(|| hook(right_type)) {
            let operands = BinaryOperands { op, op_span, left: (&left, left_type), right: (&right, right_type), span };
            if let Some(result) = binary(self, &operands) {
                return result;
            }
        }
        if !self.allows_arithmetic(left_type, "an operand", left.1)
            || !self.allows_arithmetic(right_type, "an operand", right.1)
        {
            return Operand::Error;
        }
        let (operation, domain) = match op {
            BinaryOperator::Multiply => (BinaryOperation::Multiply, Domain::Numeric),
            BinaryOperator::Divide => (BinaryOperation::Divide, Domain::Numeric),
            BinaryOperator::Add => (BinaryOperation::Add, Domain::Numeric),
            BinaryOperator::Subtract => (BinaryOperation::Subtract, Domain::Numeric),
            BinaryOperator::Remainder => (BinaryOperation::Modulo, Domain::Integer),
            BinaryOperator::BitAnd => (BinaryOperation::BitAnd, Domain::Integer),
            BinaryOperator::BitXor => (BinaryOperation::BitXor, Domain::Integer),
            BinaryOperator::BitOr => (BinaryOperation::BitOr, Domain::Integer),
            BinaryOperator::ShiftLeft => return self.shift(BinaryOperation::ShiftLeft, op, op_span, left, right, span),
            BinaryOperator::ShiftRight => {
                return self.shift(BinaryOperation::ShiftRight, op, op_span, left, right, span);
            }
            BinaryOperator::Equal => return self.equality(BinaryOperation::Equal, op, op_span, left, right, span),
            BinaryOperator::NotEqual => {
                return self.equality(BinaryOperation::NotEqual, op, op_span, left, right, span);
            }
            BinaryOperator::Less => (BinaryOperation::Less, Domain::Numeric),
            BinaryOperator::Greater => (BinaryOperation::Greater, Domain::Numeric),
            BinaryOperator::LessEqual => (BinaryOperation::LessEqual, Domain::Numeric),
            BinaryOperator::GreaterEqual => (BinaryOperation::GreaterEqual, Domain::Numeric),
            BinaryOperator::LogicalAnd => (BinaryOperation::LogicalAnd, Domain::Bool),
            BinaryOperator::LogicalXor => (BinaryOperation::LogicalXor, Domain::Bool),
            BinaryOperator::LogicalOr => (BinaryOperation::LogicalOr, Domain::Bool),
        };
        let (Some(l), Some(r)) = (self.types.get(left_type).scalar(), self.types.get(right_type).scalar()) else {
            return self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
        };
        let common = self.conversions().common_scalar(l, r).filter(|&scalar| domain.contains(scalar));
        // What has no operators of its own takes part if it converts to what the other operand is.
        let takes_part = |it: Scalar| domain.contains(it) || matches!(it.kind, ScalarKind::SmallFloat(_));
        let Some(scalar) = common.filter(|_| takes_part(l) && takes_part(r)) else {
            return self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
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
        let scalars =
            matches!((self.types.get(left_type), self.types.get(right_type)), (Type::Scalar(_), Type::Scalar(_)));
        let Some((result, splat_left, splat_right)) =
            shapes.filter(|_| scalars || !(compares || domain == Domain::Bool))
        else {
            return self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
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

    /// The type of an arithmetic result, and which scalar operands have to be repeated first; `None` if the shapes do
    /// not go together (GLSL 4.60, 5.9).
    fn arithmetic_shape(
        &mut self,
        operation: BinaryOperation,
        left: Handle<Type>,
        right: Handle<Type>,
    ) -> Option<(Handle<Type>, bool, bool)> {
        let multiply = operation == BinaryOperation::Multiply;
        match (self.types.get(left).clone(), self.types.get(right).clone()) {
            (Type::Scalar(_), Type::Scalar(_)) => Some((left, false, false)),
            (Type::Scalar(scalar), Type::Vector(..) | Type::Matrix { .. }) => {
                Some((right, !(multiply && scalar.kind == ScalarKind::Float), false))
            }
            (Type::Vector(..) | Type::Matrix { .. }, Type::Scalar(scalar)) => {
                Some((left, false, !(multiply && scalar.kind == ScalarKind::Float)))
            }
            (Type::Vector(a, _), Type::Vector(b, _)) => (a == b).then_some((left, false, false)),
            (Type::Matrix { columns, rows, scalar }, Type::Vector(size, _)) if multiply => {
                (columns == size).then(|| (self.types.insert(Type::Vector(rows, scalar)), false, false))
            }
            (Type::Vector(size, scalar), Type::Matrix { columns, rows, .. }) if multiply => {
                (rows == size).then(|| (self.types.insert(Type::Vector(columns, scalar)), false, false))
            }
            (Type::Matrix { columns: inner, rows, scalar }, Type::Matrix { columns, rows: right_rows, .. })
                if multiply =>
            {
                (inner == right_rows).then(|| (self.types.insert(Type::Matrix { columns, rows, scalar }), false, false))
            }
            (Type::Matrix { .. }, Type::Matrix { .. }) => (left == right).then_some((left, false, false)),
            _ => None,
        }
    }

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
                    self.report(
                        Diagnostic::warning(Code::DivisionByZero, op_span, "integer division by zero")
                            .with_note("GLSL 4.60, 5.9: the result is undefined"),
                    );
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

    /// `<<` and `>>`: the operands need not agree, the result has the type of the left one.
    fn shift(
        &mut self,
        operation: BinaryOperation,
        op: BinaryOperator,
        op_span: Span,
        left: Spanned,
        right: Spanned,
        span: Span,
    ) -> Operand {
        let (Some(left_type), Some(right_type)) = (self.type_of(&left.0), self.type_of(&right.0)) else {
            return Operand::Error;
        };
        let integers = [left_type, right_type]
            .iter()
            .all(|&ty| self.types.get(ty).scalar().is_some_and(|scalar| Domain::Integer.contains(scalar)));
        let amount = match (self.types.get(left_type), self.types.get(right_type)) {
            (Type::Scalar(_), Type::Scalar(_)) if integers => Some(right.0.clone()),
            (Type::Vector(a, _), Type::Vector(b, _)) if integers && a == b => Some(right.0.clone()),
            (&Type::Vector(size, _), &Type::Scalar(scalar)) if integers => {
                let to = self.types.insert(Type::Vector(size, scalar));
                Some(self.splat(right.0.clone(), to, right.1))
            }
            _ => None,
        };
        let Some(amount) = amount else {
            return self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
        };
        self.check_shift_amount(left_type, &right);
        self.binary_operation(operation, left, (amount, right.1), left_type, op_span, span)
    }

    /// Warns about a constant amount whose result is undefined (GLSL 4.60, 5.9).
    fn check_shift_amount(&mut self, shifted: Handle<Type>, amount: &Spanned) {
        let (Operand::Constant(constant), Some(scalar)) = (&amount.0, self.types.scalar_of(shifted)) else { return };
        let bits = i64::from(scalar.width) * 8;
        let parts = match self.constants.get_handle(*constant).map(|it| &it.kind) {
            Ok(ConstantKind::Composite(parts)) => parts.clone(),
            _ => vec![*constant],
        };
        let outside = |value: &i64| !(0..bits).contains(value);
        if let Some(value) = parts.into_iter().filter_map(|part| self.integer_value(part)).find(outside) {
            self.report(
                Diagnostic::warning(
                    Code::ShiftAmount,
                    amount.1,
                    format!("the result of a shift of {bits} bits by {value} is undefined"),
                )
                .with_note("GLSL 4.60, 5.9: the amount must be at least 0 and less than the number of bits"),
            );
        }
    }

    /// Whether a type has an array in it whose size a specialization constant decides.
    pub(super) fn has_specialized_size(&self, ty: Handle<Type>) -> bool {
        self.types.contains(ty, |part| matches!(part, Type::Array { length: ArrayLength::Specialization(_), .. }))
    }

    /// Reports a value whose size is not known yet, in an operation that GL_KHR_vulkan_glsl forbids on it.
    pub(super) fn no_specialized_size(&mut self, ty: Handle<Type>, span: Span, action: &str) -> bool {
        let wrong = self.has_specialized_size(ty);
        if wrong {
            self.report(
                Diagnostic::error(
                    Code::SpecializationConstant,
                    span,
                    format!("an array sized by a specialization constant cannot be {action}"),
                )
                .with_note("GL_KHR_vulkan_glsl: its size is not known when the shader is compiled"),
            );
        }
        !wrong
    }

    /// `==` and `!=` on whole values of any type without opaque parts.
    fn equality(
        &mut self,
        operation: BinaryOperation,
        op: BinaryOperator,
        op_span: Span,
        left: Spanned,
        right: Spanned,
        span: Span,
    ) -> Operand {
        let (Some(left_type), Some(right_type)) = (self.type_of(&left.0), self.type_of(&right.0)) else {
            return Operand::Error;
        };
        let conversions = self.conversions();
        let common = if left_type == right_type {
            Some(left_type)
        } else if conversions.implicit(&self.types, left_type, right_type).is_some() {
            Some(right_type)
        } else {
            conversions.implicit(&self.types, right_type, left_type).map(|_| left_type)
        };
        let comparable = |ty: Handle<Type>| {
            !self.contains_opaque(ty)
                && !self.contains_reference(ty)
                && self.hidden_part(ty).is_none_or(|part| part.compares)
                && ty != self.common.void
                && self.small_float_part(ty).is_none()
        };
        let Some(common) = common.filter(|&ty| comparable(ty)) else {
            return self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
        };
        if !self.no_specialized_size(common, op_span, "compared") {
            return Operand::Error;
        }
        let l = self.convert(left.0, common, left.1);
        let r = self.convert(right.0, common, right.1);
        let result = self.common.bool;
        self.binary_operation(operation, (l, left.1), (r, right.1), result, op_span, span)
    }

    pub(in crate::sema) fn operand_error(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: (Handle<Type>, Span),
        right: (Handle<Type>, Span),
    ) -> Operand {
        let (left_text, right_text) = (self.spell(left.0), self.spell(right.0));
        let mut diagnostic = Diagnostic::error(
            Code::OperandType,
            op_span,
            format!("operator `{}` does not work on `{left_text}` and `{right_text}`", spelling(op)),
        )
        .with_secondary(left.1, format!("this is `{left_text}`"))
        .with_secondary(right.1, format!("this is `{right_text}`"));
        let vectors = matches!(self.types.get(left.0), Type::Vector(..)) && left.0 == right.0;
        let help = match op {
            BinaryOperator::Less if vectors => Some("compare vectors by component with `lessThan(a, b)`"),
            BinaryOperator::LessEqual if vectors => Some("compare vectors by component with `lessThanEqual(a, b)`"),
            BinaryOperator::Greater if vectors => Some("compare vectors by component with `greaterThan(a, b)`"),
            BinaryOperator::GreaterEqual if vectors => {
                Some("compare vectors by component with `greaterThanEqual(a, b)`")
            }
            BinaryOperator::Remainder
                if self.types.scalar_of(left.0).is_some_and(|it| it.kind == ScalarKind::Float) =>
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

    /// The component type of a scalar, vector or matrix, not of a cooperative matrix, which has no `++`.
    pub(in crate::sema) fn operator_scalar(&self, ty: Handle<Type>) -> Option<Scalar> {
        self.types.get(ty).scalar()
    }

    /// The value 1 of a scalar, vector or matrix type, for `++` and `--`.
    pub(in crate::sema) fn one(&mut self, ty: Handle<Type>) -> Option<Operand> {
        let scalar = self.operator_scalar(ty)?;
        let int = self.int_constant(1);
        let scalar_type = self.types.insert(Type::Scalar(scalar));
        let one = self.folder().convert(int, scalar_type)?;
        Some(self.splat(Operand::Constant(one), ty, Span::UNDEFINED))
    }

    /// A scalar constant of `uint` or `int` as `u32`, for sizes.
    pub(in crate::sema) fn size_value(&self, constant: Handle<Constant>) -> Option<u32> {
        u32::try_from(self.integer_value(constant)?).ok()
    }

    /// Whether a constant depends on a specialization constant.
    pub(in crate::sema) fn is_specialization(&mut self, constant: Handle<Constant>) -> bool {
        match self.constants.get_handle(constant).map(|constant| &constant.kind) {
            Ok(ConstantKind::Scalar(_) | ConstantKind::Null) | Err(_) => false,
            _ => self.folder().depends_on_specialization(constant),
        }
    }

    /// The type of a vector of `count` components of `scalar`, or the scalar.
    pub(super) fn shaped(&mut self, scalar: Scalar, count: u32) -> Handle<Type> {
        match vector_size(count) {
            Some(size) => self.types.insert(Type::Vector(size, scalar)),
            None => self.types.insert(Type::Scalar(scalar)),
        }
    }
}

/// Says what to do about an operand that no operator takes.
pub(in crate::sema) fn without_arithmetic(diagnostic: Diagnostic, format: SmallFloat) -> Diagnostic {
    diagnostic
        .with_help("convert it first: `float(...)`")
        .with_note(format!("no operator works on `{}` alone: it is for storage and conversion", format.name()))
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
