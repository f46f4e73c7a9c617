//! `glslsub litmus`.
//!
//! Comes in: [`LitmusArguments`]. Goes out: the verdict and the final states on standard output, a race as an error on standard
//! error. Must not depend on: how executions are found.
//!
//! Exit codes: 0 if no execution has a race, 1 if one has, and for wrong shaders and what is not explored.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::driver::{self, Explored, Input};
use glslsub::internals::lints::litmus::{Settings, Variant};

use super::arguments::ShaderArguments;
use super::job::{file_loader, read_input};
use super::output::{self, Destination};
use super::report::Messages;
use super::{Outcome, compile, report};

/// The arguments of `litmus`.
#[derive(Args)]
pub struct LitmusArguments {
    /// The compute shader; `-` is standard input.
    #[arg(value_name = "IN")]
    pub input: PathBuf,

    /// The number of workgroups, in x. Default: two if a workgroup is one invocation, else one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=6))]
    workgroups: Option<u32>,

    /// The number of invocations in a subgroup. Default: both one and the whole workgroup, if anything depends on it.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=6))]
    subgroup_size: Option<u32>,

    /// The value of memory, a member of a uniform block or a push constant before the dispatch: `flag=1`, `data.x[2]=7`.
    /// Everything else is zero.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_pair)]
    init: Vec<(String, String)>,

    /// How many rounds loops go that wait for what other invocations write.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=16))]
    bound: u32,

    /// Which published text of the memory model judges.
    #[arg(long, value_name = "TEXT", value_enum, default_value_t = Text::Khronos)]
    model: Text,

    /// The first block or variable is bound to the memory of the second.
    #[arg(long, value_name = "A=B", value_parser = parse_pair)]
    alias: Vec<(String, String)>,

    /// How many executions are judged at most.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    executions: usize,

    /// How to print the verdict.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print an execution for Graphviz instead: that with the race, else one of those without.
    #[arg(long, conflicts_with = "format")]
    dot: bool,

    /// How shaders are read.
    #[command(flatten)]
    pub shaders: ShaderArguments,
}

/// A text of the memory model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Text {
    /// Khronos' Alloy model.
    Khronos,
    /// Dat3M's, which differs in from-read.
    Dat3m,
}

/// How the verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines for people.
    Text,
    /// A JSON object.
    Json,
}

fn parse_pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it has the form NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl LitmusArguments {
    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.workgroups = self.workgroups;
        settings.subgroup = self.subgroup_size;
        settings.initial.clone_from(&self.init);
        settings.bound = self.bound;
        settings.variant = match self.model {
            Text::Khronos => Variant::Khronos,
            Text::Dat3m => Variant::Dat3m,
        };
        settings.aliases.clone_from(&self.alias);
        settings.executions = self.executions;
        settings
    }

    /// What goes to standard output.
    fn text(&self, explored: &Explored) -> String {
        if self.format == Format::Json {
            return explored.json().pretty();
        }
        match &explored.report {
            Some(report) if self.dot => report.dot.clone().unwrap_or_default(),
            Some(report) => report.text(),
            None => String::new(),
        }
    }
}

/// Explores a shader and prints the verdict.
pub fn run(arguments: &LitmusArguments) -> u8 {
    let shaders = &arguments.shaders;
    let (name, text) = match read_input(&arguments.input) {
        Ok(input) => input,
        Err(message) => {
            report::error(&message);
            return Outcome::Failure.into();
        }
    };
    let mut loader = file_loader(&shaders.include);
    let input = Input { name: &name, text: &text };
    let explored = driver::litmus(input, &compile::options(shaders), &arguments.settings(), &mut loader);
    let mut messages = Messages::new(shaders.color, shaders.error_format);
    messages.diagnostics(&explored.diagnostics, &explored.sources, &name);
    let is_bug = explored.diagnostics.iter().any(|it| it.code == Code::InternalError && it.severity == Severity::Error);
    if is_bug {
        messages.internal_error_hint();
    }
    messages.print();
    if let Err(message) = output::write(&Destination::Stdout, arguments.text(&explored).as_bytes()) {
        report::error(&message);
        return Outcome::Failure.into();
    }
    match () {
        () if is_bug => Outcome::InternalError.into(),
        () if explored.is_fine() => Outcome::Success.into(),
        () => Outcome::Failure.into(),
    }
}
