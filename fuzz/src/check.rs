//! What is promised about any input. Panics are for whoever calls this to catch.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::driver::{self, Compilation};
use glslsub::internals::hir::text::{parse, to_text};
use glslsub::internals::hir::verify;
use glslsub::internals::naga_bridge::{self, Language};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::spirv::{self, DebugInfo};
use glslsub::internals::target::TargetEnvironment;

use crate::common::command_line;
use crate::input::Input;
use crate::targets::root;

/// The module that came out, if any, for a validator; or which promise was broken.
pub type Checked = Result<Option<Vec<u32>>, String>;

/// The time for an input of some length, on a machine that does other things, too.
fn budget(length: usize) -> Duration {
    Duration::from_secs(20) + Duration::from_micros(50) * u32::try_from(length).unwrap_or(u32::MAX)
}

/// A command line: words, each with a zero behind it. The program is `$GLSLSUB`, or the one that was built for release.
pub fn command(data: &[u8]) -> Checked {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let text = String::from_utf8_lossy(data);
    let words: Vec<&str> = text.split_terminator('\0').collect();
    let program = std::env::var_os("GLSLSUB").map_or_else(|| root().join("target/release/glslsub"), PathBuf::from);
    let program = program.canonicalize().map_err(|error| format!("{}: {error}; set GLSLSUB", program.display()))?;
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("glslsub-fuzz-{}-{number}", std::process::id()));
    let checked = command_line::check(&program, &folder, &words);
    // What is left of it is in a folder for temporary files.
    let _ = std::fs::remove_dir_all(&folder);
    checked.map(|()| None)
}

/// A shader in GLSL, after the header that [`Input`] describes.
pub fn shader(data: &[u8]) -> Checked {
    let input = Input::new(data);
    // The other front end has its own target: its programs need not preprocess.
    if input.text.trim_start().starts_with("!!") {
        return Ok(None);
    }
    let words = compiled(&input)?;
    let Some(words) = words else { return Ok(None) };
    let shader = driver::Input { name: "input", text: &input.text };
    let preprocessed = driver::preprocess(shader, &input.options, &mut NoIncludes);
    let Some(text) = preprocessed.artifact else { return Err("compiles, but does not preprocess".to_owned()) };
    // Debug information holds the text.
    if input.options.debug == DebugInfo::None {
        let again = driver::compile(driver::Input { name: "input", text: &text }, &input.options, &mut NoIncludes);
        match again.artifact {
            None => return Err(format!("does not compile once preprocessed:\n{}", again.rendered())),
            Some(it) if it.words != words => return Err("preprocessing changes the module".to_owned()),
            Some(_) => {}
        }
    }
    if let Some(module) = driver::check(shader, &input.options, &mut NoIncludes).artifact {
        let printed = to_text(&module);
        let parsed = parse(&printed).map_err(|errors| format!("the text of HIR does not parse: {}", errors[0]))?;
        if to_text(&parsed) != printed {
            return Err("the text of HIR changes when it is parsed and printed".to_owned());
        }
    }
    let bridge = naga_bridge::Options::default();
    let wgsl = driver::naga_text(shader, &input.options, bridge, Language::Wgsl, &mut NoIncludes);
    report(&wgsl)?;
    Ok(Some(words))
}

/// The cheap promises, for very many inputs: no panic, time in proportion, a result or errors, the same words and messages twice.
pub fn cheap(data: &[u8]) -> Checked {
    // Rendering takes longer than compiling such an input; its promises are in the places, not in the texts.
    let renders = data.len().is_multiple_of(16);
    twice(&Input::new(data), |first, second| {
        first.diagnostics == second.diagnostics
            && (first.diagnostics.is_empty() || !renders || first.rendered() == second.rendered())
    })
}

/// A shader that must be valid, if the target has its stage; compiled once, for a validator to judge.
pub fn valid(data: &[u8]) -> Checked {
    let input = Input::new(data);
    let shader = driver::Input { name: "input", text: &input.text };
    let compilation = driver::compile(shader, &input.options, &mut NoIncludes);
    report(&compilation)?;
    match compilation.artifact {
        Some(artifact) => Ok(Some(artifact.words)),
        None if input.options.target.environment < TargetEnvironment::Vulkan1_2 => Ok(None),
        None => Err(format!("a valid program does not compile:\n{}", compilation.rendered())),
    }
}

/// A shader that is valid, if the target has its stage: the same, and there is a module.
pub fn program(data: &[u8]) -> Checked {
    let words = shader(data)?;
    let input = Input::new(data);
    if words.is_none() && input.options.target.environment >= TargetEnvironment::Vulkan1_2 {
        let shader = driver::Input { name: "input", text: &input.text };
        let compilation = driver::compile(shader, &input.options, &mut NoIncludes);
        return Err(format!("a valid program does not compile:\n{}", compilation.rendered()));
    }
    Ok(words)
}

/// An assembly program, after the same header.
pub fn assembly(data: &[u8]) -> Checked {
    let mut input = Input::new(data);
    if !input.text.starts_with("!!NVcp5.0") {
        input.text.insert_str(0, "!!NVcp5.0\n");
    }
    compiled(&input)
}

/// Compiles twice.
fn compiled(input: &Input) -> Checked {
    twice(input, |first, second| first.rendered() == second.rendered())
}

/// Compiles twice, in time: with the same messages, as `same_messages` compares them, and the same words.
fn twice(input: &Input, same_messages: impl FnOnce(&Compilation, &Compilation) -> bool) -> Checked {
    let shader = driver::Input { name: "input", text: &input.text };
    let start = Instant::now();
    let first = driver::compile(shader, &input.options, &mut NoIncludes);
    let (took, allowed) = (start.elapsed(), budget(input.text.len()));
    if took > allowed {
        return Err(format!("took {took:?} for {} bytes", input.text.len()));
    }
    report(&first)?;
    let second = driver::compile(shader, &input.options, &mut NoIncludes);
    if !same_messages(&first, &second) {
        return Err("other messages when compiled again".to_owned());
    }
    let words = first.artifact.map(|it| it.words);
    if words != second.artifact.map(|it| it.words) {
        return Err("other words when compiled again".to_owned());
    }
    Ok(words)
}

/// There is a result, or there are errors, and none says that the compiler is wrong.
fn report<T>(compilation: &Compilation<T>) -> Result<(), String> {
    if compilation.diagnostics.iter().any(|it| it.code == Code::InternalError) {
        return Err(compilation.rendered());
    }
    let has_errors = compilation.diagnostics.iter().any(|it| it.severity == Severity::Error);
    match (&compilation.artifact, has_errors) {
        (Some(_), true) => Err(format!("a result and errors:\n{}", compilation.rendered())),
        (None, false) => Err("no result and no errors".to_owned()),
        _ => Ok(()),
    }
}

/// The text of HIR: what parses and is valid has a module, or exceeds a limit.
pub fn hir(data: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(data);
    let Ok(module) = parse(&text) else { return Ok(None) };
    if verify::verify(&module).is_err() {
        return Ok(None);
    }
    let printed = to_text(&module);
    let again = parse(&printed).map_err(|errors| format!("the text of HIR does not parse: {}", errors[0]))?;
    if to_text(&again) != printed {
        return Err("the text of HIR changes when it is parsed and printed".to_owned());
    }
    Ok(None)
}

/// Words of a module, in little endian: the listing has an end.
pub fn listing(data: &[u8]) -> Checked {
    let words: Vec<u32> = data.as_chunks::<4>().0.iter().map(|it| u32::from_le_bytes(*it)).collect();
    let start = Instant::now();
    // Words that are no module have a listing that says so, or none.
    let first = spirv::listing(&words, true);
    if start.elapsed() > budget(data.len()) {
        return Err(format!("took {:?} for {} words", start.elapsed(), words.len()));
    }
    if first != spirv::listing(&words, true) {
        return Err("another listing of the same words".to_owned());
    }
    Ok(None)
}
