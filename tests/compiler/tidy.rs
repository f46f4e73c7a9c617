//! What reviews would otherwise have to repeat: arrows between folders, file headers, sizes, leftovers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each folder of `src/` may use besides itself, as docs/architecture.md says. `None`: anything.
const ARROWS: &[(&str, Option<&[&str]>)] = &[
    ("source", Some(&[])),
    ("arena", Some(&["source"])),
    ("target", Some(&[])),
    ("stage", Some(&[])),
    ("builtins", Some(&["stage"])),
    ("diagnostics", Some(&["source", "json"])),
    ("preprocess", Some(&["source", "diagnostics", "builtins"])),
    ("syntax", Some(&["source", "arena", "diagnostics", "builtins", "preprocess"])),
    ("hir", Some(&["source", "arena", "stage", "builtins"])),
    ("json", Some(&[])),
    ("explain", Some(&["diagnostics", "link", "rules"])),
    ("lints", Some(&["source", "diagnostics", "stage", "builtins", "hir"])),
    ("link", Some(&["diagnostics", "stage", "builtins", "target", "hir"])),
    ("reflect", Some(&["stage", "builtins", "hir", "json"])),
    ("sema", Some(&["source", "diagnostics", "stage", "builtins", "target", "preprocess", "syntax", "hir"])),
    ("nv_program", Some(&["source", "diagnostics", "stage", "builtins", "hir"])),
    ("rules", Some(&["source", "diagnostics", "stage", "builtins", "target", "hir"])),
    ("spirv", Some(&["source", "diagnostics", "stage", "builtins", "target", "hir"])),
    ("glsl_text", Some(&["builtins", "hir"])),
    ("naga_bridge", Some(&["source", "stage", "builtins", "hir", "spirv"])),
    ("passes", Some(&["source", "stage", "builtins", "hir"])),
    ("driver", None),
    ("api", None),
    ("build", Some(&["diagnostics", "stage", "reflect", "api"])),
    ("internals", None),
    ("shaderc", Some(&["diagnostics", "builtins", "stage", "target", "preprocess", "sema", "driver"])),
    (
        "capi",
        Some(&["source", "diagnostics", "stage", "target", "hir", "sema", "passes", "spirv", "driver", "shaderc"]),
    ),
    ("lsp", Some(&[])),
    ("cli", Some(&["lsp"])),
    ("lib", None),
    ("start", Some(&["cli"])),
    ("main", Some(&["cli", "lsp", "start"])),
];

const MAX_LINES: usize = 800;

/// A function that is longer than a screen or two is hard to follow; it is split into steps with names.
const MAX_FUNCTION_LINES: usize = 90;

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
    ["src", "tests", "bench/naga.rs", "bench/phases.rs", "build.rs"].into_iter().flat_map(rust_files).collect()
}

/// The folders of the crate that a file names, with the line of each. Comments don't count.
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

/// HIR and the front ends for other languages have no SPIR-V vocabulary except the one that rows of built-ins are
/// written in, `crate::builtins::vocabulary`. `crate::spirv` in an example is the back end.
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

/// What each room of `sema` may use besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("context", &[]),
    ("types", &["context"]),
    ("expressions", &["context", "types", "interface", "extensions"]),
    // The name of a call may be a statement keyword, which the message says.
    ("calls", &["context", "types", "expressions", "interface", "extensions", "statements"]),
    ("evaluation", &["context", "types", "expressions", "calls", "interface", "extensions"]),
    ("qualifiers", &["context", "evaluation", "interface", "extensions"]),
    ("interface", &["context", "types", "expressions", "evaluation", "qualifiers", "declarations", "extensions"]),
    (
        "declarations",
        &[
            "context",
            "types",
            "expressions",
            "calls",
            "evaluation",
            "qualifiers",
            "interface",
            "statements",
            "extensions",
        ],
    ),
    ("statements", &["context", "expressions", "calls", "evaluation", "qualifiers", "declarations"]),
    ("extensions", &["context", "types", "expressions", "calls", "evaluation", "qualifiers", "declarations"]),
];

/// The files of `sema` that use each other in a cycle: arguments of calls are expressions, constructors and casts name
/// types, array sizes and parameters of types are expressions, and so are those of `spirv_type(...)`. All others are
/// layered.
const RECURSIVE: &[&str] = &[
    "evaluation/call",
    "evaluation/expression",
    "evaluation/type_argument",
    "evaluation/type_specifier",
    "extensions/spirv_intrinsics/word",
];

/// The lines of a file without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or("")))
}

/// The word at the start of a text.
fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

/// A call or import from one file of `sema` to another.
struct Use {
    from: String,
    to: String,
    line: usize,
    name: String,
}

/// `context/scope` for `src/sema/context/scope.rs`.
fn sema_file(path: &str) -> String {
    path.trim_start_matches("src/sema/").trim_end_matches(".rs").to_owned()
}

/// The type that an `impl` is for.
fn implemented(line: &str) -> &str {
    let rest = line.strip_prefix("impl").unwrap();
    let rest = if rest.starts_with('<') { rest.split_once('>').unwrap().1 } else { rest };
    first_word(rest.rsplit(" for ").next().unwrap().trim())
}

/// The types that the lines of a file are in the `impl` of, empty outside one.
fn impls(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut inside = "";
    code_lines(text).map(move |(number, line)| {
        if line.starts_with("impl") {
            inside = implemented(line);
        } else if line.starts_with('}') {
            inside = "";
        }
        (number, line, inside)
    })
}

/// The functions of each type with the files that declare them.
fn associated_functions(files: &[(String, String)]) -> BTreeMap<(&str, &str), BTreeSet<String>> {
    let mut functions: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (path, text) in files {
        for (_, line, of) in impls(text) {
            let is_item = line.starts_with("    ") && !line.starts_with("     ");
            if let (true, Some((_, name))) = (is_item && !of.is_empty(), line.split_once("fn ")) {
                functions.entry((of, first_word(name))).or_default().insert(sema_file(path));
            }
        }
    }
    functions
}

/// The names after each `crate::sema::` with the rest of their paths: `[context, scope, Entity]`.
fn sema_paths(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut paths = Vec::new();
    for (start, found) in text.match_indices("crate::sema::") {
        let line = text[..start].lines().count().max(1);
        let mut rest = &text[start + found.len()..];
        let mut path = Vec::new();
        loop {
            let word = first_word(rest);
            rest = &rest[word.len()..];
            if word.is_empty() {
                let items = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(items, _)| items);
                let names = items.split(',').map(|item| first_word(item.trim())).filter(|item| !item.is_empty());
                paths.extend(names.map(|name| (line, path.iter().copied().chain([name]).collect())));
                break;
            }
            path.push(word);
            let Some(more) = rest.strip_prefix("::") else {
                paths.push((line, path));
                break;
            };
            rest = more;
        }
    }
    paths
}

/// What the files of `sema` use of each other. This includes methods of `Analyzer`, which need no import and would
/// otherwise go unnoticed.
fn uses_in_sema(files: &[(String, String)]) -> Vec<Use> {
    let functions = associated_functions(files);
    let names: BTreeSet<String> = files.iter().map(|(path, _)| sema_file(path)).collect();
    let mut uses = Vec::new();
    for (path, text) in files {
        let from = sema_file(path);
        let mut add = |to: &str, line: usize, name: &str| {
            if to != from && to != "mod" {
                uses.push(Use { from: from.clone(), to: to.to_owned(), line, name: name.to_owned() });
            }
        };
        for (number, line, of) in impls(text) {
            let calls = [("self.", of), ("analyzer.", "Analyzer")].into_iter();
            let methods = calls.flat_map(|(receiver, of)| line.split(receiver).skip(1).map(move |rest| (of, rest)));
            let of_types = line.match_indices("::").map(|(at, _)| {
                let before = &line[..at];
                let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
                let ty = &before[start..];
                (if ty == "Self" { of } else { ty }, &line[at + 2..])
            });
            for (of, rest) in methods.chain(of_types) {
                let name = first_word(rest);
                let declared = functions.get(&(of, name)).filter(|_| rest[name.len()..].starts_with('('));
                // Functions that two files declare are those of traits.
                if let Some(file) = declared.filter(|files| files.len() == 1).and_then(|files| files.first()) {
                    add(file, number, name);
                }
            }
        }
        let code: String = text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
        for (line, path) in sema_paths(&code) {
            let folders = (1..=path.len()).rev().map(|length| path[..length].join("/"));
            let file = folders.flat_map(|it| [it.clone(), format!("{it}/mod")]).find(|it| names.contains(it));
            if let Some(file) = file {
                add(&file, line, path.last().unwrap());
            }
        }
    }
    uses
}

#[test]
fn rooms_of_sema_have_walls() {
    let files = rust_files("src/sema");
    let uses = uses_in_sema(&files);
    assert!(uses.len() > 1500, "only {} uses of one file of sema by another were found", uses.len());
    let mut wrong = Vec::new();
    let mut needed = BTreeSet::new();
    for Use { from, to, line, name } in &uses {
        let (Some((room, _)), Some((used, _))) = (from.split_once('/'), to.split_once('/')) else { continue };
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            panic!("{from}: the room `{room}` is not in the list of this test")
        };
        if used != room && !allowed.contains(&used) {
            wrong.push(format!("src/sema/{from}.rs:{line}: `{room}` uses `{name}` of `{used}`"));
        }
        needed.insert((room, used));
    }
    for (room, allowed) in ROOMS {
        let useless = allowed.iter().filter(|used| !needed.contains(&(room, used)));
        wrong.extend(useless.map(|used| format!("`{room}` may use `{used}` and does not")));
    }
    assert!(wrong.is_empty(), "these arrows run through walls of sema/mod.rs:\n{}", wrong.join("\n"));
}

/// The room of a file: its folder in `src/`, and within `sema` the folder there.
fn room_of(path: &str) -> String {
    let depth = if path.starts_with("src/sema/") { 3 } else { 2 };
    path.trim_end_matches(".rs").split('/').take(depth).collect::<Vec<_>>().join("/")
}

/// The type of an `impl` that is for no trait: its last name, without parameters.
fn inherent(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl").filter(|rest| rest.starts_with([' ', '<']))?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(at, c)| {
            depth += i32::from(c == '<') - i32::from(c == '>' && !rest[..at].ends_with('-'));
            depth == 0
        });
        rest = &rest[end?.0 + 1..];
    }
    let path = rest.trim().split([' ', '<', '{']).next()?;
    (!rest.contains(" for ")).then(|| path.rsplit("::").next().unwrap_or(path))
}

/// An inherent function of a type stands in the room that declares the type; elsewhere it would be hidden what a room adds to
/// the types of another. The rooms of `sema` share the analyzer.
#[test]
fn inherent_functions_stand_with_their_types() {
    let files = rust_files("src");
    let mut rooms: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in &files {
        for (_, line) in code_lines(text) {
            let words = line.trim_start().trim_start_matches("pub(super) ").trim_start_matches("pub(crate) ");
            let words =
                words.split_once("pub(in ").map_or(words, |(_, rest)| rest.split_once(") ").map_or("", |it| it.1));
            let words = words.trim_start_matches("pub ");
            if let Some(name) = ["struct ", "enum ", "type "].iter().find_map(|word| words.strip_prefix(word)) {
                rooms.entry(first_word(name)).or_default().insert(room_of(path));
            }
        }
    }
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, text) in &files {
        for (number, line) in code_lines(text) {
            let Some(name) = inherent(line).filter(|name| *name != "Analyzer") else { continue };
            seen += 1;
            // Types that nothing declares are those of the generated tables.
            if rooms.get(name).is_some_and(|rooms| !rooms.contains(&room_of(path))) {
                wrong.push(format!("{path}:{number}: `{name}` is declared in {:?}", rooms[name]));
            }
        }
    }
    assert!(seen > 500, "only {seen} were found");
    assert!(wrong.is_empty(), "these belong to other rooms:\n{}", wrong.join("\n"));
}

/// The folders whose files call each other in one direction, with the remaining cycles, and why each is justified.
const CIRCLES: &[(&str, &[&[&str]])] = &[
    // Rows of attributes contain the functions that print and parse them.
    ("hir", &[&["text/attributes.rs", "text/parse/constant.rs", "text/parse/mod.rs", "text/print/mod.rs"]]),
    // The length of an array is a constant, a constant has a type, and the operands of a raw type are both.
    ("spirv", &[&["constants.rs", "raw_type.rs", "types.rs"]]),
];

/// A file of a folder by its path there, with its text without comments.
struct FolderFile {
    path: String,
    code: String,
}

impl FolderFile {
    /// The path of its module: none for the `mod.rs` of the folder.
    fn module(&self) -> Vec<&str> {
        let path = self.path.trim_end_matches(".rs");
        path.strip_suffix("/mod").unwrap_or(path).split('/').filter(|it| *it != "mod").collect()
    }

    /// The names of the functions that it declares.
    fn functions(&self) -> impl Iterator<Item = &str> {
        self.code.split("fn ").skip(1).map(first_word).filter(|name| !name.is_empty())
    }

    /// Its calls: the last two names before the bracket; the first is empty for a plain function.
    fn calls(&self) -> impl Iterator<Item = (&str, &str)> {
        fn last_word(text: &str) -> &str {
            let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            text.get(start..).unwrap_or("")
        }
        self.code.match_indices('(').map(|(at, _)| {
            let before = &self.code[..at];
            let name = last_word(before);
            let receiver = before.strip_suffix(name).and_then(|it| it.strip_suffix('.')).map_or("", last_word);
            (receiver, name)
        })
    }

    /// The modules of the folder that it imports from or names with their path.
    fn imports(&self, folder: &str) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let this = self.module();
        let root = format!("crate::{folder}::");
        let absolute = self.code.match_indices(&root).map(|(at, _)| (0, &self.code[at + root.len()..]));
        let relative = self.code.match_indices("super::").filter_map(|(at, word)| {
            let rest = &self.code[at + word.len()..];
            let ups = 1 + self.code[..at].rsplit(word).take_while(|it| it.is_empty()).count();
            (!rest.starts_with(word)).then_some((this.len().saturating_sub(ups), rest))
        });
        for (depth, rest) in absolute.chain(relative) {
            let group = rest.strip_prefix('{').and_then(|it| it.split('}').next());
            for path in group.map_or(vec![rest], |group| group.split(',').collect()) {
                let names = path.trim().split("::").map(first_word).take_while(|name| !name.is_empty()).take(3);
                found.push(this[..depth].iter().copied().chain(names).map(str::to_owned).collect());
            }
        }
        found
    }
}

/// Which files of a folder use which others: by calls of functions that only one file declares, and by imports. Short
/// names only count on `self`, since the standard library has them too.
fn uses_between(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let prefix = format!("src/{folder}/");
    let files: Vec<FolderFile> = rust_files(prefix.trim_end_matches('/'))
        .iter()
        .filter(|(path, _)| !is_test_file(path))
        .map(|(path, text)| FolderFile {
            path: path.strip_prefix(&prefix).unwrap().to_owned(),
            code: code_lines(text).map(|(_, line)| line).collect::<Vec<_>>().join("\n"),
        })
        .collect();
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in &files {
        for name in file.functions() {
            owners.entry(name).or_default().insert(&file.path);
        }
    }
    let modules: BTreeMap<Vec<&str>, &str> = files.iter().map(|file| (file.module(), file.path.as_str())).collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in &files {
        let used = uses.entry(file.path.clone()).or_default();
        for (receiver, name) in file.calls() {
            let is_telling = name.contains('_') || name.len() > 8;
            let on_self = ["self", "module", "writer", "parser", "printer"].contains(&receiver);
            if let (true, Some(owner)) = (is_telling || on_self, owners.get(name).filter(|owner| owner.len() == 1)) {
                used.extend(owner.iter().map(|it| (*it).to_owned()));
            }
        }
        for path in file.imports(folder) {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let longest = (1..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]));
            // What a `mod.rs` declares is for its own files.
            let named = longest.map(|length| &path[..length]).filter(|named| !file.module().starts_with(named));
            used.extend(named.map(|named| modules[named].to_owned()));
        }
        used.remove(&file.path);
    }
    uses
}

#[test]
fn files_use_each_other_in_one_direction() {
    for (folder, allowed) in CIRCLES {
        let uses = uses_between(folder);
        assert!(
            uses.values().map(BTreeSet::len).sum::<usize>() > 100,
            "only few uses were found in {folder}: {uses:#?}"
        );
        let borrowed = uses.iter().map(|(from, to)| (from.as_str(), to.iter().map(String::as_str).collect()));
        let reachable = reachable(&borrowed.collect());
        let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
        for (file, reached) in reachable.iter().filter(|(file, reached)| reached.contains(*file)) {
            circles.insert(reached.iter().copied().filter(|it| reachable[it].contains(file)).collect());
        }
        let allowed: BTreeSet<Vec<&str>> = allowed.iter().map(|circle| circle.to_vec()).collect();
        let shown = |circle: &Vec<&str>| {
            let arrows = circle.iter().flat_map(|from| uses[*from].iter().map(move |to| (from, to)));
            let arrows = arrows.filter(|(_, to)| circle.contains(&to.as_str()));
            arrows.map(|(from, to)| format!("  {from} uses {to}\n")).collect::<String>()
        };
        let arrows: String = circles.difference(&allowed).map(shown).collect();
        assert_eq!(circles, allowed, "files of src/{folder}/ use each other in a circle:\n{arrows}");
    }
}

/// The files that each file uses, directly or through others.
fn reachable<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let reached = |start: &str| {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = uses.get(start).into_iter().flatten().copied().collect();
        while let Some(file) = open.pop() {
            if found.insert(file) {
                open.extend(uses.get(file).into_iter().flatten());
            }
        }
        found
    };
    uses.keys().map(|&file| (file, reached(file))).collect()
}

#[test]
fn files_of_sema_are_layered() {
    let files = rust_files("src/sema");
    let uses = uses_in_sema(&files);
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for it in &uses {
        used.entry(&it.from).or_default().insert(&it.to);
    }
    let reached = reachable(&used);
    let circle: Vec<&str> =
        reached.iter().filter(|(file, found)| found.contains(*file)).map(|(file, _)| *file).collect();
    let back = |it: &&Use| reached.get(it.to.as_str()).is_some_and(|found| found.contains(it.from.as_str()));
    let lines: Vec<String> = uses
        .iter()
        .filter(back)
        .filter(|it| ![&it.from, &it.to].iter().all(|file| RECURSIVE.contains(&file.as_str())))
        .map(|it| format!("src/sema/{}.rs:{}: `{}` of {}", it.from, it.line, it.name, it.to))
        .collect();
    assert_eq!(circle, RECURSIVE, "these uses close a circle:\n{}", lines.join("\n"));
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
        if ["cli", "lsp", "start", "main"].contains(folder) {
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
    for (path, text) in rust_files("src") {
        let folder = path.strip_prefix("src/").unwrap().split('/').next().unwrap();
        // `lib.rs` opens with what users read. Files with one rule each have what their folder's `mod.rs` says once.
        let is_rule = ["rules", "link"].contains(&folder) && text.contains("const RULE: Rule = ");
        if is_test_file(&path) || is_rule || ["lib.rs", "main.rs"].contains(&folder) {
            continue;
        }
        let opening: String = text.lines().map_while(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("");
        for words in ["omes in: ", "oes out: ", "ust not depend on: "] {
            assert!(opening.contains(words), "the first paragraphs of {path} do not say what `{words}`");
        }
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
fn functions_are_short() {
    let mut long = Vec::new();
    for (path, text) in rust_files("src") {
        // The enclosing functions: their indentation, first lines and names.
        let mut open: Vec<(usize, usize, &str)> = Vec::new();
        for (number, line) in code_lines(&text) {
            let indent = line.len() - line.trim_start().len();
            let words = line.trim_start().trim_start_matches("pub ").trim_start_matches("const ");
            let rest = words.strip_prefix("fn ").or_else(|| words.split_once(" fn ").map(|(_, rest)| rest));
            if let Some(rest) = rest.filter(|_| !line.trim_end().ends_with(';') && !line.contains('"')) {
                open.push((indent, number, first_word(rest)));
            }
            if line.trim_start() == "}"
                && let Some((_, start, name)) = open.pop_if(|it| it.0 == indent)
                && number - start + 1 > MAX_FUNCTION_LINES
            {
                long.push(format!("{path}:{start}: `{name}` has {} lines", number - start + 1));
            }
        }
    }
    assert!(long.is_empty(), "split these into steps with names:\n{}", long.join("\n"));
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

/// The writer makes no decisions: what a module needs is derived from its instructions, is in rows, or is a fact for
/// which `spirv/require/requested.rs` has a function.
#[test]
fn capabilities_stand_in_one_room() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src/spirv") {
        if path.starts_with("src/spirv/require/") || is_test_file(&path) {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if code.contains("Capability::") || code.contains("\"SPV_") {
                wrong.push(format!("{path}:{line}: {}", code.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "`spirv/require/` names capabilities and extensions:\n{}", wrong.join("\n"));
}

/// What makes a diagnostic. Lints call `finding::warning`, which adds their names.
const MAKERS: &[&str] =
    &["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::note(", "Diagnostic::new(", " warning("];

/// A diagnostic is made by a `#[cold]` function in the messages of its room, or at the end of its rule or extension. So the
/// rules read without the sentences, and the sentences without the rules.
#[test]
fn messages_are_made_in_cold_functions() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, text) in rust_files("src").iter().filter(|(path, _)| !is_test_file(path)) {
        let mut is_cold = false;
        let mut was_cold = false;
        for (line, code) in code_lines(text).take_while(|(_, code)| *code != "mod tests {") {
            was_cold |= code.trim() == "#[cold]";
            if code.contains("fn ") && code.trim_end().ends_with(['{', '(']) {
                is_cold = std::mem::take(&mut was_cold);
            }
            if !code.contains("fn ") && MAKERS.iter().any(|it| code.contains(it)) {
                seen += 1;
                if !is_cold {
                    wrong.push(format!("{path}:{line}: {}", code.trim()));
                }
            }
        }
    }
    assert!(seen > 500, "only {seen} were found");
    assert!(wrong.is_empty(), "these are made where the compiler works:\n{}", wrong.join("\n"));
}

/// What lets code panic despite the lints of Cargo.toml.
const PANICS: &[&str] =
    &["clippy::unwrap_used", "clippy::expect_used", "clippy::indexing_slicing", "clippy::panic", "unsafe_code"];

/// The files that allow `unsafe`, one of them in its folder.
const UNSAFE_ROOMS: [&str; 2] = ["src/capi/mod.rs", "src/start.rs"];

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
            let allowed_here = UNSAFE_ROOMS.contains(&path.as_str()) && code == "#![allow(unsafe_code)]";
            if allows && !allowed_here && PANICS.iter().any(|lint| code.contains(lint)) {
                let before = index.checked_sub(1).map_or("", |before| lines[before].1.trim());
                let after = lines.get(index + 1).map_or("", |after| after.1.trim());
                if before != "#[cfg(test)]" || !["mod tests;", "mod tests {"].contains(&after) {
                    wrong.push(format!("{path}:{line}: {}", code.trim()));
                }
            }
            // A parser that requires a token calls that `require`.
            if [".expect(", "debug_assert!", "debug_assert_"].iter().any(|word| code.contains(word)) {
                wrong.push(format!("{path}:{line}: {}", code.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "the library does not panic, and does not look as if it did:\n{}", wrong.join("\n"));
}

#[test]
fn every_unsafe_block_has_its_proof() {
    let mut blocks = 0;
    let mut wrong = Vec::new();
    for (path, text) in rust_files("src") {
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap();
            if !code.contains("unsafe {") {
                continue;
            }
            blocks += 1;
            // The proof stands before the statement, which may begin on the line before.
            let before = lines[..index].iter().rev().map(|line| line.trim());
            let mut before = before.skip_while(|line| !line.starts_with("//") && !line.ends_with([';', '{', '}']));
            if !before.next().is_some_and(|line| line.starts_with("//")) {
                wrong.push(format!("{path}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(blocks > 20, "only {blocks} blocks were found");
    assert!(wrong.is_empty(), "say why these are sound, in a comment before them:\n{}", wrong.join("\n"));
}
