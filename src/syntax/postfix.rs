//! Unary, postfix and primary expressions, calls and constructors.
//!
//! Comes in: tokens. Goes out: handles into the arena. Must not depend on: which names are types, functions or
//! variables.

use super::ast::{
    BaseType, Dimension, Expression, List, Literal, MethodCall, Name, SpirvQualifier, SpirvWord, TypeSpecifier,
    UnaryOperator,
};
use super::keywords::Word;
use super::{Parsed, Parser, errors, join};
use crate::arena::Handle;
use crate::builtins::extensions;
use crate::preprocess::Punctuation::{
    self, Comma, Decrement, Dot, Increment, LeftBracket, LeftParen, Minus, RightParen,
};
use crate::preprocess::{Number, TokenKind};
use crate::source::Span;
use smallvec::SmallVec;

/// A prefix operator.
enum Prefix {
    Unary(UnaryOperator),
    Increment {
        decrement: bool,
    },
    /// `(type)`
    Cast(Box<TypeSpecifier>),
}

impl Parser<'_> {
    /// Grammar: `unary_expression`.
    pub(super) fn unary_expression(&mut self) -> Parsed<Handle<Expression>> {
        // Most operands start with a name or a literal.
        if self.punctuation().is_some() { self.prefixed_expression() } else { self.postfix_expression() }
    }

    /// Prefix operators and casts with their operand, or an expression in parentheses.
    fn prefixed_expression(&mut self) -> Parsed<Handle<Expression>> {
        let depth = self.depth;
        let mut operators: SmallVec<[(Prefix, Span); 1]> = SmallVec::new();
        loop {
            let start = self.span();
            let operator = match self.prefix_operator() {
                Some(operator) => {
                    self.bump();
                    operator
                }
                None if self.at_cast() => {
                    self.bump();
                    let ty = self.type_specifier()?;
                    self.close(RightParen, start, "`)`");
                    Prefix::Cast(Box::new(ty))
                }
                None => break,
            };
            self.enter()?;
            operators.push((operator, start));
        }
        let mut operand = self.postfix_expression()?;
        self.depth = depth;
        while let Some((operator, start)) = operators.pop() {
            let node = match operator {
                Prefix::Unary(op) => Expression::Unary { op, operand },
                Prefix::Increment { decrement } => Expression::Increment { decrement, postfix: false, operand },
                Prefix::Cast(ty) => Expression::Cast { ty, operand },
            };
            let span = self.span_from(start);
            operand = self.expressions.append(node, span);
        }
        Ok(operand)
    }

    /// Whether `(type)` precedes an operand (GL_NV_explicit_typecast). A name in parentheses may be a variable: then no
    /// operand can follow, except after `+` and other operators that are binary there.
    fn at_cast(&self) -> bool {
        if !self.at(LeftParen) || !self.state.enabled.contains(extensions::GL_NV_explicit_typecast) {
            return false;
        }
        let Some(word) = self.nth_word(1) else { return false };
        let after = if self.nth_at_type_arguments(1) { self.after_type_arguments(2) } else { Some(2) };
        let is_type = matches!(word, Word::Type | Word::ExtendedType | Word::ParameterizedType) || after != Some(2);
        let after = after.and_then(|after| if is_type { self.after_dimensions(after) } else { Some(after) });
        let Some(after) = after.filter(|&after| self.nth_at(after, RightParen)) else { return false };
        if word == Word::Type || is_type && after > 2 {
            return true;
        }
        let sign = matches!(word, Word::ExtendedType)
            && [Punctuation::Plus, Minus, Increment, Decrement].iter().any(|&it| self.nth_at(after + 1, it));
        word.may_be_type() && (sign || self.nth_starts_operand(after + 1))
    }

    /// Whether only an operand can start with the token `ahead` places after the cursor.
    fn nth_starts_operand(&self, ahead: usize) -> bool {
        match self.nth(ahead).kind {
            TokenKind::Word(symbol) => self.nth_word(ahead).is_some_and(|word| {
                word.may_be_type()
                    || matches!(word, Word::True | Word::False)
                    || self.qualifies_expression(symbol, ahead)
            }),
            TokenKind::Number(_) => true,
            TokenKind::Punctuation(it) => matches!(it, LeftParen | Punctuation::Bang | Punctuation::Tilde),
            TokenKind::String(_) | TokenKind::End => false,
        }
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
            return Ok(Expression::Method { base, call: Box::new(MethodCall { name, arguments }) });
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
            TokenKind::Number(index) => self.number(index),
            TokenKind::String(symbol) => Literal::String(symbol),
            TokenKind::Punctuation(_) | TokenKind::End => {
                return Err(self.no_expression());
            }
        };
        self.bump();
        Ok(self.expressions.append(Expression::Literal(literal), span))
    }

    /// The literal for a number.
    fn number(&self, index: u32) -> Literal {
        match self.numbers.get(index as usize) {
            Some(&Number::Integer { bits, suffix, radix_prefixed }) => {
                Literal::Integer { bits, suffix, radix_prefixed }
            }
            Some(&Number::Float { value, suffix }) => Literal::Float { value, suffix },
            None => Literal::Bool(false),
        }
    }

    fn no_expression(&mut self) -> super::Reported {
        if let Some(foreign) = self.foreign_operator() {
            return self.report(foreign);
        }
        let diagnostic = errors::expected_expression(self.span(), &self.found());
        self.report(diagnostic)
    }

    /// `( expression )`, which leaves no trace except in the span, and C casts.
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
        let name = Name { symbol, span };
        let first = self.open_lists.len();
        self.open_lists.push(operand);
        let arguments = self.close_list(first);
        let span = self.span_from(start);
        Ok(self.expressions.append(Expression::Call { name, arguments }, span))
    }

    /// A variable, `name(...)`, `name[2](...)`, `name<...>(...)`.
    fn named(&mut self) -> Parsed<Handle<Expression>> {
        let Some(symbol) = self.opt_symbol() else { return Err(self.no_expression()) };
        let start = self.span();
        let word = self.word().unwrap_or(Word::Name);
        let is_qualifier = matches!(word, Word::Qualifier | Word::SoftQualifier);
        if is_qualifier && self.decorates_expression(symbol, 0) {
            return self.decorated();
        }
        let qualifies = word == Word::Qualifier && self.qualifies_expression(symbol, 0);
        if !word.may_be_type() && !qualifies {
            return Err(self.no_expression());
        }
        if word == Word::Reserved {
            let diagnostic = errors::reserved_word(start, self.text(symbol));
            if self.text(symbol) == "sizeof" {
                // Its operand may be a type, which is not an expression.
                return Err(self.report(diagnostic));
            }
            self.note(diagnostic);
        }
        let parameterized = self.at_type_arguments();
        let constructor = self.nth_at(1, LeftParen) || self.nth_at(1, LeftBracket) || parameterized;
        if word == Word::Type && !constructor {
            return Err(self.no_expression());
        }
        self.bump();
        if self.at(LeftParen) {
            let name = Name { symbol, span: start };
            let arguments = self.arguments()?;
            let span = self.span_from(start);
            return Ok(self.expressions.append(Expression::Call { name, arguments }, span));
        }
        if !parameterized && !self.at(LeftBracket) {
            return Ok(self.expressions.append(Expression::Identifier(symbol), start));
        }
        let type_arguments = if parameterized { self.type_arguments()? } else { Vec::new() };
        let dimensions = self.opt_array_specifier()?;
        if self.at(LeftParen) {
            let base = BaseType::Named(symbol);
            let ty = TypeSpecifier { base, arguments: type_arguments, dimensions, span: self.span_from(start) };
            let arguments = self.arguments()?;
            let span = self.span_from(start);
            let node = Expression::Construct { ty: Box::new(ty), arguments };
            return Ok(self.expressions.append(node, span));
        }
        if parameterized {
            return Err(self.unexpected("`(`"));
        }
        let mut base = self.expressions.append(Expression::Identifier(symbol), start);
        for dimension in dimensions {
            let node = self.index_node(base, dimension);
            base = self.expressions.append(node, join(start, dimension.span));
        }
        Ok(base)
    }

    /// `spirv_decorate(...)(operand)` (GL_EXT_spirv_intrinsics, 9: under `function_identifier`).
    fn decorated(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        let TokenKind::Word(symbol) = self.kind() else { return Err(self.no_expression()) };
        let Some(word) = SpirvWord::from_spelling(self.text(symbol)) else { return Err(self.no_expression()) };
        self.bump();
        let arguments = self.spirv_arguments()?;
        let decoration = Box::new(SpirvQualifier { word, arguments, span: self.span_from(start) });
        let arguments = self.arguments()?;
        let span = self.span_from(start);
        Ok(self.expressions.append(Expression::Decorated { decoration, arguments }, span))
    }

    /// `( argument, ... )`; `(void)` is empty too.
    pub(super) fn arguments(&mut self) -> Parsed<List> {
        let open = self.span();
        self.require(LeftParen)?;
        self.enter()?;
        let depth = self.depth;
        let outer = std::mem::replace(&mut self.type_lists, 0);
        let first = self.open_lists.len();
        if self.at_void_and_close() {
            self.bump();
        } else if !self.at(RightParen) {
            // Each iteration ends at a comma or leaves, so the loop always makes progress.
            loop {
                let start = self.span();
                let argument = match self.initializer() {
                    Ok(argument) => argument,
                    Err(_) => {
                        self.depth = depth;
                        self.type_lists = 0;
                        self.skip_to(&[Comma, RightParen]);
                        self.error_expression(start)
                    }
                };
                self.open_lists.push(argument);
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.type_lists = outer;
        self.depth = depth - 1;
        self.close(RightParen, open, "`,` or `)`");
        Ok(self.close_list(first))
    }

    /// Makes a list of the expressions that have been read since there were `first` in open lists.
    pub(super) fn close_list(&mut self, first: usize) -> List {
        // No more than tokens, whose offsets are `u32`.
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(self.open_lists.get(first..).unwrap_or_default());
        self.open_lists.truncate(first);
        List { start, count: self.lists.len() as u32 - start }
    }
}
