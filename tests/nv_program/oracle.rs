//! NVIDIA's own compiler for `!!NVcp5.0` programs as the oracle: the programs of `nv_program_execution`, in OpenGL,
//! compared with the machine on the CPU and, if there is a Vulkan device, with the SPIR-V that glslsub makes of them;
//! also its answers to the programs of `loads.txt` and `modifiers.txt`, and its results for those of `probes.txt`.
//!
//! Without the driver it says so and passes. `GLSLSUB_NV_PROGRAMS=N` and `GLSLSUB_NV_SEED=S` select the random programs
//! (from 10000 on without the driver's peculiarities, from 20000 with textures and images, from 30000 with warps),
//! `GLSLSUB_NV_SEEDS=A-B,C-D` several ranges of seeds; `GLSLSUB_NV_SHARD=I/N` takes every N-th program,
//! `GLSLSUB_NV_NEW=1` those without an answer, `GLSLSUB_NV_BEGUN=FILE` those that no earlier run recorded in the file
//! has begun (a program may crash the driver); `GLSLSUB_NV_DUMP=DIR` keeps buffers that differ,
//! `GLSLSUB_NV_REDUCTIONS=N` reduces N programs with differences, `GLSLSUB_NV_STAGES=1` reports what the driver is
//! doing. Each output line begins with its subject: `load`, `probe`, `modifiers`, `differ`, `explained` (by what `ways`
//! knows about the driver), `answer`; `GLSLSUB_NV_LOG=FILE cargo test --test nv_program acceptance::` puts the answers
//! into the files.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;

use crate::cases::{self, Case};
use crate::common;
use crate::common::vulkan;
use crate::loads::{self, Verdict};
use crate::opengl::Driver;
use crate::{generate, machine, matrix, mutants, probes, reduce, ways, world};
use glslsub::internals::nv_program::Options;
use glslsub::internals::target::Target;

/// Programs of `cases` about which the driver and the specifications differ; docs/nv-assembly.md says how.
const DELIBERATE: &[&str] = &["ABS.U", "ABS.U64", "CMP.U", "CMP.U64", "ADD.S64"];

/// How long one program may be reduced.
const REDUCTION: std::time::Duration = std::time::Duration::from_secs(50);

/// The output on the driver. `Err`: it rejects the program, or does not run it.
fn on_driver(case: &Case, driver: &Driver) -> Result<Vec<u8>, String> {
    let stage = |what: &str| {
        if common::required("GLSLSUB_NV_STAGES") {
            common::shout(&format!("stage {} {what}", case.name));
        }
    };
    stage("load");
    if let Some(complaint) = driver.load(&case.text)? {
        return Err(format!("the driver rejects it: {complaint}"));
    }
    stage("run");
    let output = driver.run(case, [1, 1, 1]);
    stage("done");
    output
}

/// The output of the machine; an error of its own if it has no model of something, or the program reads undefined
/// values.
fn on_machine(case: &Case) -> Result<Vec<u8>, String> {
    let program = case.check()?;
    // Reduced programs may index out of bounds.
    let run = || machine::leaves(case, &program);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).map_err(|_| "undefined: it panics")?
}

fn on_device(case: &Case, device: &vulkan::Device) -> Result<Vec<u8>, String> {
    let words = common::compile::spirv("case.nvcp", &case.text, Target::default())?;
    world::run(case, &words, device)?.ok_or_else(|| "the device has no".to_owned())
}

fn compare(
    case: &Case,
    driver: &Driver,
    device: Option<&vulkan::Device>,
    reductions: &mut usize,
) -> Result<(), String> {
    let oracle = on_driver(case, driver).map_err(|error| format!("differ {}: {error}", case.name))?;
    let dump = |what: &str, bytes: &[u8]| {
        if let Ok(folder) = std::env::var("GLSLSUB_NV_DUMP") {
            std::fs::write(format!("{folder}/{}.{what}", case.name), bytes).unwrap();
        }
    };
    let mut found = Vec::new();
    let machine = on_machine(case);
    match &machine {
        Ok(output) => found.extend(case.difference(&oracle, output).map(|text| format!("machine: {text}"))),
        Err(error) if error.contains("undefined") => return Err(format!("differ {}: {error}", case.name)),
        Err(error) if error.contains("not modelled") => {}
        Err(error) => found.push(format!("machine: {error}")),
    }
    if let Some(device) = device {
        match on_device(case, device) {
            Ok(output) => {
                if let Some(text) = case.difference(&oracle, &output) {
                    found.push(format!("SPIR-V: {text}"));
                    dump("spirv", &output);
                }
            }
            Err(error) if error.starts_with("the device has no") => {}
            Err(error) => found.push(format!("SPIR-V: {error}")),
        }
    }
    if found.is_empty() {
        common::shout(&format!(
            "answer {} {:08x} {:08x}",
            case.name,
            cases::hash(case.text.as_bytes()),
            cases::hash(&oracle)
        ));
        return Ok(());
    }
    dump("driver", &oracle);
    // The same as the machine where that behaves like the driver.
    if found.iter().all(|it| it.starts_with("machine: word") || it.starts_with("SPIR-V: word"))
        && let Ok(program) = case.check()
        && let Some(ways) = ways::explain(case, &program, &oracle, ways::MOST_PAIRS)
    {
        common::shout(&format!(
            "explained {} {:08x} {:08x} {}",
            case.name,
            cases::hash(case.text.as_bytes()),
            cases::hash(&oracle),
            ways::spelled(&ways)
        ));
        return Ok(());
    }
    let mut text = format!("differ {}: {}", case.name, found.join("; "));
    if common::required("GLSLSUB_NV_BYTES") {
        let hex: String = oracle.iter().map(|byte| format!("{byte:02x}")).collect();
        text.push_str(&format!("\n  bytes {} {hex}", case.name));
    }
    // The machine is compared with the driver, and where those agree, the device is.
    let by_machine = match &machine {
        Ok(output) => case.difference(&oracle, output).is_some(),
        Err(_) => false,
    };
    if *reductions > 0 && (by_machine || device.is_some()) {
        *reductions -= 1;
        let mut last = String::new();
        let start = std::time::Instant::now();
        let small = reduce::reduce(&case.text, if by_machine { 400 } else { 90 }, |candidate| {
            let case = Case { text: candidate.to_owned(), ..case.clone() };
            if start.elapsed() > REDUCTION {
                return false;
            }
            // Undefined behavior proves nothing.
            let Ok(machine) = on_machine(&case) else { return false };
            let ours = if by_machine { Ok(machine) } else { device.map_or(Ok(machine), |it| on_device(&case, it)) };
            let Ok(ours) = ours else { return false };
            let Ok(oracle) = on_driver(&case, driver) else { return false };
            let Some(found) = case.difference(&oracle, &ours) else { return false };
            // Another difference, which is known, is not what is looked for.
            if let Ok(program) = case.check()
                && ways::explain(&case, &program, &oracle, 0).is_some()
            {
                return false;
            }
            let words = |bytes: &[u8]| -> Vec<u32> {
                bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
            };
            let pairs = words(&oracle).into_iter().zip(words(&ours)).enumerate().filter(|(_, (a, b))| a != b).take(12);
            let list: Vec<String> = pairs.map(|(at, (a, b))| format!("{at}: {a:x} {b:x}")).collect();
            last = format!("{found} [{}]", list.join(", "));
            true
        });
        text.push_str(&format!("\n  reduced {}: {last}\n  {small}", case.name));
    }
    Err(text)
}

fn driver() -> Option<Driver> {
    match Driver::open() {
        Ok(driver) => {
            common::shout(&format!("the oracle is {}", driver.name));
            Some(driver)
        }
        Err(reason) => {
            common::shout(&format!("NO ORACLE: {reason}"));
            None
        }
    }
}

/// The work of one run: its share of the programs, without those that earlier runs began. A program that crashes the
/// driver is the last one in the file.
struct Work {
    this: usize,
    of: usize,
    begun: HashSet<String>,
    file: Option<File>,
}

impl Work {
    fn from_environment() -> Self {
        let shard = std::env::var("GLSLSUB_NV_SHARD").unwrap_or_else(|_| "0/1".to_owned());
        let (this, of) = shard.split_once('/').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).unwrap();
        let path = std::env::var("GLSLSUB_NV_BEGUN").ok();
        let before = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let file = path.map(|path| File::options().append(true).create(true).open(path).unwrap());
        Self { this, of, begun: before.lines().map(str::to_owned).collect(), file }
    }

    /// Whether this run is to process it.
    fn begins(&mut self, index: usize, name: &str) -> bool {
        if index % self.of != self.this || self.begun.contains(name) {
            return false;
        }
        if let Some(file) = &mut self.file {
            writeln!(file, "{name}").unwrap();
        }
        true
    }
}

/// One test, because a context belongs to a thread.
#[test]
fn programs_agree_with_the_driver() {
    let Some(driver) = driver() else { return };
    std::panic::set_hook(Box::new(|info| {
        if !info.to_string().contains("machine.rs") {
            common::shout(&info.to_string());
        }
    }));
    let device = vulkan::device();
    let mut work = Work::from_environment();
    // What has an answer already is not tried again.
    let new = common::required("GLSLSUB_NV_NEW");
    ask_about_mistakes(&driver, &mut work);
    ask_what_loads(&driver, &mut work, new);
    ask_what_probes_leave(&driver, device.as_deref(), &mut work, new);

    let mut all = cases::all();
    all.retain(|case| !DELIBERATE.contains(&case.name.as_str()));
    all.extend(generate::units());
    all.extend(generate::residency());
    all.extend(generate::flags());
    all.extend(generate::calls());
    all.extend(generate::chosen(1000));
    let answers = include_str!("answers.txt");
    all.retain(|case| !(new && answers.contains(&format!("\n{} ", case.name))));
    let mut failures = Vec::new();
    let mut reductions = std::env::var("GLSLSUB_NV_REDUCTIONS").map_or(3, |it| it.parse().unwrap());
    for (index, case) in all.iter().enumerate() {
        if !common::wanted(&case.name) || !work.begins(index, &case.name) {
            continue;
        }
        if let Err(error) = compare(case, &driver, device.as_deref(), &mut reductions) {
            common::shout(&error);
            failures.push(error);
        }
    }
    common::shout(&format!(
        "summary: {} programs of {} compared, {} differ",
        all.len() / work.of,
        all.len(),
        failures.len()
    ));
    assert!(failures.is_empty(), "{} of {} differ", failures.len(), all.len());
}

/// The explanations of outputs that a log has, without the driver: `GLSLSUB_NV_BYTES_LOG=FILE`.
#[test]
fn logged_outputs_are_explained() {
    let Some(file) = std::env::var_os("GLSLSUB_NV_BYTES_LOG") else { return };
    let log = std::fs::read_to_string(file).unwrap();
    for line in log.lines() {
        let Some((name, hex)) = line.trim().strip_prefix("bytes ").and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        let seed = name.split_once('.').and_then(|(_, seed)| seed.parse().ok());
        let known = || generate::residency().into_iter().find(|case| case.name == name);
        let Some(case) = seed.map(generate::program).or_else(known) else { continue };
        if !common::wanted(&case.name) {
            continue;
        }
        let driver: Vec<u8> =
            (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect();
        let found = case.check().map(|program| (on_machine(&case), ways::explain(&case, &program, &driver, 2000)));
        match found {
            Ok((_, Some(ways))) => common::shout(&format!(
                "explained {name} {:08x} {:08x} {}",
                cases::hash(case.text.as_bytes()),
                cases::hash(&driver),
                ways::spelled(&ways)
            )),
            Ok((Ok(output), None)) => {
                common::shout(&format!(
                    "unexplained {name}: {}",
                    case.difference(&driver, &output).unwrap_or_default()
                ));
            }
            Ok((Err(error), None)) | Err(error) => {
                common::shout(&format!("unexplained {name}: {}", error.lines().next().unwrap_or_default()));
            }
        }
    }
}

/// What the driver says to programs with random mistakes, `GLSLSUB_NV_MUTANTS=A-B`. It may hang on one: the program ends
/// then, and goes on with the next when it is started again.
fn ask_about_mistakes(driver: &Driver, work: &mut Work) {
    let Ok(range) = std::env::var("GLSLSUB_NV_MUTANTS") else { return };
    let (first, last) = range.split_once('-').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).unwrap();
    let corpus = mutants::Corpus::new();
    let now = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let seen = now.clone();
    std::thread::spawn(move || {
        let mut before = u64::MAX;
        loop {
            std::thread::sleep(std::time::Duration::from_secs(4));
            let at = seen.load(std::sync::atomic::Ordering::Relaxed);
            if at == u64::MAX {
                return;
            }
            if at == before {
                common::shout(&format!("mutant {at}\tHANGS"));
                std::process::exit(3);
            }
            before = at;
        }
    });
    let (mut asked, mut differing) = (0, 0);
    for seed in first..=last {
        if !work.begins(seed as usize, &format!("mutant {seed}")) {
            continue;
        }
        now.store(seed, std::sync::atomic::Ordering::Relaxed);
        let text = corpus.mutant(seed);
        let message = driver.load(&text).unwrap();
        let verdict = Verdict::of_driver(message.as_deref());
        let ours = loads::verdict(&text);
        asked += 1;
        if verdict == ours {
            continue;
        }
        let relaxed = Options { relaxed: true, handle_indices: true, ..Options::default() };
        if verdict == Verdict::Accepted && loads::errors(&text, &relaxed).is_empty() {
            continue;
        }
        differing += 1;
        let errors = loads::errors(&text, &Options::default());
        common::shout(&format!("mutant {seed}\t{verdict:?}\t{ours:?}\t{:?}\t{errors:?}", message.unwrap_or_default()));
    }
    now.store(u64::MAX, std::sync::atomic::Ordering::Relaxed);
    common::shout(&format!("mutants: {asked} asked, {differing} differ"));
}

/// What the driver accepts.
fn ask_what_loads(driver: &Driver, work: &mut Work, new: bool) {
    let said = |text: &str| driver.load(text).unwrap();
    for (index, load) in loads::loads().into_iter().enumerate() {
        if load.driver == Verdict::Hangs || new && load.driver != Verdict::Unknown {
            continue;
        }
        if !work.begins(index, &format!("load {}", load.line)) {
            continue;
        }
        let message = said(&load.text);
        let verdict = Verdict::of_driver(message.as_deref());
        let ours = loads::verdict(&load.text);
        let agree = if verdict == ours { "same" } else { "DIFFERENT" };
        common::shout(&format!("load {}\t{verdict:?}\t{agree} {ours:?}\t{:?}", load.line, message.unwrap_or_default()));
    }
    let known = include_str!("modifiers.txt");
    for (index, row) in loads::rows().enumerate() {
        if new && known.contains(&format!("\n{}\t", row.name)) || !work.begins(index, &format!("row {}", row.name)) {
            continue;
        }
        let marks = loads::modifier_row(row, |text| said(text).is_none());
        common::shout(&format!("modifiers {}\t{marks}", row.name));
    }
    let known = include_str!("matrix.txt");
    for (index, row) in matrix::rows().iter().enumerate() {
        if new && known.contains(&format!("{}\t", row.name)) || !work.begins(index, &format!("matrix {}", row.name)) {
            continue;
        }
        let marks = matrix::marks(row, |text| said(text).is_none());
        common::shout(&format!("matrix {}\t{marks}", row.name));
    }
}

/// The results of the programs of `probes.txt`.
fn ask_what_probes_leave(driver: &Driver, device: Option<&vulkan::Device>, work: &mut Work, new: bool) {
    for (index, probe) in probes::probes().into_iter().enumerate() {
        if new && probe.driver.is_some() || !work.begins(index, &probe.case.name) {
            continue;
        }
        let show = |found: Result<Vec<u8>, String>| found.map_or_else(|error| error, |bytes| probes::shown(&bytes));
        let answer = show(on_driver(&probe.case, driver));
        let machine = show(on_machine(&probe.case));
        let spirv = device.map_or_else(String::new, |device| show(on_device(&probe.case, device)));
        common::shout(&format!("probe {}\t{answer}\t{machine}\t{spirv}", probe.line));
    }
}
