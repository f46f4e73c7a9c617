//! Instructions with their grammar entry, without rspirv's linear search.
//!
//! Comes in: an opcode and operands. Goes out: a [`dr::Instruction`]. Must not depend on: HIR.

use rspirv::binary::Assemble;
use rspirv::{dr, grammar, spirv::Op};
use std::sync::OnceLock;

/// The positions of the entries in the table of the grammar, by opcode; small, as every run builds it.
static PLACES: OnceLock<Vec<u16>> = OnceLock::new();

/// The grammar entry of an opcode, in constant time.
pub(super) fn class(opcode: Op) -> &'static grammar::Instruction<'static> {
    let places = PLACES.get_or_init(|| {
        let last = grammar::INSTRUCTION_TABLE.iter().map(|entry| entry.opcode as usize).max().unwrap_or(0);
        let mut places = vec![u16::MAX; last + 1];
        for (place, entry) in (0..u16::MAX).zip(grammar::INSTRUCTION_TABLE.iter()) {
            if let Some(slot) = places.get_mut(entry.opcode as usize) {
                *slot = place.min(*slot);
            }
        }
        places
    });
    let place = places.get(opcode as usize).copied().unwrap_or(u16::MAX);
    // Every `Op` comes from the same grammar as the table, so the search never runs.
    let entry = grammar::INSTRUCTION_TABLE.iter().nth(place.into());
    entry.unwrap_or_else(|| grammar::INSTRUCTION_TABLE.get(opcode))
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
        if is_numbered(instruction) {
            patch(instruction, &mut words, start);
        }
    }
    words
}

/// Turns the words of a numbered instruction, assembled from `start` on, into those of the instruction it stands for:
/// its opcode moves from the operands to the front.
fn patch(instruction: &dr::Instruction, words: &mut Vec<u32>, start: usize) {
    let (opcode, _) = parts(instruction);
    let ids = usize::from(instruction.result_type.is_some()) + usize::from(instruction.result_id.is_some());
    let first_operand = start + 1 + ids;
    if first_operand < words.len() {
        words.remove(first_operand);
    }
    // The count fits: `sema` limits the size of instructions.
    let count = (words.len() - start) as u32;
    if let Some(first) = words.get_mut(start) {
        *first = count << 16 | (opcode & 0xFFFF);
    }
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

/// The class of instructions by number: those that a shader names that way, and those that the grammar does not know
/// yet. Their first operand is the opcode until [`words`] makes words of them; the grammar is not consulted for them.
static NUMBERED: grammar::Instruction<'static> =
    grammar::Instruction { opname: "Numbered", opcode: Op::Nop, capabilities: &[], extensions: &[], operands: &[] };

/// An instruction by its opcode.
pub(super) fn numbered(
    opcode: u32,
    result_type: Option<u32>,
    result_id: Option<u32>,
    mut operands: Vec<dr::Operand>,
) -> dr::Instruction {
    operands.insert(0, dr::Operand::LiteralBit32(opcode));
    dr::Instruction { class: &NUMBERED, result_type, result_id, operands }
}

/// The opcode and the operands of an instruction.
pub(super) fn parts(instruction: &dr::Instruction) -> (u32, &[dr::Operand]) {
    match instruction.operands.split_first() {
        Some((&dr::Operand::LiteralBit32(opcode), operands)) if is_numbered(instruction) => (opcode, operands),
        _ => (instruction.class.opcode as u32, &instruction.operands),
    }
}

/// Whether an instruction was made by [`numbered`].
pub(super) fn is_numbered(instruction: &dr::Instruction) -> bool {
    std::ptr::eq(instruction.class, &NUMBERED)
}

/// The instructions in the words after a header; `None` if the words are malformed.
pub(super) fn instruction_words(mut words: &[u32]) -> Option<Vec<&[u32]>> {
    let mut instructions = Vec::new();
    while let Some(first) = words.first() {
        let count = (first >> 16) as usize;
        let (instruction, rest) = words.split_at_checked(count).filter(|_| count > 0)?;
        instructions.push(instruction);
        words = rest;
    }
    Some(instructions)
}
