//! Operations with cooperative matrices.
//!
//! Comes in: the types of operands and of a result. Goes out: whether they fit together. Must not depend on: functions.

use crate::hir::{BinaryOperation, CooperativeMatrix, MatrixComponent, Type, TypeTable};

/// Whether a type is that of the components of a cooperative matrix.
pub(super) fn is_component(types: &TypeTable, matrix: CooperativeMatrix, ty: &Type) -> bool {
    match matrix.component {
        MatrixComponent::Scalar(scalar) => *ty == Type::Scalar(scalar),
        MatrixComponent::Numbered(component) => ty == types.get(component),
    }
}

/// Operations with a cooperative matrix; `None` without one.
pub(super) fn binary(operation: BinaryOperation, left: &Type, right: &Type, result: &Type) -> Option<bool> {
    use BinaryOperation as Op;
    let arithmetic = matches!(operation, Op::Add | Op::Subtract | Op::Multiply | Op::Divide);
    Some(match (left, right) {
        (Type::CooperativeMatrix(matrix), Type::CooperativeMatrix(_)) => {
            arithmetic && matrix.scalar().is_some() && left == right && left == result
        }
        (Type::CooperativeMatrix(matrix), Type::Scalar(scalar)) => {
            operation == Op::Multiply && matrix.scalar() == Some(*scalar) && left == result
        }
        (Type::Scalar(scalar), Type::CooperativeMatrix(matrix)) => {
            operation == Op::Multiply && matrix.scalar() == Some(*scalar) && right == result
        }
        (Type::CooperativeMatrix(_), _) | (_, Type::CooperativeMatrix(_)) => false,
        _ => return None,
    })
}
