//! The shaders in a folder.
//!
//! Comes in: a folder. Goes out: the shaders among its files, sorted. Must not depend on: what happens to them.

use std::path::{Path, PathBuf};

use super::read_text;
use crate::stage::Stage;

/// The shaders below a folder, sorted: files with the suffix of a stage (`.comp`, `.comp.glsl`), and `.glsl` files with a
/// `#pragma shader_stage(...)`.
///
/// # Errors
/// If a folder cannot be read; the message names it.
pub fn shaders_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |folder: &Path, error| format!("cannot read the folder `{}`: {error}", folder.display());
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
            let path = entry.map_err(|error| unreadable(&folder, error))?.path();
            if path.is_dir() {
                open.push(path);
            } else if is_shader(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_shader(path: &Path) -> bool {
    let name = path.to_string_lossy();
    Stage::from_file_name(&name).is_some()
        || name.ends_with(".glsl") && read_text(path).is_ok_and(|text| text.contains("#pragma shader_stage"))
}
