//! What rspirv's grammar does not know yet of SPV_NV_cooperative_matrix_decode_vector: DecodeVectorFunc, an operand of loads of
//! tensors, and the capability for it.
//!
//! Comes in: instructions. Goes out: whether they have the operand. Must not depend on: HIR.

use rspirv::dr::Operand;
use rspirv::spirv::{Op, TensorAddressingOperands};

/// The operand.
pub(in crate::spirv) const DECODE_VECTOR_FUNC: TensorAddressingOperands = TensorAddressingOperands::from_bits_retain(4);

/// The capability.
pub(super) const CAPABILITY: u32 = 5447;

/// The extension.
pub(super) const EXTENSION: &str = "SPV_NV_cooperative_matrix_decode_vector";

/// Whether instructions with these operands have it among them.
pub(super) fn decodes_vectors(opcode: Op, operands: &[Operand]) -> bool {
    let decodes = |operand: &Operand| matches!(operand, Operand::TensorAddressingOperands(bits) if bits.contains(DECODE_VECTOR_FUNC));
    opcode == Op::CooperativeMatrixLoadTensorNV && operands.iter().any(decodes)
}
