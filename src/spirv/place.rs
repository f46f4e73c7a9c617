//! Places: pointers, and resources that are passed to functions.
//!
//! Comes in: a [`Place`]. Goes out: an access chain with storage class, layout and alignment. Must not depend on: what
//! is done with the memory.

use super::chains::ChainKey;
use super::function::FunctionWriter;
use super::instance::Resource;
use super::memory::{resource_class, storage_class};
use super::pointer::Pointer;
use super::type_key::{Layout, TypeKey};
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    Handle, MatrixMajor, MemoryQualifiers, Place, PlaceRoot, PlaceStep, StorageClass, Type, Value, ValueKind,
};
use rspirv::spirv::{self, Op};
use smallvec::SmallVec;

impl FunctionWriter<'_, '_> {
    /// The pointer for a place, without its swizzle.
    pub(super) fn pointer(&mut self, place: Handle<Place>) -> Lowered<Pointer> {
        let place = self.function.places.try_get(place).or_bug("a place")?;
        let mut pointer = Pointer::new();
        self.point_to(&mut pointer, place, place.steps.len())?;
        Ok(pointer)
    }

    /// Makes a new pointer lead to what the first `count` steps of a place select.
    pub(super) fn point_to(&mut self, pointer: &mut Pointer, place: &Place, count: usize) -> Lowered<()> {
        self.root(pointer, place)?;
        for step in place.steps.get(..count).or_bug("a place")? {
            self.step(pointer, *step)?;
        }
        self.finish_chain(pointer)
    }

    /// The pointer to the element at `index` of an array place, without an instruction for the array itself.
    pub(super) fn element(&mut self, array: Handle<Place>, index: Handle<Value>) -> Lowered<Pointer> {
        let place = self.function.places.try_get(array).or_bug("a place")?;
        let mut pointer = Pointer::new();
        self.root(&mut pointer, place)?;
        for &step in place.steps.iter().chain(&[PlaceStep::Index(index)]) {
            self.step(&mut pointer, step)?;
        }
        self.finish_chain(&mut pointer)?;
        Ok(pointer)
    }

    /// Makes a new pointer lead to what a place starts from.
    pub(super) fn root(&mut self, pointer: &mut Pointer, place: &Place) -> Lowered<()> {
        let hir = self.module.hir;
        pointer.access = place.access;
        match place.root {
            PlaceRoot::Global(handle) => {
                let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
                pointer.ty = *hir.types.get(variable.ty);
                pointer.class = variable.storage;
                pointer.layout = self.module.variable_layout(variable);
                if let Some(row) = variable.builtin.filter(|row| row.has_own_type()) {
                    pointer.base = self.module.builtin_variable(row)?.0;
                    self.module.decorate_interface(pointer.base, &variable.interface, false);
                    if self.module.is_volatile(row.builtin) {
                        pointer.access |= MemoryQualifiers::VOLATILE;
                    }
                } else if variable.heap.is_some() {
                    pointer.heap = Some((handle, None));
                } else {
                    pointer.base = self.module.variable(handle)?;
                }
            }
            PlaceRoot::Local(handle) => {
                let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
                pointer.ty = *hir.types.get(local.ty);
                pointer.base = self.local(handle)?;
            }
            PlaceRoot::Parameter(index) if self.passes_only_indices(index) => {
                return self.root_by_indices(pointer, index);
            }
            PlaceRoot::Parameter(index) => {
                (pointer.ty, pointer.class) = self.parameter_memory(index)?;
                pointer.base_type = pointer.ty;
                pointer.base = self.parameter(index)?;
                pointer.indices = self.parameter_indices(index).0.into();
                for _ in 0..pointer.indices.len() {
                    let Type::Array { element, .. } = pointer.ty else { return Err(Bug("an element of a resource")) };
                    pointer.ty = *hir.types.get(element);
                }
                return Ok(());
            }
            PlaceRoot::Reference(value) => {
                let &Type::Reference(structure) = self.type_of(value)? else {
                    return Err(Bug("a reference"));
                };
                let block = hir.types.structure(structure).and_then(|it| it.block).or_bug("a reference block")?;
                pointer.ty = Type::Struct(structure);
                pointer.class = StorageClass::PhysicalStorageBuffer;
                pointer.layout = Layout::Block(spirv::StorageClass::PhysicalStorageBuffer);
                pointer.alignment = Some(block.reference_alignment.max(1));
                pointer.base = self.value(value)?;
            }
        }
        pointer.base_type = pointer.ty;
        Ok(())
    }

    /// What to pass for a resource parameter of type `declared`: a pointer, and how it differs from what the parameter
    /// declares. Elements of arrays of ray queries add their `indices`.
    pub(super) fn resource(
        &mut self,
        place: Handle<Place>,
        declared: Handle<Type>,
        indices: &mut Vec<u32>,
    ) -> Lowered<(Option<u32>, Option<Resource>)> {
        let class = resource_class(&self.module.hir.types, declared);
        let definition = self.function.places.try_get(place).or_bug("a place")?;
        if let Some(resource) = self.resource_by_indices(definition, class, indices)? {
            return Ok((None, Some(resource)));
        }
        let mut pointer = Pointer::new();
        self.root(&mut pointer, definition)?;
        let (id, resource) = if pointer.class == StorageClass::UniformConstant {
            let pointer = self.pointer(place)?;
            (pointer.id, Resource::variable(pointer.ty, pointer.class, Vec::new()))
        } else {
            let mut types = match definition.root {
                PlaceRoot::Parameter(index) => self.parameter_indices(index).1,
                _ => Vec::new(),
            };
            for &step in &definition.steps {
                self.step(&mut pointer, step)?;
                if let PlaceStep::Index(value) = step {
                    let ty = self.type_of(value)?;
                    types.push(self.plain_type(ty)?);
                }
            }
            indices.extend(&pointer.indices);
            (pointer.base, Resource::variable(pointer.base_type, pointer.class, types))
        };
        let as_declared = resource.class == class
            && resource.indices.is_empty()
            && self.module.value_type(declared)? == self.plain_type(&resource.ty)?;
        Ok((Some(id), (!as_declared).then_some(resource)))
    }

    /// Extends a pointer by one step.
    pub(super) fn step(&mut self, pointer: &mut Pointer, step: PlaceStep) -> Lowered<()> {
        let hir = self.module.hir;
        match (pointer.ty, step) {
            (Type::Struct(structure), PlaceStep::Member(index)) => {
                let definition = hir.types.structure(structure).or_bug("a structure")?;
                let member = definition.members.get(index as usize).or_bug("a member")?;
                if let Some(row) = member.interface.builtin {
                    self.module.request_builtin(row);
                }
                let (layout, offset) = self.module.member_layout(structure, index, pointer.layout)?;
                pointer.align_to(offset);
                pointer.layout = layout;
                pointer.ty = *hir.types.get(member.ty);
                let index = self.module.int_constant(index as i32);
                pointer.indices.push(index);
            }
            (Type::Array { .. }, PlaceStep::Index(index)) if pointer.heap.is_some() => {
                let ty = self.type_of(index)?;
                let index = (self.value(index)?, self.plain_type(ty)?);
                self.heap_index(pointer, index)?;
            }
            (Type::Array { element, .. }, PlaceStep::Index(index)) => {
                if let Layout::Explicit(rules, major) = pointer.layout {
                    if pointer.alignment.is_some() {
                        pointer.align_to(self.module.layouter(rules).array_stride(element, major));
                    }
                } else if pointer.layout != Layout::Plain || hir.types.get(element).is_opaque() {
                    let constant = matches!(self.definition(index)?.kind, ValueKind::Constant(_));
                    self.index_descriptors(pointer, element, constant);
                }
                pointer.ty = *hir.types.get(element);
                let index = self.value(index)?;
                pointer.indices.push(index);
            }
            (Type::Matrix { columns, rows, scalar }, PlaceStep::Index(index)) => {
                if let (Layout::Explicit(rules, major), Some(_)) = (pointer.layout, pointer.alignment) {
                    let stride = self.module.layouter(rules).matrix_stride(columns, rows, scalar, major);
                    pointer.align_to(match major {
                        MatrixMajor::Column => stride,
                        MatrixMajor::Row => scalar.width.into(),
                    });
                }
                pointer.ty = Type::Vector(rows, scalar);
                let index = self.value(index)?;
                pointer.indices.push(index);
            }
            (Type::Extension(ty), PlaceStep::Index(index)) => {
                pointer.ty = ty.component_type(&self.module.hir.types).or_bug("a component")?;
                let index = self.value(index)?;
                pointer.indices.push(index);
            }
            (Type::Vector(_, scalar), PlaceStep::Index(index)) => {
                let index = self.value(index)?;
                pointer.select_component(scalar, index);
            }
            _ => return Err(Bug("a place that leads nowhere")),
        }
        Ok(())
    }

    /// Descriptors selected at run time need a capability of their class.
    fn index_descriptors(&mut self, pointer: &Pointer, element: Handle<Type>, constant: bool) {
        let requested = &mut self.module.requested;
        // In arrays of arrays the last index decides.
        let resource = self.module.hir.types.get(element);
        if pointer.access.contains(MemoryQualifiers::NON_UNIFORM) {
            requested.non_uniform_descriptor(pointer.class, resource);
        } else if !constant {
            requested.dynamic_descriptor(pointer.class, resource);
        }
    }

    /// Emits the access chain, unless there is one already.
    pub(super) fn finish_chain(&mut self, pointer: &mut Pointer) -> Lowered<()> {
        if pointer.indices.is_empty() {
            pointer.id = pointer.base;
            return Ok(());
        }
        if pointer.indices.len() > super::DEEPEST {
            return Err(super::Failure::TooDeep("a selection from arrays and structures goes"));
        }
        if pointer.untyped {
            let block = self.module.memory_type_of(&pointer.base_type, Layout::Block(spirv::StorageClass::Uniform))?;
            let ty = self.module.type_of(TypeKey::UntypedPointer(spirv::StorageClass::UniformConstant));
            let operands = [block, pointer.base].into_iter().chain(pointer.indices.iter().copied());
            let operands: SmallVec<[u32; 8]> = operands.collect();
            pointer.id = self.emit_ids(Op::UntypedAccessChainKHR, ty, &operands)?;
            return Ok(());
        }
        // The base and the indices determine the type.
        let mut key = ChainKey::from_slice(&[(pointer.access & MemoryQualifiers::NON_UNIFORM).0.into(), pointer.base]);
        key.extend_from_slice(&pointer.indices);
        if let Some(id) = self.chains.known_chain(&key) {
            pointer.id = id;
            return Ok(());
        }
        let ty = self.module.memory_type_of(&pointer.ty, pointer.layout)?;
        let class = storage_class(pointer.class, self.module.options.target.spirv);
        let ty = self.module.pointer_type(class, ty);
        pointer.id = self.emit_ids(Op::AccessChain, ty, key.get(1..).unwrap_or_default())?;
        self.module.mark_non_uniform(pointer.id, pointer.access);
        self.chains.add_chain(key, pointer.id);
        Ok(())
    }
}
