//! Types as written: names, parameters, array sizes (GLSL 4.60, 4.1).
//!
//! Comes in: syntax of types. Goes out: types in the type table. Must not depend on: declarations, which may define
//! structures.

use crate::builtins;
use crate::diagnostics::{did_you_mean, foreign_word};
use crate::hir::{ArrayLength, Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::feature::{ARRAYS_OF_ARRAYS, ARRAYS_OF_ARRAYS_OF_BLOCKS};
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::evaluation::messages;
use crate::sema::extensions::vulkan_relaxed::COUNTER;
use crate::source::Symbol;
use crate::syntax::ast::{BaseType, Dimension, TypeSpecifier};

/// Arrays with more elements than this are rejected: no device has the memory, and sizes must stay 32-bit numbers.
const MOST_ELEMENTS: i64 = i32::MAX as i64;

/// Types nest no deeper than this (SPIR-V, 2.17).
const DEEPEST: u32 = 255;

impl Analyzer<'_> {
    /// The type that a specifier makes where it cannot define a structure: in an expression, or as a parameter of another
    /// type. `None` after a report.
    pub(in crate::sema) fn type_in_expression(&mut self, specifier: &TypeSpecifier) -> Option<Handle<Type>> {
        let ty = self.base_type(specifier).and_then(|base| self.array_type(base, &specifier.dimensions, &[]));
        if ty.is_none() {
            self.left_out(specifier.span);
        }
        ty
    }

    /// The type of a specifier without its array sizes, unless it defines a structure. `None` after a report.
    pub(in crate::sema) fn base_type(&mut self, specifier: &TypeSpecifier) -> Option<Handle<Type>> {
        match &specifier.base {
            BaseType::Named(symbol) => match self.family_of(*symbol) {
                Some(family) => self.family_type(family, specifier),
                None => {
                    let ty = self.named_type(*symbol, specifier.span)?;
                    if !specifier.arguments.is_empty() {
                        let spelled = self.spell(ty);
                        self.report(messages::takes_no_type_parameters(specifier.span, &spelled));
                        return None;
                    }
                    Some(ty)
                }
            },
            // The grammar allows none here; declarations read them with `type_specifier`.
            BaseType::Struct(_) => None,
            BaseType::Block(_) => {
                self.report(messages::block_cannot_be_declared_inside_structure(specifier.span));
                None
            }
            BaseType::Spirv(arguments) => self.spirv_type(arguments, specifier.span),
        }
    }

    /// The family that a name stands for, unless the shader declares the name itself.
    fn family_of(&mut self, symbol: Symbol) -> Option<&'static builtins::TypeFamily> {
        if self.scopes.get(symbol).is_some() || self.builtin_type(symbol).is_some() {
            return None;
        }
        builtins::type_family(self.text(symbol))
    }

    /// Whether a type is that of a block, and no structure.
    fn is_block(&self, ty: Handle<Type>) -> bool {
        let Type::Struct(structure) = *self.module.types.get(ty) else { return false };
        self.module.types.structure(structure).is_some_and(|it| it.block.is_some() || it.is_interface_block)
    }

    /// Wraps `base` in arrays: the sizes after the name are the outer ones (GLSL 4.60, 4.1.9).
    pub(in crate::sema) fn array_type(
        &mut self,
        base: Handle<Type>,
        inner: &[Dimension],
        outer: &[Dimension],
    ) -> Option<Handle<Type>> {
        if inner.is_empty() && outer.is_empty() {
            // As most declarations have it.
            return Some(base);
        }
        let mut ty = base;
        let feature = if self.is_block(base) { &ARRAYS_OF_ARRAYS_OF_BLOCKS } else { &ARRAYS_OF_ARRAYS };
        for dimension in inner.iter().rev().chain(outer.iter().rev()) {
            if ty == self.module.void() {
                self.report(messages::no_arrays_of_void(dimension.span));
                return None;
            }
            let length = self.array_length(*dimension)?;
            let element = ty;
            if matches!(self.module.types.get(element), Type::Array { .. })
                && !self.require_feature(feature, dimension.span)
            {
                return None;
            }
            ty = self.module.array(element, length);
            if !self.check_element_count(ty, dimension.span) {
                return None;
            }
            let depth = self.depth_of(element) + 1;
            if !self.note_depth(ty, depth, dimension.span) {
                return None;
            }
        }
        Some(ty)
    }

    /// Reports an array of arrays with too many elements in all.
    fn check_element_count(&mut self, array: Handle<Type>, span: Span) -> bool {
        let mut count = 1_u64;
        let mut part = array;
        while let Type::Array { element, length } = *self.module.types.get(part) {
            if let ArrayLength::Constant(length) = length {
                count = count.saturating_mul(length.into());
            }
            part = element;
        }
        if count <= MOST_ELEMENTS as u64 {
            return true;
        }
        self.report(messages::array_too_large(span, &count, &MOST_ELEMENTS));
        false
    }

    pub(in crate::sema) fn depth_of(&self, ty: Handle<Type>) -> u32 {
        self.depths.get(&ty).copied().unwrap_or(0)
    }

    /// Records how deeply a new type nests; reports it if that is too deep for SPIR-V and for recursion over types.
    pub(in crate::sema) fn note_depth(&mut self, ty: Handle<Type>, depth: u32, span: Span) -> bool {
        if depth > DEEPEST {
            self.report(messages::type_nests_too_deep(span, &DEEPEST));
            return false;
        }
        self.depths.insert(ty, depth);
        true
    }

    fn array_length(&mut self, dimension: Dimension) -> Option<ArrayLength> {
        let Some(size) = dimension.size else { return Some(ArrayLength::Runtime) };
        let span = self.span_of(size);
        let constant = self.constant_expression(size, "an array size")?;
        let ty = self.module.constants.get_handle(constant).ok()?.ty;
        if !self.is_integer_scalar(ty) {
            let spelled = self.spell(ty);
            self.report(message::not_an_integer(span, "an array size", &spelled));
            return None;
        }
        if self.is_specialization(constant) {
            return Some(ArrayLength::Specialization(constant));
        }
        let value = self.integer_value(constant)?;
        if value <= 0 || value > MOST_ELEMENTS {
            self.report(messages::wrong_array_size(span, value, MOST_ELEMENTS));
            return None;
        }
        Some(ArrayLength::Constant(value as u32))
    }

    /// The type with a name.
    pub(in crate::sema) fn named_type(&mut self, symbol: Symbol, span: Span) -> Option<Handle<Type>> {
        let name = self.text(symbol);
        self.scopes.note_use(symbol, span);
        if let Some(declared) = self.scopes.get(symbol) {
            match declared.entity {
                Entity::Type(ty) => return Some(ty),
                Entity::Reference(structure) => return Some(self.module.types.insert(Type::Reference(structure))),
                Entity::Error => return None,
                _ => {
                    let declared_at = declared.span;
                    self.report(messages::not_type(span, &name, declared_at));
                    return None;
                }
            }
        }
        if name == "void" {
            return Some(self.module.void());
        }
        if name == COUNTER && self.takes_opengl() {
            return Some(self.common.uint);
        }
        let Some(row) = self.builtin_type(symbol) else {
            let mut diagnostic = messages::no_type(span, &name);
            if let Some(reason) = builtins::refused_type(name) {
                diagnostic = diagnostic.with_note(reason);
                self.report(diagnostic);
                return None;
            }
            let may_suggest = self.may_suggest();
            let visible = if may_suggest { self.scopes.visible() } else { Vec::new() };
            let structures: Vec<_> = visible
                .into_iter()
                .filter(|&symbol| {
                    self.scopes
                        .get(symbol)
                        .is_some_and(|it| matches!(it.entity, Entity::Type(_) | Entity::Reference(_)))
                })
                .map(|symbol| self.text(symbol))
                .collect();
            let built_in = builtins::TYPES.iter().map(|row| row.name).filter(|_| may_suggest);
            let close = did_you_mean(name, structures.into_iter().chain(built_in));
            if self.open_reference == Some(symbol) {
                diagnostic = diagnostic
                    .with_help(format!("declare `layout(buffer_reference) buffer {name};` before the block"))
                    .with_note("GL_EXT_buffer_reference, 4.3.9: a block is known after its declaration");
            } else if name == COUNTER {
                diagnostic = diagnostic
                    .with_help("use a `uint` in a buffer block and `atomicAdd`, or compile with `--relaxed-vulkan`")
                    .with_note("GL_KHR_vulkan_glsl: Vulkan has no atomic counters");
            } else if let Some(foreign) = foreign_word(name) {
                diagnostic = diagnostic.with_help(foreign.help());
            } else {
                diagnostic = diagnostic.with_similar_name(close);
            }
            self.report(diagnostic);
            self.silence(symbol, span);
            return None;
        };
        if !self.check_gate(row.gate, name, span) {
            return None;
        }
        Some(self.module.types.builtin(row.ty))
    }
}
