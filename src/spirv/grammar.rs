//! Entries of rspirv's grammar without its linear search.
//!
//! Comes in: an opcode. Goes out: its entry. Must not depend on: HIR.

use rspirv::{grammar, spirv::Op};
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
