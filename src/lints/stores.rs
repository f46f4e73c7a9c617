//! Lint: stores to local variables that nothing reads.
//!
//! Comes in: a function and its blocks. Goes out: findings. Must not depend on: terms.

use super::catalog::Tier;
use super::finding::{Findings, warning};
use super::scan::Scan;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Argument, Block, Function, Handle, Local, Place, PlaceRoot, Span, Statement, Value, ValueKind};

/// Variables of a function that are written and never read.
pub(super) fn unread(function: &Function, scan: &Scan, findings: &mut Findings) {
    for &(local, span) in &scan.unread(function) {
        // A variable that is set where it is declared, and never again, is left over from what the preprocessor left out.
        if scan.is_set_once(local) {
            continue;
        }
        let Ok(local) = function.locals.try_get(local) else { continue };
        findings.push(Tier::Taste, dead_store(&local.name, span, "nothing reads it"));
    }
}

/// Stores to variables that the next store in the same block overwrites, or that the function ends without reading.
pub(super) struct Stores<'a> {
    function: &'a Function,
    /// By local, the last store that nothing read so far.
    unread: Vec<Option<Span>>,
    /// The stores of a block in their order, also those that were read since.
    all: Vec<(Handle<Local>, Span)>,
}

impl<'a> Stores<'a> {
    pub(super) fn of(function: &'a Function) -> Self {
        Self { function, unread: vec![None; function.locals.len()], all: Vec::new() }
    }

    /// Something may read a local, or writes a part of it.
    fn touch(&mut self, place: Handle<Place>) -> Option<Span> {
        let Ok(PlaceRoot::Local(local)) = self.function.places.try_get(place).map(|it| it.root) else { return None };
        self.unread.get_mut(local.index())?.take()
    }

    fn touch_all(&mut self) {
        for (local, _) in self.all.drain(..) {
            if let Some(unread) = self.unread.get_mut(local.index()) {
                *unread = None;
            }
        }
    }

    /// The local that a place is all of.
    fn whole(&self, place: Handle<Place>) -> Option<Handle<Local>> {
        let place = self.function.places.try_get(place).ok()?;
        let PlaceRoot::Local(local) = place.root else { return None };
        place.is_whole().then_some(local)
    }

    fn report(&self, local: Handle<Local>, span: Span, why: &str, findings: &mut Findings) {
        if let Ok(local) = self.function.locals.try_get(local)
            && !local.name.is_empty()
        {
            findings.push(Tier::Taste, dead_store(&local.name, span, why));
        }
    }

    pub(super) fn look_at(&mut self, block: &Block, is_body: bool, scan: &Scan, findings: &mut Findings) {
        let function = self.function;
        for (statement, span) in &block.statements {
            match statement {
                Statement::Evaluate(value) => {
                    let Ok(value) = function.values.try_get(*value) else { continue };
                    value.kind.for_each_operand(|operand| {
                        if let Argument::Place(place) = operand {
                            self.touch(place);
                        }
                    });
                }
                Statement::Store { place, value } => {
                    let before = self.touch(*place);
                    // Of a part, the rest is kept.
                    let Some(stored) = self.whole(*place) else { continue };
                    if let Some(before) = before {
                        self.report(stored, before, "the next store overwrites it", findings);
                    }
                    // What a call wrote to its argument is not stored for a reader.
                    if !is_copied_back(function, *value)
                        && let Some(unread) = self.unread.get_mut(stored.index())
                    {
                        *unread = Some(*span);
                        self.all.push((stored, *span));
                    }
                }
                Statement::If { .. } | Statement::Loop(_) | Statement::Switch(_) => self.touch_all(),
                _ => {}
            }
        }
        if is_body {
            for &(local, span) in &self.all {
                let is_last = self.unread.get(local.index()) == Some(&Some(span));
                if is_last && scan.is_read(local) {
                    self.report(local, span, "nothing reads it then", findings);
                }
            }
        }
        self.touch_all();
    }
}

/// Whether a value is what a call left in the variable that stands for its argument.
fn is_copied_back(function: &Function, value: Handle<Value>) -> bool {
    let Ok(ValueKind::Load(place)) = function.values.try_get(value).map(|it| &it.kind) else { return false };
    let Ok(PlaceRoot::Local(local)) = function.places.try_get(*place).map(|it| it.root) else { return false };
    function.locals.try_get(local).is_ok_and(|it| it.name.is_empty())
}

#[cold]
fn dead_store(name: &str, span: Span, why: &str) -> Diagnostic {
    let message = format!("`{name}` is written, but {why}");
    warning(Code::SharedNeverRead, span, message, "a store without effect").with_help("leave the store out")
}
