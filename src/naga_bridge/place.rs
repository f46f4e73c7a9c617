//! Places: naga pointers, and how values are read and written through them.
//!
//! Comes in: HIR places. Goes out: expressions and stores. Must not depend on: what values mean.

use super::body::FunctionWriter;
use super::build::{Build, Shape, Typed};
use super::builtin::Resource;
use super::globals::Global;
use super::memory::{Form, Memory, Part};
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::hir::{self, PlaceRoot, PlaceStep, StorageClass, ValueKind};
use naga::{BinaryOperator, Expression, Handle, TypeInner};
use std::rc::Rc;

/// Longer arrays whose elements have a different form in memory are not copied as a whole.
const MOST_COPIED: u32 = 256;

/// What a place leads to.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// Memory that a pointer points to.
    Memory(Handle<Expression>, Rc<Memory>),
    /// A column of a matrix that is stored as its transpose.
    Column(Handle<Expression>, Rc<Memory>, Index),
    /// No memory: an input that is an argument.
    Value(Typed),
}

/// An index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    Known(u32),
    Computed(Handle<Expression>),
}

impl FunctionWriter<'_, '_> {
    /// What a place leads to, before its swizzle.
    pub(super) fn target(&mut self, place: &hir::Place) -> Bridged<Target> {
        let mut steps = place.steps.iter();
        let mut target = match self.mesh_target(place)? {
            Some(element) => {
                steps.next();
                element
            }
            None => self.root(place)?,
        };
        for step in steps {
            let index = match *step {
                PlaceStep::Member(index) => Index::Known(index),
                PlaceStep::Index(value) => self.index(value)?,
            };
            target = self.step(target, index)?;
        }
        Ok(target)
    }

    fn root(&mut self, place: &hir::Place) -> Bridged<Target> {
        match place.root {
            PlaceRoot::Local(local) => {
                let variable = self.local(local)?;
                let ty = self.out.local_variables.try_get(variable).or_missing("a variable")?.ty;
                Ok(Target::Memory(self.add(Expression::LocalVariable(variable)), Memory::plain(ty)))
            }
            PlaceRoot::Parameter(index) => {
                let parameter = self.function.parameters.get(index as usize).or_missing("a parameter")?;
                let ty = self.module.value_type(parameter.ty)?;
                let argument = self.argument(index)?;
                Ok(Target::Memory(self.add(Expression::FunctionArgument(argument)), Memory::plain(ty)))
            }
            PlaceRoot::Global(global) => {
                if let Some(target) = self.interface_target(global) {
                    return Ok(target);
                }
                let it = self.module.hir.globals.try_get(global).or_missing("a variable")?;
                if matches!(it.storage, StorageClass::Input | StorageClass::Output) {
                    self.module.interface_global(global)?;
                }
                let Global::Memory(variable, memory) = self.module.known_global(global)?.clone() else {
                    return unsupported("a pointer to a resource");
                };
                Ok(Target::Memory(self.add(Expression::GlobalVariable(variable)), memory))
            }
            PlaceRoot::Reference(_) => Err(Unsupported::new("references to buffers")
                .help("put the buffer into a binding of its own, and pass indices instead of addresses")),
        }
    }

    pub(super) fn index(&mut self, value: hir::Handle<hir::Value>) -> Bridged<Index> {
        if let ValueKind::Constant(constant) = self.definition(value)?.kind {
            let constant = self.module.hir.constants.get_handle(constant).or_missing("a constant")?;
            if let hir::ConstantKind::Scalar(bits) = constant.kind {
                return Ok(Index::Known(bits as u32));
            }
        }
        let index = self.value(value)?;
        let Some(scalar) = index.shape.scalar() else { return unsupported("this index") };
        if scalar.width == 4 {
            return Ok(Index::Computed(index.it));
        }
        // Memory that naga's pointers can reach has fewer than 2^32 elements.
        Ok(Index::Computed(self.convert(index, naga::Scalar { width: 4, ..scalar }).it))
    }

    /// The texture, sampler or image at a place.
    pub(super) fn resource_at(&mut self, place: &hir::Place) -> Bridged<Resource> {
        let bound = self.instance.bound(place)?;
        let Global::Resource(resources) = self.module.known_global(bound.global)? else {
            return unsupported("a resource of this kind");
        };
        let resources = *resources;
        let index = match (bound.is_element, place.root, place.steps.first()) {
            (true, PlaceRoot::Parameter(index), _) => {
                let argument = self.argument(index)?;
                Some(Index::Computed(self.add(Expression::FunctionArgument(argument))))
            }
            (true, _, Some(PlaceStep::Index(value))) => Some(self.index(*value)?),
            _ => None,
        };
        let mut element = |variable: Option<Handle<naga::GlobalVariable>>| {
            let variable = self.add(Expression::GlobalVariable(variable?));
            Some(index.map_or(variable, |index| self.access(variable, index)))
        };
        let (image, sampler) = (element(resources.image), element(resources.sampler));
        Ok(Resource { image, sampler, shape: resources.ty.map(|it| it.shape), is_depth: resources.is_depth })
    }

    /// The index of the element at a place, to be passed to a function.
    pub(super) fn element_index(&mut self, place: &hir::Place) -> Bridged<Handle<Expression>> {
        match (place.root, place.steps.first()) {
            (PlaceRoot::Parameter(index), _) => {
                let argument = self.argument(index)?;
                Ok(self.add(Expression::FunctionArgument(argument)))
            }
            (_, Some(PlaceStep::Index(value))) => {
                let index = self.value(*value)?;
                Ok(self.convert(index, naga::Scalar::U32).it)
            }
            _ => unsupported("an element of resources"),
        }
    }

    pub(super) fn access(&mut self, base: Handle<Expression>, index: Index) -> Handle<Expression> {
        self.add(match index {
            Index::Known(index) => Expression::AccessIndex { base, index },
            Index::Computed(index) => Expression::Access { base, index },
        })
    }

    /// Selects a part of the current target of a place.
    pub(super) fn step(&mut self, target: Target, index: Index) -> Bridged<Target> {
        match target {
            Target::Value(value) => match index {
                Index::Known(index) => Ok(Target::Value(self.part(value, index)?)),
                Index::Computed(index) => {
                    let shape = match value.shape {
                        Shape::Vector(_, scalar) => Shape::Scalar(scalar),
                        _ => return unsupported("an index that is no constant into this input"),
                    };
                    Ok(Target::Value(self.typed(Expression::Access { base: value.it, index }, shape)))
                }
            },
            Target::Column(matrix, inner, column) => {
                let Target::Memory(row, memory) = self.step(Target::Memory(matrix, inner), index)? else {
                    return unsupported("a component of this matrix");
                };
                self.step(Target::Memory(row, memory), column)
            }
            Target::Memory(pointer, memory) => match &memory.form {
                Form::Plain => {
                    let part = self.part_type(memory.ty, index)?;
                    Ok(Target::Memory(self.access(pointer, index), Memory::plain(part)))
                }
                Form::Elements { element, wrapped, .. } => {
                    let mut part = self.access(pointer, index);
                    if *wrapped {
                        part = self.access(part, Index::Known(0));
                    }
                    Ok(Target::Memory(part, Rc::clone(element)))
                }
                Form::Transposed(inner) => Ok(Target::Column(pointer, Rc::clone(inner), index)),
                Form::Members(members) => {
                    let Index::Known(member) = index else { return unsupported("a member of this") };
                    let (member, memory) = members.get(member as usize).or_missing("a member")?;
                    Ok(Target::Memory(self.access(pointer, Index::Known(*member)), Rc::clone(memory)))
                }
                Form::Spread(parts) => {
                    let Index::Known(index) = index else {
                        return Err(Unsupported::new(
                            "an index that is no constant into an output with several locations",
                        )
                        .help("write the whole output"));
                    };
                    let part = parts.get(index as usize).and_then(Option::as_ref).or_missing("a part of an output")?;
                    Ok(self.part_target(pointer, part))
                }
                Form::Bool | Form::Atomic | Form::OtherSign => unsupported("a part of a scalar"),
            },
        }
    }

    /// What a part of the structure that a pointer points to leads to.
    pub(super) fn part_target(&mut self, structure: Handle<Expression>, part: &Part) -> Target {
        match part {
            Part::Member(member, memory) => {
                Target::Memory(self.access(structure, Index::Known(*member)), Rc::clone(memory))
            }
            Part::Spread(memory) => Target::Memory(structure, Rc::clone(memory)),
        }
    }

    /// The type of a part of something in its unchanged form.
    fn part_type(&mut self, ty: Handle<naga::Type>, index: Index) -> Bridged<Handle<naga::Type>> {
        let inner = match *self.module.inner(ty)? {
            TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => return Ok(base),
            TypeInner::Struct { ref members, .. } => {
                let Index::Known(index) = index else { return unsupported("a member of this") };
                return Ok(members.get(index as usize).or_missing("a member")?.ty);
            }
            TypeInner::Vector { scalar, .. } => TypeInner::Scalar(scalar),
            TypeInner::Matrix { rows, scalar, .. } => TypeInner::Vector { size: rows, scalar },
            _ => return unsupported("a part of this"),
        };
        Ok(self.module.ty(inner))
    }

    /// The value at a place.
    pub(super) fn load_place(&mut self, place: &hir::Place) -> Bridged<Typed> {
        let target = self.target(place)?;
        let value = self.load(target)?;
        match &place.swizzle {
            Some(components) => self.swizzle(value, components),
            None => Ok(value),
        }
    }

    pub(super) fn load(&mut self, target: Target) -> Bridged<Typed> {
        match target {
            Target::Value(value) => Ok(value),
            Target::Column(matrix, inner, column) => {
                let shape = self.value_shape(&inner)?;
                let Shape::Matrix(rows, _, scalar) = shape else { return unsupported("a column of this") };
                let mut components = Vec::new();
                for row in 0..u32::from(rows) {
                    let target = Target::Column(matrix, Rc::clone(&inner), column);
                    let part = self.step(target, Index::Known(row))?;
                    components.push(self.load(part)?.it);
                }
                Ok(self.compose(Shape::Vector(rows, scalar), components))
            }
            Target::Memory(pointer, memory) => {
                let shape = self.value_shape(&memory)?;
                match &memory.form {
                    Form::Plain | Form::Atomic => Ok(self.typed(Expression::Load { pointer }, shape)),
                    Form::Bool => {
                        let number = self.typed(Expression::Load { pointer }, Shape::Scalar(naga::Scalar::U32));
                        let zero = self.uint(0);
                        Ok(self.compare(BinaryOperator::NotEqual, number, zero))
                    }
                    Form::Transposed(inner) => {
                        let rows = self.load(Target::Memory(pointer, Rc::clone(inner)))?;
                        self.math(naga::MathFunction::Transpose, &[rows], shape)
                    }
                    Form::OtherSign => {
                        let own = self.module.shape(memory.ty)?;
                        let value = self.typed(Expression::Load { pointer }, own);
                        Ok(self.sign_of(value, shape))
                    }
                    Form::Elements { .. } | Form::Members(_) | Form::Spread(_) => {
                        let count = self.part_count(&memory)?;
                        let mut components = Vec::new();
                        for index in 0..count {
                            let target = Target::Memory(pointer, Rc::clone(&memory));
                            let part = self.step(target, Index::Known(index))?;
                            components.push(self.load(part)?.it);
                        }
                        Ok(self.compose(shape, components))
                    }
                }
            }
        }
    }

    fn value_shape(&self, memory: &Memory) -> Bridged<Shape> {
        let Some(value) = memory.value else {
            return unsupported("arrays whose length is only known when the shader runs, as values");
        };
        self.module.shape(value)
    }

    fn part_count(&self, memory: &Memory) -> Bridged<u32> {
        match &memory.form {
            Form::Members(members) => Ok(members.len() as u32),
            Form::Spread(parts) => Ok(parts.len() as u32),
            Form::Elements { count: Some(count), .. } if *count <= MOST_COPIED => Ok(*count),
            _ => Err(Unsupported::new("copies of whole arrays that lie in a block otherwise than in a variable")
                .help("copy element by element, in a loop")),
        }
    }

    /// Writes a value to a place.
    pub(super) fn store_place(&mut self, place: &hir::Place, value: Typed) -> Bridged<()> {
        let target = self.target(place)?;
        let Some(components) = &place.swizzle else { return self.store_target(target, value) };
        for (index, &component) in components.iter().enumerate() {
            let part = self.part(value, index as u32)?;
            let target = self.step(target.clone(), Index::Known(component.into()))?;
            self.store_target(target, part)?;
        }
        Ok(())
    }

    pub(super) fn store_target(&mut self, target: Target, value: Typed) -> Bridged<()> {
        match target {
            Target::Value(_) => unsupported("a write to an input"),
            Target::Column(..) => {
                for row in 0..value.shape.count().or_missing("a column")? {
                    let part = self.part(value, row)?;
                    let target = self.step(target.clone(), Index::Known(row))?;
                    self.store_target(target, part)?;
                }
                Ok(())
            }
            Target::Memory(pointer, memory) => match &memory.form {
                Form::Plain | Form::Atomic => {
                    self.store(pointer, value.it);
                    Ok(())
                }
                Form::Bool => {
                    let number = self.convert(value, naga::Scalar::U32);
                    self.store(pointer, number.it);
                    Ok(())
                }
                Form::Transposed(inner) => {
                    let shape = self.value_shape(inner)?;
                    let transposed = self.math(naga::MathFunction::Transpose, &[value], shape)?;
                    self.store_target(Target::Memory(pointer, Rc::clone(inner)), transposed)
                }
                Form::OtherSign => {
                    let own = self.module.shape(memory.ty)?;
                    let value = self.sign_of(value, own);
                    self.store(pointer, value.it);
                    Ok(())
                }
                Form::Elements { .. } | Form::Members(_) | Form::Spread(_) => {
                    for index in 0..self.part_count(&memory)? {
                        let part = self.part(value, index)?;
                        let target = Target::Memory(pointer, Rc::clone(&memory));
                        let target = self.step(target, Index::Known(index))?;
                        self.store_target(target, part)?;
                    }
                    Ok(())
                }
            },
        }
    }

    /// A pointer to a place whose memory has the form of values.
    pub(super) fn pointer(&mut self, place: hir::Handle<hir::Place>) -> Bridged<(Handle<Expression>, Rc<Memory>)> {
        let place = self.function.places.try_get(place).or_missing("a place")?;
        match self.target(place)? {
            Target::Memory(pointer, memory) if place.swizzle.is_none() => Ok((pointer, memory)),
            _ => unsupported("a pointer to this"),
        }
    }

    /// `.length()` of an array in a buffer.
    pub(super) fn array_length(&mut self, place: &hir::Place, ty: naga::Scalar) -> Bridged<Typed> {
        let Target::Memory(pointer, _) = self.target(place)? else { return unsupported("the length of this") };
        let length = self.typed(Expression::ArrayLength(pointer), Shape::Scalar(naga::Scalar::U32));
        Ok(self.convert(length, ty))
    }
}
