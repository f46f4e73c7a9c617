//! The limits that `-flimit` sets: the `gl_Max...` constants of shaders.
//!
//! Comes in: names and numbers. Goes out: [`Arguments`] with limits, and the listing of `--show-limits`. Must not
//! depend on: the purpose of the limits.

use std::fmt::Write;
use std::path::Path;

use glslsub::internals::builtins::limits;

use super::arguments::Arguments;

/// Takes names and numbers, separated by white space.
pub fn set(text: &str, option: &str, arguments: &mut Arguments) -> Result<(), String> {
    let mut words = text.split_whitespace();
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} error: missing value after limit name: {name}"))?;
        let value: i32 = value.parse().map_err(|_| format!("{option} error: invalid integer: {value}"))?;
        if !arguments.settings.limit(name, value) {
            return Err(format!("{option} error: invalid resource limit: {name}"));
        }
    }
    Ok(())
}

/// `-flimit-file`
pub fn read_file(path: &str, arguments: &mut Arguments) -> Result<(), String> {
    let text = glslsub::internals::files::read_text(Path::new(path))
        .map_err(|error| format!("cannot read limits file: {path}: {error}"))?;
    set(&text, "-flimit-file", arguments)
}

/// A line for each limit with its default value.
pub fn listing() -> String {
    let mut text = String::new();
    for limit in limits::all() {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{} {}", limit.name(), limit.default_value());
    }
    text
}
