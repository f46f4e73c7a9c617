//! Names in the text form: unique within their kind, the GLSL name wherever that is possible.
//!
//! Comes in: arenas of named things. Goes out: one name per handle. Must not depend on: where names are printed.
//!
//! A name that is empty, taken, or would be read as something else gets `#` and its number, with a `p` before the
//! number for a parameter and a `t` for a local, since both stand where globals do. A name that GLSL cannot have stands
//! in quotes, always with the number.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::hir::text::{is_identifier, quoted, words};
use crate::hir::{Function, GlobalVariable, Handle, Local, Module, Struct};

/// The names of everything in a module that has one.
pub(super) struct Names<'a> {
    structs: Vec<Cow<'a, str>>,
    members: Vec<Vec<Cow<'a, str>>>,
    globals: Vec<Cow<'a, str>>,
    functions: Vec<Cow<'a, str>>,
    /// The names of the globals, which locals must avoid.
    taken: FxHashSet<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of_module(module: &'a Module) -> Self {
        let structs = || module.types.structs.iter();
        let members =
            |structure: &'a Struct| unique("", structure.members.iter().map(|it| it.name.as_str()), |_| false);
        Self {
            structs: unique("", structs().map(|(_, it)| it.name.as_str()), words::is_type),
            members: structs().map(|(_, it)| members(it)).collect(),
            globals: unique("", module.globals.iter().map(|(_, it)| it.name.as_str()), |_| false),
            functions: unique("", module.functions.iter().map(|(_, it)| it.name.as_str()), |_| false),
            taken: module.globals.iter().map(|(_, it)| it.name.as_str()).collect(),
        }
    }

    pub(super) fn structure(&self, handle: Handle<Struct>) -> &str {
        get(&self.structs, handle.index())
    }

    pub(super) fn member(&self, handle: Handle<Struct>, index: usize) -> &str {
        self.members.get(handle.index()).map_or("<bad handle>", |members| get(members, index))
    }

    pub(super) fn global(&self, handle: Handle<GlobalVariable>) -> &str {
        get(&self.globals, handle.index())
    }

    pub(super) fn function(&self, handle: Handle<Function>) -> &str {
        get(&self.functions, handle.index())
    }
}

/// The names of a function's parameters and variables, which differ from each other and from all globals.
pub(super) struct LocalNames<'a> {
    parameters: Vec<Cow<'a, str>>,
    locals: Vec<Cow<'a, str>>,
}

impl<'a> LocalNames<'a> {
    pub(super) fn of_function(names: &Names<'_>, function: &'a Function) -> Self {
        let outside = |name: &str| names.taken.contains(name) || words::is_operand(name);
        let parameters = function.parameters.iter().map(|it| it.name.as_str());
        let own: FxHashSet<&str> = parameters.clone().collect();
        let taken = |name: &str| outside(name) || own.contains(name);
        let locals = unique("t", function.locals.iter().map(|(_, it)| it.name.as_str()), taken);
        Self { parameters: unique("p", parameters, outside), locals }
    }

    pub(super) fn parameter(&self, index: usize) -> &str {
        get(&self.parameters, index)
    }

    pub(super) fn local(&self, handle: Handle<Local>) -> &str {
        get(&self.locals, handle.index())
    }
}

/// What stands for a handle that is not in its arena.
fn get<'a>(names: &'a [Cow<'_, str>], index: usize) -> &'a str {
    names.get(index).map_or("<bad handle>", |name| name.as_ref())
}

fn unique<'a>(kind: &str, names: impl Iterator<Item = &'a str>, taken: impl Fn(&str) -> bool) -> Vec<Cow<'a, str>> {
    let mut seen = FxHashSet::default();
    names
        .enumerate()
        .map(|(index, name)| match name {
            "" => format!("#{kind}{index}").into(),
            _ if !is_identifier(name) => quoted(&format!("{name}#{kind}{index}")).into(),
            _ if taken(name) || !seen.insert(name) => format!("{name}#{kind}{index}").into(),
            _ => name.into(),
        })
        .collect()
}
