//! Lines of instructions.
//!
//! Comes in: functions with marks. Goes out: OpLine and OpNoLine in their place. Must not depend on: what the instructions
//! are.

use crate::spirv::grammar::instruction;
use crate::spirv::mark::marked_span;
use crate::spirv::origin::Debug;
use crate::spirv::writer::ModuleWriter;
use rspirv::dr::{self, Operand};
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    /// Turns marks into lines.
    pub(super) fn lines(&mut self, debug: Debug<'_>) {
        let mut functions = std::mem::take(&mut self.functions);
        for block in functions.iter_mut().flat_map(|it| &mut it.blocks) {
            self.lines_of_block(block, debug);
        }
        self.functions = functions;
    }

    /// A line holds until the next one, or to the end of the block (SPIR-V, OpLine). Columns are left open, as other compilers of
    /// GLSL do: a debugger then steps from line to line, not from operand to operand.
    fn lines_of_block(&mut self, block: &mut dr::Block, debug: Debug<'_>) {
        let mut here = None;
        for instruction in std::mem::take(&mut block.instructions) {
            let Some(span) = marked_span(&instruction) else {
                block.instructions.push(instruction);
                continue;
            };
            let place = debug.sources.location(span).map(|it| (self.string(&it.file), it.line));
            if place != here {
                block.instructions.push(line(place));
                here = place;
            }
        }
    }
}

fn line(place: Option<(u32, u32)>) -> dr::Instruction {
    match place {
        Some((file, line)) => {
            let operands = vec![Operand::IdRef(file), Operand::LiteralBit32(line), Operand::LiteralBit32(0)];
            instruction(Op::Line, None, None, operands)
        }
        None => instruction(Op::NoLine, None, None, vec![]),
    }
}
