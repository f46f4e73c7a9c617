//! Conversions of cooperative matrices that take several steps.
//!
//! Comes in: two types. Goes out: the type between them. Must not depend on: where such conversions stand.

use crate::hir::{CooperativeMatrix, ExtensionType, MatrixComponent, Scalar, ScalarKind};

/// The type to convert to first, if there is no instruction for the whole conversion. Conversions of components may also
/// change the use; those that only change types cannot (SPV_NV_cooperative_matrix2).
pub(in crate::spirv) fn extension_way(from: ExtensionType, to: ExtensionType) -> Option<ExtensionType> {
    let (ExtensionType::CooperativeMatrix(from), ExtensionType::CooperativeMatrix(to)) = (from, to) else {
        return None;
    };
    let (from_scalar, to_scalar) = from.scalar().zip(to.scalar())?;
    let integers = |scalar: Scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
    let only_sign = integers(from_scalar) && integers(to_scalar) && from_scalar.width == to_scalar.width;
    let (component, other) = if from.matrix_use != to.matrix_use && from_scalar != to_scalar && only_sign {
        (to_scalar, from)
    } else {
        (component_way(from_scalar, to_scalar)?, to)
    };
    let component = MatrixComponent::Scalar(component);
    Some(ExtensionType::CooperativeMatrix(CooperativeMatrix { component, ..other }))
}

/// The same for components. They convert directly where SPIR-V allows it: a device may have no matrices of the intermediate type.
fn component_way(from: Scalar, to: Scalar) -> Option<Scalar> {
    use ScalarKind::{Float, Sint, SmallFloat, Uint};
    match (from.kind, to.kind) {
        _ if from == to => None,
        (Float | SmallFloat(_), Float | SmallFloat(_)) => None,
        // Integers and these formats have no conversion of their own.
        (SmallFloat(_), _) | (_, SmallFloat(_)) => Some(Scalar::F32),
        (Sint, Uint) | (Uint, Sint) if from.width != to.width => Some(Scalar { kind: from.kind, width: to.width }),
        _ => None,
    }
}
