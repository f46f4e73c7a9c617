//! Passes: HIR to HIR, each with one job.
//!
//! Comes in: a valid module. Goes out: a valid module that means the same. Must not depend on: syntax, SPIR-V words, the
//! front end that made the module.
//!
//! [`run`] is the list, in order. `effects` alone defines what may be moved, merged or removed; no pass names a
//! built-in. Passes are linear in the size of a function, or add a logarithm, and walk it by `rewrite`, without recursion.

mod dead_code;
mod effects;
mod if_conversion;
mod invert_y;
mod load_forwarding;
mod passed_locals;
mod promotion;
mod rewrite;
mod scalar_replacement;
mod simplification;
mod tree;
mod value_numbering;
mod ways;

use crate::hir::Module;

pub use invert_y::run as invert_y;

/// The optimization level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What the input language needs: everything for assembly, whose registers are variables without types; nothing for
    /// GLSL.
    #[default]
    Language,
    /// The module stays as straightforward as its source.
    None,
    /// Everything that makes it smaller and faster.
    Optimized,
}

/// A pass over a whole module.
pub type Pass = fn(&mut Module);

/// The passes in order, by name.
pub const PASSES: &[(&str, Pass)] = &[
    // Arrays and structures whose parts are selected by constants become variables, which the next pass can promote.
    ("scalar_replacement", scalar_replacement::run),
    // Variables become values, so that later passes need not look at memory for them.
    ("promotion", promotion::run),
    // Copies and constants are propagated to their uses; what was a variable is often one of the two.
    ("simplification", simplification::run),
    // What is computed twice is computed once. After copies are gone, since equal operands then have one name.
    ("value_numbering", value_numbering::run),
    // What is left in arms is often little enough to compute unconditionally; no branch is cheaper than a short one.
    ("if_conversion", if_conversion::run),
    // Equal indices have one name now, so equal places are recognized; what was read or written is not read again.
    ("load_forwarding", load_forwarding::run),
    // Second reads have been replaced by the first: more computations are equal.
    ("value_numbering", value_numbering::run),
    // Merged values make more selections and extractions trivial.
    ("simplification", simplification::run),
    // Last: everything above leaves unused code behind.
    ("dead_code", dead_code::run),
];

/// Runs the passes of a level.
pub fn run(module: &mut Module, level: Level) {
    if level != Level::Optimized {
        return;
    }
    for (_, pass) in PASSES {
        pass(module);
    }
}
