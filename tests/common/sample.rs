//! How much of a large set of cases a test takes.
//!
//! Comes in: the environment. Goes out: a step through the cases. A plain `cargo test` is to be short after a clone; `.ci/run` sets
//! `CI` and takes more; exhaustive sets have everything.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Whether an environment variable is set (`1`, not empty, not `0`).
pub fn required(variable: &str) -> bool {
    std::env::var(variable).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// Of how many cases a test takes one: `in_ci` where `CI` is set, `at_hand` in a plain `cargo test`. It takes all of those that
/// `GLSLSUB_FILTER` selects.
pub fn one_in(in_ci: usize, at_hand: usize) -> usize {
    if std::env::var_os("GLSLSUB_FILTER").is_some() { 1 } else { one_in_unnamed(in_ci, at_hand) }
}

/// The same for cases without names, from which `GLSLSUB_FILTER` selects nothing.
pub fn one_in_unnamed(in_ci: usize, at_hand: usize) -> usize {
    if required("GLSLSUB_EXHAUSTIVE") {
        1
    } else if required("CI") {
        in_ci
    } else {
        at_hand
    }
}

/// Whether a module is the one in `step` that a test takes, by its words.
pub fn is_chosen(step: usize, words: &[u32]) -> bool {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish().is_multiple_of(step as u64)
}
