//! What `precise` reaches (GLSL 4.60, 4.14).
//!
//! Comes in: a finished function body, the places of its `precise` variables and the values passed to `precise`
//! parameters or returned as `precise` results. Goes out: [`Value::precise`] on every value that contributes to them.
//! Must not depend on: syntax, names.
//!
//! "This qualifier will affect the evaluation of an r-value in a particular function if and only if the result is
//! eventually consumed in the same function by an l-value qualified as `precise`." So the walk goes backwards from what
//! is `precise`: from a value to its operands, and from memory that is read to every value that the function writes there,
//! in whatever order the two run. Memory is distinguished by variable and structure member; elements of an array and
//! components of a vector belong together. Conditions of `if`, `?:` and loops are not affected, as 4.14 says.

use crate::hir::{
    Arena, Argument, Block, GlobalVariable, Handle, Local, Place, PlaceRoot, PlaceStep, Statement, Struct, Type, Value,
    ValueKind,
};
use crate::sema::Analyzer;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What is `precise` in a function.
#[derive(Debug, Default)]
pub(in crate::sema) struct PreciseUses {
    /// Places in `precise` variables and members, and those passed to `precise inout` parameters.
    pub(in crate::sema) places: Vec<Handle<Place>>,
    /// Values that the function returns as a `precise` result or passes to a `precise` parameter.
    pub(in crate::sema) values: Vec<Handle<Value>>,
}

impl Analyzer<'_> {
    /// Remembers a structure that has a `precise` member.
    pub(in crate::sema) fn note_precise_members(&mut self, structure: Handle<Struct>) {
        let Some(definition) = self.module.types.structure(structure) else { return };
        if definition.members.iter().any(|member| member.precise || self.has_precise_member(member.ty)) {
            self.precise_structures.insert(structure);
        }
    }

    /// Whether a type is or holds a structure with a `precise` member.
    pub(in crate::sema) fn has_precise_member(&self, ty: Handle<Type>) -> bool {
        if self.precise_structures.is_empty() {
            return false;
        }
        let element = self.module.types.element_of_arrays(ty);
        matches!(self.module.types.get(element), Type::Struct(structure) if self.precise_structures.contains(structure))
    }
}

/// Marks every value that contributes to `uses`. `bool` is the type of conditions.
pub(in crate::sema) fn mark(
    uses: &PreciseUses,
    values: &mut Arena<Value>,
    places: &Arena<Place>,
    blocks: &Arena<Block>,
    bool: Handle<Type>,
) {
    if uses.places.is_empty() && uses.values.is_empty() {
        return;
    }
    let mut walk = Walk {
        seen: vec![false; values.len()],
        memory: Memory::default(),
        results: FxHashMap::default(),
        bool,
        pending: Vec::new(),
        places,
        values,
    };
    walk.collect(blocks);
    walk.pending.extend(&uses.values);
    for &place in &uses.places {
        walk.read(place);
    }
    walk.run();
}

/// The variable that a path starts with. References of one type may point to the same memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Root {
    Global(Handle<GlobalVariable>),
    Local(Handle<Local>),
    Parameter(u32),
    Reference(Option<Handle<Type>>),
}

/// Index of a [`Part`].
type PartIndex = usize;

/// A variable, or a member of a [`Part`] that is a structure.
#[derive(Default)]
struct Part {
    whole: Option<PartIndex>,
    members: Vec<PartIndex>,
    /// What is written to the whole part, not to one of its members.
    written: Vec<Handle<Value>>,
    /// `written` contributes.
    own_read: bool,
    /// What is written to members contributes, too.
    all_read: bool,
}

/// What the function writes, part by part.
#[derive(Default)]
struct Memory {
    parts: Vec<Part>,
    roots: FxHashMap<Root, PartIndex>,
    members: FxHashMap<(PartIndex, u32), PartIndex>,
}

impl Memory {
    fn new_part(&mut self, whole: Option<PartIndex>) -> PartIndex {
        let index = self.parts.len();
        self.parts.push(Part { whole, ..Part::default() });
        if let Some(whole) = whole.and_then(|whole| self.parts.get_mut(whole)) {
            whole.members.push(index);
        }
        index
    }

    fn root(&mut self, root: Root) -> PartIndex {
        if let Some(&part) = self.roots.get(&root) {
            return part;
        }
        let part = self.new_part(None);
        self.roots.insert(root, part);
        part
    }

    fn member(&mut self, whole: PartIndex, member: u32) -> PartIndex {
        if let Some(&part) = self.members.get(&(whole, member)) {
            return part;
        }
        let part = self.new_part(Some(whole));
        self.members.insert((whole, member), part);
        part
    }

    /// Marks a part as read, and collects what is written there.
    fn read(&mut self, part: PartIndex, contributes: &mut Vec<Handle<Value>>) {
        let mut outer = self.parts.get(part).and_then(|it| it.whole);
        while let Some(it) = outer.and_then(|index| self.parts.get_mut(index)) {
            it.read_own(contributes);
            outer = it.whole;
        }
        let mut inner = vec![part];
        while let Some(index) = inner.pop() {
            let Some(it) = self.parts.get_mut(index) else { continue };
            it.read_own(contributes);
            if !std::mem::replace(&mut it.all_read, true) {
                inner.extend(&it.members);
            }
        }
    }
}

impl Part {
    fn read_own(&mut self, contributes: &mut Vec<Handle<Value>>) {
        if !std::mem::replace(&mut self.own_read, true) {
            contributes.extend(&self.written);
        }
    }
}

/// What one result is chosen from.
type Chosen = SmallVec<[Handle<Value>; 3]>;

/// The values that the end of a block passes on.
fn passed(blocks: &Arena<Block>, block: Handle<Block>) -> &[Handle<Value>] {
    match blocks.try_get(block).ok().and_then(|block| block.statements.last()) {
        Some((Statement::Yield(values), _)) => values,
        _ => &[],
    }
}

struct Walk<'a> {
    values: &'a mut Arena<Value>,
    places: &'a Arena<Place>,
    memory: Memory,
    /// The values that each result of an `if` is chosen from, and for `&&` and `||` the one that it is chosen by.
    results: FxHashMap<Handle<Value>, Chosen>,
    bool: Handle<Type>,
    /// Values that contribute and have not been visited.
    pending: Vec<Handle<Value>>,
    seen: Vec<bool>,
}

impl Walk<'_> {
    /// Finds out what is written where.
    fn collect(&mut self, blocks: &Arena<Block>) {
        for (statement, _) in blocks.iter().flat_map(|(_, block)| &block.statements) {
            match statement {
                Statement::Store { place, value } => self.written(*place, *value),
                Statement::Evaluate(value) => {
                    let mut written = Vec::new();
                    if let Ok(Value { kind, .. }) = self.values.try_get(*value)
                        && !matches!(kind, ValueKind::Load(_) | ValueKind::ArrayLength(_))
                    {
                        kind.for_each_operand(|operand| {
                            if let Argument::Place(place) = operand {
                                written.push(place);
                            }
                        });
                    }
                    for place in written {
                        self.written(place, *value);
                    }
                }
                Statement::If { condition, accept, reject, results, .. } => {
                    let passed = [accept, reject].map(|&block| passed(blocks, block));
                    for (index, &result) in results.iter().enumerate() {
                        let mut chosen: Chosen = passed.iter().filter_map(|it| it.get(index)).copied().collect();
                        // The left operand of `&&` and `||`, which is not a controlling expression.
                        if self.values.try_get(result).is_ok_and(|result| result.ty == self.bool) {
                            chosen.push(*condition);
                        }
                        self.results.insert(result, chosen);
                    }
                }
                _ => {}
            }
        }
    }

    fn written(&mut self, place: Handle<Place>, value: Handle<Value>) {
        let Some(part) = self.part(place) else { return };
        if let Some(part) = self.memory.parts.get_mut(part) {
            part.written.push(value);
        }
    }

    /// The part of memory that contains a place.
    fn part(&mut self, place: Handle<Place>) -> Option<PartIndex> {
        let place = self.places.try_get(place).ok()?;
        let root = match place.root {
            PlaceRoot::Global(global) => Root::Global(global),
            PlaceRoot::Local(local) => Root::Local(local),
            PlaceRoot::Parameter(index) => Root::Parameter(index),
            PlaceRoot::Reference(value) => Root::Reference(self.values.try_get(value).ok().map(|value| value.ty)),
        };
        let mut part = self.memory.root(root);
        for step in &place.steps {
            let PlaceStep::Member(member) = *step else { break };
            part = self.memory.member(part, member);
        }
        Some(part)
    }

    fn read(&mut self, place: Handle<Place>) {
        if let Some(part) = self.part(place) {
            self.memory.read(part, &mut self.pending);
        }
        let Ok(place) = self.places.try_get(place) else { return };
        if let PlaceRoot::Reference(value) = place.root {
            self.pending.push(value);
        }
        for step in &place.steps {
            if let PlaceStep::Index(index) = *step {
                self.pending.push(index);
            }
        }
    }

    fn run(&mut self) {
        while let Some(handle) = self.pending.pop() {
            if self.seen.get_mut(handle.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            let Some(value) = self.values.try_get(handle).ok() else { continue };
            let mut read = Vec::new();
            let pending = &mut self.pending;
            match &value.kind {
                ValueKind::BlockParameter => pending.extend(self.results.get(&handle).into_iter().flatten()),
                ValueKind::ArrayLength(_) => {}
                ValueKind::Select { accept, reject, .. } => pending.extend([*accept, *reject]),
                kind => kind.for_each_operand(|operand| match operand {
                    Argument::Value(value) => pending.push(value),
                    Argument::Place(place) => read.push(place),
                    Argument::Function(_) => {}
                }),
            }
            for place in read {
                self.read(place);
            }
            let value = self.values.get_mut(handle);
            value.precise = computes(&value.kind);
        }
    }
}

/// Whether a value is the result of an operation of this function.
const fn computes(kind: &ValueKind) -> bool {
    !matches!(
        kind,
        ValueKind::Constant(_)
            | ValueKind::Parameter(_)
            | ValueKind::BlockParameter
            | ValueKind::Load(_)
            | ValueKind::Call { .. }
            | ValueKind::ArrayLength(_)
            | ValueKind::DeviceLength(_)
    )
}
