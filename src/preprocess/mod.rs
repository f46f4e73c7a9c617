//! The preprocessor: source text in, a flat stream of [`Token`]s and the state that directives set out.
//!
//! Comes in: the main file's text, the `-D`/`-U` definitions, a [`Loader`] for `#include`.
//! Goes out: [`Preprocessed`]. Must not depend on: syntax, types.
//! It never fails: what is wrong goes to the diagnostics and a usable token stream still comes out.

mod condition;
mod directives;
mod expand;
mod extensions;
mod include;
mod known;
mod lexer;
mod lookalike;
mod macros;
mod messages;
mod number;
mod options;
mod scan;
mod text;
mod token;
mod version;

#[cfg(test)]
mod tests;

pub use directives::DIRECTIVES;
pub use options::{Limits, MacroOption, Options};
pub use text::preprocessed_text;
pub use token::{FloatSuffix, IntegerSuffix, Number, Punctuation, Token, TokenKind};

use rustc_hash::FxHashSet;
use std::ops::Range;

use crate::builtins::ExtensionSet;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{Interner, Loader, SourceMap, Span, Symbol};

use expand::{Context, Invocation};
use extensions::ExtensionState;
use known::{KnownTexts, TextId};
use lexer::{Lexer, PpKind, PpToken};
use macros::MacroTable;
use number::NumberError;
use text::InvalidEscape;

/// The language version of a shader (GLSL 4.60, 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number of the `#version` line: 140 to 460, or 310 and 320 for ESSL.
    pub number: u16,
    /// The profile.
    pub profile: Profile,
}

/// The profile word of `#version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `core`, and the default for desktop GLSL.
    Core,
    /// `compatibility`.
    Compatibility,
    /// `es`.
    Es,
}

impl Version {
    /// A version as one word, number and profile: `450core`, `310es`, `460`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, profile) = text.split_at_checked(digits)?;
        let profile = match profile {
            "" | "core" => Profile::Core,
            "compatibility" => Profile::Compatibility,
            "es" => Profile::Es,
            _ => return None,
        };
        let version = Self { number: number.parse().ok()?, profile };
        version::is_supported(version).then_some(version)
    }

    /// Whether the shader is written in the OpenGL ES shading language.
    #[must_use]
    pub const fn is_es(self) -> bool {
        matches!(self.profile, Profile::Es)
    }

    /// Whether the version is at least `desktop` (for desktop GLSL) or `es` (for ESSL); `None` means never.
    #[must_use]
    pub fn at_least(self, desktop: Option<u16>, es: Option<u16>) -> bool {
        let since = if self.is_es() { es } else { desktop };
        since.is_some_and(|since| self.number >= since)
    }
}

/// What the preprocessor hands to the parser.
#[derive(Debug)]
pub struct Preprocessed {
    /// The tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// The number literals among them, those with the same text once.
    pub numbers: Vec<Number>,
    /// The language version.
    pub version: Version,
    /// The `#version` line, undefined if there is none.
    pub version_span: Span,
    /// Which extensions are on, and from which token: ordered by token index; the first entry is for token 0.
    pub extensions: Vec<ExtensionChange>,
    /// `#pragma` lines that are not for the preprocessor itself, in order.
    pub pragmas: Vec<Pragma>,
    /// The `{` and `}` that macros expand to, in order.
    pub macro_braces: Vec<MacroBrace>,
}

/// A brace that a reader of the file does not see, because a macro expands to it.
#[derive(Clone, Copy, Debug)]
pub struct MacroBrace {
    /// Index into [`Preprocessed::tokens`].
    pub token: usize,
    /// The macro in the file. The brace may come from another macro that this one uses.
    pub name: Symbol,
    /// The call of that macro.
    pub call_site: Span,
}

/// The extensions that are on from a token on.
#[derive(Clone, Debug)]
pub struct ExtensionChange {
    /// Index into [`Preprocessed::tokens`] of the first token this holds for.
    pub first_token: usize,
    /// The `#extension` line, undefined for the initial state.
    pub span: Span,
    /// Extensions whose behavior is `enable`, `require` or `warn`, and those they imply.
    pub enabled: ExtensionSet,
    /// The subset whose behavior is `warn`: each use gives a warning.
    pub warn: ExtensionSet,
}

/// One `#pragma` line, macro-expanded if its form requires it.
#[derive(Clone, Debug)]
pub struct Pragma {
    /// Index into [`Preprocessed::tokens`] of the first token after the line.
    pub first_token: usize,
    /// The place of the line's text after `#pragma`.
    pub span: Span,
    /// The text after `#pragma`, white space squeezed to single blanks.
    pub text: String,
}

/// A file being read.
#[derive(Debug)]
struct OpenFile {
    lexer: Lexer,
    /// Its text, if that was met before.
    known: Option<TextId>,
    /// Those tokens of the known text that come before what the lexer reads next.
    ahead: Range<usize>,
    /// Whether a run of tokens starts here: at the start of the file and after a directive.
    at_run_start: bool,
    /// The name that the loader returned.
    name: String,
    /// How many conditionals were open where it started.
    conditionals: usize,
    /// Whether an `#endif` without `#if` was reported.
    stray_reported: bool,
    /// The source string number that `#line` has set.
    source_number: u32,
    /// Whether a `#line` has set a file name.
    line_named: bool,
}

/// An open conditional.
#[derive(Debug)]
struct Conditional {
    /// The `#if`.
    span: Span,
    /// Whether one of its groups was taken.
    taken: bool,
    /// Its `#else`.
    otherwise: Option<Span>,
}

/// The state of one run. Its methods are spread over the files of this folder.
struct Preprocessor<'a> {
    options: &'a Options,
    loader: &'a mut dyn Loader,
    sources: &'a mut SourceMap,
    names: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    /// The file being read, on top of those that include it.
    files: Vec<OpenFile>,
    conditionals: Vec<Conditional>,
    macros: MacroTable,
    contexts: Vec<Context>,
    invocations: Vec<Invocation>,
    /// Empty token lists whose memory is reused.
    spare: Vec<Vec<PpToken>>,
    /// The text of two tokens that are pasted.
    pasted: String,
    /// Whether the line of a directive is being read: its end is the end.
    in_line: bool,
    /// Whether arguments of a macro call are being read.
    collecting: bool,
    directive_in_call_reported: bool,
    /// Whether a limit was reached: nothing more comes out.
    aborted: bool,
    /// How many more tokens macros may expand to.
    budget: usize,
    includes: usize,
    source_bytes: usize,
    known: KnownTexts,
    /// Files with `#pragma once`.
    once: FxHashSet<String>,
    /// Undefined names in conditions that were reported.
    undefined: FxHashSet<Symbol>,
    version: Version,
    /// The `#version` line that applies.
    version_span: Span,
    extensions: ExtensionState,
    tokens: Vec<Token>,
    numbers: Vec<Number>,
    /// By the symbol of their text: one more than the index of those without errors, 0 for other words.
    number_indices: Vec<u32>,
    changes: Vec<ExtensionChange>,
    pragmas: Vec<Pragma>,
    macro_braces: Vec<MacroBrace>,
}

/// Types that stand for others in wrong shaders.
const RECOVERY_TYPES: [&str; 3] = ["int", "uint", "void"];

/// Memory of earlier runs, in which the next one works, and what is known about names. It belongs to one interner.
#[derive(Debug, Default)]
pub struct Buffers {
    tokens: Vec<Token>,
    numbers: Vec<Number>,
    number_indices: Vec<u32>,
    macros: MacroTable,
    known: KnownTexts,
    spare: Vec<Vec<PpToken>>,
    contexts: Vec<Context>,
    invocations: Vec<Invocation>,
}

impl Buffers {
    /// Larger lists are not kept.
    const MOST_TOKENS: usize = 1 << 15;

    /// Takes the memory of what is no longer needed.
    pub fn recycle(&mut self, tokens: Vec<Token>, numbers: Vec<Number>) {
        (self.tokens, self.numbers) = (tokens, numbers);
        self.tokens.clear();
        self.numbers.clear();
        if self.tokens.capacity() > Self::MOST_TOKENS {
            *self = Self { known: std::mem::take(&mut self.known), ..Self::default() };
        }
    }
}

/// Runs the preprocessor over a shader.
///
/// `text` is the main file, called `name`. Files that it includes come from `loader`. Everything that spans point to
/// is added to `sources`, every name to `names`, and what is wrong to `diagnostics`.
pub fn preprocess(
    name: &str,
    text: &str,
    options: &Options,
    loader: &mut dyn Loader,
    sources: &mut SourceMap,
    names: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    preprocess_with(name, text, options, loader, sources, names, &mut Buffers::default(), diagnostics)
}

/// The same, in the memory of earlier runs.
#[expect(clippy::too_many_arguments, reason = "they have nothing in common")]
pub fn preprocess_with(
    name: &str,
    text: &str,
    options: &Options,
    loader: &mut dyn Loader,
    sources: &mut SourceMap,
    names: &mut Interner,
    buffers: &mut Buffers,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    let Buffers { mut tokens, numbers, number_indices, macros, known, spare, contexts, invocations } =
        std::mem::take(buffers);
    if names.is_empty() {
        // The types that the parser takes for words that are none, whether or not the shader has them.
        for name in RECOVERY_TYPES {
            names.intern(name);
        }
    }
    // About as many as in a dense program; one with comments has fewer.
    tokens.reserve(text.len() / 3 + 1);
    let mut preprocessor = Preprocessor {
        options,
        loader,
        sources,
        names,
        diagnostics,
        files: Vec::new(),
        conditionals: Vec::new(),
        macros,
        contexts,
        invocations,
        spare,
        pasted: String::new(),
        in_line: false,
        collecting: false,
        directive_in_call_reported: false,
        aborted: false,
        budget: options.limits.expansion_tokens,
        includes: 0,
        source_bytes: 0,
        known,
        once: FxHashSet::default(),
        undefined: FxHashSet::default(),
        version: options.forced_version.unwrap_or(options.default_version),
        version_span: Span::UNDEFINED,
        extensions: ExtensionState::default(),
        tokens,
        numbers,
        number_indices,
        changes: vec![ExtensionChange {
            first_token: 0,
            span: Span::UNDEFINED,
            enabled: ExtensionSet::EMPTY,
            warn: ExtensionSet::EMPTY,
        }],
        pragmas: Vec::new(),
        macro_braces: Vec::new(),
    };
    preprocessor.run(name, text);
    let Preprocessor { tokens, numbers, version, version_span, changes, pragmas, macro_braces, .. } = preprocessor;
    let Preprocessor { mut macros, mut known, mut contexts, mut invocations, spare, mut number_indices, .. } =
        preprocessor;
    macros.clear();
    contexts.clear();
    invocations.clear();
    number_indices.clear();
    known.limit();
    *buffers = Buffers { macros, known, contexts, invocations, spare, number_indices, ..Buffers::default() };
    Preprocessed { tokens, numbers, version, version_span, extensions: changes, pragmas, macro_braces }
}

/// What a token is to the parser, if no more is to be done about it than to hand it over.
#[inline(always)]
fn plain(kind: PpKind, macros: &MacroTable, number_indices: &[u32]) -> Option<TokenKind> {
    match kind {
        PpKind::Word(name) if macros.is_settled(name) => Some(TokenKind::Word(name)),
        PpKind::Punctuation(Punctuation::Hash | Punctuation::LeftBrace | Punctuation::RightBrace) => None,
        PpKind::Punctuation(punctuation) => Some(TokenKind::Punctuation(punctuation)),
        PpKind::Number(text) => {
            let known = number_indices.get(text.index()).and_then(|known| known.checked_sub(1));
            known.map(TokenKind::Number)
        }
        _ => None,
    }
}

/// The same for a token of a file. Inlined: the loops that call it read most tokens.
#[inline(always)]
fn plain_in_file(kind: PpKind, macros: &MacroTable, number_indices: &[u32]) -> Option<TokenKind> {
    match kind {
        // None of these is from a macro.
        PpKind::Punctuation(brace @ (Punctuation::LeftBrace | Punctuation::RightBrace)) => {
            Some(TokenKind::Punctuation(brace))
        }
        kind => plain(kind, macros, number_indices),
    }
}

impl OpenFile {
    /// The next token of those that come before what the lexer reads.
    #[inline]
    fn take_ahead(&mut self, known: &KnownTexts) -> Option<PpToken> {
        if self.ahead.is_empty() {
            return None;
        }
        let token = known.tokens(self.known, self.ahead.clone()).first()?;
        self.ahead.start += 1;
        Some(self.lexer.located(*token))
    }
}

impl Preprocessor<'_> {
    fn run(&mut self, name: &str, text: &str) {
        self.open_file(name.to_owned(), text, Span::UNDEFINED);
        // The version decides which macros are predefined, so it comes before the command line, which comes before the rest.
        self.read_version();
        let definitions = self.options.definitions();
        if !definitions.is_empty() && !self.aborted {
            let main = std::mem::take(&mut self.files);
            self.open_text("<command line>".to_owned(), definitions.into(), None, Span::UNDEFINED);
            while self.next().kind != PpKind::End {}
            self.close_file();
            self.files = main;
        }
        loop {
            let token = if self.is_at_file() {
                let Some(token) = self.plain_tokens().and_then(|token| self.accept(token)) else { continue };
                token
            } else {
                self.plain_expansion();
                self.read()
            };
            if let Some(kind) = plain(token.kind, &self.macros, &self.number_indices)
                && self.tokens.len() < self.options.limits.tokens
            {
                self.tokens.push(Token { kind, span: token.span });
                continue;
            }
            let token = self.expanded(token);
            if token.kind == PpKind::End {
                let end = self.files.first().map_or(Span::UNDEFINED, |file| file.lexer.span_from(file.lexer.length()));
                self.tokens.push(Token { kind: TokenKind::End, span: end });
                break;
            }
            self.emit(token);
        }
        while !self.files.is_empty() {
            self.close_file();
        }
    }

    /// The next token of the open files; directives are executed.
    #[inline]
    fn read_file(&mut self) -> PpToken {
        loop {
            let Some(file) = self.files.last_mut() else { return PpToken::new(PpKind::End, Span::UNDEFINED) };
            if self.aborted {
                return PpToken::new(PpKind::End, Span::UNDEFINED);
            }
            let token = match file.take_ahead(&self.known) {
                Some(token) => token,
                None => file.lexer.token(false, self.names, self.diagnostics),
            };
            if let Some(token) = self.accept(token) {
                return token;
            }
        }
    }

    /// A token that was read from a file, unless it begins a directive, which is executed, or ends an included file.
    #[inline]
    fn accept(&mut self, token: PpToken) -> Option<PpToken> {
        match token.kind {
            // A macro call does not extend past the end of a file.
            PpKind::End if self.files.len() > 1 && !self.collecting => self.close_file(),
            PpKind::Punctuation(Punctuation::Hash) if token.line_start => self.directive(token),
            _ => return Some(token),
        }
        None
    }

    /// Hands tokens of the file to the parser as long as no more is to be done about them, as about most. Returns the first
    /// other one.
    fn plain_tokens(&mut self) -> Option<PpToken> {
        let file = self.files.last_mut()?;
        if file.known.is_some() {
            let token = self.plain_tokens_ahead();
            if token.is_some() {
                return token;
            }
        }
        let file = self.files.last_mut()?;
        loop {
            let token = file.lexer.token(false, self.names, self.diagnostics);
            let kind = plain_in_file(token.kind, &self.macros, &self.number_indices);
            match kind.filter(|_| self.tokens.len() < self.options.limits.tokens) {
                Some(kind) => self.tokens.push(Token { kind, span: token.span }),
                None => return Some(token),
            }
        }
    }

    /// The same for tokens of a known text; `None` if there are none left before what the lexer reads.
    #[inline(never)]
    fn plain_tokens_ahead(&mut self) -> Option<PpToken> {
        let file = self.files.last_mut()?;
        if std::mem::take(&mut file.at_run_start)
            && let Some(id) = file.known
        {
            file.ahead = self.known.run(id, &mut file.lexer, false, self.names).unwrap_or_default();
        }
        let room = self.options.limits.tokens.saturating_sub(self.tokens.len());
        let mut taken = 0;
        for token in self.known.tokens(file.known, file.ahead.clone()).iter().take(room) {
            let Some(kind) = plain_in_file(token.kind, &self.macros, &self.number_indices) else { break };
            self.tokens.push(Token { kind, span: file.lexer.place(token.span) });
            taken += 1;
        }
        file.ahead.start += taken;
        file.take_ahead(&self.known)
    }

    /// Hands tokens that a macro expands to to the parser as long as no more is to be done about them.
    fn plain_expansion(&mut self) {
        let room = if self.aborted { 0 } else { self.options.limits.tokens.saturating_sub(self.tokens.len()) };
        let Some(context) = self.contexts.last_mut() else { return };
        let mut taken = 0;
        for token in context.rest(&self.macros).take(room) {
            let Some(kind) = plain(token.kind, &self.macros, &self.number_indices) else { break };
            self.tokens.push(Token { kind, span: token.span });
            taken += 1;
        }
        context.skip(taken);
    }

    /// Hands a token to the parser.
    fn emit(&mut self, token: PpToken) {
        let kind = match token.kind {
            PpKind::Word(name) => TokenKind::Word(name),
            PpKind::Punctuation(punctuation) => {
                if matches!(punctuation, Punctuation::LeftBrace | Punctuation::RightBrace) {
                    self.record_brace(token.span);
                }
                TokenKind::Punctuation(punctuation)
            }
            PpKind::String(text) => {
                let decoded = text::unescape(self.names.resolve(text));
                if let Some((_, Some(invalid))) = decoded {
                    self.invalid_escape(token, invalid);
                }
                TokenKind::String(decoded.map_or(text, |(decoded, _)| self.names.intern(&decoded)))
            }
            PpKind::Number(text) => TokenKind::Number(self.number(text, token)),
            PpKind::Backslash => {
                self.diagnostics.push(messages::backslash(token.span));
                return;
            }
            PpKind::Parameter(_) | PpKind::Paste | PpKind::Placemarker | PpKind::End => return,
        };
        self.tokens.push(Token { kind, span: token.span });
        let limit = self.options.limits.tokens;
        if self.tokens.len() > limit {
            self.abort(messages::too_many_tokens(token.span, limit));
        }
    }

    /// The index of a number.
    fn number(&mut self, text: Symbol, token: PpToken) -> u32 {
        if let Some(known) = self.number_indices.get(text.index()).and_then(|known| known.checked_sub(1)) {
            return known;
        }
        // There are no more numbers than bytes, whose offsets are `u32`.
        let index = self.numbers.len() as u32;
        match number::parse(self.names.resolve(text)) {
            Ok(number) => {
                if self.number_indices.len() <= text.index() {
                    self.number_indices.resize(self.names.len(), 0);
                }
                if let Some(known) = self.number_indices.get_mut(text.index()) {
                    *known = index + 1;
                }
                self.numbers.push(number);
            }
            Err(error) => {
                self.number_error(token, &error);
                self.numbers.push(Number::Integer { bits: 0, suffix: IntegerSuffix::None, radix_prefixed: false });
            }
        }
        index
    }

    /// Records a brace that is about to be handed to the parser, if it comes from a macro.
    fn record_brace(&mut self, span: Span) {
        let Some(outermost) = self.sources.outermost_expansion(span) else { return };
        let name = self.names.intern(self.sources.text(outermost.definition).unwrap_or_default());
        self.macro_braces.push(MacroBrace { token: self.tokens.len(), name, call_site: outermost.call_site });
    }

    /// Reports an invalid escape sequence.
    fn invalid_escape(&mut self, token: PpToken, invalid: InvalidEscape) {
        self.diagnostics.push(messages::invalid_escape(token.span, invalid.character));
    }

    /// Reports an invalid number.
    fn number_error(&mut self, token: PpToken, error: &NumberError) {
        let text = self.spelling(token);
        self.diagnostics.push(messages::wrong_number(token.span, &text, error));
    }

    /// Reports that a limit is reached and stops.
    fn abort(&mut self, diagnostic: Diagnostic) {
        if !self.aborted {
            self.aborted = true;
            self.diagnostics.push(diagnostic);
            for file in &mut self.files {
                file.lexer.finish();
                file.ahead = 0..0;
            }
        }
    }
}
