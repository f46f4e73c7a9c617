//! Memory that the lints of one shader leave to those of the next.
//!
//! Comes in: lists and maps that are no longer needed. Goes out: the same, empty. Must not depend on: what is in them. It changes
//! how often memory is allocated, which was a tenth of the cost of lints, and nothing else.

use super::finding::Findings;
use super::leaves::Leaves;
use super::loops::Target;
use super::meeting::Asked;
use super::scan::Functions;
use super::tables::{Causes, Shape};
use super::term::{Term, Terms};
use super::trace::{Memory, Trace};
use super::universe::Known;
use super::walk::{Read, Scopes, Slots, Walk};
use crate::hir::{Constant, Function, GlobalVariable, Handle};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer lists and maps are not kept.
const MOST: usize = 1 << 12;

/// Memory of the lints of a shader.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(super) functions: Functions,
    pub(super) walk: Room,
}

/// Memory of a call.
#[derive(Debug, Default)]
pub(super) struct FrameRoom {
    pub values: Vec<Leaves>,
    pub locals: Vec<Slots>,
    pub targets: Vec<Target>,
}

/// Memory of a walk, empty, which the next one takes.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub terms: Terms,
    pub entered: FxHashMap<Handle<Function>, Scopes>,
    pub frames: Vec<FrameRoom>,
    pub environment: Vec<Term>,
    pub journal: Vec<(u32, Term)>,
    pub constants: FxHashMap<Handle<Constant>, Term>,
    pub in_group: Known,
    pub asked: Asked,
    pub known_constants: Vec<Leaves>,
    pub reads: FxHashMap<(Memory, Read), Leaves>,
    pub members: FxHashMap<(Handle<GlobalVariable>, u32), Leaves>,
    pub shapes: Vec<Shape>,
    pub causes: Causes,
    pub trace: Trace,
}

impl Walk<'_> {
    /// What was found, and the memory for the next walk, empty: the module is not written yet, and what is large is free by then.
    pub(super) fn finish(self) -> (Findings, Room) {
        let room = Room {
            terms: self.terms.cleared(),
            entered: empty_map(self.entered),
            frames: self.rooms,
            environment: empty(self.environment),
            journal: empty(self.journal),
            constants: empty_map(self.constants),
            asked: self.asked.cleared(),
            in_group: self.group.map(|it| empty_map(it.known)).unwrap_or_default(),
            known_constants: empty(self.known_constants),
            reads: empty_map(self.reads),
            members: empty_map(self.members),
            shapes: empty(self.shapes),
            causes: self.causes.cleared(),
            trace: self.trace.cleared(),
        };
        (self.findings, room)
    }
}

/// A list without elements, in the memory of another one unless that is large.
pub(super) fn empty<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    if list.capacity() > MOST { Vec::new() } else { list }
}

/// The same of a map. To clear it takes as long as it is large.
pub(super) fn empty_map<K, V>(mut map: FxHashMap<K, V>) -> FxHashMap<K, V> {
    if map.capacity() > MOST {
        return FxHashMap::default();
    }
    map.clear();
    map
}

/// The same of a set.
pub(super) fn empty_set<T>(mut set: FxHashSet<T>) -> FxHashSet<T> {
    if set.capacity() > MOST {
        return FxHashSet::default();
    }
    set.clear();
    set
}
