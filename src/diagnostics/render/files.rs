//! The source map as codespan-reporting expects it, with names and line numbers as set by `#line`.
//!
//! Comes in: a [`SourceMap`] and places in it. Goes out: an implementation of [`Files`]. Must not depend on:
//! diagnostics.

use std::collections::BTreeMap;
use std::ops::Range;

use codespan_reporting::files::{Error, Files, Location};

use super::visible::{ShownText, visible_line};
use crate::source::{FileId, SourceFile, SourceMap};

/// The texts of the files that cannot be shown as they are; `None` for one that can.
#[derive(Default)]
pub(super) struct ShownTexts(BTreeMap<FileId, Option<ShownText>>);

impl ShownTexts {
    /// The text of a file as it is shown; `None` if it is shown as it is.
    fn prepare(&mut self, sources: &SourceMap, file: FileId) -> Option<&ShownText> {
        let made = || sources.file(file).and_then(|it| ShownText::new(&it.text));
        self.0.entry(file).or_insert_with(made).as_ref()
    }

    fn get(&self, file: FileId) -> Option<&ShownText> {
        self.0.get(&file)?.as_ref()
    }
}

/// Files as they are shown. A file of the source map appears once per name that `#line` gives to its parts.
pub(super) struct ShownFiles<'a> {
    sources: &'a SourceMap,
    texts: &'a mut ShownTexts,
    shown: Vec<(FileId, String)>,
}

impl<'a> ShownFiles<'a> {
    pub(super) const fn new(sources: &'a SourceMap, texts: &'a mut ShownTexts) -> Self {
        Self { sources, texts, shown: Vec::new() }
    }

    /// The file and the byte range in it for a label on `range`.
    pub(super) fn place(&mut self, file: FileId, range: &Range<usize>) -> Option<(usize, Range<usize>)> {
        let id = self.id(file, range.start)?;
        let shown = match self.texts.prepare(self.sources, file) {
            Some(text) => text.shown(range.start)..text.shown(range.end),
            None => range.clone(),
        };
        Some((id, shown))
    }

    /// The id for labels in `file` at byte `offset`.
    fn id(&mut self, file: FileId, offset: usize) -> Option<usize> {
        let name = visible_line(&self.sources.file(file)?.location(offset).file).into_owned();
        let known = self.shown.iter().position(|(it, shown)| *it == file && *shown == name);
        Some(known.unwrap_or_else(|| {
            self.shown.push((file, name));
            self.shown.len() - 1
        }))
    }

    fn file(&self, id: usize) -> Result<(&SourceFile, Option<&ShownText>), Error> {
        let (file, _) = self.shown.get(id).ok_or(Error::FileMissing)?;
        Ok((self.sources.file(*file).ok_or(Error::FileMissing)?, self.texts.get(*file)))
    }
}

impl<'a> Files<'a> for ShownFiles<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.shown.get(id).map(|(_, name)| name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        let (file, shown) = self.file(id)?;
        Ok(shown.map_or(&*file.text, |shown| &shown.text))
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        let (file, shown) = self.file(id)?;
        Ok(file.line_index(shown.map_or(byte_index, |shown| shown.original(byte_index))))
    }

    fn line_number(&'a self, id: usize, line_index: usize) -> Result<usize, Error> {
        let (file, _) = self.file(id)?;
        let start = file.line_starts().get(line_index).copied().unwrap_or_default();
        // `#line 0` is allowed, but the layout counts the digits of positive numbers only.
        Ok(file.location(start as usize).line.max(1) as usize)
    }

    /// The location in the head of a diagnostic: the line number as set by `#line`.
    fn location(&'a self, id: usize, byte_index: usize) -> Result<Location, Error> {
        let (file, shown) = self.file(id)?;
        let place = file.location(shown.map_or(byte_index, |shown| shown.original(byte_index)));
        Ok(Location { line_number: place.line as usize, column_number: place.column as usize })
    }

    fn line_range(&'a self, id: usize, line_index: usize) -> Result<Range<usize>, Error> {
        let (file, shown) = self.file(id)?;
        let starts = file.line_starts();
        let too_large = Error::LineTooLarge { given: line_index, max: starts.len().saturating_sub(1) };
        let start = *starts.get(line_index).ok_or(too_large)? as usize;
        let end = starts.get(line_index + 1).map_or(file.text.len(), |next| *next as usize);
        Ok(shown.map_or(start..end, |shown| shown.shown(start)..shown.shown(end)))
    }
}
