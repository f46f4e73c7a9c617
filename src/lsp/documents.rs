//! Open documents, each with its last check.
//!
//! Comes in: texts. Goes out: a [`View`] of a document in the shader that it belongs to. Must not depend on: the protocol.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range as Bytes;

use gen_lsp_types::{Position, Range};
use glslsub::FileLoader;
use glslsub::internals::Stage;
use glslsub::internals::diagnostics::Severity;
use glslsub::internals::driver::{Input, Inspection, Options, StageFallback, inspect};
use glslsub::internals::source::{FileId, SourceFile, Span};

use super::files::{OpenFiles, name_of, uri_of};
use super::place;
use super::settings::Settings;

/// The documents that are open in an editor.
pub struct Documents {
    settings: Settings,
    /// Their texts by name.
    texts: BTreeMap<String, String>,
    states: BTreeMap<String, State>,
    /// Documents that were closed since diagnostics were published, with the files that had some.
    closed: Vec<BTreeSet<String>>,
}

/// What is known about a document.
#[derive(Default)]
struct State {
    version: i32,
    /// The last check; `None` after a change.
    check: Option<Check>,
    /// Whether its diagnostics were published after that check.
    is_published: bool,
    /// The files that have diagnostics of this shader.
    has_diagnostics: BTreeSet<String>,
}

/// The check of a document as a shader.
struct Check {
    inspection: Inspection,
    /// It has no stage of its own, so it is a part of shaders that include it.
    is_part: bool,
}

/// A document, as a file of a shader that was checked.
pub struct View<'a> {
    /// The check of that shader.
    pub inspection: &'a Inspection,
    /// The file of the document.
    pub file: FileId,
    source: &'a SourceFile,
}

/// A checked shader whose diagnostics are to be published.
pub struct Checked<'a> {
    /// Its version in the editor.
    pub version: i32,
    /// Its name.
    pub name: &'a str,
    /// The check; `None` if it is not a shader of its own.
    pub inspection: Option<&'a Inspection>,
    /// The files that had diagnostics of this shader so far; the caller replaces them.
    pub has_diagnostics: &'a mut BTreeSet<String>,
}

impl Documents {
    /// No documents.
    pub const fn new(settings: Settings) -> Self {
        Self { settings, texts: BTreeMap::new(), states: BTreeMap::new(), closed: Vec::new() }
    }

    /// Opens a document or changes its text.
    pub fn set(&mut self, uri: String, text: String, version: i32) {
        let name = name_of(&uri);
        self.forget(&name);
        self.states.entry(name.clone()).or_default().version = version;
        self.texts.insert(name, text);
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        let name = name_of(uri);
        self.texts.remove(&name);
        self.forget(&name);
        self.closed.extend(self.states.remove(&name).map(|state| state.has_diagnostics));
    }

    /// Forgets every check: files may have changed.
    pub fn forget_all(&mut self) {
        for state in self.states.values_mut() {
            state.check = None;
        }
    }

    /// Forgets the checks that a file is part of, and those that did not find a file.
    fn forget(&mut self, name: &str) {
        for (own, state) in &mut self.states {
            let reads = |check: &Check| {
                let inspection = &check.inspection;
                inspection.sources.files().iter().any(|file| file.name == name)
                    || inspection
                        .diagnostics
                        .iter()
                        .any(|it| it.code == glslsub::internals::diagnostics::Code::IncludeNotFound)
            };
            if own == name || state.check.as_ref().is_some_and(reads) {
                state.check = None;
            }
        }
    }

    /// Checks a document unless its last check still counts.
    fn check(&mut self, name: &str) {
        let (Some(state), Some(text)) = (self.states.get_mut(name), self.texts.get(name)) else { return };
        if state.check.is_some() {
            return;
        }
        let run = |options: &Options| {
            let folders = self.settings.include.iter();
            let files = folders.fold(FileLoader::new(), FileLoader::folder);
            inspect(Input { name, text }, options, &mut OpenFiles { files, open: &self.texts })
        };
        let mut inspection = run(&self.settings.options);
        let is_part = inspection.stage.is_none();
        if is_part {
            // Some stage, so that its names are known.
            let stage_fallback = StageFallback::Stage(Stage::Compute);
            inspection = run(&Options { stage_fallback, ..self.settings.options.clone() });
        }
        state.check = Some(Check { inspection, is_part });
        state.is_published = false;
    }

    /// What `how` finds in a document with another text; the document and its last check stay as they are.
    pub fn with_text<T>(&self, uri: &str, text: String, how: impl FnOnce(&View<'_>) -> T) -> Option<T> {
        self.with_texts([(name_of(uri), text)]).view(uri).map(|view| how(&view))
    }

    /// The same documents, but for some that have another text.
    pub fn with_texts(&self, changed: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut texts = self.texts.clone();
        texts.extend(changed);
        let states = texts.keys().map(|name| (name.clone(), State::default())).collect();
        Self { settings: self.settings.clone(), texts, states, closed: Vec::new() }
    }

    /// Every document as a shader, even those that are parts of others.
    pub fn shaders(&mut self) -> impl Iterator<Item = &Inspection> {
        self.checks().map(|check| &check.inspection)
    }

    /// How many errors the shaders have.
    pub fn error_count(&mut self) -> usize {
        let diagnostics = self.checks().filter(|it| !it.is_part).flat_map(|it| &it.inspection.diagnostics);
        diagnostics.filter(|it| it.severity == Severity::Error).count()
    }

    fn checks(&mut self) -> impl Iterator<Item = &Check> {
        for name in self.texts.keys().cloned().collect::<Vec<_>>() {
            self.check(&name);
        }
        self.states.values().filter_map(|state| state.check.as_ref())
    }

    /// A document in the shader that it belongs to: itself, or one that includes it.
    pub fn view(&mut self, uri: &str) -> Option<View<'_>> {
        let name = name_of(uri);
        self.check(&name);
        if self.states.get(&name)?.check.as_ref()?.is_part {
            for other in self.texts.keys().cloned().collect::<Vec<_>>() {
                self.check(&other);
            }
        }
        let own = self.states.get(&name)?.check.as_ref()?;
        let includers = self.states.values().filter_map(|state| state.check.as_ref()).filter(|it| !it.is_part);
        let views = includers.filter_map(|check| view_in(&check.inspection, &name));
        let mut views = views.filter(|_| own.is_part);
        views.next().or_else(|| view_in(&own.inspection, &name))
    }

    /// Checks what has changed, and gives what is to be published.
    pub fn changed(&mut self) -> Vec<Checked<'_>> {
        for name in self.texts.keys().cloned().collect::<Vec<_>>() {
            self.check(&name);
        }
        let changed = self.states.iter_mut().filter(|(_, state)| !state.is_published);
        changed
            .filter_map(|(name, state)| {
                state.is_published = true;
                let check = state.check.as_ref()?;
                let inspection = Some(&check.inspection).filter(|_| !check.is_part);
                Some(Checked { version: state.version, name, inspection, has_diagnostics: &mut state.has_diagnostics })
            })
            .collect()
    }

    /// The files that had diagnostics of documents which are closed now.
    pub fn take_closed(&mut self) -> BTreeSet<String> {
        self.closed.drain(..).flatten().collect()
    }
}

fn view_in<'a>(inspection: &'a Inspection, name: &str) -> Option<View<'a>> {
    let index = inspection.sources.files().iter().position(|file| file.name == name)?;
    let source = inspection.sources.files().get(index)?;
    Some(View { inspection, file: FileId(u32::try_from(index).ok()?), source })
}

impl<'a> View<'a> {
    /// The text of the document.
    pub fn text(&self) -> &'a str {
        &self.source.text
    }

    /// The byte at a position.
    pub fn offset(&self, at: &Position) -> usize {
        place::offset(self.source, at)
    }

    /// The range of bytes of the document.
    pub fn range(&self, bytes: &Bytes<usize>) -> Range {
        place::range(self.source, bytes)
    }

    /// The bytes that a span covers in the document, if it is written there.
    pub fn own(&self, span: Span) -> Option<Bytes<usize>> {
        self.inspection.sources.spelling(span).filter(|(file, _)| *file == self.file).map(|(_, bytes)| bytes)
    }

    /// The URI and range of bytes in any file of the shader.
    pub fn location(&self, file: FileId, bytes: &Bytes<usize>) -> Option<(String, Range)> {
        let source = self.inspection.sources.file(file)?;
        Some((uri_of(&source.name), place::range(source, bytes)))
    }
}
