//! `glslsub glslang ...`, and the program under a name that begins with `glslang`: the part of glslangValidator's command
//! line that build systems use.
//!
//! Comes in: words as build systems write them. Goes out: the same files, exit codes and form of messages, which go to
//! standard output. Must not depend on: clap.
//!
//! Exit codes: 0, 1 for wrong usage and files that cannot be read, 2 after errors in shaders; a bug keeps its own.

mod arguments;

use std::fmt::Write as _;
use std::path::Path;

use glslsub::internals::Stage;
use glslsub::internals::diagnostics::render::visible_line;
use glslsub::internals::diagnostics::{Code, Diagnostic, Severity};
use glslsub::internals::driver::{self, Compilation, Options};
use glslsub::internals::source::SourceMap;

use super::dependencies::Rule;
use super::output::{self, Destination};
use super::{Outcome, dependencies, job, overwriting, report};
use arguments::{Arguments, Request};

/// Wrong usage, and files that cannot be read or written.
const FAILED_USAGE: u8 = 1;
/// Errors in shaders.
const FAILED_COMPILE: u8 = 2;

/// Whether the program was called by a name that selects this command line.
pub fn is_asked_for(program: &Path) -> bool {
    program.file_stem().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("glslang"))
}

/// Runs glslangValidator's command line: `words` without the program's name.
pub fn run(words: impl Iterator<Item = String>) -> u8 {
    let arguments = match Arguments::parse(words) {
        Ok(Request::Compile(arguments)) => *arguments,
        Ok(Request::Print(text, code)) => {
            print(&text);
            return code;
        }
        Err(message) => return complain(&message),
    };
    let mut worst = if arguments.links && arguments.inputs.len() > 1 { check_together(&arguments) } else { 0 };
    if worst != 0 {
        return worst;
    }
    for input in &arguments.inputs {
        worst = worst.max(compile_one(input, &arguments));
    }
    worst
}

fn print(text: &str) {
    // A reader that is gone does not want more.
    let _ = output::write(&Destination::Stdout, text.as_bytes());
}

/// Prints an error that has no place in a shader.
fn complain(message: &str) -> u8 {
    report::error(&format!("glslang: {message} (use -h for usage)"));
    FAILED_USAGE
}

/// `-l`: checks the shaders of one pipeline against each other. If all is well, nothing is printed: what there is to say of
/// each shader is said when it is compiled.
fn check_together(arguments: &Arguments) -> u8 {
    let read: Result<Vec<_>, _> = arguments.inputs.iter().map(|input| job::read_input(Path::new(input))).collect();
    let shaders: Vec<_> = match read {
        Ok(read) => read.into_iter().map(|(name, text)| (name, with_preamble(&text, &arguments.preamble))).collect(),
        Err(message) => {
            complain(&message);
            return FAILED_USAGE;
        }
    };
    let inputs: Vec<_> = shaders.iter().map(|(name, text)| driver::Input { name, text }).collect();
    let mut loader = job::file_loader(&arguments.include);
    let checked = driver::check_pipeline(&inputs, &arguments.options, &mut loader);
    if checked.artifact.is_some() {
        return 0;
    }
    finish(checked, "link", arguments, |_, _| Ok(()))
}

fn compile_one(input: &str, arguments: &Arguments) -> u8 {
    let read = job::read_input(Path::new(input));
    let (name, text) = match read {
        Ok(read) => read,
        Err(message) => {
            complain(&message);
            return FAILED_USAGE;
        }
    };
    let name = if input == "-" { "stdin".to_owned() } else { name };
    if !arguments.is_silent && !arguments.preprocesses {
        print(&format!("{}\n", visible_line(&name)));
    }
    let text = with_preamble(&text, &arguments.preamble);
    let mut loader = job::file_loader(&arguments.include);
    let source = driver::Input { name: &name, text: &text };
    if arguments.preprocesses {
        let compilation = driver::preprocess(source, &arguments.options, &mut loader);
        return finish(compilation, &name, arguments, |text, _| {
            print(text);
            Ok(())
        });
    }
    let compilation = driver::compile(source, &arguments.options, &mut loader);
    finish(compilation, &name, arguments, |artifact, compilation| {
        let stage = stage(&compilation.sources, &arguments.options, &name);
        let path = arguments.output.clone().unwrap_or_else(|| format!("{}.spv", stage.map_or("a", Stage::suffix)));
        if arguments.lists {
            print(&artifact.disassembly());
        }
        if !arguments.generates {
            return Ok(());
        }
        let destination = Destination::File(path.clone().into());
        let depfile = arguments.depfile.as_deref().map(dependencies::destination);
        if let Some(problem) = overwriting::find(&[(input.into(), destination.clone())], depfile.as_slice()) {
            return Err(problem);
        }
        overwriting::check_included(&destination, &loader)?;
        if let Some(depfile) = &depfile {
            overwriting::check_included(depfile, &loader)?;
            let includes = compilation.dependencies().map(str::to_owned).collect();
            let rule = Rule { target: path, source: name.clone(), includes, phony: false };
            output::write(depfile, rule.text().as_bytes())?;
        }
        let bytes = match (&arguments.variable, arguments.is_hexadecimal) {
            (None, false) => artifact.bytes(),
            (variable, _) => source_text(&artifact.words, variable.as_deref()).into_bytes(),
        };
        output::write(&destination, &bytes)
    })
}

/// The stage of the entry point, for the name of a file.
fn stage(sources: &SourceMap, options: &Options, name: &str) -> Option<Stage> {
    let pragma = || {
        let text = &sources.files().first()?.text;
        let (_, rest) = text.split_once("#pragma shader_stage(")?;
        Stage::from_word(rest.split(')').next()?.trim())
    };
    options.stage.or_else(pragma).or_else(|| Stage::from_file_name(name))
}

/// The text after `#version`, where `-P` adds more.
fn with_preamble(text: &str, preamble: &str) -> String {
    if preamble.is_empty() {
        return text.to_owned();
    }
    let version = text.find("#version").map(|at| at + text.get(at..).and_then(|it| it.find('\n')).unwrap_or(0) + 1);
    let (before, after) = text.split_at_checked(version.unwrap_or(0)).unwrap_or((text, ""));
    let next = before.lines().count() + 1;
    format!("{before}{preamble}\n#line {next}\n{after}")
}

/// Words as source text: a C array with `--vn`, just the numbers with `-x`.
fn source_text(words: &[u32], variable: Option<&str>) -> String {
    let mut text = format!("\t// glslsub {}\n", env!("CARGO_PKG_VERSION"));
    if let Some(name) = variable {
        // Writing to a string can't fail.
        let _ = write!(text, "#pragma once\n#include <stdint.h>\nconst uint32_t {name}[] = {{\n");
    }
    let lines: Vec<String> = words
        .chunks(8)
        .map(|line| line.iter().map(|word| format!("0x{word:08x}")).collect::<Vec<_>>().join(","))
        .map(|line| format!("\t{line}"))
        .collect();
    text.push_str(&lines.join(",\n"));
    text.push_str(if variable.is_some() { "\n};\n" } else { "\n" });
    text
}

/// Prints what was found and writes the result.
fn finish<T>(
    compilation: Compilation<T>,
    name: &str,
    arguments: &Arguments,
    write: impl FnOnce(&T, &Compilation<T>) -> Result<(), String>,
) -> u8 {
    let text = messages(&compilation.diagnostics, &compilation.sources, name, arguments.hides_warnings);
    print(&text);
    if compilation.diagnostics.iter().any(|it| it.code == Code::InternalError) {
        report::internal_error_hint();
        return Outcome::InternalError as u8;
    }
    let Some(artifact) = &compilation.artifact else {
        if arguments.generates {
            print("SPIR-V is not generated for failed compile or link\n");
        }
        return FAILED_COMPILE;
    };
    match write(artifact, &compilation) {
        Ok(()) => 0,
        Err(message) => {
            complain(&message);
            FAILED_USAGE
        }
    }
}

/// Diagnostics as glslang prints them: `ERROR: file:line: message`, and how many errors there were.
fn messages(diagnostics: &[Diagnostic], sources: &SourceMap, name: &str, hides_warnings: bool) -> String {
    let mut text = String::new();
    for it in diagnostics {
        let severity = match it.severity {
            Severity::Error => "ERROR",
            Severity::Warning if !hides_warnings => "WARNING",
            _ => continue,
        };
        let place = match sources.location(it.primary.span) {
            Some(place) => format!("{}:{}", visible_line(&place.file), place.line),
            None => visible_line(name).into_owned(),
        };
        let help: String = it.help.iter().map(|help| format!("; {help}")).collect();
        let message = format!("{}{help}", it.message).replace('\n', " ");
        // Writing to a string can't fail.
        let _ = writeln!(text, "{severity}: {place}: {} [{}]", visible_line(&message), it.code);
    }
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    if errors > 0 {
        let _ = writeln!(text, "ERROR: {errors} compilation errors.  No code generated.\n");
    }
    text
}
