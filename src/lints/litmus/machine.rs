//! One invocation, run once: statements and the values that they compute.
//!
//! Comes in: a function of the shader, and choices for what is read from shared memory. Goes out: the events of the invocation, or
//! the next choice that is missing. Must not depend on: other invocations, the model.
//!
//! Values are constants, computed by the constant folder. A value that follows from what was read is marked, as what it decides
//! counts as a loop that waits.

use super::event::{Access, Event};
use super::exchange::Meeting;
use super::memory::Root;
use super::messages::not_explored;
use super::origin::Origin;
use super::world::{Invocation, LocationId, Object, World};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Argument, Block, Constant, Function, GlobalVariable, Handle, Local, Loop, LoopTest, Place, PlaceRoot, Span,
    Statement, StorageClass, Switch, Type, Value, ValueKind,
};
use rustc_hash::FxHashMap;

/// What blocks and calls may nest.
const MOST_NESTING: u32 = 100;

/// Rounds of a loop that does not wait.
const MOST_ROUNDS: u32 = 64;

/// Statements of one invocation.
const MOST_STATEMENTS: u32 = 20_000;

/// A value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Datum {
    pub value: Handle<Constant>,
    /// Which writes it needs, if it follows from what was read from memory.
    pub origin: Origin,
}

/// A value that somebody writes to a location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub datum: Datum,
    /// Who writes it: a bit for each invocation.
    pub writers: u32,
}

/// What locations may hold, besides their initial values.
pub(super) type Candidates = FxHashMap<LocationId, Vec<Candidate>>;

/// Why a run ends before its time.
pub(super) enum Stop {
    /// One of so many ways is to be chosen: what is read, or where a branch goes.
    Choice(u32),
    /// A loop waits for longer than is looked at.
    Cut,
    /// What cannot be explored, or must not happen.
    Fault(Box<Diagnostic>),
}

impl From<Diagnostic> for Stop {
    fn from(fault: Diagnostic) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// What a run was.
pub(super) struct Run {
    pub events: Vec<Event>,
    pub writes: Vec<(LocationId, Datum)>,
    pub meetings: Vec<Meeting>,
    /// Why it ended before its time.
    pub stop: Option<Stop>,
}

/// How a block ends.
pub(super) enum Flow {
    Next(Vec<Datum>),
    Break(Vec<Datum>),
    Continue(Vec<Datum>),
    Return(Option<Datum>),
}

/// What a parameter is.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    Value(Datum),
    Variable(usize),
    Resource(Object, Vec<u32>),
}

/// A call that is running.
pub(super) struct Frame<'m> {
    pub function: &'m Function,
    pub values: Vec<Option<Datum>>,
    pub locals: Vec<usize>,
    pub parameters: Vec<Bound>,
}

/// One run of an invocation.
pub(super) struct Machine<'w, 'm> {
    pub world: &'w mut World<'m>,
    pub invocation: Invocation,
    /// What was chosen, in the order in which it is asked for.
    choices: &'w [u32],
    asked: usize,
    /// What locations may hold.
    pub candidates: &'w Candidates,
    /// Branches that follow from what is read go both ways.
    speculates: bool,
    pub events: Vec<Event>,
    /// What was written, in order.
    pub writes: Vec<(LocationId, Datum)>,
    /// The last own write to each location, and through which reference.
    own: FxHashMap<LocationId, (u32, Datum)>,
    /// Operations that all invocations of a subgroup get to.
    pub meetings: Vec<Meeting>,
    /// Local variables of all calls, and the private ones.
    pub variables: Vec<Datum>,
    pub privates: FxHashMap<Handle<GlobalVariable>, usize>,
    statements: u32,
    depth: u32,
}

impl<'w, 'm> Machine<'w, 'm> {
    /// A run of the entry point with these choices.
    pub fn run(
        world: &'w mut World<'m>,
        invocation: Invocation,
        choices: &'w [u32],
        candidates: &'w Candidates,
        speculates: bool,
    ) -> Run {
        let module = world.module;
        let mut machine = Self {
            world,
            invocation,
            choices,
            asked: 0,
            candidates,
            speculates,
            events: Vec::new(),
            writes: Vec::new(),
            own: FxHashMap::default(),
            meetings: Vec::new(),
            variables: Vec::new(),
            privates: FxHashMap::default(),
            statements: 0,
            depth: 0,
        };
        let stop = machine.start(module.entry_point.function).err();
        Run { events: machine.events, writes: machine.writes, meetings: machine.meetings, stop }
    }

    fn start(&mut self, main: Handle<Function>) -> Result<(), Stop> {
        let module = self.world.module;
        for (handle, global) in module.globals.iter() {
            if global.storage == StorageClass::Private {
                let initial = global.initializer.and_then(|it| self.world.resolve(it));
                let value = initial.unwrap_or_else(|| self.world.folder().null(global.ty));
                self.privates.insert(handle, self.variables.len());
                self.variables.push(Datum { value, origin: Origin::NONE });
            }
        }
        self.call(main, Vec::new(), Span::UNDEFINED).map(drop)
    }

    /// Something that cannot be explored, and why.
    pub fn unexplored<T>(span: Span, what: &str) -> Result<T, Stop> {
        Err(not_explored(span, what).into())
    }

    /// What the folder has computed, or a message that it has not.
    pub fn computed(value: Option<Handle<Constant>>, span: Span) -> Result<Handle<Constant>, Stop> {
        value.map_or_else(|| Self::unexplored(span, "the value of this expression is undefined or not explored"), Ok)
    }

    /// The next of `count` ways.
    pub fn choose(&mut self, count: u32) -> Result<u32, Stop> {
        if count == 1 {
            return Ok(0);
        }
        let chosen = self.choices.get(self.asked).copied().ok_or(Stop::Choice(count))?;
        self.asked += 1;
        Ok(chosen)
    }

    /// A value that a location may hold: what the invocation itself has written last, else what was there at first, or what
    /// others write.
    pub fn chosen(&mut self, access: &Access) -> Result<Datum, Stop> {
        let location = access.location;
        let initial = self.world.locations.get(location as usize).map(|it| it.initial);
        let initial = initial.map(|value| Datum { value, origin: Origin::INITIAL });
        let own = self.own.get(&location).copied();
        // Through another reference it need not see what it has written.
        let is_same = own.is_none_or(|(reference, _)| reference == access.reference);
        let mut options: Vec<Datum> =
            if is_same { own.map(|it| it.1).or(initial) } else { initial }.into_iter().collect();
        let others = !(1_u32 << self.invocation.number);
        for candidate in self.candidates.get(&location).into_iter().flatten() {
            let is_new = options.iter().all(|it| it.value != candidate.datum.value);
            if is_new && (candidate.writers & others != 0 || !is_same) {
                options.push(candidate.datum);
            }
        }
        let chosen = self.choose(options.len() as u32)?;
        options.get(chosen as usize).copied().ok_or(Stop::Cut)
    }

    /// Notes what is written.
    pub fn wrote(&mut self, access: &Access, datum: Datum) {
        let origin = self.world.origins.written(datum.origin, access.location);
        self.own.insert(access.location, (access.reference, Datum { origin, ..datum }));
        self.writes.push((access.location, datum));
    }

    /// Runs a function.
    fn call(&mut self, handle: Handle<Function>, parameters: Vec<Bound>, span: Span) -> Result<Option<Datum>, Stop> {
        let module = self.world.module;
        let Ok(function) = module.functions.try_get(handle) else { return Ok(None) };
        let mut frame = Frame {
            function,
            values: vec![None; function.values.len()],
            locals: Vec::with_capacity(function.locals.len()),
            parameters,
        };
        let room = self.variables.len();
        for (_, local) in function.locals.iter() {
            let Local { ty, .. } = *local;
            frame.locals.push(self.variables.len());
            let value = self.world.folder().null(ty);
            self.variables.push(Datum { value, origin: Origin::NONE });
        }
        self.deeper(span)?;
        let flow = self.block(&mut frame, function.body)?;
        self.depth -= 1;
        self.variables.truncate(room);
        Ok(match flow {
            Flow::Return(value) => value,
            _ => None,
        })
    }

    fn deeper(&mut self, span: Span) -> Result<(), Stop> {
        self.depth += 1;
        if self.depth > MOST_NESTING {
            return Err(nested_too_deep(span).into());
        }
        Ok(())
    }

    /// Runs a block.
    fn block(&mut self, frame: &mut Frame<'m>, block: Handle<Block>) -> Result<Flow, Stop> {
        let function = frame.function;
        let Ok(block) = function.blocks.try_get(block) else { return Ok(Flow::Next(Vec::new())) };
        for (statement, span) in &block.statements {
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(too_many_statements(*span).into());
            }
            match self.statement(frame, statement, *span)? {
                Flow::Next(passed) if matches!(statement, Statement::Yield(_)) => return Ok(Flow::Next(passed)),
                Flow::Next(_) => {}
                jump => return Ok(jump),
            }
        }
        Ok(Flow::Next(Vec::new()))
    }

    fn nested(&mut self, frame: &mut Frame<'m>, block: Handle<Block>, span: Span) -> Result<Flow, Stop> {
        self.deeper(span)?;
        let flow = self.block(frame, block)?;
        self.depth -= 1;
        Ok(flow)
    }

    fn statement(&mut self, frame: &mut Frame<'m>, statement: &'m Statement, span: Span) -> Result<Flow, Stop> {
        let done = Flow::Next(Vec::new());
        match statement {
            Statement::Evaluate(value) => self.evaluate(frame, *value, span)?,
            Statement::Store { place, value } => {
                let value = self.value(frame, *value, span)?;
                self.store(frame, *place, value, span)?;
            }
            Statement::Describe { .. } => {}
            Statement::If { condition, accept, reject, results, .. } => {
                let (holds, read) = self.decide(frame, *condition, span)?;
                let block = if holds { *accept } else { *reject };
                let flow = self.nested(frame, block, span)?;
                if read {
                    self.decided(frame, &[*accept, *reject]);
                }
                return Ok(match flow {
                    Flow::Next(passed) => {
                        set(frame, results, passed);
                        done
                    }
                    jump => jump,
                });
            }
            Statement::Switch(switch) => return self.switch(frame, switch, span),
            Statement::Loop(it) => return self.repeat(frame, it, span),
            Statement::Yield(values) => return self.values(frame, values, span).map(Flow::Next),
            Statement::Break(values) => return self.values(frame, values, span).map(Flow::Break),
            Statement::Continue(values) => return self.values(frame, values, span).map(Flow::Continue),
            Statement::Return(value) => {
                let value = value.map(|it| self.value(frame, it, span)).transpose()?;
                return Ok(Flow::Return(value));
            }
            Statement::Terminate(_) | Statement::Demote => {
                return Self::unexplored(span, "invocations that end here are not explored");
            }
        }
        Ok(done)
    }

    fn values(&mut self, frame: &Frame<'m>, values: &[Handle<Value>], span: Span) -> Result<Vec<Datum>, Stop> {
        values.iter().map(|&it| self.value(frame, it, span)).collect()
    }

    /// Whether a condition holds, and whether it follows from what was read.
    fn decide(&mut self, frame: &Frame<'m>, condition: Handle<Value>, span: Span) -> Result<(bool, bool), Stop> {
        let Datum { value, origin } = self.value(frame, condition, span)?;
        let read = origin.is_read();
        if read && self.speculates {
            return Ok((self.choose(2)? == 0, true));
        }
        match self.world.folder().as_bool(value) {
            Some(holds) => Ok((holds, read)),
            None => Self::unexplored(span, "the value of this condition is not explored"),
        }
    }

    /// Variables that some of these blocks set follow from what was read, whichever of them has run.
    fn decided(&mut self, frame: &Frame<'m>, blocks: &[Handle<Block>]) {
        let mut open = blocks.to_vec();
        while let Some(block) = open.pop() {
            let Ok(block) = frame.function.blocks.try_get(block) else { continue };
            for (statement, _) in &block.statements {
                open.extend(statement.blocks());
                let Statement::Store { place, .. } = statement else { continue };
                let root = frame.function.places.try_get(*place).map(|it| it.root);
                let Ok(PlaceRoot::Local(local)) = root else { continue };
                let slot = frame.locals.get(local.index()).and_then(|&it| self.variables.get_mut(it));
                if let Some(variable) = slot {
                    variable.origin = self.world.origins.join(variable.origin, Origin::INITIAL);
                }
            }
        }
    }

    fn switch(&mut self, frame: &mut Frame<'m>, switch: &'m Switch, span: Span) -> Result<Flow, Stop> {
        let Datum { value, origin } = self.value(frame, switch.selector, span)?;
        let cases = &switch.cases;
        let mut position = if origin.is_read() && self.speculates {
            Some(self.choose(cases.len() as u32 + 1)? as usize)
        } else {
            let Some(bits) = self.world.folder().scalar_bits(value) else {
                return Self::unexplored(span, "the value of this selector is not explored");
            };
            let matching = cases.iter().position(|case| case.values.iter().any(|&it| it as u32 == bits as u32));
            matching.or_else(|| cases.iter().position(|case| case.is_default))
        };
        let mut passed = Vec::new();
        if let Some(case) = position.and_then(|it| cases.get(it)) {
            let initial: Vec<Handle<Value>> = case.parameters.iter().map(|it| it.initial).collect();
            passed = self.values(frame, &initial, span)?;
        }
        while let Some(case) = position.and_then(|it| cases.get(it)) {
            let parameters: Vec<Handle<Value>> = case.parameters.iter().map(|it| it.value).collect();
            set(frame, &parameters, passed);
            match self.nested(frame, case.body, span)? {
                Flow::Next(next) | Flow::Break(next) if !case.falls_through => {
                    set(frame, &switch.results, next);
                    return Ok(Flow::Next(Vec::new()));
                }
                Flow::Next(next) => passed = next,
                Flow::Break(next) => {
                    set(frame, &switch.results, next);
                    return Ok(Flow::Next(Vec::new()));
                }
                jump => return Ok(jump),
            }
            position = position.map(|it| it + 1);
        }
        Ok(Flow::Next(Vec::new()))
    }

    fn repeat(&mut self, frame: &mut Frame<'m>, it: &'m Loop, span: Span) -> Result<Flow, Stop> {
        let initial: Vec<Handle<Value>> = it.parameters.iter().map(|it| it.initial).collect();
        let parameters: Vec<Handle<Value>> = it.parameters.iter().map(|it| it.value).collect();
        let mut passed = self.values(frame, &initial, span)?;
        let done = Flow::Next(Vec::new());
        // A loop waits if what is read decides how long it goes on, or nothing does.
        let is_open =
            |test: &Option<LoopTest>| test.as_ref().is_none_or(|test| is_constant(frame.function, test.condition));
        let mut waits = is_open(&it.condition) && is_open(&it.repeat_if);
        for round in 0.. {
            set(frame, &parameters, passed);
            if let Some(jump) = outside(self.nested(frame, it.header, span)?) {
                return Ok(jump);
            }
            if self.ends(frame, it.condition.as_ref(), &mut waits, &it.results, span)? {
                return Ok(done);
            }
            if waits && round >= self.world.bound {
                return Err(Stop::Cut);
            }
            if round >= MOST_ROUNDS {
                return Err(too_many_rounds(span).into());
            }
            match self.nested(frame, it.body, span)? {
                Flow::Next(next) | Flow::Continue(next) => set(frame, &it.continue_parameters, next),
                Flow::Break(results) => {
                    set(frame, &it.results, results);
                    return Ok(done);
                }
                jump => return Ok(jump),
            }
            passed = match self.nested(frame, it.continuing, span)? {
                Flow::Next(next) => next,
                jump => return Ok(jump),
            };
            if self.ends(frame, it.repeat_if.as_ref(), &mut waits, &it.results, span)? {
                return Ok(done);
            }
        }
        Ok(done)
    }

    /// Whether the test of a loop ends it.
    fn ends(
        &mut self,
        frame: &mut Frame<'m>,
        test: Option<&'m LoopTest>,
        waits: &mut bool,
        results: &[Handle<Value>],
        span: Span,
    ) -> Result<bool, Stop> {
        let Some(test) = test else { return Ok(false) };
        let (goes_on, read) = self.decide(frame, test.condition, span)?;
        *waits |= read;
        if !goes_on {
            let passed = self.values(frame, &test.results, span)?;
            set(frame, results, passed);
        }
        Ok(!goes_on)
    }

    /// The value behind a handle.
    pub fn value(&mut self, frame: &Frame<'m>, handle: Handle<Value>, span: Span) -> Result<Datum, Stop> {
        if let Some(Some(known)) = frame.values.get(handle.index()) {
            return Ok(*known);
        }
        let kind = frame.function.values.try_get(handle).map(|it| &it.kind);
        match kind {
            Ok(ValueKind::Constant(constant)) => {
                let value = Self::computed(self.world.resolve(*constant), span)?;
                Ok(Datum { value, origin: Origin::NONE })
            }
            Ok(ValueKind::Parameter(index)) => match frame.parameters.get(*index as usize) {
                Some(Bound::Value(datum)) => Ok(*datum),
                _ => Self::unexplored(span, "this argument is not explored"),
            },
            _ => Self::unexplored(span, "this value is not explored"),
        }
    }

    fn evaluate(&mut self, frame: &mut Frame<'m>, handle: Handle<Value>, span: Span) -> Result<(), Stop> {
        let Ok(value) = frame.function.values.try_get(handle) else { return Ok(()) };
        let own = frame.function.values.get_span(handle);
        let span = if own.is_defined() { own } else { span };
        let datum = match &value.kind {
            ValueKind::Load(place) => Some(self.load(frame, *place, span)?),
            ValueKind::Call { function, arguments } => {
                let bound = arguments.iter().map(|it| self.bound(frame, *it, span)).collect::<Result<_, _>>()?;
                self.call(*function, bound, span)?
            }
            ValueKind::Builtin(call) => self.builtin(frame, call, value.ty, span)?,
            ValueKind::ArrayLength(place) => Some(self.array_length(frame, *place, value.ty, span)?),
            ValueKind::Message { .. } => None,
            kind => Some(self.pure(frame, kind, value.ty, span)?),
        };
        if let Some(place) = frame.values.get_mut(handle.index()) {
            *place = datum;
        }
        Ok(())
    }

    /// What a function gets.
    fn bound(&mut self, frame: &Frame<'m>, argument: Argument, span: Span) -> Result<Bound, Stop> {
        match argument {
            Argument::Value(value) => self.value(frame, value, span).map(Bound::Value),
            Argument::Place(place) => {
                let Ok(place) = frame.function.places.try_get(place) else {
                    return Self::unexplored(span, "this argument is not explored");
                };
                self.bound_place(frame, place, span)
            }
            Argument::Function(_) => Self::unexplored(span, "functions as arguments are not explored"),
        }
    }

    fn bound_place(&mut self, frame: &Frame<'m>, place: &'m Place, span: Span) -> Result<Bound, Stop> {
        let (root, path) = self.path(frame, place, span)?;
        match root {
            Root::Variable(slot) if path.steps.is_empty() => Ok(Bound::Variable(slot)),
            Root::Memory(object) => Ok(Bound::Resource(object, path.steps)),
            Root::Variable(_) => Self::unexplored(span, "this argument is not explored"),
        }
    }

    /// What has no effect.
    fn pure(&mut self, frame: &Frame<'m>, kind: &ValueKind, ty: Handle<Type>, span: Span) -> Result<Datum, Stop> {
        let mut operands = Vec::new();
        let mut only_values = true;
        kind.for_each_operand(|operand| match operand {
            Argument::Value(value) => operands.push(value),
            _ => only_values = false,
        });
        if !only_values {
            return Self::unexplored(span, "this expression is not explored");
        }
        let operands = self.values(frame, &operands, span)?;
        let origin = operands.iter().fold(Origin::NONE, |all, it| self.world.origins.join(all, it.origin));
        let handles: Vec<Handle<Constant>> = operands.iter().map(|it| it.value).collect();
        let value = Self::computed(self.folded(kind, ty, &handles), span)?;
        Ok(Datum { value, origin })
    }

    fn folded(
        &mut self,
        kind: &ValueKind,
        ty: Handle<Type>,
        operands: &[Handle<Constant>],
    ) -> Option<Handle<Constant>> {
        let mut folder = self.world.folder();
        let &first = operands.first()?;
        match kind {
            ValueKind::Unary { operation, .. } => folder.unary(*operation, first),
            ValueKind::Binary { operation, .. } => folder.binary(*operation, first, *operands.get(1)?).constant(),
            ValueKind::Convert(_) => folder.convert(first, ty),
            ValueKind::Splat(_) => folder.splat(first, ty),
            ValueKind::Compose(_) => folder.compose(ty, operands),
            ValueKind::Extract { index, .. } => folder.extract(first, *index),
            ValueKind::ExtractDynamic { .. } => {
                let index = folder.as_u32(*operands.get(1)?)?;
                folder.extract(first, index)
            }
            ValueKind::Insert { index, .. } => self.replaced(first, &[*index], *operands.get(1)?),
            ValueKind::Swizzle { components, .. } => folder.swizzle(first, components),
            ValueKind::Select { .. } => {
                let chosen = if folder.as_bool(first)? { 1 } else { 2 };
                operands.get(chosen).copied()
            }
            _ => None,
        }
    }

    /// A composite with another part.
    pub fn replaced(
        &mut self,
        whole: Handle<Constant>,
        path: &[u32],
        part: Handle<Constant>,
    ) -> Option<Handle<Constant>> {
        let Some((&step, rest)) = path.split_first() else { return Some(part) };
        let mut parts = self.world.folder().components(whole)?;
        let inner = *parts.get(step as usize)?;
        let inner = self.replaced(inner, rest, part)?;
        *parts.get_mut(step as usize)? = inner;
        let mut folder = self.world.folder();
        let ty = folder.ty(whole)?;
        folder.compose(ty, &parts)
    }
}

/// Sets the values that a block gets or a statement makes.
fn set(frame: &mut Frame<'_>, handles: &[Handle<Value>], passed: Vec<Datum>) {
    for (handle, datum) in handles.iter().zip(passed) {
        if let Some(place) = frame.values.get_mut(handle.index()) {
            *place = Some(datum);
        }
    }
}

/// What leaves more than a block.
fn outside(flow: Flow) -> Option<Flow> {
    match flow {
        Flow::Next(_) => None,
        jump => Some(jump),
    }
}

fn is_constant(function: &Function, value: Handle<Value>) -> bool {
    function.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)))
}

#[cold]
fn nested_too_deep(span: Span) -> Diagnostic {
    let message = format!("blocks and calls nested more than {MOST_NESTING} deep are not explored");
    Diagnostic::error(Code::NotExplored, span, message)
}

#[cold]
fn too_many_statements(span: Span) -> Diagnostic {
    let message = format!("an invocation that runs more than {MOST_STATEMENTS} statements is not explored");
    Diagnostic::error(Code::NotExplored, span, message)
}

#[cold]
fn too_many_rounds(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NotExplored, span, format!("a loop of more than {MOST_ROUNDS} rounds is not explored"))
}
