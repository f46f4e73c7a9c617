//! Cooperative matrices: the type, constructors, operators, restrictions (GL_KHR_cooperative_matrix).
//!
//! Comes in: evaluated parameters and operands. Goes out: types and values. Must not depend on: the grammar of the
//! parameters, how loads, stores and multiplications become SPIR-V.

pub(super) mod check;
mod constant_argument;
pub(super) mod conversion;
pub(super) mod function;
pub(in crate::sema) mod function_argument;
mod messages;

use crate::builtins::{extensions, scalar_name};
use crate::diagnostics::with_article;
use crate::hir::{
    BinaryOperation, ConstantKind, ConstantOperation, CooperativeMatrix, ExtensionType, Handle, MatrixComponent,
    MatrixUse, ScalarKind, Span, StorageClass, Type, ValueKind,
};
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::expressions::operation::{BinaryOperands, Domain, spelling, without_arithmetic};
use crate::sema::extensions::hook::{CheckedCall, Construction, HiddenPart, TypeHooks};
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// Where values of cooperative matrices cannot be used.
pub(super) const HIDDEN: HiddenPart = HiddenPart {
    what: "cooperative matrix",
    code: Code::CooperativeMatrixMisplaced,
    note: "GL_KHR_cooperative_matrix, 4.1: only variables, parameters and results of functions",
    help: Some("declare an array of numbers and use `coopMatLoad` and `coopMatStore`"),
    rank: 0,
    compares: false,
    in_shared: false,
};

/// The hooks for `coopmat`.
pub(super) static MATRIX_HOOKS: TypeHooks = HOOKS;

/// The hooks for cooperative matrices of any family.
pub(super) const HOOKS: TypeHooks = TypeHooks {
    construct: Some(|analyzer, it| analyzer.construct_cooperative_matrix(it)),
    unary: Some(|analyzer, op, ty| {
        let scalar = analyzer.module.types.get(ty).cooperative_matrix().and_then(|matrix| matrix.scalar());
        Some(op == UnaryOperator::Negate && scalar.is_some_and(|it| Domain::Numeric.contains(it)))
    }),
    binary: Some(|analyzer, it| Some(analyzer.cooperative_binary(it))),
    element: Some(|analyzer, ty| Some(analyzer.matrix_component(analyzer.module.types.get(ty).cooperative_matrix()?))),
    length: Some(|analyzer, ty, span| analyzer.cooperative_length(ty, span)),
    hidden: Some(HIDDEN),
    ..TypeHooks::new(|analyzer, arguments, _| analyzer.cooperative_matrix_type(arguments))
};

/// The scopes that may share a matrix: `gl_ScopeWorkgroup` and `gl_ScopeSubgroup`.
const MATRIX_SCOPES: [u32; 2] = [2, 3];

impl Analyzer<'_> {
    /// The type `coopmat<component, scope, rows, columns, use>`. Rows, columns and the choice between the two scopes
    /// are checked when the pipeline is created: the device says what it supports (GL_KHR_cooperative_matrix, 4.1).
    fn cooperative_matrix_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(component, component_span), scope, rows, columns, matrix_use] = arguments else {
            return None;
        };
        let component = match *self.module.types.get(component) {
            Type::Scalar(scalar) if scalar.kind != ScalarKind::Bool => MatrixComponent::Scalar(scalar),
            // The shader has to make sure that it is one.
            Type::Spirv(_) => MatrixComponent::Numbered(component),
            _ => {
                let spelled = self.spell(component);
                self.report(messages::components_are_numbers(component_span, &spelled));
                return None;
            }
        };
        let use_span = matrix_use.span();
        let number = self.integer_value(matrix_use.constant()?);
        let Some(&matrix_use) = number.and_then(|number| MatrixUse::ALL.get(usize::try_from(number).ok()?)) else {
            let names = MatrixUse::ALL.map(|it| format!("`{}`", it.name())).join(", ");
            self.report(messages::no_such_use(use_span, number, &names));
            return None;
        };
        let scope_span = scope.span();
        let (scope, rows, columns) = (scope.constant()?, rows.constant()?, columns.constant()?);
        if !self.is_specialization(scope)
            && let Some(number) = self.integer_value(scope)
            && !MATRIX_SCOPES.contains(&(number as u32))
        {
            self.report(messages::no_such_scope(scope_span, &(number as u32 as i32)));
            return None;
        }
        Some(self.module.types.insert(CooperativeMatrix { component, scope, rows, columns, matrix_use }.into()))
    }

    /// The type of a component.
    fn matrix_component(&mut self, matrix: CooperativeMatrix) -> Handle<Type> {
        match matrix.component {
            MatrixComponent::Scalar(scalar) => self.module.scalar(scalar),
            MatrixComponent::Numbered(ty) => ty,
        }
    }

    /// `left op right` where one is a cooperative matrix (GL_KHR_cooperative_matrix, 5.9).
    fn cooperative_binary(&mut self, it: &BinaryOperands<'_>) -> Operand {
        let &BinaryOperands { op, op_span, left: (left, left_type), right: (right, right_type), span } = it;
        let matrices = (
            self.module.types.get(left_type).cooperative_matrix(),
            self.module.types.get(right_type).cooperative_matrix(),
        );
        let operation = match op {
            BinaryOperator::Add => Some(BinaryOperation::Add),
            BinaryOperator::Subtract => Some(BinaryOperation::Subtract),
            BinaryOperator::Multiply => Some(BinaryOperation::Multiply),
            BinaryOperator::Divide => Some(BinaryOperation::Divide),
            _ => None,
        };
        let scales = |matrix: CooperativeMatrix, other: Handle<Type>| {
            op == BinaryOperator::Multiply
                && matrix.scalar().is_some_and(|scalar| *self.module.types.get(other) == Type::Scalar(scalar))
        };
        let result = match matrices {
            // Some formats are for storage and conversion only (GL_EXT_bfloat16, 5.9).
            // The type is unknown.
            (Some(matrix), _) | (_, Some(matrix)) if matrix.scalar().is_none() => None,
            _ if self.small_float_part(left_type).or_else(|| self.small_float_part(right_type)).is_some() => None,
            (Some(_), Some(_)) if left_type == right_type => Some(left_type),
            (Some(matrix), None) if scales(matrix, right_type) => Some(left_type),
            (None, Some(matrix)) if scales(matrix, left_type) => Some(right_type),
            _ => None,
        };
        let (Some(operation), Some(ty)) = (operation, result) else {
            self.cooperative_operand_error(op, op_span, (left_type, left.1), (right_type, right.1));
            return Operand::Error;
        };
        if let (&Operand::Constant(left), &Operand::Constant(right)) = (&left.0, &right.0)
            && let Some(folded) = self.folder().binary(operation, left, right).constant()
        {
            return Operand::Constant(folded);
        }
        let (Some(left), Some(right)) = (self.value(left.0.clone(), left.1), self.value(right.0.clone(), right.1))
        else {
            return Operand::Error;
        };
        Operand::Value(self.builder.evaluate(ValueKind::Binary { operation, left, right }, ty, span))
    }

    fn cooperative_operand_error(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: (Handle<Type>, Span),
        right: (Handle<Type>, Span),
    ) {
        let (left_text, right_text) = (self.spell(left.0), self.spell(right.0));
        let matrix = self
            .module
            .types
            .get(left.0)
            .cooperative_matrix()
            .or_else(|| self.module.types.get(right.0).cooperative_matrix());
        let both = self.module.types.get(left.0).cooperative_matrix().is_some()
            && self.module.types.get(right.0).cooperative_matrix().is_some();
        let arithmetic = matches!(
            op,
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide
        );
        let is_scalar = |ty| matches!(self.module.types.get(ty), Type::Scalar(_));
        let with_scalar = is_scalar(left.0) || is_scalar(right.0);
        let format = self.small_float_part(left.0).or_else(|| self.small_float_part(right.0));
        let scalar = matrix.and_then(|matrix| matrix.scalar());
        let help = match scalar {
            _ if format.is_some() => None,
            None => None,
            _ if !arithmetic => Some("work on the components: `m[i]` for `i` below `m.length()`".to_owned()),
            _ if both => {
                Some("convert one with the constructor of the other's type, if only the components differ".to_owned())
            }
            Some(scalar) if with_scalar && op == BinaryOperator::Multiply => {
                Some(format!("convert the number: `{}(...)`", scalar_name(scalar)))
            }
            Some(_) if with_scalar => Some("convert the number to a matrix with a constructor".to_owned()),
            _ => None,
        };
        let mut diagnostic = messages::wrong_operands(op_span, &spelling(op), &left_text, &right_text, left.1, right.1);
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        if let Some(format) = format {
            diagnostic = without_arithmetic(diagnostic, format);
        }
        self.report(diagnostic);
    }

    /// Checks that the result of a conversion function has components that are 8-bit floats, and can be constructed
    /// from the argument; returns whether it is so.
    fn check_matrix_conversion(&mut self, result: (Handle<Type>, Span), value: (Handle<Type>, Span)) -> bool {
        let (Some(to), Some(from)) =
            (self.module.types.get(result.0).cooperative_matrix(), self.module.types.get(value.0).cooperative_matrix())
        else {
            return true;
        };
        let is_float8 = |matrix: CooperativeMatrix| {
            let scalar = matrix.scalar();
            scalar.is_some_and(|scalar| matches!(scalar.kind, ScalarKind::SmallFloat(_)) && scalar.width == 1)
        };
        let message = if !is_float8(to) {
            messages::saturated_to_other_than_float8(result.1, &self.spell(result.0))
        } else if let Some(kept) = self.conversion_difference(from, to) {
            messages::saturated_changes_matrix(value.1, kept, &self.spell(value.0), &self.spell(result.0))
        } else {
            return true;
        };
        self.report(message);
        false
    }

    /// `coopmat<...>(x)`: from a number, or from a matrix of the same scope, shape and use with other components
    /// (GL_KHR_cooperative_matrix, 5.4).
    fn construct_cooperative_matrix(&mut self, it: &Construction<'_>) -> Operand {
        let &Construction { ty, arguments, type_span, span } = it;
        let Some(matrix) = self.module.types.get(ty).cooperative_matrix() else { return Operand::Error };
        let [argument] = arguments else {
            self.report(messages::several_arguments(type_span, &arguments.len()));
            return Operand::Error;
        };
        match *self.module.types.get(argument.ty) {
            Type::Scalar(from) if from.kind != ScalarKind::Bool && matrix.scalar().is_some() => {
                self.cooperative_splat(ty, matrix, argument, span)
            }
            Type::Spirv(_) if matrix.component == MatrixComponent::Numbered(argument.ty) => {
                self.cooperative_splat(ty, matrix, argument, span)
            }
            Type::Extension(ExtensionType::CooperativeMatrix(from)) => match self.conversion_difference(from, matrix) {
                None if argument.ty == ty => argument.operand.clone(),
                None => self.convert(argument.operand.clone(), ty, argument.span),
                Some(what) => {
                    let sum = from.matrix_use == MatrixUse::Accumulator && from.matrix_use != matrix.matrix_use;
                    let (from, to) = (self.spell(argument.ty), self.spell(ty));
                    let mut diagnostic = messages::conversion_keeps_part(argument.span, &what, &from, &to);
                    if sum && what == "use" {
                        diagnostic = diagnostic.with_help(
                            "add `#extension GL_NV_cooperative_matrix2 : require` after `#version`: it converts accumulators to factors",
                        );
                    }
                    self.report(diagnostic);
                    Operand::Error
                }
            },
            _ => {
                let spelled = self.spell(argument.ty);
                self.report(messages::not_from_type(argument.span, &with_article(&spelled)));
                Operand::Error
            }
        }
    }

    fn cooperative_splat(
        &mut self,
        ty: Handle<Type>,
        matrix: CooperativeMatrix,
        argument: &EvaluatedArgument,
        span: Span,
    ) -> Operand {
        let component = self.matrix_component(matrix);
        let converted = self.convert(argument.operand.clone(), component, argument.span);
        if let Operand::Constant(constant) = converted {
            return Operand::Constant(self.constant(ty, ConstantKind::Composite(vec![constant])));
        }
        let Some(value) = self.value(converted, argument.span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Splat(value), ty, span))
    }

    /// Whether an accumulator may become a factor (GL_NV_cooperative_matrix2, 5.4).
    fn may_change_use(&self, from: CooperativeMatrix, to: CooperativeMatrix) -> bool {
        self.is_on(extensions::GL_NV_cooperative_matrix2)
            && from.matrix_use == MatrixUse::Accumulator
            && to.matrix_use != MatrixUse::Accumulator
    }

    /// The property that must not differ between the two types of a conversion, but does.
    fn conversion_difference(&self, from: CooperativeMatrix, to: CooperativeMatrix) -> Option<&'static str> {
        if from.scope != to.scope {
            Some("scope")
        } else if from.rows != to.rows {
            Some("number of rows")
        } else if from.columns != to.columns {
            Some("number of columns")
        } else if from.matrix_use != to.matrix_use && !self.may_change_use(from, to) {
            Some("use")
        } else if from.component != to.component && (from.scalar().is_none() || to.scalar().is_none()) {
            Some("component type where it is one by number")
        } else {
            None
        }
    }

    /// `m.length()`: a constant expression where one is needed, else computed where it stands, since the driver knows
    /// best. A scalar `int`.
    fn cooperative_length(&mut self, matrix: Handle<Type>, span: Span) -> Operand {
        let (int, uint) = (self.common.int, self.common.uint);
        let length = if self.constant_context {
            let operation = ConstantOperation::DeviceLength(matrix);
            Operand::Constant(self.constant(uint, ConstantKind::Operation(operation)))
        } else {
            Operand::Value(self.builder.evaluate(ValueKind::DeviceLength(matrix), uint, span))
        };
        self.convert(length, int, span)
    }

    /// Checks the arguments of a multiplication against each other (GL_KHR_cooperative_matrix, 8): uses, one scope,
    /// shapes as far as they are known. Returns whether all are right.
    fn check_factors(&mut self, it: &CheckedCall<'_>) -> bool {
        let &CheckedCall { function, prototype, given, .. } = it;
        let mut matrices =
            given.iter().filter_map(|&(ty, _, span)| Some((self.module.types.get(ty).cooperative_matrix()?, span)));
        let (Some(a), Some(b), Some(c)) = (matrices.next(), matrices.next(), matrices.next()) else { return true };
        let all = [a, b, c];
        for (index, ((matrix, span), matrix_use)) in all.into_iter().zip(MatrixUse::ALL).enumerate() {
            if matrix.matrix_use != MatrixUse::Any && matrix.matrix_use != matrix_use {
                let name = prototype.parameters.get(index).map_or("", |parameter| parameter.name);
                let (needed, found) = (matrix_use.name(), matrix.matrix_use.name());
                self.report(messages::wrong_use(span, &name, &function.name, &needed, &found));
                return false;
            }
        }
        let differ = |first, second| {
            let (first, second) = (self.integer_value(first)?, self.integer_value(second)?);
            (first as u32 != second as u32).then_some((first as u32, second as u32))
        };
        let rules = [
            (differ(a.0.scope, b.0.scope), b.1, "the scope of A", "that of B"),
            (differ(a.0.scope, c.0.scope), c.1, "the scope of A", "that of C"),
            (differ(a.0.columns, b.0.rows), b.1, "the number of columns of A", "the number of rows of B"),
            (differ(a.0.rows, c.0.rows), c.1, "the number of rows of A", "that of C"),
            (differ(b.0.columns, c.0.columns), c.1, "the number of columns of B", "that of C"),
        ];
        for (difference, span, first_name, second_name) in rules {
            if let Some((first, second)) = difference {
                self.report(messages::parts_differ(span, &first_name, &first, &second_name, &second));
                return false;
            }
        }
        true
    }

    /// Checks the bits of `matrixOperands` with which SPIR-V marks components as signed. GLSL has no names for them,
    /// since the types say it; the bits may repeat that.
    fn check_signed_matrices(
        &mut self,
        operands: &[(Operand, Handle<Type>, Span)],
        flags: &Operand,
        span: Span,
    ) -> bool {
        use spirv::CooperativeMatrixOperands as Bits;
        let &Operand::Constant(flags) = flags else { return true };
        let bits = Bits::from_bits_truncate(self.integer_value(flags).unwrap_or(0) as u32);
        let signed = [
            (Bits::MATRIX_A_SIGNED_COMPONENTS_KHR, 0),
            (Bits::MATRIX_B_SIGNED_COMPONENTS_KHR, 1),
            (Bits::MATRIX_C_SIGNED_COMPONENTS_KHR, 2),
            (Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR, 2),
        ];
        for (bit, index) in signed {
            let Some(&(_, ty, _)) = operands.get(index).filter(|_| bits.contains(bit)) else { continue };
            if self.module.types.get(ty).component().is_none_or(|scalar| scalar.kind != ScalarKind::Sint) {
                let (bit, spelled) = (bit.bits(), self.spell(ty));
                self.report(messages::no_signed_components(span, bit, &with_article(&spelled)));
                return false;
            }
        }
        true
    }
}

/// Checks the arguments of a multiplication against each other.
pub(super) fn check_multiply(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    analyzer.check_factors(call)
        && call
            .operands
            .get(3)
            .is_none_or(|(flags, _, span)| analyzer.check_signed_matrices(call.operands, flags, *span))
}

/// Checks a conversion to 8-bit floats.
pub(super) fn check_saturated_conversion(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let &[(result, _, result_span), (value, _, value_span)] = call.given else { return true };
    analyzer.check_matrix_conversion((result, result_span), (value, value_span))
}

/// Checks the stride if the layout of a matrix in memory restricts it.
pub(super) fn check_stride(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let [.., (stride, _, span), (layout, ..)] = call.operands else { return true };
    analyzer.check_matrix_stride(layout, stride, *span)
}

/// Checks that a function decodes from a buffer.
pub(super) fn check_decode(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let in_workgroup =
        |operand: &Operand| matches!(operand, Operand::Place(path) if path.storage == StorageClass::Workgroup);
    let Some((.., span)) = call.operands.iter().find(|(operand, ..)| call.has_function && in_workgroup(operand)) else {
        return true;
    };
    analyzer.report(messages::decodes_shared_memory(*span, &call.function.name));
    false
}
