//! Compiling what was asked for.

use glslsub::internals::diagnostics::render::json;
use glslsub::internals::driver::{self, Compilation, Input, Options};
use glslsub::internals::hir::text::to_text;
use glslsub::internals::lints::Selection;
use glslsub::internals::nv_program::is_program;
use glslsub::internals::passes::Level;
use glslsub::internals::preprocess::MacroOption;
use glslsub::{DebugInfo, MemoryLoader, Stage, Target, TargetEnvironment};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::request::{Request, View};

/// What was found.
#[derive(Default, Serialize)]
pub struct Answer {
    /// The view that was asked for; `None` if the shader has errors.
    output: Option<String>,
    /// The messages as the program prints them.
    messages: String,
    /// The messages as `--error-format json` prints them.
    diagnostics: Vec<Box<RawValue>>,
    /// What is wrong with the request itself.
    problem: Option<String>,
}

/// The answer to a request, as JSON, and the words of the module if the view comes from one.
pub fn answer(request: &[u8]) -> (String, Vec<u32>) {
    let mut words = Vec::new();
    let answer = serde_json::from_slice(request)
        .map_err(|error| format!("cannot read the request: {error}"))
        .and_then(|request| respond(&request, &mut words))
        .unwrap_or_else(|problem| Answer { problem: Some(problem), ..Answer::default() });
    (serde_json::to_string(&answer).unwrap_or_default(), words)
}

fn respond(request: &Request, words: &mut Vec<u32>) -> Result<Answer, String> {
    if cfg!(glslsub_without_assembly) && is_program(&request.text) {
        return Err("this module has no front end for assembly; that of `load()` has it".to_owned());
    }
    let options = options(request)?;
    let mut loader = MemoryLoader::default();
    for (name, text) in &request.files {
        loader.insert(name, text.as_str());
    }
    let input = Input { name: &request.name, text: &request.text };
    let mut of_module = |it: &driver::Artifact, output: String| {
        words.clone_from(&it.words);
        output
    };
    Ok(match request.view {
        View::Spirv => finish(driver::compile(input, &options, &mut loader), |it| of_module(it, it.disassembly())),
        View::Reflection => finish(driver::compile(input, &options, &mut loader), |it| {
            let reflection = it.reflection.as_ref().map(glslsub::reflect::Reflection::to_json);
            of_module(it, reflection.unwrap_or_default())
        }),
        View::Hir => finish(driver::check(input, &options, &mut loader), to_text),
        #[cfg(feature = "wgsl")]
        View::Wgsl => {
            use glslsub::internals::naga_bridge;
            let bridge = naga_bridge::Options::default();
            let language = naga_bridge::Language::Wgsl;
            finish(driver::naga_text(input, &options, bridge, language, &mut loader), String::clone)
        }
        #[cfg(not(feature = "wgsl"))]
        View::Wgsl => return Err("this module has no WGSL; that of `load()` has it".to_owned()),
    })
}

/// The compiler's options; or which of the request's is unknown.
fn options(request: &Request) -> Result<Options, String> {
    let mut options = Options {
        debug: if request.debug { DebugInfo::Full } else { DebugInfo::None },
        optimization: if request.optimize { Level::Optimized } else { Level::Language },
        reflect: request.view == View::Reflection,
        lints: if request.lints { Selection::certain() } else { Selection::default() },
        ..Options::default()
    };
    if let Some(name) = &request.target {
        let target = TargetEnvironment::parse(name).ok_or_else(|| format!("there is no target `{name}`"))?;
        options.target = Target::from(target);
    }
    if let Some(name) = &request.stage {
        options.stage = Some(Stage::from_word(name).ok_or_else(|| format!("there is no stage `{name}`"))?);
    }
    let define =
        |(name, value): (&String, &String)| MacroOption::Define { name: name.clone(), value: Some(value.clone()) };
    options.preprocessor.macros.extend(request.defines.iter().map(define));
    Ok(options)
}

fn finish<T>(compilation: Compilation<T>, output: impl FnOnce(&T) -> String) -> Answer {
    let lines = json(&compilation.diagnostics, &compilation.sources);
    Answer {
        messages: compilation.rendered(),
        diagnostics: lines.lines().filter_map(|it| RawValue::from_string(it.to_owned()).ok()).collect(),
        output: compilation.artifact.as_ref().map(output),
        ..Answer::default()
    }
}
