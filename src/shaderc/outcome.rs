//! What a compilation gave.
//!
//! Comes in: a [`Compilation`]. Goes out: messages, counts and the result. Must not depend on: where messages are shown.

use crate::diagnostics::render::{Columns, gcc};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::driver::Compilation;

/// The warnings that glslang gives, too. Build systems treat anything else on standard error as a failure, and callers of the C
/// library may count warnings.
const WARNS: &[Code] = &[Code::ExtensionWarned, Code::UnknownExtension, Code::ForcedVersion];

/// What to do with warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Warnings {
    /// They are reported.
    #[default]
    Shown,
    /// They are not.
    Hidden,
    /// They are errors.
    Errors,
}

/// What a compilation gave.
#[derive(Debug)]
pub struct Outcome<T> {
    /// A line for each error and warning, `name:line: error: message`.
    pub messages: String,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// Whether an error is a bug in glslsub.
    pub is_bug: bool,
    /// The result, if there is no error.
    pub result: Option<T>,
}

/// Turns what the driver found in the shader called `name` into what shaderc says.
pub fn outcome<T>(mut compilation: Compilation<T>, warnings: Warnings, name: &str) -> Outcome<T> {
    let is_bug = compilation.diagnostics.iter().any(|it| it.code == Code::InternalError);
    apply(warnings, &mut compilation.diagnostics);
    let count = |severity| compilation.diagnostics.iter().filter(|it| it.severity == severity).count();
    let errors = count(Severity::Error);
    Outcome {
        messages: gcc(&compilation.diagnostics, &compilation.sources, name, Columns::Hidden),
        errors,
        warnings: count(Severity::Warning),
        is_bug,
        result: compilation.artifact.filter(|_| errors == 0),
    }
}

/// Hides warnings or makes them errors, and drops those that glslang does not give.
fn apply(warnings: Warnings, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.retain(|it| match it.severity {
        Severity::Error => true,
        Severity::Warning => warnings != Warnings::Hidden && WARNS.contains(&it.code),
        Severity::Note => false,
    });
    if warnings == Warnings::Errors {
        for diagnostic in diagnostics {
            diagnostic.severity = Severity::Error;
        }
    }
}

/// Checks that the id bound of a module, the fourth word (SPIR-V, 2.3), is within the requested limit.
///
/// # Errors
/// A sentence for the user; `setting` is what set the limit.
pub fn check_bound(words: &[u32], most: Option<u32>, setting: &str) -> Result<(), String> {
    match (words.get(3), most) {
        (Some(&bound), Some(most)) if bound > most => {
            Err(format!("the module has ids up to {bound}; {setting} allows {most}"))
        }
        _ => Ok(()),
    }
}
