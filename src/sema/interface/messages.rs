//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic, with_article};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn cannot_be_redeclared(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::BuiltinRedeclaration, span, format!("`{text}` cannot be redeclared"))
        .with_help(format!("remove the declaration: `{text}` is predeclared"))
        .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn can_only_be_redeclared_in_block(span: Span, text: &dyn Display, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{text}` can only be redeclared in its block `{name}`"),
    )
    .with_help(format!("remove the declaration: `{text}` is predeclared"))
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn redeclared_with_other_type(
    span: Span,
    name: &dyn Display,
    expected: &dyn Display,
    spelled: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{name}` has the type `{expected}` and cannot be redeclared as `{spelled}`"),
    )
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn redeclared_after_use(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::BuiltinRedeclaration, span, format!("`{name}` is redeclared after it was used"))
        .with_help("redeclare it before the first function")
        .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn redeclared_with_other_length(
    span: Span,
    name: &dyn Display,
    length: &dyn Display,
    earlier: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{name}` is redeclared with {length} elements, but it had {earlier}"),
    )
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn no_such_builtin_block(span: Span, stage: &dyn Display, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("{stage} shader has no `{name}` block with this direction"),
    )
}

#[cold]
pub(super) fn block_redeclared_after_use(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{name}` is redeclared twice, or after one of its members was used"),
    )
}

#[cold]
pub(super) fn not_a_member_of_builtin_block(span: Span, text: &dyn Display, block: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::BuiltinRedeclaration, span, format!("`{text}` is not a member of `{block}`"))
}

#[cold]
pub(super) fn member_redeclared_twice(span: Span, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::Redeclaration, span, format!("`{text}` is declared twice in this block"))
}

#[cold]
pub(super) fn has_no_instance_name(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::BuiltinRedeclaration, span, format!("`{name}` has no instance name here"))
        .with_help("end the block with `};`")
        .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn wrong_instance_name(
    span: Span,
    name: &dyn Display,
    what: &dyn Display,
    known: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("the instance of `{name}` that is {what} is named `{known}`"),
    )
    .with_help(format!("end the block with `}} {known}[];`"))
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn not_in_redeclared_block(span: Span, name: &dyn Display, block: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UndeclaredIdentifier, span, format!("`{name}` is not in the redeclared block `{block}`"))
        .with_note("GLSL 4.60, 7.1: a redeclared block has the members that it lists")
        .with_help(format!("add `{name}` to the redeclaration"))
}

#[cold]
pub(super) fn too_many_elements(span: Span, name: &dyn Display, most: &dyn Display, count: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{name}` has at most {most} elements, but this makes it {count}"),
    )
    .with_note("GLSL 4.60, 7.1 and 7.3")
}

#[cold]
pub(super) fn needs_size_before_index(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::BuiltinRedeclaration,
        span,
        format!("`{name}` needs a size before it is indexed with a non-constant"),
    )
    .with_help(format!("redeclare it with its size, `float {name}[2];` as an input, output or member of its block"))
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn not_in_vulkan(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("Vulkan has no `{word}`"))
        .with_help("subtract 0.5 from the coordinates")
        .with_note("VUID-StandaloneSpirv-PixelCenterInteger-04654")
}

#[cold]
pub(super) fn below_least_value(
    span: Span,
    word: &dyn Display,
    least: &dyn Display,
    value: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{word}` must be at least {least}, but this is {value}"))
}

#[cold]
pub(super) fn does_not_belong(span: Span, word: &dyn Display, example: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` does not belong here"))
        .with_help(format!("it is for {example}"))
        .with_note("GLSL 4.60, 4.4.1 and 4.4.2")
}

#[cold]
pub(super) fn layout_not_in_stage(
    span: Span,
    word: &dyn Display,
    stage: &dyn Display,
    stages: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("`{word}` does not exist in {stage} shader"))
        .with_note(format!("it is for {stages} shaders"))
}

#[cold]
pub(super) fn derivatives_are_taken_either_in_quads(span: Span) -> Diagnostic {
    Diagnostic::error(Code::DerivativeGroups, span, "derivatives are taken either in quads or in linear groups")
        .with_note("GL_NV_compute_shader_derivatives, 4.4.1.4")
}

#[cold]
pub(super) fn mode_declared_twice(span: Span, mode: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, format!("the {mode} is declared twice with different values"))
        .with_note("GLSL 4.60, 4.4.1 and 4.4.2: all declarations must agree")
}

#[cold]
pub(super) fn post_depth_coverage_needs_early_fragment_tests(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, "`post_depth_coverage` needs `early_fragment_tests`")
        .with_help("write `layout(early_fragment_tests, post_depth_coverage) in;`")
        .with_note("GL_EXT_post_depth_coverage, 4.4.1.3")
}

#[cold]
pub(super) fn component_without_location(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LocationMissing, span, "`component` needs a `location` beside it")
        .with_note("GLSL 4.60, 4.4.1 and 4.4.2")
}

#[cold]
pub(super) fn either_all_members_of_block_have_location(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::LocationMissing, span, "either all members of a block have a location, or none")
        .with_help("give the block a location")
        .with_secondary(other, "the block")
        .with_note("GLSL 4.60, 4.4.1")
}

#[cold]
pub(super) fn interface_with_initializer(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::InterfaceType, span, format!("{what} of a stage cannot have an initializer"))
        .with_note("GLSL 4.60, 4.3")
}

#[cold]
pub(super) fn subpass_inputs_cannot_be_combined_with_tile(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, "subpass inputs cannot be combined with tile images")
        .with_help("remove the `#extension` line of `GL_EXT_shader_tile_image`")
        .with_note("GL_EXT_shader_tile_image, 4.1.7.x")
}

#[cold]
pub(super) fn needs_location(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LocationMissing, span, format!("{what} needs a location"))
        .with_help("add `layout(location = 0)` with an unused number, or compile with `--auto-map-locations`")
        .with_note("GL_KHR_vulkan_glsl: inputs and outputs are matched by location, not by name")
}

#[cold]
pub(super) fn location_shared_by_other_class(span: Span, location: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::LocationOverlap,
        span,
        format!("variables that share location {location} must have the same base type, interpolation and sampling"),
    )
    .with_secondary(other, "this one differs")
    .with_note("GLSL 4.60, 4.4.1 and 4.4.2")
}

#[cold]
pub(super) fn extensions_exclude_each_other(span: Span, extension: &dyn Display, other: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ExtensionConflict, span, format!("{extension} and {other} cannot be used together"))
        .with_help("enable only one of them")
        .with_note("SPIR-V has an execution model for each of them")
}

#[cold]
pub(super) fn task_memory_outside_block(
    span: Span,
    stage: &dyn Display,
    what: &dyn Display,
    advice: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::QualifierMisplaced,
        span,
        format!("a {stage} shader has no {what} except those in a block with `taskNV`"),
    )
    .with_help(advice)
    .with_note("GL_NV_mesh_shader, 4.3.4 and 4.3.6; GL_EXT_mesh_shader, 4.3.4 and 4.3.6")
}

#[cold]
pub(super) fn task_block_with_location(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "a block with `taskNV` has no location")
        .with_note("GL_NV_mesh_shader, issue 3: members are laid out one after another")
}

#[cold]
pub(super) fn second_task_block(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, "a shader has at most one block with `taskNV`")
        .with_secondary(other, "the other one")
        .with_note("GL_NV_mesh_shader, 4.3.4 and 4.3.6")
}

#[cold]
pub(super) fn not_for_primitive(span: Span, name: &dyn Display, made: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, format!("`{name}` is not for {made}"))
        .with_note(format!("the shader says `layout({made}) out;`; GL_EXT_mesh_shader, 4.4.2.5"))
}

#[cold]
pub(super) fn size_differs_from_layouts(
    span: Span,
    text: &dyn Display,
    length: &dyn Display,
    count: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::VertexCount,
        span,
        format!("the size of `{text}` is {length}, but the layouts of the shader give {count}"),
    )
    .with_help(format!("leave out the size: `{text}[]`"))
    .with_note("GL_EXT_mesh_shader and GL_NV_mesh_shader, 4.4.2.5")
}

#[cold]
pub(super) fn part_of_primitive_indices(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OutputIndex, span, "the indices of a primitive must be written all at once")
        .with_note("GL_EXT_mesh_shader, 7.1: partial writes to the components are not allowed")
}

#[cold]
pub(super) fn single_and_per_view(span: Span, single: &dyn Display, per_view: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, format!("a shader uses `{single}` or `{per_view}`, not both"))
        .with_secondary(other, "the other one")
        .with_note("GL_NV_mesh_shader, 7.1")
}

#[cold]
pub(super) fn specialized_number_of_primitives(span: Span, many: &dyn Display, text: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::VertexCount, span, format!("the number of {many} of `{text}` cannot be specialized"))
        .with_help(format!("leave out the size: `{text}[]`"))
        .with_note("GLSL 4.60, 4.3.4 and 4.3.6")
}

#[cold]
pub(super) fn not_an_array_per_vertex(
    span: Span,
    word: &dyn Display,
    stage: &dyn Display,
    one: &dyn Display,
    text: &dyn Display,
    patch: &dyn Display,
    section: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::VertexCount,
        span,
        format!("an {word} of {stage} shader is an array with one element per {one}, but `{text}` is not"),
    )
    .with_help(format!("declare `{text}[]`{patch}"))
    .with_note(format!("GLSL 4.60, {section}"))
}

#[cold]
pub(super) fn wrong_size_per_vertex(
    span: Span,
    text: &dyn Display,
    size: &dyn Display,
    many: &dyn Display,
    count: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::VertexCount,
        span,
        format!("the size of `{text}` is {size}, but the number of {many} is {count}"),
    )
    .with_help(format!("leave out the size: `{text}[]`"))
    .with_note(rule)
}

#[cold]
pub(super) fn number_not_declared_yet(span: Span, many: &dyn Display, layout: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::VertexCount, span, format!("the number of {many} is not declared yet"))
        .with_help(format!("move `{layout}` before this"))
        .with_note("GLSL 4.60, 4.4.1.2 and 4.4.2.1")
}

#[cold]
pub(super) fn writes_other_vertex(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OutputIndex, span, "an invocation can only write the outputs of its own vertex")
        .with_help("index the output with `gl_InvocationID`")
        .with_note("GLSL 4.60, 4.3.6: the index must be `gl_InvocationID` itself")
}

#[cold]
pub(super) fn array_before_number(span: Span, many: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::VertexCount, span, format!("arrays of {many} are declared before their number is known"))
        .with_help("move this layout before them")
}

#[cold]
pub(super) fn location_not_constant(span: Span, function: &dyn Display, words: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::NotConstant,
        span,
        format!("`{function}` takes the location of a {words} variable, a constant"),
    )
    .with_note("GL_EXT_ray_tracing, 8.19: it is a compile-time constant")
}

#[cold]
pub(super) fn no_variable_at_location(span: Span, words: &dyn Display, number: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LocationMissing, span, format!("there is no {words} variable with location {number}"))
        .with_note("GL_EXT_ray_tracing, 8.19")
}

#[cold]
pub(super) fn has_initializer(span: Span, what: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::InterfaceType, span, format!("{what} cannot have an initializer")).with_note(rule)
}

#[cold]
pub(super) fn pipeline_variable_needs_location(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LocationMissing, span, format!("{what} needs a location"))
        .with_help("add `layout(location = 0)`")
        .with_note("GL_EXT_shader_tile_image, 4.4.x")
}

#[cold]
pub(super) fn location_above_limit(span: Span, location: &dyn Display, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("location {location} is not below the limit of {limit}"))
        .with_note("GL_EXT_shader_tile_image, 4.4.x: gl_MaxDrawBuffers")
}

#[cold]
pub(super) fn storage_of_member(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("a member of such a block cannot be `{word}`"))
}

#[cold]
pub(super) fn storage_not_in_stage(
    span: Span,
    word: &dyn Display,
    stage: &dyn Display,
    section: &dyn Display,
    stages: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("`{word}` does not exist in {stage} shader"))
        .with_note(format!("{section}: it is for {stages} shaders"))
}

#[cold]
pub(super) fn contains_resource(span: Span, what: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::InterfaceType, span, format!("{what} cannot be or contain a resource")).with_note(rule)
}

#[cold]
pub(super) fn not_an_attachment(
    span: Span,
    what: &dyn Display,
    spelled: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::InterfaceType,
        span,
        format!("{what} is an `attachmentEXT`, `iattachmentEXT` or `uattachmentEXT`, not a `{spelled}`"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn has_no_location(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("{what} has no location"))
        .with_note("GL_EXT_ray_tracing, 4.4.X: no layout qualifiers are allowed on such variables")
}

#[cold]
pub(super) fn no_shader_record(span: Span, stage: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("{stage} shader has no shader record"))
        .with_note("GL_EXT_ray_tracing, 4.4.5: it is for the stages of ray tracing")
}

#[cold]
pub(super) fn second_shader_record(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, "a shader has at most one shader record")
        .with_secondary(other, "the other one")
        .with_note("GL_EXT_ray_tracing, 4.4.5")
}

#[cold]
pub(super) fn no_interface_in_stage(
    span: Span,
    stage: &dyn Display,
    word: &dyn Display,
    what: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("{stage} shader has no `{word}` {what}"))
        .with_note("GLSL 4.60, 4.3.4 and 4.3.6: use buffers and images")
}

#[cold]
pub(super) fn not_in_essl(span: Span, what: &dyn Display, found: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::InterfaceType, span, format!("{what} cannot be {found} in ESSL"))
        .with_note("GLSL ES 3.20, 4.3.4 and 4.3.6")
}

#[cold]
pub(super) fn must_be_flat(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::InterpolationMissing, span, format!("an input of type `{spelled}` must be `flat`"))
        .with_help("write `flat in`, here and on the output of the stage before")
        .with_note("GLSL 4.60, 4.3.4: inputs of integers or doubles")
}

#[cold]
pub(super) fn member_of_other_direction(span: Span, of: &dyn Display, other: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("a member of a block of `{of}` cannot be `{other}`"))
        .with_note("GLSL 4.60, 4.3.9: members may only repeat the qualifier of their block")
}

#[cold]
pub(super) fn index_above_1(span: Span, value: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`index` is 0 or 1, but this is {value}"))
        .with_note("GLSL 4.60, 4.4.2")
}

#[cold]
pub(super) fn stride_declared_twice(span: Span, buffer: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::LayoutConflict,
        span,
        format!("the stride of transform feedback buffer {buffer} is declared twice, with different values"),
    )
    .with_secondary(other, "the other one")
    .with_note("GLSL 4.60, 4.4.2.1")
}

#[cold]
pub(super) fn mode_missing(
    span: Span,
    name: &dyn Display,
    what: &dyn Display,
    example: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::LayoutMissing, span, format!("a {name} shader must declare {what}"))
        .with_help(format!("add `{example}`"))
        .with_note(rule)
}

#[cold]
pub(super) fn primitives_with_adjacency_cannot_be_passed(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, "primitives with adjacency cannot be passed through")
        .with_secondary(other, "this input is passed through")
        .with_note("NV_geometry_shader_passthrough, 4.4.1.2: `points`, `lines` or `triangles`")
}

#[cold]
pub(super) fn layout_above_limit(
    span: Span,
    word: &dyn Display,
    value: &dyn Display,
    limit: &dyn Display,
    constant: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{word}` is {value}; the limit is {limit}"))
        .with_note(format!("GLSL 4.60, 7.3: {constant}"))
}

#[cold]
pub(super) fn size_declared_after_use(span: Span) -> Diagnostic {
    Diagnostic::error(Code::WorkgroupSize, span, "the workgroup size is declared after `gl_WorkGroupSize` was used")
        .with_note("GLSL 4.60, 7.1.7: declare it before the first use")
}

#[cold]
pub(super) fn size_declared_twice(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::WorkgroupSize, span, "the workgroup size is declared twice, with different values")
        .with_secondary(other, "first declared here")
}

#[cold]
pub(super) fn no_derivative_group(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::DerivativeGroupMissing,
        span,
        "this takes derivatives, but the shader declares no derivative group",
    )
    .with_help("add `layout(derivative_group_quadsKHR) in;` or `layout(derivative_group_linearKHR) in;`")
    .with_note("GL_KHR_compute_shader_derivatives")
}

#[cold]
pub(super) fn size_above_limit(
    span: Span,
    axis: &dyn Display,
    size: &dyn Display,
    limit: &dyn Display,
    name: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::WorkgroupSize, span, format!("`local_size_{axis}` is {size}; the limit is {limit}"))
        .with_note(format!("GLSL 4.60, 4.4.1.4: {name}"))
}

#[cold]
pub(super) fn size_used_before_declaration(span: Span) -> Diagnostic {
    Diagnostic::error(Code::WorkgroupSize, span, "`gl_WorkGroupSize` is used before the workgroup size is declared")
        .with_help("add `layout(local_size_x = 64) in;` above")
        .with_note("GLSL 4.60, 7.1.7")
}

#[cold]
pub(super) fn interlock_without_other_end(span: Span, lacks: &str) -> Diagnostic {
    Diagnostic::error(Code::InterlockMisplaced, span, format!("this critical section has {lacks}"))
        .with_note("GL_ARB_fragment_shader_interlock, 8.13.3: `main` calls both functions once")
}

#[cold]
pub(super) fn nested_input_in_essl(span: Span) -> Diagnostic {
    let message = "an input cannot be a structure with arrays or structures in it in ESSL";
    Diagnostic::error(Code::InterfaceType, span, message).with_note("GLSL ES 3.20, 4.3.4")
}

#[cold]
pub(super) fn length_without_size(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMethod, span, format!("`{name}` has no length before a declaration gives it a size"))
        .with_help(format!("redeclare it with its size, `float {name}[2];` as an input, output or member of its block"))
        .with_note("GLSL 4.60, 4.1.9")
}

#[cold]
pub(super) fn not_in_block(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("{what} shader cannot be in a block"))
        .with_help("declare them as variables")
        .with_note("GLSL 4.60, 4.3.9")
}

#[cold]
pub(super) fn needs_attachment_index(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, "a subpass input needs an `input_attachment_index`")
        .with_note("GL_KHR_vulkan_glsl, subpass inputs")
}

#[cold]
pub(super) fn misplaced_attachment_index(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, "only a subpass input has an `input_attachment_index`")
        .with_note("GL_KHR_vulkan_glsl, subpass inputs")
}

#[cold]
pub(super) fn no_such_component(span: Span, component: u32) -> Diagnostic {
    Diagnostic::error(Code::LocationOverlap, span, format!("a location has components 0 to 3, but this is {component}"))
        .with_note(COMPONENTS)
}

#[cold]
pub(super) fn odd_component(span: Span, spelled: &str, component: u32) -> Diagnostic {
    let message = format!("{} starts at component 0 or 2, but this is {component}", with_article(spelled));
    Diagnostic::error(Code::LocationOverlap, span, message).with_note(COMPONENTS)
}

#[cold]
pub(super) fn component_leaves_no_room(span: Span, spelled: &str, component: u32) -> Diagnostic {
    let message = format!("{} does not fit into a location starting at component {component}", with_article(spelled));
    Diagnostic::error(Code::LocationOverlap, span, message).with_note(COMPONENTS)
}

#[cold]
pub(super) fn misplaced_component(span: Span, spelled: &str) -> Diagnostic {
    let message = format!("`component` cannot be used on {}", with_article(spelled));
    Diagnostic::error(Code::LocationOverlap, span, message).with_note(COMPONENTS)
}

const COMPONENTS: &str = "GLSL 4.60, 4.4.1 and 4.4.2";

#[cold]
pub(super) fn wrong_number_of_views(span: Span, views: u32) -> Diagnostic {
    let message = format!("the number of views is `gl_MaxMeshViewCountNV`, {views}");
    Diagnostic::error(Code::VertexCount, span, message)
        .with_help("leave out the size: `[]`")
        .with_note("GL_NV_mesh_shader, 4.3.6")
}

#[cold]
pub(super) fn not_an_array_of_views(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VertexCount, span, "a `perviewNV` output is an array with one element per view")
        .with_help("leave out the size: `[]`")
        .with_note("GL_NV_mesh_shader, 4.3.6")
}

#[cold]
pub(super) fn reads_output_of_other_type(span: Span, spelled: &str, output: Span, output_type: &str) -> Diagnostic {
    let message = format!("{} cannot read an output of type `{output_type}`", with_article(spelled));
    Diagnostic::error(Code::LayoutConflict, span, message)
        .with_secondary(output, "the other one")
        .with_note("GL_EXT_shader_tile_image, 4.4.x")
}

/// `which` is "another" or "a".
#[cold]
pub(super) fn other_variable_at_location(
    span: Span,
    which: &str,
    word: &str,
    location: u32,
    other: Span,
    section: &str,
) -> Diagnostic {
    let message = format!("{which} `{word}` variable already has location {location}");
    Diagnostic::error(Code::LayoutConflict, span, message).with_secondary(other, "the other one").with_note(section)
}

#[cold]
pub(super) fn second_variable(span: Span, word: &str, other: Span, section: &str) -> Diagnostic {
    Diagnostic::error(Code::LayoutConflict, span, format!("a shader has at most one `{word}` variable"))
        .with_secondary(other, "the other one")
        .with_note(section)
}

#[cold]
pub(super) fn wrong_interface_type(span: Span, what: &dyn Display, found: &dyn Display, section: &str) -> Diagnostic {
    Diagnostic::error(Code::InterfaceType, span, format!("{what} cannot be or contain {found}")).with_note(section)
}

#[cold]
pub(super) fn workgroup_without_quads(span: Span, size: u64, sizes: Option<Span>) -> Diagnostic {
    let message = format!("quads need a workgroup that is even in x and y, but this one has {size}");
    wrong_derivative_groups(span, message, sizes)
}

#[cold]
pub(super) fn workgroup_without_linear_groups(span: Span, count: u64, sizes: Option<Span>) -> Diagnostic {
    let message = format!("linear groups need a multiple of four invocations, but the workgroup has {count}");
    wrong_derivative_groups(span, message, sizes)
}

#[cold]
fn wrong_derivative_groups(span: Span, message: String, sizes: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::DerivativeGroupSize, span, message)
        .with_note("GL_NV_compute_shader_derivatives, 4.4.1.4");
    match sizes {
        Some(sizes) => diagnostic.with_secondary(sizes, "the workgroup size"),
        None => diagnostic.with_help("add `layout(local_size_x = 2, local_size_y = 2) in;`"),
    }
}
