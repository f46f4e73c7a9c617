//! Places: pointers, loads and stores.
//!
//! Comes in: a [`Place`]. Goes out: an access chain with storage class, layout and alignment, and memory
//! instructions through it. Must not know: what the value is for.

use super::descriptor_array::PartialIndex;
use super::function::{FunctionWriter, Source};
use super::heap::{HeapIndex, HeapPart, HeapRow};
use super::memory::{AccessOperands, storage_class};
use super::types::Layout;
use super::writer::Resource;
use super::{Bug, Lowered, OrBug};
use crate::hir::layout::align_up;
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, ImageClass, MatrixComponent, MatrixMajor, MemoryQualifiers, Place, PlaceRoot,
    PlaceStep, Scalar, ScalarKind, StorageClass, Struct, Type, Value, ValueKind,
};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Capability, Decoration, Op};

/// A pointer with all that an access through it needs.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    /// The id of the pointer.
    pub id: u32,
    /// What it points to.
    pub ty: Type,
    /// How that is laid out.
    pub layout: Layout,
    /// The memory it points into.
    pub class: StorageClass,
    /// What is known about the address, for physical pointers.
    pub alignment: Option<u32>,
    /// The qualifiers of the path.
    pub access: MemoryQualifiers,
    /// Where the chain starts and what it selects, so that it can be made longer.
    base: u32,
    /// The type of what it starts from.
    base_type: Type,
    /// The array in a descriptor heap that an element is still to be selected from.
    heap: Option<HeapRow>,
    /// Whether it is a pointer to a descriptor in a heap, which has no type.
    pub untyped: bool,
    /// Whether the next steps go through the dimensions of an array of resources that has one in memory, and the index so
    /// far.
    dimensions: Option<Option<PartialIndex>>,
    indices: Vec<u32>,
}

impl FunctionWriter<'_, '_> {
    /// The pointer that a place is, without its swizzle.
    pub(super) fn pointer(&mut self, place: Handle<Place>) -> Lowered<Pointer> {
        let place = self.function.places.try_get(place).or_bug("a place")?;
        self.pointer_of_steps(place, place.steps.len())
    }

    /// The pointer after the first `count` steps of a place.
    pub(super) fn pointer_of_steps(&mut self, place: &Place, count: usize) -> Lowered<Pointer> {
        let mut pointer = self.root(place)?;
        for step in place.steps.get(..count).or_bug("a place")? {
            self.step(&mut pointer, *step)?;
        }
        self.finish_chain(&mut pointer)?;
        Ok(pointer)
    }

    /// The pointer to the element at `index` of the array that a place is, without an instruction for the array itself.
    pub(super) fn element(&mut self, array: Handle<Place>, index: Handle<Value>) -> Lowered<Pointer> {
        let place = self.function.places.try_get(array).or_bug("a place")?;
        let mut pointer = self.root(place)?;
        for &step in place.steps.iter().chain(&[PlaceStep::Index(index)]) {
            self.step(&mut pointer, step)?;
        }
        self.finish_chain(&mut pointer)?;
        Ok(pointer)
    }

    fn root(&mut self, place: &Place) -> Lowered<Pointer> {
        let hir = self.module.hir;
        let mut pointer = Pointer {
            id: 0,
            ty: Type::Void,
            layout: Layout::Plain,
            class: StorageClass::Function,
            alignment: None,
            access: place.access,
            base: 0,
            base_type: Type::Void,
            heap: None,
            untyped: false,
            dimensions: None,
            indices: Vec::new(),
        };
        match place.root {
            PlaceRoot::Global(handle) => {
                let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
                pointer.ty = hir.types.get(variable.ty).clone();
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
                    pointer.dimensions = self.module.flattened(handle).map(|_| None);
                }
            }
            PlaceRoot::Local(handle) => {
                let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
                pointer.ty = hir.types.get(local.ty).clone();
                pointer.base = self.local(handle)?;
            }
            PlaceRoot::Parameter(index) if let Some(handle) = self.parameter_heap(index) => {
                let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
                pointer.ty = hir.types.get(variable.ty).clone();
                pointer.class = variable.storage;
                pointer.layout = self.module.variable_layout(variable);
                pointer.heap = Some((handle, None));
                let (ids, types) = self.parameter_indices(index);
                for (id, ty) in ids.into_iter().zip(types) {
                    self.heap_index(&mut pointer, (id, ty))?;
                }
                return Ok(pointer);
            }
            PlaceRoot::Parameter(index) => {
                (pointer.ty, pointer.class) = self.parameter_memory(index)?;
                pointer.base_type = pointer.ty.clone();
                pointer.base = self.parameter(index)?;
                pointer.indices = self.parameter_indices(index).0;
                for _ in 0..pointer.indices.len() {
                    let Type::Array { element, .. } = pointer.ty else { return Err(Bug("an element of a resource")) };
                    pointer.ty = hir.types.get(element).clone();
                }
                return Ok(pointer);
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
        pointer.base_type = pointer.ty.clone();
        Ok(pointer)
    }

    /// What to pass for a parameter of type `declared` that is a resource: a pointer, and how it differs from what the
    /// parameter says. Elements of arrays of ray queries add their `indices`.
    pub(super) fn resource(
        &mut self,
        place: Handle<Place>,
        declared: Handle<Type>,
        indices: &mut Vec<u32>,
    ) -> Lowered<(Option<u32>, Option<Resource>)> {
        let class = self.module.resource_class(declared);
        let definition = self.function.places.try_get(place).or_bug("a place")?;
        if let Some((heap, path)) = self.in_heap(definition)? {
            let (ids, types): (Vec<u32>, Vec<u32>) = path.into_iter().unzip();
            indices.extend(ids);
            let element = self.module.hir.types.get(definition.ty).clone();
            return Ok((None, Some(Resource { ty: element, class, heap: Some(heap), indices: types })));
        }
        let (id, resource) = if self.root(definition)?.class == StorageClass::UniformConstant {
            let pointer = self.pointer(place)?;
            (pointer.id, Resource { ty: pointer.ty, class: pointer.class, heap: None, indices: Vec::new() })
        } else {
            let mut pointer = self.root(definition)?;
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
            (pointer.base, Resource { ty: pointer.base_type, class: pointer.class, heap: None, indices: types })
        };
        let as_declared = resource.class == class
            && resource.indices.is_empty()
            && self.module.value_type(declared)? == self.plain_type(&resource.ty)?;
        Ok((Some(id), (!as_declared).then_some(resource)))
    }

    /// The array in a descriptor heap that a place is an element or a part of, the indices and their types.
    fn in_heap(&mut self, place: &Place) -> Lowered<Option<HeapPart>> {
        let (handle, mut path) = match place.root {
            PlaceRoot::Global(handle) => {
                let variable = self.module.hir.globals.try_get(handle).or_bug("a global variable")?;
                if variable.heap.is_none() {
                    return Ok(None);
                }
                (handle, Vec::new())
            }
            PlaceRoot::Parameter(parameter) => {
                let Some(handle) = self.parameter_heap(parameter) else { return Ok(None) };
                let (ids, types) = self.parameter_indices(parameter);
                (handle, ids.into_iter().zip(types).collect())
            }
            _ => return Ok(None),
        };
        for &step in &place.steps {
            let PlaceStep::Index(value) = step else { return Ok(None) };
            let ty = self.type_of(value)?;
            path.push((self.value(value)?, self.plain_type(ty)?));
        }
        Ok(Some((handle, path)))
    }

    /// Extends a pointer by one step.
    fn step(&mut self, pointer: &mut Pointer, step: PlaceStep) -> Lowered<()> {
        let hir = self.module.hir;
        match (pointer.ty.clone(), step) {
            (Type::Struct(structure), PlaceStep::Member(index)) => {
                let definition = hir.types.structure(structure).or_bug("a structure")?;
                let member = definition.members.get(index as usize).or_bug("a member")?;
                if let Some(row) = member.interface.builtin {
                    self.module.request_builtin(row);
                }
                let (layout, offset) = self.member_layout(structure, index, pointer.layout)?;
                pointer.align_to(offset);
                pointer.layout = layout;
                pointer.ty = hir.types.get(member.ty).clone();
                let index = self.module.int_constant(index as i32);
                pointer.indices.push(index);
            }
            (Type::Array { .. }, PlaceStep::Index(index)) if pointer.heap.is_some() => {
                let ty = self.type_of(index)?;
                let index = (self.value(index)?, self.plain_type(ty)?);
                self.heap_index(pointer, index)?;
            }
            (Type::Array { element, length }, PlaceStep::Index(index)) if let Some(before) = pointer.dimensions => {
                let next = self.dimension(before, length, index)?;
                pointer.ty = hir.types.get(element).clone();
                self.index_descriptors(pointer, element, length, next.constant.is_some())?;
                pointer.dimensions = matches!(pointer.ty, Type::Array { .. }).then_some(Some(next));
                if pointer.dimensions.is_none() {
                    pointer.indices.push(next.id);
                }
            }
            (Type::Array { element, length }, PlaceStep::Index(index)) => {
                if let Layout::Explicit(rules, major) = pointer.layout {
                    pointer.align_to(self.module.layouter(rules).array_stride(element, major));
                } else if pointer.layout != Layout::Plain || hir.types.get(element).is_opaque() {
                    let constant = matches!(self.definition(index)?.kind, ValueKind::Constant(_));
                    self.index_descriptors(pointer, element, length, constant)?;
                }
                pointer.ty = hir.types.get(element).clone();
                let index = self.value(index)?;
                pointer.indices.push(index);
            }
            (Type::Matrix { columns, rows, scalar }, PlaceStep::Index(index)) => {
                if let Layout::Explicit(rules, major) = pointer.layout {
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
            (Type::CooperativeMatrix(matrix), PlaceStep::Index(index)) => {
                pointer.ty = match matrix.component {
                    MatrixComponent::Scalar(scalar) => Type::Scalar(scalar),
                    MatrixComponent::Numbered(ty) => self.module.hir.types.get(ty).clone(),
                };
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

    /// Layout and offset of a member of a structure laid out as `layout`.
    pub(super) fn member_layout(
        &mut self,
        structure: Handle<Struct>,
        index: u32,
        layout: Layout,
    ) -> Lowered<(Layout, u32)> {
        let definition = self.module.hir.types.structure(structure).or_bug("a structure")?;
        let member = definition.members.get(index as usize).or_bug("a member")?;
        Ok(match layout {
            Layout::Plain => (layout, 0),
            Layout::Explicit(rules, major) => {
                let offsets = self.module.member_offsets(structure, rules, major)?;
                (layout, offsets.get(index as usize).copied().unwrap_or(0))
            }
            Layout::Block(_) => {
                let block = definition.block.or_bug("a block")?;
                (Layout::Explicit(block.rules, member.major), member.offset.unwrap_or(0))
            }
        })
    }

    /// Descriptors that are chosen at run time need a capability of their class.
    fn index_descriptors(
        &mut self,
        pointer: &Pointer,
        element: Handle<Type>,
        length: ArrayLength,
        constant: bool,
    ) -> Lowered<()> {
        if length == ArrayLength::Runtime {
            self.module.requested.capability(Capability::RuntimeDescriptorArray);
        }
        let class = pointer.class;
        let (dynamic, non_uniform) = match (class, self.module.hir.types.get(element)) {
            (StorageClass::Uniform, _) => {
                (Capability::UniformBufferArrayDynamicIndexing, Capability::UniformBufferArrayNonUniformIndexing)
            }
            (StorageClass::StorageBuffer, _) => {
                (Capability::StorageBufferArrayDynamicIndexing, Capability::StorageBufferArrayNonUniformIndexing)
            }
            (_, element) => match indexing_capabilities(element) {
                Some(capabilities) => capabilities,
                // Arrays of arrays: the last index decides.
                None => return Ok(()),
            },
        };
        if pointer.access.contains(MemoryQualifiers::NON_UNIFORM) {
            self.module.requested.capability(non_uniform);
        } else if !constant {
            self.module.requested.capability(dynamic);
        }
        Ok(())
    }

    /// Emits the access chain.
    fn finish_chain(&mut self, pointer: &mut Pointer) -> Lowered<()> {
        if pointer.indices.is_empty() {
            pointer.id = pointer.base;
            return Ok(());
        }
        if pointer.indices.len() > super::DEEPEST {
            return Err(super::Failure::TooDeep("a selection from arrays and structures goes"));
        }
        let ty = self.module.memory_type_of(&pointer.ty, pointer.layout)?;
        let class = storage_class(pointer.class, self.module.options.target.spirv);
        let ty = self.module.pointer_type(class, ty);
        let operands = std::iter::once(&pointer.base).chain(&pointer.indices).copied();
        pointer.id = self.emit(Op::AccessChain, ty, operands.map(Operand::IdRef).collect())?;
        self.mark_non_uniform(pointer.id, pointer.access);
        Ok(())
    }

    /// Decorates what depends on an index that differs between invocations.
    pub(super) fn mark_non_uniform(&mut self, id: u32, access: MemoryQualifiers) {
        if access.contains(MemoryQualifiers::NON_UNIFORM) {
            self.module.decorate(id, Decoration::NonUniform, vec![]);
        }
    }

    /// A pointer to one component of a vector in memory.
    fn component(&mut self, vector: &Pointer, component: u8) -> Lowered<Pointer> {
        let mut pointer = vector.clone();
        let scalar = vector.ty.scalar().or_bug("a vector")?;
        let index = self.module.uint_constant(component.into());
        pointer.select_component(scalar, index);
        self.finish_chain(&mut pointer)?;
        Ok(pointer)
    }

    /// Reads a place.
    pub(super) fn load(&mut self, handle: Handle<Place>) -> Lowered<u32> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        let pointer = self.pointer(handle)?;
        let value = self.load_pointer(&pointer)?;
        match (&place.swizzle, &pointer.ty) {
            (Some(components), &Type::Vector(_, scalar)) => self.swizzle(value, scalar, components),
            _ => Ok(value),
        }
    }

    /// Reads what a pointer points to.
    pub(super) fn load_pointer(&mut self, pointer: &Pointer) -> Lowered<u32> {
        let ty = self.module.memory_type_of(&pointer.ty, pointer.layout)?;
        let mut operands = vec![Operand::IdRef(pointer.id)];
        self.access_operands(pointer, false, &mut operands);
        let value = self.emit(Op::Load, ty, operands)?;
        self.mark_non_uniform(value, pointer.access);
        if pointer.ty.is_opaque() {
            self.sources.insert(value, Source::Loaded(pointer.id));
        }
        self.loaded_value(value, &pointer.ty, pointer.layout)
    }

    /// Writes a place. Of a vector only the components that are named are touched: another invocation may own the
    /// others.
    pub(super) fn store(&mut self, handle: Handle<Place>, value: u32) -> Lowered<()> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        let Some(components) = &place.swizzle else {
            let pointer = self.pointer(handle)?;
            return self.store_pointer(&pointer, value);
        };
        let mut vector = self.root(place)?;
        for &step in &place.steps {
            self.step(&mut vector, step)?;
        }
        let scalar = vector.ty.scalar().or_bug("a vector")?;
        let ty = self.module.scalar_type(scalar);
        for (index, &component) in components.iter().enumerate() {
            let part =
                self.emit(Op::CompositeExtract, ty, vec![Operand::IdRef(value), Operand::LiteralBit32(index as u32)])?;
            let pointer = self.component(&vector, component)?;
            self.store_pointer(&pointer, part)?;
        }
        Ok(())
    }

    /// Writes what a pointer points to.
    pub(super) fn store_pointer(&mut self, pointer: &Pointer, value: u32) -> Lowered<()> {
        let value = self.stored_value(value, &pointer.ty, pointer.layout)?;
        let mut operands = vec![Operand::IdRef(pointer.id), Operand::IdRef(value)];
        self.access_operands(pointer, true, &mut operands);
        self.emit_void(Op::Store, operands)
    }

    pub(super) fn access_operands(&mut self, pointer: &Pointer, store: bool, operands: &mut Vec<Operand>) {
        // Resources are handles, not memory: loading one makes nothing visible.
        if pointer.class == StorageClass::UniformConstant {
            return;
        }
        let model = self.module.hir.memory_model;
        let AccessOperands { bits, alignment, scope } =
            model.access(pointer.class, pointer.access, pointer.alignment, store);
        if bits.is_empty() {
            return;
        }
        operands.push(Operand::MemoryAccess(bits));
        operands.extend(alignment.map(Operand::LiteralBit32));
        if let Some(scope) = scope {
            operands.push(Operand::IdScope(self.module.uint_constant(scope as u32)));
        }
    }

    /// `.length()` of a runtime-sized array.
    pub(super) fn array_length(&mut self, handle: Handle<Place>, ty: Handle<Type>) -> Lowered<u32> {
        let place = self.function.places.try_get(handle).or_bug("a place")?;
        let Some((&PlaceStep::Member(member), before)) = place.steps.split_last() else {
            return Err(Bug("the length of something that is no member"));
        };
        let block = self.pointer_of_steps(place, before.len())?;
        let result = self.module.hir.types.scalar_of(ty).or_bug("a length")?;
        let uint = self.module.scalar_type(Scalar { kind: ScalarKind::Uint, ..result });
        let int = self.module.scalar_type(result);
        let length = self.emit(Op::ArrayLength, uint, vec![Operand::IdRef(block.id), Operand::LiteralBit32(member)])?;
        self.emit_ids(Op::Bitcast, int, &[length])
    }
}

impl Pointer {
    /// The array in a descriptor heap and the index so far, taken.
    pub(super) fn take_heap(&mut self) -> Option<HeapRow> {
        self.heap.take()
    }

    /// Where in an array of arrays in a descriptor heap it is.
    pub(super) fn stay_in_heap(&mut self, handle: Handle<GlobalVariable>, index: HeapIndex) {
        self.heap = Some((handle, Some(index)));
    }

    /// Goes on from a descriptor, or from the buffer behind it.
    pub(super) fn leave_heap(&mut self, base: u32) {
        self.heap = None;
        self.untyped = !matches!(self.ty, Type::Struct(_));
        self.base = base;
    }

    /// Adds an offset, or a multiple of a stride, to what is known about the address.
    fn align_to(&mut self, distance: u32) {
        if let (Some(alignment), true) = (&mut self.alignment, distance > 0) {
            let known = *alignment | distance;
            *alignment = 1 << known.trailing_zeros().min(31);
        }
    }

    fn select_component(&mut self, scalar: Scalar, index: u32) {
        let width = if scalar.kind == ScalarKind::Bool { 4 } else { scalar.width.into() };
        self.align_to(align_up(width, width));
        self.ty = Type::Scalar(scalar);
        self.indices.push(index);
    }
}

/// What indexing an array of a resource needs, with an index that is the same in all invocations and with one that is not.
pub(super) fn indexing_capabilities(resource: &Type) -> Option<(Capability, Capability)> {
    Some(match resource {
        Type::Image(image) => {
            let buffer = image.shape.dimension == crate::builtins::ImageDimension::Buffer;
            match (image.class, buffer) {
                (ImageClass::Storage(_), true) => (
                    Capability::StorageTexelBufferArrayDynamicIndexing,
                    Capability::StorageTexelBufferArrayNonUniformIndexing,
                ),
                (ImageClass::Storage(_), false) => {
                    (Capability::StorageImageArrayDynamicIndexing, Capability::StorageImageArrayNonUniformIndexing)
                }
                (_, true) => (
                    Capability::UniformTexelBufferArrayDynamicIndexing,
                    Capability::UniformTexelBufferArrayNonUniformIndexing,
                ),
                (_, false) => {
                    (Capability::SampledImageArrayDynamicIndexing, Capability::SampledImageArrayNonUniformIndexing)
                }
            }
        }
        Type::Tensor { .. } => {
            (Capability::StorageTensorArrayDynamicIndexingARM, Capability::StorageTensorArrayNonUniformIndexingARM)
        }
        Type::Sampler { .. } => {
            (Capability::SampledImageArrayDynamicIndexing, Capability::SampledImageArrayNonUniformIndexing)
        }
        _ => return None,
    })
}
