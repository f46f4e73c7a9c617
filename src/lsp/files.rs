//! Files as editors name them, and included files that are open in the editor.
//!
//! Comes in: URIs. Goes out: paths, and a [`Loader`] that prefers the text in the editor. Must not depend on: shaders.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use glslsub::{FileLoader, IncludeKind, Loaded, Loader};

/// The path of a `file:` URI, and any other URI as it is.
pub fn name_of(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.to_owned() };
    // `file:///C:/x` on Windows.
    let rest = if rest.as_bytes().get(2) == Some(&b':') { rest.trim_start_matches('/') } else { rest };
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes();
    while let [first, more @ ..] = left {
        let escaped = more.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                left = more.get(2..).unwrap_or(&[]);
            }
            None => {
                bytes.push(*first);
                left = more;
            }
        }
    }
    normalized(Path::new(&*String::from_utf8_lossy(&bytes)))
}

/// The URI of a file.
pub fn uri_of(name: &str) -> String {
    if !Path::new(name).is_absolute() {
        return name.to_owned();
    }
    let mut uri = "file://".to_owned();
    if !name.starts_with('/') {
        uri.push('/');
    }
    for byte in name.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'_' | b'.' | b'~' | b':' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            // Writing to a string can't fail.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}

/// A path without `.` and `..`.
fn normalized(path: &Path) -> String {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if result.file_name().is_some() => {
                result.pop();
            }
            _ => result.push(part),
        }
    }
    result.to_string_lossy().into_owned()
}

/// Finds included files on disk, and takes their text from the editor if they are open there.
pub struct OpenFiles<'a> {
    /// Files on disk.
    pub files: FileLoader,
    /// The open documents by name.
    pub open: &'a BTreeMap<String, String>,
}

impl Loader for OpenFiles<'_> {
    fn load(&mut self, name: &str, kind: IncludeKind, includer: &str) -> Result<Loaded, String> {
        let loaded = self.files.load(name, kind, includer)?;
        let name = normalized(Path::new(&loaded.name));
        let text = self.open.get(&name).map_or(loaded.text, |text| text.as_str().into());
        Ok(Loaded { name, text })
    }
}

#[cfg(test)]
mod tests {
    use super::{name_of, uri_of};

    #[cfg(unix)]
    #[test]
    fn uris_are_paths_with_escapes() {
        assert_eq!(name_of("file:///a%20b/%C3%A9.comp"), "/a b/é.comp");
        assert_eq!(uri_of("/a b/é.comp"), "file:///a%20b/%C3%A9.comp");
        assert_eq!(name_of("file:///a/./b/../c%zz"), "/a/c%zz");
        assert_eq!(
            (name_of("untitled:One").as_str(), uri_of("untitled:One").as_str()),
            ("untitled:One", "untitled:One")
        );
    }
}
