//! Memory that the lints of one shader leave to those of the next.
//!
//! Comes in: lists and maps that are no longer needed. Goes out: the same, empty. Must not depend on: what is in them. It changes
//! how often memory is allocated, which was a tenth of the cost of lints, and nothing else.

use super::scan::Functions;
use super::walk::Room;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer lists and maps are not kept.
const MOST: usize = 1 << 12;

/// Memory of the lints of a shader.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(super) functions: Functions,
    pub(super) walk: Room,
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
