//! GLSL with subgroups and the Vulkan memory model, compiled to SPIR-V.
//!
//! [`compile`] is the whole of it; [`check`] stops before SPIR-V. The library does no IO and prints nothing: includes
//! come through a [`source::Loader`], errors go out as [`diagnostics`].
//!
//! ```
//! use glslsub::source::NoIncludes;
//! use glslsub::{Input, Options, compile};
//!
//! let text = "#version 450\nvoid main() { undeclared = 1; }\n";
//! let compilation = compile(Input { name: "wrong.comp", text }, &Options::default(), &mut NoIncludes);
//! assert!(compilation.artifact.is_none());
//! assert!(compilation.rendered().starts_with("error[GS0200]: "));
//! ```

pub mod builtins;
pub mod diagnostics;
pub mod driver;
pub mod hir;
pub mod nv_program;
pub mod passes;
pub mod preprocess;
pub mod rules;
pub mod sema;
pub mod source;
pub mod spirv;
pub mod stage;
pub mod syntax;
pub mod target;

pub use driver::{Artifact, Compilation, Input, Options, check, compile};
pub use stage::Stage;

/// The examples of the README are tested as the examples of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
