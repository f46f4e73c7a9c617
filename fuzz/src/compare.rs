//! Judges shaders with one mistake by another compiler, too: `glslsub-fuzz compare`.
//!
//! Comes in: a number of mutants, the name of a glslang. Goes out: how often both agree, and the classes of disagreement: by the
//! code and message of the one that rejects, without names and numbers, each with its first shader. docs/deviations.md says what is
//! right about each class. Must not depend on: what the changes are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use glslsub::internals::diagnostics::Severity;
use glslsub::internals::driver::{self, Options};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::stage::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};

use crate::common::random::Random;
use crate::negatives;

/// How often both compilers said what.
#[derive(Debug, Default)]
struct Tally {
    both_accept: u64,
    both_reject: u64,
    classes: BTreeMap<String, (u64, String)>,
}

/// What a compiler says: `None` if it accepts, or its first error.
type Verdict = Option<String>;

fn ours(stage: Stage, text: &str) -> Verdict {
    let target = Target::from(TargetEnvironment::Vulkan1_3);
    let options = Options { stage: Some(stage), target, ..Options::default() };
    let compilation = driver::compile(driver::Input { name: "shader", text }, &options, &mut NoIncludes);
    let error = compilation.diagnostics.iter().find(|it| it.severity == Severity::Error);
    error.map(|it| format!("{}: {}", it.code, it.message))
}

fn theirs(oracle: &str, suffix: &str, text: &str) -> Result<Verdict, String> {
    let run = || {
        let mut child = Command::new(oracle)
            .args(["-V", "--target-env", "vulkan1.3", "--stdin", "-S", suffix, "-o", "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // It may stop reading.
            let _ = input.write_all(text.as_bytes());
        }
        child.wait_with_output()
    };
    let output = run().map_err(|error| format!("cannot run {oracle}: {error}"))?;
    if output.status.success() {
        return Ok(None);
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let error = printed.lines().find_map(|it| it.strip_prefix("ERROR: "));
    // After the place.
    let error = error.map(|it| it.splitn(3, ": ").last().unwrap_or(it).trim().to_owned());
    Ok(Some(error.unwrap_or_else(|| format!("ends with {}", output.status))))
}

/// A message without the names and numbers in it.
fn class_of(message: &str) -> String {
    let mut class = String::new();
    let mut quote = None;
    for character in message.chars() {
        match (quote, character) {
            (Some(end), it) if it == end => {
                class.push('_');
                quote = None;
            }
            (Some(_), _) => {}
            (None, '`' | '\'') => quote = Some(character),
            (None, it) if it.is_ascii_digit() && !class.starts_with("GS") || it.is_ascii_digit() && class.len() > 6 => {
                if !class.ends_with('#') {
                    class.push('#');
                }
            }
            (None, it) => class.push(it),
        }
    }
    class
}

/// The lines that differ.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let part = |lines: &[&str]| {
        let end = lines.len().saturating_sub(same_end).max(same_start);
        lines[same_start.min(lines.len())..end.min(lines.len())]
            .iter()
            .map(|it| it.trim())
            .collect::<Vec<_>>()
            .join(" | ")
    };
    let mut text = String::new();
    let _ = write!(text, "    - {}\n    + {}", part(&old), part(&new));
    text
}

/// Compares the verdicts on so many mutants of the given shaders. Returns the report.
pub fn compare(shaders: &[(u8, String)], count: u64, seed: u64, jobs: u64, oracle: &str) -> Result<String, String> {
    let row = |number: u8| &Stage::all()[usize::from(number)];
    let suffix = |number| row(number).suffix;
    // Only what both accept can be broken.
    let accepted: Mutex<Vec<usize>> = Mutex::default();
    let next = AtomicU64::new(0);
    let problem: Mutex<Option<String>> = Mutex::default();
    in_parallel(jobs, || {
        while let Some((index, (number, text))) =
            shaders.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed) as usize)
        {
            if ours(row(*number).stage, text).is_some() {
                continue;
            }
            match theirs(oracle, suffix(*number), text) {
                Ok(None) => lock(&accepted).push(index),
                Ok(Some(_)) => {}
                Err(error) => *lock(&problem) = Some(error),
            }
        }
    });
    if let Some(problem) = problem.into_inner().unwrap_or_default() {
        return Err(problem);
    }
    let mut accepted = accepted.into_inner().unwrap_or_default();
    accepted.sort_unstable();
    if accepted.is_empty() {
        return Err("both compilers accept none of the shaders".to_owned());
    }
    let tally: Mutex<Tally> = Mutex::default();
    let next = AtomicU64::new(0);
    let made = AtomicU64::new(0);
    in_parallel(jobs, || {
        while made.load(Ordering::Relaxed) < count {
            let seed = seed + next.fetch_add(1, Ordering::Relaxed);
            let mut random = Random::new(seed);
            let (number, text) = &shaders[*random.pick(&accepted)];
            let Some((change, mutant)) = negatives::negative(&mut random, text) else { continue };
            if made.fetch_add(1, Ordering::Relaxed) >= count {
                break;
            }
            let (our, Ok(their)) = (ours(row(*number).stage, &mutant), theirs(oracle, suffix(*number), &mutant)) else {
                continue;
            };
            let class = match (&our, &their) {
                (None, None) => {
                    lock(&tally).both_accept += 1;
                    continue;
                }
                (Some(_), Some(_)) => {
                    lock(&tally).both_reject += 1;
                    continue;
                }
                (Some(our), None) => format!("only ours rejects: {}", class_of(our)),
                (None, Some(their)) => format!("only theirs rejects: {}", class_of(their)),
            };
            let said = our.or(their).unwrap_or_default();
            let shown =
                || format!("  seed {seed}, {}, {change}: {said}\n{}", suffix(*number), difference(text, &mutant));
            let mut tally = lock(&tally);
            let entry = tally.classes.entry(class).or_insert_with(|| (0, String::new()));
            entry.0 += 1;
            if entry.0 <= 3 {
                let _ = writeln!(entry.1, "{}", shown());
            }
        }
    });
    let tally = tally.into_inner().unwrap_or_default();
    let mut classes: Vec<_> = tally.classes.into_iter().collect();
    classes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let disagreements: u64 = classes.iter().map(|it| it.1.0).sum();
    let mut report = format!(
        "{} mutants of {} shaders from seed {seed}: {} both accept, {} both reject, {disagreements} disagreements in {} classes\n",
        tally.both_accept + tally.both_reject + disagreements,
        accepted.len(),
        tally.both_accept,
        tally.both_reject,
        classes.len(),
    );
    for (class, (count, shown)) in classes {
        let _ = write!(report, "{count} x {class}\n{shown}");
    }
    Ok(report)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn in_parallel(jobs: u64, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let thread = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, &work);
            if let Err(error) = thread {
                eprintln!("cannot start a thread: {error}");
            }
        }
    });
}
