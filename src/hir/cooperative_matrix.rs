//! Cooperative matrices: the parameters of their types (GL_KHR_cooperative_matrix, GL_NV_cooperative_matrix).
//!
//! Comes in: parameters. Goes out: the family of a type, and its spelling. Must not depend on: what is done with a matrix.

use super::parameter_text::{numbered_text, parameter_text, scalar_text};
use super::{
    Constant, ExtensionType, ExtensionTypeFacts, ExtensionTypeForm, Handle, Scalar, ScalarKind, Type, TypeParameter,
    TypeParameterKind, TypeParameters, TypeTable, UniqueArena,
};
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

/// How such types are written.
pub(super) static FORM: ExtensionTypeForm = ExtensionTypeForm {
    word: "coopmat",
    parameters: &[
        TypeParameterKind::Component,
        TypeParameterKind::Constant,
        TypeParameterKind::Constant,
        TypeParameterKind::Constant,
        TypeParameterKind::Word(&MatrixUse::NAMES),
    ],
    required: 5,
    text: |ty, types, constants| match ty {
        ExtensionType::CooperativeMatrix(matrix) => text(types, constants, *matrix),
        ExtensionType::Tensor(_) => String::new(),
    },
    make: |parameters| {
        use TypeParameter::{Constant, Word};
        let &[component, Constant(scope), Constant(rows), Constant(columns), Word(name, _)] = parameters else {
            return None;
        };
        let component = match component {
            TypeParameter::Scalar(scalar) => MatrixComponent::Scalar(scalar),
            TypeParameter::Type(ty) => MatrixComponent::Numbered(ty),
            _ => return None,
        };
        let matrix_use = MatrixUse::ALL.into_iter().chain([MatrixUse::Any]).find(|it| it.name() == name)?;
        Some(ExtensionType::CooperativeMatrix(CooperativeMatrix { component, scope, rows, columns, matrix_use }))
    },
};

impl CooperativeMatrix {
    /// The scalar type of the components, if it is known.
    #[must_use]
    pub const fn scalar(&self) -> Option<Scalar> {
        match self.component {
            MatrixComponent::Scalar(scalar) => Some(scalar),
            MatrixComponent::Numbered(_) => None,
        }
    }

    /// The parameters, in order.
    pub(super) fn parameters(&self) -> TypeParameters {
        let component = match self.component {
            MatrixComponent::Scalar(scalar) => TypeParameter::Scalar(scalar),
            MatrixComponent::Numbered(ty) => TypeParameter::Type(ty),
        };
        let [scope, rows, columns] = [self.scope, self.rows, self.columns].map(TypeParameter::Constant);
        let number = (self.matrix_use != MatrixUse::Any).then_some(self.matrix_use as u32);
        [component, scope, rows, columns, TypeParameter::Word(self.matrix_use.name(), number)].into()
    }

    /// What code for all types has to know.
    pub(super) const fn facts(&self) -> ExtensionTypeFacts {
        ExtensionTypeFacts {
            family: self.family(),
            form: &FORM,
            is_opaque: false,
            holds_data: true,
            is_collective: true,
            component: self.scalar(),
            dimensions: None,
        }
    }

    /// The family of such types.
    const fn family(&self) -> TypeFamilyKind {
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

impl Type {
    /// The parameters, if it is a cooperative matrix.
    #[must_use]
    pub const fn cooperative_matrix(&self) -> Option<CooperativeMatrix> {
        match *self {
            Type::Extension(ExtensionType::CooperativeMatrix(matrix)) => Some(matrix),
            _ => None,
        }
    }
}

impl From<CooperativeMatrix> for Type {
    fn from(matrix: CooperativeMatrix) -> Self {
        Type::Extension(ExtensionType::CooperativeMatrix(matrix))
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

    /// The names, in the order of their numbers.
    const NAMES: [&str; 4] = ["gl_MatrixUseA", "gl_MatrixUseB", "gl_MatrixUseAccumulator", "any"];

    /// The name of the constant.
    #[must_use]
    pub const fn name(self) -> &'static str {
        let [a, b, accumulator, any] = Self::NAMES;
        match self {
            Self::A => a,
            Self::B => b,
            Self::Accumulator => accumulator,
            Self::Any => any,
        }
    }
}

/// The GLSL spelling of a type.
fn text(types: &TypeTable, constants: &UniqueArena<Constant>, matrix: CooperativeMatrix) -> String {
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
