//! The number of components of a vector.

/// The number of components of a vector, or of columns or rows of a matrix: two to four, of vectors more with
/// GL_EXT_long_vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VectorSize(u32);

#[allow(non_upper_case_globals, reason = "the names that naga has for them")]
impl VectorSize {
    /// Two.
    pub const Bi: Self = Self(2);
    /// Three.
    pub const Tri: Self = Self(3);
    /// Four.
    pub const Quad: Self = Self(4);

    /// A size of two or more.
    #[must_use]
    pub const fn new(count: u32) -> Option<Self> {
        if count < 2 { None } else { Some(Self(count)) }
    }

    /// A size that the tables say.
    #[must_use]
    pub(super) const fn of(count: u32) -> Self {
        Self(count)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether only GL_EXT_long_vector has vectors of this size.
    #[must_use]
    pub const fn is_long(self) -> bool {
        self.0 > 4
    }
}
