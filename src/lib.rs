//! GLSL with subgroups and the Vulkan memory model, compiled to SPIR-V.

pub mod builtins;
pub mod diagnostics;
pub mod hir;
pub mod preprocess;
pub mod sema;
pub mod source;
pub mod spirv;
pub mod syntax;
pub mod target;
