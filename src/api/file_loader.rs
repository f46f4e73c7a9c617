//! Included files from the file system.
//!
//! Comes in: names as written in `#include`. Goes out: text. Must not depend on: the preprocessor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::source::{IncludeKind, Loaded, Loader};

/// Files beyond this size are not read: an endless device file would fill the memory.
const MAX_FILE_BYTES: u64 = 1 << 28;

/// Finds included files beside the including file, then in folders, in order. For `#pragma once`, a file reachable by
/// several paths is one file.
///
/// ```no_run
/// use glslsub::{Compiler, FileLoader};
///
/// let mut loader = FileLoader::new().folder("shaders/include");
/// let result = Compiler::default().compile_file("shaders/blur.comp", &mut loader);
/// for path in loader.missing() {
///     println!("a file here would change the result: {}", path.display());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FileLoader {
    folders: Vec<PathBuf>,
    /// The name under which a file was first seen, so that `#pragma once` recognizes it.
    names: BTreeMap<Identity, String>,
    /// Paths at which there was no file.
    missing: BTreeSet<PathBuf>,
    /// The files that other loaders have read.
    shared: Option<Arc<SharedFiles>>,
}

/// Texts of files, for loaders that share them: the variants of a shader include the same files again and again. What has
/// been read is not read again, so a change on disk goes unnoticed.
#[derive(Debug, Default)]
pub struct SharedFiles {
    files: Mutex<FxHashMap<PathBuf, Known>>,
}

/// What is known about a path: its file, or that there is none.
type Known = Option<(Arc<str>, Identity)>;

impl SharedFiles {
    /// The text and the identity of a file.
    ///
    /// # Errors
    /// If it cannot be read or is larger than 256 MiB.
    pub fn read(&self, path: &Path) -> io::Result<(Arc<str>, Identity)> {
        let known = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        match known {
            Some(Some(file)) => return Ok(file),
            Some(None) => return Err(io::ErrorKind::NotFound.into()),
            None => {}
        }
        let result = read(path);
        let entry = match &result {
            Ok(file) => Some(file.clone()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(_) => return result,
        };
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), entry);
        result
    }
}

impl FileLoader {
    /// A loader without folders of its own.
    #[must_use]
    pub const fn new() -> Self {
        Self { folders: Vec::new(), names: BTreeMap::new(), missing: BTreeSet::new(), shared: None }
    }

    /// Shares files with other loaders.
    #[doc(hidden)]
    #[must_use]
    pub fn sharing(mut self, files: Arc<SharedFiles>) -> Self {
        self.shared = Some(files);
        self
    }

    /// Also searches this folder, after those added before.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// The paths at which no file was found: one that appears there would change what is included.
    pub fn missing(&self) -> impl Iterator<Item = &Path> {
        self.missing.iter().map(PathBuf::as_path)
    }

    /// Whether a shader included this file, by any of its names.
    #[doc(hidden)]
    #[must_use]
    pub fn has_loaded(&self, file: &Identity) -> bool {
        self.names.contains_key(file)
    }
}

impl Loader for FileLoader {
    fn load(&mut self, name: &str, kind: IncludeKind, includer: &str) -> Result<Loaded, String> {
        let own_folder = match kind {
            IncludeKind::Quoted => Some(Path::new(includer).parent().unwrap_or(Path::new("")).to_owned()),
            IncludeKind::Angled => None,
        };
        let mut looked_in = Vec::new();
        for folder in own_folder.iter().chain(&self.folders) {
            // An absolute name replaces the folder.
            let path = folder.join(name);
            match self.shared.as_ref().map_or_else(|| read(&path), |shared| shared.read(&path)) {
                Ok((text, identity)) => {
                    let shown = || path.to_string_lossy().into_owned();
                    let name = self.names.entry(identity).or_insert_with(shown).clone();
                    return Ok(Loaded { name, text });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                    looked_in.push(format!("`{}`", shown.display()));
                    self.missing.insert(path);
                }
                Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
            }
        }
        match (looked_in.is_empty(), kind) {
            (true, IncludeKind::Angled) => {
                Err("`<...>` is looked for in the folders of `-I`, and there are none".to_owned())
            }
            _ => Err(format!("looked in {}", looked_in.join(", "))),
        }
    }
}
/// What all paths to one file have in common.
#[cfg(unix)]
pub type Identity = (u64, u64);
/// What all paths to one file have in common.
#[cfg(not(unix))]
pub type Identity = PathBuf;

/// The identity of a file.
#[cfg(unix)]
#[must_use]
pub fn identity(_: &Path, metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// The identity of a file.
#[cfg(not(unix))]
#[must_use]
pub fn identity(path: &Path, _: &Metadata) -> Identity {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Reads a file as text.
///
/// # Errors
/// If it cannot be read or is larger than 256 MiB.
pub fn read_text(path: &Path) -> io::Result<String> {
    open(path).map(|(text, _)| text)
}

/// The text and the identity of a file.
fn read(path: &Path) -> io::Result<(Arc<str>, Identity)> {
    open(path).map(|(text, metadata)| (text.into(), identity(path, &metadata)))
}

fn open(path: &Path) -> io::Result<(String, Metadata)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    // With room for one more byte, a single read finds the end.
    let expected = metadata.len().min(MAX_FILE_BYTES) as usize + 1;
    Ok((read_limited(file, expected)?, metadata))
}

/// Reads everything as text. More than the limit is an error; nothing is truncated.
///
/// # Errors
/// If the reader fails or returns more than 256 MiB.
pub fn read_limited(reader: impl Read, expected: usize) -> io::Result<String> {
    let mut bytes = Vec::with_capacity(expected);
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 256 MiB"));
    }
    Ok(text_of(bytes))
}

/// Bytes as text. Invalid UTF-8 becomes replacement characters, which are only allowed in comments.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
