//! Plain command lines of `compile`, read without clap.
//!
//! Comes in: the words of the command line. Goes out: the arguments, if all words are of the most frequent kinds and right. Must
//! not depend on: what is wrong with others; clap reads those again, and says so.
//!
//! Build systems start a process for each shader. To describe a command to clap and to let it read a plain line was a quarter
//! of the instructions of a process that compiles a small shader.

use super::arguments::{
    Color, CompileArguments, DebugKind, Emit, ErrorFormat, ModuleArguments, ShaderArguments, parse_define,
    parse_environment, parse_undefine,
};
use super::assembly::AssemblyArguments;
use super::limits::LimitArguments;
use glslsub::internals::target::TargetEnvironment;
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments that clap would read from a line of the program's name, `compile`, and plain words; `None` for any other line.
pub fn compile(words: &[OsString]) -> Option<CompileArguments> {
    let words: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    let words = words?;
    let [_, "compile", words @ ..] = words.as_slice() else { return None };
    let mut arguments = without_words();
    let mut environment = None;
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        let shaders = &mut arguments.shaders;
        match word {
            "-o" | "--output" if arguments.output.is_none() => arguments.output = Some(value(words.next()?)?.into()),
            "--target-env" if environment.is_none() => environment = Some(parse_environment(words.next()?).ok()?),
            "--no-lints" if !shaders.no_lints => shaders.no_lints = true,
            "-O" if !arguments.module.optimize => arguments.module.optimize = true,
            "-g" if arguments.module.debug == DebugKind::None => arguments.module.debug = DebugKind::Lines,
            "-" => arguments.inputs.push(word.into()),
            _ if !word.starts_with('-') => arguments.inputs.push(value(word)?.into()),
            _ => {
                let (option, joined) = word.split_at_checked(2)?;
                let operand = value(if joined.is_empty() { words.next()? } else { joined })?;
                match option {
                    "-D" => shaders.macros.push(parse_define(operand).ok()?),
                    "-U" => shaders.macros.push(parse_undefine(operand).ok()?),
                    "-I" => shaders.include.push(PathBuf::from(operand)),
                    _ => return None,
                }
            }
        }
    }
    arguments.shaders.target_env = environment.unwrap_or(arguments.shaders.target_env);
    (!arguments.inputs.is_empty()).then_some(arguments)
}

/// The value of an option, unless clap might see something else in it.
fn value(text: &str) -> Option<&str> {
    (text == "-" || !text.is_empty() && !text.starts_with(['-', '='])).then_some(text)
}

/// What clap reads from no words at all.
fn without_words() -> CompileArguments {
    CompileArguments {
        inputs: Vec::new(),
        shaders: ShaderArguments {
            stage: None,
            target_env: TargetEnvironment::Vulkan1_1,
            target_spv: None,
            define: Vec::new(),
            undefine: Vec::new(),
            include: Vec::new(),
            auto_bind_uniforms: false,
            auto_map_locations: false,
            hlsl_offsets: false,
            nv_shuffle_clamp: false,
            relaxed_vulkan: false,
            full_precision: false,
            explain_legacy: false,
            memory_model: None,
            allow: Vec::new(),
            warn: Vec::new(),
            assume: Vec::new(),
            no_lints: false,
            limits: LimitArguments { max_seconds: None, max_memory: None },
            color: Color::Auto,
            error_format: ErrorFormat::Human,
            macros: Vec::new(),
        },
        output: None,
        module: ModuleArguments {
            emit: Emit::Spv,
            strip: false,
            debug: DebugKind::None,
            optimize: false,
            image_formats: Vec::new(),
        },
        link: false,
        depfile: None,
        watch: false,
        assembly: AssemblyArguments::default(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::arguments::{Command, read};
    use super::compile;

    #[test]
    fn plain_lines_mean_what_clap_reads() {
        for line in [
            "a.comp",
            "a.comp -o a.spv",
            "--output dir a.comp b.frag",
            "-O -g --no-lints --target-env vulkan1.3 a.comp -o -",
            "-DA -D B=1 -U A -UB -Iinclude -I other -DA=x=y a.comp",
            "- -o out.spv",
        ] {
            let words: Vec<_> = ["glslsub", "compile"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            let Command::Compile(by_clap) = read(&words) else { unreachable!("the command is `compile`") };
            assert_eq!(format!("{:?}", compile(&words).unwrap()), format!("{by_clap:?}"), "{line}");
        }
    }

    #[test]
    fn other_lines_are_left_to_clap() {
        for line in [
            "",
            "-o a.spv",
            "a.comp -o a.spv -o b.spv",
            "a.comp -o -O",
            "a.comp -o",
            "a.comp --target-env vulkan9",
            "a.comp -D=A",
            "a.comp -D 1",
            "a.comp -gVS",
            "a.comp -- b.comp",
            "a.comp --strip",
            "a.comp -O -O",
            "--help",
        ] {
            let words: Vec<_> = ["glslsub", "compile"].into_iter().chain(line.split(' ')).map(Into::into).collect();
            assert!(compile(&words).is_none(), "{line}");
        }
    }
}
