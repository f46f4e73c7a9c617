//! What the checks say when something is wrong: a function per message, by what the message is about.
//!
//! Comes in: places in the text of the program, and names, words and numbers. Goes out: a [`Diagnostic`], for
//! [`strict`] if NVIDIA's driver accepts what it is about. Must not depend on: the checker's state.
//!
//! [`Diagnostic`]: crate::diagnostics::Diagnostic
//! [`strict`]: crate::nv_program::diagnose::Report::strict

mod bindings;
mod declarations;
mod flow;
mod instructions;
mod memory;
mod names;
mod operands;
mod textures;

pub use bindings::*;
pub use declarations::*;
pub use flow::*;
pub use instructions::*;
pub use memory::*;
pub use names::*;
pub use operands::*;
pub use textures::*;
