//! Where `#include` finds its text: a trait, so that the core does no IO.

use std::collections::BTreeMap;

/// How an include is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncludeKind {
    /// `#include "name"`: next to the including file first, then the include path.
    Quoted,
    /// `#include <name>`: the include path only.
    Angled,
}

/// A file that a [`Loader`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The name to show and to resolve nested includes against; two includes of one file give equal names.
    pub name: String,
    /// The text. Bytes that are not UTF-8 must have been replaced.
    pub text: String,
}

/// Finds included files. The command line reads the file system, tests and WebAssembly keep files in memory.
pub trait Loader {
    /// Finds `name` as included from the file called `includer`.
    ///
    /// # Errors
    /// A sentence for the user saying where was looked, or why a file that was found cannot be read.
    fn load(&mut self, name: &str, kind: IncludeKind, includer: &str) -> Result<Loaded, String>;
}

/// A loader without files: every include fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn load(&mut self, _name: &str, _kind: IncludeKind, _includer: &str) -> Result<Loaded, String> {
        Err("no include files are available here".to_owned())
    }
}

/// Files kept in memory, by name. Names are compared as written.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    /// Name to text.
    pub files: BTreeMap<String, String>,
}

impl Loader for MemoryLoader {
    fn load(&mut self, name: &str, _kind: IncludeKind, _includer: &str) -> Result<Loaded, String> {
        match self.files.get(name) {
            Some(text) => Ok(Loaded { name: name.to_owned(), text: text.clone() }),
            None => Err("no such file in memory".to_owned()),
        }
    }
}
