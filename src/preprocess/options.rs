//! What the caller of the preprocessor can set.
//!
//! Comes in: nothing. Goes out: plain values and the text of the command line's definitions. Must not depend on: how
//! they are applied.

use super::{Profile, Version};

/// One `-D` or `-U`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D NAME` or `-D NAME=VALUE`; without a value it is 1. `NAME` may be `NAME(PARAMETERS)`.
    Define {
        /// What precedes the `=`.
        name: String,
        /// What follows it.
        value: Option<String>,
    },
    /// `-U NAME`.
    Undefine(String),
}

/// Limits on what an input may make the preprocessor do. Reaching one gives a single error and ends the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nested open files.
    pub include_depth: usize,
    /// Included files in total.
    pub includes: usize,
    /// Bytes of source text in total, after inclusion.
    pub source_bytes: usize,
    /// Tokens that macros expand to in total.
    pub expansion_tokens: usize,
    /// Tokens of the shader, after inclusion and expansion.
    pub tokens: usize,
    /// Nested open conditionals.
    pub conditional_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            include_depth: 64,
            includes: 16_384,
            source_bytes: 256 << 20,
            expansion_tokens: 4 << 20,
            tokens: 16 << 20,
            conditional_depth: 4096,
        }
    }
}

/// The options of the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Definitions from the command line, in order.
    pub macros: Vec<MacroOption>,
    /// The version of a shader without `#version`. The specification says 1.10, which Vulkan does not have; the
    /// default here is 4.50 core, and a shader without the line gets a warning.
    pub default_version: Version,
    /// The version of every shader, whatever its `#version` says; a shader with another version gets a warning.
    pub forced_version: Option<Version>,
    /// Bounds.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            macros: Vec::new(),
            default_version: Version { number: 450, profile: Profile::Core },
            forced_version: None,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// The definitions as the text of a file, one directive per line.
    pub(super) fn definitions(&self) -> String {
        let mut text = String::new();
        for option in &self.macros {
            match option {
                MacroOption::Define { name, value } => {
                    text.push_str("#define ");
                    push_line(&mut text, name);
                    text.push(' ');
                    push_line(&mut text, value.as_deref().unwrap_or("1"));
                }
                MacroOption::Undefine(name) => {
                    text.push_str("#undef ");
                    push_line(&mut text, name);
                }
            }
            text.push('\n');
        }
        text
    }
}

/// Appends `part`; a line end in it must not begin another directive.
fn push_line(text: &mut String, part: &str) {
    for (index, line) in part.split(['\n', '\r']).enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(line);
    }
}
