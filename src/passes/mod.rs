//! Passes: HIR to HIR, each with one job.
//!
//! Comes in: a valid module. Goes out: a valid module that means the same. Must not depend on: syntax, SPIR-V words, the
//! front end that made the module.
//!
//! [`run`] is the list, in order. `effects` alone defines what may be moved, merged or removed; no pass names a
//! built-in. Passes are linear in the size of a function, or add a logarithm, and walk it by `rewrite`, without recursion.

mod argument_copies;
mod call_order;
mod dead_code;
mod dead_functions;
mod dead_stores;
mod effects;
mod if_conversion;
mod inlining;
mod invert_y;
mod load_forwarding;
mod loop_invariants;
mod passed_locals;
mod private_variables;
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
    /// Everything that makes it smaller, and nothing that makes it larger.
    Small,
    /// Everything that makes it smaller and faster.
    Optimized,
}

/// A pass over a whole module.
pub type Pass = fn(&mut Module);

/// The passes in order, by name, each with the levels at which it runs.
pub const PASSES: &[(&str, Pass, &[Level])] = &[
    // First: what nothing calls is not worth the time of any pass.
    ("dead_functions", dead_functions::run, BOTH),
    // Before bodies take the places of calls: they then name the variable that was passed, and nothing is left to copy.
    ("argument_copies", argument_copies::run, BOTH),
    // Before everything else: arguments become copies and variables, which all other passes know how to remove.
    ("inlining", inlining::run, &[Level::Optimized]),
    ("inlining_for_size", inlining::run_for_size, &[Level::Small]),
    // Functions that have been inlined everywhere.
    ("dead_functions", dead_functions::run, BOTH),
    // More variables for the next two. After inlining, which leaves most shaders with one function.
    ("private_variables", private_variables::run, BOTH),
    // Arrays and structures whose parts are selected by constants become variables, which the next pass can promote.
    ("scalar_replacement", scalar_replacement::run, BOTH),
    // Variables become values, so that later passes need not look at memory for them.
    ("promotion", promotion::run, BOTH),
    // Copies and constants are propagated to their uses; what was a variable is often one of the two.
    ("simplification", simplification::run, BOTH),
    // What is computed twice is computed once. After copies are gone, since equal operands then have one name.
    ("value_numbering", value_numbering::run, BOTH),
    // What is left in arms is often little enough to compute unconditionally; no branch is cheaper than a short one.
    ("if_conversion", if_conversion::run, BOTH),
    // Equal indices have one name now, so equal places are recognized; what was read or written is not read again.
    ("load_forwarding", load_forwarding::run, BOTH),
    // Reads between two stores have become values, so that more of the first ones are overwritten unseen.
    ("dead_stores", dead_stores::run, BOTH),
    // Loads that became values let more of a loop stand before it. It takes registers, but no instructions.
    ("loop_invariants", loop_invariants::run, &[Level::Optimized]),
    // Second reads have been replaced by the first, and what two loops computed stands before both: more is equal.
    ("value_numbering", value_numbering::run, BOTH),
    // Merged values make more selections and extractions trivial.
    ("simplification", simplification::run, BOTH),
    // Last: everything above leaves unused code behind.
    ("dead_code", dead_code::run, BOTH),
];

const BOTH: &[Level] = &[Level::Small, Level::Optimized];

/// Runs the passes of a level.
pub fn run(module: &mut Module, level: Level) {
    for (_, pass, levels) in PASSES {
        if levels.contains(&level) {
            pass(module);
        }
    }
}
