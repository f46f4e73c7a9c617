//! The contents of the parentheses after `spirv_...` words (GL_EXT_spirv_intrinsics, 9).
//!
//! Comes in: tokens from the opening parenthesis on. Goes out: [`SpirvArgument`]s, whatever their order. Must not
//! depend on: which word takes which of them.

use super::ast::{Expression, Name, SpirvArgument, SpirvArgumentKind};
use super::{Parsed, Parser};
use crate::arena::Handle;
use crate::preprocess::Punctuation::{Comma, Equal, LeftBracket, LeftParen, RightBracket, RightParen};
use crate::preprocess::TokenKind;

impl Parser<'_> {
    /// Whether `spirv_type(` stands `ahead` places after the cursor.
    pub(super) fn at_spirv_type(&self, ahead: usize) -> bool {
        self.nth_at(ahead + 1, LeftParen)
            && matches!(self.nth(ahead).kind, TokenKind::Word(symbol) if self.text(symbol) == "spirv_type")
    }

    /// The token index after `spirv_type(...)` and array sizes, if a word follows that it may be the type of.
    pub(super) fn spirv_type_ends(&self, ahead: usize) -> Option<usize> {
        if !self.at_spirv_type(ahead) {
            return None;
        }
        let after = self.after_dimensions(self.after_brackets(ahead + 1)?)?;
        self.nth_word(after).map(|_| after)
    }

    /// `( argument, ... )`
    pub(super) fn spirv_arguments(&mut self) -> Parsed<Vec<SpirvArgument>> {
        let open = self.span();
        self.require(LeftParen)?;
        self.enter()?;
        let depth = self.depth;
        let mut arguments = Vec::new();
        let outer = std::mem::replace(&mut self.type_lists, 0);
        // Each iteration ends at a comma or leaves, so the loop always makes progress.
        while !self.at(RightParen) || !arguments.is_empty() {
            let start = self.span();
            match self.spirv_argument() {
                Ok(kind) => arguments.push(SpirvArgument { kind, span: self.span_from(start) }),
                Err(_) => {
                    self.depth = depth;
                    self.type_lists = 0;
                    self.skip_to(&[Comma, RightParen]);
                }
            }
            if !self.eat(Comma) {
                break;
            }
        }
        self.type_lists = outer;
        self.depth = depth - 1;
        self.close(RightParen, open, "`,` or `)`");
        Ok(arguments)
    }

    fn spirv_argument(&mut self) -> Parsed<SpirvArgumentKind> {
        let TokenKind::Word(symbol) = self.kind() else {
            return Ok(SpirvArgumentKind::Value(self.constant_expression()?));
        };
        if self.nth_at(1, Equal) {
            let name = Name { symbol, span: self.span() };
            self.bump();
            self.bump();
            if self.at(LeftBracket) {
                return Ok(SpirvArgumentKind::List { name, items: self.spirv_list()? });
            }
            return Ok(SpirvArgumentKind::Named { name, value: self.constant_expression()? });
        }
        if self.text(symbol) == "spirv_id" && !self.nth_at(1, Comma) && !self.nth_at(1, RightParen) {
            self.bump();
            return Ok(SpirvArgumentKind::Id(self.constant_expression()?));
        }
        if self.at_type_argument() {
            return Ok(SpirvArgumentKind::Type(Box::new(self.type_specifier()?)));
        }
        Ok(SpirvArgumentKind::Value(self.constant_expression()?))
    }

    /// `[ value, ... ]`
    fn spirv_list(&mut self) -> Parsed<Vec<Handle<Expression>>> {
        let open = self.span();
        self.require(LeftBracket)?;
        self.enter()?;
        let depth = self.depth;
        let mut items = Vec::new();
        while !self.at(RightBracket) || !items.is_empty() {
            match self.constant_expression() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.depth = depth;
                    self.skip_to(&[Comma, RightBracket]);
                }
            }
            if !self.eat(Comma) {
                break;
            }
        }
        self.depth = depth - 1;
        self.close(RightBracket, open, "`,` or `]`");
        Ok(items)
    }
}
