//! Where a name is written: references, highlights and renaming.
//!
//! Comes in: a place, and every shader that is open. Goes out: the places of the same name, in all files. Must not depend on: what is
//! in branches of `#if` that are not taken; nobody has recorded it.
//!
//! An included file has a name in every shader that includes it, so files are told apart by their names, not by their number in one
//! shader.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range as Bytes;
use std::sync::Arc;

use gen_lsp_types::{DocumentHighlight, Location, Range, TextEdit, Uri, WorkspaceEdit};
use glslsub::internals::driver::Inspection;
use glslsub::internals::source::Span;

use super::analysis::{Meaning, Place, at};
use super::documents::{Documents, View};
use super::files::{name_of, uri_of};
use super::place::{range, word_at};

/// A file and the bytes of a word in it.
type Written = (String, usize, usize);

/// A name that the shader declares.
#[derive(Debug)]
struct Named {
    name: String,
    is_macro: bool,
    declared: BTreeSet<Written>,
}

/// Where a name is written.
#[derive(Debug, Default)]
struct Places {
    ranges: BTreeMap<Written, Range>,
    /// The texts of those files.
    texts: BTreeMap<String, Arc<str>>,
    /// It is also made in a way that no text shows (`##`).
    is_made: bool,
}

/// The places at which the name at a byte is used, and declared if that is wanted, too.
pub fn references(documents: &mut Documents, uri: &str, offset: usize, with_declaration: bool) -> Vec<Location> {
    let Some(named) = documents.view(uri).and_then(|view| Some(Named::at(&view, offset)?.1)) else { return Vec::new() };
    let places = named.places(documents).ranges.into_iter();
    let wanted = places.filter(|(place, _)| with_declaration || !named.declared.contains(place));
    wanted.map(|((file, ..), range)| Location { uri: Uri(uri_of(&file)), range }).collect()
}

/// The places in the document itself.
pub fn highlights(documents: &mut Documents, uri: &str, offset: usize) -> Vec<DocumentHighlight> {
    let Some(named) = documents.view(uri).and_then(|view| Some(Named::at(&view, offset)?.1)) else { return Vec::new() };
    let own = name_of(uri);
    let places = named.places(documents).ranges.into_iter().filter(|((file, ..), _)| *file == own);
    places.map(|(_, range)| DocumentHighlight { range, kind: None }).collect()
}

/// The name at a byte, if it can be renamed. Macros cannot: what directives say about them is not recorded.
pub fn renamable(view: &View<'_>, offset: usize) -> Option<Range> {
    let (word, named) = Named::at(view, offset)?;
    (!named.is_macro).then(|| view.range(&word))
}

/// The edits that rename what is at a byte.
///
/// # Errors
/// A sentence, if the shaders would not mean the same with the new name.
pub fn rename(documents: &mut Documents, uri: &str, offset: usize, new: &str) -> Result<WorkspaceEdit, String> {
    let named = documents.view(uri).and_then(|view| Some(Named::at(&view, offset)?.1)).filter(|it| !it.is_macro);
    let named = named.ok_or("only variables, functions, types and blocks that the shader declares can be renamed")?;
    let places = named.places(documents);
    if places.is_made {
        return Err(format!("a macro makes the name `{}` in a way that cannot be renamed", named.name));
    }
    let errors = documents.error_count();
    let mut renamed = documents.with_texts(places.texts.iter().map(|(file, text)| {
        let edited = places.edited(file, text, new);
        (file.clone(), edited)
    }));
    let after = named.renamed(&places, new).places(&mut renamed);
    if renamed.error_count() > errors || after.ranges.len() != places.ranges.len() || after.is_made {
        return Err(format!(
            "with `{new}` instead of `{}` the shader would not be valid, or mean something else",
            named.name
        ));
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for ((file, ..), range) in places.ranges {
        changes.entry(Uri(uri_of(&file))).or_default().push(TextEdit { range, new_text: new.to_owned() });
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

impl Named {
    /// The name at a byte of a document, and its bytes, unless the language declares it.
    fn at(view: &View<'_>, offset: usize) -> Option<(Bytes<usize>, Self)> {
        let (word, meaning) = at(view, offset)?;
        let name = view.text().get(word.clone())?.to_owned();
        let (is_macro, places) = match meaning {
            Meaning::Declared(places) => (false, places),
            Meaning::Macro(place) => (true, vec![place]),
            Meaning::File(_) | Meaning::BuiltIn(_) => return None,
        };
        let declared = places.iter().filter_map(|place| written(view.inspection, place, &name)).collect();
        Some((word, Self { name, is_macro, declared }))
    }

    /// Where the open shaders have it.
    fn places(&self, documents: &mut Documents) -> Places {
        let mut places = Places::default();
        for shader in documents.shaders() {
            self.find(shader, &mut places);
        }
        places
    }

    /// Adds the places at which a shader has it.
    fn find(&self, shader: &Inspection, places: &mut Places) {
        let mut add = |span: Span| {
            let spelling = shader.sources.spelling(span);
            let found = spelling.as_ref().and_then(|it| written(shader, it, &self.name));
            let (Some((file, _)), Some(place)) = (spelling, found) else {
                places.is_made = true;
                return;
            };
            let Some(source) = shader.sources.file(file) else { return };
            places.texts.entry(place.0.clone()).or_insert_with(|| source.text.clone());
            let range = range(source, &(place.1..place.2));
            places.ranges.insert(place, range);
        };
        if self.is_macro {
            for it in shader.sources.expansions().iter().filter(|it| self.is_declared_at(shader, it.definition)) {
                add(it.definition);
                add(it.call_site);
            }
            return;
        }
        let index = &shader.index;
        let spans: BTreeSet<Span> =
            index.declared.iter().map(|it| it.span).filter(|&span| self.is_declared_at(shader, span)).collect();
        spans.iter().for_each(|&span| add(span));
        index.uses.iter().filter(|it| spans.contains(&it.declared_at)).for_each(|it| add(it.span));
    }

    fn is_declared_at(&self, shader: &Inspection, span: Span) -> bool {
        let place = shader.sources.spelling(span).and_then(|it| written(shader, &it, &self.name));
        place.is_some_and(|it| self.declared.contains(&it))
    }

    /// The same under a new name, in the edited files.
    fn renamed(&self, places: &Places, new: &str) -> Self {
        let declared = self.declared.iter().map(|(file, start, _)| {
            let earlier = places.ranges.keys().filter(|it| it.0 == *file && it.1 < *start).count();
            let start = start + earlier * new.len() - earlier * self.name.len();
            (file.clone(), start, start + new.len())
        });
        Self { name: new.to_owned(), is_macro: self.is_macro, declared: declared.collect() }
    }
}

impl Places {
    /// The text of a file with a new name at each place.
    fn edited(&self, file: &str, text: &str, new: &str) -> String {
        let mut edited = String::new();
        let mut done = 0;
        for (_, start, end) in self.ranges.keys().filter(|it| it.0 == file) {
            edited.push_str(text.get(done..*start).unwrap_or_default());
            edited.push_str(new);
            done = *end;
        }
        edited.push_str(text.get(done..).unwrap_or_default());
        edited
    }
}

/// A place without the number of its file, if the name is written there. A use may be more than the name: a type with its dimensions.
fn written(shader: &Inspection, (file, bytes): &Place, name: &str) -> Option<Written> {
    let file = shader.sources.file(*file)?;
    let word = word_at(&file.text, bytes.start).filter(|word| word.start == bytes.start)?;
    (file.text.get(word.clone())? == name).then(|| (file.name.clone(), word.start, word.end))
}
