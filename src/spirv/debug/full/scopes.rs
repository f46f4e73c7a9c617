//! Scopes: the innermost part of a function around a location.
//!
//! Comes in: ranges of the source, of which any two are nested or disjoint. Goes out: the innermost. Must not depend on:
//! instructions.
//!
//! The contents of an included file or a macro are located where it is included or called. So a location is a path: an offset
//! in the file of the function, then in the file included there, then the address in the expansion of a macro. The
//! lexicographic order of paths is the order of the text.

use crate::hir::Span;
use crate::source::{FileId, SourceMap};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::Range;

/// A location in a function.
pub(super) type Path = SmallVec<[usize; 2]>;

/// The paths of the ends of a span, for a function whose body is in a file.
pub(super) fn path(sources: &SourceMap, file: FileId, span: Span) -> Option<Range<Path>> {
    let mut at = sources.resolve(span)?;
    let (mut start, mut end) = (Path::new(), Path::new());
    if !at.expansions.is_empty() {
        let addresses = span.to_range()?;
        start.push(addresses.start);
        end.push(addresses.end);
        // Both ends are within the macro call.
        at.range.end = at.range.start;
    }
    loop {
        start.insert(0, at.range.start);
        end.insert(0, at.range.end);
        if at.file == file {
            return Some(start..end);
        }
        at = sources.resolve(sources.file(at.file)?.included_at)?;
        at.range.end = at.range.start;
    }
}

/// A scope.
#[derive(Clone, Debug)]
struct Scope {
    range: Range<Path>,
    /// Its span in the source.
    span: Span,
    /// The index of the scope around it.
    parent: Option<usize>,
}

/// The scopes of a function, outer ones before inner ones.
#[derive(Clone, Debug)]
pub(super) struct Scopes(Vec<Scope>);

impl Scopes {
    /// Sorts ranges into scopes.
    pub(super) fn new(mut ranges: Vec<(Range<Path>, Span)>) -> Self {
        ranges.sort_by_cached_key(|(range, _)| (range.start.clone(), Reverse(range.end.clone())));
        let mut scopes = Vec::with_capacity(ranges.len());
        for (range, span) in ranges {
            let parent = around(&scopes, scopes.len().checked_sub(1), &range.start);
            scopes.push(Scope { range, span, parent });
        }
        Self(scopes)
    }

    /// All scopes, each with the index of its parent.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Span, Option<usize>)> {
        self.0.iter().map(|it| (it.span, it.parent))
    }

    /// The index of the innermost scope around a location.
    pub(super) fn innermost(&self, place: &Path) -> Option<usize> {
        let started = self.0.partition_point(|it| it.range.start <= *place);
        around(&self.0, started.checked_sub(1), place)
    }
}

/// The scope at `index` or its innermost ancestor that contains a location, which is not before the start of that scope.
fn around(scopes: &[Scope], mut index: Option<usize>, place: &Path) -> Option<usize> {
    while let Some(scope) = index.and_then(|index| scopes.get(index)) {
        if scope.range.contains(place) {
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
        let path = |it: &[usize]| Path::from_slice(it);
        let range = |start: &[usize], end: &[usize]| (path(start)..path(end), Span::UNDEFINED);
        let scopes = Scopes::new(vec![
            range(&[30], &[40]),
            range(&[10], &[50]),
            range(&[12], &[20]),
            // In a file included at 13, and in another included by that one.
            range(&[13, 5], &[13, 9]),
            range(&[13, 6, 0], &[13, 6, 4]),
            range(&[60], &[70]),
        ]);
        let parents = [None, Some(0), Some(1), Some(2), Some(0), None];
        assert_eq!(scopes.iter().map(|it| it.1).collect::<Vec<_>>(), parents);
        let at = |place: &[usize]| scopes.innermost(&path(place));
        assert_eq!([&[9][..], &[50]].map(at), [None, None]);
        assert_eq!([&[10][..], &[25], &[40], &[49, 3]].map(at), [Some(0); 4]);
        assert_eq!([&[12][..], &[13], &[13, 4], &[13, 9], &[19]].map(at), [Some(1); 5]);
        assert_eq!([&[13, 5][..], &[13, 6], &[13, 6, 4], &[13, 8]].map(at), [Some(2); 4]);
        assert_eq!([&[13, 6, 0][..], &[13, 6, 3]].map(at), [Some(3); 2]);
        assert_eq!([&[39][..], &[65]].map(at), [Some(4), Some(5)]);
    }
}
