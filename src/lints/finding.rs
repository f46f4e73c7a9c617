//! What lints found.
//!
//! Comes in: a lint, a place, words. Goes out: warnings, each lint once at a place. Must not depend on: HIR.

use super::catalog::{Tier, name};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use rustc_hash::FxHashSet;

/// A warning and how certain it is.
#[derive(Debug)]
pub(super) struct Finding {
    pub tier: Tier,
    pub diagnostic: Diagnostic,
}

/// All of a shader.
#[derive(Debug, Default)]
pub(super) struct Findings {
    found: Vec<Finding>,
    seen: FxHashSet<(Code, Span)>,
    /// Part of the shader was not looked at: what is said to be nowhere may be there.
    pub incomplete: bool,
}

impl Findings {
    /// Part of the shader is not looked at.
    pub(super) fn give_up(&mut self) {
        self.incomplete = true;
    }

    /// Adds a finding, the first of this lint at its place; a certain one takes the place of another.
    pub(super) fn push(&mut self, tier: Tier, diagnostic: Diagnostic) {
        let (code, span) = (diagnostic.code, diagnostic.primary.span);
        if self.seen.insert((code, span)) {
            self.found.push(Finding { tier, diagnostic });
        } else if tier == Tier::Certain {
            let same = |it: &&mut Finding| it.diagnostic.code == code && it.diagnostic.primary.span == span;
            if let Some(earlier) = self.found.iter_mut().find(same)
                && earlier.tier != Tier::Certain
            {
                *earlier = Finding { tier, diagnostic };
            }
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn has_certain(&self) -> bool {
        self.found.iter().any(|it| it.tier == Tier::Certain)
    }

    /// What is not as certain in `others` depends on what differs there.
    pub(super) fn weaken(&mut self, others: &Self) {
        for finding in self.found.iter_mut().filter(|it| it.tier == Tier::Certain) {
            let Diagnostic { code, primary, .. } = &finding.diagnostic;
            let same = |it: &Finding| {
                it.tier == Tier::Certain && it.diagnostic.code == *code && it.diagnostic.primary.span == primary.span
            };
            if !others.found.iter().any(same) {
                finding.tier = Tier::Depends;
            }
        }
    }

    /// Leaves out what is not in `others`, however certain it is there.
    pub(super) fn keep(&mut self, others: &Self) {
        self.found.retain(|it| others.seen.contains(&(it.diagnostic.code, it.diagnostic.primary.span)));
    }

    /// Adds what is certain in both of two others, as something that depends on what the host chooses.
    pub(super) fn add(&mut self, first: Self, second: &Self) {
        let is_certain = |it: &Finding| {
            let same = |other: &&Finding| {
                other.diagnostic.code == it.diagnostic.code
                    && other.diagnostic.primary.span == it.diagnostic.primary.span
            };
            second.found.iter().find(same).is_some_and(|it| it.tier == Tier::Certain)
        };
        for finding in first.found.into_iter().filter(|it| it.tier == Tier::Certain) {
            if is_certain(&finding) {
                self.push(Tier::Depends, finding.diagnostic);
            }
        }
    }

    /// Leaves out what `code` says.
    pub(super) fn leave_out(&mut self, code: Code) {
        self.found.retain(|it| it.diagnostic.code != code);
    }

    /// Leaves out what `code` says where `instead` says it too.
    pub(super) fn prefer(&mut self, instead: Code, code: Code) {
        let at: Vec<Span> =
            self.found.iter().filter(|it| it.diagnostic.code == instead).map(|it| it.diagnostic.primary.span).collect();
        self.found.retain(|it| it.diagnostic.code != code || !at.contains(&it.diagnostic.primary.span));
    }

    pub(super) fn into_vec(self) -> Vec<Finding> {
        self.found
    }
}

/// A warning of a lint, which says its name.
pub(super) fn warning(code: Code, span: Span, message: impl Into<String>, rule: &str) -> Diagnostic {
    Diagnostic::warning(code, span, message).with_note(format!("lint `{}`: {rule}", name(code).unwrap_or_default()))
}
