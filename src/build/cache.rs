//! What was built before, and whether it is still valid.
//!
//! Comes in: files. Goes out: [`Entry`], if nothing that it depends on has changed. Must not depend on: what is built.
//!
//! A stamp is text: the hash of the settings, then one line for each input with its hash and for each path at which
//! there was no file, then warnings and the module, preceded by their lengths.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write;
use std::fs;
use std::hash::Hasher;
use std::path::Path;

/// The result of compiling a shader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The shader and what it includes, with their hashes.
    pub inputs: Vec<(String, u64)>,
    /// Paths where no include was found.
    pub missing: Vec<String>,
    /// Warnings as shown to people.
    pub warnings: String,
    /// Its Rust module.
    pub module: String,
}

/// The hash of a file; 0 if it cannot be read.
pub(super) fn hash_file(path: &Path) -> u64 {
    fs::read(path).map_or(0, |bytes| hash(&bytes))
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Entry {
    /// Reads a stamp; `None` if it was made with other settings, an input changed or a file appeared.
    pub(super) fn read(path: &Path, settings: &str) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let (header, rest) = text.split_once("\n\n")?;
        let mut lines = header.lines();
        if lines.next()? != format!("{:016x}", hash(settings.as_bytes())) {
            return None;
        }
        let mut entry = Self::default();
        let mut warnings = 0;
        for line in lines {
            match line.split_once(' ')? {
                ("missing", path) => entry.missing.push(path.to_owned()),
                ("warnings", length) => warnings = length.parse().ok()?,
                (hash, path) => entry.inputs.push((path.to_owned(), u64::from_str_radix(hash, 16).ok()?)),
            }
        }
        let holds = entry.inputs.iter().all(|(path, hash)| hash_file(Path::new(path)) == *hash)
            && !entry.missing.iter().any(|path| Path::new(path).exists());
        entry.warnings = rest.get(..warnings)?.to_owned();
        entry.module = rest.get(warnings..)?.to_owned();
        holds.then_some(entry)
    }

    /// Writes a stamp.
    pub(super) fn write(&self, path: &Path, settings: &str) -> Result<(), String> {
        if self.inputs.iter().map(|(path, _)| path).chain(&self.missing).any(|path| path.contains('\n')) {
            // A stamp cannot hold such a path; the shader is compiled each time.
            return Ok(());
        }
        let mut text = format!("{:016x}\n", hash(settings.as_bytes()));
        for (path, hash) in &self.inputs {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{hash:016x} {path}");
        }
        for path in &self.missing {
            let _ = writeln!(text, "missing {path}");
        }
        let _ = write!(text, "warnings {}\n\n{}{}", self.warnings.len(), self.warnings, self.module);
        write_if_changed(path, text.as_bytes())
    }
}

/// Writes a file, unless it already has these contents: rustc recompiles everything that depends on a written file.
pub(super) fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::write(path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}
