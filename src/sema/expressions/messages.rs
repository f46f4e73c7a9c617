//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn write_to_constant(span: Span, action: &dyn Display, name: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::NotAssignable, span, format!("cannot {action} `{name}`, which is `const`"))
        .with_secondary(other, "declared here")
        .with_note("GLSL 4.60, 5.8: the left operand must be a writable l-value")
}

#[cold]
pub(super) fn write_to_value(span: Span, action: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotAssignable, span, format!("cannot {action} this: it is not a variable"))
        .with_note("GLSL 4.60, 5.8: the left operand must be an l-value")
}

#[cold]
pub(super) fn write_to_read_only(span: Span, action: &dyn Display, reason: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotAssignable, span, format!("cannot {action} this, {reason}"))
        .with_note("GLSL 4.60, 5.8: the left operand must be a writable l-value")
}

#[cold]
pub(super) fn operation_not_allowed(span: Span, action: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OperandType, span, format!("cannot {action} {spelled}"))
}

#[cold]
pub(super) fn reference_from_other_type(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("a reference is constructed from a `uint64_t` or another reference, not from {spelled}"),
    )
}

#[cold]
pub(super) fn several_addresses(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgumentCount, span, format!("{what} is constructed from one address"))
}

#[cold]
pub(super) fn not_from_reference(span: Span, wanted: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("{wanted} cannot be constructed from the reference `{spelled}`"),
    )
    .with_help("convert the reference to `uint64_t` first")
}

#[cold]
pub(super) fn size_of_undefined_block(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::IncompleteReference,
        span,
        format!("`{name}` is declared but not yet defined, so its size is not known"),
    )
    .with_help(format!("define `layout(buffer_reference) buffer {name} {{ ... }};` before this"))
}

#[cold]
pub(super) fn size_of_unsized_block(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::UnsizedArrayValue,
        span,
        format!("the size of `{name}` is not known because its last member is an unsized array"),
    )
    .with_note("GL_EXT_buffer_reference2, 4.3.9: arithmetic on references needs the size")
}

#[cold]
pub(super) fn has_no_value_and_cannot_be_converted(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VoidValue, span, "this has no value and cannot be converted")
}

#[cold]
pub(super) fn no_cast(span: Span, spelled: &dyn Display, extension: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::CastType, span, format!("there is no cast to `{spelled}`"))
        .with_note(format!("{extension}, 5.11: casts are to scalars, vectors, matrices and buffer references"))
}

#[cold]
pub(super) fn has_no_constructor(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoConstructor, span, format!("`{spelled}` has no constructor"))
}

#[cold]
pub(super) fn unknown_component_count(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("the number of components of {spelled} is not known"))
        .with_note("its length depends on a specialization constant")
}

#[cold]
pub(super) fn wrong_constructor_argument(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("{spelled} cannot be an argument of this constructor"))
}

#[cold]
pub(super) fn too_few_components(
    span: Span,
    spelled: &dyn Display,
    needed: &dyn Display,
    given: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("`{spelled}` needs {needed} components, but the arguments provide {given}"),
    )
    .with_note("GLSL 4.60, 5.4.2")
}

#[cold]
pub(super) fn too_many_components_of_vector(span: Span, most: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("a vector can provide at most {most} components"))
}

#[cold]
pub(super) fn unused_constructor_argument(span: Span, position: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("argument {position} is unused: the earlier ones already provide all components"),
    )
    .with_note("GLSL 4.60, 5.4.2: every argument must provide at least one component")
}

#[cold]
pub(super) fn only_first_components(span: Span, most: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("a vector can provide at most its first {most} components"),
    )
}

#[cold]
pub(super) fn matrix_among_arguments(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        "a matrix can only be constructed from another matrix if it is the only argument",
    )
    .with_note("GLSL 4.60, 5.4.2")
}

#[cold]
pub(super) fn wrong_number_of_elements(
    span: Span,
    spelled: &dyn Display,
    length: &dyn Display,
    count: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("`{spelled}` needs {length} arguments, but this call has {count}"),
    )
}

#[cold]
pub(super) fn constructor_of_specialized_array(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NoConstructor, span, "an array sized by a specialization constant has no constructor")
        .with_note("GL_KHR_vulkan_glsl: its size is not known when the shader is compiled")
}

#[cold]
pub(super) fn array_needs_at_least_one_element(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgumentCount, span, "an array needs at least one element")
}

#[cold]
pub(super) fn wrong_number_of_members(
    span: Span,
    spelled: &dyn Display,
    needed: &dyn Display,
    given: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("`{spelled}` needs {needed} arguments, one per member, but this call has {given}"),
    )
}

#[cold]
pub(super) fn combined_sampler_is_constructed_from_texture(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        "a combined sampler is constructed from a texture and a sampler",
    )
}

#[cold]
pub(super) fn wrong_texture(span: Span, wanted: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("the texture of {wanted} cannot be {spelled}"))
}

#[cold]
pub(super) fn wrong_sampler(span: Span, wanted: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("the sampler of {wanted} cannot be {spelled}"))
}

#[cold]
pub(super) fn no_implicit_conversion(
    span: Span,
    what: &dyn Display,
    to_text: &dyn Display,
    from_text: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::TypeMismatch, span, format!("{what} must be `{to_text}`, but this is `{from_text}`"))
}

#[cold]
pub(super) fn pragma_without_extension(span: Span, extension: &dyn Display, advice: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(Code::ExtensionRequired, span, format!("without {extension} this pragma does nothing"))
        .with_help(advice)
}

#[cold]
pub(super) fn string_literal_is_not_allowed(span: Span) -> Diagnostic {
    Diagnostic::error(Code::StringLiteral, span, "a string literal is not allowed here")
}

#[cold]
pub(super) fn reads_write_only_memory_first(span: Span, operation: &dyn Display) -> Diagnostic {
    Diagnostic::warning(
        Code::WriteonlyChanged,
        span,
        format!("{operation} reads this memory, which is `writeonly`, before it writes"),
    )
    .with_note("GLSL 4.60, 4.10: a variable qualified `writeonly` may only be written")
    .with_help("remove `writeonly` from the declaration")
}

#[cold]
pub(super) fn writes_read_only_memory(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::ReadonlyWritten, span, "this writes to `readonly` memory")
        .with_note("GLSL 4.60, 4.10: a variable qualified `readonly` may only be read")
        .with_help("remove `readonly` from the declaration")
}

#[cold]
pub(super) fn inner_dimension_without_size(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnsizedArray,
        span,
        "only the outermost dimension of an array of resources can be without a size",
    )
    .with_note("GL_EXT_nonuniform_qualifier, mapping to SPIR-V")
}

#[cold]
pub(super) fn reads_write_only_memory(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ReadOfWriteonly, span, "cannot read from `writeonly` memory")
        .with_note("GLSL 4.60, 4.10: a variable qualified `writeonly` may only be written")
}

#[cold]
pub(super) fn runtime_sized_array_cannot_be_used_whole(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnsizedArrayValue, span, "a runtime-sized array cannot be used as a whole")
        .with_help("index it, or get its size with `.length()`")
}

#[cold]
pub(super) fn cannot_be_read(span: Span, spelled: &dyn Display, citation: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::VoidValue, span, format!("{spelled} cannot be read"))
        .with_note(format!("{citation}: only built-in functions access such variables"))
}

#[cold]
pub(super) fn has_no_value(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::DescriptorHeap, span, format!("{spelled} has no value"))
        .with_note("GL_EXT_structured_descriptor_heap, 4.3.9 and 4.3.10")
        .with_help("select the descriptor or the data in it")
}

#[cold]
pub(super) fn integer_division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::DivisionByZero, span, "integer division by zero")
        .with_note("GLSL 4.60, 5.9: the result is undefined")
}

#[cold]
pub(super) fn wrong_operands(
    span: Span,
    spelling: &dyn Display,
    left_text: &dyn Display,
    right_text: &dyn Display,
    other: Span,
    another: Span,
) -> Diagnostic {
    Diagnostic::error(
        Code::OperandType,
        span,
        format!("operator `{spelling}` cannot be applied to `{left_text}` and `{right_text}`"),
    )
    .with_secondary(other, format!("this is `{left_text}`"))
    .with_secondary(another, format!("this is `{right_text}`"))
}

#[cold]
pub(super) fn specialized_array(span: Span, action: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::SpecializationConstant,
        span,
        format!("an array sized by a specialization constant cannot be {action}"),
    )
    .with_note("GL_KHR_vulkan_glsl: its size is not known when the shader is compiled")
}

#[cold]
pub(super) fn wrong_operand(span: Span, spelling: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OperandType, span, format!("operator `{spelling}` cannot be applied to `{spelled}`"))
}

#[cold]
pub(super) fn shift_out_of_range(span: Span, bits: &dyn Display, value: &dyn Display) -> Diagnostic {
    Diagnostic::warning(
        Code::ShiftAmount,
        span,
        format!("the result of a shift of {bits} bits by {value} is undefined"),
    )
    .with_note("GLSL 4.60, 5.9: the amount must be at least 0 and less than the number of bits")
}

#[cold]
pub(super) fn has_no_members(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("`{spelled}` has no members"))
}

#[cold]
pub(super) fn members_of_undefined_block(span: Span, name: &dyn Display, advice: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::IncompleteReference,
        span,
        format!("`{name}` is declared but not yet defined, so its members are not known"),
    )
    .with_help(advice)
}

#[cold]
pub(super) fn no_such_member(span: Span, name: &dyn Display, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("`{name}` has no member `{text}`"))
}

#[cold]
pub(super) fn no_such_component(
    span: Span,
    spelled: &dyn Display,
    letter: &dyn Display,
    count: &dyn Display,
    s: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::NoSuchMember,
        span,
        format!("`{spelled}` has no component `{letter}`: it has {count} component{s}"),
    )
}

#[cold]
pub(super) fn swizzle_too_long(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("swizzle `{text}` selects more than four components"))
}

#[cold]
pub(super) fn cannot_be_indexed(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotIndexable, span, format!("`{spelled}` cannot be indexed"))
}

#[cold]
pub(super) fn index_out_of_bounds(span: Span, value: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::IndexOutOfBounds, span, format!("index {value} is out of bounds of `{spelled}`"))
        .with_note("GLSL 4.60, 5.7: a constant index must be within the bounds")
}

#[cold]
pub(super) fn index_of_resources_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NotConstant, span, "an array of resources can only be indexed with a constant")
        .with_note("GLSL ES 3.10, 4.1.7 and 4.3.9; ESSL 3.20 allows more for all but buffer blocks")
}

#[cold]
pub(super) fn no_such_method(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMethod, span, format!("there is no method `{text}`"))
        .with_help("the only method is `length()`")
}

#[cold]
pub(super) fn takes_no_arguments(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMethod, span, format!("`{text}()` takes no arguments"))
}

#[cold]
pub(super) fn has_no_length(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMethod, span, format!("`{spelled}` has no length"))
}

#[cold]
pub(super) fn length_behind_reference(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NoSuchMethod,
        span,
        "the length of an unsized array accessed through a buffer reference is not known",
    )
    .with_note("GL_EXT_buffer_reference, 4.1.9: the memory does not say where it ends")
}

#[cold]
pub(super) fn unknown_length(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::NoSuchMethod,
        span,
        "the length of this unsized array is not known; only the last member of a buffer block has one",
    )
}

#[cold]
pub(super) fn results_differ(
    span: Span,
    other: Span,
    accept_text: &dyn Display,
    another: Span,
    reject_text: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::ConditionalTypes, span, "the results of `?:` have different types")
        .with_secondary(other, format!("this is `{accept_text}`"))
        .with_secondary(another, format!("this is `{reject_text}`"))
        .with_note("GLSL 4.60, 5.9: they must have, or convert to, one type that is not opaque")
}

#[cold]
pub(super) fn takes_one_argument(span: Span, word: &dyn Display, count: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::WrongArgumentCount, span, format!("`{word}` takes 1 argument, but this has {count}"))
}

#[cold]
pub(super) fn no_value(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VoidValue, span, "this has no value")
}

/// `allowed` is "indexed with constants".
#[cold]
pub(super) fn implied_size(span: Span, name: &str, allowed: &str, declared: Span, is_sized_later: bool) -> Diagnostic {
    let message = format!("array `{name}` is declared without a size, so it can only be {allowed}");
    let (note, help) = if is_sized_later {
        ("GLSL 4.60, 4.1.9: its size must be declared before", "move the declaration with its size up")
    } else {
        ("GLSL 4.60, 4.1.9: its size is what the largest constant index needs", "give the array a size")
    };
    Diagnostic::error(Code::UnsizedArray, span, message)
        .with_secondary(declared, "declared here")
        .with_note(note)
        .with_help(help)
}

#[cold]
pub(super) fn mixed_letters(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("swizzle `{text}` mixes letters of different sets"))
        .with_note(SWIZZLE)
}

#[cold]
pub(super) fn no_such_letter(span: Span, spelled: &str, text: &str) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("`{spelled}` has no member `{text}`")).with_note(SWIZZLE)
}

const SWIZZLE: &str = "GLSL 4.60, 5.5: the letters come from one of `xyzw`, `rgba` and `stpq`";
