//! What of some instructions the grammar must be asked about, each kind once.
//!
//! Comes in: instructions as they are written. Goes out: their kinds, in the order in which they first came. Must not depend on: what
//! the grammar answers.
//!
//! A module has thousands of instructions, but of some fifty kinds: capabilities and extensions follow from opcodes and
//! enumerants, not from ids.

use rspirv::dr::Operand;
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// How many chains of kinds there are. A kind is in the chain of its opcode.
const CHAINS: usize = 32;

/// The kinds of some instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The opcodes that came without enumerants, as bits.
    plain: Vec<u64>,
    kinds: Vec<Kind>,
    /// The number, plus one, of the first kind in each chain.
    chains: [u16; CHAINS],
    /// The same of the kind behind each kind.
    next: Vec<u16>,
}

/// An opcode, and the operands of an instruction that are names of the grammar. Of OpExtInst also the set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    pub opcode: Op,
    pub operands: SmallVec<[Operand; 2]>,
}

/// Whether the grammar asks nothing of an operand, whatever it is.
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
    /// An instruction whose operands are ids, numbers and texts.
    pub(super) fn plain(&mut self, opcode: Op) {
        let (word, bit) = (opcode as usize / 64, 1 << (opcode as usize % 64));
        if self.plain.get(word).is_some_and(|word| word & bit != 0) {
            return;
        }
        if self.plain.len() <= word {
            self.plain.resize(word + 1, 0);
        }
        if let Some(word) = self.plain.get_mut(word) {
            *word |= bit;
        }
        self.add(opcode, &[]);
    }

    /// Any instruction.
    pub(super) fn instruction(&mut self, opcode: Op, operands: &[Operand]) {
        self.add(opcode, operands);
    }

    fn add(&mut self, opcode: Op, operands: &[Operand]) {
        let is_set = |index: usize| opcode == Op::ExtInst && index == 0;
        let named = || operands.iter().enumerate().filter(|(at, it)| !is_plain(it) || is_set(*at)).map(|(_, it)| it);
        let Some(chain) = self.chains.get_mut(opcode as usize % CHAINS) else { return };
        let mut number = *chain;
        while let Some(index) = usize::from(number).checked_sub(1) {
            if self.kinds.get(index).is_some_and(|it| it.opcode == opcode && it.operands.iter().eq(named())) {
                return;
            }
            number = self.next.get(index).copied().unwrap_or(0);
        }
        self.next.push(*chain);
        self.kinds.push(Kind { opcode, operands: named().cloned().collect() });
        // The grammar does not have as many kinds as would not fit.
        *chain = self.kinds.len() as u16;
    }

    /// The kinds.
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Takes over the kinds of others.
    pub(super) fn extend(&mut self, others: &Self) {
        for kind in &others.kinds {
            self.add(kind.opcode, &kind.operands);
        }
    }
}
