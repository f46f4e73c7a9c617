//! Copying a function into another one.
//!
//! Comes in: a function, its caller, the arguments of the call, and what the spans of a copy are. Goes out: the statements of its body, with the caller's
//! handles; everything they use is in the caller. Must not depend on: what becomes of its `return`s.

use crate::hir::{
    Argument, Block, BlockParameter, Copies, Function, Handle, Local, LoopTest, NamedConstant, Operand, Place,
    PlaceRoot, PlaceStep, Span, Statement, Value, ValueKind,
};

/// The caller's handles for those of the function.
struct Renaming {
    values: Vec<Handle<Value>>,
    places: Vec<Handle<Place>>,
    locals: Vec<Handle<Local>>,
    blocks: Vec<Handle<Block>>,
}

fn rename<T>(handle: &mut Handle<T>, names: &[Handle<T>]) {
    if let Some(&new) = names.get(handle.index()) {
        *handle = new;
    }
}

/// Copies a function.
pub(super) fn copy(
    callee: &Function,
    caller: &mut Function,
    arguments: &[Argument],
    spans: &mut Copies<'_>,
) -> Vec<(Statement, Span)> {
    let mut names = Renaming {
        values: Vec::with_capacity(callee.values.len()),
        places: Vec::with_capacity(callee.places.len()),
        locals: Vec::with_capacity(callee.locals.len()),
        blocks: Vec::with_capacity(callee.blocks.len()),
    };
    for (handle, local) in callee.locals.iter() {
        names.locals.push(caller.locals.append(local.clone(), spans.of(callee.locals.get_span(handle))));
    }
    for (handle, value) in callee.values.iter() {
        let argument = match value.kind {
            ValueKind::Parameter(index) => arguments.get(index as usize),
            _ => None,
        };
        names.values.push(match argument {
            Some(&Argument::Value(argument)) => argument,
            _ => caller.values.append(value.clone(), callee.values.get_span(handle)),
        });
    }
    for (handle, place) in callee.places.iter() {
        let place = names.place(place, caller, arguments);
        names.places.push(caller.places.append(place, callee.places.get_span(handle)));
    }
    for (handle, value) in callee.values.iter() {
        if matches!(value.kind, ValueKind::Parameter(_)) {
            continue;
        }
        let Some(&new) = names.values.get(handle.index()) else { continue };
        caller.values.get_mut(new).kind.operands_mut(|operand| match operand {
            Operand::Value(value) => rename(value, &names.values),
            Operand::Place(place) => rename(place, &names.places),
        });
    }
    for (handle, _) in callee.blocks.iter() {
        names.blocks.push(caller.blocks.append(Block::default(), callee.blocks.get_span(handle)));
    }
    let mut body = Vec::new();
    for (handle, block) in callee.blocks.iter() {
        let mut statements = block.statements.clone();
        for (statement, span) in &mut statements {
            names.statement(statement);
            *span = spans.of(*span);
        }
        match names.blocks.get(handle.index()) {
            Some(&new) if handle != callee.body => caller.blocks.get_mut(new).statements = statements,
            _ => body = statements,
        }
    }
    let constants = callee.named_constants.iter();
    caller.named_constants.extend(constants.map(|it| NamedConstant { span: spans.of(it.span), ..it.clone() }));
    body
}

impl Renaming {
    /// A place of the function. One in a parameter is in the argument.
    fn place(&self, place: &Place, caller: &Function, arguments: &[Argument]) -> Place {
        let mut place = place.clone();
        place.values_mut().for_each(|value| rename(value, &self.values));
        match &mut place.root {
            PlaceRoot::Local(local) => rename(local, &self.locals),
            &mut PlaceRoot::Parameter(index) => {
                if let Some(&Argument::Place(argument)) = arguments.get(index as usize)
                    && let Ok(argument) = caller.places.try_get(argument)
                {
                    place.root = argument.root;
                    place.access |= argument.access;
                    let steps: Vec<PlaceStep> = argument.steps.iter().chain(&place.steps).copied().collect();
                    place.steps = steps.into();
                }
            }
            PlaceRoot::Global(_) | PlaceRoot::Reference(_) => {}
        }
        place
    }

    fn statement(&self, statement: &mut Statement) {
        statement.values_mut(|value| rename(value, &self.values));
        match statement {
            Statement::Evaluate(value) => rename(value, &self.values),
            Statement::Store { place, .. } => rename(place, &self.places),
            Statement::Describe { local, .. } => rename(local, &self.locals),
            Statement::If { accept, reject, results, .. } => {
                self.values(results);
                rename(accept, &self.blocks);
                rename(reject, &self.blocks);
            }
            Statement::Switch(switch) => {
                for case in &mut switch.cases {
                    self.parameters(&mut case.parameters);
                    rename(&mut case.body, &self.blocks);
                }
                self.values(&mut switch.results);
            }
            Statement::Loop(it) => {
                self.parameters(&mut it.parameters);
                for block in [&mut it.header, &mut it.body, &mut it.continuing] {
                    rename(block, &self.blocks);
                }
                it.condition.iter_mut().chain(&mut it.repeat_if).for_each(|test| self.test(test));
                self.values(&mut it.continue_parameters);
                self.values(&mut it.results);
            }
            Statement::Yield(_)
            | Statement::Break(_)
            | Statement::Continue(_)
            | Statement::Return(_)
            | Statement::Terminate(_)
            | Statement::Demote => {}
        }
    }

    fn values(&self, values: &mut [Handle<Value>]) {
        values.iter_mut().for_each(|value| rename(value, &self.values));
    }

    /// What they are called; their initial values are among those that the statement uses.
    fn parameters(&self, parameters: &mut [BlockParameter]) {
        parameters.iter_mut().for_each(|parameter| rename(&mut parameter.value, &self.values));
    }

    fn test(&self, test: &mut LoopTest) {
        test.values_mut().for_each(|value| rename(value, &self.values));
    }
}
