//! The naga operations that are equivalent to instructions of recipes.
//!
//! Comes in: opcodes of SPIR-V and of GLSL.std.450. Goes out: naga operations. Must not depend on: operands.

use crate::builtins::vocabulary::{GlslStd450Op as Ext, Op};
use naga::{AtomicFunction, RelationalFunction, SubgroupOperation, UnaryOperator};
use naga::{BinaryOperator as Binary, DerivativeAxis as Axis, DerivativeControl as Control, MathFunction as Math};

/// A naga operation on operands in the order of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Unary(UnaryOperator),
    Binary(Binary),
    Relational(RelationalFunction),
    Math(Math),
    Derivative(Axis, Control),
    Select,
}

/// A core instruction.
pub(super) const fn core(opcode: Op) -> Option<Operation> {
    Some(match opcode {
        Op::FAdd | Op::IAdd => Operation::Binary(Binary::Add),
        Op::FSub | Op::ISub => Operation::Binary(Binary::Subtract),
        Op::FMul | Op::IMul => Operation::Binary(Binary::Multiply),
        Op::FDiv | Op::SDiv | Op::UDiv => Operation::Binary(Binary::Divide),
        Op::UMod | Op::SRem | Op::FRem => Operation::Binary(Binary::Modulo),
        Op::BitwiseAnd => Operation::Binary(Binary::And),
        Op::BitwiseOr => Operation::Binary(Binary::InclusiveOr),
        Op::BitwiseXor => Operation::Binary(Binary::ExclusiveOr),
        Op::LogicalAnd => Operation::Binary(Binary::LogicalAnd),
        Op::LogicalOr => Operation::Binary(Binary::LogicalOr),
        Op::FOrdEqual | Op::IEqual | Op::LogicalEqual => Operation::Binary(Binary::Equal),
        Op::FUnordNotEqual | Op::INotEqual | Op::LogicalNotEqual => Operation::Binary(Binary::NotEqual),
        Op::FOrdLessThan | Op::SLessThan | Op::ULessThan => Operation::Binary(Binary::Less),
        Op::FOrdLessThanEqual | Op::SLessThanEqual | Op::ULessThanEqual => Operation::Binary(Binary::LessEqual),
        Op::FOrdGreaterThan | Op::SGreaterThan | Op::UGreaterThan => Operation::Binary(Binary::Greater),
        Op::FOrdGreaterThanEqual | Op::SGreaterThanEqual | Op::UGreaterThanEqual => {
            Operation::Binary(Binary::GreaterEqual)
        }
        Op::FNegate | Op::SNegate => Operation::Unary(UnaryOperator::Negate),
        Op::Not => Operation::Unary(UnaryOperator::BitwiseNot),
        Op::LogicalNot => Operation::Unary(UnaryOperator::LogicalNot),
        Op::Any => Operation::Relational(RelationalFunction::Any),
        Op::All => Operation::Relational(RelationalFunction::All),
        Op::Dot => Operation::Math(Math::Dot),
        Op::OuterProduct => Operation::Math(Math::Outer),
        Op::Transpose => Operation::Math(Math::Transpose),
        Op::BitCount => Operation::Math(Math::CountOneBits),
        Op::BitReverse => Operation::Math(Math::ReverseBits),
        Op::QuantizeToF16 => Operation::Math(Math::QuantizeToF16),
        Op::DPdx => Operation::Derivative(Axis::X, Control::None),
        Op::DPdy => Operation::Derivative(Axis::Y, Control::None),
        Op::Fwidth => Operation::Derivative(Axis::Width, Control::None),
        Op::DPdxFine => Operation::Derivative(Axis::X, Control::Fine),
        Op::DPdyFine => Operation::Derivative(Axis::Y, Control::Fine),
        Op::FwidthFine => Operation::Derivative(Axis::Width, Control::Fine),
        Op::DPdxCoarse => Operation::Derivative(Axis::X, Control::Coarse),
        Op::DPdyCoarse => Operation::Derivative(Axis::Y, Control::Coarse),
        Op::FwidthCoarse => Operation::Derivative(Axis::Width, Control::Coarse),
        Op::Select => Operation::Select,
        _ => return None,
    })
}

/// An instruction of GLSL.std.450.
pub(super) const fn ext(opcode: Ext) -> Option<Math> {
    Some(match opcode {
        Ext::Round | Ext::RoundEven => Math::Round,
        Ext::Trunc => Math::Trunc,
        Ext::FAbs | Ext::SAbs => Math::Abs,
        Ext::FSign | Ext::SSign => Math::Sign,
        Ext::Floor => Math::Floor,
        Ext::Ceil => Math::Ceil,
        Ext::Fract => Math::Fract,
        Ext::Radians => Math::Radians,
        Ext::Degrees => Math::Degrees,
        Ext::Sin => Math::Sin,
        Ext::Cos => Math::Cos,
        Ext::Tan => Math::Tan,
        Ext::Asin => Math::Asin,
        Ext::Acos => Math::Acos,
        Ext::Atan => Math::Atan,
        Ext::Sinh => Math::Sinh,
        Ext::Cosh => Math::Cosh,
        Ext::Tanh => Math::Tanh,
        Ext::Asinh => Math::Asinh,
        Ext::Acosh => Math::Acosh,
        Ext::Atanh => Math::Atanh,
        Ext::Atan2 => Math::Atan2,
        Ext::Pow => Math::Pow,
        Ext::Exp => Math::Exp,
        Ext::Log => Math::Log,
        Ext::Exp2 => Math::Exp2,
        Ext::Log2 => Math::Log2,
        Ext::Sqrt => Math::Sqrt,
        Ext::InverseSqrt => Math::InverseSqrt,
        Ext::Determinant => Math::Determinant,
        Ext::MatrixInverse => Math::Inverse,
        Ext::FMin | Ext::UMin | Ext::SMin | Ext::NMin => Math::Min,
        Ext::FMax | Ext::UMax | Ext::SMax | Ext::NMax => Math::Max,
        Ext::FClamp | Ext::UClamp | Ext::SClamp | Ext::NClamp => Math::Clamp,
        Ext::FMix => Math::Mix,
        Ext::Step => Math::Step,
        Ext::SmoothStep => Math::SmoothStep,
        Ext::Fma => Math::Fma,
        Ext::Ldexp => Math::Ldexp,
        Ext::PackSnorm4x8 => Math::Pack4x8snorm,
        Ext::PackUnorm4x8 => Math::Pack4x8unorm,
        Ext::PackSnorm2x16 => Math::Pack2x16snorm,
        Ext::PackUnorm2x16 => Math::Pack2x16unorm,
        Ext::PackHalf2x16 => Math::Pack2x16float,
        Ext::UnpackSnorm2x16 => Math::Unpack2x16snorm,
        Ext::UnpackUnorm2x16 => Math::Unpack2x16unorm,
        Ext::UnpackHalf2x16 => Math::Unpack2x16float,
        Ext::UnpackSnorm4x8 => Math::Unpack4x8snorm,
        Ext::UnpackUnorm4x8 => Math::Unpack4x8unorm,
        Ext::Length => Math::Length,
        Ext::Distance => Math::Distance,
        Ext::Cross => Math::Cross,
        Ext::Normalize => Math::Normalize,
        Ext::FaceForward => Math::FaceForward,
        Ext::Reflect => Math::Reflect,
        Ext::Refract => Math::Refract,
        Ext::FindILsb => Math::FirstTrailingBit,
        Ext::FindSMsb | Ext::FindUMsb => Math::FirstLeadingBit,
        _ => return None,
    })
}

/// What an atomic instruction does to memory.
pub(super) const fn atomic(opcode: Op) -> Option<AtomicFunction> {
    Some(match opcode {
        Op::AtomicIAdd | Op::AtomicFAddEXT => AtomicFunction::Add,
        Op::AtomicISub => AtomicFunction::Subtract,
        Op::AtomicAnd => AtomicFunction::And,
        Op::AtomicOr => AtomicFunction::InclusiveOr,
        Op::AtomicXor => AtomicFunction::ExclusiveOr,
        Op::AtomicSMin | Op::AtomicUMin => AtomicFunction::Min,
        Op::AtomicSMax | Op::AtomicUMax => AtomicFunction::Max,
        Op::AtomicExchange => AtomicFunction::Exchange { compare: None },
        _ => return None,
    })
}

/// What a subgroup instruction does with the values of all invocations.
pub(super) const fn subgroup(opcode: Op) -> Option<SubgroupOperation> {
    Some(match opcode {
        Op::GroupNonUniformIAdd | Op::GroupNonUniformFAdd => SubgroupOperation::Add,
        Op::GroupNonUniformIMul | Op::GroupNonUniformFMul => SubgroupOperation::Mul,
        Op::GroupNonUniformSMin | Op::GroupNonUniformUMin | Op::GroupNonUniformFMin => SubgroupOperation::Min,
        Op::GroupNonUniformSMax | Op::GroupNonUniformUMax | Op::GroupNonUniformFMax => SubgroupOperation::Max,
        Op::GroupNonUniformBitwiseAnd | Op::GroupNonUniformLogicalAnd => SubgroupOperation::And,
        Op::GroupNonUniformBitwiseOr | Op::GroupNonUniformLogicalOr => SubgroupOperation::Or,
        Op::GroupNonUniformBitwiseXor | Op::GroupNonUniformLogicalXor => SubgroupOperation::Xor,
        _ => return None,
    })
}
