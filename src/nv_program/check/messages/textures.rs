//! Texture and image units, targets, coordinates and offsets.
//!
//! Comes in: places in the text of the program, and names and numbers as written. Goes out: a [`Diagnostic`]. Must not
//! depend on: the checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn not_a_component_of_texture(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, format!("`{name}` is not a component of a texture"))
}

#[cold]
pub fn unit_with_component(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, "only `TXG` and `TXGO` choose a component of the texture")
        .with_help("remove it")
}

#[cold]
pub fn unit_with_two_indices(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "a unit has one index")
}

/// `word` is `texture` or `image`.
#[cold]
pub fn unit_without_number(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("the number of the {word} unit is missing"))
}

/// `word` is `texture` or `image`.
#[cold]
pub fn register_indexes_units(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvRelativeBinding, span, format!("a register indexes the binding `{word}`"))
        .with_help("declare an array bound to units, and index that")
}

/// `word` is `texture` or `image`.
#[cold]
pub fn unit_has_one_number(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("a {word} unit has one number"))
}

/// `word` is `texture` or `image`.
#[cold]
pub fn unit_out_of_range(span: Span, word: &str, unit: u32, limit: u32) -> Diagnostic {
    let message = format!("the unit is {unit}, but there are {limit} {word} units");
    Diagnostic::error(Code::NvBindingLimit, span, message)
}

/// `word` is `texture` or `image`.
#[cold]
pub fn not_a_unit(span: Span, name: &str, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryOperand, span, format!("`{name}` is not one of the {word} units"))
}

#[cold]
pub fn target_not_supported(span: Span, instruction: &str, target: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTarget, span, format!("`{instruction}` does not work on `{target}`"))
}

#[cold]
pub fn unit_with_two_targets(span: Span, earlier: Span, unit: u32, target: &str, other: &str) -> Diagnostic {
    let message = format!("texture unit {unit} is used as `{target}` here and as `{other}` before");
    Diagnostic::error(Code::NvTextureTargets, span, message)
        .with_secondary(earlier, "before")
        .with_help("use another unit for the other target")
}

#[cold]
pub fn takes_one_vector(span: Span, instruction: &str, target: &str) -> Diagnostic {
    let message = format!("`{instruction}` on `{target}` takes one vector of coordinates");
    Diagnostic::error(Code::NvTarget, span, message)
}

#[cold]
pub fn takes_second_vector(span: Span, instruction: &str, target: &str) -> Diagnostic {
    let message = format!("`{instruction}` on `{target}` takes a second vector of coordinates");
    Diagnostic::error(Code::NvTarget, span, message)
}

#[cold]
pub fn takes_no_offset(span: Span, instruction: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, format!("`{instruction}` takes no offset"))
}

#[cold]
pub fn takes_constant_offsets(span: Span, instruction: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, format!("`{instruction}` takes constant offsets only"))
}

#[cold]
pub fn offset_too_long(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, "an offset has at most three components")
}

#[cold]
pub fn offset_is_float(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvTexelOffset, span, "an offset consists of integers")
}

#[cold]
pub fn offset_out_of_range(span: Span, offset: i64) -> Diagnostic {
    let message = format!("the offset is {offset}; it must lie between -8 and 7");
    Diagnostic::error(Code::NvTexelOffset, span, message)
}

#[cold]
pub fn target_without_offsets(span: Span, target: &str) -> Diagnostic {
    let message = format!("textures with the target `{target}` have no offsets");
    Diagnostic::error(Code::NvTexelOffset, span, message)
}

#[cold]
pub fn offset_of_target(span: Span, target: &str, components: usize) -> Diagnostic {
    let message = format!("an offset of `{target}` has {components} components");
    Diagnostic::error(Code::NvTexelOffset, span, message)
}
