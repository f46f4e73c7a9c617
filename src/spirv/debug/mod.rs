//! Debug information: where in the source the instructions of a module come from.
//!
//! Comes in: a module whose functions, types and variables are written, with marks, and the sources. Goes out: the same
//! module with OpString, OpSource and OpLine, or with NonSemantic.Shader.DebugInfo.100 (`full`). Must not depend on:
//! how anything is lowered.
//!
//! # Marks
//!
//! While a function is written, a *mark* precedes each instruction whose source location differs from that of the one
//! before: OpLine with the two ends of a span as operands (`mark`). Without debug information there are none. Once
//! everything else is written, marks are replaced with what the level requires. So everything that debug information
//! adds has ids above all others, and a module compiled without it is identical, word for word, to one compiled with it
//! from which a tool has stripped it.

mod full;
mod lines;
mod source;

use super::Lowered;
use super::origin::DebugInfo;
use super::writer::ModuleWriter;

impl<'a> ModuleWriter<'a> {
    /// Adds what the level requires, once everything else is written.
    pub(super) fn debug_information(&mut self) -> Lowered<()> {
        let Some(debug) = self.debug else { return Ok(()) };
        match debug.level {
            DebugInfo::None => {}
            DebugInfo::Full | DebugInfo::FullWithoutText => self.full_debug_information(debug)?,
            DebugInfo::Lines => {
                let sources = self.source_texts(debug);
                self.lines(debug);
                // `#line` may have added file names.
                self.string_instructions.append(&sources);
            }
        }
        Ok(())
    }
}
