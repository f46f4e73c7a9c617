//! `glslsub compile` and `glslsub check`.
//!
//! Comes in: [`CompileArguments`] or [`ShaderArguments`]. Goes out: files, diagnostics, an exit code. Must not depend
//! on: clap.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use glslsub::FileLoader;
use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::driver::{self, Compilation, Input, Options};
use glslsub::internals::files::{read_limited, read_text};
use glslsub::internals::glsl_text::print as print_glsl;
use glslsub::internals::hir::text::to_text;
use glslsub::internals::passes::Level;
use glslsub::internals::preprocess;

use super::Outcome;
use super::arguments::{CompileArguments, Emit, ShaderArguments};
use super::assembly;

use super::output::{self, Destination};
use super::{overwriting, report};

/// Compiles every input; the exit code is that of the worst.
pub fn run(arguments: &CompileArguments) -> ExitCode {
    let shaders = &arguments.shaders;
    let options = Options {
        strip: arguments.strip,
        optimization: if arguments.optimize { Level::Optimized } else { Level::Language },
        reflect: arguments.reflects(),
        assembly: arguments.assembly.options(),
        ..options(shaders)
    };
    if arguments.link {
        return link(arguments, &options).into();
    }
    let outputs: Vec<_> = shaders.inputs.iter().map(|input| (input.clone(), destination(input, arguments))).collect();
    if let Some(problem) = overwriting::find(&outputs) {
        report::error(&problem);
        return Outcome::Usage.into();
    }
    let outcomes = shaders.inputs.iter().map(|input| compile(input, arguments, &options));
    outcomes.max().unwrap_or(Outcome::Success).into()
}

/// The options that the arguments of every command make.
fn options(arguments: &ShaderArguments) -> Options {
    Options {
        stage: arguments.stage,
        target: arguments.target(),
        memory_model: arguments.memory_model.map(Into::into),
        allow: arguments.allow.clone(),
        warn_all: !arguments.warn.is_empty(),
        auto_bind: arguments.auto_bind_uniforms,
        auto_locations: arguments.auto_map_locations,
        nv_shuffle_clamp: arguments.nv_shuffle_clamp,
        full_precision: arguments.full_precision,
        relaxed_vulkan: arguments.relaxed_vulkan,
        explain_legacy: arguments.explain_legacy,
        preprocessor: preprocess::Options { macros: arguments.macros.clone(), ..preprocess::Options::default() },
        ..Options::default()
    }
}

/// `glslsub check`: compiles nothing.
pub fn check(arguments: &ShaderArguments) -> ExitCode {
    let checked = read_inputs(&arguments.inputs).and_then(|inputs| {
        let mut loader = file_loader(&arguments.include);
        let compilation = driver::check_pipeline(&inputs.borrowed(), &options(arguments), &mut loader);
        finish(&inputs.names(), arguments, compilation, |_| ())
    });
    outcome(checked).into()
}

/// `glslsub compile --link`: one module of all inputs.
fn link(arguments: &CompileArguments, options: &Options) -> Outcome {
    let shaders = &arguments.shaders;
    let destination = match &arguments.output {
        Some(path) if path.as_os_str() != "-" => Destination::File(path.clone()),
        _ => Destination::Stdout,
    };
    if is_unreadable(&destination, arguments) {
        return Outcome::Usage;
    }
    // One output, which may be none of the inputs.
    let of_first = std::iter::once(destination.clone()).chain(std::iter::repeat(Destination::Stdout));
    let outputs: Vec<_> = shaders.inputs.iter().cloned().zip(of_first).collect();
    if let Some(problem) = overwriting::find(&outputs) {
        report::error(&problem);
        return Outcome::Usage;
    }
    let written = read_inputs(&shaders.inputs).and_then(|inputs| {
        let mut loader = file_loader(&shaders.include);
        let compilation = driver::link_pipeline(&inputs.borrowed(), options, &mut loader);
        let bytes = finish(&inputs.names(), shaders, compilation, |it| match arguments.emit {
            Emit::Spvasm => it.artifact.disassembly().into_bytes(),
            _ => it.artifact.bytes(),
        })?;
        write(&destination, &bytes, &loader)
    });
    outcome(written)
}

/// Whether nobody could read the output, which is said.
fn is_unreadable(destination: &Destination, arguments: &CompileArguments) -> bool {
    let is = *destination == Destination::Stdout && arguments.emit == Emit::Spv && std::io::stdout().is_terminal();
    if is {
        report::error("SPIR-V is not text; give a file with `-o`, or ask for text with `--emit spvasm`");
    }
    is
}

/// Shaders with the names to show.
struct Inputs(Vec<(String, String)>);

impl Inputs {
    fn borrowed(&self) -> Vec<Input<'_>> {
        self.0.iter().map(|(name, text)| Input { name, text }).collect()
    }

    fn names(&self) -> String {
        self.0.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

fn read_inputs(paths: &[PathBuf]) -> Result<Inputs, (Outcome, String)> {
    let inputs: Result<_, String> = paths.iter().map(|path| read_input(path)).collect();
    inputs.map(Inputs).map_err(|message| (Outcome::Failure, message))
}

fn write(destination: &Destination, bytes: &[u8], loader: &FileLoader) -> Result<(), (Outcome, String)> {
    overwriting::check_included(destination, loader).map_err(|message| (Outcome::Usage, message))?;
    output::write(destination, bytes).map_err(|message| (Outcome::Failure, message))
}

/// Says what went wrong.
fn outcome(result: Result<(), (Outcome, String)>) -> Outcome {
    match result {
        Ok(()) => Outcome::Success,
        Err((outcome, message)) => {
            if !message.is_empty() {
                report::error(&message);
            }
            outcome
        }
    }
}

fn compile(path: &Path, arguments: &CompileArguments, options: &Options) -> Outcome {
    let destination = destination(path, arguments);
    if is_unreadable(&destination, arguments) {
        return Outcome::Usage;
    }
    let shaders = &arguments.shaders;
    let (name, text) = match read_input(path) {
        Ok(input) => input,
        Err(message) => {
            report::error(&message);
            return Outcome::Failure;
        }
    };
    let input = Input { name: &name, text: &text };
    let mut loader = file_loader(&shaders.include);
    let bytes = match arguments.emit {
        Emit::Spv => {
            let compilation = driver::compile(input, options, &mut loader);
            if let Err(message) = assembly::write_reflection(&arguments.assembly, &compilation) {
                report::error(&message);
                return Outcome::Failure;
            }
            finish(&name, shaders, compilation, |it| it.bytes())
        }
        Emit::Spvasm => {
            finish(&name, shaders, driver::compile(input, options, &mut loader), |it| it.disassembly().into_bytes())
        }
        Emit::Hir => finish(&name, shaders, driver::check(input, options, &mut loader), |it| to_text(it).into_bytes()),
        Emit::Glsl => {
            let printed = finish(&name, shaders, driver::check(input, options, &mut loader), print_glsl);
            printed.and_then(|printed| match printed {
                Ok(text) => Ok(text.into_bytes()),
                Err(what) => Err((
                    Outcome::Failure,
                    format!("{name}: GLSL is printed of assembly only, and cannot say {}", what.0),
                )),
            })
        }
        Emit::Preprocessed => {
            finish(&name, shaders, driver::preprocess(input, options, &mut loader), |it| it.clone().into_bytes())
        }
    };
    outcome(bytes.and_then(|bytes| write(&destination, &bytes, &loader)))
}

/// Prints the diagnostics and gives the bytes to write, or why there are none.
fn finish<T, U>(
    name: &str,
    arguments: &ShaderArguments,
    compilation: Compilation<T>,
    bytes: impl FnOnce(&T) -> U,
) -> Result<U, (Outcome, String)> {
    report::diagnostics(&compilation.diagnostics, &compilation.sources, name, arguments.color, arguments.error_format);
    if let Some(artifact) = &compilation.artifact {
        return Ok(bytes(artifact));
    }
    let errors = compilation.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let (internal, all) = errors.fold((0_usize, 0_usize), |(internal, all), it| {
        (internal + usize::from(it.code == Code::InternalError), all + 1)
    });
    if internal > 0 {
        report::internal_error_hint();
    }
    let outcome = if internal > 0 { Outcome::InternalError } else { Outcome::Failure };
    // Programs that read diagnostics get nothing else.
    let message = if arguments.error_format.is_for_programs() {
        String::new()
    } else {
        format!("{all} error{} in {name}", if all == 1 { "" } else { "s" })
    };
    Err((outcome, message))
}

/// A loader with the folders of `-I`.
pub fn file_loader(folders: &[PathBuf]) -> FileLoader {
    folders.iter().fold(FileLoader::new(), FileLoader::folder)
}

/// Where the output of an input goes.
fn destination(input: &Path, arguments: &CompileArguments) -> Destination {
    match &arguments.output {
        Some(path) if path.as_os_str() == "-" => Destination::Stdout,
        Some(path) if path.is_dir() && input.as_os_str() != "-" => {
            Destination::File(path.join(file_name(input, arguments.emit)))
        }
        Some(path) => Destination::File(path.clone()),
        None if input.as_os_str() == "-" || arguments.emit != Emit::Spv => Destination::Stdout,
        None => Destination::File(PathBuf::from(file_name(input, arguments.emit))),
    }
}

/// The name of the output file of an input, where none is given.
fn file_name(input: &Path, emit: Emit) -> OsString {
    let mut name = input.file_name().unwrap_or(input.as_os_str()).to_owned();
    name.push(match emit {
        Emit::Spv => ".spv",
        Emit::Spvasm => ".spvasm",
        Emit::Hir => ".hir",
        Emit::Glsl => ".comp",
        Emit::Preprocessed => ".preprocessed",
    });
    name
}

/// The name to show and the text of an input.
pub fn read_input(path: &Path) -> Result<(String, String), String> {
    if path.as_os_str() != "-" {
        let name = path.to_string_lossy().into_owned();
        let text = read_text(path).map_err(|error| format!("cannot read `{name}`: {error}"))?;
        return Ok((name, text));
    }
    let text =
        read_limited(std::io::stdin().lock(), 0).map_err(|error| format!("cannot read standard input: {error}"))?;
    Ok(("<stdin>".to_owned(), text))
}
