//! Lint: local variables that are read before they are written.
//!
//! Comes in: functions. Goes out: findings. Must not depend on: terms: this is about statements only.
//!
//! One walk in the order of the statements, with three sets: what may be written, what is written on the way of a first
//! round, and what is written on every way.

use super::catalog::Tier;
use super::finding::{Findings, warning};
use super::interest::for_each_statement;
use crate::diagnostics::Code;
use crate::hir::{
    Argument, Block, Function, Handle, Local, Loop, Module, ParameterMode, Place, PlaceRoot, Span, Statement, Switch,
    Type, Value, ValueKind,
};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

/// A set of locals and, behind them, of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(SmallVec<[u64; 2]>);

impl Set {
    fn new(count: usize) -> Self {
        Self(smallvec![0; count.div_ceil(64)])
    }

    fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    fn add(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to |= from);
    }

    fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to &= from);
    }
}

#[derive(Clone, Debug)]
struct State {
    /// Written on some way, earlier rounds included.
    may: Set,
    /// Written on some way that no earlier round is part of.
    first: Set,
    /// Written on every way.
    all: Set,
}

impl State {
    fn join(&mut self, other: &Self) {
        self.may.unite(&other.may);
        self.first.unite(&other.first);
        self.all.intersect(&other.all);
    }

    fn write(&mut self, index: usize) {
        self.may.add(index);
        self.first.add(index);
        self.all.add(index);
    }
}

fn join(to: &mut Option<State>, from: Option<State>) {
    match (to.as_mut(), from) {
        (Some(to), Some(from)) => to.join(&from),
        (None, from) => *to = from,
        (Some(_), None) => {}
    }
}

/// What jumps bring to where they go.
#[derive(Default)]
struct Target {
    is_loop: bool,
    breaks: Option<State>,
    continues: Option<State>,
}

/// Pointer parameters by function.
type Pointers = FxHashSet<(Handle<Function>, u32)>;

/// Everything.
pub(super) fn check(module: &Module, findings: &mut Findings) {
    let stored = stored_pointers(module);
    // Parameters that are given variables without a value.
    let mut unset = Pointers::default();
    let mut ways = Vec::new();
    for handle in module.reachable_functions() {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let locals = function.locals.len();
        let count = locals + function.parameters.len();
        let state = State { may: Set::new(count), first: Set::new(count), all: Set::new(count) };
        let mut pass = Pass {
            module,
            function,
            stored: &stored,
            unset: &mut unset,
            targets: Vec::new(),
            exit: None,
            said: Set::new(count),
            loops: 0,
            depth: 0,
            findings,
        };
        let end = pass.block(function.body, state);
        join(&mut pass.exit, end);
        if let Some(exit) = pass.exit {
            for index in 0..function.parameters.len() {
                let bit = locals + index;
                if exit.may.has(bit) && !exit.all.has(bit) {
                    ways.push((handle, index as u32));
                }
            }
        }
    }
    for (handle, index) in ways {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let Some(parameter) = function.parameters.get(index as usize) else { continue };
        if unset.contains(&(handle, index)) && !loads_parameter(function, index) {
            let message = format!("`{}` is not written on every way through `{}`", parameter.name, function.name);
            let rule = "GLSL 4.60, 6.1.1: what an `out` parameter holds then is undefined";
            findings.push(Tier::Depends, warning(Code::Uninitialized, function.span, message, rule));
        }
    }
}

fn loads_parameter(function: &Function, index: u32) -> bool {
    function.values.iter().any(|(_, value)| match value.kind {
        ValueKind::Load(place) => function.places.try_get(place).is_ok_and(|it| it.root == PlaceRoot::Parameter(index)),
        _ => false,
    })
}

/// The pointer parameters that functions may write through.
fn stored_pointers(module: &Module) -> Pointers {
    let mut stored = Pointers::default();
    for (handle, function) in module.functions.iter() {
        let mut note = |place: Handle<Place>| {
            if let Ok(place) = function.places.try_get(place)
                && let PlaceRoot::Parameter(index) = place.root
            {
                stored.insert((handle, index));
            }
        };
        for (_, block) in function.blocks.iter() {
            for (statement, _) in &block.statements {
                if let Statement::Store { place, .. } = statement {
                    note(*place);
                }
            }
        }
        for (_, value) in function.values.iter() {
            if !matches!(value.kind, ValueKind::Load(_)) {
                value.kind.for_each_operand(|operand| {
                    if let Argument::Place(place) = operand {
                        note(place);
                    }
                });
            }
        }
    }
    stored
}

struct Pass<'a> {
    module: &'a Module,
    function: &'a Function,
    stored: &'a Pointers,
    unset: &'a mut Pointers,
    targets: Vec<Target>,
    /// What is written where the function returns.
    exit: Option<State>,
    /// Variables that something was said about.
    said: Set,
    loops: u32,
    depth: u32,
    findings: &'a mut Findings,
}

const MOST_NESTING: u32 = 150;

impl Pass<'_> {
    /// What is written behind a block; `None` if control does not get there.
    fn block(&mut self, block: Handle<Block>, mut state: State) -> Option<State> {
        let function = self.function;
        let Ok(block) = function.blocks.try_get(block) else { return Some(state) };
        if self.depth >= MOST_NESTING {
            // Too deep to look: as if everything were written.
            for index in 0..self.function.locals.len() + self.function.parameters.len() {
                state.write(index);
            }
            return Some(state);
        }
        self.depth += 1;
        let mut state = Some(state);
        for (statement, span) in &block.statements {
            let Some(now) = state else { break };
            state = self.statement(statement, *span, now);
        }
        self.depth -= 1;
        state
    }

    fn statement(&mut self, statement: &Statement, span: Span, mut state: State) -> Option<State> {
        match statement {
            Statement::Evaluate(value) => self.evaluate(*value, span, &mut state),
            Statement::Store { place, .. } => self.write(*place, &mut state),
            Statement::If { accept, reject, .. } => {
                self.lose_first(&mut state);
                let mut end = self.block(*accept, state.clone());
                join(&mut end, self.block(*reject, state));
                return end;
            }
            Statement::Switch(it) => return self.switch(it, state),
            Statement::Loop(it) => return self.repeat(it, state),
            Statement::Break(_) => {
                if let Some(target) = self.targets.last_mut() {
                    join(&mut target.breaks, Some(state));
                }
                return None;
            }
            Statement::Continue(_) => {
                if let Some(target) = self.targets.iter_mut().rev().find(|it| it.is_loop) {
                    join(&mut target.continues, Some(state));
                }
                return None;
            }
            Statement::Return(_) => {
                join(&mut self.exit, Some(state));
                return None;
            }
            Statement::Terminate(_) => return None,
            Statement::Demote | Statement::Yield(_) => {}
        }
        Some(state)
    }

    /// In a branch, the first round may pass by.
    fn lose_first(&self, state: &mut State) {
        if self.loops > 0 {
            let may = state.may.clone();
            state.first.unite(&may);
        }
    }

    fn switch(&mut self, it: &Switch, mut state: State) -> Option<State> {
        self.lose_first(&mut state);
        self.targets.push(Target::default());
        let mut fell: Option<State> = None;
        let mut end = None;
        for case in &it.cases {
            let mut entered = Some(state.clone());
            join(&mut entered, fell.take());
            let Some(entered) = entered else { continue };
            let out = self.block(case.body, entered);
            if case.falls_through { fell = out } else { join(&mut end, out) }
        }
        join(&mut end, fell);
        join(&mut end, self.targets.pop().and_then(|it| it.breaks));
        if !it.cases.iter().any(|case| case.is_default) {
            join(&mut end, Some(state));
        }
        end
    }

    fn repeat(&mut self, it: &Loop, mut state: State) -> Option<State> {
        let function = self.function;
        // What an earlier round wrote.
        let mut stored = Set::new(function.locals.len() + function.parameters.len());
        for_each_statement(function, &[it.header, it.body, it.continuing], |statement| match statement {
            Statement::Store { place, .. } => {
                if let Some(index) = self.index(*place) {
                    stored.add(index);
                }
            }
            Statement::Evaluate(value) => {
                let Ok(value) = function.values.try_get(*value) else { return };
                if matches!(value.kind, ValueKind::Load(_)) {
                    return;
                }
                value.kind.for_each_operand(|operand| {
                    if let Argument::Place(place) = operand
                        && let Some(index) = self.index(place)
                    {
                        stored.add(index);
                    }
                });
            }
            _ => {}
        });
        state.may.unite(&stored);
        self.targets.push(Target { is_loop: true, ..Target::default() });
        self.loops += 1;
        let mut end = None;
        let mut now = self.block(it.header, state);
        if it.condition.is_some() {
            end.clone_from(&now);
        }
        if self.loops > 1 && it.condition.is_some() {
            // The first round of the loop around may have none of this one.
            now.iter_mut().for_each(|now| self.lose_first(now));
        }
        now = now.and_then(|now| self.block(it.body, now));
        let continues = self.targets.last_mut().and_then(|it| it.continues.take());
        join(&mut now, continues);
        now = now.and_then(|now| self.block(it.continuing, now));
        self.loops -= 1;
        if it.repeat_if.is_some() {
            join(&mut end, now);
        }
        join(&mut end, self.targets.pop().and_then(|it| it.breaks));
        if let Some(end) = &mut end {
            end.first.unite(&stored);
        }
        end
    }

    /// The bit of a local or parameter that is the root of a place.
    fn index(&self, place: Handle<Place>) -> Option<usize> {
        match self.function.places.try_get(place).ok()?.root {
            PlaceRoot::Local(local) => Some(local.index()),
            PlaceRoot::Parameter(index) => Some(self.function.locals.len() + index as usize),
            _ => None,
        }
    }

    fn write(&self, place: Handle<Place>, state: &mut State) {
        if let Some(index) = self.index(place) {
            state.write(index);
        }
    }

    fn evaluate(&mut self, value: Handle<Value>, span: Span, state: &mut State) {
        let function = self.function;
        let Ok(value) = function.values.try_get(value) else { return };
        match &value.kind {
            ValueKind::Load(place) => self.read(*place, span, state),
            ValueKind::Call { function: callee, arguments } => {
                for (number, argument) in (0..).zip(arguments) {
                    let Argument::Place(place) = *argument else { continue };
                    if let Some(index) = self.index(place)
                        && !state.first.has(index)
                    {
                        self.unset.insert((*callee, number));
                    }
                    let pointer = self
                        .module
                        .functions
                        .try_get(*callee)
                        .ok()
                        .and_then(|it| it.parameters.get(number as usize))
                        .is_some_and(|it| it.mode == ParameterMode::Pointer);
                    if !pointer || self.stored.contains(&(*callee, number)) {
                        self.write(place, state);
                    }
                }
            }
            other => other.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    self.write(place, state);
                }
            }),
        }
    }

    fn read(&mut self, place: Handle<Place>, span: Span, state: &mut State) {
        let Ok(place) = self.function.places.try_get(place) else { return };
        let PlaceRoot::Local(local) = place.root else { return };
        let index = local.index();
        if state.all.has(index) || self.said.has(index) || !self.is_plain(local) {
            return;
        }
        let Ok(it) = self.function.locals.try_get(local) else { return };
        let declared = self.function.locals.get_span(local);
        // A matrix may be the argument of a function that does not look at it.
        let matrix = matches!(self.module.types.get(it.ty), Type::CooperativeMatrix(_));
        let certain = !state.first.has(index) && !matrix;
        let (tier, message) = if certain {
            (Tier::Certain, format!("`{}` is read before anything is written to it", it.name))
        } else {
            (Tier::Depends, format!("`{}` may be read before anything is written to it", it.name))
        };
        let rule = "GLSL 4.60, 4.3: what a variable without a value holds is undefined";
        let mut diagnostic = warning(Code::Uninitialized, span, message, rule);
        if declared.is_defined() && declared != span {
            diagnostic = diagnostic.with_secondary(declared, "declared without a value");
        }
        self.findings.push(tier, diagnostic.with_help(format!("give `{}` a value where it is declared", it.name)));
        // Where it flows nothing is said again.
        self.said.add(index);
        state.write(index);
    }

    /// Whether a variable is the shader's own and holds data.
    fn is_plain(&self, local: Handle<Local>) -> bool {
        let Ok(local) = self.function.locals.try_get(local) else { return false };
        let opaque = |ty: &Type| {
            matches!(ty, Type::Spirv(_) | Type::TensorLayout { .. } | Type::TensorView { .. }) || ty.is_opaque()
        };
        !local.name.is_empty() && !self.module.types.contains(local.ty, opaque)
    }
}
