//! Statements that end an invocation: `discard`, `demote` and similar (GLSL 4.60, 6.4).
//!
//! Comes in: the word. Goes out: a statement of HIR. Must not depend on: any stage; each word is a row.

use crate::builtins::{Gate, Stages};
use crate::hir::{Span, Statement, Termination};
use crate::sema::Analyzer;
use crate::sema::statements::messages;
use crate::source::Symbol;
use crate::stage::Stage;

/// A word.
struct Row {
    word: &'static str,
    stage: Stage,
    /// The extensions that each provide it.
    extensions: &'static [&'static str],
    /// What it does; `demote` does not end the invocation.
    termination: Option<Termination>,
}

static ROWS: &[Row] = &[
    Row { word: "discard", stage: Stage::Fragment, extensions: &[], termination: Some(Termination::Discard) },
    Row {
        word: "terminateInvocation",
        stage: Stage::Fragment,
        extensions: &["GL_EXT_terminate_invocation"],
        termination: Some(Termination::Invocation),
    },
    Row {
        word: "demote",
        stage: Stage::Fragment,
        extensions: &["GL_EXT_demote_to_helper_invocation"],
        termination: None,
    },
    Row {
        word: "ignoreIntersectionEXT",
        stage: Stage::AnyHit,
        extensions: &["GL_EXT_ray_tracing"],
        termination: Some(Termination::IgnoreIntersection),
    },
    Row {
        word: "terminateRayEXT",
        stage: Stage::AnyHit,
        extensions: &["GL_EXT_ray_tracing"],
        termination: Some(Termination::Ray),
    },
];

/// Whether a word is a statement of its own, not a function.
pub(in crate::sema) fn is_terminating(word: &str) -> bool {
    ROWS.iter().any(|row| row.word == word)
}

impl Analyzer<'_> {
    /// `discard;`, `demote;` and so on.
    pub(super) fn terminating_statement(&mut self, symbol: Symbol, span: Span) {
        let word = self.text(symbol);
        let Some(row) = ROWS.iter().find(|row| row.word == word) else { return };
        if row.stage != self.module.stage {
            let (name, stage) = (row.stage.name(), self.module.stage.facts().with_article());
            let mut diagnostic = messages::jump_of_other_stage(span, &word, &name);
            if row.stage == Stage::Fragment {
                diagnostic = diagnostic.with_help(format!("in {stage} shader use `return;`"));
            }
            self.report(diagnostic);
            return;
        }
        let gate = Gate { stages: Stages::only(row.stage), ..Gate::since(140, 310, 0) };
        if !self.any_extension(row.extensions, word, span) || !self.check_gate(&gate, word, span) {
            return;
        }
        match row.termination {
            Some(termination) => self.builder.jump(Statement::Terminate(termination), span),
            None => self.builder.push(Statement::Demote, span),
        }
    }
}
