//! Braces hidden in macros.
//!
//! Comes in: an error about braces that do not match. Goes out: the same, with a label on the macro that opens a block
//! without closing it, or closes one that it did not open. Must not depend on: the grammar.

use super::Parser;
use crate::diagnostics::Diagnostic;
use crate::preprocess::Punctuation::{LeftBrace, RightBrace};
use crate::preprocess::{MacroBrace, Punctuation, TokenKind};
use crate::source::Span;

impl Parser<'_> {
    /// Names the macro that opened a block since `open` and did not close it, if there is one.
    pub(super) fn blame_opening_macro(&mut self, diagnostic: Diagnostic, open: Span) -> Diagnostic {
        let read = self.tokens.get(..self.position).unwrap_or_default();
        let start = read.iter().rposition(|it| it.span == open).unwrap_or_default();
        match self.lone_macro_brace(start, LeftBrace) {
            Some(brace) => self.blame(diagnostic, brace, "opens a block here and does not close it"),
            None => diagnostic,
        }
    }

    /// Names the macro that closed a block that it did not open, if there is one.
    pub(super) fn blame_closing_macro(&mut self, diagnostic: Diagnostic) -> Diagnostic {
        match self.lone_macro_brace(0, RightBrace) {
            Some(brace) => self.blame(diagnostic, brace, "closes a block here that it did not open"),
            None => diagnostic,
        }
    }

    fn blame(&mut self, diagnostic: Diagnostic, brace: MacroBrace, does: &str) -> Diagnostic {
        self.macro_blamed = true;
        let span = self.tokens.get(brace.token).map_or(brace.call_site, |it| it.span);
        diagnostic.with_secondary(span, format!("macro `{}` {does}", self.names.resolve(brace.name)))
    }

    /// From token `start` to the cursor, the first opening or the last closing brace of a macro whose counterpart is
    /// not from the same call. The search is done only once, so that many errors do not take quadratic time.
    fn lone_macro_brace(&self, start: usize, wanted: Punctuation) -> Option<MacroBrace> {
        if self.macro_blamed || self.macro_braces.is_empty() {
            return None;
        }
        let from_macro = |token: usize| {
            let index = self.macro_braces.binary_search_by_key(&token, |it| it.token).ok()?;
            self.macro_braces.get(index).copied()
        };
        let mut open: Vec<usize> = Vec::new();
        let mut pairs: Vec<(Option<usize>, Option<usize>)> = Vec::new();
        for (index, token) in self.tokens.iter().enumerate().take(self.position).skip(start) {
            match token.kind {
                TokenKind::Punctuation(LeftBrace) => open.push(index),
                TokenKind::Punctuation(RightBrace) => pairs.push((open.pop(), Some(index))),
                _ => {}
            }
        }
        pairs.extend(open.into_iter().map(|index| (Some(index), None)));
        let lone = pairs.into_iter().filter_map(|(opening, closing)| {
            let (opening, closing) = (opening.and_then(from_macro), closing.and_then(from_macro));
            let balanced = opening.map(|it| it.call_site) == closing.map(|it| it.call_site);
            if wanted == LeftBrace { opening } else { closing }.filter(|_| !balanced)
        });
        if wanted == LeftBrace { lone.min_by_key(|it| it.token) } else { lone.max_by_key(|it| it.token) }
    }
}
