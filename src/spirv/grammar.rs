//! Instructions with their grammar entry, without rspirv's linear search.
//!
//! Comes in: an opcode and operands. Goes out: a [`dr::Instruction`]. Must not know: HIR.

use rspirv::binary::Assemble;
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

/// An instruction that the grammar does not know, by its number, with result. It is OpNop with operands, the first of
/// them the number, until [`words`] makes words of it.
pub(super) fn numbered(number: u32, result_type: u32, result_id: u32, operands: &[u32]) -> dr::Instruction {
    let ids = operands.iter().copied().map(dr::Operand::IdRef);
    let operands = std::iter::once(dr::Operand::LiteralBit32(number)).chain(ids).collect();
    instruction(Op::Nop, Some(result_type), Some(result_id), operands)
}

/// The words of a module.
pub(super) fn words(module: &dr::Module) -> Vec<u32> {
    let mut words = Vec::new();
    if let Some(header) = &module.header {
        header.assemble_into(&mut words);
    }
    for instruction in module.all_inst_iter() {
        let start = words.len();
        instruction.assemble_into(&mut words);
        if instruction.class.opcode == Op::Nop && !instruction.operands.is_empty() {
            // Type and result come first, then the number, which moves to the front.
            let number = start + 3;
            if number < words.len() {
                let opcode = words.remove(number);
                let count = (words.len() - start) as u32;
                if let Some(first) = words.get_mut(start) {
                    *first = count << 16 | opcode;
                }
            }
        }
    }
    words
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
