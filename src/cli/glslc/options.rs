//! glslc's options, one row each.
//!
//! Comes in: the beginning of a word. Goes out: the row, and the help text made of all rows. Must not depend on: files.

use std::fmt::Write;

use glslsub::internals::Stage;
use glslsub::internals::passes::Level;
use glslsub::internals::sema::ResourceKind;
use glslsub::internals::shaderc::Warnings;
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::{SpirvVersion, TargetEnvironment};

use super::arguments::{Arguments, Format, Kind, Language};
use super::limits;

/// An option.
pub struct Row {
    /// How it begins.
    pub name: &'static str,
    /// How its value is given, and what it does.
    pub form: Form,
    /// The placeholder for the value in the help text.
    value: &'static str,
    /// What it does, for the help text.
    doc: &'static str,
}

/// Takes a value and the whole word.
type Set = fn(&mut Arguments, &str, &str) -> Result<(), String>;

/// How the value of an option is given.
#[derive(Clone, Copy)]
pub enum Form {
    /// There is none.
    Flag(fn(&mut Arguments)),
    /// In the same word.
    Joined(Set),
    /// In the next word.
    Next(Set),
    /// In the same word or the next.
    JoinedOrNext(Set),
    /// A stage, which may be omitted, and a number, as separate words.
    Base(fn(&mut Arguments, Option<Stage>, u32)),
    /// Known, and rejected for this reason.
    Refused(&'static str),
}

const HLSL: Form = Form::Refused("HLSL is not supported; glslsub compiles GLSL");

const fn row(name: &'static str, value: &'static str, form: Form, doc: &'static str) -> Row {
    Row { name, form, value, doc }
}

/// Every option; if one is a prefix of another, the longer one comes first.
static ROWS: &[Row] = &[
    row("-c", "", Form::Flag(|it| it.set_kind(Kind::Object)), "name each module after its input"),
    row("-D", "<macro>[=<text>]", Form::Joined(|it, value, _| it.define(value)), "define a macro"),
    row("-E", "", Form::Flag(|it| it.set_kind(Kind::Preprocessed)), "preprocess only"),
    row("-fauto-bind-uniforms", "", Form::Flag(|it| it.settings.options.auto_bind = true), "assign missing bindings"),
    row(
        "-fauto-map-locations",
        "",
        Form::Flag(|it| it.settings.options.auto_locations = true),
        "assign missing locations",
    ),
    row(
        "-fcbuffer-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::UniformBuffer, base)),
        "the lowest binding of uniform buffers",
    ),
    row(
        "-fimage-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::Image, base)),
        "the lowest binding of images",
    ),
    row(
        "-fsampler-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::Sampler, base)),
        "the lowest binding of samplers",
    ),
    row(
        "-fssbo-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::StorageBuffer, base)),
        "the lowest binding of storage buffers",
    ),
    row(
        "-ftexture-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::Texture, base)),
        "the lowest binding of textures",
    ),
    row(
        "-fubo-binding-base",
        "[stage] <number>",
        Form::Base(|it, stage, base| it.settings.binding_base(stage, ResourceKind::UniformBuffer, base)),
        "the lowest binding of uniform buffers",
    ),
    row("-fuav-binding-base", "[stage] <number>", Form::Base(|_, _, _| ()), "for HLSL; nothing in GLSL is one"),
    row("-fentry-point=", "<name>", Form::Joined(|_, _, _| Ok(())), "for HLSL; the entry point of GLSL is main"),
    row(
        "-finvert-y",
        "",
        Form::Flag(|it| it.settings.options.invert_y = true),
        "negate gl_Position.y at the end of vertex shaders",
    ),
    row("-flimit-file", "<file>", Form::Next(|it, value, _| limits::read_file(value, it)), "set limits from a file"),
    row(
        "-flimit=",
        "<limits>",
        Form::Joined(|it, value, _| limits::set(value, "-flimit", it)),
        "set limits: names and numbers",
    ),
    row("-fmax-id-bound=", "<number>", Form::Joined(max_id_bound), "the largest id bound that a module may have"),
    row(
        "-fnan-clamp",
        "",
        Form::Flag(|it| it.settings.options.nan_clamp = true),
        "min, max and clamp prefer the operand that is not NaN",
    ),
    row(
        "-fpreserve-bindings",
        "",
        Form::Flag(|it| it.settings.options.preserve_bindings = true),
        "keep resources that the shader does not use",
    ),
    row("-fshader-stage=", "<stage>", Form::Joined(shader_stage), "the stage of the inputs that follow"),
    row(
        "-fhlsl-offsets",
        "",
        Form::Flag(|it| it.settings.options.hlsl_offsets = true),
        "place members of blocks as in HLSL",
    ),
    row("-fhlsl", "...", HLSL, "for HLSL: refused"),
    row("-fresource-set-binding", "...", HLSL, "for HLSL: refused"),
    row(
        "-g",
        "",
        Form::Flag(|it| it.settings.options.debug = DebugInfo::Lines),
        "add the source text and the lines of instructions",
    ),
    row("-I", "<folder>", Form::JoinedOrNext(include), "look for included files here"),
    row("-mfmt=", "bin|c|num", Form::Joined(format), "write modules as bytes, as an array in C, or as numbers"),
    row(
        "-MD",
        "",
        Form::Flag(|it| it.dependencies.beside = true),
        "compile, and write a dependency rule beside the output",
    ),
    row("-MF", "<file>", Form::Next(dependency_file), "where to write the dependency rule"),
    row("-MM", "", Form::Flag(dependencies_only), "the same as -M"),
    row("-MP", "", Form::Flag(|it| it.dependencies.phony = true), "add a rule for each included file (not in glslc)"),
    row("-MT", "<target>", Form::Next(dependency_target), "the target of the dependency rule"),
    row("-M", "", Form::Flag(dependencies_only), "write a dependency rule instead of a module"),
    row("-O0", "", Form::Flag(|it| it.settings.options.optimization = Level::None), "do not optimize"),
    row("-Os", "", Form::Flag(|it| it.settings.options.optimization = Level::Small), "optimize for size"),
    row("-O", "", Form::Flag(|it| it.settings.options.optimization = Level::Optimized), "optimize"),
    row("-o", "<file>", Form::JoinedOrNext(output), "where to write; - is standard output"),
    row(
        "-std=",
        "<version>",
        Form::Joined(standard),
        "the version of every shader, whatever its #version says: 460core, 310es",
    ),
    row("-S", "", Form::Flag(|it| it.set_kind(Kind::Assembly)), "write modules as text"),
    row("-Werror", "", Form::Flag(|it| it.settings.warnings = Warnings::Errors), "warnings are errors"),
    row("-w", "", Form::Flag(|it| it.settings.warnings = Warnings::Hidden), "no warnings"),
    row("-x", "glsl|hlsl", Form::JoinedOrNext(language), "the language of the inputs that follow; HLSL is rejected"),
    row("--target-env=", "<environment>", Form::Joined(environment), "vulkan1.0 (default) to vulkan1.4"),
    row("--target-spv=", "<version>", Form::Joined(spirv), "spv1.0 to spv1.6"),
];

/// Options that are listed here but read elsewhere.
const SPECIAL: &[(&str, &str)] = &[
    ("--help, -h", "print this"),
    ("--show-limits", "print the limits that -flimit sets, with their defaults"),
    ("--version", "print the version"),
    ("--print=<what>", "print the known extensions, capabilities or targets (not in glslc)"),
    ("--supports <extension>", "exit with 0 if the extension is supported, else with 1 (not in glslc)"),
    ("@<file>", "read further options from a file (not in glslc)"),
];

/// The row that a word begins with, and the rest of the word.
pub fn find(word: &str) -> Option<(&'static Row, &str)> {
    ROWS.iter().find_map(|row| {
        let rest = word.strip_prefix(row.name)?;
        let alone = matches!(row.form, Form::Flag(_) | Form::Next(_) | Form::Base(_));
        (rest.is_empty() || !alone).then_some((row, rest))
    })
}

/// The help text.
pub fn help() -> String {
    let mut text = "glslsub, called as glslc: compiles GLSL to SPIR-V\n\nUsage: glslc [options] file...\n\n\
                    An input file of - is standard input.\n\nOptions:\n"
        .to_owned();
    let rows = ROWS.iter().map(|row| {
        let blank = if matches!(row.form, Form::Joined(_)) || row.value.is_empty() { "" } else { " " };
        (format!("{}{blank}{}", row.name, row.value), row.doc)
    });
    for (spelled, doc) in rows.chain(SPECIAL.iter().map(|(name, doc)| ((*name).to_owned(), *doc))) {
        // Writing to a string can't fail.
        let _ = writeln!(text, "  {spelled:<30} {doc}");
    }
    text
}

/// Whether a suffix names a stage.
pub fn is_stage_suffix(suffix: &str) -> bool {
    Stage::all().iter().any(|row| row.suffix == suffix)
}

fn dependencies_only(arguments: &mut Arguments) {
    arguments.set_kind(Kind::Dependencies);
    arguments.settings.warnings = Warnings::Hidden;
}

fn shader_stage(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.set_stage(Stage::from_word(value).ok_or_else(|| format!("stage not recognized: '{value}'"))?);
    Ok(())
}

fn include(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.include.push(value.into());
    Ok(())
}

fn output(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.output = Some(value.to_owned());
    Ok(())
}

fn dependency_file(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.dependencies.path = Some(value.to_owned());
    Ok(())
}

fn dependency_target(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.dependencies.target = Some(value.to_owned());
    Ok(())
}

fn invalid(value: &str, word: &str) -> String {
    format!("invalid value '{value}' in '{word}'")
}

fn format(arguments: &mut Arguments, value: &str, word: &str) -> Result<(), String> {
    arguments.set_format(match value {
        "bin" => Format::Binary,
        "num" => Format::Numbers,
        "c" => Format::C,
        _ => return Err(invalid(value, word)),
    });
    Ok(())
}

fn language(arguments: &mut Arguments, value: &str, _: &str) -> Result<(), String> {
    arguments.set_language(match value {
        "glsl" => Language::Glsl,
        "hlsl" => Language::Hlsl,
        _ => return Err(format!("language not recognized: '{value}'")),
    });
    Ok(())
}

fn max_id_bound(arguments: &mut Arguments, value: &str, word: &str) -> Result<(), String> {
    arguments.settings.max_id_bound = Some(value.parse().map_err(|_| invalid(value, word))?);
    Ok(())
}

fn standard(arguments: &mut Arguments, value: &str, word: &str) -> Result<(), String> {
    if arguments.settings.force_version(value) { Ok(()) } else { Err(invalid(value, word)) }
}

fn environment(arguments: &mut Arguments, value: &str, word: &str) -> Result<(), String> {
    if value.starts_with("opengl") {
        return Err(format!("'{word}': OpenGL is not supported; glslsub compiles for Vulkan"));
    }
    let name = if value == "vulkan" { "vulkan1.0" } else { value };
    arguments.settings.environment = TargetEnvironment::parse(name).ok_or_else(|| invalid(value, word))?;
    Ok(())
}

fn spirv(arguments: &mut Arguments, value: &str, word: &str) -> Result<(), String> {
    let version = value.strip_prefix("spv").and_then(SpirvVersion::parse);
    arguments.settings.spirv = Some(version.ok_or_else(|| invalid(value, word))?);
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{ROWS, find};

    #[test]
    fn each_row_is_found_by_its_name() {
        for row in ROWS {
            let (found, rest) = find(row.name).unwrap();
            assert_eq!((found.name, rest), (row.name, ""));
        }
        assert!(find("-frobnicate").is_none());
        assert!(find("-Wextra").is_none());
        assert_eq!(find("-Idir").map(|(_, rest)| rest), Some("dir"));
    }
}
