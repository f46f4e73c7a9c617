//! Outputs that would destroy an input, or each other.
//!
//! Comes in: inputs and where their outputs go. Goes out: what is wrong, before anything is read or written. Files are
//! compared by identity, not by the spelling of their paths. Must not depend on: arguments, what is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use glslsub::FileLoader;
use glslsub::internals::files::{Identity, identity};

use super::output::Destination;

/// A file that exists, or the path at which one would be created.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    File(Identity),
    New(PathBuf),
}

/// What is wrong with these inputs and their outputs. `besides` are further files to be written: rules, reflections.
pub fn find(compilations: &[(PathBuf, Destination)], besides: &[Destination]) -> Option<String> {
    // The only output replaces nothing if it is new, as in most builds: that needs no look at the input and the folders.
    if let ([(_, Destination::File(path))], []) = (compilations, besides)
        && fs::metadata(path).is_err()
    {
        return None;
    }
    let sources: BTreeMap<Identity, &PathBuf> =
        compilations.iter().rev().filter_map(|(input, _)| Some((regular_file(input)?, input))).collect();
    let replaced = |path: &Path, place: &Place| {
        let Place::File(file) = place else { return None };
        let (path, source) = (path.display(), sources.get(file)?.display());
        Some(format!("the output `{path}` would replace the input `{source}`"))
    };
    let mut outputs: BTreeMap<Place, &PathBuf> = BTreeMap::new();
    for (input, output) in compilations {
        let Destination::File(path) = output else { continue };
        let Some(place) = place(path) else { continue };
        if let Some(problem) = replaced(path, &place) {
            return Some(problem);
        }
        if let Some(earlier) = outputs.insert(place, input) {
            let (path, earlier, input) = (path.display(), earlier.display(), input.display());
            return Some(format!("`{earlier}` and `{input}` would both be written to `{path}`"));
        }
    }
    for destination in besides {
        let Destination::File(path) = destination else { continue };
        let Some(place) = place(path) else { continue };
        if let Some(problem) = replaced(path, &place) {
            return Some(problem);
        }
        if outputs.insert(place, path).is_some() {
            return Some(format!("two outputs would be written to `{}`", path.display()));
        }
    }
    None
}

/// Whether an output would replace a file that its shader includes.
pub fn check_included(destination: &Destination, loader: &FileLoader) -> Result<(), String> {
    check(destination, |file| loader.has_loaded(file))
}

/// Whether an output would replace one of the files that were read.
pub fn check_read(destination: &Destination, read: &[PathBuf]) -> Result<(), String> {
    check(destination, |file| read.iter().any(|path| regular_file(path).as_ref() == Some(file)))
}

fn check(destination: &Destination, is_read: impl Fn(&Identity) -> bool) -> Result<(), String> {
    let Destination::File(path) = destination else { return Ok(()) };
    match regular_file(path) {
        Some(file) if is_read(&file) => {
            Err(format!("the output `{}` would replace a file that the shader includes", path.display()))
        }
        _ => Ok(()),
    }
}

/// The file at a path; `None` if there is none, or if it is a device or a pipe, which may be written many times.
fn regular_file(path: &Path) -> Option<Identity> {
    // `-` is standard input.
    let metadata = fs::metadata(path).ok().filter(|it| it.is_file() && path.as_os_str() != "-")?;
    Some(identity(path, &metadata))
}

/// What is or would be at a path. `None` for what no output destroys, and for folders that do not exist.
fn place(path: &Path) -> Option<Place> {
    if fs::metadata(path).is_ok() {
        return regular_file(path).map(Place::File);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Some(Place::New(folder.canonicalize().ok()?.join(path.file_name()?)))
}
