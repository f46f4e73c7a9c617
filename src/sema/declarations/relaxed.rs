//! Which operations are computed with half the precision (GLSL 4.60 and GLSL ES 3.20, 4.7.3).
//!
//! Comes in: a finished function body, whose places say which memory is [relaxed](MemoryQualifiers::RELAXED). Goes out:
//! [`Value::relaxed`]. Must not depend on: syntax, names.
//!
//! An operation has the highest precision of its operands. Literals and `bool`s have none: they take that of the other
//! operands, and an operation on nothing else takes that of the operation that uses its result. Comparisons give
//! `bool`s.

use crate::builtins::ResultPrecision;
use crate::hir::{
    Arena, Argument, BinaryOperation, Block, BuiltinCall, Constant, Function, Handle, MemoryQualifiers, Place,
    Statement, Type, TypeTable, Value, ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::qualifiers::precision::is_relaxable;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A precision; the order is that of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Precision {
    /// A literal, or something else that has none.
    Any,
    Relaxed,
    Full,
}

impl Precision {
    const fn of(relaxed: bool) -> Self {
        if relaxed { Self::Relaxed } else { Self::Full }
    }
}

/// What is known outside the function.
struct Facts<'a> {
    types: &'a TypeTable,
    /// Constants that were declared `highp`.
    full_constants: &'a FxHashSet<Handle<Constant>>,
    /// Functions whose result is relaxed.
    relaxed_functions: &'a FxHashSet<Handle<Function>>,
    /// Parameters of the function.
    parameters: &'a [MemoryQualifiers],
    is_es: bool,
}

impl Analyzer<'_> {
    /// Decides which values of the finished function are relaxed.
    pub(in crate::sema) fn mark_relaxed(&mut self, parameters: &[MemoryQualifiers], relaxed_result: bool) {
        if !self.has_relaxed {
            return;
        }
        let facts = Facts {
            types: &self.module.types,
            full_constants: &self.full_constants,
            relaxed_functions: &self.relaxed_functions,
            parameters,
            is_es: self.version.is_es(),
        };
        let (values, places, blocks) = self.builder.parts();
        mark(&facts, values, places, blocks, Precision::of(relaxed_result));
    }
}

fn mark(facts: &Facts<'_>, values: &mut Arena<Value>, places: &Arena<Place>, blocks: &Arena<Block>, result: Precision) {
    let mut walk = Walk { facts, values, places, chosen: chosen(blocks), found: Vec::with_capacity(values.len()) };
    for (handle, value) in walk.values.iter() {
        let precision = walk.precision(handle, value);
        walk.found.push(precision);
    }
    for (statement, _) in blocks.iter().flat_map(|(_, block)| &block.statements) {
        match *statement {
            Statement::Store { place, value } => {
                let precision = walk.of_place(place);
                walk.pass_on(value, precision);
            }
            Statement::Return(Some(value)) => walk.pass_on(value, result),
            _ => {}
        }
    }
    let operands = |walk: &Walk<'_>, value: &Value| -> SmallVec<[Handle<Value>; 4]> {
        let mut list = SmallVec::new();
        match &value.kind {
            ValueKind::BlockParameter => {}
            // Parameters come between a constructor or callee and its operands.
            ValueKind::Call { .. } | ValueKind::Spirv(_) | ValueKind::Extract { .. } => {}
            ValueKind::Select { accept, reject, .. } => list.extend([*accept, *reject]),
            ValueKind::Binary { operation: BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight, left, .. } => {
                list.push(*left);
            }
            kind => kind.for_each_operand(|operand| {
                if let Argument::Value(value) = operand {
                    list.push(value);
                }
            }),
        }
        list.retain(|it| walk.of(*it) == Precision::Any);
        list
    };
    let handles: Vec<_> = walk.values.iter().map(|(handle, _)| handle).collect();
    for &handle in handles.iter().rev() {
        let precision = walk.of(handle);
        if precision == Precision::Any {
            continue;
        }
        let Ok(value) = walk.values.try_get(handle) else { continue };
        for operand in operands(&walk, value) {
            walk.pass_on(operand, precision);
        }
        let ties: SmallVec<[Handle<Value>; 3]> = walk.chosen.get(&handle).cloned().unwrap_or_default();
        for operand in ties {
            walk.pass_on(operand, precision);
        }
    }
    let found = walk.found;
    for (handle, precision) in handles.into_iter().zip(found) {
        let value = values.get_mut(handle);
        value.relaxed = precision == Precision::Relaxed && computes(&value.kind);
    }
}

/// Whether a value is computed by something that gives numbers or a resource.
const fn computes(kind: &ValueKind) -> bool {
    !matches!(
        kind,
        ValueKind::Constant(_)
            | ValueKind::Parameter(_)
            | ValueKind::BlockParameter
            | ValueKind::ArrayLength(_)
            | ValueKind::DeviceLength(_)
            | ValueKind::SampledImage { .. }
    )
}

/// The values that each result of an `if` is chosen from.
fn chosen(blocks: &Arena<Block>) -> FxHashMap<Handle<Value>, SmallVec<[Handle<Value>; 3]>> {
    let mut all: FxHashMap<_, SmallVec<[Handle<Value>; 3]>> = FxHashMap::default();
    for (statement, _) in blocks.iter().flat_map(|(_, block)| &block.statements) {
        let Statement::If { accept, reject, results, .. } = statement else { continue };
        for &block in [accept, reject] {
            let last = blocks.try_get(block).ok().and_then(|block| block.statements.last());
            if let Some((Statement::Yield(values), _)) = last {
                for (&result, &value) in results.iter().zip(values) {
                    all.entry(result).or_default().push(value);
                }
            }
        }
    }
    all
}

struct Walk<'a> {
    facts: &'a Facts<'a>,
    values: &'a Arena<Value>,
    places: &'a Arena<Place>,
    chosen: FxHashMap<Handle<Value>, SmallVec<[Handle<Value>; 3]>>,
    /// The precision of each value visited so far.
    found: Vec<Precision>,
}

impl Walk<'_> {
    fn of(&self, value: Handle<Value>) -> Precision {
        self.found.get(value.index()).copied().unwrap_or(Precision::Any)
    }

    fn of_place(&self, place: Handle<Place>) -> Precision {
        let Ok(place) = self.places.try_get(place) else { return Precision::Full };
        if self.has_precision(place.ty) {
            Precision::of(place.access.contains(MemoryQualifiers::RELAXED))
        } else {
            Precision::Any
        }
    }

    /// Gives a precision to a value that has none.
    fn pass_on(&mut self, value: Handle<Value>, precision: Precision) {
        let fits = self.values.try_get(value).is_ok_and(|value| self.has_precision(value.ty));
        if let Some(found) = self.found.get_mut(value.index()).filter(|found| fits && **found == Precision::Any) {
            *found = precision;
        }
    }

    fn has_precision(&self, ty: Handle<Type>) -> bool {
        let types = self.facts.types;
        let ty = types.get(types.element_of_arrays(ty));
        match ty.scalar() {
            Some(scalar) => is_relaxable(scalar),
            None => matches!(ty, Type::Image(_)),
        }
    }

    fn precision(&self, handle: Handle<Value>, value: &Value) -> Precision {
        if !self.has_precision(value.ty) {
            return Precision::Any;
        }
        let highest = |values: &[Handle<Value>]| values.iter().map(|&it| self.of(it)).max().unwrap_or(Precision::Any);
        match &value.kind {
            ValueKind::Constant(constant) if self.facts.full_constants.contains(constant) => Precision::Full,
            ValueKind::Constant(_) => Precision::Any,
            ValueKind::Parameter(index) => {
                let parameter = self.facts.parameters.get(*index as usize);
                Precision::of(parameter.is_some_and(|it| it.contains(MemoryQualifiers::RELAXED)))
            }
            ValueKind::BlockParameter => highest(self.chosen.get(&handle).map_or(&[], |it| it.as_slice())),
            ValueKind::Load(place) => self.of_place(*place),
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                self.of(*operand)
            }
            ValueKind::Binary { operation: BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight, left, .. } => {
                self.of(*left)
            }
            ValueKind::Binary { left, right, .. } => highest(&[*left, *right]),
            ValueKind::Compose(parts) => highest(parts),
            ValueKind::Extract { composite, index } => self.part(*composite, *index),
            ValueKind::ExtractDynamic { vector, .. } | ValueKind::Swizzle { vector, .. } => self.of(*vector),
            ValueKind::Insert { composite, part, .. } => highest(&[*composite, *part]),
            ValueKind::Select { accept, reject, .. } => highest(&[*accept, *reject]),
            ValueKind::Call { function, .. } => Precision::of(self.facts.relaxed_functions.contains(function)),
            ValueKind::Builtin(call) => self.call(call),
            ValueKind::SampledImage { texture, .. } => self.of(*texture),
            ValueKind::Spirv(_)
            | ValueKind::ArrayLength(_)
            | ValueKind::DeviceLength(_)
            | ValueKind::Message { .. }
            | ValueKind::Tensor { .. } => Precision::Full,
        }
    }

    /// The precision of a member is its own, that of other parts is that of the whole.
    fn part(&self, composite: Handle<Value>, index: u32) -> Precision {
        let Ok(whole) = self.values.try_get(composite) else { return Precision::Full };
        let Type::Struct(structure) = *self.facts.types.get(whole.ty) else { return self.of(composite) };
        let members = self.facts.types.structure(structure).map_or(&[][..], |it| it.members.as_slice());
        let relaxed = members.get(index as usize).is_some_and(|it| it.qualifiers.contains(MemoryQualifiers::RELAXED));
        Precision::of(relaxed)
    }

    /// The precision that the row states, else that of the texture, else the highest of the arguments.
    fn call(&self, call: &BuiltinCall) -> Precision {
        match call.prototype.gate.precision {
            Some(ResultPrecision::Full) => return Precision::Full,
            Some(ResultPrecision::Relaxed) if self.facts.is_es => return Precision::Relaxed,
            _ => {}
        }
        let of = |argument: &Argument| match *argument {
            Argument::Value(value) => self.of(value),
            Argument::Place(place) => self.of_place(place),
            Argument::Function(_) => Precision::Any,
        };
        let is_texture = |argument: &&Argument| {
            let ty = match **argument {
                Argument::Value(value) => self.values.try_get(value).ok().map(|it| it.ty),
                Argument::Place(place) => self.places.try_get(place).ok().map(|it| it.ty),
                Argument::Function(_) => None,
            };
            ty.is_some_and(|ty| matches!(self.facts.types.get(ty), Type::Image(_)))
        };
        match call.arguments.first().filter(is_texture) {
            Some(texture) => of(texture),
            None => call.arguments.iter().map(of).max().unwrap_or(Precision::Any),
        }
    }
}
