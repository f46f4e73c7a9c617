//! Calls of the walk.
//!
//! Comes in: a call with its arguments. Goes out: the result, and what the call does to memory and to other invocations. Must
//! not depend on: names of built-ins, but to show them.

use super::operation::{Class, Exchange, class};
use super::place::Path;
use super::race::{Barrier, Kind};
use super::term::{Operation, Scope, Source, Support};
use super::walk::{Bound, Frame, Leaves, Walk};
use crate::builtins::vocabulary::Op;
use crate::builtins::{ConstantRule, Instruction, Operand, ParameterMode};
use crate::hir::{Argument, BuiltinCall, Function, Handle, Place, PlaceRoot, Span, StorageClass, Type};
use smallvec::{SmallVec, smallvec};

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const ACQUIRE_RELEASE: u32 = 0x8;
const WORKGROUP_MEMORY: u32 = 0x100;

/// Scopes (SPIR-V, 3.27).
const SUBGROUP: u32 = 3;
const INVOCATION: u32 = 4;

/// What a barrier says.
#[derive(Clone, Copy, Debug)]
struct Words {
    execution: Option<u32>,
    memory: Option<u32>,
    semantics: Option<u32>,
}

impl<'m> Walk<'m> {
    /// A call of a function of the shader.
    pub(super) fn user_call(
        &mut self,
        frame: &Frame<'m>,
        function: Handle<Function>,
        arguments: &[Argument],
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let mut bound = Vec::with_capacity(arguments.len());
        let mut scope = Scope::Dispatch;
        for argument in arguments {
            bound.push(match *argument {
                Argument::Value(value) => {
                    let leaves = self.leaves(frame, value);
                    scope = scope.min(self.scope_of(&leaves));
                    Bound::Value(leaves)
                }
                Argument::Place(place) => self.bound(frame, place),
                Argument::Function(_) => Bound::Resource,
            });
        }
        let variables: Vec<_> = bound
            .iter()
            .filter_map(|it| match it {
                Bound::Variable(slots) => Some(*slots),
                _ => None,
            })
            .collect();
        self.calls.push(span);
        let result = self.call(function, bound);
        self.calls.pop();
        match result {
            Some(leaves) if leaves.len() == self.leaf_count(ty) => leaves,
            Some(_) => self.unknown(ty, scope, Support::COMPUTED),
            None => {
                self.findings.give_up();
                let privates: Vec<_> = self.privates.values().copied().collect();
                for slots in variables.into_iter().chain(privates) {
                    self.forget(slots.first..slots.first + slots.count, Scope::Invocation);
                }
                self.unknown(ty, Scope::Invocation, Support::COMPUTED)
            }
        }
    }

    /// What a place is to the function that it is given to.
    fn bound(&self, frame: &Frame<'m>, place: Handle<Place>) -> Bound {
        let Ok(place) = frame.function.places.try_get(place) else { return Bound::Resource };
        match place.root {
            PlaceRoot::Local(local) if place.steps.is_empty() => {
                frame.locals.get(local.index()).map_or(Bound::Resource, |&it| Bound::Variable(it))
            }
            PlaceRoot::Parameter(index) if place.steps.is_empty() => {
                frame.parameters.get(index as usize).cloned().unwrap_or(Bound::Resource)
            }
            PlaceRoot::Global(global) if place.steps.is_empty() => {
                self.privates.get(&global).map_or(Bound::Resource, |&it| Bound::Variable(it))
            }
            _ => Bound::Resource,
        }
    }

    /// A call of a built-in.
    pub(super) fn builtin(
        &mut self,
        frame: &mut Frame<'m>,
        call: &'m BuiltinCall,
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let class = class(call);
        let mut arguments: SmallVec<[Leaves; 4]> = SmallVec::new();
        for argument in &call.arguments {
            arguments.push(match *argument {
                Argument::Value(value) => self.leaves(frame, value),
                Argument::Place(_) | Argument::Function(_) => Leaves::new(),
            });
        }
        let all: Leaves = arguments.iter().flatten().copied().collect();
        let (scope, support) = (self.scope_of(&all), self.support_of(&all));
        let result = match class {
            Class::ControlBarrier => {
                self.control_barrier(frame, call, span);
                Leaves::new()
            }
            Class::MemoryBarrier => {
                let words = self.words(frame, call);
                self.trace.fence();
                let shared = words.semantics.is_none_or(|it| it & WORKGROUP_MEMORY != 0);
                let wide = words.memory.is_none_or(|it| it != SUBGROUP && it != INVOCATION);
                if shared && wide {
                    self.trace.memory_barrier();
                }
                Leaves::new()
            }
            Class::Elect => {
                let path = self.whole_path();
                match self.terms.scope(path) >= Scope::Subgroup {
                    true => smallvec![self.terms.source(Source::Elected)],
                    false => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
                }
            }
            Class::Subgroup(exchange, scope) => {
                self.check_exchange(call, exchange, &arguments, span);
                let scope = if exchange == Exchange::Broadcast { scope.max(self.scope_of(&all)) } else { scope };
                self.unknown(ty, scope, Support::COMPUTED)
            }
            Class::Derivative => {
                self.check_derivative(call.function.name, span);
                self.unknown(ty, Scope::Invocation, Support::COMPUTED)
            }
            Class::Atomic => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
            Class::Matrix => {
                self.check_matrix(call.function.name, span);
                self.unknown(ty, Scope::Invocation, Support::COMPUTED)
            }
            Class::Memory => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
            Class::Arithmetic(operation) if self.is_followed(ty) => self.arithmetic(operation, &arguments),
            Class::Arithmetic(_) | Class::Pure => self.unknown(ty, scope, support),
        };
        self.memory_arguments(frame, call, class, scope, span);
        result
    }

    /// Minima and maxima, of vectors with scalars too.
    fn arithmetic(&mut self, operation: Operation, arguments: &[Leaves]) -> Leaves {
        let [left, right] = arguments else { return Leaves::new() };
        let count = left.len().max(right.len());
        let at = |leaves: &Leaves, index: usize| leaves.get(index).or(leaves.first()).copied();
        let pairs = (0..count).filter_map(|index| Some((at(left, index)?, at(right, index)?)));
        pairs.map(|(left, right)| self.terms.operation(operation, left, right)).collect()
    }

    /// What a call does to its arguments that are memory.
    fn memory_arguments(&mut self, frame: &Frame<'m>, call: &'m BuiltinCall, class: Class, scope: Scope, span: Span) {
        for (parameter, argument) in call.prototype.parameters.iter().zip(&call.arguments) {
            let Argument::Place(handle) = *argument else { continue };
            let Ok(place) = frame.function.places.try_get(handle) else { continue };
            match parameter.mode {
                ParameterMode::Out | ParameterMode::InOut => {
                    let scope =
                        if matches!(class, Class::Pure | Class::Arithmetic(_)) { scope } else { Scope::Invocation };
                    let leaves = self.unknown(place.ty, scope, Support::COMPUTED);
                    self.store_leaves(frame, handle, &leaves, span);
                }
                _ => {
                    let path = self.path_of(frame, place, span);
                    self.order = if class == Class::Atomic { self.semantics_of(frame, call) } else { 0 };
                    self.shared_argument(place, &path, call, class, span);
                    self.order = 0;
                }
            }
        }
    }

    fn shared_argument(&mut self, place: &'m Place, path: &Path, call: &BuiltinCall, class: Class, span: Span) {
        let PlaceRoot::Global(global) = place.root else { return };
        let storage = self.module.globals.try_get(global).map(|it| it.storage);
        if !matches!(storage, Ok(StorageClass::Workgroup | StorageClass::StorageBuffer)) {
            return;
        }
        let accesses = call.prototype.accesses(call.instance);
        match class {
            Class::Atomic => {
                let kind = match call.prototype.opcodes(call.instance).next() {
                    Some(Op::AtomicLoad) => Kind::AtomicRead,
                    Some(Op::AtomicStore) => Kind::AtomicWrite,
                    _ => Kind::Atomic,
                };
                self.access(global, place, path, kind, true, span);
            }
            _ => self.trace.touch(global, accesses.reads || !accesses.writes, accesses.writes),
        }
    }

    /// The memory semantics that an atomic operation names.
    fn semantics_of(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> u32 {
        let mut semantics = 0;
        for (parameter, argument) in call.prototype.parameters.iter().zip(&call.arguments) {
            if let (Some(ConstantRule::Semantics), Argument::Value(value)) = (parameter.constant, *argument) {
                let term = self.scalar(frame, value);
                semantics |= self.terms.value(term).unwrap_or(ACQUIRE_RELEASE);
            }
        }
        semantics
    }

    /// What a barrier orders.
    fn words(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> Words {
        let nothing = Words { execution: None, memory: None, semantics: None };
        let Some(recipe) = call.prototype.recipe(call.instance) else { return nothing };
        let step = recipe
            .steps
            .iter()
            .find(|it| matches!(it.instruction, Instruction::Core(Op::ControlBarrier | Op::MemoryBarrier)));
        let Some(step) = step else { return nothing };
        let mut constant = |index: u8| match call.arguments.get(usize::from(index)) {
            Some(Argument::Value(value)) => {
                let term = self.scalar(frame, *value);
                self.terms.value(term)
            }
            _ => None,
        };
        let mut scope = |operand: &Operand| match *operand {
            Operand::Scope(scope) => Some(scope as u32),
            Operand::Parameter(index) => constant(index),
            _ => None,
        };
        let (execution, memory) = match step.operands {
            [execution, memory, _] => (scope(execution), scope(memory)),
            [memory, _] => (None, scope(memory)),
            _ => (None, None),
        };
        let semantics = match step.operands.last() {
            Some(Operand::Semantics(bits)) => Some(*bits),
            Some(Operand::CombinedSemantics(storage, order)) => {
                constant(*storage).zip(constant(*order)).map(|(storage, order)| storage | order)
            }
            _ => None,
        };
        Words { execution, memory, semantics }
    }

    fn control_barrier(&mut self, frame: &Frame<'m>, call: &BuiltinCall, span: Span) {
        let words = self.words(frame, call);
        let subgroup = words.execution == Some(SUBGROUP);
        let scope = if subgroup { Scope::Subgroup } else { Scope::Workgroup };
        self.check_barrier(call.function.name, scope, span);
        if subgroup {
            self.trace.subgroup_barrier();
            return;
        }
        let (Some(memory), Some(semantics)) = (words.memory, words.semantics) else {
            self.trace.barrier(None);
            return;
        };
        let both = ACQUIRE | RELEASE;
        let ordered = semantics & ACQUIRE_RELEASE != 0 || semantics & both == both || semantics & 0x10 != 0;
        self.trace.barrier(if memory == SUBGROUP || memory == INVOCATION {
            Some(Barrier::Narrow(span))
        } else if !ordered || semantics & WORKGROUP_MEMORY == 0 {
            Some(Barrier::Storage(span))
        } else {
            None
        });
    }
}
