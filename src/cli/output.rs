//! Output: written at once, when all of it is there.
//!
//! Comes in: bytes and a destination. Goes out: a file, or bytes on standard output. Must not know: what they are.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
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

/// Only now, with everything compiled, is the file touched. It is not written beside its place and renamed: replacing a
/// file so takes longer than compiling a small shader.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return create(path, bytes),
        Err(error) => return Err(error),
    };
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        // Devices and pipes have no length.
        return file.write_all(bytes);
    }
    if metadata.permissions().readonly() {
        // The system does not say so to everybody.
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    replace(&mut file, metadata.len(), bytes)
}

/// Writes a new file. One that does not fit is taken away again.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = File::create(path)?.write_all(bytes);
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Writes over a file of `length` bytes. First what makes it longer, as that may not fit; then the file is left as it was.
fn replace(file: &mut File, length: u64, bytes: &[u8]) -> io::Result<()> {
    let (over, beyond) = bytes.split_at(bytes.len().min(length.try_into().unwrap_or(usize::MAX)));
    if !beyond.is_empty() {
        file.seek(SeekFrom::End(0))?;
        if let Err(error) = file.write_all(beyond) {
            file.set_len(length)?;
            return Err(error);
        }
        file.rewind()?;
    }
    file.write_all(over)?;
    if length > bytes.len() as u64 { file.set_len(bytes.len() as u64) } else { Ok(()) }
}
