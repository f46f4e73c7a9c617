//! Debug information: where in the source the instructions of a module come from.
//!
//! Comes in: a module whose functions, types and variables are written, with marks, and the sources. Goes out: the same
//! with OpString, OpSource and OpLine, or with NonSemantic.Shader.DebugInfo.100 (`full`). Must not depend on: how anything is lowered.
//!
//! # Marks
//!
//! While a function is written, a *mark* stands in front of what comes from another place than the instruction before it:
//! OpLine with the two ends of a span as operands (`mark`). Without debug information there are none. When all else is
//! there, marks become what the level asks for. So everything that debug information adds has ids above all others, and a
//! module without it is the same, word for word, as the module with it after a tool has taken it out.

mod full;
mod lines;
mod source;

use super::Lowered;
use super::origin::DebugInfo;
use super::writer::ModuleWriter;

impl<'a> ModuleWriter<'a> {
    /// Adds what the level asks for, once all else is written.
    pub(super) fn debug_information(&mut self) -> Lowered<()> {
        let Some(debug) = self.debug else { return Ok(()) };
        match debug.level {
            DebugInfo::None => {}
            DebugInfo::Full | DebugInfo::FullWithoutText => self.full_debug_information(debug)?,
            DebugInfo::Lines => {
                let sources = self.source_texts(debug);
                self.lines(debug);
                // `#line` may have brought more names of files.
                self.string_instructions.append(&sources);
            }
        }
        Ok(())
    }
}
