//! What `glslsub explain` and docs/diagnostics.md say about a code.
//!
//! Comes in: a code. Goes out: its page: summary, explanation, the rule's source, examples. Must not depend on:
//! terminals.

use crate::diagnostics::Code;
use crate::link;
use crate::rules::RULES;
use std::fmt::Write as _;

/// The explanation of a code, as Markdown without a heading.
#[must_use]
pub fn explanation(code: Code) -> String {
    // The summary is a heading in the file. Here the code comes before it.
    let mut text = code.page().trim_start_matches("# ").to_owned();
    if let Some(rule) = RULES.iter().find(|rule| rule.code == code) {
        // Writing to a string can't fail.
        let _ = write!(
            text,
            "\n{}\n\nRule: {}\n\nWrong:\n\n```glsl\n{}```\n\nRight:\n\n```glsl\n{}```\n",
            rule.explanation, rule.citation, rule.bad, rule.good
        );
    }
    if let Some(rule) = link::RULES.iter().find(|rule| rule.code == code) {
        let _ = write!(text, "\n{}\n\nRule: {}\n", rule.explanation, rule.citation);
        for (word, examples) in [("Wrong", rule.bad), ("Right", rule.good)] {
            let _ = write!(text, "\n{word}:\n");
            for example in examples {
                let _ = write!(text, "\n```glsl\n// the {} shader\n{}```\n", example.stage, example.text);
            }
        }
    }
    text
}

/// docs/diagnostics.md: every code.
#[must_use]
pub fn page() -> String {
    let mut text = String::from(
        "# Diagnostic codes\n\nGenerated from `src/diagnostics/codes` and the rules by `BLESS=1 cargo test the_page_of_codes`. \
         `glslsub explain GS0703` prints one\nentry. A code never changes its meaning.\n",
    );
    for &code in Code::ALL {
        // Writing to a string can't fail.
        let _ = write!(text, "\n## {code}\n\n{}", explanation(code));
    }
    text
}
