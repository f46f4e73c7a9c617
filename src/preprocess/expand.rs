//! Macro expansion (GLSL 4.60, 3.3, which refers to C++).
//!
//! Comes in: tokens of the current file or line. Goes out: the same with macros replaced. Must not depend on:
//! directives.
//!
//! Nothing here recurses. Replacement text is a stack of [`Context`]s from which tokens are read; a macro call whose
//! arguments are still to be expanded is an [`Invocation`] on a second stack, and while one is there, the tokens
//! produced are its expanded argument. A macro is disabled while its context is on the stack, and any occurrence of its
//! name in that time is painted: it will never be replaced, wherever it is moved.

use super::messages;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

use super::Preprocessor;
use super::lexer::{Lexer, PpKind, PpToken, is_plain_word};
use super::macros::{MacroId, MacroKind, MacroTable};
use super::token::Punctuation;
use crate::diagnostics::Diagnostics;
use crate::source::{FileId, Span};

/// Tokens that are read before the file goes on.
#[derive(Debug)]
pub(super) struct Context {
    tokens: Tokens,
    position: usize,
    /// The macro to turn on again at the end.
    owner: Option<MacroId>,
}

#[derive(Debug)]
enum Tokens {
    /// A macro's body as it is: where it starts and ends in the store, and the address of the first token.
    Body { start: usize, end: usize, base: u32 },
    /// Tokens assembled for a single use.
    List(Vec<PpToken>),
}

impl Context {
    /// The tokens that are left.
    #[inline]
    pub(super) fn rest<'a>(&'a self, macros: &'a MacroTable) -> impl Iterator<Item = PpToken> + 'a {
        let (tokens, base) = match &self.tokens {
            Tokens::List(tokens) => (tokens.as_slice(), None),
            Tokens::Body { start, end, base } => (macros.body(*start..*end), Some(*base)),
        };
        tokens.iter().enumerate().skip(self.position).map(move |(index, &token)| match base {
            // The expansion has as many addresses as the body has tokens.
            Some(base) => PpToken { span: Span::new(base + index as u32, base + index as u32 + 1), ..token },
            None => token,
        })
    }

    /// Steps over tokens.
    pub(super) fn skip(&mut self, count: usize) {
        self.position += count;
    }
}

/// Where the arguments of a call end. Most macros have few parameters.
type Ends = SmallVec<[usize; 4]>;

/// A macro call whose arguments are being expanded.
#[derive(Debug)]
pub(super) struct Invocation {
    id: MacroId,
    name: PpToken,
    call_site: Span,
    /// The arguments as written, one after the other.
    raw: Vec<PpToken>,
    /// Where each of them ends.
    raw_ends: Ends,
    /// The expanded arguments.
    expanded: Vec<PpToken>,
    expanded_ends: Ends,
    /// The height of the context stack below the argument.
    floor: usize,
}

/// What happened to a word.
enum Outcome {
    /// It stays.
    Kept,
    /// Its replacement is on the stack.
    Entered,
    /// It is replaced by this token.
    Replaced(PpToken),
}

/// Item `index` of lists that are stored one after the other.
fn item<'a>(tokens: &'a [PpToken], ends: &[usize], index: usize) -> &'a [PpToken] {
    let start = index.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    ends.get(index).and_then(|&end| tokens.get(start..end)).unwrap_or(&[])
}

impl Preprocessor<'_> {
    /// The next token, after macro expansion.
    pub(super) fn next(&mut self) -> PpToken {
        let token = self.read();
        self.expanded(token)
    }

    /// The next token, after macro expansion, where `token` is what comes before.
    pub(super) fn expanded(&mut self, mut token: PpToken) -> PpToken {
        loop {
            match token.kind {
                PpKind::End if self.invocations.is_empty() => return token,
                PpKind::End => {
                    self.end_argument();
                    token = self.read();
                    continue;
                }
                PpKind::Word(name) if !token.painted => match self.lookup_macro(name) {
                    None => {}
                    Some(id) => match self.expand(id, token) {
                        Outcome::Kept => {}
                        Outcome::Entered => {
                            token = self.read();
                            continue;
                        }
                        Outcome::Replaced(replacement) => token = replacement,
                    },
                },
                _ => {}
            }
            match self.invocations.last_mut() {
                Some(invocation) => invocation.expanded.push(token),
                None => return token,
            }
            token = self.read();
        }
    }

    /// Pushes tokens to be read next.
    pub(super) fn push_list(&mut self, tokens: Vec<PpToken>, owner: Option<MacroId>) {
        self.contexts.push(Context { tokens: Tokens::List(tokens), position: 0, owner });
    }

    /// Drops everything still to be read before the rest of the file.
    pub(super) fn drop_contexts(&mut self) {
        self.invocations.clear();
        while !self.contexts.is_empty() {
            self.pop_context();
        }
    }

    fn pop_context(&mut self) {
        let Some(context) = self.contexts.pop() else { return };
        if let Some(id) = context.owner {
            self.macros.set_disabled(id, false);
        }
        if let Tokens::List(tokens) = context.tokens {
            self.recycle(tokens);
        }
    }

    pub(super) fn recycle(&mut self, mut tokens: Vec<PpToken>) {
        if self.spare.len() < 64 {
            tokens.clear();
            self.spare.push(tokens);
        }
    }

    fn floor(&self) -> usize {
        self.invocations.last().map_or(0, |invocation| invocation.floor)
    }

    /// Whether the next token comes straight from a file, whose directives are executed.
    pub(super) fn is_at_file(&self) -> bool {
        self.contexts.is_empty() && self.invocations.is_empty() && !self.in_line && !self.aborted
    }

    /// The next token, before macro expansion; the name of a disabled macro is painted.
    #[inline]
    pub(super) fn read(&mut self) -> PpToken {
        // Most tokens are neither in a directive nor from a macro.
        if self.is_at_file() {
            return self.read_file();
        }
        self.read_context()
    }

    fn read_context(&mut self) -> PpToken {
        loop {
            if self.aborted {
                self.drop_contexts();
                return PpToken::new(PpKind::End, Span::UNDEFINED);
            }
            if self.contexts.len() <= self.floor() {
                if self.in_line || !self.invocations.is_empty() {
                    return PpToken::new(PpKind::End, Span::UNDEFINED);
                }
                return self.read_file();
            }
            if let Some(mut token) = self.peek_context() {
                if let Some(context) = self.contexts.last_mut() {
                    context.skip(1);
                }
                if let PpKind::Word(name) = token.kind
                    && self.macros.lookup(name).and_then(|id| self.macros.get(id)).is_some_and(|entry| entry.disabled)
                {
                    token.painted = true;
                }
                return token;
            }
            self.pop_context();
        }
    }

    /// The token that the top context gives next.
    fn peek_context(&self) -> Option<PpToken> {
        self.contexts.last()?.rest(&self.macros).next()
    }

    /// Whether a `(` comes next.
    fn paren_follows(&mut self) -> bool {
        while self.contexts.len() > self.floor() {
            if let Some(token) = self.peek_context() {
                return token.is(Punctuation::LeftParen);
            }
            self.pop_context();
        }
        if self.in_line || !self.invocations.is_empty() {
            return false;
        }
        let Some(file) = self.files.last_mut() else { return false };
        match self.known.tokens(file.known, file.ahead.clone()).first() {
            Some(token) => token.is(Punctuation::LeftParen),
            None => file.lexer.paren_follows(),
        }
    }

    /// Counts `tokens` against the limit; false when it is reached.
    fn spend(&mut self, tokens: usize, span: Span) -> bool {
        self.budget = self.budget.saturating_sub(tokens);
        if self.budget == 0 {
            let limit = self.options.limits.expansion_tokens;
            self.abort(messages::too_many_expanded_tokens(span, limit));
        }
        self.budget > 0
    }

    /// Gives addresses to the tokens of a macro's body for one expansion.
    fn add_expansion(&mut self, call_site: Span, definition: Span, spellings: Arc<[Span]>) -> Option<u32> {
        let base = self.sources.add_expansion(call_site, definition, spellings).ok();
        if base.is_none() {
            self.abort(messages::expansions_too_large(call_site));
        }
        base
    }

    /// Starts replacing the macro `id`, whose name is `token`.
    fn expand(&mut self, id: MacroId, token: PpToken) -> Outcome {
        let Some(entry) = self.macros.get(id) else { return Outcome::Kept };
        if entry.disabled {
            return Outcome::Kept;
        }
        let definition = entry.definition;
        let parameters = match &entry.kind {
            MacroKind::Number(number) => {
                return Outcome::Replaced(PpToken { kind: PpKind::Number(*number), ..token });
            }
            MacroKind::Line => {
                let line = self.sources.location(token.span).map_or(0, |location| location.line);
                let number = self.names.intern(&line.to_string());
                return Outcome::Replaced(PpToken { kind: PpKind::Number(number), ..token });
            }
            MacroKind::File => return Outcome::Replaced(self.file_macro(token)),
            MacroKind::Object => {
                let (body, pastes) = (entry.body.clone(), entry.pastes);
                if !self.spend(body.len() + 1, token.span) {
                    return Outcome::Entered;
                }
                let spellings = self.macros.spellings(id);
                let Some(base) = self.add_expansion(token.span, definition, spellings) else { return Outcome::Entered };
                if pastes {
                    let list = self.substitute(id, base, token, None);
                    self.push_list(list, Some(id));
                } else {
                    let tokens = Tokens::Body { start: body.start, end: body.end, base };
                    self.contexts.push(Context { tokens, position: 0, owner: Some(id) });
                }
                self.macros.set_disabled(id, true);
                return Outcome::Entered;
            }
            MacroKind::Function(parameters) => parameters.len(),
        };
        if !self.paren_follows() {
            return Outcome::Kept;
        }
        let Some(mut invocation) = self.collect_arguments(id, token) else { return Outcome::Entered };
        let given = invocation.raw_ends.len();
        let no_arguments = given == 1 && invocation.raw.is_empty();
        if !(given == parameters || (parameters == 0 && no_arguments)) {
            let name = self.spelling(token);
            let given = if no_arguments { 0 } else { given };
            self.diagnostics.push(messages::wrong_argument_count(token.span, &name, parameters, given, definition));
            let last = invocation.raw_ends.last().copied().unwrap_or(0);
            invocation.raw_ends.resize(parameters, last);
        }
        if self.spend(invocation.raw.len() + 1, token.span) {
            self.invocations.push(invocation);
            self.expand_arguments();
        }
        Outcome::Entered
    }

    /// Reads the arguments of a call; the `(` is known to come.
    fn collect_arguments(&mut self, id: MacroId, name: PpToken) -> Option<Invocation> {
        let mut raw = self.spare.pop().unwrap_or_default();
        let mut raw_ends = Ends::new();
        let mut depth = 0usize;
        self.collecting = true;
        self.directive_in_call_reported = false;
        let end = loop {
            let mut token = self.read();
            match token.kind {
                PpKind::End => break None,
                PpKind::Punctuation(Punctuation::LeftParen) => {
                    depth += 1;
                    if depth == 1 {
                        continue;
                    }
                }
                PpKind::Punctuation(Punctuation::RightParen) => {
                    depth -= 1;
                    if depth == 0 {
                        break Some(token.span);
                    }
                }
                PpKind::Punctuation(Punctuation::Comma) if depth == 1 => {
                    raw_ends.push(raw.len());
                    continue;
                }
                _ => {}
            }
            token.space |= token.line_start;
            token.line_start = false;
            raw.push(token);
        };
        self.collecting = false;
        let Some(end) = end else {
            if !self.aborted {
                let text = self.spelling(name);
                let definition = self.macros.get(id).map_or(Span::UNDEFINED, |entry| entry.definition);
                self.diagnostics.push(messages::unterminated_macro_call(name.span, &text, definition));
            }
            return None;
        };
        raw_ends.push(raw.len());
        Some(Invocation {
            id,
            name,
            call_site: name.span.until(&end),
            raw,
            raw_ends,
            expanded: self.spare.pop().unwrap_or_default(),
            expanded_ends: Ends::new(),
            floor: self.contexts.len(),
        })
    }

    /// An argument has ended.
    fn end_argument(&mut self) {
        if let Some(invocation) = self.invocations.last_mut() {
            let end = invocation.expanded.len();
            invocation.expanded_ends.push(end);
        }
        self.expand_arguments();
    }

    /// Continues with the arguments of the innermost call: starts expanding the next one that needs it, or replaces the
    /// call if none is left.
    fn expand_arguments(&mut self) {
        let Some(mut invocation) = self.invocations.pop() else { return };
        let spellings = self.macros.spellings(invocation.id);
        let Some(entry) = self.macros.get(invocation.id) else { return };
        let definition = entry.definition;
        while let Some(&wanted) = entry.expanded_parameters.get(invocation.expanded_ends.len()) {
            let raw = item(&invocation.raw, &invocation.raw_ends, invocation.expanded_ends.len());
            let may_have_macros = |token: &PpToken| matches!(token.kind, PpKind::Word(name) if !token.painted && self.macros.may_be_macro(name));
            if wanted && raw.iter().any(may_have_macros) {
                let mut list = self.spare.pop().unwrap_or_default();
                list.extend_from_slice(raw);
                invocation.floor = self.contexts.len();
                self.invocations.push(invocation);
                self.push_list(list, None);
                return;
            }
            if wanted {
                invocation.expanded.extend_from_slice(raw);
            }
            invocation.expanded_ends.push(invocation.expanded.len());
        }
        if let Some(base) = self.add_expansion(invocation.call_site, definition, spellings) {
            let list = self.substitute(invocation.id, base, invocation.name, Some(&invocation));
            self.push_list(list, Some(invocation.id));
            self.macros.set_disabled(invocation.id, true);
        }
        self.recycle(invocation.raw);
        self.recycle(invocation.expanded);
    }

    /// The body of `id` with its parameters replaced and its `##` applied.
    fn substitute(&mut self, id: MacroId, base: u32, name: PpToken, call: Option<&Invocation>) -> Vec<PpToken> {
        let mut list = self.spare.pop().unwrap_or_default();
        let Some(entry) = self.macros.get(id) else { return list };
        let (body, pastes) = (entry.body.clone(), entry.pastes);
        if !pastes && let Some(call) = call {
            self.substitute_arguments(body, base, name, call, &mut list);
            return list;
        }
        let mut paste = None;
        for (index, position) in body.clone().enumerate() {
            let Some(mut token) = self.macros.body_token(position) else { break };
            let address = base + index as u32;
            token.span = Span::new(address, address + 1);
            let parameter = match token.kind {
                PpKind::Paste => {
                    paste = Some(token.span);
                    continue;
                }
                PpKind::Parameter(parameter) => parameter as usize,
                _ => {
                    self.append(&mut list, token, paste.take());
                    continue;
                }
            };
            let before_paste = position + 1 < body.end
                && self.macros.body_token(position + 1).is_some_and(|next| next.kind == PpKind::Paste);
            let Some(call) = call else { break };
            let argument = if before_paste || paste.is_some() {
                item(&call.raw, &call.raw_ends, parameter)
            } else {
                item(&call.expanded, &call.expanded_ends, parameter)
            };
            if !self.spend(argument.len() + 1, name.span) {
                break;
            }
            match argument.split_first() {
                Some((&first, rest)) => {
                    self.append(&mut list, PpToken { space: token.space, ..first }, paste.take());
                    list.extend_from_slice(rest);
                }
                None if before_paste || paste.is_some() => {
                    token.kind = PpKind::Placemarker;
                    self.append(&mut list, token, paste.take());
                }
                None => {}
            }
        }
        if call.is_some() {
            list.retain(|token| token.kind != PpKind::Placemarker);
            if !self.spend(body.len(), name.span) {
                list.clear();
            }
        }
        list
    }

    /// The body of a function-like macro without `##` with its parameters replaced.
    fn substitute_arguments(
        &mut self,
        body: Range<usize>,
        base: u32,
        name: PpToken,
        call: &Invocation,
        list: &mut Vec<PpToken>,
    ) {
        let mut spent = body.len();
        for (&token, address) in self.macros.body(body).iter().zip(base..) {
            let PpKind::Parameter(parameter) = token.kind else {
                list.push(PpToken { span: Span::new(address, address + 1), ..token });
                continue;
            };
            let argument = item(&call.expanded, &call.expanded_ends, parameter as usize);
            spent += argument.len() + 1;
            if spent >= self.budget {
                break;
            }
            if let Some((&first, rest)) = argument.split_first() {
                list.push(PpToken { space: token.space, ..first });
                list.extend_from_slice(rest);
            }
        }
        if !self.spend(spent, name.span) {
            list.clear();
        }
    }

    /// Appends `token`, joined to the last one if there is a `##` between them.
    fn append(&mut self, list: &mut Vec<PpToken>, token: PpToken, paste: Option<Span>) {
        let Some(operator) = paste else {
            list.push(token);
            return;
        };
        let Some(left) = list.pop() else {
            list.push(token);
            return;
        };
        match (left.kind, token.kind) {
            (_, PpKind::Placemarker) => list.push(left),
            (PpKind::Placemarker, _) => list.push(PpToken { space: left.space, ..token }),
            _ => {
                let mut text = std::mem::take(&mut self.pasted);
                text.clear();
                self.spell(left, &mut text);
                self.spell(token, &mut text);
                if !self.spend(text.len() / 8, operator) {
                    return;
                }
                let kind = self.single_token(&text);
                match kind {
                    Some(kind) => list.push(PpToken { kind, span: operator, painted: false, ..left }),
                    None => {
                        self.diagnostics.push(messages::invalid_paste(operator, &text));
                        list.push(left);
                        list.push(token);
                    }
                }
                self.pasted = text;
            }
        }
    }

    /// The single token that `text` forms.
    fn single_token(&mut self, text: &str) -> Option<PpKind> {
        // Nearly all that is pasted are words, for which no lexer is needed.
        if is_plain_word(text) {
            return Some(PpKind::Word(self.names.intern(text)));
        }
        let mut lexer = Lexer::new(FileId(u32::MAX), Arc::from(text), 0);
        let mut diagnostics = Diagnostics::default();
        let token = lexer.line_token(self.names, &mut diagnostics);
        let whole = lexer.position() == text.len() && !diagnostics.has_errors();
        (whole && token.kind != PpKind::End && !token.space).then_some(token.kind)
    }

    /// The text of a word; empty for any other token.
    pub(super) fn word(&self, token: PpToken) -> &str {
        match token.kind {
            PpKind::Word(name) => self.names.resolve(name),
            _ => "",
        }
    }

    /// The text of a token.
    pub(super) fn spelling(&self, token: PpToken) -> String {
        let mut text = String::new();
        self.spell(token, &mut text);
        text
    }

    /// Appends the text of a token.
    fn spell(&self, token: PpToken, text: &mut String) {
        match token.kind {
            PpKind::Word(name) | PpKind::Number(name) => text.push_str(self.names.resolve(name)),
            PpKind::String(inner) => {
                text.push('"');
                text.push_str(self.names.resolve(inner));
                text.push('"');
            }
            PpKind::Punctuation(punctuation) => text.push_str(punctuation.spelling()),
            PpKind::Paste => text.push_str("##"),
            PpKind::Backslash => text.push('\\'),
            PpKind::Parameter(_) | PpKind::Placemarker | PpKind::End => {}
        }
    }
}
