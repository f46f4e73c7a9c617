//! Pointers under construction: where a chain of selections starts, what it leads to, and what is known on the way.
//!
//! Comes in: steps. Goes out: type, layout, alignment and indices. Must not depend on: instructions.

use super::heap_path::HeapRow;
use super::type_key::Layout;
use crate::hir::layout::align_up;
use crate::hir::{MemoryQualifiers, Scalar, ScalarKind, StorageClass, Type};
use smallvec::SmallVec;

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
    /// Where the chain starts and what it selects, so that it can be extended.
    pub base: u32,
    /// The type at the start of the chain.
    pub base_type: Type,
    /// The array in a descriptor heap from which an element is still to be selected.
    pub heap: Option<HeapRow>,
    /// Whether it is a pointer to a descriptor or to data in a heap, which has no type.
    pub untyped: bool,
    pub indices: SmallVec<[u32; 4]>,
}

impl Pointer {
    /// A pointer that leads nowhere yet. It is filled in place, as it is too large to be copied for each step.
    pub(super) fn new() -> Self {
        Self {
            id: 0,
            ty: Type::Void,
            layout: Layout::Plain,
            class: StorageClass::Function,
            alignment: None,
            access: MemoryQualifiers::NONE,
            base: 0,
            base_type: Type::Void,
            heap: None,
            untyped: false,
            indices: SmallVec::new(),
        }
    }

    /// Adds an offset, or a multiple of a stride, to what is known about the address.
    pub(super) fn align_to(&mut self, distance: u32) {
        if let (Some(alignment), true) = (&mut self.alignment, distance > 0) {
            let known = *alignment | distance;
            *alignment = 1 << known.trailing_zeros().min(31);
        }
    }

    pub(super) fn select_component(&mut self, scalar: Scalar, index: u32) {
        let width = if scalar.kind == ScalarKind::Bool { 4 } else { scalar.width.into() };
        self.align_to(align_up(width, width));
        self.ty = Type::Scalar(scalar);
        self.indices.push(index);
    }
}
