//! `#version` and what follows from it: the predefined macros (GLSL 4.60, 3.3 and 3.4).
//!
//! Comes in: the start of the main file. Goes out: the language version and the macros of that version. Must not
//! depend on: what later stages do with the version.

use super::messages;
use std::fmt;

use super::lexer::{PpKind, PpToken};
use super::macros::{MacroId, MacroKind};
use super::{Preprocessor, Profile, Version, number};
use crate::builtins::{self, EXTENSIONS};
use crate::diagnostics::Code;
use crate::source::{Span, Symbol};

/// The supported versions, for messages.
const SUPPORTED: &str = "supported versions are 140 to 460, core or compatibility, and 310 es and 320 es";

/// The desktop versions that GL_KHR_vulkan_glsl builds on.
const DESKTOP: &[u64] = &[140, 150, 330, 400, 410, 420, 430, 440, 450, 460];

/// Whether [`Version::parse`] accepts a version.
pub(super) fn is_supported(version: Version) -> bool {
    let numbers: &[u64] = if version.is_es() { &[310, 320] } else { DESKTOP };
    numbers.contains(&version.number.into())
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let profile = match self.profile {
            Profile::Core => "core",
            Profile::Compatibility => "compatibility",
            Profile::Es => "es",
        };
        write!(formatter, "{} {profile}", self.number)
    }
}

impl Preprocessor<'_> {
    /// Reads the `#version` line if the main file starts with one; otherwise consumes nothing.
    pub(super) fn read_version(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        let start = file.lexer.span_from(file.lexer.position());
        let Some(hash) = file.lexer.take_version() else {
            if self.options.forced_version.is_none() {
                let version = self.version;
                self.diagnostics.push(messages::missing_version(start, version));
            }
            return;
        };
        let number = self.line_token();
        let profile = self.line_token();
        let late = self.files.last().filter(|file| !file.lexer.is_blank_before(hash)).map(|_| start);
        self.version_span = match self.files.last() {
            Some(file) => file.lexer.span_from(hash),
            None => Span::UNDEFINED,
        };
        match (self.parse_version(number, profile), self.options.forced_version) {
            (Some(version), None) => self.version = version,
            (Some(version), Some(forced)) if version != forced => {
                self.diagnostics.push(messages::forced_version(self.version_span, forced, version))
            }
            _ => {}
        }
        if let Some(start) = late.filter(|_| self.version.is_es()) {
            self.diagnostics.push(messages::essl_version_not_first(self.version_span, start));
        }
        if profile.kind != PpKind::End {
            self.expect_line_end("version");
        }
        self.skip_line();
    }

    fn parse_version(&mut self, number: PpToken, profile: PpToken) -> Option<Version> {
        let value = match number.kind {
            PpKind::Number(text) => number::parse_integer(self.names.resolve(text)).and_then(Result::ok),
            _ => None,
        };
        let Some(value) = value else {
            let span = if number.kind == PpKind::End { self.version_span } else { number.span };
            self.diagnostics.push(messages::version_without_number(span, SUPPORTED));
            return None;
        };
        let word = self.spelling(profile);
        let essl_number = matches!(value.value, 100 | 300 | 310 | 320);
        let chosen = match word.as_str() {
            "" if essl_number && value.value != 100 => {
                self.diagnostics.push(messages::version_needs_profile(number.span, value.value));
                Profile::Es
            }
            "" if essl_number => Profile::Es,
            "" | "core" => Profile::Core,
            "compatibility" => Profile::Compatibility,
            "es" => Profile::Es,
            _ => {
                self.diagnostics.push(messages::no_such_profile(profile.span, &word));
                Profile::Core
            }
        };
        let (supported, nearest): (&[u64], u16) = match chosen {
            Profile::Es if value.value < 310 => (&[310, 320], 310),
            Profile::Es => (&[310, 320], 320),
            _ if value.value < 140 => (DESKTOP, 420),
            _ => (DESKTOP, 460),
        };
        if !supported.contains(&value.value) {
            let is_es = chosen == Profile::Es;
            self.diagnostics.push(messages::unsupported_version(number.span, value.value, is_es, SUPPORTED));
            return Some(Version { number: nearest, profile: chosen });
        }
        Some(Version { number: value.value as u16, profile: chosen })
    }

    /// A `#version` that is not the first thing of the shader.
    pub(super) fn late_version(&mut self, span: Span) {
        let mut diagnostic = messages::late_version(span);
        if self.version_span.is_defined() {
            diagnostic = diagnostic.with_secondary(self.version_span, "this one applies");
        } else {
            // The shader has a version, in the wrong place.
            self.diagnostics.retain_from(0, |it| it.code != Code::MissingVersion);
        }
        self.diagnostics.push(diagnostic);
    }

    /// What a name stands for that the version, the target or an extension defines.
    fn predefined(&mut self, name: Symbol) -> Option<MacroKind> {
        let Version { number, profile } = self.version;
        let value = match self.names.resolve(name) {
            "__LINE__" => return Some(MacroKind::Line),
            "__FILE__" => return Some(MacroKind::File),
            "__VERSION__" => return Some(MacroKind::Number(self.names.intern(&number.to_string()))),
            // GL_KHR_vulkan_glsl: 100 since its first version.
            "VULKAN" => "100",
            text if !text.starts_with("GL_") => return None,
            "GL_core_profile" if profile != Profile::Es => "1",
            "GL_compatibility_profile" if profile == Profile::Compatibility => "1",
            "GL_ES" | "GL_es_profile" if profile == Profile::Es => "1",
            // ESSL 3.10, 4.5.4: highp is available in every stage.
            "GL_FRAGMENT_PRECISION_HIGH" => "1",
            // GL_EXT_spirv_intrinsics, 3.3, has one for each stage; this is the one that its list omits.
            "GL_COMPUTE_SHADER" if profile != Profile::Es => "1",
            text => {
                let row = builtins::extension(text).and_then(|id| EXTENSIONS.get(usize::from(id.0)))?;
                if !self.version.at_least(row.desktop, row.es) {
                    return None;
                }
                "1"
            }
        };
        Some(MacroKind::Number(self.names.intern(value)))
    }

    /// The macro called `name`. Predefined ones are defined when they are first looked up: most shaders use few of them or
    /// none.
    #[inline]
    pub(super) fn lookup_macro(&mut self, name: Symbol) -> Option<MacroId> {
        if self.macros.is_unmet(name) {
            self.meet_macro(name);
        }
        self.macros.lookup(name)
    }

    #[cold]
    fn meet_macro(&mut self, name: Symbol) {
        match self.predefined(name) {
            Some(kind) => self.macros.define(name, kind, Span::UNDEFINED, &[]),
            // An extension's macro, in another version.
            None if self.names.resolve(name).starts_with("GL_") => self.macros.settle_here(name),
            None => self.macros.settle(name),
        }
    }
}
