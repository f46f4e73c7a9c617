//! Heap blocks: `resourceheap` and `samplerheap`, and types of buffers (GL_EXT_structured_descriptor_heap).
//!
//! Comes in: the declaration of a block. Goes out: a block with its members in their places, or a type. Must not depend on: how
//! parts of a block are selected.

use crate::builtins::Gate;
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{
    BinaryOperation, Handle, HeapContents, ImageClass, ImageType, MatrixMajor, Member, PlaceStep, Span, StorageClass,
    Struct, Type,
};
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::declarations::block_contents::BlockContents;
use crate::sema::declarations::block_member::DeclaredMember;
use crate::sema::expressions::heap_extent::{HeapBlock, HeapMember};
use crate::sema::expressions::operand::Operand;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BlockDeclaration, Expression, MemberDeclaration, Name};
use std::fmt::Display;

const NOTE: &str = "GL_EXT_structured_descriptor_heap, 4.3.10";

/// Where heap blocks exist: they need the buffers of SPIR-V 1.3.
static HEAP_BLOCKS: Gate = Gate::since(420, 310, 0x0103);

/// A member while its place is being decided.
struct UnplacedMember {
    member: Member,
    explicit: Option<(u32, Span)>,
    descriptor_size: Option<u32>,
}

impl Analyzer<'_> {
    /// `layout(buffer_type) buffer Name { ... };`
    pub(in crate::sema) fn buffer_type(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        storage: StorageClass,
        word: Span,
    ) {
        self.check_place(qualifiers, Place::BufferType);
        // The memory is that of the blocks which take its place in a heap.
        let memory = if storage == StorageClass::Uniform { Place::UniformBlock } else { Place::BufferBlock };
        self.check_memory(qualifiers, memory, None);
        self.check_name(block.name);
        let made = self.block_structure(self.contents(block), qualifiers, storage);
        if let Some(instance) = block.instance {
            self.report(buffer_type_block_is_type(instance.span, word));
        }
        let entity = match made {
            Some(structure) => {
                self.buffer_types.insert(structure, storage);
                Entity::Type(self.module.types.insert(Type::Struct(structure)))
            }
            None => Entity::Error,
        };
        self.declare(block.name, entity);
    }

    /// Reports a variable or a parameter whose type is one of buffers.
    pub(in crate::sema) fn misplaced_buffer(&mut self, ty: Handle<Type>, name: Name) {
        let what = with_article(&self.spell(ty));
        self.report(only_in_resource_heap(name.span, &what));
        self.declare(name, Entity::Error);
    }

    /// Forgets the members of the structures that stood for parts of heaps: nothing is left of them but elements of arrays.
    pub(in crate::sema) fn close_heap_blocks(&mut self) {
        let heaps = std::mem::take(&mut self.heap_blocks);
        let blocks = heaps.blocks.iter().filter_map(|block| match *self.module.types.get(block.ty) {
            Type::Struct(structure) => Some(structure),
            _ => None,
        });
        for structure in blocks.chain(heaps.offsets.into_keys()).collect::<Vec<_>>() {
            self.module.types.structs.get_mut(structure).members.clear();
        }
    }

    /// `resourceheap Name { ... } instance;`
    pub(in crate::sema) fn heap_block(
        &mut self,
        block: &BlockDeclaration,
        qualifiers: &Qualifiers,
        contents: HeapContents,
        word: Span,
    ) {
        self.check_gate(&HEAP_BLOCKS, "a heap block", word);
        self.check_place(qualifiers, Place::HeapBlock);
        self.check_memory(qualifiers, Place::HeapBlock, None);
        if let Some(dimension) = block.dimensions.first() {
            self.report(heap_block_cannot_be_array(dimension.span, NOTE));
            self.silence_block(block);
            return;
        }
        let offset = match qualifiers.layout.heap_offset {
            Some((offset, _)) => match self.heap_offset(offset) {
                Operand::Error => None,
                offset => Some(Some(offset)),
            },
            None => Some(None),
        };
        let (Some(members), Some(offset)) = (self.heap_members(block, qualifiers, contents), offset) else {
            self.silence_block(block);
            return;
        };
        let (declared, placed) = self.place_heap_members(members);
        let name = self.text(block.name.symbol).to_owned();
        let structure = Struct { name: name.into(), members: declared.clone(), block: None, is_interface_block: false };
        let structure = self.module.types.structs.append(structure, block.span);
        let ty = self.module.types.insert(Type::Struct(structure));
        let number = self.heap_blocks.blocks.len();
        self.heap_blocks.blocks.push(HeapBlock { ty, contents, offset, members: placed.into() });
        self.check_name(block.name);
        self.declare(block.name, Entity::Block);
        match block.instance {
            Some(instance) => {
                self.check_name(instance);
                self.declare(instance, Entity::HeapBlock { number, member: None });
            }
            None => {
                let names = block.members.iter().flat_map(|it| &it.declarators).map(|declarator| declarator.name);
                for (member, name) in (0..).zip(names) {
                    self.check_name(name);
                    self.declare(name, Entity::HeapBlock { number, member: Some(member) });
                }
            }
        }
    }

    /// The value of `heap_offset`: a constant, or a variable that no invocation can write to.
    fn heap_offset(&mut self, offset: Handle<Expression>) -> Operand {
        let span = self.span_of(offset);
        let operand = self.expression(offset);
        let Some(ty) = self.type_of(&operand) else { return Operand::Error };
        if !self.is_integer_scalar(ty) {
            let spelled = self.spell(ty);
            self.report(message::not_an_integer(span, "an offset in a heap", &spelled).with_note(NOTE));
            return Operand::Error;
        }
        let is_fixed = match &operand {
            Operand::Constant(_) => true,
            Operand::Place(path) => {
                matches!(path.storage, StorageClass::PushConstant | StorageClass::Uniform | StorageClass::Input)
                    && path.steps.iter().all(|step| matches!(step, PlaceStep::Member(_)))
            }
            _ => false,
        };
        if is_fixed {
            return operand;
        }
        self.report(heap_offset_must_be_constant_or_read(span));
        Operand::Error
    }

    /// The members of a heap block, in order.
    fn heap_members(
        &mut self,
        block: &BlockDeclaration,
        of_block: &Qualifiers,
        contents: HeapContents,
    ) -> Option<Vec<UnplacedMember>> {
        let major = of_block.layout.major.map_or(MatrixMajor::Column, |(major, _)| major);
        let read = |analyzer: &mut Self, qualifiers: &Qualifiers, base: Option<Handle<Type>>| {
            // The qualifiers of a reference that is declared here are those of its block.
            if base.is_some() && qualifiers.layout.buffer_reference.is_none() {
                analyzer.check_place(qualifiers, Place::HeapMember);
                analyzer.check_heap_storage(qualifiers, base);
            }
        };
        self.members_of_block(&block.members, Self::inline_reference, read, |analyzer, declared, ()| {
            let DeclaredMember { name, ty, qualifiers, is_last, .. } = *declared;
            let resource = analyzer.element_of_arrays(ty);
            let ty = analyzer.check_image_format(ty, resource, qualifiers, name);
            analyzer.check_memory(qualifiers, Place::HeapMember, Some(ty));
            if !analyzer.check_heap_member(declared, ty, contents) {
                return None;
            }
            if analyzer.has_runtime_size(ty) && !is_last {
                let text = analyzer.text(name.symbol);
                analyzer.report(
                    message::unsized_array(name.span, &format!("array member `{text}`"))
                        .with_note("GL_EXT_structured_descriptor_heap, 4.1.9: only the last member may be unsized"),
                );
                return None;
            }
            let member = Member {
                ty,
                major: qualifiers.layout.major.map_or(major, |(major, _)| major),
                qualifiers: qualifiers.memory | qualifiers.relaxed(),
                ..declared.member(analyzer.text(name.symbol))
            };
            let descriptor_size = qualifiers.layout.descriptor_size.map(|(size, _)| size);
            Some(UnplacedMember { member, explicit: qualifiers.layout.offset, descriptor_size })
        })
    }

    /// `layout(buffer_reference) buffer { ... }` as the type of a member. `None` after a report.
    pub(in crate::sema) fn inline_reference(
        &mut self,
        members: &[MemberDeclaration],
        qualifiers: &Qualifiers,
        span: Span,
    ) -> Option<Handle<Type>> {
        let is_reference = matches!(qualifiers.storage, Some((Storage::Buffer, _)));
        if !is_reference || qualifiers.layout.buffer_reference.is_none() {
            self.report(block_in_heap_block_must_be_buffer_reference(span));
            return None;
        }
        self.check_place(qualifiers, Place::ReferenceBlock);
        let contents = BlockContents { name: String::new(), members, span };
        let made = self.block_structure(contents, qualifiers, StorageClass::PhysicalStorageBuffer)?;
        Some(self.module.types.insert(Type::Reference(made)))
    }

    /// Reports a storage qualifier on a member, but for that of its type of buffers.
    fn check_heap_storage(&mut self, qualifiers: &Qualifiers, base: Option<Handle<Type>>) {
        let Some((storage, span)) = qualifiers.storage else { return };
        let class = base.and_then(|base| match *self.module.types.get(base) {
            Type::Struct(structure) => self.buffer_types.get(&structure).copied(),
            _ => None,
        });
        let is_same = matches!(
            (storage, class),
            (Storage::Uniform, Some(StorageClass::Uniform)) | (Storage::Buffer, Some(StorageClass::StorageBuffer))
        );
        if !is_same {
            let word = storage.word();
            self.report(message::misplaced_qualifier(span, word, "a member of a heap block").with_note(NOTE));
        }
    }

    /// Whether a member may be in a heap of this kind; reports it if not.
    fn check_heap_member(&mut self, declared: &DeclaredMember<'_>, ty: Handle<Type>, contents: HeapContents) -> bool {
        let (span, text) = (declared.name.span, self.text(declared.name.symbol));
        if ty == self.module.void() {
            self.report(message::void_value(span, &format!("member `{text}`")));
            return false;
        }
        let samplers = contents == HeapContents::SamplerData;
        let is_foreign = |part: &Type| match *part {
            Type::Sampler { .. } => !samplers,
            Type::Image(ImageType { class: ImageClass::Combined, .. }) => true,
            Type::Image(_) | Type::AccelerationStructure => samplers,
            Type::Struct(structure) => samplers && self.is_buffer_type(structure),
            _ => part.is_opaque(),
        };
        if let Some(foreign) = self.module.types.find_part(ty, |part| is_foreign(part).then_some(*part)) {
            let foreign = self.module.types.insert(foreign);
            let heap = if samplers { "a `samplerheap`" } else { "a `resourceheap`" };
            let what = with_article(&self.spell(foreign));
            let mut diagnostic = not_in_heap(span, &what, &heap, NOTE);
            if matches!(self.module.types.get(foreign), Type::Image(ImageType { class: ImageClass::Combined, .. })) {
                diagnostic = diagnostic.with_help("declare a texture, and a sampler in a `samplerheap`");
            }
            self.report(diagnostic);
            return false;
        }
        let qualified = declared.qualifiers.memory_words.first();
        if let Some(&(memory, span)) = qualified.filter(|_| !self.takes_memory_qualifiers(ty)) {
            let word = crate::sema::context::report::memory_word(memory);
            let what = "a member that is neither an image nor a buffer";
            self.report(message::misplaced_qualifier(span, word, what).with_note(NOTE));
            return false;
        }
        if let Some((size, span)) = declared.qualifiers.layout.descriptor_size.filter(|&(size, _)| size == 0) {
            self.report(wrong_descriptor_size(span, &size));
            return false;
        }
        self.contains_opaque(ty) || self.fills_bytes(ty, "in a block", span)
    }

    fn takes_memory_qualifiers(&self, ty: Handle<Type>) -> bool {
        let element = self.element_of_arrays(ty);
        let is_buffer =
            matches!(*self.module.types.get(element), Type::Struct(structure) if self.is_buffer_type(structure));
        is_buffer || self.is_writable_resource(ty) || self.is_reference(ty)
    }

    /// Decides where members lie: behind each other, each at a multiple of its alignment, or where `offset` says.
    fn place_heap_members(&mut self, members: Vec<UnplacedMember>) -> (Vec<Member>, Vec<HeapMember>) {
        let mut end = self.uint_constant(0);
        let mut placed = Vec::with_capacity(members.len());
        let mut declared = Vec::with_capacity(members.len());
        for UnplacedMember { member, explicit, descriptor_size } in members {
            let extent = self.extent(member.ty, member.major, descriptor_size);
            let offset = match explicit {
                Some((offset, span)) => {
                    if let Some(alignment) = self.size_value(extent.alignment).filter(|&it| offset % it.max(1) != 0) {
                        self.report(offset_is_not_multiple(span, &offset, &alignment, NOTE));
                    }
                    self.uint_constant(offset)
                }
                None => self.aligned(end, extent.alignment),
            };
            end = self.fold_uint(BinaryOperation::Add, offset, extent.size);
            let (major, qualifiers) = (member.major, member.qualifiers);
            placed.push(HeapMember { offset, descriptor_size, major, qualifiers });
            declared.push(member);
        }
        (declared, placed)
    }
}

#[cold]
fn buffer_type_block_is_type(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, "a `buffer_type` block is a type, not a variable")
        .with_secondary(other, "a type because of this")
        .with_note("GL_EXT_structured_descriptor_heap, 4.3.9")
        .with_help("remove the name, and declare members of this type in a `resourceheap` block")
}

#[cold]
fn only_in_resource_heap(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("{what} can only be in a `resourceheap` block"))
        .with_note("GL_EXT_structured_descriptor_heap, 4.3.9")
        .with_help("declare a block without `buffer_type`, or select members from the heap block")
}

#[cold]
fn heap_block_cannot_be_array(span: Span, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, "a heap block cannot be an array").with_note(rule)
}

#[cold]
fn heap_offset_must_be_constant_or_read(span: Span) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, "`heap_offset` must be a constant or a read-only variable")
        .with_note("GL_EXT_structured_descriptor_heap, 4.4.10")
        .with_help("use a member of a push-constant or uniform block")
}

#[cold]
fn block_in_heap_block_must_be_buffer_reference(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockMisplaced, span, "a block in a heap block must be a buffer reference")
        .with_note("GL_EXT_structured_descriptor_heap, Interactions with GLSL_EXT_buffer_reference")
        .with_help("write `layout(buffer_reference) buffer`, or declare a `buffer_type` block before")
}

#[cold]
fn not_in_heap(span: Span, what: &dyn Display, heap: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, format!("{what} cannot be in {heap}")).with_note(rule)
}

#[cold]
fn wrong_descriptor_size(span: Span, size: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, format!("`descriptor_size` cannot be {size}"))
}

#[cold]
fn offset_is_not_multiple(
    span: Span,
    offset: &dyn Display,
    alignment: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::MemberOffset,
        span,
        format!("offset {offset} is not a multiple of {alignment}, the member's alignment"),
    )
    .with_note(rule)
}
