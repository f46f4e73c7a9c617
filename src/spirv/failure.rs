//! Why there is no module: the ways in which lowering may fail, and the limits of SPIR-V that it obeys.
//!
//! Comes in: an absent part of HIR, or a number that may be too large. Goes out: a [`Failure`], which `lower` turns into a
//! diagnostic. Must not depend on: HIR, SPIR-V.

use Failure::Bug;

/// Why there is no module.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// Something that HIR promises not to contain, or a bug in the lowering; the string says what it is about.
    Bug(&'static str),
    /// More than [`MOST_IDS`].
    TooManyIds,
    /// More than [`MOST_FUNCTION_COPIES`].
    TooManyFunctionCopies,
    /// Structures, or selections from them, nested deeper than [`DEEPEST`]; the string says which.
    TooDeep(&'static str),
}

/// The result of everything that handles HIR.
pub(super) type Lowered<T> = Result<T, Failure>;

/// Turns an absent part into a [`Failure::Bug`].
pub(super) trait OrBug<T> {
    fn or_bug(self, what: &'static str) -> Lowered<T>;
}

impl<T> OrBug<T> for Option<T> {
    fn or_bug(self, what: &'static str) -> Lowered<T> {
        self.ok_or(Bug(what))
    }
}

impl<T, E> OrBug<T> for Result<T, E> {
    fn or_bug(self, what: &'static str) -> Lowered<T> {
        self.map_err(|_| Bug(what))
    }
}

/// The largest id bound that every consumer accepts (SPIR-V, 2.17).
pub(super) const MOST_IDS: u32 = 0x003F_FFFF;

/// The largest id bound of a module for which less may be allowed.
pub(super) fn allowed_ids(most: Option<u32>) -> u32 {
    most.map_or(MOST_IDS, |it| it.min(MOST_IDS))
}

/// How many functions a module may have besides those of the source: one that takes images is copied for each
/// combination of formats that it is called with, and one that takes a part of an array of arrays for each combination of
/// arrays. Only resources that swap places through nested calls get anywhere near the limit.
pub(super) const MOST_FUNCTION_COPIES: usize = 1 << 12;

/// How deep structures may nest and how many indices an access chain may have (SPIR-V, 2.17).
pub(super) const DEEPEST: usize = 255;
