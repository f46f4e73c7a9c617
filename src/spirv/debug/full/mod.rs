//! NonSemantic.Shader.DebugInfo.100: sources, types, scopes, variables and lines.
//!
//! Comes in: a finished module with marks, and the HIR of its functions. Goes out: instructions of the set.
//! Must not depend on: how anything is lowered.
//!
//! `description` has what the others write instructions with. `types` translates HIR types into types of the set,
//! `variables` describes variables outside functions, and `functions` everything in functions; `extent` finds where code is,
//! inlined code too, and `scopes` the innermost scope around an offset.

mod description;
mod extent;
mod functions;
mod scopes;
mod set;
mod types;
mod variables;

use crate::spirv::Lowered;
use crate::spirv::origin::Debug;
use crate::spirv::writer::ModuleWriter;
use description::Description;

impl<'a> ModuleWriter<'a> {
    /// Adds the instructions of the set.
    pub(super) fn full_debug_information(&mut self, debug: Debug<'a>) -> Lowered<()> {
        let mut description = Description::new(self, debug);
        description.files();
        description.global_variables();
        description.global_constants()?;
        description.functions()
    }
}
