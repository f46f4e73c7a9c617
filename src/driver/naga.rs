//! The pipeline with naga at its end, instead of SPIR-V.
//!
//! Comes in: the arguments of [`super::compile`]. Goes out: a naga module, or text in one of its languages. Must not
//! depend on: files, terminals, arguments.

use super::{Compilation, Input, Options, Session};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir;
use crate::naga_bridge::{self, Language, Unsupported};
use crate::source::Loader;

/// Compiles a shader to a valid naga module.
pub fn naga(
    input: Input<'_>,
    options: &Options,
    bridge: naga_bridge::Options,
    loader: &mut dyn Loader,
) -> Compilation<::naga::Module> {
    with(input, options, loader, |module| {
        let module = naga_bridge::bridge(module, bridge)?;
        naga_bridge::validate(&module)?;
        Ok(module)
    })
}

/// Compiles a shader to text in a language of naga's back ends.
pub fn naga_text(
    input: Input<'_>,
    options: &Options,
    bridge: naga_bridge::Options,
    language: Language,
    loader: &mut dyn Loader,
) -> Compilation<String> {
    with(input, options, loader, |module| naga_bridge::text(&naga_bridge::bridge(module, bridge)?, language))
}

fn with<T>(
    input: Input<'_>,
    options: &Options,
    loader: &mut dyn Loader,
    make: impl FnOnce(&hir::Module) -> Result<T, Unsupported>,
) -> Compilation<T> {
    let mut session = Session::default();
    let module = session.check(input, options, loader).and_then(|module| session.optimize(module, options));
    let made = module.and_then(|module| match make(&module) {
        Ok(made) => Some(made),
        Err(unsupported) => {
            session.diagnostics.push(not_in_naga(naga_bridge::locate(&module, unsupported)));
            None
        }
    });
    session.finish(made)
}

#[cold]
fn not_in_naga(unsupported: Unsupported) -> Diagnostic {
    let message = format!("naga cannot express {}", unsupported.what);
    let diagnostic = Diagnostic::error(Code::NotInNaga, unsupported.span, message);
    match unsupported.help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}
