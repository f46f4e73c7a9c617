//! Marks: the span of the source that the instructions after them come from.
//!
//! Comes in: spans, and variables with their values. Goes out: marks, which `debug` turns into lines: OpLine with the two
//! ends of a span as operands; and into DebugValue: OpLine with a variable and a value, or with a variable, a constant and 0.
//! Must not depend on: their position in the function.

use super::section::{Instruction, Role, Section};
use crate::hir::{Handle, Local, Span};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

/// Marks the instructions that follow with a span.
pub(super) fn mark(section: &mut Section, span: Span) {
    let ends = span.to_range().map_or([0, 0], |range| [range.start as u32, range.end as u32]);
    section.push(Op::Line, None, None, &ends.map(Operand::LiteralBit32));
}

/// Marks where a variable gets a value without being written, by the number of its handle. Only `debug` reads it.
pub(super) fn mark_value(section: &mut Section, local: Handle<Local>, id: u32) {
    section.push(Op::Line, None, None, &[Operand::LiteralBit32(local.index() as u32), Operand::IdRef(id)]);
}

/// The same for a value that is a constant, by its number in [`Written::constants`](super::writer::Written::constants): it is
/// not part of the module unless something else uses it.
pub(super) fn mark_constant(section: &mut Section, local: Handle<Local>, number: usize) {
    section.push(Op::Line, None, None, &[local.index() as u32, number as u32, 0].map(Operand::LiteralBit32));
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkedValue {
    /// The value with this id.
    Id(u32),
    /// The constant with this number.
    Constant(usize),
}

/// The number of the variable and the value, if an instruction is such a mark.
pub(super) fn marked_value(instruction: &Instruction<'_>) -> Option<(usize, MarkedValue)> {
    match *instruction.operands() {
        [(local, Role::Literal), (id, Role::Id)] if instruction.is(Op::Line) => {
            Some((local as usize, MarkedValue::Id(id)))
        }
        [(local, Role::Literal), (number, Role::Literal), (0, Role::Literal)] if instruction.is(Op::Line) => {
            Some((local as usize, MarkedValue::Constant(number as usize)))
        }
        _ => None,
    }
}

/// The span of a mark; `None` for any other instruction.
pub(super) fn marked_span(instruction: &Instruction<'_>) -> Option<Span> {
    match *instruction.operands() {
        [(start, Role::Literal), (end, Role::Literal)] if instruction.is(Op::Line) => Some(Span::new(start, end)),
        _ => None,
    }
}

/// Whether an instruction has a source location of its own. A branch at the end of a block belongs to no statement,
/// except for `break` and `continue`, which mark it; OpPhi instructions come first in their block.
pub(super) const fn has_place(opcode: Op) -> bool {
    !matches!(opcode, Op::Branch | Op::Phi)
}
