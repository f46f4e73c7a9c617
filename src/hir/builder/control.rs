//! Selections and loops, opened and closed around the statements in them.
//!
//! Comes in: conditions. Goes out: [`If`](Statement::If) and [`Loop`](Statement::Loop) statements, and whether control
//! continues after them. Must not depend on: what the blocks hold.

use super::function::{Breakable, FunctionBuilder, Outer};
use crate::hir::{Block, BranchHint, Handle, Loop, LoopHint, LoopTest, Statement, Value, ValueList};

/// A selection that is being built.
#[derive(Debug)]
#[must_use = "`close_if` adds the statement"]
pub struct OpenIf {
    condition: Handle<Value>,
    accept: Handle<Block>,
    reject: Option<Handle<Block>>,
    outer: Outer,
    accept_reachable: bool,
}

/// A loop that is being built.
#[derive(Debug)]
#[must_use = "`close_loop` adds the statement"]
pub struct OpenLoop {
    header: Handle<Block>,
    body: Handle<Block>,
    continuing: Handle<Block>,
    condition: Option<Handle<Value>>,
    outer: Outer,
}

impl FunctionBuilder {
    /// Opens a selection: what follows, up to [`open_else`](Self::open_else) or [`close_if`](Self::close_if), runs if
    /// the condition, a scalar `bool`, is true.
    pub fn open_if(&mut self, condition: Handle<Value>) -> OpenIf {
        let accept = self.new_block();
        let outer = self.enter(accept);
        OpenIf { condition, accept, reject: None, outer, accept_reachable: false }
    }

    /// What follows runs if the condition is false.
    pub fn open_else(&mut self, open: &mut OpenIf) {
        open.accept_reachable = self.reachable;
        let reject = self.new_block();
        open.reject = Some(reject);
        self.current = reject;
        self.reachable = open.outer.reachable;
    }

    /// Ends the selection.
    pub fn close_if(&mut self, open: OpenIf) {
        let before = open.outer.reachable;
        let end = self.leave(open.outer);
        let (reject, reachable) = match open.reject {
            Some(reject) => (reject, open.accept_reachable || end),
            None => (self.new_block(), before),
        };
        let (condition, accept) = (open.condition, open.accept);
        let (results, hint) = (Vec::new(), BranchHint::None);
        self.push(Statement::If { condition, accept, reject, results: results.into(), hint }, self.span);
        if !reachable {
            self.abandon();
        }
    }

    /// Opens a loop: what follows, up to [`open_body`](Self::open_body), runs before each iteration.
    pub fn open_loop(&mut self) -> OpenLoop {
        let (header, body, continuing) = (self.new_block(), self.new_block(), self.new_block());
        let outer = self.enter(header);
        OpenLoop { header, body, continuing, condition: None, outer }
    }

    /// What follows is the body, which runs while the condition is true; without a condition, always.
    pub fn open_body(&mut self, open: &mut OpenLoop, condition: Option<Handle<Value>>) {
        open.condition = condition;
        self.current = open.body;
        self.reachable = open.outer.reachable;
        self.breakables.push(Breakable { is_loop: true, has_break: false });
    }

    /// What follows runs after the body and after a `continue`. A loop may do without it.
    pub fn open_continuing(&mut self, open: &mut OpenLoop) {
        self.current = open.continuing;
        self.reachable = open.outer.reachable;
    }

    /// Ends the loop; it continues only while `repeat_if` is true, if there is one.
    pub fn close_loop(&mut self, open: OpenLoop, repeat_if: Option<Handle<Value>>) {
        let has_break = self.breakables.pop().is_some_and(|it| it.has_break);
        let OpenLoop { header, body, continuing, condition, outer } = open;
        let reachable = outer.reachable && (condition.is_some() || repeat_if.is_some() || has_break);
        let _ = self.leave(outer);
        let (condition, repeat_if) = (condition.map(LoopTest::of), repeat_if.map(LoopTest::of));
        let statement = Loop::plain(header, condition, body, continuing, repeat_if, LoopHint::default());
        self.push(Statement::Loop(Box::new(statement)), self.span);
        if !reachable {
            self.abandon();
        }
    }

    /// Leaves the innermost loop or switch. Returns whether there is one.
    pub fn break_out(&mut self) -> bool {
        let reachable = self.reachable;
        let Some(innermost) = self.breakables.last_mut() else { return false };
        innermost.has_break |= reachable;
        self.jump(Statement::Break(ValueList::default()), self.span);
        true
    }

    /// Goes on with the next iteration of the innermost loop. Returns whether there is one.
    pub fn next_round(&mut self) -> bool {
        let in_loop = self.breakables.iter().any(|it| it.is_loop);
        if in_loop {
            self.jump(Statement::Continue(ValueList::default()), self.span);
        }
        in_loop
    }

    /// Leaves the function.
    pub fn return_value(&mut self, value: Option<Handle<Value>>) {
        self.jump(Statement::Return(value), self.span);
    }
}
