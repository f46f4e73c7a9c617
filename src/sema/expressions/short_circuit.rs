//! Expressions that run only one of their parts: `&&`, `||` and `?:` (GLSL 4.60, 5.9).
//!
//! Comes in: parts that were evaluated into blocks of their own. Goes out: a value that joins them. Must not depend on:
//! syntax.

use crate::hir::{
    BinaryOperation, Block, BranchHint, Constant, Handle, Span, Statement, Type, Value, ValueKind, ValueList,
};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::expressions::operation::Spanned;
use crate::syntax::ast::BinaryOperator;

/// An expression evaluated into a block of its own.
pub(in crate::sema) struct Arm {
    pub(in crate::sema) block: Handle<Block>,
    pub(in crate::sema) operand: Operand,
    pub(in crate::sema) span: Span,
}

impl Analyzer<'_> {
    /// Runs `action` at the end of an arm's block.
    fn in_arm<T>(&mut self, block: Handle<Block>, action: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.builder.enter(block);
        let result = action(self);
        let _ = self.builder.leave(outer);
        result
    }

    /// `left && right` and `left || right`; the left operand has been read.
    pub(in crate::sema) fn short_circuit(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        (left, left_span): Spanned,
        arm: Arm,
        span: Span,
    ) -> Operand {
        let right_span = arm.span;
        let (Some(left_type), Some(right_type)) = (self.type_of(&left), self.type_of(&arm.operand)) else {
            return Operand::Error;
        };
        let bool = self.common.bool;
        if left_type != bool || right_type != bool {
            // Let the common path word the message.
            return self.binary(op, op_span, (left, left_span), (arm.operand, right_span), span);
        }
        let is_and = op == BinaryOperator::LogicalAnd;
        let operation = if is_and { BinaryOperation::LogicalAnd } else { BinaryOperation::LogicalOr };
        let known = match left {
            Operand::Constant(constant) => self.scalar_bits(constant),
            _ => None,
        };
        if let Some(bits) = known {
            // The left operand decides, or the right one is the result.
            if (bits == 0) == is_and {
                return left;
            }
            self.builder.splice(arm.block);
            return arm.operand;
        }
        if self.is_speculatable(arm.block) {
            self.builder.splice(arm.block);
            return self.binary_operation(operation, (left, left_span), (arm.operand, right_span), bool, op_span, span);
        }
        let (Some(condition), Some(right_value)) =
            (self.value(left, left_span), self.in_arm(arm.block, |it| it.value(arm.operand, right_span)))
        else {
            return Operand::Error;
        };
        let decided = self.bool_constant(!is_and);
        let decided = self.builder.constant(decided, bool);
        let empty = self.builder.new_block();
        let ((accept, accept_value), (reject, reject_value)) = if is_and {
            ((arm.block, right_value), (empty, decided))
        } else {
            ((empty, decided), (arm.block, right_value))
        };
        Operand::Value(self.yielding_if(condition, (accept, accept_value), (reject, reject_value), bool, span))
    }

    /// The value of one of two blocks, marked as the condition and both values are.
    fn yielding_if(
        &mut self,
        condition: Handle<Value>,
        accept: (Handle<Block>, Handle<Value>),
        reject: (Handle<Block>, Handle<Value>),
        ty: Handle<Type>,
        span: Span,
    ) -> Handle<Value> {
        let result = self.builder.declare(ValueKind::BlockParameter, ty, span);
        for (block, value) in [accept, reject] {
            self.in_arm(block, |it| it.builder.push(Statement::Yield(vec![value].into()), span));
        }
        let operands = [condition, accept.1, reject.1];
        let (accept, reject, results) = (accept.0, reject.0, vec![result]);
        self.builder
            .push(Statement::If { condition, accept, reject, results: results.into(), hint: BranchHint::None }, span);
        if operands.iter().any(|value| self.builder.non_uniform.contains(value)) {
            self.builder.non_uniform.insert(result);
        }
        if operands.iter().all(|&value| self.builder.is_same_in_subgroup(value)) {
            self.builder.mark_subgroup_uniform(result);
        }
        result
    }

    /// The type of `?:`, to which both results convert. `None` after a report.
    fn conditional_type(&mut self, accept: &Arm, reject: &Arm, span: Span) -> Option<Handle<Type>> {
        let (accept_type, reject_type) = (self.type_of(&accept.operand)?, self.type_of(&reject.operand)?);
        let conversions = self.conversions();
        let common = if conversions.implicit(&self.module.types, reject_type, accept_type).is_some() {
            Some(accept_type)
        } else {
            conversions.implicit(&self.module.types, accept_type, reject_type).map(|_| reject_type)
        };
        let common = common.filter(|&ty| !self.contains_opaque(ty));
        if common.is_none() {
            let (accept_text, reject_text) = (self.spell(accept_type), self.spell(reject_type));
            self.report(messages::results_differ(span, accept.span, &accept_text, reject.span, &reject_text));
        }
        common
    }

    /// One of two constants of type `ty`, selected by a condition that depends on a specialization constant.
    fn folded_choice(
        &mut self,
        condition: Handle<Constant>,
        accept: &Operand,
        reject: &Operand,
        ty: Handle<Type>,
    ) -> Option<Operand> {
        match (accept, reject) {
            (&Operand::Constant(a), &Operand::Constant(b)) => {
                self.folder().select(condition, a, b).map(Operand::Constant)
            }
            (&Operand::ConstantReference(a, _), &Operand::ConstantReference(b, _)) => {
                self.folder().select(condition, a, b).map(|address| Operand::ConstantReference(address, ty))
            }
            _ => None,
        }
    }

    /// `condition ? accept : reject`, where the condition is a `bool`.
    pub(in crate::sema) fn conditional(
        &mut self,
        (condition, condition_span): Spanned,
        accept: Arm,
        reject: Arm,
        span: Span,
    ) -> Operand {
        let (accept_span, reject_span) = (accept.span, reject.span);
        let Some(ty) = self.conditional_type(&accept, &reject, span) else { return Operand::Error };
        if !self.allows_arithmetic(ty, "the result of `?:`", span) {
            return Operand::Error;
        }
        let accept_operand = self.in_arm(accept.block, |it| it.convert(accept.operand, ty, accept_span));
        let reject_operand = self.in_arm(reject.block, |it| it.convert(reject.operand, ty, reject_span));
        if let Operand::Constant(condition) = condition {
            if let Some(bits) = self.scalar_bits(condition) {
                let (block, operand) =
                    if bits != 0 { (accept.block, accept_operand) } else { (reject.block, reject_operand) };
                self.builder.splice(block);
                return operand;
            }
            if let Some(folded) = self.folded_choice(condition, &accept_operand, &reject_operand, ty) {
                return folded;
            }
        }
        let Some(condition) = self.value(condition, condition_span) else { return Operand::Error };
        if ty == self.module.void() {
            let statement = Statement::If {
                condition,
                accept: accept.block,
                reject: reject.block,
                results: ValueList::default(),
                hint: BranchHint::None,
            };
            self.builder.push(statement, span);
            // Of type `void`, so nothing can read it.
            return accept_operand;
        }
        let accept_value = self.in_arm(accept.block, |it| it.value(accept_operand, accept_span));
        let reject_value = self.in_arm(reject.block, |it| it.value(reject_operand, reject_span));
        let (Some(accept_value), Some(reject_value)) = (accept_value, reject_value) else { return Operand::Error };
        let simple = match *self.module.types.get(ty) {
            Type::Scalar(_) => true,
            // OpSelect takes cooperative vectors from SPIR-V 1.4 on only.
            Type::Vector(size, _) => !size.is_cooperative(),
            _ => false,
        };
        if simple && self.is_speculatable(accept.block) && self.is_speculatable(reject.block) {
            self.builder.splice(accept.block);
            self.builder.splice(reject.block);
            let kind = ValueKind::Select { condition, accept: accept_value, reject: reject_value };
            return Operand::Value(self.builder.evaluate(kind, ty, span));
        }
        let accept = (accept.block, accept_value);
        let reject = (reject.block, reject_value);
        Operand::Value(self.yielding_if(condition, accept, reject, ty, span))
    }
}
