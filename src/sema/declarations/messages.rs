//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn block_can_only_be_declared_at_global_scope(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockMisplaced, span, "a block can only be declared at global scope")
}

#[cold]
pub(super) fn storage_class_with_storage(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::RepeatedQualifier, span, format!("`spirv_storage_class` cannot be combined with `{word}`"))
}

#[cold]
pub(super) fn push_constant_block_must_be_uniform(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PushConstant, span, "a push-constant block must be `uniform`")
        .with_note("GL_KHR_vulkan_glsl")
}

#[cold]
pub(super) fn cannot_be_used_on_block(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on a block"))
}

#[cold]
pub(super) fn block_has_no_storage_qualifier(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::MissingBlockQualifier, span, format!("block `{name}` has no storage qualifier"))
        .with_label("neither a structure nor an interface block")
        .with_help(format!("use `struct {name}`, or `uniform` or `buffer` before the name"))
}

#[cold]
pub(super) fn shared_block_has_neither_set_nor_binding(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "a `shared` block has neither set nor binding")
}

#[cold]
pub(super) fn shader_has_at_most_one_push_constant_block(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::PushConstant, span, "a shader has at most one push-constant block")
        .with_secondary(other, "first one here")
        .with_note("GL_KHR_vulkan_glsl")
}

#[cold]
pub(super) fn push_constant_block_has_neither_set_nor(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PushConstant, span, "a push-constant block has neither set nor binding")
}

#[cold]
pub(super) fn block_is_declared_twice(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("block `{name}` is declared twice"))
}

#[cold]
pub(super) fn member_of_block(span: Span, word: &dyn Display, other: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("a member of {word} block cannot be `{other}`"))
        .with_note("GLSL 4.60, 4.3.9: members may only repeat the qualifier of their block")
}

#[cold]
pub(super) fn resource_cannot_be_in_block(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("resource `{text}` cannot be in a block"))
        .with_note("GLSL 4.60, 4.3.9")
}

#[cold]
pub(super) fn align_must_be_power_of_two(span: Span, align: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`align` must be a power of two, but this is {align}"))
}

#[cold]
pub(super) fn offset_is_not_multiple(span: Span, offset: &dyn Display, alignment: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::MemberOffset,
        span,
        format!("offset {offset} is not a multiple of {alignment}, the member's alignment"),
    )
    .with_note("GLSL 4.60, 4.4.5")
}

#[cold]
pub(super) fn offset_is_no_place(span: Span, offset: &dyn Display, next: &dyn Display) -> Diagnostic {
    let message = format!("with HLSL offsets, this member cannot begin at {offset}; the next place is {next}");
    Diagnostic::error(Code::MemberOffset, span, message)
        .with_note("Vulkan, Offset and Stride Assignment: a vector does not lie across a multiple of 16 bytes")
}

#[cold]
pub(super) fn member_ends_beyond_4_gib(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockSize, span, "this member ends beyond 4 GiB")
}

#[cold]
pub(super) fn offset_is_inside_another_member(span: Span, offset: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::MemberOffset, span, format!("offset {offset} is inside another member"))
        .with_secondary(other, "this one")
        .with_note("GLSL 4.60, 4.4.5: members cannot overlap")
}

#[cold]
pub(super) fn uniform_block_cannot_be_std430(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, "a uniform block cannot be `std430`")
        .with_help("use `std140`, or add `#extension GL_EXT_scalar_block_layout : require`")
        .with_note("GLSL 4.60, 4.4.5")
}

#[cold]
pub(super) fn block_cannot_be_declared(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockMisplaced, span, "a block cannot be declared here")
        .with_note("GL_EXT_structured_descriptor_heap: only heap blocks have buffer references inside")
        .with_help("declare it before, with a name")
}

#[cold]
pub(super) fn block_name_is_declared_twice(span: Span, name: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("block `{name}` is declared twice"))
        .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn cannot_be_used_on_variable_of_function(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on a variable of a function"))
        .with_note("GLSL 4.60, 4.3: declare it at global scope")
}

#[cold]
pub(super) fn misplaced_resource(
    span: Span,
    spelled: &dyn Display,
    problem: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("{spelled} {problem}")).with_note(rule)
}

#[cold]
pub(super) fn constant_needs_initializer(span: Span, text: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::ConstantInitializer, span, format!("constant `{text}` needs an initializer"))
        .with_secondary(other, "`const` here")
}

#[cold]
pub(super) fn buffer_needs_block(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockRequired, span, "a `buffer` variable must be in a block")
        .with_help("write `buffer Name { ... };`")
}

#[cold]
pub(super) fn storage_needs_block(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::BlockRequired, span, format!("a `{word}` variable must be in a block"))
        .with_help(format!("write `{word} Name {{ ... }} name;`"))
}

#[cold]
pub(super) fn uniform_cannot_have_initializer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UniformInitializer, span, "a uniform cannot have an initializer")
}

#[cold]
pub(super) fn uniform_needs_block(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockRequired, span, "a uniform that is not a resource must be in a block")
        .with_help("write `layout(binding = 0) uniform Name { ... };`, or use a push-constant block")
        .with_note("GL_KHR_vulkan_glsl: there are no default uniforms")
}

#[cold]
pub(super) fn attachments_are_not_uniforms(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, "attachments are not uniforms")
        .with_help("write `tileImageEXT` instead of `uniform`")
        .with_note("GL_EXT_shader_tile_image, 4.1.7.x")
}

#[cold]
pub(super) fn shared_variable_cannot_have_initializer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SharedInitializer, span, "a `shared` variable cannot have an initializer")
        .with_note("GLSL 4.60, 4.3.8; only `{}` with GL_EXT_null_initializer")
        .with_help("let one invocation store the value, then call `barrier()`")
}

#[cold]
pub(super) fn cannot_be_shared(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("{spelled} cannot be `shared`"))
}

#[cold]
pub(super) fn size_below_earlier_index(
    span: Span,
    largest: &dyn Display,
    spelled: &dyn Display,
    other: Span,
) -> Diagnostic {
    Diagnostic::error(Code::IndexOutOfBounds, span, format!("index {largest} is out of bounds of `{spelled}`"))
        .with_secondary(other, "declared here, and used since")
        .with_note("GLSL 4.60, 4.1.9")
}

#[cold]
pub(super) fn defaults_inside_function(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::QualifierMisplaced,
        span,
        format!("what applies to `{word}` as a whole can only be declared at global scope"),
    )
    .with_note("GLSL 4.60, 4.4")
}

#[cold]
pub(super) fn these_qualifiers_do_not_qualify_anything(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "these qualifiers do not qualify anything")
}

#[cold]
pub(super) fn invariant_is_only_allowed_at_global_scope(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "`invariant` is only allowed at global scope")
        .with_note("GLSL 4.60, 4.8.1: before the variable is used")
}

#[cold]
pub(super) fn const_cannot_be_used_on_buffer_reference(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "`const` cannot be used on a buffer reference")
        .with_note("GL_EXT_buffer_reference, 4.3.2")
}

#[cold]
pub(super) fn never_defined(span: Span, name: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::UndefinedFunction, span, format!("`{name}` is declared but never defined"))
        .with_secondary(other, "declared here")
}

#[cold]
pub(super) fn no_function_main(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NoMain, span, "there is no function `main`")
}

#[cold]
pub(super) fn function_cannot_be_declared_inside_function(span: Span) -> Diagnostic {
    Diagnostic::error(Code::FunctionMisplaced, span, "a function cannot be declared inside a function")
        .with_note("GLSL 4.60, 6.1: functions are declared at global scope")
}

#[cold]
pub(super) fn main_takes_no_parameters_and_returns_nothing(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MainSignature, span, "`main` takes no parameters and returns nothing")
        .with_help("write `void main()`")
}

#[cold]
pub(super) fn function_cannot_return(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("a function cannot return {spelled}"))
}

#[cold]
pub(super) fn function_cannot_return_unsized_array(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnsizedArray, span, "a function cannot return an unsized array")
}

#[cold]
pub(super) fn redeclares_builtin_function(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ReservedName, span, format!("`{text}` is a built-in function"))
        .with_note("GLSL ES 3.20, 6.1: built-in functions can be neither redefined nor overloaded")
}

#[cold]
pub(super) fn not_declared_as_function(span: Span, text: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("`{text}` is declared already, and not as a function"))
        .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn differs_from_earlier_declaration(
    span: Span,
    name: &dyn Display,
    difference: &dyn Display,
    other: Span,
) -> Diagnostic {
    Diagnostic::error(
        Code::Redeclaration,
        span,
        format!("this declaration of `{name}` differs from an earlier one in the {difference}"),
    )
    .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn cannot_be_used_on_parameter(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on a parameter"))
}

#[cold]
pub(super) fn structure_contains_resources(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, "a structure that contains resources cannot be a parameter")
        .with_note("GL_KHR_vulkan_glsl: no variable has such a type")
        .with_help("pass the resources separately")
}

#[cold]
pub(super) fn resource_can_only_be_in_parameter(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, "a resource can only be an `in` parameter")
}

#[cold]
pub(super) fn resource_needs_binding(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BindingMissing, span, "a resource needs a binding")
        .with_help("add `layout(set = 0, binding = 0)` with numbers that no other resource uses")
        .with_note("GL_KHR_vulkan_glsl: resources are identified by set and binding")
}

#[cold]
pub(super) fn has_no_value_to_initialize(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VoidValue, span, "this has no value to initialize with")
}

#[cold]
pub(super) fn empty_list(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::InitializerCount, span, format!("`{{}}` cannot initialize {what}"))
        .with_note("GL_EXT_null_initializer, 4.1.11.1: scalars, and sized composites of them")
}

#[cold]
pub(super) fn initializer_list_cannot_initialize(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::InitializerListMisplaced, span, format!("an initializer list cannot initialize {spelled}"))
}

#[cold]
pub(super) fn wrong_number_of_initializers(
    span: Span,
    spelled: &dyn Display,
    needed: &dyn Display,
    count: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::InitializerCount,
        span,
        format!("`{spelled}` needs {needed} initializers, but this list has {count}"),
    )
    .with_note("GLSL 4.60, 4.1.11: every part needs an initializer")
}

#[cold]
pub(super) fn shared_block_needs_spir_v_1_4(span: Span, spirv: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::TargetTooOld,
        span,
        format!("a `shared` block needs SPIR-V 1.4, but the target has {spirv}"),
    )
    .with_help("compile with `--target-env vulkan1.2`")
}

#[cold]
pub(super) fn shared_block_cannot_be_array(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "a `shared` block cannot be an array")
        .with_note("GL_EXT_shared_memory_block, 4.3.9")
}

#[cold]
pub(super) fn shader_has_no_shared_memory(span: Span, stage: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("{stage} shader has no `shared` memory"))
        .with_note("GLSL 4.60, 4.3.8: it is for stages with workgroups")
}

#[cold]
pub(super) fn shared_variable_beside_shared_block(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::SharedMix, span, "a `shared` variable beside a `shared` block")
        .with_secondary(other, "the block")
        .with_note("GL_EXT_shared_memory_block, 4.3.9: either all shared variables are in blocks or none")
        .with_help("put the variable into a block")
}

#[cold]
pub(super) fn each_constant_needs_own_constant_id(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SpecializationConstant, span, "each constant needs its own `constant_id`")
}

#[cold]
pub(super) fn not_built_in_constant_can_be_specialized(span: Span, text: &dyn Display, id: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::SpecializationConstant,
        span,
        format!("`{text}` is not a built-in constant that can be specialized"),
    )
    .with_note("GL_KHR_vulkan_glsl, specialization-constant qualifier")
    .with_help(format!("declare `layout(constant_id = {id}) const` with a type and a default value"))
}

#[cold]
pub(super) fn constant_id_is_used_twice(span: Span, id: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::SpecializationConstant, span, format!("constant_id {id} is used twice"))
        .with_secondary(other, "first used here")
}

#[cold]
pub(super) fn member_is_declared_twice(span: Span, text: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("member `{text}` is declared twice"))
        .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn constant_id_has_no_effect(span: Span, id: &dyn Display, text: &dyn Display) -> Diagnostic {
    Diagnostic::warning(
        Code::SpecializationConstant,
        span,
        format!("constant_id {id} has no effect: `{text}` is computed from other specialization constants"),
    )
    .with_help("remove `layout(constant_id = ...)`, or make the default a literal")
}

#[cold]
pub(super) fn reference_alignment_not_power_of_two(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, "buffer_reference_align must be a power of two")
        .with_note("GL_EXT_buffer_reference, 4.3.9")
}

#[cold]
pub(super) fn reference_alignment_too_small(span: Span, needed: u32) -> Diagnostic {
    let message =
        format!("buffer_reference_align must be at least {needed}, the size of the largest number in the block");
    Diagnostic::error(Code::LayoutQualifier, span, message).with_note("GL_EXT_buffer_reference, 4.3.9")
}

#[cold]
pub(super) fn recursion(span: Span, name: &dyn Display, callees: &[String]) -> Diagnostic {
    let message = match callees.split_last() {
        None => format!("`{name}` calls itself"),
        Some((last, [])) => format!("`{name}` calls itself through {last}"),
        Some((last, others)) => format!("`{name}` calls itself through {} and {last}", others.join(", ")),
    };
    Diagnostic::error(Code::Recursion, span, message)
        .with_label(format!("this call of `{name}` completes the cycle"))
        .with_note("GLSL 4.60, 6.1.1: static recursion is not allowed")
        .with_help("use a loop, and an array as its stack if needed")
}

#[cold]
pub(super) fn wrong_specialization_constant(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::SpecializationConstant, span, format!("a specialization constant {what}"))
        .with_note("GL_KHR_vulkan_glsl, specialization-constant qualifier")
}

#[cold]
pub(super) fn cannot_be_array(code: Code, span: Span, what: &dyn Display, note: &str) -> Diagnostic {
    Diagnostic::error(code, span, format!("{what} cannot be an array")).with_note(note)
}
