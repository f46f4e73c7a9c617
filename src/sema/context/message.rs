//! Messages that several rooms give, so that all of them use the same words.
//!
//! Comes in: places, and names and types as text. Goes out: [`Diagnostic`]s, to which the caller adds its rule and its fix.
//! Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

/// A qualifier on something that cannot have it.
#[cold]
pub(in crate::sema) fn misplaced_qualifier(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
}

/// `void` where a value is needed. `what` is "variable `x`".
#[cold]
pub(in crate::sema) fn void_value(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::VoidVariable, span, format!("{what} cannot be `void`"))
}

/// An array without a size. `what` is "array `x`".
#[cold]
pub(in crate::sema) fn unsized_array(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::UnsizedArray, span, format!("{what} needs a size"))
}

/// Something else where a scalar integer is needed. `what` is "an index".
#[cold]
pub(in crate::sema) fn not_an_integer(span: Span, what: &str, spelled: &str) -> Diagnostic {
    let message = format!("{what} must be a scalar integer, but this is `{spelled}`");
    Diagnostic::error(Code::IntegerExpected, span, message)
}

/// A value computed at run time where a constant is needed. `what` is "an array size".
#[cold]
pub(in crate::sema) fn not_constant(code: Code, span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, span, format!("{what} must be a constant expression"))
        .with_label("this is computed at run time")
}

/// A location that another variable already has.
#[cold]
pub(in crate::sema) fn taken_location(code: Code, span: Span, location: u32, earlier: Span) -> Diagnostic {
    Diagnostic::error(code, span, format!("location {location} is already used")).with_secondary(earlier, "by this one")
}

/// The fix where an extension is missing.
#[cold]
pub(in crate::sema) fn enable(extension: &str) -> String {
    format!("add `#extension {extension} : require` after `#version`")
}

#[cold]
pub(super) fn needs_version(
    span: Span,
    name: &dyn Display,
    needed: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::VersionRequired, span, format!("{name} needs {needed}")).with_note(rule)
}

#[cold]
pub(super) fn not_in_stage(span: Span, name: &dyn Display, stage: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("`{name}` does not exist in {stage} shader"))
}

#[cold]
pub(super) fn from_warned_extension(span: Span, name: &dyn Display, extension: &dyn Display) -> Diagnostic {
    Diagnostic::warning(
        Code::ExtensionWarned,
        span,
        format!("`{name}` comes from {extension}, whose behavior is `warn`"),
    )
}

#[cold]
pub(super) fn needs_later_version(span: Span, name: &dyn Display, needed: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::VersionRequired, span, format!("`{name}` needs {needed}"))
}

#[cold]
pub(super) fn needs_spirv_version(
    span: Span,
    name: &dyn Display,
    version: &dyn Display,
    environment: &dyn Display,
    spirv: &dyn Display,
    sufficient: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::TargetTooOld,
        span,
        format!("`{name}` needs SPIR-V {version}, but the target is {environment} with SPIR-V {spirv}"),
    )
    .with_help(format!("compile with `--target-env {sufficient}`"))
}

#[cold]
pub(super) fn from_legacy_extension(span: Span, name: &dyn Display, replacement: &dyn Display) -> Diagnostic {
    Diagnostic::note(Code::LegacyUse, span, format!("`{name}` belongs to a legacy extension"))
        .with_help(format!("with GL_KHR_shader_subgroup, write {replacement}"))
}

#[cold]
pub(super) fn needs_relaxed_vulkan(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ExtensionRequired,
        span,
        format!("`{name}` needs OpenGL's GLSL, GL_EXT_vulkan_glsl_relaxed"),
    )
    .with_help("compile with `--relaxed-vulkan`")
}

#[cold]
pub(in crate::sema) fn not_declared(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UndeclaredIdentifier, span, format!("`{name}` is not declared"))
}

/// A name of OpenGL's.
#[cold]
pub(in crate::sema) fn not_in_vulkan(span: Span, name: &dyn Display, advice: impl Into<String>) -> Diagnostic {
    not_declared(span, name).with_help(advice).with_note("GL_KHR_vulkan_glsl: Vulkan does not have it")
}

#[cold]
pub(in crate::sema) fn duplicate_qualifier(span: Span) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, "duplicate qualifier")
}

#[cold]
pub(in crate::sema) fn not_a_resource_variable(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NotAResource, span, "this is not a variable that names a resource")
}

#[cold]
pub(in crate::sema) fn invariant_is_for_outputs(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "`invariant` is for outputs").with_note("GLSL 4.60, 4.8.1")
}

#[cold]
pub(in crate::sema) fn declares_nothing(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::DeclaresNothing, span, "this declaration does not declare anything")
}

#[cold]
pub(super) fn needs_extensions(
    span: Span,
    name: &dyn Display,
    plural: &dyn Display,
    names: &dyn Display,
    lines: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::ExtensionRequired, span, format!("`{name}` needs the {plural} {names}"))
        .with_help(format!("add {lines} after `#version`"))
}

#[cold]
pub(super) fn needs_extension(
    span: Span,
    what: &dyn Display,
    extension: &dyn Display,
    advice: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::ExtensionRequired, span, format!("`{what}` needs the extension {extension}"))
        .with_help(advice)
}

#[cold]
pub(super) fn declared_twice(span: Span, text: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("`{text}` is declared twice in this scope"))
        .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn reserved_name(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ReservedName, span, format!("`{text}` cannot be declared"))
        .with_note("GLSL 4.60, 3.7: names that begin with `gl_` are reserved")
}
