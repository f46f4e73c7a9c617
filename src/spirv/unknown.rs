//! The text of a module with instructions and enumerants that nobody knows.
//!
//! Comes in: words. Goes out: text, one instruction a line. What rspirv's grammar knows is written by rspirv; an
//! instruction that it cannot read, because its opcode or an enumerant in it is younger, is written with numbers. Must
//! not know: how the words were made.

use super::grammar::instruction_words;
use rspirv::binary::{Consumer, Disassemble, ParseAction, parse_words};
use rspirv::dr;
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use std::fmt::Write as _;

/// How many instructions with unknown enumerants are looked for, each with a new pass over the module.
const MOST_PASSES: usize = 256;

/// The module as text.
///
/// # Errors
/// Why the words are no SPIR-V module.
pub(super) fn disassemble(words: &[u32]) -> Result<String, String> {
    let error = match dr::load_words(words) {
        Ok(module) => return Ok(module.disassemble()),
        Err(error) => error.to_string(),
    };
    let Some((header, body)) = words.split_at_checked(5) else { return Err(error) };
    let Some(instructions) = instruction_words(body) else { return Err(error) };
    let mut known: Vec<bool> = instructions.iter().map(|it| opcode(it).is_some_and(is_known)).collect();
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

/// Puts the lines of unknown instructions between those of the known ones.
fn merge(text: &str, instructions: &[&[u32]], known: &[bool]) -> String {
    let mut merged = String::new();
    let mut lines = text.lines().peekable();
    while let Some(comment) = lines.next_if(|line| line.starts_with(';')) {
        merged += comment;
        merged.push('\n');
    }
    for (words, known) in instructions.iter().zip(known) {
        match lines.next_if(|_| *known) {
            Some(line) => merged += line,
            None => merged += &in_numbers(words),
        }
        merged.push('\n');
    }
    merged.extend(lines);
    merged.truncate(merged.trim_end().len());
    merged
}

/// `%9 = OpTypePointer 9999 6`, or `OpUnknown(6916) 6 9 7 8`: nobody knows which words of the latter are ids.
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
    for word in operands {
        let _ = write!(text, " {word}");
    }
    text
}
