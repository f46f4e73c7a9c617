//! Lint: local variables that are read before they are written.
//!
//! Comes in: functions. Goes out: findings. Must not depend on: terms: this is about statements only.
//!
//! One walk in the order of the statements, with three sets: what may be written, what is written on the way of a first
//! round, and what is written on every way.

use super::catalog::Tier;
use super::finding::Findings;
use super::messages::{
    may_be_read_before_written, not_written_on_every_path, read_and_never_written, read_before_written,
};
use super::parts::{MOST_PARTS, Part, Parts, Set, scalars};
use super::scan::{Functions, Scan, Store, is_dynamic};
use crate::builtins::vocabulary::Op;
use crate::hir::{
    Argument, ArrayLength, BinaryOperation, Block, ConstantKind, Function, Handle, Local, Loop, LoopTest, Module,
    ParameterMode, Place, PlaceRoot, PlaceStep, ScalarKind, Span, Statement, StorageClass, Switch, Type,
    UnaryOperation, Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

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
pub(super) fn check(module: &Module, functions: &Functions, only_certain: bool, findings: &mut Findings) {
    privates(module, functions, findings);
    // Where each variable is written before anything else, in the same block or one around, there is nothing to find.
    // What is not written on every way through a function is never certain to matter.
    let is_worth = |it: &Scan| match only_certain {
        true => !blank_in(functions, it).is_empty(),
        false => !it.doubtful.is_empty() || it.too_deep || it.sets_parameters != 0,
    };
    if !functions.order.iter().any(|it| functions.get(*it).is_none_or(is_worth)) {
        return;
    }
    let stored = stored_pointers(module);
    // Parameters that are given variables without a value.
    let mut unset = Pointers::default();
    let mut ways = Vec::new();
    // Callers come first: what they give to parameters is known then.
    for &handle in functions.order.iter().rev() {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let Some(scan) = functions.get(handle).filter(|it| is_worth(it)) else { continue };
        let parts = match only_certain {
            true => {
                let mut blank = vec![false; function.locals.len()];
                for local in blank_in(functions, scan) {
                    blank.get_mut(local.index()).into_iter().for_each(|it| *it = true);
                }
                Parts::of(module, function, |it| blank.get(it.index()).copied().unwrap_or(false))
            }
            false => Parts::of(module, function, |it| {
                scan.too_deep || scan.doubtful.get(it.index()).copied().unwrap_or(false)
            }),
        };
        let locals = parts.locals;
        let count = locals + function.parameters.len();
        let state = State { may: Set::new(count), first: Set::new(count), all: Set::new(count) };
        let mut pass = Pass {
            module,
            functions,
            parts,
            function,
            handle,
            stored: &stored,
            copies: FxHashMap::default(),
            unset: &mut unset,
            targets: Vec::new(),
            facts: Vec::new(),
            exit: None,
            said: Set::new(count),
            doubted: FxHashSet::default(),
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
        // A truth value that is returned may say whether it was written.
        let tells = matches!(module.types.get(function.result), Type::Scalar(it) if it.kind == ScalarKind::Bool);
        if unset.contains(&(handle, index)) && !tells && !loads_parameter(function, index) {
            let diagnostic = not_written_on_every_path(function.span, &parameter.name, &function.name);
            findings.push(Tier::Depends, diagnostic);
        }
    }
}

/// The locals of a function that may certainly be read before they are written.
fn blank_in(functions: &Functions, scan: &Scan) -> SmallVec<[Handle<Local>; 4]> {
    // A function that reads it, or leaves it as it is.
    let leaves = |callee: Handle<Function>, number: u32| {
        let is_set = |bits: u32| bits >> number & 1 != 0;
        functions.get(callee).is_some_and(|it| number < 32 && (is_set(it.reads_first) || !is_set(it.sets_parameters)))
    };
    let given = scan.given.iter().filter(|it| leaves(it.1, it.2)).map(|it| it.0);
    scan.blank.iter().copied().chain(given).collect()
}

/// Private variables that are read and never written.
fn privates(module: &Module, functions: &Functions, findings: &mut Findings) {
    let mut said = FxHashSet::default();
    for scan in functions.order.iter().filter_map(|it| functions.get(*it)) {
        for &(handle, span) in &scan.privates {
            let Ok(global) = module.globals.try_get(handle) else { continue };
            if global.initializer.is_some() || functions.is_written(handle) || global.name.is_empty() {
                continue;
            }
            if !said.insert(handle) || module.types.contains(global.ty, |it| it.is_opaque()) {
                continue;
            }
            findings.push(Tier::Certain, read_and_never_written(span, &global.name, global.span));
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
        if !function.parameters.iter().any(|it| it.mode == ParameterMode::Pointer) {
            continue;
        }
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
    functions: &'a Functions,
    parts: Parts,
    function: &'a Function,
    handle: Handle<Function>,
    stored: &'a Pointers,
    /// What variables stand for as arguments.
    copies: FxHashMap<Handle<Local>, Handle<Place>>,
    unset: &'a mut Pointers,
    targets: Vec<Target>,
    /// What is written wherever the answer to a question is the same.
    facts: Vec<(Question, Set)>,
    /// What is written where the function returns.
    exit: Option<State>,
    /// Parts of variables that something was said about.
    said: Set,
    /// Variables about which it was said that they may have no value.
    doubted: FxHashSet<Handle<Local>>,
    loops: u32,
    depth: u32,
    findings: &'a mut Findings,
}

/// What a condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    /// A hash of what it is made of.
    asked: u64,
    is_true: bool,
}

impl Question {
    const fn opposite(self) -> Self {
        Self { is_true: !self.is_true, ..self }
    }
}

/// Answers that are kept.
const MOST_FACTS: usize = 16;

/// Operands of conditions are followed so far.
const MOST_DEPTH: u32 = 8;

/// The bits of a place in their order.
#[derive(Clone, Copy)]
struct Bits {
    next: usize,
    chosen: u32,
}

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.chosen == 0 {
            return None;
        }
        let skip = self.chosen.trailing_zeros();
        let bit = self.next + skip as usize;
        self.chosen = self.chosen >> skip >> 1;
        self.next = bit + 1;
        Some(bit)
    }
}

const MOST_NESTING: u32 = 150;

impl Pass<'_> {
    /// What is written behind a block; `None` if control does not get there.
    fn block(&mut self, block: Handle<Block>, mut state: State) -> Option<State> {
        let function = self.function;
        let Ok(block) = function.blocks.try_get(block) else { return Some(state) };
        if self.depth >= MOST_NESTING {
            // Too deep to look: as if everything were written.
            for index in 0..self.parts.locals + self.function.parameters.len() {
                state.write(index);
            }
            return Some(state);
        }
        self.depth += 1;
        let facts = self.facts.len();
        let mut state = Some(state);
        let mut statements = block.statements.iter().peekable();
        while let Some((statement, span)) = statements.next() {
            let Some(mut now) = state else { break };
            if let Some((next, _)) = statements.peek()
                && self.copy(statement, next, &mut now)
            {
                statements.next();
                state = Some(now);
                continue;
            }
            if let Some((next, _)) = statements.peek()
                && self.is_passed_on(statement, next, &now)
            {
                state = Some(now);
                continue;
            }
            state = self.statement(statement, *span, now);
        }
        // Control may pass by what was asked in here.
        self.facts.truncate(facts);
        self.depth -= 1;
        state
    }

    /// Whether two statements copy a variable to the one that stands for it as an `inout` argument, which reads nothing yet.
    fn copy(&mut self, statement: &Statement, next: &Statement, state: &mut State) -> bool {
        let (Statement::Evaluate(loaded), Statement::Store { place: to, value }) = (statement, next) else {
            return false;
        };
        let function = self.function;
        if loaded != value {
            return false;
        }
        let Ok(Value { kind: ValueKind::Load(from), .. }) = function.values.try_get(*value) else { return false };
        let (Ok(source), Ok(target)) = (function.places.try_get(*from), function.places.try_get(*to)) else {
            return false;
        };
        let (PlaceRoot::Local(_), PlaceRoot::Local(local)) = (source.root, target.root) else { return false };
        let stands_for = function.locals.try_get(local).is_ok_and(|it| it.name.is_empty());
        if !stands_for || !target.steps.is_empty() || target.swizzle.is_some() {
            return false;
        }
        let (from_bits, to_bits) = (self.bits(*from), self.bits(*to));
        if from_bits.chosen.count_ones() != to_bits.chosen.count_ones() {
            return false;
        }
        for (from, to) in from_bits.zip(to_bits) {
            for set in [&mut state.may, &mut state.first, &mut state.all] {
                if set.has(from) {
                    set.add(to);
                } else {
                    set.remove(to);
                }
            }
        }
        self.copies.insert(local, *from);
        true
    }

    /// Whether a statement loads a variable that some invocation has set and the next broadcasts it: what the others have in it
    /// nobody asks.
    fn is_passed_on(&self, statement: &Statement, next: &Statement, state: &State) -> bool {
        let (Statement::Evaluate(loaded), Statement::Evaluate(used)) = (statement, next) else { return false };
        let function = self.function;
        let (Ok(loaded_kind), Ok(used)) =
            (function.values.try_get(*loaded).map(|it| &it.kind), function.values.try_get(*used).map(|it| &it.kind))
        else {
            return false;
        };
        let (ValueKind::Load(place), ValueKind::Builtin(call)) = (loaded_kind, used) else { return false };
        let is_set = self.bits(*place).all(|it| state.first.has(it));
        is_set
            && call.arguments.first() == Some(&Argument::Value(*loaded))
            && call.prototype.opcodes(call.instance).any(|it| {
                matches!(
                    it,
                    Op::GroupNonUniformBroadcastFirst | Op::GroupNonUniformBroadcast | Op::SubgroupFirstInvocationKHR
                )
            })
    }

    fn statement(&mut self, statement: &Statement, span: Span, mut state: State) -> Option<State> {
        match statement {
            Statement::Evaluate(value) => self.evaluate(*value, span, &mut state),
            Statement::Store { place, .. } => self.write(*place, &mut state),
            Statement::If { condition, accept, reject, .. } => {
                return self.branch(*condition, [*accept, *reject], state);
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
            Statement::Describe { .. } | Statement::Demote | Statement::Yield(_) => {}
        }
        Some(state)
    }

    /// Both sides of a branch. What one of them writes is written wherever the same is asked again.
    fn branch(
        &mut self,
        condition: Handle<Value>,
        [accept, reject]: [Handle<Block>; 2],
        mut state: State,
    ) -> Option<State> {
        self.lose_first(&mut state);
        let question = self.question(condition);
        let mut other = state.clone();
        if let Some(question) = question {
            for (asked, written) in &self.facts {
                let side = match *asked {
                    it if it == question => &mut state,
                    it if it == question.opposite() => &mut other,
                    _ => continue,
                };
                side.first.unite(written);
                side.all.unite(written);
            }
        }
        let accepted = self.block(accept, state);
        let rejected = self.block(reject, other);
        let all = [&accepted, &rejected].map(|it| it.as_ref().map(|it| it.all.clone()));
        let mut end = accepted;
        join(&mut end, rejected);
        if let (Some(question), Some(end), [Some(accepted), Some(rejected)]) = (question, &end, all) {
            for (question, mut written) in [(question, accepted), (question.opposite(), rejected)] {
                if written != end.all && self.facts.len() < MOST_FACTS {
                    written.subtract(&end.all);
                    self.facts.push((question, written));
                }
            }
        }
        end
    }

    /// What a condition asks, if the answer is the same wherever it is asked.
    fn question(&self, condition: Handle<Value>) -> Option<Question> {
        let mut condition = condition;
        let mut is_true = true;
        while let Ok(Value { kind: ValueKind::Unary { operation: UnaryOperation::LogicalNot, operand }, .. }) =
            self.function.values.try_get(condition)
        {
            (condition, is_true) = (*operand, !is_true);
        }
        if let Ok(Value { kind: ValueKind::Binary { operation, left, right }, .. }) =
            self.function.values.try_get(condition)
        {
            use BinaryOperation as B;
            let (operation, opposite) = match operation {
                B::NotEqual => (B::Equal, true),
                B::GreaterEqual => (B::Less, true),
                B::LessEqual => (B::Greater, true),
                other => (*other, false),
            };
            let mut hasher = FxHasher::default();
            operation.hash(&mut hasher);
            self.identify(*left, &mut hasher, MOST_DEPTH)?;
            self.identify(*right, &mut hasher, MOST_DEPTH)?;
            return Some(Question { asked: hasher.finish(), is_true: is_true != opposite });
        }
        let mut hasher = FxHasher::default();
        self.identify(condition, &mut hasher, MOST_DEPTH)?;
        Some(Question { asked: hasher.finish(), is_true })
    }

    /// Adds what a value is made of, if that does not change: constants, what the host sets, variables that are stored to
    /// once.
    fn identify(&self, value: Handle<Value>, hasher: &mut FxHasher, levels: u32) -> Option<()> {
        let levels = levels.checked_sub(1)?;
        let value = self.function.values.try_get(value).ok()?;
        std::mem::discriminant(&value.kind).hash(hasher);
        match value.kind {
            ValueKind::Constant(constant) => constant.hash(hasher),
            ValueKind::Parameter(index) => index.hash(hasher),
            ValueKind::Binary { operation, left, right } => {
                operation.hash(hasher);
                self.identify(left, hasher, levels)?;
                self.identify(right, hasher, levels)?;
            }
            ValueKind::Unary { operation, operand } => {
                operation.hash(hasher);
                self.identify(operand, hasher, levels)?;
            }
            ValueKind::Convert(operand) => {
                value.ty.hash(hasher);
                self.identify(operand, hasher, levels)?;
            }
            ValueKind::Load(place) => {
                let place = self.function.places.try_get(place).ok()?;
                if !self.is_fixed(place) {
                    return None;
                }
                place.root.hash(hasher);
                place.swizzle.hash(hasher);
                for step in &place.steps {
                    match *step {
                        PlaceStep::Member(index) => index.hash(hasher),
                        PlaceStep::Index(index) => self.identify(index, hasher, levels)?,
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether nothing changes what a place holds once it is set.
    fn is_fixed(&self, place: &Place) -> bool {
        match place.root {
            PlaceRoot::Local(local) => self.functions.get(self.handle).is_some_and(|it| it.is_set_once(local)),
            PlaceRoot::Global(global) => self.module.globals.try_get(global).is_ok_and(|it| {
                matches!(it.storage, StorageClass::Input | StorageClass::Uniform | StorageClass::PushConstant)
            }),
            PlaceRoot::Parameter(_) | PlaceRoot::Reference(_) => false,
        }
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
        // What an earlier round wrote, and of that the arrays: a loop that fills one has a round for each element.
        let mut stored = Set::new(self.parts.locals + function.parameters.len());
        let mut filled = stored.clone();
        let scan = self.functions.get(self.handle);
        let places = scan.and_then(|scan| Some(scan.stores_in(scan.of_loop(it)?))).unwrap_or_default();
        for &Store { place, .. } in places {
            let dynamic = function.places.try_get(place).is_ok_and(|it| is_dynamic(function, it));
            for bit in self.bits(place) {
                stored.add(bit);
                if dynamic {
                    filled.add(bit);
                }
            }
        }
        state.may.unite(&stored);
        self.targets.push(Target { is_loop: true, ..Target::default() });
        self.loops += 1;
        let mut end = None;
        let mut now = self.block(it.header, state);
        // A condition that is always true is no way out.
        let always = |it: &LoopTest| {
            let kind = function.values.try_get(it.condition).map(|it| &it.kind);
            matches!(kind, Ok(ValueKind::Constant(constant)) if self.module.constants.get_handle(*constant).is_ok_and(|it| it.kind == ConstantKind::Scalar(1)))
        };
        if it.condition.as_ref().is_some_and(|it| !always(it)) {
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
            end.all.unite(&filled);
        }
        end
    }

    /// The bits of a place.
    fn bits(&self, place: Handle<Place>) -> Bits {
        let none = Bits { next: 0, chosen: 0 };
        let Ok(place) = self.function.places.try_get(place) else { return none };
        match place.root {
            PlaceRoot::Local(local) => {
                let Some(&part) = self.parts.bits.get(local.index()) else { return none };
                Bits { next: part.first as usize, chosen: self.part(place, part, local) }
            }
            PlaceRoot::Parameter(index) => Bits { next: self.parts.locals + index as usize, chosen: 1 },
            _ => none,
        }
    }

    /// Which parts of a local a place is.
    fn part(&self, place: &Place, part: Part, local: Handle<Local>) -> u32 {
        let all = |count: u32| (1_u32 << count.min(MOST_PARTS)) - 1;
        if part.count <= 1 {
            return part.count;
        }
        if !part.is_fine {
            let step = match place.steps.first() {
                Some(PlaceStep::Member(index)) => Some(*index),
                _ => None,
            };
            return step.filter(|it| *it < part.count).map_or(all(part.count), |it| 1 << it);
        }
        let Ok(local) = self.function.locals.try_get(local) else { return all(part.count) };
        let (mut first, mut count, mut ty) = (0, part.count, Some(local.ty));
        for step in &place.steps {
            let Some(whole) = ty else { break };
            let next = match (*step, self.module.types.get(whole)) {
                (PlaceStep::Member(index), Type::Struct(structure)) => {
                    let members = self.module.types.structure(*structure).map(|it| it.members.as_slice());
                    let members = members.unwrap_or_default();
                    let before = members.iter().take(index as usize).map(|it| scalars(self.module, it.ty, 0));
                    let skipped: u32 = before.sum();
                    members.get(index as usize).map(|it| (skipped, scalars(self.module, it.ty, 0), Some(it.ty)))
                }
                (PlaceStep::Index(index), it) => {
                    let (size, element) = match *it {
                        Type::Array { element, length: ArrayLength::Constant(length) } => {
                            (count / length.max(1), Some(element))
                        }
                        // A column, which is a vector without a type of its own here.
                        Type::Matrix { columns, .. } => (count / columns.listed().unwrap_or(1).max(1), None),
                        _ => (1, None),
                    };
                    self.constant(index)
                        .filter(|it| it.saturating_add(1).saturating_mul(size) <= count)
                        .map(|it| (it * size, size, element))
                }
                _ => None,
            };
            // Any element, or a component of a column.
            let Some((skipped, size, inner)) = next else { break };
            first += skipped;
            count = size;
            ty = inner;
        }
        match &place.swizzle {
            Some(components) if components.iter().all(|&it| u32::from(it) < count) => {
                components.iter().fold(0, |bits, &it| bits | 1 << (first + u32::from(it)).min(MOST_PARTS - 1))
            }
            _ => all(count) << first,
        }
    }

    fn constant(&self, value: Handle<Value>) -> Option<u32> {
        let ValueKind::Constant(constant) = self.function.values.try_get(value).ok()?.kind else { return None };
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => u32::try_from(bits).ok(),
            ConstantKind::Null => Some(0),
            _ => None,
        }
    }

    /// The bit of a local or parameter that is the root of a place.
    fn index(&self, place: Handle<Place>) -> Option<usize> {
        self.bits(place).next()
    }

    fn write(&self, place: Handle<Place>, state: &mut State) {
        self.bits(place).for_each(|it| state.write(it));
    }

    fn evaluate(&mut self, value: Handle<Value>, span: Span, state: &mut State) {
        let function = self.function;
        let Ok(value) = function.values.try_get(value) else { return };
        match &value.kind {
            ValueKind::Load(place) => self.read(*place, span, state),
            ValueKind::Call { function: callee, arguments } => {
                for (number, argument) in (0..).zip(arguments) {
                    let Argument::Place(place) = *argument else { continue };
                    if self.index(place).is_some() && self.bits(place).all(|it| !state.first.has(it)) {
                        self.unset.insert((*callee, number));
                        let reads = self.functions.get(*callee).map_or(0, |it| it.reads_first);
                        if number < 32 && reads >> number & 1 != 0 {
                            let root = function.places.try_get(place).map(|it| it.root);
                            let original = match root {
                                Ok(PlaceRoot::Local(local)) => self.copies.get(&local).copied(),
                                _ => None,
                            };
                            self.read(original.unwrap_or(place), span, state);
                        }
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
            ValueKind::Binary { .. } | ValueKind::Unary { .. } | ValueKind::Convert(_) | ValueKind::Compose(_) => {}
            other => other.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    self.write(place, state);
                }
            }),
        }
    }

    fn read(&mut self, handle: Handle<Place>, span: Span, state: &mut State) {
        let Ok(place) = self.function.places.try_get(handle) else { return };
        let PlaceRoot::Local(local) = place.root else { return };
        let bits = || self.bits(handle);
        if bits().chosen == 0 {
            return;
        }
        // Structures and arrays are passed on with members that are not used.
        let is_set =
            match matches!(self.module.types.get(place.ty), Type::Struct(_) | Type::Array { .. } | Type::Matrix { .. })
            {
                true => bits().any(|it| state.all.has(it)),
                false => bits().all(|it| state.all.has(it)),
            };
        if is_set || bits().any(|it| self.said.has(it)) || !self.is_plain(local) {
            return;
        }
        let Ok(it) = self.function.locals.try_get(local) else { return };
        // Which elements were written, and which are read, may well be the same ones.
        let by_index = || self.functions.get(self.handle).is_some_and(|it| it.has_unknown_elements(local));
        if is_dynamic(self.function, place) && by_index() && bits().any(|it| state.may.has(it)) {
            return;
        }
        let declared = self.function.locals.get_span(local);
        // A matrix may be the argument of a function that does not look at it.
        let matrix = self.module.types.get(it.ty).is_collective();
        let certain = bits().all(|it| !state.first.has(it)) && !matrix;
        let declared = Some(declared).filter(|it| it.is_defined() && *it != span);
        // What may be so is told once for each variable, what is certain for each part.
        if certain {
            self.findings.push(Tier::Certain, read_before_written(span, &it.name, declared));
        } else if self.doubted.insert(local) {
            self.findings.push(Tier::Depends, may_be_read_before_written(span, &it.name, declared));
        }
        // Where it flows nothing is said again.
        for bit in self.bits(handle) {
            self.said.add(bit);
            state.write(bit);
        }
    }

    /// Whether a variable is the shader's own and holds data.
    fn is_plain(&self, local: Handle<Local>) -> bool {
        let Ok(local) = self.function.locals.try_get(local) else { return false };
        let opaque = |ty: &Type| match ty {
            Type::Spirv(_) => true,
            Type::Extension(ty) => !ty.facts().holds_data,
            _ => ty.is_opaque(),
        };
        !local.name.is_empty() && !self.module.types.contains(local.ty, opaque)
    }
}
