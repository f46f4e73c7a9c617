//! The source map: one `u32` address space for files and macro expansions.
//!
//! Comes in: file texts, macro expansions and `#line` records in the order in which the preprocessor meets them. Goes
//! out: for any [`Span`] the real text it stands for, the macros it was expanded from, and the line and column that a
//! person sees. Must not depend on: tokens, its callers.
//!
//! Addresses start at 1 and only grow. After each file one address stays unused, so that an empty span at the end of a
//! file can't be mistaken for one at the start of the next. A token from a macro's body has an address of its own in
//! the range of that one expansion; a token from a macro's argument keeps the address at which it is written.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::Span;

/// Names a file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// One file. The same file included twice is two entries, each with its own addresses.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// The address of the first byte.
    pub base: u32,
    /// The `#include` line that included it, undefined for the main file.
    pub included_at: Span,
    line_starts: OnceLock<Vec<u32>>,
    continuations: OnceLock<Vec<u32>>,
    line_directives: Vec<LineDirective>,
}

/// What a `#line` directive says about the lines after it.
#[derive(Clone, Debug)]
struct LineDirective {
    /// Byte offset of the first line it applies to.
    offset: u32,
    /// The number of that line.
    line: u32,
    /// The file name from there on; `None` leaves it as it was.
    name: Option<Arc<str>>,
}

impl SourceFile {
    /// Byte offsets at which lines start, in ascending order; the first is 0. A line ends with LF, CR or CR LF
    /// (GLSL 4.60, 3.1).
    #[must_use]
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = Vec::with_capacity(bytes.len() / 16 + 1);
            starts.push(0);
            for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                if bytes.get(index..index + 2) != Some(b"\r\n".as_slice()) {
                    // The text fits into the `u32` address space.
                    starts.push(index as u32 + 1);
                }
            }
            starts
        })
    }

    /// The index, from 0, of the line that byte `offset` is on, whatever `#line` says.
    #[must_use]
    pub fn line_index(&self, offset: usize) -> usize {
        self.line_starts().partition_point(|&start| start as usize <= offset).saturating_sub(1)
    }

    /// The byte range of line `index`, counted from 0, without its line end.
    #[must_use]
    pub fn line_range(&self, index: usize) -> Option<Range<usize>> {
        let starts = self.line_starts();
        let start = *starts.get(index)? as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        let line = self.text.get(start..end)?;
        Some(start..start + line.trim_end_matches(['\n', '\r']).len())
    }

    /// Byte offsets of all bytes but the first of their characters, in ascending order: columns count characters, and a line
    /// may be as long as the text.
    fn continuations(&self) -> &[u32] {
        self.continuations.get_or_init(|| {
            if self.text.is_ascii() {
                return Vec::new();
            }
            let is_continuation = |&(_, byte): &(u32, u8)| byte & 0xC0 == 0x80;
            (0..).zip(self.text.bytes()).filter(is_continuation).map(|(offset, _)| offset).collect()
        })
    }

    /// The number of characters in a range; 0 if it does not begin and end with characters of the text.
    fn character_count(&self, range: Range<usize>) -> usize {
        if self.text.get(range.clone()).is_none() {
            return 0;
        }
        let before = |end: usize| self.continuations().partition_point(|&offset| (offset as usize) < end);
        range.len() - (before(range.end) - before(range.start))
    }

    /// Line and column of byte `offset` as `#line` sets them (GLSL 4.60, 3.3).
    #[must_use]
    pub fn location(&self, offset: usize) -> Location {
        let (file, line) = self.file_and_line(offset);
        let start = self.line_starts().get(self.line_index(offset)).map_or(0, |&start| start as usize);
        let column = self.character_count(start..offset) as u32 + 1;
        Location { file: file.to_owned(), line, column }
    }

    /// The same without the column, which takes longer on a long line.
    fn file_and_line(&self, offset: usize) -> (&str, u32) {
        let index = self.line_index(offset);
        let directives = self.line_directives.partition_point(|directive| directive.offset as usize <= offset);
        let earlier = self.line_directives.get(..directives).unwrap_or(&[]);
        let Some(directive) = earlier.last() else {
            return (&self.name, index as u32 + 1);
        };
        let since = index - self.line_index(directive.offset as usize).min(index);
        (directive.name.as_deref().unwrap_or(&self.name), directive.line.wrapping_add(since as u32))
    }
}

/// One macro expansion: a range of addresses, one per token of the macro's body.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The address of the first token.
    pub base: u32,
    /// The invocation: the macro's name up to the closing parenthesis.
    pub call_site: Span,
    /// The macro's name where it is defined.
    pub definition: Span,
    /// Where each token is spelled, in the macro's body.
    pub spellings: Arc<[Span]>,
}

/// A location as a person sees it, after `#line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A span traced back to real text.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The file.
    pub file: FileId,
    /// Byte range in the file's text.
    pub range: Range<usize>,
    /// The expansions that the start of the span comes from, innermost first.
    pub expansions: Vec<ExpansionLevel>,
}

/// One macro expansion on the path from a token to real text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpansionLevel {
    /// The macro's name where it is defined; its text is the macro's name.
    pub definition: Span,
    /// Where the token, or the inner invocation, is written in the macro's body.
    pub spelling: Span,
    /// The invocation; in a macro's body itself unless this is the outermost level.
    pub call_site: Span,
}

/// There is more source text, with macro expansions, than there are addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceTooLarge;

/// All text of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
    /// The number of addresses in use, not counting address 0.
    used: u32,
}

impl SourceMap {
    /// Adds a file; `included_at` is the `#include` line, undefined for the main file.
    ///
    /// # Errors
    /// When the address space is full.
    pub fn add_file(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        included_at: Span,
    ) -> Result<FileId, SourceTooLarge> {
        let text = text.into();
        let id = FileId(u32::try_from(self.files.len()).map_err(|_| SourceTooLarge)?);
        let base = self.reserve(text.len().saturating_add(1))?;
        self.files.push(SourceFile {
            name: name.into(),
            text,
            base,
            included_at,
            line_starts: OnceLock::new(),
            continuations: OnceLock::new(),
            line_directives: Vec::new(),
        });
        Ok(id)
    }

    /// Adds a macro expansion with one address for each of `spellings`, the tokens of the macro's body, and returns the
    /// first of these addresses.
    ///
    /// # Errors
    /// When the address space is full.
    pub fn add_expansion(
        &mut self,
        call_site: Span,
        definition: Span,
        spellings: Arc<[Span]>,
    ) -> Result<u32, SourceTooLarge> {
        let base = self.reserve(spellings.len())?;
        if !spellings.is_empty() {
            self.expansions.push(Expansion { base, call_site, definition, spellings });
        }
        Ok(base)
    }

    /// Records a `#line` directive: the line that starts at byte `offset` of the file has number `line` and, unless
    /// `name` is `None`, belongs to the file of that name. Directives of one file come in ascending order.
    pub fn add_line_directive(&mut self, file: FileId, offset: usize, line: u32, name: Option<String>) {
        let Some(file) = self.files.get_mut(file.0 as usize) else { return };
        let name = match name {
            Some(name) => Some(Arc::from(name)),
            None => file.line_directives.last().and_then(|earlier| earlier.name.clone()),
        };
        file.line_directives.push(LineDirective { offset: offset as u32, line, name });
    }

    /// Reserves `count` addresses.
    fn reserve(&mut self, count: usize) -> Result<u32, SourceTooLarge> {
        let base = self.used.checked_add(1).ok_or(SourceTooLarge)?;
        let used = u32::try_from(count).ok().and_then(|count| self.used.checked_add(count)).ok_or(SourceTooLarge)?;
        // One address is held back, so that the end of the last span is an address too.
        if used >= u32::MAX - 1 {
            return Err(SourceTooLarge);
        }
        self.used = used;
        Ok(base)
    }

    /// The file with this id.
    #[must_use]
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files in the order in which they were added.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// All expansions of macros with a body, in the order in which they were added.
    #[must_use]
    pub fn expansions(&self) -> &[Expansion] {
        &self.expansions
    }

    /// Where the first token of `span` is written: in a file, for a token of a macro in the body of its `#define`.
    #[must_use]
    pub fn spelling(&self, span: Span) -> Option<(FileId, Range<usize>)> {
        let mut range = span.to_range()?;
        // A body's tokens are older than its expansions, so this ends.
        while let Some((expansion, token)) = self.expansion_at(range.start as u32) {
            range = expansion.spellings.get(token)?.to_range().filter(|it| it.start < range.start)?;
        }
        let (file, start) = self.file_at(range.start as u32)?;
        Some((file, start..start + range.len()))
    }

    /// The file that holds `address`, and the byte offset there. The end of a file belongs to it.
    fn file_at(&self, address: u32) -> Option<(FileId, usize)> {
        let index = self.files.partition_point(|file| file.base <= address).checked_sub(1)?;
        let file = self.files.get(index)?;
        let offset = (address - file.base) as usize;
        (offset <= file.text.len()).then_some((FileId(index as u32), offset))
    }

    /// The expansion that holds `address`, and the index of the token in the macro's body.
    fn expansion_at(&self, address: u32) -> Option<(&Expansion, usize)> {
        let index = self.expansions.partition_point(|expansion| expansion.base <= address).checked_sub(1)?;
        let expansion = self.expansions.get(index)?;
        let token = (address - expansion.base) as usize;
        (token < expansion.spellings.len()).then_some((expansion, token))
    }

    /// The outermost expansion that `span` starts in.
    #[must_use]
    pub fn outermost_expansion(&self, span: Span) -> Option<&Expansion> {
        let mut outermost = self.expansion_at(ends(span).0)?.0;
        // A call site is older than its expansion; anything else would not terminate.
        while let Some((outer, _)) = self.expansion_at(ends(outermost.call_site).0)
            && outer.base < outermost.base
        {
            outermost = outer;
        }
        Some(outermost)
    }

    /// Follows `address` out of all macro expansions: the start of the outermost call site, or its last byte.
    fn outermost(&self, mut address: u32, last: bool, mut levels: Option<&mut Vec<ExpansionLevel>>) -> u32 {
        while let Some((expansion, token)) = self.expansion_at(address) {
            if let Some(levels) = levels.as_deref_mut() {
                levels.push(ExpansionLevel {
                    definition: expansion.definition,
                    spelling: expansion.spellings.get(token).copied().unwrap_or_default(),
                    call_site: expansion.call_site,
                });
            }
            let (start, end) = ends(expansion.call_site);
            let next = if last { end.saturating_sub(1).max(start.min(end)) } else { start };
            // A call site is older than its expansion; anything else would not terminate.
            if next >= expansion.base {
                break;
            }
            address = next;
        }
        address
    }

    /// Traces `span` back to real text: addresses of macro expansions become their outermost call sites.
    #[must_use]
    pub fn resolve(&self, span: Span) -> Option<Resolved> {
        if !span.is_defined() {
            return None;
        }
        let (start, end) = ends(span);
        let mut expansions = Vec::new();
        let first = self.outermost(start, false, Some(&mut expansions));
        let (file, start_offset) = self.file_at(first)?;
        let mut range = start_offset..start_offset;
        if let Some((_, start_last)) = self.file_at(self.outermost(start, true, None)).filter(|at| at.0 == file)
            && !expansions.is_empty()
        {
            range.end = range.end.max(start_last + 1);
        }
        if end != start
            && let Some((end_file, end_offset)) = self.file_at(self.outermost(end.saturating_sub(1), true, None))
            && end_file == file
        {
            range.end = range.end.max(end_offset + 1);
            // The end may be written before the start: `x` in the expansion of `#define NEGATE(x) (-x)`.
            if let Some((_, offset)) = self.file_at(self.outermost(end.saturating_sub(1), false, None)) {
                range.start = range.start.min(offset);
            }
        }
        let text = &self.file(file)?.text;
        range.end = range.end.min(text.len()).max(range.start);
        while !text.is_char_boundary(range.end) {
            range.end += 1;
        }
        while !text.is_char_boundary(range.start) {
            range.start -= 1;
        }
        Some(Resolved { file, range, expansions })
    }

    /// The location that a person sees for the start of `span`.
    #[must_use]
    pub fn location(&self, span: Span) -> Option<Location> {
        let resolved = self.resolve(span)?;
        Some(self.file(resolved.file)?.location(resolved.range.start))
    }

    /// The file and line of the [`location`](Self::location) of a token, which begins and ends in one expansion.
    #[must_use]
    pub fn line_of_token(&self, span: Span) -> Option<(&str, u32)> {
        if !span.is_defined() {
            return None;
        }
        let (file, offset) = self.file_at(self.outermost(ends(span).0, false, None))?;
        Some(self.file(file)?.file_and_line(offset))
    }

    /// The text that `span` covers after tracing it back.
    #[must_use]
    pub fn text(&self, span: Span) -> Option<&str> {
        let resolved = self.resolve(span)?;
        self.file(resolved.file)?.text.get(resolved.range)
    }
}

/// The two ends of a span, even of one that runs backwards (joined from a macro's body and its argument).
fn ends(span: Span) -> (u32, u32) {
    // `Span` exposes its ends as a range only, and has none for the undefined span.
    span.to_range().map_or((0, 0), |range| (range.start as u32, range.end as u32))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn file(map: &mut SourceMap, name: &str, text: &str) -> u32 {
        let id = map.add_file(name, text, Span::UNDEFINED).unwrap();
        map.file(id).unwrap().base
    }

    #[test]
    fn files_have_their_own_addresses_and_a_gap() {
        let mut map = SourceMap::default();
        let a = file(&mut map, "a", "ab");
        let b = file(&mut map, "b", "cd");
        assert_eq!((a, b), (1, 4));
        assert_eq!(map.text(Span::new(4, 6)), Some("cd"));
        let end = map.resolve(Span::new(3, 3)).unwrap();
        assert_eq!((end.file, end.range), (FileId(0), 2..2));
        let start = map.resolve(Span::new(4, 4)).unwrap();
        assert_eq!((start.file, start.range), (FileId(1), 0..0));
        assert_eq!(map.resolve(Span::UNDEFINED), None);
        assert_eq!(map.resolve(Span::new(100, 101)), None);
    }

    #[test]
    fn lines_end_with_any_line_end() {
        let mut map = SourceMap::default();
        file(&mut map, "a", "x\ny\r\nz\rw é!");
        for (offset, line, column) in [(0, 1, 1), (1, 1, 2), (2, 2, 1), (5, 3, 1), (7, 4, 1), (11, 4, 4)] {
            let location = map.location(Span::new(1 + offset, 2 + offset)).unwrap();
            assert_eq!((location.line, location.column), (line, column), "offset {offset}");
        }
        assert_eq!(map.files()[0].line_range(1), Some(2..3));
        assert_eq!(map.files()[0].line_range(9), None);
    }

    #[test]
    fn line_directives_renumber_what_follows() {
        let mut map = SourceMap::default();
        file(&mut map, "a", "one\n#line 100\nx\ny\n#line 7 \"g\"\nz\n#line 9\nw");
        map.add_line_directive(FileId(0), 14, 100, None);
        map.add_line_directive(FileId(0), 30, 7, Some("g".to_owned()));
        map.add_line_directive(FileId(0), 40, 9, None);
        let at = |offset: u32| {
            let location = map.location(Span::new(1 + offset, 2 + offset)).unwrap();
            (location.file, location.line)
        };
        assert_eq!(at(0), ("a".to_owned(), 1));
        assert_eq!(at(14), ("a".to_owned(), 100));
        assert_eq!(at(16), ("a".to_owned(), 101));
        assert_eq!(at(30), ("g".to_owned(), 7));
        assert_eq!(at(41), ("g".to_owned(), 9));
    }

    #[test]
    fn expansions_resolve_to_the_outermost_call_site() {
        //                                    0         1         2         3
        //                                    0123456789012345678901234567890123456789
        let text = "#define A 1+2\n#define B A*3\nx = B(y);";
        let mut map = SourceMap::default();
        file(&mut map, "a", text);
        let (one, plus, two) = (Span::new(11, 12), Span::new(12, 13), Span::new(13, 14));
        let a_in_b = Span::new(25, 26);
        let call = Span::new(33, 37);
        assert_eq!(map.text(call), Some("B(y)"));
        let b = map.add_expansion(call, Span::new(23, 24), Arc::from([a_in_b, Span::new(26, 27)])).unwrap();
        let a = map.add_expansion(Span::new(b, b + 1), Span::new(9, 10), Arc::from([one, plus, two])).unwrap();
        let resolved = map.resolve(Span::new(a + 2, a + 3)).unwrap();
        assert_eq!(resolved.range, 32..36);
        assert_eq!(resolved.expansions.len(), 2);
        assert_eq!(map.text(resolved.expansions[0].definition), Some("A"));
        assert_eq!(map.text(resolved.expansions[0].spelling), Some("2"));
        assert_eq!(map.text(resolved.expansions[1].definition), Some("B"));
        assert_eq!(map.text(resolved.expansions[1].spelling), Some("A"));
        // From real text into an expansion and back, in both directions.
        assert_eq!(map.text(Span::new(29, a + 1)), Some("x = B(y)"));
        assert_eq!(map.text(Span::new(a, 38)), Some("B(y);"));
        assert_eq!(map.text(Span::new(a, 36)), Some("B(y)"));
        assert_eq!(map.text(Span::new(a, a)), Some("B(y)"));
    }

    #[test]
    fn full_address_space_is_an_error() {
        let mut map = SourceMap { used: u32::MAX - 4, ..SourceMap::default() };
        assert_eq!(map.add_file("a", "abc", Span::UNDEFINED), Err(SourceTooLarge));
        assert_eq!(
            map.add_expansion(Span::new(1, 2), Span::new(1, 2), Arc::from([Span::new(1, 2); 3])),
            Err(SourceTooLarge)
        );
        assert!(map.add_file("a", "", Span::UNDEFINED).is_ok());
    }
}
