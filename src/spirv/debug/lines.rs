//! Lines of instructions.
//!
//! Comes in: functions with marks. Goes out: OpLine and OpNoLine in their place. Must not depend on: what the instructions
//! are.

use crate::spirv::mark::{marked_span, marked_value};
use crate::spirv::origin::Debug;
use crate::spirv::section::Section;
use crate::spirv::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    /// Turns marks into lines. A line is in effect until the next one or the end of the block (SPIR-V, OpLine). Columns
    /// are 0, as in the output of other GLSL compilers: a debugger then steps from line to line, not from operand to
    /// operand.
    pub(super) fn lines(&mut self, debug: Debug<'_>) {
        let functions = std::mem::take(&mut self.functions);
        let mut lined = Section::default();
        lined.ask_as(&functions);
        let mut here = None;
        for instruction in functions.iter().filter(|it| marked_value(it).is_none()) {
            let Some(span) = marked_span(&instruction) else {
                if instruction.is(Op::Label) {
                    here = None;
                }
                lined.push_words(instruction.words);
                continue;
            };
            let place =
                debug.sources.location(self.hir.inlined.source(span)).map(|it| (self.string(&it.file), it.line));
            if place != here {
                line(&mut lined, place);
                here = place;
            }
        }
        self.functions = lined;
    }
}

fn line(section: &mut Section, place: Option<(u32, u32)>) {
    match place {
        Some((file, line)) => {
            let operands = [Operand::IdRef(file), Operand::LiteralBit32(line), Operand::LiteralBit32(0)];
            section.push(Op::Line, None, None, &operands);
        }
        None => section.push(Op::NoLine, None, None, &[]),
    }
}
