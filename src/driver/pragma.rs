//! The pragmas that the driver handles.
//!
//! Comes in: `#pragma` lines. Goes out: the stage, the memory model, and warnings not to report. Must not depend on:
//! the reasons.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::preprocess::Pragma;

/// Whether this is `#pragma use_vulkan_memory_model`.
pub(super) fn is_memory_model(pragma: &Pragma) -> bool {
    pragma.text.trim() == "use_vulkan_memory_model"
}

/// The word in `shader_stage(word)`, the text after `#pragma`.
pub(super) fn stage(text: &str) -> Option<&str> {
    let argument = text.trim().strip_prefix("shader_stage")?.trim_start();
    Some(argument.strip_prefix('(')?.strip_suffix(')')?.trim())
}

/// Reads the codes of `#pragma glslsub allow(GS0123, GS0124)`; they apply to the whole shader.
pub(super) fn allow(pragma: &Pragma, allowed: &mut Vec<Code>, diagnostics: &mut Diagnostics) {
    let words: String = pragma.text.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(rest) = words.strip_prefix("glslsub") else { return };
    let Some(codes) = rest.strip_prefix("allow(").and_then(|rest| rest.strip_suffix(')')) else {
        diagnostics.push(
            Diagnostic::warning(Code::MalformedPragma, pragma.span, "expected `allow(CODE)` after `#pragma glslsub`")
                .with_help("write `#pragma glslsub allow(GS0602)`"),
        );
        return;
    };
    for name in codes.split(',') {
        match Code::parse(name) {
            Some(code) => allowed.push(code),
            None => diagnostics.push(
                Diagnostic::warning(Code::MalformedPragma, pragma.span, format!("`{name}` is not a diagnostic code"))
                    .with_help("codes look like GS0602"),
            ),
        }
    }
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
