//! NVIDIA's own compiler of `!!NVcp5.0` programs as the oracle: the programs of `nv_program_execution`, in OpenGL, against the
//! machine on the CPU and, where there is a Vulkan device, against the SPIR-V that glslsub makes of them; and what it says
//! to the programs of `loads.txt` and `modifiers.txt`, and leaves for those of `probes.txt`.
//!
//! Without the driver it says so and passes. `GLSLSUB_NV_PROGRAMS=N` and `GLSLSUB_NV_SEED=S` choose the random programs (from 10000 on without what it does in its own way, from 20000 with textures and images, from 30000 with warps),
//! `GLSLSUB_NV_SEEDS=A-B,C-D` several ranges of seeds;
//! `GLSLSUB_NV_SHARD=I/N` takes every N-th of all, `GLSLSUB_NV_NEW=1` what has no answer yet. Each line that it writes begins with what it is about: `load`, `probe`,
//! `modifiers`, `differ`, `answer`; `GLSLSUB_NV_LOG=FILE cargo test --test nv_program acceptance::` puts the answers into the files.

use crate::cases::{self, Case};
use crate::common;
use crate::common::vulkan;
use crate::loads::{self, Verdict};
use crate::opengl::Driver;
use crate::{generate, machine, matrix, probes, reduce, world};
use glslsub::internals::target::Target;

/// Programs of `cases` about which the driver and the specifications differ; docs/nv-assembly.md says how.
const DELIBERATE: &[&str] = &["ABS.U", "ABS.U64", "CMP.U", "CMP.U64", "ADD.S64"];

/// What the driver leaves in the output. `Err`: it rejects the program, or does not run it.
fn on_driver(case: &Case, driver: &Driver) -> Result<Vec<u8>, String> {
    if let Some(complaint) = driver.load(&case.text)? {
        return Err(format!("the driver rejects it: {complaint}"));
    }
    driver.run(case, [1, 1, 1])
}

/// What the machine leaves: an error of its own where it has no model of something, or the program reads what is undefined.
fn on_machine(case: &Case) -> Result<Vec<u8>, String> {
    let program = case.check()?;
    // Reduced programs index beyond what there is.
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
            Ok(output) => found.extend(case.difference(&oracle, &output).map(|text| format!("SPIR-V: {text}"))),
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
    let mut text = format!("differ {}: {}", case.name, found.join("; "));
    if *reductions > 0 && machine.is_ok_and(|output| case.difference(&oracle, &output).is_some()) {
        *reductions -= 1;
        let mut last = String::new();
        let small = reduce::reduce(&case.text, 250, |candidate| {
            let case = Case { text: candidate.to_owned(), ..case.clone() };
            let Ok(machine) = on_machine(&case) else { return false };
            let Ok(oracle) = on_driver(&case, driver) else { return false };
            let found = case.difference(&oracle, &machine);
            last = found.clone().unwrap_or(last.clone());
            found.is_some()
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

/// `A-B`, both included.
fn range(text: &str) -> std::ops::RangeInclusive<u64> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    first.parse().unwrap()..=last.parse().unwrap()
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
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", 1000), number("GLSLSUB_NV_SEED", 1));
    let seeds = match std::env::var("GLSLSUB_NV_SEEDS") {
        Ok(list) => list.split(',').flat_map(range).collect(),
        Err(_) => Vec::from_iter(seed..seed + count),
    };
    let shard = std::env::var("GLSLSUB_NV_SHARD").unwrap_or_else(|_| "0/1".to_owned());
    let (this, of) =
        shard.split_once('/').map(|(a, b)| (a.parse::<usize>().unwrap(), b.parse::<usize>().unwrap())).unwrap();
    let mine = |index: usize| index % of == this;
    let said = |text: &str| driver.load(text).unwrap();

    // What was asked already needs no answer again.
    let new = common::required("GLSLSUB_NV_NEW");
    for (_, load) in loads::loads().into_iter().enumerate().filter(|(index, _)| mine(*index)) {
        if load.driver == Verdict::Hangs || new && load.driver != Verdict::Unknown {
            continue;
        }
        let message = said(&load.text);
        let verdict = Verdict::of_driver(message.as_deref());
        let ours = loads::verdict(&load.text);
        let agree = if verdict == ours { "same" } else { "DIFFERENT" };
        common::shout(&format!("load {}\t{verdict:?}\t{agree} {ours:?}\t{:?}", load.line, message.unwrap_or_default()));
    }
    let known = include_str!("modifiers.txt");
    for (_, row) in loads::rows().enumerate().filter(|(index, _)| mine(*index)) {
        if new && known.contains(&format!("\n{}\t", row.name)) {
            continue;
        }
        let marks = loads::modifier_row(row, |text| said(text).is_none());
        common::shout(&format!("modifiers {}\t{marks}", row.name));
    }
    let known = include_str!("matrix.txt");
    for (_, row) in matrix::rows().iter().enumerate().filter(|(index, _)| mine(*index)) {
        if new && known.contains(&format!("{}\t", row.name)) {
            continue;
        }
        let marks = matrix::marks(row, |text| said(text).is_none());
        common::shout(&format!("matrix {}\t{marks}", row.name));
    }
    for (_, probe) in probes::probes().into_iter().enumerate().filter(|(index, _)| mine(*index)) {
        if new && probe.driver.is_some() {
            continue;
        }
        let show = |found: Result<Vec<u8>, String>| found.map_or_else(|error| error, |bytes| probes::shown(&bytes));
        let answer = show(on_driver(&probe.case, &driver));
        let machine = show(on_machine(&probe.case));
        let spirv = device.as_deref().map_or_else(String::new, |device| show(on_device(&probe.case, device)));
        common::shout(&format!("probe {}\t{answer}\t{machine}\t{spirv}", probe.line));
    }

    let mut all = cases::all();
    all.retain(|case| !DELIBERATE.contains(&case.name.as_str()));
    all.extend(generate::units());
    all.extend(generate::flags());
    all.extend(seeds.into_iter().map(generate::program));
    let answers = include_str!("answers.txt");
    all.retain(|case| !(new && answers.contains(&format!("\n{} ", case.name))));
    let mut failures = Vec::new();
    let mut reductions = 3;
    for (_, case) in all.iter().enumerate().filter(|(index, case)| mine(*index) && common::wanted(&case.name)) {
        if let Err(error) = compare(case, &driver, device.as_deref(), &mut reductions) {
            common::shout(&error);
            failures.push(error);
        }
    }
    common::shout(&format!(
        "summary: {} programs of {} compared, {} differ",
        all.len() / of,
        all.len(),
        failures.len()
    ));
    assert!(failures.is_empty(), "{} of {} differ", failures.len(), all.len());
}
