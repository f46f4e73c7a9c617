//! How much room descriptors and data take in a heap (GL_EXT_structured_descriptor_heap).
//!
//! Comes in: types. Goes out: sizes, alignments and offsets, as constants: the sizes of descriptors are decided by the device, so
//! what depends on them is specialization. Must not depend on: declarations, selections.

use crate::hir::layout::align_up;
use crate::hir::{
    ArrayLength, BinaryOperation, Constant, ConstantKind, ConstantOperation, GlobalVariable, Handle, HeapContents,
    MatrixMajor, MemoryQualifiers, PackingRules, StorageClass, Struct, Type,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::Operand;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the shader declares in heaps.
#[derive(Debug, Default)]
pub(in crate::sema) struct HeapBlocks {
    pub(in crate::sema) blocks: Vec<HeapBlock>,
    /// Arrays that lie over a heap, by what their elements are.
    pub(in crate::sema) arrays: FxHashMap<ArrayKey, Handle<GlobalVariable>>,
    /// Where the members of structures with descriptors lie.
    pub(in crate::sema) offsets: FxHashMap<Handle<Struct>, Rc<[Handle<Constant>]>>,
}

/// What tells arrays over a heap apart: the element, the heap if it is data, its order of matrices and its qualifiers.
type ArrayKey = (Handle<Type>, HeapContents, MatrixMajor, MemoryQualifiers);

/// A block in a heap.
#[derive(Clone, Debug)]
pub(in crate::sema) struct HeapBlock {
    pub(in crate::sema) ty: Handle<Type>,
    /// What plain data in it is.
    pub(in crate::sema) contents: HeapContents,
    /// `heap_offset`: a constant or a variable.
    pub(in crate::sema) offset: Option<Operand>,
    pub(in crate::sema) members: Rc<[HeapMember]>,
}

/// What the declaration of a member says of it.
#[derive(Clone, Debug)]
pub(in crate::sema) struct HeapMember {
    pub(in crate::sema) offset: Handle<Constant>,
    /// `descriptor_size`
    pub(in crate::sema) descriptor_size: Option<u32>,
    pub(in crate::sema) major: MatrixMajor,
    pub(in crate::sema) qualifiers: MemoryQualifiers,
}

/// How many bytes something takes, and what its offset is a multiple of: `uint` constants.
#[derive(Clone, Copy)]
pub(in crate::sema) struct Extent {
    pub(in crate::sema) size: Handle<Constant>,
    pub(in crate::sema) alignment: Handle<Constant>,
}

impl Analyzer<'_> {
    /// Size and alignment in a heap. Plain data is laid out by the scalar rules, a descriptor is aligned to its size, and a
    /// structure with descriptors ends at a multiple of its alignment ("Mapping to SPIR-V").
    pub(in crate::sema) fn extent(
        &mut self,
        ty: Handle<Type>,
        major: MatrixMajor,
        descriptor_size: Option<u32>,
    ) -> Extent {
        if let Some(storage) = self.descriptor_class(ty) {
            let size = match descriptor_size {
                Some(size) => self.uint_constant(size),
                None => {
                    let kind = ConstantKind::Operation(ConstantOperation::DescriptorSize(ty, storage));
                    self.constant(self.common.uint, kind)
                }
            };
            return Extent { size, alignment: size };
        }
        match *self.module.types.get(ty) {
            Type::Array { element, length } if self.is_selected_by_bytes(ty) => {
                let stride = self.stride(element, major, descriptor_size);
                let Extent { alignment, .. } = self.extent(element, major, descriptor_size);
                let length = match length {
                    ArrayLength::Constant(length) => self.uint_constant(length),
                    ArrayLength::Specialization(length) => {
                        let uint = self.common.uint;
                        self.folder().convert(length, uint).unwrap_or(length)
                    }
                    ArrayLength::Runtime => self.uint_constant(0),
                };
                Extent { size: self.fold_uint(BinaryOperation::Multiply, stride, length), alignment }
            }
            Type::Struct(structure) if self.is_selected_by_bytes(ty) => {
                let members = self.module.types.structure(structure).map_or_else(Vec::new, |it| it.members.clone());
                let mut alignment = self.uint_constant(1);
                let mut end = self.uint_constant(0);
                let mut offsets = Vec::with_capacity(members.len());
                for member in members {
                    let extent = self.extent(member.ty, major, None);
                    let offset = self.aligned(end, extent.alignment);
                    offsets.push(offset);
                    end = self.fold_uint(BinaryOperation::Add, offset, extent.size);
                    alignment = self.larger(alignment, extent.alignment);
                }
                self.heap_blocks.offsets.insert(structure, offsets.into());
                Extent { size: self.aligned(end, alignment), alignment }
            }
            _ => {
                let rules = PackingRules::Scalar;
                let layouter = self.module.layouter(rules);
                let layout = layouter.layout(ty, major);
                Extent { size: self.uint_constant(layout.size), alignment: self.uint_constant(layout.alignment) }
            }
        }
    }

    /// The distance between the elements of an array.
    pub(in crate::sema) fn stride(
        &mut self,
        element: Handle<Type>,
        major: MatrixMajor,
        descriptor_size: Option<u32>,
    ) -> Handle<Constant> {
        if self.descriptor_class(element).is_some() || self.is_selected_by_bytes(element) {
            // Its end is aligned.
            return self.extent(element, major, descriptor_size).size;
        }
        let rules = PackingRules::Scalar;
        let layouter = self.module.layouter(rules);
        let stride = layouter.array_stride(element, major);
        self.uint_constant(stride)
    }

    /// The memory that a descriptor of this type leads to; `None` if the type is none of a descriptor.
    pub(in crate::sema) fn descriptor_class(&self, ty: Handle<Type>) -> Option<StorageClass> {
        match *self.module.types.get(ty) {
            Type::Struct(structure) => self.buffer_types.get(&structure).copied(),
            ref other => other.is_opaque().then_some(StorageClass::UniformConstant),
        }
    }

    /// Whether parts of this type are found by counting bytes, as the size of descriptors or of the heap decides where they are.
    pub(in crate::sema) fn is_selected_by_bytes(&self, ty: Handle<Type>) -> bool {
        self.descriptor_class(ty).is_none() && (self.contains_opaque(ty) || self.has_runtime_size(ty))
    }

    pub(in crate::sema) fn fold_uint(
        &mut self,
        operation: BinaryOperation,
        left: Handle<Constant>,
        right: Handle<Constant>,
    ) -> Handle<Constant> {
        if operation == BinaryOperation::Add {
            match (self.size_value(left), self.size_value(right)) {
                (Some(0), _) => return right,
                (_, Some(0)) => return left,
                _ => {}
            }
        }
        self.folder().binary(operation, left, right).constant().unwrap_or(left)
    }

    /// `offset`, rounded up to a multiple of `alignment`.
    pub(in crate::sema) fn aligned(
        &mut self,
        offset: Handle<Constant>,
        alignment: Handle<Constant>,
    ) -> Handle<Constant> {
        if offset == alignment {
            return offset;
        }
        match (self.size_value(offset), self.size_value(alignment)) {
            (Some(0), _) | (_, Some(0 | 1)) => offset,
            (Some(offset), Some(alignment)) => self.uint_constant(align_up(offset, alignment)),
            _ => {
                let beyond = self.fold_uint(BinaryOperation::Modulo, offset, alignment);
                let missing = self.fold_uint(BinaryOperation::Subtract, alignment, beyond);
                let padding = self.fold_uint(BinaryOperation::Modulo, missing, alignment);
                self.fold_uint(BinaryOperation::Add, offset, padding)
            }
        }
    }

    pub(in crate::sema) fn larger(&mut self, left: Handle<Constant>, right: Handle<Constant>) -> Handle<Constant> {
        match (self.size_value(left), self.size_value(right)) {
            _ if left == right => left,
            (Some(a), Some(b)) => self.uint_constant(a.max(b)),
            // All sizes of descriptors are more than a byte.
            (Some(1), None) => right,
            _ => {
                let is_larger = self.folder().binary(BinaryOperation::Greater, left, right).constant();
                is_larger.and_then(|condition| self.folder().select(condition, left, right)).unwrap_or(left)
            }
        }
    }
}
