//! The walk that passes share: each statement of a function in the order in which it runs, taken out and put back.
//!
//! Comes in: a function and a [`Rewrite`]. Goes out: the function with its statements rewritten. Must not depend on:
//! what any pass does. Open blocks are on an explicit stack, so that nesting costs no recursion.

use crate::hir::{Block, Function, Handle, LoopTest, Place, Span, Statement, Value};
use std::cell::Cell;

/// Statements that replace others.
pub(super) type Output = Vec<(Statement, Span)>;

/// What a pass does at each point of the walk.
pub(super) trait Rewrite {
    /// A block begins. `owner` is the statement around it, `None` for the body of the function.
    fn open(&mut self, _function: &mut Function, _block: Handle<Block>) {}

    /// A statement that owns no blocks.
    fn simple(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output);

    /// A statement that owns blocks, before the first of them.
    fn begin(&mut self, _function: &mut Function, _statement: &mut Statement) -> Begin {
        Begin::Enter
    }

    /// A block ends. In the body of a loop, the values of its header are still available.
    fn close(&mut self, _function: &mut Function, _block: Handle<Block>, _out: &mut Output) {}

    /// A test of a loop, after the block that it follows.
    fn test(&mut self, _function: &mut Function, _test: &mut LoopTest) {}

    /// The scope of a block ends.
    fn leave(&mut self, _function: &mut Function, _block: Handle<Block>) {}

    /// A statement whose blocks are done.
    fn end(&mut self, _function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        out.push((statement, span));
    }
}

/// What becomes of a statement that owns blocks.
pub(super) enum Begin {
    /// Its blocks are walked.
    Enter,
    /// The statements of one of its blocks take its place, up to their end.
    Splice(Handle<Block>),
    /// It is dropped.
    Remove,
}

/// A block that is open.
struct Frame {
    block: Handle<Block>,
    rest: std::vec::IntoIter<(Statement, Span)>,
    /// The remaining statements of the lists that this block's statements were spliced into.
    outer: Vec<std::vec::IntoIter<(Statement, Span)>>,
    done: Output,
    /// The statement whose blocks are being walked, and how many of them are.
    pending: Option<(Statement, Span, usize)>,
}

/// Walks the body of a function.
pub(super) fn walk(function: &mut Function, rewrite: &mut impl Rewrite) {
    let mut frames = vec![open(function, function.body, rewrite)];
    while let Some(frame) = frames.last_mut() {
        if let Some((statement, span, index)) = frame.pending.take() {
            let Some(block) = statement.blocks().nth(index) else {
                rewrite.end(function, statement, span, &mut frame.done);
                continue;
            };
            frame.pending = Some((statement, span, index + 1));
            let next = open(function, block, rewrite);
            frames.push(next);
            continue;
        }
        let Some((mut statement, span)) = frame.rest.next() else {
            if let Some(outer) = frame.outer.pop() {
                frame.rest = outer;
                continue;
            }
            let Some(mut frame) = frames.pop() else { return };
            rewrite.close(function, frame.block, &mut frame.done);
            function.blocks.get_mut(frame.block).statements = frame.done;
            finish(function, frame.block, frames.last_mut(), rewrite);
            continue;
        };
        if !matches!(statement, Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_)) {
            rewrite.simple(function, statement, span, &mut frame.done);
            if frame.done.last().is_some_and(|(last, _)| last.is_terminator()) {
                // What follows a jump that was spliced in cannot be reached.
                frame.rest = Vec::new().into_iter();
                frame.outer.clear();
            }
            continue;
        }
        match rewrite.begin(function, &mut statement) {
            Begin::Enter => frame.pending = Some((statement, span, 0)),
            Begin::Remove => {}
            Begin::Splice(block) => {
                let inner = std::mem::take(&mut function.blocks.get_mut(block).statements).into_iter();
                frame.outer.push(std::mem::replace(&mut frame.rest, inner));
            }
        }
    }
}

fn open(function: &mut Function, block: Handle<Block>, rewrite: &mut impl Rewrite) -> Frame {
    let statements = std::mem::take(&mut function.blocks.get_mut(block).statements);
    rewrite.open(function, block);
    Frame {
        block,
        done: Vec::with_capacity(statements.len()),
        rest: statements.into_iter(),
        outer: Vec::new(),
        pending: None,
    }
}

/// Ends the scope of a block, and that of the header after the last block of a loop.
fn finish(function: &mut Function, block: Handle<Block>, outer: Option<&mut Frame>, rewrite: &mut impl Rewrite) {
    let Some(Frame { pending: Some((Statement::Loop(it), _, _)), .. }) = outer else {
        rewrite.leave(function, block);
        return;
    };
    if block == it.header {
        if let Some(test) = &mut it.condition {
            rewrite.test(function, test);
        }
        return;
    }
    if block == it.continuing
        && let Some(test) = &mut it.repeat_if
    {
        rewrite.test(function, test);
    }
    rewrite.leave(function, block);
    if block == it.continuing {
        rewrite.leave(function, it.header);
    }
}

/// Values that are replaced by others. Those by which they are replaced may be replaced later, so chains are shortened as they are
/// followed.
#[derive(Default)]
pub(super) struct Replacements(Vec<Cell<Option<Handle<Value>>>>);

impl Replacements {
    /// `new`, which nothing replaces yet, stands for `old` from now on.
    pub(super) fn replace(&mut self, old: Handle<Value>, new: Handle<Value>) {
        let new = self.of(new);
        if new == old {
            return;
        }
        if self.0.len() <= old.index() {
            self.0.resize(old.index() + 1, Cell::default());
        }
        if let Some(slot) = self.0.get(old.index()) {
            slot.set(Some(new));
        }
    }

    /// The value that replaces `value`.
    pub(super) fn of(&self, mut value: Handle<Value>) -> Handle<Value> {
        let next = |value: Handle<Value>| self.0.get(value.index()).and_then(Cell::get);
        while let Some(one) = next(value) {
            let Some(two) = next(one) else { return one };
            if let Some(slot) = self.0.get(value.index()) {
                slot.set(Some(two));
            }
            value = two;
        }
        value
    }

    /// Replaces values that a statement uses where it begins, and the operands of an evaluation.
    pub(super) fn apply(&self, function: &mut Function, statement: &mut Statement) {
        statement.values_mut(|value| *value = self.of(*value));
        if let Statement::Evaluate(value) = statement {
            self.apply_to_value(function, *value);
        }
        if let Statement::Store { place, .. } = statement {
            self.apply_to_place(function, *place);
        }
    }

    /// Replaces the operands of a value.
    pub(super) fn apply_to_value(&self, function: &mut Function, value: Handle<Value>) {
        let mut places = smallvec::SmallVec::<[Handle<Place>; 4]>::new();
        function.values.get_mut(value).kind.operands_mut(|operand| match operand {
            crate::hir::Operand::Value(value) => *value = self.of(*value),
            crate::hir::Operand::Place(place) => places.push(*place),
        });
        for place in places {
            self.apply_to_place(function, place);
        }
    }

    fn apply_to_place(&self, function: &mut Function, place: Handle<Place>) {
        function.places.get_mut(place).values_mut().for_each(|value| *value = self.of(*value));
    }

    /// Replaces values in a test.
    pub(super) fn apply_to_test(&self, test: &mut LoopTest) {
        test.values_mut().for_each(|value| *value = self.of(*value));
    }
}
