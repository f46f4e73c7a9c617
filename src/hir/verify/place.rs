//! Places: their steps, types and qualifiers.
//!
//! Comes in: a place of a function. Goes out: whether its path is well typed, and what reading or writing it means.
//! Must not depend on: statements.

use std::borrow::Cow;

use super::module::{is_opaque, is_runtime_array};
use super::operation::{is_index, is_wide_index, swizzled};
use super::{Rule, Violations};
use crate::builtins::Located;
use crate::hir::{
    Function, Handle, MemoryQualifiers, Module, ParameterMode, Place, PlaceRoot, PlaceStep, StorageClass, Type,
};

/// Checks one place. `at` says where it is.
pub(super) fn check(
    module: &Module,
    function: &Function,
    place: &Place,
    violations: &mut Violations,
    at: impl Fn() -> String,
) {
    match walk(module, function, place) {
        Some((ty, qualifiers)) => {
            violations.check(*ty == *module.types.get(place.ty), Rule::PlaceSteps, &at);
            // Whether a variable has aliases is only known once all variables are, and says nothing about an access.
            let carried = MemoryQualifiers(place.access.0 | MemoryQualifiers::ALIASED.0);
            violations.check(carried.contains(qualifiers), Rule::PlaceQualifiers, &at);
        }
        None => violations.check(false, Rule::PlaceSteps, &at),
    }
    if let Some(swizzle) = &place.swizzle {
        violations.check(swizzled(module.types.get(place.ty), swizzle).is_some(), Rule::PlaceSwizzles, &at);
    }
}

/// The type at the end of a path and the qualifiers met on it.
fn walk<'a>(module: &'a Module, function: &Function, place: &Place) -> Option<(Cow<'a, Type>, MemoryQualifiers)> {
    let (root, mut qualifiers) = match place.root {
        PlaceRoot::Global(handle) => {
            let global = module.globals.try_get(handle).ok()?;
            // The qualifiers of a private variable apply to what references in it point to.
            let private = global.storage == StorageClass::Private;
            (global.ty, if private { MemoryQualifiers::NONE } else { global.qualifiers })
        }
        PlaceRoot::Local(handle) => (function.locals.try_get(handle).ok()?.ty, MemoryQualifiers::NONE),
        PlaceRoot::Parameter(index) => {
            let parameter = function.parameters.get(index as usize)?;
            if parameter.mode == ParameterMode::Value {
                return None;
            }
            let pointer = parameter.mode == ParameterMode::Pointer;
            (parameter.ty, if pointer { MemoryQualifiers::NONE } else { parameter.qualifiers })
        }
        PlaceRoot::Reference(value) => {
            let value = function.values.try_get(value).ok()?;
            if !matches!(module.types.get(value.ty), Type::Reference(_)) || place.steps.is_empty() {
                return None;
            }
            (value.ty, MemoryQualifiers::NONE)
        }
    };
    let mut ty = Cow::Borrowed(module.types.get(root));
    for (index, step) in place.steps.iter().enumerate() {
        ty = match (*step, ty.as_ref()) {
            (PlaceStep::Member(index), &Type::Struct(structure)) => {
                let member = module.types.structure(structure)?.members.get(index as usize)?;
                qualifiers |= member.qualifiers;
                Cow::Borrowed(module.types.get(member.ty))
            }
            // Only the root is dereferenced implicitly.
            (PlaceStep::Member(member), &Type::Reference(structure))
                if index == 0 && matches!(place.root, PlaceRoot::Reference(_)) =>
            {
                let member = module.types.structure(structure)?.members.get(member as usize)?;
                qualifiers |= member.qualifiers;
                Cow::Borrowed(module.types.get(member.ty))
            }
            (PlaceStep::Index(value), whole) => {
                let index = function.values.try_get(value).ok()?;
                let is_array = matches!(whole, Type::Array { .. });
                let index = module.types.get(index.ty);
                if !(is_index(index) || is_array && is_wide_index(index)) {
                    return None;
                }
                match *whole {
                    Type::Array { element, .. } => Cow::Borrowed(module.types.get(element)),
                    Type::Matrix { rows, scalar, .. } => Cow::Owned(Type::Vector(rows, scalar)),
                    Type::Vector(_, scalar) => Cow::Owned(Type::Scalar(scalar)),
                    Type::Extension(ty) => Cow::Owned(ty.component_type(&module.types)?),
                    _ => return None,
                }
            }
            _ => return None,
        };
    }
    Some((ty, qualifiers))
}

/// The type that reading or writing a place has, with its swizzle.
pub(super) fn accessed_type<'a>(module: &'a Module, place: &Place) -> Option<Cow<'a, Type>> {
    let ty = module.types.get(place.ty);
    match &place.swizzle {
        None => Some(Cow::Borrowed(ty)),
        Some(swizzle) => swizzled(ty, swizzle).map(Cow::Owned),
    }
}

/// Whether what is at a place can be read as a whole: it has a known size.
pub(super) fn is_readable(module: &Module, ty: Handle<Type>) -> bool {
    !is_runtime_array(module, ty) && *module.types.get(ty) != Type::Void
}

/// Whether reading is allowed. Reading an opaque place gives the resource, which `writeonly` does not forbid.
pub(super) fn may_read(module: &Module, place: &Place) -> bool {
    is_opaque(module, place.ty) || !place.access.contains(MemoryQualifiers::WRITEONLY)
}

/// Whether writing is allowed.
pub(super) fn may_write(module: &Module, place: &Place) -> bool {
    let storage = match place.root {
        PlaceRoot::Global(global) => {
            module.globals.try_get(global).map_or(StorageClass::Input, |global| global.storage)
        }
        PlaceRoot::Local(_) | PlaceRoot::Parameter(_) => StorageClass::Function,
        PlaceRoot::Reference(_) => StorageClass::PhysicalStorageBuffer,
    };
    let writable = !matches!(
        storage,
        StorageClass::Uniform | StorageClass::PushConstant | StorageClass::UniformConstant | StorageClass::Input
    );
    writable && !is_opaque(module, place.ty) && !place.access.contains(MemoryQualifiers::READONLY)
}

/// Whether a place is a whole variable of those that calls choose by location.
pub(super) fn is_located(module: &Module, place: &Place, kind: Located) -> bool {
    let PlaceRoot::Global(global) = place.root else { return false };
    let storage = module.globals.try_get(global).map(|global| global.storage);
    place.steps.is_empty() && storage.is_ok_and(|storage| storage.located() == Some(kind))
}

/// Whether no component is selected twice.
pub(super) fn is_storable_swizzle(swizzle: &[u8]) -> bool {
    let mut seen = 0_u8;
    swizzle.iter().all(|component| {
        let bit = 1_u8.checked_shl(u32::from(*component)).unwrap_or(0);
        let new = seen & bit == 0;
        seen |= bit;
        new
    })
}
