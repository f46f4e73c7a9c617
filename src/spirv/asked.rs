//! The kinds of instructions to look up in the grammar, each once.
//!
//! Comes in: instructions as they are written. Goes out: their kinds, in order of first occurrence. Must not depend on:
//! the grammar.
//!
//! A module has thousands of instructions, but only about fifty kinds: capabilities and extensions follow from opcodes
//! and enumerants, not from ids.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op};
use smallvec::SmallVec;
use std::mem::discriminant;

/// The number of chains of kinds. A kind is in the chain of its opcode and the words of its enumerants.
const CHAINS: usize = 32;

/// The opcodes without an extension are below 448.
const CORE_WORDS: usize = 448 / 64;

/// When there are more kinds, from modules with many extended instructions, those of earlier modules go.
const MOST_KINDS: usize = 256;

/// The kinds of the instructions of a section.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The opcodes of the core seen without enumerants, as bits.
    plain: [u64; CORE_WORDS],
    /// The same for the opcodes of extensions.
    plain_extensions: Vec<u64>,
    /// Every kind so far, those of earlier modules in this memory included: most modules have the same.
    kinds: Vec<Kind>,
    /// The index, plus one, of the first kind in each chain.
    chains: [u16; CHAINS],
    /// The indices of those in this module, in order of first occurrence.
    seen: Vec<u16>,
    /// The number of this module.
    module: u32,
}

/// An opcode, and those operands of an instruction that are enumerants; for OpExtInst also the set.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub opcode: Op,
    pub operands: SmallVec<[Operand; 2]>,
    /// What instructions of this kind require, once that was looked up, if it depends on nothing else.
    pub requirement: Option<Requirement>,
    /// By which most kinds differ.
    enumerants: Enumerants,
    /// The index, plus one, of the kind behind it in its chain.
    next: u16,
    /// The last module that had it.
    module: u32,
}

/// How many operands of an instruction are enumerants, and the sum of their words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Enumerants {
    count: u32,
    sum: u32,
}

impl Enumerants {
    /// Adds the word of an enumerant.
    pub(super) const fn add(&mut self, word: u32) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(word);
    }

    pub(super) const fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// Capabilities, any one of which is enough.
pub(super) type Alternatives = SmallVec<[Capability; 4]>;

/// What the grammar says that a kind of instructions requires.
#[derive(Clone, Debug, Default)]
pub(super) struct Requirement {
    /// Lists of extensions, one of each of which is enough.
    pub extensions: Vec<Vec<&'static str>>,
    /// Lists of capabilities, one of each of which is enough.
    pub capabilities: Vec<Alternatives>,
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

/// The operands of an instruction for which the grammar may have requirements.
fn named(opcode: Op, operands: &[Operand]) -> impl Iterator<Item = &Operand> {
    let is_set = move |index: usize| opcode == Op::ExtInst && index == 0;
    operands.iter().enumerate().filter(move |(at, it)| !is_plain(it) || is_set(*at)).map(|(_, it)| it)
}

impl Kind {
    /// Whether an instruction with the same opcode, and the same number and sum of enumerants, has the same enumerants, too.
    fn has(&self, operands: &[Operand]) -> bool {
        match self.operands.as_slice() {
            [] => true,
            // The sum is its word: comparing the operands themselves, with 200 cases, would find out no more.
            [only] if self.enumerants.count == 1 => {
                operands.iter().find(|it| !is_plain(it)).is_some_and(|it| discriminant(it) == discriminant(only))
            }
            all => all.iter().eq(named(self.opcode, operands)),
        }
    }
}

impl Asked {
    /// Forgets what this module had.
    pub(super) fn clear(&mut self) {
        self.plain = Default::default();
        self.plain_extensions.clear();
        self.seen.clear();
        self.module = self.module.wrapping_add(1);
        if self.kinds.len() > MOST_KINDS {
            self.kinds.clear();
            self.chains = Default::default();
        }
    }

    /// Records an instruction whose operands are ids, numbers and strings.
    #[inline]
    pub(super) fn plain(&mut self, opcode: Op) {
        let (word, bit) = (opcode as usize / 64, 1 << (opcode as usize % 64));
        // As most: all that is left for them is this test.
        if self.plain.get(word).is_none_or(|seen| seen & bit == 0) {
            self.new_plain(opcode, word, bit);
        }
    }

    fn new_plain(&mut self, opcode: Op, word: usize, bit: u64) {
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
        self.instruction(opcode, Enumerants::default(), &[]);
    }

    /// Records any instruction, with what is known about its enumerants.
    pub(super) fn instruction(&mut self, opcode: Op, enumerants: Enumerants, operands: &[Operand]) {
        // Most chains have one kind or two.
        let chain = (opcode as usize).wrapping_add(enumerants.sum as usize) % CHAINS;
        let Some(chain) = self.chains.get_mut(chain) else { return };
        let mut number = *chain;
        while let Some(index) = usize::from(number).checked_sub(1) {
            let Some(kind) = self.kinds.get_mut(index) else { break };
            if kind.opcode == opcode && kind.enumerants == enumerants && kind.has(operands) {
                if kind.module != self.module {
                    kind.module = self.module;
                    self.seen.push(index as u16);
                }
                return;
            }
            number = kind.next;
        }
        if self.kinds.capacity() == 0 {
            // Most sections of small shaders have no more, so that these need not grow and move them.
            self.kinds.reserve(16);
            self.seen.reserve(16);
        }
        // There are few enough kinds for the index to fit.
        self.seen.push(self.kinds.len() as u16);
        self.kinds.push(Kind {
            opcode,
            operands: named(opcode, operands).cloned().collect(),
            requirement: None,
            enumerants,
            next: *chain,
            module: self.module,
        });
        *chain = self.kinds.len() as u16;
    }

    /// The kinds.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.seen.iter().filter_map(|&index| self.kinds.get(usize::from(index)))
    }

    /// Calls `with` for each kind.
    pub(super) fn for_each(&mut self, mut with: impl FnMut(&mut Kind)) {
        for &index in &self.seen {
            if let Some(kind) = self.kinds.get_mut(usize::from(index)) {
                with(kind);
            }
        }
    }

    /// Adds the kinds of another section.
    pub(super) fn extend(&mut self, others: &Self) {
        for kind in others.kinds() {
            self.instruction(kind.opcode, kind.enumerants, &kind.operands);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Enumerants};
    use rspirv::dr::Operand;
    use rspirv::spirv::{Decoration, Op};

    #[test]
    fn each_kind_is_kept_once_whatever_its_ids() {
        let sum = |words: &[u32]| {
            let mut sum = Enumerants::default();
            words.iter().for_each(|it| sum.add(*it));
            sum
        };
        let mut asked = Asked::default();
        for id in 1..100 {
            let binding = [Operand::IdRef(id), Operand::Decoration(Decoration::Binding), Operand::LiteralBit32(id)];
            asked.instruction(Op::Decorate, sum(&[Decoration::Binding as u32]), &binding);
            let block = [Operand::IdRef(id), Operand::Decoration(Decoration::Block)];
            asked.instruction(Op::Decorate, sum(&[Decoration::Block as u32]), &block);
            asked.plain(Op::IAdd);
            // Of another set, the same number is another instruction.
            asked.instruction(Op::ExtInst, sum(&[1]), &[Operand::IdRef(id % 2), Operand::LiteralExtInstInteger(1)]);
        }
        let opcodes: Vec<Op> = asked.kinds().map(|it| it.opcode).collect();
        assert_eq!(opcodes, [Op::Decorate, Op::Decorate, Op::IAdd, Op::ExtInst, Op::ExtInst]);
        let mut all = Asked::default();
        all.extend(&asked);
        all.extend(&asked);
        assert!(all.kinds().map(|it| it.opcode).eq(asked.kinds().map(|it| it.opcode)));
        // The next module in the same memory has none of them, and finds those that it shares.
        asked.clear();
        assert_eq!(asked.kinds().count(), 0);
        asked.plain(Op::IAdd);
        asked.plain(Op::ISub);
        assert!(asked.kinds().map(|it| it.opcode).eq([Op::IAdd, Op::ISub]));
    }
}
