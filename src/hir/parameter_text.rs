//! The GLSL spelling of what types are made of: scalars, numbers, types of raw SPIR-V.
//!
//! Comes in: a part of a type. Goes out: text. Must not depend on: the types that have such parts.

use super::{Constant, ConstantKind, Handle, Scalar, ScalarKind, SpirvType, TypeNumber, TypeTable, UniqueArena};

/// A type of raw SPIR-V.
pub(super) fn numbered_text(types: &TypeTable, ty: Handle<SpirvType>) -> String {
    let Some(ty) = types.spirv_type(ty) else { return "?".to_owned() };
    match &ty.instruction.set {
        Some(set) => format!("spirv_type(set = {set:?}, id = {})", ty.instruction.id),
        None => format!("spirv_type(id = {})", ty.instruction.id),
    }
}

/// A number that is a parameter of a type: its value, the name of a specialization constant, or `?`.
pub(super) fn parameter_text(constants: &UniqueArena<Constant>, parameter: Handle<Constant>) -> String {
    match constants.get_handle(parameter).map(|it| &it.kind) {
        Ok(ConstantKind::Scalar(bits)) => (*bits as u32).to_string(),
        _ => constant_name(constants, parameter).to_owned(),
    }
}

/// The name of a specialization constant, or `?`.
pub(super) fn constant_name(constants: &UniqueArena<Constant>, length: Handle<Constant>) -> &str {
    match constants.get_handle(length).map(|it| &it.kind) {
        Ok(ConstantKind::Specialization { name, .. }) if !name.is_empty() => name,
        _ => "?",
    }
}

/// A number among the parameters of a type: its value, or the name of a specialization constant.
pub(crate) fn number_text(constants: &UniqueArena<Constant>, number: TypeNumber) -> String {
    match number {
        TypeNumber::Constant(value) => value.to_string(),
        TypeNumber::Specialization(constant) => constant_name(constants, constant).to_owned(),
    }
}

/// A scalar type as GLSL spells it.
#[must_use]
pub fn scalar_text(scalar: Scalar) -> String {
    let name = match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Sint, 4) => "int",
        (ScalarKind::Uint, 4) => "uint",
        (ScalarKind::Float, 4) => "float",
        (ScalarKind::Float, 8) => "double",
        (ScalarKind::Sint, width) => return format!("int{}_t", u32::from(width) * 8),
        (ScalarKind::Uint, width) => return format!("uint{}_t", u32::from(width) * 8),
        (ScalarKind::SmallFloat(format), _) => format.name(),
        (ScalarKind::Float, width) => return format!("float{}_t", u32::from(width) * 8),
    };
    name.to_owned()
}
