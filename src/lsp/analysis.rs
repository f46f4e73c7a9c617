//! What stands at a place of a document.
//!
//! Comes in: a document and a byte. Goes out: the name there and its [`Meaning`]. Must not depend on: what is asked about it.

use std::ops::Range as Bytes;

use glslsub::internals::builtins;
use glslsub::internals::sema::NameKind;
use glslsub::internals::source::FileId;

use super::documents::View;
use super::place::word_at;

/// A place in a file of the shader.
pub type Place = (FileId, Bytes<usize>);

/// What a name stands for.
#[derive(Debug)]
pub enum Meaning {
    /// An included file.
    File(FileId),
    /// A macro, where it is defined.
    Macro(Place),
    /// Something that the shader declares, at these places: functions have several.
    Declared(Vec<Place>),
    /// Something that the language or an extension declares.
    BuiltIn(String),
}

/// The name at a byte of the document, and what it stands for.
pub fn at(view: &View<'_>, offset: usize) -> Option<(Bytes<usize>, Meaning)> {
    if let Some(found) = include(view, offset) {
        return Some(found);
    }
    let word = word_at(view.text(), offset)?;
    let name = view.text().get(word.clone())?;
    let meaning = macro_call(view, &word)
        .or_else(|| declared(view, &word))
        .or_else(|| define(view, name).map(Meaning::Macro))
        .or_else(|| is_built_in(name).then(|| Meaning::BuiltIn(name.to_owned())))?;
    Some((word, meaning))
}

fn include(view: &View<'_>, offset: usize) -> Option<(Bytes<usize>, Meaning)> {
    (0_u32..).zip(view.inspection.sources.files()).find_map(|(index, file)| {
        let line = view.own(file.included_at).filter(|line| line.contains(&offset))?;
        Some((line, Meaning::File(FileId(index))))
    })
}

/// The macro whose call begins with the word.
fn macro_call(view: &View<'_>, word: &Bytes<usize>) -> Option<Meaning> {
    let sources = &view.inspection.sources;
    let starts_here = |bytes: Bytes<usize>| bytes.start == word.start;
    let call = sources.expansions().iter().find(|it| view.own(it.call_site).is_some_and(starts_here))?;
    sources.spelling(call.definition).map(Meaning::Macro)
}

/// What the shader declares under the word, here or where the word is a use of it.
fn declared(view: &View<'_>, word: &Bytes<usize>) -> Option<Meaning> {
    let index = &view.inspection.index;
    let is_here = |span| view.own(span).is_some_and(|bytes| bytes.start == word.start);
    let used = index.uses.iter().find(|it| is_here(it.span)).map(|it| it.declared_at);
    let span = used.or_else(|| index.declared.iter().find(|it| is_here(it.span)).map(|it| it.span))?;
    let declaration = index.declared.iter().find(|it| it.span == span)?;
    let same = index.declared.iter().filter(|it| {
        let overload = declaration.kind == NameKind::Function && it.kind == NameKind::Function;
        it.span == span || overload && it.symbol == declaration.symbol
    });
    let places = same.filter_map(|it| view.inspection.sources.spelling(it.span));
    Some(Meaning::Declared(places.collect()))
}

/// The last `#define` of a name, which may be nowhere expanded.
pub fn define(view: &View<'_>, name: &str) -> Option<Place> {
    defines(view).filter(|(defined, _)| *defined == name).last().map(|(_, place)| place)
}

/// The names after every `#define` of the shader.
pub fn defines<'a>(view: &View<'a>) -> impl Iterator<Item = (&'a str, Place)> {
    let files = (0_u32..).zip(view.inspection.sources.files());
    files.flat_map(|(index, file)| {
        let lines = (0..file.line_starts().len()).filter_map(|line| file.line_range(line));
        lines.filter_map(move |line| {
            let text = file.text.get(line.clone())?;
            let rest = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
            let name = rest.trim_start();
            let start = line.start + (text.len() - name.len());
            let word = word_at(&file.text, start).filter(|word| word.start == start && rest.len() > name.len())?;
            Some((file.text.get(word.clone())?, (FileId(index), word)))
        })
    })
}

/// Whether the language or an extension declares a name.
fn is_built_in(name: &str) -> bool {
    builtins::function(name).is_some()
        || builtins::value(name).is_some()
        || !builtins::variables(name).is_empty()
        || builtins::constant(name).is_some()
        || builtins::extension(name).is_some()
        || builtins::type_family(name).is_some()
        || builtins::type_name(name).is_some()
}
