//! `glslsub compile` and `glslsub check`.
//!
//! Comes in: [`CompileArguments`] or [`CheckArguments`]. Goes out: files, diagnostics, an exit code. Must not depend on: clap.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use glslsub::internals::driver::{self, Options};
use glslsub::internals::lints::Selection;
use glslsub::internals::parallel::{in_parallel, most_threads};
use glslsub::internals::passes::Level;
use glslsub::internals::preprocess;

use super::Outcome;
use super::arguments::{CheckArguments, CompileArguments, Emit, ModuleArguments, ReflectArguments, ShaderArguments};
use super::dependencies;
use super::job::{self, Done, Job, Style};
use super::output::{self, Destination};
use super::{overwriting, report, watch};

/// Compiles every input; the exit code is that of the worst result.
pub fn run(arguments: &CompileArguments) -> u8 {
    let options =
        Options { assembly: arguments.assembly.options(), ..module_options(&arguments.shaders, &arguments.module) };
    let options = Options { reflect: options.reflect || arguments.reflects(), ..options };
    if let Err(problem) = check_outputs(arguments) {
        report::error(&problem);
        return Outcome::Usage.into();
    }
    if arguments.watch {
        let work = || {
            let done = compile(arguments, &options).1;
            done.into_iter().flat_map(|it| it.inputs.into_iter().chain(it.missing)).collect()
        };
        watch::run(work, || {
            if !arguments.shaders.error_format.is_for_programs() {
                let _ = writeln!(std::io::stderr(), "watching {}", names(&arguments.inputs));
            }
        })
    }
    let (outcome, _done) = compile(arguments, &options);
    // Nothing is freed: the system takes all memory at once, which saves 3 % of the instructions of a small shader.
    driver::leave_memory_to_the_system();
    std::process::exit(outcome as i32)
}

/// Why the outputs cannot be written where they would go.
fn check_outputs(arguments: &CompileArguments) -> Result<(), String> {
    let mut outputs: Vec<(PathBuf, Destination)> =
        arguments.inputs.iter().map(|input| (input.clone(), destination(input, arguments))).collect();
    if arguments.link {
        // There is one output, which may not be one of the inputs.
        outputs.iter_mut().skip(1).for_each(|it| it.1 = Destination::Stdout);
    }
    let is_stdout = outputs.first().is_some_and(|it| it.1 == Destination::Stdout);
    if is_stdout && arguments.module.emit == Emit::Spv && std::io::stdout().is_terminal() {
        return Err("SPIR-V is not text; give a file with `-o`, or ask for text with `--emit spvasm`".to_owned());
    }
    let reflection = arguments.assembly.reflect.iter().cloned().map(Destination::File);
    let rules = arguments.depfile.iter().map(|it| dependencies::destination(&it.to_string_lossy()));
    overwriting::find(&outputs, &reflection.chain(rules).collect::<Vec<_>>()).map_or(Ok(()), Err)
}

/// Compiles all inputs once, and prints the messages.
fn compile(arguments: &CompileArguments, options: &Options) -> (Outcome, Vec<Done>) {
    let shaders = &arguments.shaders;
    let mut all = Vec::new();
    let mut rules = String::new();
    if arguments.link {
        let destination = destination(Path::new("-"), arguments);
        let linked = link(arguments, options, &destination);
        rules = linked.rule(&destination).text();
        linked.messages.print();
        all.push(linked);
    } else {
        let job = |path: &PathBuf| Job {
            path: path.clone(),
            destination: destination(path, arguments),
            emit: arguments.module.emit,
            options: options.clone(),
            image_formats: &arguments.module.image_formats,
            include: &shaders.include,
            files: None,
            reflection: arguments.reflects().then_some(&arguments.assembly),
            style: style(shaders),
            keep_equal: false,
        };
        let jobs: Vec<Job<'_>> = arguments.inputs.iter().map(job).collect();
        // Standard output is written in order.
        let is_file = |job: &Job<'_>| job.destination != Destination::Stdout;
        let threads = if jobs.iter().all(is_file) && !arguments.reflects() { most_threads(jobs.len()) } else { 1 };
        let mut order = jobs.iter();
        in_parallel(&jobs, threads, job::run, |done| {
            let job = order.next().filter(|_| arguments.depfile.is_some());
            rules.extend(job.map(|job| done.rule(&job.destination).text()));
            done.messages.print();
            all.push(done);
        });
    }
    let mut outcome = all.iter().map(|it| it.outcome).max().unwrap_or(Outcome::Success);
    if let Some(path) = arguments.depfile.as_ref().filter(|_| outcome == Outcome::Success)
        && let Err((worse, message)) = write_rules(path, &rules, &all)
    {
        report::error(&message);
        outcome = worse;
    }
    (outcome, all)
}

/// Writes the file of `--depfile`.
fn write_rules(path: &Path, rules: &str, all: &[Done]) -> Result<(), (Outcome, String)> {
    let destination = dependencies::destination(&path.to_string_lossy());
    for done in all {
        overwriting::check_read(&destination, &done.inputs).map_err(|message| (Outcome::Usage, message))?;
    }
    output::write(&destination, rules.as_bytes()).map_err(|message| (Outcome::Failure, message))
}

/// `glslsub compile --link`: one module from all inputs.
fn link(arguments: &CompileArguments, options: &Options, destination: &Destination) -> Done {
    let shaders = &arguments.shaders;
    job::run_together(
        &arguments.inputs,
        &shaders.include,
        style(shaders),
        |inputs, loader| driver::link_pipeline(inputs, options, loader),
        |linked, loader| {
            let bytes = match arguments.module.emit {
                Emit::Spvasm => linked.artifact.disassembly().into_bytes(),
                _ => linked.artifact.bytes(),
            };
            overwriting::check_included(destination, loader).map_err(|message| (Outcome::Usage, message))?;
            output::write(destination, &bytes).map_err(|message| (Outcome::Failure, message))
        },
    )
}

/// `glslsub check`: compiles nothing.
pub fn check(arguments: &CheckArguments) -> u8 {
    let shaders = &arguments.shaders;
    let options = options(shaders);
    let done = job::run_together(
        &arguments.inputs,
        &shaders.include,
        style(shaders),
        |inputs, loader| driver::check_pipeline(inputs, &options, loader),
        |_, _| Ok(()),
    );
    done.messages.print();
    done.outcome.into()
}

/// `glslsub reflect`: compiles, and prints the reflection instead of the module.
pub fn reflect(arguments: &ReflectArguments) -> u8 {
    let shaders = &arguments.shaders;
    let optimization = if arguments.optimize { Level::Optimized } else { Level::Language };
    let destination = match &arguments.output {
        Some(path) if path.as_os_str() != "-" => Destination::File(path.clone()),
        _ => Destination::Stdout,
    };
    if let Some(problem) = overwriting::find(&[(arguments.input.clone(), destination.clone())], &[]) {
        report::error(&problem);
        return Outcome::Usage.into();
    }
    let done = job::run(&Job {
        path: arguments.input.clone(),
        destination,
        emit: Emit::Reflection,
        options: Options { reflect: true, optimization, ..options(shaders) },
        image_formats: &[],
        include: &shaders.include,
        files: None,
        reflection: None,
        style: style(shaders),
        keep_equal: false,
    });
    done.messages.print();
    done.outcome.into()
}

/// The options described by the arguments that every command has.
pub fn options(arguments: &ShaderArguments) -> Options {
    let mut selection = Selection { certain: !arguments.no_lints, ..Selection::default() };
    for word in &arguments.warn {
        selection.add(word);
    }
    for word in &arguments.assume {
        // The words were checked when they were parsed.
        let _ = selection.assumptions.add(word);
    }
    Options {
        lints: selection,
        stage: arguments.stage,
        target: arguments.target(),
        memory_model: arguments.memory_model.map(Into::into),
        allow: arguments.allow.clone(),
        warn_all: arguments.warn.iter().any(|it| it == "all"),
        auto_bind: arguments.auto_bind_uniforms,
        auto_locations: arguments.auto_map_locations,
        hlsl_offsets: arguments.hlsl_offsets,
        nv_shuffle_clamp: arguments.nv_shuffle_clamp,
        full_precision: arguments.full_precision,
        relaxed_vulkan: arguments.relaxed_vulkan,
        explain_legacy: arguments.explain_legacy,
        preprocessor: preprocess::Options { macros: arguments.macros.clone(), ..preprocess::Options::default() },
        ..Options::default()
    }
}

/// The options of commands that write modules.
pub fn module_options(shaders: &ShaderArguments, module: &ModuleArguments) -> Options {
    Options {
        strip: module.strip,
        debug: module.debug.into(),
        reflect: module.emit == Emit::Reflection,
        optimization: if module.optimize { Level::Optimized } else { Level::Language },
        ..options(shaders)
    }
}

/// How messages look.
pub const fn style(arguments: &ShaderArguments) -> Style {
    Style { color: arguments.color, format: arguments.error_format }
}

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>().join(", ")
}

/// Where the output of an input goes.
fn destination(input: &Path, arguments: &CompileArguments) -> Destination {
    match &arguments.output {
        Some(path) if path.as_os_str() == "-" => Destination::Stdout,
        Some(path) if path.is_dir() && input.as_os_str() != "-" => {
            Destination::File(path.join(file_name(input, arguments.module.emit)))
        }
        Some(path) => Destination::File(path.clone()),
        None if input.as_os_str() == "-" || arguments.link || arguments.module.emit != Emit::Spv => Destination::Stdout,
        None => Destination::File(PathBuf::from(file_name(input, arguments.module.emit))),
    }
}

/// The name of an input's output file, if none is given.
fn file_name(input: &Path, emit: Emit) -> OsString {
    let mut name = input.file_name().unwrap_or(input.as_os_str()).to_owned();
    name.push(emit.suffix());
    name
}
