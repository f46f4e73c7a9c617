//! Where `#include` finds its text: a trait, so that the core does no IO.
//!
//! Comes in: the name in a directive and the file that it is in. Goes out: text, or why there is none. Must not depend
//! on: files, which `api` reads.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// The name to show, against which nested includes are resolved; two includes of one file give equal names.
    pub name: String,
    /// The text. Bytes that are not UTF-8 must have been replaced.
    pub text: Arc<str>,
}

/// Finds included files. The command line reads the file system, tests and WebAssembly keep files in memory.
pub trait Loader {
    /// Finds `name` as included from the file called `includer`.
    ///
    /// # Errors
    /// A sentence for the user that says where the file was searched for, or why a file that was found cannot be read.
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

/// Files kept in memory, by name. `#include "b.glsl"` in `dir/a.comp` finds `dir/b.glsl`, then `b.glsl`; `<b.glsl>` finds
/// the second only. `.` and `..` in names are resolved.
///
/// ```
/// let mut loader = glslsub::MemoryLoader::default();
/// loader.insert("lib/noise.glsl", "float noise(vec2 at) { return fract(at.x * 7.0 + at.y); }\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: BTreeMap<String, Arc<str>>,
}

impl MemoryLoader {
    /// Adds a file, or replaces it.
    pub fn insert(&mut self, name: &str, text: impl Into<Arc<str>>) {
        self.files.insert(normalized(name), text.into());
    }
}

impl<N: AsRef<str>, T: Into<Arc<str>>> FromIterator<(N, T)> for MemoryLoader {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(files: I) -> Self {
        let mut loader = Self::default();
        for (name, text) in files {
            loader.insert(name.as_ref(), text);
        }
        loader
    }
}

impl Loader for MemoryLoader {
    fn load(&mut self, name: &str, kind: IncludeKind, includer: &str) -> Result<Loaded, String> {
        let folder = includer.rsplit_once('/').map(|(folder, _)| folder);
        let beside = folder.filter(|_| kind == IncludeKind::Quoted && !name.starts_with('/'));
        let candidates = beside.map(|folder| normalized(&format!("{folder}/{name}"))).into_iter();
        for candidate in candidates.chain([normalized(name)]) {
            if let Some(text) = self.files.get(&candidate) {
                return Ok(Loaded { name: candidate, text: text.clone() });
            }
        }
        Err("no such file in memory".to_owned())
    }
}

/// A name without `.` and, where there is a folder before them, without `..`.
fn normalized(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|it| !matches!(*it, "" | "..")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{IncludeKind, Loader, MemoryLoader};
    use std::sync::Arc;

    #[test]
    fn files_in_memory_are_found_as_files_on_disk() {
        let mut loader: MemoryLoader =
            [("a/b.glsl", "beside"), ("b.glsl", "root"), ("c.glsl", "other")].into_iter().collect();
        let mut load = |name, kind, includer| loader.load(name, kind, includer).map(|it| (it.name, it.text));
        let found = |name: &str, text: &str| Ok((name.to_owned(), Arc::from(text)));
        assert_eq!(load("b.glsl", IncludeKind::Quoted, "a/main.comp"), found("a/b.glsl", "beside"));
        assert_eq!(load("b.glsl", IncludeKind::Angled, "a/main.comp"), found("b.glsl", "root"));
        assert_eq!(load("../a/./b.glsl", IncludeKind::Quoted, "a/main.comp"), found("a/b.glsl", "beside"));
        assert_eq!(load("c.glsl", IncludeKind::Quoted, "a/main.comp"), found("c.glsl", "other"));
        assert!(load("d.glsl", IncludeKind::Quoted, "main.comp").is_err());
    }
}
