//! Qualifiers, `layout(...)` and bracketed attributes.
//!
//! Comes in: tokens. Goes out: [`Qualifier`]s and [`Attribute`]s. Must not depend on: what they may be applied to.

use super::ast::{
    Attribute, LayoutQualifier, List, Name, Qualifier, QualifierKind, Qualifiers, SpirvQualifier, SpirvWord,
};
use super::keywords::{Word, qualifier_kind};
use super::{Parsed, Parser};
use crate::preprocess::Punctuation::{
    Comma, Equal, LeftBrace, LeftBracket, LeftParen, RightBracket, RightParen, Semicolon,
};
use crate::preprocess::TokenKind;
use crate::source::Symbol;

/// How many words that may be qualifiers are skipped to find out whether they are.
const MOST_SOFT_QUALIFIERS: usize = 8;

impl Parser<'_> {
    /// Whether there is a qualifier at the cursor.
    pub(super) fn at_qualifier(&self) -> bool {
        self.nth_qualifier(0)
    }

    fn nth_qualifier(&self, ahead: usize) -> bool {
        let word = if ahead == 0 { self.word() } else { self.nth_word(ahead) };
        let (Some(word), TokenKind::Word(symbol)) = (word, self.nth(ahead).kind) else { return false };
        match word {
            Word::Layout => true,
            Word::Qualifier => !self.qualifies_expression(symbol, ahead),
            Word::SoftQualifier => self.soft_qualifier(ahead),
            _ => false,
        }
    }

    /// Whether a qualifier precedes an expression in parentheses, like the name of a function.
    pub(super) fn qualifies_expression(&self, symbol: Symbol, ahead: usize) -> bool {
        match self.text(symbol) {
            "nonuniformEXT" | "subgroupuniformEXT" => self.nth_at(ahead + 1, LeftParen),
            _ => self.decorates_expression(symbol, ahead),
        }
    }

    /// The same for `spirv_decorate(...)` and similar words.
    pub(super) fn decorates_expression(&self, symbol: Symbol, ahead: usize) -> bool {
        SpirvWord::from_spelling(self.text(symbol)).is_some_and(SpirvWord::decorates)
            && self.nth_at(ahead + 1, LeftParen)
            && self.after_brackets(ahead + 1).is_some_and(|after| self.nth_at(after, LeftParen))
    }

    /// Whether a word that may be a qualifier must be one: a type follows, or more qualifiers.
    fn soft_qualifier(&self, ahead: usize) -> bool {
        let mut next = ahead;
        // More of them may follow.
        for _ in 0..MOST_SOFT_QUALIFIERS {
            let TokenKind::Word(symbol) = self.nth(next).kind else { return false };
            next += 1;
            if self.nth_at(next, LeftParen) {
                if !takes_arguments(self.text(symbol)) {
                    return false;
                }
                let Some(after) = self.after_brackets(next) else { return false };
                next = after;
                if self.text(symbol).starts_with("spirv_execution_mode") && self.nth_at(next, Semicolon) {
                    return true;
                }
            }
            if self.nth_word(next) != Some(Word::SoftQualifier) {
                break;
            }
        }
        if self.spirv_type_ends(next).is_some() {
            return true;
        }
        match self.nth_word(next) {
            Some(Word::Type | Word::ParameterizedType | Word::SoftParameterizedType) => true,
            Some(word) if word.starts_declaration() => true,
            Some(word) if word.may_be_type() => {
                let name_follows = self.nth_word(next + 1).is_some() || self.nth_at(next + 1, LeftBrace);
                let array = self.nth_at(next + 1, LeftBracket)
                    && self.after_dimensions(next + 1).is_some_and(|after| self.nth_word(after).is_some());
                // `subroutine`-like words before `name(`: two words and a parenthesis are a function of that type.
                name_follows || array
            }
            _ => false,
        }
    }

    /// Grammar: `type_qualifier`, possibly empty.
    pub(super) fn opt_type_qualifier(&mut self) -> Parsed<Qualifiers> {
        let mut qualifiers = Qualifiers::new();
        while self.at_qualifier() {
            qualifiers.push(self.single_type_qualifier()?);
        }
        Ok(qualifiers)
    }

    /// Grammar: `single_type_qualifier`.
    fn single_type_qualifier(&mut self) -> Parsed<Qualifier> {
        let start = self.span();
        let TokenKind::Word(symbol) = self.kind() else { return Err(self.unexpected("a qualifier")) };
        let layout = self.at_word(Word::Layout);
        let kind = qualifier_kind(self.text(symbol)).unwrap_or(QualifierKind::Other(symbol));
        let spirv = SpirvWord::from_spelling(self.text(symbol));
        let arguments = takes_arguments(self.text(symbol));
        self.bump();
        if let Some(word) = spirv {
            let arguments = if word.takes_arguments() { self.spirv_arguments()? } else { Vec::new() };
            let span = self.span_from(start);
            return Ok(Qualifier { kind: QualifierKind::Spirv(SpirvQualifier { word, arguments, span }), span });
        }
        if layout {
            let kind = QualifierKind::Layout(self.layout_qualifier()?);
            return Ok(Qualifier { kind, span: self.span_from(start) });
        }
        if arguments && self.at(LeftParen) {
            // Later stages do not support the word itself, so its arguments are only stepped over.
            let open = self.span();
            self.bump();
            self.skip_to(&[RightParen]);
            self.close(RightParen, open, "`)`");
        }
        Ok(Qualifier { kind, span: self.span_from(start) })
    }

    /// Grammar: `layout_qualifier`, from the parenthesis on.
    fn layout_qualifier(&mut self) -> Parsed<Vec<LayoutQualifier>> {
        let open = self.span();
        self.require(LeftParen)?;
        let mut list = Vec::new();
        loop {
            let depth = self.depth;
            match self.layout_qualifier_id() {
                Ok(id) => list.push(id),
                Err(_) => {
                    self.depth = depth;
                    self.skip_to(&[Comma, RightParen]);
                }
            }
            // Each iteration ends at a comma or leaves, so the loop always makes progress.
            if !self.eat(Comma) {
                break;
            }
        }
        self.close(RightParen, open, "`,` or `)`");
        Ok(list)
    }

    /// Grammar: `layout_qualifier_id`; any word may be the identifier, for example `shared`.
    fn layout_qualifier_id(&mut self) -> Parsed<LayoutQualifier> {
        let TokenKind::Word(symbol) = self.kind() else {
            return Err(self.unexpected("a layout qualifier"));
        };
        let name = Name { symbol, span: self.span() };
        self.bump();
        let value = if self.eat(Equal) { Some(self.constant_expression()?) } else { None };
        Ok(LayoutQualifier { name, value })
    }

    /// `[[a, b(c)]]`, possibly several or none.
    pub(super) fn opt_attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.at(LeftBracket) && self.nth_at(1, LeftBracket) {
            let open = self.span();
            self.bump();
            self.bump();
            loop {
                attributes.push(self.attribute()?);
                if !self.eat(Comma) {
                    break;
                }
            }
            self.close(RightBracket, open, "`,` or `]]`");
            self.close(RightBracket, open, "`]]`");
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let TokenKind::Word(symbol) = self.kind() else {
            let reported = self.unexpected("the name of an attribute");
            self.skip_to(&[RightBracket, Semicolon]);
            return Err(reported);
        };
        let name = Name { symbol, span: self.span() };
        self.bump();
        let arguments = if self.at(LeftParen) { self.arguments()? } else { List::default() };
        Ok(Attribute { name, arguments })
    }
}

/// Whether a qualifier word of an extension may be followed by arguments.
fn takes_arguments(name: &str) -> bool {
    SpirvWord::from_spelling(name).is_some_and(SpirvWord::takes_arguments) || name == "subroutine"
}
