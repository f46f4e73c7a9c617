//! Names in the text form: unique within their kind, the GLSL name wherever that is possible.
//!
//! Comes in: arenas of named things. Goes out: one name per handle. Must not know: where names are printed.

use rustc_hash::FxHashSet;

use crate::hir::{Function, GlobalVariable, Handle, Local, Module, Struct};

/// The names of everything in a module that has one.
pub(super) struct Names {
    structs: Vec<String>,
    globals: Vec<String>,
    functions: Vec<String>,
}

impl Names {
    pub(super) fn of_module(module: &Module) -> Self {
        Self {
            structs: unique("struct", module.types.structs.iter().map(|(_, it)| it.name.as_str()), &[]),
            globals: unique("global", module.globals.iter().map(|(_, it)| it.name.as_str()), &[]),
            functions: unique("function", module.functions.iter().map(|(_, it)| it.name.as_str()), &[]),
        }
    }

    pub(super) fn structure(&self, handle: Handle<Struct>) -> &str {
        get(&self.structs, handle.index())
    }

    pub(super) fn global(&self, handle: Handle<GlobalVariable>) -> &str {
        get(&self.globals, handle.index())
    }

    pub(super) fn function(&self, handle: Handle<Function>) -> &str {
        get(&self.functions, handle.index())
    }
}

/// The names of a function's parameters and variables, which differ from each other and from all globals.
pub(super) struct LocalNames {
    parameters: Vec<String>,
    locals: Vec<String>,
}

impl LocalNames {
    pub(super) fn of_function(names: &Names, function: &Function) -> Self {
        let parameters = unique("parameter", function.parameters.iter().map(|it| it.name.as_str()), &[&names.globals]);
        let taken: &[&[String]] = &[&names.globals, &parameters];
        let locals = unique("local", function.locals.iter().map(|(_, it)| it.name.as_str()), taken);
        Self { parameters, locals }
    }

    pub(super) fn parameter(&self, index: usize) -> &str {
        get(&self.parameters, index)
    }

    pub(super) fn local(&self, handle: Handle<Local>) -> &str {
        get(&self.locals, handle.index())
    }
}

/// What stands for a handle that is not in its arena.
fn get(names: &[String], index: usize) -> &str {
    names.get(index).map_or("<bad handle>", String::as_str)
}

fn unique<'a>(kind: &str, names: impl Iterator<Item = &'a str>, taken: &[&[String]]) -> Vec<String> {
    let mut seen: FxHashSet<&str> = taken.iter().flat_map(|names| names.iter().map(String::as_str)).collect();
    names
        .enumerate()
        .map(|(index, name)| match name {
            "" => format!("{kind}.{index}"),
            _ if !seen.insert(name) => format!("{name}.{index}"),
            _ => name.to_owned(),
        })
        .collect()
}
