//! What is in functions: one look at every statement, for all that lints ask about more than once.
//!
//! Comes in: a module. Goes out: the functions, callees first, and of each what its loops store and whether its variables have
//! values where they are read. Must not depend on: terms.

use super::operation::{Class, class};
use crate::hir::{
    Argument, BinaryOperation, Block, Function, GlobalVariable, Handle, Local, Loop, Module, Place, PlaceRoot,
    PlaceStep, ScalarKind, Span, Statement, StorageClass, Type, Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// The root of a place, but for what references point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Local(Handle<Local>),
    Parameter(u32),
    Global(Handle<GlobalVariable>),
}

impl Root {
    /// Whether no other invocation can reach it.
    pub(super) const fn is_local(self) -> bool {
        !matches!(self, Self::Global(_))
    }
}

/// The root of a place.
pub(super) fn root(place: &Place) -> Option<Root> {
    Some(match place.root {
        PlaceRoot::Local(local) => Root::Local(local),
        PlaceRoot::Parameter(index) => Root::Parameter(index),
        PlaceRoot::Global(global) => Root::Global(global),
        PlaceRoot::Reference(_) => return None,
    })
}

/// A loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
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
    /// Whether it writes shared memory.
    pub writes: bool,
    /// Whether it does anything that lasts or that others see, but for stores.
    pub effects: bool,
}

/// A function.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The roots of what is stored to, in the order of the statements.
    stores: Vec<Root>,
    /// The places of the same.
    places: Vec<Handle<Place>>,
    /// By the header.
    loops: FxHashMap<Handle<Block>, Extent>,
    /// A variable may be read before it is written, as far as can be seen without looking at ways.
    pub unset: bool,
    /// Something in it is interesting.
    pub interesting: bool,
    /// The workgroup waits in it.
    waits: bool,
    /// It writes to something that its caller sees, but for its result.
    pub lasting: bool,
    callees: Vec<Handle<Function>>,
    /// Locals that are stored to and never read, with the first store.
    pub unread: Vec<(Handle<Local>, Span)>,
    /// Those of them that are stored to once, as a whole.
    pub stored_once: Vec<Handle<Local>>,
    /// Pointer parameters that are read before anything else is done with them, as bits.
    pub reads_first: u32,
    /// Pointer parameters that were met.
    met: u32,
    /// Private variables that are read.
    pub privates: Vec<(Handle<GlobalVariable>, Span)>,
}

impl Scan {
    /// Whether the workgroup waits in it.
    pub(super) const fn waits(&self) -> bool {
        self.waits
    }

    /// What is known of a loop.
    pub(super) fn of_loop(&self, it: &Loop) -> Option<&Extent> {
        self.loops.get(&it.header)
    }

    /// The places that a loop stores to.
    pub(super) fn places_in(&self, extent: &Extent) -> &[Handle<Place>] {
        self.places.get(extent.stores.clone()).unwrap_or_default()
    }

    /// What a loop stores to, with repetitions.
    pub(super) fn stored_in(&self, extent: &Extent) -> &[Root] {
        self.stores.get(extent.stores.clone()).unwrap_or_default()
    }
}

/// All functions that the entry point reaches.
#[derive(Debug, Default)]
pub(super) struct Functions {
    /// Callees come first.
    pub order: Vec<Handle<Function>>,
    scans: FxHashMap<Handle<Function>, Scan>,
    /// The global variables that the shader writes.
    pub written: FxHashSet<Handle<GlobalVariable>>,
    /// The shared variables that something reads.
    pub read: FxHashSet<Handle<GlobalVariable>>,
    /// Stores to shared variables.
    pub stored: Vec<(Handle<GlobalVariable>, Span)>,
    /// Atomic operations on shared variables, which read them if their results are used.
    pub atomics: Vec<(Handle<GlobalVariable>, Handle<Function>, Handle<Value>)>,
    /// The types of the references through which it writes.
    pub written_types: FxHashSet<Handle<Type>>,
    /// How many operations write each.
    writes: FxHashMap<Handle<GlobalVariable>, u32>,
}

impl Functions {
    pub(super) fn of(module: &Module) -> Self {
        let mut functions = Self::default();
        // Callees before callers, without recursion: an entry is left when its next callee is to be looked at.
        let mut open = vec![(module.entry_point.function, 0)];
        functions.scan(module, module.entry_point.function);
        while let Some((function, next)) = open.last_mut() {
            let function = *function;
            let callee = functions.scans.get(&function).and_then(|it| it.callees.get(*next)).copied();
            *next += 1;
            match callee {
                Some(callee) if !functions.scans.contains_key(&callee) => {
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

    /// What is known of a function.
    pub(super) fn get(&self, function: Handle<Function>) -> Option<&Scan> {
        self.scans.get(&function)
    }

    /// How many operations write a variable.
    pub(super) fn writes(&self, variable: Handle<GlobalVariable>) -> u32 {
        self.writes.get(&variable).copied().unwrap_or(0)
    }

    /// What calls do is the caller's: those of loops count as interesting if any callee is.
    fn inherit(&mut self, function: Handle<Function>) {
        let Some(scan) = self.scans.get(&function) else { return };
        let callees = || scan.callees.iter().filter_map(|it| self.scans.get(it));
        let (interesting, lasting) = (callees().any(|it| it.interesting), callees().any(|it| it.lasting));
        let waits = callees().any(|it| it.waits);
        if let Some(scan) = self.scans.get_mut(&function) {
            scan.interesting |= interesting;
            scan.lasting |= lasting;
            scan.waits |= waits;
            for extent in scan.loops.values_mut().filter(|it| it.calls) {
                extent.interesting |= interesting;
                extent.writes |= interesting;
                extent.waits |= waits;
                extent.effects |= interesting || lasting;
            }
        }
    }

    fn scan(&mut self, module: &Module, handle: Handle<Function>) {
        let Ok(function) = module.functions.try_get(handle) else {
            self.scans.insert(handle, Scan::default());
            return;
        };
        let mut look = Look {
            module,
            function,
            handle,
            functions: self,
            scan: Scan::default(),
            statements: 0,
            interesting: 0,
            calls: 0,
            atomics: 0,
            waits: 0,
            effects: 0,
            writes: 0,
            written: vec![None; function.locals.len()],
            loaded: vec![false; function.locals.len()],
            first: vec![None; function.locals.len()],
            span: Span::UNDEFINED,
            open: vec![false; function.blocks.len()],
            depth: 0,
        };
        look.block(function.body, function.body);
        let first = function.locals.iter().zip(&look.first).zip(&look.loaded);
        let unread = first.filter(|(((_, local), _), loaded)| !**loaded && !local.name.is_empty());
        let unread = unread.filter_map(|(((handle, _), first), _)| Some((handle, (*first)?))).collect();
        let mut scan = look.scan;
        scan.unread = unread;
        let whole = |it: Handle<Place>| function.places.try_get(it).is_ok_and(|it| it.steps.is_empty());
        let once = |local: &Handle<Local>| {
            let stores = scan.stores.iter().zip(&scan.places).filter(|it| *it.0 == Root::Local(*local));
            matches!(*stores.map(|it| *it.1).collect::<SmallVec<[_; 4]>>(), [only] if whole(only))
        };
        scan.stored_once = scan.unread.iter().map(|it| it.0).filter(once).collect();
        scan.interesting = look.interesting > 0;
        scan.waits = look.waits > 0;
        self.scans.insert(handle, scan);
    }
}

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
    waits: usize,
    effects: usize,
    /// Stores to shared memory.
    writes: usize,
    /// Where each local was written first.
    written: Vec<Option<Handle<Block>>>,
    /// What each local is read by.
    loaded: Vec<bool>,
    /// The first store to each.
    first: Vec<Option<Span>>,
    /// The statement.
    span: Span,
    /// The blocks that are being looked at.
    open: Vec<bool>,
    depth: u32,
}

impl Look<'_> {
    fn set_open(&mut self, block: Handle<Block>, is_open: bool) {
        if let Some(open) = self.open.get_mut(block.index()) {
            *open = is_open;
        }
    }

    fn block(&mut self, block: Handle<Block>, home: Handle<Block>) {
        let function = self.function;
        let Ok(it) = function.blocks.try_get(block) else { return };
        if self.depth >= MOST_NESTING {
            self.interesting += 1;
            self.effects += 1;
            self.scan.unset = true;
            return;
        }
        self.depth += 1;
        self.set_open(home, true);
        self.statements += it.statements.len();
        for (statement, span) in &it.statements {
            self.span = *span;
            self.statement(statement, home);
        }
        if block == home {
            self.set_open(home, false);
        }
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Statement, home: Handle<Block>) {
        match statement {
            Statement::Evaluate(value) => self.value(*value, home),
            Statement::Store { place, .. } => {
                let shared = self.function.places.try_get(*place).ok().and_then(|it| self.shared(it));
                self.functions.stored.extend(shared.map(|it| (it, self.span)));
                self.store(*place, home, false);
            }
            Statement::Loop(it) => {
                let first = self.scan.stores.len();
                let (size, interesting) = (self.statements, self.interesting);
                let (calls, atomics, effects) = (self.calls, self.atomics, self.effects);
                let (writes, waits) = (self.writes, self.waits);
                // What the header does is done in each round before the rest.
                self.block(it.header, home);
                self.block(it.body, it.body);
                self.block(it.continuing, it.continuing);
                let extent = Extent {
                    stores: first..self.scan.stores.len(),
                    size: self.statements - size,
                    interesting: self.interesting > interesting,
                    calls: self.calls > calls,
                    atomics: self.atomics > atomics,
                    effects: self.effects > effects,
                    writes: self.writes > writes,
                    waits: self.waits > waits,
                };
                self.scan.loops.insert(it.header, extent);
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
        match &value.kind {
            ValueKind::Load(place) => {
                let Ok(place) = function.places.try_get(*place) else { return };
                self.functions.read.extend(self.shared(place));
                if let PlaceRoot::Local(local) = place.root {
                    let first = self.written.get(local.index()).copied().flatten();
                    let is_set = first.is_some_and(|it| self.open.get(it.index()).copied().unwrap_or(false));
                    self.scan.unset |= !is_set;
                    self.load(local);
                }
                self.read(place, home == function.body);
                self.interesting += usize::from(self.is_interesting(place));
            }
            ValueKind::Builtin(call) => {
                let class = class(call);
                let pure = matches!(class, Class::Pure | Class::Arithmetic(_));
                for argument in &call.arguments {
                    let Argument::Place(place) = *argument else { continue };
                    let shared = function.places.try_get(place).ok().and_then(|it| self.shared(it));
                    match class {
                        Class::Atomic => self.functions.atomics.extend(shared.map(|it| (it, self.handle, handle))),
                        _ => self.functions.read.extend(shared),
                    }
                }
                self.interesting += usize::from(!pure);
                self.effects += usize::from(!pure);
                self.atomics += usize::from(class == Class::Atomic);
                self.waits += usize::from(class == Class::ControlBarrier);
                let reads = call.prototype.accesses(call.instance);
                let only_reads = pure || reads.reads && !reads.writes;
                self.operands(&value.kind, home, only_reads);
            }
            ValueKind::Call { .. } => {
                self.calls += 1;
                self.read_by(&value.kind);
                self.operands(&value.kind, home, false);
            }
            ValueKind::Binary { operation, left, right } => {
                // Shifts and divisions may go wrong in later rounds.
                use BinaryOperation as B;
                let may = matches!(operation, B::ShiftLeft | B::ShiftRight | B::Divide | B::Modulo);
                let constant =
                    |it| function.values.try_get(it).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)));
                if may && !constant(*right) {
                    let scalar = function.values.try_get(*left).ok().and_then(|it| self.module.types.scalar_of(it.ty));
                    let integer = scalar.is_some_and(|it| matches!(it.kind, ScalarKind::Sint | ScalarKind::Uint));
                    self.interesting += usize::from(integer);
                }
            }
            ValueKind::Spirv(_) | ValueKind::Tensor { .. } | ValueKind::Message { .. } => {
                self.effects += 1;
                self.read_by(&value.kind);
                self.operands(&value.kind, home, false);
            }
            _ => {}
        }
    }

    fn load(&mut self, local: Handle<Local>) {
        if let Some(loaded) = self.loaded.get_mut(local.index()) {
            *loaded = true;
        }
    }

    /// Notes a read of a parameter or a private variable.
    fn read(&mut self, place: &Place, always: bool) {
        match place.root {
            PlaceRoot::Parameter(index @ 0..32) => {
                let bit = 1 << index;
                if always && self.scan.met & bit == 0 {
                    self.scan.reads_first |= bit;
                }
                self.scan.met |= bit;
            }
            PlaceRoot::Global(global)
                if self.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::Private) =>
            {
                self.scan.privates.push((global, self.span));
            }
            _ => {}
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
            Argument::Place(place) => self.store(place, home, true),
            Argument::Function(_) | Argument::Value(_) => {}
        });
        for callee in kind.callees() {
            if !self.scan.callees.contains(&callee) {
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
                self.functions.read.extend(self.shared(place));
            }
        });
    }

    fn is_global(&self, place: Handle<Place>) -> bool {
        self.function.places.try_get(place).is_ok_and(|it| matches!(it.root, PlaceRoot::Global(_)))
    }

    fn store(&mut self, handle: Handle<Place>, home: Handle<Block>, by_call: bool) {
        let Ok(place) = self.function.places.try_get(handle) else { return };
        self.interesting += usize::from(self.is_interesting(place));
        if let PlaceRoot::Reference(pointer) = place.root {
            self.scan.lasting = true;
            if let Ok(pointer) = self.function.values.try_get(pointer) {
                self.functions.written_types.insert(pointer.ty);
            }
        }
        let Some(root) = root(place) else { return };
        self.scan.stores.push(root);
        self.scan.places.push(handle);
        match root {
            Root::Local(local) => {
                let whole = place.steps.is_empty() && place.swizzle.is_none() && !by_call;
                if by_call {
                    self.load(local);
                }
                if let Some(first) = self.first.get_mut(local.index()) {
                    *first = first.or(Some(self.span));
                }
                if let Some(first) = self.written.get_mut(local.index()) {
                    let is_set = first.is_some_and(|it| self.open.get(it.index()).copied().unwrap_or(false));
                    if whole && first.is_none() {
                        *first = Some(home);
                    }
                    self.scan.unset |= !whole && !is_set;
                }
            }
            Root::Parameter(index) => {
                self.scan.met |= if index < 32 { 1 << index } else { 0 };
                self.scan.unset = true;
                self.scan.lasting = true;
            }
            Root::Global(global) => {
                self.scan.lasting = true;
                let shared = self.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::Workgroup);
                self.writes += usize::from(shared);
                self.functions.written.insert(global);
                *self.functions.writes.entry(global).or_insert(0) += 1;
            }
        }
    }

    /// Shared memory, and arrays that are indexed at run time.
    fn is_interesting(&self, place: &Place) -> bool {
        match place.root {
            PlaceRoot::Global(global) => self.module.globals.try_get(global).is_ok_and(|it| match it.storage {
                StorageClass::Workgroup => true,
                StorageClass::StorageBuffer => self.functions.written.contains(&global),
                _ => false,
            }),
            PlaceRoot::Local(_) => is_dynamic(self.function, place),
            _ => false,
        }
    }
}

/// Whether a place has an index that is no constant.
pub(super) fn is_dynamic(function: &Function, place: &Place) -> bool {
    place.steps.iter().any(|it| {
        let PlaceStep::Index(index) = *it else { return false };
        function.values.try_get(index).is_ok_and(|it| !matches!(it.kind, ValueKind::Constant(_)))
    })
}

/// Every statement of blocks, with what is nested in it.
pub(super) fn for_each_statement<'m>(
    function: &'m Function,
    blocks: &[Handle<Block>],
    mut with: impl FnMut(&'m Statement),
) {
    let mut open = blocks.to_vec();
    while let Some(block) = open.pop() {
        let Ok(block) = function.blocks.try_get(block) else { continue };
        for (statement, _) in &block.statements {
            with(statement);
            open.extend(statement.blocks());
        }
    }
}
