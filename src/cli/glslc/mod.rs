//! `glslsub glslc ...`, and the program under a name that begins with `glslc`: the command line of shaderc's `glslc`.
//!
//! Comes in: words as build systems write them for glslc. Goes out: the same files, exit codes and form of messages.
//! Must not depend on: clap.
//!
//! Only warnings that glslc gives too are printed: build systems treat anything else on standard error as a failure.

mod arguments;
mod limits;
mod options;

use std::io::Write;
use std::path::{Path, PathBuf};

use glslsub::FileLoader;
use glslsub::internals::diagnostics::render::visible_line;
use glslsub::internals::driver::{self, Compilation, Options};
use glslsub::internals::shaderc::{check_bound, outcome};

use super::dependencies::{self, Rule};
use super::output::{self, Destination};
use super::{Outcome, job, overwriting, report};
pub use arguments::Words;
use arguments::{Arguments, Format, Input, Kind, Request};

/// Whether the program was called by a name that selects this command line.
pub fn is_asked_for(program: &Path) -> bool {
    program.file_stem().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("glslc"))
}

/// Runs glslc's command line: `words` without the program's name.
pub fn run(words: impl Iterator<Item = String>) -> u8 {
    let arguments = match Arguments::parse(words) {
        Ok(Request::Compile(arguments)) => *arguments,
        Ok(Request::Print(text)) => {
            return match output::write(&Destination::Stdout, text.as_bytes()) {
                Ok(()) => Outcome::Success.into(),
                Err(message) => usage(&message),
            };
        }
        Ok(Request::Answer(answer)) => return if answer { Outcome::Success } else { Outcome::Failure }.into(),
        Err(message) => return usage(&message),
    };
    let mut outputs = Vec::new();
    let mut rules = Vec::new();
    for input in &arguments.inputs {
        let files = Files::of(input, &input.name, &arguments);
        rules.extend(arguments.dependencies.file(&files.target).map(|path| dependencies::destination(&path)));
        outputs.push((PathBuf::from(&input.name), files.output));
    }
    if let Some(problem) = overwriting::find(&outputs, &rules) {
        return usage(&problem);
    }
    let mut total = Counts::default();
    let mut outcome = Outcome::Success;
    for input in &arguments.inputs {
        outcome = outcome.max(compile_one(input, &arguments, &mut total));
    }
    total.print();
    // glslc knows 0 and 1; a bug keeps its own code.
    if outcome == Outcome::Usage { Outcome::Failure } else { outcome }.into()
}

fn usage(message: &str) -> u8 {
    complain(message);
    Outcome::Failure.into()
}

/// Prints an error that has no place in a shader.
fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "glslc: error: {}", visible_line(message));
}

/// Diagnostics printed so far.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
}

impl Counts {
    fn print(&self) {
        let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let text = match (self.warnings, self.errors) {
            (0, 0) => return,
            (warnings, 0) => plural(warnings, "warning"),
            (0, errors) => plural(errors, "error"),
            (warnings, errors) => format!("{} and {}", plural(warnings, "warning"), plural(errors, "error")),
        };
        let _ = writeln!(std::io::stderr(), "{text} generated.");
    }
}

fn compile_one(input: &Input, arguments: &Arguments, total: &mut Counts) -> Outcome {
    let (name, text) = match job::read_input(Path::new(&input.name)) {
        Ok(read) => read,
        Err(message) => {
            complain(&message);
            return Outcome::Failure;
        }
    };
    let options = Options { stage: input.stage, ..arguments.settings.driver_options() };
    let source = driver::Input { name: &name, text: &text };
    let mut loader = job::file_loader(&arguments.include);
    let files = Files::of(input, &name, arguments);
    match arguments.kind {
        Kind::Preprocessed => {
            let compilation = driver::preprocess(source, &options, &mut loader);
            finish(compilation, &files, (arguments, &loader), total, |it| Ok(it.clone().into_bytes()))
        }
        Kind::Dependencies => {
            let compilation = driver::preprocess(source, &options, &mut loader);
            let rule = files.rule(&compilation, arguments).text();
            finish(compilation, &files, (arguments, &loader), total, |_| Ok(rule.into_bytes()))
        }
        Kind::Assembly => {
            let compilation = driver::compile(source, &options, &mut loader);
            finish(compilation, &files, (arguments, &loader), total, |it| Ok(it.disassembly().into_bytes()))
        }
        Kind::Module | Kind::Object => {
            let compilation = driver::compile(source, &options, &mut loader);
            finish(compilation, &files, (arguments, &loader), total, |it| {
                check_bound(&it.words, arguments.settings.max_id_bound, "-fmax-id-bound")?;
                Ok(formatted(&it.words, arguments.format))
            })
        }
    }
}

/// The files that a compilation writes.
struct Files {
    /// The requested output.
    output: Destination,
    /// The target of a dependency rule, unless `-MT` sets one.
    target: String,
    /// The name of the input in messages and rules.
    name: String,
}

impl Files {
    fn of(input: &Input, name: &str, arguments: &Arguments) -> Self {
        let module = arguments.module_name(input);
        let path = match (&arguments.output, arguments.kind) {
            (Some(path), _) => path.clone(),
            (None, Kind::Preprocessed | Kind::Dependencies) => "-".to_owned(),
            (None, Kind::Module) => "a.spv".to_owned(),
            (None, Kind::Object | Kind::Assembly) => module.clone(),
        };
        let output = if path == "-" { Destination::Stdout } else { Destination::File(PathBuf::from(path)) };
        Self { output, target: module, name: name.to_owned() }
    }

    fn rule<T>(&self, compilation: &Compilation<T>, arguments: &Arguments) -> Rule {
        Rule {
            target: arguments.dependencies.target.clone().unwrap_or_else(|| self.target.clone()),
            source: self.name.clone(),
            includes: compilation.dependencies().map(str::to_owned).collect(),
            phony: arguments.dependencies.phony,
        }
    }
}

/// Prints what was found and writes the result.
fn finish<T>(
    compilation: Compilation<T>,
    files: &Files,
    (arguments, loader): (&Arguments, &FileLoader),
    total: &mut Counts,
    bytes: impl FnOnce(&T) -> Result<Vec<u8>, String>,
) -> Outcome {
    let rule = files.rule(&compilation, arguments);
    let outcome = outcome(compilation, arguments.settings.warnings, &files.name);
    total.errors += outcome.errors;
    total.warnings += outcome.warnings;
    let _ = std::io::stderr().write_all(outcome.messages.as_bytes());
    if outcome.is_bug {
        report::internal_error_hint();
        return Outcome::InternalError;
    }
    let Some(artifact) = &outcome.result else { return Outcome::Failure };
    let written = bytes(artifact).and_then(|bytes| {
        overwriting::check_included(&files.output, loader)?;
        if let Some(path) = arguments.dependencies.file(&files.target) {
            let destination = dependencies::destination(&path);
            overwriting::check_included(&destination, loader)?;
            output::write(&destination, rule.text().as_bytes())?;
        }
        output::write(&files.output, &bytes)
    });
    match written {
        Ok(()) => Outcome::Success,
        Err(message) => {
            complain(&message);
            Outcome::Failure
        }
    }
}

/// The words of a module in the format of `-mfmt`.
fn formatted(words: &[u32], format: Format) -> Vec<u8> {
    let list = || words.iter().map(|word| format!("0x{word:08x}")).collect::<Vec<_>>().join(",");
    match format {
        Format::Binary => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        Format::Numbers => format!("{}\n", list()).into_bytes(),
        Format::C => format!("{{{}}}\n", list()).into_bytes(),
    }
}
