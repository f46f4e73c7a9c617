//! Copies of arguments: an array that a call copies for `out` or `inout` is passed itself.
//!
//! Comes in: functions. Goes out: functions whose calls get the variables that were copied for them. Must not depend on:
//! other passes.
//!
//! GLSL copies such an argument before the call, and back after it (6.1.1). The copy cannot be told from the variable where
//! the argument is a whole variable of the caller, nothing writes to it between the first copy and the call, and no other
//! argument is the same variable: the function cannot name it. Drivers copy an array element by element, so this
//! saves them most of their time with large ones. What is no array may become a value later, which a variable that is passed
//! cannot.

use super::passed_locals::passed_locals;
use crate::hir::{
    Argument, Block, Function, Handle, Local, Module, Operand, Place, PlaceRoot, Span, Statement, Type, TypeTable,
    Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn run(module: &mut Module) {
    let Module { types, functions, .. } = module;
    for (_, function) in functions.iter_mut() {
        let uses = uses(types, function);
        if !uses.iter().any(|uses| uses.is_copy()) {
            continue;
        }
        let blocks: Vec<_> = function.blocks.iter().map(|(block, _)| block).collect();
        for block in blocks {
            pass_originals(function, &uses, block);
        }
    }
}

/// How often a variable is used. Those that may not be replaced count as passed twice.
#[derive(Clone, Copy, Default)]
struct Uses {
    loads: u32,
    stores: u32,
    passes: u32,
}

impl Uses {
    const LOAD: Self = Self { loads: 1, stores: 0, passes: 0 };
    const STORE: Self = Self { loads: 0, stores: 1, passes: 0 };
    const PASS: Self = Self { loads: 0, stores: 0, passes: 1 };
    const MAY_NOT_GO: Self = Self { loads: 0, stores: 0, passes: 2 };

    /// Whether it holds a copy for a single call: it is read and passed once, and written once or, for `out`, never.
    const fn is_copy(self) -> bool {
        self.loads == 1 && self.passes == 1 && self.stores <= 1
    }
}

fn uses(types: &TypeTable, function: &mut Function) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); function.locals.len()];
    let mut count = |local: Handle<Local>, by: Uses| {
        if let Some(uses) = uses.get_mut(local.index()) {
            uses.loads += by.loads;
            uses.stores += by.stores;
            uses.passes += by.passes;
        }
    };
    passed_locals(function).into_iter().for_each(|local| count(local, Uses::PASS));
    for (local, it) in function.locals.iter() {
        if !matches!(types.get(it.ty), Type::Array { .. }) || !it.decorations.is_empty() {
            count(local, Uses::MAY_NOT_GO);
        }
    }
    for (_, place) in function.places.iter().filter(|(_, place)| !place.is_whole()) {
        if let PlaceRoot::Local(local) = place.root {
            count(local, Uses::MAY_NOT_GO);
        }
    }
    for (value, _) in function.values.iter() {
        loaded(function, value).into_iter().for_each(|local| count(local, Uses::LOAD));
    }
    for (statement, _) in function.blocks.iter().flat_map(|(_, block)| &block.statements) {
        if let Statement::Store { place, .. } = *statement {
            root(function, place).into_iter().for_each(|local| count(local, Uses::STORE));
        }
    }
    uses
}

fn root(function: &Function, place: Handle<Place>) -> Option<Handle<Local>> {
    match function.places.try_get(place).ok()?.root {
        PlaceRoot::Local(local) => Some(local),
        _ => None,
    }
}

/// The variable that a place is the whole of.
fn whole(function: &Function, place: Handle<Place>) -> Option<Handle<Local>> {
    let local = root(function, place)?;
    let place = function.places.try_get(place).ok()?;
    place.is_whole().then_some(local)
}

/// The variable that a value is read from.
fn loaded(function: &Function, value: Handle<Value>) -> Option<Handle<Local>> {
    match function.values.try_get(value).ok()?.kind {
        ValueKind::Load(place) => whole(function, place),
        _ => None,
    }
}

/// What a block has done up to one of its statements. Positions are those of its statements.
#[derive(Default)]
struct Past {
    /// Where whole variables were read.
    loads: FxHashMap<Handle<Value>, usize>,
    /// The last store to each variable.
    stores: FxHashMap<Handle<Local>, (usize, Handle<Value>)>,
    /// Where each variable was last written, by a store or otherwise.
    writes: FxHashMap<Handle<Local>, usize>,
    /// The last statement with blocks, which may write to any.
    nested: Option<usize>,
}

/// An argument that is a copy.
struct Copied {
    /// The place of the copy.
    copy: Handle<Place>,
    /// The place that it is a copy of.
    original: Handle<Place>,
    /// What is read from the copy after the call.
    read: Handle<Value>,
    /// The statements that copy there and back.
    stores: [Option<usize>; 2],
}

fn pass_originals(function: &mut Function, uses: &[Uses], block: Handle<Block>) {
    let statements = std::mem::take(&mut function.blocks.get_mut(block).statements);
    let mut past = Past::default();
    let mut is_removed = vec![false; statements.len()];
    for (position, (statement, _)) in statements.iter().enumerate() {
        match *statement {
            Statement::Evaluate(value) if loaded(function, value).is_some() => {
                past.loads.insert(value, position);
            }
            Statement::Evaluate(value) => {
                let copied = past.copied_for(function, uses, value, &statements, position);
                if !copied.is_empty() {
                    let originals: FxHashMap<_, _> = copied.iter().map(|it| (it.copy, it.original)).collect();
                    function.values.get_mut(value).kind.operands_mut(|operand| {
                        if let Operand::Place(place) = operand {
                            *place = originals.get(place).copied().unwrap_or(*place);
                        }
                    });
                }
                for Copied { original, read, stores, .. } in copied {
                    // Whatever else uses what was read from the copy.
                    function.values.get_mut(read).kind = ValueKind::Load(original);
                    for store in stores.into_iter().flatten() {
                        if let Some(is_removed) = is_removed.get_mut(store) {
                            *is_removed = true;
                        }
                    }
                }
                for local in passed(function, value) {
                    past.writes.insert(local, position);
                }
            }
            Statement::Store { place, value } => {
                if let Some(local) = root(function, place) {
                    past.stores.insert(local, (position, value));
                    past.writes.insert(local, position);
                }
            }
            Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_) => past.nested = Some(position),
            _ => {}
        }
    }
    let kept = statements.into_iter().zip(is_removed).filter(|(_, is_removed)| !is_removed);
    function.blocks.get_mut(block).statements = kept.map(|(statement, _)| statement).collect();
}

/// The variables whose places a value takes.
fn passed(function: &Function, value: Handle<Value>) -> Vec<Handle<Local>> {
    let mut passed = Vec::new();
    if let Ok(value) = function.values.try_get(value) {
        value.kind.for_each_operand(|operand| {
            if let Argument::Place(place) = operand {
                passed.extend(root(function, place));
            }
        });
    }
    passed
}

impl Past {
    /// The copies that a value takes as arguments, each of which its original may replace.
    fn copied_for(
        &self,
        function: &Function,
        uses: &[Uses],
        call: Handle<Value>,
        statements: &[(Statement, Span)],
        position: usize,
    ) -> Vec<Copied> {
        let Ok(Value { kind: ValueKind::Call { arguments, .. }, .. }) = function.values.try_get(call) else {
            return Vec::new();
        };
        let is_copy = |local: &Handle<Local>| uses.get(local.index()).is_some_and(|uses| uses.is_copy());
        let copies: FxHashMap<_, _> = arguments
            .iter()
            .filter_map(|&argument| match argument {
                Argument::Place(place) => Some((whole(function, place).filter(is_copy)?, place)),
                _ => None,
            })
            .collect();
        if copies.is_empty() {
            return Vec::new();
        }
        let back = copied_back(function, &copies, statements, position + 1);
        let mut times: FxHashMap<Handle<Local>, u32> = FxHashMap::default();
        back.iter().for_each(|it| *times.entry(it.to).or_default() += 1);
        let named: FxHashSet<_> = passed(function, call).into_iter().collect();
        let mut replaced = FxHashSet::default();
        let mut copied = Vec::new();
        for Back { position, copy, value, to, place } in back {
            let made = self.stores.get(&copy);
            let is_made = match made {
                Some(&(_, value)) => self.still_is(function, to, value),
                None => uses.get(copy.index()).is_some_and(|uses| uses.stores == 0),
            };
            if is_made
                && times.get(&to) == Some(&1)
                && !named.contains(&to)
                && are_alike(function, copy, to)
                && replaced.insert(copy)
                && let Some(&argument) = copies.get(&copy)
            {
                let stores = [made.map(|&(position, _)| position), Some(position)];
                copied.push(Copied { copy: argument, original: place, read: value, stores });
            }
        }
        copied
    }

    /// Whether a value has been read from a whole variable in this block, which still holds it.
    fn still_is(&self, function: &Function, original: Handle<Local>, value: Handle<Value>) -> bool {
        let read = self.loads.get(&value).copied();
        loaded(function, value) == Some(original)
            && read.is_some()
            && self.nested < read
            && self.writes.get(&original).copied() < read
    }
}

/// A statement after a call that copies back.
struct Back {
    position: usize,
    copy: Handle<Local>,
    /// What was read from the copy.
    value: Handle<Value>,
    /// The variable that it is stored to, and its place.
    to: Handle<Local>,
    place: Handle<Place>,
}

/// The statements from a position on that only copy some variables to others.
fn copied_back(
    function: &Function,
    copies: &FxHashMap<Handle<Local>, Handle<Place>>,
    statements: &[(Statement, Span)],
    start: usize,
) -> Vec<Back> {
    let copy = |value| loaded(function, value).filter(|it| copies.contains_key(it));
    let mut back = Vec::new();
    for (position, (statement, _)) in statements.iter().enumerate().skip(start) {
        match *statement {
            Statement::Evaluate(value) if copy(value).is_some() => {}
            Statement::Store { place, value } => match (copy(value), whole(function, place)) {
                (Some(copy), Some(to)) => back.push(Back { position, copy, value, to, place }),
                _ => break,
            },
            _ => break,
        }
    }
    back
}

/// Whether a function cannot tell two variables of its caller apart.
fn are_alike(function: &Function, copy: Handle<Local>, original: Handle<Local>) -> bool {
    let [Ok(copy), Ok(original)] = [copy, original].map(|it| function.locals.try_get(it)) else { return false };
    copy.ty == original.ty && copy.qualifiers == original.qualifiers && original.decorations.is_empty()
}
