//! Variables whose decorations name other variables, in the order that SPIR-V requires (OpDecorateId).
//!
//! Comes in: a variable, and how to find the variables it names. Goes out: each of them, declared before what names it.
//! Must not depend on: what a variable is.

use super::Lowered;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Variables of one kind, which name each other.
pub(super) trait Naming<H> {
    /// The variables that a variable's decorations name.
    fn named_by(&mut self, handle: H) -> Lowered<Vec<H>>;

    /// Whether a variable is already declared.
    fn is_declared(&self, handle: H) -> bool;

    /// Declares a variable.
    fn declare_named(&mut self, handle: H) -> Lowered<u32>;
}

/// Declares a variable, and before it the undeclared variables that it names; any of them may name more. Returns all of
/// them.
pub(super) fn declare_in_post_order<H: Copy + Eq + Hash>(
    writer: &mut impl Naming<H>,
    handle: H,
) -> Lowered<FxHashSet<H>> {
    let mut seen = FxHashSet::from_iter([handle]);
    let mut open = vec![(handle, writer.named_by(handle)?)];
    while let Some((last, named)) = open.last_mut() {
        match named.pop() {
            Some(next) if !writer.is_declared(next) && seen.insert(next) => {
                open.push((next, writer.named_by(next)?));
            }
            Some(_) => {}
            None => {
                let last = *last;
                open.pop();
                writer.declare_named(last)?;
            }
        }
    }
    Ok(seen)
}
