//! Copies of arrays and structures between memory with a layout and values without one.
//!
//! Comes in: loads and stores of any type. Goes out: those whose type in memory is that of the value, or that need only
//! OpCopyLogical (SPIR-V 1.4) or one conversion. Must not depend on: other steps. Members are copied one by one, and so
//! are the elements of short arrays; those of longer ones in a loop. Data in a
//! descriptor heap is loaded through pointers without a type, which say nothing of the strides of matrices: these are
//! loaded by columns, and row-major ones by components.

use super::element_loop::{element_loop, stored};
use super::heap_data::is_apart_in_heap;
use super::taking_apart::{TakeApart, View, redefine};
use super::{FEW_ELEMENTS, has_few_parts};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, Place, PlaceRoot, ScalarKind, Statement, Type, TypeTable, Value, ValueKind,
};
use crate::spirv::memory::is_laid_out;
use crate::spirv::{Lowered, Options, OrBug};
use crate::target::SpirvVersion;

pub(super) struct LayoutCopy {
    has_copy_logical: bool,
}

impl LayoutCopy {
    /// Whether a value at a place is not copied as a whole.
    fn is_copied_by_parts(&self, view: View<'_>, place: &Place) -> bool {
        if matches!(place.root, PlaceRoot::Local(_) | PlaceRoot::Parameter(_)) {
            return false;
        }
        if let Some(is_apart) = is_apart_in_heap(view, place) {
            return is_apart;
        }
        let is_composite = matches!(view.types.get(place.ty), Type::Array { .. } | Type::Struct(_));
        is_composite
            && is_laid_out_place(view, place)
            && (!self.has_copy_logical || contains_bool(view.types, place.ty))
    }
}

fn contains_bool(types: &TypeTable, ty: Handle<Type>) -> bool {
    types.contains(ty, |part| part.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Bool))
}

/// Whether the memory behind a place has a layout.
fn is_laid_out_place(view: View<'_>, place: &Place) -> bool {
    let is_block = |global: &GlobalVariable| is_laid_out(view.types, global);
    match place.root {
        PlaceRoot::Global(global) => view.globals.try_get(global).is_ok_and(is_block),
        PlaceRoot::Reference(_) => true,
        PlaceRoot::Local(_) | PlaceRoot::Parameter(_) => false,
    }
}

impl TakeApart for LayoutCopy {
    fn new(options: &Options) -> Self {
        Self { has_copy_logical: options.target.spirv >= SpirvVersion::V1_4 }
    }

    fn may_want(&self, view: View<'_>) -> bool {
        view.places.iter().any(|(_, place)| self.is_copied_by_parts(view, place))
    }

    fn wants(&self, view: View<'_>, statement: &Statement) -> bool {
        let place = match *statement {
            Statement::Store { place, .. } => place,
            Statement::Evaluate(value) => match view.values.try_get(value).map(|value| &value.kind) {
                Ok(&ValueKind::Load(place)) => place,
                Ok(other) => match other.written_place() {
                    Some(place) => place,
                    None => return false,
                },
                Err(_) => return false,
            },
            _ => return false,
        };
        view.places.try_get(place).is_ok_and(|place| self.is_copied_by_parts(view, place))
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        statement: Statement,
    ) -> Lowered<()> {
        match statement {
            Statement::Store { place, value } => {
                let place = function.places.try_get(place).or_bug("a place")?.clone();
                store_parts(module, function, &place, value)
            }
            Statement::Evaluate(value) => match function.values.get_mut(value).kind {
                ValueKind::Load(place) => {
                    let place = function.places.try_get(place).or_bug("a place")?.clone();
                    load_parts(module, function, &place, value)
                }
                ref other => {
                    // What it stores goes to a variable first.
                    let Some(data) = other.written_place() else { return Ok(()) };
                    let to = function.places.try_get(data).or_bug("a place")?.clone();
                    let local = function.variable("", to.ty);
                    let place = function.places.append(local.clone(), function.span);
                    function.values.get_mut(value).kind.write_to(place);
                    function.push(statement, function.span);
                    let read = function.load(module, &local);
                    function.store(&to, read);
                    Ok(())
                }
            },
            _ => Ok(()),
        }
    }
}

/// How the parts of a composite are visited.
enum Parts {
    Members(u32),
    Elements(u32),
    Loop(ArrayLength),
}

impl Parts {
    fn of(types: &TypeTable, ty: Handle<Type>) -> Lowered<Self> {
        Ok(match *types.get(ty) {
            Type::Struct(structure) => {
                Self::Members(types.structure(structure).or_bug("a structure")?.members.len() as u32)
            }
            Type::Array { length: ArrayLength::Constant(length), .. } if length <= FEW_ELEMENTS => {
                Self::Elements(length)
            }
            Type::Array { length, .. } => Self::Loop(length),
            Type::Matrix { columns, .. } => Self::Elements(columns.get()),
            Type::Vector(size, _) => Self::Elements(types.known_length(size).or_bug("a listed size")?),
            _ => return Err(crate::spirv::Bug("a copy of something that has no parts")),
        })
    }

    /// The place of each part, if it has one of its own.
    fn places(&self, module: &mut ModuleBuilder, function: &mut FunctionBuilder, whole: &Place) -> Vec<Place> {
        match *self {
            Self::Members(count) => (0..count).map(|index| module.member(whole, index)).collect(),
            Self::Elements(count) => {
                let mut element = |index| {
                    let index = function.int(module, index as i32);
                    module.element(whole, index)
                };
                (0..count).map(&mut element).collect()
            }
            Self::Loop(_) => Vec::new(),
        }
    }
}

fn load_parts(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    from: &Place,
    value: Handle<Value>,
) -> Lowered<()> {
    has_few_parts(&module.types, from.ty)?;
    let parts = Parts::of(&module.types, from.ty)?;
    if let Parts::Loop(length) = parts {
        let to = function.variable("", from.ty);
        copy_elements(module, function, &to, from, length)?;
        let to = function.places.append(to, function.span);
        redefine(function, value, ValueKind::Load(to));
        return Ok(());
    }
    let mut loaded = Vec::new();
    for part in parts.places(module, function, from) {
        loaded.push(function.load(module, &part));
    }
    redefine(function, value, ValueKind::Compose(loaded));
    Ok(())
}

fn store_parts(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    to: &Place,
    value: Handle<Value>,
) -> Lowered<()> {
    has_few_parts(&module.types, to.ty)?;
    let parts = Parts::of(&module.types, to.ty)?;
    if let Parts::Loop(length) = parts {
        let from = stored(function, value)?;
        return copy_elements(module, function, to, &from, length);
    }
    for (index, part) in parts.places(module, function, to).iter().enumerate() {
        let value = function.extract(module, value, index as u32);
        function.store(part, value);
    }
    Ok(())
}

fn copy_elements(
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    to: &Place,
    from: &Place,
    length: ArrayLength,
) -> Lowered<()> {
    element_loop(module, function, length, None, |module, function, index| {
        let element = module.element(from, index);
        let value = function.load(module, &element);
        let element = module.element(to, index);
        function.store(&element, value);
        Ok(())
    })
}
