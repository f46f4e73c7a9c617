//! Dependency rules for make and ninja.
//!
//! Comes in: names of files. Goes out: the text of a rule, escaped for GNU make, which ninja and CMake accept too. Must
//! not depend on: how the names were found.

use std::fmt::Write;
use std::path::PathBuf;

use super::output::Destination;

/// `target: source includes...`
pub struct Rule {
    /// The output.
    pub target: String,
    /// The shader.
    pub source: String,
    /// What it includes, in order of first use.
    pub includes: Vec<String>,
    /// Add a rule without prerequisites for each include (`-MP`), so that make does not stop when one is deleted.
    pub phony: bool,
}

impl Rule {
    /// The rule as a line, followed by those for the includes.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}", escaped(&self.target), escaped(&self.source));
        for include in &self.includes {
            text.push(' ');
            text.push_str(&escaped(include));
        }
        text.push('\n');
        for include in self.includes.iter().filter(|_| self.phony) {
            // Writing to a string can't fail.
            let _ = write!(text, "\n{}:\n", escaped(include));
        }
        text
    }
}

/// A name as spelled in a rule. There is no escape for a line end.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            ' ' | '\t' | '#' => text.extend(['\\', character]),
            '$' => text.push_str("$$"),
            '\n' | '\r' => text.push('?'),
            _ => text.push(character),
        }
    }
    text
}

/// Where a rule is written to.
pub fn destination(path: &str) -> Destination {
    if path == "-" { Destination::Stdout } else { Destination::File(PathBuf::from(path)) }
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn names_are_escaped_and_includes_may_be_phony() {
        let rule = |phony| Rule {
            target: "my out.spv".to_owned(),
            source: "a#1.comp".to_owned(),
            includes: vec!["$x/b.glsl".to_owned(), "c.glsl".to_owned()],
            phony,
        };
        assert_eq!(rule(false).text(), "my\\ out.spv: a\\#1.comp $$x/b.glsl c.glsl\n");
        assert_eq!(rule(true).text(), "my\\ out.spv: a\\#1.comp $$x/b.glsl c.glsl\n\n$$x/b.glsl:\n\nc.glsl:\n");
    }
}
