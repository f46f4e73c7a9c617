//! What instructions ask of the invocations around.
//!
//! Comes in: an opcode. Goes out: a property that no row of the tables states. Must not depend on: who uses it.

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
