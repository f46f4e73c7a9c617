//! NonSemantic.Shader.DebugInfo.100: sources, types, scopes, variables and lines.
//!
//! Comes in: a finished module with marks, and what its functions were written from. Goes out: instructions of the set.
//! Must not depend on: how anything is lowered.
//!
//! `description` is what all of it is written with. `types` knows which type of the set a HIR type is, `variables` those outside
//! functions, `functions` everything in them; `scopes` finds the innermost scope of a place.
//!
//! The set has no inlining to describe: no pass inlines functions. What has no place in the set stays out: named constants,
//! which are numbers by now, and variables that a pass has turned into values.

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
        description.functions()
    }
}
