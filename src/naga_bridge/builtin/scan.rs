//! Scans and clustered reductions that naga does not have: one invocation after the other.
//!
//! Comes in: a value of each invocation. Goes out: the result of an operation on those that count. Must not depend on:
//! other steps.
//!
//! All active invocations run the same iterations, one per invocation of the subgroup, and read its value; each applies
//! the value if that invocation is active and counts for it.

use super::{Call, THIS};
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::unsupported::{Bridged, OrMissing, unsupported};
use naga::SubgroupOperation;
use naga::{BinaryOperator, BuiltIn, Expression, GatherMode, Literal, MathFunction, Scalar, ScalarKind, Statement};
use spirv::GroupOperation;

const UINT: Shape = Shape::Scalar(Scalar::U32);

impl Call<'_, '_, '_, '_> {
    pub(super) fn scan(
        &mut self,
        operation: SubgroupOperation,
        group: GroupOperation,
        value: Typed,
        cluster: Option<Typed>,
    ) -> Bridged<Typed> {
        let own = self.writer.builtin_input(BuiltIn::SubgroupInvocationId)?;
        let size = self.writer.builtin_input(BuiltIn::SubgroupSize)?;
        let yes = self.writer.literal(Literal::Bool(true));
        let active = self.writer.ballot(Typed { it: yes, shape: Shape::Scalar(Scalar::BOOL) });
        let ty = self.writer.type_of_shape(value.shape);
        let sum = self.writer.variable("sum", ty);
        let identity = self.identity(operation, value.shape)?;
        let uint = self.writer.module.ty(naga::TypeInner::Scalar(Scalar::U32));
        let round = self.writer.variable("round", uint);
        let zero = self.writer.uint(0);
        let round_place = self.writer.add(Expression::LocalVariable(round));
        let sum_place = self.writer.add(Expression::LocalVariable(sum));
        self.writer.store(sum_place, identity.it);
        self.writer.store(round_place, zero.it);
        let body = self.writer.in_block(|_| Ok(()))?;
        let mut break_if = None;
        let outer = &mut *self.writer;
        let continuing = outer.in_block(|writer| {
            let mut call = Call { writer, call: self.call, result: self.result, is_used: true };
            let id = call.writer.typed(Expression::Load { pointer: round_place }, UINT);
            let theirs = call.writer.gather(GatherMode::Shuffle(id.it), value);
            let is_active = call.writer.ballot_bit(active, id)?;
            let counts = call.counts(group, own, id, cluster)?;
            let counts = call.writer.same(BinaryOperator::LogicalAnd, is_active, counts);
            let before = call.writer.typed(Expression::Load { pointer: sum_place }, value.shape);
            let with = call.combine(operation, before, theirs)?;
            let after = call.writer.select(counts, with, before);
            call.writer.store(sum_place, after.it);
            let one = call.writer.uint(1);
            let next = call.writer.same(BinaryOperator::Add, id, one);
            call.writer.store(round_place, next.it);
            break_if = Some(call.writer.compare(BinaryOperator::GreaterEqual, next, size).it);
            Ok(())
        })?;
        self.writer.push(Statement::Loop { body, continuing, break_if });
        Ok(self.writer.typed(Expression::Load { pointer: sum_place }, value.shape))
    }

    /// Whether the value of an invocation counts for this one.
    fn counts(&mut self, group: GroupOperation, own: Typed, id: Typed, cluster: Option<Typed>) -> Bridged<Typed> {
        let writer = &mut *self.writer;
        Ok(match group {
            GroupOperation::InclusiveScan => writer.compare(BinaryOperator::LessEqual, id, own),
            GroupOperation::ExclusiveScan => writer.compare(BinaryOperator::Less, id, own),
            GroupOperation::ClusteredReduce => {
                let size = cluster.or_missing("a size of clusters")?;
                let of_id = writer.same(BinaryOperator::Divide, id, size);
                let of_own = writer.same(BinaryOperator::Divide, own, size);
                writer.compare(BinaryOperator::Equal, of_id, of_own)
            }
            _ => return unsupported(THIS),
        })
    }

    fn combine(&mut self, operation: SubgroupOperation, left: Typed, right: Typed) -> Bridged<Typed> {
        let writer = &mut *self.writer;
        let op = match operation {
            SubgroupOperation::Min => return writer.math(MathFunction::Min, &[left, right], left.shape),
            SubgroupOperation::Max => return writer.math(MathFunction::Max, &[left, right], left.shape),
            SubgroupOperation::Add => BinaryOperator::Add,
            SubgroupOperation::Mul => BinaryOperator::Multiply,
            SubgroupOperation::And => BinaryOperator::And,
            SubgroupOperation::Or => BinaryOperator::InclusiveOr,
            SubgroupOperation::Xor => BinaryOperator::ExclusiveOr,
            SubgroupOperation::All | SubgroupOperation::Any => return unsupported(THIS),
        };
        Ok(writer.same(op, left, right))
    }

    /// The identity of an operation.
    fn identity(&mut self, operation: SubgroupOperation, shape: Shape) -> Bridged<Typed> {
        let scalar = shape.scalar().or_missing("a number")?;
        let bits = u32::from(scalar.width) * 8;
        let largest = u64::MAX >> (64 - bits);
        let kind = match scalar.kind {
            ScalarKind::Sint => crate::hir::ScalarKind::Sint,
            ScalarKind::Float => crate::hir::ScalarKind::Float,
            _ => crate::hir::ScalarKind::Uint,
        };
        let infinity = if operation == SubgroupOperation::Min { 0x7f80_0000 } else { 0xff80_0000 };
        let word = match (operation, scalar.kind) {
            (SubgroupOperation::Add | SubgroupOperation::Or | SubgroupOperation::Xor, _) => {
                return self.writer.small(0, shape);
            }
            (SubgroupOperation::Mul, _) => return self.writer.small(1, shape),
            (SubgroupOperation::And, _) => largest,
            (SubgroupOperation::Min, ScalarKind::Sint) => largest >> 1,
            (SubgroupOperation::Max, ScalarKind::Sint) => !(largest >> 1),
            (SubgroupOperation::Min, ScalarKind::Uint) => largest,
            (SubgroupOperation::Max, ScalarKind::Uint) => 0,
            _ if scalar == Scalar::F32 => infinity,
            _ => return unsupported(THIS),
        };
        let one = self.writer.scalar_constant(crate::hir::Scalar { kind, width: scalar.width }, word)?;
        Ok(self.writer.splat(one, shape))
    }
}
