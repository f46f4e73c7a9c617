//! The number of components of a vector.
//!
//! Comes in: a number, known or symbolic. Goes out: a size that is at least 2. Must not depend on: what the components
//! are.

/// The number of components of a vector, or of columns or rows of a matrix: two to four; for vectors any number with
/// GL_EXT_long_vector, where it may not even be known before the pipeline is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VectorSize(u32);

/// Set in sizes that are an index into a table.
const SYMBOLIC: u32 = 1 << 31;

/// Also set in those of cooperative vectors.
const COOPERATIVE: u32 = 1 << 30;

#[allow(non_upper_case_globals, reason = "the names that naga has for them")]
impl VectorSize {
    /// One: still a vector, not a scalar.
    pub const One: Self = Self(1);
    /// Two.
    pub const Bi: Self = Self(2);
    /// Three.
    pub const Tri: Self = Self(3);
    /// Four.
    pub const Quad: Self = Self(4);
    /// The longest vectors whose components are handled one by one: computations on constants are done for each. Longer
    /// ones are [`symbolic`](Self::symbolic).
    pub const MOST_LISTED: u32 = 4096;

    /// A size of two or more whose components are handled one by one.
    #[must_use]
    pub const fn new(count: u32) -> Option<Self> {
        if count < 2 || count > Self::MOST_LISTED { None } else { Some(Self(count)) }
    }

    /// A size in the tables.
    #[must_use]
    pub(super) const fn of(count: u32) -> Self {
        Self(count)
    }

    /// The size in row `index` of [`TypeTable::lengths`](crate::hir::TypeTable::lengths).
    #[must_use]
    pub const fn symbolic(index: u32) -> Self {
        Self(SYMBOLIC | index)
    }

    /// The size of cooperative vectors in row `index` (GL_NV_cooperative_vector).
    #[must_use]
    pub const fn cooperative(index: u32) -> Self {
        Self(SYMBOLIC | COOPERATIVE | index)
    }

    /// Whether vectors of this size are cooperative.
    #[must_use]
    pub const fn is_cooperative(self) -> bool {
        self.0 & (SYMBOLIC | COOPERATIVE) == SYMBOLIC | COOPERATIVE
    }

    /// The row of the table, for symbolic sizes.
    #[must_use]
    pub const fn row(self) -> Option<u32> {
        if self.0 & SYMBOLIC == 0 { None } else { Some(self.0 & !(SYMBOLIC | COOPERATIVE)) }
    }

    /// Whether the components are not handled one by one.
    #[must_use]
    pub const fn is_symbolic(self) -> bool {
        self.row().is_some()
    }

    /// The number of components that are handled one by one.
    #[must_use]
    pub const fn listed(self) -> Option<u32> {
        if self.is_symbolic() { None } else { Some(self.0) }
    }

    /// The number of columns or rows of a matrix; 0 if symbolic.
    #[must_use]
    pub const fn get(self) -> u32 {
        if self.is_symbolic() { 0 } else { self.0 }
    }

    /// Whether only GL_EXT_long_vector has vectors of this size.
    #[must_use]
    pub const fn is_long(self) -> bool {
        self.0 == 1 || self.0 > 4
    }
}
