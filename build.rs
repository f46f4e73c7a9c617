//! Turns the folder `builtins/` into the static tables of `src/builtins`.

// Printing is how a build script talks to cargo.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "src/builtins/generator/mod.rs"]
mod generator;
#[path = "src/nv_program/opcode/generator.rs"]
mod opcodes;
#[path = "src/reflect/requirements/generator.rs"]
mod requirements;
// The generator only needs the names of the stages.
#[allow(dead_code)]
#[path = "src/stage.rs"]
mod stage;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // The tables are full of pointers. A position-independent program relocates all of them at each start, which takes
    // a quarter of the time of a small shader; one with a fixed address has nothing to relocate.
    let target = |part| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bin=glslsub=-no-pie");
        if let Some(folder) = unwinder() {
            println!("cargo:rustc-link-arg-bin=glslsub=-L{}", folder.display());
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/builtins/generator");
    println!("cargo:rerun-if-changed=src/nv_program/opcode/generator.rs");
    println!("cargo:rerun-if-changed=src/reflect/requirements/generator.rs");
    println!("cargo:rerun-if-changed=src/stage.rs");
    println!("cargo:rerun-if-changed=builtins");
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// A folder in which the linker finds GCC's unwinder as part of the program; `None` if there is none.
///
/// Rust asks for the shared `libgcc_s`, which only backtraces use. To load it takes 5 % of the instructions of a process that
/// compiles a small shader. A file of that name may be a script that names other libraries, as GCC's own is on most systems.
fn unwinder() -> Option<PathBuf> {
    // A linker for another system may not be GCC's.
    let is_native = std::env::var_os("HOST")? == std::env::var_os("TARGET")?;
    std::env::var_os("CARGO_FEATURE_CLI").filter(|_| is_native)?;
    let linker = std::env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let is_there = |library: &str| {
        let output = Command::new(&linker).arg(format!("-print-file-name={library}")).output();
        // A name without a folder is one that was not found.
        output.is_ok_and(|it| Path::new(String::from_utf8_lossy(&it.stdout).trim()).is_absolute())
    };
    let folder = PathBuf::from(std::env::var_os("OUT_DIR")?).join("unwinder");
    (is_there("libgcc_eh.a") && is_there("libgcc.a")).then_some(())?;
    std::fs::create_dir_all(&folder).ok()?;
    std::fs::write(folder.join("libgcc_s.so"), "INPUT(-lgcc_eh -lgcc)\n").ok()?;
    Some(folder)
}

/// Turns a table into Rust source, or says what is wrong.
type Generate = fn(&str) -> Result<String, String>;

fn run() -> Result<(), String> {
    let folder = Path::new("builtins");
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "builtins") {
            paths.push(path);
        }
    }
    // The order of entries in a folder depends on the file system; the tables must not depend on it.
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        files.push((path.display().to_string(), text));
    }
    let docs = std::env::var_os("CARGO_FEATURE_DOCS").is_some();
    let source = generator::generate(&files, docs).map_err(|errors| {
        errors.iter().map(|error| format!("error: {}", error.render(&files))).collect::<Vec<_>>().join("\n")
    })?;
    let out = std::env::var("OUT_DIR").map_err(|error| format!("OUT_DIR: {error}"))?;
    std::fs::write(Path::new(&out).join("builtins.rs"), source).map_err(|error| format!("{out}: {error}"))?;
    let tables: [(&str, &str, Generate); 2] = [
        ("nv_program.opcodes", "nv_opcodes.rs", opcodes::generate),
        ("requirements.vulkan", "vulkan_requirements.rs", requirements::generate),
    ];
    for (table, module, generate) in tables {
        let table = folder.join(table);
        let text = std::fs::read_to_string(&table).map_err(|error| format!("{}: {error}", table.display()))?;
        let source = generate(&text).map_err(|error| format!("error: {}: {error}", table.display()))?;
        std::fs::write(Path::new(&out).join(module), source).map_err(|error| format!("{out}: {error}"))?;
    }
    Ok(())
}
