//! Blocks and simple statements.
//!
//! Comes in: tokens. Goes out: [`Statement`]s. Must not depend on: whether `break` is inside a loop.

use super::ast::{Attribute, Block, Statement, StatementKind};
use super::keywords::Word;
use super::{Parsed, Parser, errors};
use crate::preprocess::Punctuation::{Colon, LeftBrace, RightBrace, RightParen, Semicolon};
use crate::source::Span;

impl Parser<'_> {
    /// Grammar: `compound_statement`.
    pub(super) fn compound_statement(&mut self) -> Parsed<Block> {
        let open = self.span();
        self.require(LeftBrace)?;
        Ok(self.block_after_brace(open))
    }

    /// The rest of a block whose opening brace, at `open`, has been read.
    pub(super) fn block_after_brace(&mut self, open: Span) -> Block {
        let outer = self.open_block.replace(open);
        let in_for_header = std::mem::replace(&mut self.in_for_header, false);
        let statements = self.statement_list();
        self.open_block = outer;
        self.in_for_header = in_for_header;
        self.close_block(open);
        Block { statements, span: self.span_from(open) }
    }

    /// Requires `}`. Only the end of the file can be there instead.
    pub(super) fn close_block(&mut self, open: Span) {
        if self.eat(RightBrace) {
            return;
        }
        // A function inside a block has already been reported, most likely for the brace that is missing here.
        if !self.nested_function_reported {
            let diagnostic = errors::unclosed(self.span(), open, "`}`", &self.found());
            let diagnostic = self.blame_opening_macro(diagnostic, open);
            self.report(diagnostic);
        }
    }

    /// Grammar: `statement_list`, up to `}` or the end.
    fn statement_list(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !self.at(RightBrace) && !self.at_end() {
            if let Some(state) = self.opt_extensions() {
                statements.push(extensions(state, self.span()));
            }
            let before = self.position;
            if let Some(statement) = self.recovering_statement() {
                statements.push(statement);
            }
            if self.position == before {
                self.bump();
            }
        }
        statements
    }

    /// A statement, or nothing after an error that has been reported and skipped.
    pub(super) fn recovering_statement(&mut self) -> Option<Statement> {
        let depth = self.depth;
        let open_block = self.open_block;
        let statement = self.statement();
        self.depth = depth;
        self.open_block = open_block;
        self.type_lists = 0;
        self.in_for_header = false;
        match statement {
            Ok(statement) => statement,
            Err(_) => {
                self.recover_statement();
                None
            }
        }
    }

    /// Grammar: `statement`. A misplaced function goes into the tree by itself and returns nothing here.
    pub(super) fn statement(&mut self) -> Parsed<Option<Statement>> {
        self.foreign_prefix()?;
        let start = self.span();
        let attributes = self.opt_attributes()?;
        self.enter()?;
        let kind = self.statement_kind(&attributes)?;
        self.depth -= 1;
        Ok(kind.map(|kind| Statement { kind, span: self.span_from(start), attributes: attributes.into() }))
    }

    fn statement_kind(&mut self, attributes: &[Attribute]) -> Parsed<Option<StatementKind>> {
        if self.at(LeftBrace) {
            if let Some(attribute) = attributes.first() {
                self.note(errors::misplaced_attribute(attribute.name.span));
            }
            return Ok(Some(StatementKind::Block(Box::new(self.compound_statement()?))));
        }
        let kind = match self.word() {
            Some(Word::If) => self.selection_statement(),
            Some(Word::Switch) => self.switch_statement(),
            Some(Word::While) => self.while_statement(),
            Some(Word::Do) => self.do_statement(),
            Some(Word::For) => self.for_statement(),
            _ => {
                if let Some(attribute) = attributes.first() {
                    self.note(errors::misplaced_attribute(attribute.name.span));
                }
                return self.simple_statement();
            }
        };
        kind.map(Some)
    }

    /// Grammar: `simple_statement` without the selections and loops.
    fn simple_statement(&mut self) -> Parsed<Option<StatementKind>> {
        let kind = match self.word() {
            Some(Word::Break) => StatementKind::Break,
            Some(Word::Continue) => StatementKind::Continue,
            Some(Word::Return) => return self.return_statement().map(Some),
            Some(Word::Case | Word::Default) => return self.stray_label().map(Some),
            Some(Word::Else) => return self.stray_else(),
            Some(word @ (Word::Discard | Word::Terminator)) if word == Word::Discard || self.nth_at(1, Semicolon) => {
                match self.opt_symbol() {
                    Some(symbol) => StatementKind::Discard(symbol),
                    None => StatementKind::Empty,
                }
            }
            _ => return self.declaration_or_expression_statement(),
        };
        self.bump();
        self.semicolon();
        Ok(Some(kind))
    }

    /// Grammar: `declaration_statement` and `expression_statement`.
    fn declaration_or_expression_statement(&mut self) -> Parsed<Option<StatementKind>> {
        if self.eat(Semicolon) {
            return Ok(Some(StatementKind::Empty));
        }
        if self.at_declaration() {
            let declaration = self.declaration(Vec::new())?;
            return Ok(declaration.map(|it| StatementKind::Declaration(Box::new(it))));
        }
        if self.at(RightParen) {
            let diagnostic = errors::unmatched(self.span(), ")");
            return Err(self.report(diagnostic));
        }
        let expression = self.expression()?;
        self.semicolon();
        Ok(Some(StatementKind::Expression(expression)))
    }

    fn return_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let value = if self.at(Semicolon) || self.at(RightBrace) {
            None
        } else if self.at(LeftBrace) {
            // Not allowed here, but the meaning is clear.
            Some(self.initializer()?)
        } else {
            Some(self.expression()?)
        };
        self.semicolon();
        Ok(StatementKind::Return(value))
    }

    /// A label that is not directly inside a `switch`.
    fn stray_label(&mut self) -> Parsed<StatementKind> {
        let case = self.at_word(Word::Case);
        if !std::mem::replace(&mut self.stray_label_reported, true) {
            self.note(errors::case_outside_switch(self.span(), if case { "case" } else { "default" }));
        }
        self.bump();
        if case {
            self.expression()?;
        }
        self.require(Colon)?;
        Ok(StatementKind::Empty)
    }

    /// `else` on its own; what it guards is read as an ordinary statement.
    fn stray_else(&mut self) -> Parsed<Option<StatementKind>> {
        self.note(errors::else_without_if(self.span()));
        while self.eat_word(Word::Else) {}
        Ok(self.statement()?.map(|statement| statement.kind))
    }
}

/// The mark that `#extension` leaves among statements.
pub(super) fn extensions(state: super::ast::ExtensionState, span: Span) -> Statement {
    Statement { kind: StatementKind::Extensions(Box::new(state)), span, attributes: Box::default() }
}
