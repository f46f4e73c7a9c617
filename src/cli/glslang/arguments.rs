//! The meaning of glslangValidator's arguments.
//!
//! Comes in: words. Goes out: [`Arguments`], a text to print, or what is wrong. Must not depend on: files, except those
//! named by `@file`.

use std::path::PathBuf;

use glslsub::internals::Stage;
use glslsub::internals::driver::Options;
use glslsub::internals::passes::Level;
use glslsub::internals::preprocess::{MacroOption, Version};
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::{SpirvVersion, Target, TargetEnvironment};

use crate::cli::glslc::Words;

/// What to do.
pub enum Request {
    /// Compile.
    Compile(Box<Arguments>),
    /// Print a text and end with this code.
    Print(String, u8),
}

/// Everything the words specify.
#[derive(Default)]
pub struct Arguments {
    /// The shaders; `-` is standard input.
    pub inputs: Vec<String>,
    /// `-o`
    pub output: Option<String>,
    /// `-V`, `-H`, `-o`, `--target-env vulkan...`: write a module, not only messages.
    pub generates: bool,
    /// `-H`
    pub lists: bool,
    /// `-E`
    pub preprocesses: bool,
    /// `-x`
    pub is_hexadecimal: bool,
    /// `--vn`
    pub variable: Option<String>,
    /// `--depfile`
    pub depfile: Option<String>,
    /// `-s`, `--quiet`
    pub is_silent: bool,
    /// `-w`
    pub hides_warnings: bool,
    /// `-I`
    pub include: Vec<PathBuf>,
    /// `-P`
    pub preamble: String,
    /// Options of the compiler.
    pub options: Options,
    /// `-l`: whether the inputs are shaders of one pipeline.
    pub links: bool,
    environment: Option<TargetEnvironment>,
    spirv: Option<SpirvVersion>,
}

/// Options that change nothing here: names are always kept, nothing is ever printed that `-r` or `-q` would silence,
/// errors never end a run, and threads are of no use for one shader.
const IGNORED: &[&str] = &[
    "-C",
    "--cascading-errors",
    "-l",
    "-r",
    "-t",
    "--relaxed-errors",
    "--no-storage-format",
    "--suppress-warnings",
    "--enhanced-msgs",
    "--error-column",
    "--absolute-path",
    "-Od",
    "--nsf",
    "--spirv-val",
    "--keep-uncalled",
    "--ku",
    "-m",
];

/// Options that request something that does not exist here.
const REFUSED: &[(&str, &str)] = &[
    ("-G", "OpenGL is not supported; glslsub compiles for Vulkan"),
    ("--aml-opengl", "OpenGL is not supported; glslsub compiles for Vulkan"),
    ("--hlsl", "HLSL is not supported; glslsub compiles GLSL"),
    ("--hlsl-iomap", "HLSL is not supported; glslsub compiles GLSL"),
    ("-q", "this form of reflection is not supported; `glslsub compile --reflect FILE` writes JSON"),
    ("-i", "there is no tree to print; `glslsub compile --emit hir` prints the typed representation"),
    ("-c", "limits are printed by `glslsub glslc --show-limits`"),
];

const HELP: &str = "\
glslsub, called as glslang: compiles GLSL to SPIR-V

Usage: glslang [option]... [file]...

A file's stage comes from its suffix (.vert .tesc .tese .geom .frag .comp .mesh .task .rgen .rint .rahit .rchit .rmiss
.rcall, with .glsl behind it or without) or from -S.

Options:
  -V                      write SPIR-V for Vulkan to <stage>.spv, or where -o says
  -H                      also print the module as text
  -E                      preprocess only, to standard output
  -o <file>               where to write; implies -V
  -S <stage>              the stage of all inputs
  --stdin                 read the shader from standard input; needs -S
  -D<name>[=<text>]       define a macro; also --define-macro, --D
  -U<name>                undefine a macro; also --undef-macro, --U
  -P<text>                text that comes behind #version; also --preamble-text
  -I<folder>              look for included files here
  -e <name>               the entry point, which is main
  --target-env <env>      vulkan1.0 (default) to vulkan1.4, spirv1.0 to spirv1.6
  --vn <name>             write an array of C with this name
  -x                      write hexadecimal numbers
  --depfile <file>        write a dependency rule
  --auto-map-bindings     choose bindings that are missing; also --amb
  --auto-map-locations    choose locations that are missing; also --aml
  --invert-y              negate gl_Position.y at the end of vertex shaders; also --iy
  --nan-clamp             min, max and clamp prefer the operand that is not NaN
  -R                      take OpenGL's GLSL: uniforms outside blocks, atomic counters, gl_VertexID
  --glsl-version <n>      the version of every shader, whatever its #version says
  -g                      add the source text and the lines of instructions
  -gVS                    add types, scopes and variables as well; -gV is the same without the text
  -g0                     leave out names
  -Os                     optimize for size
  -s, --quiet             do not print the names of files
  -w                      no warnings
  --version, -v, -h       print the version, or this
  @<file>                 words from a file, in its place (not in glslang)

-C, -l, -r, -t and --spirv-val are accepted and change nothing. OpenGL (-G), HLSL and -q are refused.
";

impl Arguments {
    /// Reads the words after the program's name.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(words: impl Iterator<Item = String>) -> Result<Request, String> {
        let mut words = Words::new(words);
        let mut arguments = Self::default();
        let mut any = false;
        while let Some(word) = words.next()? {
            any = true;
            match word.as_str() {
                "-h" | "--help" => return Ok(Request::Print(HELP.to_owned(), 0)),
                "-v" | "--version" => {
                    return Ok(Request::Print(
                        format!("glslsub {} (glslang command line)\n", env!("CARGO_PKG_VERSION")),
                        0,
                    ));
                }
                _ if word.starts_with('-') => arguments.option(&word, &mut words)?,
                _ if word.ends_with(".conf") => return Err(format!("'{word}': configuration files are not supported")),
                _ => arguments.inputs.push(word),
            }
        }
        if !any {
            return Ok(Request::Print(HELP.to_owned(), 1));
        }
        arguments.check()?;
        arguments.complete();
        Ok(Request::Compile(Box::new(arguments)))
    }

    fn option(&mut self, word: &str, words: &mut Words) -> Result<(), String> {
        // Short options take their value in the same word, or in the next one if there is none.
        let mut joined = |short: &str, long: &[&str]| -> Result<Option<String>, String> {
            match word.strip_prefix(short) {
                _ if long.contains(&word) => words.value(word).map(Some),
                Some("") => words.value(word).map(Some),
                Some(rest) => Ok(Some(rest.to_owned())),
                None => Ok(None),
            }
        };
        if let Some(define) = joined("-D", &["--define-macro", "--D"])? {
            let (name, value) =
                define.split_once('=').map_or((define.as_str(), None), |(name, value)| (name, Some(value)));
            let value = Some(value.unwrap_or("").to_owned());
            self.options.preprocessor.macros.push(MacroOption::Define { name: name.to_owned(), value });
            return Ok(());
        }
        if let Some(name) = joined("-U", &["--undef-macro", "--U"])? {
            self.options.preprocessor.macros.push(MacroOption::Undefine(name));
            return Ok(());
        }
        if let Some(folder) = joined("-I", &[])? {
            self.include.push(folder.into());
            return Ok(());
        }
        if let Some(text) = joined("-P", &["--preamble-text", "--P"])? {
            self.preamble.push_str(&text);
            self.preamble.push('\n');
            return Ok(());
        }
        if let Some((_, reason)) = REFUSED.iter().find(|(name, _)| *name == word) {
            return Err(format!("{word}: {reason}"));
        }
        match word {
            "-V" | "-V100" => self.generates = true,
            "-H" => (self.generates, self.lists) = (true, true),
            "-E" => self.preprocesses = true,
            "-l" => self.links = true,
            "-x" => self.is_hexadecimal = true,
            "-s" | "--quiet" => self.is_silent = true,
            "-w" => self.hides_warnings = true,
            "-g" => self.options.debug = DebugInfo::Lines,
            "-gVS" => self.options.debug = DebugInfo::Full,
            "-gV" => self.options.debug = DebugInfo::FullWithoutText,
            "-g0" => self.options.strip = true,
            "-Os" => self.options.optimization = Level::Small,
            "--auto-map-bindings" | "--auto-map-binding" | "--amb" => self.options.auto_bind = true,
            "--hlsl-offsets" => self.options.hlsl_offsets = true,
            "--auto-map-locations" | "--aml" => self.options.auto_locations = true,
            "--invert-y" | "--iy" => self.options.invert_y = true,
            "--nan-clamp" => self.options.nan_clamp = true,
            "-R" => self.options.relaxed_vulkan = true,
            "--glsl-version" => {
                let value = words.value(word)?;
                let version =
                    Version::parse(&value).ok_or_else(|| format!("--glsl-version {value}: no such version"))?;
                self.options.preprocessor.forced_version = Some(version);
            }
            "--stdin" => self.inputs.push("-".to_owned()),
            "-o" => (self.output, self.generates) = (Some(words.value(word)?), true),
            "--depfile" => self.depfile = Some(words.value(word)?),
            "--vn" | "--variable-name" => (self.variable, self.generates) = (Some(words.value(word)?), true),
            "-S" => {
                let value = words.value(word)?;
                let stage = Stage::from_word(&value).ok_or_else(|| format!("invalid shader stage '{value}'"))?;
                self.options.stage = Some(stage);
            }
            "-e" | "--entry-point" | "--source-entrypoint" | "--sep" => {
                let value = words.value(word)?;
                if value != "main" {
                    return Err(format!("{word} {value}: the entry point is main"));
                }
            }
            "--target-env" => self.environment(&words.value(word)?)?,
            "--client" => {
                let value = words.value(word)?;
                if value != "vulkan100" {
                    return Err(format!("--client {value}: OpenGL is not supported; glslsub compiles for Vulkan"));
                }
                self.generates = true;
            }
            _ if IGNORED.contains(&word) => {}
            _ => return Err(format!("{word}: unrecognized command-line option")),
        }
        Ok(())
    }

    fn environment(&mut self, value: &str) -> Result<(), String> {
        if let Some(environment) = TargetEnvironment::parse(value) {
            (self.environment, self.generates) = (Some(environment), true);
        } else if let Some(version) = value.strip_prefix("spirv").and_then(SpirvVersion::parse) {
            self.spirv = Some(version);
        } else if value == "opengl" {
            return Err("--target-env opengl: OpenGL is not supported; glslsub compiles for Vulkan".to_owned());
        } else {
            return Err("--target-env expected one of: vulkan1.0 to vulkan1.4, spirv1.0 to spirv1.6".to_owned());
        }
        Ok(())
    }

    /// Checks that the options can be combined.
    fn check(&self) -> Result<(), String> {
        if self.inputs.is_empty() {
            return Err("no input files".to_owned());
        }
        if self.inputs.iter().any(|it| it == "-") && (self.inputs.len() > 1 || self.options.stage.is_none()) {
            return Err("--stdin needs -S and is the only input".to_owned());
        }
        let several = self.inputs.len() > 1;
        if several && self.output.is_some() {
            let what = "-o names one file, but there are several inputs; without it each goes to STAGE.spv";
            return Err(format!("{what}, and `glslsub compile --link` makes one module of all"));
        }
        if self.output.is_some() && self.preprocesses {
            return Err("-E writes to standard output; it does not go with -o".to_owned());
        }
        Ok(())
    }

    /// Fills in what depends on several words.
    fn complete(&mut self) {
        let target = Target::from(self.environment.unwrap_or(TargetEnvironment::Vulkan1_0));
        self.options.target = Target { spirv: self.spirv.unwrap_or(target.spirv), ..target };
    }
}
