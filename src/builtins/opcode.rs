//! What instructions ask of the invocations around, and how they combine values of a subgroup.
//!
//! Comes in: an opcode. Goes out: a property that no row of the tables states. Must not depend on: who uses it.

pub use super::cooperative_matrix::{MatrixAlignment, MatrixInstruction, matrix_instruction};
use spirv::Op;

/// Whether the result depends on neighbouring invocations, sampling aside.
#[must_use]
pub const fn is_derivative(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::DPdx
            | Op::DPdy
            | Op::Fwidth
            | Op::DPdxFine
            | Op::DPdyFine
            | Op::FwidthFine
            | Op::DPdxCoarse
            | Op::DPdyCoarse
            | Op::FwidthCoarse
            | Op::ImageQueryLod
    )
}

/// Whether the result depends on neighbouring invocations: derivatives, and look-ups that derive the level of detail.
#[must_use]
pub const fn asks_neighbours(opcode: Op) -> bool {
    is_derivative(opcode)
        || matches!(
            opcode,
            Op::ImageSampleImplicitLod
                | Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleProjImplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSparseSampleImplicitLod
                | Op::ImageSparseSampleDrefImplicitLod
        )
}

/// Whether the invocations of a subgroup reduce or scan a value: `subgroupAdd` and the like, inclusive, exclusive and
/// clustered.
#[must_use]
pub const fn is_group_arithmetic(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::GroupNonUniformIAdd
            | Op::GroupNonUniformFAdd
            | Op::GroupNonUniformIMul
            | Op::GroupNonUniformFMul
            | Op::GroupNonUniformSMin
            | Op::GroupNonUniformUMin
            | Op::GroupNonUniformFMin
            | Op::GroupNonUniformSMax
            | Op::GroupNonUniformUMax
            | Op::GroupNonUniformFMax
            | Op::GroupNonUniformBitwiseAnd
            | Op::GroupNonUniformBitwiseOr
            | Op::GroupNonUniformBitwiseXor
            | Op::GroupNonUniformLogicalAnd
            | Op::GroupNonUniformLogicalOr
            | Op::GroupNonUniformLogicalXor
    )
}
