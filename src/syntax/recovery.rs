//! Where parsing continues after an error: the sets of tokens to stop at, and the skipping.
//!
//! Comes in: a cursor at a token that does not fit. Goes out: a cursor where the next production can start.
//! Must not depend on: how the productions use the tokens.

use super::keywords::Word;
use super::{Parser, errors};
use crate::preprocess::Punctuation::{
    self, LeftBrace, LeftBracket, LeftParen, RightBrace, RightBracket, RightParen, Semicolon,
};
use crate::preprocess::TokenKind;
use crate::source::Span;

impl Parser<'_> {
    /// Skips to one of `stops` outside any bracket opened on the way. Braces, semicolons and statement keywords also
    /// stop the search: they show that the enclosing bracket was never closed.
    pub(super) fn skip_to(&mut self, stops: &[Punctuation]) {
        self.diagnostics.left_out(self.span());
        let mut open = 0_usize;
        self.nesting_exceeded = false;
        while !self.at_end() {
            if let Some(punctuation) = self.punctuation() {
                if open == 0 && stops.contains(&punctuation) {
                    return;
                }
                match punctuation {
                    LeftParen | LeftBracket => open += 1,
                    RightParen | RightBracket => open = open.saturating_sub(1),
                    // Inside an initializer list, braces are ordinary brackets.
                    LeftBrace if stops.contains(&RightBrace) => open += 1,
                    RightBrace if stops.contains(&RightBrace) => open = open.saturating_sub(1),
                    LeftBrace | RightBrace | Semicolon => return,
                    _ => {}
                }
            } else if self.word().is_some_and(Word::starts_statement) {
                return;
            }
            self.bump();
        }
    }

    /// Requires the closing bracket for the one opened at `open`, and carries on without it.
    pub(super) fn close(&mut self, close: Punctuation, open: Span, expected: &str) {
        if !self.eat(close) {
            self.close_later(close, open, expected);
        }
    }

    #[cold]
    fn close_later(&mut self, close: Punctuation, open: Span, expected: &str) {
        let diagnostic = errors::unclosed(self.span(), open, expected, &self.found());
        self.report(diagnostic);
        self.skip_to(&[close]);
        if !self.eat(close) {
            self.error_position = Some(self.position);
        }
    }

    /// Requires the `;` at the end of a statement or declaration. Without it parsing continues where a word can start
    /// the next one, otherwise after the next `;`.
    pub(super) fn semicolon(&mut self) {
        if self.in_for_header {
            return self.semicolon_in_for();
        }
        if !self.eat(Semicolon) {
            self.missing_semicolon();
        }
    }

    #[cold]
    fn missing_semicolon(&mut self) {
        while let Some(stray @ (RightParen | RightBracket)) = self.punctuation() {
            let diagnostic = errors::unmatched(self.span(), stray.spelling());
            self.report(diagnostic);
            self.bump();
            self.error_position = Some(self.position);
        }
        if self.eat(Semicolon) {
            return;
        }
        let after = last_byte(self.previous_span());
        let diagnostic = errors::missing_semicolon(after, self.span(), &self.found());
        self.report(diagnostic);
        if self.word().is_none() && !self.at(RightBrace) {
            self.recover_statement();
        }
    }

    /// Skips the rest of a statement: past its `;` or its block, or up to `}` or a word that starts another one.
    pub(super) fn recover_statement(&mut self) {
        self.diagnostics.left_out(self.span());
        let start = self.position;
        if std::mem::take(&mut self.nesting_exceeded) {
            return self.skip_block();
        }
        while !self.at_end() {
            match self.punctuation() {
                Some(Semicolon) => return self.bump(),
                Some(RightBrace) => return,
                Some(LeftBrace) => {
                    self.skip_braces();
                    self.eat(Semicolon);
                    return;
                }
                Some(_) => {}
                None => {
                    let starts = |word: Word| word.starts_statement() || word.starts_declaration();
                    if self.position != start && self.word().is_some_and(starts) {
                        return;
                    }
                }
            }
            self.bump();
        }
    }

    /// Skips the rest of a declaration at global scope: past its `;` or its braces, or up to what can only be the next
    /// declaration.
    pub(super) fn recover_declaration(&mut self) {
        self.diagnostics.left_out(self.span());
        let start = self.position;
        let mut open = 0_usize;
        while !self.at_end() {
            match self.punctuation() {
                Some(Semicolon) => return self.bump(),
                Some(RightBrace) => {
                    self.bump();
                    self.eat(Semicolon);
                    return;
                }
                Some(LeftBrace) => {
                    self.skip_braces();
                    self.eat(Semicolon);
                    return;
                }
                Some(LeftParen) => open += 1,
                Some(RightParen) => open = open.saturating_sub(1),
                Some(_) => {}
                None => {
                    let word = self.word();
                    let declaration = open == 0 && word.is_some_and(Word::starts_declaration);
                    let function = word == Some(Word::Type) && self.nth_word(1).is_some() && self.nth_at(2, LeftParen);
                    if self.position != start && (declaration || function) {
                        return;
                    }
                }
            }
            self.bump();
        }
    }

    /// Skips to the `}` that closes the block around the cursor.
    fn skip_block(&mut self) {
        while !self.at(RightBrace) && !self.at_end() {
            if self.at(LeftBrace) {
                self.skip_braces();
            } else {
                self.bump();
            }
        }
    }

    /// Skips from `{` past the matching `}`.
    pub(super) fn skip_braces(&mut self) {
        let mut open = 0_usize;
        while !self.at_end() {
            match self.punctuation() {
                Some(LeftBrace) => open += 1,
                Some(RightBrace) => open = open.saturating_sub(1),
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// The token index, counted from the cursor, after the brackets that open at `ahead`; `None` if they do not
    /// close within the statement.
    pub(super) fn after_brackets(&self, mut ahead: usize) -> Option<usize> {
        let mut open = 0_usize;
        loop {
            match self.nth(ahead).kind {
                TokenKind::End => return None,
                TokenKind::Punctuation(LeftParen | LeftBracket) => open += 1,
                TokenKind::Punctuation(RightParen | RightBracket) => open = open.checked_sub(1)?,
                TokenKind::Punctuation(Semicolon | LeftBrace | RightBrace) => return None,
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                return Some(ahead);
            }
        }
    }

    /// As [`after_brackets`](Self::after_brackets), past all of `[a][b]...`.
    pub(super) fn after_dimensions(&self, mut ahead: usize) -> Option<usize> {
        while self.nth_at(ahead, LeftBracket) {
            ahead = self.after_brackets(ahead)?;
        }
        Some(ahead)
    }

    /// The token index after the `>` that closes the `<` at `ahead`; `None` if it is not closed within the statement.
    pub(super) fn after_type_arguments(&self, mut ahead: usize) -> Option<usize> {
        let mut open = 0_usize;
        loop {
            match self.nth(ahead).kind {
                TokenKind::Punctuation(Punctuation::Less) => open += 1,
                TokenKind::Punctuation(Punctuation::Greater) => open = open.saturating_sub(1),
                TokenKind::Punctuation(Punctuation::ShiftRight) => open = open.saturating_sub(2),
                TokenKind::Punctuation(LeftParen | LeftBracket) => {
                    ahead = self.after_brackets(ahead)?;
                    continue;
                }
                TokenKind::Punctuation(Semicolon | LeftBrace | RightBrace | RightParen) | TokenKind::End => {
                    return None;
                }
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                return Some(ahead);
            }
        }
    }
}

/// The end of a token as a span that can be shown. An empty span would not do: the token may come from a macro, where
/// each token has only one address.
fn last_byte(span: Span) -> Span {
    match span.to_range() {
        Some(range) if range.len() > 1 => Span::new(range.end as u32 - 1, range.end as u32),
        _ => span,
    }
}
