//! Private variables: variables outside functions that only one function uses become variables of that function.
//!
//! Comes in: a module. Goes out: a module in which later passes can make values of them. Must not depend on: other passes.
//! `main` runs once, so that a variable of it lives as long as one outside. Other functions run more often: they get what
//! they write, each time, before they read it. Constants that are indexed stay, since drivers know what to do with a
//! variable that is initialized and never written.

use super::rewrite::{self, Output, Rewrite};
use crate::hir::{
    Argument, Block, Constant, Function, GlobalVariable, Handle, Local, MemoryQualifiers, Module, Place, PlaceRoot,
    PlaceStep, Span, Statement, Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Variables with more parts stay: as variables of a function they would have to be initialized by a store.
const MOST_PARTS: u32 = 32;

pub(super) fn run(module: &mut Module) {
    let mut users = users(module);
    let only_users: FxHashSet<_> = users.iter().filter_map(|user| user.only()).collect();
    let functions: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in functions.into_iter().filter(|handle| only_users.contains(handle)) {
        if handle != module.entry_point.function {
            let mut reads = Reads {
                user: handle,
                users: &mut users,
                written: FxHashSet::default(),
                order: Vec::new(),
                marks: Vec::new(),
            };
            rewrite::walk(module.functions.get_mut(handle), &mut reads);
        }
        take(module, handle, &users);
    }
}

/// Which functions use a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    None,
    One(Handle<Function>),
    /// More than one, or it may not be moved.
    Many,
}

impl User {
    const fn only(self) -> Option<Handle<Function>> {
        match self {
            Self::One(function) => Some(function),
            Self::None | Self::Many => None,
        }
    }
}

/// The users of each variable outside functions.
fn users(module: &Module) -> Vec<User> {
    let may_move = |global: &GlobalVariable| {
        global.is_private_variable()
            && global.decorations.is_empty()
            && global.builtin.is_none()
            && module.types.leaf_count(module.types.get(global.ty), u32::MAX) <= MOST_PARTS.into()
    };
    let mut users: Vec<User> =
        module.globals.iter().map(|(_, global)| if may_move(global) { User::None } else { User::Many }).collect();
    for (handle, function) in module.functions.iter() {
        for (_, place) in function.places.iter() {
            if let PlaceRoot::Global(global) = place.root
                && let Some(user) = users.get_mut(global.index())
            {
                *user = match *user {
                    User::None => User::One(handle),
                    User::One(other) if other == handle => User::One(handle),
                    _ => User::Many,
                };
            }
        }
    }
    users
}

/// Makes the variables that only one function uses variables of it.
fn take(module: &mut Module, handle: Handle<Function>, users: &[User]) {
    let is_entry = handle == module.entry_point.function;
    let function = module.functions.get_mut(handle);
    let mut locals: FxHashMap<Handle<GlobalVariable>, Handle<Local>> = FxHashMap::default();
    let mut initial = Vec::new();
    let places: Vec<Handle<Place>> = function.places.iter().map(|(handle, _)| handle).collect();
    for place in places {
        let Ok(&Place { root: PlaceRoot::Global(global), .. }) = function.places.try_get(place) else { continue };
        if users.get(global.index()).and_then(|user| user.only()) != Some(handle) {
            continue;
        }
        let Ok(variable) = module.globals.try_get(global) else { continue };
        let local = *locals.entry(global).or_insert_with(|| {
            let (name, ty, qualifiers) = (variable.name.clone(), variable.ty, variable.qualifiers);
            let local = function.locals.append(Local { qualifiers, ..Local::new(name, ty) }, variable.span);
            if let Some(constant) = variable.initializer.filter(|_| is_entry) {
                initial.push((local, ty, constant));
            }
            local
        });
        function.places.get_mut(place).root = PlaceRoot::Local(local);
    }
    let mut statements = Vec::with_capacity(initial.len());
    for (local, ty, constant) in initial {
        let place = Place::whole(PlaceRoot::Local(local), ty, MemoryQualifiers::NONE);
        let place = function.places.append(place, Span::UNDEFINED);
        let value = Value { kind: ValueKind::Constant(constant), ty, precise: false, relaxed: false };
        let value = function.values.append(value, Span::UNDEFINED);
        statements.push((Statement::Store { place, value }, Span::UNDEFINED));
    }
    let body = &mut function.blocks.get_mut(function.body).statements;
    body.splice(0..0, statements);
}

/// Finds the variables that their only user may read before it writes to them.
struct Reads<'a> {
    user: Handle<Function>,
    users: &'a mut [User],
    /// What has been written on every way to here: variables and paths into them.
    written: FxHashSet<Path>,
    /// The same in order, and how many they were where each of the open blocks began.
    order: Vec<Path>,
    marks: Vec<usize>,
}

/// A variable and the steps to a part of it.
type Path = (Handle<GlobalVariable>, Vec<Step>);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step {
    Member(u32),
    Constant(Handle<Constant>),
    Value(Handle<Value>),
}

impl Reads<'_> {
    /// The path of a place, if it is in one of the variables concerned.
    fn path(&self, function: &Function, place: &Place) -> Option<Path> {
        let PlaceRoot::Global(global) = place.root else { return None };
        if self.users.get(global.index()).and_then(|user| user.only()) != Some(self.user) {
            return None;
        }
        let step = |step: &PlaceStep| match *step {
            PlaceStep::Member(index) => Step::Member(index),
            PlaceStep::Index(value) => match function.values.try_get(value).map(|it| &it.kind) {
                Ok(&ValueKind::Constant(constant)) => Step::Constant(constant),
                _ => Step::Value(value),
            },
        };
        Some((global, place.steps.iter().map(step).collect()))
    }

    fn evaluate(&mut self, function: &Function, value: &Value) {
        let is_load = matches!(value.kind, ValueKind::Load(_));
        value.kind.for_each_operand(|operand| {
            let Argument::Place(place) = operand else { return };
            let Ok(place) = function.places.try_get(place) else { return };
            let Some((global, mut steps)) = self.path(function, place) else { return };
            let mut is_written = false;
            if is_load {
                is_written = self.written.contains(&(global, steps.clone()));
                while !is_written && steps.pop().is_some() {
                    is_written = self.written.contains(&(global, steps.clone()));
                }
            }
            if !is_written && let Some(user) = self.users.get_mut(global.index()) {
                *user = User::Many;
            }
        });
    }
}

impl Rewrite for Reads<'_> {
    fn open(&mut self, _function: &mut Function, _block: Handle<Block>) {
        self.marks.push(self.order.len());
    }

    fn simple(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        match statement {
            Statement::Evaluate(value) => {
                if let Ok(value) = function.values.try_get(value) {
                    self.evaluate(function, value);
                }
            }
            Statement::Store { place, .. } => {
                if let Ok(place) = function.places.try_get(place)
                    && place.swizzle.is_none()
                    && let Some(path) = self.path(function, place)
                    && self.written.insert(path.clone())
                {
                    self.order.push(path);
                }
            }
            _ => {}
        }
        out.push((statement, span));
    }

    fn leave(&mut self, _function: &mut Function, _block: Handle<Block>) {
        let mark = self.marks.pop().unwrap_or_default();
        for path in self.order.drain(mark.min(self.order.len())..) {
            self.written.remove(&path);
        }
    }
}
