//! Types of extensions that take parameters: a row for each family.
//!
//! Comes in: a type of HIR. Goes out: its instruction, and the one that counts its components. Must not depend on: how types are
//! declared.

use super::grammar;
use super::section::OperandList;
use super::{Bug, Lowered};
use crate::builtins::TypeFamilyKind;
use crate::hir::Type;
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv::Op;

/// The instruction that declares a type of a family, and the one that counts the components of an invocation.
pub(super) const fn opcodes(family: TypeFamilyKind) -> (Op, Option<Op>) {
    match family {
        TypeFamilyKind::CooperativeMatrix => (Op::TypeCooperativeMatrixKHR, Some(Op::CooperativeMatrixLengthKHR)),
        TypeFamilyKind::FloatMatrixNv | TypeFamilyKind::SignedMatrixNv | TypeFamilyKind::UnsignedMatrixNv => {
            (Op::TypeCooperativeMatrixNV, Some(Op::CooperativeMatrixLengthNV))
        }
        TypeFamilyKind::Tensor => (Op::TypeTensorARM, None),
        TypeFamilyKind::TensorLayout => (Op::TypeTensorLayoutNV, None),
        TypeFamilyKind::TensorView => (Op::TypeTensorViewNV, None),
        TypeFamilyKind::CooperativeVector | TypeFamilyKind::Vector => (Op::TypeVector, None),
    }
}

/// The instruction that counts the components that an invocation holds of a type.
pub(super) fn length_opcode(ty: &Type) -> Lowered<Op> {
    ty.family().and_then(|family| opcodes(family).1).ok_or(Bug("a type of unknown length"))
}

/// The operands of the instruction that declares a type, as its grammar names them.
pub(super) fn type_operands(opcode: Op, ids: &[u32]) -> OperandList {
    let kinds = grammar::class(opcode).operands.iter().skip(1).map(|it| it.kind);
    let kinds = kinds.chain(std::iter::repeat(OperandKind::IdRef));
    let operand = |(&id, kind)| match kind {
        OperandKind::IdScope => Operand::IdScope(id),
        _ => Operand::IdRef(id),
    };
    ids.iter().zip(kinds).map(operand).collect()
}
