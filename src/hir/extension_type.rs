//! Types that extensions add and that take parameters: what all of the compiler asks of them, in rows.
//!
//! Comes in: the rows of each extension, which have files of their own. Goes out: facts of a type, its parameters in order,
//! and the type that parameters make. Must not depend on: what is done with values.

use super::{Constant, CooperativeMatrix, Handle, Scalar, TensorType, Type, TypeTable, UniqueArena};
use super::{cooperative_matrix, tensor};
use crate::builtins::TypeFamilyKind;
use smallvec::SmallVec;

/// A type of an extension, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtensionType {
    /// `coopmat<...>`: a matrix spread over the invocations of a scope.
    CooperativeMatrix(CooperativeMatrix),
    /// A tensor, or how one lies in memory.
    Tensor(TensorType),
}

/// What code for all types has to know of one.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionTypeFacts {
    /// The family, whose row in `builtins/` has the name in GLSL.
    pub family: TypeFamilyKind,
    /// How the type is written in the text form.
    pub form: &'static ExtensionTypeForm,
    /// Values name a resource instead of holding data.
    pub is_opaque: bool,
    /// Values are data: variables hold them, casts make them.
    pub holds_data: bool,
    /// The invocations of a scope compute and hold a value together.
    pub is_collective: bool,
    /// The scalar type of the components, if there are any and it is known.
    pub component: Option<Scalar>,
    /// The number of dimensions, if the type has any.
    pub dimensions: Option<TypeNumber>,
}

/// How a type is written: a word with parameters.
#[derive(Debug)]
pub struct ExtensionTypeForm {
    /// The word.
    pub word: &'static str,
    /// What the parameters are.
    pub parameters: &'static [TypeParameterKind],
    /// How many of them must be there.
    pub required: usize,
    /// The type that parameters make; `None` if they don't make one.
    pub make: fn(&[TypeParameter]) -> Option<ExtensionType>,
    /// How GLSL spells a type.
    pub text: fn(&ExtensionType, &TypeTable, &UniqueArena<Constant>) -> String,
}

/// A parameter of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeParameter {
    /// The type of the components, if it is known.
    Scalar(Scalar),
    /// The type of the components, of raw SPIR-V.
    Type(Handle<Type>),
    /// A number as a constant, whether it is known or not.
    Constant(Handle<Constant>),
    /// A number.
    Number(TypeNumber),
    /// A truth value.
    Flag(TypeNumber),
    /// One of a few words, with its number in SPIR-V if it has one.
    Word(&'static str, Option<u32>),
}

/// What a parameter of a type can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeParameterKind {
    /// A [`TypeParameter::Scalar`] or [`TypeParameter::Type`].
    Component,
    /// A [`TypeParameter::Constant`].
    Constant,
    /// A [`TypeParameter::Number`].
    Number,
    /// A [`TypeParameter::Flag`].
    Flag,
    /// A [`TypeParameter::Word`], one of these.
    Word(&'static [&'static str]),
}

/// A number among the parameters of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeNumber {
    /// Known now.
    Constant(u32),
    /// Known when the pipeline is created: an integer or `bool` that depends on a specialization constant.
    Specialization(Handle<Constant>),
}

impl TypeNumber {
    /// The constant that it depends on.
    #[must_use]
    pub const fn constant(self) -> Option<Handle<Constant>> {
        match self {
            TypeNumber::Constant(_) => None,
            TypeNumber::Specialization(constant) => Some(constant),
        }
    }

    /// Whether the number may be `expected`, if there is one: a specialization constant may have any value.
    #[must_use]
    pub fn may_be(self, expected: Option<u8>) -> bool {
        match (self, expected) {
            (TypeNumber::Constant(value), Some(expected)) => value == u32::from(expected),
            _ => true,
        }
    }
}

/// The parameters of a type, in order.
pub type TypeParameters = SmallVec<[TypeParameter; 5]>;

/// Every form.
const FORMS: &[&ExtensionTypeForm] =
    &[&cooperative_matrix::FORM, &tensor::RESOURCE_FORM, &tensor::LAYOUT_FORM, &tensor::VIEW_FORM];

impl ExtensionTypeForm {
    /// The form that a word begins.
    #[must_use]
    pub fn of(word: &str) -> Option<&'static Self> {
        FORMS.iter().copied().find(|form| form.word == word)
    }
}

impl ExtensionType {
    /// The facts.
    #[must_use]
    pub const fn facts(&self) -> ExtensionTypeFacts {
        match self {
            Self::CooperativeMatrix(matrix) => matrix.facts(),
            Self::Tensor(tensor) => tensor.facts(),
        }
    }

    /// The parameters, in order.
    #[must_use]
    pub fn parameters(&self) -> TypeParameters {
        match self {
            Self::CooperativeMatrix(matrix) => matrix.parameters(),
            Self::Tensor(tensor) => tensor.parameters(),
        }
    }

    /// The number of dimensions, if it has any.
    #[must_use]
    pub const fn dimensions(&self) -> Option<TypeNumber> {
        self.facts().dimensions
    }

    /// The scalar type of the components, if there are any and it is known.
    #[must_use]
    pub const fn component(&self) -> Option<Scalar> {
        self.facts().component
    }

    /// The type of the components that values have.
    #[must_use]
    pub fn component_type(&self, types: &TypeTable) -> Option<Type> {
        if !self.facts().holds_data {
            return None;
        }
        self.parameters().into_iter().find_map(|it| match it {
            TypeParameter::Scalar(scalar) => Some(Type::Scalar(scalar)),
            TypeParameter::Type(ty) => Some(*types.get(ty)),
            _ => None,
        })
    }

    /// The earlier types that it is made of.
    pub fn types(&self) -> impl Iterator<Item = Handle<Type>> {
        self.parameters().into_iter().filter_map(|it| if let TypeParameter::Type(ty) = it { Some(ty) } else { None })
    }

    /// The constants that the type depends on.
    pub fn constant_parameters(&self) -> impl Iterator<Item = Handle<Constant>> {
        self.parameters().into_iter().filter_map(|it| match it {
            TypeParameter::Constant(constant) => Some(constant),
            TypeParameter::Number(number) | TypeParameter::Flag(number) => number.constant(),
            TypeParameter::Scalar(_) | TypeParameter::Type(_) | TypeParameter::Word(..) => None,
        })
    }
}
