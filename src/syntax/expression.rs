//! Expressions from `expression` down to the binary operators.
//!
//! Comes in: tokens. Goes out: handles into the arena. Must not depend on: types.
//!
//! Chains of binary operators and of `,` are read in loops and give trees that lean to the left, of any length. Chains
//! of `?:` and of assignments are read in a loop too, but lean to the right and count as nesting.

use super::ast::{BinaryOperator, Expression};
use super::{Parsed, Parser};
use crate::arena::Handle;
use crate::preprocess::Punctuation::{self, Colon, Comma, Question};
use crate::source::Span;
use smallvec::SmallVec;

/// What waits for the operand to its right.
enum Pending {
    /// `condition ? accept :`
    Conditional { start: Span, condition: Handle<Expression>, accept: Handle<Expression> },
    /// `place op`
    Assign { start: Span, op: Option<BinaryOperator>, op_span: Span, place: Handle<Expression> },
}

/// A binary operator that waits for the operand to its right to be complete.
struct Operator {
    op: BinaryOperator,
    precedence: u8,
    span: Span,
    left: Handle<Expression>,
    /// The first token of the left operand.
    start: Span,
}

impl Parser<'_> {
    /// Grammar: `expression`.
    pub(super) fn expression(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        let mut left = self.assignment_expression()?;
        while self.eat(Comma) {
            let right = self.assignment_expression()?;
            left = self.append_from(Expression::Sequence { left, right }, start);
        }
        Ok(left)
    }

    /// Grammar: `constant_expression`.
    pub(super) fn constant_expression(&mut self) -> Parsed<Handle<Expression>> {
        self.assignment_expression()
    }

    /// Grammar: `assignment_expression` and `conditional_expression`.
    pub(super) fn assignment_expression(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        let operand = self.binary_expression()?;
        // Most expressions are neither.
        if self.at(Question) || self.assignment_operator().is_some() {
            return self.assignment_from(start, operand);
        }
        Ok(operand)
    }

    /// The rest of an assignment or a conditional expression from its first operator on.
    fn assignment_from(&mut self, mut start: Span, mut operand: Handle<Expression>) -> Parsed<Handle<Expression>> {
        let depth = self.depth;
        let mut pending: SmallVec<[Pending; 2]> = SmallVec::new();
        let mut value = loop {
            if self.at(Question) {
                self.enter()?;
                let accept = self.conditional_accept()?;
                pending.push(Pending::Conditional { start, condition: operand, accept });
            } else if let Some(op) = self.assignment_operator() {
                self.enter()?;
                pending.push(Pending::Assign { start, op, op_span: self.span(), place: operand });
                self.bump();
            } else {
                break operand;
            }
            start = self.span();
            operand = self.binary_expression()?;
        };
        self.depth = depth;
        while let Some(waiting) = pending.pop() {
            value = match waiting {
                Pending::Conditional { start, condition, accept } => {
                    let node = Expression::Conditional { condition, accept, reject: value };
                    self.append_from(node, start)
                }
                Pending::Assign { start, op, op_span, place } => {
                    self.append_from(Expression::Assign { op, op_span, place, value }, start)
                }
            };
        }
        Ok(value)
    }

    /// `? accept :`
    fn conditional_accept(&mut self) -> Parsed<Handle<Expression>> {
        self.bump();
        let accept = self.expression()?;
        self.require(Colon)?;
        Ok(accept)
    }

    /// Grammar: `logical_or_expression` and all binary operators below it, by precedence.
    fn binary_expression(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        let operand = self.unary_expression()?;
        if self.binary_operator().is_some() { self.binary_from(start, operand) } else { Ok(operand) }
    }

    /// The rest of a binary expression from its first operator on.
    fn binary_from(&mut self, mut start: Span, mut right: Handle<Expression>) -> Parsed<Handle<Expression>> {
        let mut stack: SmallVec<[Operator; 4]> = SmallVec::new();
        while let Some((op, precedence)) = self.binary_operator() {
            while stack.last().is_some_and(|it| it.precedence >= precedence)
                && let Some(operator) = stack.pop()
            {
                start = operator.start;
                right = self.append_binary(operator, right);
            }
            stack.push(Operator { op, precedence, span: self.span(), left: right, start });
            self.bump();
            start = self.span();
            right = self.unary_expression()?;
        }
        while let Some(operator) = stack.pop() {
            right = self.append_binary(operator, right);
        }
        Ok(right)
    }

    fn append_binary(&mut self, operator: Operator, right: Handle<Expression>) -> Handle<Expression> {
        let Operator { op, span, left, start, .. } = operator;
        self.append_from(Expression::Binary { op, op_span: span, left, right }, start)
    }

    /// Adds a node that extends from `start` to the token before the cursor. The span of the first operand would not
    /// do: it lacks the parentheses.
    fn append_from(&mut self, node: Expression, start: Span) -> Handle<Expression> {
        let span = self.span_from(start);
        self.expressions.append(node, span)
    }

    /// The binary operator at the cursor with its precedence (GLSL 4.60, 5.1); higher binds tighter.
    pub(super) fn binary_operator(&self) -> Option<(BinaryOperator, u8)> {
        use BinaryOperator as Op;
        let operator = match self.punctuation()? {
            Punctuation::Star => (Op::Multiply, 11),
            Punctuation::Slash => (Op::Divide, 11),
            Punctuation::Percent => (Op::Remainder, 11),
            Punctuation::Plus => (Op::Add, 10),
            Punctuation::Minus => (Op::Subtract, 10),
            Punctuation::ShiftLeft => (Op::ShiftLeft, 9),
            Punctuation::ShiftRight => (Op::ShiftRight, 9),
            Punctuation::Less => (Op::Less, 8),
            Punctuation::Greater => (Op::Greater, 8),
            Punctuation::LessEqual => (Op::LessEqual, 8),
            Punctuation::GreaterEqual => (Op::GreaterEqual, 8),
            Punctuation::EqualEqual => (Op::Equal, 7),
            Punctuation::BangEqual => (Op::NotEqual, 7),
            Punctuation::Ampersand => (Op::BitAnd, 6),
            Punctuation::Caret => (Op::BitXor, 5),
            Punctuation::VerticalBar => (Op::BitOr, 4),
            Punctuation::LogicalAnd => (Op::LogicalAnd, 3),
            Punctuation::LogicalXor => (Op::LogicalXor, 2),
            Punctuation::LogicalOr => (Op::LogicalOr, 1),
            _ => return None,
        };
        let closes = matches!(operator.0, Op::Greater | Op::GreaterEqual | Op::ShiftRight);
        if closes && self.type_lists > 0 { None } else { Some(operator) }
    }

    /// Grammar: `assignment_operator`; `Some(None)` is `=`.
    #[allow(clippy::option_option)]
    fn assignment_operator(&self) -> Option<Option<BinaryOperator>> {
        use BinaryOperator as Op;
        Some(match self.punctuation()? {
            Punctuation::Equal => None,
            Punctuation::AddAssign => Some(Op::Add),
            Punctuation::SubAssign => Some(Op::Subtract),
            Punctuation::MulAssign => Some(Op::Multiply),
            Punctuation::DivAssign => Some(Op::Divide),
            Punctuation::ModAssign => Some(Op::Remainder),
            Punctuation::LeftAssign => Some(Op::ShiftLeft),
            Punctuation::RightAssign => Some(Op::ShiftRight),
            Punctuation::AndAssign => Some(Op::BitAnd),
            Punctuation::XorAssign => Some(Op::BitXor),
            Punctuation::OrAssign => Some(Op::BitOr),
            _ => return None,
        })
    }

    /// An expression up to `close`, one level deeper. What cannot be read up to there is skipped.
    pub(super) fn bracketed(&mut self, close: Punctuation) -> Parsed<Handle<Expression>> {
        self.enter()?;
        let depth = self.depth;
        let outer = std::mem::replace(&mut self.type_lists, 0);
        let start = self.span();
        let expression = match self.expression() {
            Ok(expression) => expression,
            Err(_) => {
                self.skip_to(&[close]);
                self.error_expression(start)
            }
        };
        self.type_lists = outer;
        self.depth = depth - 1;
        Ok(expression)
    }
}
