//! Types and constants of extensions: naga's cooperative matrices, which have fewer components, sizes and scopes.
//!
//! Comes in: types and constants of HIR. Goes out: naga's, or why there are none. Must not depend on: what is done with values.

use super::build::{Build, Shape, Typed};
use super::module::ModuleWriter;
use super::types::scalar;
use super::unsupported::{Bridged, Unsupported, unsupported};
use crate::hir::{ConstantKind, ExtensionType, MatrixUse};
use naga::{CooperativeRole, CooperativeSize, Expression, Handle, TypeInner};

impl ModuleWriter<'_> {
    /// The type; `None` if values have no such type.
    pub(super) fn extension_type(&self, ty: ExtensionType) -> Bridged<Option<TypeInner>> {
        let ExtensionType::CooperativeMatrix(matrix) = ty else { return Ok(None) };
        let number = |constant| match self.hir.constants.get_handle(constant).map(|it| &it.kind) {
            Ok(&ConstantKind::Scalar(bits)) => Some(bits),
            _ => None,
        };
        let size = |constant| match number(constant) {
            Some(8) => Ok(CooperativeSize::Eight),
            Some(16) => Ok(CooperativeSize::Sixteen),
            _ => Err(Unsupported::new("cooperative matrices with other sizes than 8 and 16")
                .help("write the sizes as numbers, 8 or 16")),
        };
        let role = match matrix.matrix_use {
            MatrixUse::A => CooperativeRole::A,
            MatrixUse::B => CooperativeRole::B,
            MatrixUse::Accumulator => CooperativeRole::C,
            MatrixUse::Any => return unsupported("cooperative matrices without a use"),
        };
        if number(matrix.scope) != Some(spirv::Scope::Subgroup as u64) {
            return unsupported("cooperative matrices of another scope than the subgroup");
        }
        let component = matrix.scalar().map(scalar).transpose()?;
        let Some(scalar @ (naga::Scalar::F16 | naga::Scalar::F32)) = component else {
            return unsupported("cooperative matrices of other components than `float` and `float16_t`");
        };
        let (columns, rows) = (size(matrix.columns)?, size(matrix.rows)?);
        Ok(Some(TypeInner::CooperativeMatrix { columns, rows, scalar, role }))
    }
}

/// A constant of such a type.
pub(super) fn extension_constant<'a>(
    build: &mut impl Build<'a>,
    kind: &ConstantKind,
    ty: Handle<naga::Type>,
    shape: Shape,
) -> Bridged<Typed> {
    match kind {
        ConstantKind::Composite(parts) if !parts.iter().all(|&part| build.writer().is_zero(part)) => filled(),
        ConstantKind::Composite(_) | ConstantKind::Null => Ok(build.typed(Expression::ZeroValue(ty), shape)),
        _ => filled(),
    }
}

/// Why there is no matrix with this value in every component.
pub(super) fn filled<T>() -> Bridged<T> {
    Err(Unsupported::new("cooperative matrices filled with another value than 0")
        .help("load the matrix from an array that holds the value"))
}

/// Why the number of components that an invocation holds is unknown.
pub(super) fn unknown_length<T>() -> Bridged<T> {
    unsupported("the number of components of a cooperative matrix")
}
