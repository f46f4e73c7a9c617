//! The command line: arguments in, exit code out.
//!
//! Comes in: the process's arguments, files, standard input. Goes out: output files, standard output, diagnostics on
//! standard error. Must not depend on: how compilation works; it calls the library like any other user.
//!
//! Exit codes: 0 for success, 1 when there were errors, 2 for wrong usage, 3 for a bug in glslsub.

mod arguments;
mod assembly;
mod batch;
mod compile;
mod dependencies;
mod explain;
mod generated;
mod glslang;
mod glslc;
mod job;
mod limits;
mod links;
mod litmus;
mod output;
mod overwriting;
mod plain;
mod progress;
mod query;
mod report;
mod watch;
mod words;

use std::path::Path;

use arguments::Command;

/// Runs the program; the result is its exit code.
pub fn run() -> u8 {
    report::install_panic_hook();
    let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let program = words.next().unwrap_or_default();
    if glslc::is_asked_for(Path::new(&program)) {
        return glslc::run(words);
    }
    if glslang::is_asked_for(Path::new(&program)) {
        return glslang::run(words);
    }
    match words.next().as_deref() {
        Some("glslc") => return glslc::run(words),
        Some("glslang") => return glslang::run(words),
        Some("--version" | "-V") if words.len() == 0 => return query::version(),
        Some("--supports") => return query::answer(words.next().as_deref()),
        Some(word) if word.starts_with("--print=") => return query::print(word.trim_start_matches("--print=")),
        _ => {}
    }
    let command = arguments::parse();
    if let Some(shaders) = command.shaders() {
        shaders.limits.enforce();
    }
    match command {
        Command::Compile(arguments) => compile::run(&arguments),
        Command::Check(arguments) => compile::check(&arguments),
        Command::Reflect(arguments) => compile::reflect(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Litmus(arguments) => litmus::run(&arguments),
        Command::Glslc { words } => glslc::run(words.into_iter()),
        Command::Glslang { words } => glslang::run(words.into_iter()),
        #[cfg(feature = "lsp")]
        Command::Lsp { .. } => if crate::lsp::run() { Outcome::Success } else { Outcome::Failure }.into(),
        Command::Explain { code: Some(code), .. } => explain::run(&code),
        Command::Explain { code: None, .. } => explain::list(),
        Command::Completions { shell } => generated::completions(shell),
        Command::Man => generated::manual(),
    }
}

/// The exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything succeeded.
    Success,
    /// There were errors in the input, or files could not be read or written.
    Failure,
    /// Wrong usage.
    Usage,
    /// A bug in glslsub.
    InternalError,
}

impl From<Outcome> for u8 {
    fn from(outcome: Outcome) -> Self {
        outcome as Self
    }
}
