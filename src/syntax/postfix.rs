//! Unary, postfix and primary expressions, calls and constructors.
//!
//! Comes in: tokens. Goes out: handles into the arena. Must not know: which names are types, functions or variables.

use super::ast::{BaseType, Dimension, Expression, Literal, Name, TypeSpecifier, UnaryOperator};
use super::keywords::Word;
use super::{Parsed, Parser, errors, join};
use crate::preprocess::Punctuation::{
    self, Comma, Decrement, Dot, Increment, LeftBracket, LeftParen, Minus, RightParen,
};
use crate::preprocess::TokenKind;
use crate::source::Span;
use naga::Handle;

/// A prefix operator.
#[derive(Clone, Copy)]
enum Prefix {
    Unary(UnaryOperator),
    Increment { decrement: bool },
}

impl Parser<'_> {
    /// Grammar: `unary_expression`.
    pub(super) fn unary_expression(&mut self) -> Parsed<Handle<Expression>> {
        let Some(first) = self.prefix_operator() else { return self.postfix_expression() };
        let depth = self.depth;
        let mut operators = Vec::new();
        let mut next = Some(first);
        while let Some(operator) = next {
            self.enter()?;
            operators.push((operator, self.span()));
            self.bump();
            next = self.prefix_operator();
        }
        let mut operand = self.postfix_expression()?;
        self.depth = depth;
        while let Some((operator, start)) = operators.pop() {
            let node = match operator {
                Prefix::Unary(op) => Expression::Unary { op, operand },
                Prefix::Increment { decrement } => Expression::Increment { decrement, postfix: false, operand },
            };
            let span = self.span_from(start);
            operand = self.expressions.append(node, span);
        }
        Ok(operand)
    }

    fn prefix_operator(&self) -> Option<Prefix> {
        Some(match self.punctuation()? {
            Punctuation::Plus => Prefix::Unary(UnaryOperator::Plus),
            Minus => Prefix::Unary(UnaryOperator::Negate),
            Punctuation::Bang => Prefix::Unary(UnaryOperator::LogicalNot),
            Punctuation::Tilde => Prefix::Unary(UnaryOperator::BitNot),
            Increment => Prefix::Increment { decrement: false },
            Decrement => Prefix::Increment { decrement: true },
            _ => return None,
        })
    }

    /// Grammar: `postfix_expression`.
    fn postfix_expression(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        let mut base = self.primary_expression()?;
        loop {
            let node = match self.punctuation() {
                Some(LeftBracket) => self.index(base)?,
                Some(Dot) => self.member(base)?,
                Some(operator @ (Increment | Decrement)) => {
                    self.bump();
                    Expression::Increment { decrement: operator == Decrement, postfix: true, operand: base }
                }
                _ => return Ok(base),
            };
            let span = self.span_from(start);
            base = self.expressions.append(node, span);
        }
    }

    fn index(&mut self, base: Handle<Expression>) -> Parsed<Expression> {
        let dimension = self.dimension()?;
        Ok(self.index_node(base, dimension))
    }

    fn index_node(&mut self, base: Handle<Expression>, dimension: Dimension) -> Expression {
        let Some(index) = dimension.size else {
            self.note(errors::empty_index(dimension.span));
            return Expression::Error;
        };
        Expression::Index { base, index }
    }

    /// `.member` or `.method(...)`.
    fn member(&mut self, base: Handle<Expression>) -> Parsed<Expression> {
        self.bump();
        let Some(symbol) = self.opt_symbol() else {
            let diagnostic = errors::expected_name(self.span(), "the name of a member", &self.found());
            return Err(self.report(diagnostic));
        };
        let name = Name { symbol, span: self.span() };
        self.bump();
        if self.at(LeftParen) {
            let arguments = self.arguments()?;
            return Ok(Expression::Method { base, name, arguments });
        }
        Ok(Expression::Member { base, name })
    }

    /// Grammar: `primary_expression`, and what starts with a name: variables, calls and constructors.
    fn primary_expression(&mut self) -> Parsed<Handle<Expression>> {
        let span = self.span();
        let literal = match self.kind() {
            TokenKind::Punctuation(LeftParen) => return self.parenthesized(),
            TokenKind::Word(_) => match self.word() {
                Some(Word::True) => Literal::Bool(true),
                Some(Word::False) => Literal::Bool(false),
                _ => return self.named(),
            },
            TokenKind::Integer { bits, suffix, radix_prefixed } => Literal::Integer { bits, suffix, radix_prefixed },
            TokenKind::Float { value, suffix } => Literal::Float { value, suffix },
            TokenKind::String(symbol) => Literal::String(symbol),
            TokenKind::Punctuation(_) | TokenKind::End => {
                return Err(self.no_expression());
            }
        };
        self.bump();
        Ok(self.expressions.append(Expression::Literal(literal), span))
    }

    fn no_expression(&mut self) -> super::Reported {
        let diagnostic = errors::expected_expression(self.span(), &self.found());
        self.report(diagnostic)
    }

    /// `( expression )`, which leaves no trace but in the span, and the C cast that some write.
    fn parenthesized(&mut self) -> Parsed<Handle<Expression>> {
        if self.nth_word(1) == Some(Word::Type) && self.nth_at(2, RightParen) {
            return self.c_style_cast();
        }
        let open = self.span();
        self.bump();
        let expression = self.bracketed(RightParen)?;
        self.close(RightParen, open, "`)`");
        Ok(expression)
    }

    /// `(float) x`, read as `float(x)` after the report.
    fn c_style_cast(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        self.bump();
        let Some(symbol) = self.opt_symbol() else { return Err(self.unexpected("a type")) };
        let span = self.span();
        let diagnostic = errors::c_style_cast(join(start, self.nth(1).span), self.text(symbol));
        self.note(diagnostic);
        self.bump();
        self.bump();
        self.enter()?;
        let operand = self.unary_expression()?;
        self.depth -= 1;
        let callee = type_specifier(BaseType::Named(symbol), span);
        let span = self.span_from(start);
        Ok(self.expressions.append(Expression::Call { callee, arguments: vec![operand] }, span))
    }

    /// A variable, `name(...)`, `name[2](...)`, `name<...>(...)`.
    fn named(&mut self) -> Parsed<Handle<Expression>> {
        let Some(symbol) = self.opt_symbol() else { return Err(self.no_expression()) };
        let start = self.span();
        let word = self.word().unwrap_or(Word::Name);
        let nonuniform = word == Word::Qualifier && self.text(symbol) == "nonuniformEXT" && self.nth_at(1, LeftParen);
        if !word.may_be_type() && !nonuniform {
            return Err(self.no_expression());
        }
        if word == Word::Reserved {
            let diagnostic = errors::reserved_word(start, self.text(symbol));
            self.note(diagnostic);
        }
        let parameterized = self.at_type_arguments();
        let constructor = self.nth_at(1, LeftParen) || self.nth_at(1, LeftBracket) || parameterized;
        if word == Word::Type && !constructor {
            return Err(self.no_expression());
        }
        self.bump();
        let mut callee = type_specifier(BaseType::Named(symbol), start);
        if parameterized {
            callee.arguments = self.type_arguments()?;
        }
        while self.at(LeftBracket) {
            callee.dimensions.push(self.dimension()?);
        }
        callee.span = self.span_from(start);
        if self.at(LeftParen) {
            let arguments = self.arguments()?;
            let span = self.span_from(start);
            return Ok(self.expressions.append(Expression::Call { callee, arguments }, span));
        }
        if parameterized {
            return Err(self.unexpected("`(`"));
        }
        let mut base = self.expressions.append(Expression::Identifier(symbol), start);
        for dimension in callee.dimensions {
            let node = self.index_node(base, dimension);
            base = self.expressions.append(node, join(start, dimension.span));
        }
        Ok(base)
    }

    /// `( argument, ... )`; `(void)` is empty too.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Handle<Expression>>> {
        let open = self.span();
        self.expect(LeftParen)?;
        self.enter()?;
        let depth = self.depth;
        let outer = std::mem::replace(&mut self.type_lists, 0);
        let mut arguments = Vec::new();
        if self.at_void_and_close() {
            self.bump();
        } else if !self.at(RightParen) {
            // Each round ends at a comma or leaves, so the loop always makes progress.
            loop {
                let start = self.span();
                match self.assignment_expression() {
                    Ok(argument) => arguments.push(argument),
                    Err(_) => {
                        self.depth = depth;
                        self.type_lists = 0;
                        self.skip_to(&[Comma, RightParen]);
                        arguments.push(self.error_expression(start));
                    }
                }
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.type_lists = outer;
        self.depth = depth - 1;
        self.close(RightParen, open, "`,` or `)`");
        Ok(arguments)
    }
}

/// A type without sizes and arguments.
fn type_specifier(base: BaseType, span: Span) -> TypeSpecifier {
    TypeSpecifier { base, arguments: Vec::new(), dimensions: Vec::new(), span }
}
