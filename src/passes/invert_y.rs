//! `-finvert-y`: a vertex shader for a coordinate system whose y axis points the other way.
//!
//! Comes in: a module. Goes out: one that negates the y of `gl_Position` wherever its entry point ends. Must not depend
//! on: other passes. It is not part of any level; an option requests it.

use super::rewrite::{self, Output, Rewrite};
use crate::builtins::vocabulary::BuiltIn;
use crate::hir::{
    Block, Constant, ConstantKind, Function, Handle, MemoryQualifiers, Module, Place, PlaceRoot, PlaceStep, Scalar,
    Span, Statement, Steps, StorageClass, Type, UnaryOperation, Value, ValueKind,
};
use crate::stage::Stage;

/// Negates y in vertex shaders that name their position; other shaders stay as they are.
pub fn run(module: &mut Module) {
    if module.entry_point.stage != Stage::Vertex {
        return;
    }
    let Some((root, mut steps)) = position(module) else { return };
    let is_named = |function: &Function| function.places.iter().any(|(_, place)| place.root == root);
    if !module.functions.iter().any(|(_, function)| is_named(function)) {
        return;
    }
    let (float, index) = (module.types.scalar(Scalar::F32), module.types.scalar(Scalar::U32));
    let constant = Constant { ty: index, kind: ConstantKind::Scalar(1) };
    let constant = module.constants.insert(constant, Span::UNDEFINED);
    let function = module.functions.get_mut(module.entry_point.function);
    let value = |kind, ty| Value { kind, ty, precise: false, relaxed: false };
    let one = function.values.append(value(ValueKind::Constant(constant), index), Span::UNDEFINED);
    steps.push(PlaceStep::Index(one));
    let place = Place { root, steps, ty: float, swizzle: None, access: MemoryQualifiers::NONE };
    let place = function.places.append(place, Span::UNDEFINED);
    let body = function.body;
    rewrite::walk(function, &mut Inversion { place, float, body });
}

/// Where `gl_Position` is written: a variable, or a member of a block of built-ins.
fn position(module: &Module) -> Option<(PlaceRoot, Steps)> {
    let is_position = |row: Option<&crate::builtins::Variable>| row.is_some_and(|it| it.builtin == BuiltIn::Position);
    module.globals.iter().filter(|(_, global)| global.storage == StorageClass::Output).find_map(|(handle, global)| {
        let root = PlaceRoot::Global(handle);
        if is_position(global.builtin) {
            return Some((root, Steps::new()));
        }
        let Type::Struct(structure) = *module.types.get(global.ty) else { return None };
        let members = &module.types.structure(structure)?.members;
        let member = members.iter().position(|it| is_position(it.interface.builtin))?;
        Some((root, Steps::from_iter([PlaceStep::Member(member as u32)])))
    })
}

struct Inversion {
    place: Handle<Place>,
    float: Handle<Type>,
    body: Handle<Block>,
}

impl Inversion {
    fn invert(&self, function: &mut Function, out: &mut Output) {
        let value = |kind| Value { kind, ty: self.float, precise: false, relaxed: false };
        let read = function.values.append(value(ValueKind::Load(self.place)), Span::UNDEFINED);
        let negated = ValueKind::Unary { operation: UnaryOperation::Negate, operand: read };
        let negated = function.values.append(value(negated), Span::UNDEFINED);
        let store = Statement::Store { place: self.place, value: negated };
        let statements = [Statement::Evaluate(read), Statement::Evaluate(negated), store];
        out.extend(statements.map(|it| (it, Span::UNDEFINED)));
    }
}

impl Rewrite for Inversion {
    fn simple(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        if matches!(statement, Statement::Return(_)) {
            self.invert(function, out);
        }
        out.push((statement, span));
    }

    fn close(&mut self, function: &mut Function, block: Handle<Block>, out: &mut Output) {
        let returns = matches!(out.last(), Some((Statement::Return(_) | Statement::Terminate(_), _)));
        if block == self.body && !returns {
            self.invert(function, out);
        }
    }
}
