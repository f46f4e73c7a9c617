//! A compiled shader.
//!
//! Comes in: what the driver made. Goes out: words, bytes, facts about them. Must not depend on: how they were made.

use super::Report;
use crate::driver;
use crate::reflect::Reflection;

/// A compiled shader.
///
/// ```
/// let text = "#version 450\nlayout(binding = 2) buffer B { uint total; };\nvoid main() { total = 1; }\n";
/// let artifact = glslsub::Compiler::default().compile("a.comp", text)?;
/// assert_eq!(artifact.bytes().len(), artifact.words().len() * 4);
/// assert_eq!(artifact.reflection().bindings[0].binding, 2);
/// assert!(artifact.warnings().is_empty());
/// # Ok::<(), glslsub::Errors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Artifact {
    inner: driver::Artifact,
    reflection: Reflection,
    report: Report,
}

impl Artifact {
    pub(super) const fn new(inner: driver::Artifact, reflection: Reflection, report: Report) -> Self {
        Self { inner, reflection, report }
    }

    /// The SPIR-V module, as Vulkan takes it.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.inner.words
    }

    /// The module, by value.
    #[must_use]
    pub fn into_words(self) -> Vec<u32> {
        self.inner.words
    }

    /// The module as bytes, little-endian on every machine.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.inner.bytes()
    }

    /// The module as text, one instruction a line.
    #[must_use]
    pub fn disassembly(&self) -> String {
        self.inner.disassembly()
    }

    /// Bindings, push constants, specialization constants, workgroup size, inputs and outputs.
    #[must_use]
    pub const fn reflection(&self) -> &Reflection {
        &self.reflection
    }

    /// The names of included files as the loader gave them, each once, in order of first use.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.report.dependencies()
    }

    /// Warnings and notes.
    #[must_use]
    pub const fn warnings(&self) -> &Report {
        &self.report
    }
}
