//! Unary and binary operations.
//!
//! Comes in: operands with their HIR types. Goes out: the instructions of the operation. Must not depend on: where
//! operands come from.

use super::function::FunctionWriter;
use super::opcode::binary_opcode;
use super::type_key::width;
use super::{Lowered, OrBug};
use crate::hir::{BinaryOperation, Scalar, ScalarKind, Type, UnaryOperation};
use rspirv::spirv::Op;

/// A value with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// The value.
    pub id: u32,
    /// Its type.
    pub ty: Type,
}

impl FunctionWriter<'_, '_> {
    /// A unary operation on a value of type `ty`.
    pub(super) fn unary(&mut self, operation: UnaryOperation, operand: u32, ty: &Type) -> Lowered<u32> {
        let scalar = ty.component().or_bug("a numeric operand")?;
        let opcode = match operation {
            UnaryOperation::Negate if scalar.kind == ScalarKind::Float => Op::FNegate,
            UnaryOperation::Negate => Op::SNegate,
            UnaryOperation::BitNot => Op::Not,
            UnaryOperation::LogicalNot => Op::LogicalNot,
        };
        let ty = self.plain_type(ty)?;
        self.emit_ids(opcode, ty, &[operand])
    }

    /// A binary operation whose result is of type `result`.
    pub(super) fn binary(
        &mut self,
        operation: BinaryOperation,
        left: &Typed,
        right: &Typed,
        result: &Type,
    ) -> Lowered<u32> {
        use BinaryOperation as B;
        match operation {
            B::Equal | B::NotEqual => return self.compare(operation, left, right),
            B::Multiply => {
                if let Some(product) = self.product(left, right, result)? {
                    return Ok(product);
                }
            }
            _ => {}
        }
        let scalar = left.ty.component().or_bug("a numeric operand")?;
        let opcode = binary_opcode(operation, scalar.kind).or_bug("an operation on these operands")?;
        let ty = self.plain_type(result)?;
        self.emit_ids(opcode, ty, &[left.id, right.id])
    }

    /// Products that have an instruction of their own.
    fn product(&mut self, left: &Typed, right: &Typed, result: &Type) -> Lowered<Option<u32>> {
        let ty = self.plain_type(result)?;
        let is_float = |scalar: Scalar| scalar.kind == ScalarKind::Float;
        let (opcode, left, right) = match (&left.ty, &right.ty) {
            (Type::Matrix { .. }, Type::Matrix { .. }) => (Op::MatrixTimesMatrix, left.id, right.id),
            (Type::Matrix { .. }, Type::Vector(..)) => (Op::MatrixTimesVector, left.id, right.id),
            (Type::Vector(..), Type::Matrix { .. }) => (Op::VectorTimesMatrix, left.id, right.id),
            (Type::Matrix { .. } | Type::Extension(_), Type::Scalar(_)) => (Op::MatrixTimesScalar, left.id, right.id),
            (Type::Scalar(_), Type::Matrix { .. } | Type::Extension(_)) => (Op::MatrixTimesScalar, right.id, left.id),
            (&Type::Vector(_, scalar), Type::Scalar(_)) if is_float(scalar) => {
                (Op::VectorTimesScalar, left.id, right.id)
            }
            (Type::Scalar(_), &Type::Vector(_, scalar)) if is_float(scalar) => {
                (Op::VectorTimesScalar, right.id, left.id)
            }
            _ => return Ok(None),
        };
        Ok(Some(self.emit_ids(opcode, ty, &[left, right])?))
    }

    /// Whether whole scalars or vectors are equal, or unequal.
    fn compare(&mut self, operation: BinaryOperation, left: &Typed, right: &Typed) -> Lowered<u32> {
        let scalar = left.ty.scalar().or_bug("a comparison of scalars or vectors")?;
        let opcode = binary_opcode(operation, scalar.kind).or_bug("a comparison")?;
        let width = width(&left.ty).or_bug("a comparison of scalars or vectors")?;
        let bools = self.module.sized_type(width, Scalar::BOOL)?;
        let compared = self.emit_ids(opcode, bools, &[left.id, right.id])?;
        if width.is_none() {
            return Ok(compared);
        }
        let joined = if operation == BinaryOperation::Equal { Op::All } else { Op::Any };
        let bool_type = self.module.scalar_type(Scalar::BOOL);
        self.emit_ids(joined, bool_type, &[compared])
    }
}
