//! Constants in the text form.
//!
//! Comes in: constant handles. Goes out: literals for scalars, `c7` for the rest, and the listing of the rest.
//! Must not know: functions.

use std::fmt::Write;

use super::{Names, put, types};
use crate::hir::{
    BinaryOperation, Constant, ConstantKind, ConstantOperation, Handle, Module, Scalar, ScalarKind, Type,
    UnaryOperation,
};

/// The constant as an operand: a literal if it is a plain scalar, else its id.
pub(super) fn operand(module: &Module, handle: Handle<Constant>) -> String {
    match module.constants.get_handle(handle) {
        Ok(Constant { ty, kind: ConstantKind::Scalar(bits) }) => match module.types.get(*ty) {
            Type::Scalar(scalar) => literal(*scalar, *bits),
            _ => format!("<scalar of another type {bits:#x}>"),
        },
        Ok(_) => format!("c{}", handle.index()),
        Err(_) => format!("<bad constant {}>", handle.index()),
    }
}

/// Bits of a scalar type as a GLSL literal. What GLSL cannot write (infinities, NaN) is written as Rust does.
pub(super) fn literal(scalar: Scalar, bits: u64) -> String {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => (bits != 0).to_string(),
        (ScalarKind::Sint, 1) => format!("int8_t({})", bits as i64),
        (ScalarKind::Sint, 2) => format!("{}s", bits as i64),
        (ScalarKind::Sint, 8) => format!("{}l", bits as i64),
        (ScalarKind::Sint, _) => (bits as i64).to_string(),
        (ScalarKind::Uint, 1) => format!("uint8_t({bits})"),
        (ScalarKind::Uint, 2) => format!("{bits}us"),
        (ScalarKind::Uint, 8) => format!("{bits}ul"),
        (ScalarKind::Uint, _) => format!("{bits}u"),
        (ScalarKind::Float, 2) => format!("{:?}hf", half::f16::from_bits(bits as u16).to_f32()),
        (ScalarKind::Float, 8) => format!("{:?}lf", f64::from_bits(bits)),
        (ScalarKind::Float, _) => format!("{:?}", f32::from_bits(bits as u32)),
        // There is no literal of most of these formats.
        (ScalarKind::SmallFloat(format), _) => format!("{}(bits {bits:#x})", format.name()),
    }
}

/// The listing of all constants that are not plain scalars.
pub(super) fn listing(out: &mut String, module: &Module, names: &Names) {
    let mut first = true;
    for (handle, constant) in module.constants.iter() {
        if matches!(constant.kind, ConstantKind::Scalar(_)) {
            continue;
        }
        if std::mem::take(&mut first) {
            out.push('\n');
        }
        let ty = types::name(module, names, constant.ty);
        put!(out, "const c{}: {ty} = {}\n", handle.index(), kind(module, names, constant));
    }
}

fn kind(module: &Module, names: &Names, constant: &Constant) -> String {
    let operand = |handle: &Handle<Constant>| operand(module, *handle);
    let list = |handles: &[Handle<Constant>]| handles.iter().map(operand).collect::<Vec<_>>().join(", ");
    match &constant.kind {
        ConstantKind::Scalar(bits) => format!("{bits:#x}"),
        ConstantKind::Composite(parts) => format!("({})", list(parts)),
        ConstantKind::Null => "null".to_owned(),
        ConstantKind::Specialization { id, default, name } => {
            let default = match module.types.get(constant.ty) {
                Type::Scalar(scalar) => literal(*scalar, *default),
                _ => format!("{default:#x}"),
            };
            format!("specialization {id}, default {default}, name {name}")
        }
        ConstantKind::WorkgroupSize(parts) => format!("workgroup_size ({})", list(parts)),
        ConstantKind::Operation(operation) => match operation {
            ConstantOperation::CooperativeMatrixLength(ty) => {
                format!("cooperative_matrix_length {}", types::name(module, names, *ty))
            }
            ConstantOperation::Unary(operation, value) => format!("{} {}", unary(*operation), operand(value)),
            ConstantOperation::Binary(operation, left, right) => {
                format!("{} {}, {}", binary(*operation), operand(left), operand(right))
            }
            ConstantOperation::Convert(value) => format!("convert {}", operand(value)),
            ConstantOperation::Select(condition, accept, reject) => {
                format!("select {}, {}, {}", operand(condition), operand(accept), operand(reject))
            }
            ConstantOperation::Extract(value, index) => format!("extract {}, {index}", operand(value)),
            ConstantOperation::Swizzle(value, components) => {
                format!("swizzle {}, {}", operand(value), letters(components))
            }
        },
    }
}

/// The word for a unary operation.
pub(super) const fn unary(operation: UnaryOperation) -> &'static str {
    match operation {
        UnaryOperation::Negate => "negate",
        UnaryOperation::BitNot => "bit_not",
        UnaryOperation::LogicalNot => "logical_not",
    }
}

/// The word for a binary operation.
pub(super) const fn binary(operation: BinaryOperation) -> &'static str {
    match operation {
        BinaryOperation::Add => "add",
        BinaryOperation::Subtract => "subtract",
        BinaryOperation::Multiply => "multiply",
        BinaryOperation::Divide => "divide",
        BinaryOperation::Modulo => "modulo",
        BinaryOperation::ShiftLeft => "shift_left",
        BinaryOperation::ShiftRight => "shift_right",
        BinaryOperation::BitAnd => "bit_and",
        BinaryOperation::BitOr => "bit_or",
        BinaryOperation::BitXor => "bit_xor",
        BinaryOperation::Equal => "equal",
        BinaryOperation::NotEqual => "not_equal",
        BinaryOperation::Less => "less",
        BinaryOperation::LessEqual => "less_equal",
        BinaryOperation::Greater => "greater",
        BinaryOperation::GreaterEqual => "greater_equal",
        BinaryOperation::LogicalAnd => "logical_and",
        BinaryOperation::LogicalOr => "logical_or",
        BinaryOperation::LogicalXor => "logical_xor",
    }
}

/// Component numbers as letters.
pub(super) fn letters(components: &[u8]) -> String {
    components
        .iter()
        .map(|component| ['x', 'y', 'z', 'w'].get(usize::from(*component)).copied().unwrap_or('?'))
        .collect()
}
