//! Marks: which span of the source the instructions behind them come from.
//!
//! Comes in: spans. Goes out: marks, which `debug` turns into lines: OpLine with the two ends of a span as operands. Must not
//! depend on: where they stand.

use super::grammar::instruction;
use crate::hir::Span;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

/// What comes next comes from here.
pub(super) fn mark(span: Span) -> Instruction {
    let ends = span.to_range().map_or([0, 0], |range| [range.start as u32, range.end as u32]);
    instruction(Op::Line, None, None, ends.map(Operand::LiteralBit32).to_vec())
}

/// The span of a mark; `None` for any other instruction.
pub(super) fn marked_span(instruction: &Instruction) -> Option<Span> {
    match *instruction.operands.as_slice() {
        [Operand::LiteralBit32(start), Operand::LiteralBit32(end)] if instruction.class.opcode == Op::Line => {
            Some(Span::new(start, end))
        }
        _ => None,
    }
}

/// Whether an instruction has a place of its own. A branch at the end of a block belongs to no statement, but for `break`
/// and `continue`, which mark it; OpPhi come first in their block.
pub(super) const fn has_place(opcode: Op) -> bool {
    !matches!(opcode, Op::Branch | Op::Phi)
}
