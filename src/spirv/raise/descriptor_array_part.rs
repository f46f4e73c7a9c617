//! Parts of arrays of arrays of resources that are passed to functions. Once these arrays have one dimension
//! ([`super::descriptor_array`]) nothing can point to a part of them, so a copy of the function gets its indices.
//!
//! Comes in: calls with such parts. Goes out: calls of copies, in which the variable with these indices stands for the
//! parameter. Must not depend on: other steps.

use super::Unraised;
use super::descriptor_array::dimensions;
use crate::hir::{
    Arena, Argument, Function, GlobalVariable, Handle, MemoryQualifiers, Module, Parameter, ParameterMode, PlaceRoot,
    PlaceStep, Span, Type, Value, ValueKind,
};
use crate::spirv::failure::{Failure, MOST_FUNCTION_COPIES, allowed_ids};
use crate::spirv::{Lowered, Options, OrBug};
use rustc_hash::FxHashMap;

/// A part that is passed.
struct Passed {
    part: Part,
    /// Its indices.
    indices: Vec<Handle<Value>>,
}

/// What a copy of a function depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Part {
    /// The parameter that it is passed for.
    parameter: usize,
    variable: Handle<GlobalVariable>,
    /// The types of its indices.
    indices: Vec<Handle<Type>>,
    access: MemoryQualifiers,
}

/// The variables concerned, with the number of their dimensions.
type Arrays = FxHashMap<Handle<GlobalVariable>, usize>;

/// Whether a part is passed anywhere.
pub(super) fn wanted(module: &Module, _options: &Options) -> bool {
    let arrays = arrays(module);
    let has_parts = |function: &Function| {
        let mut values = function.values.iter();
        values.any(|(_, value)| !passed_parts(function, &value.kind, &arrays).is_empty())
    };
    !arrays.is_empty() && module.functions.iter().any(|(_, function)| has_parts(function))
}

/// Replaces these calls, and those in the copies.
pub(super) fn run(module: &mut Module, options: &Options) -> Result<(), Unraised> {
    let arrays = arrays(module);
    // What a copy has needs about as many ids.
    let mut most_nodes = allowed_ids(options.most_ids) as usize;
    let mut copies = FxHashMap::<(Handle<Function>, Vec<Part>), Handle<Function>>::default();
    let mut open: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    while let Some(caller) = open.pop() {
        let mut calls = Vec::new();
        if let Ok(function) = module.functions.try_get(caller) {
            for (value, Value { kind, .. }) in function.values.iter() {
                let passed = passed_parts(function, kind, &arrays);
                if !passed.is_empty() {
                    calls.push((value, passed));
                }
            }
        }
        for (value, passed) in calls {
            let function = module.functions.get_mut(caller);
            let span = function.values.get_span(value);
            let ValueKind::Call { function: callee, arguments } = &mut function.values.get_mut(value).kind else {
                continue;
            };
            let (parts, indices): (Vec<_>, Vec<_>) = passed.into_iter().map(|it| (it.part, it.indices)).unzip();
            let mut index = 0..;
            arguments.retain(|_| index.next().is_some_and(|index| parts.iter().all(|it| it.parameter != index)));
            arguments.extend(indices.into_iter().flatten().map(Argument::Value));
            let original = *callee;
            let key = (original, parts);
            let copy = match copies.get(&key) {
                Some(&copy) => copy,
                None if copies.len() >= MOST_FUNCTION_COPIES => {
                    return Err(Unraised { failure: Failure::TooManyFunctionCopies, span });
                }
                None => {
                    let copy = copy(module, original, &key.1).map_err(|failure| Unraised { failure, span })?;
                    let left = most_nodes.checked_sub(copy.node_count());
                    most_nodes = left.ok_or(Unraised { failure: Failure::TooManyIds, span })?;
                    let copy = module.functions.append(copy, module.functions.get_span(original));
                    open.push(copy);
                    copies.insert(key, copy);
                    copy
                }
            };
            if let ValueKind::Call { function, .. } = &mut module.functions.get_mut(caller).values.get_mut(value).kind {
                *function = copy;
            }
        }
    }
    Ok(())
}

fn arrays(module: &Module) -> Arrays {
    let arrays = module.globals.iter();
    arrays.filter_map(|(handle, global)| Some((handle, dimensions(&module.types, global)?.1.len()))).collect()
}

/// The parts among the arguments of a call, in order.
fn passed_parts(function: &Function, call: &ValueKind, arrays: &Arrays) -> Vec<Passed> {
    let ValueKind::Call { arguments, .. } = call else { return Vec::new() };
    let part = |(parameter, argument): (usize, &Argument)| {
        let &Argument::Place(place) = argument else { return None };
        let place = function.places.try_get(place).ok()?;
        let PlaceRoot::Global(variable) = place.root else { return None };
        if place.steps.len() >= *arrays.get(&variable)? {
            return None;
        }
        let index = |step: &PlaceStep| match *step {
            PlaceStep::Index(index) => Some((index, function.values.try_get(index).ok()?.ty)),
            PlaceStep::Member(_) => None,
        };
        let (indices, types) = place.steps.iter().map(index).collect::<Option<(Vec<_>, Vec<_>)>>()?;
        Some(Passed { part: Part { parameter, variable, indices: types, access: place.access }, indices })
    };
    arguments.iter().enumerate().filter_map(part).collect()
}

/// What stands for a parameter in a copy.
enum Replacement<'a> {
    /// A parameter with another number.
    Parameter(u32),
    /// Parameters from this one on are the first indices into a variable.
    Part(&'a Part, u32),
}

/// A function in which the indices of parts, instead of the parts, are parameters.
fn copy(module: &Module, function: Handle<Function>, parts: &[Part]) -> Lowered<Function> {
    let mut copy = module.functions.try_get(function).or_bug("a function")?.clone();
    let declared = std::mem::take(&mut copy.parameters);
    let mut index = declared.len().saturating_sub(parts.len()) as u32;
    let mut replacements = Vec::new();
    for (parameter, declared) in declared.into_iter().enumerate() {
        if let Some(part) = parts.iter().find(|it| it.parameter == parameter) {
            replacements.push(Replacement::Part(part, index));
            index += part.indices.len() as u32;
        } else {
            replacements.push(Replacement::Parameter(copy.parameters.len() as u32));
            copy.parameters.push(declared);
        }
    }
    copy.parameters.extend(parts.iter().flat_map(|part| &part.indices).map(|&ty| Parameter {
        name: "index".into(),
        ty,
        mode: ParameterMode::Value,
        qualifiers: MemoryQualifiers::NONE,
        decorations: Vec::new(),
    }));
    for (_, value) in copy.values.iter_mut() {
        if let ValueKind::Parameter(parameter) = &mut value.kind
            && let Some(&Replacement::Parameter(new)) = replacements.get(*parameter as usize)
        {
            *parameter = new;
        }
    }
    let mut indices = FxHashMap::default();
    for (_, place) in copy.places.iter_mut() {
        let PlaceRoot::Parameter(parameter) = &mut place.root else { continue };
        match replacements.get(*parameter as usize) {
            Some(&Replacement::Parameter(new)) => *parameter = new,
            Some(&Replacement::Part(part, first)) => {
                let values = indices.entry(first).or_insert_with(|| index_values(&mut copy.values, part, first));
                place.root = PlaceRoot::Global(part.variable);
                place.steps.insert_many(0, values.iter().map(|&index| PlaceStep::Index(index)));
                place.access |= part.access;
                place.ty = type_at(module, part.variable, place.steps.len())?;
            }
            None => {}
        }
    }
    // A parameter has no format that the variable may have.
    for (_, value) in copy.values.iter_mut() {
        if let ValueKind::Load(place) = value.kind
            && let Ok(place) = copy.places.try_get(place)
            && let PlaceRoot::Global(variable) = place.root
            && parts.iter().any(|it| it.variable == variable)
        {
            value.ty = place.ty;
        }
    }
    Ok(copy)
}

/// The values of the parameters that index a part.
fn index_values(values: &mut Arena<Value>, part: &Part, first: u32) -> Vec<Handle<Value>> {
    let numbers = first..;
    let value = |(number, &ty)| Value { kind: ValueKind::Parameter(number), ty, precise: false, relaxed: false };
    numbers.zip(&part.indices).map(value).map(|value| values.append(value, Span::UNDEFINED)).collect()
}

/// The type that this many indices into an array of arrays lead to.
fn type_at(module: &Module, variable: Handle<GlobalVariable>, indices: usize) -> Lowered<Handle<Type>> {
    let mut ty = module.globals.try_get(variable).or_bug("a global variable")?.ty;
    for _ in 0..indices {
        if let Type::Array { element, .. } = *module.types.get(ty) {
            ty = element;
        }
    }
    Ok(ty)
}
