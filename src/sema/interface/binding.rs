//! Bindings that are only known once every declaration has been seen: numbers that the shader leaves out, and bases
//! that the host adds.
//!
//! Comes in: global variables with a set. Goes out: the same with a binding. Must not depend on: syntax, diagnostics.

use crate::hir::{Arena, GlobalVariable, ImageClass, ResourceBinding, StorageClass, Type, TypeTable};
use crate::stage::Stage;
use rustc_hash::{FxHashMap, FxHashSet};

/// The kind of resource that a base applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// Uniform blocks.
    UniformBuffer,
    /// Buffer blocks.
    StorageBuffer,
    /// Storage images and storage texel buffers.
    Image,
    /// Textures, combined with a sampler or not.
    Texture,
    /// Separate samplers.
    Sampler,
}

/// The lowest binding of a kind of resource. Bindings in the shader are counted from it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingBase {
    /// The stage that it applies to; `None` for all.
    pub stage: Option<Stage>,
    /// The resources that it applies to.
    pub kind: ResourceKind,
    /// The number.
    pub base: u32,
}

/// Adds the bases of `stage`, the last one of each kind, and gives resources declared without a binding the first free
/// one of their set, in order.
pub(in crate::sema) fn assign(
    globals: &mut Arena<GlobalVariable>,
    types: &TypeTable,
    stage: Stage,
    bases: &[BindingBase],
) {
    let base_of = |global: &GlobalVariable| {
        let Some(kind) = kind(global, types) else { return 0 };
        let fits = |it: &&BindingBase| it.kind == kind && it.stage.is_none_or(|only| only == stage);
        bases.iter().rev().find(fits).map_or(0, |it| it.base)
    };
    let mut used = FxHashSet::default();
    for (_, global) in globals.iter_mut() {
        let base = base_of(global);
        let Some(binding) = global.binding.as_mut().filter(|it| it.binding != ResourceBinding::UNASSIGNED) else {
            continue;
        };
        binding.binding = binding.binding.saturating_add(base);
        used.insert(*binding);
    }
    // Bindings are never given back, so the search for a free one continues where the last one with its base ended.
    let mut next: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (_, global) in globals.iter_mut() {
        let base = base_of(global);
        let Some(binding) = global.binding.as_mut().filter(|it| it.binding == ResourceBinding::UNASSIGNED) else {
            continue;
        };
        let next = next.entry((binding.set, base)).or_insert(base);
        loop {
            binding.binding = *next;
            *next = next.saturating_add(1);
            if used.insert(*binding) || *next == ResourceBinding::UNASSIGNED {
                break;
            }
        }
    }
}

fn kind(global: &GlobalVariable, types: &TypeTable) -> Option<ResourceKind> {
    match (global.storage, types.get(types.element_of_arrays(global.ty))) {
        (StorageClass::Uniform, _) => Some(ResourceKind::UniformBuffer),
        (StorageClass::StorageBuffer, _) => Some(ResourceKind::StorageBuffer),
        (_, Type::Image(image)) if matches!(image.class, ImageClass::Storage(_)) => Some(ResourceKind::Image),
        (_, Type::Image(_)) => Some(ResourceKind::Texture),
        (_, Type::Sampler { .. }) => Some(ResourceKind::Sampler),
        _ => None,
    }
}
