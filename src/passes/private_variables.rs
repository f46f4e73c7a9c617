//! Private variables: variables outside functions that only `main` uses become variables of `main`.
//!
//! Comes in: a module. Goes out: a module in which later passes can make values of them. Must not depend on: other passes.
//! `main` runs once, so that a variable of it lives as long as one outside. Constants that are indexed stay, since drivers know
//! what to do with a variable that is initialized and never written.

use crate::hir::{
    GlobalVariable, Handle, Local, MemoryQualifiers, Module, Place, PlaceRoot, Span, Statement, StorageClass, Value,
    ValueKind,
};
use rustc_hash::FxHashMap;

/// Variables with more parts stay: as variables of a function they would have to be initialized by a store.
const MOST_PARTS: u32 = 32;

pub(super) fn run(module: &mut Module) {
    let is_small =
        |global: &GlobalVariable| module.types.leaf_count(module.types.get(global.ty), u32::MAX) <= MOST_PARTS.into();
    let mut is_candidate: Vec<bool> = module
        .globals
        .iter()
        .map(|(_, global)| {
            global.storage == StorageClass::Private
                && !global.qualifiers.contains(MemoryQualifiers::READONLY)
                && global.decorations.is_empty()
                && global.builtin.is_none()
                && is_small(global)
        })
        .collect();
    if !is_candidate.contains(&true) {
        return;
    }
    let entry = module.entry_point.function;
    for (_, function) in module.functions.iter().filter(|(handle, _)| *handle != entry) {
        for (_, place) in function.places.iter() {
            if let PlaceRoot::Global(global) = place.root
                && let Some(slot) = is_candidate.get_mut(global.index())
            {
                *slot = false;
            }
        }
    }
    let function = module.functions.get_mut(entry);
    let mut locals: FxHashMap<Handle<GlobalVariable>, Handle<Local>> = FxHashMap::default();
    let mut initial = Vec::new();
    let places: Vec<Handle<Place>> = function.places.iter().map(|(handle, _)| handle).collect();
    for place in places {
        let Ok(&Place { root: PlaceRoot::Global(global), .. }) = function.places.try_get(place) else { continue };
        if is_candidate.get(global.index()) != Some(&true) {
            continue;
        }
        let Ok(variable) = module.globals.try_get(global) else { continue };
        let local = *locals.entry(global).or_insert_with(|| {
            let (name, ty, qualifiers) = (variable.name.clone(), variable.ty, variable.qualifiers);
            let local = function.locals.append(Local { qualifiers, ..Local::new(name, ty) }, variable.span);
            if let Some(constant) = variable.initializer {
                initial.push((local, ty, constant));
            }
            local
        });
        function.places.get_mut(place).root = PlaceRoot::Local(local);
    }
    let mut statements = Vec::with_capacity(initial.len());
    for (local, ty, constant) in initial {
        let place = Place::whole(PlaceRoot::Local(local), ty, MemoryQualifiers::NONE);
        let place = function.places.append(place, Span::UNDEFINED);
        let value = Value { kind: ValueKind::Constant(constant), ty, precise: false, relaxed: false };
        let value = function.values.append(value, Span::UNDEFINED);
        statements.push((Statement::Store { place, value }, Span::UNDEFINED));
    }
    let body = &mut function.blocks.get_mut(function.body).statements;
    body.splice(0..0, statements);
}
