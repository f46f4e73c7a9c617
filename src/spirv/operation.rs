//! Unary and binary operations.
//!
//! Comes in: operands with their HIR types. Goes out: the instructions of the operation. Must not depend on: where
//! operands come from.

use super::function::FunctionWriter;
use super::opcode::binary_opcode;
use super::type_key::{Width, width};
use super::{Bug, Lowered, OrBug};
use crate::hir::{BinaryOperation, Scalar, ScalarKind, Type, UnaryOperation, VectorSize};
use rspirv::spirv::Op;

/// A value with its type.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// The value.
    pub id: u32,
    /// Its type.
    pub ty: Type,
}

impl<'a> FunctionWriter<'_, 'a> {
    /// A unary operation on a value of type `ty`.
    pub(super) fn unary(&mut self, operation: UnaryOperation, operand: u32, ty: &Type) -> Lowered<u32> {
        let scalar = ty.component().or_bug("a numeric operand")?;
        let opcode = match operation {
            UnaryOperation::Negate if scalar.kind == ScalarKind::Float => Op::FNegate,
            UnaryOperation::Negate => Op::SNegate,
            UnaryOperation::BitNot => Op::Not,
            UnaryOperation::LogicalNot => Op::LogicalNot,
        };
        if let Type::Matrix { columns, rows, scalar } = *ty {
            let column_type = self.module.vector_type(rows.get(), scalar);
            let mut results = Vec::new();
            for column in 0..columns.get() {
                let column = self.extract(operand, column_type, column)?;
                results.push(self.emit_ids(opcode, column_type, &[column])?);
            }
            let ty = self.plain_type(ty)?;
            return self.emit_ids(Op::CompositeConstruct, ty, &results);
        }
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
            B::Equal => return self.equal(left, right),
            B::NotEqual => return self.not_equal(left, right),
            B::Multiply => {
                if let Some(product) = self.product(left, right, result)? {
                    return Ok(product);
                }
            }
            _ => {}
        }
        if let Type::CooperativeMatrix(matrix) = *result {
            let scalar = matrix.scalar().or_bug("a matrix of numbers")?;
            let opcode = binary_opcode(operation, scalar.kind).or_bug("an operation on these matrices")?;
            let ty = self.plain_type(result)?;
            return self.emit_ids(opcode, ty, &[left.id, right.id]);
        }
        let scalar = left.ty.scalar().or_bug("a numeric operand")?;
        let opcode = binary_opcode(operation, scalar.kind).or_bug("an operation on these operands")?;
        if let Type::Matrix { columns, rows, scalar } = *result {
            return self.by_columns(opcode, left, right, (columns.get(), rows, scalar));
        }
        let width = width(result).or_bug("a scalar or vector operation")?;
        let left = self.widen(left, width)?;
        let right = self.widen(right, width)?;
        let ty = self.plain_type(result)?;
        self.emit_ids(opcode, ty, &[left, right])
    }

    /// A scalar that meets a vector is repeated; anything else stays.
    fn widen(&mut self, operand: &Typed, width: Width) -> Lowered<u32> {
        match operand.ty {
            Type::Scalar(scalar) if width.is_some() => self.splat(operand.id, scalar, width),
            _ => Ok(operand.id),
        }
    }

    /// Matrices have no arithmetic but products; it is done on their columns.
    fn by_columns(
        &mut self,
        opcode: Op,
        left: &Typed,
        right: &Typed,
        (columns, rows, scalar): (u32, VectorSize, Scalar),
    ) -> Lowered<u32> {
        let column_type = self.module.vector_type(rows.get(), scalar);
        // A scalar operand meets every column.
        let left_scalar = self.widened_scalar(left, rows)?;
        let right_scalar = self.widened_scalar(right, rows)?;
        let mut results = Vec::new();
        for column in 0..columns {
            let a = match left_scalar {
                Some(vector) => vector,
                None => self.extract(left.id, column_type, column)?,
            };
            let b = match right_scalar {
                Some(vector) => vector,
                None => self.extract(right.id, column_type, column)?,
            };
            results.push(self.emit_ids(opcode, column_type, &[a, b])?);
        }
        let ty = if matches!(left.ty, Type::Matrix { .. }) { &left.ty } else { &right.ty };
        let ty = self.plain_type(ty)?;
        self.emit_ids(Op::CompositeConstruct, ty, &results)
    }

    fn widened_scalar(&mut self, operand: &Typed, rows: VectorSize) -> Lowered<Option<u32>> {
        match operand.ty {
            Type::Scalar(scalar) => Ok(Some(self.splat(operand.id, scalar, Some(rows))?)),
            _ => Ok(None),
        }
    }

    /// Products that have an instruction of their own.
    fn product(&mut self, left: &Typed, right: &Typed, result: &Type) -> Lowered<Option<u32>> {
        let ty = self.plain_type(result)?;
        let is_float = |scalar: Scalar| scalar.kind == ScalarKind::Float;
        let (opcode, left, right) = match (&left.ty, &right.ty) {
            (Type::Matrix { .. }, Type::Matrix { .. }) => (Op::MatrixTimesMatrix, left.id, right.id),
            (Type::Matrix { .. }, Type::Vector(..)) => (Op::MatrixTimesVector, left.id, right.id),
            (Type::Vector(..), Type::Matrix { .. }) => (Op::VectorTimesMatrix, left.id, right.id),
            (Type::CooperativeMatrix(_), Type::Scalar(_)) => (Op::MatrixTimesScalar, left.id, right.id),
            (Type::Scalar(_), Type::CooperativeMatrix(_)) => (Op::MatrixTimesScalar, right.id, left.id),
            (Type::Matrix { .. }, Type::Scalar(_)) => (Op::MatrixTimesScalar, left.id, right.id),
            (Type::Scalar(_), Type::Matrix { .. }) => (Op::MatrixTimesScalar, right.id, left.id),
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

    fn not_equal(&mut self, left: &Typed, right: &Typed) -> Lowered<u32> {
        let bool_type = self.module.scalar_type(Scalar::BOOL);
        match left.ty {
            Type::Scalar(scalar) => {
                let opcode = binary_opcode(BinaryOperation::NotEqual, scalar.kind).or_bug("a comparison")?;
                self.emit_ids(opcode, bool_type, &[left.id, right.id])
            }
            Type::Vector(size, scalar) => {
                let opcode = binary_opcode(BinaryOperation::NotEqual, scalar.kind).or_bug("a comparison")?;
                let bools = self.module.sized_type(Some(size), Scalar::BOOL)?;
                let differ = self.emit_ids(opcode, bools, &[left.id, right.id])?;
                self.emit_ids(Op::Any, bool_type, &[differ])
            }
            _ => {
                let equal = self.equal(left, right)?;
                self.emit_ids(Op::LogicalNot, bool_type, &[equal])
            }
        }
    }

    /// Whole-value equality: parts are compared from left to right, a stack holds those still to come.
    fn equal(&mut self, left: &Typed, right: &Typed) -> Lowered<u32> {
        let types = &self.module.hir.types;
        let bool_type = self.module.scalar_type(Scalar::BOOL);
        // Two extractions and a comparison for each part.
        self.module.has_ids_for(types.leaf_count(&left.ty).saturating_mul(3))?;
        let mut stack = vec![(left.id, right.id, left.ty.clone())];
        let mut result = None;
        while let Some((left, right, ty)) = stack.pop() {
            let equal = match ty {
                Type::Scalar(scalar) => {
                    let opcode = binary_opcode(BinaryOperation::Equal, scalar.kind).or_bug("a comparison")?;
                    self.emit_ids(opcode, bool_type, &[left, right])?
                }
                Type::Vector(size, scalar) => {
                    let opcode = binary_opcode(BinaryOperation::Equal, scalar.kind).or_bug("a comparison")?;
                    let bools = self.module.sized_type(Some(size), Scalar::BOOL)?;
                    let equal = self.emit_ids(opcode, bools, &[left, right])?;
                    self.emit_ids(Op::All, bool_type, &[equal])?
                }
                Type::Reference(_) => {
                    let address = self.module.scalar_type(Scalar { kind: ScalarKind::Uint, width: 8 });
                    let left = self.emit_ids(Op::ConvertPtrToU, address, &[left])?;
                    let right = self.emit_ids(Op::ConvertPtrToU, address, &[right])?;
                    self.emit_ids(Op::IEqual, bool_type, &[left, right])?
                }
                ty => {
                    let parts: Vec<Type> = match ty {
                        Type::Matrix { columns, rows, scalar } => {
                            vec![Type::Vector(rows, scalar); columns.get() as usize]
                        }
                        Type::Array { element, length: crate::hir::ArrayLength::Constant(length) } => {
                            vec![types.get(element).clone(); super::element_count(length)?]
                        }
                        Type::Struct(structure) => {
                            let definition = types.structure(structure).or_bug("a structure")?;
                            definition.members.iter().map(|member| types.get(member.ty).clone()).collect()
                        }
                        _ => return Err(Bug("a comparison of values of this type")),
                    };
                    let mut pending = Vec::with_capacity(parts.len());
                    for (index, part) in parts.into_iter().enumerate() {
                        let part_type = self.plain_type(&part)?;
                        let left = self.extract(left, part_type, index as u32)?;
                        let right = self.extract(right, part_type, index as u32)?;
                        pending.push((left, right, part));
                    }
                    stack.extend(pending.into_iter().rev());
                    continue;
                }
            };
            result = Some(match result {
                None => equal,
                Some(before) => self.emit_ids(Op::LogicalAnd, bool_type, &[before, equal])?,
            });
        }
        match result {
            Some(result) => Ok(result),
            None => Ok(self.module.scalar_constant(Scalar::BOOL, 1)),
        }
    }
}
