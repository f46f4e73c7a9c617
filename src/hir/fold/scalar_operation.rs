//! Operations on scalar constants, which may depend on specialization.
//!
//! Comes in: an operation with two scalars. Goes out: a constant, computed or symbolic. Must not depend on: composites.

use super::scalar::{self, Outcome};
use super::{Fold, Folder};
use crate::hir::{BinaryOperation, Constant, ConstantOperation, Handle, Scalar, ScalarKind, Type};

/// Whether SPIR-V computes with the type on specialization constants in shaders.
pub(super) const fn has_symbolic_operations(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Bool | ScalarKind::Sint | ScalarKind::Uint)
}

pub(super) const fn is_comparison(operation: BinaryOperation) -> bool {
    use BinaryOperation as B;
    matches!(operation, B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual)
}

impl Folder<'_> {
    /// A binary operation on one component each; symbolic if one of them depends on specialization.
    pub(super) fn scalar_operation(
        &mut self,
        operation: BinaryOperation,
        scalar: Scalar,
        left: Handle<Constant>,
        right: Handle<Constant>,
    ) -> Fold {
        let result = if is_comparison(operation) { Scalar::BOOL } else { scalar };
        let divides = matches!(operation, BinaryOperation::Divide | BinaryOperation::Modulo);
        match (self.scalar_bits(left), self.scalar_bits(right)) {
            (Some(l), Some(r)) => match scalar::binary(operation, scalar, l, r) {
                Outcome::Bits(bits) => Fold::Constant(self.scalar(result, bits)),
                Outcome::DivisionByZero => Fold::DivisionByZero,
                Outcome::Undefined => Fold::NotConstant,
            },
            _ if !has_symbolic_operations(scalar) => Fold::NotConstant,
            (None, Some(0)) if divides => Fold::DivisionByZero,
            _ => {
                // An operation that the type does not have is not constant.
                if scalar::binary(operation, scalar, 1, 1) == Outcome::Undefined {
                    return Fold::NotConstant;
                }
                let ty = self.types.insert(Type::Scalar(result));
                Fold::Constant(self.operation(ty, ConstantOperation::Binary(operation, left, right)))
            }
        }
    }
}
