//! Instructions on cooperative matrices and vectors, a row each.
//!
//! Comes in: an opcode. Goes out: how it accesses memory, where its operands are, and whether it multiplies. Must not depend on:
//! who uses it.

use super::Accesses;
use spirv::Op;

/// What is known of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixInstruction {
    /// How it accesses memory.
    pub accesses: Accesses,
    /// What the memory must be aligned to.
    pub alignment: MatrixAlignment,
    /// The operand that says how the matrix lies in memory, if that may require a capability.
    pub layout: Option<u8>,
    /// Whether it multiplies matrices.
    pub multiplies: bool,
}

/// What memory must be aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixAlignment {
    /// Its elements.
    Element,
    /// A row or column of the matrix.
    Line,
    /// 16 bytes, as the functions on cooperative vectors require.
    Vector,
}

/// The row of an instruction, if it is one on matrices or vectors.
#[must_use]
pub const fn matrix_instruction(opcode: Op) -> Option<MatrixInstruction> {
    use MatrixAlignment::{Element, Line, Vector};
    const NONE: Accesses = Accesses { reads: false, writes: false };
    const READS: Accesses = Accesses { reads: true, writes: false };
    const WRITES: Accesses = Accesses { reads: false, writes: true };
    const BOTH: Accesses = Accesses { reads: true, writes: true };
    let (accesses, alignment, layout) = match opcode {
        Op::CooperativeMatrixLoadKHR => (READS, Line, Some(1)),
        Op::CooperativeMatrixStoreKHR => (WRITES, Line, Some(2)),
        Op::CooperativeMatrixLoadNV => (READS, Line, None),
        Op::CooperativeMatrixStoreNV => (WRITES, Line, None),
        Op::CooperativeMatrixLoadTensorNV => (READS, Element, None),
        Op::CooperativeMatrixStoreTensorNV => (WRITES, Element, None),
        Op::CooperativeMatrixMulAddKHR | Op::CooperativeMatrixMulAddNV => (NONE, Element, None),
        Op::CooperativeVectorLoadNV => (READS, Vector, None),
        Op::CooperativeVectorStoreNV => (WRITES, Vector, None),
        Op::CooperativeVectorMatrixMulNV | Op::CooperativeVectorMatrixMulAddNV => (READS, Element, None),
        Op::CooperativeVectorOuterProductAccumulateNV | Op::CooperativeVectorReduceSumAccumulateNV => {
            (BOTH, Element, None)
        }
        _ => return None,
    };
    let multiplies = matches!(opcode, Op::CooperativeMatrixMulAddKHR | Op::CooperativeMatrixMulAddNV);
    Some(MatrixInstruction { accesses, alignment, layout, multiplies })
}
