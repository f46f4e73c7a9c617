//! Indices: how wide they are (GL_EXT_shader_64bit_indexing), and which arrays may only be indexed with constants (GLSL
//! 4.60, 4.1.9).
//!
//! Comes in: pragmas, operands that index. Goes out: values of indices, or a report. Must not depend on: how places are
//! lowered.

use crate::hir::{ArrayLength, Handle, Scalar, ScalarKind, Span, StorageClass, Type, Value};
use crate::preprocess::Preprocessed;
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{Operand, Path};
use crate::source::Symbol;
use crate::syntax::ast::{Expression, Name};

/// The extension.
const EXTENSION: &str = "GL_EXT_shader_64bit_indexing";

/// What the pragmas request.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct Indexing {
    /// `#pragma shader_64bit_indexing`: addresses are computed with 64 bits.
    pub(in crate::sema) wide: bool,
    /// `#pragma promote_uint32_indices`: `uint` indices count with all of their 32 bits.
    promote: bool,
}

impl Analyzer<'_> {
    /// Reads the pragmas; they apply to the whole shader.
    pub(in crate::sema) fn read_indexing_pragmas(&mut self, input: &Preprocessed) {
        let id = crate::builtins::extension(EXTENSION);
        let on = id.is_some_and(|id| input.extensions.iter().any(|change| change.enabled.contains(id)));
        for pragma in &input.pragmas {
            let slot = match pragma.text.trim() {
                "shader_64bit_indexing" => &mut self.indexing.wide,
                "promote_uint32_indices" => &mut self.indexing.promote,
                _ => continue,
            };
            *slot |= on;
            if !on {
                self.report(messages::pragma_without_extension(pragma.span, &EXTENSION, message::enable(EXTENSION)));
            }
        }
    }

    /// Whether an index of this type may be used: 64-bit integers need the extension.
    pub(super) fn check_index_width(&mut self, index: Handle<Type>, span: Span) -> bool {
        let wide = self.module.types.get(index).scalar().is_some_and(|scalar| scalar.width == 8);
        !wide || self.require_extension(EXTENSION, "a 64-bit index", span)
    }

    /// Whether `length64()` may be used.
    pub(super) fn check_length64(&mut self, span: Span) -> bool {
        self.require_extension(EXTENSION, "length64()", span)
    }

    /// The index of a step of `path`. Unsized arrays in buffers may be larger than 4 GiB, so their indices keep 64 bits;
    /// all others fit 32.
    pub(super) fn step_index(&mut self, path: &Path, index: Operand, span: Span) -> Option<Handle<Value>> {
        let ty = self.type_of(&index)?;
        let scalar = self.module.types.get(ty).scalar()?;
        let in_buffer = matches!(path.storage, StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
        let unsized_array = matches!(self.module.types.get(path.ty), Type::Array { length: ArrayLength::Runtime, .. });
        if !(in_buffer && unsized_array && !path.steps.is_empty()) {
            return self.index_value(index, span);
        }
        if scalar.width == 8 {
            return self.value(index, span);
        }
        if self.indexing.promote && scalar == Scalar::U32 {
            let to = self.module.scalar(Scalar { kind: ScalarKind::Uint, width: 8 });
            let index = self.convert(index, to, span);
            return self.value(index, span);
        }
        self.index_value(index, span)
    }

    /// An index as a value of 32 bits, which is what places take.
    pub(super) fn index_value(&mut self, index: Operand, span: Span) -> Option<Handle<Value>> {
        let ty = self.type_of(&index)?;
        let scalar = self.module.types.get(ty).scalar()?;
        let index = if scalar.width == 4 {
            index
        } else {
            let to = self.module.scalar(crate::hir::Scalar { width: 4, ..scalar });
            self.convert(index, to, span)
        };
        self.value(index, span)
    }

    /// Reports a use other than an index of an array whose size its indices imply; returns whether there is nothing to
    /// report (GLSL 4.60, 4.1.9 and 5.7: arrays are passed, copied and compared once their size is declared).
    pub(in crate::sema) fn check_whole_array(
        &mut self,
        node: Handle<Expression>,
        around: Option<Handle<Expression>>,
    ) -> bool {
        if self.without_size.is_empty() {
            return true;
        }
        let &Expression::Identifier(symbol) = self.node(node) else { return true };
        let Some(declared) = self.scopes.get(symbol).map(|it| it.span) else { return true };
        let is_indexed = around.is_some_and(|it| matches!(self.node(it), Expression::Index { .. }));
        if is_indexed || !self.without_size.contains_key(&declared.to_range()) {
            return true;
        }
        let span = self.span_of(node);
        self.is_unsized_reported(declared);
        self.report_implied_size(span, "indexed", symbol, declared);
        false
    }

    /// Reports a non-constant index of an array whose size its literal indices imply; returns whether there is nothing
    /// to report (GLSL 4.60, 4.1.9: such an array is only indexed with constants).
    pub(in crate::sema) fn check_implied_size(
        &mut self,
        base: Handle<Expression>,
        array: &Operand,
        index: &Operand,
        index_span: Span,
    ) -> bool {
        if self.without_size.is_empty() {
            return true;
        }
        let &Expression::Identifier(symbol) = self.node(base) else { return true };
        let known = match *index {
            Operand::Constant(constant) => self.integer_value(constant),
            Operand::Error => Some(0),
            _ => None,
        };
        let Some(declared) = self.scopes.get(symbol).map(|it| it.span) else { return true };
        let Some(unsized_array) = self.without_size.get_mut(&declared.to_range()) else { return true };
        if let Some(known) = known {
            unsized_array.largest = unsized_array.largest.max(Some(known));
            return true;
        }
        let is_awaited = unsized_array.is_awaited;
        let ty = self.type_of(array).map(|ty| self.module.types.get(ty));
        if !matches!(ty, Some(Type::Array { length: ArrayLength::Constant(_), .. })) {
            return true;
        }
        let was_reported = self.is_unsized_reported(declared);
        if is_awaited && was_reported {
            return false;
        }
        if is_awaited {
            self.report_unsized(Name { symbol, span: declared });
            return false;
        }
        self.report_implied_size(index_span, "indexed with constants", symbol, declared);
        false
    }

    fn report_implied_size(&mut self, span: Span, allowed: &str, name: Symbol, declared: Span) {
        let is_sized_later = self.sized_later.contains(&name);
        self.report(messages::implied_size(span, self.text(name), allowed, declared, is_sized_later));
    }
}
