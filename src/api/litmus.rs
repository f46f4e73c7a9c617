//! The litmus explorer as users of the library see it.
//!
//! Comes in: a compute shader and what to explore. Goes out: an [`Exploration`]. Must not depend on: the command line.

use super::compiler::Compiler;
use super::{Errors, Report};
use crate::driver::{self, Input};
use crate::lints::litmus::{Report as Explored, Settings};
use crate::source::{Loader, NoIncludes};

/// Every execution of a tiny compute shader that the Vulkan memory model allows: its final states, or a data race.
///
/// ```
/// use glslsub::{Compiler, LitmusSettings};
///
/// let text = "#version 450\nlayout(local_size_x = 2) in;\nlayout(binding = 0) buffer Data { uint n; uint old[2]; };\n\
///             void main() { old[gl_LocalInvocationIndex] = atomicAdd(n, 1u); }\n";
/// let found = Compiler::default().litmus("count.comp", text, &LitmusSettings::default())?;
/// assert!(!found.has_race());
/// assert_eq!(found.memory().collect::<Vec<_>>(), ["n", "old[0]", "old[1]"]);
/// assert_eq!(found.states(), [["2", "0", "1"], ["2", "1", "0"]]);
/// # Ok::<(), glslsub::Errors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exploration {
    report: Report,
    explored: Explored,
    json: String,
}

impl Exploration {
    /// Whether there is an execution with a data race. It is the error among the [`findings`](Self::findings).
    #[must_use]
    pub const fn has_race(&self) -> bool {
        self.explored.race.is_some()
    }

    /// The memory that is written, as the shader would write it, in the order of its declarations.
    pub fn memory(&self) -> impl Iterator<Item = &str> {
        self.explored.memory.iter().map(|it| it.name.as_str())
    }

    /// What the memory may hold in the end: for each state a value for each of [`memory`](Self::memory). Empty if there is a race.
    #[must_use]
    pub fn states(&self) -> &[Vec<String>] {
        &self.explored.states
    }

    /// What was found: a race, and the warnings of the compiler.
    #[must_use]
    pub const fn findings(&self) -> &Report {
        &self.report
    }

    /// The verdict as the command line prints it.
    #[must_use]
    pub fn text(&self) -> String {
        self.explored.text()
    }

    /// The verdict as a JSON object (docs/guide/litmus.md).
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// An execution for Graphviz: that with the race, else one of those without.
    #[must_use]
    pub fn dot(&self) -> Option<&str> {
        self.explored.dot.as_deref()
    }
}

impl Compiler {
    /// Explores a compute shader that includes no files. A race is no error of this function.
    ///
    /// # Errors
    /// Everything that is wrong with the shader, and what is not explored.
    pub fn litmus(&self, name: &str, text: &str, settings: &Settings) -> Result<Exploration, Errors> {
        self.litmus_with(name, text, settings, &mut NoIncludes)
    }

    /// Like [`litmus`](Self::litmus), for a shader whose included files come from a loader.
    ///
    /// # Errors
    /// Everything that is wrong with the shader, and what is not explored.
    pub fn litmus_with(
        &self,
        name: &str,
        text: &str,
        settings: &Settings,
        loader: &mut dyn Loader,
    ) -> Result<Exploration, Errors> {
        let found = driver::litmus(Input { name, text }, &self.options, settings, loader);
        let json = found.json().pretty();
        let report = Report::new(name, found.sources, found.diagnostics);
        match found.report {
            Some(explored) => Ok(Exploration { report, explored, json }),
            None => Err(Errors::new(report)),
        }
    }
}
