//! What variables are bound to, and bindings as operands.
//!
//! Comes in: places in the text of the program, and names and numbers as written. Goes out: a [`Diagnostic`]. Must not
//! depend on: the checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn register_indexes_binding(span: Span, binding: &str) -> Diagnostic {
    Diagnostic::error(Code::NvRelativeBinding, span, format!("a register indexes the binding `{binding}`"))
        .with_help("declare an array bound to it, and index that")
}

#[cold]
pub fn binding_without_number(span: Span, binding: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("the number of `{binding}` is missing"))
}

#[cold]
pub fn parameter_without_number(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("the number of `program.{name}` is missing"))
        .with_help("write it in brackets")
}

#[cold]
pub fn range_is_reversed(span: Span, first: u32, last: u32) -> Diagnostic {
    Diagnostic::error(Code::NvRangeOrder, span, format!("the range begins with {first} and ends with {last}"))
}

#[cold]
pub fn number_out_of_range(span: Span, binding: &str, number: u32, limit: u32) -> Diagnostic {
    let message = format!("the number is {number}, but there are {limit} of `{binding}`");
    Diagnostic::error(Code::NvBindingLimit, span, message)
}

/// Bindings of other stages.
#[cold]
pub fn no_such_bindings(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvStageBinding, span, format!("compute programs have no `{name}` bindings"))
}

#[cold]
pub fn no_result_bindings(span: Span, name: &str) -> Diagnostic {
    let message = format!("compute programs have no `{name}` bindings: they write to memory");
    Diagnostic::error(Code::NvStageBinding, span, message)
}

#[cold]
pub fn binding_without_name(span: Span, head: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("`{head}` is followed by `.` and a name"))
}

#[cold]
pub fn no_such_input(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("there is no `invocation.{name}` in compute programs");
    let diagnostic = Diagnostic::error(Code::NvStageBinding, span, message);
    match near {
        Some(near) => diagnostic.with_help(format!("did you mean `invocation.{near}`?")),
        None => diagnostic,
    }
}

#[cold]
pub fn no_such_state(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvStageBinding, span, "Vulkan has no such state")
        .with_help("pass the value as a local parameter, `program.local[n]`")
}

#[cold]
pub fn no_such_parameter(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvStageBinding, span, format!("there is no `program.{name}`"))
}

#[cold]
pub fn memory_as_parameter(span: Span, name: &str) -> Diagnostic {
    let message = format!("memory (`program.{name}`) must be named by a variable");
    Diagnostic::error(Code::NvMemoryBinding, span, message).with_help("declare a variable bound to it, and name that")
}

#[cold]
pub fn range_for_parameter(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvIndexMissing, span, "expected one parameter, found a range")
}

#[cold]
pub fn binding_with_components(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "a binding has no components")
}

#[cold]
pub fn too_many_components(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "a constant has at most four components")
}

/// Something that only an array is bound to.
#[cold]
fn needs_brackets(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::NvArrayRequired, span, message).with_help("write `[]` after its name")
}

#[cold]
pub fn several_bindings_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "several bindings for a variable that is not an array")
}

#[cold]
pub fn list_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "a list of bindings for a variable that is not an array")
}

#[cold]
pub fn parameter_range_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "a range of parameters is bound to a variable that is not an array")
}

#[cold]
pub fn element_range_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "a range of elements is bound to a variable that is not an array")
}

#[cold]
pub fn whole_buffer_without_array(span: Span, binding: &str) -> Diagnostic {
    needs_brackets(span, format!("a whole `{binding}` is bound to a variable that is not an array"))
}

#[cold]
pub fn several_units_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "several units are bound to a variable that is not an array")
}

#[cold]
pub fn several_parameters_without_array(span: Span) -> Diagnostic {
    needs_brackets(span, "several parameters are bound to a variable that is not an array")
}

#[cold]
pub fn several_buffers_without_array(span: Span) -> Diagnostic {
    let message = "several buffers are bound to a variable that selects none of them";
    Diagnostic::error(Code::NvArrayRequired, span, message).with_help("write two pairs of brackets after its name")
}

#[cold]
pub fn array_without_list(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvArrayRequired, span, "an array is bound to a list in braces")
        .with_help("write `{` and `}` around the binding")
}

#[cold]
pub fn parameter_array_without_list(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvArrayRequired, span, "an array is bound to a list in braces")
        .with_help("write `{` and `}` around it")
}

#[cold]
pub fn subroutine_array_without_list(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvBindingList, span, "an array is bound to a list in braces")
        .with_help("write `= { program.subroutine[n] }`")
}

#[cold]
pub fn parameter_array_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvTooLarge, span, "the array has more than 4096 elements")
}

#[cold]
pub fn not_bound_to_parameter(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "a parameter is bound to a binding or numbers")
}

#[cold]
pub fn attribute_as_parameter(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvStageBinding, span, "an attribute of the invocation is not a parameter")
        .with_help("declare it with `ATTRIB`")
}

#[cold]
pub fn float_among_integers(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvFloatLiteral, span, "a floating-point number in a parameter of integers")
}

#[cold]
pub fn bindings_not_consecutive(span: Span) -> Diagnostic {
    let message = "the bindings of an array follow each other in one buffer, or one range of buffers";
    Diagnostic::error(Code::NvBindingList, span, message)
        .with_help("bind consecutive elements, each once; `program.storage[0..3]` binds several buffers")
}

#[cold]
pub fn units_not_consecutive(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvBindingList, span, "the units of an array follow each other")
}

#[cold]
pub fn parameters_not_consecutive(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvBindingList, span, "the parameters of an array follow each other")
}

#[cold]
pub fn whole_buffer_with_size(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is a whole buffer, whose size is not known here");
    Diagnostic::error(Code::NvArraySizeMismatch, span, message).with_help(format!("write `{name}[]`"))
}

#[cold]
pub fn memory_bound_to_other(span: Span, binding: &str) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryOperand, span, format!("this variable is bound to `{binding}`"))
}

#[cold]
pub fn units_bound_to_other(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryOperand, span, format!("this variable is bound to `{word}[n]`"))
}

#[cold]
pub fn subroutine_bound_to_other(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, span, "a subroutine variable is bound to `program.subroutine[n]`")
}

#[cold]
pub fn memory_without_number(span: Span, binding: &str) -> Diagnostic {
    let message = format!("`{binding}` has one number for the buffer, and perhaps one for the element");
    Diagnostic::error(Code::NvSyntax, span, message)
}

#[cold]
pub fn memory_with_three_numbers(span: Span, binding: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("`{binding}` has at most two numbers"))
}
