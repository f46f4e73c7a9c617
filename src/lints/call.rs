//! Calls of the walk.
//!
//! Comes in: a call with its arguments. Goes out: the result, and what the call does to memory and to other invocations. Must
//! not depend on: names of built-ins, but to show them.

use super::leaves::Leaves;
use super::operation::{Class, Exchange, class};
use super::place::Path;
use super::term::{Operation, Scope, Source, Support};
use super::trace::{Barrier, KINDS, Kind, SHARED};
use super::walk::{Bound, Frame, Walk};
use crate::builtins::vocabulary::Op;
use crate::builtins::{ConstantRule, Instruction, Operand, ParameterMode};
use crate::hir::{Argument, BuiltinCall, Function, Handle, MemoryModel, Place, PlaceRoot, Span, StorageClass, Type};
use smallvec::SmallVec;

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const ACQUIRE_RELEASE: u32 = 0x8;
const UNIFORM_MEMORY: u32 = 0x40;
const WORKGROUP_MEMORY: u32 = 0x100;
const MAKE_BOTH: u32 = 0x2000 | 0x4000;

/// The bits of shared memory and of buffers.
const STORAGE: [u32; KINDS] = [WORKGROUP_MEMORY, UNIFORM_MEMORY];

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

/// Whether a call reduces numbers of the subgroup, other than ballots and votes.
fn is_reduction(call: &BuiltinCall) -> bool {
    !call.prototype.opcodes(call.instance).any(|op| {
        matches!(
            op,
            Op::GroupNonUniformAll
                | Op::GroupNonUniformAny
                | Op::GroupNonUniformAllEqual
                | Op::GroupNonUniformBallot
                | Op::GroupNonUniformBallotBitCount
                | Op::GroupNonUniformBroadcast
                | Op::GroupNonUniformBroadcastFirst
                | Op::SubgroupAllKHR
                | Op::SubgroupAnyKHR
                | Op::SubgroupAllEqualKHR
                | Op::SubgroupBallotKHR
                | Op::SubgroupFirstInvocationKHR
        )
    })
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
        let scope = arguments.iter().map(|it| self.scope_of(it)).min().unwrap_or(Scope::Dispatch);
        let support = arguments.iter().fold(Support::NONE, |all, it| all.with(self.support_of(it)));
        let result = match class {
            Class::ControlBarrier => {
                self.control_barrier(frame, call, span);
                Leaves::new()
            }
            Class::MemoryBarrier => {
                let words = self.words(frame, call);
                self.trace.fence();
                let wide = words.memory.is_none_or(|it| it != SUBGROUP && it != INVOCATION);
                if wide {
                    let has = |bit| words.semantics.is_none_or(|it| it & bit != 0);
                    self.trace.memory_barrier(STORAGE.map(has));
                }
                Leaves::new()
            }
            Class::Elect => {
                let path = self.whole_path();
                match self.terms.scope(path) >= Scope::Subgroup {
                    true => Leaves::one(self.terms.source(Source::Elected)),
                    false => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
                }
            }
            Class::Subgroup(exchange, own) => {
                self.check_exchange(call, exchange, &arguments, span);
                let own = if exchange == Exchange::Broadcast { own.max(scope) } else { own };
                self.uses_subgroups = true;
                // What comes from shared memory is of other subgroups too.
                if own == Scope::Subgroup && is_reduction(call) && !self.trace.uses_shared() {
                    let support = Support::COMPUTED.with(Support::REDUCED);
                    (0..self.leaf_count(ty)).map(|_| self.terms.fresh(own, support)).collect()
                } else {
                    self.unknown(ty, own, Support::COMPUTED)
                }
            }
            Class::Derivative => {
                self.check_derivative(call.function.name, span);
                // Where all neighbours have the same operands, all get the same result.
                self.unknown(ty, scope, support)
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
        if class == Class::Atomic {
            let to_buffer = call.arguments.iter().any(|it| match *it {
                Argument::Place(place) => frame.function.places.try_get(place).is_ok_and(|it| self.is_buffer(it)),
                _ => false,
            });
            if to_buffer {
                arguments.iter().for_each(|it| self.check_leader(it, span));
            }
        }
        self.memory_arguments(frame, call, class, scope, span);
        result
    }

    fn is_buffer(&self, place: &Place) -> bool {
        let PlaceRoot::Global(global) = place.root else { return false };
        self.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::StorageBuffer)
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
                    self.order = if class == Class::Atomic { self.semantics_of(frame, call) } else { (0, None) };
                    self.shared_argument(place, &path, call, class, span);
                    self.order = (0, None);
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
                self.access(global, place, path, kind, Scope::Dispatch, span);
            }
            _ => self.trace.touch(global, accesses.reads || !accesses.writes, accesses.writes),
        }
    }

    /// The memory semantics and the scope that an atomic operation names.
    fn semantics_of(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> (u32, Option<u32>) {
        let (mut semantics, mut scope) = (0, None);
        for (parameter, argument) in call.prototype.parameters.iter().zip(&call.arguments) {
            if let (Some(ConstantRule::Semantics), Argument::Value(value)) = (parameter.constant, *argument) {
                let term = self.scalar(frame, value);
                semantics |= self.terms.value(term).unwrap_or(ACQUIRE_RELEASE);
            }
            if let (Some(ConstantRule::Scope), Argument::Value(value)) = (parameter.constant, *argument) {
                let term = self.scalar(frame, value);
                scope = self.terms.value(term);
            }
        }
        (semantics, scope)
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
        let conditions = self.optional.clone();
        let (Some(memory), Some(semantics)) = (words.memory, words.semantics) else {
            self.trace.barrier([None; KINDS], conditions);
            return;
        };
        let both = ACQUIRE | RELEASE;
        let ordered = semantics & ACQUIRE_RELEASE != 0 || semantics & both == both || semantics & 0x10 != 0;
        let vulkan = self.module.memory_model == MemoryModel::Vulkan;
        let mut weak = STORAGE.map(|bit| {
            if memory == SUBGROUP || memory == INVOCATION {
                Some(Barrier::Narrow(span))
            } else if !ordered || semantics & bit == 0 {
                Some(Barrier::Storage(span))
            } else if vulkan && semantics & MAKE_BOTH != MAKE_BOTH {
                Some(Barrier::Private(span))
            } else {
                None
            }
        });
        // Shared memory is never private.
        if let Some(shared @ Some(Barrier::Private(_))) = weak.get_mut(SHARED) {
            *shared = None;
        }
        self.trace.barrier(weak, conditions);
    }
}
