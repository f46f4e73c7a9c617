//! GLSL with subgroups and the Vulkan memory model, compiled to SPIR-V.
//!
//! [`compile`] is the whole of it. The library does no IO and prints nothing: includes come through a [`Loader`], errors
//! go out as [`Diagnostic`]s.
//!
//! ```
//! use glslsub::{Input, NoIncludes, Options, compile};
//!
//! let text = "#version 450\nvoid main() { undeclared = 1; }\n";
//! let compilation = compile(Input { name: "wrong.comp", text }, &Options::default(), &mut NoIncludes);
//! assert!(compilation.artifact.is_none());
//! assert!(compilation.rendered().starts_with("error[GS0200]: "));
//! ```

mod builtins;
mod diagnostics;
mod driver;
mod hir;
#[doc(hidden)]
pub mod internals;
mod nv_program;
mod passes;
mod preprocess;
mod rules;
mod sema;
mod source;
mod spirv;
mod stage;
mod syntax;
mod target;

pub use diagnostics::{Code, Diagnostic, Severity};
pub use driver::{Artifact, Compilation, Input, Options, compile};
pub use source::{IncludeKind, Loaded, Loader, MemoryLoader, NoIncludes};
pub use stage::Stage;
pub use target::{SpirvVersion, Target, TargetEnvironment};

/// The examples of the README are tested as the examples of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
