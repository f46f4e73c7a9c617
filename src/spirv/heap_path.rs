//! Where something is in a descriptor heap.
//!
//! Comes in: nothing. Goes out: the types that pointers and the tables of a module hold. Must not depend on: how heaps are
//! accessed.

use crate::hir::{GlobalVariable, Handle};

/// An index and its type.
pub(super) type HeapIndex = (u32, u32);

/// An array in a heap, and a position in it: arrays of arrays are one long array, whose rows are counted.
pub(super) type HeapRow = (Handle<GlobalVariable>, Option<HeapIndex>);

/// An array in a heap, and the indices that lead to a part of it.
pub(super) type HeapPart = (Handle<GlobalVariable>, Vec<HeapIndex>);

/// How an array of descriptors overlays its heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapArray {
    /// The variable of the heap.
    pub heap: u32,
    /// The array, or a structure with it.
    pub ty: u32,
    /// Whether it is a structure, which carries the memory qualifiers of images.
    pub is_member: bool,
    /// Whether the elements are not descriptors but blocks in the heap itself.
    pub holds_data: bool,
}
