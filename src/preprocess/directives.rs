//! Directives: the lines that start with `#` (GLSL 4.60, 3.3).
//!
//! Comes in: the lexer directly after a `#` that is first on its line. Goes out: the changed state of the preprocessor,
//! and the lexer at the end of that line. Must not depend on: how macros are expanded.

use super::messages;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::known::GroupEnd;
use super::lexer::{PpKind, PpToken};
use super::macros::MacroKind;
use super::token::{IntegerSuffix, Punctuation};
use super::{Conditional, Pragma, Preprocessor, number};
use crate::builtins::extensions;
use crate::diagnostics::did_you_mean;
use crate::source::{Span, Symbol};

/// Every directive, for suggestions.
pub const DIRECTIVES: &[&str] = &[
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "error",
    "pragma",
    "extension",
    "version",
    "line",
    "include",
];

impl Preprocessor<'_> {
    /// The next token of the line as written; [`PpKind::End`] at its end.
    pub(super) fn line_token(&mut self) -> PpToken {
        let Some(file) = self.files.last_mut() else { return PpToken::new(PpKind::End, Span::UNDEFINED) };
        match file.take_ahead(&self.known) {
            Some(token) => {
                file.lexer.move_behind(token.span);
                token
            }
            None => file.lexer.line_token(self.names, self.diagnostics),
        }
    }

    /// Prepares for reading the rest of the line as tokens.
    pub(super) fn begin_line(&mut self) {
        if let Some(file) = self.files.last_mut()
            && let Some(id) = file.known
        {
            file.ahead = self.known.run(id, &mut file.lexer, true, self.names).unwrap_or_default();
        }
    }

    /// Reports what is left on the line.
    pub(super) fn expect_line_end(&mut self, directive: &str) {
        let token = self.line_token();
        if token.kind != PpKind::End {
            let diagnostic = messages::extra_text(token.span, &directive);
            self.diagnostics.push(diagnostic.with_help("remove it, or turn it into a comment"));
        }
    }

    /// Executes one directive; `hash` is its `#`.
    pub(super) fn directive(&mut self, hash: PpToken) {
        let word = self.line_token();
        let name = match word.kind {
            PpKind::End => return,
            PpKind::Word(symbol) => {
                let text = self.names.resolve(symbol);
                // As text that outlives the names, so that it need not be copied.
                match DIRECTIVES.iter().find(|it| **it == text) {
                    Some(known) => *known,
                    None => return self.unknown_directive(symbol, hash, word),
                }
            }
            _ => {
                let text = self.spelling(word);
                self.diagnostics.push(messages::directive_without_name(word.span, &text));
                self.skip_line();
                return;
            }
        };
        let open = self.files.len();
        if self.collecting {
            self.directive_in_call(name, hash.span.until(&word.span));
        } else {
            self.dispatch(name, hash, word);
        }
        // `#include` has left its line and opened another file.
        if self.files.len() == open {
            self.skip_line();
        }
    }

    pub(super) fn skip_line(&mut self) {
        if let Some(file) = self.files.last_mut() {
            file.ahead = 0..0;
            file.at_run_start = true;
            file.lexer.skip_line(self.diagnostics);
        }
    }

    fn unknown_directive(&mut self, symbol: Symbol, hash: PpToken, word: PpToken) {
        let name = self.names.resolve(symbol).to_owned();
        if self.collecting {
            self.directive_in_call(&name, hash.span.until(&word.span));
        } else {
            let known = did_you_mean(&name, DIRECTIVES.iter().copied());
            self.diagnostics.push(messages::unknown_directive(word.span, &name, known));
        }
        self.skip_line();
    }

    fn dispatch(&mut self, name: &str, hash: PpToken, word: PpToken) {
        let span = hash.span.until(&word.span);
        match name {
            "define" => self.define(),
            "undef" => self.undef(),
            "if" => {
                if self.enter_conditional(span) {
                    let value = self.condition(word.span);
                    self.begin_group(value.is_some_and(|value| value != 0));
                }
            }
            "ifdef" | "ifndef" => {
                if self.enter_conditional(span) {
                    let defined = self.conditional_name(name);
                    self.begin_group(defined.is_some_and(|defined| defined == (name == "ifdef")));
                }
            }
            "elif" | "else" | "endif" => self.end_group(name, span),
            "error" => self.error_directive(span),
            "pragma" => self.pragma(),
            "extension" => self.extension_directive(hash.span),
            "version" => self.late_version(span),
            "line" => self.line_directive(word.span),
            // `include`: there are no others.
            _ => self.include_directive(hash.span),
        }
    }

    /// A directive between the arguments of a macro call: conditionals are tracked, so that they stay balanced.
    fn directive_in_call(&mut self, name: &str, span: Span) {
        if !self.directive_in_call_reported {
            self.directive_in_call_reported = true;
            self.diagnostics.push(messages::directive_in_macro_call(span, &name));
        }
        // The expression of an `#if` would be expanded in the middle of reading a call; take the branch as it is.
        match name {
            "if" | "ifdef" | "ifndef" => {
                if self.enter_conditional(span)
                    && let Some(conditional) = self.conditionals.last_mut()
                {
                    conditional.taken = true;
                }
            }
            "elif" | "else" | "endif" => self.end_group(name, span),
            _ => {}
        }
    }

    // Conditionals.

    /// Records an `#if`; false if that was one too many.
    fn enter_conditional(&mut self, span: Span) -> bool {
        let limit = self.options.limits.conditional_depth;
        if self.conditionals.len() >= limit {
            self.abort(messages::conditionals_too_deep(span, limit));
            return false;
        }
        self.conditionals.push(Conditional { span, taken: false, otherwise: None });
        true
    }

    /// The operand of `#ifdef`: whether it is defined.
    fn conditional_name(&mut self, directive: &str) -> Option<bool> {
        let symbol = self.macro_name(directive)?;
        self.expect_line_end(directive);
        Some(self.lookup_macro(symbol).is_some())
    }

    /// Enters or skips the group that the condition controls.
    fn begin_group(&mut self, condition: bool) {
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.taken |= condition;
        }
        if !condition {
            self.skip_group();
        }
    }

    /// The conditional of this file that an `#elif`, `#else` or `#endif` belongs to.
    fn open_conditional(&mut self, name: &str, span: Span) -> bool {
        let Some(file) = self.files.last_mut() else { return false };
        if self.conditionals.len() > file.conditionals {
            return true;
        }
        // A flood of them adds no information.
        if !file.stray_reported {
            file.stray_reported = true;
            self.diagnostics.push(messages::stray_conditional(span, &name));
        }
        false
    }

    /// `#elif`, `#else` or `#endif` at the end of a group that was not skipped.
    fn end_group(&mut self, name: &str, span: Span) {
        if !self.open_conditional(name, span) {
            return;
        }
        if name == "endif" {
            self.conditionals.pop();
            self.expect_line_end(name);
            return;
        }
        self.check_order(name, span);
        if name == "else" {
            self.expect_line_end(name);
        }
        self.skip_group();
    }

    /// Reports `#else` and `#elif` after `#else`; true if all is well.
    fn check_order(&mut self, name: &str, span: Span) -> bool {
        let Some(conditional) = self.conditionals.last_mut() else { return false };
        if let Some(earlier) = conditional.otherwise {
            self.diagnostics.push(messages::branch_after_else(span, &name, earlier, conditional.span));
            return false;
        }
        if name == "else" {
            conditional.otherwise = Some(span);
        }
        true
    }

    /// Skips to the group of the current conditional that applies, or past its `#endif`.
    fn skip_group(&mut self) {
        while let Some((name, span)) = self.skip_to_group_end() {
            if name == "endif" {
                self.conditionals.pop();
                self.expect_line_end(name);
                return;
            }
            let ordered = self.check_order(name, span);
            if !ordered || self.conditionals.last().is_none_or(|conditional| conditional.taken) {
                continue;
            }
            let taken = if name == "else" {
                self.expect_line_end(name);
                true
            } else if self.collecting {
                true
            } else {
                self.condition(span).is_some_and(|value| value != 0)
            };
            if taken {
                if let Some(conditional) = self.conditionals.last_mut() {
                    conditional.taken = true;
                }
                return;
            }
        }
    }

    /// Skips past the name of the directive that ends the group, and returns that name and the directive's span.
    fn skip_to_group_end(&mut self) -> Option<(&'static str, Span)> {
        let file = self.files.last_mut()?;
        // Text after the name that `#ifdef` needs.
        file.ahead = 0..0;
        let start = file.lexer.position();
        if let Some(GroupEnd { name, hash, end }) = self.known.group_end(file.known, start) {
            file.lexer.move_to(end, false);
            return Some((name, file.lexer.span_from(hash)));
        }
        let errors = self.diagnostics.error_count();
        let mut depth = 0usize;
        let (name, hash) = loop {
            let hash = file.lexer.skip_to_directive(self.diagnostics)?;
            let name = match &*file.lexer.quiet_word() {
                "if" | "ifdef" | "ifndef" => {
                    depth += 1;
                    continue;
                }
                "endif" if depth > 0 => {
                    depth -= 1;
                    continue;
                }
                "endif" => "endif",
                "else" if depth == 0 => "else",
                "elif" if depth == 0 => "elif",
                _ => continue,
            };
            break (name, hash);
        };
        if self.diagnostics.error_count() == errors {
            self.known.add_group_end(file.known, start, GroupEnd { name, hash, end: file.lexer.position() });
        }
        Some((name, file.lexer.span_from(hash)))
    }

    // Macros.

    /// The macro name that a directive needs.
    fn macro_name(&mut self, directive: &str) -> Option<Symbol> {
        self.macro_name_token(directive).map(|(symbol, _)| symbol)
    }

    fn macro_name_token(&mut self, directive: &str) -> Option<(Symbol, Span)> {
        self.begin_line();
        let token = self.line_token();
        if let PpKind::Word(symbol) = token.kind {
            return Some((symbol, token.span));
        }
        self.diagnostics.push(messages::macro_name_expected(token.span, &directive));
        None
    }

    /// Whether `#define` or `#undef` may touch this name.
    fn may_change(&mut self, symbol: Symbol, span: Span) -> bool {
        let found = self.lookup_macro(symbol);
        let predefined = found.and_then(|id| self.macros.get(id)).is_some_and(super::macros::Macro::is_predefined);
        let name = self.names.resolve(symbol);
        // With intrinsics these names are reserved by convention only (GL_EXT_spirv_intrinsics, 3.3).
        let by_convention = self.extensions.enabled.contains(extensions::GL_EXT_spirv_intrinsics);
        let diagnostic = if predefined && !(by_convention && name.starts_with("GL_")) {
            messages::predefined_macro(span, &name)
        } else if name == "defined" {
            messages::macro_named_defined(span)
        } else if name.starts_with("GL_") && !by_convention {
            messages::macro_name_of_extensions(span, &name)
        } else if name.as_bytes().windows(2).any(|two| two == b"__") {
            messages::macro_name_of_system(span, &name)
        } else {
            return true;
        };
        let allowed = diagnostic.severity == crate::diagnostics::Severity::Warning;
        self.diagnostics.push(diagnostic);
        allowed
    }

    fn define(&mut self) {
        let Some((symbol, span)) = self.macro_name_token("define") else { return };
        if !self.may_change(symbol, span) {
            return;
        }
        let function_like = self.files.last().is_some_and(|file| file.lexer.at_paren());
        let kind = if function_like {
            let Some(parameters) = self.parameters() else { return };
            MacroKind::Function(parameters)
        } else {
            MacroKind::Object
        };
        let mut body = self.spare.pop().unwrap_or_default();
        if self.body(&kind, &mut body) {
            self.define_as(symbol, span, kind, &body);
        }
        self.recycle(body);
    }

    fn define_as(&mut self, symbol: Symbol, span: Span, kind: MacroKind, body: &[PpToken]) {
        if let Some(earlier) = self.macros.lookup(symbol) {
            if self.macros.is_same(earlier, &kind, body) {
                return;
            }
            let definition = self.macros.get(earlier).map_or(Span::UNDEFINED, |entry| entry.definition);
            let name = self.names.resolve(symbol);
            self.diagnostics.push(messages::macro_redefined(span, &name, definition));
        }
        self.macros.define(symbol, kind, span, body);
    }

    /// The parameters of a function-like macro, from `(` to `)`.
    fn parameters(&mut self) -> Option<IndexSet<Symbol, FxBuildHasher>> {
        let open = self.line_token();
        let mut parameters = IndexSet::default();
        loop {
            let token = self.line_token();
            let message = match token.kind {
                PpKind::Punctuation(Punctuation::RightParen) if parameters.is_empty() => return Some(parameters),
                PpKind::Word(symbol) => {
                    if !parameters.insert(symbol) {
                        self.diagnostics.push(messages::duplicate_parameter(token.span, self.names.resolve(symbol)));
                        return None;
                    }
                    match self.line_token().kind {
                        PpKind::Punctuation(Punctuation::Comma) => continue,
                        PpKind::Punctuation(Punctuation::RightParen) => return Some(parameters),
                        _ => "expected `,` or `)` after the macro parameter",
                    }
                }
                PpKind::Punctuation(Punctuation::Dot) => "GLSL macros cannot have a variable number of arguments",
                _ => "expected the name of a macro parameter",
            };
            let span = if token.kind == PpKind::End { open.span } else { token.span };
            self.diagnostics.push(messages::malformed_parameters(span, message));
            return None;
        }
    }

    /// Reads the replacement of a macro, up to the end of the line; whether it is valid.
    fn body(&mut self, kind: &MacroKind, body: &mut Vec<PpToken>) -> bool {
        loop {
            let mut token = self.line_token();
            let after_paste = body.last().is_some_and(|token| token.kind == PpKind::Paste);
            match token.kind {
                PpKind::End => {
                    if let Some(last) = body.last().filter(|_| after_paste) {
                        self.misplaced_paste(last.span);
                        return false;
                    }
                    return true;
                }
                PpKind::Punctuation(Punctuation::HashHash) => {
                    if self.version.is_es() {
                        self.diagnostics.push(messages::essl_paste(token.span));
                        return false;
                    }
                    if body.is_empty() {
                        self.misplaced_paste(token.span);
                        return false;
                    }
                    // Several in a row paste with nothing in between, so one is enough.
                    if after_paste {
                        continue;
                    }
                    token.kind = PpKind::Paste;
                }
                PpKind::Punctuation(Punctuation::Hash) if matches!(kind, MacroKind::Function(_)) => {
                    self.diagnostics.push(messages::stringize(token.span));
                    return false;
                }
                PpKind::Word(symbol) => {
                    if let MacroKind::Function(parameters) = kind
                        && let Some(index) = parameters.get_index_of(&symbol)
                    {
                        token.kind = PpKind::Parameter(index as u32);
                    }
                }
                _ => {}
            }
            token.line_start = false;
            body.push(token);
        }
    }

    fn misplaced_paste(&mut self, span: Span) {
        self.diagnostics.push(messages::misplaced_paste(span));
    }

    fn undef(&mut self) {
        let Some((symbol, span)) = self.macro_name_token("undef") else { return };
        self.expect_line_end("undef");
        if self.may_change(symbol, span) {
            self.macros.settle(symbol);
        }
    }

    // Messages, pragmas, lines.

    fn error_directive(&mut self, span: Span) {
        let Some(file) = self.files.last_mut() else { return };
        let (text, _) = file.lexer.rest_of_line();
        self.diagnostics.push(messages::error_directive(span, text));
    }

    fn pragma(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        let (text, span) = file.lexer.rest_of_line();
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if compact == "once" {
            if let Some(file) = self.files.last() {
                self.once.insert(file.name.clone());
            }
            return;
        }
        for (name, accepted) in [
            ("optimize", ["optimize(on)", "optimize(off)"].as_slice()),
            ("debug", ["debug(on)", "debug(off)"].as_slice()),
            ("STDGL", ["STDGLinvariant(all)"].as_slice()),
        ] {
            // Other words after `STDGL` are reserved for later, and not for this version to judge.
            let is_it = compact.strip_prefix(name).is_some_and(|rest| match name {
                "STDGL" => rest.is_empty() || rest.starts_with("invariant"),
                _ => !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'),
            });
            if is_it && !accepted.contains(&compact.as_str()) {
                let expected = if name == "STDGL" { "`invariant(all)`" } else { "`(on)` or `(off)`" };
                self.diagnostics.push(messages::malformed_pragma(span, &name, &expected));
                return;
            }
        }
        self.pragmas.push(Pragma { first_token: self.tokens.len(), span, text });
    }

    /// `#line line`, `#line line source` or `#line line "file"`, all macro-expanded.
    fn line_directive(&mut self, word: Span) {
        let mut line = self.spare.pop().unwrap_or_default();
        loop {
            let token = self.line_token();
            if token.kind == PpKind::End {
                break;
            }
            line.push(token);
        }
        self.in_line = true;
        self.push_list(line, None);
        let (first, second, third) = (self.next(), self.next(), self.next());
        self.drop_contexts();
        self.in_line = false;
        let Some(number) = self.line_number(first, word) else { return };
        let mut name = None;
        match second.kind {
            PpKind::End => {}
            PpKind::String(text) => name = Some(self.names.resolve(text).to_owned()),
            _ => {
                let Some(source) = self.line_number(second, word) else { return };
                if let Some(file) = self.files.last_mut() {
                    file.source_number = source;
                    name = Some(if source == 0 { file.name.clone() } else { source.to_string() });
                }
            }
        }
        if second.kind != PpKind::End && third.kind != PpKind::End {
            self.diagnostics.push(messages::extra_text(third.span, &"line"));
        }
        if let Some(file) = self.files.last_mut() {
            let named = matches!(second.kind, PpKind::String(_));
            file.line_named |= named;
            self.sources.add_line_directive(file.lexer.file, file.lexer.next_line(), number, name);
        }
    }

    fn line_number(&mut self, token: PpToken, word: Span) -> Option<u32> {
        if let PpKind::Number(symbol) = token.kind
            && let Some(Ok(integer)) = number::parse_integer(self.names.resolve(symbol))
            && integer.suffix == IntegerSuffix::None
            && let Ok(value) = i32::try_from(integer.value)
        {
            return Some(value.unsigned_abs());
        }
        let span = if token.kind == PpKind::End { word } else { token.span };
        self.diagnostics.push(messages::line_without_number(span));
        None
    }
}
