//! Arrays of arrays of resources. Vulkan has none: each becomes an array of one dimension with the elements in the same
//! order (GL_KHR_vulkan_glsl, 4.4.5).
//!
//! Comes in: such variables, and places in them. Goes out: variables of one dimension, and places with one index. Must not depend
//! on: other steps.

use super::Unraised;
use super::taking_apart::{TakeApart, View, take_apart_with};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    ArrayLength, BinaryOperation, GlobalVariable, Handle, Module, Operand, Place, PlaceRoot, PlaceStep, Scalar, Span,
    Statement, Steps, StorageClass, Type, TypeTable, Value,
};
use crate::spirv::{Bug, Lowered, Options, OrBug};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Whether there are such variables.
pub(super) fn wanted(module: &Module, _options: &Options) -> bool {
    module.globals.iter().any(|(_, variable)| dimensions(&module.types, variable).is_some())
}

/// Gives the variables one dimension, and their places one index.
pub(super) fn run(module: &mut Module, _options: &Options) -> Result<(), Unraised> {
    let mut step = DescriptorArray::default();
    let mut types = Vec::new();
    let candidates: Vec<_> = module
        .globals
        .iter()
        .filter_map(|(handle, variable)| Some((handle, dimensions(&module.types, variable)?)))
        .collect();
    for (handle, (element, lengths)) in candidates {
        let span = module.globals.get_span(handle);
        let mut builder = ModuleBuilder::reopen(module);
        let length = product(&mut builder, &lengths);
        let ty = length.map(|length| builder.array(element, length));
        builder.close(module);
        types.push((handle, ty.map_err(|failure| Unraised { failure, span })?));
        step.lengths.insert(handle, lengths.into());
    }
    take_apart_with(module, &mut step)?;
    for (handle, ty) in types {
        module.globals.get_mut(handle).ty = ty;
        // Nothing uses the places that had more indices, or were a part.
        for (_, function) in module.functions.iter_mut() {
            for (_, place) in function.places.iter_mut() {
                if place.root == PlaceRoot::Global(handle) && (has_dimensions(place) || is_part(&module.types, place)) {
                    *place = Place::whole(place.root, ty, place.access);
                }
            }
        }
    }
    Ok(())
}

/// The element type of all dimensions of a variable, and the number of elements of each, from the outermost to the
/// innermost, if it is an array of arrays of resources.
pub(super) fn dimensions(types: &TypeTable, variable: &GlobalVariable) -> Option<(Handle<Type>, Vec<ArrayLength>)> {
    let is_resource =
        matches!(variable.storage, StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer);
    if !is_resource || variable.heap.is_some() {
        return None;
    }
    let (mut element, mut lengths) = (variable.ty, Vec::new());
    while let Type::Array { element: inner, length } = *types.get(element) {
        lengths.push(length);
        element = inner;
    }
    (lengths.len() > 1).then_some((element, lengths))
}

/// The number of elements in all dimensions.
fn product(module: &mut ModuleBuilder, lengths: &[ArrayLength]) -> Lowered<ArrayLength> {
    let mut known = 1_u32;
    let mut specialized = None;
    for length in lengths {
        match *length {
            ArrayLength::Runtime => return Ok(ArrayLength::Runtime),
            ArrayLength::Constant(length) => known = known.checked_mul(length).or_bug("an array of that size")?,
            ArrayLength::Specialization(constant) => {
                specialized = Some(match specialized {
                    Some(before) => multiplied(module, before, constant)?,
                    None => constant,
                });
            }
        }
    }
    let Some(specialized) = specialized else { return Ok(ArrayLength::Constant(known)) };
    if known == 1 {
        return Ok(ArrayLength::Specialization(specialized));
    }
    let known = module.folder().uint(known);
    Ok(ArrayLength::Specialization(multiplied(module, specialized, known)?))
}

fn multiplied(
    module: &mut ModuleBuilder,
    left: Handle<crate::hir::Constant>,
    right: Handle<crate::hir::Constant>,
) -> Lowered<Handle<crate::hir::Constant>> {
    let uint = module.scalar(Scalar::U32);
    let mut folder = module.folder();
    let left = folder.convert(left, uint).or_bug("a length")?;
    let right = folder.convert(right, uint).or_bug("a length")?;
    folder.binary(BinaryOperation::Multiply, left, right).constant().or_bug("a length")
}

#[derive(Default)]
struct DescriptorArray {
    lengths: FxHashMap<Handle<GlobalVariable>, Rc<[ArrayLength]>>,
}

/// Whether a place in such a variable still has one index per dimension.
fn has_dimensions(place: &Place) -> bool {
    matches!(place.steps.get(1), Some(PlaceStep::Index(_)))
}

/// Whether a place is an array of resources itself.
fn is_part(types: &TypeTable, place: &Place) -> bool {
    let is_array = matches!(types.get(place.ty), Type::Array { .. });
    is_array && place.steps.iter().all(|step| matches!(step, PlaceStep::Index(_)))
}

impl DescriptorArray {
    /// The lengths of all dimensions that the first indices of a place select from.
    fn dimensions(&self, places: &crate::hir::Arena<Place>, place: Handle<Place>) -> Option<&Rc<[ArrayLength]>> {
        let place = places.try_get(place).ok()?;
        match place.root {
            PlaceRoot::Global(global) if has_dimensions(place) => self.lengths.get(&global),
            _ => None,
        }
    }

    /// The same place with one index.
    fn flattened(
        &self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        handle: Handle<Place>,
    ) -> Lowered<Handle<Place>> {
        let Some(lengths) = self.dimensions(&function.places, handle) else { return Ok(handle) };
        let mut place = function.places.try_get(handle).or_bug("a place")?.clone();
        if place.steps.len() < lengths.len() {
            return Err(Bug("an index for each dimension of an array of resources"));
        }
        let rest: Steps = place.steps.drain(lengths.len()..).collect();
        let mut flat = None;
        for (step, length) in place.steps.iter().zip(lengths.iter()) {
            let &PlaceStep::Index(index) = step else { return Err(Bug("an index into an array of resources")) };
            flat = Some(match flat {
                Some(before) => next_dimension(module, function, before, *length, index)?,
                None => index,
            });
        }
        place.steps = Steps::from_iter([PlaceStep::Index(flat.or_bug("an index")?)]);
        place.steps.extend(rest);
        Ok(function.places.append(place, Span::UNDEFINED))
    }
}

/// `before * length + index`
fn next_dimension(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    before: Handle<Value>,
    length: ArrayLength,
    index: Handle<Value>,
) -> Lowered<Handle<Value>> {
    let types = [before, index].map(|value| function.type_of(value));
    let [Some(left), Some(right)] = types else { return Err(Bug("an index")) };
    let width = [left, right].iter().filter_map(|it| module.types.scalar_of(*it)).map(|it| it.width).max();
    let ty = if left == right { left } else { module.scalar(Scalar { width: width.unwrap_or(4), ..Scalar::U32 }) };
    let scalar = module.types.scalar_of(ty).or_bug("an index")?;
    let length = match length {
        ArrayLength::Constant(length) => module.folder().scalar(scalar, length.into()),
        ArrayLength::Specialization(constant) => module.folder().convert(constant, ty).or_bug("a length")?,
        ArrayLength::Runtime => return Err(Bug("an inner dimension without a length")),
    };
    let length = function.constant(length, ty);
    let [before, index] = [before, index].map(|value| function.convert(module, value, ty));
    let rows = function.binary(module, BinaryOperation::Multiply, before, length);
    Ok(function.binary(module, BinaryOperation::Add, rows, index))
}

impl TakeApart for DescriptorArray {
    fn new(_options: &Options) -> Self {
        Self::default()
    }

    fn is_everywhere(&self) -> bool {
        // No place may continue as if the variable had more dimensions.
        true
    }

    fn wants(&self, view: View<'_>, statement: &Statement) -> bool {
        match *statement {
            Statement::Store { place, .. } => self.dimensions(view.places, place).is_some(),
            Statement::Evaluate(value) => {
                let mut found = false;
                if let Ok(value) = view.values.try_get(value) {
                    value.kind.for_each_operand(|operand| {
                        if let crate::hir::Argument::Place(place) = operand {
                            found |= self.dimensions(view.places, place).is_some();
                        }
                    });
                }
                found
            }
            _ => false,
        }
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        mut statement: Statement,
    ) -> Lowered<()> {
        (function.precise, function.relaxed) = (false, false);
        match &mut statement {
            Statement::Store { place, .. } => *place = self.flattened(module, function, *place)?,
            Statement::Evaluate(value) => {
                let value = *value;
                let mut kind = function.values.try_get(value).or_bug("a value")?.kind.clone();
                let mut failure = None;
                kind.operands_mut(|operand| {
                    if let Operand::Place(place) = operand {
                        match self.flattened(module, function, *place) {
                            Ok(flat) => *place = flat,
                            Err(it) => failure = Some(it),
                        }
                    }
                });
                if let Some(failure) = failure {
                    return Err(failure);
                }
                function.values.get_mut(value).kind = kind;
            }
            _ => {}
        }
        function.push(statement, function.span);
        Ok(())
    }
}
