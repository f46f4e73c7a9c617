//! Value numbering: what is computed a second time where the first result is available is that result.
//!
//! Comes in: functions. Goes out: functions in which equal pure computations are done once. Must not depend on: other
//! passes.
//!
//! Blocks form a dominator tree (`hir`), so a table whose entries last as long as the block in which they were made
//! contains exactly what is available. Nothing is moved, so what may be undefined stays where it was.

use super::effects::{self, Context, Summaries};
use super::rewrite::{self, Begin, Output, Replacements, Rewrite};
use crate::hir::{
    Argument, Block, Constant, Function, Handle, LoopTest, Module, Operand, Place, PlaceRoot, PlaceStep, Span,
    Statement, Value, ValueKind,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        let mut numbering = Numbering {
            context,
            constants: FxHashMap::default(),
            table: FxHashMap::default(),
            entries: Vec::new(),
            marks: Vec::new(),
            replaced: Replacements::default(),
        };
        numbering.constants(function);
        rewrite::walk(function, &mut numbering);
    }
}

/// The operation and operands of a value, as numbers; equal computations have equal keys.
pub(super) type Key = SmallVec<[usize; 8]>;

struct Numbering<'a> {
    context: Context<'a>,
    /// One value per constant.
    constants: FxHashMap<Handle<Constant>, Handle<Value>>,
    /// What is available.
    table: FxHashMap<Key, Handle<Value>>,
    /// Keys in the order in which they came into the table.
    entries: Vec<Key>,
    /// How many entries there were when each open block began.
    marks: Vec<usize>,
    replaced: Replacements,
}

impl Numbering<'_> {
    /// Merges values of the same constant.
    fn constants(&mut self, function: &Function) {
        for (handle, value) in function.values.iter() {
            if let ValueKind::Constant(constant) = value.kind {
                let first = *self.constants.entry(constant).or_insert(handle);
                self.replaced.replace(handle, first);
            }
        }
    }

    /// The key of a computation that may be merged with an equal one.
    fn key(&self, function: &mut Function, handle: Handle<Value>) -> Option<Key> {
        let value = function.values.try_get(handle).ok()?;
        if function.decorated.contains_key(&handle) || !effects::of_value(self.context, function, value).may_merge() {
            return None;
        }
        let mut key = Key::new();
        key.extend([value.ty.index(), usize::from(value.precise), usize::from(value.relaxed)]);
        match &value.kind {
            ValueKind::Load(_) => key.push(0),
            ValueKind::Unary { operation, .. } => key.extend([1, *operation as usize]),
            ValueKind::Binary { operation, .. } => key.extend([2, *operation as usize]),
            ValueKind::Convert(_) => key.push(3),
            ValueKind::Splat(_) => key.push(4),
            ValueKind::Compose(_) => key.push(5),
            ValueKind::Extract { index, .. } => key.extend([6, *index as usize]),
            ValueKind::ExtractDynamic { .. } => key.push(7),
            ValueKind::Insert { index, .. } => key.extend([8, *index as usize]),
            ValueKind::Swizzle { components, .. } => {
                key.push(9);
                key.extend(components.iter().map(|&it| usize::from(it)));
            }
            ValueKind::Select { .. } => key.push(10),
            ValueKind::ArrayLength(_) => key.push(11),
            ValueKind::SampledImage { .. } => key.push(12),
            ValueKind::DeviceLength(ty) => key.extend([13, ty.index()]),
            ValueKind::Builtin(call) => {
                let size = call.instance.size.map_or(0, |size| size.get() as usize + 1);
                key.extend([14, std::ptr::from_ref(call.prototype).addr(), call.instance.row.into(), size]);
                let is_function = |it: &Argument| matches!(it, Argument::Function(_));
                if call.arguments.iter().any(is_function) {
                    return None;
                }
            }
            ValueKind::Call { function, .. } => key.extend([15, function.index()]),
            _ => return None,
        }
        let mut places = SmallVec::<[Handle<Place>; 2]>::new();
        function.values.get_mut(handle).kind.operands_mut(|operand| match operand {
            Operand::Value(value) => key.push(value.index()),
            Operand::Place(place) => places.push(*place),
        });
        for place in places {
            place_key(&mut key, function.places.try_get(place).ok()?);
        }
        Some(key)
    }
}

/// Adds the parts of a place.
pub(super) fn place_key(key: &mut Key, place: &Place) {
    key.extend(match place.root {
        PlaceRoot::Global(global) => [0, global.index()],
        PlaceRoot::Local(local) => [1, local.index()],
        PlaceRoot::Parameter(index) => [2, index as usize],
        PlaceRoot::Reference(value) => [3, value.index()],
    });
    key.push(place.access.0.into());
    for step in &place.steps {
        key.extend(match *step {
            PlaceStep::Member(index) => [0, index as usize],
            PlaceStep::Index(value) => [1, value.index()],
        });
    }
    if let Some(swizzle) = &place.swizzle {
        key.push(2);
        key.extend(swizzle.iter().map(|&it| usize::from(it)));
    }
}

impl Rewrite for Numbering<'_> {
    fn open(&mut self, _function: &mut Function, _block: Handle<Block>) {
        self.marks.push(self.entries.len());
    }

    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        self.replaced.apply(function, &mut statement);
        if let Statement::Evaluate(value) = statement
            && let Some(key) = self.key(function, value)
        {
            if let Some(&first) = self.table.get(&key) {
                self.replaced.replace(value, first);
                return;
            }
            self.table.insert(key.clone(), value);
            self.entries.push(key);
        }
        out.push((statement, span));
    }

    fn begin(&mut self, function: &mut Function, statement: &mut Statement) -> Begin {
        self.replaced.apply(function, statement);
        Begin::Enter
    }

    fn test(&mut self, _function: &mut Function, test: &mut LoopTest) {
        self.replaced.apply_to_test(test);
    }

    fn leave(&mut self, _function: &mut Function, _block: Handle<Block>) {
        let mark = self.marks.pop().unwrap_or(0);
        for key in self.entries.drain(mark..) {
            self.table.remove(&key);
        }
    }
}
