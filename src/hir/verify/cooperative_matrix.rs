//! Operations with cooperative matrices.
//!
//! Comes in: the types of operands and of a result. Goes out: whether they fit together. Must not depend on: functions.

use crate::hir::{BinaryOperation, ExtensionType, Type};

/// Whether one type converts to the other.
pub(super) fn convert(from: ExtensionType, to: ExtensionType) -> bool {
    let (ExtensionType::CooperativeMatrix(from), ExtensionType::CooperativeMatrix(to)) = (from, to) else {
        return false;
    };
    (from.scope, from.rows, from.columns) == (to.scope, to.rows, to.columns)
}

/// Operations with a cooperative matrix; `None` without one.
pub(super) fn binary(operation: BinaryOperation, left: &Type, right: &Type, result: &Type) -> Option<bool> {
    use BinaryOperation as Op;
    let arithmetic = matches!(operation, Op::Add | Op::Subtract | Op::Multiply | Op::Divide);
    Some(match (left.cooperative_matrix(), right.cooperative_matrix()) {
        (Some(matrix), Some(_)) => arithmetic && matrix.scalar().is_some() && left == right && left == result,
        (Some(matrix), None) => {
            operation == Op::Multiply && matrix.scalar().is_some() && matrix.scalar() == scalar(right) && left == result
        }
        (None, Some(matrix)) => {
            operation == Op::Multiply && matrix.scalar().is_some() && matrix.scalar() == scalar(left) && right == result
        }
        (None, None) => return None,
    })
}

/// A scalar type, if a type is one.
fn scalar(ty: &Type) -> Option<crate::hir::Scalar> {
    if let Type::Scalar(scalar) = *ty { Some(scalar) } else { None }
}
