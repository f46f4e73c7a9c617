//! HIR to GLSL: what an assembly program means, as a shader that a person can go on with.
//!
//! Comes in: a module of a compute shader, as assembly makes it. Goes out: GLSL for Vulkan with the same resources, or the
//! one construct that this cannot say. Must not depend on: the front ends, SPIR-V words, passes.
//!
//! Values that are used once stand where they are used, if that is short; the others are variables. What control flow
//! passes is a variable too, which each way sets. `continue` is preceded by what ends a round.

mod declarations;
mod function;
mod names;
mod values;

use crate::hir::{Function, Handle, Module};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What GLSL cannot say, or this printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// A result, or what stands in its way.
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
    /// Functions that stand for operations that GLSL does not have.
    helpers: BTreeSet<&'static str>,
}

/// Prints a module.
///
/// # Errors
/// The first construct that cannot be said.
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
