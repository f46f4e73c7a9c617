//! Cooperative matrices: the parameters of their types (GL_KHR_cooperative_matrix, GL_NV_cooperative_matrix).
//!
//! Comes in: parameters. Goes out: the family of a type, and its spelling. Must not depend on: what is done with a matrix.

use super::parameter_text::{numbered_text, parameter_text, scalar_text};
use super::{Constant, Handle, Scalar, ScalarKind, Type, TypeTable, UniqueArena};
use crate::builtins::TypeFamilyKind;

/// The parameters of a cooperative matrix. Known numbers are `uint` constants, so that equal matrices are equal types;
/// the others depend on specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CooperativeMatrix {
    /// Type of a component.
    pub component: MatrixComponent,
    /// Which invocations hold it, a `gl_Scope` value.
    pub scope: Handle<Constant>,
    /// Number of rows.
    pub rows: Handle<Constant>,
    /// Number of columns.
    pub columns: Handle<Constant>,
    /// What it can be in a multiplication.
    pub matrix_use: MatrixUse,
}

/// Type of the components of a cooperative matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixComponent {
    /// Any number, no `bool`.
    Scalar(Scalar),
    /// A [`Type::Spirv`]: its operations are unknown.
    Numbered(Handle<Type>),
}

impl CooperativeMatrix {
    /// The scalar type of the components, if it is known.
    #[must_use]
    pub const fn scalar(&self) -> Option<Scalar> {
        match self.component {
            MatrixComponent::Scalar(scalar) => Some(scalar),
            MatrixComponent::Numbered(_) => None,
        }
    }

    /// The family of such types.
    pub(super) const fn family(&self) -> TypeFamilyKind {
        match (self.matrix_use, self.component) {
            (MatrixUse::Any, MatrixComponent::Scalar(Scalar { kind: ScalarKind::Float, .. })) => {
                TypeFamilyKind::FloatMatrixNv
            }
            (MatrixUse::Any, MatrixComponent::Scalar(Scalar { kind: ScalarKind::Sint, .. })) => {
                TypeFamilyKind::SignedMatrixNv
            }
            (MatrixUse::Any, _) => TypeFamilyKind::UnsignedMatrixNv,
            _ => TypeFamilyKind::CooperativeMatrix,
        }
    }
}

/// Operands of a cooperative multiplication, by the numbers of `gl_MatrixUse`, which are those of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatrixUse {
    /// `gl_MatrixUseA`: the left factor.
    A = 0,
    /// `gl_MatrixUseB`: the right factor.
    B = 1,
    /// `gl_MatrixUseAccumulator`: what is added, and the result.
    Accumulator = 2,
    /// Not said: the matrix may be any operand (GL_NV_cooperative_matrix).
    Any = 3,
}

impl MatrixUse {
    /// Those that SPIR-V has a number for, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::Accumulator];

    /// The name of the constant.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "gl_MatrixUseA",
            Self::B => "gl_MatrixUseB",
            Self::Accumulator => "gl_MatrixUseAccumulator",
            Self::Any => "any",
        }
    }
}

/// The GLSL spelling of a type.
pub(super) fn matrix_text(types: &TypeTable, constants: &UniqueArena<Constant>, matrix: CooperativeMatrix) -> String {
    let [scope, rows, columns] = [matrix.scope, matrix.rows, matrix.columns].map(|it| parameter_text(constants, it));
    let family = matrix.family().name();
    if let (MatrixUse::Any, Some(scalar)) = (matrix.matrix_use, matrix.scalar()) {
        return format!("{family}<{}, {scope}, {rows}, {columns}>", scalar.width * 8);
    }
    let matrix_use = matrix.matrix_use.name();
    let component = match matrix.component {
        MatrixComponent::Scalar(scalar) => scalar_text(scalar),
        MatrixComponent::Numbered(ty) => match types.get(ty) {
            Type::Spirv(ty) => numbered_text(types, *ty),
            _ => "?".to_owned(),
        },
    };
    format!("{family}<{component}, {scope}, {rows}, {columns}, {matrix_use}>")
}
