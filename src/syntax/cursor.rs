//! The token cursor: looking at tokens, stepping over them, and requiring one.
//!
//! Comes in: the token stream. Goes out: single tokens. Must not depend on: productions.

use super::ast::{ExtensionState, Name};
use super::keywords::Word;
use super::{NESTING_LIMIT, Parsed, Parser, Reported, errors};
use crate::diagnostics::Diagnostic;
use crate::preprocess::{Number, Punctuation, Token, TokenKind};
use crate::source::{Span, Symbol};

impl Parser<'_> {
    /// The token `ahead` places after the cursor.
    pub(super) fn nth(&self, ahead: usize) -> Token {
        // After the last token, `TokenKind::End`, every token is the end.
        let token = self.tokens.get(self.position.saturating_add(ahead)).or(self.tokens.last());
        token.copied().unwrap_or(Token::END)
    }

    /// The kind of the token at the cursor.
    pub(super) fn kind(&self) -> TokenKind {
        self.current.kind
    }

    /// The span of the token at the cursor.
    pub(super) fn span(&self) -> Span {
        self.current.span
    }

    /// The span of the token before the cursor.
    pub(super) fn previous_span(&self) -> Span {
        let before = self.position.checked_sub(1).and_then(|index| self.tokens.get(index));
        before.map_or_else(|| self.span(), |token| token.span)
    }

    /// The punctuation before the cursor.
    pub(super) fn previous_punctuation(&self) -> Option<Punctuation> {
        match self.tokens.get(self.position.checked_sub(1)?)?.kind {
            TokenKind::Punctuation(punctuation) => Some(punctuation),
            _ => None,
        }
    }

    /// From `start` to the token before the cursor.
    pub(super) fn span_from(&self, start: Span) -> Span {
        super::join(start, self.previous_span())
    }

    pub(super) fn at_end(&self) -> bool {
        self.kind() == TokenKind::End
    }

    pub(super) fn at(&self, punctuation: Punctuation) -> bool {
        self.current.kind == TokenKind::Punctuation(punctuation)
    }

    pub(super) fn nth_at(&self, ahead: usize, punctuation: Punctuation) -> bool {
        // There is no punctuation after the end.
        let token = self.tokens.get(self.position.saturating_add(ahead));
        token.is_some_and(|token| token.kind == TokenKind::Punctuation(punctuation))
    }

    /// The punctuation at the cursor.
    pub(super) fn punctuation(&self) -> Option<Punctuation> {
        match self.kind() {
            TokenKind::Punctuation(punctuation) => Some(punctuation),
            _ => None,
        }
    }

    /// The kind of the word `ahead` places after the cursor, if it is one.
    pub(super) fn nth_word(&self, ahead: usize) -> Option<Word> {
        self.word_of(self.nth(ahead))
    }

    /// The kind of a word, if the token is one.
    #[inline]
    fn word_of(&self, token: Token) -> Option<Word> {
        match token.kind {
            TokenKind::Word(symbol) => Some(self.keywords.classify(symbol, &self.state.enabled)),
            _ => None,
        }
    }

    /// The kind of the word at the cursor, if it is one.
    pub(super) fn word(&self) -> Option<Word> {
        self.current_word
    }

    pub(super) fn at_word(&self, word: Word) -> bool {
        self.word() == Some(word)
    }

    pub(super) fn text(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    /// Steps over the token at the cursor; the end of the input stays.
    pub(super) fn bump(&mut self) {
        let Some(&next) = self.tokens.get(self.position + 1) else { return };
        self.position += 1;
        self.current = next;
        self.apply_changes();
        self.current_word = self.word_of(next);
    }

    pub(super) fn eat(&mut self, punctuation: Punctuation) -> bool {
        let found = self.at(punctuation);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: Word) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Brings the extension state up to the cursor.
    #[inline]
    pub(super) fn apply_changes(&mut self) {
        while let Some(change) = self.changes.get(self.next_change).filter(|next| next.first_token <= self.position) {
            self.state = ExtensionState { enabled: change.enabled, warn: change.warn };
            self.state_changed = true;
            self.next_change += 1;
        }
    }

    /// The extension state, if it changed since the last call.
    pub(super) fn opt_extensions(&mut self) -> Option<ExtensionState> {
        std::mem::take(&mut self.state_changed).then(|| self.state.clone())
    }

    /// Reports a diagnostic, unless the last error was at the very same token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.error_position != Some(self.position) {
            self.error_position = Some(self.position);
            self.diagnostics.push(diagnostic);
        }
        Reported
    }

    /// Reports something without stopping: later errors at this token are still reported.
    pub(super) fn note(&mut self, diagnostic: Diagnostic) {
        if self.error_position != Some(self.position) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// How messages name the token at the cursor.
    pub(super) fn found(&self) -> String {
        let word = self.word();
        match self.kind() {
            TokenKind::Word(symbol) => {
                let text = self.text(symbol);
                match word {
                    Some(Word::Type) => format!("type `{text}`"),
                    Some(word) if word.is_keyword() => format!("keyword `{text}`"),
                    _ => format!("`{text}`"),
                }
            }
            TokenKind::Number(index) => match self.numbers.get(index as usize) {
                Some(Number::Float { .. }) => "a floating-point literal".to_owned(),
                _ => "an integer literal".to_owned(),
            },
            TokenKind::String(_) => "a string".to_owned(),
            TokenKind::Punctuation(punctuation) => format!("`{}`", punctuation.spelling()),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    /// Reports that something else was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        let diagnostic = errors::unexpected_token(self.span(), expected, &self.found());
        self.report(diagnostic)
    }

    /// Requires `punctuation`.
    pub(super) fn require(&mut self, punctuation: Punctuation) -> Parsed<()> {
        if self.eat(punctuation) { Ok(()) } else { Err(self.missing(punctuation)) }
    }

    #[cold]
    fn missing(&mut self, punctuation: Punctuation) -> Reported {
        self.unexpected(&format!("`{}`", punctuation.spelling()))
    }

    /// Requires a name. A reserved word is reported and accepted.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let TokenKind::Word(symbol) = self.kind() else {
            if let Some(name) = self.name_after_pointer_mark() {
                return Ok(name);
            }
            let diagnostic = errors::expected_name(self.span(), what, &self.found());
            return Err(self.report(diagnostic));
        };
        let span = self.span();
        let word = self.word().unwrap_or(Word::Name);
        let reserved = !word.is_keyword() && self.keywords.is_reserved(symbol);
        if word == Word::Reserved || reserved {
            let diagnostic = errors::reserved_word(span, self.text(symbol));
            self.note(diagnostic);
        } else if word.is_keyword() {
            let diagnostic = errors::keyword_as_name(span, what, &self.found());
            let reported = self.report(diagnostic);
            if !self.keyword_stands_for_name() {
                return Err(reported);
            }
        }
        self.bump();
        Ok(Name { symbol, span })
    }

    /// Whether the token after a keyword suggests that the keyword was meant as a name.
    fn keyword_stands_for_name(&self) -> bool {
        use Punctuation::{Comma, Equal, LeftBracket, LeftParen, RightParen, Semicolon};
        let follows = [Comma, Equal, LeftBracket, LeftParen, RightParen, Semicolon];
        let value = matches!(self.word(), Some(Word::Type | Word::Qualifier | Word::True | Word::False));
        value && follows.iter().any(|&punctuation| self.nth_at(1, punctuation))
    }

    /// Goes one level deeper. The caller, or the recovery point above it, restores `depth`.
    pub(super) fn enter(&mut self) -> Parsed<()> {
        if self.depth >= NESTING_LIMIT {
            if !self.nesting_reported {
                self.nesting_reported = true;
                let diagnostic = errors::nesting_too_deep(self.span());
                self.diagnostics.push(diagnostic);
            }
            self.nesting_exceeded = true;
            self.error_position = Some(self.position);
            return Err(Reported);
        }
        self.depth += 1;
        Ok(())
    }
}
