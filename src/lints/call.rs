//! Calls of the walk.
//!
//! Comes in: a call with its arguments. Goes out: the result, and what the call does to memory and to other invocations. Must
//! not depend on: names of built-ins, but to show them.

use super::leaves::Leaves;
use super::matrix::MatrixAccess;
use super::operation::{Arithmetic, Class, Exchange, class};
use super::place::Path;
use super::scan::Scan;
use super::term::{Operation, Scope, Source, Support, Terms};
use super::trace::{BUFFERS, Barrier, IMAGES, KINDS, Kind, Memory, PRIVATE, SHARED, kind_of};
use super::walk::{Bound, Frame, Scopes, Walk};
use crate::builtins::vocabulary::Op;
use crate::builtins::{ConstantRule, Instruction, Operand, ParameterMode};
use crate::hir::{Argument, BuiltinCall, Function, Handle, MemoryModel, Place, PlaceRoot, Span, StorageClass, Type};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const ACQUIRE_RELEASE: u32 = 0x8;
const UNIFORM_MEMORY: u32 = 0x40;
const WORKGROUP_MEMORY: u32 = 0x100;
const IMAGE_MEMORY: u32 = 0x800;
const MAKE_BOTH: u32 = 0x2000 | 0x4000;

/// The bits of each kind of memory. Nothing orders what is private.
pub(super) const STORAGE: [u32; KINDS] = [WORKGROUP_MEMORY, UNIFORM_MEMORY, IMAGE_MEMORY, 0];

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

/// Whether a call is a ballot or counts the bits of one.
fn is_count(call: &BuiltinCall) -> bool {
    call.prototype
        .opcodes(call.instance)
        .any(|op| matches!(op, Op::GroupNonUniformBallot | Op::SubgroupBallotKHR | Op::GroupNonUniformBallotBitCount))
}

impl<'m> Walk<'m> {
    /// Whether the workgroup gets here as a whole.
    fn is_together(&mut self) -> bool {
        let path = self.whole_path();
        self.terms.scope(path) >= Scope::Workgroup
    }

    /// A call of a function of the shader.
    #[inline(never)]
    pub(super) fn user_call(
        &mut self,
        frame: &Frame<'m>,
        function: Handle<Function>,
        arguments: &[Argument],
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let mut scope = Scope::Dispatch;
        for argument in arguments {
            if let Argument::Value(value) = *argument {
                let leaves = self.leaves(frame, value);
                scope = scope.min(self.scope_of(&leaves));
            }
        }
        if let Some(result) = self.known_result(function, scope, ty) {
            return result;
        }
        let bound = arguments.iter().map(|argument| match *argument {
            Argument::Value(value) => {
                self.wide_of(frame, value).map_or_else(|| Bound::Value(self.leaves(frame, value)), Bound::Wide)
            }
            Argument::Place(place) => self.bound(frame, place),
            Argument::Function(_) => Bound::Resource(None),
        });
        let bound: Vec<Bound> = bound.collect();
        self.calls.push(span);
        let result = self.call(function, bound);
        self.calls.pop();
        let Some(leaves) = result else {
            self.pass_over(frame, function, arguments);
            return self.unknown(ty, Scope::Invocation, Support::COMPUTED);
        };
        if let Some(scopes) = self.entered.get_mut(&function)
            && scopes.of_result.is_none()
        {
            let of_result = leaves.iter().map(|&it| self.terms.scope(it)).min();
            *scopes = Scopes { of_arguments: Some(scope), of_result };
        }
        match leaves.len() == self.leaf_count(ty) {
            true => leaves,
            false => self.unknown(ty, scope, Support::COMPUTED),
        }
    }

    /// What a function returns whose result is not followed, if it was walked and has nothing else that matters.
    fn known_result(&self, function: Handle<Function>, scope: Scope, ty: Handle<Type>) -> Option<Leaves> {
        let shape = self.shape(ty);
        if shape.followed || shape.leaves == 0 || self.module.types.get(ty).component_count().is_none() {
            return None;
        }
        let Scopes { of_arguments, of_result } = *self.entered.get(&function)?;
        let (before, result) = (of_arguments?, of_result?);
        if !self.functions.get(function).is_some_and(Scan::is_plain) {
            return None;
        }
        let scope = match result.cmp(&before) {
            Ordering::Less => result.min(scope),
            Ordering::Equal => scope,
            Ordering::Greater => result,
        };
        Some(Leaves::repeat(Terms::number(scope), shape.leaves.into()))
    }

    /// A call that is not walked may store anything.
    fn pass_over(&mut self, frame: &Frame<'m>, function: Handle<Function>, arguments: &[Argument]) {
        self.findings.give_up();
        self.unset.clear();
        if self.functions.get(function).is_some_and(Scan::waits) {
            // The barriers in it are there all the same.
            self.trace.fence([true; KINDS], true);
            self.trace.barrier([None; KINDS], SmallVec::new());
        }
        let mut slots: Vec<_> = self.privates.values().copied().collect();
        for argument in arguments {
            if let Argument::Place(place) = *argument
                && let Bound::Variable(variable) = self.bound(frame, place)
            {
                slots.push(variable);
            }
        }
        for slots in slots {
            self.forget(slots.first..slots.first + slots.count, Scope::Invocation);
        }
    }

    /// What a place is to the function that it is given to.
    fn bound(&mut self, frame: &Frame<'m>, place: Handle<Place>) -> Bound {
        let nothing = Bound::Resource(None);
        let Ok(place) = frame.function.places.try_get(place) else { return nothing };
        match place.root {
            PlaceRoot::Local(local) if place.steps.is_empty() => {
                frame.locals.get(local.index()).map_or(nothing, |&it| Bound::Variable(it))
            }
            PlaceRoot::Parameter(index) if place.steps.is_empty() => {
                frame.parameters.get(index as usize).cloned().unwrap_or(nothing)
            }
            PlaceRoot::Global(global) if place.steps.is_empty() => {
                self.unset.remove(&global);
                self.privates.get(&global).map_or(Bound::Resource(Some(global)), |&it| Bound::Variable(it))
            }
            _ => nothing,
        }
    }

    /// A call of a built-in.
    #[inline(never)]
    pub(super) fn builtin(
        &mut self,
        frame: &mut Frame<'m>,
        call: &'m BuiltinCall,
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let class = class(call);
        if let Class::Pure | Class::Arithmetic(_) = class
            && let shape = self.shape(ty)
            && !shape.followed
            && let Some(scope) = self.scope_of_values(frame, call)
        {
            // Most calls: nothing is followed but who gets the same result.
            return Leaves::repeat(Terms::number(scope), shape.leaves.into());
        }
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
                let wide = words.memory.is_none_or(|it| it != SUBGROUP && it != INVOCATION);
                let kinds = STORAGE.map(|bit| words.semantics.is_none_or(|it| it & bit != 0));
                self.trace.fence(kinds, wide);
                if wide {
                    self.trace.memory_barrier(kinds);
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
                self.exchanged(call, exchange, own, scope, ty)
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
            Class::Memory => {
                let support = if self.reads_only(frame, call) { Support::DATA } else { Support::COMPUTED };
                self.unknown(ty, Scope::Invocation, support)
            }
            Class::Arithmetic(arithmetic) if self.is_followed(ty) => {
                self.arithmetic(arithmetic, &arguments).unwrap_or_else(|| self.unknown(ty, scope, support))
            }
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

    /// What an exchange of a subgroup gives; `scope` is that of its arguments.
    fn exchanged(
        &mut self,
        call: &BuiltinCall,
        exchange: Exchange,
        own: Scope,
        scope: Scope,
        ty: Handle<Type>,
    ) -> Leaves {
        let own = match exchange {
            Exchange::Broadcast => own.max(scope),
            // All subgroups that are full count the same.
            Exchange::Active if own == Scope::Subgroup && is_count(call) && self.is_together() => own.max(scope),
            _ => own,
        };
        self.uses_subgroups = true;
        // What comes from shared memory is of other subgroups too.
        if own == Scope::Subgroup && is_reduction(call) && !self.trace.uses_shared() {
            let support = Support::COMPUTED.with(Support::REDUCED);
            (0..self.leaf_count(ty)).map(|_| self.terms.fresh(own, support)).collect()
        } else {
            self.unknown(ty, own, Support::COMPUTED)
        }
    }

    /// The narrowest scope of the arguments of a call, if it has no others than values.
    fn scope_of_values(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> Option<Scope> {
        let mut scope = Scope::Dispatch;
        for argument in &call.arguments {
            let Argument::Value(value) = *argument else { return None };
            scope = scope.min(self.scope_of_value(frame, value));
        }
        Some(scope)
    }

    /// Whether all memory of a call is memory that the shader does not write.
    fn reads_only(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> bool {
        call.arguments.iter().all(|it| {
            match *it {
            Argument::Place(place) => frame.function.places.try_get(place).is_ok_and(|place| {
                matches!(self.memory_of(frame, place), Some(Memory::Variable(it)) if !self.functions.is_written(it))
            }),
            _ => true,
        }
        })
    }

    fn is_buffer(&self, place: &Place) -> bool {
        let PlaceRoot::Global(global) = place.root else { return false };
        self.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::StorageBuffer)
    }

    /// A function of integers and truth values, of vectors with scalars too. `None` if an argument is not followed.
    fn arithmetic(&mut self, arithmetic: Arithmetic, arguments: &[Leaves]) -> Option<Leaves> {
        use Arithmetic as A;
        if arguments.iter().any(|it| it.is_empty() || it.iter().any(|&term| self.terms.is_number(term))) {
            return None;
        }
        let terms = &mut self.terms;
        if let ([only], A::Fold(operation)) = (arguments, arithmetic) {
            let start = if operation == Operation::Both { Terms::TRUE } else { Terms::FALSE };
            return Some(Leaves::one(only.iter().fold(start, |all, &it| terms.operation(operation, all, it))));
        }
        let count = arguments.iter().map(|it| it.len()).max().unwrap_or(0);
        let at = |number: usize, index: usize| {
            let leaves: &Leaves = arguments.get(number)?;
            leaves.get(index).or(leaves.first()).copied()
        };
        (0..count)
            .map(|index| {
                let left = at(0, index)?;
                Some(match arithmetic {
                    A::Not => terms.not(left),
                    A::Fold(_) => return None,
                    A::Binary(operation) => terms.operation(operation, left, at(1, index)?),
                    A::Reversed(operation) => terms.operation(operation, at(1, index)?, left),
                    A::Negated(operation) => {
                        let opposite = terms.operation(operation, left, at(1, index)?);
                        terms.not(opposite)
                    }
                    A::ReversedNegated(operation) => {
                        let opposite = terms.operation(operation, at(1, index)?, left);
                        terms.not(opposite)
                    }
                    A::Clamp(max, min) => {
                        let low = terms.operation(max, left, at(1, index)?);
                        terms.operation(min, low, at(2, index)?)
                    }
                })
            })
            .collect()
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
                    self.shared_argument(frame, place, &path, call, class, span);
                    self.order = (0, None);
                }
            }
        }
    }

    /// What a call does to memory that invocations share.
    fn shared_argument(
        &mut self,
        frame: &Frame<'m>,
        place: &'m Place,
        path: &Path,
        call: &BuiltinCall,
        class: Class,
        span: Span,
    ) {
        let Some(memory) = self.memory_of(frame, place) else { return };
        if class == Class::Matrix
            && let Some(MatrixAccess { kind, element, extent }) = self.matrix_access(frame, call, place)
        {
            self.extent = Some(extent);
            self.access(memory, place, path, &Leaves::one(element), kind, Scope::Subgroup, span);
            self.extent = None;
            return;
        }
        let accesses = call.prototype.accesses(call.instance);
        let kind = match call.prototype.opcodes(call.instance).find(|op| *op != Op::ImageTexelPointer) {
            Some(Op::AtomicLoad) => Kind::AtomicRead,
            Some(Op::AtomicStore) => Kind::AtomicWrite,
            Some(Op::ImageRead) => Kind::Read,
            Some(Op::ImageWrite) => Kind::Write,
            Some(Op::AtomicExchange | Op::AtomicCompareExchange) => Kind::Exchange,
            Some(op) if self.sets_all(frame, call, op) => Kind::AtomicWrite,
            _ if class == Class::Atomic => Kind::Atomic,
            _ => {
                self.trace.touch(memory, accesses.writes);
                return;
            }
        };
        let is_image = matches!(memory, Memory::Variable(it) if kind_of(self.module, it) == Some(IMAGES));
        let texel = match call.arguments.get(1) {
            Some(&Argument::Value(coordinates)) if is_image => self.leaves(frame, coordinates),
            _ => Leaves::new(),
        };
        let same = if class == Class::Atomic { Scope::Dispatch } else { Scope::Invocation };
        self.access(memory, place, path, &texel, kind, same, span);
    }

    /// Whether an atomic operation leaves the same whatever was there: `atomicAnd(x, 0)`.
    fn sets_all(&mut self, frame: &Frame<'m>, call: &BuiltinCall, op: Op) -> bool {
        let all = match op {
            Op::AtomicAnd | Op::AtomicUMin => 0,
            Op::AtomicOr | Op::AtomicUMax => u32::MAX,
            _ => return false,
        };
        let Some(&Argument::Value(data)) = call.arguments.get(1) else { return false };
        let data = self.scalar(frame, data);
        self.terms.value(data) == Some(all)
    }

    /// The memory that several invocations may use at a place, if it is known.
    pub(super) fn memory_of(&mut self, frame: &Frame<'m>, place: &Place) -> Option<Memory> {
        match place.root {
            PlaceRoot::Global(global) => kind_of(self.module, global).map(|_| Memory::Variable(global)),
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(&Bound::Resource(Some(global))) if place.steps.is_empty() => {
                    kind_of(self.module, global).map(|_| Memory::Variable(global))
                }
                _ => None,
            },
            PlaceRoot::Reference(pointer) => {
                let ty = frame.function.values.try_get(pointer).ok()?.ty;
                let term = self.scalar(frame, pointer);
                let known = self.terms.scope(term) >= Scope::Workgroup && !self.terms.is_number(term);
                known.then_some(Memory::Pointer(term, ty))
            }
            PlaceRoot::Local(_) => None,
        }
    }

    /// The memory semantics and the scope that an atomic operation names.
    fn semantics_of(&mut self, frame: &Frame<'m>, call: &BuiltinCall) -> (u32, Option<u32>) {
        let (mut semantics, mut scope) = (0, None);
        for (parameter, argument) in call.prototype.parameters.iter().zip(&call.arguments) {
            if let (Some(ConstantRule::Semantics | ConstantRule::StorageSemantics), Argument::Value(value)) =
                (parameter.constant, *argument)
            {
                let term = self.scalar(frame, value);
                semantics |= self.terms.value(term).unwrap_or(u32::MAX);
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
            self.trace.fence([true; KINDS], true);
            self.trace.barrier([None; KINDS], conditions);
            return;
        };
        if memory != SUBGROUP && memory != INVOCATION {
            self.trace.fence(STORAGE.map(|bit| semantics & bit != 0), true);
        }
        let both = ACQUIRE | RELEASE;
        let ordered = semantics & ACQUIRE_RELEASE != 0 || semantics & both == both || semantics & 0x10 != 0;
        let vulkan = self.module.memory_model == MemoryModel::Vulkan;
        let weak_of = |bit: u32| {
            if memory == SUBGROUP || memory == INVOCATION {
                Some(Barrier::Narrow(span))
            } else if !ordered || semantics & bit == 0 {
                Some(Barrier::Storage(span))
            } else if vulkan && semantics & MAKE_BOTH != MAKE_BOTH {
                Some(Barrier::Private(span))
            } else {
                None
            }
        };
        let mut weak = STORAGE.map(weak_of);
        let weak_of_buffers = weak.get(BUFFERS).copied().flatten();
        // Shared memory is never private.
        if let Some(shared @ Some(Barrier::Private(_))) = weak.get_mut(SHARED) {
            *shared = None;
        }
        if let Some(private) = weak.get_mut(PRIVATE) {
            *private = match weak_of_buffers {
                Some(other @ (Barrier::Narrow(_) | Barrier::Storage(_))) => Some(other),
                _ => Some(Barrier::Private(span)),
            };
        }
        let orders = conditions.is_empty() && weak.get(SHARED).is_some_and(Option::is_none);
        self.trace.barrier(weak, conditions);
        if orders && self.cut == Some((self.calls.len(), self.loops)) {
            self.cut = None;
            self.path = Terms::FALSE;
        }
    }
}
