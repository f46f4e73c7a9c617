//! The public interface: the pipeline as its users see it.
//!
//! Comes in: [`Options`] and shaders. Goes out: [`Artifact`]s or [`Errors`]. Must not depend on: the command line. Only
//! [`FileLoader`] and [`Compiler::compile_file`] touch files.

mod artifact;
mod compiler;
mod file_loader;
mod options;
mod report;

pub use artifact::{Artifact, LinkedArtifact};
pub use compiler::Compiler;
pub use file_loader::{FileLoader, Identity, identity, read_limited, read_text};
pub use options::{MemoryModel, Optimization, Options, ResourceKind};
pub use report::{Errors, Finding, Place, Related, Report};

/// What a code means, as Markdown.
///
/// ```
/// let text = glslsub::explain(glslsub::Code::parse("GS0200").unwrap());
/// assert!(text.contains("declared"));
/// ```
#[must_use]
pub fn explain(code: crate::diagnostics::Code) -> String {
    crate::explain::explanation(code)
}
