//! Lints that look at single operations, loops and declarations, wherever control is.
//!
//! Comes in: a module. Goes out: findings. Must not depend on: terms.

use super::catalog::Tier;
use super::finding::{Findings, warning};
use super::operation::{Class, class, is_useless_alone};
use super::scan::{Functions, Root, Scan, Store, for_each_statement, root};
use super::statements::constant;
use super::stores::{Stores, unread};
use super::trace::is_aliased;
use crate::builtins::vocabulary::{BuiltIn, Op};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Argument, BinaryOperation, Block, BuiltinCall, ConstantKind, Function, GlobalVariable, Handle, Loop, LoopTest,
    Member, MemoryQualifiers, Module, PackingRules, Place, PlaceRoot, PlaceStep, ScalarKind, Span, Statement,
    StorageClass, Struct, Type, Value, ValueKind, VectorSize,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Looks at everything that the entry point reaches.
pub(super) fn check(module: &Module, functions: &Functions, only_certain: bool, findings: &mut Findings) {
    let answer = OnceCell::new();
    let asks_size = || *answer.get_or_init(|| asks_size(module));
    for &handle in &functions.order {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let Some(scan) = functions.get(handle) else { continue };
        let mut alone = Vec::new();
        if !only_certain {
            unread(function, scan, findings);
        }
        for (it, span) in scan.loops_in(function) {
            repeated(module, function, scan, it, span, findings);
        }
        let ballots = Ballots::of(function, &asks_size);
        let mut look = |value: Handle<Value>, span: Span, findings: &mut Findings| {
            if operation(module, function, &ballots, value, span, findings) {
                alone.push((value, span));
            }
        };
        if only_certain {
            scan.suspects.iter().for_each(|&(value, span)| look(value, span, findings));
        } else {
            let mut stores = Stores::of(function);
            for (handle, block) in function.blocks.iter() {
                stores.look_at(block, handle == function.body, scan, findings);
                for (statement, span) in &block.statements {
                    match statement {
                        Statement::Evaluate(value) => look(*value, *span, findings),
                        Statement::Store { place, value } => {
                            ballots.check_kept(module, *place, *value, *span, findings);
                        }
                        _ => {}
                    }
                }
            }
        }
        if !alone.is_empty() {
            let used = used_values(function);
            alone.retain(|it| !used.get(it.0.index()).copied().unwrap_or(true));
            alone.into_iter().for_each(|(value, span)| unused(module, function, value, span, findings));
        }
    }
    never_read(module, functions, findings);
    if !only_certain {
        module.types.structs.iter().for_each(|(_, structure)| layout(module, structure, findings));
    }
}

/// Which values of a function something uses.
fn used_values(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.values.len()];
    let mut mark = |value: Handle<Value>| {
        if let Some(place) = used.get_mut(value.index()) {
            *place = true;
        }
    };
    for (_, value) in function.values.iter() {
        value.kind.for_each_operand(|operand| {
            if let Argument::Value(value) = operand {
                mark(value);
            }
        });
    }
    for (_, place) in function.places.iter() {
        place.values().for_each(&mut mark);
    }
    for (_, block) in function.blocks.iter() {
        for (statement, _) in &block.statements {
            match statement {
                Statement::Store { value, .. } | Statement::Return(Some(value)) => mark(*value),
                Statement::If { condition, .. } => mark(*condition),
                Statement::Switch(it) => {
                    mark(it.selector);
                    it.cases.iter().flat_map(|it| &it.parameters).for_each(|it| mark(it.initial));
                }
                Statement::Loop(it) => {
                    it.parameters.iter().for_each(|it| mark(it.initial));
                    for test in it.condition.iter().chain(&it.repeat_if) {
                        mark(test.condition);
                        test.results.iter().copied().for_each(&mut mark);
                    }
                }
                Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                    values.iter().copied().for_each(&mut mark);
                }
                _ => {}
            }
        }
    }
    used
}

/// Looks at an operation. Whether it is a call without effect, which is for nothing if nothing uses the result.
fn operation(
    module: &Module,
    function: &Function,
    ballots: &Ballots<'_>,
    value: Handle<Value>,
    span: Span,
    findings: &mut Findings,
) -> bool {
    let Ok(Value { kind, .. }) = function.values.try_get(value) else { return false };
    match *kind {
        ValueKind::Extract { composite, index: 0 } => ballots.check(composite, span, findings),
        ValueKind::Convert(operand) => double(module, function, operand, value, span, findings),
        ValueKind::Binary { operation, left, right } => {
            comparison(module, function, operation, [left, right], span, findings);
        }
        ValueKind::Builtin(ref call) => return is_useless_alone(class(call), call) || only_writes(call),
        _ => {}
    }
    false
}

fn comparison(
    module: &Module,
    function: &Function,
    operation: BinaryOperation,
    [left, right]: [Handle<Value>; 2],
    span: Span,
    findings: &mut Findings,
) {
    use BinaryOperation as B;
    let zero = |it| constant(module, function, it) == Some(0);
    let with_zero = match operation {
        B::Less | B::GreaterEqual => zero(right),
        B::Greater | B::LessEqual => zero(left),
        B::Equal | B::NotEqual => !is_exact(module, function, left) && !is_exact(module, function, right),
        _ => false,
    };
    if !with_zero {
        return;
    }
    let Some(scalar) = function.values.try_get(left).ok().and_then(|it| module.types.scalar_of(it.ty)) else { return };
    match (operation, scalar.kind) {
        (B::Equal | B::NotEqual, ScalarKind::Float) => findings.push(Tier::Taste, float_equality(span)),
        (B::Equal | B::NotEqual, _) => {}
        (_, ScalarKind::Uint) => {
            let always = matches!(operation, B::GreaterEqual | B::LessEqual);
            findings.push(Tier::Certain, never_negative(span, always));
        }
        _ => {}
    }
}

/// Whether a value is a constant that floats of any precision have, as 0, 1 and 0.5, and so may well be stored as they are.
fn is_exact(module: &Module, function: &Function, value: Handle<Value>) -> bool {
    let Ok(Value { kind: ValueKind::Constant(handle), .. }) = function.values.try_get(value) else { return false };
    let Ok(constant) = module.constants.get_handle(*handle) else { return true };
    let width = module.types.scalar_of(constant.ty).map(|it| it.width);
    let number = match (&constant.kind, width) {
        (ConstantKind::Scalar(bits), Some(4)) => f64::from(f32::from_bits(*bits as u32)),
        (ConstantKind::Scalar(bits), Some(8)) => f64::from_bits(*bits),
        _ => return true,
    };
    (number * 1024.0).fract() == 0.0
}

/// Ballots of a function, and what is made of them.
struct Ballots<'a> {
    function: &'a Function,
    asks_size: &'a dyn Fn() -> bool,
    /// By value, how many values are made of it: none, one, or more.
    users: OnceCell<Vec<u8>>,
    /// By local, whether its first component is read, and whether anything else of it is used.
    reads: OnceCell<Vec<[bool; 2]>>,
}

impl<'a> Ballots<'a> {
    const fn of(function: &'a Function, asks_size: &'a dyn Fn() -> bool) -> Self {
        Self { function, asks_size, users: OnceCell::new(), reads: OnceCell::new() }
    }

    /// `subgroupBallot(...).x`
    fn check(&self, composite: Handle<Value>, span: Span, findings: &mut Findings) {
        if !is_ballot(self.function, composite) || (self.asks_size)() {
            return;
        }
        let users = self.users.get_or_init(|| {
            let mut users = vec![0_u8; self.function.values.len()];
            for (_, value) in self.function.values.iter() {
                value.kind.for_each_operand(|operand| {
                    if let Argument::Value(value) = operand
                        && let Some(count) = users.get_mut(value.index())
                    {
                        *count = count.saturating_add(1);
                    }
                });
            }
            users
        });
        if users.get(composite.index()).is_none_or(|it| *it <= 1) {
            findings.push(Tier::Taste, half_ballot(span));
        }
    }

    /// `uvec4 ballot = subgroupBallot(...)`, of which only `ballot.x` is used.
    fn check_kept(
        &self,
        module: &Module,
        place: Handle<Place>,
        value: Handle<Value>,
        span: Span,
        findings: &mut Findings,
    ) {
        if !is_ballot(self.function, value) || (self.asks_size)() {
            return;
        }
        let Ok(place) = self.function.places.try_get(place) else { return };
        let PlaceRoot::Local(local) = place.root else { return };
        let reads = self.reads.get_or_init(|| self.reads(module));
        if place.steps.is_empty() && reads.get(local.index()) == Some(&[true, false]) {
            findings.push(Tier::Taste, half_ballot(span));
        }
    }

    fn reads(&self, module: &Module) -> Vec<[bool; 2]> {
        let function = self.function;
        let mut reads = vec![[false; 2]; function.locals.len()];
        for (_, it) in function.values.iter() {
            it.kind.for_each_operand(|operand| {
                let Argument::Place(handle) = operand else { return };
                let Ok(read) = function.places.try_get(handle) else { return };
                let PlaceRoot::Local(local) = read.root else { return };
                let Some([first, others]) = reads.get_mut(local.index()) else { return };
                let is_first = match (read.steps.as_slice(), &read.swizzle) {
                    ([PlaceStep::Index(index)], None) => constant(module, function, *index) == Some(0),
                    _ => false,
                };
                *first |= is_first;
                *others |= !is_first;
            });
        }
        reads
    }
}

/// Whether a value is that of `subgroupBallot`, as it comes.
fn is_ballot(function: &Function, value: Handle<Value>) -> bool {
    let Ok(ValueKind::Builtin(call)) = function.values.try_get(value).map(|it| &it.kind) else { return false };
    let mut opcodes = call.prototype.opcodes(call.instance);
    opcodes.next() == Some(Op::GroupNonUniformBallot) && opcodes.next().is_none()
}

/// Whether the shader asks how large subgroups are.
fn asks_size(module: &Module) -> bool {
    let used = module.used_globals();
    let is_size = |it: &GlobalVariable| it.builtin.is_some_and(|it| it.builtin == BuiltIn::SubgroupSize);
    module.globals.iter().any(|(handle, it)| is_size(it) && used.contains(&handle))
}

/// A `float` that becomes a `double` where the source does not say so.
fn double(
    module: &Module,
    function: &Function,
    operand: Handle<Value>,
    value: Handle<Value>,
    span: Span,
    findings: &mut Findings,
) {
    let scalar = |it: Handle<Value>| function.values.try_get(it).ok().and_then(|it| module.types.scalar_of(it.ty));
    let (Some(from), Some(to)) = (scalar(operand), scalar(value)) else { return };
    let widens = to.kind == ScalarKind::Float && to.width == 8 && from.width < 8;
    // A constructor has a place of its own.
    if !widens || function.values.get_span(operand) != span || !span.is_defined() {
        return;
    }
    findings.push(Tier::Taste, becomes_double(span));
}

fn unused(module: &Module, function: &Function, value: Handle<Value>, span: Span, findings: &mut Findings) {
    let Ok(value) = function.values.try_get(value) else { return };
    let ValueKind::Builtin(call) = &value.kind else { return };
    if matches!(module.types.get(value.ty), Type::Void) {
        return;
    }
    if only_writes(call) {
        findings.push(Tier::Taste, store_is_enough(span, call.function.name));
        return;
    }
    findings.push(Tier::Certain, unused_result(span, call.function.name));
}

/// An exchange, which only writes if nothing uses what was there.
fn only_writes(call: &BuiltinCall) -> bool {
    call.prototype.opcodes(call.instance).any(|it| it == Op::AtomicExchange)
}

fn repeated(module: &Module, function: &Function, scan: &Scan, it: &Loop, span: Span, findings: &mut Findings) {
    let Some(scanned) = scan.of_loop(it) else { return };
    let round = Round { module, function, it, stored: scan.stores_in(scanned), by_root: OnceCell::new() };
    let tests: SmallVec<[&LoopTest; 2]> = it.condition.iter().chain(&it.repeat_if).collect();
    // `do { ... } while (false)` is a block that can be left.
    if tests.iter().any(|it| constant(module, function, it.condition) == Some(0)) {
        return;
    }
    let exits = || leaves(function, it);
    if let Some(counter) = round.runs_away()
        && !exits()
    {
        let place = tests.first().map_or(span, |it| function.values.get_span(it.condition));
        findings.push(Tier::Certain, counter_moves_away(place, counter));
        return;
    }
    // Most loops count, so that they neither wait nor go on for ever.
    if matches!(tests.as_slice(), [only] if round.counts(only.condition)) {
        return;
    }
    let is_open = |it: &&&LoopTest| constant(module, function, it.condition) != Some(1);
    let without_effects = !scanned.effects && round.stored.iter().all(|it| it.root.is_local());
    let unchanged = || tests.iter().filter(is_open).all(|it| round.is_fixed(it.condition, 0, None));
    let any_open = tests.iter().any(|it| is_open(&it));
    if any_open && !without_effects && !unchanged() {
        return;
    }
    if !any_open && !exits() {
        findings.push(Tier::Certain, endless(span, "nothing ends this loop"));
        return;
    }
    if without_effects
        && scanned.asks
        && let Some(place) = round.waits_for()
    {
        // With a barrier in the loop the load is done again, but it is no less a race with the store.
        let tier = if scanned.fences { Tier::Depends } else { Tier::Certain };
        findings.push(tier, waits_with_plain_load(place, scanned.fences));
        return;
    }
    if unchanged() && !exits() {
        let span = tests.iter().find(is_open).map_or(span, |it| function.values.get_span(it.condition));
        findings.push(Tier::Certain, endless(span, "nothing in the loop changes this condition"));
    }
}

/// A loop whose conditions are looked at.
struct Round<'a> {
    module: &'a Module,
    function: &'a Function,
    it: &'a Loop,
    /// What it stores to.
    stored: &'a [Store],
    /// The same by variable, if there is much of it.
    by_root: OnceCell<FxHashMap<Root, Vec<&'a Store>>>,
}

/// What a loop waits for, as far as it is known.
#[derive(Default)]
struct Waiting {
    /// The first plain load of memory that others may write.
    plain: Option<Span>,
    /// Whether what variables hold is decided by nothing else. One that is being looked at is not: it is made of itself.
    decided: FxHashMap<Root, bool>,
}

/// Operands are followed so far.
const MOST_DEPTH: usize = 24;

/// So few stores are looked through.
const FEW: usize = 64;

impl Round<'_> {
    /// The plain load of memory that others may write, if nothing but such loads decides how often the loop runs.
    fn waits_for(&self) -> Option<Span> {
        let mut waiting = Waiting::default();
        let own = || self.it.condition.iter().chain(&self.it.repeat_if).map(|it| it.condition);
        if !own().all(|it| self.is_fixed(it, 0, Some(&mut waiting))) {
            return None;
        }
        let mut conditions: SmallVec<[Handle<Value>; 4]> = SmallVec::new();
        for_each_statement(self.function, &self.blocks(), |statement| match statement {
            Statement::If { condition, .. } => conditions.push(*condition),
            Statement::Switch(it) => conditions.push(it.selector),
            Statement::Loop(it) => conditions.extend(it.condition.iter().chain(&it.repeat_if).map(|it| it.condition)),
            _ => {}
        });
        let all = conditions.iter().all(|&it| self.is_fixed(it, 0, Some(&mut waiting)));
        waiting.plain.filter(|_| all)
    }

    /// Where a counter with a sign is changed, if that takes it away from its bound.
    fn runs_away(&self) -> Option<Span> {
        use BinaryOperation as B;
        let function = self.function;
        let test = self.it.condition.as_ref()?;
        let kind = |it: Handle<Value>| function.values.try_get(it).ok().map(|it| &it.kind);
        let &ValueKind::Binary { operation, left, right } = kind(test.condition)? else { return None };
        let grows = match operation {
            B::Less | B::LessEqual => false,
            B::Greater | B::GreaterEqual => true,
            _ => return None,
        };
        let counter = |it: Handle<Value>| {
            let ValueKind::Load(place) = kind(it)? else { return None };
            let place = function.places.try_get(*place).ok()?;
            matches!(place.root, PlaceRoot::Local(_)).then_some(place)
        };
        let place = counter(left).filter(|it| it.is_whole())?;
        let root = root(place)?;
        let is_counter = |it: &&Store| it.root == root;
        let store = self.stored.iter().rev().find(is_counter)?;
        let &ValueKind::Binary { operation: step, left: from, right: by } = kind(store.value?)? else { return None };
        let by_place = counter(from).is_some_and(|it| it.root == place.root && it.steps.is_empty());
        let signed =
            self.module.types.scalar_of(place.ty).is_some_and(|it| it.kind == ScalarKind::Sint && it.width == 4);
        let amount = constant(self.module, function, by)? as u32 as i32;
        let up = match step {
            B::Add => amount > 0,
            B::Subtract => amount < 0,
            _ => return None,
        };
        let away = amount != 0 && up == grows && self.is_fixed(right, 0, None);
        let is_only = || self.stored.iter().filter(is_counter).count() == 1;
        (by_place && signed && away && is_only()).then(|| function.values.get_span(store.value.unwrap_or(by)))
    }

    fn blocks(&self) -> [Handle<Block>; 3] {
        [self.it.header, self.it.body, self.it.continuing]
    }

    /// Whether the loop stores to a variable.
    fn is_stored(&self, root: Root) -> bool {
        match self.stored.len() {
            // Counters are stored to in the end.
            0..=FEW => self.stored.iter().rev().any(|it| it.root == root),
            _ => self.by_root().contains_key(&root),
        }
    }

    fn by_root(&self) -> &FxHashMap<Root, Vec<&Store>> {
        self.by_root.get_or_init(|| {
            let mut stores: FxHashMap<Root, Vec<&Store>> = FxHashMap::default();
            self.stored.iter().for_each(|it| stores.entry(it.root).or_default().push(it));
            stores
        })
    }

    /// Whether the last store to a variable adds to it.
    fn is_counter(&self, root: Root) -> bool {
        use BinaryOperation as B;
        let kind = |it: Handle<Value>| self.function.values.try_get(it).ok().map(|it| &it.kind);
        let stored = self.stored.iter().rev().find(|it| it.root == root).and_then(|it| it.value).and_then(kind);
        let Some(&ValueKind::Binary { operation: B::Add | B::Subtract, left, .. }) = stored else { return false };
        let Some(&ValueKind::Load(place)) = kind(left) else { return false };
        self.function.places.try_get(place).is_ok_and(|it| super::scan::root(it) == Some(root))
    }

    /// Whether a condition compares a counter of the loop with something.
    fn counts(&self, condition: Handle<Value>) -> bool {
        let kind = |it: Handle<Value>| self.function.values.try_get(it).ok().map(|it| &it.kind);
        let Some(&ValueKind::Binary { left, .. }) = kind(condition) else { return false };
        let Some(&ValueKind::Load(place)) = kind(left) else { return false };
        let Ok(place) = self.function.places.try_get(place) else { return false };
        let PlaceRoot::Local(local) = place.root else { return false };
        self.is_counter(Root::Local(local))
    }

    /// Whether a value is the same in every round, as far as this invocation decides. While `waiting`, what others may write is
    /// too, and the first such load is noted.
    fn is_fixed(&self, value: Handle<Value>, depth: usize, mut waiting: Option<&mut Waiting>) -> bool {
        let function = self.function;
        let Ok(it) = function.values.try_get(value) else { return false };
        if depth > MOST_DEPTH {
            return false;
        }
        match &it.kind {
            ValueKind::Constant(_) => true,
            ValueKind::Load(place) => {
                let Ok(place) = function.places.try_get(*place) else { return false };
                let indices = place.values().all(|it| self.is_fixed(it, depth, None));
                indices && self.is_fixed_root(place, function.values.get_span(value), depth, waiting)
            }
            ValueKind::Builtin(call) if !matches!(class(call), Class::Pure | Class::Arithmetic(_)) => false,
            ValueKind::Call { .. } | ValueKind::BlockParameter | ValueKind::Spirv(_) | ValueKind::Tensor { .. } => {
                false
            }
            other => {
                let mut fixed = true;
                other.for_each_operand(|operand| {
                    fixed = fixed
                        && match operand {
                            Argument::Value(value) => self.is_fixed(value, depth + 1, waiting.as_deref_mut()),
                            _ => false,
                        };
                });
                fixed
            }
        }
    }

    fn is_fixed_root(&self, place: &Place, span: Span, depth: usize, waiting: Option<&mut Waiting>) -> bool {
        let Some(root) = root(place) else { return false };
        if let Root::Global(global) = root {
            let Ok(global) = self.module.globals.try_get(global) else { return false };
            return match global.storage {
                StorageClass::Uniform | StorageClass::PushConstant | StorageClass::Input => true,
                StorageClass::Private => !self.is_stored(root),
                StorageClass::StorageBuffer if place.access.contains(MemoryQualifiers::READONLY) => true,
                StorageClass::Workgroup | StorageClass::StorageBuffer => match waiting {
                    Some(waiting) if !place.access.contains(MemoryQualifiers::VOLATILE) => {
                        waiting.plain.get_or_insert(span);
                        true
                    }
                    _ => false,
                },
                _ => false,
            };
        }
        if !self.is_stored(root) {
            return true;
        }
        // A variable that the loop sets to what it waits for, which no counter is.
        let Some(waiting) = waiting else { return false };
        if self.is_counter(root) {
            return false;
        }
        if let Some(&decided) = waiting.decided.get(&root) {
            return decided;
        }
        waiting.decided.insert(root, false);
        let fixed = self.by_root().get(&root).is_some_and(|stores| {
            stores.iter().all(|it| {
                let whole = self.function.places.try_get(it.place).is_ok_and(|it| it.steps.is_empty());
                whole && it.value.is_some_and(|it| self.is_fixed(it, depth + 1, Some(waiting)))
            })
        });
        waiting.decided.insert(root, fixed);
        fixed
    }
}

/// Whether a jump may leave the loop.
fn leaves(function: &Function, it: &Loop) -> bool {
    // Blocks with whether a `break` in them leaves this loop.
    let mut open: Vec<(Handle<Block>, bool)> = [it.header, it.body, it.continuing].map(|it| (it, true)).to_vec();
    while let Some((block, own)) = open.pop() {
        let Ok(block) = function.blocks.try_get(block) else { continue };
        for (statement, _) in &block.statements {
            match statement {
                Statement::Return(_) | Statement::Terminate(_) => return true,
                Statement::Break(_) if own => return true,
                Statement::Switch(_) | Statement::Loop(_) => open.extend(statement.blocks().map(|it| (it, false))),
                other => open.extend(other.blocks().map(|it| (it, own))),
            }
        }
    }
    false
}

/// Shared variables that are only written.
fn never_read(module: &Module, functions: &Functions, findings: &mut Findings) {
    // Mostly all are read.
    let mut stored = functions.stored.iter().map(|it| it.0).chain(functions.atomics.iter().map(|it| it.0));
    if stored.all(|it| functions.is_read(it)) {
        return;
    }
    let mut written = functions.stored.clone();
    let mut read = FxHashSet::default();
    let mut used: FxHashMap<Handle<Function>, Vec<bool>> = FxHashMap::default();
    for &(global, function, value) in &functions.atomics {
        if functions.is_read(global) || read.contains(&global) {
            continue;
        }
        let Ok(it) = module.functions.try_get(function) else { continue };
        // An atomic operation whose result is not used only writes.
        let used = used.entry(function).or_insert_with(|| used_values(it));
        if used.get(value.index()).copied().unwrap_or(true) {
            read.insert(global);
        } else {
            written.push((global, it.values.get_span(value)));
        }
    }
    if written.is_empty() {
        return;
    }
    let mut first: FxHashMap<Handle<GlobalVariable>, Span> = FxHashMap::default();
    for (global, span) in written {
        first.entry(global).and_modify(|it| *it = (*it).min(span)).or_insert(span);
    }
    for (handle, global) in module.globals.iter() {
        let is_read = functions.is_read(handle) || read.contains(&handle);
        if global.storage != StorageClass::Workgroup || is_read {
            continue;
        }
        let Some(&first) = first.get(&handle).filter(|_| !is_aliased(module, global)) else { continue };
        findings.push(Tier::Certain, shared_never_read(first, global));
    }
}

/// Members of blocks that lie otherwise than in a structure of the host.
fn layout(module: &Module, structure: &Struct, findings: &mut Findings) {
    let Some(block) = structure.block else { return };
    if matches!(block.rules, PackingRules::Scalar | PackingRules::HlslStd140 | PackingRules::HlslStd430) {
        return;
    }
    for (member, next) in structure.members.iter().zip(structure.members.iter().skip(1).map(Some).chain([None])) {
        let is_three = |ty| matches!(*module.types.get(ty), Type::Vector(VectorSize::Tri, scalar) if scalar.width == 4);
        match *module.types.get(member.ty) {
            Type::Array { element, .. } if is_three(element) => {
                findings.push(Tier::Taste, vec3_elements_apart(member));
            }
            Type::Array { element, .. } if block.rules == PackingRules::Std140 => {
                let small = match *module.types.get(element) {
                    Type::Scalar(scalar) => Some(u32::from(scalar.width)),
                    Type::Vector(VectorSize::Bi, scalar) => Some(u32::from(scalar.width) * 2),
                    _ => None,
                };
                if let Some(size) = small.filter(|size| *size < 16) {
                    findings.push(Tier::Taste, small_elements_apart(member, size));
                }
            }
            _ if is_three(member.ty) => {
                let end = member.offset.map(|it| it + 12);
                let after = next.and_then(|it| it.offset);
                if after.is_some() && after != end {
                    findings.push(Tier::Taste, padding_after(member));
                }
            }
            _ => {}
        }
    }
}

#[cold]
fn float_equality(span: Span) -> Diagnostic {
    let rule = "GLSL 4.60, 4.7.1: operations on floats are not exact, and compilers may change their order";
    warning(Code::FloatEquality, span, "computed floats are compared for equality", rule)
        .with_help("compare the difference with a tolerance")
}

#[cold]
fn never_negative(span: Span, always: bool) -> Diagnostic {
    let message = format!("this is always {always}: no `uint` is less than 0");
    warning(Code::UnsignedCompare, span, message, "GLSL 4.60, 4.1.3: unsigned numbers are never negative")
}

#[cold]
fn half_ballot(span: Span) -> Diagnostic {
    let rule = "GL_KHR_shader_subgroup_ballot: a ballot has 128 bits, and subgroups up to as many invocations";
    warning(Code::BallotWidth, span, "only 32 bits of a ballot are used", rule)
        .with_help("use `subgroupBallotBitCount` and the like, which take all of it")
}

#[cold]
fn becomes_double(span: Span) -> Diagnostic {
    warning(Code::ImplicitDouble, span, "this becomes a `double`", "GLSL 4.60, 4.1.10: implicit conversions")
        .with_help("write `double(...)` if this is intended; literals with the suffix `lf` are `double`")
}

/// An exchange whose result is not used.
#[cold]
fn store_is_enough(span: Span, name: &str) -> Diagnostic {
    let message = format!("the result of `{name}` is not used: an atomic store is enough");
    warning(Code::UnusedResult, span, message, "GL_KHR_memory_scope_semantics: atomicStore, imageAtomicStore")
        .with_help("use `atomicStore`, which reads nothing")
}

#[cold]
fn unused_result(span: Span, name: &str) -> Diagnostic {
    let message = format!("the result of `{name}` is not used, and it has no other effect");
    warning(Code::UnusedResult, span, message, "an operation without effect").with_help("leave the call out")
}

#[cold]
fn endless(span: Span, message: &str) -> Diagnostic {
    warning(Code::InfiniteLoop, span, message, "Vulkan: what a loop without end does to the device is undefined")
}

#[cold]
fn counter_moves_away(test: Span, counter: Span) -> Diagnostic {
    endless(test, "the counter moves away from where this ends the loop")
        .with_secondary(counter, "this is the wrong direction")
}

#[cold]
fn waits_with_plain_load(span: Span, fences: bool) -> Diagnostic {
    let message = match fences {
        true => "this waits for another invocation with a plain load, which races with its store",
        false => "this waits for another invocation with a plain load, which the compiler may do once",
    };
    let rule = "Vulkan, Memory Model: a plain load sees no writes of others without synchronization";
    warning(Code::SpinPlainLoad, span, message, rule)
        .with_help("use `atomicLoad` with `gl_SemanticsAcquire`, or declare the memory `volatile`")
}

#[cold]
fn shared_never_read(write: Span, global: &GlobalVariable) -> Diagnostic {
    let message = format!("`{}` is written, but nothing reads it", global.name);
    warning(Code::SharedNeverRead, write, message, "shared memory lasts as long as the workgroup")
        .with_secondary(global.span, "declared here")
        .with_help("leave the variable out")
}

const LAYOUT: &str = "GLSL 4.60, 7.6.2.2: standard uniform block layout";

#[cold]
fn vec3_elements_apart(member: &Member) -> Diagnostic {
    let message = format!("the elements of `{}` are 16 bytes apart, not 12", member.name);
    warning(Code::Vec3Layout, member.span, message, LAYOUT)
        .with_help("use `vec4`, an array of `float`, or `layout(scalar)`")
}

#[cold]
fn small_elements_apart(member: &Member, size: u32) -> Diagnostic {
    let message = format!("the elements of `{}` are 16 bytes apart, not {size}", member.name);
    warning(Code::ArrayStride, member.span, message, LAYOUT)
        .with_help("use `std430` in a buffer, or an array of `vec4`")
}

#[cold]
fn padding_after(member: &Member) -> Diagnostic {
    let message = format!("4 bytes of padding follow `{}`, which host structures may lack", member.name);
    warning(Code::Vec3Layout, member.span, message, LAYOUT)
        .with_help("write the padding in the host's structure, or use `vec4`")
}
