//! Types of declarations, which may define structures (GLSL 4.60, 4.1.8).
//!
//! Comes in: syntax of types and members. Goes out: types in the type table. Must not depend on: what is declared with them.

use crate::hir::{Handle, MatrixMajor, Member, Span, Struct, Type};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::declarations::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::source::Symbol;
use crate::syntax::ast::{BaseType, Dimension, MemberDeclaration, Name, SpirvWord, StructSpecifier, TypeSpecifier};
use rustc_hash::{FxBuildHasher, FxHashMap};

impl Analyzer<'_> {
    /// The type made by a specifier and the array sizes after a declared name. `None` after a report.
    pub(in crate::sema) fn type_specifier(
        &mut self,
        specifier: &TypeSpecifier,
        dimensions: &[Dimension],
    ) -> Option<Handle<Type>> {
        let base = match &specifier.base {
            BaseType::Struct(structure) => self.struct_specifier(structure, specifier.span),
            BaseType::Named(_) | BaseType::Spirv(_) | BaseType::Block(_) => self.base_type(specifier),
        };
        let ty = base.and_then(|base| self.array_type(base, &specifier.dimensions, dimensions));
        if ty.is_none() {
            self.left_out(specifier.span);
        }
        ty
    }

    /// `struct Name { ... }`: declares the name and returns the type.
    pub(in crate::sema) fn struct_specifier(
        &mut self,
        specifier: &StructSpecifier,
        span: Span,
    ) -> Option<Handle<Type>> {
        let Some(members) = self.struct_members(&specifier.members) else {
            if let Some(name) = specifier.name {
                self.silence(name.symbol, name.span);
            }
            return None;
        };
        let name = specifier.name.map_or("", |name| self.text(name.symbol));
        if members.is_empty() {
            // The parser has reported it.
            return None;
        }
        let depth = members.iter().map(|member| self.depth_of(member.ty)).max().unwrap_or(0) + 1;
        let handle = self
            .module
            .types
            .structs
            .append(Struct { name: name.into(), members, block: None, is_interface_block: false }, span);
        self.note_precise_members(handle);
        let ty = self.module.types.insert(Type::Struct(handle));
        let name_span = specifier.name.map_or(span, |name| name.span);
        if !self.note_depth(ty, depth, name_span) {
            if let Some(name) = specifier.name {
                self.silence(name.symbol, name.span);
            }
            return None;
        }
        if let Some(name) = specifier.name {
            self.declare(name, Entity::Type(ty));
        }
        Some(ty)
    }

    /// The members of a plain structure.
    fn struct_members(&mut self, declarations: &[MemberDeclaration]) -> Option<Vec<Member>> {
        let mut members: Vec<Member> = Vec::with_capacity(declarations.len());
        let mut names: FxHashMap<Symbol, Span> = FxHashMap::with_capacity_and_hasher(declarations.len(), FxBuildHasher);
        let mut wrong = false;
        for declaration in declarations {
            let mut qualifiers = Qualifiers::collect(self, &declaration.ty.qualifiers);
            self.only_precision(&qualifiers, Place::StructMember);
            self.only_spirv_words(
                &qualifiers,
                &[SpirvWord::Decorate, SpirvWord::DecorateString],
                &[],
                "a member of a structure",
            );
            for declarator in &declaration.declarators {
                let Some(ty) = self.type_specifier(&declaration.ty.specifier, &declarator.dimensions) else {
                    wrong = true;
                    continue;
                };
                self.note_vector(&declaration.ty.specifier, declarator.name.span);
                let name = self.text(declarator.name.symbol);
                if !self.is_new_member(&mut names, declarator.name) {
                    wrong = true;
                    continue;
                }
                if ty == self.module.void() {
                    self.report(message::void_value(declarator.name.span, &format!("member `{name}`")));
                    wrong = true;
                    continue;
                }
                if self.is_spirv_type(ty) {
                    self.no_spirv_member(declarator.name);
                    wrong = true;
                    continue;
                }
                if self.has_runtime_size(ty) {
                    self.report(
                        message::unsized_array(declarator.name.span, &format!("array member `{name}`"))
                            .with_note("GLSL 4.60, 4.1.8: only the last member of a buffer block may be unsized"),
                    );
                    wrong = true;
                    continue;
                }
                if !self.check_ray_tracing_member(ty, name, declarator.name.span) {
                    wrong = true;
                    continue;
                }
                self.resolve_precision(&mut qualifiers, Some(ty), &declaration.ty.specifier);
                members.push(Member {
                    name: name.into(),
                    ty,
                    offset: None,
                    major: MatrixMajor::Column,
                    qualifiers: qualifiers.relaxed(),
                    precise: qualifiers.precise,
                    interface: Default::default(),
                    decorations: qualifiers.spirv.decorations.clone(),
                    span: declarator.name.span,
                });
            }
        }
        (!wrong).then_some(members)
    }

    /// Whether no earlier member has the name; reports it if one has.
    pub(super) fn is_new_member(&mut self, names: &mut FxHashMap<Symbol, Span>, name: Name) -> bool {
        let Some(earlier) = names.insert(name.symbol, name.span) else { return true };
        let text = self.text(name.symbol);
        self.report(messages::member_is_declared_twice(name.span, &text, earlier));
        false
    }
}
