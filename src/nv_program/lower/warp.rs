//! Votes and shuffles of warps: 32 invocations, whatever the size of a subgroup is.
//!
//! Comes in: TG* and SHF* instructions. Goes out: their results. Must not depend on: registers.
//!
//! There are two ways. Native: a warp is 32 invocations of a subgroup. Emulated: it is 32 consecutive invocations of
//! the workgroup, and values go through shared memory, between barriers that all invocations reach together:
//! `uniformity` has made sure of that.

use super::emit::V;
use super::vector::Lanes;
use super::{Handle, Lowering, Place};
use crate::hir::builder::Given;
use crate::hir::{ArrayLength, BinaryOperation as B, GlobalVariable, StorageClass};
use crate::nv_program::opcode::Op;
use crate::nv_program::program::Instruction;

impl Lowering<'_> {
    /// The number of invocations in a group, if it is known.
    fn invocations(&self) -> u32 {
        self.program.group_size.unwrap_or([1; 3]).iter().fold(1, |all: u32, &size| all.saturating_mul(size))
    }

    /// Memory through which the invocations of a group exchange values: a word for each, and four for each warp.
    fn scratch(&mut self) -> Handle<GlobalVariable> {
        if let Some(scratch) = self.scratch {
            return scratch;
        }
        let invocations = self.invocations();
        let length = invocations.max(4 * invocations.div_ceil(32));
        let ty = self.module.array(self.types.uint, ArrayLength::Constant(length));
        let scratch = self.module.global("warp", ty, StorageClass::Workgroup);
        self.scratch = Some(scratch);
        scratch
    }

    fn scratch_word(&mut self, index: V) -> Place {
        let scratch = self.scratch();
        let place = self.module.place(scratch);
        self.module.element(&place, index)
    }

    fn barrier(&mut self) {
        self.builtin("barrier", &[]);
    }

    /// SHF*: whether the source is in range, and the value of the source.
    pub(super) fn shuffle(&mut self, i: &Instruction) -> Lanes {
        let value = self.operand(i, 0, 0);
        let own = self.raw(value, i.modifiers.ty);
        let (index, mask) = (self.operand(i, 1, 0), self.operand(i, 2, 0));
        let lane = self.lane();
        let low = self.uint(31);
        // minThreadId and maxThreadId of the specification. The source is in range up to maxThreadId, itself included,
        // as in NVIDIA's driver; the text says "lower than".
        let index = self.and(index, low);
        let clamp = self.and(mask, low);
        let segment = self.shift_right(mask, 8);
        let segment = self.and(segment, low);
        let first = self.and(lane, segment);
        let outside = self.complement(segment);
        let free = self.and(clamp, outside);
        let last = self.or(first, free);
        // If the source is in range it is in the warp, so its distance from this invocation is the distance between the
        // lanes.
        let from = if self.emulate { self.local_index() } else { self.subgroup_lane() };
        let (mut in_range, source) = match i.op() {
            Op::Shfup => {
                let least = self.add(index, last);
                (self.binary(B::GreaterEqual, lane, least), self.subtract(from, index))
            }
            Op::Shfdown => {
                let source = self.add(lane, index);
                (self.binary(B::LessEqual, source, last), self.add(from, index))
            }
            Op::Shfxor => {
                let source = self.xor(lane, index);
                (self.binary(B::LessEqual, source, last), self.xor(from, index))
            }
            _ => {
                let inside = self.and(index, outside);
                let source = self.or(inside, first);
                let warp = self.uint(!31);
                let base = self.and(from, warp);
                (self.binary(B::LessEqual, source, last), self.or(base, source))
            }
        };
        // An invocation whose source is out of range reads its own value.
        let other = if self.emulate {
            // Invocations that the last warp does not have are out of range.
            let count = self.invocations();
            if !count.is_multiple_of(32) {
                let count = self.uint(count);
                let exists = self.binary(B::Less, source, count);
                in_range = self.both(in_range, exists);
            }
            let mine = self.scratch_word(from);
            self.store(&mine, own);
            self.barrier();
            let source = self.select(in_range, source, from);
            let theirs = self.scratch_word(source);
            let other = self.load(&theirs);
            self.barrier();
            other
        } else {
            let source = self.select(in_range, source, from);
            self.builtin("subgroupShuffle", &[own, source])
        };
        let chosen = self.interpret(other, i.modifiers.ty);
        let predicate = self.truth_value(in_range, i.modifiers.ty);
        [Some(predicate), Some(chosen), None, None]
    }

    /// TGALL, TGANY, TGEQ, TGBALLOT, component by component.
    pub(super) fn vote(&mut self, i: &Instruction) -> Lanes {
        let mask = i.result.map_or(0, |result| result.mask);
        let mut votes: [Option<V>; 4] = [None; 4];
        for (lane, slot) in votes.iter_mut().enumerate() {
            if mask & 1 << lane != 0 {
                let value = self.operand(i, 0, lane);
                let zero = self.number(i.modifiers.ty, 0.0);
                *slot = Some(self.binary(B::NotEqual, value, zero));
            }
        }
        let (ballots, all) = if self.emulate { self.emulated_ballots(votes) } else { self.native_ballots(votes) };
        let mut lanes = [None; 4];
        for (slot, ballot) in lanes.iter_mut().zip(ballots) {
            let Some(ballot) = ballot else { continue };
            if i.op() == Op::Tgballot {
                let float = i.modifiers.ty.base == crate::nv_program::opcode::Base::Float;
                *slot = Some(if float { ballot } else { self.interpret(ballot, i.modifiers.ty) });
                continue;
            }
            let zero = self.uint(0);
            let every = self.binary(B::Equal, ballot, all);
            let none = self.binary(B::Equal, ballot, zero);
            let truth = match i.op() {
                Op::Tgall => every,
                Op::Tgany => self.not(none),
                _ => self.either(every, none),
            };
            *slot = Some(self.truth_value(truth, i.modifiers.ty));
        }
        lanes
    }

    /// The bits of the warp, and those of all its invocations.
    fn native_ballots(&mut self, votes: [Option<V>; 4]) -> ([Option<V>; 4], V) {
        let id = self.subgroup_lane();
        let warp = self.shift_right(id, 5);
        let word = |lowering: &mut Self, vote| {
            let ballot = lowering.builtin("subgroupBallot", &[vote]);
            let ty = lowering.types.uint;
            let kind = crate::hir::ValueKind::ExtractDynamic { vector: ballot, index: warp };
            let span = lowering.f.span;
            lowering.f.evaluate(kind, ty, span)
        };
        let mut ballots = [None; 4];
        for (slot, vote) in ballots.iter_mut().zip(votes) {
            if let Some(vote) = vote {
                *slot = Some(word(self, vote));
            }
        }
        let yes = self.bool(true);
        let all = word(self, yes);
        (ballots, all)
    }

    fn emulated_ballots(&mut self, votes: [Option<V>; 4]) -> ([Option<V>; 4], V) {
        let local = self.local_index();
        let warp = self.shift_right(local, 5);
        let first = self.shift_left(warp, 2);
        let lane = self.lane();
        let zero = self.uint(0);
        let leads = self.binary(B::Equal, lane, zero);
        let bit = self.lane_bit();
        let mut places: [Option<Place>; 4] = [const { None }; 4];
        for (component, (slot, vote)) in places.iter_mut().zip(votes).enumerate() {
            if vote.is_some() {
                let component = self.uint(component as u32);
                let index = self.add(first, component);
                *slot = Some(self.scratch_word(index));
            }
        }
        let clear = places.clone();
        self.when(leads, |lowering| {
            for place in clear.iter().flatten() {
                lowering.store(place, zero);
            }
        });
        self.barrier();
        for (place, vote) in places.iter().zip(votes) {
            if let (Some(place), Some(vote)) = (place, vote) {
                self.when(vote, |lowering| {
                    lowering.operation_given("sharedAtomicOr", &[Given::Place(place), Given::Value(bit)]);
                });
            }
        }
        self.barrier();
        let mut ballots = [None; 4];
        for (slot, place) in ballots.iter_mut().zip(&places) {
            if let Some(place) = place {
                *slot = Some(self.load(place));
            }
        }
        self.barrier();
        let count = self.invocations();
        let mut all = self.uint(u32::MAX);
        if !count.is_multiple_of(32) {
            let last = self.uint(count / 32);
            let partial = self.binary(B::Equal, warp, last);
            let fewer = self.uint((1 << (count % 32)) - 1);
            all = self.select(partial, fewer, all);
        }
        (ballots, all)
    }
}
