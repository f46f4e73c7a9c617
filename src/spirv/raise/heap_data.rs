//! Data in descriptor heaps, which has no type there.
//!
//! Comes in: a place. Goes out: whether it is read and written by parts. Must not depend on: how that is done.

use super::taking_apart::View;
use crate::hir::{HeapContents, MatrixMajor, Place, PlaceRoot, PlaceStep, Type};

/// Whether a place is data in a descriptor heap itself.
fn is_heap_data(view: View<'_>, place: &Place) -> bool {
    let PlaceRoot::Global(global) = place.root else { return false };
    let heap = view.globals.try_get(global).ok().and_then(|global| global.heap);
    heap.is_some_and(|heap| heap.contents != HeapContents::Descriptors)
}

/// Whether data in a heap is not one scalar or vector whose components lie side by side; `None` for what is elsewhere.
pub(super) fn is_apart_in_heap(view: View<'_>, place: &Place) -> Option<bool> {
    is_heap_data(view, place).then(|| match view.types.get(place.ty) {
        Type::Array { .. } | Type::Struct(_) | Type::Matrix { .. } => true,
        Type::Vector(..) => is_column_of_rows(view, place),
        _ => false,
    })
}

/// Whether a place is a column of a row-major matrix in a block.
fn is_column_of_rows(view: View<'_>, place: &Place) -> bool {
    let PlaceRoot::Global(global) = place.root else { return false };
    let Ok(global) = view.globals.try_get(global) else { return false };
    let (mut ty, mut major, mut is_column) = (global.ty, MatrixMajor::Column, false);
    for step in &place.steps {
        (ty, is_column) = match (*step, view.types.get(ty)) {
            (PlaceStep::Member(index), &Type::Struct(structure)) => {
                let Some(structure) = view.types.structure(structure) else { return false };
                let Some(member) = structure.members.get(index as usize) else { return false };
                if structure.block.is_some() {
                    major = member.major;
                }
                (member.ty, false)
            }
            (PlaceStep::Index(_), &Type::Array { element, .. }) => (element, false),
            (PlaceStep::Index(_), Type::Matrix { .. }) => (ty, true),
            _ => return false,
        };
    }
    is_column && major == MatrixMajor::Row
}
