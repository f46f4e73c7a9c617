//! Instructions as a sequence of words.
//!
//! Comes in: opcodes and operands, in rspirv's vocabulary. Goes out: the words, each with a [`Role`], so that reading
//! them requires no grammar, and the kinds of instructions to look up in the [grammar](Section::kinds). Must not depend
//! on: HIR.

use super::asked::{Asked, Enumerants, Kind};
use rspirv::binary::Assemble;
use rspirv::dr::Operand;
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// Longer sections do not keep their memory for the next module.
const MOST_WORDS: usize = 1 << 17;

/// The operands of an instruction under construction.
pub(super) type OperandList = SmallVec<[Operand; 6]>;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The first word of an instruction: its opcode and its number of words.
    Opcode,
    /// The same for a numbered instruction: one that a shader names by number, or that rspirv's grammar does not know
    /// yet. It is not looked up in the grammar.
    Number,
    /// The type of the result.
    Type,
    /// The id of the result.
    Result,
    /// An id.
    Id,
    /// The id of a scope.
    Scope,
    /// The id of memory semantics.
    Semantics,
    /// A number, or a part of a string.
    Literal,
    /// An enumerant of the grammar, or a combination of bits.
    Enumerant,
}

/// A word with its kind.
pub(super) type Word = (u32, Role);

/// Some instructions of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    words: Vec<Word>,
    /// In a box, as sections move from writer to module and back.
    asked: Option<Box<Asked>>,
}

/// An instruction in a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction<'a> {
    pub words: &'a [Word],
}

impl Section {
    /// Makes room for some words.
    pub(super) fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
    }

    /// Adds an instruction.
    pub(super) fn push(&mut self, opcode: Op, ty: Option<u32>, id: Option<u32>, operands: &[Operand]) {
        let start = self.begin(Role::Opcode, ty, id);
        let enumerants = self.operands(operands);
        self.ask(opcode, enumerants, operands);
        self.end(start, opcode as u32);
    }

    /// Adds an instruction whose operands are all ids.
    pub(super) fn push_ids(&mut self, opcode: Op, ty: Option<u32>, id: Option<u32>, operands: &[u32]) {
        // The count fits: `sema` limits the size of instructions.
        let count = 1 + usize::from(ty.is_some()) + usize::from(id.is_some()) + operands.len();
        let first = ((count as u32) << 16 | opcode as u32, Role::Opcode);
        self.head(first, ty, id);
        self.words.extend(operands.iter().map(|&id| (id, Role::Id)));
        self.asked_mut().plain(opcode);
    }

    /// Adds the name of an id, or of one of its members. Most shaders have more names than other instructions outside functions.
    pub(super) fn push_name(&mut self, id: u32, member: Option<u32>, name: &str) {
        let start = self.words.len();
        let opcode = if member.is_some() { Op::MemberName } else { Op::Name };
        self.words.extend_from_slice(&[(0, Role::Opcode), (id, Role::Id)]);
        self.words.extend(member.map(|member| (member, Role::Literal)));
        self.text(name);
        self.asked_mut().plain(opcode);
        self.end(start, opcode as u32);
    }

    /// Adds an instruction whose last operand is a string.
    pub(super) fn push_text(&mut self, opcode: Op, id: Option<u32>, operands: &[Operand], text: &str) {
        let start = self.begin(Role::Opcode, None, id);
        let enumerants = self.operands(operands);
        self.text(text);
        self.ask(opcode, enumerants, operands);
        self.end(start, opcode as u32);
    }

    fn ask(&mut self, opcode: Op, enumerants: Enumerants, operands: &[Operand]) {
        let asked = self.asked_mut();
        if enumerants.is_empty() { asked.plain(opcode) } else { asked.instruction(opcode, enumerants, operands) }
    }

    /// Adds an instruction by its number. The grammar knows nothing of it, but what its enumerants require.
    pub(super) fn push_numbered(&mut self, opcode: u32, ty: Option<u32>, id: Option<u32>, operands: &[Operand]) {
        let start = self.begin(Role::Number, ty, id);
        let enumerants = self.operands(operands);
        self.asked_mut().instruction(Op::Nop, enumerants, operands);
        self.end(start, opcode);
    }

    /// Adds the words of a complete instruction.
    pub(super) fn push_words(&mut self, words: &[Word]) {
        let start = self.words.len();
        self.words.extend_from_slice(words);
        self.end(start, words.first().map_or(0, |first| first.0 & 0xFFFF));
    }

    fn begin(&mut self, role: Role, ty: Option<u32>, id: Option<u32>) -> usize {
        let start = self.words.len();
        self.head((0, role), ty, id);
        start
    }

    /// Adds the first word of an instruction with its type and its result. Each list is one check for room, where single
    /// words would be one each.
    #[inline]
    fn head(&mut self, first: Word, ty: Option<u32>, id: Option<u32>) {
        match (ty, id) {
            (Some(ty), Some(id)) => self.words.extend_from_slice(&[first, (ty, Role::Type), (id, Role::Result)]),
            (None, Some(id)) => self.words.extend_from_slice(&[first, (id, Role::Result)]),
            (Some(ty), None) => self.words.extend_from_slice(&[first, (ty, Role::Type)]),
            (None, None) => self.words.push(first),
        }
    }

    fn end(&mut self, start: usize, opcode: u32) {
        // The count fits: `sema` limits the size of instructions.
        let count = (self.words.len() - start) as u32;
        if let Some(first) = self.words.get_mut(start) {
            first.0 = count << 16 | (opcode & 0xFFFF);
        }
    }

    /// Adds operands; returns the number of those for which the grammar may have requirements, and the sum of their words.
    fn operands(&mut self, operands: &[Operand]) -> Enumerants {
        let mut enumerants = Enumerants::default();
        for operand in operands {
            let word = match *operand {
                Operand::IdRef(id) => (id, Role::Id),
                Operand::LiteralBit32(word) => (word, Role::Literal),
                Operand::IdScope(id) => (id, Role::Scope),
                Operand::IdMemorySemantics(id) => (id, Role::Semantics),
                Operand::LiteralString(ref text) => {
                    self.text(text);
                    continue;
                }
                Operand::LiteralBit64(bits) => {
                    self.words.push((bits as u32, Role::Literal));
                    ((bits >> 32) as u32, Role::Literal)
                }
                _ => {
                    let word = enumerant(operand);
                    enumerants.add(word);
                    (word, Role::Enumerant)
                }
            };
            self.words.push(word);
        }
        enumerants
    }

    fn text(&mut self, text: &str) {
        let (chunks, rest) = text.as_bytes().as_chunks();
        self.words.extend(chunks.iter().map(|it| (u32::from_le_bytes(*it), Role::Literal)));
        let last = rest.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        self.words.push((last, Role::Literal));
    }

    /// The words.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The kinds of instructions to look up in the grammar.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.asked.iter().flat_map(|it| it.kinds())
    }

    #[inline]
    fn asked_mut(&mut self) -> &mut Asked {
        self.asked.get_or_insert_default()
    }

    /// Calls `with` for each of these kinds.
    pub(super) fn for_each_kind(&mut self, with: impl FnMut(&mut Kind)) {
        if let Some(asked) = &mut self.asked {
            asked.for_each(with);
        }
    }

    /// The number of words, which is the position of the next instruction.
    pub(super) const fn len(&self) -> usize {
        self.words.len()
    }

    /// The instructions.
    pub(super) fn iter(&self) -> impl Iterator<Item = Instruction<'_>> {
        let mut words = self.words.as_slice();
        std::iter::from_fn(move || {
            let count = (words.first()?.0 >> 16) as usize;
            let (instruction, others) = words.split_at_checked(count).filter(|_| count > 0)?;
            words = others;
            Some(Instruction { words: instruction })
        })
    }

    /// The words from a position on, for modification.
    pub(super) fn words_mut(&mut self, place: usize) -> std::slice::IterMut<'_, Word> {
        self.words.get_mut(place..).unwrap_or_default().iter_mut()
    }

    /// Adds the words between two positions of another section.
    pub(super) fn extend_from(&mut self, other: &Self, from: usize, to: usize) {
        self.words.extend_from_slice(other.words.get(from..to).unwrap_or_default());
    }

    /// Adds the instructions of another section.
    pub(super) fn append(&mut self, other: &Self) {
        self.extend_from(other, 0, other.len());
        self.ask_as(other);
    }

    /// Adds the kinds of instructions of another section.
    pub(super) fn ask_as(&mut self, other: &Self) {
        if let Some(asked) = &other.asked {
            self.asked_mut().extend(asked);
        }
    }

    /// Removes the instructions, but remembers their kinds.
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    /// Removes everything, but keeps the memory unless there is much of it.
    pub(super) fn reset(&mut self) {
        if self.words.capacity() > MOST_WORDS {
            self.words = Vec::new();
        }
        self.words.clear();
        if let Some(asked) = &mut self.asked {
            asked.clear();
        }
    }

    /// Moves the words from one position on to an earlier position.
    pub(super) fn move_end(&mut self, from: usize, to: usize) {
        let count = self.words.len() - from.min(self.words.len());
        if let Some(words) = self.words.get_mut(to..) {
            words.rotate_right(count.min(words.len()));
        }
    }

    /// Turns the numbered instruction with this result into an ordinary one.
    pub(super) fn renew(&mut self, result: u32, opcode: Op, operands: &[Operand]) -> bool {
        let before = self.iter().take_while(|it| it.result() != Some(result));
        let place = before.map(|it| it.words.len()).sum::<usize>();
        let Some(first) = self.words.get_mut(place) else { return false };
        first.1 = Role::Opcode;
        let mut enumerants = Enumerants::default();
        operands.iter().map(enumerant).for_each(|it| enumerants.add(it));
        self.asked_mut().instruction(opcode, enumerants, operands);
        true
    }
}

/// The word of an enumerant.
fn enumerant(operand: &Operand) -> u32 {
    match *operand {
        // The most frequent ones; rspirv would write them to a vector, like the others.
        Operand::StorageClass(it) => it as u32,
        Operand::Decoration(it) => it as u32,
        Operand::BuiltIn(it) => it as u32,
        Operand::MemoryAccess(it) => it.bits(),
        Operand::SelectionControl(it) => it.bits(),
        Operand::LoopControl(it) => it.bits(),
        Operand::FunctionControl(it) => it.bits(),
        Operand::GroupOperation(it) => it as u32,
        // Every module has some of these.
        Operand::Capability(it) => it as u32,
        Operand::AddressingModel(it) => it as u32,
        Operand::MemoryModel(it) => it as u32,
        Operand::ExecutionModel(it) => it as u32,
        Operand::ExecutionMode(it) => it as u32,
        Operand::LiteralExtInstInteger(it) => it,
        ref other => other.assemble().first().copied().unwrap_or(0),
    }
}

impl<'a> Instruction<'a> {
    /// Whether it is a numbered instruction.
    pub(super) fn is_numbered(&self) -> bool {
        matches!(self.words.first(), Some((_, Role::Number)))
    }

    /// The number of its opcode.
    pub(super) fn number(&self) -> u32 {
        self.words.first().map_or(0, |first| first.0 & 0xFFFF)
    }

    /// Whether it has this opcode and is not a numbered instruction.
    pub(super) fn is(&self, opcode: Op) -> bool {
        self.number() == opcode as u32 && !self.is_numbered()
    }

    /// Its opcode; OpNop for a numbered instruction.
    pub(super) fn opcode(&self) -> Op {
        if self.is_numbered() { Op::Nop } else { Op::from_u32(self.number()).unwrap_or(Op::Nop) }
    }

    /// The type of its result.
    pub(super) fn ty(&self) -> Option<u32> {
        match *self.words {
            [_, (ty, Role::Type), ..] => Some(ty),
            _ => None,
        }
    }

    /// The id of its result.
    pub(super) fn result(&self) -> Option<u32> {
        match *self.words {
            [_, (id, Role::Result), ..] | [_, _, (id, Role::Result), ..] => Some(id),
            _ => None,
        }
    }

    /// Its operands.
    pub(super) fn operands(&self) -> &'a [Word] {
        let first = match self.words {
            [_, _, (_, Role::Result), ..] => 3,
            [_, (_, Role::Type | Role::Result), ..] => 2,
            _ => 1,
        };
        self.words.get(first..).unwrap_or_default()
    }

    /// The type of its result, its result, and its operands; 0 stands for none of the former two.
    pub(super) fn parts(&self) -> (u32, u32, &'a [Word]) {
        match self.words {
            &[_, (ty, Role::Type), (id, Role::Result), ref operands @ ..] => (ty, id, operands),
            &[_, (id, Role::Result), ref operands @ ..] => (0, id, operands),
            &[_, (ty, Role::Type), ref operands @ ..] => (ty, 0, operands),
            &[_, ref operands @ ..] => (0, 0, operands),
            [] => (0, 0, &[]),
        }
    }

    /// The word of an operand.
    pub(super) fn operand(&self, index: usize) -> Option<u32> {
        self.operands().get(index).map(|it| it.0)
    }

    /// An operand that is an id.
    pub(super) fn id(&self, index: usize) -> Option<u32> {
        self.operands().get(index).and_then(id)
    }

    /// Whether an operand is this enumerant.
    pub(super) fn has_enumerant(&self, index: usize, name: u32) -> bool {
        self.operands().get(index) == Some(&(name, Role::Enumerant))
    }

    /// The operands that are ids.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.operands().iter().filter_map(id)
    }
}

/// The id, if the word is one.
const fn id(&(word, role): &Word) -> Option<u32> {
    if matches!(role, Role::Id | Role::Scope | Role::Semantics) { Some(word) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Role, Section};
    use rspirv::binary::Assemble;
    use rspirv::dr::Operand;
    use rspirv::spirv::{Op, StorageClass};

    fn words(section: &Section) -> Vec<u32> {
        section.words().iter().map(|it| it.0).collect()
    }

    #[test]
    fn texts_and_names_are_written_as_rspirv_writes_them() {
        for text in ["", "abc", "abcd", "main"] {
            let mut section = Section::default();
            section.push_text(Op::Name, None, &[Operand::IdRef(7)], text);
            let count = 2 + text.len() as u32 / 4 + 1;
            let mut expected = vec![count << 16 | Op::Name as u32, 7];
            Operand::LiteralString(text.to_owned()).assemble_into(&mut expected);
            assert_eq!(words(&section), expected);
        }
        let mut section = Section::default();
        section.push(Op::Variable, Some(3), Some(4), &[Operand::StorageClass(StorageClass::Workgroup)]);
        assert_eq!(words(&section), [4 << 16 | Op::Variable as u32, 3, 4, StorageClass::Workgroup as u32]);
    }

    #[test]
    fn words_know_what_they_are() {
        let mut section = Section::default();
        section.push(Op::Load, Some(1), Some(2), &[Operand::IdRef(3), Operand::LiteralBit32(4)]);
        section.push_numbered(Op::Load as u32, None, None, &[Operand::IdScope(5)]);
        section.push_ids(Op::Store, None, None, &[6, 7]);
        let instructions: Vec<_> = section.iter().collect();
        let [load, numbered, store] = instructions.as_slice() else { unreachable!("three instructions") };
        assert_eq!((load.ty(), load.result(), load.id(0), load.id(1)), (Some(1), Some(2), Some(3), None));
        assert_eq!((numbered.opcode(), numbered.number(), numbered.ty()), (Op::Nop, Op::Load as u32, None));
        assert!(!numbered.is(Op::Load) && numbered.operands() == [(5, Role::Scope)]);
        assert_eq!((store.ty(), store.result(), store.ids().collect::<Vec<_>>()), (None, None, vec![6, 7]));
    }

    #[test]
    fn the_end_moves_to_the_front() {
        let mut section = Section::default();
        section.push_ids(Op::Store, None, None, &[1, 2]);
        let end = section.len();
        section.push(Op::Label, None, Some(3), &[]);
        section.move_end(end, 0);
        assert!(section.iter().map(|it| it.opcode()).eq([Op::Label, Op::Store]));
    }
}
