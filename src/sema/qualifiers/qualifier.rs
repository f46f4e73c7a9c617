//! What the qualifiers of one declaration say (GLSL 4.60, 4.3 to 4.10).
//!
//! Comes in: nothing; `qualifier_list` and `layout_qualifier` fill it in. Goes out: one value for each declaration.
//! Must not depend on: the words that say it.

use crate::builtins::StateObject;
use crate::hir::{
    Constant, Handle, HeapContents, InterfaceRate, Interpolation, MatrixMajor, MemoryQualifiers, PackingRules,
    Sampling, Span, SpirvDecoration,
};
use crate::sema::context::syntax_node::Placed;
use crate::sema::extensions::heap_word;
use crate::sema::extensions::spirv_intrinsics::SpirvQualifiers;
use crate::sema::interface::pipeline_storage::PipelineStorage;
use crate::source::Symbol;
use crate::syntax::ast::{Expression, Precision};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, LazyLock};

/// Storage qualifiers (GLSL 4.60, 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sema) enum Storage {
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
    /// A word of [`pipeline_storage`](crate::sema::interface::pipeline_storage).
    Pipeline(&'static PipelineStorage),
    /// `resourceheap` or `samplerheap`, by what plain data in it is.
    Heap(HeapContents),
}

impl Storage {
    pub(in crate::sema) const fn word(self) -> &'static str {
        match self {
            Storage::In => "in",
            Storage::Out => "out",
            Storage::InOut => "inout",
            Storage::Uniform => "uniform",
            Storage::Buffer => "buffer",
            Storage::Shared => "shared",
            Storage::Pipeline(row) => row.word,
            Storage::Heap(contents) => heap_word::word(contents),
        }
    }
}

/// All qualifiers of one declaration.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Qualifiers {
    pub(in crate::sema) storage: Placed<Storage>,
    pub(in crate::sema) constant: Option<Span>,
    pub(in crate::sema) memory: MemoryQualifiers,
    /// Each memory qualifier with its span, in order.
    pub(in crate::sema) memory_words: Vec<(MemoryQualifiers, Span)>,
    pub(in crate::sema) precise: bool,
    pub(in crate::sema) non_uniform: Option<Span>,
    pub(in crate::sema) subgroup_uniform: Option<Span>,
    pub(in crate::sema) precision: Placed<Precision>,
    /// Whether the precision, once it is [resolved](crate::sema::qualifiers::precision), is reduced.
    pub(in crate::sema) relaxed: bool,
    /// The type is `atomic_uint`.
    pub(in crate::sema) counts: bool,
    /// The qualifiers for the interface of the stage.
    pub(in crate::sema) interface: InterfaceWords,
    /// Each word that [places](crate::sema::qualifiers::qualifier_place) allow or forbid, in order.
    pub(in crate::sema) words: SmallVec<[(&'static str, Span); 2]>,
    pub(in crate::sema) layout: Rare<Layout>,
    /// `spirv_...` words.
    pub(in crate::sema) spirv: Rare<SpirvQualifiers>,
}

/// The words of a declaration that describe the interface of the stage.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct InterfaceWords {
    pub(in crate::sema) interpolation: Placed<Interpolation>,
    pub(in crate::sema) sampling: Placed<Sampling>,
    pub(in crate::sema) rate: Placed<InterfaceRate>,
    pub(in crate::sema) per_view: Option<Span>,
    pub(in crate::sema) invariant: Option<Span>,
}

impl Qualifiers {
    /// Whether the precision is reduced, as a qualifier of places.
    pub(in crate::sema) const fn relaxed(&self) -> MemoryQualifiers {
        if self.relaxed { MemoryQualifiers::RELAXED } else { MemoryQualifiers::NONE }
    }

    /// The memory qualifiers, including `nonuniformEXT` and `subgroupuniformEXT`.
    pub(in crate::sema) fn access(&self) -> MemoryQualifiers {
        let mut access = self.memory | self.relaxed();
        if self.non_uniform.is_some() {
            access |= MemoryQualifiers::NON_UNIFORM;
        }
        if self.subgroup_uniform.is_some() {
            access |= MemoryQualifiers::SUBGROUP_UNIFORM;
        }
        access
    }

    /// The decorations by number, including that of `subgroupuniformEXT`.
    pub(in crate::sema) fn decorations(&self) -> Vec<SpirvDecoration> {
        let mut decorations = self.spirv.decorations.clone();
        decorations.extend(self.subgroup_uniform.map(|_| crate::sema::context::marks::subgroup_uniform_decoration()));
        decorations
    }
}

/// A part of a declaration that most do not have. It has memory of its own: one for layouts takes most of a kilobyte.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Rare<T>(Option<Box<T>>);

/// What a declaration without such a part has.
pub(in crate::sema) trait Absent: Default + 'static {
    fn absent() -> &'static Self;
}

impl<T: Absent> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or_else(|| T::absent())
    }
}

impl<T: Absent> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl Absent for Layout {
    fn absent() -> &'static Self {
        static ABSENT: LazyLock<Layout> = LazyLock::new(Layout::default);
        &ABSENT
    }
}

impl Absent for SpirvQualifiers {
    fn absent() -> &'static Self {
        static ABSENT: LazyLock<SpirvQualifiers> = LazyLock::new(SpirvQualifiers::default);
        &ABSENT
    }
}

/// The identifiers of `layout(...)`.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Layout {
    /// The first `layout(...)`.
    pub(in crate::sema) span: Option<Span>,
    /// Every identifier in lower case, in order.
    pub(in crate::sema) words: Vec<(Arc<str>, Span)>,
    /// Whether something in it was wrong and has been reported.
    pub(in crate::sema) wrong: bool,
    pub(in crate::sema) set: Placed<u32>,
    pub(in crate::sema) binding: Placed<u32>,
    pub(in crate::sema) location: Placed<u32>,
    pub(in crate::sema) offset: Placed<u32>,
    pub(in crate::sema) align: Placed<u32>,
    pub(in crate::sema) constant_id: Placed<u32>,
    pub(in crate::sema) packing: Placed<PackingRules>,
    pub(in crate::sema) major: Placed<MatrixMajor>,
    pub(in crate::sema) format: Placed<spirv::ImageFormat>,
    pub(in crate::sema) push_constant: Option<Span>,
    pub(in crate::sema) buffer_reference: Option<Span>,
    /// Words that stand for execution modes, in order, with their values. Where they stand decides for which mode.
    pub(in crate::sema) modes: Vec<ModeWord>,
    /// Those that are SPIR-V decorations.
    pub(in crate::sema) decorations: Vec<SpirvDecoration>,
    /// `tile_attachmentQCOM`
    pub(in crate::sema) tile_attachment: Option<Span>,
    pub(in crate::sema) component: Placed<u32>,
    pub(in crate::sema) index: Placed<u32>,
    pub(in crate::sema) stream: Placed<u32>,
    pub(in crate::sema) xfb_buffer: Placed<u32>,
    pub(in crate::sema) xfb_offset: Placed<u32>,
    pub(in crate::sema) xfb_stride: Placed<u32>,
    pub(in crate::sema) input_attachment_index: Placed<u32>,
    pub(in crate::sema) primitive_culling: Option<Span>,
    /// `shaderRecordEXT`
    pub(in crate::sema) shader_record: Option<Span>,
    /// `hitobjectshaderrecordnv`, `hitobjectshaderrecordext`
    pub(in crate::sema) hit_object_record: Placed<StateObject>,
    pub(in crate::sema) descriptor_heap: Option<Span>,
    pub(in crate::sema) descriptor_stride: Placed<u32>,
    pub(in crate::sema) buffer_type: Option<Span>,
    pub(in crate::sema) descriptor_size: Placed<u32>,
    /// `heap_offset`, which may be a variable.
    pub(in crate::sema) heap_offset: Placed<Handle<Expression>>,
    pub(in crate::sema) buffer_reference_align: Placed<u32>,
    /// `local_size_x`, `_y`, `_z`.
    pub(in crate::sema) local_size: [Placed<Handle<Constant>>; 3],
    /// `local_size_x_id`, `_y_id`, `_z_id`.
    pub(in crate::sema) local_size_id: [Placed<u32>; 3],
}

/// An identifier of a declaration.
#[derive(Clone, Debug)]
pub(in crate::sema) struct ModeWord {
    /// In lower case.
    pub(in crate::sema) word: &'static str,
    /// As written.
    pub(in crate::sema) name: Symbol,
    pub(in crate::sema) value: Placed<u32>,
    pub(in crate::sema) span: Span,
}
