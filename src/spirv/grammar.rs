//! Instructions with their grammar entry, without rspirv's linear search.
//!
//! Comes in: an opcode and operands. Goes out: a [`dr::Instruction`]. Must not know: HIR.

use rspirv::{dr, grammar, spirv::Op};
use std::sync::OnceLock;

/// The entry of each opcode, indexed by its number.
type Table = Vec<Option<&'static grammar::Instruction<'static>>>;

static TABLE: OnceLock<Table> = OnceLock::new();

/// The grammar entry of an opcode, in constant time.
pub(super) fn class(opcode: Op) -> &'static grammar::Instruction<'static> {
    let table = TABLE.get_or_init(|| {
        let mut table = Table::new();
        for entry in grammar::INSTRUCTION_TABLE.iter() {
            let index = entry.opcode as usize;
            if index >= table.len() {
                table.resize(index + 1, None);
            }
            if let Some(slot) = table.get_mut(index) {
                slot.get_or_insert(entry);
            }
        }
        table
    });
    // Every `Op` comes from the same grammar as the table, so the search never runs.
    table.get(opcode as usize).copied().flatten().unwrap_or_else(|| grammar::INSTRUCTION_TABLE.get(opcode))
}

/// An instruction with result.
pub(super) fn instruction(
    opcode: Op,
    result_type: Option<u32>,
    result_id: Option<u32>,
    operands: Vec<dr::Operand>,
) -> dr::Instruction {
    dr::Instruction { class: class(opcode), result_type, result_id, operands }
}
