//! Variables of a function that more than its own loads and stores reach.
//!
//! Comes in: a function. Goes out: the variables whose places calls and built-ins get. Must not depend on: what becomes of
//! variables.

use crate::hir::{Function, Handle, Local, Operand, Place, PlaceRoot, ValueKind};

/// The variables of which a value other than a load takes a place, as often as one does.
pub(super) fn passed_locals(function: &mut Function) -> Vec<Handle<Local>> {
    let Function { values, places, .. } = function;
    let mut passed = Vec::new();
    for (_, value) in values.iter_mut().filter(|(_, value)| !matches!(value.kind, ValueKind::Load(_))) {
        value.kind.operands_mut(|operand| {
            if let Operand::Place(place) = operand
                && let Ok(&Place { root: PlaceRoot::Local(local), .. }) = places.try_get(*place)
            {
                passed.push(local);
            }
        });
    }
    passed
}
