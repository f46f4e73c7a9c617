//! Parts of the language that only some versions have, and that are no built-ins.
//!
//! Comes in: a use of one. Goes out: a report if the version and the extensions have it not. Must not know: what it means.

use crate::diagnostics::Diagnostic;
use crate::sema::{Analyzer, Code};
use crate::source::Span;

/// A part of the language.
#[derive(Debug)]
pub(in crate::sema) struct Feature {
    /// What messages call it.
    name: &'static str,
    /// The first desktop version; `None` for never.
    desktop: Option<u16>,
    /// The first ESSL version.
    es: Option<u16>,
    /// What has it before.
    extensions: &'static [&'static str],
    /// Where it is specified.
    note: &'static str,
}

/// `{ 1.0, 2.0 }`
pub(in crate::sema) const INITIALIZER_LISTS: Feature = Feature {
    name: "an initializer list",
    desktop: Some(420),
    es: None,
    extensions: &["GL_ARB_shading_language_420pack"],
    note: "GLSL 4.60, 4.1.11",
};

impl Analyzer<'_> {
    /// Whether the shader may use `feature`; reports it if not.
    pub(in crate::sema) fn require_feature(&mut self, feature: &Feature, span: Span) -> bool {
        let on = feature.extensions.iter().any(|it| self.is_enabled(it));
        if on || self.version.at_least(feature.desktop, feature.es) {
            return true;
        }
        let needed = match (self.version.is_es(), feature.desktop, feature.es) {
            (true, _, Some(es)) => format!("`#version {es} es`"),
            (true, _, None) => "desktop GLSL".to_owned(),
            (false, Some(desktop), _) => format!("`#version {desktop}`"),
            (false, None, _) => "the OpenGL ES shading language".to_owned(),
        };
        let message = format!("{} needs {needed}", feature.name);
        let mut diagnostic = Diagnostic::error(Code::VersionRequired, span, message).with_note(feature.note);
        if let Some(extension) = feature.extensions.first().filter(|_| !self.version.is_es()) {
            diagnostic = diagnostic.with_help(format!("or add `#extension {extension} : require` after `#version`"));
        }
        self.report(diagnostic);
        false
    }
}
