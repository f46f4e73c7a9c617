//! One compilation: a shader in, a file out.
//!
//! Comes in: a path, options and where the result goes. Goes out: the file, and [`Done`] with all messages about it.
//! Must not depend on: arguments, other compilations; jobs run on any thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use glslsub::FileLoader;
use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::driver::{self, Compilation, Input, Options};
use glslsub::internals::files::{SharedFiles, read_limited, read_text};
use glslsub::internals::glsl_text::print as print_glsl;
use glslsub::internals::hir::text::to_text;
use spirv::ImageFormat;

use super::arguments::{Color, Emit, ErrorFormat};
use super::dependencies::Rule;
use super::output::{self, Destination};
use super::report::Messages;
use super::{Outcome, assembly, overwriting};

/// How messages look.
#[derive(Clone, Copy)]
pub struct Style {
    /// `--color`
    pub color: Color,
    /// `--error-format`
    pub format: ErrorFormat,
}

/// What to do.
pub struct Job<'a> {
    /// The shader.
    pub path: PathBuf,
    /// Where the result goes.
    pub destination: Destination,
    /// What to write.
    pub emit: Emit,
    /// What to compile for, and how.
    pub options: Options,
    /// Formats of images that have none in the shader, for naga.
    #[cfg_attr(not(feature = "wgsl"), allow(dead_code))]
    pub image_formats: &'a [ImageFormat],
    /// The folders of `-I`.
    pub include: &'a [PathBuf],
    /// The files that jobs share. Without them, each job sees what is on disk.
    pub files: Option<Arc<SharedFiles>>,
    /// Where the reflection goes, if it is requested.
    pub reflection: Option<&'a assembly::AssemblyArguments>,
    /// How messages look.
    pub style: Style,
    /// Do not rewrite a file that already has the right contents, so that what is built from it stays up to date.
    pub keep_equal: bool,
}

/// The result of a job.
pub struct Done {
    /// How it ended.
    pub outcome: Outcome,
    /// The messages.
    pub messages: Messages,
    /// How many errors were reported.
    pub errors: usize,
    /// How many warnings were reported.
    pub warnings: usize,
    /// Whether a file was written, as opposed to found up to date.
    pub is_written: bool,
    /// The shader and what it includes, as far as they could be read.
    pub inputs: Vec<PathBuf>,
    /// Paths at which includes were not found.
    pub missing: Vec<PathBuf>,
}

impl Done {
    fn new(style: Style) -> Self {
        Self {
            outcome: Outcome::Success,
            messages: Messages::new(style.color, style.format),
            errors: 0,
            warnings: 0,
            is_written: false,
            inputs: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// The dependency rule of an output.
    pub fn rule(&self, destination: &Destination) -> Rule {
        let target = match destination {
            Destination::Stdout => "-".to_owned(),
            Destination::File(path) => path.to_string_lossy().into_owned(),
        };
        let mut names = self.inputs.iter().map(|it| it.to_string_lossy().into_owned());
        Rule { target, source: names.next().unwrap_or_default(), includes: names.collect(), phony: false }
    }

    /// Adds a message about what went wrong, if anything did.
    fn end(mut self, result: Result<bool, (Outcome, String)>) -> Self {
        match result {
            Ok(is_written) => self.is_written = is_written,
            Err((outcome, message)) => {
                self.outcome = outcome;
                if !message.is_empty() {
                    self.messages.error(&message);
                }
            }
        }
        self
    }
}

/// Compiles a shader and writes the result.
pub fn run(job: &Job<'_>) -> Done {
    let mut done = Done::new(job.style);
    done.inputs.push(job.path.clone());
    let read = match &job.files {
        Some(files) => named(&job.path, files.read(&job.path).map(|(text, _)| text)),
        None => read_input(&job.path).map(|(name, text)| (name, text.into())),
    };
    let (name, text): (String, Arc<str>) = match read {
        Ok(input) => input,
        Err(message) => return done.end(Err((Outcome::Failure, message))),
    };
    let input = Input { name: &name, text: &text };
    let mut loader = file_loader(job.include);
    if let Some(files) = &job.files {
        loader = loader.sharing(files.clone());
    }
    let bytes = bytes(job, input, &mut loader, &mut done);
    done.missing = loader.missing().map(Path::to_owned).collect();
    let written = bytes.and_then(|bytes| {
        overwriting::check_included(&job.destination, &loader).map_err(|message| (Outcome::Usage, message))?;
        if job.keep_equal && output::has(&job.destination, &bytes) {
            return Ok(false);
        }
        output::write(&job.destination, &bytes).map_err(|message| (Outcome::Failure, message))?;
        Ok(true)
    });
    done.end(written)
}

/// The bytes to write.
fn bytes(
    job: &Job<'_>,
    input: Input<'_>,
    loader: &mut FileLoader,
    done: &mut Done,
) -> Result<Vec<u8>, (Outcome, String)> {
    let (name, format) = (input.name, job.style.format);
    match job.emit {
        Emit::Spv => {
            let compilation = driver::compile(input, &job.options, loader);
            let reflected = job.reflection.map_or(Ok(()), |it| assembly::write_reflection(it, &compilation, loader));
            let bytes = finish(name, format, compilation, done, |it| it.bytes())?;
            reflected?;
            Ok(bytes)
        }
        Emit::Spvasm => {
            let compilation = driver::compile(input, &job.options, loader);
            finish(name, format, compilation, done, |it| it.disassembly().into_bytes())
        }
        Emit::Hir => {
            let compilation = driver::check(input, &job.options, loader);
            finish(name, format, compilation, done, |it| to_text(it).into_bytes())
        }
        Emit::Glsl => {
            let printed = finish(name, format, driver::check(input, &job.options, loader), done, print_glsl)?;
            printed.map(String::into_bytes).map_err(|what| {
                (
                    Outcome::Failure,
                    format!("{name}: only assembly programs can be printed as GLSL, which cannot express {}", what.0),
                )
            })
        }
        Emit::Reflection => {
            let compilation = driver::compile(input, &job.options, loader);
            finish(name, format, compilation, done, |it| assembly::reflection_text(it).into_bytes())
        }
        Emit::Preprocessed => {
            let compilation = driver::preprocess(input, &job.options, loader);
            finish(name, format, compilation, done, |it| it.clone().into_bytes())
        }
        Emit::Naga | Emit::Wgsl | Emit::Msl | Emit::Hlsl => naga_bytes(job, input, loader, done),
    }
}

/// The output of naga for the shader.
#[cfg(feature = "wgsl")]
fn naga_bytes(
    job: &Job<'_>,
    input: Input<'_>,
    loader: &mut FileLoader,
    done: &mut Done,
) -> Result<Vec<u8>, (Outcome, String)> {
    use glslsub::internals::naga_bridge::{Language, Options};
    let (name, format) = (input.name, job.style.format);
    let mut options = Options::default();
    for &format in job.image_formats {
        if !options.image_formats.insert_spirv(format) {
            return Err((Outcome::Usage, "naga does not have this image format".to_owned()));
        }
    }
    let language = match job.emit {
        #[cfg(feature = "naga")]
        Emit::Msl => Language::Msl,
        #[cfg(feature = "naga")]
        Emit::Hlsl => Language::Hlsl,
        #[cfg(not(feature = "naga"))]
        Emit::Msl | Emit::Hlsl => return Err((Outcome::Usage, without_feature(job.emit))),
        Emit::Wgsl => Language::Wgsl,
        _ => {
            let compilation = driver::naga(input, &job.options, options, loader);
            return finish(name, format, compilation, done, |it| format!("{it:#?}\n").into_bytes());
        }
    };
    let compilation = driver::naga_text(input, &job.options, options, language, loader);
    finish(name, format, compilation, done, |it| it.clone().into_bytes())
}

/// Says how to get a glslsub with naga.
#[cfg(not(feature = "wgsl"))]
fn naga_bytes(job: &Job<'_>, _: Input<'_>, _: &mut FileLoader, _: &mut Done) -> Result<Vec<u8>, (Outcome, String)> {
    Err((Outcome::Usage, without_feature(job.emit)))
}

#[cfg(not(feature = "naga"))]
fn without_feature(emit: Emit) -> String {
    let language = emit.suffix().trim_start_matches('.');
    format!(
        "this glslsub was built without naga, which writes `{language}`; install it with `cargo install glslsub --features naga`"
    )
}

/// Records the diagnostics and returns what to write, or why there is nothing.
fn finish<T, U>(
    name: &str,
    format: ErrorFormat,
    compilation: Compilation<T>,
    done: &mut Done,
    bytes: impl FnOnce(&T) -> U,
) -> Result<U, (Outcome, String)> {
    done.messages.diagnostics(&compilation.diagnostics, &compilation.sources, name);
    done.inputs.extend(compilation.dependencies().map(PathBuf::from));
    let count = |severity| compilation.diagnostics.iter().filter(|it| it.severity == severity).count();
    done.errors = count(Severity::Error);
    done.warnings = count(Severity::Warning);
    if let Some(artifact) = &compilation.artifact {
        return Ok(bytes(artifact));
    }
    let is_bug = compilation.diagnostics.iter().any(|it| it.code == Code::InternalError);
    if is_bug {
        done.messages.internal_error_hint();
    }
    let outcome = if is_bug { Outcome::InternalError } else { Outcome::Failure };
    // Programs that read diagnostics get nothing else.
    let message = if format.is_for_programs() { String::new() } else { count_of_errors(done.errors, name) };
    Err((outcome, message))
}

fn count_of_errors(count: usize, name: &str) -> String {
    format!("{count} error{} in {name}", if count == 1 { "" } else { "s" })
}

/// Does for several shaders what [`run`] does for one: `compile` makes one artifact from all.
pub fn run_together<T>(
    paths: &[PathBuf],
    include: &[PathBuf],
    style: Style,
    compile: impl FnOnce(&[Input<'_>], &mut FileLoader) -> Compilation<T>,
    write: impl FnOnce(&T, &FileLoader) -> Result<(), (Outcome, String)>,
) -> Done {
    let mut done = Done::new(style);
    done.inputs.extend_from_slice(paths);
    let shaders = match paths.iter().map(|path| read_input(path)).collect::<Result<Vec<_>, _>>() {
        Ok(shaders) => shaders,
        Err(message) => return done.end(Err((Outcome::Failure, message))),
    };
    let inputs: Vec<_> = shaders.iter().map(|(name, text)| Input { name, text }).collect();
    let names: Vec<&str> = inputs.iter().map(|it| it.name).collect();
    let mut loader = file_loader(include);
    let compilation = compile(&inputs, &mut loader);
    done.missing = loader.missing().map(Path::to_owned).collect();
    let written = finish(&names.join(", "), style.format, compilation, &mut done, |it| write(it, &loader));
    done.end(written.and_then(std::convert::identity).map(|()| true))
}

/// A loader with the folders of `-I`.
pub fn file_loader(folders: &[PathBuf]) -> FileLoader {
    folders.iter().fold(FileLoader::new(), FileLoader::folder)
}

/// The name to show of a file, with its text, or what to say if it could not be read.
fn named<T>(path: &Path, text: std::io::Result<T>) -> Result<(String, T), String> {
    let name = path.to_string_lossy().into_owned();
    match text {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(format!("cannot read `{name}`: {error}")),
    }
}

/// The name to show and the text of an input.
pub fn read_input(path: &Path) -> Result<(String, String), String> {
    if path.as_os_str() != "-" {
        return named(path, read_text(path));
    }
    let text =
        read_limited(std::io::stdin().lock(), 0).map_err(|error| format!("cannot read standard input: {error}"))?;
    Ok(("<stdin>".to_owned(), text))
}
