//! Assembly programs on a device, compared with a machine on the CPU: every instruction with its types, signs, clamps,
//! masks and flags, and random programs.
//!
//! Integers are equal bit for bit. Floats are equal within the precision that Vulkan requires; programs whose control
//! flow depends on inexact floats are not generated. `GLSLSUB_EXHAUSTIVE=1` runs all instructions, otherwise a
//! sample; `GLSLSUB_NV_PROGRAMS=N` makes N random programs, `GLSLSUB_NV_SEED=S` begins with another seed,
//! `GLSLSUB_NV_SEEDS=A-B,C-D` takes several ranges, `GLSLSUB_NV_WRITE=DIR` writes the random programs to files,
//! `GLSLSUB_NV_FILE=FILE` runs the program in a file instead of the first, on its data.

use crate::cases::{self, Case, hash};
use crate::common;
use crate::common::{compile, validate, vulkan};
use crate::{generate, machine, probes, ways, world};
use glslsub::internals::target::Target;

fn run(case: &Case, device: Option<&vulkan::Device>, passes: bool) -> Result<bool, String> {
    let expected = match machine::leaves(case, &case.check()?) {
        Ok(expected) => Some(expected),
        // Such a program is compiled.
        Err(error) if error.contains("not modelled") => None,
        Err(error) => return Err(error),
    };
    let target = Target::default();
    let words = compile::spirv_at("case.nvcp", &case.text, target, &[], passes)?;
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(format!("{}: invalid: {complaint}\n{}", case.name, case.text));
    }
    let Some(device) = device else { return Ok(false) };
    let Some(expected) = expected else { return Ok(false) };
    let Some(found) = world::run(case, &words, device)? else { return Ok(false) };
    match case.difference(&expected, &found) {
        Some(difference) => Err(format!("{}: {difference}\n{}", case.name, case.text)),
        None => Ok(true),
    }
}

fn run_all(cases: &[Case], what: &str) {
    let device = vulkan::device();
    let mut ran = 0;
    let mut failures = Vec::new();
    let all = common::required("GLSLSUB_EXHAUSTIVE");
    for (index, case) in cases.iter().filter(|case| common::wanted(&case.name)).enumerate() {
        for passes in [true, false] {
            // Every third one also runs without passes.
            if !passes && !all && index % 3 != 0 {
                continue;
            }
            match run(case, device.as_deref(), passes) {
                Ok(true) => ran += usize::from(passes),
                Ok(false) => {}
                Err(error) => failures.push(format!("{}{error}", if passes { "" } else { "without passes: " })),
            }
        }
    }
    common::report(cases.len(), &failures);
    common::shout(&format!("{ran} of {} {what} ran", cases.len()));
}

#[test]
fn instructions() {
    let mut all = cases::all();
    all.extend(generate::units());
    all.extend(generate::residency());
    all.extend(generate::flags());
    all.extend(generate::calls());
    // Each takes a driver a while to compile; running all of them is for those who change the lowering.
    all = all.into_iter().step_by(common::one_in(5, 10)).collect();
    run_all(&all, "programs for instructions");
}

#[test]
fn random_programs() {
    let mut cases: Vec<Case> = generate::chosen(10);
    if let (Ok(file), Some(case)) = (std::env::var("GLSLSUB_NV_FILE"), cases.first_mut()) {
        case.text = std::fs::read_to_string(file).unwrap();
    }
    if let Ok(folder) = std::env::var("GLSLSUB_NV_WRITE") {
        for case in &cases {
            std::fs::write(format!("{folder}/{}.nvcp", case.name), &case.text).unwrap();
        }
    }
    run_all(&cases, "random programs");
}

/// With options that change how, not what.
#[test]
fn options_change_no_results() {
    let mut all = Vec::new();
    for (seeds, options) in [(1..=4, "robust"), (5..=8, "ubo"), (20_001..=20_003, "robust"), (9..=10, "robust ubo")] {
        for mut case in seeds.map(generate::program) {
            case.text = case.text.replacen("!!NVcp5.0\n", &format!("!!NVcp5.0\n# options: {options}\n"), 1);
            all.push(case);
        }
    }
    run_all(&all, "programs with options");
}

/// A program with one invocation that leaves its registers r and u in the output.
fn small(options: &str, lines: &str) -> Case {
    let text = format!(
        "!!NVcp5.0\n# options: {options}\nOPTION NV_shader_storage_buffer;\nOPTION NV_shader_atomic_float;\nGROUP_SIZE 1;\nSHARED_MEMORY \
         16;\nSHARED sm[] = {{ program.sharedmem }};\nSTORAGE src[] = {{ program.storage[0] }};\nSTORAGE dst[] = {{ program.storage[1] \
         }};\nCBUFFER cb[] = {{ program.buffer[0] }};\nBUFFER w[] = {{ program.buffer[1] }};\nPARAM p[] = {{ program.local[0..1] }};\nTEMP r, u, t, \
         arr[2];\nMOV.U r, 7;\nMOV.U u, 7;\n{lines}STB.U32X4 r, dst[0];\nSTB.U32X4 u, dst[16];\nEND\n"
    );
    Case { name: options.to_owned(), text, output: 64, ..generate::program(1) }
}

fn leaves(case: &Case, device: &vulkan::Device) -> Option<Vec<u32>> {
    let words = compile::spirv_at("case.nvcp", &case.text, Target::default(), &[], true).unwrap();
    validate::validate(&words, Target::default()).unwrap_valid(&case.name);
    let found = world::run(case, &words, device).unwrap()?;
    Some(found.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect())
}

#[test]
fn robust_accesses_end_where_memory_does() {
    let lines = "MOV.U t, {1000000, 16, 12, 5};\nSTS.U32X4 {1, 2, 3, 4}, sm[0];\nLDB.U32 r.x, src[t.x];\nLDC.U32 r.y, cb[t.x];\n\
                 MOV.U r.z, w[t.x];\nMOV.U r.w, p[t.w];\nLDS.U32 u.x, sm[t.y];\nLDS.U32X2 t, sm[t.z];\nMOV.U u.y, t.x;\nMOV.U u.z, t.y;\n\
                 MOV.U t, {1000000, 16, 12, 5};\nMOV.U arr[0], 20;\nMOV.U arr[1], 21;\nMOV.U u.w, arr[t.w];\nSTB.U32 1, dst[t.x];\n\
                 STS.U32 1, sm[t.y];\nATOMB.ADD.U32 t.x, 1, dst[t.x];\nATOMS.ADD.U32 t.y, 1, sm[t.y];\nSTB.U32X2 t, dst[32];\n";
    let case = small("robust", lines);
    let words = compile::spirv_at("case.nvcp", &case.text, Target::default(), &[], true).unwrap();
    assert!(compile::disassemble(&words).contains("OpArrayLength"), "lengths are asked for");
    let Some(device) = vulkan::device() else { return };
    let found = leaves(&case, &device).unwrap();
    let last_parameter = case.locals[1][3];
    assert_eq!(found[..10], [0, 0, 0, last_parameter, 0, 4, 0, 21, 0, 0]);
}

#[test]
fn floats_are_added_natively() {
    let lines = "STB.F32 1.5, dst[32];\nATOMB.ADD.F32 r.x, 2.25, dst[32];\nLDB.F32 u.x, dst[32];\nSTS.F32 1.5, sm[0];\nATOMS.ADD.F32 r.y, 1.0, \
                 sm[0];\nLDS.F32 t.x, sm[0];\nMOV.U u.y, t.x;\n";
    for options in ["native_fadd", ""] {
        let case = small(options, lines);
        let words = compile::spirv_at("case.nvcp", &case.text, Target::default(), &[], true).unwrap();
        let native = compile::disassemble(&words).matches("OpAtomicFAddEXT").count();
        // Shared memory consists of words, to which only a loop can add floats.
        assert_eq!(native, usize::from(!options.is_empty()), "{options}");
        let Some(device) = vulkan::device() else { return };
        let Some(found) = leaves(&case, &device) else { continue };
        assert_eq!([found[0], found[1], found[4], found[5]], [1.5_f32, 1.5, 3.75, 2.5].map(f32::to_bits));
    }
}

/// Programs read nothing undefined: what they compute is the same everywhere.
#[test]
fn programs_are_defined() {
    let mut all = cases::all();
    all.extend(generate::chosen(100));
    let failures: Vec<String> = all
        .iter()
        .filter(|case| common::wanted(&case.name))
        .filter_map(|case| case.check().and_then(|program| machine::leaves(case, &program)).err())
        .collect();
    for failure in &failures {
        common::shout(failure.lines().next().unwrap());
    }
    common::report(all.len(), &failures);
}

/// What NVIDIA's driver computed.
#[test]
fn answers_of_the_driver() {
    let all: Vec<_> = probes::probes().into_iter().step_by(common::one_in_unnamed(1, 2)).collect();
    let device = vulkan::device();
    let run = |probe: &probes::Probe| -> Result<(), String> {
        let case = &probe.case;
        let program = case.check()?;
        let words = compile::spirv("case.nvcp", &case.text, Target::default())?;
        if let Some(complaint) = validate::validate_one_in(common::one_in(1, 4), &words, Target::default()).complaint()
        {
            return Err(format!("{}: invalid: {complaint}\n{}", case.name, case.text));
        }
        let Some(driver) = probe.driver.filter(|_| probe.same) else { return Ok(()) };
        let same = |what: &str, found: &[u8]| {
            let words = found.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            if driver.into_iter().zip(words).all(|(wanted, got)| probes::close(wanted, got)) {
                return Ok(());
            }
            let (wanted, body) = (driver.map(|word| format!("{word:x}")).join(" "), case.text.lines().skip(12));
            let body: Vec<&str> = body.collect();
            Err(format!(
                "probes.txt:{}: the driver {wanted}, {what} {}\n{}",
                probe.line,
                probes::shown(found),
                body.join(" ")
            ))
        };
        match machine::leaves(case, &program) {
            Ok(found) => same("the machine", &found)?,
            Err(error) if error.contains("not modelled") || error.contains("undefined") => {}
            Err(error) => return Err(error),
        }
        let Some(device) = device.as_deref() else { return Ok(()) };
        match world::run(case, &words, device)? {
            Some(found) => same("the device", &found),
            None => Ok(()),
        }
    };
    common::all(&all, run);
}

/// The machine computes what NVIDIA's driver did, for the programs of `answers.txt` that are still generated the same
/// way: a sample of them, or all with `GLSLSUB_EXHAUSTIVE=1`.
#[test]
fn answers_of_random_programs() {
    let answers: std::collections::HashMap<&str, (&str, &str, &str)> = include_str!("answers.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut parts = line.splitn(4, ' ');
            Some((parts.next()?, (parts.next()?, parts.next()?, parts.next().unwrap_or_default())))
        })
        .collect();
    let mut all = cases::all();
    all.extend(generate::units());
    all.extend(generate::residency());
    all.extend(generate::flags());
    all.extend(generate::calls());
    let seeds = answers.keys().filter_map(|name| {
        let (_, seed) = name.split_once('.').filter(|(kind, _)| ["random", "small"].contains(kind))?;
        seed.parse().ok()
    });
    let seeds: std::collections::BTreeSet<u64> = seeds.collect();
    all.extend(seeds.into_iter().map(generate::program));
    // Floats are compared with a tolerance when the driver is queried.
    all.retain(|case| !case.unsigned_zeros && !case.float && answers.contains_key(case.name.as_str()));
    let made = all.len();
    // Those of units are only told apart by their texts.
    all.retain(|case| format!("{:08x}", hash(case.text.as_bytes())) == answers[case.name.as_str()].0);
    let checked = all.len();
    let all: Vec<_> = all.into_iter().step_by(common::one_in_unnamed(3, 27)).collect();
    let failures = common::parallel::failures(&all, |case| {
        let (_, output, gone) = answers[case.name.as_str()];
        let found = match case.check().and_then(|program| ways::leaves(case, &program, gone)) {
            // Only devices were compared with the driver.
            Err(error) if error.contains("not modelled") => return Ok(()),
            found => found?,
        };
        if format!("{:08x}", hash(&found)) == output {
            return Ok(());
        }
        Err(format!("{}: the driver's output was another\n{}", case.name, case.text))
    });
    common::report(all.len(), &failures);
    assert!(checked * 2 >= made, "{checked} of {made} answers are about programs that are made");
}
