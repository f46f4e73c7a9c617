//! Promises about any input: no panic, an end, a module or an error, valid modules, the same bytes every time.
//!
//! The inputs are mutations of the fixtures, token soups, programs made by a small generator, and things that no one
//! writes by hand: deep nesting, endless chains, macro bombs. Everything comes from seeds: a failure names its seed,
//! and `GLSLSUB_SEED=N` runs only that. `GLSLSUB_EXHAUSTIVE=1` runs twenty times as many, and longer extremes.

use crate::common;
use std::time::{Duration, Instant};

use crate::common::program::any_program;
use crate::common::random::Random;
use crate::common::{compile, mutate, parallel, validate};
use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::stage::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};

/// The time limit for one input, in a debug build on a busy machine.
const SLOW: Duration = Duration::from_secs(60);

/// Compiles and checks every promise that holds for any input. `true` if a module came out.
fn keeps_promises(what: &str, text: &str, target: Target, validated: bool) -> Result<bool, String> {
    let shown = || text.chars().take(2000).collect::<String>();
    let start = Instant::now();
    let compiled = std::panic::catch_unwind(|| compile::text("input.comp", text, target));
    let Ok(compilation) = compiled else { return Err(format!("{what}: panic\n{}", shown())) };
    if start.elapsed() > SLOW {
        return Err(format!("{what}: took {:?}\n{}", start.elapsed(), shown()));
    }
    let rendered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| compilation.rendered()));
    let Ok(rendered) = rendered else { return Err(format!("{what}: panic in rendering\n{}", shown())) };
    // The text of the shader may contain the number.
    if compilation.diagnostics.iter().any(|it| it.code == Code::InternalError) {
        return Err(format!("{what}: an internal error\n{rendered}\n{}", shown()));
    }
    let errors = compilation.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match compilation.artifact {
        Some(_) if errors => Err(format!("{what}: errors and a module\n{}", shown())),
        None if !errors => Err(format!("{what}: no errors and no module\n{}", shown())),
        Some(artifact) => {
            // What a shader requests by number is only as valid as its author made it.
            let validated = validated && !text.contains("GL_EXT_spirv_intrinsics");
            if validated && let Some(complaint) = validate::validate(&artifact.words, target).complaint() {
                return Err(format!("{what}: an invalid module: {complaint}\n{}", shown()));
            }
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Runs `check` for the seeds `0..count` in CI, for half of them in a plain `cargo test`, or for the one that `GLSLSUB_SEED` names.
fn for_seeds(count: u64, check: impl Fn(u64) -> Result<bool, String> + Sync) {
    let count = 20 * count / common::one_in_unnamed(20, 40) as u64;
    let seeds: Vec<u64> = match std::env::var("GLSLSUB_SEED") {
        Ok(seed) => vec![seed.parse().expect("a seed is a number")],
        Err(_) => (0..count).collect(),
    };
    let modules = std::sync::atomic::AtomicUsize::new(0);
    let failures = parallel::failures(&seeds, |&seed| {
        let module = check(seed).map_err(|error| format!("seed {seed}: {error}"))?;
        modules.fetch_add(usize::from(module), std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    common::report(seeds.len(), &failures);
    common::shout(&format!("{} of {} inputs gave modules", modules.into_inner(), seeds.len()));
}

/// Every fixture and every wrong shader of the repository.
fn corpus() -> Vec<String> {
    let mut files = common::files(&common::root().join("spirv-fixtures"), ".comp");
    files.extend(common::files(&common::root().join("tests/ui"), ".comp"));
    let texts = files.iter().map(|file| String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned());
    // What the validator cannot judge as it is, it cannot judge in mutated form either.
    texts.filter(|text| !text.contains("// val: ")).collect()
}

fn environment(random: &mut Random) -> Target {
    Target::from(*random.pick(TargetEnvironment::ALL))
}

#[test]
fn mutated_bytes() {
    let corpus = corpus();
    for_seeds(1500, |seed| {
        let mut random = Random::new(seed);
        let original = random.pick(&corpus).clone().into_bytes();
        let bytes = mutate::bytes(&mut random, original);
        let text = String::from_utf8_lossy(&bytes);
        keeps_promises("mutated bytes", &text, environment(&mut random), seed % 5 == 0)
    });
}

#[test]
fn mutated_tokens() {
    let corpus = corpus();
    let words = mutate::words();
    for_seeds(3500, |seed| {
        let mut random = Random::new(seed ^ 0xdead_beef);
        let (text, donor) = (random.pick(&corpus), random.pick(&corpus));
        let text = mutate::spliced(&mut random, text, donor, &words);
        keeps_promises("mutated tokens", &text, environment(&mut random), seed % 3 == 0)
    });
}

#[test]
fn token_soup() {
    let words = mutate::words();
    for_seeds(2000, |seed| {
        let mut random = Random::new(seed ^ 0x50f7);
        let mut text = String::from("#version 460\n#extension GL_KHR_shader_subgroup_arithmetic : enable\n");
        if random.below(2) == 0 {
            text.push_str("void main() {\n");
        }
        for _ in 0..random.below(80) {
            text.push_str(random.pick::<&str>(&words));
            text.push(' ');
        }
        keeps_promises("token soup", &text, environment(&mut random), true)
    });
}

/// Valid programs of every stage are valid modules, with and without the passes, debug information among what is written.
#[test]
fn random_programs_of_every_stage() {
    let stages: Vec<Stage> = Stage::all().iter().map(|row| row.stage).collect();
    for_seeds(140, |seed| {
        let mut random = Random::new(seed ^ 0x57a6e);
        let stage = stages[seed as usize % stages.len()];
        let text = any_program(&mut random, stage);
        let target = Target::from(TargetEnvironment::Vulkan1_2);
        let name = format!("program.{}", stage.suffix());
        for (passes, debug) in [(false, DebugInfo::None), (true, DebugInfo::Full)] {
            let words = compile::spirv_with_debug(&name, &text, target, &[], passes, debug);
            let words = words.map_err(|error| format!("{error}\n{text}"))?;
            if let Some(complaint) = validate::validate(&words, target).complaint() {
                return Err(format!("an invalid module: {complaint}\n{text}"));
            }
        }
        Ok(true)
    });
}

/// Inputs that no one writes by hand, with the number that makes them large.
#[test]
fn extremes() {
    let body = |statements: String| {
        format!(
            "#version 460\nlayout(local_size_x = 1) in;\nlayout(set = 0, binding = 0) buffer B {{ int b[]; }};\n\
             void main() {{\n{statements}\n}}\n"
        )
    };
    let repeat = |text: &str, count: usize| text.repeat(count);
    // What compiles takes longest.
    let long = |text: &str, count: usize| text.repeat(count / common::one_in(5, 10));
    let else_ifs: String = (0..10_000).map(|index| format!("else if (b[0] == {index}) b[1] = {index};\n")).collect();
    let cases: String = (0..5_000).map(|index| format!("case {index}: b[1] = {index}; break;\n")).collect();
    let defines: String = (1..40).map(|index| format!("#define m{index} m{0} m{0}\n", index - 1)).collect();
    let arguments: String = (1..40).map(|index| format!("#define f{index}(x) f{0}(x) f{0}(x)\n", index - 1)).collect();
    let functions: String =
        (1..2_000).map(|index| format!("int f{index}() {{ return f{}(); }}\n", index - 1)).collect();
    let structs: String = (1..300).map(|index| format!("struct S{index} {{ S{} a; }};\n", index - 1)).collect();
    let inputs = [
        ("terms", body(format!("b[0] = 1{};", long(" + b[0]", 100_000)))),
        ("comparisons", body(format!("b[0] = int(b[0] == 1{});", long(" && b[0] == 1", 100_000)))),
        ("20,000 assignments", body(format!("b[0] = {}1;", repeat("b[1] = ", 20_000)))),
        ("20,000 conditionals", body(format!("b[0] = {}1;", repeat("b[1] == 2 ? 3 : ", 20_000)))),
        ("20,000 commas", body(format!("b[0] = (1{});", repeat(", b[1]", 20_000)))),
        ("10,000 else ifs", body(format!("if (b[0] < 0) b[1] = 1;\n{else_ifs}"))),
        ("5,000 cases", body(format!("switch (b[0]) {{\n{cases}}}"))),
        ("statements", body(long("b[0]++;\n", 50_000))),
        ("2,000 nested blocks", body(format!("{}{}", repeat("{", 2_000), repeat("}", 2_000)))),
        ("200 nested blocks", body(format!("{}b[0] = 1;{}", repeat("{", 200), repeat("}", 200)))),
        ("100,000 open parentheses", body(repeat("(", 100_000))),
        ("200 parentheses", body(format!("b[0] = {}1{};", repeat("(", 200), repeat(")", 200)))),
        ("100,000 open braces", body(repeat("{", 100_000))),
        ("100,000 open brackets", body(format!("b{}", repeat("[", 100_000)))),
        ("100,000 negations", body(format!("b[0] = {}1;", repeat("-", 99_999)))),
        ("100,000 nots", body(format!("b[0] = {}1;", repeat("~", 100_000)))),
        ("10,000 ifs without blocks", body(format!("{};", repeat("if (b[0] == 0) ", 10_000)))),
        ("10,000 fors without blocks", body(format!("{};", repeat("for (;;) ", 10_000)))),
        ("10,000 calls in calls", body(format!("b[0] = {}1{};", repeat("abs(", 10_000), repeat(")", 10_000)))),
        ("10,000 indices", body(format!("b{}", repeat("[0]", 10_000)))),
        ("10,000 swizzles", body(format!("vec4 v; v{} = 1.0;", repeat(".x", 10_000)))),
        ("10,000 dimensions", body(format!("int a{};", repeat("[1]", 10_000)))),
        ("an endless array", body("int a[2147483647]; a[0] = 1;".to_owned())),
        ("arrays that multiply", body("int a[65535][65535][65535]; a[0][0][0] = 1;".to_owned())),
        ("a negative array", body("int a[-1];".to_owned())),
        ("an array of size INT_MIN / -1", body("int a[(-2147483647 - 1) / -1];".to_owned())),
        (
            "an endless constant array",
            body(format!("const int a[] = {{ {} }}; b[0] = a[b[1]];", repeat("1, ", 20_000))),
        ),
        ("doubling macros", format!("#version 460\n#define m0 1\n{defines}int x = m39;\n")),
        ("doubling macros with arguments", format!("#version 460\n#define f0(x) x\n{arguments}int x = f39(1);\n")),
        ("a macro of itself", "#version 460\n#define x x x\n#define y(a) y(a) y(y(a))\nint x = y(y(x));\n".to_owned()),
        ("macros of each other", "#version 460\n#define a b b\n#define b a a\nint a = b;\n".to_owned()),
        (
            "a function that calls 2,000 others",
            format!("#version 460\nint f0() {{ return 1; }}\n{functions}void main() {{ f1999(); }}\n"),
        ),
        ("structures 300 deep", format!("#version 460\nstruct S0 {{ int a; }};\n{structs}void main() {{ S299 s; }}\n")),
        ("20,000 #endif", format!("#version 460\n{}", repeat("#endif\n", 20_000))),
        ("20,000 #if", format!("#version 460\n{}", repeat("#if 1\n", 20_000))),
        ("20,000 parentheses in #if", format!("#version 460\n#if {}\n#endif\n", repeat("(", 20_000))),
        (
            "20,000 operators in #if",
            format!("#version 460\n#if 1{}\n#endif\nvoid main() {{}}\n", repeat(" + 1", 20_000)),
        ),
        ("20,000 signs in #if", format!("#version 460\n#if {}1\n#endif\nvoid main() {{}}\n", repeat("-", 20_000))),
        ("one long name", format!("#version 460\nint {} = 1;\nvoid main() {{}}\n", repeat("a", 1_000_000))),
        ("one long number", format!("#version 460\nint x = {};\nvoid main() {{}}\n", repeat("1", 1_000_000))),
        ("one long comment", format!("#version 460\n/*{}\nvoid main() {{}}\n", repeat("*", 1_000_000))),
        ("a million line continuations", format!("#version 460\n{}void main() {{}}\n", repeat("\\\n", 1_000_000))),
        ("a million zero bytes", format!("#version 460\n{}", repeat("\0", 1_000_000))),
        ("10,000 lines of wrong characters", format!("#version 460\n{}", repeat("$ @ `\n", 10_000))),
        ("100,000 wrong characters on one line", format!("#version 460\n{}", repeat("$ @ ` ", 100_000))),
        ("20,000 errors", body(repeat("nothing = nowhere;\n", 20_000))),
        ("nothing", String::new()),
    ];
    let failures = parallel::failures(&inputs, |(name, text)| {
        if !common::wanted(name) {
            return Ok(());
        }
        // In a thread of its own, with the stack of a main thread: an input that never ends is abandoned and named.
        let (done, outcome) = std::sync::mpsc::channel();
        let (what, text) = (*name, text.clone());
        std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn(move || {
                // The validator's own time grows faster than its input.
                let validated = text.len() < 200_000;
                done.send(keeps_promises(what, &text, Target::default(), validated))
            })
            .unwrap();
        outcome.recv_timeout(SLOW * 2).map_err(|_| format!("{name}: does not end"))?.map(drop)
    });
    common::report(inputs.len(), &failures);
}

#[test]
fn the_same_bytes_every_time() {
    let corpus = corpus();
    let compile_all = || -> Vec<Option<Vec<u32>>> {
        let compile = |text: &String| compile::text("same.comp", text, Target::default());
        corpus.iter().map(|text| compile(text).artifact.map(|artifact| artifact.words)).collect()
    };
    let first = compile_all();
    let (second, third) = std::thread::scope(|scope| {
        let second = scope.spawn(compile_all);
        let third = scope.spawn(compile_all);
        (second.join().unwrap(), third.join().unwrap())
    });
    assert!(first.iter().any(Option::is_some));
    assert!(first == second && first == third, "the bytes of a module depend on more than its source");
}
