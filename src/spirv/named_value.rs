//! Variables of functions that only name a value: they need no memory.
//!
//! Comes in: a function. Goes out: which of its variables are written once, as a whole and before every read, or are
//! never read; what is read from them. Must not depend on: instructions for memory.
//!
//! Most variables are of this kind, as `const` ones and those that every iteration of a loop declares anew. The value gets
//! the name of the first of them, and debug information says which variables have it (`debug`).

use super::function::FunctionWriter;
use super::mark::{mark_constant, mark_value};
use super::naming::{Memory, State, Variable};
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    Argument, ArrayLength, Block, ConstantKind, Function, Handle, Local, MemoryQualifiers, Module, Place, PlaceRoot,
    PlaceStep, Statement, Type, Value, ValueKind,
};
use rspirv::spirv::Op;
use smallvec::SmallVec;

/// What is left of the walk.
enum Task<'f> {
    /// The statements of a block, from one on.
    Statements(&'f Block, usize),
    /// The scope of a block ends: all variables written after so many others.
    End,
}

struct Walk<'f> {
    function: &'f Function,
    memory: &'f mut Memory,
}

/// Decides for each variable of a function whether it only names a value; `is_named` is empty before.
pub(super) fn find(module: &Module, function: &Function, is_named: &mut Vec<bool>, memory: &mut Memory) {
    let is_candidate = |local: &Local| local.decorations.is_empty() && module.types.is_nameable(local.ty);
    is_named.extend(function.locals.iter().map(|(_, local)| is_candidate(local)));
    if !is_named.contains(&true) {
        return;
    }
    let mut refuse = |place: &Place| {
        if let PlaceRoot::Local(local) = place.root
            && let Some(slot) = is_named.get_mut(local.index())
        {
            *slot = false;
        }
    };
    for (_, place) in function.places.iter() {
        if !is_selectable(module, function, place) || place.access.contains(MemoryQualifiers::NON_UNIFORM) {
            refuse(place);
        }
    }
    for (_, value) in function.values.iter().filter(|(_, value)| value.kind.takes_memory()) {
        value.kind.for_each_operand(|operand| {
            if let Argument::Place(place) = operand
                && let Ok(place) = function.places.try_get(place)
            {
                refuse(place);
            }
        });
    }
    if !is_named.contains(&true) {
        return;
    }
    memory.variables.resize(is_named.len(), Variable { state: State::Untouched, is_read: false });
    Walk { function, memory: &mut *memory }.run();
    for (is_named, variable) in is_named.iter_mut().zip(memory.variables.drain(..)) {
        *is_named &= variable.state != State::Memory || !variable.is_read;
    }
    memory.written.clear();
    memory.marks.clear();
}

/// Whether constants within bounds select what a place in a variable is.
fn is_selectable(module: &Module, function: &Function, place: &Place) -> bool {
    let PlaceRoot::Local(local) = place.root else { return true };
    let Ok(local) = function.locals.try_get(local) else { return false };
    let mut ty = *module.types.get(local.ty);
    for step in &place.steps {
        let (count, part) = match (ty, *step) {
            (Type::Struct(structure), PlaceStep::Member(index)) => {
                let members = module.types.structure(structure).map_or(&[][..], |it| &it.members);
                let Some(member) = members.get(index as usize) else { return false };
                ty = *module.types.get(member.ty);
                continue;
            }
            (Type::Array { element, length: ArrayLength::Constant(length) }, _) => {
                (Some(length), *module.types.get(element))
            }
            (Type::Matrix { columns, rows, scalar }, _) => (columns.listed(), Type::Vector(rows, scalar)),
            (Type::Vector(size, scalar), _) => (size.listed(), Type::Scalar(scalar)),
            _ => return false,
        };
        let index = match *step {
            PlaceStep::Index(index) => literal(module, function, index),
            PlaceStep::Member(_) => None,
        };
        if index.zip(count).is_none_or(|(index, count)| index >= count) {
            return false;
        }
        ty = part;
    }
    true
}

/// The number that selects a part, if it is known now.
fn literal(module: &Module, function: &Function, index: Handle<Value>) -> Option<u32> {
    let ValueKind::Constant(constant) = function.values.try_get(index).ok()?.kind else { return None };
    match module.constants.get_handle(constant).ok()?.kind {
        ConstantKind::Scalar(bits) => u32::try_from(bits).ok(),
        _ => None,
    }
}

impl<'f> Walk<'f> {
    fn run(&mut self) {
        let mut tasks = SmallVec::<[Task<'f>; 8]>::new();
        self.open(&mut tasks, self.function.body);
        while let Some(task) = tasks.pop() {
            let Task::Statements(block, from) = task else {
                let Memory { variables, written, marks } = &mut *self.memory;
                let mark = marks.pop().unwrap_or(0);
                for local in written.drain(mark..) {
                    change(variables, local, |it| {
                        if it.state == State::Written {
                            it.state = State::Ended;
                        }
                    });
                }
                continue;
            };
            if from == 0 {
                self.memory.marks.push(self.memory.written.len());
            }
            for (index, (statement, _)) in block.statements.iter().enumerate().skip(from) {
                match statement {
                    Statement::Evaluate(value) => self.evaluate(*value),
                    Statement::Store { place, .. } => self.store(*place),
                    Statement::Loop(it) => {
                        // What the header writes is available in the other blocks.
                        tasks.extend([Task::Statements(block, index + 1), Task::End]);
                        for inner in [it.continuing, it.body] {
                            self.open(&mut tasks, inner);
                        }
                        tasks.extend(self.block(it.header));
                        break;
                    }
                    Statement::If { .. } | Statement::Switch(_) => {
                        tasks.push(Task::Statements(block, index + 1));
                        for inner in statement.blocks().rev() {
                            self.open(&mut tasks, inner);
                        }
                        break;
                    }
                    _ => {}
                }
            }
        }
    }

    fn block(&self, block: Handle<Block>) -> Option<Task<'f>> {
        function_block(self.function, block).map(|block| Task::Statements(block, 0))
    }

    fn open(&self, tasks: &mut SmallVec<[Task<'f>; 8]>, block: Handle<Block>) {
        tasks.push(Task::End);
        tasks.extend(self.block(block));
    }

    fn evaluate(&mut self, value: Handle<Value>) {
        let Ok(&Value { kind: ValueKind::Load(place), .. }) = self.function.values.try_get(value) else { return };
        let Some((local, _)) = self.local(place) else { return };
        change(&mut self.memory.variables, local, |it| {
            it.is_read = true;
            if it.state != State::Written {
                it.state = State::Memory;
            }
        });
    }

    fn store(&mut self, place: Handle<Place>) {
        let Some((local, is_whole)) = self.local(place) else { return };
        let Memory { variables, written, .. } = &mut *self.memory;
        change(variables, local, |it| {
            it.state = if is_whole && it.state == State::Untouched {
                written.push(local);
                State::Written
            } else {
                State::Memory
            };
            // A part needs the rest.
            it.is_read |= !is_whole;
        });
    }

    /// The variable that a place is in, and whether it is all of it.
    fn local(&self, place: Handle<Place>) -> Option<(Handle<Local>, bool)> {
        let place = self.function.places.try_get(place).ok()?;
        let PlaceRoot::Local(local) = place.root else { return None };
        Some((local, place.is_whole()))
    }
}

fn function_block(function: &Function, block: Handle<Block>) -> Option<&Block> {
    function.blocks.try_get(block).ok()
}

fn change(variables: &mut [Variable], local: Handle<Local>, with: impl FnOnce(&mut Variable)) {
    if let Some(variable) = variables.get_mut(local.index()) {
        with(variable);
    }
}

impl FunctionWriter<'_, '_> {
    /// The variable that a place is in, if it only names a value.
    pub(super) fn named_by(&self, place: &Place) -> Option<Handle<Local>> {
        match place.root {
            PlaceRoot::Local(local) if self.is_named.get(local.index()) == Some(&true) => Some(local),
            _ => None,
        }
    }

    /// A value becomes that of a variable.
    pub(super) fn name_value(&mut self, local: Handle<Local>, value: Handle<Value>, id: u32) -> Lowered<()> {
        let definition = self.function.locals.try_get(local).or_bug("a local variable")?;
        let is_computed = !matches!(self.definition(value)?.kind, ValueKind::Constant(_) | ValueKind::Parameter(_));
        if is_computed && !definition.name.is_empty() && self.names.insert(id) {
            self.module.name(id, &definition.name);
        }
        self.named.insert(local, id);
        if self.module.debug.is_some() && self.is_open() {
            self.mark();
            mark_value(&mut self.module.body, local, id);
        }
        Ok(())
    }

    /// A pass has made a value of a variable: from here on it is this one.
    pub(super) fn describe(&mut self, local: Handle<Local>, value: Handle<Value>) -> Lowered<()> {
        if self.module.debug.is_none() || !self.is_open() {
            return Ok(());
        }
        let known = self.values.get(value.index()).copied().flatten();
        let parameter = |index| self.parameters.get(index as usize).copied().or_bug("a parameter");
        let body = &mut self.module.body;
        match (known, &self.function.values.try_get(value).or_bug("a value")?.kind) {
            (Some(id), _) => mark_value(body, local, id),
            (None, &ValueKind::Constant(constant)) => {
                mark_constant(body, local, self.described_constants.len());
                self.described_constants.push(constant);
            }
            (None, &ValueKind::Parameter(index)) => mark_value(body, local, parameter(index)?),
            (None, _) => return Ok(()),
        }
        self.described.insert(local);
        Ok(())
    }

    /// Reads a variable that names a value, or a part of it.
    pub(super) fn load_named(&mut self, local: Handle<Local>, place: &Place) -> Lowered<u32> {
        let mut id = self.named.get(&local).copied().or_bug("a variable that is read before it is written")?;
        let hir = self.module.hir;
        let mut ty = self.function.locals.try_get(local).or_bug("a local variable")?.ty;
        let mut path = super::section::OperandList::new();
        for step in &place.steps {
            let index = match *step {
                PlaceStep::Member(index) => index,
                PlaceStep::Index(index) => literal(hir, self.function, index).or_bug("a constant index")?,
            };
            path.push(rspirv::dr::Operand::LiteralBit32(index));
        }
        if !path.is_empty() {
            ty = place.ty;
            path.insert(0, rspirv::dr::Operand::IdRef(id));
            let part = self.module.value_type(ty)?;
            id = self.emit(Op::CompositeExtract, part, &path)?;
        }
        match (&place.swizzle, hir.types.get(ty)) {
            (Some(components), &Type::Vector(_, scalar)) => self.swizzle(id, scalar, components),
            (Some(_), _) => Err(Bug("a swizzle of something that is not a vector")),
            _ => Ok(id),
        }
    }
}
