//! Which overload of a built-in a call in the text form means.
//!
//! Comes in: a call, or its parts in the text. Goes out: how its row is written, or the row. Must not depend on: gates
//! and implicit conversions: in HIR the types are exactly those of the overload.

use std::borrow::Cow;

use crate::builtins::{self, BuiltinType, ParameterMode, Prototype, RowInstance, TypeRef};
use crate::hir::{Argument, BuiltinCall, Function, Handle, Place, Type, TypeTable, VectorSize};

/// The type of an argument: of its value, or of what its place leads to, after the swizzle.
fn argument_type<'a>(types: &'a TypeTable, function: &Function, argument: Argument) -> Cow<'a, Type> {
    match argument {
        Argument::Value(value) => {
            Cow::Borrowed(function.values.try_get(value).map_or(&Type::Void, |value| types.get(value.ty)))
        }
        Argument::Place(place) => match function.places.try_get(place) {
            Ok(Place { ty, swizzle: None, .. }) => Cow::Borrowed(types.get(*ty)),
            Ok(Place { ty, swizzle: Some(swizzle), .. }) => {
                let size = VectorSize::new(swizzle.len() as u32);
                Cow::Owned(
                    types.scalar_of(*ty).zip(size).map_or(Type::Void, |(scalar, size)| Type::Vector(size, scalar)),
                )
            }
            Err(_) => Cow::Borrowed(&Type::Void),
        },
        Argument::Function(_) => Cow::Borrowed(&Type::Function),
    }
}

/// The first overload of a function that takes these arguments and gives this result: the number of its prototype, and
/// which of the prototype's.
pub(super) fn find(
    types: &TypeTable,
    function: &Function,
    row: &builtins::Function,
    arguments: &[Argument],
    result: Handle<Type>,
) -> Option<(usize, RowInstance)> {
    let given: Vec<_> =
        arguments.iter().map(|&argument| (argument, argument_type(types, function, argument))).collect();
    let result = types.get(result);
    row.prototypes.iter().enumerate().filter(|(_, prototype)| prototype.takes(given.len())).find_map(
        |(index, prototype)| {
            let instances = 0..prototype.instances;
            let fits = |row| instance(types, prototype, row, &given, result);
            instances.into_iter().find_map(fits).map(|instance| (index, instance))
        },
    )
}

/// Overload number `row` of a prototype with the size that its vectors have in this call, if it fits.
fn instance(
    types: &TypeTable,
    prototype: &Prototype,
    row: u16,
    given: &[(Argument, Cow<'_, Type>)],
    result: &Type,
) -> Option<RowInstance> {
    let fits = |instance: RowInstance| {
        let arguments = given.iter().enumerate().all(|(index, (argument, ty))| {
            prototype.parameter(index).is_some_and(|parameter| {
                let expected = parameter.ty.at(instance);
                let by_value = matches!(parameter.mode, ParameterMode::In | ParameterMode::Rest);
                match argument {
                    Argument::Value(_) => by_value && types.is_builtin(ty, expected),
                    // The storage class and location say which variable is meant.
                    Argument::Place(_) if matches!(parameter.mode, ParameterMode::Located(_)) => true,
                    Argument::Place(_) => !by_value && types.is_builtin(ty, expected),
                    Argument::Function(_) => by_value && matches!(expected, BuiltinType::Function(_)),
                }
            })
        });
        arguments && types.is_builtin(result, prototype.result.at(instance))
    };
    if fits(row.into()) {
        return Some(row.into());
    }
    let size = long_size(prototype, row, given.iter().map(|(_, ty)| ty.as_ref()), result)?;
    let long = RowInstance { row, size: Some(size) };
    fits(long).then_some(long)
}

/// The vector size of a call whose row covers all sizes.
fn long_size<'a>(
    prototype: &Prototype,
    row: u16,
    given: impl Iterator<Item = &'a Type>,
    result: &Type,
) -> Option<VectorSize> {
    if !prototype.has_long_form(row) {
        return None;
    }
    let size = |reference: TypeRef, ty: &Type| match *ty {
        Type::Vector(size, _) if reference.has_long_form(row) => Some(size),
        _ => None,
    };
    let in_arguments = prototype.parameters.iter().zip(given).find_map(|(parameter, ty)| size(parameter.ty, ty));
    in_arguments.or_else(|| size(prototype.result, result))
}

/// How the text form names the row of a call: by the name alone if the types of the arguments and the result say which
/// overload it is, else with the numbers of the prototype and the overload, `name#2.5`.
pub(super) fn spelling(types: &TypeTable, function: &Function, call: &BuiltinCall, result: Handle<Type>) -> String {
    let BuiltinCall { function: row, prototype, instance, .. } = *call;
    let number = row.prototypes.iter().position(|it| std::ptr::eq(it, prototype));
    let found = find(types, function, row, &call.arguments, result);
    match number {
        Some(number) if found != Some((number, instance)) => format!("{}#{number}.{}", row.name, instance.row),
        _ => row.name.to_owned(),
    }
}

/// The instance that `name#2.5` names.
pub(super) fn numbered(
    types: &TypeTable,
    function: &Function,
    prototype: &Prototype,
    row: u16,
    arguments: &[Argument],
    result: Handle<Type>,
) -> RowInstance {
    let given: Vec<_> = arguments.iter().map(|&argument| argument_type(types, function, argument)).collect();
    let result = types.get(result);
    let size = long_size(prototype, row, given.iter().map(AsRef::as_ref), result)
        .filter(|size| ![VectorSize::Bi, VectorSize::Tri, VectorSize::Quad].contains(size));
    RowInstance { row, size }
}
