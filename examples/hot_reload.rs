//! Compiles a shader whenever it, or what it includes, changes: `cargo run --example hot_reload -- a.comp`.
//!
//! With `--once` after the file it stops after the first time.

// A program that shows something prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use glslsub::{Artifact, Compiler, Errors, FileLoader, Options, TargetEnvironment};

/// When the files that a result depends on were written; `None` for those that are not there.
type Times = BTreeMap<PathBuf, Option<SystemTime>>;

fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|it| it.modified()).ok()
}

/// Compiles the shader, and tells what the result depends on.
fn compile(compiler: &Compiler, path: &Path) -> (Result<Artifact, Errors>, Times) {
    let mut loader = FileLoader::new();
    let result = compiler.compile_file(path, &mut loader);
    let report = match &result {
        Ok(artifact) => artifact.warnings(),
        Err(errors) => errors.report(),
    };
    let mut files: Vec<PathBuf> = vec![path.to_owned()];
    files.extend(report.dependencies().map(PathBuf::from));
    // A file that appears where none was may change the result, too.
    files.extend(loader.missing().map(Path::to_owned));
    let times = files.into_iter().map(|file| (file.clone(), written(&file))).collect();
    (result, times)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(path) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: hot_reload SHADER [--once]");
        return ExitCode::from(2);
    };
    let once = arguments.next().is_some_and(|it| it == "--once");
    let compiler = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_2));
    loop {
        let start = Instant::now();
        let (result, times) = compile(&compiler, &path);
        match result {
            // Here a program makes a new pipeline, and goes on with the old one after errors.
            Ok(artifact) => {
                print!("{}", artifact.warnings());
                println!("{} words after {:?}", artifact.words().len(), start.elapsed());
            }
            Err(errors) => eprintln!("{errors}"),
        }
        if once {
            return ExitCode::SUCCESS;
        }
        while times.iter().all(|(file, time)| written(file) == *time) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
