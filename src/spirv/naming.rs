//! What is known about the variables of a function while it is decided which of them only [name a value](super::named_value).
//!
//! Comes in: nothing. Goes out: memory for that, which every function of a module uses. Must not depend on: the walk.

use crate::hir::{Handle, Local};

/// What is known about a variable at a point of the walk through its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing has accessed it.
    Untouched,
    /// It has been written in a block that is still open.
    Written,
    /// The block in which it was written has ended.
    Ended,
    /// It needs memory, if anything reads it.
    Memory,
}

/// A variable during the walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub state: State,
    pub is_read: bool,
}

/// Memory of walks, empty between them.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub variables: Vec<Variable>,
    /// Variables in the order in which they were written, and how many there were when each open block began.
    pub written: Vec<Handle<Local>>,
    pub marks: Vec<usize>,
}
