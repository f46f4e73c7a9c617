//! `glslsub litmus`: the front end, then the explorer.
//!
//! Comes in: a compute shader, options, what to explore. Goes out: [`Explored`]. Must not depend on: how executions are found.

use super::{Input, Options, check};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::json::Value;
use crate::lints::Selection;
use crate::lints::litmus::{self, Party, Report, Settings, Variant};
use crate::source::{Loader, SourceMap};

/// What was found out about a shader.
#[derive(Debug)]
pub struct Explored {
    /// The text that diagnostics point into.
    pub sources: SourceMap,
    /// Everything that was found, with the race as an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The report; `None` if the shader is wrong or cannot be explored.
    pub report: Option<Report>,
}

/// Explores a shader. Lints are not run, nor is it noted that the shader is meant for the Vulkan memory model.
pub fn litmus(input: Input<'_>, options: &Options, settings: &Settings, loader: &mut dyn Loader) -> Explored {
    let mut options = Options { lints: Selection::default(), ..options.clone() };
    options.allow.push(Code::MemoryModelSwitched);
    let settings = Settings { memory_model: settings.memory_model.or(options.memory_model), ..settings.clone() };
    let compilation = check(input, &options, loader);
    let mut explored = Explored { sources: compilation.sources, diagnostics: compilation.diagnostics, report: None };
    let Some(module) = compilation.artifact else { return explored };
    match litmus::explore(&module, &settings) {
        Ok(report) => {
            explored.diagnostics.extend(report.diagnostic());
            explored.report = Some(report);
        }
        Err(fault) => explored.diagnostics.push(*fault),
    }
    explored
}

impl Explored {
    /// Whether there is a report, and no race in it.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.report.as_ref().is_some_and(|it| it.race.is_none())
    }

    /// Everything as a JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        let Some(report) = &self.report else {
            let errors = self.diagnostics.iter().filter(|it| it.severity == Severity::Error);
            let errors = errors.map(|it| self.finding(it));
            return Value::Object(vec![("verdict", "not explored".into()), ("errors", Value::List(errors.collect()))]);
        };
        let race = report.race.as_ref().map(|race| {
            let parties = [&race.first, &race.second].map(|it| self.party(it));
            Value::Object(vec![
                ("location", race.location.as_str().into()),
                ("accesses", Value::List(parties.into())),
                ("missing", race.missing.clone().into()),
            ])
        });
        let memory = report.memory.iter().map(|it| {
            Value::Object(vec![
                ("name", it.name.as_str().into()),
                ("kind", it.kind.into()),
                ("workgroup", it.workgroup.into()),
            ])
        });
        let states = report.states.iter().map(|it| Value::list(it.iter().map(String::as_str)));
        let verdict = if report.race.is_some() { "race" } else { "no race" };
        Value::Object(vec![
            ("verdict", verdict.into()),
            ("model", if report.variant == Variant::Khronos { "khronos" } else { "dat3m" }.into()),
            ("memory_model", if report.vulkan { "vulkan" } else { "glsl450" }.into()),
            ("workgroups", report.workgroups.into()),
            ("local_size", Value::list(report.local)),
            ("executions", report.executions.into()),
            ("race", race.unwrap_or(Value::Null)),
            ("memory", Value::List(memory.collect())),
            ("states", Value::List(states.collect())),
            ("limits", Value::list(report.limits())),
        ])
    }

    fn finding(&self, diagnostic: &Diagnostic) -> Value {
        let location = self.sources.location(diagnostic.primary.span);
        Value::Object(vec![
            ("code", diagnostic.code.to_string().into()),
            ("message", diagnostic.message.as_str().into()),
            ("line", location.as_ref().map(|it| it.line).into()),
            ("column", location.map(|it| it.column).into()),
        ])
    }

    fn party(&self, party: &Party) -> Value {
        let location = self.sources.location(party.span);
        Value::Object(vec![
            ("invocation", party.invocation.into()),
            ("access", party.does.into()),
            ("atomic", party.atomic.into()),
            ("line", location.as_ref().map(|it| it.line).into()),
            ("column", location.map(|it| it.column).into()),
            ("text", self.sources.text(party.span).map(str::to_owned).into()),
        ])
    }
}
