//! The front end for `!!NVcp5.0` programs, selected by their header.
//!
//! Comes in: a program. Goes out: its typed form, and what the host needs to know about it. Must not depend on: GLSL.

use super::{Input, Options, Session};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir;
use crate::nv_program;
use crate::rules;
use crate::source::Span;
use crate::spirv::{Language, Origin};

/// Whether a text is an assembly program, by its header or the suffix of its name.
///
/// `RUSTFLAGS="--cfg glslsub_without_assembly"` leaves the front end out: nothing is a program, and the linker drops what only
/// programs need. This is for modules that a browser loads. It is no feature because it takes something away, which no other
/// user of the crate in the same build may have to put up with.
pub(super) fn is_assembly(input: Input<'_>) -> bool {
    !cfg!(glslsub_without_assembly) && (nv_program::is_program(input.text) || input.name.ends_with(".nvcp"))
}

impl Session {
    /// Checks an assembly program.
    pub(super) fn check_assembly(&mut self, input: Input<'_>, options: &Options) -> Option<hir::Module> {
        self.allow.clone_from(&options.allow);
        let first_file = self.sources.files().len();
        self.origin = Origin { files: first_file..first_file + 1, language: Language::Other };
        let base = self.sources.add_file(input.name, input.text, Span::UNDEFINED).ok();
        let Some(base) = base.and_then(|id| self.sources.file(id)).map(|file| file.base) else {
            self.diagnostics.push(program_too_long());
            return None;
        };
        let analyzed = nv_program::analyze(input.text, base, &options.assembly, &mut self.diagnostics);
        let (mut module, reflection) = analyzed?;
        self.reflection = Some(reflection);
        self.verify(&module)?;
        self.has_nodes_for(&module, options)?;
        // The rules of memory scope semantics apply to GLSL only; what remains is the choice of the model.
        let request = rules::Request { option: options.memory_model, pragma: None };
        let calls = rules::LiveCalls::of(&module);
        module.memory_model = rules::decide(&module, &calls, request, options.target, &mut self.diagnostics);
        (!self.diagnostics.has_errors()).then_some(module)
    }
}

#[cold]
fn program_too_long() -> Diagnostic {
    Diagnostic::error(Code::SourceTooLarge, Span::UNDEFINED, "the program is too long")
}
