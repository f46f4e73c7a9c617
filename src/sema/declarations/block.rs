//! Blocks: which kind the qualifiers make each, and where the members of those in memory lie (GLSL 4.60, 4.3.9 and
//! 4.4.5; GL_EXT_buffer_reference).
//!
//! Comes in: the declaration of a block. Goes out: a global, or the type of a reference. Must not depend on: the
//! contents of blocks of inputs and outputs and of the pipeline, which are in `interface`.

use crate::builtins::extensions;
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::layout::{Layouter, align_up};
use crate::hir::{
    BlockLayout, DescriptorHeap, Handle, MatrixMajor, Member, MemoryQualifiers, PackingRules, ResourceBinding, Span,
    StorageClass, Struct, Type,
};
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::context::syntax_node::Placed;
use crate::sema::declarations::block_defaults::Defaults;
use crate::sema::declarations::block_member::DeclaredMember;
use crate::sema::extensions::spirv_intrinsics::DECORATE;
use crate::sema::interface::pipeline_storage::PipelineStorage;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BlockDeclaration, SpirvWord};
use std::collections::BTreeMap;

/// A member whose offset is being decided.
struct PlacedMember {
    member: Member,
    explicit: Option<(u32, Span)>,
    align: Option<(u32, Span)>,
}

/// The kind of a block.
enum BlockKind {
    /// It is in memory of this class.
    Memory(StorageClass),
    /// `rayPayloadEXT` and similar, and the span of the word.
    Pipeline(&'static PipelineStorage, Span),
    /// `in` or `out`, and the span of the word.
    Interface(Direction, Span),
}

/// Allows the last member of a uniform block to have no size.
const UNSIZED_UNIFORM: &str = "GL_EXT_uniform_buffer_unsized_array";

impl Analyzer<'_> {
    /// An interface block.
    pub(in crate::sema) fn block(&mut self, block: &BlockDeclaration) {
        let mut qualifiers = Qualifiers::collect(self, &block.qualifiers);
        if matches!(qualifiers.storage, Some((Storage::Buffer, _))) {
            let layout = &mut qualifiers.layout;
            layout.buffer_reference = layout.buffer_reference.or(self.block_defaults.reference);
            layout.buffer_reference_align = layout.buffer_reference_align.or(self.block_defaults.reference_align);
        }
        if !self.scopes.is_global() {
            self.error(Code::BlockMisplaced, block.name.span, "a block can only be declared at global scope");
            return;
        }
        self.no_non_uniform(&qualifiers, "a block");
        self.no_subgroup_uniform(&qualifiers, "a block");
        let mut words = DECORATE.to_vec();
        words.push(SpirvWord::StorageClass);
        self.only_spirv_words(&qualifiers, &words, "a block");
        match self.kind_of_block(block, &qualifiers) {
            Some(BlockKind::Memory(storage)) => self.memory_block(block, &qualifiers, storage),
            Some(BlockKind::Pipeline(storage, span)) => self.pipeline_block(block, &qualifiers, storage, span),
            Some(BlockKind::Interface(direction, span)) => self.interface_block(block, &qualifiers, direction, span),
            None => self.silence_block(block),
        }
    }

    /// The kind of a block, from its qualifiers. `None` after a report.
    fn kind_of_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> Option<BlockKind> {
        if qualifiers.spirv.wrong {
            return None;
        }
        let numbered = qualifiers.spirv.storage_class;
        let storage = match qualifiers.storage {
            None if let Some((number, _)) = numbered => StorageClass::Number(number),
            Some((earlier, _)) if let Some((_, span)) = numbered => {
                let message = format!("`spirv_storage_class` cannot be combined with `{}`", earlier.word());
                self.error(Code::RepeatedQualifier, span, message);
                return None;
            }
            Some((Storage::Uniform, _)) if qualifiers.layout.push_constant.is_some() => StorageClass::PushConstant,
            Some((Storage::Buffer, span)) if qualifiers.layout.push_constant.is_some() => {
                self.report(
                    Diagnostic::error(Code::PushConstant, span, "a push-constant block must be `uniform`")
                        .with_note("GL_KHR_vulkan_glsl"),
                );
                return None;
            }
            Some((Storage::Uniform, _)) => StorageClass::Uniform,
            Some((Storage::Buffer, _)) if qualifiers.layout.buffer_reference.is_some() => {
                StorageClass::PhysicalStorageBuffer
            }
            Some((Storage::Buffer, _)) if qualifiers.layout.shader_record.is_some() => StorageClass::ShaderRecord,
            Some((Storage::Buffer, _)) => StorageClass::StorageBuffer,
            Some((Storage::Pipeline(storage), span)) => return Some(BlockKind::Pipeline(storage, span)),
            Some((Storage::Shared, span)) => {
                if !self.shared_block_allowed(block, span) {
                    return None;
                }
                self.no_shared_qualifiers(qualifiers);
                StorageClass::Workgroup
            }
            Some((other, span)) => {
                let direction = Direction::of(other);
                if direction.is_none() {
                    let message = format!("`{}` cannot be used on a block", other.word());
                    self.error(Code::QualifierMisplaced, span, message);
                }
                return direction.map(|direction| BlockKind::Interface(direction, span));
            }
            None => {
                let name = self.text(block.name.symbol);
                self.report(
                    Diagnostic::error(
                        Code::MissingBlockQualifier,
                        block.name.span,
                        format!("block `{name}` has no storage qualifier"),
                    )
                    .with_label("neither a structure nor an interface block")
                    .with_help(format!("use `struct {name}`, or `uniform` or `buffer` before the name")),
                );
                return None;
            }
        };
        Some(BlockKind::Memory(storage))
    }

    /// A block in memory, where its members have offsets.
    fn memory_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers, storage: StorageClass) {
        let is_reference = storage == StorageClass::PhysicalStorageBuffer;
        if is_reference && !self.declares_variable_of_reference(block, qualifiers) {
            return;
        }
        // An instance name makes an ordinary block with the same contents (GL_EXT_buffer_reference, 4.3.9).
        let storage = if is_reference { StorageClass::StorageBuffer } else { storage };
        if !matches!(
            storage,
            StorageClass::StorageBuffer
                | StorageClass::Workgroup
                | StorageClass::ShaderRecord
                | StorageClass::Number(_)
        ) {
            self.only_non_private(qualifiers, "a uniform block");
        }
        self.declare_block_name(block, storage);
        self.check_block_qualifiers(qualifiers, storage);
        let Some(structure) = self.block_structure(block, qualifiers, storage) else {
            self.silence_block(block);
            return;
        };
        let binding = self.binding_of_block(block, qualifiers, storage);
        let Some((ty, heap)) = self.type_of_block(block, qualifiers, storage, structure) else {
            self.silence_block(block);
            return;
        };
        // Members carry the qualifiers of the block already.
        let named = block.instance.unwrap_or(block.name);
        let variable = self.new_global(named, ty, storage, qualifiers, None, binding);
        self.set_heap(&variable, heap);
        self.declare_instance(block, structure, variable);
    }

    /// `layout(buffer_reference) buffer`: declares the reference; returns whether an instance name makes it a block as
    /// well.
    fn declares_variable_of_reference(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> bool {
        if block.instance.is_none() {
            self.check_block_qualifiers(qualifiers, StorageClass::PhysicalStorageBuffer);
        }
        self.reference_block(block, qualifiers) && block.instance.is_some()
    }

    /// The set and binding of a block, for those that have them.
    fn binding_of_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
    ) -> Option<ResourceBinding> {
        let layout = &qualifiers.layout;
        let name = block.instance.unwrap_or(block.name).span;
        match storage {
            StorageClass::Workgroup => {
                if let Some((_, span)) = layout.binding.or(layout.set) {
                    self.error(Code::QualifierMisplaced, span, "a `shared` block has neither set nor binding");
                }
                None
            }
            StorageClass::ShaderRecord => {
                self.check_shader_record(block);
                None
            }
            StorageClass::PushConstant => {
                self.check_push_constant(block, qualifiers);
                None
            }
            StorageClass::Number(_) if layout.binding.is_none() => None,
            _ if self.heap_qualifier(qualifiers, storage, name).is_some() || layout.descriptor_stride.is_some() => None,
            _ => self.resource_binding(qualifiers, block.name.span),
        }
    }

    /// All push constants are in one block, which no descriptor leads to (GL_KHR_vulkan_glsl).
    fn check_push_constant(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) {
        let span = block.name.span;
        let has_banks = self.is_on(extensions::GL_NV_push_constant_bank);
        if let Some(earlier) = self.block_defaults.push_constant.replace(span).filter(|_| !has_banks) {
            self.report(
                Diagnostic::error(Code::PushConstant, span, "a shader has at most one push-constant block")
                    .with_secondary(earlier, "first one here")
                    .with_note("GL_KHR_vulkan_glsl"),
            );
        }
        if let Some((_, span)) = qualifiers.layout.binding.or(qualifiers.layout.set) {
            self.error(Code::PushConstant, span, "a push-constant block has neither set nor binding");
        }
    }

    /// The type of a block's variable, which may be an array of blocks, and the descriptor heap that it is in. `None`
    /// after a report.
    fn type_of_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        structure: Handle<Struct>,
    ) -> Option<(Handle<Type>, Option<DescriptorHeap>)> {
        let named = block.instance.unwrap_or(block.name);
        let contents = self.types.insert(Type::Struct(structure));
        let ty = self.array_type(contents, &[], &block.dimensions)?;
        let alone = match storage {
            StorageClass::ShaderRecord => {
                Some((Code::LayoutQualifier, block.span, "a shader record", "GL_EXT_ray_tracing, 4.4.5"))
            }
            StorageClass::PushConstant => {
                let span = block.dimensions.first().map_or(block.span, |dimension| dimension.span);
                Some((Code::PushConstant, span, "a push-constant block", "GL_KHR_vulkan_glsl"))
            }
            _ => None,
        };
        if let Some((code, span, what, note)) = alone.filter(|_| ty != contents) {
            self.report(Diagnostic::error(code, span, format!("{what} cannot be an array")).with_note(note));
            return None;
        }
        let heap = match storage {
            StorageClass::Uniform | StorageClass::StorageBuffer => {
                self.descriptor_heap(ty, qualifiers, storage, named.span)
            }
            _ => Some(None),
        };
        let sized = if matches!(heap, Some(None)) { self.descriptors(ty, named) } else { Some(ty) };
        sized.zip(heap)
    }

    /// Uniform blocks are `std430` with GL_EXT_scalar_block_layout only.
    pub(super) fn check_uniform_packing(&mut self, packing: Placed<PackingRules>) {
        let Some((PackingRules::Std430, span)) = packing else { return };
        if self.is_on(extensions::GL_EXT_scalar_block_layout) {
            self.warn_of_extensions(&[extensions::GL_EXT_scalar_block_layout], "layout(std430) uniform", span);
            return;
        }
        self.report(
            Diagnostic::error(Code::LayoutQualifier, span, "a uniform block cannot be `std430`")
                .with_help("use `std140`, or add `#extension GL_EXT_scalar_block_layout : require`")
                .with_note("GLSL 4.60, 4.4.5"),
        );
    }

    /// Reports qualifiers that no block can have.
    fn check_block_qualifiers(&mut self, qualifiers: &Qualifiers, storage: StorageClass) {
        let place = match storage {
            StorageClass::Uniform => Place::UniformBlock,
            StorageClass::PushConstant => Place::PushConstantBlock,
            StorageClass::ShaderRecord => Place::ShaderRecord,
            StorageClass::Workgroup => Place::SharedBlock,
            StorageClass::PhysicalStorageBuffer => Place::ReferenceBlock,
            _ => Place::BufferBlock,
        };
        self.check_place(qualifiers, place);
    }

    /// `layout(buffer_reference) buffer Name { ... };`, also without members as a forward declaration. Returns whether
    /// it was defined.
    fn reference_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers) -> bool {
        let name = self.text(block.name.symbol);
        let declared = self.scopes.get(block.name.symbol).map(|declared| declared.entity.clone());
        let handle = match declared {
            Some(Entity::Reference(handle)) => handle,
            _ => {
                // Only a forward declaration lets a block refer to itself.
                self.open_reference = Some(block.name.symbol);
                let made = match block.forward {
                    true => None,
                    false => self.block_structure(block, qualifiers, StorageClass::PhysicalStorageBuffer),
                };
                self.open_reference = None;
                let contents = made.and_then(|made| self.types.structure(made).cloned());
                let defined = contents.is_some();
                let empty =
                    || Struct { name: name.to_owned(), members: Vec::new(), block: None, is_interface_block: false };
                let handle = self.types.structs.append(contents.unwrap_or_else(empty), block.name.span);
                self.declare(block.name, Entity::Reference(handle));
                if !block.forward {
                    return defined;
                }
                handle
            }
        };
        if block.forward {
            self.forward_references.insert(handle);
            return false;
        }
        if self.types.structure(handle).is_some_and(|it| !it.members.is_empty()) {
            self.error(Code::Redeclaration, block.name.span, format!("block `{name}` is declared twice"));
            return false;
        }
        if let Some(made) = self.block_structure(block, qualifiers, StorageClass::PhysicalStorageBuffer)
            && let Some(definition) = self.types.structure(made).cloned()
        {
            *self.types.structs.get_mut(handle) = definition;
            return true;
        }
        // What went wrong was reported; the block counts as defined.
        self.forward_references.remove(&handle);
        false
    }

    /// The contents of a block with every offset decided.
    fn block_structure(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
    ) -> Option<Handle<Struct>> {
        let defaults = match storage {
            StorageClass::Uniform => self.block_defaults.uniform,
            StorageClass::Workgroup => self.block_defaults.shared,
            // The rules of push-constant blocks have no default that could be set (GL_KHR_vulkan_glsl, 4.4.5).
            StorageClass::PushConstant => Defaults { packing: None, ..self.block_defaults.uniform },
            _ => self.block_defaults.buffer,
        };
        let usual = match storage {
            StorageClass::Uniform => PackingRules::Std140,
            _ => PackingRules::Std430,
        };
        let rules = qualifiers.layout.packing.map(|(rules, _)| rules).or(defaults.packing).unwrap_or(usual);
        let major = qualifiers.layout.major.map_or(defaults.major, |(major, _)| major);
        if storage == StorageClass::Uniform {
            self.check_uniform_packing(qualifiers.layout.packing);
        }
        let members = self.placed_members(block, qualifiers, storage, major)?;
        let members = self.place_members(members, qualifiers.layout.align, rules)?;
        let reference_alignment = match storage {
            StorageClass::PhysicalStorageBuffer => {
                let given = qualifiers.layout.buffer_reference_align;
                if let Some((alignment, span)) = given {
                    self.check_reference_alignment(alignment, span, &members);
                }
                given.map_or(16, |(alignment, _)| alignment)
            }
            _ => 0,
        };
        let name = self.text(block.name.symbol).to_owned();
        let hit_object_record = match storage {
            StorageClass::PhysicalStorageBuffer => qualifiers.layout.hit_object_record.map(|(object, _)| object),
            _ => None,
        };
        let layout = BlockLayout { rules, reference_alignment, hit_object_record };
        let structure = self
            .types
            .structs
            .append(Struct { name, members, block: Some(layout), is_interface_block: false }, block.span);
        self.note_precise_members(structure);
        Some(structure)
    }

    /// A power of two, and enough for the largest number in the block (GL_EXT_buffer_reference, 4.3.9).
    fn check_reference_alignment(&mut self, alignment: u32, span: Span, members: &[Member]) {
        let rules = PackingRules::Scalar;
        let largest = |member: &Member| {
            Layouter { types: &self.types, constants: &self.constants, rules }.layout(member.ty, member.major).alignment
        };
        let needed = members.iter().map(largest).max().unwrap_or(1);
        let message = if !alignment.is_power_of_two() {
            "buffer_reference_align must be a power of two".to_owned()
        } else if alignment < needed {
            format!("buffer_reference_align must be at least {needed}, the size of the largest number in the block")
        } else {
            return;
        };
        self.report(
            Diagnostic::error(Code::LayoutQualifier, span, message).with_note("GL_EXT_buffer_reference, 4.3.9"),
        );
    }

    fn placed_members(
        &mut self,
        block: &BlockDeclaration,
        of_block: &Qualifiers,
        storage: StorageClass,
        major: MatrixMajor,
    ) -> Option<Vec<PlacedMember>> {
        let check = |analyzer: &mut Self, qualifiers: &Qualifiers, base: Option<Handle<Type>>| {
            analyzer.no_non_uniform(qualifiers, "a member of a block");
            analyzer.no_subgroup_uniform(qualifiers, "a member of a block");
            let is_reference = base.is_some_and(|base| analyzer.contains_reference(base));
            analyzer.check_member_qualifiers(qualifiers, storage, is_reference);
        };
        self.members_of_block(block, check, |analyzer, declared, ()| {
            let DeclaredMember { name, ty, specifier, qualifiers, is_last } = *declared;
            analyzer.note_vector(specifier, name.span);
            // The last member of a buffer takes the size that the buffer leaves.
            let runtime = is_last && (storage != StorageClass::Uniform || analyzer.is_enabled(UNSIZED_UNIFORM));
            let ty = if runtime { ty } else { analyzer.implicitly_sized_member(ty, name) };
            if !analyzer.check_member(ty, name, is_last, storage) {
                return None;
            }
            let member = Member {
                ty,
                major: qualifiers.layout.major.map_or(major, |(major, _)| major),
                qualifiers: qualifiers.memory | qualifiers.relaxed() | of_block.memory,
                precise: qualifiers.precise | of_block.precise,
                ..declared.member(analyzer.text(name.symbol))
            };
            Some(PlacedMember { member, explicit: qualifiers.layout.offset, align: qualifiers.layout.align })
        })
    }

    fn check_member_qualifiers(&mut self, qualifiers: &Qualifiers, storage: StorageClass, is_reference: bool) {
        let place = match storage {
            StorageClass::Uniform | StorageClass::PushConstant => Place::UniformMember,
            StorageClass::Workgroup => Place::SharedMember,
            _ => Place::BufferMember,
        };
        self.check_place(qualifiers, place);
        let word = match storage {
            StorageClass::Uniform | StorageClass::PushConstant => Some("uniform"),
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer | StorageClass::ShaderRecord => {
                Some("buffer")
            }
            StorageClass::Workgroup => Some("shared"),
            _ => None,
        };
        if let (Some((other, span)), Some(word)) = (qualifiers.storage, word)
            && other.word() != word
        {
            let other = other.word();
            self.report(
                Diagnostic::error(
                    Code::QualifierMisplaced,
                    span,
                    format!("a member of {} block cannot be `{other}`", with_article(&word)),
                )
                .with_note("GLSL 4.60, 4.3.9: members may only repeat the qualifier of their block"),
            );
        }
        self.only_spirv_words(qualifiers, &[SpirvWord::Decorate, SpirvWord::DecorateString], "a member of a block");
        let writable = matches!(
            storage,
            StorageClass::StorageBuffer
                | StorageClass::PhysicalStorageBuffer
                | StorageClass::ShaderRecord
                | StorageClass::Number(_)
        );
        // What a reference leads to is memory that others may write.
        let restricted = is_reference && qualifiers.memory_beyond(MemoryQualifiers::RESTRICT).is_none();
        if !(writable || restricted) {
            self.only_non_private(qualifiers, "a member of a uniform block");
        }
    }

    fn check_member(
        &mut self,
        ty: Handle<Type>,
        name: crate::syntax::ast::Name,
        is_last: bool,
        storage: StorageClass,
    ) -> bool {
        let text = self.text(name.symbol);
        if ty == self.common.void {
            self.report(message::void_value(name.span, &format!("member `{text}`")));
            return false;
        }
        if self.is_spirv_type(ty) {
            self.no_spirv_member(name);
            return false;
        }
        if self.contains_opaque(ty) {
            self.report(
                Diagnostic::error(Code::OpaqueMisplaced, name.span, format!("resource `{text}` cannot be in a block"))
                    .with_note("GLSL 4.60, 4.3.9"),
            );
            return false;
        }
        if !self.fills_bytes(ty, "in a block", name.span) || !self.no_hidden_part(ty, "a member of a block", name.span)
        {
            return false;
        }
        if self.has_runtime_size(ty) {
            let buffer = matches!(
                storage,
                StorageClass::StorageBuffer
                    | StorageClass::PhysicalStorageBuffer
                    | StorageClass::ShaderRecord
                    | StorageClass::Number(_)
            );
            let outer_only = match *self.types.get(ty) {
                Type::Array { element, .. } => !self.has_runtime_size(element),
                _ => false,
            };
            let uniform = storage == StorageClass::Uniform;
            if uniform && is_last && outer_only {
                let what = format!("{text}[]");
                return self.require_extension(UNSIZED_UNIFORM, &what, name.span);
            }
            if !(buffer && is_last && outer_only) {
                self.report(
                    message::unsized_array(name.span, &format!("array member `{text}`"))
                        .with_note("GLSL 4.60, 4.1.9: only the last member of a buffer block may be unsized"),
                );
                return false;
            }
        }
        true
    }

    /// Decides offsets (GLSL 4.60, 4.4.5): the next free offset, or `offset`, rounded up to `align`.
    fn place_members(
        &mut self,
        members: Vec<PlacedMember>,
        block_align: Option<(u32, Span)>,
        rules: PackingRules,
    ) -> Option<Vec<Member>> {
        let mut placed: Vec<Member> = Vec::with_capacity(members.len());
        let mut end = 0_u32;
        let mut wrong = false;
        // The bytes that each member covers, from the first to the end. Offsets may go back (GL_KHR_vulkan_glsl), but
        // not into a member.
        let mut taken: BTreeMap<u32, (u32, Span)> = BTreeMap::new();
        for PlacedMember { mut member, explicit, align } in members {
            let layout =
                Layouter { types: &self.types, constants: &self.constants, rules }.layout(member.ty, member.major);
            let mut alignment = layout.alignment;
            if let Some((align, span)) = align.or(block_align) {
                if align.is_power_of_two() {
                    alignment = alignment.max(align);
                } else {
                    self.error(
                        Code::LayoutQualifier,
                        span,
                        format!("`align` must be a power of two, but this is {align}"),
                    );
                    wrong = true;
                }
            }
            let start = match explicit {
                Some((offset, span)) => {
                    if offset % layout.alignment != 0 {
                        self.report(
                            Diagnostic::error(
                                Code::MemberOffset,
                                span,
                                format!(
                                    "offset {offset} is not a multiple of {}, the member's alignment",
                                    layout.alignment
                                ),
                            )
                            .with_note("GLSL 4.60, 4.4.5"),
                        );
                        wrong = true;
                    }
                    offset
                }
                None => end,
            };
            let offset = align_up(start, alignment);
            end = offset.saturating_add(layout.size);
            if end == u32::MAX {
                self.error(Code::BlockSize, member.span, "this member ends beyond 4 GiB");
                return None;
            }
            let before = taken.range(..end.max(offset + 1)).next_back();
            if let Some((_, &(_, earlier))) = before.filter(|&(_, &(earlier_end, _))| earlier_end > offset) {
                let span = explicit.map_or(member.span, |(_, span)| span);
                self.report(
                    Diagnostic::error(Code::MemberOffset, span, format!("offset {offset} is inside another member"))
                        .with_secondary(earlier, "this one")
                        .with_note("GLSL 4.60, 4.4.5: members cannot overlap"),
                );
                wrong = true;
            }
            taken.insert(offset, (end, member.span));
            member.offset = Some(offset);
            placed.push(member);
        }
        (!wrong).then_some(placed)
    }
}
