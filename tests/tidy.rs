//! What reviews would otherwise have to say again and again: arrows between folders, file headers, sizes, leftovers.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each folder of `src/` may use besides itself, as docs/architecture.md says. `None`: anything.
const ARROWS: &[(&str, Option<&[&str]>)] = &[
    ("source", Some(&[])),
    ("target", Some(&[])),
    ("stage", Some(&[])),
    ("builtins", Some(&["stage"])),
    ("diagnostics", Some(&["source", "json"])),
    ("preprocess", Some(&["source", "diagnostics", "builtins"])),
    ("syntax", Some(&["source", "diagnostics", "builtins", "preprocess"])),
    ("hir", Some(&["source", "stage", "builtins"])),
    ("json", Some(&[])),
    ("reflect", Some(&["stage", "builtins", "hir", "json"])),
    ("sema", Some(&["source", "diagnostics", "stage", "builtins", "target", "preprocess", "syntax", "hir"])),
    ("nv_program", Some(&["source", "diagnostics", "stage", "builtins", "hir"])),
    ("rules", Some(&["source", "diagnostics", "stage", "builtins", "target", "hir"])),
    ("spirv", Some(&["source", "diagnostics", "stage", "builtins", "target", "hir"])),
    ("glsl_text", Some(&["builtins", "hir"])),
    ("passes", Some(&["source", "stage", "builtins", "hir"])),
    ("driver", None),
    ("api", None),
    ("build", Some(&["diagnostics", "stage", "reflect", "api"])),
    ("internals", None),
    ("cli", Some(&[])),
    ("lib", None),
    ("main", Some(&["cli"])),
];

const MAX_LINES: usize = 800;

/// Every Rust file below `folder`, by its path from the root of the repository, sorted.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = vec![root.join(folder)];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            files.push((name, fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}

fn all_files() -> Vec<(String, String)> {
    ["src", "tests", "benches", "build.rs"].into_iter().flat_map(rust_files).collect()
}

/// The folders of the crate that a file names, with the line each is named on. Comments don't count.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_group = false;
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        let mut rest = code;
        while let Some((before, after)) = rest.split_once("crate::") {
            rest = after;
            let part_of_a_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
            if part_of_a_word && !before.ends_with('$') {
                continue;
            }
            let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            in_group = name.is_empty();
            if !name.is_empty() {
                found.push((index + 1, name));
            }
        }
        // `use crate::{a, b::c}` hides names from this check, so it is not written.
        assert!(!in_group, "line {}: name one folder per `use crate::`", index + 1);
    }
    found
}

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src") {
        let folder = path.strip_prefix("src/").unwrap().split('/').next().unwrap().trim_end_matches(".rs");
        let row = ARROWS.iter().find(|(name, _)| *name == folder);
        let Some((_, allowed)) = row else {
            panic!("{path}: docs/architecture.md does not know the folder `{folder}`")
        };
        let Some(allowed) = allowed else { continue };
        let folders = ARROWS.iter().map(|(name, _)| *name);
        for (line, used) in uses(&text) {
            if folders.clone().any(|name| name == used) && used != folder && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{path}:{line}: `{folder}` uses `{used}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "docs/architecture.md forbids these:\n{}", wrong.join("\n"));
}

/// HIR and the front ends for other languages have no vocabulary of SPIR-V but what rows of built-ins are written in,
/// which is `crate::builtins::vocabulary`. `crate::spirv` in an example is the back end.
#[test]
fn hir_has_its_own_vocabulary() {
    let mut wrong = Vec::new();
    for (path, text) in ["src/hir", "src/nv_program"].into_iter().flat_map(rust_files) {
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if code.contains("spirv::") {
                wrong.push(format!("{path}:{}: {}", index + 1, code.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "the words of SPIR-V come from `crate::builtins::vocabulary`:\n{}", wrong.join("\n"));
}

/// What each room of `sema` may use besides itself, lowest first. A method belongs to the room that declares it, so calls
/// of methods count as imports do. The three that are recursive in GLSL itself are types (whose sizes are expressions),
/// expressions (which name types and call functions) and calls; statements are above all of them but function bodies.
const ROOMS: &[(&str, &[&str])] = &[
    ("context", &["qualifiers", "declarations"]),
    ("qualifiers", &["context", "types", "expressions", "extensions", "interface", "declarations"]),
    ("types", &["context", "qualifiers", "expressions", "calls", "extensions", "interface", "declarations"]),
    ("expressions", &["context", "qualifiers", "types", "calls", "extensions", "interface", "declarations"]),
    // The name of a call may be a word that is a statement, which the message says.
    (
        "calls",
        &["context", "qualifiers", "types", "expressions", "extensions", "interface", "declarations", "statements"],
    ),
    ("extensions", &["context", "qualifiers", "types", "expressions", "calls", "declarations"]),
    ("interface", &["context", "qualifiers", "types", "expressions", "extensions", "declarations"]),
    (
        "declarations",
        &["context", "qualifiers", "types", "expressions", "calls", "extensions", "interface", "statements"],
    ),
    ("statements", &["context", "qualifiers", "types", "expressions", "declarations"]),
];

/// The room of a file of `sema`; none for the files that stand beside the rooms.
fn room_of(path: &str) -> Option<&str> {
    let (room, _) = path.strip_prefix("src/sema/")?.split_once('/')?;
    Some(room)
}

/// The lines of a file without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or("")))
}

/// The word at the start of a text.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

/// The methods of `Analyzer` with the rooms that declare them.
fn analyzer_methods(files: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut methods: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in files {
        let Some(room) = room_of(path) else { continue };
        let mut inside = false;
        for (_, line) in code_lines(text) {
            if line.starts_with("impl") {
                inside = line.contains(" Analyzer<");
            }
            if let (true, Some((_, name))) =
                (inside && line.starts_with("    ") && !line.starts_with("     "), line.split_once("fn "))
            {
                methods.entry(first_word(name)).or_default().insert(room);
            }
        }
    }
    methods
}

#[test]
fn rooms_of_sema_have_walls() {
    let files = rust_files("src/sema");
    let methods = analyzer_methods(&files);
    assert!(methods.len() > 300, "only {} methods of `Analyzer` were found", methods.len());
    let mut wrong = Vec::new();
    for (path, text) in &files {
        let Some(room) = room_of(path) else { continue };
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            panic!("{path}: the room `{room}` is not in the list of this test")
        };
        for (line, code) in code_lines(text) {
            let imports = code.split("crate::sema::").skip(1).map(|rest| (first_word(rest), first_word(rest)));
            let calls = ["self.", "analyzer."].into_iter().flat_map(|receiver| code.split(receiver).skip(1));
            let calls = calls.filter(|rest| rest[first_word(rest).len()..].starts_with('('));
            // A name that two rooms declare is no method of `Analyzer` in one of them.
            let calls = calls.filter_map(|rest| {
                let rooms = methods.get(first_word(rest)).filter(|rooms| rooms.len() == 1)?;
                Some((rooms.first().copied()?, first_word(rest)))
            });
            for (used, name) in imports.chain(calls) {
                if used != room && ROOMS.iter().any(|(name, _)| *name == used) && !allowed.contains(&used) {
                    wrong.push(format!("{path}:{line}: `{room}` uses `{name}` of `{used}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these arrows run through walls of sema/mod.rs:\n{}", wrong.join("\n"));
}

#[test]
fn the_architecture_page_has_the_same_arrows() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).unwrap();
    let rows: Vec<(Vec<&str>, Vec<&str>)> = page
        .lines()
        .filter_map(|line| line.trim().strip_prefix("| `"))
        .filter_map(|row| row.split_once('|'))
        .map(|(folders, uses)| (folders.split(['`', ',', ' ']).filter(|it| !it.is_empty()).collect(), backquoted(uses)))
        .collect();
    for (folder, allowed) in ARROWS {
        let Some(allowed) = allowed else { continue };
        if ["cli", "main"].contains(folder) {
            continue;
        }
        let row = rows.iter().find(|(folders, _)| folders.contains(folder));
        let (_, listed) = row.unwrap_or_else(|| panic!("docs/architecture.md does not list `{folder}`"));
        assert_eq!(listed, allowed, "docs/architecture.md about `{folder}`");
    }
}

fn backquoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn files_say_what_they_are() {
    for (path, text) in all_files() {
        assert!(text.starts_with("//! "), "{path} does not begin with a `//!` paragraph");
    }
}

#[test]
fn files_are_small() {
    for (path, text) in all_files() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{path} has {lines} lines; split it by what its parts do");
    }
}

#[test]
fn nothing_is_left_over() {
    // Spelled in two parts, so that this file does not find itself.
    let leftovers = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["XX", "X"],
        ["dbg", "!("],
        ["todo", "!("],
        ["unimplemented", "!("],
        ["#[", "ignore"],
    ];
    for (path, text) in all_files() {
        for (index, line) in text.lines().enumerate() {
            for [start, end] in leftovers {
                assert!(!line.contains(&format!("{start}{end}")), "{path}:{}: {start}{end}", index + 1);
            }
            assert!(line == line.trim_end(), "{path}:{}: blanks at the end of the line", index + 1);
        }
    }
}

/// What lets code panic where the lints of Cargo.toml deny it.
const PANICS: &[&str] =
    &["clippy::unwrap_used", "clippy::expect_used", "clippy::indexing_slicing", "clippy::panic", "unsafe_code"];

/// Whether a file of `src/` is compiled for tests only.
fn is_test_file(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

#[test]
fn only_tests_may_panic() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src").iter().filter(|(path, _)| !is_test_file(path)) {
        let lines: Vec<(usize, &str)> = code_lines(text).collect();
        for (index, &(line, code)) in lines.iter().enumerate() {
            let allows = ["allow(", "expect("].iter().any(|word| code.contains(word));
            if allows && PANICS.iter().any(|lint| code.contains(lint)) {
                let before = index.checked_sub(1).map_or("", |before| lines[before].1.trim());
                let after = lines.get(index + 1).map_or("", |after| after.1.trim());
                if before != "#[cfg(test)]" || !["mod tests;", "mod tests {"].contains(&after) {
                    wrong.push(format!("{path}:{line}: {}", code.trim()));
                }
            }
            // A parser that demands a token calls that `require`.
            if [".expect(", "debug_assert!", "debug_assert_"].iter().any(|word| code.contains(word)) {
                wrong.push(format!("{path}:{line}: {}", code.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "the library does not panic, and does not look as if it did:\n{}", wrong.join("\n"));
}
