//! The types of operands and results.
//!
//! Comes in: types. Goes out: whether an operation may have them. Must not depend on: whether its operands are values
//! or constants; both are checked with the same functions.

use super::cooperative_matrix;
use crate::hir::{
    ArrayLength, BinaryOperation, ExtensionType, Handle, ImageClass, Scalar, ScalarKind, Type, TypeTable,
    UnaryOperation, VectorSize,
};

/// Whether a scalar type is an integer type.
pub(super) fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
}

/// Whether a type is that of the components of a type of an extension.
fn is_component(types: &TypeTable, whole: ExtensionType, ty: &Type) -> bool {
    whole.component_type(types) == Some(*ty)
}

fn is_numeric(scalar: Scalar) -> bool {
    scalar.kind != ScalarKind::Bool
}

/// Whether a type is a 32-bit integer, as indices are.
pub(super) fn is_index(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if is_integer(*scalar) && scalar.width == 4)
}

/// Whether a type is a 64-bit integer, as indices of arrays may be.
pub(super) fn is_wide_index(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if is_integer(*scalar) && scalar.width == 8)
}

/// Whether a type is a scalar or a vector of any length.
fn is_scalar_or_vector(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(_) | Type::Vector(..))
}

/// Whether types are two scalars, or two vectors of one size.
fn same_size(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Scalar(_), Type::Scalar(_)) => true,
        (Type::Vector(left, _), Type::Vector(right, _)) => left == right,
        _ => false,
    }
}

/// Whether a type is a scalar `bool`.
pub(super) fn is_bool(ty: &Type) -> bool {
    *ty == Type::Scalar(Scalar::BOOL)
}

/// Whether parts of these types, in order, make a `whole`.
pub(super) fn compose(types: &TypeTable, whole: &Type, parts: &[Handle<Type>]) -> bool {
    match *whole {
        // The one value that all components have.
        Type::Vector(size, scalar) if size.is_symbolic() && parts.len() == 1 => {
            parts.iter().all(|part| *types.get(*part) == Type::Scalar(scalar))
        }
        Type::Vector(size, scalar) => {
            let counts: Option<u32> = parts
                .iter()
                .map(|part| {
                    let part = types.get(*part);
                    let count = match *part {
                        Type::Vector(size, _) => types.known_length(size),
                        _ => part.component_count(),
                    };
                    count.filter(|_| part.scalar() == Some(scalar))
                })
                .sum();
            counts.is_some() && counts == types.known_length(size)
        }
        Type::Matrix { columns, rows, scalar } => {
            parts.len() == columns.get() as usize
                && parts.iter().all(|part| *types.get(*part) == Type::Vector(rows, scalar))
        }
        Type::Array { element, length: ArrayLength::Constant(length) } => {
            parts.len() == length as usize && parts.iter().all(|part| *part == element)
        }
        Type::Extension(ty) => parts.len() == 1 && parts.iter().all(|part| is_component(types, ty, types.get(*part))),
        Type::Struct(structure) => types.structure(structure).is_some_and(|structure| {
            structure.members.len() == parts.len()
                && structure.members.iter().zip(parts).all(|(member, part)| member.ty == *part)
        }),
        _ => false,
    }
}

/// The type of part `index` of a composite.
pub(super) fn part<'a>(types: &'a TypeTable, whole: &Type, index: u32) -> Option<std::borrow::Cow<'a, Type>> {
    use std::borrow::Cow;
    match *whole {
        Type::Vector(size, scalar) => {
            let inside = types.known_length(size).is_none_or(|length| index < length);
            inside.then_some(Cow::Owned(Type::Scalar(scalar)))
        }
        Type::Matrix { columns, rows, scalar } => {
            (index < columns.get()).then_some(Cow::Owned(Type::Vector(rows, scalar)))
        }
        Type::Array { element, length } => {
            let inside = !matches!(length, ArrayLength::Constant(length) if index >= length);
            inside.then(|| Cow::Borrowed(types.get(element)))
        }
        Type::Struct(structure) => {
            let member = types.structure(structure)?.members.get(index as usize)?;
            Some(Cow::Borrowed(types.get(member.ty)))
        }
        _ => None,
    }
}

/// The vector or scalar type that a swizzle of `ty` gives.
pub(super) fn swizzled(ty: &Type, components: &[u8]) -> Option<Type> {
    let Type::Vector(size, scalar) = *ty else { return None };
    let inside = components.iter().all(|component| size.listed().is_some_and(|count| u32::from(*component) < count));
    let size = match components.len() {
        2 => VectorSize::Bi,
        3 => VectorSize::Tri,
        4 => VectorSize::Quad,
        _ => return None,
    };
    inside.then_some(Type::Vector(size, scalar))
}

/// The result of an operation, to test operands against.
pub(super) struct Operands<'a> {
    pub(super) types: &'a TypeTable,
    pub(super) result: &'a Type,
}

impl Operands<'_> {
    pub(super) fn unary(&self, operation: UnaryOperation, operand: &Type) -> bool {
        if matches!(operand, Type::Extension(ty) if ty.facts().holds_data) {
            return operand == self.result && operation == UnaryOperation::Negate;
        }
        operand == self.result
            && match operation {
                UnaryOperation::Negate => operand.scalar().is_some_and(is_numeric),
                UnaryOperation::BitNot => is_scalar_or_vector(operand) && operand.scalar().is_some_and(is_integer),
                UnaryOperation::LogicalNot => is_scalar_or_vector(operand) && operand.scalar() == Some(Scalar::BOOL),
            }
    }

    pub(super) fn binary(&self, operation: BinaryOperation, left: &Type, right: &Type) -> bool {
        use BinaryOperation as Op;
        if let Some(fits) = cooperative_matrix::binary(operation, left, right, self.result) {
            return fits;
        }
        let (Some(left_scalar), Some(right_scalar)) = (left.scalar(), right.scalar()) else {
            // Structures and arrays can only be compared for equality.
            return matches!(operation, Op::Equal | Op::NotEqual)
                && left == right
                && !left.is_opaque()
                && *left != Type::Void
                && is_bool(self.result);
        };
        let same = left == right;
        let is_scalar = matches!(left, Type::Scalar(_));
        let keeps_type = same && left == self.result;
        let no_matrix = is_scalar_or_vector(left);
        match operation {
            Op::Add | Op::Subtract | Op::Divide => keeps_type && is_numeric(left_scalar),
            Op::Multiply => (keeps_type && no_matrix && is_numeric(left_scalar)) || self.algebraic(left, right),
            Op::Modulo | Op::BitAnd | Op::BitOr | Op::BitXor => keeps_type && no_matrix && is_integer(left_scalar),
            Op::ShiftLeft | Op::ShiftRight => {
                left == self.result
                    && no_matrix
                    && same_size(left, right)
                    && is_integer(left_scalar)
                    && is_integer(right_scalar)
            }
            Op::Equal | Op::NotEqual => same && is_bool(self.result),
            Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
                same && is_scalar && is_numeric(left_scalar) && is_bool(self.result)
            }
            Op::LogicalAnd | Op::LogicalOr | Op::LogicalXor => keeps_type && is_bool(left),
        }
    }

    /// Component-wise comparison and logic, which only constants have.
    pub(super) fn vector_comparison(&self, operation: BinaryOperation, left: &Type, right: &Type) -> bool {
        use BinaryOperation as Op;
        let is_comparison = matches!(
            operation,
            Op::Equal
                | Op::NotEqual
                | Op::Less
                | Op::LessEqual
                | Op::Greater
                | Op::GreaterEqual
                | Op::LogicalAnd
                | Op::LogicalOr
                | Op::LogicalXor
        );
        is_comparison && left == right && self.result.scalar() == Some(Scalar::BOOL) && same_size(left, self.result)
    }

    /// Products with a matrix, and scaling (GLSL 4.60, 5.9).
    fn algebraic(&self, left: &Type, right: &Type) -> bool {
        let is_float = left.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Float);
        let result = match (left, right) {
            (Type::Scalar(_), Type::Vector(..) | Type::Matrix { .. }) => Some(*right),
            (Type::Vector(..) | Type::Matrix { .. }, Type::Scalar(_)) => Some(*left),
            (&Type::Matrix { columns, rows, scalar }, &Type::Vector(size, _)) => {
                (columns == size).then_some(Type::Vector(rows, scalar))
            }
            (&Type::Vector(size, _), &Type::Matrix { columns, rows, scalar }) => {
                (rows == size).then_some(Type::Vector(columns, scalar))
            }
            (&Type::Matrix { columns: inner, rows, scalar }, &Type::Matrix { columns, rows: right_rows, .. }) => {
                (inner == right_rows).then_some(Type::Matrix { columns, rows, scalar })
            }
            _ => None,
        };
        is_float && left.scalar() == right.scalar() && result.as_ref() == Some(self.result)
    }

    pub(super) fn convert(&self, operand: &Type) -> bool {
        match (operand, self.result) {
            (Type::Scalar(_), Type::Scalar(_)) => true,
            (&Type::Vector(from, _), &Type::Vector(to, _)) => {
                from == to || self.types.same_specialized_length(from, to)
            }
            (Type::Matrix { columns, rows, .. }, Type::Matrix { columns: to_columns, rows: to_rows, .. }) => {
                columns == to_columns && rows == to_rows
            }
            (&Type::Extension(from), &Type::Extension(to)) => cooperative_matrix::convert(from, to),
            (Type::Reference(_), Type::Reference(_)) => true,
            (address, Type::AccelerationStructure) => match *address {
                Type::Scalar(scalar) => scalar == Scalar { kind: ScalarKind::Uint, width: 8 },
                Type::Vector(size, scalar) => size == crate::hir::VectorSize::Bi && scalar == Scalar::U32,
                _ => false,
            },
            (address, Type::Reference(_)) | (Type::Reference(_), address) => match *address {
                Type::Scalar(scalar) => scalar.width == 8 && is_integer(scalar),
                Type::Vector(size, scalar) => size == crate::hir::VectorSize::Bi && scalar == Scalar::U32,
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn splat(&self, operand: &Type) -> bool {
        match (operand, self.result) {
            (Type::Scalar(from), Type::Vector(_, to)) => from == to,
            (from, Type::Extension(ty)) => is_component(self.types, *ty, from),
            _ => false,
        }
    }

    pub(super) fn extract(&self, composite: &Type, index: u32) -> bool {
        part(self.types, composite, index).as_deref() == Some(self.result)
    }

    pub(super) fn insert(&self, composite: &Type, index: u32, inserted: &Type) -> bool {
        composite == self.result && part(self.types, composite, index).as_deref() == Some(inserted)
    }

    pub(super) fn extract_dynamic(&self, vector: &Type, index: &Type) -> bool {
        matches!((vector, self.result), (Type::Vector(_, from), Type::Scalar(to)) if from == to) && is_index(index)
    }

    pub(super) fn swizzle(&self, vector: &Type, components: &[u8]) -> bool {
        swizzled(vector, components).as_ref() == Some(self.result)
    }

    pub(super) fn select(&self, condition: &Type, accept: &Type, reject: &Type) -> bool {
        is_bool(condition) && accept == reject && accept == self.result && *accept != Type::Void
    }

    /// The result has the texture's shape, but for whether it compares; the sampler may say otherwise (GL_KHR_vulkan_glsl).
    pub(super) fn sampled_image(&self, texture: &Type, sampler: &Type) -> bool {
        let (&Type::Image(texture), &Type::Image(result), &Type::Sampler { .. }) = (texture, self.result, sampler)
        else {
            return false;
        };
        let shape = crate::builtins::ImageShape { shadow: result.shape.shadow, ..texture.shape };
        texture.class == ImageClass::Sampled && result.class == ImageClass::Combined && result.shape == shape
    }
}
