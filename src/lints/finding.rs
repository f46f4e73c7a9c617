//! What lints found.
//!
//! Comes in: a lint, a place, words. Goes out: warnings, each lint once at a place. Must not depend on: HIR.

use super::catalog::{Tier, name};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

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
    /// Where the finding of a lint at a place is.
    places: FxHashMap<(Code, Span), usize>,
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
        match self.places.entry((diagnostic.code, diagnostic.primary.span)) {
            Entry::Vacant(place) => {
                place.insert(self.found.len());
                self.found.push(Finding { tier, diagnostic });
            }
            Entry::Occupied(place) if tier == Tier::Certain => {
                if let Some(earlier) = self.found.get_mut(*place.get())
                    && earlier.tier != Tier::Certain
                {
                    *earlier = Finding { tier, diagnostic };
                }
            }
            Entry::Occupied(_) => {}
        }
    }

    /// What was found by the lint of another finding at its place.
    fn same(&self, as_this: &Finding) -> Option<&Finding> {
        let place = self.places.get(&(as_this.diagnostic.code, as_this.diagnostic.primary.span))?;
        self.found.get(*place)
    }

    /// Keeps some findings.
    fn retain(&mut self, is_kept: impl FnMut(&Finding) -> bool) {
        self.found.retain(is_kept);
        let places = self.found.iter().zip(0..);
        self.places = places.map(|(it, place)| ((it.diagnostic.code, it.diagnostic.primary.span), place)).collect();
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
            if others.same(finding).is_none_or(|it| it.tier != Tier::Certain) {
                finding.tier = Tier::Depends;
            }
        }
    }

    /// Leaves out what is not in `others`, however certain it is there.
    pub(super) fn keep(&mut self, others: &Self) {
        self.retain(|it| others.same(it).is_some());
    }

    /// Adds what is certain in both of two others, as something that depends on what the host chooses.
    pub(super) fn add(&mut self, first: Self, second: &Self) {
        for finding in first.found.into_iter().filter(|it| it.tier == Tier::Certain) {
            if second.same(&finding).is_some_and(|it| it.tier == Tier::Certain) {
                self.push(Tier::Depends, finding.diagnostic);
            }
        }
    }

    /// Leaves out what `code` says.
    pub(super) fn leave_out(&mut self, code: Code) {
        self.retain(|it| it.diagnostic.code != code);
    }

    /// Leaves out what `code` says where `instead` says it too.
    pub(super) fn prefer(&mut self, instead: Code, code: Code) {
        let at: FxHashSet<Span> =
            self.found.iter().filter(|it| it.diagnostic.code == instead).map(|it| it.diagnostic.primary.span).collect();
        if !at.is_empty() {
            self.retain(|it| it.diagnostic.code != code || !at.contains(&it.diagnostic.primary.span));
        }
    }

    pub(super) fn into_vec(self) -> Vec<Finding> {
        self.found
    }
}

/// A warning of a lint, which says its name.
#[cold]
pub(super) fn warning(code: Code, span: Span, message: impl Into<String>, rule: &str) -> Diagnostic {
    Diagnostic::warning(code, span, message).with_note(format!("lint `{}`: {rule}", name(code).unwrap_or_default()))
}
