//! The execution modes that a shader has declared so far.
//!
//! Comes in: modes, and the families of those that exclude each other. Goes out: the list for the entry point. Must not
//! depend on: the words of layouts.

use crate::hir::{ExecutionMode, Span};
use crate::sema::context::syntax_node::Placed;

/// The modes that were declared so far.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct DeclaredModes {
    /// Each with its family and its span, in declaration order.
    pub(super) list: Vec<(ExecutionMode, Option<&'static str>, Span)>,
    /// Where the critical section begins.
    pub(in crate::sema) interlock_begin: Option<Span>,
    /// Where it ends.
    pub(in crate::sema) interlock_end: Option<Span>,
    /// Where a geometry shader declares that it passes an input through (NV_geometry_shader_passthrough).
    pub(in crate::sema) passthrough: Option<Span>,
    /// Families about which an error was reported.
    pub(super) wrong: Vec<&'static str>,
}

impl DeclaredModes {
    /// The mode of a family, with its span.
    pub(super) fn of_family(&self, family: &str) -> Placed<ExecutionMode> {
        self.list.iter().find(|(_, it, _)| *it == Some(family)).map(|&(mode, _, span)| (mode, span))
    }

    /// Adds a mode of a family that no layout declares.
    pub(super) fn imply_of(&mut self, family: &'static str, mode: ExecutionMode) {
        self.list.push((mode, Some(family), Span::UNDEFINED));
    }

    /// Records that an error was reported about a family.
    pub(super) fn note_wrong(&mut self, family: &'static str) {
        self.wrong.push(family);
    }

    /// Whether an error was reported about a family.
    pub(super) fn is_wrong(&self, family: &str) -> bool {
        self.wrong.contains(&family)
    }

    /// Whether a mode was declared.
    pub(in crate::sema) fn contains(&self, mode: ExecutionMode) -> bool {
        self.list.iter().any(|(it, ..)| *it == mode)
    }

    /// Where a mode was declared.
    pub(super) fn place_of(&self, mode: ExecutionMode) -> Option<Span> {
        self.list.iter().find(|(it, ..)| *it == mode).map(|&(.., span)| span)
    }

    /// Adds a mode that no layout declares.
    pub(super) fn imply(&mut self, mode: ExecutionMode) {
        if !self.contains(mode) {
            self.list.push((mode, None, Span::UNDEFINED));
        }
    }

    /// All of them, in a fixed order.
    pub(in crate::sema) fn finish(&self) -> Vec<ExecutionMode> {
        let mut modes: Vec<_> = self.list.iter().map(|(mode, ..)| *mode).collect();
        modes.sort_unstable();
        modes
    }
}
