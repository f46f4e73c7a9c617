//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use crate::sema::extensions::spirv_intrinsics::EXTENSION;
use std::fmt::Display;

#[cold]
pub(super) fn cannot_be_decorated(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("{spelled} cannot be decorated"))
        .with_help("decorate the variable")
        .with_note("GL_EXT_spirv_intrinsics, 4.14")
}

#[cold]
pub(super) fn too_many_parameters(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SpirvNumber, span, "an instruction with more than 255 parameters").with_note("SPIR-V, 2.17")
}

#[cold]
pub(super) fn reference_to_value(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::ReferenceArgument,
        span,
        "this argument is passed by reference, so it must be a variable or part of one",
    )
    .with_secondary(other, "the parameter is `spirv_by_reference`")
    .with_note("GL_EXT_spirv_intrinsics, 6.1.1")
}

#[cold]
pub(super) fn raw_type_of_member(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("member `{text}` cannot have a type that SPIR-V declares"))
        .with_note("GL_EXT_spirv_intrinsics, 4.14: only variables and parameters have such types")
}

#[cold]
pub(super) fn literal_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SpirvLiteral, span, "this argument becomes a literal, so it must be a constant").with_note("GL_EXT_spirv_intrinsics, 6.1.1: an integer, boolean or floating-point constant expression without specialization constants")
}

#[cold]
pub(super) fn literal_too_wide(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SpirvLiteral, span, "this argument becomes a literal and does not fit into 32 bits")
        .with_note("GL_EXT_spirv_intrinsics, 6.1.1")
}

#[cold]
pub(super) fn storage_class_with_storage(span: Span, word: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, format!("`spirv_storage_class` cannot be combined with `{word}`"))
        .with_secondary(other, "first storage qualifier")
}

#[cold]
pub(super) fn storage_class_with_const(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, "`spirv_storage_class` cannot be combined with `const`")
        .with_secondary(other, "first storage qualifier")
}

#[cold]
pub(super) fn only_at_global_scope(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` is only allowed at global scope"))
        .with_note("GL_EXT_spirv_intrinsics, 3.9")
}

#[cold]
pub(super) fn not_a_declaration_of_its_own(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` must be a declaration of its own"))
        .with_help(format!("write `{word}(...);` by itself"))
        .with_note("GL_EXT_spirv_intrinsics, 3.9")
}

#[cold]
pub(super) fn local_in_decoration(span: Span, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, "a variable of a function can only be named by decorations in it")
        .with_note(rule)
}

#[cold]
pub(super) fn wrong_parameter_of_instruction(span: Span, word: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("an instruction has no `{word}` parameters"))
        .with_help("use `spirv_by_reference`")
        .with_note(rule)
}

#[cold]
pub(super) fn literal_by_reference(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, "`spirv_literal` cannot be combined with `spirv_by_reference`")
        .with_secondary(other, "the other one")
}

#[cold]
pub(super) fn literal_not_scalar(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvLiteral, span, format!("a literal is a scalar, but this is `{spelled}`"))
        .with_note("GL_EXT_spirv_intrinsics, 6.1.1")
}

#[cold]
pub(super) fn specialized_literal(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::SpirvLiteral,
        span,
        format!("{what} cannot be a literal because it depends on a specialization constant"),
    )
    .with_help("write `spirv_id` before it to pass the constant")
    .with_note("GL_EXT_spirv_intrinsics, 4.14")
}

#[cold]
pub(super) fn not_a_scalar(span: Span, what: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvLiteral, span, format!("{what} must be a scalar, but this is `{spelled}`"))
        .with_help("write `spirv_id` before it to pass the constant")
        .with_note("GL_EXT_spirv_intrinsics, 4.14")
}

#[cold]
pub(super) fn wrong_order(span: Span, what: &dyn Display, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("{what} before the other parameters of `{word}`"))
        .with_note("GL_EXT_spirv_intrinsics, 9: the requirements, then `set` and `id`, then the rest")
}

#[cold]
pub(super) fn no_such_list(span: Span, word: &dyn Display, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("`{word}` has no list `{text}`"))
        .with_help("the lists are `extensions = [...]` and `capabilities = [...]`")
        .with_note("GL_EXT_spirv_intrinsics, 3.9")
}

#[cold]
pub(super) fn is_a_list(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("`{text}` is a list"))
        .with_help(format!("write `{text} = [...]`"))
        .with_note("GL_EXT_spirv_intrinsics, 3.9")
}

#[cold]
pub(super) fn no_such_parameter(span: Span, word: &dyn Display, text: &dyn Display, known: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("`{word}` has no parameter `{text}`"))
        .with_help(format!("its named parameters are {known}"))
        .with_note("GL_EXT_spirv_intrinsics")
}

#[cold]
pub(super) fn repeated_argument(span: Span, text: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("duplicate `{text}`"))
        .with_secondary(other, "first given here")
}

#[cold]
pub(super) fn opcode_too_large(span: Span, id: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvNumber, span, format!("there is no opcode {id}: opcodes have 16 bits"))
        .with_note("SPIR-V, 2.3")
}

#[cold]
pub(super) fn needs_spirv_1_2(
    span: Span,
    word: &dyn Display,
    environment: &dyn Display,
    spirv: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::TargetTooOld,
        span,
        format!("`{word}` needs SPIR-V 1.2, but the target is {environment} with SPIR-V {spirv}"),
    )
    .with_help("compile with `--target-env vulkan1.1`")
}

#[cold]
pub(super) fn too_many_words(span: Span, word: &dyn Display, words: &dyn Display, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::SpirvNumber,
        span,
        format!("the parameters of this `{word}` take {words} words, but an instruction has at most {limit}"),
    )
    .with_note("SPIR-V, 2.3")
}

#[cold]
pub(super) fn not_a_32_bit_literal(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::SpirvLiteral,
        span,
        format!("what `{word}` takes after the number must be a 32-bit literal"),
    )
    .with_note("GL_EXT_spirv_intrinsics, spirv_literal-parameter: integer, floating-point and boolean literals")
}

#[cold]
pub(super) fn not_a_string(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvLiteral, span, format!("{what} must be a literal string"))
        .with_note("GL_EXT_spirv_intrinsics, 3.1")
}

#[cold]
pub(super) fn string_too_long(span: Span, count: &dyn Display, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvNumber, span, format!("this string has {count} bytes; the limit of SPIR-V is {limit}"))
        .with_note("SPIR-V, 2.17")
}

#[cold]
pub(super) fn number_out_of_range(span: Span, what: &dyn Display, number: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpirvNumber, span, format!("{what} cannot be {number}"))
}

/// `takes` is "takes one number".
#[cold]
pub(super) fn extra_argument(span: Span, word: &str, takes: &str) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgument, span, format!("`{word}` {takes}")).with_note(EXTENSION)
}

#[cold]
pub(super) fn missing_argument(span: Span, word: &str, needed: &str) -> Diagnostic {
    Diagnostic::error(Code::SpirvArgumentMissing, span, format!("`{word}` needs {needed}")).with_note(EXTENSION)
}

#[cold]
pub(super) fn result_differs(span: Span, name: &dyn Display, has_result: bool) -> Diagnostic {
    let message = if has_result {
        format!("Op{name} has a result, but the function returns none")
    } else {
        format!("Op{name} has no result, so the function must be `void`")
    };
    Diagnostic::error(Code::SpirvResult, span, message)
        .with_note("GL_EXT_spirv_intrinsics, 6.1.3: result and parameters match those of the instruction")
}
