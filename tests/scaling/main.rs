//! Cost is linear in the size of the source (README, "Promises"): sources of every shape, in three sizes.
//!
//! A shape (`shapes.txt`) with four times as many elements may cost four times as much: what each of the elements added from
//! the second to the third size costs is at most 1.25 times what those cost that were added before. Where a limit is reached in
//! between (a line that is too long to show, a function that is too large to inline more), elements may cost more from there on,
//! once; so it is enough if all elements together cost no more than that.
//! Costs are counted ([`counter`]), never timed. `cargo test` counts bytes allocated for up to 512 elements, and allows 2: of every
//! sixth shape, or where `CI` is set of all;
//! `tests/scaling/run.sh` counts steps for up to 16 k, and with GLSLSUB_FIRST_SIZE=4096 for up to 64 k.
//!
//! `GLSLSUB_FILTER=word` selects shapes, `GLSLSUB_FILTER==name` one of them. GLSLSUB_SCALING_TABLE=FILE writes a line for each
//! shape and way: steps or bytes for each element, how many times as many as before, and bytes of memory for each byte of source
//! and output.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::print_stderr)]

mod counter;
#[allow(dead_code)]
#[path = "../common/sample.rs"]
mod sample;
mod template;

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use counter::{COUNTED, Cost, cost};
use glslsub::internals::driver::{self, Options};
use glslsub::internals::hir::text::{parse, to_text};
use glslsub::internals::passes::Level;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::spirv::{DebugInfo, listing};
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Input, lints};

/// The stack of a program's main thread.
const STACK: usize = 8 << 20;
/// How many times as much as the ones before an element may cost. Of few elements it is what the doubling of buffers makes of
/// it; what is quadratic costs four times as much.
const MOST_GROWTH: f64 = if cfg!(glslsub_steps) { 1.25 } else { 2.0 };
/// Costs below this many steps or bytes for each element say more about the counter than about the compiler.
const LEAST: f64 = if cfg!(glslsub_steps) { 2.0 } else { 64.0 };

/// A source that grows.
struct Shape {
    name: String,
    /// The suffix of its stage.
    suffix: String,
    template: String,
    /// Whether it is known to cost more.
    is_known: bool,
}

/// What is done with a source.
struct Way {
    name: &'static str,
    run: fn(Input<'_>) -> usize,
}

/// The ways; each returns the size of what it writes.
const WAYS: &[Way] = &[
    Way { name: "compile", run: |input| compiled(input, &Options { target: target(), ..Options::default() }) },
    Way { name: "everything", run: |input| compiled(input, &everything()) },
    Way { name: "lints", run: |input| compiled(input, &lints(lints::Selection::certain())) },
    Way { name: "all lints", run: |input| compiled(input, &lints(lints::Selection::all())) },
    Way { name: "text", run: texts },
];

/// Of few elements, what has the most passes is counted together.
const AT_ONCE: &[Way] = &[Way {
    name: "everything and lints",
    run: |input| compiled(input, &Options { lints: lints::Selection::certain(), ..everything() }),
}];

fn target() -> Target {
    Target::from(TargetEnvironment::Vulkan1_2)
}

fn everything() -> Options {
    Options {
        target: target(),
        debug: DebugInfo::Full,
        optimization: Level::Optimized,
        auto_bind: true,
        auto_locations: true,
        reflect: true,
        warn_all: true,
        ..Options::default()
    }
}

fn lints(selection: lints::Selection) -> Options {
    Options { target: target(), lints: selection, ..Options::default() }
}

fn compiled(input: Input<'_>, options: &Options) -> usize {
    let compilation = driver::compile(input, options, &mut NoIncludes);
    let messages = compilation.rendered().len();
    let Some(artifact) = compilation.artifact else { return messages };
    let reflection = artifact.reflection.map_or(0, |it| it.to_json().len());
    messages + reflection + 4 * artifact.words.len()
}

/// Every form of text that there is; each in a new thread, as the later ones would use memory of the first.
fn texts(input: Input<'_>) -> usize {
    let options = Options { target: target(), ..Options::default() };
    let preprocessed = || driver::preprocess(input, &options, &mut NoIncludes).artifact.map_or(0, |text| text.len());
    let hir = || {
        let Some(module) = driver::check(input, &options, &mut NoIncludes).artifact else { return 0 };
        let text = to_text(&module);
        assert!(parse(&text).is_ok(), "the text of HIR parses");
        text.len()
    };
    let listed = || {
        let artifact = driver::compile(input, &options, &mut NoIncludes).artifact;
        artifact.and_then(|it| listing(&it.words, true).ok()).map_or(0, |it| it.len())
    };
    in_new_thread(preprocessed) + in_new_thread(hir) + in_new_thread(listed)
}

/// Reads `shapes.txt`, which says what its lines mean.
fn shapes(text: &str) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let (mut suffix, mut frame) = ("", String::new());
    for line in text.lines() {
        if let Some(stage) = line.strip_prefix("@ ") {
            (suffix, frame) = (stage, String::new());
        } else if let Some(line) = line.strip_prefix("| ") {
            frame.push_str(line);
            frame.push('\n');
        } else if let Some((name, template)) = line.split_once(": ").filter(|_| !line.starts_with('#')) {
            let template = template.replace("\\\\\\n", "\\\u{0}").replace("\\n", "\n").replace('\u{0}', "\n");
            let template = frame.replace("@@", &template);
            let (name, is_known) = name.strip_prefix('~').map_or((name, false), |name| (name, true));
            shapes.push(Shape { name: name.to_owned(), suffix: suffix.to_owned(), template, is_known });
        }
    }
    shapes
}

/// What a shape costs in one size.
struct Measured {
    cost: Cost,
    /// Bytes of the source and of what comes of it.
    bytes: usize,
}

/// Compilations of one thread share memory: a small one that ran before would pay for a part of the larger one.
fn in_new_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn measured(shape: &Shape, way: &Way, size: usize) -> Measured {
    let name = format!("shape.{}", shape.suffix);
    let text = template::expand(&shape.template, size);
    let (cost, made) = in_new_thread(|| {
        let mut made = 0;
        (cost(|| made = (way.run)(Input { name: &name, text: &text })), made)
    });
    Measured { cost, bytes: text.len() + made }
}

/// Whether a shape compiles.
fn outcome(shape: &Shape, size: usize) -> &'static str {
    let name = format!("shape.{}", shape.suffix);
    let text = template::expand(&shape.template, size);
    let compilation = driver::compile(Input { name: &name, text: &text }, &everything(), &mut NoIncludes);
    if compilation.has_errors() { "errors" } else { "module" }
}

/// What an element costs in the end, and how much more that is than before. `one` is what a single element costs.
fn growth(one: Cost, costs: [Cost; 3], sizes: [usize; 3]) -> (f64, f64) {
    let slope = |(less, few): (Cost, usize), (more, many): (Cost, usize)| {
        (more.steps as f64 - less.steps as f64) / (many - few) as f64
    };
    let [first, second, third] = [0, 1, 2].map(|at| (costs[at], sizes[at]));
    let one = (one, 1);
    // Of many elements less may be done: not shown, given up. Then the first ones tell what an element costs.
    let (before, after) = (slope(first, second).max(slope(one, first)), slope(second, third));
    if after.abs() < LEAST {
        return (after, 1.0);
    }
    let all = slope(one, third) / slope(one, second).max(LEAST);
    (after, (after / before.max(LEAST)).min(all))
}

/// Held by each test that counts: what another one allocates would be counted, too.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn elements_cost_the_same_however_many_there_are() {
    let _alone = alone();
    let shapes = shapes(include_str!("shapes.txt"));
    let filter = std::env::var("GLSLSUB_FILTER").unwrap_or_default();
    let first: usize = std::env::var("GLSLSUB_FIRST_SIZE")
        .map_or(if cfg!(glslsub_steps) { 1024 } else { 32 }, |it| it.parse().unwrap());
    let sizes = [first, 4 * first, 16 * first];
    let (mut table, mut failures) = (String::new(), Vec::new());
    let shows = std::env::var_os("GLSLSUB_SCALING_SHOW").is_some();
    let table_file = std::env::var_os("GLSLSUB_SCALING_TABLE");
    let lists = shows || table_file.is_some();
    let ways = if cfg!(glslsub_steps) { WAYS } else { AT_ONCE };
    let step = if cfg!(glslsub_steps) || lists { 1 } else { sample::one_in(1, 6) };
    // `=name` is one shape.
    let is_wanted = |name: &str| filter.strip_prefix('=').map_or_else(|| name.contains(&filter), |it| it == name);
    std::thread::scope(|scope| {
        let work = || {
            for shape in shapes.iter().filter(|it| is_wanted(&it.name)).step_by(step) {
                let mut worst = 0.0_f64;
                let outcome = if lists { outcome(shape, first) } else { "" };
                for way in ways {
                    // What is only done once is no cost of elements.
                    let one = measured(shape, way, 1).cost;
                    let what = format!("{} ({})", shape.name, way.name);
                    let Ok(it) = catch_unwind(AssertUnwindSafe(|| sizes.map(|size| measured(shape, way, size)))) else {
                        failures.push(format!("{what}: panic"));
                        continue;
                    };
                    let largest = &it[2];
                    let memory = largest.cost.memory as f64 / largest.bytes as f64;
                    let (each, growth) = growth(one, it.each_ref().map(|it| it.cost), sizes);
                    let line = format!("{what}\t{each:.0}\t{growth:.2}\t{memory:.0}\t{outcome}");
                    if shows {
                        eprintln!("{line}");
                    }
                    writeln!(table, "{line}").unwrap();
                    worst = worst.max(growth);
                    if growth > MOST_GROWTH && !shape.is_known {
                        failures
                            .push(format!("{what}: {each:.0} {COUNTED} for each element, {growth:.2} times as many"));
                    }
                }
                if shape.is_known && worst <= MOST_GROWTH && cfg!(glslsub_steps) {
                    failures.push(format!("{}: this is linear: take its `~` away", shape.name));
                }
            }
        };
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap().join().unwrap();
    });
    if let Some(path) = table_file {
        std::fs::write(path, &table).unwrap();
    }
    assert!(failures.is_empty(), "{} shapes:\n{}", failures.len(), failures.join("\n"));
}

/// A thread keeps memory for its next shader, but not what only a long one needs: twice as many statements or functions leave no
/// more than these.
#[test]
fn a_long_shader_leaves_little_to_the_next() {
    const FUNCTIONS: usize = 64_000;
    let _alone = alone();
    let statements = format!("void main() {{\n{}}}\n", "    numbers[0] += 1;\n".repeat(80_000));
    let functions: String = (0..FUNCTIONS).map(|n| format!("void f{n}() {{ numbers[0] += {n}; }}\n")).collect();
    let calls: String = (0..FUNCTIONS).map(|n| format!("    f{n}();\n")).collect();
    let functions = format!("{functions}void main() {{\n{calls}}}\n");
    // Each with the bytes that may stay: next to nothing of statements, of functions tables of the largest size that is kept.
    for (body, most) in [(statements, 1 << 18), (functions, 8 << 20)] {
        let text = format!("#version 450\nlayout(binding = 0) buffer Numbers {{ int numbers[]; }};\n{body}");
        let input = Input { name: "long.comp", text: &text };
        let options = lints(lints::Selection::certain());
        let cost = in_new_thread(|| cost(|| assert!(compiled(input, &options) > 20_000)));
        assert!(cost.kept < most, "kept {} bytes of {}", cost.kept, cost.memory);
    }
}

#[test]
fn growth_is_told_from_limits() {
    let sizes = [1024, 4096, 16384];
    let of = |cost: &dyn Fn(u64) -> u64| {
        let at = |size: usize| Cost { steps: cost(size as u64), ..Cost::default() };
        growth(at(1), sizes.map(at), sizes).1 > MOST_GROWTH
    };
    assert!(of(&|n| n * n), "quadratic");
    assert!(of(&|n| 5000 * n + n * n), "quadratic in a small part");
    assert!(!of(&|n| 100_000 + 7000 * n), "linear");
    assert!(!of(&|n| if n < 3000 { 100_000 * n } else { 80_000 * n }), "less for each from a limit on");
    assert!(!of(&|n| 1000 * n + n.saturating_sub(2000) * 300), "once more for each from a limit on");
}
