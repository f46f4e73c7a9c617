//! What operations do besides giving a result: the one place that decides what may be moved, merged or removed.
//!
//! Comes in: a value, or the instructions of its row. Goes out: its [`Effects`]. Must not depend on: any pass, any
//! built-in by name.
//!
//! # The rules
//!
//! | effect | the operation | a pass must not |
//! |---|---|---|
//! | [`READS`](Effects::READS) | reads memory that can be written | move it across writes to that memory |
//! | [`WRITES`](Effects::WRITES) | writes memory, or can be noticed from outside in another way | move, merge or remove it |
//! | [`CONVERGENT`](Effects::CONVERGENT) | depends on which invocations run it together: subgroup operations, derivatives and what takes them, cooperative matrices | move it into or out of control flow, or merge two that stand in different control flow |
//! | [`ORDERS`](Effects::ORDERS) | orders accesses to memory: barriers, atomics, accesses that are coherent, volatile or not private | move any access to memory across it |
//! | [`CHANGES`](Effects::CHANGES) | may give something else each time: clocks, whether this is a helper invocation | merge two of them |
//! | [`PARTIAL`](Effects::PARTIAL) | has undefined behavior for some operands: integer division by zero, an index out of bounds | run it where it did not run |
//! | [`LASTS`](Effects::LASTS) | runs a loop, which may not end | remove it, or run it where it did not run |
//!
//! A call has the effects of what the function does, except for accesses to its own variables ([`Summaries`]). A pointer leads
//! to a variable of the caller, whichever it is.
//!
//! What is not listed below has all of them. An operation without any is *pure*: it may be computed wherever its operands
//! are available, once or often or never.

use super::call_order::callees_first;
use crate::builtins::opcode::asks_neighbours;
use crate::builtins::opcode::matrix_instruction;
use crate::builtins::{Instruction, ParameterMode, Prototype};
use crate::hir::{
    BinaryOperation, BuiltinCall, Constant, ConstantKind, Function, Handle, MemoryQualifiers, Module, Place, PlaceRoot,
    PlaceStep, ScalarKind, Statement, StorageClass, UniqueArena, Value, ValueKind,
};
use crate::stage::Stage;
use spirv::{BuiltIn, Op};

/// A set of effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects(u8);

impl Effects {
    pub(super) const PURE: Self = Self(0);
    pub(super) const READS: Self = Self(1);
    pub(super) const WRITES: Self = Self(1 << 1);
    pub(super) const CONVERGENT: Self = Self(1 << 2);
    pub(super) const ORDERS: Self = Self(1 << 3);
    pub(super) const CHANGES: Self = Self(1 << 4);
    pub(super) const PARTIAL: Self = Self(1 << 5);
    pub(super) const LASTS: Self = Self(1 << 6);
    pub(super) const ALL: Self = Self(0x7f);

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets share an effect.
    pub(super) const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether two equal computations give the same result, if one comes before the other on every path.
    pub(super) const fn may_merge(self) -> bool {
        !self.any(Self(!Self::PARTIAL.and(Self::LASTS).0))
    }

    /// Whether it may be left out if nothing uses the result.
    pub(super) const fn may_remove(self) -> bool {
        !self.any(Self::WRITES.and(Self::ORDERS).and(Self::LASTS))
    }

    /// Whether it may run where it did not run.
    pub(super) const fn may_speculate(self) -> bool {
        self.0 == Self::PURE.0
    }
}

/// The effects of computing a value.
pub(super) fn of_value(module: Context<'_>, function: &Function, value: &Value) -> Effects {
    let own = match &value.kind {
        ValueKind::Constant(_)
        | ValueKind::Parameter(_)
        | ValueKind::BlockParameter
        | ValueKind::Unary { .. }
        | ValueKind::Splat(_)
        | ValueKind::Compose(_)
        | ValueKind::Extract { .. }
        | ValueKind::Insert { .. }
        | ValueKind::Swizzle { .. }
        | ValueKind::Select { .. }
        | ValueKind::SampledImage { .. }
        | ValueKind::DeviceLength(_) => Effects::PURE,
        ValueKind::ExtractDynamic { .. } => Effects::PARTIAL,
        ValueKind::Binary { operation: BinaryOperation::Divide | BinaryOperation::Modulo, left, right } => {
            let is_float = scalar_kind(module, function, *left).is_some_and(ScalarKind::is_any_float);
            if is_float || is_safe_divisor(module, function, *right) { Effects::PURE } else { Effects::PARTIAL }
        }
        ValueKind::Binary { .. } => Effects::PURE,
        // Numbers that no integer can hold.
        ValueKind::Convert(from) => {
            let from = scalar_kind(module, function, *from);
            let to = module.types.get(value.ty).component().map(|it| it.kind);
            let is_float = |kind: Option<ScalarKind>| kind.is_none_or(ScalarKind::is_any_float);
            if is_float(from) && !is_float(to) { Effects::PARTIAL } else { Effects::PURE }
        }
        ValueKind::Load(place) => {
            function.places.try_get(*place).map_or(Effects::ALL, |place| of_access(module, function, place, false))
        }
        ValueKind::ArrayLength(_) => Effects::PURE,
        ValueKind::Builtin(call) => of_builtin(call, module.stage),
        ValueKind::Call { function, .. } => module.calls.0.get(function.index()).copied().unwrap_or(Effects::ALL),
        ValueKind::Spirv(_) | ValueKind::Message { .. } | ValueKind::Tensor { .. } => Effects::ALL,
    };
    // A value spread over invocations is computed by all of them together.
    if module.types.get(value.ty).is_collective() { own.and(Effects::CONVERGENT) } else { own }
}

/// What a pass may look at besides the function that it changes.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) types: &'a crate::hir::TypeTable,
    pub(super) constants: &'a UniqueArena<Constant>,
    pub(super) globals: &'a crate::hir::Arena<crate::hir::GlobalVariable>,
    pub(super) stage: Stage,
    pub(super) calls: &'a Summaries,
}

/// The effects of calling each function; all of them for one that nothing calls.
#[derive(Debug, Default)]
pub(super) struct Summaries(Vec<Effects>);

impl Summaries {
    pub(super) fn of(module: &Module) -> Self {
        let mut summaries = Self(vec![Effects::ALL; module.functions.len()]);
        for handle in callees_first(&module.functions, module.entry_point.function) {
            let Ok(function) = module.functions.try_get(handle) else { continue };
            let context = Context {
                types: &module.types,
                constants: &module.constants,
                globals: &module.globals,
                stage: module.entry_point.stage,
                calls: &summaries,
            };
            let effects = of_function(context, function);
            if let Some(slot) = summaries.0.get_mut(handle.index()) {
                *slot = effects;
            }
        }
        summaries
    }
}

/// What running a function does, except for accesses to its own variables.
fn of_function(module: Context<'_>, function: &Function) -> Effects {
    let is_own = |place: &Place| matches!(place.root, PlaceRoot::Local(_));
    let mut effects = Effects::PURE;
    for (_, block) in function.blocks.iter() {
        for (statement, _) in &block.statements {
            effects = effects.and(match statement {
                Statement::Evaluate(value) => {
                    let Ok(value) = function.values.try_get(*value) else { return Effects::ALL };
                    let mut effects = of_value(module, function, value);
                    if let ValueKind::Load(place) = value.kind
                        && function.places.try_get(place).is_ok_and(is_own)
                    {
                        effects.0 &= !Effects::READS.0;
                    }
                    effects
                }
                Statement::Store { place, .. } => {
                    let Ok(place) = function.places.try_get(*place) else { return Effects::ALL };
                    let mut effects = of_access(module, function, place, true);
                    if is_own(place) {
                        effects.0 &= !Effects::WRITES.0;
                    }
                    effects
                }
                Statement::Loop(_) => Effects::LASTS,
                Statement::Terminate(_) | Statement::Demote => Effects::ALL,
                _ => Effects::PURE,
            });
        }
    }
    effects
}

/// Whether dividing by a value is always defined: it is a constant, and neither 0 nor -1.
fn is_safe_divisor(module: Context<'_>, function: &Function, value: Handle<Value>) -> bool {
    let Ok(&Value { kind: ValueKind::Constant(constant), .. }) = function.values.try_get(value) else { return false };
    let is_safe = |constant: Handle<Constant>| {
        let constant = module.constants.get_handle(constant).map(|it| &it.kind);
        matches!(constant, Ok(&ConstantKind::Scalar(bits)) if bits != 0 && bits != u64::MAX)
    };
    match module.constants.get_handle(constant).map(|it| &it.kind) {
        Ok(ConstantKind::Composite(parts)) => parts.iter().all(|&part| is_safe(part)),
        _ => is_safe(constant),
    }
}

fn scalar_kind(module: Context<'_>, function: &Function, value: Handle<Value>) -> Option<ScalarKind> {
    let value = function.values.try_get(value).ok()?;
    module.types.get(value.ty).component().map(|scalar| scalar.kind)
}

/// Qualifiers of accesses that other invocations may rely on (GL_KHR_memory_scope_semantics).
const ORDERED: MemoryQualifiers = MemoryQualifiers(
    MemoryQualifiers::COHERENT_KINDS.0 | MemoryQualifiers::VOLATILE.0 | MemoryQualifiers::NON_PRIVATE.0,
);

/// The effects of a load or store.
pub(super) fn of_access(module: Context<'_>, function: &Function, place: &Place, is_store: bool) -> Effects {
    let mut effects = if is_store { Effects::WRITES } else { Effects::READS };
    if place.access.intersects(ORDERED) {
        effects = effects.and(Effects::ORDERS).and(Effects::CHANGES);
    }
    let steps_vary = place.steps.iter().any(|step| match *step {
        PlaceStep::Member(_) => false,
        PlaceStep::Index(index) => {
            !function.values.try_get(index).is_ok_and(|index| matches!(index.kind, ValueKind::Constant(_)))
        }
    });
    if steps_vary || matches!(place.root, PlaceRoot::Reference(_)) {
        effects = effects.and(Effects::PARTIAL);
    }
    if let PlaceRoot::Global(global) = place.root
        && let Ok(global) = module.globals.try_get(global)
        && !is_store
    {
        match global.storage {
            StorageClass::Uniform | StorageClass::PushConstant | StorageClass::UniformConstant => {
                effects.0 &= !Effects::READS.0;
            }
            StorageClass::Input if !global.builtin.is_some_and(|row| changes(row.builtin, module.stage)) => {
                effects.0 &= !Effects::READS.0;
            }
            StorageClass::Input => effects = effects.and(Effects::CHANGES),
            StorageClass::Number(_) => return Effects::ALL,
            _ => {}
        }
    }
    effects
}

/// Whether an input may change over time. A call of another ray tracing shader may return in another subgroup.
const fn changes(builtin: BuiltIn, stage: Stage) -> bool {
    let moves = matches!(
        stage,
        Stage::RayGeneration | Stage::Intersection | Stage::AnyHit | Stage::ClosestHit | Stage::Miss | Stage::Callable
    );
    moves
        || matches!(
            builtin,
            BuiltIn::HelperInvocation
                | BuiltIn::SMIDNV
                | BuiltIn::WarpIDNV
                | BuiltIn::CoreIDARM
                | BuiltIn::WarpIDARM
                | BuiltIn::RayTmaxKHR
                | BuiltIn::HitKindKHR
                | BuiltIn::HitTNV
        )
}

fn of_builtin(call: &BuiltinCall, stage: Stage) -> Effects {
    let is_output = |mode| matches!(mode, ParameterMode::Out | ParameterMode::InOut);
    let outputs = call.prototype.parameters.iter().any(|parameter| is_output(parameter.mode));
    let effects = of_row(call.prototype, stage);
    if outputs { effects.and(Effects::WRITES) } else { effects }
}

/// The effects of the instructions of a row, whichever of its recipes is taken.
pub(super) fn of_row(prototype: &Prototype, stage: Stage) -> Effects {
    let steps = prototype.recipes.iter().flat_map(|recipe| recipe.steps);
    steps.fold(Effects::PURE, |effects, step| {
        effects.and(match step.instruction {
            Instruction::Core(opcode) | Instruction::Each(opcode) => of_instruction(opcode),
            Instruction::Ext(opcode) => of_extended_instruction(opcode),
            // All of them gather texels.
            Instruction::Young(_) => Effects::READS.and(Effects::PARTIAL),
            Instruction::Extended(instruction) => of_vendor_instruction(instruction.name),
            Instruction::Input(builtin) if changes(builtin, stage) => Effects::CHANGES,
            Instruction::Input(_)
            | Instruction::Splat
            | Instruction::Convert
            | Instruction::SaturatedConvert
            | Instruction::BitcastExtract
            | Instruction::One
            | Instruction::Zero
            | Instruction::MatrixMultiplyComponents => Effects::PURE,
        })
    })
}

/// GLSL.std.450 computes; interpolation takes a pointer, which is an input.
const fn of_extended_instruction(opcode: spirv::GlslStd450Op) -> Effects {
    use spirv::GlslStd450Op as G;
    match opcode {
        // These write through pointers.
        G::Modf | G::Frexp => Effects::ALL,
        G::InterpolateAtCentroid | G::InterpolateAtSample | G::InterpolateAtOffset => Effects::CONVERGENT,
        _ => Effects::PURE,
    }
}

/// Instructions of AMD's sets. What is not listed has all effects.
fn of_vendor_instruction(name: &str) -> Effects {
    match name {
        "CubeFaceIndexAMD" | "CubeFaceCoordAMD" => Effects::PURE,
        "TimeAMD" => Effects::CHANGES.and(Effects::PARTIAL),
        "SwizzleInvocationsAMD" | "SwizzleInvocationsMaskedAMD" | "WriteInvocationAMD" | "MbcntAMD" => {
            Effects::CONVERGENT.and(Effects::PARTIAL)
        }
        "InterpolateAtVertexAMD" => Effects::CONVERGENT,
        _ => Effects::ALL,
    }
}

/// The effects of an instruction. What is not listed has all of them.
const fn of_instruction(opcode: Op) -> Effects {
    match opcode {
        _ if is_pure(opcode) => Effects::PURE,
        Op::VectorExtractDynamic
        | Op::ConvertFToS
        | Op::ConvertFToU
        | Op::SDiv
        | Op::UDiv
        | Op::SMod
        | Op::SRem
        | Op::UMod => Effects::PARTIAL,
        // What is sampled may be written as an image, with barriers in between.
        _ if samples_a_level(opcode) => Effects::READS.and(Effects::PARTIAL),
        _ if asks_neighbours(opcode) => Effects::CONVERGENT.and(Effects::READS).and(Effects::PARTIAL),
        _ if is_collective(opcode) => Effects::CONVERGENT.and(Effects::PARTIAL),
        Op::ReadClockKHR | Op::IsHelperInvocationEXT => Effects::CHANGES.and(Effects::PARTIAL),
        _ => Effects::ALL,
    }
}

/// Arithmetic, and properties of an image that do not depend on its contents.
#[rustfmt::skip]
#[allow(clippy::enum_glob_use)]
const fn is_pure(opcode: Op) -> bool {
    use Op::*;
    matches!(
        opcode,
        Bitcast | BitwiseAnd | BitwiseOr | BitwiseXor | Not | VectorShuffle | ShiftRightLogical
        | ShiftRightArithmetic | ShiftLeftLogical | Select | IEqual | INotEqual | ISub | IAdd | IMul
        | CompositeConstruct | CompositeExtract | CompositeInsert | ULessThan | UGreaterThan | ULessThanEqual
        | UGreaterThanEqual | SLessThan | SGreaterThan | SLessThanEqual | SGreaterThanEqual | BitReverse | BitCount
        | BitFieldInsert | BitFieldUExtract | BitFieldSExtract | SUDot | SDot | UDot | SUDotAccSat | SDotAccSat
        | UDotAccSat | FAdd | FSub | FMul | FDiv | FNegate | FMod | Dot | Transpose | OuterProduct | IsNan | IsInf
        | LogicalAnd | LogicalOr | LogicalNot | LogicalEqual | LogicalNotEqual | FUnordNotEqual | FUnordEqual
        | FUnordLessThan | QuantizeToF16 | FOrdEqual | FOrdLessThan | FOrdLessThanEqual | FOrdGreaterThan
        | FOrdGreaterThanEqual | UMulExtended | SMulExtended | IAddCarry | ISubBorrow | Any | All | CopyObject
        | FConvert | SConvert | UConvert | ConvertSToF | ConvertUToF | Image | ImageQuerySize | ImageQuerySizeLod
        | ImageQueryLevels | ImageQuerySamples | UCountLeadingZerosINTEL | UCountTrailingZerosINTEL | AbsISubINTEL
        | AbsUSubINTEL | IAddSatINTEL | UAddSatINTEL | ISubSatINTEL | USubSatINTEL | IAverageINTEL | UAverageINTEL
        | IAverageRoundedINTEL | UAverageRoundedINTEL | IMul32x16INTEL | UMul32x16INTEL | ImageSparseTexelsResident
    )
}

/// Reads of images that do not involve other invocations.
#[rustfmt::skip]
#[allow(clippy::enum_glob_use)]
const fn samples_a_level(opcode: Op) -> bool {
    use Op::*;
    matches!(
        opcode,
        ImageFetch | ImageGather | ImageDrefGather | ImageSampleExplicitLod | ImageSampleDrefExplicitLod
        | ImageSampleProjExplicitLod | ImageSampleProjDrefExplicitLod | ImageSparseFetch | ImageSparseGather
        | ImageSparseDrefGather | ImageSparseSampleExplicitLod | FragmentMaskFetchAMD | FragmentFetchAMD
        | ImageSampleWeightedQCOM | ImageBoxFilterQCOM | ImageBlockMatchSADQCOM | ImageBlockMatchSSDQCOM
        | ImageBlockMatchWindowSADQCOM | ImageBlockMatchWindowSSDQCOM | ImageBlockMatchGatherSADQCOM
        | ImageBlockMatchGatherSSDQCOM | ImageSparseSampleDrefExplicitLod
    )
}

/// Computed by the invocations of a group together.
#[rustfmt::skip]
#[allow(clippy::enum_glob_use)]
const fn is_collective(opcode: Op) -> bool {
    use Op::*;
    matches!(
        opcode,
        GroupNonUniformElect | GroupNonUniformAll | GroupNonUniformAny | GroupNonUniformAllEqual
        | GroupNonUniformBroadcast | GroupNonUniformBroadcastFirst | GroupNonUniformBallot
        | GroupNonUniformInverseBallot | GroupNonUniformBallotBitExtract | GroupNonUniformBallotBitCount
        | GroupNonUniformBallotFindLSB | GroupNonUniformBallotFindMSB | GroupNonUniformShuffle
        | GroupNonUniformShuffleXor | GroupNonUniformShuffleUp | GroupNonUniformShuffleDown
        | GroupNonUniformRotateKHR | GroupNonUniformIAdd | GroupNonUniformFAdd | GroupNonUniformIMul
        | GroupNonUniformFMul | GroupNonUniformSMin | GroupNonUniformUMin | GroupNonUniformFMin | GroupNonUniformSMax
        | GroupNonUniformUMax | GroupNonUniformFMax | GroupNonUniformBitwiseAnd | GroupNonUniformBitwiseOr
        | GroupNonUniformBitwiseXor | GroupNonUniformLogicalAnd | GroupNonUniformLogicalOr
        | GroupNonUniformLogicalXor | GroupNonUniformQuadBroadcast | GroupNonUniformQuadSwap
        | GroupNonUniformQuadAllKHR | GroupNonUniformQuadAnyKHR | GroupNonUniformPartitionEXT | GroupIAdd | GroupFAdd
        | GroupSMin | GroupUMin | GroupFMin | GroupSMax | GroupUMax | GroupFMax | GroupIAddNonUniformAMD
        | GroupFAddNonUniformAMD | GroupSMinNonUniformAMD | GroupUMinNonUniformAMD | GroupFMinNonUniformAMD
        | GroupSMaxNonUniformAMD | GroupUMaxNonUniformAMD | GroupFMaxNonUniformAMD | SubgroupBallotKHR
        | SubgroupFirstInvocationKHR | SubgroupReadInvocationKHR | SubgroupAllKHR | SubgroupAnyKHR
        | SubgroupAllEqualKHR
    ) || matches!(matrix_instruction(opcode), Some(row) if row.multiplies)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::{Effects, of_row};
    use crate::builtins::FUNCTIONS;
    use crate::stage::Stage;
    use std::collections::BTreeMap;
    use std::fmt::Write;

    const NAMES: &[(Effects, &str)] = &[
        (Effects::READS, "reads"),
        (Effects::WRITES, "writes"),
        (Effects::CONVERGENT, "convergent"),
        (Effects::ORDERS, "orders"),
        (Effects::CHANGES, "changes"),
        (Effects::PARTIAL, "partial"),
    ];

    /// The effects of each function, for review: a new instruction shows up here with all effects until it is listed.
    #[test]
    fn effects_of_all_functions() {
        let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for function in FUNCTIONS {
            for prototype in function.prototypes {
                let effects = of_row(prototype, Stage::Compute);
                let words: Vec<_> = NAMES.iter().filter(|(it, _)| effects.any(*it)).map(|(_, name)| *name).collect();
                let words = if words.is_empty() { "pure".to_owned() } else { words.join(" ") };
                let names = groups.entry(words).or_default();
                if names.last() != Some(&function.name) {
                    names.push(function.name);
                }
            }
        }
        let mut text = String::new();
        for (words, names) in groups {
            writeln!(text, "{words}:").unwrap();
            for line in names.chunks(6) {
                writeln!(text, "    {}", line.join(", ")).unwrap();
            }
        }
        insta::assert_snapshot!(text);
    }
}
