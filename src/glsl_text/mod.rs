//! HIR to GLSL: what an assembly program means, as a shader that a person can continue to work on.
//!
//! Comes in: a module of a compute shader, as made from assembly. Goes out: GLSL for Vulkan with the same resources, or
//! the first construct that it cannot express. Must not depend on: the front ends, SPIR-V words, passes.
//!
//! Values that are used once are written where they are used, if they are short; the others are variables. Values
//! passed by control flow are variables too, which each path sets. `continue` is preceded by the end of the iteration.

mod declarations;
mod function;
mod names;
mod values;

use crate::hir::{Function, Handle, Module};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A construct that GLSL, or this printer, cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// A result, or the construct that prevents it.
type Printed<T> = Result<T, Unsupported>;

fn unsupported<T>(what: impl Into<String>) -> Printed<T> {
    Err(Unsupported(what.into()))
}

/// What the whole text needs.
struct Printer<'m> {
    module: &'m Module,
    /// Names of variables outside functions, by index.
    globals: Vec<String>,
    functions: FxHashMap<Handle<Function>, String>,
    extensions: BTreeSet<&'static str>,
    /// Functions for operations that GLSL does not have.
    helpers: BTreeSet<&'static str>,
}

/// Prints a module.
///
/// # Errors
/// The first construct that cannot be expressed.
pub fn print(module: &Module) -> Printed<String> {
    let mut printer = Printer {
        module,
        globals: names::globals(module),
        functions: names::functions(module),
        extensions: BTreeSet::new(),
        helpers: BTreeSet::new(),
    };
    let declarations = printer.declarations()?;
    let mut bodies = String::new();
    for (handle, function) in module.functions.iter() {
        bodies.push('\n');
        bodies.push_str(&printer.function(handle, function)?);
    }
    let mut text = String::from("#version 460\n");
    for extension in &printer.extensions {
        text.push_str(&format!("#extension {extension} : require\n"));
    }
    text.push('\n');
    text.push_str(&declarations);
    for helper in &printer.helpers {
        text.push('\n');
        text.push_str(helper);
    }
    text.push_str(&bodies);
    Ok(text)
}
