//! Output that appears whole or not at all.
//!
//! Comes in: bytes and a destination. Goes out: a file, or bytes on standard output. Must not know: what they are.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file, a device or a pipe.
    File(PathBuf),
}

/// Writes all of `bytes`. A reader that closes the pipe early has what it wanted; that is no error.
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

fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Through links, so that the file behind a link is replaced and the link stays.
    let existing = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = if existing.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let permissions = match existing {
        Some(metadata) if metadata.is_dir() => {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        // Devices and pipes can't be renamed over.
        Some(metadata) if !metadata.is_file() => {
            return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        Some(metadata) if metadata.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Some(metadata) => Some(metadata.permissions()),
        None => None,
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".glslsub-");
    #[cfg(unix)]
    let new_file = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(new_file);
    // The error of `tempfile` names a file that nobody asked for.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}
