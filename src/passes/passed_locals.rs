//! Variables of a function that are used by more than its own loads and stores.
//!
//! Comes in: a function. Goes out: the variables whose places are passed to calls and built-ins. Must not depend on:
//! what is done with the variables.

use crate::hir::{Function, Handle, Local, Operand, Place, PlaceRoot, ValueKind};

/// The variables whose places are taken by a value other than a load, once for each such use.
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
