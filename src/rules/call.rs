//! A call of an atomic operation or a barrier, as the rules see it.
//!
//! Comes in: a built-in call with its recipe. Goes out: [`Call`], which says what kind of operation it is and which
//! argument is which; [`Findings`], the diagnostics of one call. Must not depend on: the rules.

use crate::builtins::{BuiltinType, ConstantRule, ParameterMode};
use crate::diagnostics::Diagnostic;
use crate::hir::{
    Argument as HirArgument, BuiltinCall, ConstantKind, Function, ImageClass, MemoryQualifiers, Module, Span, Type,
    ValueKind,
};
use crate::stage::Stage;
use rustc_hash::FxHashSet;
use spirv::{ImageFormat, Op};

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Load,
    Store,
    /// Reads and writes: everything from `atomicAdd` to `atomicExchange`.
    Modify,
    CompareAndSwap,
    ControlBarrier,
    MemoryBarrier,
    /// The first half of a control barrier.
    Arrive,
    /// The second half.
    Wait,
}

impl Operation {
    fn of(opcode: Op) -> Option<Self> {
        Some(match opcode {
            Op::AtomicLoad => Self::Load,
            Op::AtomicStore => Self::Store,
            Op::AtomicCompareExchange => Self::CompareAndSwap,
            Op::ControlBarrier => Self::ControlBarrier,
            Op::MemoryBarrier => Self::MemoryBarrier,
            Op::ControlBarrierArriveINTEL => Self::Arrive,
            Op::ControlBarrierWaitINTEL => Self::Wait,
            Op::AtomicExchange
            | Op::AtomicIAdd
            | Op::AtomicSMin
            | Op::AtomicUMin
            | Op::AtomicSMax
            | Op::AtomicUMax
            | Op::AtomicAnd
            | Op::AtomicOr
            | Op::AtomicXor
            | Op::AtomicFAddEXT
            | Op::AtomicFMinEXT
            | Op::AtomicFMaxEXT => Self::Modify,
            _ => return None,
        })
    }

    /// Whether it is an atomic operation, not a barrier.
    pub(super) const fn is_atomic(self) -> bool {
        matches!(self, Self::Load | Self::Store | Self::Modify | Self::CompareAndSwap)
    }
}

/// How much is known about an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Its value.
    Value(u32),
    /// It depends on a specialization constant.
    Specialization,
    /// It is computed at run time.
    Dynamic,
}

/// A scope, storage or semantics argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    /// Its position, from 0.
    pub index: usize,
    /// The name of the parameter.
    pub name: &'static str,
    /// What is known.
    pub known: Known,
    /// Its span.
    pub span: Span,
}

/// Storage and semantics that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Semantics {
    pub storage: Argument,
    pub order: Argument,
}

/// The call.
#[derive(Debug)]
pub(super) struct Call<'a> {
    /// The name of the function.
    pub name: &'a str,
    pub operation: Operation,
    /// The stage of the shader.
    pub stage: Stage,
    /// The scope in which invocations wait, of control barriers.
    pub execution: Option<Argument>,
    /// The scope in which memory is ordered, if the call names one.
    pub scope: Option<Argument>,
    /// For compare-and-swap, those for equal, then those for unequal.
    pub semantics: Vec<Semantics>,
    /// The qualifiers of the memory that an atomic operation works on.
    pub access: MemoryQualifiers,
    /// Position and format of the image that an atomic operation works on.
    pub image: Option<(usize, ImageFormat)>,
    /// How many halves a texel is treated as: the operation works on all channels together
    /// (GL_NV_shader_atomic_fp16_vector).
    pub halves: Option<u32>,
    /// The span of each argument.
    pub spans: &'a [Span],
}

impl<'a> Call<'a> {
    /// Whether a call is an atomic operation or a barrier.
    pub(super) fn concerns(call: &BuiltinCall) -> bool {
        call.prototype.opcodes(call.instance).any(|opcode| Operation::of(opcode).is_some())
    }

    /// Examines a call; `None` for built-ins that are neither atomic operations nor barriers.
    pub(super) fn new(module: &Module, function: &Function, call: &'a BuiltinCall, span: Span) -> Option<Self> {
        let operation = call.prototype.opcodes(call.instance).find_map(Operation::of)?;
        let mut made = Self {
            name: call.function.name,
            operation,
            stage: module.entry_point.stage,
            execution: None,
            scope: None,
            semantics: Vec::new(),
            access: MemoryQualifiers::NONE,
            image: None,
            halves: match call.prototype.result_type(call.instance) {
                BuiltinType::Vector(size, _) => size.listed(),
                _ => None,
            },
            spans: &call.argument_spans,
        };
        let mut storage = None;
        for (index, (parameter, argument)) in call.prototype.parameters.iter().zip(&call.arguments).enumerate() {
            let known = known(module, function, *argument);
            let span = call.argument_spans.get(index).copied().unwrap_or(span);
            let argument_of_rule = Argument { index, name: parameter.name, known, span };
            match parameter.constant {
                // The recipe takes the execution scope first.
                Some(ConstantRule::Scope) if made.scope.is_some() => {
                    made.execution = made.scope.replace(argument_of_rule);
                }
                Some(ConstantRule::Scope) => made.scope = Some(argument_of_rule),
                Some(ConstantRule::StorageSemantics) => storage = Some(argument_of_rule),
                Some(ConstantRule::Semantics) => {
                    if let Some(storage) = storage.take() {
                        made.semantics.push(Semantics { storage, order: argument_of_rule });
                    }
                }
                _ => {}
            }
            if let HirArgument::Place(place) = *argument
                && matches!(parameter.mode, ParameterMode::Memory | ParameterMode::Image)
                && let Ok(place) = function.places.try_get(place)
            {
                made.access = place.access;
                if let Type::Image(image) = module.types.get(place.ty)
                    && let ImageClass::Storage(format) = image.class
                {
                    made.image = Some((index, format));
                }
            }
        }
        Some(made)
    }

    /// Every scope, storage and semantics argument, in order.
    pub(super) fn arguments(&self) -> impl Iterator<Item = Argument> + '_ {
        let semantics = self.semantics.iter().flat_map(|it| [it.storage, it.order]);
        self.execution.into_iter().chain(self.scope).chain(semantics)
    }

    /// "argument 2 of `atomicAdd`, `scope`,"
    pub(super) fn describe(&self, argument: &Argument) -> String {
        format!("argument {} of `{}`, `{}`,", argument.index + 1, self.name, argument.name)
    }
}

/// What is known about an argument.
fn known(module: &Module, function: &Function, argument: HirArgument) -> Known {
    let HirArgument::Value(value) = argument else { return Known::Dynamic };
    let Ok(value) = function.values.try_get(value) else { return Known::Dynamic };
    let ValueKind::Constant(constant) = value.kind else { return Known::Dynamic };
    match module.constants.get_handle(constant).map(|constant| &constant.kind) {
        // The bits of an `int`.
        Ok(ConstantKind::Scalar(bits)) => Known::Value(*bits as u32),
        Ok(ConstantKind::Null) => Known::Value(0),
        _ => Known::Specialization,
    }
}

/// The diagnostics of one call: at most one per argument.
#[derive(Debug, Default)]
pub(super) struct Findings {
    found: Vec<(usize, Diagnostic)>,
    settled: FxHashSet<usize>,
}

impl Findings {
    /// The value of a constant argument about which nothing has been reported.
    pub(super) fn value(&self, argument: &Argument) -> Option<u32> {
        match argument.known {
            Known::Value(value) if !self.settled.contains(&argument.index) => Some(value),
            _ => None,
        }
    }

    /// Reports an error about an argument. Later rules leave the argument alone.
    pub(super) fn error(&mut self, argument: &Argument, diagnostic: Diagnostic) {
        self.push(argument.index, diagnostic);
    }

    /// Adds a diagnostic about the argument with this index, unless there is one already.
    pub(super) fn push(&mut self, index: usize, diagnostic: Diagnostic) {
        if self.settled.insert(index) {
            self.found.push((index, diagnostic));
        }
    }

    /// Makes later rules leave an argument alone.
    pub(super) fn settle(&mut self, argument: &Argument) {
        self.settled.insert(argument.index);
    }

    /// The diagnostics in the order of the arguments.
    pub(super) fn into_diagnostics(mut self) -> impl Iterator<Item = Diagnostic> {
        self.found.sort_by_key(|(index, _)| *index);
        self.found.into_iter().map(|(_, diagnostic)| diagnostic)
    }
}
