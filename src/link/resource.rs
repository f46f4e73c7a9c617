//! The resources of shaders by set and binding.
//!
//! Comes in: a pipeline. Goes out: the variables of different shaders that are the same resource. Must not depend on:
//! their types.

use super::pipeline::Pipeline;
use crate::hir::{GlobalVariable, Module, StorageClass};
use std::collections::BTreeMap;

/// A resource that a shader uses.
#[derive(Clone, Copy)]
pub(super) struct Resource<'m> {
    /// The shader.
    pub module: &'m Module,
    /// The variable.
    pub global: &'m GlobalVariable,
}

/// A resource of several shaders.
pub(super) struct Shared<'m> {
    /// The variables of the first shader that has it. There may be several: descriptors may be read as more than one type.
    pub first: Vec<Resource<'m>>,
    /// Those of the others.
    pub others: Vec<Resource<'m>>,
}

fn used(module: &Module) -> impl Iterator<Item = Resource<'_>> {
    let used = module.used_globals();
    module
        .globals
        .iter()
        .filter(move |(handle, _)| used.contains(handle))
        .map(move |(_, global)| Resource { module, global })
}

/// The resources that more than one shader uses, by set and binding.
pub(super) fn shared<'m>(pipeline: &Pipeline<'m>) -> Vec<Shared<'m>> {
    let binding = |it: &Resource<'_>| it.global.binding.map(|it| (it.set, it.binding));
    by_key(pipeline, binding)
}

/// The push constants, if more than one shader uses them.
pub(super) fn push_constants<'m>(pipeline: &Pipeline<'m>) -> Option<Shared<'m>> {
    let is = |it: &Resource<'_>| (it.global.storage == StorageClass::PushConstant).then_some((0, 0));
    by_key(pipeline, is).into_iter().next()
}

fn by_key<'m>(pipeline: &Pipeline<'m>, key: impl Fn(&Resource<'_>) -> Option<(u32, u32)>) -> Vec<Shared<'m>> {
    let mut places: BTreeMap<(u32, u32), (usize, Shared<'m>)> = BTreeMap::new();
    for (number, module) in pipeline.shaders.iter().enumerate() {
        for resource in used(module) {
            let Some(place) = key(&resource) else { continue };
            let new = || (number, Shared { first: Vec::new(), others: Vec::new() });
            let (first, shared) = places.entry(place).or_insert_with(new);
            if *first == number { shared.first.push(resource) } else { shared.others.push(resource) }
        }
    }
    places.into_values().map(|(_, shared)| shared).filter(|it| !it.others.is_empty()).collect()
}
