//! The macros defined at a given moment.
//!
//! Comes in: definitions made by directives, the command line and the language version. Goes out: look-up by name.
//! Must not depend on: how macros are expanded.

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::lexer::{PpKind, PpToken};
use crate::source::{Span, Symbol};

/// Names a macro of a [`MacroTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MacroId(u32);

/// What a macro is replaced by.
#[derive(Clone, Debug)]
pub(super) enum MacroKind {
    /// A number that the implementation defines, such as `__VERSION__`.
    Number(Symbol),
    /// `__LINE__`.
    Line,
    /// `__FILE__`.
    File,
    /// `#define NAME body`.
    Object,
    /// `#define NAME(parameters) body`; for each parameter, whether its expansion is used.
    Function(IndexSet<Symbol, FxBuildHasher>),
}

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub kind: MacroKind,
    /// Its name in the `#define`, undefined for predefined macros.
    pub definition: Span,
    /// Its body in the table's store.
    pub body: Range<usize>,
    /// Where the tokens of the body are written, once that was needed: most macros are never expanded.
    spellings: Option<Arc<[Span]>>,
    /// The body has `##`.
    pub pastes: bool,
    /// For each parameter, whether it is used where its expansion counts, not beside `##`.
    pub expanded_parameters: SmallVec<[bool; 8]>,
    /// Its expansion is being read, so its name is not replaced.
    pub disabled: bool,
}

impl Macro {
    pub(super) const fn is_predefined(&self) -> bool {
        matches!(self.kind, MacroKind::Number(_) | MacroKind::Line | MacroKind::File)
    }
}

/// This name has not been looked up yet. An extension may define it.
const UNMET: u32 = 0;
/// No macro has this name.
const NO_MACRO: u32 = 1;
/// What is added to the index of a macro.
const FIRST: u32 = 2;

/// Every macro, old and current.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    macros: Vec<Macro>,
    /// By symbol: [`UNMET`], [`NO_MACRO`], or the index of the macro plus [`FIRST`].
    current: Vec<u32>,
    /// The names that this shader or its version has decided about. All others are no macros in any shader until it defines them.
    decided: Vec<Symbol>,
    /// The bodies of all macros.
    bodies: Vec<PpToken>,
}

impl MacroTable {
    /// The macro called `name`.
    pub(super) fn lookup(&self, name: Symbol) -> Option<MacroId> {
        self.current.get(name.index()).and_then(|&slot| slot.checked_sub(FIRST)).map(MacroId)
    }

    /// Whether this name has been neither defined nor [settled](Self::settle).
    pub(super) fn is_unmet(&self, name: Symbol) -> bool {
        self.current.get(name.index()).is_none_or(|&slot| slot == UNMET)
    }

    /// Whether this name has been [settled](Self::settle) and not been defined since.
    pub(super) fn is_settled(&self, name: Symbol) -> bool {
        self.current.get(name.index()) == Some(&NO_MACRO)
    }

    /// Whether this name is a macro's, or has not been looked up yet.
    pub(super) fn may_be_macro(&self, name: Symbol) -> bool {
        self.current.get(name.index()).is_none_or(|&slot| slot != NO_MACRO)
    }

    /// Records that no macro has this name until one is defined.
    pub(super) fn settle(&mut self, name: Symbol) {
        self.set(name, NO_MACRO);
    }

    /// The same, but only in this shader.
    pub(super) fn settle_here(&mut self, name: Symbol) {
        self.settle(name);
        self.decided.push(name);
    }

    fn set(&mut self, name: Symbol, value: u32) {
        if self.current.len() <= name.index() {
            self.current.resize(name.index() + 1, UNMET);
        }
        if let Some(slot) = self.current.get_mut(name.index()) {
            *slot = value;
        }
    }

    /// The macro with this id.
    pub(super) fn get(&self, id: MacroId) -> Option<&Macro> {
        self.macros.get(id.0 as usize)
    }

    /// Where the tokens of a body are written.
    pub(super) fn spellings(&mut self, id: MacroId) -> Arc<[Span]> {
        let Some(entry) = self.macros.get_mut(id.0 as usize) else { return Arc::default() };
        let body = self.bodies.get(entry.body.clone()).unwrap_or_default();
        entry.spellings.get_or_insert_with(|| body.iter().map(|token| token.span).collect()).clone()
    }

    /// Forgets all macros, but keeps the memory, and the names that are no macros.
    pub(super) fn clear(&mut self) {
        self.macros.clear();
        for name in self.decided.drain(..) {
            if let Some(slot) = self.current.get_mut(name.index()) {
                *slot = UNMET;
            }
        }
        self.bodies.clear();
    }

    /// Turns replacement of a macro's name off or on.
    pub(super) fn set_disabled(&mut self, id: MacroId, disabled: bool) {
        if let Some(entry) = self.macros.get_mut(id.0 as usize) {
            entry.disabled = disabled;
        }
    }

    /// The tokens of a body.
    pub(super) fn body(&self, range: Range<usize>) -> &[PpToken] {
        self.bodies.get(range).unwrap_or(&[])
    }

    /// A token of a body by its position in the store.
    pub(super) fn body_token(&self, index: usize) -> Option<PpToken> {
        self.bodies.get(index).copied()
    }

    /// Defines `name`, in place of an earlier definition.
    pub(super) fn define(&mut self, name: Symbol, kind: MacroKind, definition: Span, body: &[PpToken]) {
        let start = self.bodies.len();
        self.bodies.extend_from_slice(body);
        let parameters = if let MacroKind::Function(parameters) = &kind { parameters.len() } else { 0 };
        let mut expanded_parameters = SmallVec::from_elem(false, parameters);
        let is_paste = |index: usize| body.get(index).is_some_and(|token| token.kind == PpKind::Paste);
        for (index, token) in body.iter().enumerate() {
            if let PpKind::Parameter(parameter) = token.kind
                && !is_paste(index + 1)
                && !(index > 0 && is_paste(index - 1))
                && let Some(expanded) = expanded_parameters.get_mut(parameter as usize)
            {
                *expanded = true;
            }
        }
        self.macros.push(Macro {
            kind,
            definition,
            body: start..self.bodies.len(),
            spellings: None,
            pastes: body.iter().any(|token| token.kind == PpKind::Paste),
            expanded_parameters,
            disabled: false,
        });
        self.set(name, self.macros.len() as u32 - 1 + FIRST);
        self.decided.push(name);
    }

    /// Whether `id` has this definition: the same parameters and the same tokens, white space alike
    /// (ISO C++ as GLSL 4.60, 3.3 refers to it).
    pub(super) fn is_same(&self, id: MacroId, kind: &MacroKind, body: &[PpToken]) -> bool {
        let Some(entry) = self.get(id) else { return false };
        let same_kind = match (&entry.kind, kind) {
            (MacroKind::Object, MacroKind::Object) => true,
            (MacroKind::Function(old), MacroKind::Function(new)) => old.iter().eq(new.iter()),
            (MacroKind::Number(value), MacroKind::Object) => {
                return matches!(body, [token] if token.kind == PpKind::Number(*value));
            }
            _ => false,
        };
        let old = self.body(entry.body.clone());
        same_kind
            && old.len() == body.len()
            && old
                .iter()
                .zip(body)
                .enumerate()
                .all(|(index, (old, new))| old.kind == new.kind && (index == 0 || old.space == new.space))
    }
}
