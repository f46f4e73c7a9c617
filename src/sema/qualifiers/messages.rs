//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn format_does_not_fit(span: Span, spelling: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ImageFormat, span, format!("format `{spelling}` does not fit `{spelled}`")).with_note("GLSL 4.60, 4.4.7: float formats go with `image`, signed ones with `iimage`, unsigned ones with `uimage`; r64i and r64ui with `i64image` and `u64image`")
}

#[cold]
pub(super) fn needs_format(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ImageFormat, span, "an image that is read needs a format").with_help("add one, `layout(rgba8)`, or declare the image `writeonly`, or add `#extension GL_EXT_shader_image_load_formatted : require`").with_note("GLSL 4.60, 4.4.7")
}

#[cold]
pub(super) fn format_without_image(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ImageFormat, span, "an image format can only be used on an image")
}

#[cold]
pub(super) fn essl_has_no_image_format(span: Span, spelling: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ImageFormat, span, format!("ESSL has no image format `{spelling}`"))
        .with_note("GLSL ES 3.20, 4.4.7")
}

#[cold]
pub(super) fn reads_and_writes_format(span: Span, spelling: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ImageFormat,
        span,
        format!("an image with format `{spelling}` must be `readonly` or `writeonly`"),
    )
    .with_note("GLSL ES 3.20, 4.10: only `r32f`, `r32i` and `r32ui` images can be both read and written")
}

#[cold]
pub(super) fn belongs_to_other_direction(span: Span, word: &dyn Display, of: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` belongs to `{of}`"))
        .with_help(format!("redeclare `{of}` with it"))
}

#[cold]
pub(super) fn vulkan_has_no_block_layout(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("Vulkan has no `{name}` block layout"))
        .with_help("use `std140` or `std430`")
}

#[cold]
pub(super) fn no_layout_qualifier(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("there is no layout qualifier `{name}`"))
}

#[cold]
pub(super) fn takes_no_value(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{name}` takes no value"))
}

#[cold]
pub(super) fn needs_value(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{name}` needs a value"))
        .with_help(format!("write `{name} = 0`"))
}

#[cold]
pub(super) fn value_out_of_range(span: Span, name: &dyn Display, number: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("the value of `{name}` cannot be {number}"))
}

#[cold]
pub(super) fn value_below_1(span: Span, name: &dyn Display, number: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{name}` must be at least 1, but this is {number}"))
}

#[cold]
pub(super) fn has_no_precision(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::Precision, span, format!("{spelled} has no precision"))
        .with_note("GLSL 4.60, 4.7.2: 32-bit integers, 32-bit floating-point numbers and resources have one")
}

#[cold]
pub(super) fn needs_precision(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::PrecisionMissing, span, format!("{spelled} needs a precision"))
        .with_help("add `precision highp float;` above")
        .with_note("GLSL ES 3.20, 4.7.4: fragment shaders have no default precision of `float`")
}

#[cold]
pub(super) fn sized_type_has_no_precision(span: Span, name: &dyn Display, section: &dyn Display) -> Diagnostic {
    Diagnostic::warning(Code::Precision, span, format!("`{name}` has a fixed size and no precision"))
        .with_note(format!("GL_EXT_shader_explicit_arithmetic_types, {section}"))
}

#[cold]
pub(super) fn no_default_precision(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::Precision, span, format!("there is no default precision of `{spelled}`"))
        .with_note("GLSL 4.60, 4.7.4: only `int`, `float` and resources have one")
}

#[cold]
pub(super) fn no_default_precision_of_type(span: Span, what: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::PrecisionMissing, span, format!("{what} needs a precision"))
        .with_help(format!("add `precision highp {spelled};` above"))
        .with_note("GLSL ES 3.20, 4.7.4: this type has no default precision")
}

#[cold]
pub(super) fn second_precision_qualifier(span: Span) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, "a second precision qualifier")
}

#[cold]
pub(super) fn unknown_qualifier(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UnknownQualifier, span, format!("the qualifier `{word}` is not supported"))
}

#[cold]
pub(super) fn second_scope_of_coherence(
    span: Span,
    word: &dyn Display,
    first: &dyn Display,
    other: Span,
) -> Diagnostic {
    Diagnostic::error(
        Code::SeveralCoherences,
        span,
        format!("`{word}` cannot be combined with `{first}`: coherence has one scope"),
    )
    .with_secondary(other, "first scope")
    .with_note("GL_KHR_memory_scope_semantics, 4.10; `coherent` is `queuefamilycoherent`")
    .with_help("keep the wider of the two")
}

#[cold]
pub(super) fn conflicts_with_earlier_word(span: Span, word: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::RepeatedQualifier,
        span,
        format!("`{word}` is repeated, or conflicts with another qualifier of its kind"),
    )
    .with_secondary(other, "the other one")
}

#[cold]
pub(super) fn second_storage_qualifier(
    span: Span,
    word: &dyn Display,
    earlier: &dyn Display,
    other: Span,
) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, format!("`{word}` cannot be combined with `{earlier}`"))
        .with_secondary(other, "first storage qualifier")
}

#[cold]
pub(super) fn no_shader_calls(span: Span, stage: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::StageRestricted,
        span,
        format!("{stage} shader has no shader calls for `shadercallcoherent` to apply to"),
    )
    .with_note("GL_EXT_ray_tracing, 4.10; VUID-StandaloneSpirv-None-04640")
}
