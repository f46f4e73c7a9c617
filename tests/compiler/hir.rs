//! HIR as text: it can be read back for every shader, and `tests/hir/**/*.hir` test everything after `sema` without any
//! GLSL. `tests/hir/README.md` says how to write one; `BLESS=1 cargo test --test compiler hir` rewrites their
//! expectations.

use crate::common;
use std::path::{Path, PathBuf};

use crate::common::directives::Header;
use crate::common::{compile, parallel, validate};
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::hir::text::{ParseError, parse, to_text};
use glslsub::internals::hir::{Module, verify};
use glslsub::internals::lints;
use glslsub::internals::passes::{self, Level, PASSES, Pass};
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{rules, spirv};

/// The output of `spirv` for a module.
fn lower(module: &Module, target: Target) -> Result<Vec<u32>, String> {
    let mut diagnostics = Diagnostics::default();
    let options = spirv::Options { target, strip: false, ..spirv::Options::default() };
    let lowered = spirv::lower(module, &options, &mut diagnostics);
    lowered.map(|it| spirv::assemble(&it)).ok_or_else(|| format!("{:?}", diagnostics.as_slice()))
}

/// The errors with the lines concerned.
fn rendered(text: &str, errors: &[ParseError]) -> String {
    let line = |error: &ParseError| text.lines().nth(error.line - 1).unwrap_or("").to_owned();
    errors.iter().map(|error| format!("{error}\n    {}\n", line(error).trim())).collect()
}

/// The first lines that differ.
fn difference(left: &str, right: &str) -> String {
    let mut pairs = left.lines().zip(right.lines()).enumerate();
    match pairs.find(|(_, (left, right))| left != right) {
        Some((index, (left, right))) => format!("line {}:\n- {left}\n+ {right}", index + 1),
        None => format!("one has {} lines, the other {}", left.lines().count(), right.lines().count()),
    }
}

/// Prints, parses and compares.
fn round_trip(module: &Module, target: Target) -> Result<(), String> {
    let text = to_text(module);
    let parsed = parse(&text).map_err(|errors| rendered(&text, &errors))?;
    let again = to_text(&parsed);
    if again != text {
        return Err(format!("the text changes: {}", difference(&text, &again)));
    }
    verify::verify(&parsed).map_err(|violations| format!("what was parsed is not valid: {}", violations[0]))?;
    if lower(module, target)? != lower(&parsed, target)? {
        let listing = |module| compile::disassemble(&lower(module, target).unwrap());
        let difference = difference(&listing(module), &listing(&parsed));
        return Err(format!("the SPIR-V differs: {difference}"));
    }
    Ok(())
}

#[test]
fn text_reads_back() {
    let root = common::root();
    let folders = ["spirv-fixtures", "tests/superset"];
    let mut files: Vec<PathBuf> = folders.iter().flat_map(|folder| common::shaders(&root.join(folder))).collect();
    files.extend(common::files(&root.join("spirv-fixtures"), ".nvcp"));
    assert!(!files.is_empty());
    let check = |file: &PathBuf| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).unwrap();
        let header = Header::parse(&text).map_err(|error| format!("{name}: {error}"))?;
        for &environment in &header.targets {
            let target = Target::from(environment);
            let module = compile::hir_with(&name, &text, target, &header.defines)?;
            round_trip(&module, target).map_err(|error| format!("{name} for {environment}: {error}"))?;
        }
        Ok(())
    };
    common::report(files.len(), &parallel::failures(&files, check));
}

/// What `; print: f` may be called instead, besides the passes: what is done to the module before function `f` is
/// printed.
const TRANSFORMATIONS: &[(&str, Pass)] = &[("print", |_| {}), ("all_passes", |it| passes::run(it, Level::Optimized))];

/// Runs a step of the back end, for example `selection vulkan1.1`.
fn raise(module: &mut Module, text: &str) -> Result<(), String> {
    let (name, environment) = text.split_once(' ').ok_or(format!("`{text}` is no step and its target"))?;
    let step = spirv::raise::STEPS.iter().find(|it| it.name == name).ok_or(format!("`{name}` is no step"))?;
    let target = Target::from(TargetEnvironment::parse(environment).ok_or(format!("`{environment}` is no target"))?);
    step.run(module, &spirv::Options { target, ..spirv::Options::default() })
}

/// The lines of a file from one `; case:` to the next.
struct Case {
    /// What it shows.
    title: String,
    /// Its lines, with the number of each in the file.
    lines: Vec<(usize, String)>,
}

/// The start of a file, which is part of each case, and the cases.
fn cases(text: &str) -> (Vec<(usize, String)>, Vec<Case>) {
    let (mut preamble, mut cases) = (Vec::new(), Vec::<Case>::new());
    for (index, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("; case: ") {
            cases.push(Case { title: title.to_owned(), lines: Vec::new() });
        }
        cases.last_mut().map_or(&mut preamble, |case| &mut case.lines).push((index + 1, line.to_owned()));
    }
    (preamble, cases)
}

/// Whether a line states an expected result, so that `BLESS=1` may rewrite it.
fn is_expectation(line: &str) -> bool {
    ["; parse: ", "; verify: ", "; rules: ", "; lints: ", ";> "].iter().any(|start| line.starts_with(start))
        || line == ";>"
}

/// The codes of what lints find in a module.
fn lints_of(module: &Module) -> String {
    let mut diagnostics = Diagnostics::default();
    lints::check(module, &lints::Selection::all(), &mut diagnostics);
    let codes: Vec<String> = diagnostics.as_slice().iter().map(|it| it.code.to_string()).collect();
    if codes.is_empty() { "ok".to_owned() } else { codes.join(" ") }
}

/// The actual results of a case, of the kinds for which it has expectations.
fn actual(preamble: &[(usize, String)], case: &Case) -> Result<Vec<String>, String> {
    let all: Vec<&(usize, String)> = preamble.iter().chain(&case.lines).collect();
    let text: String = all.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect();
    let asks = |key: &str| case.lines.iter().any(|(_, line)| line.starts_with(key));
    let mut found = Vec::new();
    let module = parse(&text);
    if asks("; parse: ") {
        let Err(errors) = module else { return Ok(vec!["; parse: ok".to_owned()]) };
        return Ok(errors
            .iter()
            .map(|it| format!("; parse: {}:{}: {}", all[it.line - 1].0, it.column, it.message))
            .collect());
    }
    let mut module = module.map_err(|errors| rendered(&text, &errors))?;
    let printed = to_text(&module);
    let again = parse(&printed).map_err(|errors| rendered(&printed, &errors))?;
    if to_text(&again) != printed {
        return Err(format!("the text changes: {}", difference(&printed, &to_text(&again))));
    }
    let violations = verify::verify(&module).err().unwrap_or_default();
    if asks("; verify: ") {
        found.extend(violations.iter().map(|it| format!("; verify: {:?} at {}", it.rule, it.place)));
        found.extend(violations.is_empty().then(|| "; verify: ok".to_owned()));
    } else if !violations.is_empty() {
        return Err(format!("the module is not valid: {}", violations[0]));
    }
    if asks("; rules: ") {
        let mut diagnostics = Diagnostics::default();
        rules::check_calls(&module, &mut diagnostics);
        let calls = rules::LiveCalls::of(&module);
        rules::check_module(&module, module.memory_model, &calls, &mut diagnostics);
        let codes: Vec<String> = diagnostics.as_slice().iter().map(|it| it.code.to_string()).collect();
        found.push(format!("; rules: {}", if codes.is_empty() { "ok".to_owned() } else { codes.join(" ") }));
    }
    if asks("; lints: ") {
        // The printed module has the same findings, in the same order.
        let [first, second] = [&module, &again].map(lints_of);
        if first != second {
            return Err(format!("lints find {first} here, and {second} in what is printed"));
        }
        found.push(format!("; lints: {first}"));
    }
    for (_, line) in &case.lines {
        if let Some(environments) = line.strip_prefix("; lower: ") {
            for word in environments.split_whitespace() {
                let target = Target::from(TargetEnvironment::parse(word).ok_or(format!("`{word}` is no target"))?);
                let words = lower(&module, target)?;
                if let Some(complaint) = validate::validate(&words, target).complaint() {
                    return Err(format!("invalid for {word}: {complaint}"));
                }
            }
        }
        let Some((word, function)) = line.strip_prefix("; ").and_then(|line| line.split_once(": ")) else { continue };
        let passes = PASSES.iter().map(|&(name, pass, _)| (name, pass));
        let pass = TRANSFORMATIONS.iter().copied().chain(passes).find(|(name, _)| *name == word);
        if let Some((_, transform)) = pass {
            transform(&mut module);
        } else if let Some(step) = word.strip_prefix("raise ") {
            raise(&mut module, step)?;
        }
        if pass.is_some() || word.starts_with("raise ") {
            verify::verify(&module).map_err(|violations| format!("not valid behind it: {}", violations[0]))?;
            let text = to_text(&module);
            let start = if function == "*" { "fn ".to_owned() } else { format!("fn {function}(") };
            let lines = text.lines().skip_while(|line| !line.starts_with(&start));
            let end = lines.clone().position(|line| line == "}").ok_or(format!("there is no function `{function}`"))?;
            let count = if function == "*" { usize::MAX } else { end + 1 };
            found.extend(lines.take(count).map(|line| format!(";> {line}").trim_end().to_owned()));
        }
    }
    Ok(found)
}

/// Compares a file with its actual results, or rewrites it.
fn check_file(file: &Path, bless: bool) -> Result<(), String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let (preamble, cases) = cases(&text);
    let mut blessed: Vec<String> = preamble.iter().map(|(_, line)| line.clone()).collect();
    let mut failures = Vec::new();
    for case in &cases {
        let place = format!("{name}:{}: {}", case.lines[0].0, case.title);
        let expected: Vec<&str> =
            case.lines.iter().map(|(_, it)| it.as_str()).filter(|it| is_expectation(it)).collect();
        let is_tested = !expected.is_empty() || case.lines.iter().any(|(_, line)| line.starts_with("; lower: "));
        match actual(&preamble, case) {
            Err(error) => failures.push(format!("{place}: {error}")),
            Ok(_) if !is_tested => failures.push(format!("{place}: the case tests nothing")),
            Ok(actual) => {
                if !bless && expected != actual {
                    let (expected, actual) = (expected.join("\n"), actual.join("\n"));
                    failures.push(format!("{place}: expected\n{expected}\nfound\n{actual}\n(BLESS=1 rewrites it)"));
                }
                // What was printed goes below the case, everything else below its title.
                let (below, above): (Vec<_>, Vec<_>) = actual.into_iter().partition(|line| line.starts_with(";>"));
                let mut lines = case.lines.iter().map(|(_, line)| line.clone()).filter(|line| !is_expectation(line));
                blessed.extend(lines.next());
                blessed.extend(above);
                let mut rest: Vec<String> = lines.collect();
                let blank = rest.iter().rev().take_while(|line| line.is_empty()).count();
                let blank = rest.split_off(rest.len() - blank);
                blessed.extend(rest.into_iter().chain(below).chain(blank));
            }
        }
    }
    if bless && failures.is_empty() {
        std::fs::write(file, blessed.join("\n") + "\n").unwrap();
    }
    if cases.is_empty() {
        failures.push(format!("{name}: there is no line `; case: what it shows`"));
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n\n")) }
}

fn files() -> Vec<PathBuf> {
    common::files(&common::root().join("tests/hir"), ".hir")
}

#[test]
fn files_give_what_they_expect() {
    let bless = common::required("BLESS");
    common::all(&files(), |file| check_file(file, bless));
}

/// Functions that are called twice are inlined up to a dozen statements, and up to 2,048 if they share a variable.
#[test]
fn inlining_ends_at_its_limits() {
    let calls_behind = |parameters: &str, arguments: &str, statements: usize| {
        let text = format!(
            "entry_point compute main, workgroup_size 1 1 1\nglobal kept: int, workgroup\nfn f({parameters}) -> void {{\n{}}}\nfn \
             main() -> void {{\n    local x: int\n    call f({arguments})\n    call f({arguments})\n}}\n",
            "    store kept, 1\n".repeat(statements)
        );
        let mut module = parse(&text).unwrap_or_else(|errors| panic!("{}", rendered(&text, &errors)));
        let (_, inlining, _) = PASSES.iter().find(|(name, ..)| *name == "inlining").unwrap();
        inlining(&mut module);
        to_text(&module).matches("call f(").count()
    };
    for (parameters, arguments, limit) in [("", "", 12), ("x: pointer int", "&x", 2048)] {
        assert_eq!(calls_behind(parameters, arguments, limit), 0, "{limit}");
        assert_eq!(calls_behind(parameters, arguments, limit + 1), 2, "{limit}");
    }
}

/// Properties that no text can break: `src/hir/verify/tests.rs` does.
const INEXPRESSIBLE: &[verify::Rule] = &[
    // The parser resolves names and ids, blocks are where they belong, and an id is defined once.
    verify::Rule::Handles,
    verify::Rule::BlockOwners,
    verify::Rule::BlockParameterOwners,
];

#[test]
fn each_property_of_modules_is_broken_in_a_file() {
    if std::env::var("GLSLSUB_FILTER").is_ok() {
        return;
    }
    let texts: String = files().iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for rule in verify::Rule::ALL {
        let broken = texts.contains(&format!("; verify: {rule:?} at "));
        assert_ne!(broken, INEXPRESSIBLE.contains(rule), "{rule:?}: {}", rule.summary());
    }
}
