//! A range in the address space of sources.
//!
//! Comes in: two offsets. Goes out: [`Span`]. Must not depend on: files.

use std::ops::Range;

/// From one offset to before another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// No place. Offset 0 belongs to no file.
    pub const UNDEFINED: Self = Self { start: 0, end: 0 };

    /// The span from `start` to before `end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// From the start of this span to the end of another.
    #[must_use]
    pub const fn until(&self, other: &Self) -> Self {
        Self { start: self.start, end: other.end }
    }

    /// The offsets; `None` for the undefined span.
    #[must_use]
    pub const fn to_range(self) -> Option<Range<usize>> {
        if self.is_defined() { Some(self.start as usize..self.end as usize) } else { None }
    }

    /// This span in a text that starts `distance` later.
    pub(crate) const fn moved(self, distance: u32) -> Self {
        Self { start: self.start.wrapping_add(distance), end: self.end.wrapping_add(distance) }
    }

    /// The start of a span that ends at 0, before its start: not a range, but a number.
    pub(crate) const fn reversed(self) -> Option<u32> {
        if self.end == 0 && self.start != 0 { Some(self.start) } else { None }
    }

    /// Whether this span is defined.
    #[must_use]
    pub const fn is_defined(&self) -> bool {
        self.start != 0 || self.end != 0
    }
}
