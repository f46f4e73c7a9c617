//! NonSemantic.Shader.DebugInfo.100: sources, types, scopes, variables and lines.
//!
//! Comes in: a finished module with marks, and the HIR of its functions. Goes out: instructions of the set.
//! Must not depend on: how anything is lowered.
//!
//! `description` has what the others write instructions with. `types` translates HIR types into types of the set,
//! `variables` describes variables outside functions, and `functions` everything in functions; `scopes` finds the
//! innermost scope around an offset.
//!
//! Instructions of functions that a pass has inlined have their own lines, in the scope of the caller, without
//! DebugInlinedAt. Not described are constants that are arrays, structures or wider than 32 bits, and variables that a pass
//! has turned into values.

mod description;
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
