//! The kinds of instructions to look up in the grammar, each once.
//!
//! Comes in: instructions as they are written. Goes out: their kinds, in order of first occurrence. Must not depend on:
//! the grammar.
//!
//! A module has thousands of instructions, but only about fifty kinds: capabilities and extensions follow from opcodes
//! and enumerants, not from ids.

use rspirv::dr::Operand;
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// The number of chains of kinds. A kind is in the chain of its opcode.
const CHAINS: usize = 32;

/// The opcodes without an extension are below 448.
const CORE_WORDS: usize = 448 / 64;

/// The kinds of the instructions of a section.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The opcodes of the core seen without enumerants, as bits.
    plain: [u64; CORE_WORDS],
    /// The same for the opcodes of extensions.
    plain_extensions: Vec<u64>,
    /// Each with the number, plus one, of the kind behind it in its chain.
    kinds: Vec<(Kind, u16)>,
    /// The index, plus one, of the first kind in each chain.
    chains: [u16; CHAINS],
}

/// An opcode, and those operands of an instruction that are enumerants; for OpExtInst also the set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    pub opcode: Op,
    pub operands: SmallVec<[Operand; 2]>,
}

/// Whether the grammar has no requirements for an operand, whatever its value.
const fn is_plain(operand: &Operand) -> bool {
    matches!(
        operand,
        Operand::IdRef(_)
            | Operand::IdScope(_)
            | Operand::IdMemorySemantics(_)
            | Operand::LiteralBit32(_)
            | Operand::LiteralBit64(_)
            | Operand::LiteralString(_)
    )
}

impl Asked {
    /// Room for the kinds of a section that has many of them, so that the list need not grow.
    pub(super) fn with_capacity(kinds: usize) -> Self {
        Self { kinds: Vec::with_capacity(kinds), ..Self::default() }
    }

    /// Records an instruction whose operands are ids, numbers and strings.
    pub(super) fn plain(&mut self, opcode: Op) {
        let (word, bit) = (opcode as usize / 64, 1 << (opcode as usize % 64));
        let seen = match self.plain.get_mut(word) {
            Some(seen) => seen,
            None => {
                let word = word - CORE_WORDS;
                if self.plain_extensions.len() <= word {
                    self.plain_extensions.resize(word + 1, 0);
                }
                let Some(seen) = self.plain_extensions.get_mut(word) else { return };
                seen
            }
        };
        if *seen & bit != 0 {
            return;
        }
        *seen |= bit;
        self.add(opcode, &[]);
    }

    /// Records any instruction.
    pub(super) fn instruction(&mut self, opcode: Op, operands: &[Operand]) {
        self.add(opcode, operands);
    }

    fn add(&mut self, opcode: Op, operands: &[Operand]) {
        let is_set = |index: usize| opcode == Op::ExtInst && index == 0;
        let named = || operands.iter().enumerate().filter(|(at, it)| !is_plain(it) || is_set(*at)).map(|(_, it)| it);
        let Some(chain) = self.chains.get_mut(opcode as usize % CHAINS) else { return };
        let mut number = *chain;
        while let Some(index) = usize::from(number).checked_sub(1) {
            let Some((kind, next)) = self.kinds.get(index) else { break };
            if kind.opcode == opcode && kind.operands.iter().eq(named()) {
                return;
            }
            number = *next;
        }
        self.kinds.push((Kind { opcode, operands: named().cloned().collect() }, *chain));
        // The grammar has few enough kinds for the index to fit.
        *chain = self.kinds.len() as u16;
    }

    /// The kinds.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.kinds.iter().map(|it| &it.0)
    }

    /// Adds the kinds of another section.
    pub(super) fn extend(&mut self, others: &Self) {
        for kind in others.kinds() {
            self.add(kind.opcode, &kind.operands);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Asked;
    use rspirv::dr::Operand;
    use rspirv::spirv::{Decoration, Op};

    #[test]
    fn each_kind_is_kept_once_whatever_its_ids() {
        let mut asked = Asked::default();
        for id in 1..100 {
            let binding = [Operand::IdRef(id), Operand::Decoration(Decoration::Binding), Operand::LiteralBit32(id)];
            asked.instruction(Op::Decorate, &binding);
            asked.instruction(Op::Decorate, &[Operand::IdRef(id), Operand::Decoration(Decoration::Block)]);
            asked.plain(Op::IAdd);
            // Of another set, the same number is another instruction.
            asked.instruction(Op::ExtInst, &[Operand::IdRef(id % 2), Operand::LiteralExtInstInteger(1)]);
        }
        let opcodes: Vec<Op> = asked.kinds().map(|it| it.opcode).collect();
        assert_eq!(opcodes, [Op::Decorate, Op::Decorate, Op::IAdd, Op::ExtInst, Op::ExtInst]);
        let mut all = Asked::default();
        all.extend(&asked);
        all.extend(&asked);
        assert!(all.kinds().eq(asked.kinds()));
    }
}
