//! Syntax of other languages: recognized, reported with what GLSL writes instead, and stepped over.
//!
//! Comes in: a cursor where GLSL's grammar is about to fail. Goes out: a report, and a cursor where the rest can be read.
//! Must not depend on: what the shader declares.

use super::ast::Name;
use super::keywords::Word;
use super::{Parsed, Parser, errors};
use crate::diagnostics::{Diagnostic, ForeignWord, Role, foreign_word};
use crate::preprocess::Punctuation::{
    Ampersand, Colon, Comma, Greater, LeftBrace, LeftBracket, Less, Minus, RightBracket, Star,
};
use crate::preprocess::TokenKind;

impl Parser<'_> {
    /// Steps over what other languages write before a declaration or statement: `groupshared float x;`, `[unroll] for
    /// (...)`. Anything without a counterpart of the same shape, such as `cbuffer C { ... }`, is left to the recovery.
    pub(super) fn foreign_prefix(&mut self) -> Parsed<()> {
        while let Some((word, bracketed)) = self.at_foreign_prefix() {
            let at = usize::from(bracketed);
            let diagnostic = errors::foreign_syntax(self.nth(at).span, word);
            if !bracketed && word.role != Role::Qualifier {
                return Err(self.report(diagnostic));
            }
            self.note(diagnostic);
            self.bump();
            if bracketed {
                self.skip_to(&[RightBracket]);
                self.eat(RightBracket);
            }
        }
        Ok(())
    }

    /// The foreign word at the cursor, and whether it is in brackets. GLSL's grammar fails at all of these places.
    fn at_foreign_prefix(&self) -> Option<(&'static ForeignWord, bool)> {
        let bracketed = self.at(LeftBracket);
        let at = usize::from(bracketed);
        let word = if bracketed { self.nth_word(at) } else { self.word() }.filter(|word| !word.is_keyword())?;
        let TokenKind::Word(symbol) = self.nth(at).kind else { return None };
        let next = self.nth_word(at + 1);
        let declares = next.is_some_and(|next| next.is_keyword() && !next.starts_statement())
            || self.nth_at(at + 1, Less)
            || (next.is_some() && [LeftBrace, Colon].iter().any(|&it| self.nth_at(at + 2, it)));
        if !(bracketed || declares) {
            return None;
        }
        let row = foreign_word(self.text(symbol)).filter(|row| row.role != Role::Name || self.at_template(at))?;
        // Reserved words among the qualifiers are reported where types are read.
        let elsewhere = word == Word::Reserved && row.role == Role::Qualifier;
        (!elsewhere).then_some((row, bracketed))
    }

    /// `Name<type>` or `Name<type, ...`
    fn at_template(&self, at: usize) -> bool {
        self.nth_at(at + 1, Less)
            && self.nth_word(at + 2).is_some()
            && [Greater, Comma].iter().any(|&it| self.nth_at(at + 3, it))
    }

    /// The report for a pointer operator where an expression should start.
    pub(super) fn foreign_operator(&self) -> Option<Diagnostic> {
        let span = self.span();
        if self.at(Greater) && self.previous_punctuation() == Some(Minus) {
            return Some(errors::arrow(span));
        }
        let operator = [(Star, "*"), (Ampersand, "&")].into_iter().find(|it| self.at(it.0))?;
        // Before anything but a name it is an operator without its left operand.
        self.nth_word(1)?;
        Some(errors::address_operator(span, operator.1))
    }

    /// A name after `*` or `&`, which declares a pointer or reference in other languages.
    pub(super) fn name_after_pointer_mark(&mut self) -> Option<Name> {
        let mark = [(Star, "*"), (Ampersand, "&")].into_iter().find(|it| self.at(it.0))?;
        let TokenKind::Word(symbol) = self.nth(1).kind else { return None };
        let diagnostic = errors::pointer_declarator(self.span(), mark.1);
        self.note(diagnostic);
        self.bump();
        let span = self.span();
        self.bump();
        Some(Name { symbol, span })
    }
}
