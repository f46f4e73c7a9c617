//! Which shaders form a pipeline, and which of its stages are consecutive.
//!
//! Comes in: modules in any order. Goes out: [`Pipeline`]s. Must not depend on: what the stages pass on.

use super::pair::Pair;
use crate::hir::{Module, Span};
use crate::stage::Stage;
use crate::target::Target;

/// Shaders that work together.
pub(super) struct Pipeline<'m> {
    /// In the order of the stages.
    pub shaders: Vec<&'m Module>,
    /// What they are compiled for.
    pub target: Target,
}

/// The kinds of pipelines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Graphics,
    Compute,
    RayTracing,
}

const fn kind(stage: Stage) -> Kind {
    match stage {
        Stage::Vertex
        | Stage::TessellationControl
        | Stage::TessellationEvaluation
        | Stage::Geometry
        | Stage::Fragment
        | Stage::Task
        | Stage::Mesh => Kind::Graphics,
        Stage::Compute => Kind::Compute,
        _ => Kind::RayTracing,
    }
}

/// For each graphics stage, the stages that may come next; the first of them that is present does.
const NEXT: &[(Stage, &[Stage])] = &[
    (Stage::Vertex, &[Stage::TessellationControl, Stage::Geometry, Stage::Fragment]),
    (Stage::TessellationControl, &[Stage::TessellationEvaluation]),
    (Stage::TessellationEvaluation, &[Stage::Geometry, Stage::Fragment]),
    (Stage::Geometry, &[Stage::Fragment]),
    (Stage::Task, &[Stage::Mesh]),
    (Stage::Mesh, &[Stage::Fragment]),
];

/// Sorts shaders into pipelines. Compute shaders are alone in theirs.
pub(super) fn pipelines<'m>(modules: &[&'m Module], target: Target) -> Vec<Pipeline<'m>> {
    let mut pipelines = Vec::new();
    for wanted in [Kind::Graphics, Kind::RayTracing] {
        let of_kind = modules.iter().copied().filter(|it| kind(it.entry_point.stage) == wanted);
        let mut shaders: Vec<&Module> = of_kind.collect();
        shaders.sort_by_key(|it| it.entry_point.stage);
        if shaders.len() > 1 {
            pipelines.push(Pipeline { shaders, target });
        }
    }
    pipelines
}

impl<'m> Pipeline<'m> {
    /// The shaders of a stage; if nothing is wrong, only ray tracing has more than one.
    pub(super) fn of(&self, stage: Stage) -> impl Iterator<Item = &'m Module> + '_ {
        self.shaders.iter().copied().filter(move |it| it.entry_point.stage == stage)
    }

    /// Whether a stage is present.
    pub(super) fn has(&self, stage: Stage) -> bool {
        self.of(stage).next().is_some()
    }

    /// The stages that pass values to each other. If a stage occurs twice, this is unknown.
    pub(super) fn pairs(&self) -> Vec<Pair<'m>> {
        let only = |stage: Stage| self.of(stage).next().filter(|_| self.of(stage).count() == 1);
        let next = |(from, to): &(Stage, &[Stage])| {
            let consumer = to.iter().copied().find(|it| self.has(*it))?;
            Some(Pair::new(only(*from)?, only(consumer)?, self.target))
        };
        NEXT.iter().filter_map(next).collect()
    }
}

/// A span that stands for a whole shader: the head of its `main`.
pub(super) fn whole(module: &Module) -> Span {
    module.functions.try_get(module.entry_point.function).map_or(Span::UNDEFINED, |it| it.span)
}
