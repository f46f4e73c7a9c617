//! Modifiers of instructions, and rules about one instruction.
//!
//! Comes in: places in the text of the program, and names as written. Goes out: a [`Diagnostic`]. Must not depend on: the
//! checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn modifiers_of_same_kind(span: Span, modifier: &str, earlier: &str) -> Diagnostic {
    let message = format!("`{modifier}` and `{earlier}` are modifiers of the same kind");
    Diagnostic::error(Code::NvModifierTwice, span, message)
}

#[cold]
pub fn modifier_not_taken(span: Span, instruction: &str, modifier: &str) -> Diagnostic {
    let message = format!("`{instruction}` does not take the modifier `{modifier}`");
    Diagnostic::error(Code::NvModifier, span, message)
}

#[cold]
pub fn computes_with_no_halves(span: Span, instruction: &str) -> Diagnostic {
    let message = format!("`{instruction}` does not compute with 16-bit floats");
    Diagnostic::error(Code::NvModifier, span, message)
        .with_note("NV_gpu_program5, 2.X.4.1: NVIDIA's driver accepts `.F16`")
}

#[cold]
pub fn conversion_without_two_types(span: Span) -> Diagnostic {
    let message = "a conversion names two types: that of the result and that of the operand";
    Diagnostic::error(Code::NvConversion, span, message).with_help("write for example `CVT.S32.F32`")
}

#[cold]
pub fn conversion_with_sign(span: Span) -> Diagnostic {
    let message = "the operand of a conversion has neither sign nor absolute value";
    Diagnostic::error(Code::NvConversion, span, message).with_help("apply it in an instruction of its own")
}

#[cold]
pub fn no_counter_modifier(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvAtomicModifier, span, "`ATOMCTR` needs one of INCR, DECR and GET")
}

#[cold]
pub fn no_atomic_modifier(span: Span, instruction: &str) -> Diagnostic {
    Diagnostic::error(Code::NvAtomicModifier, span, format!("`{instruction}` needs an atomic modifier"))
        .with_help("add one of ADD, MIN, MAX, IWRAP, DWRAP, AND, OR, XOR, EXCH and CSWAP")
}

#[cold]
pub fn atomic_operation_on_other_type(span: Span, ty: &str) -> Diagnostic {
    let message = format!("this atomic operation does not work on `{ty}`");
    Diagnostic::error(Code::NvAtomicModifier, span, message).with_help(
        "integers of 32 and 64 bits have all but IWRAP and DWRAP, which are for `U32`; floats have ADD and EXCH",
    )
}

#[cold]
pub fn no_type(span: Span, instruction: &str) -> Diagnostic {
    Diagnostic::error(Code::NvStorageModifier, span, format!("`{instruction}` needs a type"))
        .with_help("add a storage modifier such as `.U32`")
}

#[cold]
pub fn no_storage_modifier(span: Span, instruction: &str) -> Diagnostic {
    let message = format!("`{instruction}` needs one storage modifier, which says type and size in memory");
    Diagnostic::error(Code::NvStorageModifier, span, message).with_help("write for example `.U32` or `.F32X4`")
}

#[cold]
pub fn upper_half_of_float(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvMultiply, span, "`HI` takes the upper half of an integer product")
        .with_help("add `.S` or `.U`")
}

#[cold]
pub fn upper_half_of_64_bits(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvMultiply, span, "`HI` has no 64-bit form").with_help("use `.S` or `.U`")
}

#[cold]
pub fn type_beside_24_bits(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvMultiply, span, "`S24` and `U24` are types of their own")
        .with_help("remove the other type")
}

#[cold]
pub fn clamps_no_float(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvClamp, span, "only floating-point results can be clamped")
        .with_help("remove the clamp, or use MIN and MAX")
}

#[cold]
pub fn not_a_selector(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSwizzle, span, format!("`{name}` is not a selector"))
        .with_help("a selector is 0, 1 or one of `xyzw`")
}

#[cold]
pub fn swz_with_sign_or_swizzle(span: Span) -> Diagnostic {
    let message = "the operand of `SWZ` has neither sign nor swizzle: its selectors say both";
    Diagnostic::error(Code::NvSwizzleOperand, span, message)
        .with_note("NV_gpu_program4, 2.X.8: SWZ takes a plain operand")
}

#[cold]
pub fn pk64_into_no_long(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvPackLong, span, "the result of `PK64` goes to a `LONG` register")
        .with_note("NV_gpu_program5, 2.X.8.Z, PK64")
}

#[cold]
pub fn up64_of_no_long(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvPackLong, span, "the operand of `UP64` is a `LONG` register")
        .with_note("NV_gpu_program5, 2.X.8.Z, UP64")
}

#[cold]
pub fn packs_into_short(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvPackShort, span, "the packed result does not fit into a `SHORT` register")
        .with_note("NV_gpu_program4, 2.X.8.Z, PK2H")
}

#[cold]
pub fn unpacks_short(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvPackShort, span, "a `SHORT` register holds no packed values")
        .with_note("NV_gpu_program4, 2.X.8.Z, UP2H")
}

#[cold]
pub fn atomic_result_not_written(span: Span) -> Diagnostic {
    let message = "the result of an atomic operation is its first component, which is not written";
    Diagnostic::warning(Code::NvUnwrittenResult, span, message).with_help("add `x` to the write mask")
}
