//! Descriptor heaps: two variables that overlay all arrays of descriptors in heaps (SPV_EXT_descriptor_heap).
//!
//! Comes in: a global in a heap, and an index. Goes out: the descriptor, or the buffer behind it. Must not depend on:
//! what is done with it.

use super::function::FunctionWriter;
use super::heap_path::{HeapArray, HeapIndex, HeapPart};
use super::instance::Resource;
use super::memory::{memory_decorations, storage_class};
use super::pointer::Pointer;
use super::type_key::TypeKey;
use super::writer::ModuleWriter;
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    ArrayLength, DescriptorHeap, GlobalVariable, Handle, HeapContents, MemoryQualifiers, Place, PlaceRoot, PlaceStep,
    Scalar, StorageClass, Type,
};
use rspirv::dr::Operand;
use rspirv::spirv::{self, BuiltIn, Decoration, Op};

impl ModuleWriter<'_> {
    /// The variable of the sampler heap, or of the resource heap.
    fn heap(&mut self, samplers: bool) -> u32 {
        let (builtin, name) = if samplers {
            (BuiltIn::SamplerHeapEXT, "sampler_heap")
        } else {
            (BuiltIn::ResourceHeapEXT, "resource_heap")
        };
        let class = spirv::StorageClass::UniformConstant;
        if let Some(&(id, _)) = self.tables.builtin_variables.get(&(builtin, class)) {
            return id;
        }
        let pointer = self.type_of(TypeKey::UntypedPointer(class));
        let id = self.id();
        self.declare(Op::UntypedVariableKHR, Some(pointer), id, &[Operand::StorageClass(class)]);
        self.name(id, name);
        self.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(builtin)]);
        self.interface.push((id, class.into()));
        self.tables.builtin_variables.insert((builtin, class), (id, pointer));
        id
    }

    /// How a global overlays its heap, for accesses with these qualifiers: parameters may add some.
    fn heap_array(&mut self, handle: Handle<GlobalVariable>, access: MemoryQualifiers) -> Lowered<HeapArray> {
        if let Some(&array) = self.heap_arrays.get(&(handle, access)) {
            return Ok(array);
        }
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
        let DescriptorHeap { stride, contents } = variable.heap.or_bug("a descriptor heap")?;
        let element = hir.types.get(hir.types.element_of_arrays(variable.ty));
        let heap = self.heap(match contents {
            HeapContents::Descriptors => matches!(element, Type::Sampler { .. }),
            HeapContents::ResourceData => false,
            HeapContents::SamplerData => true,
        });
        let descriptor = match contents {
            // Only the stride counts: what is found there is read as it is.
            HeapContents::SamplerData => self.type_of(TypeKey::Sampler),
            HeapContents::Descriptors | HeapContents::ResourceData => {
                self.descriptor_type(element, variable.storage)?
            }
        };
        let stride = self.descriptor_stride(descriptor, stride);
        let mut ty = self.type_of(TypeKey::DescriptorArray { element: descriptor, stride });
        // The members of blocks have them, and no other descriptor has any.
        let decorations: Vec<_> = match element {
            Type::Image(_) => memory_decorations(self.hir.memory_model, access).collect(),
            _ => Vec::new(),
        };
        if !decorations.is_empty() {
            let array = ty;
            let zero = self.uint_constant(0);
            ty = self.id();
            self.declare(Op::TypeStruct, None, ty, &[Operand::IdRef(array)]);
            self.name(ty, &variable.name);
            self.decorate(ty, Decoration::Block, &[]);
            self.decorate_member_by_id(ty, 0, Decoration::OffsetIdEXT, zero);
            for &decoration in &decorations {
                self.decorate_member(ty, 0, decoration, &[]);
            }
        }
        let array = HeapArray {
            heap,
            ty,
            is_member: !decorations.is_empty(),
            holds_data: contents != HeapContents::Descriptors,
        };
        self.heap_arrays.insert((handle, access), array);
        Ok(array)
    }
}

impl FunctionWriter<'_, '_> {
    /// Whether only indices are passed for a parameter, as it selects from an array in a descriptor heap.
    pub(super) fn passes_only_indices(&self, index: u32) -> bool {
        self.parameter_heap(index).is_some()
    }

    /// The array in a descriptor heap that a parameter selects from.
    fn parameter_heap(&self, index: u32) -> Option<Handle<GlobalVariable>> {
        self.resources.get(index as usize)?.as_ref()?.heap
    }

    /// The start of a place in a parameter of which only indices are passed.
    pub(super) fn root_by_indices(&mut self, pointer: &mut Pointer, index: u32) -> Lowered<()> {
        let handle = self.parameter_heap(index).or_bug("an array in a heap")?;
        let hir = self.module.hir;
        let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
        pointer.ty = *hir.types.get(variable.ty);
        pointer.class = variable.storage;
        pointer.layout = self.module.variable_layout(variable);
        pointer.heap = Some((handle, None));
        let (ids, types) = self.parameter_indices(index);
        for (id, ty) in ids.into_iter().zip(types) {
            self.heap_index(pointer, (id, ty))?;
        }
        Ok(())
    }

    /// What to pass for a place of which only `indices` are passed; `None` for others.
    pub(super) fn resource_by_indices(
        &mut self,
        place: &Place,
        class: StorageClass,
        indices: &mut Vec<u32>,
    ) -> Lowered<Option<Resource>> {
        let Some((heap, path)) = self.in_heap(place)? else { return Ok(None) };
        let (ids, types): (Vec<u32>, Vec<u32>) = path.into_iter().unzip();
        indices.extend(ids);
        let ty = *self.module.hir.types.get(place.ty);
        Ok(Some(Resource { ty, class, heap: Some(heap), indices: types }))
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

    /// Selects an element of an array in a heap. Arrays of arrays are one long array, so rows are counted.
    pub(super) fn heap_index(&mut self, pointer: &mut Pointer, index: HeapIndex) -> Lowered<()> {
        let (handle, row) = pointer.heap.take().or_bug("an array in a heap")?;
        let Type::Array { element, length } = pointer.ty else { return Err(Bug("an array in a heap")) };
        pointer.ty = *self.module.hir.types.get(element);
        let index = match row {
            None => index,
            Some(row) => {
                let length = match length {
                    ArrayLength::Constant(length) => (self.module.uint_constant(length), Scalar::U32),
                    ArrayLength::Specialization(length) => {
                        let ty = self.module.hir.constants.get_handle(length).or_bug("a length")?.ty;
                        let scalar = self.module.hir.types.scalar_of(ty).or_bug("a length")?;
                        (self.module.constant(length)?, scalar)
                    }
                    ArrayLength::Runtime => return Err(Bug("rows without a length")),
                };
                self.index_in_row(row, length, index)?
            }
        };
        if matches!(pointer.ty, Type::Array { .. }) {
            pointer.heap = Some((handle, Some(index)));
            return Ok(());
        }
        self.heap_element(pointer, handle, index.0)
    }

    /// `row * length + index`, in the wider of the index types.
    fn index_in_row(&mut self, row: HeapIndex, length: (u32, Scalar), index: HeapIndex) -> Lowered<HeapIndex> {
        let scalar = |ty: u32| self.module.shape(ty).or_bug("an index");
        let ((of_row, _), (of_index, _)) = (scalar(row.1)?, scalar(index.1)?);
        let (scalar, ty) = if of_index.width > of_row.width { (of_index, index.1) } else { (of_row, row.1) };
        // These instructions take either sign.
        let [row, length, index] = [(row.0, of_row), length, (index.0, of_index)].map(|(id, of)| match of.width {
            width if width == scalar.width => Ok(id),
            _ => self.convert_by_way(id, of, scalar, None),
        });
        let (row, length, index) = (row?, length?, index?);
        let start = self.emit_ids(Op::IMul, ty, &[row, length])?;
        Ok((self.emit_ids(Op::IAdd, ty, &[start, index])?, ty))
    }

    /// Selects a descriptor: the pointer then points to the resource of the descriptor.
    fn heap_element(&mut self, pointer: &mut Pointer, handle: Handle<GlobalVariable>, index: u32) -> Lowered<()> {
        let array = self.module.heap_array(handle, pointer.access)?;
        let untyped = self.module.type_of(TypeKey::UntypedPointer(spirv::StorageClass::UniformConstant));
        let mut operands = vec![array.ty, array.heap];
        if array.is_member {
            operands.push(self.module.uint_constant(0));
        }
        operands.push(index);
        let descriptor = self.emit_ids(Op::UntypedAccessChainKHR, untyped, &operands)?;
        self.module.mark_non_uniform(descriptor, pointer.access);
        let base = match pointer.ty {
            Type::Struct(_) if array.holds_data => descriptor,
            Type::Struct(_) => {
                let ty = self.module.memory_type_of(&pointer.ty, pointer.layout)?;
                let class = storage_class(pointer.class, self.module.options.target.spirv);
                let ty = self.module.pointer_type(class, ty);
                let buffer = self.emit_ids(Op::BufferPointerEXT, ty, &[descriptor])?;
                self.module.mark_non_uniform(buffer, pointer.access);
                buffer
            }
            _ => descriptor,
        };
        // The chain goes on from something in the heap itself, which has no type, or from the buffer behind a descriptor.
        pointer.untyped = array.holds_data || !matches!(pointer.ty, Type::Struct(_));
        pointer.base = base;
        pointer.base_type = pointer.ty;
        if array.holds_data {
            return Ok(());
        }
        if pointer.access.contains(MemoryQualifiers::NON_UNIFORM) {
            self.module.requested.non_uniform_descriptor(pointer.class, &pointer.ty);
        }
        Ok(())
    }
}
