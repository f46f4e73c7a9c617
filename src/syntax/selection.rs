//! Selections, `switch` and loops.
//!
//! Comes in: tokens. Goes out: [`StatementKind`]s. Must not depend on: whether labels repeat.

use super::ast::{
    Block, Branch, Condition, DeclaredCondition, DoWhile, Expression, For, If, Statement, StatementKind, Switch,
    SwitchItem, While,
};
use super::keywords::Word;
use super::statement::extensions;
use super::{Parsed, Parser, errors};
use crate::arena::Handle;
use crate::preprocess::Punctuation::{Colon, LeftBrace, LeftParen, RightBrace, RightParen, Semicolon};
use smallvec::SmallVec;

impl Parser<'_> {
    /// Grammar: `statement_scoped`: the body of a selection or loop, a scope of its own.
    fn statement_scoped(&mut self) -> Parsed<Block> {
        if self.at(LeftBrace) {
            return self.compound_statement();
        }
        let start = self.span();
        let statements = self.statement()?.into_iter().collect();
        Ok(Block { statements, span: self.span_from(start) })
    }

    /// `( expression )` after a keyword.
    fn condition_in_parentheses(&mut self) -> Parsed<Handle<Expression>> {
        let open = self.span();
        self.require(LeftParen)?;
        let condition = self.bracketed(RightParen)?;
        self.close(RightParen, open, "`)`");
        Ok(condition)
    }

    /// Grammar: `selection_statement`, with the whole chain of `else if`.
    pub(super) fn selection_statement(&mut self) -> Parsed<StatementKind> {
        let mut branches = SmallVec::new();
        loop {
            self.bump();
            branches.push(self.branch()?);
            if !self.eat_word(Word::Else) {
                return Ok(StatementKind::If(Box::new(If { branches, otherwise: None })));
            }
            if !self.at_word(Word::If) {
                let otherwise = Some(self.statement_scoped()?);
                return Ok(StatementKind::If(Box::new(If { branches, otherwise })));
            }
        }
    }

    fn branch(&mut self) -> Parsed<Branch> {
        let open = self.span();
        self.require(LeftParen)?;
        let condition = if self.at_declaration() {
            let start = self.span();
            self.note(errors::declaration_in_if(start));
            if self.condition_declaration().is_err() {
                self.skip_to(&[RightParen]);
            }
            self.error_expression(start)
        } else {
            self.bracketed(RightParen)?
        };
        self.close(RightParen, open, "`)`");
        Ok(Branch { condition, body: self.statement_scoped()? })
    }

    /// Grammar: `switch_statement`.
    pub(super) fn switch_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let selector = self.condition_in_parentheses()?;
        let open = self.span();
        if self.at(LeftBrace) || !self.at_label(0) {
            self.require(LeftBrace)?;
        } else {
            self.unexpected("`{`");
        }
        if self.at(LeftBrace) && self.at_label(1) {
            self.unexpected("a label");
            self.bump();
        }
        let outer = self.open_block.replace(open);
        let body = self.switch_statement_list();
        self.open_block = outer;
        self.close_block(open);
        Ok(StatementKind::Switch(Box::new(Switch { selector, body })))
    }

    fn at_label(&self, ahead: usize) -> bool {
        matches!(self.nth_word(ahead), Some(Word::Case | Word::Default))
    }

    /// Grammar: `switch_statement_list`.
    fn switch_statement_list(&mut self) -> Vec<SwitchItem> {
        let mut body = Vec::new();
        let mut labelled = false;
        let mut open_label = None;
        while !self.at(RightBrace) && !self.at_end() {
            if let Some(state) = self.opt_extensions() {
                body.push(SwitchItem::Statement(extensions(state, self.span())));
            }
            let before = self.position;
            if self.at_label(0) {
                let start = self.span();
                labelled = true;
                open_label = Some(start);
                let depth = self.depth;
                match self.case_label() {
                    Ok(item) => body.push(item),
                    Err(_) => {
                        self.depth = depth;
                        self.skip_to(&[Colon]);
                        self.eat(Colon);
                    }
                }
            } else {
                if !std::mem::replace(&mut labelled, true) {
                    self.note(errors::statement_before_case(self.span()));
                }
                open_label = None;
                if let Some(statement) = self.recovering_statement() {
                    body.push(SwitchItem::Statement(statement));
                }
            }
            if self.position == before {
                self.bump();
            }
        }
        if let Some(label) = open_label
            && self.at(RightBrace)
        {
            self.note(errors::label_without_statement(label, self.version));
        }
        body
    }

    /// Grammar: `case_label`.
    fn case_label(&mut self) -> Parsed<SwitchItem> {
        let start = self.span();
        let value = if self.eat_word(Word::Default) {
            None
        } else {
            self.bump();
            Some(self.expression()?)
        };
        self.require(Colon)?;
        let span = self.span_from(start);
        Ok(value.map_or(SwitchItem::Default(span), |value| SwitchItem::Case(value, span)))
    }

    pub(super) fn while_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let open = self.span();
        self.require(LeftParen)?;
        let condition = self.loop_condition(&[RightParen]);
        self.close(RightParen, open, "`)`");
        let body = self.statement_scoped()?;
        Ok(StatementKind::While(Box::new(While { condition, body })))
    }

    pub(super) fn do_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let body = self.statement_scoped()?;
        if !self.eat_word(Word::While) {
            return Err(self.unexpected("`while`"));
        }
        let condition = self.condition_in_parentheses()?;
        self.semicolon();
        Ok(StatementKind::DoWhile(Box::new(DoWhile { body, condition })))
    }

    pub(super) fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let open = self.span();
        self.require(LeftParen)?;
        let errors = self.diagnostics.error_count();
        self.in_for_header = true;
        let init = self.for_init();
        self.in_for_header = false;
        let condition = if self.at(Semicolon) { None } else { Some(self.loop_condition(&[Semicolon, RightParen])) };
        if !self.at(RightParen) {
            self.semicolon_in_for();
        } else if self.diagnostics.error_count() == errors {
            // After an error a part may have been skipped together with its `;`.
            self.unexpected("`;`");
            self.error_position = None;
        }
        let step = if self.at(RightParen) { None } else { Some(self.bracketed(RightParen)?) };
        self.close(RightParen, open, "`)`");
        let body = self.statement_scoped()?;
        Ok(StatementKind::For(Box::new(For { init, condition, step, body })))
    }

    /// Grammar: `for_init_statement`.
    fn for_init(&mut self) -> Option<Statement> {
        if self.eat(Semicolon) {
            return None;
        }
        let start = self.span();
        let depth = self.depth;
        let kind = if self.at_declaration() { self.for_declaration() } else { self.for_expression() };
        self.depth = depth;
        match kind {
            Ok(kind) => kind.map(|kind| Statement { kind, span: self.span_from(start), attributes: Box::default() }),
            Err(_) => {
                self.skip_to(&[Semicolon, RightParen]);
                self.eat(Semicolon);
                None
            }
        }
    }

    fn for_declaration(&mut self) -> Parsed<Option<StatementKind>> {
        Ok(self.declaration(Vec::new())?.map(|it| StatementKind::Declaration(Box::new(it))))
    }

    fn for_expression(&mut self) -> Parsed<Option<StatementKind>> {
        let expression = self.expression()?;
        self.semicolon_in_for();
        Ok(Some(StatementKind::Expression(expression)))
    }

    /// `;` between the parts of a `for`: anything that does not fit is skipped up to it.
    pub(super) fn semicolon_in_for(&mut self) {
        if self.eat(Semicolon) {
            return;
        }
        self.unexpected("`;`");
        self.skip_to(&[Semicolon, RightParen]);
        self.eat(Semicolon);
    }

    /// Grammar: `condition` of a loop. What cannot be read is skipped up to one of `stops`.
    fn loop_condition(&mut self, stops: &[crate::preprocess::Punctuation]) -> Condition {
        let start = self.span();
        let depth = self.depth;
        let condition = if self.at_declaration() {
            self.condition_declaration()
                .map(|(ty, declarator)| Condition::Declaration(Box::new(DeclaredCondition { ty, declarator })))
        } else {
            self.expression().map(Condition::Expression)
        };
        self.depth = depth;
        condition.unwrap_or_else(|_| {
            self.type_lists = 0;
            self.skip_to(stops);
            Condition::Expression(self.error_expression(start))
        })
    }
}
