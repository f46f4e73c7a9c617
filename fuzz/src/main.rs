//! Runs the targets, on a stable compiler.
//!
//!     glslsub-fuzz run TARGET [--seconds N] [--seed N] [--jobs N] [--validate N] [--findings FOLDER]
//!     glslsub-fuzz compare COUNT [--seed N] [--jobs N]    shaders with one mistake, judged by glslang ($GLSLANG), too
//!     glslsub-fuzz replay [FILE...]       the kept inputs, or some
//!     glslsub-fuzz list
//!
//! An input follows from its seed. What breaks a promise is printed in full and written to `fuzz/findings/TARGET-SEED`; put it,
//! made small, into `fuzz/corpus/TARGET/` with the fix. `--validate N` gives every Nth module to spirv-val. The seeds are the
//! shaders of the repository, or those of the current folder if that is one.

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use glslsub_fuzz::check::Checked;
use glslsub_fuzz::common::random::Random;
use glslsub_fuzz::targets::{Seeds, TARGETS, Target};

/// The stack of a program's main thread: less than that is no finding.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.split_first() {
        Some((&"list", [])) => {
            for target in TARGETS {
                println!("{:10} {}", target.name, target.what);
            }
            ExitCode::SUCCESS
        }
        Some((&"replay", files)) => replay(files),
        Some((&"compare", [count, options @ ..])) => match (count.parse(), Options::parse(options)) {
            (Ok(count), Some(options)) => compare(count, &options),
            _ => usage(),
        },
        Some((&"run", [name, options @ ..])) => match (find(name), Options::parse(options)) {
            (Some(target), Some(options)) => run(target, &options),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn compare(count: u64, options: &Options) -> ExitCode {
    let oracle = std::env::var("GLSLANG").unwrap_or_else(|_| "glslangValidator".to_owned());
    let seeds = Seeds::new();
    match glslsub_fuzz::compare::compare(seeds.shaders(), count, options.seed, options.jobs, &oracle) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: glslsub-fuzz run TARGET [--seconds N] [--seed N] [--jobs N] [--validate N] | compare COUNT [--seed N] [--jobs N] | replay [FILE...] | list"
    );
    ExitCode::from(2)
}

fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|it| it.name == name)
}

/// How to run a target.
struct Options {
    seconds: u64,
    seed: u64,
    jobs: u64,
    validate: u64,
    findings: PathBuf,
}

/// How many seeds a job takes at once.
const BATCH: u64 = 64;

impl Options {
    fn parse(words: &[&str]) -> Option<Self> {
        let findings = here().join("findings");
        let mut options = Self { seconds: 60, seed: 0, jobs: 1, validate: 0, findings };
        for pair in words.chunks(2) {
            let &[name, value] = pair else { return None };
            if name == "--findings" {
                options.findings = PathBuf::from(value);
                continue;
            }
            let option = match name {
                "--seconds" => &mut options.seconds,
                "--seed" => &mut options.seed,
                "--jobs" => &mut options.jobs,
                "--validate" => &mut options.validate,
                _ => return None,
            };
            *option = value.parse().ok()?;
        }
        Some(options)
    }
}

/// Checks an input; a panic is a broken promise.
fn checked(target: &Target, data: &[u8]) -> Checked {
    catch_unwind(AssertUnwindSafe(|| (target.check)(data))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("no text")))
    })
}

fn run(target: &'static Target, options: &Options) -> ExitCode {
    let seeds = Seeds::new();
    let next = AtomicU64::new(options.seed);
    let (modules, validated) = (AtomicU64::new(0), AtomicU64::new(0));
    // By the first line of the problem: one mistake has many inputs.
    let findings: Mutex<BTreeMap<String, (u64, u64)>> = Mutex::default();
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let end = start + Duration::from_secs(options.seconds);
    let done = AtomicU64::new(0);
    let work = || {
        let mut seeds_left = 0..0;
        while Instant::now() < end {
            let Some(seed) = seeds_left.next() else {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                seeds_left = first..first + BATCH;
                continue;
            };
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_power_of_two() && count >= 1024 {
                eprintln!("{count} inputs after {:.0} s", start.elapsed().as_secs_f64());
            }
            let data = (target.make)(&mut Random::new(seed), &seeds);
            let outcome = checked(target, &data).and_then(|module| {
                let Some(words) = module else { return Ok(()) };
                let number = modules.fetch_add(1, Ordering::Relaxed);
                if options.validate == 0 || !number.is_multiple_of(options.validate) || is_by_number(&data) {
                    return Ok(());
                }
                validated.fetch_add(1, Ordering::Relaxed);
                validate(&words)
            });
            if let Err(problem) = outcome {
                let class = problem.lines().next().unwrap_or_default().to_owned();
                let mut findings = findings.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let known = findings.entry(class).or_insert((seed, 0));
                known.1 += 1;
                if known.1 == 1 {
                    keep(&options.findings, target, seed, &data, &problem);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(error) = thread {
                eprintln!("cannot start a thread: {error}");
            }
        }
    });
    let findings = findings.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (done, seconds) = (done.into_inner(), start.elapsed().as_secs_f64());
    println!(
        "{}: {done} inputs from seeds {} to {}, {} modules, {} validated, {} findings; {seconds:.0} s, {} jobs, {:.0} inputs/s",
        target.name,
        options.seed,
        next.into_inner(),
        modules.into_inner(),
        validated.into_inner(),
        findings.len(),
        options.jobs,
        done as f64 / seconds,
    );
    for (class, (seed, count)) in &findings {
        println!("  seed {seed} ({count} times): {class}");
    }
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a shader asks for what it likes: its module is as valid as its author made it.
fn is_by_number(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    text.contains("GL_EXT_spirv_intrinsics") || text.contains("// val: ")
}

/// spirv-val's complaint.
fn validate(words: &[u32]) -> Result<(), String> {
    let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
    let validator = std::env::var("SPIRV_VAL").unwrap_or_else(|_| "spirv-val".to_owned());
    let run = || {
        let mut child = Command::new(validator)
            .args(["--target-env", "vulkan1.3", "--scalar-block-layout", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(&bytes)?;
        }
        child.wait_with_output()
    };
    let output = run().map_err(|error| format!("cannot run spirv-val: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("invalid: {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
}

fn keep(folder: &Path, target: &Target, seed: u64, data: &[u8], problem: &str) {
    let file = folder.join(format!("{}-{seed}", target.name));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, data));
    let place = written.map_or_else(|error| format!("cannot be written: {error}"), |()| file.display().to_string());
    let input = String::from_utf8_lossy(data);
    println!("{} seed {seed} ({place}): {problem}\n--- the input\n{}\n---", target.name, input.escape_debug());
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Checks the kept inputs; the name of a file's folder is that of its target.
fn replay(files: &[&str]) -> ExitCode {
    let mut paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    if paths.is_empty() {
        for target in TARGETS {
            let entries = std::fs::read_dir(here().join("corpus").join(target.name));
            paths.extend(entries.into_iter().flatten().flatten().map(|it| it.path()));
        }
        paths.sort();
    }
    let mut failed = 0;
    for path in &paths {
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let target = find(&folder).or_else(|| find(name.split('-').next().unwrap_or_default()));
        let outcome = match (target, std::fs::read(path)) {
            (None, _) => Err("its folder is not named after a target".to_owned()),
            (_, Err(error)) => Err(error.to_string()),
            (Some(target), Ok(data)) => on_a_stack(|| checked(target, &data).map(drop)),
        };
        if let Err(problem) = outcome {
            failed += 1;
            println!("{}: {problem}", path.display());
        }
    }
    println!("{} inputs replayed, {failed} failed", paths.len());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn on_a_stack(work: impl FnOnce() -> Result<(), String> + Send) -> Result<(), String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        thread.join().unwrap_or_else(|_| Err("panic".to_owned()))
    })
}
