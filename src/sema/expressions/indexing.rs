//! 64-bit array indices (GL_EXT_shader_64bit_indexing).
//!
//! Comes in: pragmas, indices. Goes out: how wide indices are. Must not know: how places are lowered.

use crate::diagnostics::Diagnostic;
use crate::hir::{ArrayLength, Handle, Scalar, ScalarKind, Span, StorageClass, Type, Value};
use crate::preprocess::Preprocessed;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::{Analyzer, Code};

/// The extension.
const EXTENSION: &str = "GL_EXT_shader_64bit_indexing";

/// What the pragmas ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct Indexing {
    /// `#pragma shader_64bit_indexing`: addresses are computed with 64 bits.
    pub(in crate::sema) wide: bool,
    /// `#pragma promote_uint32_indices`: `uint` indices count with all of their 32 bits.
    promote: bool,
}

impl Analyzer<'_> {
    /// Reads the pragmas; they hold for the whole shader.
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
                self.report(
                    Diagnostic::warning(
                        Code::ExtensionRequired,
                        pragma.span,
                        format!("without {EXTENSION} this pragma does nothing"),
                    )
                    .with_help(format!("add `#extension {EXTENSION} : require` after `#version`")),
                );
            }
        }
    }

    /// Whether an index of this type may be used: 64-bit integers need the extension.
    pub(super) fn check_index_width(&mut self, index: Handle<Type>, span: Span) -> bool {
        let wide = self.types.get(index).scalar().is_some_and(|scalar| scalar.width == 8);
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
        let scalar = self.types.get(ty).scalar()?;
        let in_buffer = matches!(path.storage, StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
        let unsized_array = matches!(self.types.get(path.ty), Type::Array { length: ArrayLength::Runtime, .. });
        if !(in_buffer && unsized_array && !path.steps.is_empty()) {
            return self.index_value(index, span);
        }
        if scalar.width == 8 {
            return self.value(index, span);
        }
        if self.indexing.promote && scalar == Scalar::U32 {
            let to = self.types.insert(Type::Scalar(Scalar { kind: ScalarKind::Uint, width: 8 }));
            let index = self.convert(index, to, span);
            return self.value(index, span);
        }
        self.index_value(index, span)
    }
}
