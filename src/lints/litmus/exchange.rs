//! What the invocations of a subgroup tell each other: votes, ballots, shuffles, broadcasts, reductions and scans.
//!
//! Comes in: an operation and what the invocation gives to it. Goes out: its result, for each choice of what the others give. Must
//! not depend on: which of these choices fit together; that is for the explorer. Nothing here orders memory.
//!
//! The operations of a subgroup that an invocation gets to are numbered. What it gives to one is kept like a value in memory
//! that only this operation reads, so that the others know what they may get.

use super::machine::{Datum, Machine, Stop};
use super::messages::subgroup_is_apart;
use super::origin::Origin;
use crate::builtins::vocabulary::Op;
use crate::hir::{BinaryOperation, Constant, Handle, Span, Type};

/// Something that an invocation of a subgroup gets to with all others of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meeting {
    pub span: Span,
    /// What it gives to the others, by number.
    pub gave: Option<u32>,
    /// What it gets: the invocation and the value.
    pub got: Vec<(u32, u32)>,
}

/// How two values of a reduction become one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fold {
    Binary(BinaryOperation),
    Least,
    Greatest,
}

/// What an operation of a subgroup makes of the values of its invocations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exchange {
    /// The value of the first invocation.
    First,
    /// That of the invocation that the second operand names.
    Lane,
    Xor,
    Up,
    Down,
    /// That of another of the quad.
    QuadLane,
    QuadSwap,
    Any,
    All,
    AllEqual,
    Ballot,
    Fold(Fold),
}

/// What is asked of a ballot.
#[derive(Clone, Copy, Debug)]
pub(super) enum OfBallot {
    /// The own bit.
    Own,
    /// The bit of the invocation that the second operand names.
    Bit,
    Count,
    Lowest,
    Highest,
}

/// The group operations of SPIR-V (3.28).
const INCLUSIVE_SCAN: u32 = 1;
const EXCLUSIVE_SCAN: u32 = 2;
const CLUSTERED_REDUCE: u32 = 3;

impl Exchange {
    pub(super) const fn of(opcode: Op) -> Option<Self> {
        use BinaryOperation as B;
        Some(match opcode {
            Op::GroupNonUniformBroadcastFirst => Self::First,
            Op::GroupNonUniformBroadcast | Op::GroupNonUniformShuffle => Self::Lane,
            Op::GroupNonUniformShuffleXor => Self::Xor,
            Op::GroupNonUniformShuffleUp => Self::Up,
            Op::GroupNonUniformShuffleDown => Self::Down,
            Op::GroupNonUniformQuadBroadcast => Self::QuadLane,
            Op::GroupNonUniformQuadSwap => Self::QuadSwap,
            Op::GroupNonUniformAny => Self::Any,
            Op::GroupNonUniformAll => Self::All,
            Op::GroupNonUniformAllEqual => Self::AllEqual,
            Op::GroupNonUniformBallot => Self::Ballot,
            Op::GroupNonUniformIAdd | Op::GroupNonUniformFAdd => Self::Fold(Fold::Binary(B::Add)),
            Op::GroupNonUniformIMul | Op::GroupNonUniformFMul => Self::Fold(Fold::Binary(B::Multiply)),
            Op::GroupNonUniformBitwiseAnd => Self::Fold(Fold::Binary(B::BitAnd)),
            Op::GroupNonUniformBitwiseOr => Self::Fold(Fold::Binary(B::BitOr)),
            Op::GroupNonUniformBitwiseXor => Self::Fold(Fold::Binary(B::BitXor)),
            Op::GroupNonUniformLogicalAnd => Self::Fold(Fold::Binary(B::LogicalAnd)),
            Op::GroupNonUniformLogicalOr => Self::Fold(Fold::Binary(B::LogicalOr)),
            Op::GroupNonUniformLogicalXor => Self::Fold(Fold::Binary(B::LogicalXor)),
            Op::GroupNonUniformSMin | Op::GroupNonUniformUMin | Op::GroupNonUniformFMin => Self::Fold(Fold::Least),
            Op::GroupNonUniformSMax | Op::GroupNonUniformUMax | Op::GroupNonUniformFMax => Self::Fold(Fold::Greatest),
            _ => return None,
        })
    }
}

impl OfBallot {
    pub(super) const fn of(opcode: Op) -> Option<Self> {
        Some(match opcode {
            Op::GroupNonUniformInverseBallot => Self::Own,
            Op::GroupNonUniformBallotBitExtract => Self::Bit,
            Op::GroupNonUniformBallotBitCount => Self::Count,
            Op::GroupNonUniformBallotFindLSB => Self::Lowest,
            Op::GroupNonUniformBallotFindMSB => Self::Highest,
            _ => return None,
        })
    }
}

impl Machine<'_, '_> {
    /// How many invocations its subgroup has.
    fn lanes(&self) -> u32 {
        let (all, size) = (self.world.shape.local_count(), self.world.shape.subgroup.max(1));
        all.saturating_sub(self.invocation.subgroup * size).min(size)
    }

    /// Gets to something with all others of the subgroup; its number.
    pub(super) fn meet(&mut self, span: Span, gave: Option<u32>) -> usize {
        self.meetings.push(Meeting { span, gave, got: Vec::new() });
        self.meetings.len() - 1
    }

    /// An operation that takes values of others. `operands`: the value and what says whose; `group`: the group operation.
    pub(super) fn exchange(
        &mut self,
        exchange: Exchange,
        group: Option<u32>,
        operands: &[Datum],
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Datum, Stop> {
        let (lane, lanes) = (self.invocation.lane, self.lanes());
        let [own, rest @ ..] = operands else { return Self::unexplored(span, "this operation is not explored") };
        let second = rest.first().and_then(|it| self.world.folder().as_u32(it.value)).unwrap_or(0);
        let source = match exchange {
            Exchange::First => Some(0),
            Exchange::Lane => Some(second),
            Exchange::Xor => Some(lane ^ second),
            Exchange::Up => Some(lane.wrapping_sub(second)),
            Exchange::Down => Some(lane.wrapping_add(second)),
            Exchange::QuadLane => Some(lane & !3 | second & 3),
            // Horizontal, vertical and diagonal are 0 to 2.
            Exchange::QuadSwap => Some(lane ^ (second + 1)),
            _ => None,
        };
        let sources = match (source, group) {
            (Some(source), _) => source.min(lanes)..source.min(lanes) + 1,
            (None, Some(INCLUSIVE_SCAN)) => 0..lane + 1,
            (None, Some(EXCLUSIVE_SCAN)) => 0..lane,
            (None, Some(CLUSTERED_REDUCE)) => {
                let first = lane - lane % second.max(1);
                first..(first + second).min(lanes)
            }
            _ => 0..lanes,
        };
        let number = self.meet(span, Some(own.value.index() as u32));
        let slot = self.world.slot(number, span, self.invocation.number);
        self.writes.push((slot, *own));
        let mut origin = rest.iter().fold(own.origin, |all, it| self.world.origins.join(all, it.origin));
        let mut values = Vec::new();
        for source in sources {
            if source >= lanes {
                // What nobody gives is undefined; whoever asks so has no use for it.
                self.world.asked_nobody = true;
                values.push(self.world.folder().null(ty));
                continue;
            }
            let datum = if source == lane { *own } else { self.given(number, span, source)? };
            origin = self.world.origins.join(origin, datum.origin);
            values.push(datum.value);
        }
        let value = self.combined(exchange, &values, ty, span)?;
        Ok(Datum { value, origin })
    }

    /// What another invocation of the subgroup gives to the operation with a number.
    fn given(&mut self, number: usize, span: Span, lane: u32) -> Result<Datum, Stop> {
        let thread = self.invocation.number - self.invocation.lane + lane;
        let slot = self.world.slot(number, span, thread);
        let options: Vec<Datum> = self.candidates.get(&slot).into_iter().flatten().map(|it| it.datum).collect();
        if options.is_empty() {
            return Err(subgroup_is_apart(span).into());
        }
        let chosen = self.choose(options.len() as u32)?;
        let Some(&datum) = options.get(chosen as usize) else { return Err(Stop::Cut) };
        if let Some(meeting) = self.meetings.get_mut(number) {
            meeting.got.push((thread, datum.value.index() as u32));
        }
        Ok(datum)
    }

    fn combined(
        &mut self,
        exchange: Exchange,
        values: &[Handle<Constant>],
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Handle<Constant>, Stop> {
        let mut folder = self.world.folder();
        let truths: Vec<bool> = values.iter().map(|&it| folder.as_bool(it) == Some(true)).collect();
        let combined = match exchange {
            Exchange::Any => Some(folder.bool(truths.contains(&true))),
            Exchange::All => Some(folder.bool(!truths.contains(&false))),
            Exchange::AllEqual => Some(folder.bool(values.iter().all(|it| values.first() == Some(it)))),
            Exchange::Ballot => {
                let bits = truths.iter().zip(0..).fold(0, |bits, (&is, lane)| bits | u32::from(is) << lane);
                let (first, zero) = (folder.uint(bits), folder.uint(0));
                folder.compose(ty, &[first, zero, zero, zero])
            }
            Exchange::Fold(fold) => match values {
                [] => self.neutral(fold, ty),
                [first, rest @ ..] => rest.iter().try_fold(*first, |all, &it| self.reduced(fold, all, it)),
            },
            _ => values.first().copied(),
        };
        Self::computed(combined, span)
    }

    fn reduced(&mut self, fold: Fold, left: Handle<Constant>, right: Handle<Constant>) -> Option<Handle<Constant>> {
        let mut folder = self.world.folder();
        let takes_right = match fold {
            Fold::Binary(operation) => return folder.binary(operation, left, right).constant(),
            Fold::Least => folder.binary(BinaryOperation::Less, right, left),
            Fold::Greatest => folder.binary(BinaryOperation::Less, left, right),
        };
        let takes_right = folder.as_bool(takes_right.constant()?)?;
        Some(if takes_right { right } else { left })
    }

    /// What an exclusive scan gives to the first invocation; `None` where that is not looked at.
    fn neutral(&mut self, fold: Fold, ty: Handle<Type>) -> Option<Handle<Constant>> {
        use BinaryOperation as B;
        let mut folder = self.world.folder();
        match fold {
            Fold::Binary(B::Add | B::BitOr | B::BitXor | B::LogicalOr | B::LogicalXor) => Some(folder.null(ty)),
            Fold::Binary(B::Multiply | B::LogicalAnd) => {
                let one = folder.bool(true);
                folder.convert(one, ty)
            }
            _ => None,
        }
    }

    /// An operation on a ballot. `operands`: the ballot and what says which bit.
    pub(super) fn of_ballot(
        &mut self,
        what: OfBallot,
        group: Option<u32>,
        operands: &[Datum],
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Datum, Stop> {
        let (lane, lanes) = (self.invocation.lane, self.lanes());
        let mut folder = self.world.folder();
        let [ballot, rest @ ..] = operands else { return Self::unexplored(span, "this operation is not explored") };
        let words = folder.components(ballot.value).unwrap_or_default();
        let bits = words.iter().rev().fold(0_u128, |bits, &it| bits << 32 | u128::from(folder.as_u32(it).unwrap_or(0)));
        let second = rest.first().and_then(|it| folder.as_u32(it.value)).unwrap_or(0);
        let below = |count: u32| bits & ((1_u128 << count) - 1);
        let is_set = |lane: u32| bits.checked_shr(lane).unwrap_or(0) & 1 != 0;
        let number = match what {
            OfBallot::Own => u32::from(is_set(lane)),
            OfBallot::Bit => u32::from(is_set(second)),
            OfBallot::Count => match group {
                Some(INCLUSIVE_SCAN) => below(lane + 1).count_ones(),
                Some(EXCLUSIVE_SCAN) => below(lane).count_ones(),
                _ => below(lanes).count_ones(),
            },
            OfBallot::Lowest => below(lanes).trailing_zeros(),
            OfBallot::Highest => 127_u32.wrapping_sub(below(lanes).leading_zeros()),
        };
        let value = match what {
            OfBallot::Own | OfBallot::Bit => Some(folder.bool(number != 0)),
            _ => {
                let number = folder.uint(number);
                folder.convert(number, ty)
            }
        };
        let origin: Origin = rest.iter().fold(ballot.origin, |all, it| self.world.origins.join(all, it.origin));
        Ok(Datum { value: Self::computed(value, span)?, origin })
    }
}
