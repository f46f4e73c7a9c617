//! Defaults for all later blocks, and what is known about earlier ones: `layout(std430) buffer;` (GLSL 4.60, 4.4.5).
//!
//! Comes in: layouts without a declaration. Goes out: defaults. Must not depend on: what is in the blocks.

use crate::hir::{MatrixMajor, PackingRules, Span, StorageClass};
use crate::sema::Analyzer;
use crate::sema::context::syntax_node::Placed;
use crate::sema::qualifiers::qualifier::{Layout, Storage};
use crate::source::Symbol;
use rustc_hash::FxHashMap;

/// What `layout(...) uniform;` and `layout(...) buffer;` set for later blocks, and the blocks declared so far.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct BlockDefaults {
    pub(in crate::sema) uniform: Defaults,
    pub(in crate::sema) buffer: Defaults,
    pub(super) names: FxHashMap<(Symbol, StorageClass), Span>,
    pub(super) push_constant: Option<Span>,
    pub(super) shared: Defaults,
    pub(super) reference: Option<Span>,
    pub(super) reference_align: Placed<u32>,
    pub(in crate::sema) shared_block: Option<Span>,
    pub(super) shared_variable: Option<Span>,
    pub(super) shared_mix_reported: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct Defaults {
    pub(super) packing: Option<PackingRules>,
    pub(super) major: MatrixMajor,
    pub(in crate::sema) descriptor_heap: bool,
}

impl Analyzer<'_> {
    /// `layout(std430, row_major) buffer;`
    pub(super) fn set_block_defaults(&mut self, storage: Storage, layout: &Layout) {
        let defaults = match storage {
            Storage::Uniform => &mut self.block_defaults.uniform,
            Storage::Shared => &mut self.block_defaults.shared,
            _ => &mut self.block_defaults.buffer,
        };
        if let Some((packing, _)) = layout.packing {
            defaults.packing = Some(packing);
        }
        if let Some((major, _)) = layout.major {
            defaults.major = major;
        }
        defaults.descriptor_heap |= layout.descriptor_heap.is_some();
        if storage == Storage::Buffer {
            let defaults = &mut self.block_defaults;
            defaults.reference = layout.buffer_reference.or(defaults.reference);
            defaults.reference_align = layout.buffer_reference_align.or(defaults.reference_align);
        }
    }
}
