//! GLSL with subgroups and the Vulkan memory model, compiled to SPIR-V.
//!
//! A [`Compiler`] is configured once by [`Options`] and compiles any number of shaders, on any thread. It returns an
//! [`Artifact`], or [`Errors`] that print with source lines. Included files come through a [`Loader`]: from the file system
//! ([`FileLoader`]), from memory ([`MemoryLoader`]), or from your own.
//!
//! ```
//! use glslsub::{Compiler, Options, TargetEnvironment};
//!
//! let compiler = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_2).define("SIZE", "64"));
//! let text = "#version 450\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
//! let artifact = compiler.compile("empty.comp", text)?;
//! assert_eq!(artifact.words()[0], 0x0723_0203);
//!
//! let errors = compiler.compile("wrong.comp", "#version 450\nvoid main() { undeclared = 1; }\n").unwrap_err();
//! assert!(errors.to_string().starts_with("error[GS0200]: `undeclared` is not declared"));
//! # Ok::<(), glslsub::Errors>(())
//! ```
//!
//! # Features
//!
//! - `cli` (default): the program, and what only it needs. Libraries set `default-features = false`.
//! - `lsp` (default): the program's language server.
//! - `docs`: the doc lines of built-ins, which `cli` includes.
//! - `build`: compiling shaders in a `build.rs`.
//! - `capi`: the functions of libshaderc for C and C++ ([the guide] says how to build and link them).
//! - `wgsl`: naga modules for wgpu (`naga_front`), and WGSL on the command line.
//! - `naga`: the same, and MSL and HLSL on the command line.
//!
//! [the guide]: https://docs.rs/crate/glslsub/latest/source/docs/guide/cpp.md
//!
//! [`internals`] is for the project's own tests and program, and is exempt from semantic versioning.

mod api;
mod arena;
#[cfg(any(feature = "build", test))]
pub mod build;
mod builtins;
#[cfg(feature = "capi")]
mod capi;
mod diagnostics;
mod driver;
mod explain;
mod glsl_text;
mod hir;
#[doc(hidden)]
pub mod internals;
mod json;
mod link;
mod lints;
#[cfg(feature = "wgsl")]
mod naga_bridge;
mod nv_program;
mod passes;
mod preprocess;
pub mod reflect;
mod rules;
mod sema;
#[cfg(any(feature = "capi", feature = "cli", test))]
mod shaderc;
mod source;
mod spirv;
mod stage;
mod syntax;
mod target;

#[cfg(feature = "wgsl")]
pub use api::naga_front;
pub use api::{
    Artifact, Budget, Compiler, DebugInfo, Errors, Exploration, FileLoader, Finding, LinkedArtifact, MemoryModel,
    Optimization, Options, Place, Related, Report, ResourceKind, explain,
};
pub use diagnostics::{Code, Severity};
pub use lints::litmus::{Settings as LitmusSettings, Variant as LitmusModel};
pub use source::{IncludeKind, Loaded, Loader, MemoryLoader, NoIncludes};
pub use stage::Stage;
pub use target::{SpirvVersion, Target, TargetEnvironment};

/// The examples of the README are tested as the examples of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// So are those of the guide.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/run-time.md")]
#[doc = include_str!("../docs/guide/pipelines.md")]
#[doc = include_str!("../docs/guide/debugging.md")]
#[doc = include_str!("../docs/guide/build-rs.md")]
pub struct Guide;
