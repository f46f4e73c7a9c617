//! Output: written in one go, once it is complete.
//!
//! Comes in: bytes and a destination. Goes out: a file, or bytes on standard output. Must not depend on: the contents.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most symbolic links that are followed, as in Linux.
const MOST_LINKS: u32 = 40;

/// The most names of temporary files that are tried: runs that were killed may have left some.
const MOST_TEMPORARIES: u32 = 16;

/// Where output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file, a device or a pipe.
    File(PathBuf),
}

/// Writes all of `bytes`. A reader that closes the pipe early has what it wanted; that is not an error.
pub fn write(destination: &Destination, bytes: &[u8]) -> Result<(), String> {
    let (result, name) = match destination {
        Destination::Stdout => (write_stdout(bytes), "standard output".into()),
        Destination::File(path) => (write_file(path, bytes), format!("`{}`", path.display())),
    };
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write {name}: {error}")),
        _ => Ok(()),
    }
}

/// Whether the destination is a file with these contents.
pub fn has(destination: &Destination, bytes: &[u8]) -> bool {
    let Destination::File(path) = destination else { return false };
    fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|old| old == bytes)
}

fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// The file is touched only now, when everything is compiled: the new one is written beside it and renamed, so that a
/// signal, a full disk or another run never leaves a partial file. Where a rename would change more than the contents
/// (devices, other links, other owners, folders in which no file can be created), the file is written in place.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &followed(path)?;
    let old = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        if old.is_file() && old.permissions().readonly() {
            // The system does not report this to every user.
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        if !old.is_file() || has_other_names(old) {
            return write_in_place(path, bytes);
        }
    }
    let Some((temporary, file)) = temporary_beside(path) else {
        return if old.is_some() { write_in_place(path, bytes) } else { create(path, bytes) };
    };
    let replaced = replace_by(file, &temporary, path, old.as_ref(), bytes);
    if !matches!(replaced, Ok(true)) {
        let _ = fs::remove_file(&temporary);
    }
    if replaced? { Ok(()) } else { write_in_place(path, bytes) }
}

/// The path that symbolic links lead to, whether or not there is a file.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target)),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new file in the folder of another; `None` if none can be created.
fn temporary_beside(path: &Path) -> Option<(PathBuf, File)> {
    let folder = path.parent()?;
    (0..MOST_TEMPORARIES).find_map(|number| {
        let temporary = folder.join(format!(".glslsub-{}-{number}.tmp", std::process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary).ok()?;
        Some((temporary, file))
    })
}

/// Whether `temporary` has become the file at `path`, with the permissions of the old one; `false` if that has another
/// owner.
fn replace_by(
    mut file: File,
    temporary: &Path,
    path: &Path,
    old: Option<&fs::Metadata>,
    bytes: &[u8],
) -> io::Result<bool> {
    if let Some(old) = old {
        if !has_owner_of(&file.metadata()?, old) {
            return Ok(false);
        }
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    drop(file);
    fs::rename(temporary, path)?;
    Ok(true)
}

#[cfg(unix)]
fn has_other_names(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

#[cfg(unix)]
fn has_owner_of(new: &fs::Metadata, old: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (new.uid(), new.gid()) == (old.uid(), old.gid())
}

#[cfg(not(unix))]
fn has_owner_of(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

fn write_in_place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let metadata = file.metadata()?;
    // Devices and pipes have no length.
    if metadata.is_file() { replace(&mut file, metadata.len(), bytes) } else { file.write_all(bytes) }
}

/// Writes a new file. If it does not fit, it is removed again.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = File::create(path)?.write_all(bytes);
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Overwrites a file of `length` bytes. It is extended first, as that may not fit; if so, the file is left as it was.
fn replace(file: &mut File, length: u64, bytes: &[u8]) -> io::Result<()> {
    let (over, beyond) = bytes.split_at(bytes.len().min(length.try_into().unwrap_or(usize::MAX)));
    if !beyond.is_empty() {
        file.seek(SeekFrom::Start(length))?;
        if let Err(error) = file.write_all(beyond) {
            file.set_len(length)?;
            return Err(error);
        }
        file.rewind()?;
    }
    file.write_all(over)?;
    if length > bytes.len() as u64 { file.set_len(bytes.len() as u64) } else { Ok(()) }
}
