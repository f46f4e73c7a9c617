//! Dead stores: what is written again before anything can read it.
//!
//! Comes in: functions. Goes out: functions without the stores that a later one in the same block overwrites. Must not depend
//! on: other passes.
//!
//! Between the two there is no access that may be to the same memory, nothing that orders memory, and no control flow
//! ([`effects`]). Stores that other invocations may look at are never removed.

use super::effects::{self, Context, Effects, Summaries};
use super::value_numbering::{Key, place_key};
use crate::hir::{Block, Function, Handle, Module, Place, PlaceRoot, Statement, Value, ValueKind};
use rustc_hash::FxHashSet;

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        let blocks: Vec<_> = function.blocks.iter().map(|(block, _)| block).collect();
        for block in blocks {
            sweep(context, function, block);
        }
    }
}

/// What is written below a statement, with no access in between: variables of the function, and other memory.
#[derive(Default)]
struct Written {
    own: FxHashSet<Key>,
    other: FxHashSet<Key>,
}

impl Written {
    fn of(&mut self, place: &Place) -> &mut FxHashSet<Key> {
        if matches!(place.root, PlaceRoot::Local(_)) { &mut self.own } else { &mut self.other }
    }
}

/// Removes stores from a block, from its end to its start.
fn sweep(context: Context<'_>, function: &mut Function, block: Handle<Block>) {
    let mut statements = std::mem::take(&mut function.blocks.get_mut(block).statements);
    let mut written = Written::default();
    statements.reverse();
    statements.retain(|(statement, _)| match *statement {
        Statement::Store { place, .. } => !is_overwritten(context, function, place, &mut written),
        Statement::Evaluate(value) => {
            read(context, function, value, &mut written);
            true
        }
        Statement::Describe { .. } => true,
        _ => {
            written = Written::default();
            true
        }
    });
    statements.reverse();
    function.blocks.get_mut(block).statements = statements;
}

fn read(context: Context<'_>, function: &Function, value: Handle<Value>, written: &mut Written) {
    let Ok(value) = function.values.try_get(value) else { return };
    let effects = effects::of_value(context, function, value);
    let loaded = match value.kind {
        ValueKind::Load(place) if !effects.any(Effects::ORDERS) => function.places.try_get(place).ok(),
        _ => None,
    };
    match loaded {
        Some(place) if effects.any(Effects::READS) => *written.of(place) = FxHashSet::default(),
        Some(_) => {}
        None if effects.any(ACCESSES) => *written = Written::default(),
        None => {}
    }
}

const ACCESSES: Effects = Effects::READS.and(Effects::WRITES).and(Effects::ORDERS);

/// Whether a store is overwritten below; if not, it overwrites what is above.
fn is_overwritten(context: Context<'_>, function: &Function, place: Handle<Place>, written: &mut Written) -> bool {
    let Ok(place) = function.places.try_get(place) else { return false };
    if effects::of_access(context, function, place, true).any(Effects::ORDERS) {
        *written = Written::default();
        return false;
    }
    let mut key = Key::new();
    key.push(place.ty.index());
    place_key(&mut key, place);
    !written.of(place).insert(key)
}
