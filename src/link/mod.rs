//! Checks across the stages of a pipeline: whether the outputs of one shader match the inputs of the next, and whether all
//! shaders see the same resources.
//!
//! Comes in: the typed forms of shaders without errors. Goes out: diagnostics with a label in each of the files
//! concerned; the spans of all shaders are addresses of one source map. Must not depend on: syntax, `sema`, SPIR-V.
//!
//! One rule is one file, as in `rules`: what it says and its source, its code, shaders that break it and shaders that
//! follow it, and the check. [`RULES`] lists them; `glslsub explain`, `docs/diagnostics.md` and the tests are derived
//! from it.
//!
//! Two stages are matched by location and component, never by name (Vulkan, "Interface Matching"). `interface` spreads inputs
//! and outputs over their locations, `pair` matches those of two stages, and the rules check the matches.

mod binding_contents;
mod binding_kind;
mod block;
mod built_in_block;
mod component_type;
mod entry_points;
mod feedback_stage;
mod interface;
mod interpolation;
mod memory_model;
mod pair;
mod pipeline;
mod primitive;
mod push_constants;
mod rate;
mod resource;
mod shape;
mod specialization;
mod stages;
mod task_payload;
mod unread_output;
mod unwritten_input;
mod vector_size;

use crate::diagnostics::{Code, Diagnostics};
use crate::hir::Module;
use crate::stage::Stage;
use crate::target::Target;
use pair::Pair;
use pipeline::Pipeline;

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The code of its diagnostics.
    pub code: Code,
    /// Where the rule is specified.
    pub citation: &'static str,
    /// What it says and why, in a few sentences.
    pub explanation: &'static str,
    /// Shaders that break it, and nothing else.
    pub bad: &'static [Example],
    /// The shaders as they should be.
    pub good: &'static [Example],
    check: Check,
}

/// A shader of an example.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its stage.
    pub stage: Stage,
    /// Its text.
    pub text: &'static str,
}

/// What a rule checks.
#[derive(Debug)]
enum Check {
    /// All shaders of a pipeline.
    Pipeline(fn(&Pipeline<'_>, &mut Diagnostics)),
    /// Two consecutive stages.
    Pair(fn(&Pair<'_>, &mut Diagnostics)),
    /// All shaders that are to become one module.
    Module(fn(&[&Module], Target, &mut Diagnostics)),
}

/// Every rule, in the order in which they are checked.
pub static RULES: &[&Rule] = &[
    &stages::RULE,
    &unwritten_input::RULE,
    &rate::RULE,
    &component_type::RULE,
    &vector_size::RULE,
    &interpolation::RULE,
    &unread_output::RULE,
    &built_in_block::RULE,
    &task_payload::RULE,
    &primitive::RULE,
    &feedback_stage::RULE,
    &binding_kind::RULE,
    &binding_contents::RULE,
    &push_constants::RULE,
    &entry_points::RULE,
    &memory_model::RULE,
    &specialization::RULE,
];

/// Checks shaders against each other: those of graphics, those of ray tracing, and each compute shader by itself.
pub fn check(modules: &[&Module], target: Target, diagnostics: &mut Diagnostics) {
    for pipeline in pipeline::pipelines(modules, target) {
        let pairs = pipeline.pairs();
        for rule in RULES {
            match rule.check {
                Check::Pipeline(check) => check(&pipeline, diagnostics),
                Check::Pair(check) => pairs.iter().for_each(|pair| check(pair, diagnostics)),
                Check::Module(_) => {}
            }
        }
    }
}

/// Checks whether shaders that have passed [`check`] can form one module.
pub fn check_module(modules: &[&Module], target: Target, diagnostics: &mut Diagnostics) {
    for rule in RULES {
        if let Check::Module(check) = rule.check {
            check(modules, target, diagnostics);
        }
    }
}

/// Example shaders: each has a stage and the text after the version.
macro_rules! shaders {
    ($($stage:ident $text:literal),* $(,)?) => {
        &[$(crate::link::Example {
            stage: crate::stage::Stage::$stage,
            text: concat!("#version 460\n", $text, "\n"),
        }),*]
    };
}
use shaders;
