//! Operands and results: literals, types, indices, addresses, components and conditions.
//!
//! Comes in: places in the text of the program, and names and numbers as written. Goes out: a [`Diagnostic`]. Must not
//! depend on: the checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn float_for_integer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvFloatLiteral, span, "expected an integer, found a floating-point number")
        .with_help("write an integer, or use `.F` on the instruction")
}

#[cold]
pub fn integer_too_large(span: Span, most: u64) -> Diagnostic {
    let message = format!("the integer is too large: the largest that fits is {most}");
    Diagnostic::error(Code::NvLiteralTooLarge, span, message)
        .with_note("NV_gpu_program4, 2.X.3: NVIDIA's driver keeps the low bits")
}

#[cold]
pub fn negative_for_unsigned(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvNegativeLiteral, span, "expected an unsigned number, found a negative one")
        .with_note("NV_gpu_program4, 2.X.3: NVIDIA's driver uses its two's complement")
}

#[cold]
pub fn signed_for_unsigned(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` holds signed integers, but the instruction takes unsigned integers");
    Diagnostic::error(Code::NvTypeMismatch, span, message)
        .with_note("NV_gpu_program4, 2.X.3: NVIDIA's driver accepts INT variables as unsigned integers too")
}

#[cold]
pub fn holds_other_type(span: Span, name: &str, declared: &str, wanted: &str) -> Diagnostic {
    let message = format!("`{name}` holds {declared}, but the instruction takes {wanted}");
    Diagnostic::error(Code::NvTypeMismatch, span, message)
        .with_help("add the modifier `.NTC` to take the bits as they are")
}

#[cold]
pub fn cannot_be_read(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryOperand, span, format!("`{name}` cannot be read by an instruction"))
}

#[cold]
pub fn array_without_index(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, format!("`{name}` is an array; the index is missing"))
}

#[cold]
pub fn index_without_array(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, format!("`{name}` is not an array and has no elements"))
}

#[cold]
pub fn too_many_indices(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, format!("`{name}` has one dimension, but several indices"))
}

#[cold]
pub fn takes_two_indices(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, format!("`{name}` has two dimensions; it takes two indices"))
}

#[cold]
pub fn index_is_empty(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, format!("the index of `{name}` is missing"))
}

#[cold]
pub fn range_for_element(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, "expected one element, found a range").with_help("write one index")
}

#[cold]
pub fn index_too_large(span: Span, last: u32) -> Diagnostic {
    Diagnostic::error(Code::NvIndexRange, span, format!("the index is larger than {last}"))
}

#[cold]
pub fn index_out_of_range(span: Span, name: &str, index: u32, length: u32) -> Diagnostic {
    let message = format!("the index is {index}, but `{name}` has {length} elements");
    Diagnostic::error(Code::NvIndexRange, span, message)
}

/// What is added to a register that holds an address; `sign` is `-` or nothing.
#[cold]
pub fn added_number_out_of_range(span: Span, sign: &str, number: u32, last: u32) -> Diagnostic {
    let message = format!("the offset is {sign}{number}; it must lie between 0 and {last}");
    Diagnostic::error(Code::NvRelativeOffset, span, message).with_help("compute the address in the register")
}

#[cold]
fn not_an_address(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::NvAddress, span, message)
        .with_help("an address is a component of a register, such as `R0.x`")
}

#[cold]
pub fn address_is_binding(span: Span) -> Diagnostic {
    not_an_address(span, "a binding is not an address")
}

#[cold]
pub fn address_in_no_register(span: Span, name: &str) -> Diagnostic {
    not_an_address(span, format!("`{name}` is not a register, so it cannot hold an address"))
}

#[cold]
pub fn address_in_array(span: Span, name: &str) -> Diagnostic {
    not_an_address(span, format!("`{name}` is an array, so it cannot hold an address"))
}

#[cold]
pub fn address_is_float(span: Span, name: &str) -> Diagnostic {
    not_an_address(span, format!("`{name}` holds floats, but an address is an integer"))
}

#[cold]
pub fn address_with_sign(span: Span) -> Diagnostic {
    not_an_address(span, "an address has no sign")
}

#[cold]
pub fn address_without_component(span: Span) -> Diagnostic {
    not_an_address(span, "the address names no component")
}

#[cold]
pub fn address_with_several_components(span: Span) -> Diagnostic {
    not_an_address(span, "an address is one component")
}

#[cold]
pub fn not_a_component_of_address(span: Span, name: &str) -> Diagnostic {
    not_an_address(span, format!("`{name}` is not a component of an address; use `x`, `y`, `z` or `w`"))
}

#[cold]
pub fn no_component(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvComponentMissing, span, "this operand must name one component")
        .with_help("name the component, for example `.x`")
}

#[cold]
pub fn four_components_for_one(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` names four components where one is needed");
    Diagnostic::error(Code::NvComponentMissing, span, message)
}

#[cold]
pub fn component_twice(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSwizzle, span, "a component is named twice")
}

#[cold]
pub fn index_after_components(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "an index is not allowed after components")
}

#[cold]
fn not_a_swizzle(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::NvSwizzle, span, message).with_help("a swizzle has one or four letters of `xyzw`")
}

#[cold]
pub fn names_no_components(span: Span, name: &str) -> Diagnostic {
    not_a_swizzle(span, format!("`{name}` names no components"))
}

#[cold]
pub fn wrong_number_of_letters(span: Span, name: &str, count: usize) -> Diagnostic {
    not_a_swizzle(span, format!("`{name}` has {count} letters"))
}

#[cold]
pub fn cannot_be_written(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvDestination, span, format!("`{name}` is not a register and cannot be written"))
        .with_help("results go to `TEMP` variables")
}

#[cold]
pub fn second_write_mask(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvWriteMask, span, "a result has one write mask")
}

#[cold]
pub fn not_a_write_mask(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvWriteMask, span, format!("`{name}` is not a write mask"))
        .with_help("a write mask names components once each, in the order `xyzw` or `rgba`")
}

#[cold]
pub fn not_a_condition(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTest, span, format!("`{word}` is not a condition"))
        .with_help("conditions are EQ, NE, LT, LE, GT, GE, TR, FL, NAN, LEG, CF, NCF, OF, NOF, SF, NSF, AB and BLE")
}

#[cold]
pub fn not_components_of_condition_code(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTest, span, format!("`{name}` names no components of a condition code"))
        .with_help("write one or four letters of `xyzw`")
}
