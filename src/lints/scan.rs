//! What is in functions: one look at every statement, for all that lints ask about more than once.
//!
//! Comes in: a module. Goes out: the functions, callees first, and of each what its loops store and whether its variables have
//! values where they are read. Must not depend on: terms.

use super::memory::{empty, empty_set};
use super::operation::{Class, class, is_useless_alone};
use super::statements::constant;
pub(super) use super::statements::{Root, for_each_statement, is_dynamic, root};
use crate::hir::{
    Argument, BinaryOperation, Block, Function, GlobalVariable, Handle, Local, Loop, MemoryQualifiers, Module, Place,
    PlaceRoot, PlaceStep, ScalarKind, Span, Statement, StorageClass, Type, Value, ValueKind,
};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A loop.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopScan {
    /// What it stores to, as a part of all that the function stores to.
    stores: Range<usize>,
    /// How many statements it has.
    pub size: usize,
    /// Whether what it does in the next round may matter.
    pub interesting: bool,
    /// Whether it calls functions.
    pub calls: bool,
    /// Whether the workgroup waits in it.
    pub waits: bool,
    /// Whether it has atomic operations.
    pub atomics: bool,
    /// Whether it reads what other invocations may write.
    pub asks: bool,
    /// Whether it reads shared memory.
    pub reads: bool,
    /// Whether it writes shared memory.
    pub writes: bool,
    /// Whether it does anything that lasts or that others see, but for stores and memory barriers.
    pub effects: bool,
    /// Whether it has memory barriers.
    pub fences: bool,
    /// Whether it stores to buffers.
    pub lasts: bool,
}

/// Something is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Store {
    pub root: Root,
    pub place: Handle<Place>,
    /// A call may write anything.
    pub value: Option<Handle<Value>>,
}

/// What is done to a local.
#[derive(Clone, Copy, Debug, Default)]
struct LocalState {
    /// The block that writes all of it first.
    written: Option<Handle<Block>>,
    /// The first store.
    first: Option<Span>,
    /// How often something is stored to it; parts count twice.
    stores: u32,
    /// It was written as a whole, or in a part that is not known.
    filled: bool,
    /// An element that is not known was written.
    dynamic: bool,
    /// It is read.
    loaded: bool,
}

/// A function.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// What is stored, in the order of the statements.
    stores: Vec<Store>,
    loops: Vec<LoopScan>,
    /// By block, the number of the loop whose header it is, and one.
    headers: Vec<u32>,
    /// By local, whether it may be read before it is written, as far as can be seen without looking at ways; none if there
    /// is no such variable.
    pub doubtful: Vec<bool>,
    /// Operations that may be wrong by themselves, as far as that is certain.
    pub suspects: Vec<(Handle<Value>, Span)>,
    /// Where loops are: the block and the place in it.
    repeats: Vec<(Handle<Block>, usize)>,
    /// Locals that are read and nothing was stored to them before, but perhaps parts that constants choose.
    pub blank: Vec<Handle<Local>>,
    /// Likewise those that are given to a parameter of a function, which may read it.
    pub given: Vec<(Handle<Local>, Handle<Function>, u32)>,
    /// It is nested too deep to be looked at.
    pub too_deep: bool,
    /// The parameters whose memory it writes to, as bits; those from 32 on are not told apart.
    pub sets_parameters: u32,
    /// Something in it is interesting.
    pub interesting: bool,
    /// The workgroup waits in it.
    waits: bool,
    /// It writes to something that its caller sees, but for its result.
    pub lasting: bool,
    /// It does anything else that lasts.
    has_effects: bool,
    callees: Vec<Handle<Function>>,
    locals: Vec<LocalState>,
    /// Pointer parameters that are read before anything else is done with them, as bits.
    pub reads_first: u32,
    /// Pointer parameters that were met.
    met: u32,
    /// Private variables that are read.
    pub privates: Vec<(Handle<GlobalVariable>, Span)>,
    /// The function was looked at.
    is_done: bool,
}

impl Scan {
    /// Nothing, in the memory of another.
    fn cleared(self) -> Self {
        Self {
            stores: empty(self.stores),
            loops: empty(self.loops),
            headers: empty(self.headers),
            doubtful: empty(self.doubtful),
            suspects: empty(self.suspects),
            repeats: empty(self.repeats),
            blank: empty(self.blank),
            given: empty(self.given),
            callees: empty(self.callees),
            locals: empty(self.locals),
            privates: empty(self.privates),
            ..Self::default()
        }
    }

    /// Whether the workgroup waits in it.
    pub(super) const fn waits(&self) -> bool {
        self.waits
    }

    /// Whether all that a call may matter for is its result.
    pub(super) const fn is_plain(&self) -> bool {
        !self.interesting
            && !self.lasting
            && !self.waits
            && !self.has_effects
            && !self.too_deep
            && self.privates.is_empty()
    }

    /// The loops of the function that was scanned, with their places.
    pub(super) fn loops_in<'f>(&self, function: &'f Function) -> impl Iterator<Item = (&'f Loop, Span)> {
        self.repeats.iter().filter_map(|&(block, index)| {
            let (statement, span) = function.blocks.try_get(block).ok()?.statements.get(index)?;
            if let Statement::Loop(it) = statement { Some((&**it, *span)) } else { None }
        })
    }

    /// Whether one statement stores to a local, which is all of it.
    pub(super) fn is_set_once(&self, local: Handle<Local>) -> bool {
        self.locals.get(local.index()).is_some_and(|it| it.stores == 1)
    }

    /// Whether elements of a local are written by indices that are no constants.
    pub(super) fn has_unknown_elements(&self, local: Handle<Local>) -> bool {
        self.locals.get(local.index()).is_some_and(|it| it.dynamic)
    }

    /// Whether something reads a local.
    pub(super) fn is_read(&self, local: Handle<Local>) -> bool {
        self.locals.get(local.index()).is_some_and(|it| it.loaded)
    }

    /// Locals that are stored to and never read, with the first store.
    pub(super) fn unread(&self, function: &Function) -> Vec<(Handle<Local>, Span)> {
        let locals = function.locals.iter().zip(&self.locals);
        let unread = locals.filter(|((_, local), state)| !state.loaded && !local.name.is_empty());
        unread.filter_map(|((handle, _), state)| Some((handle, state.first?))).collect()
    }

    /// What is known of a loop.
    pub(super) fn of_loop(&self, it: &Loop) -> Option<&LoopScan> {
        self.loops.get(self.headers.get(it.header.index())?.checked_sub(1)? as usize)
    }

    /// What a loop stores.
    pub(super) fn stores_in(&self, it: &LoopScan) -> &[Store] {
        self.stores.get(it.stores.clone()).unwrap_or_default()
    }
}

/// Stands for all members.
const ANY: u32 = u32::MAX;

/// The member of a block that a place is, or is in.
fn member(place: &Place) -> u32 {
    place.steps.iter().find_map(|it| if let PlaceStep::Member(index) = *it { Some(index) } else { None }).unwrap_or(ANY)
}

/// All functions that the entry point reaches.
#[derive(Debug, Default)]
pub(super) struct Functions {
    /// Callees come first.
    pub order: Vec<Handle<Function>>,
    /// By function.
    scans: Vec<Scan>,
    /// The blocks of a function that are being looked at.
    open: Vec<bool>,
    /// By global variable.
    globals: Vec<GlobalState>,
    /// The members of blocks that it writes, or [`ANY`] of a variable.
    members: FxHashSet<(Handle<GlobalVariable>, u32)>,
    /// Stores to shared variables.
    pub stored: Vec<(Handle<GlobalVariable>, Span)>,
    /// Atomic operations on shared variables, which read them if their results are used.
    pub atomics: Vec<(Handle<GlobalVariable>, Handle<Function>, Handle<Value>)>,
    /// The types of the references through which it writes.
    pub written_types: FxHashSet<Handle<Type>>,
}

/// What is done to a global variable.
#[derive(Clone, Copy, Debug, Default)]
struct GlobalState {
    /// How many operations write it.
    writes: u32,
    /// It is shared, and something reads it.
    read: bool,
}

impl Functions {
    /// Looks at a shader, in the memory of another one, which is [cleared](Self::cleared).
    pub(super) fn of(module: &Module, memory: Self) -> Self {
        let mut functions = memory;
        functions.globals.resize(module.globals.len(), GlobalState::default());
        if functions.scans.len() < module.functions.len() {
            functions.scans.resize_with(module.functions.len(), Scan::default);
        }
        // Callees before callers, without recursion: an entry is left when its next callee is to be looked at.
        let mut open = vec![(module.entry_point.function, 0)];
        functions.scan(module, module.entry_point.function);
        while let Some((function, next)) = open.last_mut() {
            let function = *function;
            let callee = functions.get(function).and_then(|it| it.callees.get(*next)).copied();
            *next += 1;
            match callee {
                Some(callee) if functions.get(callee).is_some_and(|it| !it.is_done) => {
                    functions.scan(module, callee);
                    open.push((callee, 0));
                }
                Some(_) => {}
                None => {
                    functions.inherit(function);
                    functions.order.push(function);
                    open.pop();
                }
            }
        }
        functions
    }

    /// Nothing, in the memory of another.
    pub(super) fn cleared(self) -> Self {
        let mut scans = self.scans;
        scans.truncate(MOST_SCANS);
        scans.shrink_to(MOST_SCANS);
        for scan in scans.iter_mut().filter(|it| it.is_done) {
            *scan = std::mem::take(scan).cleared();
        }
        Self {
            order: empty(self.order),
            scans,
            open: empty(self.open),
            globals: empty(self.globals),
            stored: empty(self.stored),
            atomics: empty(self.atomics),
            members: empty_set(self.members),
            written_types: empty_set(self.written_types),
        }
    }

    /// Whether the shader writes to a variable, in the member that a place is in.
    pub(super) fn writes_to(&self, variable: Handle<GlobalVariable>, place: &Place) -> bool {
        let member = member(place);
        self.is_written(variable)
            && (member == ANY || self.members.contains(&(variable, member)) || self.members.contains(&(variable, ANY)))
    }

    /// What is known of a function.
    pub(super) fn get(&self, function: Handle<Function>) -> Option<&Scan> {
        self.scans.get(function.index())
    }

    /// How many operations write a variable.
    pub(super) fn writes(&self, variable: Handle<GlobalVariable>) -> u32 {
        self.globals.get(variable.index()).map_or(0, |it| it.writes)
    }

    /// Whether any operation does.
    pub(super) fn is_written(&self, variable: Handle<GlobalVariable>) -> bool {
        self.writes(variable) > 0
    }

    /// Whether something reads a shared variable.
    pub(super) fn is_read(&self, variable: Handle<GlobalVariable>) -> bool {
        self.globals.get(variable.index()).is_some_and(|it| it.read)
    }

    /// Notes that something reads a variable, if it is shared.
    fn note_read(&mut self, variable: Option<Handle<GlobalVariable>>) {
        if let Some(state) = variable.and_then(|it| self.globals.get_mut(it.index())) {
            state.read = true;
        }
    }

    /// What calls do is the caller's: those of loops count as interesting if any callee is.
    fn inherit(&mut self, function: Handle<Function>) {
        let Some(scan) = self.get(function).filter(|it| !it.callees.is_empty()) else { return };
        let callees = || scan.callees.iter().filter_map(|it| self.get(*it));
        let (interesting, lasting) = (callees().any(|it| it.interesting), callees().any(|it| it.lasting));
        let (waits, has_effects) = (callees().any(|it| it.waits), callees().any(|it| it.has_effects));
        let privates = callees().any(|it| !it.privates.is_empty());
        if let Some(scan) = self.scans.get_mut(function.index()) {
            scan.interesting |= interesting;
            scan.lasting |= lasting;
            scan.waits |= waits;
            scan.has_effects |= has_effects || privates;
            for of_loop in scan.loops.iter_mut().filter(|it| it.calls) {
                of_loop.interesting |= interesting;
                of_loop.writes |= interesting;
                of_loop.lasts |= lasting;
                of_loop.reads |= interesting;
                of_loop.waits |= waits;
                of_loop.effects |= interesting || lasting;
            }
        }
    }

    fn scan(&mut self, module: &Module, handle: Handle<Function>) {
        let Some(scan) = self.scans.get_mut(handle.index()) else { return };
        scan.is_done = true;
        let Ok(function) = module.functions.try_get(handle) else { return };
        let mut scan = std::mem::take(scan);
        scan.headers.resize(function.blocks.len(), 0);
        scan.locals.resize(function.locals.len(), LocalState::default());
        self.open.clear();
        self.open.resize(function.blocks.len(), false);
        let mut look = Look {
            module,
            function,
            handle,
            functions: self,
            scan,
            statements: 0,
            interesting: 0,
            calls: 0,
            atomics: 0,
            asks: 0,
            reads: 0,
            waits: 0,
            effects: 0,
            fences: 0,
            writes: 0,
            lasts: 0,
            span: Span::UNDEFINED,
            alone: None,
            called: FxHashSet::default(),
            depth: 0,
        };
        look.block(function.body, function.body);
        let mut scan = look.scan;
        scan.interesting = look.interesting > 0;
        scan.has_effects = look.effects > 0;
        scan.waits = look.waits > 0;
        if let Some(place) = self.scans.get_mut(handle.index()) {
            *place = scan;
        }
    }
}

/// The lists of so many functions are kept.
const MOST_SCANS: usize = 512;

/// What blocks may nest; what is nested deeper is not looked at.
const MOST_NESTING: u32 = 150;

struct Look<'a> {
    module: &'a Module,
    function: &'a Function,
    handle: Handle<Function>,
    functions: &'a mut Functions,
    scan: Scan,
    statements: usize,
    interesting: usize,
    calls: usize,
    atomics: usize,
    asks: usize,
    reads: usize,
    waits: usize,
    effects: usize,
    fences: usize,
    /// Stores to shared memory.
    writes: usize,
    /// Those to buffers.
    lasts: usize,
    /// The statement.
    span: Span,
    /// The last statement, if it only gives a result.
    alone: Option<Handle<Value>>,
    /// The functions that are called, if they are many.
    called: FxHashSet<Handle<Function>>,
    depth: u32,
}

impl Look<'_> {
    fn set_open(&mut self, block: Handle<Block>, is_open: bool) {
        if let Some(open) = self.functions.open.get_mut(block.index()) {
            *open = is_open;
        }
    }

    fn block(&mut self, block: Handle<Block>, home: Handle<Block>) {
        let function = self.function;
        let Ok(it) = function.blocks.try_get(block) else { return };
        if self.depth >= MOST_NESTING {
            self.interesting += 1;
            self.effects += 1;
            self.scan.too_deep = true;
            return;
        }
        self.depth += 1;
        self.set_open(home, true);
        self.statements += it.statements.len();
        for (index, (statement, span)) in it.statements.iter().enumerate() {
            self.span = *span;
            if let Some(suspect) = self.alone.take() {
                self.clear_suspect(suspect, statement);
            }
            self.statement(statement, home, (block, index));
        }
        if block == home {
            self.set_open(home, false);
        }
        self.depth -= 1;
    }

    /// A result that the next statement uses is not for nothing.
    fn clear_suspect(&mut self, suspect: Handle<Value>, statement: &Statement) {
        let is_used = match statement {
            Statement::Store { value, .. } | Statement::Return(Some(value)) => *value == suspect,
            Statement::If { condition, .. } => *condition == suspect,
            Statement::Evaluate(value) => {
                let mut uses = false;
                if let Ok(value) = self.function.values.try_get(*value) {
                    value.kind.for_each_operand(|it| uses |= it == Argument::Value(suspect));
                }
                uses
            }
            _ => false,
        };
        if is_used {
            self.scan.suspects.pop();
        }
    }

    /// `at`: the block of the statement and its place there.
    fn statement(&mut self, statement: &Statement, home: Handle<Block>, at: (Handle<Block>, usize)) {
        match statement {
            Statement::Evaluate(value) => self.value(*value, home),
            Statement::Store { place, value } => {
                let shared = self.function.places.try_get(*place).ok().and_then(|it| self.shared(it));
                self.functions.stored.extend(shared.map(|it| (it, self.span)));
                self.store(*place, home, Some(*value));
            }
            Statement::Loop(it) => {
                self.scan.repeats.push(at);
                let first = self.scan.stores.len();
                let (size, interesting) = (self.statements, self.interesting);
                let (calls, atomics, effects) = (self.calls, self.atomics, self.effects);
                let (writes, waits, lasts) = (self.writes, self.waits, self.lasts);
                let (asks, reads, fences) = (self.asks, self.reads, self.fences);
                // What the header does is done in each round before the rest.
                self.block(it.header, home);
                self.block(it.body, it.body);
                self.block(it.continuing, it.continuing);
                let of_loop = LoopScan {
                    stores: first..self.scan.stores.len(),
                    size: self.statements - size,
                    interesting: self.interesting > interesting,
                    calls: self.calls > calls,
                    atomics: self.atomics > atomics,
                    effects: self.effects > effects,
                    fences: self.fences > fences,
                    writes: self.writes > writes,
                    lasts: self.lasts > lasts,
                    waits: self.waits > waits,
                    asks: self.asks > asks,
                    reads: self.reads > reads,
                };
                self.scan.loops.push(of_loop);
                if let Some(number) = self.scan.headers.get_mut(it.header.index()) {
                    *number = self.scan.loops.len() as u32;
                }
            }
            Statement::If { accept, reject, .. } => {
                self.block(*accept, *accept);
                self.block(*reject, *reject);
            }
            Statement::Switch(it) => it.cases.iter().for_each(|case| self.block(case.body, case.body)),
            _ => {}
        }
    }

    fn value(&mut self, handle: Handle<Value>, home: Handle<Block>) {
        let function = self.function;
        let Ok(value) = function.values.try_get(handle) else { return };
        // Most are one of two kinds.
        match value.kind {
            ValueKind::Load(place) => {
                let Ok(place) = function.places.try_get(place) else { return };
                self.read(place, home);
            }
            ValueKind::Binary { operation, left, right } => self.binary(handle, operation, [left, right]),
            _ => self.rare_value(handle, value, home),
        }
    }

    fn binary(&mut self, handle: Handle<Value>, operation: BinaryOperation, [left, right]: [Handle<Value>; 2]) {
        use BinaryOperation as B;
        let scalar_of = |it| {
            let ty = self.function.values.try_get(it).ok()?.ty;
            self.module.types.scalar_of(ty).map(|it| it.kind)
        };
        let is_zero = |it| constant(self.module, self.function, it) == Some(0);
        match operation {
            // No number without a sign is less than 0.
            B::Less | B::GreaterEqual if is_zero(right) && scalar_of(left) == Some(ScalarKind::Uint) => {
                self.scan.suspects.push((handle, self.span));
            }
            B::Greater | B::LessEqual if is_zero(left) && scalar_of(left) == Some(ScalarKind::Uint) => {
                self.scan.suspects.push((handle, self.span));
            }
            // They may go wrong in later rounds.
            B::ShiftLeft | B::ShiftRight | B::Divide | B::Modulo if !self.is_given(right) => {
                let is_integer = matches!(scalar_of(left), Some(ScalarKind::Sint | ScalarKind::Uint));
                self.interesting += usize::from(is_integer);
            }
            _ => {}
        }
    }

    /// Neither a load nor an operation.
    #[inline(never)]
    fn rare_value(&mut self, handle: Handle<Value>, value: &Value, home: Handle<Block>) {
        let function = self.function;
        match &value.kind {
            ValueKind::Builtin(call) => {
                let class = class(call);
                let pure = matches!(class, Class::Pure | Class::Arithmetic(_));
                for argument in &call.arguments {
                    let Argument::Place(place) = *argument else { continue };
                    let shared = function.places.try_get(place).ok().and_then(|it| self.shared(it));
                    match class {
                        Class::Atomic => self.functions.atomics.extend(shared.map(|it| (it, self.handle, handle))),
                        _ => self.functions.note_read(shared),
                    }
                }
                if is_useless_alone(class, call) {
                    self.scan.suspects.push((handle, self.span));
                    self.alone = Some(handle);
                }
                self.interesting += usize::from(!pure);
                let is_fence = class == Class::MemoryBarrier;
                self.fences += usize::from(is_fence);
                self.effects += usize::from(!pure && !is_fence);
                self.atomics += usize::from(class == Class::Atomic);
                self.waits += usize::from(class == Class::ControlBarrier);
                if !pure || call.arguments.iter().any(|it| !matches!(it, Argument::Value(_))) {
                    let only_reads = pure || {
                        let accesses = call.prototype.accesses(call.instance);
                        accesses.reads && !accesses.writes
                    };
                    self.operands(&value.kind, home, only_reads);
                }
            }
            ValueKind::Call { function: callee, arguments } => {
                self.calls += 1;
                for (number, argument) in (0..).zip(arguments) {
                    if let Argument::Place(place) = argument
                        && let Ok(PlaceRoot::Local(local)) = function.places.try_get(*place).map(|it| it.root)
                        && self.is_blank(local)
                    {
                        self.scan.given.push((local, *callee, number));
                    }
                }
                self.read_by(&value.kind);
                self.operands(&value.kind, home, false);
            }
            ValueKind::Spirv(_) | ValueKind::Tensor { .. } | ValueKind::Message { .. } => {
                self.effects += 1;
                self.read_by(&value.kind);
                self.operands(&value.kind, home, false);
            }
            _ => {}
        }
    }

    /// Whether a value is a constant, or what the host alone decides.
    fn is_given(&self, value: Handle<Value>) -> bool {
        match self.function.values.try_get(value).map(|it| &it.kind) {
            Ok(ValueKind::Constant(_)) => true,
            Ok(ValueKind::Load(place)) => {
                let root = self.function.places.try_get(*place).map(|it| it.root);
                let Ok(PlaceRoot::Global(global)) = root else { return false };
                let storage = self.module.globals.try_get(global).map(|it| it.storage);
                matches!(storage, Ok(StorageClass::PushConstant | StorageClass::Uniform))
            }
            _ => false,
        }
    }

    /// Whether nothing was stored to a local so far, but perhaps parts of it that constants choose.
    fn is_blank(&self, local: Handle<Local>) -> bool {
        self.scan.locals.get(local.index()).is_some_and(|it| !it.filled)
    }

    fn doubt(&mut self, local: Handle<Local>, is_doubtful: bool) {
        if !is_doubtful {
            return;
        }
        let doubtful = &mut self.scan.doubtful;
        doubtful.resize(self.function.locals.len(), false);
        if let Some(place) = doubtful.get_mut(local.index()) {
            *place = true;
        }
    }

    fn load(&mut self, local: Handle<Local>) {
        if let Some(state) = self.scan.locals.get_mut(local.index()) {
            state.loaded = true;
        }
    }

    /// Notes what a load reads.
    fn read(&mut self, place: &Place, home: Handle<Block>) {
        match place.root {
            PlaceRoot::Local(local) => {
                let Some(state) = self.scan.locals.get_mut(local.index()) else { return };
                state.loaded = true;
                let is_set =
                    state.written.is_some_and(|it| self.functions.open.get(it.index()).copied().unwrap_or(false));
                if !state.filled {
                    self.scan.blank.push(local);
                }
                self.doubt(local, !is_set);
                self.interesting += usize::from(is_dynamic(self.function, place));
            }
            PlaceRoot::Parameter(index @ 0..32) => {
                let bit = 1 << index;
                if home == self.function.body && self.scan.met & bit == 0 {
                    self.scan.reads_first |= bit;
                }
                self.scan.met |= bit;
            }
            PlaceRoot::Global(global) => {
                let Ok(storage) = self.module.globals.try_get(global).map(|it| it.storage) else { return };
                let may_change = !place.access.contains(MemoryQualifiers::READONLY);
                match storage {
                    StorageClass::Private => self.scan.privates.push((global, self.span)),
                    StorageClass::Workgroup => {
                        self.functions.note_read(Some(global));
                        self.reads += 1;
                        self.asks += usize::from(may_change);
                        self.interesting += 1;
                    }
                    StorageClass::StorageBuffer => {
                        self.asks += usize::from(may_change);
                        self.interesting += usize::from(self.functions.is_written(global));
                    }
                    _ => {}
                }
            }
            PlaceRoot::Parameter(_) | PlaceRoot::Reference(_) => {}
        }
    }

    /// The operands of a call; `only_reads`: it writes to none of the global variables among them.
    fn operands(&mut self, kind: &ValueKind, home: Handle<Block>, only_reads: bool) {
        kind.for_each_operand(|operand| match operand {
            Argument::Place(place) if only_reads && self.is_global(place) => {
                if let Ok(place) = self.function.places.try_get(place) {
                    self.interesting += usize::from(self.is_interesting(place));
                }
            }
            Argument::Place(place) => self.store(place, home, None),
            Argument::Function(_) | Argument::Value(_) => {}
        });
        for callee in kind.callees() {
            // Few are looked through, many are not.
            let known = match self.scan.callees.len() {
                0..8 => self.scan.callees.contains(&callee),
                8 => {
                    self.called.extend(&self.scan.callees);
                    self.called.contains(&callee)
                }
                _ => self.called.contains(&callee),
            };
            if !known {
                if !self.called.is_empty() {
                    self.called.insert(callee);
                }
                self.scan.callees.push(callee);
            }
        }
    }

    /// The shared variable that is the root of a place.
    fn shared(&self, place: &Place) -> Option<Handle<GlobalVariable>> {
        let PlaceRoot::Global(global) = place.root else { return None };
        let is_shared = self.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::Workgroup);
        is_shared.then_some(global)
    }

    /// What a call may do with shared variables counts as reading them.
    fn read_by(&mut self, kind: &ValueKind) {
        kind.for_each_operand(|operand| {
            if let Argument::Place(place) = operand
                && let Ok(place) = self.function.places.try_get(place)
            {
                self.functions.note_read(self.shared(place));
            }
        });
    }

    fn is_global(&self, place: Handle<Place>) -> bool {
        self.function.places.try_get(place).is_ok_and(|it| matches!(it.root, PlaceRoot::Global(_)))
    }

    /// Without a value: a call may write it.
    fn store(&mut self, handle: Handle<Place>, home: Handle<Block>, value: Option<Handle<Value>>) {
        let by_call = value.is_none();
        let Ok(place) = self.function.places.try_get(handle) else { return };
        self.interesting += usize::from(self.is_interesting(place));
        if let PlaceRoot::Reference(pointer) = place.root {
            self.scan.lasting = true;
            self.lasts += 1;
            if let Ok(pointer) = self.function.values.try_get(pointer) {
                self.functions.written_types.insert(pointer.ty);
            }
        }
        let Some(root) = root(place) else { return };
        self.scan.stores.push(Store { root, place: handle, value });
        match root {
            Root::Local(local) => {
                let whole = place.is_whole() && !by_call;
                if by_call {
                    self.load(local);
                }
                let Some(state) = self.scan.locals.get_mut(local.index()) else { return };
                // A call may write all of it.
                state.dynamic |= is_dynamic(self.function, place);
                state.filled |= whole || by_call || state.dynamic;
                state.first.get_or_insert(self.span);
                state.stores = state.stores.saturating_add(if place.steps.is_empty() { 1 } else { 2 });
                let is_open = |it: Handle<Block>| self.functions.open.get(it.index()).copied().unwrap_or(false);
                let is_set = state.written.is_some_and(is_open);
                if whole {
                    state.written.get_or_insert(home);
                }
                self.doubt(local, !whole && !is_set);
            }
            Root::Parameter(index) => {
                self.scan.met |= if index < 32 { 1 << index } else { 0 };
                self.scan.sets_parameters |= 1_u32.checked_shl(index).unwrap_or(u32::MAX);
                self.scan.lasting = true;
            }
            Root::Global(global) => {
                self.scan.lasting = true;
                let storage = self.module.globals.try_get(global).map(|it| it.storage);
                self.writes += usize::from(storage == Ok(StorageClass::Workgroup));
                self.lasts += usize::from(storage == Ok(StorageClass::StorageBuffer));
                self.functions.members.insert((global, member(place)));
                if let Some(state) = self.functions.globals.get_mut(global.index()) {
                    state.writes += 1;
                }
            }
        }
    }

    /// Shared memory, and arrays that are indexed at run time.
    fn is_interesting(&self, place: &Place) -> bool {
        match place.root {
            PlaceRoot::Global(global) => self.module.globals.try_get(global).is_ok_and(|it| match it.storage {
                StorageClass::Workgroup => true,
                StorageClass::StorageBuffer => self.functions.is_written(global),
                _ => false,
            }),
            PlaceRoot::Local(_) => is_dynamic(self.function, place),
            _ => false,
        }
    }
}
