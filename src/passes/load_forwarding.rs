//! Load forwarding: a value that was read or written before, and not written since, is not read again.
//!
//! Comes in: functions. Goes out: functions in which a load is replaced by the value of an earlier load or store of the
//! same place, if it must give the same. Must not depend on: other passes.
//!
//! Only memory that nothing else changes meanwhile is considered: the invocation's variables, and buffers accessed
//! without `coherent`, `volatile` and the like. Shared memory is not, as it is implicitly coherent. Any operation that
//! orders memory ([`effects`]) invalidates what is known about buffers. Two buffers may be the same memory, unless one
//! is `restrict` (GLSL 4.60, 4.10); two members of one buffer are not.

use super::effects::{self, Context, Effects, Summaries};
use super::rewrite::{self, Begin, Output, Replacements, Rewrite};
use super::tree::Tree;
use super::value_numbering::{Key, place_key};
use crate::hir::{
    Block, Function, GlobalVariable, Handle, Local, LoopTest, MemoryQualifiers, Module, Operand, Place, PlaceRoot,
    PlaceStep, Span, Statement, StorageClass, Value, ValueKind,
};
use rustc_hash::FxHashMap;

/// A block that writes to more places than this counts as writing to all.
const MOST_WRITES: usize = 64;

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        let writes = Writes::of(context, function);
        let mut forwarding = Forwarding {
            context,
            writes,
            known: FxHashMap::default(),
            undo: Vec::new(),
            marks: Vec::new(),
            clock: Clock::default(),
            replaced: Replacements::default(),
        };
        rewrite::walk(function, &mut forwarding);
    }
}

/// Where memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Root {
    Local(Handle<Local>),
    Private(Handle<GlobalVariable>),
    Parameter(u32),
    Buffer(Handle<GlobalVariable>),
    /// Whatever references point to.
    References,
}

/// A part of memory that this pass treats as a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Region {
    root: Root,
    /// The member of the block, if it is one.
    member: Option<u32>,
    /// No other path leads to it.
    restrict: bool,
}

impl Region {
    /// The region of a place, if it is memory that this pass considers.
    fn of(context: Context<'_>, place: &Place) -> Option<Self> {
        let root = match place.root {
            PlaceRoot::Local(local) => Root::Local(local),
            PlaceRoot::Parameter(index) => Root::Parameter(index),
            PlaceRoot::Reference(_) => Root::References,
            PlaceRoot::Global(global) => match context.globals.try_get(global).ok()?.storage {
                StorageClass::Private => Root::Private(global),
                StorageClass::StorageBuffer => Root::Buffer(global),
                _ => return None,
            },
        };
        let member = match (root, place.steps.first()) {
            (Root::References, _) => None,
            (_, Some(&PlaceStep::Member(member))) => Some(member),
            _ => None,
        };
        let restrict = root != Root::References && place.access.contains(MemoryQualifiers::RESTRICT);
        Some(Self { root, member, restrict })
    }

    const fn is_buffer(self) -> bool {
        matches!(self.root, Root::Buffer(_) | Root::References)
    }
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Write {
    Region(Region),
    /// Any buffer; or an operation orders memory.
    Buffers,
    /// Any variable outside functions.
    Privates,
}

/// What an evaluation writes.
fn writes_of_value(context: Context<'_>, function: &mut Function, handle: Handle<Value>, writes: &mut Vec<Write>) {
    let Ok(value) = function.values.try_get(handle) else { return };
    let effects = effects::of_value(context, function, value);
    if !effects.any(Effects::WRITES) && !effects.any(Effects::ORDERS) {
        return;
    }
    writes.push(Write::Buffers);
    if matches!(value.kind, ValueKind::Call { .. } | ValueKind::Spirv(_)) {
        writes.push(Write::Privates);
    }
    let places = &function.places;
    function.values.get_mut(handle).kind.operands_mut(|operand| {
        if let Operand::Place(place) = operand
            && let Ok(place) = places.try_get(*place)
        {
            writes.extend(Region::of(context, place).map(|region| Write::Region(Region { member: None, ..region })));
        }
    });
}

fn writes_of_store(context: Context<'_>, function: &Function, place: Handle<Place>, writes: &mut Vec<Write>) {
    let Ok(place) = function.places.try_get(place) else { return };
    writes.extend(Region::of(context, place).map(Write::Region));
    if effects::of_access(context, function, place, true).any(Effects::ORDERS) {
        writes.push(Write::Buffers);
    }
}

/// What is written in each block, including the blocks inside it.
struct Writes(Vec<Vec<Write>>);

impl Writes {
    fn of(context: Context<'_>, function: &mut Function) -> Self {
        let tree = Tree::of(function);
        let mut writes: Vec<Vec<Write>> = vec![Vec::new(); function.blocks.len()];
        for &block in tree.order.iter().rev() {
            let mut here = writes.get_mut(block.index()).map(std::mem::take).unwrap_or_default();
            let simple: Vec<_> = function
                .blocks
                .try_get(block)
                .map_or(&[][..], |it| it.statements.as_slice())
                .iter()
                .filter_map(|(statement, _)| match *statement {
                    Statement::Evaluate(value) => Some((Some(value), None)),
                    Statement::Store { place, .. } => Some((None, Some(place))),
                    _ => None,
                })
                .collect();
            for (value, place) in simple {
                if let Some(value) = value {
                    writes_of_value(context, function, value, &mut here);
                }
                if let Some(place) = place {
                    writes_of_store(context, function, place, &mut here);
                }
            }
            here.sort_unstable();
            here.dedup();
            here.truncate(MOST_WRITES + 1);
            // The parent adds it to its own; it comes later in this order.
            if let Some(parent) = tree.parent(block).and_then(|parent| writes.get_mut(parent.index())) {
                parent.extend(&here);
                if parent.len() > 4 * MOST_WRITES {
                    parent.sort_unstable();
                    parent.dedup();
                    parent.truncate(MOST_WRITES + 1);
                }
            }
            if let Some(slot) = writes.get_mut(block.index()) {
                *slot = here;
            }
        }
        Self(writes)
    }
}

/// When memory was last written. Times grow along the walk.
#[derive(Default)]
struct Clock {
    now: u32,
    /// Everything known before is invalid.
    everything: u32,
    buffers: u32,
    privates: u32,
    /// The last store to a buffer that may alias others, and the last one to a different root.
    shared: [Option<(u32, Root)>; 2],
    /// By root: the last write as a whole or to an unknown part, and to any member.
    roots: FxHashMap<Root, [u32; 2]>,
    members: FxHashMap<(Root, u32), u32>,
}

impl Clock {
    fn write(&mut self, write: Write) {
        self.now += 1;
        let now = self.now;
        let region = match write {
            Write::Buffers => return self.buffers = now,
            Write::Privates => return self.privates = now,
            Write::Region(region) => region,
        };
        let [whole, any] = self.roots.entry(region.root).or_default();
        *any = now;
        match region.member {
            Some(member) => {
                self.members.insert((region.root, member), now);
            }
            None => *whole = now,
        }
        if region.is_buffer() && !region.restrict {
            let [first, second] = &mut self.shared;
            if first.is_some_and(|(_, root)| root != region.root) {
                *second = *first;
            }
            *first = Some((now, region.root));
        }
    }

    /// When a region was last written.
    fn written(&self, region: Region) -> u32 {
        let [whole, any] = self.roots.get(&region.root).copied().unwrap_or_default();
        let own = match region.member {
            Some(member) => whole.max(self.members.get(&(region.root, member)).copied().unwrap_or(0)),
            None => any,
        };
        let others = match region.root {
            Root::Private(_) => self.privates,
            Root::Buffer(_) | Root::References => {
                let other = self.shared.into_iter().flatten().find(|(_, root)| *root != region.root);
                let other = other.filter(|_| !region.restrict).map_or(0, |(time, _)| time);
                self.buffers.max(other)
            }
            Root::Local(_) | Root::Parameter(_) => 0,
        };
        own.max(others).max(self.everything)
    }
}

/// What a place holds, and since when that is known.
type Known = (Handle<Value>, u32);

struct Forwarding<'a> {
    context: Context<'a>,
    writes: Writes,
    known: FxHashMap<Key, Known>,
    /// What was known before, to be restored at the end of the block.
    undo: Vec<(Key, Option<Known>)>,
    marks: Vec<usize>,
    clock: Clock,
    replaced: Replacements,
}

impl Forwarding<'_> {
    /// The place of a plain access that nothing else can interfere with.
    fn access(&self, function: &Function, place: Handle<Place>, is_store: bool) -> Option<(Key, Region)> {
        let place = function.places.try_get(place).ok()?;
        let region = Region::of(self.context, place)?;
        if effects::of_access(self.context, function, place, is_store).any(Effects::ORDERS) {
            return None;
        }
        let mut key = Key::new();
        key.push(place.ty.index());
        place_key(&mut key, place);
        Some((key, region))
    }

    fn learn(&mut self, key: Key, value: Handle<Value>) {
        self.clock.now += 1;
        let before = self.known.insert(key.clone(), (value, self.clock.now));
        self.undo.push((key, before));
    }

    fn write(&mut self, writes: Vec<Write>) {
        writes.into_iter().for_each(|write| self.clock.write(write));
    }
}

impl Rewrite for Forwarding<'_> {
    fn open(&mut self, _function: &mut Function, _block: Handle<Block>) {
        self.marks.push(self.undo.len());
    }

    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        self.replaced.apply(function, &mut statement);
        let mut writes = Vec::new();
        match statement {
            Statement::Evaluate(value) => {
                let load = match function.values.try_get(value).map(|it| &it.kind) {
                    Ok(&ValueKind::Load(place)) => self.access(function, place, false),
                    _ => None,
                };
                if let Some((key, region)) = load {
                    match self.known.get(&key) {
                        Some(&(known, since))
                            if since > self.clock.written(region) && !function.decorated.contains_key(&value) =>
                        {
                            self.replaced.replace(value, known);
                            return;
                        }
                        _ => self.learn(key, value),
                    }
                } else {
                    writes_of_value(self.context, function, value, &mut writes);
                    self.write(writes);
                }
            }
            Statement::Store { place, value } => {
                writes_of_store(self.context, function, place, &mut writes);
                self.write(writes);
                if let Some((key, _)) = self.access(function, place, true) {
                    self.learn(key, value);
                }
            }
            _ => {}
        }
        out.push((statement, span));
    }

    fn begin(&mut self, function: &mut Function, statement: &mut Statement) -> Begin {
        self.replaced.apply(function, statement);
        if let Statement::Loop(it) = statement {
            // What a later iteration writes is visible in this one; the header contains all blocks of the loop.
            let writes = self.writes.0.get_mut(it.header.index()).map(std::mem::take).unwrap_or_default();
            if writes.len() > MOST_WRITES {
                self.clock.now += 1;
                self.clock.everything = self.clock.now;
            } else {
                self.write(writes);
            }
        }
        Begin::Enter
    }

    fn test(&mut self, _function: &mut Function, test: &mut LoopTest) {
        self.replaced.apply_to_test(test);
    }

    fn leave(&mut self, _function: &mut Function, _block: Handle<Block>) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            let Some((key, before)) = self.undo.pop() else { break };
            match before {
                Some(before) => self.known.insert(key, before),
                None => self.known.remove(&key),
            };
        }
    }
}
