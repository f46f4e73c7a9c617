//! `#include`: finding a file and reading it in place (GL_GOOGLE_include_directive, which need not be enabled here).
//!
//! Comes in: the lexer after `#include`. Goes out: one more open file, or a diagnostic. Must not depend on: where
//! files come from; a [`Loader`](crate::source::Loader) does.

use super::known::TextId;
use super::lexer::{Lexer, PpKind, PpToken};
use super::messages;
use super::token::Punctuation;
use super::{OpenFile, Preprocessor};
use std::sync::Arc;

use crate::builtins::extensions;
use crate::source::{IncludeKind, Span};

impl Preprocessor<'_> {
    pub(super) fn include_directive(&mut self, hash: Span) {
        let Some((name, span, kind)) = self.header_name() else {
            let span = self.files.last().map_or(hash, |file| hash.until(&file.lexer.span_from(file.lexer.position())));
            self.diagnostics.push(messages::include_without_name(span));
            return;
        };
        self.expect_line_end("include");
        self.skip_line();
        let limits = self.options.limits;
        if self.files.len() > limits.include_depth {
            self.abort(messages::include_too_deep(span, limits.include_depth));
            return;
        }
        self.includes += 1;
        if self.includes > limits.includes {
            self.abort(messages::too_many_includes(span, limits.includes));
            return;
        }
        let includer = self.files.last().map_or("", |file| file.name.as_str());
        let loaded = match self.loader.load(&name, kind, includer) {
            Ok(loaded) => loaded,
            Err(reason) => {
                self.diagnostics.push(messages::include_not_found(span, &name, &reason));
                return;
            }
        };
        if self.once.contains(&loaded.name) {
            return;
        }
        let included_at = hash.until(&span);
        self.open_file(loaded.name, loaded.text, included_at);
    }

    /// The operand of `#include`, as written or after macro expansion.
    fn header_name(&mut self) -> Option<(String, Span, IncludeKind)> {
        let file = self.files.last_mut()?;
        if let Some((name, span, quoted)) = file.lexer.header_name() {
            let kind = if quoted { IncludeKind::Quoted } else { IncludeKind::Angled };
            return (!name.is_empty()).then_some((name, span, kind));
        }
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
        let name = self.expanded_header_name();
        self.drop_contexts();
        self.in_line = false;
        name
    }

    fn expanded_header_name(&mut self) -> Option<(String, Span, IncludeKind)> {
        let first = self.next();
        match first.kind {
            PpKind::String(text) => {
                let name = self.names.resolve(text).to_owned();
                (!name.is_empty()).then_some((name, first.span, IncludeKind::Quoted))
            }
            PpKind::Punctuation(Punctuation::Less) => {
                let mut name = String::new();
                loop {
                    let token: PpToken = self.next();
                    match token.kind {
                        PpKind::End => return None,
                        PpKind::Punctuation(Punctuation::Greater) => {
                            return (!name.is_empty()).then_some((name, first.span, IncludeKind::Angled));
                        }
                        _ => name.push_str(&self.spelling(token)),
                    }
                }
            }
            _ => None,
        }
    }

    /// Starts reading a file.
    pub(super) fn open_file(&mut self, name: String, text: impl AsRef<str> + Into<Arc<str>>, included_at: Span) {
        let (text, known) = self.known.meet(text);
        self.open_text(name, text, known, included_at);
    }

    /// The same for a text that is perhaps known.
    pub(super) fn open_text(&mut self, name: String, text: Arc<str>, known: Option<TextId>, included_at: Span) {
        self.source_bytes = self.source_bytes.saturating_add(text.len());
        let limit = self.options.limits.source_bytes;
        let id =
            if self.source_bytes > limit { None } else { self.sources.add_file(name.clone(), text, included_at).ok() };
        let Some(id) = id else {
            self.abort(messages::source_too_large(included_at, &name, limit));
            return;
        };
        let Some(file) = self.sources.file(id) else { return };
        self.files.push(OpenFile {
            lexer: Lexer::new(id, file.text.clone(), file.base),
            known,
            ahead: 0..0,
            at_run_start: true,
            name,
            conditionals: self.conditionals.len(),
            stray_reported: false,
            source_number: 0,
            line_named: false,
        });
    }

    /// Leaves the file that is being read.
    pub(super) fn close_file(&mut self) {
        let Some(file) = self.files.pop() else { return };
        for conditional in self.conditionals.drain(file.conditionals.min(self.conditionals.len())..) {
            if !self.aborted {
                self.diagnostics.push(messages::unterminated_conditional(conditional.span));
            }
        }
    }

    /// What `__FILE__` stands for: the number of the source string (GLSL 4.60, 3.3), or the name of the file if
    /// GL_GOOGLE_cpp_style_line_directive or a name in a `#line` requests it.
    pub(super) fn file_macro(&mut self, token: PpToken) -> PpToken {
        let by_name = self.files.last().is_some_and(|file| file.line_named)
            || self.extensions.enabled.contains(extensions::GL_GOOGLE_cpp_style_line_directive);
        let kind = if by_name {
            let name = self.sources.location(token.span).map(|location| location.file).unwrap_or_default();
            PpKind::String(self.names.intern(&name))
        } else {
            let number = self.files.last().map_or(0, |file| file.source_number);
            PpKind::Number(self.names.intern(&number.to_string()))
        };
        PpToken { kind, ..token }
    }
}
