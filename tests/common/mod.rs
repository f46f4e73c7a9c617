//! What the test binaries share: compiling, validating, running on a Vulkan device, reading fixture headers.
//!
//! Every binary includes this folder and uses a part of it.
#![allow(dead_code)]

pub mod compile;
pub mod data;
pub mod directives;
pub mod interpreter;
pub mod model;
pub mod mutate;
pub mod parallel;
pub mod program;
pub mod random;
pub mod sample;
pub mod subgroup;
pub mod validate;
pub mod vulkan;

pub use sample::{one_in, one_in_unnamed, required};

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Writes a line to the terminal even if the test runner captures the output of passing tests.
pub fn shout(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The repository, or the folder that `GLSLSUB_ROOT` names, for a program that was moved to another machine with the
/// files it needs.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| std::env::var_os("GLSLSUB_ROOT").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into()).into())
}

/// Every file below `folder` whose name ends in `suffix`, sorted, without folders that start with a dot.
pub fn files(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.retain(|path| wanted(&path.to_string_lossy()));
    found
}

/// The shaders of every stage below a folder, by their suffixes.
pub fn shaders(folder: &Path) -> Vec<PathBuf> {
    let stages = glslsub::internals::Stage::all();
    let is_shader = |path: &PathBuf| {
        path.extension().is_some_and(|suffix| stages.iter().any(|row| suffix == std::ffi::OsStr::new(row.suffix)))
    };
    files(folder, "").into_iter().filter(is_shader).collect()
}

/// Whether `GLSLSUB_FILTER` selects a case with this name: while one case is being written, the others only cost time.
/// `!word` selects everything that does not contain the word.
pub fn wanted(name: &str) -> bool {
    match std::env::var("GLSLSUB_FILTER") {
        Ok(filter) => match filter.strip_prefix('!') {
            Some(word) => !name.contains(word),
            None => name.contains(&filter),
        },
        Err(_) => true,
    }
}

/// The path of `file` from the repository's root, with forward slashes.
pub fn name(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// Runs `check` on every item and panics once with everything that failed.
pub fn all<T>(items: &[T], check: impl Fn(&T) -> Result<(), String>) {
    let failures: Vec<String> = items.iter().filter_map(|item| check(item).err()).collect();
    report(items.len(), &failures);
}

/// Panics with `failures` if there are any.
pub fn report(total: usize, failures: &[String]) {
    if failures.is_empty() {
        return;
    }
    let shown: Vec<&str> = failures.iter().take(40).map(String::as_str).collect();
    panic!("{} of {total} failed:\n\n{}\n", failures.len(), shown.join("\n\n"));
}
