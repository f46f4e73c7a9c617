//! Dead code: what nothing uses, and stores to variables that nothing reads.
//!
//! Comes in: functions. Goes out: functions without values, block parameters, stores and selections that no effect depends
//! on. Must not depend on: other passes. Loops stay: whether they end is not known.

use super::effects::{self, Context, Summaries};
use super::rewrite::{self, Begin, Output, Rewrite};
use super::ways::Ways;
use crate::hir::{
    Block, Function, Handle, Local, LoopTest, Module, Operand, Place, PlaceRoot, Span, Statement, Value, ValueKind,
};

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        let live = Live::of(context, function);
        rewrite::walk(function, &mut Sweep { live, open: Vec::new() });
    }
}

/// What has an observable effect, and everything it uses, directly or not.
struct Live {
    values: Vec<bool>,
    locals: Vec<bool>,
    blocks: Vec<bool>,
    /// Values and variables that are used; what they use in turn is still to be marked.
    open: Vec<Used>,
}

#[derive(Clone, Copy)]
enum Used {
    Value(Handle<Value>),
    Local(Handle<Local>),
    /// The block has an effect.
    Block(Handle<Block>),
}

/// A store: its place, its value, and its block.
type Store = (Handle<Place>, Handle<Value>, Handle<Block>);

/// The position of a block.
#[derive(Clone, Default)]
struct Owner {
    block: Option<Handle<Block>>,
    /// What decides whether, and how often, the block runs.
    conditions: Vec<Handle<Value>>,
}

impl Live {
    fn of(context: Context<'_>, function: &mut Function) -> Self {
        let mut live = Live {
            values: vec![false; function.values.len()],
            locals: vec![false; function.locals.len()],
            blocks: vec![false; function.blocks.len()],
            open: Vec::new(),
        };
        let ways = Ways::of(function);
        let mut passed: Vec<Vec<Handle<Value>>> = vec![Vec::new(); function.values.len()];
        for (parameter, value) in ways.edges {
            if let Some(list) = passed.get_mut(parameter.index()) {
                list.push(value);
            }
        }
        let mut stores: Vec<Vec<Store>> = vec![Vec::new(); function.locals.len()];
        let mut owners = vec![Owner::default(); function.blocks.len()];
        let mut blocks = vec![function.body];
        while let Some(block) = blocks.pop() {
            let statements = function.blocks.try_get(block).map_or(&[][..], |it| it.statements.as_slice());
            for (statement, _) in statements {
                let conditions = match statement {
                    Statement::Evaluate(value) => {
                        let stays = function
                            .values
                            .try_get(*value)
                            .is_ok_and(|it| !effects::of_value(context, function, it).may_remove());
                        if stays {
                            live.use_value(*value);
                        }
                        continue;
                    }
                    Statement::Store { place, value } => {
                        match function.places.try_get(*place).map(|it| it.root) {
                            Ok(PlaceRoot::Local(local)) => {
                                if let Some(list) = stores.get_mut(local.index()) {
                                    list.push((*place, *value, block));
                                }
                            }
                            _ => {
                                live.use_value(*value);
                                live.use_place(function, *place);
                                live.open.push(Used::Block(block));
                            }
                        }
                        continue;
                    }
                    Statement::Yield(_) | Statement::Describe { .. } => continue,
                    Statement::Break(_) | Statement::Continue(_) | Statement::Terminate(_) | Statement::Demote => {
                        live.open.push(Used::Block(block));
                        continue;
                    }
                    Statement::Return(value) => {
                        value.iter().for_each(|&value| live.use_value(value));
                        live.open.push(Used::Block(block));
                        continue;
                    }
                    Statement::If { condition, .. } => vec![*condition],
                    Statement::Switch(switch) => vec![switch.selector],
                    Statement::Loop(it) => {
                        live.open.push(Used::Block(it.header));
                        it.condition.iter().chain(&it.repeat_if).map(|test| test.condition).collect()
                    }
                };
                for inner in statement.blocks() {
                    if let Some(owner) = owners.get_mut(inner.index()) {
                        *owner = Owner { block: Some(block), conditions: conditions.clone() };
                    }
                    blocks.push(inner);
                }
                for result in results(statement) {
                    // If a result is used, so is the statement, through its first block.
                    if let (Some(list), Some(first)) = (passed.get_mut(result.index()), statement.blocks().next()) {
                        list.extend(owners.get(first.index()).into_iter().flat_map(|owner| &owner.conditions));
                    }
                }
            }
        }
        live.mark(function, &passed, &stores, &owners, &ways.scope);
        live
    }

    fn mark(
        &mut self,
        function: &mut Function,
        passed: &[Vec<Handle<Value>>],
        stores: &[Vec<Store>],
        owners: &[Owner],
        scope: &[Option<Handle<Block>>],
    ) {
        while let Some(used) = self.open.pop() {
            match used {
                Used::Value(value) => {
                    let mut places = Vec::new();
                    function.values.get_mut(value).kind.operands_mut(|operand| match operand {
                        Operand::Value(&mut value) => self.use_value(value),
                        Operand::Place(&mut place) => places.push(place),
                    });
                    for place in places {
                        self.use_place(function, place);
                    }
                    for &value in passed.get(value.index()).into_iter().flatten() {
                        self.use_value(value);
                    }
                    self.open.extend(scope.get(value.index()).copied().flatten().map(Used::Block));
                }
                Used::Local(local) => {
                    for &(place, value, block) in stores.get(local.index()).into_iter().flatten() {
                        self.use_value(value);
                        self.use_place(function, place);
                        self.open.push(Used::Block(block));
                    }
                }
                Used::Block(block) => {
                    let Some(seen) = self.blocks.get_mut(block.index()).filter(|seen| !**seen) else { continue };
                    *seen = true;
                    let Some(owner) = owners.get(block.index()) else { continue };
                    owner.conditions.iter().for_each(|&value| self.use_value(value));
                    self.open.extend(owner.block.map(Used::Block));
                }
            }
        }
    }

    fn use_value(&mut self, value: Handle<Value>) {
        if let Some(seen) = self.values.get_mut(value.index()).filter(|seen| !**seen) {
            *seen = true;
            self.open.push(Used::Value(value));
        }
    }

    fn use_place(&mut self, function: &Function, place: Handle<Place>) {
        let Ok(place) = function.places.try_get(place) else { return };
        place.values().for_each(|value| self.use_value(value));
        if let PlaceRoot::Local(local) = place.root
            && let Some(seen) = self.locals.get_mut(local.index()).filter(|seen| !**seen)
        {
            *seen = true;
            self.open.push(Used::Local(local));
        }
    }

    fn value(&self, value: Handle<Value>) -> bool {
        self.values.get(value.index()) == Some(&true)
    }
}

fn results(statement: &Statement) -> &[Handle<Value>] {
    match statement {
        Statement::If { results, .. } => results,
        Statement::Switch(switch) => &switch.results,
        Statement::Loop(it) => &it.results,
        _ => &[],
    }
}

/// Which block parameters of a statement stay.
struct Kept {
    results: Vec<bool>,
    /// Those of the block that a given block passes to, unless they are results.
    next: Vec<(Handle<Block>, Vec<bool>)>,
    continues: Option<Vec<bool>>,
    is_breakable: bool,
}

struct Sweep {
    live: Live,
    open: Vec<Kept>,
}

impl Sweep {
    fn keep(&self, values: &mut Vec<Handle<Value>>) -> Vec<bool> {
        let kept: Vec<bool> = values.iter().map(|&value| self.live.value(value)).collect();
        filter(values, &kept);
        kept
    }
}

/// Whether a value needs no statement.
fn is_constant(function: &Function, value: Handle<Value>) -> bool {
    let value = function.values.try_get(value);
    value.is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_) | ValueKind::Parameter(_)))
}

fn filter<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next() == Some(&true));
}

impl Rewrite for Sweep {
    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        match &mut statement {
            Statement::Evaluate(value) if !self.live.value(*value) => return,
            Statement::Describe { value, .. } if !self.live.value(*value) && !is_constant(function, *value) => return,
            Statement::Store { place, .. } => {
                if let Ok(&Place { root: PlaceRoot::Local(local), .. }) = function.places.try_get(*place)
                    && self.live.locals.get(local.index()) != Some(&true)
                {
                    return;
                }
            }
            Statement::Break(values) => {
                if let Some(target) = self.open.iter().rfind(|it| it.is_breakable) {
                    filter(values, &target.results);
                }
            }
            Statement::Continue(values) => {
                if let Some(kept) = self.open.iter().rev().find_map(|it| it.continues.as_ref()) {
                    filter(values, kept);
                }
            }
            _ => {}
        }
        out.push((statement, span));
    }

    fn begin(&mut self, _function: &mut Function, statement: &mut Statement) -> Begin {
        let is_used = statement.blocks().any(|block| self.live.blocks.get(block.index()) == Some(&true))
            || results(statement).iter().any(|&result| self.live.value(result));
        if !is_used {
            return Begin::Remove;
        }
        let mut next = Vec::new();
        let mut continues = None;
        let results = match statement {
            Statement::If { results, .. } => self.keep(results),
            Statement::Switch(switch) => {
                let mut falls_from = None;
                for case in &mut switch.cases {
                    let kept: Vec<bool> = case.parameters.iter().map(|it| self.live.value(it.value)).collect();
                    filter(&mut case.parameters, &kept);
                    next.extend(falls_from.map(|block| (block, kept)));
                    falls_from = case.falls_through.then_some(case.body);
                }
                self.keep(&mut switch.results)
            }
            Statement::Loop(it) => {
                let kept: Vec<bool> = it.parameters.iter().map(|it| self.live.value(it.value)).collect();
                filter(&mut it.parameters, &kept);
                let continue_kept = self.keep(&mut it.continue_parameters);
                next.push((it.body, continue_kept.clone()));
                next.push((it.continuing, kept));
                continues = Some(continue_kept);
                self.keep(&mut it.results)
            }
            _ => Vec::new(),
        };
        next.reverse();
        let is_breakable = !matches!(statement, Statement::If { .. });
        self.open.push(Kept { results, next, continues, is_breakable });
        Begin::Enter
    }

    fn close(&mut self, _function: &mut Function, block: Handle<Block>, out: &mut Output) {
        let Some(open) = self.open.last_mut() else { return };
        let next = open.next.pop_if(|(from, _)| *from == block);
        let kept = next.as_ref().map_or(&open.results, |(_, kept)| kept);
        // An arm that only passes values needs no block, and what variables hold is described where they meet.
        let does_nothing = |(it, _): &(Statement, _)| matches!(it, Statement::Describe { .. } | Statement::Yield(_));
        if !open.is_breakable && out.iter().all(does_nothing) {
            out.retain(|(it, _)| !matches!(it, Statement::Describe { .. }));
        }
        let Some((Statement::Yield(values), _)) = out.last_mut() else { return };
        filter(values, kept);
        if values.is_empty() {
            out.pop();
        }
    }

    fn test(&mut self, _function: &mut Function, test: &mut LoopTest) {
        if let Some(open) = self.open.last() {
            filter(&mut test.results, &open.results);
        }
    }

    fn end(&mut self, _function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        self.open.pop();
        out.push((statement, span));
    }
}
