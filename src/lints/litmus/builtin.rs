//! Calls of built-ins: atomic operations, barriers, images, subgroup operations, and whatever computes only.
//!
//! Comes in: a call with its row of the tables. Goes out: events and the result. Must not depend on: names of built-ins; the
//! recipe of the row says what a call does.

use super::event::{Access, Event, Phase, Scope, Storage};
use super::exchange::{Exchange, OfBallot};
use super::machine::{Datum, Frame, Machine, Stop};
use super::memory::{Region, Root};
use super::origin::Origin;
use crate::builtins::vocabulary::{BuiltIn, ImageFormat, Op};
use crate::builtins::{Instruction, Operand, Recipe, Step};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Argument, BinaryOperation, BuiltinCall, Constant, Handle, ImageClass, Scalar, Span, Type};

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u64 = 0x2;
const RELEASE: u64 = 0x4;
const ACQUIRE_RELEASE: u64 = 0x8;
const MAKE_AVAILABLE: u64 = 0x2000;
const MAKE_VISIBLE: u64 = 0x4000;

/// Numbers of scopes (SPIR-V, 3.27).
const DEVICE: u64 = 1;
const QUEUE_FAMILY: u64 = 5;

/// What a step of a recipe works on.
#[derive(Clone, Debug)]
enum Token {
    Datum(Datum),
    Memory(Region),
    Nothing,
}

/// What is done with memory.
#[derive(Clone, Copy, Debug)]
enum Atomic {
    Load,
    Store,
    Exchange,
    CompareExchange,
    Compute(BinaryOperation),
    Least,
    Greatest,
}

/// What a step does besides computing.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Atomic(Atomic),
    ControlBarrier,
    MemoryBarrier,
    TexelPointer,
    ImageRead,
    ImageWrite,
    Elect,
    Exchange(Exchange),
    OfBallot(OfBallot),
    /// Half of a control barrier.
    Half(Phase),
    /// Not explored.
    Other,
}

/// The effect of an instruction; `None` for those that only compute.
fn effect(opcode: Op) -> Option<Effect> {
    use BinaryOperation as B;
    Some(match opcode {
        Op::AtomicLoad => Effect::Atomic(Atomic::Load),
        Op::AtomicStore => Effect::Atomic(Atomic::Store),
        Op::AtomicExchange => Effect::Atomic(Atomic::Exchange),
        Op::AtomicCompareExchange => Effect::Atomic(Atomic::CompareExchange),
        Op::AtomicIAdd | Op::AtomicFAddEXT => Effect::Atomic(Atomic::Compute(B::Add)),
        Op::AtomicAnd => Effect::Atomic(Atomic::Compute(B::BitAnd)),
        Op::AtomicOr => Effect::Atomic(Atomic::Compute(B::BitOr)),
        Op::AtomicXor => Effect::Atomic(Atomic::Compute(B::BitXor)),
        Op::AtomicSMin | Op::AtomicUMin | Op::AtomicFMinEXT => Effect::Atomic(Atomic::Least),
        Op::AtomicSMax | Op::AtomicUMax | Op::AtomicFMaxEXT => Effect::Atomic(Atomic::Greatest),
        Op::ControlBarrier => Effect::ControlBarrier,
        Op::MemoryBarrier => Effect::MemoryBarrier,
        Op::ImageTexelPointer => Effect::TexelPointer,
        Op::ImageRead => Effect::ImageRead,
        Op::ImageWrite => Effect::ImageWrite,
        Op::GroupNonUniformElect => Effect::Elect,
        Op::ControlBarrierArriveINTEL => Effect::Half(Phase::Arrive),
        Op::ControlBarrierWaitINTEL => Effect::Half(Phase::Wait),
        Op::ImageSparseRead => Effect::Other,
        other => {
            let exchange = Exchange::of(other).map(Effect::Exchange);
            return exchange.or_else(|| OfBallot::of(other).map(Effect::OfBallot));
        }
    })
}

impl<'m> Machine<'_, 'm> {
    /// Calls a built-in; its result, if it has one.
    pub fn builtin(
        &mut self,
        frame: &Frame<'m>,
        call: &'m BuiltinCall,
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Option<Datum>, Stop> {
        let recipe = call.prototype.recipe(call.instance);
        let Some(recipe) = recipe else { return self.not_explored(call, span) };
        let is_core = |step: &Step| matches!(step.instruction, Instruction::Core(opcode) if effect(opcode).is_some());
        if !recipe.steps.iter().any(is_core) {
            return self.compute(frame, call, ty, span).map(Some);
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            arguments.push(self.token(frame, *argument, span)?);
        }
        self.recipe(call, recipe, &arguments, ty, span)
    }

    fn not_explored<T>(&self, call: &BuiltinCall, span: Span) -> Result<T, Stop> {
        Err(call_not_explored(span, call.function.name).into())
    }

    /// A call that only computes.
    fn compute(
        &mut self,
        frame: &Frame<'m>,
        call: &'m BuiltinCall,
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Datum, Stop> {
        let mut handles = Vec::with_capacity(call.arguments.len());
        let mut origin = Origin::NONE;
        for argument in &call.arguments {
            let Argument::Value(value) = *argument else { return self.not_explored(call, span) };
            let datum = self.value(frame, value, span)?;
            origin = self.world.origins.join(origin, datum.origin);
            handles.push(datum.value);
        }
        match self.world.folder().builtin(call.prototype, call.instance, ty, &handles) {
            Some(value) => Ok(Datum { value, origin }),
            None => self.not_explored(call, span),
        }
    }

    fn token(&mut self, frame: &Frame<'m>, argument: Argument, span: Span) -> Result<Token, Stop> {
        match argument {
            Argument::Value(value) => self.value(frame, value, span).map(Token::Datum),
            Argument::Place(place) => {
                let Ok(place) = frame.function.places.try_get(place) else { return Ok(Token::Nothing) };
                let (root, path) = self.path(frame, place, span)?;
                let Root::Memory(object) = root else { return Ok(Token::Nothing) };
                Ok(self.region(object, path.steps, place).map_or(Token::Nothing, Token::Memory))
            }
            Argument::Function(_) => Ok(Token::Nothing),
        }
    }

    /// Walks the recipe of a call.
    fn recipe(
        &mut self,
        call: &BuiltinCall,
        recipe: &Recipe,
        arguments: &[Token],
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Option<Datum>, Stop> {
        let mut results: Vec<Token> = Vec::new();
        for step in recipe.steps {
            let Instruction::Core(opcode) = step.instruction else { return self.not_explored(call, span) };
            let Some(effect) = effect(opcode) else { return self.not_explored(call, span) };
            let mut operands = Vec::with_capacity(step.operands.len());
            let images = step.image_operands.iter().flat_map(|it| it.1);
            for operand in step.operands.iter().chain(images) {
                operands.push(match *operand {
                    Operand::Parameter(index) => arguments.get(usize::from(index)).cloned().unwrap_or(Token::Nothing),
                    Operand::Step(index) => results.get(usize::from(index)).cloned().unwrap_or(Token::Nothing),
                    other => self.environment(other, arguments).map_or(Token::Nothing, Token::Datum),
                });
            }
            let result = self.effect(call, effect, &operands, ty, span)?;
            results.push(result);
        }
        let result = match recipe.result {
            Some(Operand::Step(index)) => results.get(usize::from(index)),
            _ => None,
        };
        Ok(result.and_then(|it| match it {
            Token::Datum(datum) => Some(*datum),
            _ => None,
        }))
    }

    /// Scopes and semantics.
    fn environment(&mut self, operand: Operand, arguments: &[Token]) -> Option<Datum> {
        let known = |index: u8, machine: &mut Self| match arguments.get(usize::from(index)) {
            Some(Token::Datum(datum)) => machine.world.folder().scalar_bits(datum.value),
            _ => None,
        };
        let bits = match operand {
            Operand::Scope(scope) => scope as u64,
            Operand::LegacyDeviceScope => {
                if self.world.vulkan {
                    QUEUE_FAMILY
                } else {
                    DEVICE
                }
            }
            Operand::Semantics(bits) => bits.into(),
            Operand::LegacySemantics => 0,
            Operand::CombinedSemantics(storage, order) => known(storage, self)? | known(order, self)?,
            Operand::Uint(value) => value.into(),
            _ => return None,
        };
        Some(Datum { value: self.world.folder().scalar(Scalar::U32, bits), origin: Origin::NONE })
    }

    fn effect(
        &mut self,
        call: &BuiltinCall,
        effect: Effect,
        operands: &[Token],
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Token, Stop> {
        // The first operand of an operation of a group is the scope.
        let given: Vec<Datum> = operands
            .iter()
            .skip(1)
            .filter_map(|it| if let Token::Datum(datum) = it { Some(*datum) } else { None })
            .collect();
        self.world.subgroups_matter |= matches!(effect, Effect::Elect | Effect::Exchange(_) | Effect::OfBallot(_));
        match (effect, operands) {
            (Effect::Atomic(atomic), [Token::Memory(region), rest @ ..]) => self.atomic(atomic, region, rest, span),
            (Effect::ControlBarrier, [execution, memory, semantics]) => {
                let execution = self.scope(execution, call, span)?;
                let mut event = self.fence(memory, semantics, call, span)?;
                event.barrier = Some(0);
                event.execution = execution;
                self.events.push(event);
                Ok(Token::Nothing)
            }
            (Effect::Half(phase), [execution, memory, semantics]) => {
                let execution = self.scope(execution, call, span)?;
                let mut event = self.fence(memory, semantics, call, span)?;
                (event.barrier, event.phase, event.execution) = (Some(0), phase, execution);
                self.events.push(event);
                Ok(Token::Nothing)
            }
            (Effect::MemoryBarrier, [memory, semantics]) => {
                let event = self.fence(memory, semantics, call, span)?;
                if event.fence {
                    self.events.push(event);
                }
                Ok(Token::Nothing)
            }
            (Effect::TexelPointer, [Token::Memory(image), Token::Datum(coordinate), sample]) => {
                self.texel(image, *coordinate, Some(sample), call, span).map(Token::Memory)
            }
            (Effect::ImageRead, [Token::Memory(image), Token::Datum(coordinate), sample @ ..]) => {
                let texel = self.texel(image, *coordinate, sample.first(), call, span)?;
                let datum = self.read(&texel, span)?;
                self.unpacked(&texel, datum, ty, span)
            }
            (Effect::ImageWrite, [Token::Memory(image), Token::Datum(coordinate), Token::Datum(data), sample @ ..]) => {
                let texel = self.texel(image, *coordinate, sample.first(), call, span)?;
                let value = self.packed(&texel, data.value, span)?;
                self.write(&texel, Datum { value, ..*data }, span);
                Ok(Token::Nothing)
            }
            (Effect::Exchange(exchange), _) => {
                self.exchange(exchange, group_operation(call), &given, ty, span).map(Token::Datum)
            }
            (Effect::OfBallot(what), _) => {
                self.of_ballot(what, group_operation(call), &given, ty, span).map(Token::Datum)
            }
            (Effect::Elect, _) => {
                let value = self.world.folder().bool(self.invocation.lane == 0);
                self.meet(span, None);
                Ok(Token::Datum(Datum { value, origin: Origin::NONE }))
            }
            _ => self.not_explored(call, span),
        }
    }

    fn bits(&mut self, token: &Token) -> Option<u64> {
        match token {
            Token::Datum(datum) => self.world.folder().scalar_bits(datum.value),
            _ => None,
        }
    }

    fn scope(&mut self, token: &Token, call: &BuiltinCall, span: Span) -> Result<Scope, Stop> {
        let scope = self.bits(token).and_then(|it| Scope::of(it & 0xffff_ffff));
        self.world.subgroups_matter |= scope == Some(Scope::Subgroup);
        scope.map_or_else(|| self.not_explored(call, span), Ok)
    }

    /// Adds memory semantics to an event.
    fn order(&self, event: &mut Event, semantics: u64) {
        event.acquire = semantics & (ACQUIRE | ACQUIRE_RELEASE) != 0;
        event.release = semantics & (RELEASE | ACQUIRE_RELEASE) != 0;
        event.semantics = Storage::of(semantics);
        if event.semantics == Storage(0) {
            (event.acquire, event.release) = (false, false);
        }
        // In GLSL450 barriers do it for what they order.
        let implied = !self.world.vulkan && !event.atomic;
        event.make_available = event.release && (implied || semantics & MAKE_AVAILABLE != 0);
        event.make_visible = event.acquire && (implied || semantics & MAKE_VISIBLE != 0);
    }

    /// The event of a barrier.
    fn fence(&mut self, memory: &Token, semantics: &Token, call: &BuiltinCall, span: Span) -> Result<Event, Stop> {
        let mut event = Event::new(self.invocation.number, span);
        event.scope = self.scope(memory, call, span)?;
        let semantics = self.bits(semantics).unwrap_or(0);
        self.order(&mut event, semantics);
        event.fence = event.acquire || event.release;
        Ok(event)
    }

    fn atomic(&mut self, atomic: Atomic, region: &Region, rest: &[Token], span: Span) -> Result<Token, Stop> {
        let scope = rest.first().and_then(|it| self.bits(it)).and_then(|it| Scope::of(it & 0xffff_ffff));
        let Some(scope) = scope else {
            return Self::unexplored(span, "atomic operations in this scope are not explored");
        };
        self.world.subgroups_matter |= scope == Scope::Subgroup;
        let mut semantics = rest.get(1).and_then(|it| self.bits(it)).unwrap_or(0);
        let datum = |position: usize| match rest.get(position) {
            Some(Token::Datum(datum)) => Ok(*datum),
            _ => Self::unexplored(span, "this operation is not explored"),
        };
        let access = self.access(region);
        let mut event = Event::new(self.invocation.number, span);
        let old = if matches!(atomic, Atomic::Store) { None } else { Some(self.chosen(&access)?) };
        let written = match (atomic, old) {
            (Atomic::Load, _) => None,
            (Atomic::Store | Atomic::Exchange, _) => Some(datum(2)?),
            (Atomic::CompareExchange, Some(old)) => {
                let (data, compare) = (datum(3)?, datum(4)?);
                if old.value == compare.value {
                    Some(data)
                } else {
                    semantics = rest.get(2).and_then(|it| self.bits(it)).unwrap_or(0);
                    None
                }
            }
            (Atomic::Compute(operation), Some(old)) => {
                let data = datum(2)?;
                let result = self.world.folder().binary(operation, old.value, data.value).constant();
                let origin = self.world.origins.join(old.origin, data.origin);
                Some(Datum { value: Self::computed(result, span)?, origin })
            }
            (Atomic::Least | Atomic::Greatest, Some(old)) => {
                let data = datum(2)?;
                let mut folder = self.world.folder();
                let less = folder.binary(BinaryOperation::Less, data.value, old.value).constant();
                let takes = less.and_then(|it| folder.as_bool(it)) == Some(matches!(atomic, Atomic::Least));
                Some(if takes { data } else { old })
            }
            (_, None) => None,
        };
        event.atomic = true;
        event.nonprivate = true;
        event.scope = scope;
        (event.reads, event.writes) = (old.is_some(), written.is_some());
        (event.visible, event.available) = (event.reads, event.writes);
        self.order(&mut event, semantics);
        event.acquire &= event.reads;
        event.release &= event.writes;
        event.make_visible &= event.acquire;
        event.make_available &= event.release;
        let number = |it: Datum| it.value.index() as u32;
        event.access = Some(Access { read: old.map(number), written: written.map(number), ..access });
        self.events.push(event);
        if let Some(written) = written {
            self.wrote(&access, written);
        }
        Ok(old.map_or(Token::Nothing, Token::Datum))
    }

    /// The texel of an image at a coordinate.
    fn texel(
        &mut self,
        image: &Region,
        coordinate: Datum,
        sample: Option<&Token>,
        call: &BuiltinCall,
        span: Span,
    ) -> Result<Region, Stop> {
        let Type::Image(shape) = *self.world.types.get(image.ty) else { return self.not_explored(call, span) };
        let ImageClass::Storage(format) = shape.class else { return self.not_explored(call, span) };
        let mut folder = self.world.folder();
        let parts = match folder.scalar_bits(coordinate.value) {
            Some(_) => vec![coordinate.value],
            None => folder.components(coordinate.value).unwrap_or_default(),
        };
        let mut steps = image.steps.clone();
        for part in parts {
            let Some(number) = folder.as_u32(part) else {
                return Self::unexplored(span, "this coordinate is outside the image");
            };
            steps.push(number);
        }
        steps.extend(sample.and_then(|it| self.bits(it)).filter(|it| *it != 0).map(|it| it as u32));
        let scalar = shape.shape.texel;
        let ty = match channels(format) {
            1 => Type::Scalar(scalar),
            _ => Type::Vector(crate::hir::VectorSize::Quad, scalar),
        };
        let ty = self.world.types.insert(ty);
        Ok(Region { steps, ty, ..image.clone() })
    }

    /// What `imageLoad` makes of a texel.
    fn unpacked(&mut self, texel: &Region, datum: Datum, ty: Handle<Type>, span: Span) -> Result<Token, Stop> {
        let mut folder = self.world.folder();
        let Datum { value, origin } = datum;
        let mut whole = value;
        if matches!(folder.types.get(texel.ty), Type::Scalar(_)) {
            let scalar = folder.types.scalar_of(ty).unwrap_or(Scalar::U32);
            let (zero, one) = (folder.scalar(scalar, 0), folder.bool(true));
            let one_type = folder.types.scalar(scalar);
            let one = folder.convert(one, one_type).unwrap_or(zero);
            let composed = folder.compose(ty, &[value, zero, zero, one]);
            whole = Self::computed(composed, span)?;
        }
        Ok(Token::Datum(Datum { value: whole, origin }))
    }

    /// What `imageStore` leaves of its data.
    fn packed(&mut self, texel: &Region, data: Handle<Constant>, span: Span) -> Result<Handle<Constant>, Stop> {
        let mut folder = self.world.folder();
        if matches!(folder.types.get(texel.ty), Type::Scalar(_)) {
            let first = folder.extract(data, 0);
            return Self::computed(first, span);
        }
        Ok(data)
    }

    /// The value of a built-in input.
    pub fn input(&mut self, builtin: BuiltIn, ty: Handle<Type>) -> Option<Handle<Constant>> {
        let (it, shape) = (self.invocation, self.world.shape);
        let [x, y, z] = it.local;
        let is_subgroup = !matches!(
            builtin,
            BuiltIn::NumWorkgroups
                | BuiltIn::WorkgroupId
                | BuiltIn::WorkgroupSize
                | BuiltIn::LocalInvocationId
                | BuiltIn::GlobalInvocationId
                | BuiltIn::LocalInvocationIndex
                | BuiltIn::DeviceIndex
        );
        self.world.subgroups_matter |= is_subgroup;
        let numbers: &[u32] = match builtin {
            BuiltIn::NumWorkgroups => &[shape.workgroups, 1, 1],
            BuiltIn::WorkgroupId => &[it.workgroup, 0, 0],
            BuiltIn::WorkgroupSize => &shape.local,
            BuiltIn::LocalInvocationId => &[x, y, z],
            BuiltIn::GlobalInvocationId => &[it.workgroup * shape.local.first()? + x, y, z],
            BuiltIn::LocalInvocationIndex => &[it.local_index],
            BuiltIn::SubgroupSize => &[shape.subgroup],
            BuiltIn::NumSubgroups => &[shape.subgroup_count()],
            BuiltIn::SubgroupId => &[it.subgroup],
            BuiltIn::SubgroupLocalInvocationId => &[it.lane],
            BuiltIn::DeviceIndex => &[0],
            BuiltIn::SubgroupEqMask => &[1 << it.lane, 0, 0, 0],
            BuiltIn::SubgroupLtMask => &[(1 << it.lane) - 1, 0, 0, 0],
            BuiltIn::SubgroupLeMask => &[(2 << it.lane) - 1, 0, 0, 0],
            BuiltIn::SubgroupGeMask => &[((1 << shape.subgroup) - 1) & !((1 << it.lane) - 1), 0, 0, 0],
            BuiltIn::SubgroupGtMask => &[((1 << shape.subgroup) - 1) & !((2 << it.lane) - 1), 0, 0, 0],
            _ => return None,
        };
        let mut folder = self.world.folder();
        let scalar = folder.types.scalar_of(ty)?;
        let parts: Vec<Handle<Constant>> = numbers.iter().map(|&it| folder.scalar(scalar, it.into())).collect();
        match parts[..] {
            [only] => Some(only),
            _ => folder.compose(ty, &parts),
        }
    }
}

/// The group operation of a call, a literal of its recipe.
fn group_operation(call: &BuiltinCall) -> Option<u32> {
    let steps = call.prototype.recipe(call.instance)?.steps;
    steps.iter().flat_map(|it| it.operands).find_map(|it| if let Operand::Literal(it) = *it { Some(it) } else { None })
}

/// How many channels a format has; four if that is open.
const fn channels(format: ImageFormat) -> u32 {
    use ImageFormat as F;
    match format {
        F::R32f | F::R16f | F::R16 | F::R8 | F::R16Snorm | F::R8Snorm => 1,
        F::R32i | F::R16i | F::R8i | F::R32ui | F::R16ui | F::R8ui | F::R64ui | F::R64i => 1,
        _ => 4,
    }
}

#[cold]
fn call_not_explored(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NotExplored, span, format!("calls of `{name}` are not explored"))
}
