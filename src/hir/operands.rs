//! What values, places and statements use: one list for code that counts uses or replaces them.
//!
//! Comes in: a value, place or statement. Goes out: the values and places that it names, in order. Must not depend on:
//! what they mean.

use super::{Argument, Handle, LoopTest, Place, PlaceRoot, PlaceStep, SpirvArgument, Statement};
use super::{Value, ValueKind};

/// Something that is used.
#[derive(Debug)]
pub enum Operand<'a> {
    /// A value.
    Value(&'a mut Handle<Value>),
    /// A place.
    Place(&'a mut Handle<Place>),
}

impl ValueKind {
    /// Calls `visit` with each value and place that computing the value uses. The values that index a place are those
    /// of [`Place::values_mut`].
    pub fn operands_mut(&mut self, mut visit: impl FnMut(Operand<'_>)) {
        let visit = &mut visit;
        match self {
            ValueKind::Constant(_)
            | ValueKind::Parameter(_)
            | ValueKind::BlockParameter
            | ValueKind::DeviceLength(_) => {}
            ValueKind::Load(place) | ValueKind::ArrayLength(place) => visit(Operand::Place(place)),
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                visit(Operand::Value(operand));
            }
            ValueKind::Binary { left, right, .. } => values([left, right], visit),
            ValueKind::Compose(parts) => values(parts, visit),
            ValueKind::Extract { composite, .. } => visit(Operand::Value(composite)),
            ValueKind::ExtractDynamic { vector, index } => values([vector, index], visit),
            ValueKind::Insert { composite, part, .. } => values([composite, part], visit),
            ValueKind::Swizzle { vector, .. } => visit(Operand::Value(vector)),
            ValueKind::Select { condition, accept, reject } => values([condition, accept, reject], visit),
            ValueKind::Call { arguments, .. } => self::arguments(arguments, visit),
            ValueKind::Builtin(call) => self::arguments(&mut call.arguments, visit),
            ValueKind::Spirv(call) => {
                for argument in &mut call.arguments {
                    match argument {
                        SpirvArgument::Value(value) => visit(Operand::Value(value)),
                        SpirvArgument::Place(place) => visit(Operand::Place(place)),
                        SpirvArgument::Literal(_) => {}
                    }
                }
            }
            ValueKind::Message(message) => values(&mut message.arguments, visit),
            ValueKind::Tensor { tensor, operation } => {
                visit(Operand::Value(tensor));
                operation.operands_mut(visit);
            }
            ValueKind::SampledImage { texture, sampler } => values([texture, sampler], visit),
        }
    }
}

fn values<'a>(list: impl IntoIterator<Item = &'a mut Handle<Value>>, visit: &mut impl FnMut(Operand<'_>)) {
    for value in list {
        visit(Operand::Value(value));
    }
}

fn arguments(arguments: &mut [Argument], visit: &mut impl FnMut(Operand<'_>)) {
    for argument in arguments {
        match argument {
            Argument::Value(value) => visit(Operand::Value(value)),
            Argument::Place(place) => visit(Operand::Place(place)),
            Argument::Function(_) => {}
        }
    }
}

impl Place {
    /// The values that the path uses: the reference that it starts with and indices.
    pub fn values(&self) -> impl Iterator<Item = Handle<Value>> {
        let root = match self.root {
            PlaceRoot::Reference(value) => Some(value),
            _ => None,
        };
        let indices = self.steps.iter().filter_map(|step| match *step {
            PlaceStep::Index(value) => Some(value),
            PlaceStep::Member(_) => None,
        });
        root.into_iter().chain(indices)
    }

    /// The same, mutable.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Handle<Value>> {
        let root = match &mut self.root {
            PlaceRoot::Reference(value) => Some(value),
            _ => None,
        };
        let indices = self.steps.iter_mut().filter_map(|step| match step {
            PlaceStep::Index(value) => Some(value),
            PlaceStep::Member(_) => None,
        });
        root.into_iter().chain(indices)
    }
}

impl Statement {
    /// Calls `visit` with each value that the statement uses where it begins; neither what its blocks use nor its tests,
    /// nor what an evaluation computes with.
    pub fn values_mut(&mut self, mut visit: impl FnMut(&mut Handle<Value>)) {
        match self {
            Statement::Evaluate(_) | Statement::Return(None) | Statement::Terminate(_) | Statement::Demote => {}
            Statement::Store { value, .. } | Statement::Describe { value, .. } | Statement::Return(Some(value)) => {
                visit(value);
            }
            Statement::If { condition, .. } => visit(condition),
            Statement::Switch(switch) => {
                visit(&mut switch.selector);
                let parameters = switch.cases.iter_mut().flat_map(|case| &mut case.parameters);
                parameters.for_each(|parameter| visit(&mut parameter.initial));
            }
            Statement::Loop(it) => it.parameters.iter_mut().for_each(|parameter| visit(&mut parameter.initial)),
            Statement::Yield(values) | Statement::Break(values) | Statement::Continue(values) => {
                values.iter_mut().for_each(visit);
            }
        }
    }
}

impl LoopTest {
    /// The values that the test uses.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Handle<Value>> {
        std::iter::once(&mut self.condition).chain(&mut self.results)
    }
}
