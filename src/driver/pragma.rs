//! The pragmas that the driver handles.
//!
//! Comes in: `#pragma` lines. Goes out: the stage, the memory model, and warnings not to report. Must not depend on:
//! the reasons.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::lints;
use crate::preprocess::{Pragma, Punctuation, Token, TokenKind};
use crate::source::{SourceMap, Span};

/// Whether this is `#pragma use_vulkan_memory_model`.
pub(super) fn is_memory_model(pragma: &Pragma) -> bool {
    pragma.text.trim() == "use_vulkan_memory_model"
}

/// The word in `shader_stage(word)`, the text after `#pragma`.
pub(super) fn stage(text: &str) -> Option<&str> {
    let argument = text.trim().strip_prefix("shader_stage")?.trim_start();
    Some(argument.strip_prefix('(')?.strip_suffix(')')?.trim())
}

/// Warnings that are not to be reported.
#[derive(Debug)]
pub(super) struct Allowed {
    /// Which.
    pub(super) codes: Vec<Code>,
    /// Where: from the pragma to this token. Without one, in the whole shader.
    pub(super) region: Option<Region>,
    /// The pragma that expects one of them.
    pub(super) expected: Option<Span>,
}

/// Part of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
    /// From the pragma to the end of the block.
    Block(Span, Span),
    /// The line behind the pragma, which has this token.
    Line(Span),
}

impl Allowed {
    /// Whether a diagnostic is one of them.
    pub(super) fn covers(&self, diagnostic: &Diagnostic, sources: &SourceMap) -> bool {
        let at = |span| sources.resolve(span).map(|it| (it.file, it.range.start));
        let line = |span| sources.location(span).map(|it| it.line);
        let here = diagnostic.primary.span;
        self.codes.contains(&diagnostic.code)
            && match self.region {
                None => true,
                Some(Region::Line(token)) => {
                    at(here).map(|it| it.0) == at(token).map(|it| it.0) && line(here) == line(token)
                }
                Some(Region::Block(start, end)) => match (at(start), at(here), at(end)) {
                    (Some(start), Some(here), Some(end)) => start.0 == here.0 && start <= here && here < end,
                    _ => false,
                },
            }
    }
}

/// Adds what `#pragma glslsub assume(...)` promises; whether the pragma is one.
pub(super) fn assume(pragma: &Pragma, assumptions: &mut lints::Assumptions, diagnostics: &mut Diagnostics) -> bool {
    let words: String = pragma.text.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(rest) = words.strip_prefix("glslsubassume(") else { return false };
    let Some(inner) = rest.strip_suffix(')') else {
        diagnostics.push(unclosed_assumption(pragma.span));
        return true;
    };
    for word in inner.split(',') {
        if let Err(message) = assumptions.add(word) {
            diagnostics.push(no_assumption(pragma.span, message));
        }
    }
    true
}

/// What `#pragma glslsub allow(GS0123, shared-race)` allows: in the rest of the block that it stands in, or in the whole
/// shader. `allow_line(...)` does so in the next line. `expect(...)` is `allow(...)` of what is there.
pub(super) fn allow(pragma: &Pragma, tokens: &[Token], diagnostics: &mut Diagnostics) -> Option<Allowed> {
    let words: String = pragma.text.chars().filter(|c| !c.is_whitespace()).collect();
    let rest = words.strip_prefix("glslsub")?;
    let of_line = rest.strip_prefix("allow_line(");
    let expected = rest.strip_prefix("expect(");
    let words = of_line.or(expected).or_else(|| rest.strip_prefix("allow("));
    let Some(codes) = words.and_then(|rest| rest.strip_suffix(')')) else {
        diagnostics.push(unknown_pragma(pragma.span));
        return None;
    };
    let mut allowed = Vec::new();
    for name in codes.split(',') {
        match Code::parse(name).or_else(|| lints::code_of(name)) {
            Some(code) => allowed.push(code),
            None => diagnostics.push(neither_code_nor_lint(pragma.span, name)),
        }
    }
    let next = tokens.get(pragma.first_token..).unwrap_or_default();
    let region = match of_line {
        Some(_) => next.first().map(|it| Region::Line(it.span)),
        None => end_of_block(tokens, pragma.first_token).map(|end| Region::Block(pragma.span, end)),
    };
    Some(Allowed { codes: allowed, region, expected: expected.map(|_| pragma.span) })
}

/// The end of the block that a token stands in; `None` outside of all.
fn end_of_block(tokens: &[Token], first: usize) -> Option<Span> {
    let change = |token: &Token| match token.kind {
        TokenKind::Punctuation(Punctuation::LeftBrace) => 1,
        TokenKind::Punctuation(Punctuation::RightBrace) => -1,
        _ => 0_i64,
    };
    let depth: i64 = tokens.iter().take(first).map(change).sum();
    if depth <= 0 {
        return None;
    }
    let mut now = depth;
    tokens.iter().skip(first).find_map(|token| {
        now += change(token);
        (now < depth).then_some(token.span)
    })
}

#[cold]
fn unclosed_assumption(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::MalformedPragma, span, "expected `)` at the end of `#pragma glslsub assume(...)`")
}

#[cold]
fn no_assumption(span: Span, message: String) -> Diagnostic {
    Diagnostic::warning(Code::MalformedPragma, span, message)
}

#[cold]
fn unknown_pragma(span: Span) -> Diagnostic {
    let message = "expected `allow(CODE)`, `allow_line(CODE)`, `expect(CODE)` or `assume(...)` after `#pragma glslsub`";
    Diagnostic::warning(Code::MalformedPragma, span, message).with_help("write `#pragma glslsub allow(GS0602)`")
}

#[cold]
fn neither_code_nor_lint(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is neither a diagnostic code nor the name of a lint");
    Diagnostic::warning(Code::MalformedPragma, span, message)
        .with_help("codes look like GS0602; `glslsub explain --list` has the lints")
}

#[cfg(test)]
mod tests {
    use super::stage;

    #[test]
    fn stages_by_pragma() {
        assert_eq!(stage("shader_stage(compute)"), Some("compute"));
        assert_eq!(stage("shader_stage ( compute )"), Some("compute"));
        assert_eq!(stage("shader_stages(compute)"), None);
        assert_eq!(stage("once"), None);
    }
}
