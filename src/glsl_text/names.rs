//! Names of variables and functions in the text.
//!
//! Comes in: a module. Goes out: identifiers of GLSL, each once. Must not depend on: what is printed.

use crate::hir::{Function, Handle, Module};
use rustc_hash::{FxHashMap, FxHashSet};

/// Letters, digits and single underscores of a name.
fn plain(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        let letter = if letter.is_ascii_alphanumeric() { letter } else { '_' };
        if letter != '_' || !out.is_empty() && !out.ends_with('_') {
            out.push(letter);
        }
    }
    out.trim_end_matches('_').to_owned()
}

/// A unique name. Names in assembly are valid in GLSL except for these words, which get a prefix.
fn unique(taken: &mut FxHashSet<String>, prefix: &str, name: &str) -> String {
    let name = plain(name);
    let name = if name.is_empty() { prefix.trim_end_matches('_').to_owned() } else { format!("{prefix}{name}") };
    if taken.insert(name.clone()) {
        return name;
    }
    (2..).map(|number| format!("{name}_{number}")).find(|it| taken.insert(it.clone())).unwrap_or(name)
}

/// Names of the variables outside functions, by index. Built-in ones keep theirs.
pub(super) fn globals(module: &Module) -> Vec<String> {
    let mut taken = FxHashSet::default();
    let name = |(_, global): (_, &crate::hir::GlobalVariable)| match global.builtin {
        Some(_) => String::from(&global.name),
        None => unique(&mut taken, "g_", &global.name),
    };
    module.globals.iter().map(name).collect()
}

/// Names of the functions.
pub(super) fn functions(module: &Module) -> FxHashMap<Handle<Function>, String> {
    let mut taken = FxHashSet::default();
    let mut names = FxHashMap::default();
    for (handle, function) in module.functions.iter() {
        let name = if handle == module.entry_point.function {
            "main".to_owned()
        } else {
            unique(&mut taken, "f_", &function.name)
        };
        names.insert(handle, name);
    }
    names
}

/// Names of the variables of a function, by index.
pub(super) fn locals(function: &Function) -> Vec<String> {
    let mut taken = FxHashSet::default();
    function.locals.iter().map(|(_, local)| unique(&mut taken, "l_", &local.name)).collect()
}
