//! Expressions: walks the tree, without recursion on chains that lean to the left, and hands the operands of each node
//! to the file that knows what they mean there.
//!
//! Comes in: nodes of the syntax tree. Goes out: operands. Must not depend on: what an operator, a constructor or an
//! assignment does.

use crate::hir::{Constant, Handle, Span};
use crate::sema::context::message;
use crate::sema::evaluation::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::expressions::short_circuit::Arm;
use crate::sema::extensions::spirv_intrinsics::SpirvQualifiers;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BinaryOperator, Expression, SpirvQualifier, TypeSpecifier};
use smallvec::SmallVec;
use std::fmt;

impl<'a> Analyzer<'a> {
    /// Evaluates an expression; a place is not read yet.
    pub(in crate::sema) fn expression(&mut self, expression: Handle<Expression>) -> Operand {
        // Most are a name or a literal, for which little of what follows matters.
        let span = self.span_of(expression);
        let operand = match *self.node(expression) {
            Expression::Identifier(symbol) if self.without_size.is_empty() => self.identifier(symbol, span),
            Expression::Literal(literal) => self.literal(literal, span),
            _ => return self.compound_expression(expression),
        };
        if matches!(operand, Operand::Error) {
            self.left_out(span);
        }
        operand
    }

    fn compound_expression(&mut self, expression: Handle<Expression>) -> Operand {
        // Chains that lean to the left (`a + b + c`, `a.b[c].d`) can be as long as the source.
        let mut chain: SmallVec<[_; 4]> = SmallVec::new();
        let mut first = expression;
        while let Expression::Binary { left: inner, .. }
        | Expression::Sequence { left: inner, .. }
        | Expression::Member { base: inner, .. }
        | Expression::Index { base: inner, .. }
        | Expression::Method { base: inner, .. } = *self.node(first)
        {
            chain.push(first);
            first = inner;
        }
        let mut operand = self.unchained(first);
        let mut span = self.span_of(first);
        if !self.check_whole_array(first, chain.last().copied()) {
            operand = Operand::Error;
        }
        let mut is_vector = self.is_named_vector(first);
        while let Some(node) = chain.pop() {
            let followed = self.follow_vector(node, &operand, is_vector);
            is_vector = followed == Some(true);
            operand = if followed.is_some() { self.chained(node, operand, span) } else { Operand::Error };
            span = self.span_of(node);
        }
        if matches!(operand, Operand::Error) {
            self.left_out(span);
        }
        operand
    }

    /// Evaluates an expression and reads it if it is a place.
    pub(in crate::sema) fn rvalue(&mut self, expression: Handle<Expression>) -> Operand {
        let operand = self.expression(expression);
        self.load(operand, self.span_of(expression))
    }

    /// Evaluates a node that continues a chain whose left part is `operand`.
    fn chained(&mut self, node: Handle<Expression>, operand: Operand, operand_span: Span) -> Operand {
        let span = self.span_of(node);
        match *self.node(node) {
            Expression::Binary { op, op_span, right, .. } => match op {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                    let left = self.load(operand, operand_span);
                    let right = self.arm(right);
                    self.short_circuit(op, op_span, (left, operand_span), right, span)
                }
                _ => {
                    let left = self.load(operand, operand_span);
                    let right_operand = self.rvalue(right);
                    self.binary(op, op_span, (left, operand_span), (right_operand, self.span_of(right)), span)
                }
            },
            Expression::Sequence { right, .. } => {
                let right_span = self.span_of(right);
                let right = self.rvalue(right);
                match (operand, right) {
                    (Operand::Error, _) => Operand::Error,
                    // The comma operator never gives a constant expression (GLSL 4.60, 4.3.3).
                    (_, right @ (Operand::Constant(_) | Operand::ConstantReference(..))) => {
                        self.value(right, right_span).map_or(Operand::Error, Operand::Value)
                    }
                    (_, right) => self.unmarked(right),
                }
            }
            Expression::Member { name, .. } => self.member(operand, name, span),
            Expression::Index { base, index } => {
                let index_operand = self.rvalue(index);
                if !self.check_implied_size(base, &operand, &index_operand, self.span_of(index)) {
                    return Operand::Error;
                }
                self.index(operand, operand_span, index_operand, self.span_of(index), span)
            }
            Expression::Method { ref call, .. } => {
                self.method(operand, call.name, self.unit.list(call.arguments), span)
            }
            _ => Operand::Error,
        }
    }

    /// Evaluates a node that is not part of a left-leaning chain.
    fn unchained(&mut self, node: Handle<Expression>) -> Operand {
        let span = self.span_of(node);
        match *self.node(node) {
            Expression::Literal(literal) => self.literal(literal, span),
            Expression::Identifier(symbol) => self.identifier(symbol, span),
            Expression::Unary { op, operand } => {
                let value = self.rvalue(operand);
                self.unary(op, value, span)
            }
            Expression::Increment { decrement, postfix, operand } => {
                let target = self.expression(operand);
                self.increment(decrement, postfix, (target, operand), span)
            }
            Expression::Assign { op, op_span, place, value } => {
                let place_span = self.span_of(place);
                let target = self.expression(place);
                let path = self.writable_expression(target, place, "assign to");
                let assigned = self.expression(value);
                self.assign(op, op_span, (path, place_span), (assigned, self.span_of(value)), span)
            }
            Expression::Conditional { condition, accept, reject } => {
                let condition_span = self.span_of(condition);
                let condition = self.rvalue(condition);
                let condition = self.convert_for(condition, self.common.bool, condition_span, "the condition of `?:`");
                let (accept, reject) = (self.arm(accept), self.arm(reject));
                self.conditional((condition, condition_span), accept, reject, span)
            }
            Expression::Call { name, arguments } => {
                self.call(&TypeSpecifier::named(name), self.unit.list(arguments), span)
            }
            Expression::Construct { ref ty, arguments } => self.call(ty, self.unit.list(arguments), span),
            Expression::Cast { ref ty, operand } => self.cast_expression(ty, operand, span),
            Expression::Decorated { ref decoration, arguments } => {
                self.decorated_expression(decoration, self.unit.list(arguments), span)
            }
            Expression::InitializerList(_) => {
                self.report(messages::initializer_list_can_only_initialize_variable(span));
                Operand::Error
            }
            Expression::Binary { .. }
            | Expression::Sequence { .. }
            | Expression::Member { .. }
            | Expression::Index { .. }
            | Expression::Method { .. }
            | Expression::Error => Operand::Error,
        }
    }

    /// Evaluates an expression into a new block.
    fn arm(&mut self, expression: Handle<Expression>) -> Arm {
        let block = self.builder.new_block();
        let outer = self.builder.enter(block);
        let operand = self.rvalue(expression);
        let _ = self.builder.leave(outer);
        Arm { block, operand, span: self.span_of(expression) }
    }

    /// `(ty) operand`
    fn cast_expression(&mut self, ty: &TypeSpecifier, operand: Handle<Expression>, span: Span) -> Operand {
        let allowed = self.casts_are_allowed(ty.span);
        let result = self.type_in_expression(ty).filter(|&result| self.check_cast(result, ty));
        // A comma in the parentheses is an operator (GL_NV_explicit_typecast, 5.11), so there is always one argument.
        let argument = self.rvalue(operand);
        self.cast(result.filter(|_| allowed), ty.span, (argument, self.span_of(operand)), span)
    }

    /// `spirv_decorate(...)(expression)`
    fn decorated_expression(
        &mut self,
        decoration: &SpirvQualifier,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let mut qualifiers = SpirvQualifiers::default();
        self.spirv_qualifier(&mut qualifiers, decoration);
        let argument = self.only_argument(decoration.word.spelling(), decoration.span, arguments);
        let Some(argument) = argument.filter(|_| !qualifiers.wrong) else { return Operand::Error };
        let known = self.builder.values.len();
        let operand = self.expression(argument);
        self.decorated_value(qualifiers, (operand, self.span_of(argument)), known, span)
    }

    /// Evaluates an expression that must be constant. Anything it computes at run time is discarded.
    ///
    /// `what` names the thing in the message: "an array size".
    pub(in crate::sema) fn constant_expression(
        &mut self,
        expression: Handle<Expression>,
        what: &str,
    ) -> Option<Handle<Constant>> {
        self.constant_value(expression, format_args!("{what}"))
    }

    /// The same; what it is for is only spelled in messages.
    fn constant_value(&mut self, expression: Handle<Expression>, what: fmt::Arguments<'_>) -> Option<Handle<Constant>> {
        let block = self.builder.new_block();
        let outer = self.builder.enter(block);
        let outer_context = std::mem::replace(&mut self.constant_context, true);
        let operand = self.rvalue(expression);
        self.constant_context = outer_context;
        let _ = self.builder.leave(outer);
        self.require_constant(operand, self.span_of(expression), what)
    }

    /// The constant that an operand is, or a report.
    pub(in crate::sema) fn require_constant(
        &mut self,
        operand: Operand,
        span: Span,
        what: fmt::Arguments<'_>,
    ) -> Option<Handle<Constant>> {
        match operand {
            Operand::Constant(constant) => Some(constant),
            Operand::Error => None,
            _ => {
                self.report(
                    message::not_constant(Code::NotConstant, span, &what.to_string())
                    .with_note("GLSL 4.60, 4.3.3: literals, `const` variables with a constant initializer, and operations and built-in functions on them"),
                );
                None
            }
        }
    }

    /// Evaluates an expression that must be a constant scalar integer, specialization constants excluded.
    pub(in crate::sema) fn constant_integer(
        &mut self,
        expression: Handle<Expression>,
        what: fmt::Arguments<'_>,
    ) -> Option<i64> {
        let constant = self.constant_value(expression, what)?;
        let ty = self.module.constants.get_handle(constant).ok()?.ty;
        if !self.is_integer_scalar(ty) {
            let spelled = self.spell(ty);
            self.report(message::not_an_integer(self.span_of(expression), &what.to_string(), &spelled));
            return None;
        }
        let value = self.integer_value(constant);
        if value.is_none() {
            self.report(messages::depends_on_specialization(self.span_of(expression), &what));
        }
        value
    }
}
