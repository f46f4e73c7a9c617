//! Small types that come with nothing but GL_EXT_shader_8bit_storage or GL_EXT_shader_16bit_storage: they live in
//! uniform and buffer blocks and convert to and from 32-bit types; everything else needs
//! GL_EXT_shader_explicit_arithmetic_types.
//!
//! Comes in: a type and what is done with it. Goes out: whether the extensions allow it, or a report. Must not depend
//! on: how the operation is done.

use crate::builtins::{self, ExtensionId, extensions};
use crate::diagnostics::{Diagnostic, Severity};
use crate::hir::{Handle, Scalar, ScalarKind, Span, Type};
use crate::sema::{Analyzer, Code};

impl Analyzer<'_> {
    /// Whether values of `ty` may be used as `what` says, beyond loading, storing and converting; reports it if not.
    pub(in crate::sema) fn allows_arithmetic(&mut self, ty: Handle<Type>, what: &str, span: Span) -> bool {
        match self.storage_only(Severity::Error, ty, what, span) {
            Some(diagnostic) => {
                self.report(diagnostic);
                false
            }
            None => true,
        }
    }

    /// Warns of functions that return such types: existing shaders have them, and the module asks for the arithmetic of
    /// the device.
    pub(in crate::sema) fn warn_of_storage_only_result(&mut self, ty: Handle<Type>, span: Span) {
        if let Some(diagnostic) = self.storage_only(Severity::Warning, ty, "the result of a function", span) {
            self.report(diagnostic);
        }
    }

    fn storage_only(&self, severity: Severity, ty: Handle<Type>, what: &str, span: Span) -> Option<Diagnostic> {
        let scalar = self.storage_only_part(ty)?;
        let (arithmetic, storage) = (arithmetic_extension(scalar)?.get().name, storage_extension(scalar)?);
        let diagnostic = needs_arithmetic(span, builtins::scalar_name(scalar), what, arithmetic, storage);
        Some(Diagnostic { severity, ..diagnostic })
    }

    /// The first scalar type in `ty` whose arithmetic is not available.
    pub(in crate::sema) fn storage_only_part(&self, ty: Handle<Type>) -> Option<Scalar> {
        let is_off = |extension| !self.enabled.contains(extension);
        self.module
            .types
            .find_part(ty, |part| part.component().filter(|&scalar| arithmetic_extension(scalar).is_some_and(is_off)))
    }
}

/// The extension that gives a small scalar type its arithmetic.
const fn arithmetic_extension(scalar: Scalar) -> Option<ExtensionId> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => Some(extensions::GL_EXT_shader_explicit_arithmetic_types_float16),
        (ScalarKind::Sint | ScalarKind::Uint, 2) => Some(extensions::GL_EXT_shader_explicit_arithmetic_types_int16),
        (ScalarKind::Sint | ScalarKind::Uint, 1) => Some(extensions::GL_EXT_shader_explicit_arithmetic_types_int8),
        _ => None,
    }
}

/// The extension that lets a small scalar type be stored.
const fn storage_extension(scalar: Scalar) -> Option<&'static str> {
    match scalar.width {
        1 => Some("GL_EXT_shader_8bit_storage"),
        2 => Some("GL_EXT_shader_16bit_storage"),
        _ => None,
    }
}

#[cold]
fn needs_arithmetic(span: Span, name: &str, what: &str, arithmetic: &str, storage: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be {what} without the extension {arithmetic}");
    Diagnostic::error(Code::StorageOnlyType, span, message)
        .with_help(format!("add `#extension {arithmetic} : require` after `#version`, or convert to a 32-bit type"))
        .with_note(format!("{storage}: the type is for uniform and buffer blocks only"))
}
