//! Pointers that are available: an access chain that was computed before is used again.
//!
//! Comes in: the words of access chains, and where the scopes of blocks begin and end. Goes out: the id of an equal one.
//! Must not depend on: what the pointers are for.
//!
//! Blocks of HIR form a dominator tree, so what a block has computed is available in the blocks inside it.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The qualifiers, base and indices of an access chain.
pub(super) type ChainKey = SmallVec<[u32; 8]>;

/// What is available.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// In the order in which they came into the table.
    known: IndexMap<ChainKey, u32, FxBuildHasher>,
    /// How many there were when each open block began.
    marks: Vec<usize>,
}

impl Chains {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.marks.clear();
    }

    pub(super) fn enter_scope(&mut self) {
        self.marks.push(self.known.len());
    }

    pub(super) fn leave_scope(&mut self) {
        self.known.truncate(self.marks.pop().unwrap_or(0));
    }

    pub(super) fn known_chain(&self, key: &ChainKey) -> Option<u32> {
        self.known.get(key).copied()
    }

    pub(super) fn add_chain(&mut self, key: ChainKey, id: u32) {
        self.known.insert(key, id);
    }
}
