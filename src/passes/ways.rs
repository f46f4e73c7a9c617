//! Edges to block parameters: the values that each may take, and where those could be used.
//!
//! Comes in: a function. Goes out: an edge per block parameter and value that is passed to it; for each value the block
//! in which it is available. Must not depend on: any pass.

use super::tree::Tree;
use crate::hir::{Block, BlockParameter, Function, Handle, LoopTest, Statement, Value};

/// All edges in a function.
pub(super) struct Ways {
    /// A block parameter and a value that is passed to it.
    pub(super) edges: Vec<(Handle<Value>, Handle<Value>)>,
    /// Where each value is available: a block and the blocks inside it; `None`: everywhere.
    pub(super) scope: Vec<Option<Handle<Block>>>,
    /// For block parameters: what is available here can replace them.
    pub(super) owner: Vec<Option<Handle<Block>>>,
}

/// The block parameters that the exits of a block lead to, by their index in [`Collect::lists`].
#[derive(Clone, Copy, Default)]
struct Targets {
    end: usize,
    breaks: usize,
    continues: usize,
}

struct Collect {
    ways: Ways,
    /// Lists of block parameters; the first one is empty.
    lists: Vec<Vec<Handle<Value>>>,
}

impl Ways {
    pub(super) fn of(function: &Function) -> Self {
        let count = function.values.len();
        let ways = Ways { edges: Vec::new(), scope: vec![None; count], owner: vec![None; count] };
        let mut collect = Collect { ways, lists: vec![Vec::new()] };
        let mut open = vec![(function.body, Targets::default())];
        while let Some((block, targets)) = open.pop() {
            let statements = function.blocks.try_get(block).map_or(&[][..], |it| it.statements.as_slice());
            for (statement, _) in statements {
                collect.statement(block, statement, targets, &mut open);
            }
        }
        collect.ways
    }

    /// Whether `value` can be used where `parameter` becomes available.
    pub(super) fn reaches(&self, tree: &Tree, value: Handle<Value>, parameter: Handle<Value>) -> bool {
        match (self.scope.get(value.index()).copied().flatten(), self.owner.get(parameter.index()).copied().flatten()) {
            (None, _) => true,
            (Some(scope), Some(owner)) => tree.contains(scope, owner),
            (Some(_), None) => false,
        }
    }
}

impl Collect {
    fn statement(
        &mut self,
        block: Handle<Block>,
        statement: &Statement,
        targets: Targets,
        open: &mut Vec<(Handle<Block>, Targets)>,
    ) {
        match statement {
            Statement::Evaluate(value) => set(&mut self.ways.scope, *value, block),
            Statement::Store { .. }
            | Statement::Describe { .. }
            | Statement::Return(_)
            | Statement::Terminate(_)
            | Statement::Demote => {}
            Statement::Yield(values) => self.pass(targets.end, values),
            Statement::Break(values) => self.pass(targets.breaks, values),
            Statement::Continue(values) => self.pass(targets.continues, values),
            Statement::If { accept, reject, results, .. } => {
                let end = self.list(results, block, block);
                open.extend([*accept, *reject].map(|inner| (inner, Targets { end, ..targets })));
            }
            Statement::Switch(switch) => {
                let results = self.list(&switch.results, block, block);
                let mut next = 0;
                for case in switch.cases.iter().rev() {
                    let end = if case.falls_through { next } else { results };
                    open.push((case.body, Targets { end, breaks: results, ..targets }));
                    next = self.entry(&case.parameters, block, case.body);
                }
            }
            Statement::Loop(it) => {
                let results = self.list(&it.results, block, block);
                let parameters = self.entry(&it.parameters, block, it.header);
                let continues = self.list(&it.continue_parameters, it.header, it.continuing);
                for LoopTest { results: passed, .. } in it.condition.iter().chain(&it.repeat_if) {
                    self.pass(results, passed);
                }
                open.push((it.header, Targets::default()));
                open.push((it.body, Targets { end: continues, breaks: results, continues }));
                open.push((it.continuing, Targets { end: parameters, ..Targets::default() }));
            }
        }
    }

    fn list(&mut self, values: &[Handle<Value>], owner: Handle<Block>, scope: Handle<Block>) -> usize {
        if values.is_empty() {
            return 0;
        }
        for &value in values {
            set(&mut self.ways.scope, value, scope);
            set(&mut self.ways.owner, value, owner);
        }
        self.lists.push(values.to_vec());
        self.lists.len() - 1
    }

    fn entry(&mut self, parameters: &[BlockParameter], owner: Handle<Block>, scope: Handle<Block>) -> usize {
        self.ways.edges.extend(parameters.iter().map(|it| (it.value, it.initial)));
        let values: Vec<_> = parameters.iter().map(|it| it.value).collect();
        self.list(&values, owner, scope)
    }

    fn pass(&mut self, list: usize, values: &[Handle<Value>]) {
        if let Some(list) = self.lists.get(list) {
            self.ways.edges.extend(list.iter().copied().zip(values.iter().copied()));
        }
    }
}

fn set(blocks: &mut [Option<Handle<Block>>], value: Handle<Value>, block: Handle<Block>) {
    if let Some(slot) = blocks.get_mut(value.index()) {
        *slot = Some(block);
    }
}
