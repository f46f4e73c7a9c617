//! The text of a module with unknown instructions and enumerants.
//!
//! Comes in: words. Goes out: text, one instruction per line. rspirv writes what its grammar knows; an instruction that
//! it cannot read, because its opcode or an enumerant in it is newer, is written with numbers. Must not depend on: how
//! the words were made.

use crate::spirv::grammar::instruction_words;
use rspirv::binary::{Consumer, Disassemble, ParseAction, parse_words};
use rspirv::dr;
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind, ext_inst_table};
use rspirv::spirv::{FPEncoding, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// How many instructions with unknown enumerants are searched for, each with a new pass over the module.
const MOST_PASSES: usize = 256;

/// The module as text.
///
/// # Errors
/// Why the words are not a SPIR-V module.
pub(super) fn disassemble(words: &[u32]) -> Result<String, String> {
    let short = || "these words are not a SPIR-V module".to_owned();
    let (header, body) = words.split_at_checked(5).ok_or_else(short)?;
    let instructions = instruction_words(body).ok_or_else(short)?;
    let mut inside = false;
    let mut numbers: FxHashSet<u32> = FxHashSet::default();
    let mut known: Vec<bool> = Vec::with_capacity(instructions.len());
    for words in &instructions {
        let number = opcode(words);
        inside = number != Some(Op::FunctionEnd as u32) && (inside || number == Some(Op::Function as u32));
        // rspirv does not know extended instructions outside functions, as sets for debug information have.
        let is_misplaced = number == Some(Op::ExtInst as u32) && !inside;
        let is_number = match **words {
            [_, _, _] => number == Some(Op::TypeFloat as u32),
            [_, _, _, last] if number == Some(Op::TypeFloat as u32) => FPEncoding::from_u32(last).is_some(),
            [_, _, _, _] => number == Some(Op::TypeInt as u32),
            _ => false,
        };
        if is_number && !inside {
            numbers.extend(words.get(1));
        }
        // rspirv panics at a constant whose type is no number.
        let is_untyped = number == Some(Op::Constant as u32) && !words.get(1).is_some_and(|ty| numbers.contains(ty));
        let is_readable = !imports_unknown_set(words) && !is_misplaced && !is_untyped;
        known.push(number.is_some_and(is_known) && is_readable);
    }
    let mut error = "no instruction of the module can be read".to_owned();
    if known.iter().all(|known| *known) {
        match dr::load_words(words) {
            Ok(module) => return Ok(module.disassemble()),
            Err(reason) => error = reason.to_string(),
        }
    }
    for _ in 0..MOST_PASSES {
        let kept: Vec<&[u32]> =
            instructions.iter().zip(&known).filter(|(_, known)| **known).map(|(words, _)| *words).collect();
        let module: Vec<u32> = header.iter().chain(kept.iter().copied().flatten()).copied().collect();
        let mut read = Read { count: 0, loader: dr::Loader::new() };
        if parse_words(&module, &mut read).is_ok() {
            return Ok(merge(&read.loader.module().disassemble(), &instructions, &known));
        }
        // The first that was not read is one that rspirv does not know.
        let mut places = known.iter_mut().filter(|known| **known);
        let Some(unknown) = places.nth(read.count) else { return Err(error) };
        *unknown = false;
    }
    Err(error)
}

/// Counts the instructions that rspirv can read and put into a module.
struct Read {
    count: usize,
    loader: dr::Loader,
}

impl Consumer for Read {
    fn initialize(&mut self) -> ParseAction {
        self.loader.initialize()
    }

    fn finalize(&mut self) -> ParseAction {
        self.loader.finalize()
    }

    fn consume_header(&mut self, header: dr::ModuleHeader) -> ParseAction {
        self.loader.consume_header(header)
    }

    fn consume_instruction(&mut self, instruction: dr::Instruction) -> ParseAction {
        let action = self.loader.consume_instruction(instruction);
        if matches!(action, ParseAction::Continue) {
            self.count += 1;
        }
        action
    }
}

fn opcode(words: &[u32]) -> Option<u32> {
    words.first().map(|first| first & 0xFFFF)
}

fn is_known(opcode: u32) -> bool {
    INSTRUCTION_TABLE.lookup_opcode(opcode).is_some()
}

/// Whether an instruction imports an extended instruction set that rspirv has no table for. In that case its
/// disassembler prints to standard error, which belongs to the caller of this library.
fn imports_unknown_set(words: &[u32]) -> bool {
    let name = match words {
        [_, _, name @ ..] if opcode(words) == Some(Op::ExtInstImport as u32) => literal_string(name),
        _ => return false,
    };
    ext_inst_table(&name).is_none()
}

/// The characters of a string literal (SPIR-V, 2.2.1).
fn literal_string(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Puts the lines of unknown instructions between those of the known ones.
fn merge(text: &str, instructions: &[&[u32]], known: &[bool]) -> String {
    let mut merged = String::new();
    let sets = extended_sets(instructions);
    let mut lines = text.lines().peekable();
    while let Some(comment) = lines.next_if(|line| line.starts_with(';')) {
        merged += comment;
        merged.push('\n');
    }
    for (words, known) in instructions.iter().zip(known) {
        match lines.next_if(|_| *known) {
            Some(line) => merged += line,
            None => merged += &non_semantic(words, &sets).unwrap_or_else(|| in_numbers(words)),
        }
        merged.push('\n');
    }
    merged.extend(lines);
    merged.truncate(merged.trim_end().len());
    merged
}

/// The names of imported extended instruction sets, by id.
fn extended_sets(instructions: &[&[u32]]) -> FxHashMap<u32, String> {
    let mut sets = FxHashMap::default();
    for words in instructions {
        if let [_, id, name @ ..] = *words
            && opcode(words) == Some(Op::ExtInstImport as u32)
        {
            sets.insert(*id, literal_string(name));
        }
    }
    sets
}

/// `%9 = OpExtInst  %2  %1 DebugLine %5 %6`: in non-semantic sets all operands are ids.
fn non_semantic(words: &[u32], sets: &FxHashMap<u32, String>) -> Option<String> {
    let [_, ty, result, set, number, operands @ ..] = words else { return None };
    let name = sets.get(set).filter(|_| opcode(words) == Some(Op::ExtInst as u32))?;
    let entry = ext_inst_table(name).filter(|_| name.starts_with("NonSemantic."))?.lookup_opcode(*number)?;
    let operands: String = operands.iter().map(|id| format!(" %{id}")).collect();
    Some(format!("%{result} = OpExtInst  %{ty}  %{set} {}{operands}", entry.opname))
}

/// `%9 = OpTypePointer 9999 6`, or `OpUnknown(6916) 6 9 7 8`: which words of the latter are ids is unknown.
fn in_numbers(words: &[u32]) -> String {
    let Some((_, mut operands)) = words.split_first() else { return String::new() };
    let number = opcode(words).unwrap_or(0);
    let mut text = String::new();
    // Writing to a string can't fail.
    match INSTRUCTION_TABLE.lookup_opcode(number) {
        Some(class) => {
            let mut ids = class.operands.iter().map(|operand| operand.kind).peekable();
            let mut take = |kind| {
                let (first, rest) = ids.next_if_eq(&kind).and_then(|_| operands.split_first())?;
                operands = rest;
                Some(*first)
            };
            let (ty, result) = (take(OperandKind::IdResultType), take(OperandKind::IdResult));
            if let Some(result) = result {
                let _ = write!(text, "%{result} = ");
            }
            let _ = write!(text, "Op{}", class.opname);
            if let Some(ty) = ty {
                let _ = write!(text, "  %{ty} ");
            }
        }
        None => {
            let _ = write!(text, "OpUnknown({number})");
        }
    }
    if number == Op::ExtInstImport as u32 {
        let _ = write!(text, " {:?}", literal_string(operands));
        return text;
    }
    for word in operands {
        let _ = write!(text, " {word}");
    }
    text
}
