//! Semantic tokens: what names stand for, which a grammar of the editor cannot know.
//!
//! Comes in: a checked document. Goes out: its names with their kinds, encoded as the protocol wants it. Must not depend on: colors.

use std::collections::BTreeMap;
use std::ops::Range as Bytes;

use gen_lsp_types::{SemanticToken, SemanticTokens};
use glslsub::internals::builtins;
use glslsub::internals::preprocess::{Punctuation, TokenKind};
use glslsub::internals::sema::NameKind;

use super::documents::View;
use super::place::word_at;

/// The kinds of names, by number.
pub const TYPES: &[&str] = &["variable", "function", "type", "macro"];
/// What else is said about them, by bit.
pub const MODIFIERS: &[&str] = &["declaration", "readonly", "defaultLibrary"];

const VARIABLE: u32 = 0;
const FUNCTION: u32 = 1;
const TYPE: u32 = 2;
const MACRO: u32 = 3;

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const BUILT_IN: u32 = 4;

/// A kind with modifiers.
type Kind = (u32, u32);

/// The names of the document.
pub fn tokens(view: &View<'_>) -> SemanticTokens {
    let mut found = built_in(view);
    let index = &view.inspection.index;
    let mut add = |bytes: Option<Bytes<usize>>, kind: Kind| {
        // A use may be more than a name: a type with its dimensions.
        let word = bytes.and_then(|bytes| word_at(view.text(), bytes.start).filter(|word| word.start == bytes.start));
        found.extend(word.map(|word| (word.start, (word.end, kind))));
    };
    for it in &index.uses {
        add(view.own(it.span), kind_of(it.kind));
    }
    for it in &index.declared {
        let (kind, modifiers) = kind_of(it.kind);
        add(view.own(it.span), (kind, modifiers | DECLARATION));
    }
    for it in view.inspection.sources.expansions() {
        add(view.own(it.call_site), (MACRO, 0));
        add(view.own(it.definition), (MACRO, DECLARATION));
    }
    encoded(view, &found)
}

const fn kind_of(kind: NameKind) -> Kind {
    match kind {
        NameKind::Variable => (VARIABLE, 0),
        NameKind::Constant => (VARIABLE, READONLY),
        NameKind::Type | NameKind::Block => (TYPE, 0),
        NameKind::Function => (FUNCTION, 0),
    }
}

/// Words of the document that the language declares, by their first byte.
fn built_in(view: &View<'_>) -> BTreeMap<usize, (usize, Kind)> {
    let mut found = BTreeMap::new();
    let tokens = view.inspection.preprocessed.iter().flat_map(|it| &it.tokens);
    let mut after_dot = false;
    for token in tokens {
        let is_member = std::mem::replace(&mut after_dot, token.kind == TokenKind::Punctuation(Punctuation::Dot));
        let TokenKind::Word(symbol) = token.kind else { continue };
        let name = view.inspection.names.resolve(symbol);
        let kind = if builtins::function(name).is_some() {
            (FUNCTION, BUILT_IN)
        } else if builtins::value(name).is_some() || !builtins::variables(name).is_empty() {
            (VARIABLE, BUILT_IN)
        } else if builtins::constant(name).is_some() {
            (VARIABLE, BUILT_IN | READONLY)
        } else if builtins::type_name(name).is_some() || builtins::type_family(name).is_some() {
            (TYPE, BUILT_IN)
        } else {
            continue;
        };
        // Built-in members of blocks, such as `gl_in[0].gl_Position`, begin with `gl_`.
        if let Some(bytes) = view.own(token.span).filter(|_| !is_member || name.starts_with("gl_")) {
            found.insert(bytes.start, (bytes.end, kind));
        }
    }
    found
}

/// Lines and columns relative to the token before.
fn encoded(view: &View<'_>, found: &BTreeMap<usize, (usize, Kind)>) -> SemanticTokens {
    let mut data = Vec::with_capacity(found.len());
    let (mut line, mut character) = (0, 0);
    for (&start, &(end, (token_type, token_modifiers_bitset))) in found {
        let range = view.range(&(start..end));
        let delta_line = range.start.line - line;
        let delta_start = if delta_line == 0 { range.start.character - character } else { range.start.character };
        let length = range.end.character.saturating_sub(range.start.character);
        data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        (line, character) = (range.start.line, range.start.character);
    }
    SemanticTokens { result_id: None, data }
}
