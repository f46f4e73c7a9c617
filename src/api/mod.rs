//! The public interface: the pipeline as its users see it.
//!
//! Comes in: [`Options`] and shaders. Goes out: [`Artifact`]s or [`Errors`]. Must not depend on: the command line. Only
//! [`FileLoader`], [`Compiler::compile_file`] and the listing of folders access files.

mod artifact;
mod compiler;
mod file_loader;
#[cfg(any(feature = "build", feature = "cli", test))]
mod folder;
mod litmus;
#[cfg(feature = "wgsl")]
pub mod naga_front;
mod options;
#[cfg(any(feature = "build", feature = "cli", test))]
mod parallel;
mod report;

pub use crate::spirv::DebugInfo;
pub use artifact::{Artifact, LinkedArtifact};
pub use compiler::Compiler;
pub use file_loader::{FileLoader, Identity, SharedFiles, identity, read_limited, read_text};
#[cfg(any(feature = "build", feature = "cli", test))]
pub use folder::shaders_in;
pub use litmus::Exploration;
pub use options::{Budget, MemoryModel, Optimization, Options, ResourceKind};
#[cfg(any(feature = "build", feature = "cli", test))]
pub use parallel::{in_parallel, most_threads};
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
