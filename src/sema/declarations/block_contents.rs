//! What blocks in memory consist of, and where their members lie (GLSL 4.60, 4.4.5; GL_EXT_buffer_reference, 4.3.9).
//!
//! Comes in: the members as written, and the qualifiers of the block. Goes out: a structure with every offset decided. Must not
//! depend on: what the block is for.

use crate::builtins::extensions;
use crate::diagnostics::with_article;
use crate::hir::layout::align_up;
use crate::hir::{BlockLayout, Handle, MatrixMajor, Member, PackingRules, Span, StorageClass, Struct, Type};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::syntax_node::Placed;
use crate::sema::declarations::block_defaults::Defaults;
use crate::sema::declarations::block_member::DeclaredMember;
use crate::sema::declarations::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::syntax::ast::{BlockDeclaration, MemberDeclaration, SpirvWord};
use std::collections::BTreeMap;

/// What a block consists of.
pub(in crate::sema) struct BlockContents<'b> {
    /// Its name; empty for one that is declared inside another.
    pub(in crate::sema) name: String,
    pub(in crate::sema) members: &'b [MemberDeclaration],
    pub(in crate::sema) span: Span,
}

/// A member whose offset is being decided.
struct PlacedMember {
    member: Member,
    explicit: Option<(u32, Span)>,
    align: Option<(u32, Span)>,
}

/// Allows the last member of a uniform block to have no size.
const UNSIZED_UNIFORM: &str = "GL_EXT_uniform_buffer_unsized_array";

impl Analyzer<'_> {
    /// What a block consists of.
    pub(in crate::sema) fn contents<'b>(&self, block: &'b BlockDeclaration) -> BlockContents<'b> {
        BlockContents { name: self.text(block.name.symbol).to_owned(), members: &block.members, span: block.span }
    }

    /// The contents of a block with every offset decided.
    pub(in crate::sema) fn block_structure(
        &mut self,
        block: BlockContents<'_>,
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
        let written = qualifiers.layout.packing.map(|(rules, _)| rules).or(defaults.packing);
        let rules = written.unwrap_or(usual);
        let rules = if self.options.hlsl_offsets { rules.with_hlsl_offsets() } else { rules };
        // As in glslc, a packing that is written down still places the block's own members.
        let own_rules = written.unwrap_or(rules);
        let major = qualifiers.layout.major.map_or(defaults.major, |(major, _)| major);
        if storage == StorageClass::Uniform {
            self.check_uniform_packing(qualifiers.layout.packing);
        }
        let members = self.placed_members(block.members, qualifiers, storage, major)?;
        let members = self.place_members(members, qualifiers.layout.align, own_rules)?;
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
        let hit_object_record = match storage {
            StorageClass::PhysicalStorageBuffer => qualifiers.layout.hit_object_record.map(|(object, _)| object),
            _ => None,
        };
        let layout = BlockLayout { rules, reference_alignment, hit_object_record };
        let structure = self.module.types.structs.append(
            Struct { name: block.name.into(), members, block: Some(layout), is_interface_block: false },
            block.span,
        );
        self.note_precise_members(structure);
        Some(structure)
    }

    /// A power of two, and enough for the largest number in the block (GL_EXT_buffer_reference, 4.3.9).
    fn check_reference_alignment(&mut self, alignment: u32, span: Span, members: &[Member]) {
        let rules = PackingRules::Scalar;
        let largest = |member: &Member| self.module.layouter(rules).layout(member.ty, member.major).alignment;
        let needed = members.iter().map(largest).max().unwrap_or(1);
        if !alignment.is_power_of_two() {
            self.report(messages::reference_alignment_not_power_of_two(span));
        } else if alignment < needed {
            self.report(messages::reference_alignment_too_small(span, needed));
        }
    }

    fn placed_members(
        &mut self,
        members: &[MemberDeclaration],
        of_block: &Qualifiers,
        storage: StorageClass,
        major: MatrixMajor,
    ) -> Option<Vec<PlacedMember>> {
        let check = |analyzer: &mut Self, qualifiers: &Qualifiers, base: Option<Handle<Type>>| {
            analyzer.check_member_qualifiers(qualifiers, storage, base);
        };
        self.members_of_block(members, Self::no_inline_block, check, |analyzer, declared, ()| {
            let DeclaredMember { name, ty, specifier, qualifiers, is_last } = *declared;
            analyzer.note_vector(specifier, name.span);
            // The last member of a buffer takes the size that the buffer leaves.
            let runtime = is_last && (storage != StorageClass::Uniform || analyzer.is_enabled(UNSIZED_UNIFORM));
            let ty = match runtime {
                true => ty,
                false => analyzer.implicitly_sized_member(ty, name, is_last && storage == StorageClass::Uniform),
            };
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

    fn check_member_qualifiers(&mut self, qualifiers: &Qualifiers, storage: StorageClass, base: Option<Handle<Type>>) {
        let place = match storage {
            StorageClass::Uniform | StorageClass::PushConstant => Place::UniformMember,
            StorageClass::Workgroup => Place::SharedMember,
            _ => Place::BufferMember,
        };
        self.check_place(qualifiers, place);
        self.check_memory(qualifiers, place, base);
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
            self.report(messages::member_of_block(span, &with_article(&word), &other));
        }
        self.only_spirv_words(
            qualifiers,
            &[SpirvWord::Decorate, SpirvWord::DecorateString],
            &[],
            "a member of a block",
        );
    }

    fn check_member(
        &mut self,
        ty: Handle<Type>,
        name: crate::syntax::ast::Name,
        is_last: bool,
        storage: StorageClass,
    ) -> bool {
        let text = self.text(name.symbol);
        if ty == self.module.void() {
            self.report(message::void_value(name.span, &format!("member `{text}`")));
            return false;
        }
        if self.is_spirv_type(ty) {
            self.no_spirv_member(name);
            return false;
        }
        if self.contains_opaque(ty) {
            self.report(messages::resource_cannot_be_in_block(name.span, &text));
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
            let outer_only = match *self.module.types.get(ty) {
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
            let layouter = self.module.layouter(rules);
            let layout = layouter.layout(member.ty, member.major);
            let earliest = explicit.map_or(end, |(offset, _)| offset);
            let fitting = layouter.place(earliest, member.ty, layout);
            let mut alignment = 1;
            if let Some((align, span)) = align.or(block_align) {
                if align.is_power_of_two() {
                    alignment = align;
                } else {
                    self.report(messages::align_must_be_power_of_two(span, &align));
                    wrong = true;
                }
            }
            if let Some((offset, span)) = explicit.filter(|(offset, _)| *offset != fitting) {
                self.report(if rules == rules.of_types() {
                    messages::offset_is_not_multiple(span, &offset, &layout.alignment)
                } else {
                    messages::offset_is_no_place(span, &offset, &fitting)
                });
                wrong = true;
            }
            let offset = align_up(fitting, alignment);
            end = offset.saturating_add(layout.size);
            if end == u32::MAX {
                self.report(messages::member_ends_beyond_4_gib(member.span));
                return None;
            }
            let before = taken.range(..end.max(offset + 1)).next_back();
            if let Some((_, &(_, earlier))) = before.filter(|&(_, &(earlier_end, _))| earlier_end > offset) {
                let span = explicit.map_or(member.span, |(_, span)| span);
                self.report(messages::offset_is_inside_another_member(span, &offset, earlier));
                wrong = true;
            }
            taken.insert(offset, (end, member.span));
            member.offset = Some(offset);
            placed.push(member);
        }
        (!wrong).then_some(placed)
    }

    /// Uniform blocks are `std430` with GL_EXT_scalar_block_layout only.
    pub(super) fn check_uniform_packing(&mut self, packing: Placed<PackingRules>) {
        let Some((PackingRules::Std430, span)) = packing else { return };
        if self.is_on(extensions::GL_EXT_scalar_block_layout) {
            self.warn_of_extensions(&[extensions::GL_EXT_scalar_block_layout], "layout(std430) uniform", span);
            return;
        }
        self.report(messages::uniform_block_cannot_be_std430(span));
    }
}
