//! What invocations do to memory that they share, in the order of the walk, with the barriers between.
//!
//! Comes in: accesses and barriers. Goes out: the same, each access with its place between barriers. Must not depend on: HIR,
//! but for names of variables.

use super::catalog::Tier;
use super::term::{Scope, Term};
use crate::diagnostics::Code;
use crate::hir::{GlobalVariable, Handle, Module, Span, StorageClass};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Both at once.
    Atomic,
}

impl Kind {
    pub(super) const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite | Self::Atomic)
    }

    pub(super) const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::AtomicRead | Self::Atomic)
    }

    pub(super) const fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite | Self::Atomic)
    }

    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Read | Self::AtomicRead => "reads",
            Self::Write | Self::AtomicWrite => "writes",
            Self::Atomic => "changes",
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

/// Shared memory and buffers: what a barrier may order apart from each other.
pub(super) const KINDS: usize = 2;

/// The place of shared memory in what is kept for both.
pub(super) const SHARED: usize = 0;

/// That of buffers.
pub(super) const BUFFERS: usize = 1;

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
    /// Barriers of any kind.
    pub fences: u32,
}

/// An access to memory that invocations share.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub root: Handle<GlobalVariable>,
    /// Members, from 1; 0 for each element.
    pub members: SmallVec<[u32; 2]>,
    pub indices: SmallVec<[Term; 2]>,
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
    /// Whether a loop is around it.
    pub in_loop: bool,
}

/// All accesses.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub accesses: Vec<Access>,
    pub seen: FxHashSet<(Span, SmallVec<[Term; 2]>, Term, Position)>,
    pub position: Position,
    pub weak: [Vec<Barrier>; KINDS],
    /// The conditions, all of which the host decides, of barriers that it may leave out.
    pub maybe: Vec<SmallVec<[Term; 2]>>,
    /// A memory barrier since the last barrier of the workgroup.
    pub fence: [bool; KINDS],
    /// A barrier that does not suffice, and no memory barrier since.
    pub pending: [bool; KINDS],
    pub shared: bool,
    /// Variables that were written so far.
    pub written: FxHashSet<Handle<GlobalVariable>>,
    /// The first reads of variables that were not.
    pub early: Vec<(Handle<GlobalVariable>, Span, Term)>,
    /// Variables with a race, and the lint: one finding is enough.
    pub said: FxHashSet<(Handle<GlobalVariable>, Code, Tier)>,
    /// Accessed in ways that are not followed.
    pub touched: FxHashSet<Handle<GlobalVariable>>,
}

impl Trace {
    pub(super) const fn position(&self) -> Position {
        self.position
    }

    pub(super) fn push(&mut self, access: Access) {
        if access.kind.reads() && !self.written.contains(&access.root) {
            self.early.push((access.root, access.span, access.path));
        }
        if access.kind.writes() {
            self.written.insert(access.root);
        }
        let key = (access.span, access.indices.clone(), access.path, access.position);
        if self.seen.insert(key) {
            self.accesses.push(access);
        }
    }

    /// Whether anything was written to a variable so far.
    pub(super) fn is_written(&self, root: Handle<GlobalVariable>) -> bool {
        self.written.contains(&root)
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
    pub(super) fn touch(&mut self, root: Handle<GlobalVariable>, _reads: bool, writes: bool) {
        self.touched.insert(root);
        if writes {
            self.written.insert(root);
        }
    }

    pub(super) fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// A barrier of memory that invocations do not share in a workgroup.
    pub(super) const fn fence(&mut self) {
        self.position.fences += 1;
    }

    /// A loop waited for a lock or a flag: who gets there then, and when, is up to it.
    pub(super) const fn waited(&mut self) {
        self.position.waited = true;
    }

    /// All invocations of the workgroup wait. With conditions, only if the host says so.
    pub(super) fn barrier(&mut self, weak: Weak, conditions: SmallVec<[Term; 2]>) {
        self.position.fences += 1;
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

    /// A memory barrier that is wide enough for the workgroup, by kinds of memory.
    pub(super) fn memory_barrier(&mut self, kinds: [bool; KINDS]) {
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
        self.position.subgroup += 1;
        self.position.fences += 1;
    }
}

/// Which of the two kinds of memory a variable is.
pub(super) fn kind_of(module: &Module, root: Handle<GlobalVariable>) -> usize {
    let shared = module.globals.try_get(root).is_ok_and(|it| it.storage == StorageClass::Workgroup);
    if shared { SHARED } else { BUFFERS }
}
