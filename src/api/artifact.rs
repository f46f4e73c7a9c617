//! A compiled shader.
//!
//! Comes in: the result of the driver. Goes out: words, bytes, facts about them. Must not depend on: how they were made.

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

    /// The module as text, one instruction per line.
    #[must_use]
    pub fn disassembly(&self) -> String {
        self.inner.disassembly()
    }

    /// Bindings, push constants, specialization constants, workgroup size, inputs and outputs, and what the module
    /// requires from Vulkan.
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

/// Several shaders in one module, each with an entry point `main` of its stage.
///
/// ```
/// let shaders = [
///     ("a.vert", "#version 450\nvoid main() { gl_Position = vec4(0); }\n"),
///     ("a.frag", "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1); }\n"),
/// ];
/// let artifact = glslsub::Compiler::default().link(&shaders)?;
/// assert_eq!(artifact.words()[0], 0x0723_0203);
/// assert_eq!(artifact.reflections()[1].outputs[0].name, "color");
/// # Ok::<(), glslsub::Errors>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinkedArtifact {
    inner: driver::LinkedArtifact,
    report: Report,
}

impl LinkedArtifact {
    pub(super) const fn new(inner: driver::LinkedArtifact, report: Report) -> Self {
        Self { inner, report }
    }

    /// The SPIR-V module, as Vulkan takes it.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.inner.artifact.words
    }

    /// The module, by value.
    #[must_use]
    pub fn into_words(self) -> Vec<u32> {
        self.inner.artifact.words
    }

    /// The module as bytes, little-endian on every machine.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.inner.artifact.bytes()
    }

    /// The module as text, one instruction per line.
    #[must_use]
    pub fn disassembly(&self) -> String {
        self.inner.artifact.disassembly()
    }

    /// The reflection of each shader, in the order in which the shaders were given.
    #[must_use]
    pub fn reflections(&self) -> &[Reflection] {
        &self.inner.reflections
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
