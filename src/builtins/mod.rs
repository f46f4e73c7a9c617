//! The built-ins as data: static tables made by `build.rs` from the folder `builtins/`, and look-ups in them.
//!
//! Comes in: nothing at run time. Goes out: extensions, functions, variables and constants by name.
//! No built-in function, variable or extension is spelled in Rust code outside the
//! generated tables.

pub mod docs;
#[cfg(test)]
mod generator;
pub mod limits;
mod query;
mod refused;
mod scalar;
mod state_object;
mod structure;
mod table;
#[cfg(test)]
mod tests;
mod types;
mod vector_size;
pub mod vocabulary;

pub use query::{Accesses, glsl_signature, overload_count, overloads};
pub use refused::{REFUSED, Refused, refused, refused_type};
pub use scalar::{Scalar, ScalarKind, SmallFloat};
pub use state_object::{StateObject, StateObjectFacts};
pub use structure::BuiltinStructure;
pub use table::*;
pub use types::{BuiltinType, FunctionRule, ImageDimension, ImageShape, scalar_name, scalar_prefix};
pub use vector_size::VectorSize;

include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

/// Names one row of the table of extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExtensionId(pub u16);

impl ExtensionId {
    /// The row.
    #[must_use]
    pub fn get(self) -> &'static Extension {
        // Ids are only made by the generator, which numbers the rows it writes.
        EXTENSIONS.get(usize::from(self.0)).unwrap_or(&NO_EXTENSION)
    }
}

/// What an id that names no row stands for; no id like that is ever made.
static NO_EXTENSION: Extension = Extension { name: "", desktop: None, es: None, enables: &[], doc: "" };

/// A set of extensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExtensionSet([u64; EXTENSION_WORDS]);

/// Words of a bit for each extension.
const EXTENSION_WORDS: usize = EXTENSIONS.len().div_ceil(64);

impl ExtensionSet {
    /// No extension.
    pub const EMPTY: ExtensionSet = ExtensionSet([0; EXTENSION_WORDS]);

    /// Adds `id`.
    pub fn insert(&mut self, id: ExtensionId) {
        if let Some(word) = self.0.get_mut(usize::from(id.0 / 64)) {
            *word |= 1 << (id.0 % 64);
        }
    }

    /// Removes `id`.
    pub fn remove(&mut self, id: ExtensionId) {
        if let Some(word) = self.0.get_mut(usize::from(id.0 / 64)) {
            *word &= !(1 << (id.0 % 64));
        }
    }

    /// Whether `id` is in the set.
    #[must_use]
    pub fn contains(&self, id: ExtensionId) -> bool {
        self.0.get(usize::from(id.0 / 64)).is_some_and(|word| word & (1 << (id.0 % 64)) != 0)
    }
}

/// Looks an extension up by its name.
#[must_use]
pub fn extension(name: &str) -> Option<ExtensionId> {
    EXTENSIONS.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| ExtensionId(index as u16))
}

/// Looks a type up by name.
#[must_use]
pub fn type_name(name: &str) -> Option<&'static TypeName> {
    let index = TYPES.binary_search_by(|row| row.name.cmp(name)).ok()?;
    TYPES.get(index)
}

/// Looks a type that takes parameters up by name.
#[must_use]
pub fn type_family(name: &str) -> Option<&'static TypeFamily> {
    let index = TYPE_FAMILIES.binary_search_by(|row| row.name.cmp(name)).ok()?;
    TYPE_FAMILIES.get(index)
}

/// Looks a function's overloads up by name.
#[must_use]
pub fn function(name: &str) -> Option<&'static Function> {
    let index = FUNCTIONS.binary_search_by(|row| row.name.cmp(name)).ok()?;
    FUNCTIONS.get(index)
}

/// Looks a `value` up by name: like a variable, but computed by a recipe.
#[must_use]
pub fn value(name: &str) -> Option<&'static Function> {
    let index = VALUES.binary_search_by(|row| row.name.cmp(name)).ok()?;
    VALUES.get(index)
}

/// Looks an `operation` up by name: a function that GLSL does not have, and other front ends call.
#[must_use]
pub fn operation(name: &str) -> Option<&'static Function> {
    let index = OPERATIONS.binary_search_by(|row| row.name.cmp(name)).ok()?;
    OPERATIONS.get(index)
}

/// Looks a variable up by name. Several rows may carry one name (one per stage or extension).
#[must_use]
pub fn variables(name: &str) -> &'static [Variable] {
    let start = VARIABLES.partition_point(|row| row.name < name);
    let end = VARIABLES.partition_point(|row| row.name <= name);
    VARIABLES.get(start..end).unwrap_or(&[])
}

/// Looks a constant up by name.
#[must_use]
pub fn constant(name: &str) -> Option<&'static Constant> {
    let index = CONSTANTS.binary_search_by(|row| row.name.cmp(name)).ok()?;
    CONSTANTS.get(index)
}
