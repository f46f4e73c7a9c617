//! The source map as codespan-reporting wants to see it, with names and line numbers as `#line` sets them.
//!
//! Comes in: a [`SourceMap`] and places in it. Goes out: an implementation of [`Files`]. Must not know: diagnostics.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use crate::source::{FileId, SourceFile, SourceMap};

/// Files as they are shown. A file of the source map appears once per name that `#line` gives its parts.
pub(super) struct ShownFiles<'a> {
    sources: &'a SourceMap,
    shown: Vec<(FileId, String)>,
}

impl<'a> ShownFiles<'a> {
    pub(super) const fn new(sources: &'a SourceMap) -> Self {
        Self { sources, shown: Vec::new() }
    }

    /// The id for labels in `file` at byte `offset`.
    pub(super) fn id(&mut self, file: FileId, offset: usize) -> Option<usize> {
        let name = self.sources.file(file)?.location(offset).file;
        let known = self.shown.iter().position(|(it, shown)| *it == file && *shown == name);
        Some(known.unwrap_or_else(|| {
            self.shown.push((file, name));
            self.shown.len() - 1
        }))
    }

    fn file(&self, id: usize) -> Result<&SourceFile, Error> {
        let (file, _) = self.shown.get(id).ok_or(Error::FileMissing)?;
        self.sources.file(*file).ok_or(Error::FileMissing)
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
        Ok(&self.file(id)?.text)
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        Ok(self.file(id)?.line_index(byte_index))
    }

    fn line_number(&'a self, id: usize, line_index: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let start = file.line_starts().get(line_index).copied().unwrap_or_default();
        Ok(file.location(start as usize).line as usize)
    }

    fn line_range(&'a self, id: usize, line_index: usize) -> Result<Range<usize>, Error> {
        let file = self.file(id)?;
        let starts = file.line_starts();
        let too_large = Error::LineTooLarge { given: line_index, max: starts.len().saturating_sub(1) };
        let start = *starts.get(line_index).ok_or(too_large)? as usize;
        let end = starts.get(line_index + 1).map_or(file.text.len(), |next| *next as usize);
        Ok(start..end)
    }
}
