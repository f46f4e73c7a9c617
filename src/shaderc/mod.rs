//! What the settings and results of shaderc mean: for the command line of glslc and for the C library.
//!
//! Comes in: settings as shaderc names them, and what the driver found. Goes out: options of the driver, and messages, counts and
//! results as shaderc gives them. Must not depend on: how an interface spells its settings.

mod outcome;
mod settings;

pub use outcome::{Outcome, Warnings, check_bound, outcome};
pub use settings::Settings;
