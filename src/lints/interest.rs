//! What is worth a second look: blocks with operations that lints ask about, and what loops store.
//!
//! Comes in: a module. Goes out: answers about its functions and loops, each worked out once. Must not depend on: terms.

use super::operation::{Class, class};
use crate::hir::{
    Argument, Block, Function, GlobalVariable, Handle, Local, Loop, Module, Place, PlaceRoot, PlaceStep, Statement,
    StorageClass, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a loop may store to.
#[derive(Debug, Default)]
pub(super) struct Stored {
    pub locals: FxHashSet<Handle<Local>>,
    pub parameters: FxHashSet<u32>,
    pub globals: FxHashSet<Handle<GlobalVariable>>,
    /// Whether it calls functions.
    pub calls: bool,
}

/// Answers.
#[derive(Debug, Default)]
pub(super) struct Interest {
    /// Functions that were walked.
    entered: FxHashSet<Handle<Function>>,
    functions: FxHashMap<Handle<Function>, bool>,
    /// By the header of the loop.
    loops: FxHashMap<(Handle<Function>, Handle<Block>), (usize, bool)>,
    /// By the function and the first block.
    stored: FxHashMap<(Handle<Function>, Handle<Block>), Rc<Stored>>,
    shared: FxHashSet<Handle<GlobalVariable>>,
    /// The global variables that the shader writes.
    pub written: FxHashSet<Handle<GlobalVariable>>,
    /// How many operations write each.
    writes: FxHashMap<Handle<GlobalVariable>, u32>,
}

impl Interest {
    pub(super) fn of(module: &Module) -> Self {
        let mut interest = Self::default();
        let shared = module.globals.iter().filter(|(_, it)| it.storage == StorageClass::Workgroup);
        interest.shared = shared.map(|it| it.0).collect();
        for handle in module.reachable_functions() {
            let Ok(function) = module.functions.try_get(handle) else { continue };
            interest.note_writes(function);
        }
        // Callees come first in most modules, and a function is asked about again when they do not.
        for handle in module.reachable_functions().into_iter().rev() {
            interest.of_function(module, handle, 0);
        }
        interest
    }

    fn note_writes(&mut self, function: &Function) {
        let mut note = |place: Handle<Place>| {
            if let Ok(place) = function.places.try_get(place)
                && let PlaceRoot::Global(global) = place.root
            {
                self.written.insert(global);
                *self.writes.entry(global).or_insert(0) += 1;
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
            if matches!(value.kind, ValueKind::Load(_) | ValueKind::ArrayLength(_)) {
                continue;
            }
            value.kind.for_each_operand(|operand| {
                if let Argument::Place(place) = operand {
                    note(place);
                }
            });
        }
    }

    fn of_function(&mut self, module: &Module, handle: Handle<Function>, depth: u32) -> bool {
        if let Some(&known) = self.functions.get(&handle) {
            return known;
        }
        let Ok(function) = module.functions.try_get(handle) else { return false };
        if depth > 24 {
            return true;
        }
        let mut found = false;
        for (_, value) in function.values.iter() {
            found |= self.is_value(function, &value.kind);
            for callee in value.kind.callees() {
                found |= self.of_function(module, callee, depth + 1);
            }
            if found {
                break;
            }
        }
        self.functions.insert(handle, found);
        found
    }

    fn is_value(&self, function: &Function, kind: &ValueKind) -> bool {
        match kind {
            ValueKind::Load(place) => self.is_place(function, *place),
            ValueKind::Builtin(call) => !matches!(class(call), Class::Pure | Class::Arithmetic(_)),
            ValueKind::Call { function, .. } => self.functions.get(function).copied().unwrap_or(false),
            _ => false,
        }
    }

    /// Shared memory, and arrays that are indexed at run time.
    fn is_place(&self, function: &Function, place: Handle<Place>) -> bool {
        let Ok(place) = function.places.try_get(place) else { return false };
        match place.root {
            PlaceRoot::Global(global) if self.shared.contains(&global) => true,
            PlaceRoot::Local(_) => place.steps.iter().any(|it| {
                let PlaceStep::Index(index) = *it else { return false };
                function.values.try_get(index).is_ok_and(|it| !matches!(it.kind, ValueKind::Constant(_)))
            }),
            _ => false,
        }
    }

    /// How many operations write a variable.
    pub(super) fn writes(&self, variable: Handle<GlobalVariable>) -> u32 {
        self.writes.get(&variable).copied().unwrap_or(0)
    }

    /// Whether a function is to be walked; a second time costs.
    pub(super) fn enter(&mut self, handle: Handle<Function>, size: usize, spare: &mut usize) -> bool {
        if self.entered.insert(handle) {
            return true;
        }
        let enough = *spare >= size;
        *spare = spare.saturating_sub(if enough { size } else { 0 });
        enough
    }

    /// How large a loop is, and whether what it does in the next round may matter.
    pub(super) fn of_loop(&mut self, handle: Handle<Function>, function: &Function, it: &Loop) -> (usize, bool) {
        if let Some(&known) = self.loops.get(&(handle, it.header)) {
            return known;
        }
        let (mut size, mut found) = (0, false);
        for_each_statement(function, &[it.header, it.body, it.continuing], |statement| {
            size += 1;
            found |= match statement {
                Statement::Evaluate(value) => {
                    function.values.try_get(*value).is_ok_and(|it| self.is_value(function, &it.kind))
                }
                Statement::Store { place, .. } => self.is_place(function, *place),
                _ => false,
            };
        });
        self.loops.insert((handle, it.header), (size, found));
        (size, found)
    }

    /// What blocks of a loop may store to.
    pub(super) fn stored_in(
        &mut self,
        handle: Handle<Function>,
        function: &Function,
        blocks: &[Handle<Block>],
    ) -> Rc<Stored> {
        let key = (handle, blocks.first().copied().unwrap_or(function.body));
        if let Some(known) = self.stored.get(&key) {
            return Rc::clone(known);
        }
        let mut stored = Stored::default();
        for_each_statement(function, blocks, |statement| match statement {
            Statement::Store { place, .. } => stored.add(function, *place),
            Statement::Evaluate(value) => {
                let Ok(value) = function.values.try_get(*value) else { return };
                stored.calls |= value.kind.callees().next().is_some();
                if matches!(value.kind, ValueKind::Load(_)) {
                    return;
                }
                value.kind.for_each_operand(|operand| {
                    if let Argument::Place(place) = operand {
                        stored.add(function, place);
                    }
                });
            }
            _ => {}
        });
        let stored = Rc::new(stored);
        self.stored.insert(key, Rc::clone(&stored));
        stored
    }
}

impl Stored {
    fn add(&mut self, function: &Function, place: Handle<Place>) {
        let Ok(place) = function.places.try_get(place) else { return };
        match place.root {
            PlaceRoot::Local(local) => {
                self.locals.insert(local);
            }
            PlaceRoot::Parameter(index) => {
                self.parameters.insert(index);
            }
            PlaceRoot::Global(global) => {
                self.globals.insert(global);
            }
            PlaceRoot::Reference(_) => {}
        }
    }
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
