//! Whether a function can end without `return` (GLSL 4.60, 6.1).
//!
//! Comes in: a finished body. Goes out: whether control can reach its end. Must not depend on: syntax, names.
//!
//! The builder knows what follows a jump; this also knows constant conditions, and loops that run once. It is used only
//! where the builder finds no jump at the end.

use crate::hir::{Arena, Block, Handle, Loop, Statement, Value};
use rustc_hash::FxHashSet;

/// An index of [`Walk::points`].
type Point = usize;

/// Where control continues.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// The end of the function.
    End,
    /// A block from a statement on.
    Statements(Handle<Block>, usize),
    /// The start of a loop.
    Header(Round<'a>),
    /// The test after the header.
    Condition(Round<'a>),
    /// The part that `continue` goes to.
    Continuing(Round<'a>),
    /// The test after that part.
    Repeat(Round<'a>),
}

/// A loop, with where control goes after it.
#[derive(Clone, Copy)]
struct Round<'a> {
    parts: &'a Loop,
    after: Point,
}

/// A place with the places that control reaches by leaving it.
#[derive(Clone, Copy)]
struct Around<'a> {
    place: Place<'a>,
    end: Point,
    at_break: Point,
    at_continue: Point,
}

struct Walk<'a, F> {
    blocks: &'a Arena<Block>,
    known: F,
    points: Vec<Around<'a>>,
    pending: Vec<Point>,
    entered: FxHashSet<Handle<Block>>,
    resumed: FxHashSet<(Handle<Block>, usize)>,
}

/// Whether control can reach the end of `body`. `known` gives the value of a constant condition.
pub(in crate::sema) fn can_end(
    blocks: &Arena<Block>,
    body: Handle<Block>,
    known: impl Fn(Handle<Value>) -> Option<bool>,
) -> bool {
    let end = Around { place: Place::End, end: 0, at_break: 0, at_continue: 0 };
    let (entered, resumed) = (FxHashSet::default(), FxHashSet::default());
    let mut walk = Walk { blocks, known, points: vec![end], pending: Vec::new(), entered, resumed };
    walk.go(Around { place: Place::Statements(body, 0), ..end });
    while let Some(point) = walk.pending.pop() {
        let Some(&around) = walk.points.get(point) else { continue };
        match around.place {
            Place::End => return true,
            Place::Statements(block, index) => walk.statements(block, index, around),
            Place::Header(it) => {
                let end = walk.point(Around { place: Place::Condition(it), ..around });
                walk.go(Around { place: Place::Statements(it.parts.header, 0), end, ..around });
            }
            Place::Condition(it) => walk.condition(it, around),
            Place::Continuing(it) => {
                let end = walk.point(Around { place: Place::Repeat(it), ..around });
                walk.go(Around { place: Place::Statements(it.parts.continuing, 0), end, ..around });
            }
            Place::Repeat(it) => match it.parts.repeat_if.as_ref().map(|test| (walk.known)(test.condition)) {
                None | Some(Some(true)) => walk.go(Around { place: Place::Header(it), ..around }),
                Some(Some(false)) => walk.pending.push(it.after),
                Some(None) => {
                    walk.pending.push(it.after);
                    walk.go(Around { place: Place::Header(it), ..around });
                }
            },
        }
    }
    false
}

impl<'a, F: Fn(Handle<Value>) -> Option<bool>> Walk<'a, F> {
    fn point(&mut self, around: Around<'a>) -> Point {
        self.points.push(around);
        self.points.len() - 1
    }

    fn go(&mut self, around: Around<'a>) {
        let point = self.point(around);
        self.pending.push(point);
    }

    /// What can happen from a statement on. Each block has one owner, so each is visited once.
    fn statements(&mut self, block: Handle<Block>, index: usize, around: Around<'a>) {
        let first = if index == 0 { self.entered.insert(block) } else { self.resumed.insert((block, index)) };
        let Some(contents) = self.blocks.try_get(block).ok().filter(|_| first) else { return };
        for (at, (statement, _)) in contents.statements.iter().enumerate().skip(index) {
            let rest = Around { place: Place::Statements(block, at + 1), ..around };
            match statement {
                Statement::Evaluate(_)
                | Statement::Store { .. }
                | Statement::Describe { .. }
                | Statement::Yield(_)
                | Statement::Demote => {}
                Statement::Return(_) | Statement::Terminate(_) => return,
                Statement::Break(_) => return self.pending.push(around.at_break),
                Statement::Continue(_) => return self.pending.push(around.at_continue),
                Statement::If { condition, accept, reject, .. } => {
                    let end = self.point(rest);
                    let known = (self.known)(*condition);
                    for (block, excluded) in [(*accept, Some(false)), (*reject, Some(true))] {
                        if known.is_none() || known != excluded {
                            self.go(Around { place: Place::Statements(block, 0), end, ..around });
                        }
                    }
                    return;
                }
                Statement::Switch(switch) => {
                    let cases = &switch.cases;
                    let after = self.point(rest);
                    // The last one first, so that each case knows what it falls into.
                    let mut next = after;
                    for case in cases.iter().rev() {
                        let end = if case.falls_through { next } else { after };
                        let place = Place::Statements(case.body, 0);
                        next = self.point(Around { place, end, at_break: after, ..around });
                        self.pending.push(next);
                    }
                    if !cases.iter().any(|case| case.is_default) {
                        self.pending.push(after);
                    }
                    return;
                }
                Statement::Loop(parts) => {
                    let after = self.point(rest);
                    return self.go(Around { place: Place::Header(Round { parts, after }), ..around });
                }
            }
        }
        self.pending.push(around.end);
    }

    /// The test before an iteration, and the iteration.
    fn condition(&mut self, it: Round<'a>, around: Around<'a>) {
        let known = it.parts.condition.as_ref().map(|test| (self.known)(test.condition));
        if matches!(known, Some(None | Some(false))) {
            self.pending.push(it.after);
        }
        if !matches!(known, Some(Some(false))) {
            let next = self.point(Around { place: Place::Continuing(it), ..around });
            let place = Place::Statements(it.parts.body, 0);
            self.go(Around { place, end: next, at_break: it.after, at_continue: next });
        }
    }
}
