//! `glslsub batch`: many shaders, each with several sets of macros and for several targets, on all cores.
//!
//! Comes in: [`BatchArguments`]. Goes out: files, diagnostics in the order of the jobs, one summary, an exit code. Must
//! not depend on: how a shader is compiled.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use glslsub::TargetEnvironment;
use glslsub::internals::files::{SharedFiles, read_text, shaders_in};
use glslsub::internals::parallel::{in_parallel, most_threads};
use glslsub::internals::preprocess::MacroOption;
use glslsub::internals::target::Target;

use super::arguments::{BatchArguments, Variant, parse_define, parse_undefine};
use super::compile::{module_options, style};
use super::job::{self, Done, Job};
use super::output::{self, Destination};
use super::progress::Progress;
use super::words::split;
use super::{Outcome, dependencies, overwriting, report};

/// A shader on the command line or in the list.
struct Source {
    path: PathBuf,
    /// The name of its output below the output folder, without variant, target and suffix; or, from a list, the whole name.
    name: PathBuf,
    is_whole_name: bool,
    macros: Vec<MacroOption>,
}

/// Compiles everything; the exit code is that of the worst result.
pub fn run(arguments: &BatchArguments) -> u8 {
    let jobs = match sources(arguments).and_then(|sources| jobs(&sources, arguments)) {
        Ok(jobs) => jobs,
        Err((outcome, message)) => {
            report::error(&message);
            return outcome.into();
        }
    };
    let start = Instant::now();
    let threads = arguments.jobs.map_or_else(|| most_threads(jobs.len()), Into::into);
    let says = !arguments.quiet && !arguments.shaders.error_format.is_for_programs();
    let mut progress = Progress::new(jobs.len(), says);
    let mut total = Total::default();
    let mut rules = String::new();
    let mut order = jobs.iter();
    in_parallel(&jobs, threads, job::run, |done| {
        let Some(job) = order.next() else { return };
        total.add(&done);
        if arguments.depfile.is_some() {
            rules.push_str(&done.rule(&job.destination).text());
        }
        progress.step(&job.path.to_string_lossy(), || {
            if !done.messages.is_empty() {
                done.messages.print();
            }
        });
    });
    progress.clear();
    if let Some(path) = arguments.depfile.as_ref().filter(|_| total.failed == 0)
        && let Err(message) = output::write(&dependencies::destination(&path.to_string_lossy()), rules.as_bytes())
    {
        report::error(&message);
        total.worst = total.worst.max(Outcome::Failure);
    }
    if says {
        let seconds = start.elapsed().as_secs_f64();
        let _ = writeln!(std::io::stderr(), "{}", total.summary(seconds));
    }
    total.worst.into()
}

/// The totals.
struct Total {
    worst: Outcome,
    shaders: usize,
    failed: usize,
    written: usize,
    errors: usize,
    warnings: usize,
}

impl Default for Total {
    fn default() -> Self {
        Self { worst: Outcome::Success, shaders: 0, failed: 0, written: 0, errors: 0, warnings: 0 }
    }
}

impl Total {
    fn add(&mut self, done: &Done) {
        self.worst = self.worst.max(done.outcome);
        self.shaders += 1;
        self.failed += usize::from(done.outcome != Outcome::Success);
        self.written += usize::from(done.is_written);
        self.errors += done.errors;
        self.warnings += done.warnings;
    }

    fn summary(&self, seconds: f64) -> String {
        let counted = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let warnings = match self.warnings {
            0 => String::new(),
            count => format!(", {}", counted(count, "warning")),
        };
        let kept = self.shaders - self.failed - self.written;
        let files = format!("{} written, {kept} up to date", counted(self.written, "file"));
        if self.failed == 0 {
            return format!("compiled {} in {seconds:.2} s: {files}{warnings}", counted(self.shaders, "shader"));
        }
        let all = counted(self.shaders, "shader");
        format!("error: {} of {all} failed: {}{warnings}; {files}", self.failed, counted(self.errors, "error"))
    }
}

/// The shaders of the command line and of the list.
fn sources(arguments: &BatchArguments) -> Result<Vec<Source>, (Outcome, String)> {
    let mut sources = Vec::new();
    for input in &arguments.inputs {
        if input.as_os_str() == "-" {
            return Err((Outcome::Usage, "`batch` does not read standard input; use `compile`".to_owned()));
        }
        if !input.is_dir() {
            let name = input.file_name().map_or_else(|| input.clone(), PathBuf::from);
            sources.push(Source { path: input.clone(), name, is_whole_name: false, macros: Vec::new() });
            continue;
        }
        let found = shaders_in(input).map_err(|message| (Outcome::Failure, message))?;
        sources.extend(found.into_iter().map(|path| {
            let name = path.strip_prefix(input).unwrap_or(&path).to_owned();
            Source { path, name, is_whole_name: false, macros: Vec::new() }
        }));
    }
    if let Some(list) = &arguments.list {
        let text = read_text(list)
            .map_err(|error| (Outcome::Failure, format!("cannot read `{}`: {error}", list.display())))?;
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let wrong = |what| (Outcome::Usage, format!("{}:{}: {what}", list.display(), index + 1));
            sources.push(listed(line).map_err(wrong)?);
        }
    }
    if sources.is_empty() {
        return Err((Outcome::Failure, "there are no shaders".to_owned()));
    }
    Ok(sources)
}

/// A line of a list.
fn listed(line: &str) -> Result<Source, String> {
    let mut words = split(line).into_iter();
    let (mut path, mut output, mut macros) = (None, None, Vec::new());
    while let Some(word) = words.next() {
        let mut value = |short: &str| match word.strip_prefix(short) {
            Some("") => words.next().map(Some).ok_or_else(|| format!("`{short}` needs a value")),
            Some(value) => Ok(Some(value.to_owned())),
            None => Ok(None),
        };
        if let Some(text) = value("-D")? {
            macros.push(parse_define(&text)?);
        } else if let Some(text) = value("-U")? {
            macros.push(parse_undefine(&text)?);
        } else if let Some(text) = value("-o")? {
            output = Some(PathBuf::from(text));
        } else if word.starts_with('-') {
            return Err(format!("`{word}`: a line has a shader, -D, -U and -o"));
        } else if path.replace(PathBuf::from(&word)).is_some() {
            return Err("a line has one shader".to_owned());
        }
    }
    let path = path.ok_or("there is no shader in this line")?;
    let is_whole_name = output.is_some();
    let name = output.or_else(|| path.file_name().map(PathBuf::from)).unwrap_or_else(|| path.clone());
    Ok(Source { path, name, is_whole_name, macros })
}

/// Every shader with every set of macros and every target; creates folders for the outputs.
fn jobs<'a>(sources: &[Source], arguments: &'a BatchArguments) -> Result<Vec<Job<'a>>, (Outcome, String)> {
    let base = module_options(&arguments.shaders, &arguments.module);
    let variants: Vec<Option<&Variant>> =
        if arguments.variant.is_empty() { vec![None] } else { arguments.variant.iter().map(Some).collect() };
    let targets: Vec<Option<TargetEnvironment>> =
        if arguments.targets.is_empty() { vec![None] } else { arguments.targets.iter().copied().map(Some).collect() };
    let files = Arc::new(SharedFiles::default());
    let mut jobs = Vec::new();
    for source in sources {
        for variant in &variants {
            for target in &targets {
                let mut options = base.clone();
                options.preprocessor.macros.extend_from_slice(&source.macros);
                options.preprocessor.macros.extend(variant.iter().flat_map(|it| it.macros.iter().cloned()));
                options.target = target.map_or(options.target, Target::from);
                // A single target is not part of names, as it would distinguish nothing.
                let shown_target = target.filter(|_| targets.len() > 1);
                jobs.push(Job {
                    path: source.path.clone(),
                    destination: Destination::File(output_path(source, *variant, shown_target, arguments)),
                    emit: arguments.module.emit,
                    options,
                    image_formats: &arguments.module.image_formats,
                    include: &arguments.shaders.include,
                    files: Some(files.clone()),
                    reflection: None,
                    style: style(&arguments.shaders),
                    keep_equal: true,
                });
            }
        }
    }
    make_folders(&jobs).map_err(|message| (Outcome::Failure, message))?;
    let outputs: Vec<_> = jobs.iter().map(|job| (job.path.clone(), job.destination.clone())).collect();
    match overwriting::find(&outputs, &[]) {
        Some(problem) => Err((Outcome::Usage, problem)),
        None => Ok(jobs),
    }
}

/// `OUT/post/blur.comp.fast.vulkan1.3.spv`; for a name from a list, variant and target come before its suffix.
fn output_path(
    source: &Source,
    variant: Option<&Variant>,
    target: Option<TargetEnvironment>,
    arguments: &BatchArguments,
) -> PathBuf {
    let parts = variant.map(|it| it.name.clone()).into_iter().chain(target.map(|it| it.name().to_owned()));
    let added: String = parts.map(|part| format!(".{part}")).collect();
    let (stem, suffix) = if source.is_whole_name {
        let suffix = source.name.extension().map_or_else(String::new, |it| format!(".{}", it.to_string_lossy()));
        (source.name.with_extension(""), suffix)
    } else {
        (source.name.clone(), arguments.module.emit.suffix().to_owned())
    };
    let mut path = arguments.output.join(stem).into_os_string();
    path.push(added);
    path.push(suffix);
    PathBuf::from(path)
}

/// Creates the folders of all outputs.
fn make_folders(jobs: &[Job<'_>]) -> Result<(), String> {
    let mut made = None;
    for job in jobs {
        let Destination::File(path) = &job.destination else { continue };
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        // Those of neighbors are mostly the same.
        if made.replace(folder) != Some(folder) {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder `{}`: {error}", folder.display()))?;
        }
    }
    Ok(())
}
