//! The arguments, declared for clap.
//!
//! Comes in: the words of the command line. Goes out: [`Command`]; wrong usage ends the process with exit code 2.
//! Must not depend on: files.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use glslsub::internals::Stage;
use glslsub::internals::diagnostics::Code;
use glslsub::internals::hir::MemoryModel;
use glslsub::internals::lints;
use glslsub::internals::preprocess::MacroOption;
use glslsub::internals::sema::image_format;
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::{SpirvVersion, Target, TargetEnvironment};
use spirv::ImageFormat;

use super::plain;

/// GLSL with subgroups and the Vulkan memory model, compiled to SPIR-V.
#[derive(Parser)]
#[command(name = "glslsub", version, arg_required_else_help = true)]
#[command(
    after_help = "Queries:\n  --print=extensions|capabilities|targets  Print what is supported\n  --supports EXTENSION                     Exit with 0 if the extension is supported, else with 1"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Compile shaders.
    Compile(Box<CompileArguments>),
    /// Check shaders, and those of one pipeline against each other: locations, types, interpolation, blocks, resources.
    Check(Box<CheckArguments>),
    /// Print what a host must know about a shader as JSON (docs/reflection.md): bindings, blocks, constants, and the
    /// required Vulkan features, extensions, limits and subgroup operations.
    Reflect(Box<ReflectArguments>),
    /// Compile many shaders: from folders and lists, with several sets of macros and for several targets, on all cores.
    Batch(Box<BatchArguments>),
    /// Explore every execution of a tiny compute shader that the memory model allows: the final states, or a data race. At most
    /// 6 invocations and 48 accesses and barriers.
    Litmus(Box<super::litmus::LitmusArguments>),
    /// Accept the command line of shaderc's glslc, also when the program's name begins with `glslc`.
    #[command(disable_help_flag = true)]
    Glslc {
        /// Arguments of glslc.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Accept the command line of glslangValidator, also when the program's name begins with `glslang`.
    #[command(disable_help_flag = true)]
    Glslang {
        /// Arguments of glslangValidator.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Serve an editor over standard input and output (language server protocol).
    #[cfg(feature = "lsp")]
    Lsp {
        /// Ignored: some editors add it, and there is no other way to talk.
        #[arg(long)]
        stdio: bool,
    },
    /// Explain a diagnostic code.
    Explain {
        /// The code, for example `GS0200`, or the name of a lint.
        #[arg(required_unless_present = "list")]
        code: Option<String>,
        /// List the lints.
        #[arg(long)]
        list: bool,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

impl Command {
    /// How it reads shaders, if it does.
    pub const fn shaders(&self) -> Option<&ShaderArguments> {
        match self {
            Self::Compile(it) => Some(&it.shaders),
            Self::Check(it) => Some(&it.shaders),
            Self::Reflect(it) => Some(&it.shaders),
            Self::Batch(it) => Some(&it.shaders),
            Self::Litmus(it) => Some(&it.shaders),
            _ => None,
        }
    }
}

/// The arguments of `compile`.
#[derive(Args, Debug)]
pub struct CompileArguments {
    /// Shaders to compile; `-` is standard input.
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,

    /// How shaders are read.
    #[command(flatten)]
    pub shaders: ShaderArguments,

    /// Where to write: a file, an existing folder, or `-` for standard output. In a folder, the output of each input is
    /// `<name of IN>.spv`. By default, SPIR-V goes to such a file in the current folder, and text and the output of
    /// standard input go to standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// What becomes of each shader.
    #[command(flatten)]
    pub module: ModuleArguments,

    /// Link shaders of different stages into one module, with an entry point `main` for each, after the checks of
    /// `glslsub check`. The module goes to the file of `-o`.
    #[arg(long)]
    pub link: bool,

    /// Write dependency rules for make, Ninja and CMake to this file: each output with its shader and included files.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,

    /// Compile again whenever a shader or an included file changes, until interrupted.
    #[arg(long)]
    pub watch: bool,

    /// Options for assembly.
    #[command(flatten)]
    pub assembly: super::assembly::AssemblyArguments,
}

/// The arguments of `check`.
#[derive(Args)]
pub struct CheckArguments {
    /// Shaders to check; `-` is standard input.
    #[arg(required = true, value_name = "IN")]
    pub inputs: Vec<PathBuf>,

    /// How shaders are read.
    #[command(flatten)]
    pub shaders: ShaderArguments,
}

/// The arguments of `reflect`.
#[derive(Args)]
pub struct ReflectArguments {
    /// The shader; `-` is standard input.
    #[arg(value_name = "IN")]
    pub input: PathBuf,

    /// How shaders are read.
    #[command(flatten)]
    pub shaders: ShaderArguments,

    /// Where to write. Default: standard output.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Describe the optimized module, which may use less.
    #[arg(short = 'O')]
    pub optimize: bool,
}

/// The arguments of `batch`.
#[derive(Args)]
pub struct BatchArguments {
    /// Shaders and folders. In a folder, all files with the suffix of a stage are compiled, and `.glsl` files with a
    /// `#pragma shader_stage(...)`.
    #[arg(required_unless_present = "list", value_name = "IN")]
    pub inputs: Vec<PathBuf>,

    /// How shaders are read.
    #[command(flatten)]
    pub shaders: ShaderArguments,

    /// A file with one shader per line and its own `-D`, `-U` and `-o`: `blur.comp -DRADIUS=2 -o blur_small.spv`.
    /// Outputs are relative to the folder of `--output`. Empty lines and lines that begin with `#` are ignored.
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,

    /// Compile each shader with these macros, once per `--variant`; the name becomes part of the output's name.
    #[arg(long, value_name = "NAME[:MACRO[=VALUE],...]", value_parser = parse_variant)]
    pub variant: Vec<Variant>,

    /// Compile for each of these Vulkan versions; the version becomes part of the output's name.
    #[arg(long, value_name = "ENV,...", value_delimiter = ',', value_parser = parse_environment,
          conflicts_with_all = ["target_env", "target_spv"])]
    pub targets: Vec<TargetEnvironment>,

    /// The folder to write to; it is created if needed. `post/blur.comp` in a folder becomes `post/blur.comp.spv`, with
    /// a variant and several targets `post/blur.comp.fast.vulkan1.3.spv`. A file that already has the right contents is
    /// not written.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// What becomes of each shader.
    #[command(flatten)]
    pub module: ModuleArguments,

    /// Write a dependency rule for each output to this file.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,

    /// The number of threads. Default: as many as the machine runs at once.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Print neither summary nor progress.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A set of macros.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The macros.
    pub macros: Vec<MacroOption>,
}

/// What all commands that write modules have in common.
#[derive(Args, Debug)]
pub struct ModuleArguments {
    /// What to write.
    #[arg(long, value_name = "KIND", value_enum, default_value_t = Emit::Spv)]
    pub emit: Emit,

    /// Omit names from the SPIR-V.
    #[arg(long)]
    pub strip: bool,

    /// Write debug information: `-g` or `-g=lines` adds the source text and the line of each instruction (OpSource, OpLine);
    /// `-g=full`, also spelled `-gVS`, adds types, scopes and variables as well (NonSemantic.Shader.DebugInfo.100);
    /// `-g=full-without-text`, also spelled `-gV`, is the same without the text.
    #[arg(short = 'g', long = "debug-info", value_name = "KIND", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "lines", default_value_t = DebugKind::None, conflicts_with = "strip",
          hide_default_value = true)]
    pub debug: DebugKind,

    /// Optimize.
    #[arg(short = 'O')]
    pub optimize: bool,

    /// For naga: the format of storage images that the shader gives none, for example `rgba8` or `r32ui`. Each is for images with
    /// texels of its kind.
    #[arg(long = "image-format", value_name = "FORMAT", value_parser = parse_image_format)]
    pub image_formats: Vec<ImageFormat>,
}

/// How much modules say about their source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DebugKind {
    /// Names only.
    None,
    /// The source text and the line of each instruction.
    Lines,
    /// The source text, types, scopes, variables and lines.
    Full,
    /// The same without the text.
    FullWithoutText,
}

impl From<DebugKind> for DebugInfo {
    fn from(kind: DebugKind) -> Self {
        match kind {
            DebugKind::None => Self::None,
            DebugKind::Lines => Self::Lines,
            DebugKind::Full => Self::Full,
            DebugKind::FullWithoutText => Self::FullWithoutText,
        }
    }
}

/// What all commands that read shaders have in common.
#[derive(Args, Debug)]
pub struct ShaderArguments {
    /// The shader stage. Default: `#pragma shader_stage(...)`, then the file suffix: `.comp`, `.comp.glsl`.
    #[arg(long, value_name = "STAGE", value_parser = parse_stage)]
    pub stage: Option<Stage>,

    /// The Vulkan version to compile for: vulkan1.0 to vulkan1.4.
    #[arg(long, value_name = "ENV", default_value = "vulkan1.1", value_parser = parse_environment)]
    pub target_env: TargetEnvironment,

    /// The SPIR-V version to write: 1.0 to 1.6. Default: the newest that the Vulkan version accepts.
    #[arg(long, value_name = "VERSION", value_parser = parse_spirv_version)]
    pub target_spv: Option<SpirvVersion>,

    /// Define a macro; the default value is 1.
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = parse_define)]
    pub define: Vec<MacroOption>,

    /// Undefine a macro. `-D` and `-U` apply in the order given.
    #[arg(short = 'U', long = "undefine", value_name = "NAME", value_parser = parse_undefine)]
    pub undefine: Vec<MacroOption>,

    /// Search for included files here, after the folder of the including file.
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Assign the first free binding of their set to resources without one.
    #[arg(long)]
    pub auto_bind_uniforms: bool,

    /// Assign the first free location to inputs and outputs without one, in the order of their declarations.
    #[arg(long)]
    pub auto_map_locations: bool,

    /// Place the members of blocks without a packing qualifier, and of structures in blocks, as in HLSL (Vulkan's
    /// relaxed block layout).
    #[arg(long)]
    pub hlsl_offsets: bool,

    /// Keep the shuffles of GL_NV_shader_thread_shuffle inside the subgroup, for devices whose subgroups have fewer
    /// than 32 invocations.
    #[arg(long)]
    pub nv_shuffle_clamp: bool,

    /// Accept OpenGL's GLSL (GL_EXT_vulkan_glsl_relaxed): uniforms outside blocks, atomic counters, `gl_VertexID`.
    /// Missing bindings and locations are assigned as with `--auto-bind-uniforms` and `--auto-map-locations`.
    #[arg(long)]
    pub relaxed_vulkan: bool,

    /// Treat everything as `highp`: write no RelaxedPrecision for `mediump` and `lowp`.
    #[arg(long)]
    pub full_precision: bool,

    /// Add a note to each use of a legacy subgroup extension with its equivalent in GL_KHR_shader_subgroup.
    #[arg(long)]
    pub explain_legacy: bool,

    /// The memory model. Default: `#pragma use_vulkan_memory_model`, then what the shader needs.
    #[arg(long, value_name = "MODEL", value_enum)]
    pub memory_model: Option<Model>,

    /// Do not report this warning, by code or name of a lint; `glslsub explain` explains them.
    #[arg(short = 'A', long = "allow", value_name = "CODE", value_parser = parse_code)]
    pub allow: Vec<Code>,

    /// Report more: `all` also notes what correct code does although it may be a mistake, and all that lints find; `lint`
    /// only the latter; `race`, another group, or a lint by name what these find. `glslsub explain --list` lists lints.
    #[arg(short = 'W', long = "warn", value_name = "WHAT", value_parser = parse_warning)]
    pub warn: Vec<String>,

    /// What lints may take as true: `subgroup-size=32`, `subgroup-size=32..64`, `full-subgroups`, `dispatch=WORKGROUPS`,
    /// `MEMBER%64=0`, `uniform(VARIABLE)`.
    #[arg(long, value_name = "WHAT", value_parser = parse_assumption)]
    pub assume: Vec<String>,

    /// Report nothing that lints find without `-W`.
    #[arg(long)]
    pub no_lints: bool,

    /// How much time and memory to use.
    #[command(flatten)]
    pub limits: super::limits::LimitArguments,

    /// When to color diagnostics.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub color: Color,

    /// How to print diagnostics.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ErrorFormat::Human)]
    pub error_format: ErrorFormat,

    /// `-D` and `-U` in the order given.
    #[arg(skip)]
    pub macros: Vec<MacroOption>,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// SPIR-V.
    Spv,
    /// SPIR-V as text.
    Spvasm,
    /// The typed intermediate representation as text.
    Hir,
    /// Equivalent GLSL, for an assembly program.
    Glsl,
    /// The source after preprocessing.
    Preprocessed,
    /// A naga module, as Rust debug output (feature `naga`).
    Naga,
    /// WGSL, by naga (feature `naga`).
    Wgsl,
    /// Metal Shading Language, by naga (feature `naga`).
    Msl,
    /// HLSL, by naga (feature `naga`).
    Hlsl,
    /// What `glslsub reflect` prints.
    Reflection,
}

impl Emit {
    /// The suffix added to the name of an input.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Spv => ".spv",
            Self::Spvasm => ".spvasm",
            Self::Hir => ".hir",
            Self::Glsl => ".comp",
            Self::Preprocessed => ".preprocessed",
            Self::Naga => ".naga",
            Self::Wgsl => ".wgsl",
            Self::Msl => ".metal",
            Self::Hlsl => ".hlsl",
            Self::Reflection => ".json",
        }
    }
}

/// A memory model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// GLSL450.
    Glsl450,
    /// The Vulkan memory model.
    Vulkan,
}

impl From<Model> for MemoryModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Glsl450 => Self::Glsl450,
            Model::Vulkan => Self::Vulkan,
        }
    }
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How to print diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// With source lines.
    Human,
    /// One line each.
    Short,
    /// One line each in the form of GCC, with the fix.
    Gcc,
    /// A JSON object per line, close to rustc's.
    Json,
    /// One SARIF 2.1.0 log per shader.
    Sarif,
}

impl ErrorFormat {
    /// Whether it is for programs.
    pub const fn is_for_programs(self) -> bool {
        matches!(self, Self::Json | Self::Sarif)
    }
}

impl CompileArguments {
    /// Whether there is a file for the reflection.
    pub const fn reflects(&self) -> bool {
        self.assembly.reflect.is_some()
    }
}

impl CompileArguments {
    /// Why the arguments do not fit together.
    fn conflict(&self) -> Option<String> {
        let is_folder = self.output.as_ref().is_some_and(|output| output.is_dir());
        if self.link {
            return match (&self.output, self.module.emit) {
                (_, emit) if !matches!(emit, Emit::Spv | Emit::Spvasm) => {
                    Some("'--link' makes a module, so '--emit' must be spv or spvasm".to_owned())
                }
                _ if self.reflects() => {
                    Some("'--reflect' describes one shader and cannot be combined with '--link'".to_owned())
                }
                (None, Emit::Spv) => Some("with '--link', '--output' names the file of the module".to_owned()),
                _ if is_folder => Some("with '--link', '--output' names a file".to_owned()),
                _ => None,
            };
        }
        let is_file = self.output.is_some() && !is_folder;
        if self.inputs.len() > 1 && is_file {
            return Some(
                "with several inputs, '--output' names a folder that exists, or '--link' makes one module".to_owned(),
            );
        }
        if self.watch && self.shaders.limits.is_some() {
            return Some(
                "'--watch' runs until it is interrupted, so there is no limit on its time or memory".to_owned(),
            );
        }
        let rereads = self.watch && self.inputs.iter().any(|input| input.as_os_str() == "-");
        rereads.then(|| "standard input can't be watched".to_owned())
    }
}

/// Why the inputs are wrong.
fn repeats_stdin(inputs: &[PathBuf]) -> Option<String> {
    let count = inputs.iter().filter(|input| input.as_os_str() == "-").count();
    (count > 1).then(|| "standard input can only be read once".to_owned())
}

impl ShaderArguments {
    /// Why the arguments do not fit together.
    fn conflict(&self) -> Option<String> {
        let target = self.target();
        let newest = match target.environment {
            // With VK_KHR_spirv_1_4.
            TargetEnvironment::Vulkan1_1 => SpirvVersion::V1_4,
            environment => environment.spirv_version(),
        };
        let problem = (target.spirv > newest)
            .then(|| format!("{} takes SPIR-V up to {newest}, not {}", target.environment, target.spirv));
        problem.or_else(|| self.limits.conflict().map(str::to_owned))
    }

    /// The target that the options select.
    pub fn target(&self) -> Target {
        let target = Target::from(self.target_env);
        Target { spirv: self.target_spv.unwrap_or(target.spirv), ..target }
    }
}

/// The declaration of all commands.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Reads the arguments of the process. What they say must fit together.
pub fn parse() -> Command {
    let words: Vec<OsString> = std::env::args_os().map(spelled).collect();
    let command = match plain::compile(&words) {
        Some(plain) => Command::Compile(Box::new(plain)),
        None => read(&words),
    };
    let problem = command.shaders().and_then(ShaderArguments::conflict);
    let problem = problem.or_else(|| match &command {
        Command::Compile(it) => repeats_stdin(&it.inputs).or_else(|| it.conflict()),
        Command::Check(it) => repeats_stdin(&it.inputs),
        _ => None,
    });
    if let Some(problem) = problem {
        Arguments::command().error(clap::error::ErrorKind::ArgumentConflict, problem).exit();
    }
    command
}

/// Reads any arguments.
pub fn read(words: &[OsString]) -> Command {
    let mut matches = quick_matches(words).unwrap_or_else(|| {
        let matches = Arguments::command().try_get_matches_from(words);
        matches.unwrap_or_else(|error| error.exit())
    });
    // Before the values are moved out: copying them first is 4 % of the instructions of a process that compiles a small
    // shader.
    let [defined, undefined] = ["define", "undefine"].map(|id| match matches.subcommand() {
        Some((_, matches)) if matches.try_contains_id(id).is_ok() => {
            matches.indices_of(id).into_iter().flatten().collect::<Vec<_>>()
        }
        _ => Vec::new(),
    });
    let arguments = Arguments::from_arg_matches_mut(&mut matches);
    let arguments = arguments.unwrap_or_else(|error| error.format(&mut Arguments::command()).exit());
    let mut command_arguments = arguments.command;
    let shaders = match &mut command_arguments {
        Command::Compile(it) => &mut it.shaders,
        Command::Check(it) => &mut it.shaders,
        Command::Reflect(it) => &mut it.shaders,
        Command::Batch(it) => &mut it.shaders,
        Command::Litmus(it) => &mut it.shaders,
        _ => return command_arguments,
    };
    let defines = defined.into_iter().zip(shaders.define.drain(..));
    let mut macros: Vec<_> = defines.chain(undefined.into_iter().zip(shaders.undefine.drain(..))).collect();
    macros.sort_by_key(|(position, _)| *position);
    shaders.macros = macros.into_iter().map(|(_, option)| option).collect();
    command_arguments
}

/// The arguments, if they are right and for a command that compiles. Nothing but that command is described to clap: the
/// others are a tenth of the instructions of a process that compiles a small shader. Whatever else there is, help and
/// mistakes included, needs the whole description.
fn quick_matches(words: &[OsString]) -> Option<clap::ArgMatches> {
    let (name, describe): (_, fn(clap::Command) -> clap::Command) = match words.get(1)?.to_str()? {
        "compile" => ("compile", CompileArguments::augment_args),
        "batch" => ("batch", BatchArguments::augment_args),
        _ => return None,
    };
    let mut command = clap::Command::new("glslsub").subcommand(describe(clap::Command::new(name)));
    let matches = command.try_get_matches_from_mut(words).ok();
    // Freeing it piece by piece is 2 % of the instructions of such a process.
    std::mem::forget(command);
    matches
}

/// An argument in the spelling declared above: glslang's spellings have no `=`.
fn spelled(word: OsString) -> OsString {
    match word.to_str() {
        Some("-gVS") => "-g=full".into(),
        Some("-gV") => "-g=full-without-text".into(),
        _ => word,
    }
}

fn parse_stage(name: &str) -> Result<Stage, String> {
    Stage::from_word(name).ok_or_else(|| {
        let known: Vec<&str> = Stage::all().iter().map(|row| row.suffix).collect();
        format!("the stages are {}", known.join(", "))
    })
}

pub fn parse_environment(name: &str) -> Result<TargetEnvironment, String> {
    TargetEnvironment::parse(name).ok_or_else(|| {
        let known: Vec<&str> = TargetEnvironment::ALL.iter().map(|it| it.name()).collect();
        format!("the environments are {}", known.join(", "))
    })
}

fn parse_spirv_version(name: &str) -> Result<SpirvVersion, String> {
    SpirvVersion::parse(name).ok_or_else(|| {
        let known: Vec<String> = SpirvVersion::ALL.iter().map(SpirvVersion::to_string).collect();
        format!("the versions are {}", known.join(", "))
    })
}

fn parse_image_format(text: &str) -> Result<ImageFormat, String> {
    image_format(text).ok_or_else(|| "formats are written as in `layout(rgba8)`".to_owned())
}

fn parse_code(text: &str) -> Result<Code, String> {
    Code::parse(text)
        .or_else(|| lints::code_of(text))
        .ok_or_else(|| "codes look like GS0602, and `glslsub explain --list` has the names of lints".to_owned())
}

/// What `-W` takes.
fn parse_warning(text: &str) -> Result<String, String> {
    if lints::Selection::default().add(text) {
        return Ok(text.to_owned());
    }
    Err("possible values: all, lint, race, another group of lints, or the name of one".to_owned())
}

/// What `--assume` takes.
fn parse_assumption(text: &str) -> Result<String, String> {
    lints::Assumptions::default().add(text).map(|()| text.to_owned())
}

/// `fast:RADIUS=2,WEIGHTED`
fn parse_variant(text: &str) -> Result<Variant, String> {
    let (name, macros) = text.split_once(':').unwrap_or((text, ""));
    let is_named = name.chars().all(|it| it.is_ascii_alphanumeric() || "_-.".contains(it)) && !name.is_empty();
    if !is_named || name.starts_with('.') {
        return Err("the name of a variant is letters, digits, `_`, `-` and `.`".to_owned());
    }
    let macros = macros.split(',').filter(|it| !it.is_empty()).map(parse_define).collect::<Result<_, _>>()?;
    Ok(Variant { name: name.to_owned(), macros })
}

/// Reads `NAME[=VALUE]`.
///
/// # Errors
/// If that is not the name of a macro.
pub fn parse_define(text: &str) -> Result<MacroOption, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    // `NAME(PARAMETERS)` is allowed as in other compilers.
    let (identifier, _) = name.split_once('(').unwrap_or((name, ""));
    check_identifier(identifier)?;
    Ok(MacroOption::Define { name: name.to_owned(), value })
}

/// Reads the name of a macro.
///
/// # Errors
/// If it is not one.
pub fn parse_undefine(name: &str) -> Result<MacroOption, String> {
    check_identifier(name)?;
    Ok(MacroOption::Undefine(name.to_owned()))
}

fn check_identifier(name: &str) -> Result<(), String> {
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts_well && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        Ok(())
    } else {
        Err("a macro name is letters, digits and underscores, and does not start with a digit".to_owned())
    }
}
