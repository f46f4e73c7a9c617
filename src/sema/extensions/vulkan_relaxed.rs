//! What OpenGL has and Vulkan does not (GL_EXT_vulkan_glsl_relaxed): uniforms outside blocks and atomic counters.
//!
//! Comes in: their declarations. Goes out: members of blocks that the shader does not name: one for the uniforms, and
//! one for the counters of each binding. Must not depend on: how they are used; they are members like others.
//!
//! A block grows with each declaration, so its type is complete only when the shader is.

use crate::diagnostics::Diagnostic;
use crate::hir::layout::align_up;
use crate::hir::{
    BlockLayout, GlobalVariable, Handle, Interface, MatrixMajor, Member, PackingRules, PlaceRoot, PlaceStep,
    ResourceBinding, Span, StorageClass, Struct, Type,
};
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BaseType, Declarator, TypeSpecifier};
use std::collections::BTreeMap;
use std::fmt::Display;

/// The type of atomic counters, which are `uint`s in a buffer here.
pub(in crate::sema) const COUNTER: &str = "atomic_uint";

/// Which declarations a block gathers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gathered {
    Uniforms,
    /// An OpenGL binding, which is not a Vulkan binding.
    Counters(u32),
}

/// A block that gathers declarations.
#[derive(Clone, Copy, Debug)]
struct GatheringBlock {
    global: Handle<GlobalVariable>,
    structure: Handle<Struct>,
    /// Where the next member may begin.
    end: u32,
}

/// The blocks so far.
#[derive(Debug, Default)]
pub(in crate::sema) struct GatheringBlocks(BTreeMap<Gathered, GatheringBlock>);

impl Analyzer<'_> {
    /// Whether a specifier is `atomic_uint`.
    pub(in crate::sema) fn is_counter(&self, specifier: &TypeSpecifier) -> bool {
        matches!(specifier.base, BaseType::Named(symbol) if self.text(symbol) == COUNTER)
    }

    /// `uniform vec4 color;`
    pub(in crate::sema) fn default_uniform(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        let name = declarator.name;
        self.check_place(qualifiers, Place::DefaultUniform);
        if let Some(initializer) = declarator.initializer {
            let span = self.span_of(initializer);
            self.report(initializer_of_uniform_is_ignored(span));
        }
        let mut named = [qualifiers.layout.offset, qualifiers.layout.align].into_iter().flatten();
        if let Some((_, span)) = named.next() {
            self.report(uniform_outside_block_has_no_offset(span));
        }
        let major = qualifiers.layout.major.map_or(MatrixMajor::Column, |(major, _)| major);
        if !self.no_hidden_part(ty, "a uniform", name.span) {
            self.declare(name, Entity::Error);
            return;
        }
        self.gather(Gathered::Uniforms, ty, qualifiers, declarator, (major, None));
    }

    /// `layout(binding = 0, offset = 4) uniform atomic_uint counter;`
    pub(in crate::sema) fn atomic_counter(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        if let Some(initializer) = declarator.initializer {
            let span = self.span_of(initializer);
            self.report(atomic_counter_cannot_have_initializer(span));
        }
        let Some((binding, _)) = qualifiers.layout.binding else {
            self.report(atomic_counter_needs_binding(declarator.name.span));
            self.declare(declarator.name, Entity::Error);
            return;
        };
        let offset = qualifiers.layout.offset;
        if let Some((offset, span)) = offset.filter(|(offset, _)| offset % 4 != 0) {
            self.report(offset_is_not_multiple_of_4(span, &offset));
        }
        self.gather(Gathered::Counters(binding), ty, qualifiers, declarator, (MatrixMajor::Column, offset));
    }

    /// Makes a declaration a member of its block.
    fn gather(
        &mut self,
        of: Gathered,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
        (major, offset): (MatrixMajor, Option<(u32, Span)>),
    ) {
        let name = declarator.name;
        let ty = self.implicitly_sized(ty, name);
        if self.has_runtime_size(ty) {
            self.unsized_variable(name);
            return;
        }
        let block = match self.gathering_blocks.0.get(&of) {
            Some(&block) => block,
            None => self.gathering_block(of, qualifiers, name.span),
        };
        let rules = self
            .module
            .types
            .structure(block.structure)
            .and_then(|it| it.block)
            .map_or(PackingRules::Std140, |it| it.rules);
        let layout = self.module.layouter(rules).layout(ty, major);
        let offset = offset.map_or_else(|| align_up(block.end, layout.alignment), |(offset, _)| offset);
        let end = offset.saturating_add(layout.size);
        let member = Member {
            name: self.text(name.symbol).into(),
            ty,
            offset: Some(offset),
            major,
            qualifiers: qualifiers.relaxed(),
            precise: qualifiers.precise,
            interface: Interface::default(),
            decorations: Vec::new(),
            span: name.span,
        };
        let structure = self.structure_behind(block, ty);
        let members = &mut self.module.types.structs.get_mut(structure).members;
        // A shader is too short for more than `u32` can count.
        let index = members.len() as u32;
        members.push(member);
        self.gathering_blocks.0.insert(of, GatheringBlock { end, structure, ..block });
        let storage = if of == Gathered::Uniforms { StorageClass::Uniform } else { StorageClass::StorageBuffer };
        let variable = Variable {
            root: PlaceRoot::Global(block.global),
            step: Some(PlaceStep::Member(index)),
            ty,
            storage,
            access: qualifiers.relaxed(),
            read_only: None,
            precise: qualifiers.precise,
        };
        self.declare(name, Entity::Variable(variable));
    }

    /// The structure of a block that gets a member of a type. Structures come after those that they contain, so a
    /// member of a younger one moves it.
    fn structure_behind(&mut self, block: GatheringBlock, member: Handle<Type>) -> Handle<Struct> {
        let younger = |part: &Type| matches!(part, Type::Struct(it) if it.index() > block.structure.index());
        if !self.module.types.contains(member, younger) {
            return block.structure;
        }
        let Some(old) = self.module.types.structure(block.structure).cloned() else { return block.structure };
        let span = self.module.types.structs.get_span(block.structure);
        let structure = self.module.types.structs.append(old, span);
        self.module.types.structs.get_mut(block.structure).members.clear();
        self.module.globals.get_mut(block.global).ty = self.module.types.insert(Type::Struct(structure));
        structure
    }

    /// A block without members yet. Its binding is chosen like that of a resource without one.
    fn gathering_block(&mut self, of: Gathered, qualifiers: &Qualifiers, span: Span) -> GatheringBlock {
        let (name, rules, storage) = match of {
            Gathered::Uniforms => ("gl_DefaultUniformBlock".to_owned(), PackingRules::Std140, StorageClass::Uniform),
            Gathered::Counters(binding) => {
                (format!("gl_AtomicBufferBlock_{binding}"), PackingRules::Std430, StorageClass::StorageBuffer)
            }
        };
        let block = Some(BlockLayout { rules, reference_alignment: 0, hit_object_record: None });
        let structure = Struct { name: name.as_str().into(), members: Vec::new(), block, is_interface_block: false };
        let structure = self.module.types.structs.append(structure, span);
        let ty = self.module.types.insert(Type::Struct(structure));
        let set = qualifiers.layout.set.map_or(0, |(set, _)| set);
        let binding = Some(ResourceBinding { set, binding: ResourceBinding::UNASSIGNED });
        let global = GlobalVariable { binding, span, ..GlobalVariable::new(name, ty, storage) };
        GatheringBlock { global: self.module.globals.append(global, span), structure, end: 0 }
    }
}

#[cold]
fn initializer_of_uniform_is_ignored(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::UniformInitializer, span, "the initializer of a uniform is ignored")
        .with_note("GL_EXT_vulkan_glsl_relaxed: it becomes a member of a block")
        .with_help("let the application write the value")
}

#[cold]
fn uniform_outside_block_has_no_offset(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, "a uniform outside a block has no offset")
}

#[cold]
fn atomic_counter_cannot_have_initializer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UniformInitializer, span, "an atomic counter cannot have an initializer")
}

#[cold]
fn atomic_counter_needs_binding(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BindingMissing, span, "an atomic counter needs a binding")
        .with_help("add `layout(binding = 0)`")
        .with_note("GLSL 4.60, 4.4.6")
}

#[cold]
fn offset_is_not_multiple_of_4(span: Span, offset: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("offset {offset} is not a multiple of 4"))
        .with_note("GLSL 4.60, 4.4.6")
}
