//! Subgroup instructions, and masks of invocations.
//!
//! Comes in: steps of recipes. Goes out: statements that exchange values, and expressions for their results. Must not
//! depend on: other kinds of steps.

use super::{Call, Item, THIS, operations};
use crate::builtins::vocabulary::{BuiltIn as BuiltIn450, Op};
use crate::builtins::{Operand as Source, Step, Variable};
use crate::naga_bridge::body::FunctionWriter;
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::inputs::{self, MASKS};
use crate::naga_bridge::unsupported::{Bridged, OrMissing, unsupported};
use naga::{BinaryOperator, BuiltIn, CollectiveOperation, Direction, Expression, GatherMode, MathFunction};
use naga::{Scalar, ScalarKind, Statement, SubgroupOperation, VectorSize};
use spirv::GroupOperation;

const BALLOT: Shape = Shape::Vector(VectorSize::Quad, Scalar::U32);

impl Call<'_, '_, '_, '_> {
    /// A step that exchanges values in the subgroup.
    pub(super) fn subgroup_step(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        let source = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        if let Some(operation) = operations::subgroup(opcode) {
            let Source::Literal(group) = source(1)? else { return unsupported(THIS) };
            let value = self.operand(source(2)?, results)?;
            let cluster = step.operands.get(3).map(|&it| self.operand(it, results)).transpose()?;
            let group = GroupOperation::from_u32(group).or_missing("a group operation")?;
            return self.collective(operation, group, value, cluster).map(|it| Some(Item::Value(it)));
        }
        let made = match opcode {
            Op::GroupNonUniformElect => {
                let own = self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?;
                let first = self.writer.gather(GatherMode::BroadcastFirst, own);
                self.writer.compare(BinaryOperator::Equal, own, first)
            }
            Op::GroupNonUniformAll | Op::GroupNonUniformAny => {
                let value = self.operand(source(1)?, results)?;
                let operation =
                    if opcode == Op::GroupNonUniformAll { SubgroupOperation::All } else { SubgroupOperation::Any };
                self.writer.reduce(operation, CollectiveOperation::Reduce, value)
            }
            Op::GroupNonUniformAllEqual => {
                let value = self.operand(source(1)?, results)?;
                let first = self.exchanged(GatherMode::BroadcastFirst, value)?;
                let same = self.writer.equality(true, value, first);
                self.writer.reduce(SubgroupOperation::All, CollectiveOperation::Reduce, same)
            }
            Op::GroupNonUniformBallot => {
                let value = self.operand(source(1)?, results)?;
                self.writer.ballot(value)
            }
            Op::GroupNonUniformBroadcast | Op::GroupNonUniformShuffle | Op::GroupNonUniformQuadBroadcast => {
                let value = self.operand(source(1)?, results)?;
                let id = self.operand(source(2)?, results)?;
                let known = self.known(source(2)?, results)?.is_some();
                let mode = match (opcode, known) {
                    (Op::GroupNonUniformBroadcast, true) => GatherMode::Broadcast(id.it),
                    (Op::GroupNonUniformQuadBroadcast, true) => GatherMode::QuadBroadcast(id.it),
                    (Op::GroupNonUniformQuadBroadcast, false) => {
                        let own = self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?;
                        let quad = self.writer.uint(!3);
                        let quad = self.writer.same(BinaryOperator::And, own, quad);
                        GatherMode::Shuffle(self.writer.same(BinaryOperator::InclusiveOr, quad, id).it)
                    }
                    _ => GatherMode::Shuffle(id.it),
                };
                self.exchanged(mode, value)?
            }
            Op::GroupNonUniformBroadcastFirst => {
                let value = self.operand(source(1)?, results)?;
                self.exchanged(GatherMode::BroadcastFirst, value)?
            }
            Op::GroupNonUniformShuffleXor | Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => {
                let value = self.operand(source(1)?, results)?;
                let by = self.operand(source(2)?, results)?.it;
                let mode = match opcode {
                    Op::GroupNonUniformShuffleXor => GatherMode::ShuffleXor(by),
                    Op::GroupNonUniformShuffleUp => GatherMode::ShuffleUp(by),
                    _ => GatherMode::ShuffleDown(by),
                };
                self.exchanged(mode, value)?
            }
            Op::GroupNonUniformRotateKHR => {
                let value = self.operand(source(1)?, results)?;
                let delta = self.operand(source(2)?, results)?;
                let cluster = step.operands.get(3).map(|&it| self.operand(it, results)).transpose()?;
                self.rotate(value, delta, cluster)?
            }
            Op::GroupNonUniformQuadSwap => {
                let value = self.operand(source(1)?, results)?;
                let direction = match self.known(source(2)?, results)? {
                    Some(0) => Direction::X,
                    Some(1) => Direction::Y,
                    _ => Direction::Diagonal,
                };
                self.exchanged(GatherMode::QuadSwap(direction), value)?
            }
            Op::GroupNonUniformQuadAnyKHR | Op::GroupNonUniformQuadAllKHR => {
                let value = self.operand(source(0)?, results)?;
                self.quad_vote(opcode == Op::GroupNonUniformQuadAllKHR, value)?
            }
            _ => return self.ballot_step(opcode, step, results),
        };
        Ok(Some(Item::Value(made)))
    }

    /// A step that examines a ballot.
    fn ballot_step(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        let source = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        let made = match opcode {
            Op::GroupNonUniformInverseBallot | Op::GroupNonUniformBallotBitExtract => {
                let ballot = self.operand(source(1)?, results)?;
                let index = match step.operands.get(2) {
                    Some(&index) => self.operand(index, results)?,
                    None => self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?,
                };
                self.writer.ballot_bit(ballot, index)?
            }
            Op::GroupNonUniformBallotBitCount => {
                let Source::Literal(group) = source(1)? else { return unsupported(THIS) };
                let ballot = self.operand(source(2)?, results)?;
                let mask = match GroupOperation::from_u32(group) {
                    Some(GroupOperation::InclusiveScan) => self.writer.subgroup_mask(BinaryOperator::LessEqual)?,
                    Some(GroupOperation::ExclusiveScan) => self.writer.subgroup_mask(BinaryOperator::Less)?,
                    _ => self.writer.whole_subgroup()?,
                };
                let masked = self.writer.same(BinaryOperator::And, ballot, mask);
                let counts = self.writer.math(MathFunction::CountOneBits, &[masked], BALLOT)?;
                self.writer.sum(counts)?
            }
            Op::GroupNonUniformBallotFindLSB | Op::GroupNonUniformBallotFindMSB => {
                let ballot = self.operand(source(1)?, results)?;
                let mask = self.writer.whole_subgroup()?;
                let ballot = self.writer.same(BinaryOperator::And, ballot, mask);
                self.writer.find_bit(ballot, opcode == Op::GroupNonUniformBallotFindLSB)?
            }
            _ => return Ok(None),
        };
        Ok(Some(Item::Value(made)))
    }

    /// A value from another invocation. naga exchanges numbers; a `bool` is passed as a number.
    fn exchanged(&mut self, mode: GatherMode, value: Typed) -> Bridged<Typed> {
        if value.shape.scalar() != Some(Scalar::BOOL) {
            return Ok(self.writer.gather(mode, value));
        }
        let number = self.writer.convert(value, Scalar::U32);
        let number = self.writer.gather(mode, number);
        self.writer.convert_value(number, Scalar::BOOL)
    }

    /// A reduction over all invocations, or over those up to this one.
    fn collective(
        &mut self,
        operation: SubgroupOperation,
        group: GroupOperation,
        value: Typed,
        cluster: Option<Typed>,
    ) -> Bridged<Typed> {
        let scalar = value.shape.scalar().or_missing("a number")?;
        let is_bits = matches!(operation, SubgroupOperation::And | SubgroupOperation::Or | SubgroupOperation::Xor);
        // naga only has bitwise operations for words.
        let word = match scalar.kind {
            ScalarKind::Bool => Some(Scalar::U32),
            _ if is_bits && scalar.width == 2 => Some(Scalar { width: 4, ..scalar }),
            _ => None,
        };
        if let Some(word) = word {
            let wide = self.writer.convert(value, word);
            let made = self.collective(operation, group, wide, cluster)?;
            return self.writer.convert_value(made, scalar);
        }
        let has_scan = matches!(operation, SubgroupOperation::Add | SubgroupOperation::Mul);
        Ok(match group {
            GroupOperation::Reduce => self.writer.reduce(operation, CollectiveOperation::Reduce, value),
            GroupOperation::InclusiveScan if has_scan => {
                self.writer.reduce(operation, CollectiveOperation::InclusiveScan, value)
            }
            GroupOperation::ExclusiveScan if has_scan => {
                self.writer.reduce(operation, CollectiveOperation::ExclusiveScan, value)
            }
            _ => self.scan(operation, group, value, cluster)?,
        })
    }

    fn rotate(&mut self, value: Typed, delta: Typed, cluster: Option<Typed>) -> Bridged<Typed> {
        let own = self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?;
        let size = match cluster {
            Some(cluster) => cluster,
            None => self.writer.builtin_input(BuiltIn::SubgroupSize)?,
        };
        let one = self.writer.uint(1);
        let inside = self.writer.same(BinaryOperator::Subtract, size, one);
        let outside = self.writer.unary(crate::hir::UnaryOperation::BitNot, inside)?;
        let moved = self.writer.same(BinaryOperator::Add, own, delta);
        let moved = self.writer.same(BinaryOperator::And, moved, inside);
        let base = self.writer.same(BinaryOperator::And, own, outside);
        let id = self.writer.same(BinaryOperator::InclusiveOr, base, moved);
        self.exchanged(GatherMode::Shuffle(id.it), value)
    }

    /// A vote among the four invocations of the quad.
    fn quad_vote(&mut self, is_all: bool, value: Typed) -> Bridged<Typed> {
        // All are true where none is false.
        let voted = if is_all { self.not(value) } else { value };
        let ballot = self.writer.ballot(voted);
        let own = self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?;
        let (five, first, four) = (self.writer.uint(5), self.writer.uint(28), self.writer.uint(15));
        let index = self.writer.same(BinaryOperator::ShiftRight, own, five);
        let word =
            self.writer.typed(Expression::Access { base: ballot.it, index: index.it }, Shape::Scalar(Scalar::U32));
        let shift = self.writer.same(BinaryOperator::And, own, first);
        let quad = self.writer.same(BinaryOperator::ShiftRight, word, shift);
        let quad = self.writer.same(BinaryOperator::And, quad, four);
        let zero = self.writer.uint(0);
        let op = if is_all { BinaryOperator::Equal } else { BinaryOperator::NotEqual };
        Ok(self.writer.compare(op, quad, zero))
    }
}

impl FunctionWriter<'_, '_> {
    /// A value from another invocation.
    pub(super) fn gather(&mut self, mode: GatherMode, value: Typed) -> Typed {
        let ty = self.type_of_shape(value.shape);
        let result = self.result(Expression::SubgroupOperationResult { ty });
        self.push(Statement::SubgroupGather { mode, argument: value.it, result });
        Typed { it: result, shape: value.shape }
    }

    fn reduce(&mut self, op: SubgroupOperation, collective_op: CollectiveOperation, value: Typed) -> Typed {
        let ty = self.type_of_shape(value.shape);
        let result = self.result(Expression::SubgroupOperationResult { ty });
        self.push(Statement::SubgroupCollectiveOperation { op, collective_op, argument: value.it, result });
        Typed { it: result, shape: value.shape }
    }

    pub(super) fn ballot(&mut self, value: Typed) -> Typed {
        let result = self.result(Expression::SubgroupBallotResult);
        self.push(Statement::SubgroupBallot { result, predicate: Some(value.it) });
        Typed { it: result, shape: BALLOT }
    }

    /// Whether a bit of a ballot is set.
    pub(super) fn ballot_bit(&mut self, ballot: Typed, index: Typed) -> Bridged<Typed> {
        let (five, rest, one) = (self.uint(5), self.uint(31), self.uint(1));
        let word = self.same(BinaryOperator::ShiftRight, index, five);
        let three = self.uint(3);
        let word = self.same(BinaryOperator::And, word, three);
        let word = self.typed(Expression::Access { base: ballot.it, index: word.it }, Shape::Scalar(Scalar::U32));
        let shift = self.same(BinaryOperator::And, index, rest);
        let bit = self.same(BinaryOperator::ShiftRight, word, shift);
        let bit = self.same(BinaryOperator::And, bit, one);
        self.convert_value(bit, Scalar::BOOL)
    }

    /// The bits of the invocations below an index.
    fn bits_below(&mut self, number: Typed) -> Bridged<Typed> {
        let mut starts = Vec::new();
        for start in [0, 32, 64, 96] {
            starts.push(self.uint(start).it);
        }
        let starts = self.compose(BALLOT, starts);
        let number = self.splat(number, BALLOT);
        let reached = self.math(MathFunction::Max, &[number, starts], BALLOT)?;
        let count = self.same(BinaryOperator::Subtract, reached, starts);
        let (width, rest, all) = (self.uint(32), self.uint(31), self.uint(u32::MAX));
        let [width, rest, all] = [width, rest, all].map(|it| self.splat(it, BALLOT));
        let one = self.small(1, BALLOT)?;
        let is_full = self.compare(BinaryOperator::GreaterEqual, count, width);
        let shift = self.same(BinaryOperator::And, count, rest);
        let bit = self.same(BinaryOperator::ShiftLeft, one, shift);
        let below = self.same(BinaryOperator::Subtract, bit, one);
        Ok(self.select(is_full, all, below))
    }

    /// The bits of all invocations of the subgroup.
    fn whole_subgroup(&mut self) -> Bridged<Typed> {
        let size = self.builtin_input(BuiltIn::SubgroupSize)?;
        self.bits_below(size)
    }

    /// The bits of the invocations whose index compares with that of this invocation by `operator`.
    pub(in crate::naga_bridge) fn subgroup_mask(&mut self, operator: BinaryOperator) -> Bridged<Typed> {
        let own = self.builtin_input(BuiltIn::SubgroupInvocationId)?;
        let below = self.bits_below(own)?;
        if operator == BinaryOperator::Less {
            return Ok(below);
        }
        let one = self.uint(1);
        let next = self.same(BinaryOperator::Add, own, one);
        let up_to = self.bits_below(next)?;
        let excluded = match operator {
            BinaryOperator::LessEqual => return Ok(up_to),
            BinaryOperator::Equal => return Ok(self.same(BinaryOperator::ExclusiveOr, up_to, below)),
            BinaryOperator::Greater => up_to,
            _ => below,
        };
        let whole = self.whole_subgroup()?;
        let others = self.unary(crate::hir::UnaryOperation::BitNot, excluded)?;
        Ok(self.same(BinaryOperator::And, whole, others))
    }

    /// The value of a built-in input, which may be a mask.
    pub(super) fn input_of(&mut self, builtin: BuiltIn450) -> Bridged<Typed> {
        match MASKS.iter().find(|mask| mask.0 == builtin) {
            Some(&(_, operator)) => self.subgroup_mask(operator),
            None => {
                let (builtin, _) = inputs::row(builtin)?;
                self.builtin_input(builtin)
            }
        }
    }

    /// The value of a built-in input that a recipe names.
    pub(super) fn input_of_row(&mut self, row: &Variable) -> Bridged<Typed> {
        let whole = self.input_of(row.builtin)?;
        match row.component {
            Some(component) => self.part(whole, component.into()),
            None => Ok(whole),
        }
    }

    /// The sum of the components.
    fn sum(&mut self, vector: Typed) -> Bridged<Typed> {
        let mut sum = self.part(vector, 0)?;
        for index in 1..4 {
            let part = self.part(vector, index)?;
            sum = self.same(BinaryOperator::Add, sum, part);
        }
        Ok(sum)
    }

    /// The lowest or highest bit that is set.
    fn find_bit(&mut self, ballot: Typed, is_lowest: bool) -> Bridged<Typed> {
        let fun = if is_lowest { MathFunction::FirstTrailingBit } else { MathFunction::FirstLeadingBit };
        let bits = self.math(fun, &[ballot], BALLOT)?;
        let mut found = self.uint(u32::MAX);
        // The last word that has a bit wins.
        let order: [u32; 4] = if is_lowest { [3, 2, 1, 0] } else { [0, 1, 2, 3] };
        for index in order {
            let (word, bit) = (self.part(ballot, index)?, self.part(bits, index)?);
            let (zero, start) = (self.uint(0), self.uint(32 * index));
            let has_bit = self.compare(BinaryOperator::NotEqual, word, zero);
            let number = self.same(BinaryOperator::Add, bit, start);
            found = self.select(has_bit, number, found);
        }
        Ok(found)
    }
}
