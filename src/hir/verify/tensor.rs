//! Operations on tensors.
//!
//! Comes in: an operation of a function whose handles are good. Goes out: whether it is right. Must not depend on: the walk
//! over a function.

use super::place;
use crate::hir::{
    ArrayLength, Function, Handle, MemoryQualifiers, Module, Scalar, TensorOperation, TensorType, Type, TypeNumber,
    Value,
};

/// Whether the types of an operation fit together.
pub(super) fn operation(
    module: &Module,
    function: &Function,
    tensor: &Type,
    operation: TensorOperation,
    result: &Type,
) -> bool {
    let value_type =
        |value: Handle<Value>| function.values.try_get(value).map_or(&Type::Void, |value| module.types.get(value.ty));
    let Some(TensorType::Resource { element, rank }) = tensor.tensor() else { return false };
    let is_data = |ty: &Type| match *ty {
        Type::Array { element: of, .. } => *module.types.get(of) == Type::Scalar(element),
        ref other => *other == Type::Scalar(element),
    };
    let are_coordinates = |value| match *value_type(value) {
        Type::Array { element, length } => {
            let fits = match (length, rank) {
                (ArrayLength::Constant(length), TypeNumber::Constant(rank)) => length == rank,
                (ArrayLength::Runtime, _) => false,
                _ => true,
            };
            fits && *module.types.get(element) == Type::Scalar(Scalar::U32)
        }
        _ => false,
    };
    match operation {
        TensorOperation::Read { data, coordinates, out_of_bounds, .. } => {
            let Ok(place) = function.places.try_get(data) else { return false };
            let read = place::accessed_type(module, place);
            let writable = !place.access.contains(MemoryQualifiers::READONLY);
            let bounds = out_of_bounds.is_none_or(|value| *value_type(value) == Type::Scalar(element));
            are_coordinates(coordinates)
                && bounds
                && writable
                && read.is_some_and(|ty| is_data(&ty))
                && *result == Type::Void
        }
        TensorOperation::Write { coordinates, data, .. } => {
            are_coordinates(coordinates) && is_data(value_type(data)) && *result == Type::Void
        }
        TensorOperation::Size { dimension } => {
            let uint = Type::Scalar(Scalar::U32);
            *value_type(dimension) == uint && *result == uint
        }
    }
}
