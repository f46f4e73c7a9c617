//! Scopes: which stretch of a file is the innermost around a place.
//!
//! Comes in: ranges of one file, each inside another or beside it. Goes out: the innermost. Must not depend on: instructions.

use crate::hir::Span;
use std::cmp::Reverse;
use std::ops::Range;

/// A scope.
#[derive(Clone, Debug)]
struct Scope {
    range: Range<usize>,
    /// Where it is in the source.
    span: Span,
    /// The index of the scope around it.
    parent: Option<usize>,
}

/// The scopes of a function, outer ones before those in them.
#[derive(Clone, Debug)]
pub(super) struct Scopes(Vec<Scope>);

impl Scopes {
    /// Sorts ranges into scopes.
    pub(super) fn new(mut ranges: Vec<(Range<usize>, Span)>) -> Self {
        ranges.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let mut scopes = Vec::with_capacity(ranges.len());
        for (range, span) in ranges {
            let parent = around(&scopes, scopes.len().checked_sub(1), range.start);
            scopes.push(Scope { range, span, parent });
        }
        Self(scopes)
    }

    /// All of them, each with the index of the one around it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Span, Option<usize>)> {
        self.0.iter().map(|it| (it.span, it.parent))
    }

    /// The index of the innermost scope around an offset.
    pub(super) fn innermost(&self, offset: usize) -> Option<usize> {
        let started = self.0.partition_point(|it| it.range.start <= offset);
        around(&self.0, started.checked_sub(1), offset)
    }
}

/// The scope at `index`, or the first around it that an offset behind its start is in.
fn around(scopes: &[Scope], mut index: Option<usize>, offset: usize) -> Option<usize> {
    while let Some(scope) = index.and_then(|index| scopes.get(index)) {
        if scope.range.contains(&offset) {
            return index;
        }
        index = scope.parent;
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_is_found() {
        let ranges = [30..40, 10..50, 12..20, 60..70, 13..14];
        let scopes = Scopes::new(ranges.into_iter().map(|range| (range, Span::UNDEFINED)).collect());
        // In order: 10..50, 12..20 and 13..14 in it, 30..40, 60..70.
        assert_eq!(scopes.iter().map(|it| it.1).collect::<Vec<_>>(), [None, Some(0), Some(1), Some(0), None]);
        let at = |offset| scopes.innermost(offset);
        assert_eq!([9, 50].map(at), [None, None]);
        assert_eq!([10, 25, 40].map(at), [Some(0); 3]);
        assert_eq!([12, 13, 14, 39, 65].map(at), [Some(1), Some(2), Some(1), Some(3), Some(4)]);
    }
}
