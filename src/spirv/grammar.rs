//! Entries of rspirv's grammar without its linear search.
//!
//! Comes in: an opcode. Goes out: its entry. Must not depend on: HIR.

use rspirv::{grammar, spirv::Op};

/// The grammar entry of an opcode.
pub(super) fn class(opcode: Op) -> &'static grammar::Instruction<'static> {
    // Every `Op` comes from the same grammar as the table, so it is always found.
    found(opcode).unwrap_or_else(|| grammar::INSTRUCTION_TABLE.get(opcode))
}

/// The entries are in order of their opcodes. A table of positions by opcode would need fewer steps, but each process would build it:
/// that was 4 % of the instructions of one that compiles a small shader, and a module asks for fewer than a hundred entries.
fn found(opcode: Op) -> Option<&'static grammar::Instruction<'static>> {
    // No two entries have the same opcode, so none is at a position behind its opcode.
    let (mut low, mut high) = (0, opcode as usize + 1);
    while low < high {
        let middle = usize::midpoint(low, high);
        match grammar::INSTRUCTION_TABLE.iter().nth(middle) {
            Some(entry) if entry.opcode == opcode => return Some(entry),
            Some(entry) if (entry.opcode as u32) < opcode as u32 => low = middle + 1,
            // A larger opcode, or the end of the table.
            _ => high = middle,
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::found;
    use rspirv::grammar::INSTRUCTION_TABLE;
    use std::ptr;

    #[test]
    fn every_entry_is_found_without_a_linear_search() {
        let is_found = |entry: &'static rspirv::grammar::Instruction<'static>| {
            found(entry.opcode).is_some_and(|it| ptr::eq(it, entry))
        };
        assert!(INSTRUCTION_TABLE.iter().all(is_found));
    }
}
