//! What built-ins do, as far as lints ask: a table by instruction.
//!
//! Comes in: the row of a built-in. Goes out: its [`Class`]. Must not depend on: names of built-ins.

use super::term::{Operation, Scope};
use crate::builtins::Operand;
use crate::builtins::opcode::{MatrixAlignment, matrix_instruction};
use crate::builtins::opcode::{asks_neighbours, is_group_arithmetic};
use crate::builtins::vocabulary::{GlslStd450Op, Op};
use crate::builtins::{Instruction, Step};
use crate::hir::BuiltinCall;

/// From where an operation of a subgroup takes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exchange {
    /// From all active invocations, which is right whoever they are.
    Active,
    /// From the invocation that an argument names.
    Lane,
    /// From the one whose number differs in bits of an argument.
    Xor,
    /// From the one that many before or behind.
    Relative,
    /// From the invocation that a constant names, the same for all.
    Broadcast,
    /// From the others of the quad.
    Quad,
}

/// Functions of integers and truth values as operations on their components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Binary(Operation),
    /// With the operands exchanged.
    Reversed(Operation),
    /// The opposite of the result.
    Negated(Operation),
    /// Both.
    ReversedNegated(Operation),
    /// The first limited to at least the second by the one operation, and to at most the third by the other.
    Clamp(Operation, Operation),
    /// All components in one.
    Fold(Operation),
    Not,
}

/// What a built-in is for lints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    ControlBarrier,
    MemoryBarrier,
    Elect,
    /// An operation of the subgroup; the result is one for this scope.
    Subgroup(Exchange, Scope),
    /// A derivative, or a texture look-up that takes one.
    Derivative,
    /// Memory is read and written, atomically.
    Atomic,
    /// An operation of all invocations of a subgroup on a matrix.
    Matrix,
    /// Reads or writes memory in another way.
    Memory,
    /// A function of integers or truth values that is followed.
    Arithmetic(Arithmetic),
    /// A function of the arguments.
    Pure,
}

/// The group operations of SPIR-V.
const REDUCE: u32 = 0;
const CLUSTERED_REDUCE: u32 = 3;

/// What a call does, and the step that does it.
pub(super) fn class(call: &BuiltinCall) -> Class {
    let Some(recipe) = call.prototype.recipe(call.instance) else { return Class::Memory };
    let mut pure = Class::Pure;
    for step in recipe.steps {
        match step.instruction {
            Instruction::Core(op) => {
                if let Some(class) = of_instruction(op, step) {
                    return class;
                }
                if let Some(arithmetic) = of_truth_values(op).filter(|_| recipe.steps.len() == 1) {
                    pure = Class::Arithmetic(arithmetic);
                }
            }
            Instruction::Ext(op) if recipe.steps.len() == 1 => {
                if let Some(arithmetic) = of_integers(op) {
                    pure = Class::Arithmetic(arithmetic);
                }
            }
            Instruction::Young(_) | Instruction::Input(_) => return Class::Memory,
            _ => {}
        }
    }
    pure
}

/// Whether a call of a class only gives a result: an operation of a subgroup, or an atomic load.
pub(super) fn is_useless_alone(class: Class, call: &BuiltinCall) -> bool {
    match class {
        Class::Subgroup(..) | Class::Elect => true,
        Class::Atomic => call.prototype.opcodes(call.instance).next() == Some(Op::AtomicLoad),
        _ => false,
    }
}

/// Comparisons of vectors, and what combines their results.
const fn of_truth_values(op: Op) -> Option<Arithmetic> {
    use Arithmetic as A;
    use Operation as O;
    Some(match op {
        Op::IEqual | Op::LogicalEqual => A::Binary(O::Equal),
        Op::INotEqual | Op::LogicalNotEqual => A::Negated(O::Equal),
        Op::ULessThan => A::Binary(O::LessUnsigned),
        Op::SLessThan => A::Binary(O::LessSigned),
        Op::UGreaterThan => A::Reversed(O::LessUnsigned),
        Op::SGreaterThan => A::Reversed(O::LessSigned),
        Op::ULessThanEqual => A::ReversedNegated(O::LessUnsigned),
        Op::SLessThanEqual => A::ReversedNegated(O::LessSigned),
        Op::UGreaterThanEqual => A::Negated(O::LessUnsigned),
        Op::SGreaterThanEqual => A::Negated(O::LessSigned),
        Op::All => A::Fold(O::Both),
        Op::Any => A::Fold(O::Either),
        Op::LogicalNot => A::Not,
        _ => return None,
    })
}

/// Those of GLSL.std.450 with integers.
const fn of_integers(op: GlslStd450Op) -> Option<Arithmetic> {
    use Arithmetic as A;
    use Operation as O;
    Some(match op {
        GlslStd450Op::UMin => A::Binary(O::MinUnsigned),
        GlslStd450Op::UMax => A::Binary(O::MaxUnsigned),
        GlslStd450Op::SMin => A::Binary(O::MinSigned),
        GlslStd450Op::SMax => A::Binary(O::MaxSigned),
        GlslStd450Op::UClamp => A::Clamp(O::MaxUnsigned, O::MinUnsigned),
        GlslStd450Op::SClamp => A::Clamp(O::MaxSigned, O::MinSigned),
        _ => return None,
    })
}

/// The first literal of a step, which is the group operation where there is one.
pub(super) fn literal(step: &Step) -> Option<u32> {
    step.operands.iter().find_map(|operand| match operand {
        Operand::Literal(value) => Some(*value),
        _ => None,
    })
}

fn of_instruction(op: Op, step: &Step) -> Option<Class> {
    Some(match op {
        Op::ControlBarrier => Class::ControlBarrier,
        Op::MemoryBarrier => Class::MemoryBarrier,
        Op::GroupNonUniformElect => Class::Elect,
        Op::GroupNonUniformAll
        | Op::GroupNonUniformAny
        | Op::GroupNonUniformAllEqual
        | Op::GroupNonUniformBallot
        | Op::GroupNonUniformBroadcastFirst
        | Op::SubgroupBallotKHR
        | Op::SubgroupAllKHR
        | Op::SubgroupAnyKHR
        | Op::SubgroupAllEqualKHR
        | Op::SubgroupFirstInvocationKHR => Class::Subgroup(Exchange::Active, Scope::Subgroup),
        Op::GroupNonUniformBroadcast => Class::Subgroup(Exchange::Broadcast, Scope::Subgroup),
        Op::GroupNonUniformShuffle | Op::SubgroupReadInvocationKHR => {
            Class::Subgroup(Exchange::Lane, Scope::Invocation)
        }
        Op::GroupNonUniformShuffleXor => Class::Subgroup(Exchange::Xor, Scope::Invocation),
        Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown | Op::GroupNonUniformRotateKHR => {
            Class::Subgroup(Exchange::Relative, Scope::Invocation)
        }
        Op::GroupNonUniformQuadBroadcast => Class::Subgroup(Exchange::Quad, Scope::Quad),
        Op::GroupNonUniformQuadSwap => Class::Subgroup(Exchange::Quad, Scope::Invocation),
        _ if is_group_arithmetic(op) => Class::Subgroup(
            Exchange::Active,
            match literal(step) {
                Some(REDUCE) => Scope::Subgroup,
                Some(CLUSTERED_REDUCE) | None | Some(_) => Scope::Invocation,
            },
        ),
        Op::GroupNonUniformInverseBallot | Op::GroupNonUniformPartitionNV => {
            Class::Subgroup(Exchange::Active, Scope::Invocation)
        }
        Op::GroupNonUniformBallotBitCount => Class::Subgroup(
            Exchange::Active,
            if literal(step) == Some(REDUCE) { Scope::Subgroup } else { Scope::Invocation },
        ),
        _ if asks_neighbours(op) => Class::Derivative,
        Op::AtomicLoad
        | Op::AtomicStore
        | Op::AtomicExchange
        | Op::AtomicCompareExchange
        | Op::AtomicIIncrement
        | Op::AtomicIDecrement
        | Op::AtomicIAdd
        | Op::AtomicISub
        | Op::AtomicSMin
        | Op::AtomicUMin
        | Op::AtomicSMax
        | Op::AtomicUMax
        | Op::AtomicAnd
        | Op::AtomicOr
        | Op::AtomicXor
        | Op::AtomicFAddEXT
        | Op::AtomicFMinEXT
        | Op::AtomicFMaxEXT => Class::Atomic,
        Op::ImageRead | Op::ImageWrite | Op::ImageSparseRead => Class::Memory,
        _ => {
            let row = matrix_instruction(op)?;
            return (row.multiplies || row.alignment == MatrixAlignment::Line).then_some(Class::Matrix);
        }
    })
}
