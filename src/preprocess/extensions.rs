//! `#extension` (GLSL 4.60, 3.3).
//!
//! Comes in: the rest of an `#extension` line. Goes out: which extensions are on from the next token on. Must not
//! depend on: what they add.
//!
//! An extension implied by another is switched on with it, but stays on when that one is disabled, and keeps the
//! behavior that the shader gave it by name: `vote : warn` does not undo an earlier `basic : enable`.

use super::lexer::{PpKind, PpToken};
use super::messages;
use super::token::Punctuation;
use super::{ExtensionChange, Preprocessor};
use crate::builtins::{EXTENSIONS, Extension, ExtensionId, ExtensionSet, extension, refused};
use crate::diagnostics::{Severity, did_you_mean};
use crate::source::Span;

/// Extensions of the preprocessor itself. What they add is always available.
const ALWAYS_ON: &[&str] =
    &["GL_ARB_shading_language_include", "GL_GOOGLE_cpp_style_line_directive", "GL_GOOGLE_include_directive"];

/// The word after the colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behavior {
    Require,
    Enable,
    Warn,
    Disable,
}

/// Which extensions are on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExtensionState {
    /// On.
    pub enabled: ExtensionSet,
    /// On with a warning at each use.
    pub warn: ExtensionSet,
    /// Those that the shader named itself, as opposed to implied ones.
    named: ExtensionSet,
}

impl ExtensionState {
    /// Gives one extension, which implies `implied`, a behavior.
    pub(super) fn set(&mut self, id: ExtensionId, implied: &[ExtensionId], behavior: Behavior) {
        match behavior {
            Behavior::Disable => {
                self.enabled.remove(id);
                self.warn.remove(id);
                self.named.remove(id);
            }
            Behavior::Warn => {
                self.enabled.insert(id);
                self.warn.insert(id);
                self.named.insert(id);
                for &other in implied {
                    if !self.enabled.contains(other) {
                        self.enabled.insert(other);
                        self.warn.insert(other);
                    }
                }
            }
            Behavior::Enable | Behavior::Require => {
                self.enabled.insert(id);
                self.warn.remove(id);
                self.named.insert(id);
                for &other in implied {
                    self.enabled.insert(other);
                    if !self.named.contains(other) {
                        self.warn.remove(other);
                    }
                }
            }
        }
    }
}

impl Preprocessor<'_> {
    pub(super) fn extension_directive(&mut self, hash: Span) {
        let Some((name, behavior)) = self.extension_line() else { return };
        let span = self.files.last().map_or(hash, |file| hash.until(&file.lexer.span_from(file.lexer.position())));
        self.expect_line_end("extension");
        if self.version.is_es() && !self.tokens.is_empty() {
            self.diagnostics.push(messages::late_extension(span));
        }
        let text = self.word(name);
        if text == "all" {
            self.all_extensions(name, behavior);
        } else if let Some(id) = extension(text) {
            let row = id.get();
            if !self.version.at_least(row.desktop, row.es) {
                self.unavailable(name, behavior, row);
                return;
            }
            self.extensions.set(id, row.enables, behavior);
        } else {
            if !ALWAYS_ON.contains(&text) {
                let text = text.to_owned();
                self.unknown(name, &text, behavior);
            }
            return;
        }
        let ExtensionState { enabled, warn, .. } = self.extensions;
        self.changes.push(ExtensionChange { first_token: self.tokens.len(), span, enabled, warn });
    }

    /// The name and the behavior on the line.
    fn extension_line(&mut self) -> Option<(PpToken, Behavior)> {
        let name = self.line_token();
        let colon = self.line_token();
        let behavior = self.line_token();
        let message = if !matches!(name.kind, PpKind::Word(_)) {
            messages::malformed_extension(name.span, "`#extension` needs the name of an extension")
        } else if !colon.is(Punctuation::Colon) {
            messages::malformed_extension(colon.span, "expected `:` after the name of the extension")
        } else {
            match self.word(behavior) {
                "require" => return Some((name, Behavior::Require)),
                "enable" => return Some((name, Behavior::Enable)),
                "warn" => return Some((name, Behavior::Warn)),
                "disable" => return Some((name, Behavior::Disable)),
                _ if behavior.kind == PpKind::End => {
                    messages::malformed_extension(behavior.span, "expected a behavior after `:`")
                }
                _ => messages::no_such_behavior(behavior.span, &self.spelling(behavior)),
            }
        };
        self.diagnostics.push(message);
        None
    }

    fn all_extensions(&mut self, name: PpToken, behavior: Behavior) {
        match behavior {
            Behavior::Disable => self.extensions = ExtensionState::default(),
            Behavior::Warn => {
                for (index, row) in EXTENSIONS.iter().enumerate() {
                    if self.version.at_least(row.desktop, row.es) {
                        self.extensions.set(ExtensionId(index as u16), &[], Behavior::Warn);
                    }
                }
            }
            Behavior::Require | Behavior::Enable => self.diagnostics.push(messages::all_extensions(name.span)),
        }
    }

    /// How severe it is that an extension is missing; `None` if it does not matter.
    const fn severity(behavior: Behavior) -> Option<Severity> {
        match behavior {
            Behavior::Require => Some(Severity::Error),
            Behavior::Enable | Behavior::Warn => Some(Severity::Warning),
            Behavior::Disable => None,
        }
    }

    fn unavailable(&mut self, name: PpToken, behavior: Behavior, row: &Extension) {
        let Some(mut severity) = Self::severity(behavior) else { return };
        let needs = match (row.desktop, row.es) {
            (Some(desktop), Some(es)) => format!("it needs version {desktop}, or {es} es"),
            (Some(desktop), None) => format!("it needs version {desktop} of desktop GLSL"),
            (None, Some(_)) if !self.version.is_es() => {
                // All of these brought to ESSL what desktop GLSL has, and shaders for both require them.
                severity = Severity::Warning;
                "it is an extension of ESSL; desktop GLSL has its features without it".to_owned()
            }
            (None, Some(es)) => format!("it needs version {es} es"),
            (None, None) => "no version can have it".to_owned(),
        };
        let mut diagnostic = messages::extension_needs_version(name.span, &row.name, self.version, needs);
        if self.version_span.is_defined() {
            diagnostic = diagnostic.with_secondary(self.version_span, "the version is set here");
        }
        diagnostic.severity = severity;
        self.diagnostics.push(diagnostic);
    }

    fn unknown(&mut self, name: PpToken, text: &str, behavior: Behavior) {
        let Some(severity) = Self::severity(behavior) else { return };
        let mut diagnostic = messages::unknown_extension(name.span, &text);
        if let Some(row) = refused(text) {
            diagnostic = diagnostic.with_note(row.reason);
        } else {
            diagnostic = diagnostic.with_similar_name(did_you_mean(text, EXTENSIONS.iter().map(|row| row.name)));
        }
        diagnostic.severity = severity;
        self.diagnostics.push(diagnostic);
    }
}
