//! What invocations do to memory that they share, in the order of the walk, with the barriers between.
//!
//! Comes in: accesses and barriers. Goes out: the same, each access with its place between barriers. Must not depend on: HIR,
//! but for names of variables.

use super::catalog::Tier;
use super::memory::{empty, empty_map, empty_set};
use super::term::{Scope, Term};
use crate::diagnostics::Code;
use crate::hir::{GlobalVariable, Handle, ImageClass, Module, Span, StorageClass, Type};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::ops::Range;

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Both at once: what is written follows from what was there.
    Atomic,
    /// Both at once, but what is written does not.
    Exchange,
}

impl Kind {
    pub(super) const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite | Self::Atomic | Self::Exchange)
    }

    pub(super) const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::AtomicRead | Self::Atomic | Self::Exchange)
    }

    pub(super) const fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite | Self::Atomic | Self::Exchange)
    }

    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Read | Self::AtomicRead => "reads",
            Self::Write | Self::AtomicWrite => "writes",
            Self::Atomic | Self::Exchange => "changes",
        }
    }
}

/// A barrier that all invocations wait at, but that does not order the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Barrier {
    /// The memory scope is too narrow.
    Narrow(Span),
    /// The storage or the order is missing.
    Storage(Span),
    /// What is written is not made available, or not made visible (Vulkan memory model).
    Private(Span),
}

/// Memory that is one for several invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Memory {
    /// A shared variable, the buffers or the images of a declaration.
    Variable(Handle<GlobalVariable>),
    /// What a reference of a type points to: the same memory if the term is the same.
    Pointer(Term, Handle<Type>),
}

/// Kinds of memory, which a barrier may order apart from each other.
pub(super) const KINDS: usize = 4;

/// The place of shared memory in what is kept for each kind.
pub(super) const SHARED: usize = 0;

/// That of buffers.
pub(super) const BUFFERS: usize = 1;

/// That of images.
pub(super) const IMAGES: usize = 2;

/// That of buffers and images whose accesses are private to the invocation, which the Vulkan memory model lets no barrier order.
pub(super) const PRIVATE: usize = 3;

/// What a barrier lacks for each of them.
pub(super) type Weak = [Option<Barrier>; KINDS];

/// Where an access lies between barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// Barriers of the workgroup before it.
    pub interval: [u32; KINDS],
    /// Barriers that do not suffice.
    pub weak: [u32; KINDS],
    /// Barriers of the workgroup that the host may leave out.
    pub maybe: u32,
    /// Barriers of the subgroup.
    pub subgroup: u32,
    /// A lock or flag was waited for since.
    pub waited: bool,
    /// Barriers that order a kind of memory, also for other workgroups.
    pub fences: [u32; KINDS],
    /// Those that order it for the subgroup only.
    pub narrow: [u32; KINDS],
}

/// Elements of an array that a matrix takes: lines at a distance, from the index on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub lines: u32,
    pub stride: u32,
    /// Of a line.
    pub length: u32,
}

impl Extent {
    /// A single element.
    pub(super) const ONE: Self = Self { lines: 1, stride: 0, length: 1 };

    /// The distances of the elements from the first.
    pub(super) fn offsets(self) -> impl Iterator<Item = u32> {
        (0..self.lines)
            .flat_map(move |line| (0..self.length).map(move |at| line.wrapping_mul(self.stride).wrapping_add(at)))
    }
}

/// An access to memory that invocations share.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub root: Memory,
    /// Which of the kinds of memory it is.
    pub memory: usize,
    /// Members, from 1; 0 for each element.
    pub members: SmallVec<[u32; 2]>,
    pub indices: SmallVec<[Term; 2]>,
    /// The elements from the index on, if a subgroup accesses a matrix together.
    pub extent: Option<Extent>,
    /// The components of a vector, as bits.
    pub components: u8,
    pub kind: Kind,
    pub path: Term,
    /// Invocations of this scope write the same.
    pub same: Scope,
    /// The memory is coherent, or otherwise made available and visible by each access.
    pub coherent: bool,
    pub span: Span,
    /// The call that led here.
    pub call: Option<Span>,
    pub position: Position,
    /// The memory semantics of an atomic operation.
    pub order: u32,
    /// Its memory scope, if it names one.
    pub scope: Option<u32>,
    /// Loops around it.
    pub loops: u32,
}

impl Access {
    /// Whether another access, between the same barriers, adds nothing.
    fn is_same(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.span, it.kind, it.path, it.position);
        key(self) == key(other) && self.indices == other.indices
    }
}

/// All accesses.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub accesses: Vec<Access>,
    /// The accesses, by a hash of what two that are one have in common.
    seen: FxHashMap<u64, u32>,
    pub position: Position,
    /// How often it changed: no position comes back.
    moves: u32,
    pub weak: [Vec<Barrier>; KINDS],
    /// The conditions, all of which the host decides, of barriers that it may leave out.
    pub maybe: Vec<SmallVec<[Term; 2]>>,
    /// A memory barrier since the last barrier of the workgroup.
    pub fence: [bool; KINDS],
    /// A barrier that does not suffice, and no memory barrier since.
    pub pending: [bool; KINDS],
    pub shared: bool,
    /// What was done to each variable so far.
    uses: FxHashMap<Memory, Uses>,
    /// The first reads of shared variables that were not.
    pub early: Vec<(Memory, Span, Term)>,
    /// Variables with a race, and the lint: one finding is enough.
    pub said: FxHashSet<(Memory, Code, Tier)>,
    /// How often memory was accessed.
    pub count: u32,
}

/// What was done to a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    written: bool,
    /// Anything was written to it that does not follow from what it held: no atomic addition.
    set: bool,
    /// It was accessed in ways that are not followed.
    touched: bool,
}

impl Trace {
    /// Nothing, in the memory of another.
    pub(super) fn cleared(self) -> Self {
        Self {
            accesses: empty(self.accesses),
            seen: empty_map(self.seen),
            weak: self.weak.map(empty),
            maybe: empty(self.maybe),
            uses: empty_map(self.uses),
            early: empty(self.early),
            said: empty_set(self.said),
            ..Self::default()
        }
    }

    pub(super) const fn position(&self) -> Position {
        self.position
    }

    pub(super) fn push(&mut self, access: Access) {
        self.count += 1;
        let uses = self.uses.entry(access.root).or_default();
        if access.memory == SHARED && access.kind.reads() && !uses.written {
            self.early.push((access.root, access.span, access.path));
        }
        uses.written |= access.kind.writes();
        uses.set |= matches!(access.kind, Kind::Write | Kind::AtomicWrite | Kind::Exchange);
        let hash = FxBuildHasher.hash_one((access.span, access.path, access.indices.as_slice(), self.moves));
        let number = self.accesses.len() as u32;
        let earlier = *self.seen.entry(hash).or_insert(number);
        let is_known = self.accesses.get(earlier as usize).is_some_and(|it| it.is_same(&access));
        if !is_known {
            if self.accesses.is_empty() {
                self.accesses.reserve(32);
            }
            self.accesses.push(access);
        }
    }

    /// Whether anything was written to a variable so far.
    pub(super) fn is_written(&self, root: Memory) -> bool {
        self.uses.get(&root).is_some_and(|it| it.written)
    }

    /// Whether anything was written to it that does not follow from what it held.
    pub(super) fn is_set(&self, root: Memory) -> bool {
        self.uses.get(&root).is_some_and(|it| it.set)
    }

    /// Whether it was accessed in ways that are not followed.
    pub(super) fn is_touched(&self, root: Memory) -> bool {
        self.uses.get(&root).is_some_and(|it| it.touched)
    }

    /// Whether shared memory was used so far.
    pub(super) const fn uses_shared(&self) -> bool {
        self.shared
    }

    /// Shared memory is used.
    pub(super) const fn use_shared(&mut self) {
        self.shared = true;
    }

    /// An access that is not followed.
    pub(super) fn touch(&mut self, root: Memory, writes: bool) {
        let uses = self.uses.entry(root).or_default();
        uses.touched = true;
        uses.written |= writes;
        uses.set |= writes;
    }

    pub(super) fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// A barrier orders some kinds of memory.
    pub(super) fn fence(&mut self, kinds: [bool; KINDS], wide: bool) {
        self.moves += 1;
        let counts = if wide { &mut self.position.fences } else { &mut self.position.narrow };
        for (count, _) in counts.iter_mut().zip(kinds).filter(|it| it.1) {
            *count += 1;
        }
    }

    /// A loop waited for a lock or a flag: who gets there then, and when, is up to it.
    pub(super) const fn waited(&mut self) {
        self.moves += !self.position.waited as u32;
        self.position.waited = true;
    }

    /// All invocations of the workgroup wait. With conditions, only if the host says so.
    pub(super) fn barrier(&mut self, weak: Weak, conditions: SmallVec<[Term; 2]>) {
        self.moves += 1;
        if !conditions.is_empty() {
            self.position.maybe += 1;
            self.maybe.push(conditions);
            return;
        }
        self.position.waited = false;
        for (kind, reason) in weak.into_iter().enumerate() {
            let Some(((pending, fence), reasons)) =
                self.pending.get_mut(kind).zip(self.fence.get_mut(kind)).zip(self.weak.get_mut(kind))
            else {
                continue;
            };
            let Some((weak, interval)) = self.position.weak.get_mut(kind).zip(self.position.interval.get_mut(kind))
            else {
                continue;
            };
            match reason {
                Some(reason) if !*fence => {
                    *weak += 1;
                    reasons.push(reason);
                    *pending = true;
                }
                _ => {
                    *interval += 1;
                    *pending = false;
                }
            }
            *fence = false;
        }
    }

    /// Some accesses are done again now: those behind the last barrier before `end`.
    pub(super) fn repeat(&mut self, which: Range<usize>, end: Position) {
        let is_last = |it: &&Access| {
            let interval = |of: &Position| of.interval.get(it.memory).copied();
            interval(&it.position) == interval(&end)
        };
        let again: Vec<Access> = self.accesses.get(which).unwrap_or_default().iter().filter(is_last).cloned().collect();
        for access in again {
            self.push(Access { position: self.position, ..access });
        }
    }

    /// Rounds of a loop were left out that have the barriers which were met since `before`.
    pub(super) fn leave_out(&mut self, before: Position) {
        self.moves += 1;
        let now = self.position;
        for ((interval, before), now) in self.position.interval.iter_mut().zip(before.interval).zip(now.interval) {
            *interval += u32::from(before != now);
        }
        self.position.subgroup += u32::from(before.subgroup != now.subgroup);
    }

    /// A memory barrier that is wide enough for the workgroup, by kinds of memory.
    pub(super) fn memory_barrier(&mut self, kinds: [bool; KINDS]) {
        self.moves += 1;
        for (kind, _) in kinds.into_iter().enumerate().filter(|it| it.1) {
            let state = self.pending.get_mut(kind).zip(self.fence.get_mut(kind));
            let Some(((pending, fence), interval)) = state.zip(self.position.interval.get_mut(kind)) else { continue };
            if *pending {
                *interval += 1;
                *pending = false;
            } else {
                *fence = true;
            }
        }
    }

    pub(super) const fn subgroup_barrier(&mut self) {
        self.moves += 1;
        self.position.subgroup += 1;
    }
}

/// Whether other variables have the same memory: all shared blocks do (GL_EXT_shared_memory_block).
pub(super) fn is_aliased(module: &Module, global: &GlobalVariable) -> bool {
    let is_block = |it: &GlobalVariable| {
        it.storage == StorageClass::Workgroup
            && matches!(*module.types.get(it.ty), Type::Struct(it) if module.types.structure(it).is_some_and(|it| it.block.is_some()))
    };
    is_block(global) && module.globals.iter().filter(|(_, it)| is_block(it)).count() > 1
}

/// Which kind of memory a variable is, if several invocations may use it.
pub(super) fn kind_of(module: &Module, root: Handle<GlobalVariable>) -> Option<usize> {
    let global = module.globals.try_get(root).ok()?;
    match global.storage {
        StorageClass::Workgroup => Some(SHARED),
        StorageClass::StorageBuffer => Some(BUFFERS),
        StorageClass::UniformConstant => {
            let element = module.types.element_of_arrays(global.ty);
            let is_storage = matches!(module.types.get(element), Type::Image(image) if matches!(image.class, ImageClass::Storage(_)));
            is_storage.then_some(IMAGES)
        }
        _ => None,
    }
}
