//! Completion: what the stage, the version and the extensions give, and what the shader declares.
//!
//! Comes in: a place. Goes out: names. Must not depend on: which type is expected; any name is offered where a name may stand,
//! and after a dot the members, components and swizzles of what stands before it.

use std::collections::BTreeMap;

use gen_lsp_types::{CompletionItem, CompletionItemKind};
use glslsub::internals::Stage;
use glslsub::internals::builtins::{self, ExtensionSet, Gate};
use glslsub::internals::preprocess::{DIRECTIVES, Version};
use glslsub::internals::sema::{NameKind, is_open};

use super::analysis::defines;
use super::documents::View;
use super::place::word_at;

const BEHAVIORS: &[&str] = &["require", "enable", "warn", "disable"];

/// The names for the word that ends at a byte.
pub fn completion(view: &View<'_>, offset: usize) -> Vec<CompletionItem> {
    let start = word_at(view.text(), offset).map_or(offset, |word| word.start);
    let before = view.text().get(..start).unwrap_or("");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("").trim_start();
    if let Some(directive) = line.strip_prefix('#') {
        return in_directive(view, directive.trim_start());
    }
    if before.ends_with('.') {
        return members(view, start);
    }
    let Some(state) = State::at(view, start) else { return Vec::new() };
    let mut names = state.built_in();
    names.extend(declared(view, start));
    names.into_iter().map(|(name, (kind, detail))| item(name, kind, detail)).collect()
}

fn item(name: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    let detail = Some(detail.to_owned()).filter(|it| !it.is_empty());
    CompletionItem { label: name.to_owned(), kind: Some(kind), detail, ..CompletionItem::default() }
}

/// What may follow the dot before a byte.
fn members(view: &View<'_>, start: usize) -> Vec<CompletionItem> {
    let index = &view.inspection.index;
    let is_here = |span| view.own(span).is_some_and(|bytes| bytes.start == start);
    let found = index.selections.iter().find(|it| is_here(it.span)).and_then(|it| index.members.get(it.members));
    found.into_iter().flatten().map(|it| item(&it.name, CompletionItemKind::Field, &it.ty)).collect()
}

/// Whether a member is to be completed at a byte.
pub fn is_member(text: &str, offset: usize) -> bool {
    let start = word_at(text, offset).map_or(offset, |word| word.start);
    text.get(..start).is_some_and(|before| before.ends_with('.'))
}

/// The text with what the analysis needs to reach a member that is still being typed: a name, and the end of the statement if
/// the line has none.
pub fn completed(text: &str, offset: usize) -> String {
    let word = word_at(text, offset).unwrap_or(offset..offset);
    let (before, after) = (text.get(..word.end).unwrap_or(text), text.get(word.end..).unwrap_or(""));
    let name = if word.is_empty() { "x" } else { "" };
    let rest = after.lines().next().unwrap_or("").trim();
    if !rest.is_empty() && !rest.starts_with("//") {
        return format!("{before}{name}{after}");
    }
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or("");
    let mut open = Vec::new();
    for character in statement.chars() {
        match character {
            '(' => open.push(')'),
            '[' => open.push(']'),
            ')' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    let closing: String = open.into_iter().rev().collect();
    format!("{before}{name}{closing};{after}")
}

/// `#exten|`, `#extension GL_|`, `#extension GL_A : req|`
fn in_directive(view: &View<'_>, before: &str) -> Vec<CompletionItem> {
    let keywords = |words: &[&str]| words.iter().map(|word| item(word, CompletionItemKind::Keyword, "")).collect();
    let Some(rest) = before.strip_prefix("extension") else {
        return if before.is_empty() { keywords(DIRECTIVES) } else { Vec::new() };
    };
    if rest.contains(':') {
        return keywords(BEHAVIORS);
    }
    let version = view.inspection.preprocessed.as_ref().map(|it| it.version);
    let known = builtins::EXTENSIONS.iter().filter(|row| version.is_some_and(|it| it.at_least(row.desktop, row.es)));
    known.map(|row| item(row.name, CompletionItemKind::Module, row.doc)).collect()
}

/// Names with what they are and a line about them.
type Names<'a> = BTreeMap<&'a str, (CompletionItemKind, &'a str)>;

/// What opens gates at a place.
struct State {
    version: Version,
    enabled: ExtensionSet,
    stage: Stage,
}

impl State {
    fn at(view: &View<'_>, offset: usize) -> Option<Self> {
        let preprocessed = view.inspection.preprocessed.as_ref()?;
        let is_after = |span| view.own(span).is_some_and(|bytes| bytes.start >= offset);
        let tokens = preprocessed.tokens.iter().position(|token| is_after(token.span));
        let tokens = tokens.unwrap_or(preprocessed.tokens.len());
        let changes = preprocessed.extensions.iter().take_while(|it| it.first_token <= tokens && !is_after(it.span));
        let enabled = changes.last().map_or(ExtensionSet::EMPTY, |it| it.enabled);
        Some(Self { version: preprocessed.version, enabled, stage: view.inspection.stage? })
    }

    fn built_in(&self) -> Names<'static> {
        let open = |gate: &Gate| is_open(gate, self.version, &self.enabled, self.stage);
        let mut names = Names::new();
        let functions = builtins::FUNCTIONS.iter().map(|it| (it, CompletionItemKind::Function));
        for (row, kind) in functions.chain(builtins::VALUES.iter().map(|it| (it, CompletionItemKind::Variable))) {
            if let Some(prototype) = row.prototypes.iter().find(|it| open(it.gate)) {
                names.insert(row.name, (kind, prototype.doc));
            }
        }
        for row in builtins::VARIABLES.iter().filter(|row| open(row.gate)) {
            names.insert(row.name, (CompletionItemKind::Variable, row.doc));
        }
        for row in builtins::CONSTANTS.iter().filter(|row| open(row.gate)) {
            names.insert(row.name, (CompletionItemKind::Constant, row.doc));
        }
        for row in builtins::TYPES.iter().filter(|row| open(row.gate)) {
            names.insert(row.name, (CompletionItemKind::Struct, ""));
        }
        for row in builtins::TYPE_FAMILIES.iter().filter(|row| open(row.gate)) {
            names.insert(row.name, (CompletionItemKind::Struct, row.doc));
        }
        names
    }
}

/// What the shader declares before a byte, and macros.
fn declared<'a>(view: &View<'a>, offset: usize) -> Names<'a> {
    let index = &view.inspection.index;
    let before = |span| view.own(span).is_none_or(|bytes| bytes.start < offset);
    let functions = index.declared.iter().filter(|it| it.is_global && it.kind == NameKind::Function);
    // Locals of the function that was begun last.
    let function = functions.filter_map(|it| view.own(it.span)).map(|it| it.start).filter(|&it| it < offset).max();
    let is_near = |span| view.own(span).is_some_and(|bytes| Some(bytes.start) > function);
    let visible = index.declared.iter().filter(|it| before(it.span) && (it.is_global || is_near(it.span)));
    let mut names: Names<'a> = visible
        .map(|it| {
            let kind = match it.kind {
                NameKind::Variable => CompletionItemKind::Variable,
                NameKind::Constant => CompletionItemKind::Constant,
                NameKind::Type | NameKind::Block => CompletionItemKind::Struct,
                NameKind::Function => CompletionItemKind::Function,
            };
            (view.inspection.names.resolve(it.symbol), (kind, ""))
        })
        .collect();
    names.extend(defines(view).map(|(name, _)| (name, (CompletionItemKind::Constant, "macro"))));
    names
}
