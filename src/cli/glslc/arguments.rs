//! The meaning of glslc's arguments.
//!
//! Comes in: words. Goes out: [`Arguments`], a text to print, or what is wrong. Must not depend on: how options are
//! spelled, which is in the table of [`options`](super::options).

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use glslsub::internals::Stage;
use glslsub::internals::shaderc::Settings;

use super::options::{self, Form};
use crate::cli::{query, words::split};

/// What to do.
pub enum Request {
    /// Compile.
    Compile(Box<Arguments>),
    /// Print a text and end.
    Print(String),
    /// End with success or failure.
    Answer(bool),
}

/// Everything the words specify.
pub struct Arguments {
    /// The shaders.
    pub inputs: Vec<Input>,
    /// `-o`
    pub output: Option<String>,
    /// What to produce.
    pub kind: Kind,
    /// `-mfmt`; `None` if not given.
    format_given: Option<Format>,
    /// How to write a module.
    pub format: Format,
    /// `-I`
    pub include: Vec<PathBuf>,
    /// `-MD` and related options.
    pub dependencies: Dependencies,
    /// What the C library of shaderc has, too.
    pub settings: Settings,
    /// `-fshader-stage`, for the inputs after it.
    stage: Option<Stage>,
    /// `-x`, for the inputs after it.
    language: Option<Language>,
}

/// A shader and the options before it.
pub struct Input {
    /// Its path; `-` is standard input.
    pub name: String,
    /// The stage, if `-fshader-stage` set one.
    pub stage: Option<Stage>,
}

/// What to produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A module called `a.spv`.
    Module,
    /// `-c`: a module named after the input.
    Object,
    /// `-S`
    Assembly,
    /// `-E`
    Preprocessed,
    /// `-M`, `-MM`
    Dependencies,
}

/// How a module is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As bytes.
    Binary,
    /// As hexadecimal numbers with commas.
    Numbers,
    /// The same in braces, for a C array.
    C,
}

/// A language of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// GLSL.
    Glsl,
    /// HLSL, for which there is no front end.
    Hlsl,
}

/// Dependency rules.
#[derive(Default)]
pub struct Dependencies {
    /// `-MD`
    pub beside: bool,
    /// `-MF`
    pub path: Option<String>,
    /// `-MT`
    pub target: Option<String>,
    /// `-MP`
    pub phony: bool,
}

impl Dependencies {
    /// The file for a rule beside the module `output`.
    pub fn file(&self, output: &str) -> Option<String> {
        self.beside.then(|| self.path.clone().unwrap_or_else(|| format!("{output}.d")))
    }
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            output: None,
            kind: Kind::Module,
            format_given: None,
            format: Format::Binary,
            include: Vec::new(),
            dependencies: Dependencies::default(),
            settings: Settings::default(),
            stage: None,
            language: None,
        }
    }
}

impl Arguments {
    /// Reads the words after the program's name.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(words: impl Iterator<Item = String>) -> Result<Request, String> {
        let mut words = Words::new(words);
        let mut arguments = Self::default();
        while let Some(word) = words.next()? {
            match word.as_str() {
                "--help" | "-h" => return Ok(Request::Print(options::help())),
                "--version" => return Ok(Request::Print(version())),
                "--show-limits" => return Ok(Request::Print(super::limits::listing())),
                "--supports" => return Ok(Request::Answer(query::supports(&words.value(&word)?))),
                "-" => arguments.input(word)?,
                _ if word.starts_with("--print=") => {
                    let what = word.trim_start_matches("--print=");
                    let text = query::listing(what).ok_or_else(|| format!("{} in '{word}'", query::WHAT))?;
                    return Ok(Request::Print(text));
                }
                _ if word.starts_with('-') => arguments.option(&word, &mut words)?,
                _ => arguments.input(word)?,
            }
        }
        arguments.check()?;
        arguments.format = arguments.format_given.unwrap_or(Format::Binary);
        Ok(Request::Compile(Box::new(arguments)))
    }

    fn option(&mut self, word: &str, words: &mut Words) -> Result<(), String> {
        let Some((row, rest)) = options::find(word) else {
            let what = if word.starts_with("--") { "unsupported option" } else { "unknown argument" };
            return Err(format!("{what}: '{word}'"));
        };
        match row.form {
            Form::Flag(set) => {
                set(self);
                Ok(())
            }
            Form::Joined(set) => set(self, rest, word),
            Form::Next(set) => set(self, &words.value(row.name)?, word),
            Form::JoinedOrNext(set) if rest.is_empty() => set(self, &words.value(row.name)?, word),
            Form::JoinedOrNext(set) => set(self, rest, word),
            Form::Base(set) => {
                let mut value = words.base_value(row.name)?;
                let stage = Stage::from_word(&value);
                if stage.is_some() {
                    value = words
                        .next()?
                        .ok_or_else(|| format!("Option {} with stage {value} requires an offset argument", row.name))?;
                }
                let base = value.parse().map_err(|_| format!("invalid offset value {value} for {}", row.name))?;
                set(self, stage, base);
                Ok(())
            }
            Form::Refused(reason) => Err(format!("'{word}': {reason}")),
        }
    }

    fn input(&mut self, name: String) -> Result<(), String> {
        let is_hlsl = Path::new(&name).extension().is_some_and(|suffix| suffix == "hlsl");
        if self.language.map_or(is_hlsl, |it| it == Language::Hlsl) {
            return Err(format!("'{name}': HLSL is not supported; glslsub compiles GLSL"));
        }
        if Path::new(&name).extension().is_some_and(|suffix| suffix == "spvasm") {
            return Err(format!("'{name}': assembling SPIR-V is not supported; use spirv-as"));
        }
        if name == "-" && self.inputs.iter().any(|input| input.name == "-") {
            return Err("specifying standard input \"-\" as input more than once is not allowed.".to_owned());
        }
        self.inputs.push(Input { name, stage: self.stage });
        Ok(())
    }

    /// Checks that the options can be combined.
    fn check(&self) -> Result<(), String> {
        let several = self.inputs.len() > 1;
        if self.inputs.is_empty() {
            return Err("no input files".to_owned());
        }
        if several && self.kind == Kind::Module {
            return Err("linking multiple files is not supported yet. Use -c to compile files individually.".to_owned());
        }
        if several && self.output.as_deref().is_some_and(|output| output != "-") {
            return Err("cannot specify -o when generating multiple output files".to_owned());
        }
        let Dependencies { beside, path, target, .. } = &self.dependencies;
        if *beside && self.kind == Kind::Dependencies {
            return Err("both -M (or -MM) and -MD are specified. Only one should be used at one time.".to_owned());
        }
        if path.is_some() || target.is_some() {
            if !beside && self.kind != Kind::Dependencies {
                return Err("to generate dependencies you must specify either -M (-MM) or -MD".to_owned());
            }
            if several {
                return Err("to specify dependency info file name or dependency info target, only one input file is \
                            allowed."
                    .to_owned());
            }
        }
        if self.format_given.is_some() && !matches!(self.kind, Kind::Module | Kind::Object) {
            return Err("-mfmt is about modules; it does not go with -E, -M or -S".to_owned());
        }
        Ok(())
    }

    /// The file that `-c` or `-S` produces for an input; rules name it whatever is produced.
    pub fn module_name(&self, input: &Input) -> String {
        if let Some(output) = self.output.as_ref().filter(|_| self.kind != Kind::Preprocessed) {
            return output.clone();
        }
        let suffix = if self.kind == Kind::Assembly { ".spvasm" } else { ".spv" };
        let path = Path::new(&input.name);
        let name =
            |part: Option<&std::ffi::OsStr>| part.map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        // A suffix that is a stage stays, so that `a.vert` and `a.frag` give two files.
        let is_stage = path.extension().and_then(|it| it.to_str()).is_some_and(options::is_stage_suffix);
        if is_stage { name(path.file_name()) + suffix } else { name(path.file_stem()) + suffix }
    }

    /// `-Dname`, `-Dname=value`
    pub fn define(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if name.is_empty() {
            return Err("argument to '-D' is missing".to_owned());
        }
        if name.starts_with("GL_") {
            return Err(format!("names beginning with 'GL_' cannot be defined: -D{text}"));
        }
        self.settings.define(name, value);
        Ok(())
    }

    /// `-fshader-stage`
    pub const fn set_stage(&mut self, stage: Stage) {
        self.stage = Some(stage);
    }

    /// `-x`
    pub const fn set_language(&mut self, language: Language) {
        self.language = Some(language);
    }

    /// `-mfmt`
    pub const fn set_format(&mut self, format: Format) {
        self.format_given = Some(format);
    }

    /// `-c`, `-S`, `-E`, `-M`: the option that does less wins, in any order.
    pub fn set_kind(&mut self, kind: Kind) {
        let rank = |kind| match kind {
            Kind::Module => 0,
            Kind::Object => 1,
            Kind::Assembly => 2,
            Kind::Preprocessed => 3,
            Kind::Dependencies => 4,
        };
        if rank(kind) > rank(self.kind) {
            self.kind = kind;
        }
    }
}

fn version() -> String {
    format!("glslsub {} (glslc command line)\n", env!("CARGO_PKG_VERSION"))
}

/// The words that are still to be read.
pub struct Words {
    ahead: VecDeque<String>,
    /// How many response files were opened.
    files: usize,
}

/// The most response files that may include each other.
const MOST_FILES: usize = 1000;

impl Words {
    /// Words of a command line.
    pub fn new(words: impl Iterator<Item = String>) -> Self {
        Self { ahead: words.collect(), files: 0 }
    }

    /// The next word; `@file` stands for the words in that file.
    pub fn next(&mut self) -> Result<Option<String>, String> {
        while let Some(word) = self.ahead.pop_front() {
            let Some(path) = word.strip_prefix('@').filter(|path| !path.is_empty()) else { return Ok(Some(word)) };
            self.files += 1;
            if self.files > MOST_FILES {
                return Err(format!("'{word}': too many response files; does it name itself?"));
            }
            let text = glslsub::internals::files::read_text(Path::new(path))
                .map_err(|error| format!("cannot read response file '{path}': {error}"))?;
            for word in split(&text).into_iter().rev() {
                self.ahead.push_front(word);
            }
        }
        Ok(None)
    }

    /// The word after an option that requires one.
    pub fn value(&mut self, option: &str) -> Result<String, String> {
        self.next()?.ok_or_else(|| format!("argument to '{option}' is missing (expected 1 value)"))
    }

    fn base_value(&mut self, option: &str) -> Result<String, String> {
        self.next()?.ok_or_else(|| format!("Option {option} requires at least one argument"))
    }
}
