//! Included files from the file system.
//!
//! Comes in: names as `#include` writes them. Goes out: text. Must not know: the preprocessor.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use glslsub::internals::source::{IncludeKind, Loaded, Loader};

/// No file is read beyond this; a device file without an end would fill the memory.
const MAX_FILE_BYTES: u64 = 1 << 28;

/// Finds files next to the including file, then in the folders of `-I` in order.
pub struct FileLoader {
    folders: Vec<PathBuf>,
    /// The name under which a file was first seen, so that `#pragma once` knows it again.
    names: BTreeMap<Identity, String>,
}

impl FileLoader {
    /// A loader with the folders of `-I`.
    pub const fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, names: BTreeMap::new() }
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
            // An absolute name takes the place of the folder.
            let path = folder.join(name);
            match read(&path) {
                Ok((text, metadata)) => {
                    let shown = path.to_string_lossy().into_owned();
                    let name = self.names.entry(identity(&path, &metadata)).or_insert(shown).clone();
                    return Ok(Loaded { name, text });
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                    looked_in.push(format!("`{}`", shown.display()));
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

impl FileLoader {
    /// Whether a shader included this file, by any of its names.
    pub fn has_loaded(&self, file: &Identity) -> bool {
        self.names.contains_key(file)
    }
}

/// What all paths to one file have in common.
#[cfg(unix)]
pub type Identity = (u64, u64);
#[cfg(not(unix))]
pub type Identity = PathBuf;

#[cfg(unix)]
pub fn identity(_: &Path, metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
pub fn identity(path: &Path, _: &Metadata) -> Identity {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Reads a file as text.
pub fn read_text(path: &Path) -> io::Result<String> {
    read(path).map(|(text, _)| text)
}

fn read(path: &Path) -> io::Result<(String, Metadata)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    // With room for one byte more, one read finds the end.
    let expected = metadata.len().min(MAX_FILE_BYTES) as usize + 1;
    Ok((read_limited(file, expected)?, metadata))
}

/// Reads everything there is, as text; more than the limit is an error, never cut.
pub fn read_limited(reader: impl Read, expected: usize) -> io::Result<String> {
    let mut bytes = Vec::with_capacity(expected);
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 256 MiB"));
    }
    Ok(text_of(bytes))
}

/// Bytes as text; what is not UTF-8 becomes replacement characters, which only comments may hold.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
