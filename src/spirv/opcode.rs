//! Which instruction an operation of HIR is.
//!
//! Comes in: an operation with the kind of its operands, or a type. Goes out: an opcode. Must not depend on: where
//! operands come from.

use crate::hir::{BinaryOperation, Scalar, ScalarKind};
use rspirv::spirv::Op;

/// The opcode of an operation on scalars or vectors of a kind. Equality here is by component.
pub(super) const fn binary_opcode(operation: BinaryOperation, kind: ScalarKind) -> Option<Op> {
    use BinaryOperation as B;
    use ScalarKind as K;
    Some(match (operation, kind) {
        (B::Add, K::Float) => Op::FAdd,
        (B::Subtract, K::Float) => Op::FSub,
        (B::Multiply, K::Float) => Op::FMul,
        (B::Divide, K::Float) => Op::FDiv,
        (B::Add, K::Sint | K::Uint) => Op::IAdd,
        (B::Subtract, K::Sint | K::Uint) => Op::ISub,
        (B::Multiply, K::Sint | K::Uint) => Op::IMul,
        (B::Divide, K::Sint) => Op::SDiv,
        (B::Divide, K::Uint) => Op::UDiv,
        (B::Modulo, K::Sint) => Op::SMod,
        (B::Modulo, K::Uint) => Op::UMod,
        (B::ShiftLeft, K::Sint | K::Uint) => Op::ShiftLeftLogical,
        (B::ShiftRight, K::Sint) => Op::ShiftRightArithmetic,
        (B::ShiftRight, K::Uint) => Op::ShiftRightLogical,
        (B::BitAnd, K::Sint | K::Uint) => Op::BitwiseAnd,
        (B::BitOr, K::Sint | K::Uint) => Op::BitwiseOr,
        (B::BitXor, K::Sint | K::Uint) => Op::BitwiseXor,
        (B::Equal, K::Float) => Op::FOrdEqual,
        (B::Equal, K::Sint | K::Uint) => Op::IEqual,
        (B::Equal, K::Bool) => Op::LogicalEqual,
        (B::NotEqual, K::Float) => Op::FUnordNotEqual,
        (B::NotEqual, K::Sint | K::Uint) => Op::INotEqual,
        (B::NotEqual | B::LogicalXor, K::Bool) => Op::LogicalNotEqual,
        (B::Less, K::Float) => Op::FOrdLessThan,
        (B::Less, K::Sint) => Op::SLessThan,
        (B::Less, K::Uint) => Op::ULessThan,
        (B::LessEqual, K::Float) => Op::FOrdLessThanEqual,
        (B::LessEqual, K::Sint) => Op::SLessThanEqual,
        (B::LessEqual, K::Uint) => Op::ULessThanEqual,
        (B::Greater, K::Float) => Op::FOrdGreaterThan,
        (B::Greater, K::Sint) => Op::SGreaterThan,
        (B::Greater, K::Uint) => Op::UGreaterThan,
        (B::GreaterEqual, K::Float) => Op::FOrdGreaterThanEqual,
        (B::GreaterEqual, K::Sint) => Op::SGreaterThanEqual,
        (B::GreaterEqual, K::Uint) => Op::UGreaterThanEqual,
        (B::LogicalAnd, K::Bool) => Op::LogicalAnd,
        (B::LogicalOr, K::Bool) => Op::LogicalOr,
        _ => return None,
    })
}

/// The instruction that converts numbers, if there is one.
pub(super) fn conversion_opcode(from: Scalar, to: Scalar) -> Option<Op> {
    use ScalarKind::{Bool, Float, Sint, SmallFloat, Uint};
    Some(match (from.kind, to.kind) {
        (Bool, _) | (_, Bool) => return None,
        (Float | SmallFloat(_), Float | SmallFloat(_)) => Op::FConvert,
        (Float | SmallFloat(_), Sint) => Op::ConvertFToS,
        (Float | SmallFloat(_), Uint) => Op::ConvertFToU,
        (Sint, Float | SmallFloat(_)) => Op::ConvertSToF,
        (Uint, Float | SmallFloat(_)) => Op::ConvertUToF,
        _ if from.width == to.width => Op::Bitcast,
        // The bits that are cut off have no sign to keep.
        (_, Uint) if to.width < from.width || from.kind == Uint => Op::UConvert,
        (_, Sint) if to.width < from.width || from.kind == Sint => Op::SConvert,
        _ => return None,
    })
}

/// Whether NoContraction has a meaning for an instruction: arithmetic of SPIR-V, 3.52.13, on floats.
pub(super) fn is_contractible(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
    )
}
