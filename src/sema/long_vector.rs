//! Vectors of any length (GL_EXT_long_vector): those of two to four components are the vectors of the core language.
//!
//! Comes in: the parameters of the type. Goes out: the type. Must not know: what is done with it; longer vectors are
//! vectors like others.

use super::call::EvaluatedArgument;
use super::operand::Operand;
use super::overload::BuiltinOverload;
use super::type_argument::TypeArgument;
use super::{Analyzer, Code};
use crate::builtins::{Function, RowInstance};
use crate::diagnostics::Diagnostic;
use crate::hir::{BinaryOperation, Constant, Handle, Scalar, ScalarKind, Span, Type, ValueKind, VectorSize};
use crate::syntax::ast::BinaryOperator;

const CITATION: &str = "GL_EXT_long_vector, 4.1.5 Vectors";

/// Vectors are no longer than this. Every implementation has vectors of 1024 components at least; what is computed with
/// constants is computed for each component.
const MOST_COMPONENTS: u32 = 4096;

impl Analyzer<'_> {
    /// The overloads of a built-in function for long vectors, if an argument is one: in chapter 8 the placeholders that
    /// stand for vectors of two, three and four components stand for those of any length.
    pub(super) fn long_candidates(
        &self,
        function: &'static Function,
        arguments: &[Handle<Type>],
    ) -> Vec<BuiltinOverload> {
        let size = arguments.iter().find_map(|&ty| match *self.types.get(ty) {
            Type::Vector(size, _) if size.is_long() => Some(size),
            _ => None,
        });
        if size.is_none() {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        for prototype in function.prototypes.iter().filter(|prototype| self.gate_is_open(prototype.gate)) {
            if !prototype.takes(arguments.len()) {
                continue;
            }
            let rows = (0..prototype.instances).filter(|&row| prototype.has_long_form(row));
            candidates.extend(rows.map(|row| BuiltinOverload { prototype, instance: RowInstance { row, size } }));
        }
        candidates
    }

    /// `vector<component, length>`
    pub(super) fn long_vector_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(component, component_span), TypeArgument::Constant(length, length_span)] = arguments
        else {
            return None;
        };
        let scalar = match *self.types.get(component) {
            Type::Scalar(scalar) => scalar,
            _ => {
                let spelled = self.spell(component);
                let message = format!("the components of a vector are numbers or booleans, this is `{spelled}`");
                self.report(Diagnostic::error(Code::VectorComponent, component_span, message).with_note(CITATION));
                return None;
            }
        };
        if self.is_specialization(length) {
            return Some(self.types.insert(Type::SpecializedVector { scalar, length }));
        }
        let message = match self.integer_value(length).map(|length| length as u32) {
            Some(length @ ..=MOST_COMPONENTS) => match VectorSize::new(length) {
                Some(size) => return Some(self.types.insert(Type::Vector(size, scalar))),
                None => format!("a vector has two components at least, this has {length}"),
            },
            Some(length) if (length as i32) < 0 => {
                format!("a vector has two components at least, this has {}", length as i32)
            }
            Some(length) => format!("a vector of {length} components is too long, the limit is {MOST_COMPONENTS}"),
            None => return None,
        };
        self.report(Diagnostic::error(Code::VectorLength, length_span, message).with_note(CITATION));
        None
    }

    /// `vector<component, N>(x)` where N depends on a specialization constant: from a number for all components, or from a
    /// vector of the same length.
    pub(super) fn construct_specialized_vector(
        &mut self,
        ty: Handle<Type>,
        (scalar, length): (Scalar, Handle<Constant>),
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let [argument] = arguments else {
            let message = format!(
                "a vector of a length that is not known is built from one argument, this call has {}",
                arguments.len()
            );
            self.report(
                Diagnostic::error(Code::ConstructorArgumentCount, type_span, message)
                    .with_note("how many components are missing depends on a specialization constant"),
            );
            return Operand::Error;
        };
        if !self.converts_small_floats(argument, scalar) {
            return Operand::Error;
        }
        let is_number = |scalar: Scalar| scalar.kind != ScalarKind::Bool;
        match *self.types.get(argument.ty) {
            Type::Scalar(_) => {
                if !self.allows_arithmetic(ty, "repeated in a vector", type_span) {
                    return Operand::Error;
                }
                let component = self.types.insert(Type::Scalar(scalar));
                let converted = self.convert(argument.operand.clone(), component, argument.span);
                self.splat(converted, ty, span)
            }
            Type::SpecializedVector { scalar: from, length: from_length }
                if from_length == length && (from == scalar || is_number(from) && is_number(scalar)) =>
            {
                self.convert(argument.operand.clone(), ty, argument.span)
            }
            _ => {
                let (from, to) = (self.spell(argument.ty), self.spell(ty));
                self.report(
                    Diagnostic::error(
                        Code::ConstructorArgument,
                        argument.span,
                        format!("a `{to}` cannot be built from a `{from}`"),
                    )
                    .with_note("it is built from a number, or from numbers in a vector of the same length"),
                );
                Operand::Error
            }
        }
    }

    /// `left op right` where one is a vector whose length depends on a specialization constant; `None` if none is. The
    /// other is of the same type, or a scalar that converts to its component type (GLSL 4.60, 5.9).
    pub(super) fn specialized_binary(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: &(Operand, Span),
        right: &(Operand, Span),
        span: Span,
    ) -> Option<Operand> {
        let (left_type, right_type) = (self.type_of(&left.0)?, self.type_of(&right.0)?);
        let vector = [left_type, right_type]
            .into_iter()
            .find(|&ty| matches!(self.types.get(ty), Type::SpecializedVector { .. }))?;
        let scalar = self.types.get(vector).component()?;
        let is_integer = matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
        let is_number = is_integer || scalar.kind == ScalarKind::Float;
        let (operation, fits) = match op {
            BinaryOperator::Add => (BinaryOperation::Add, is_number),
            BinaryOperator::Subtract => (BinaryOperation::Subtract, is_number),
            BinaryOperator::Multiply => (BinaryOperation::Multiply, is_number),
            BinaryOperator::Divide => (BinaryOperation::Divide, is_number),
            BinaryOperator::Remainder => (BinaryOperation::Modulo, is_integer),
            BinaryOperator::BitAnd => (BinaryOperation::BitAnd, is_integer),
            BinaryOperator::BitOr => (BinaryOperation::BitOr, is_integer),
            BinaryOperator::BitXor => (BinaryOperation::BitXor, is_integer),
            BinaryOperator::ShiftLeft => (BinaryOperation::ShiftLeft, is_integer && left_type == vector),
            BinaryOperator::ShiftRight => (BinaryOperation::ShiftRight, is_integer && left_type == vector),
            _ => (BinaryOperation::Add, false),
        };
        let component = self.types.insert(Type::Scalar(scalar));
        let takes = |ty: Handle<Type>| {
            let Type::Scalar(from) = *self.types.get(ty) else { return ty == vector };
            // How far is shifted may be an integer of any type.
            let shifts = matches!(operation, BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight);
            shifts && matches!(from.kind, ScalarKind::Sint | ScalarKind::Uint)
                || self.conversions().implicit(&self.types, ty, component).is_some()
        };
        if !fits || !takes(left_type) || !takes(right_type) {
            return Some(self.operand_error(op, op_span, (left_type, left.1), (right_type, right.1)));
        }
        let mut operands = Vec::with_capacity(2);
        for (operand, operand_type) in [(left, left_type), (right, right_type)] {
            let mut whole = operand.0.clone();
            if operand_type != vector {
                whole = self.convert(whole, component, operand.1);
                whole = self.splat(whole, vector, operand.1);
            }
            let Some(value) = self.value(whole, operand.1) else { return Some(Operand::Error) };
            operands.push(value);
        }
        let &[left, right] = operands.as_slice() else { return Some(Operand::Error) };
        Some(Operand::Value(self.builder.evaluate(ValueKind::Binary { operation, left, right }, vector, span)))
    }
}
