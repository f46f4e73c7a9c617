//! Runs a compute shader whenever it, or what it includes, changes: `cargo run --bin hot_reload -- shaders/square.comp`.
//!
//! The shader has one storage buffer, which begins with 0, 1, 2 and so on; the first sixteen words are printed after
//! each run. With `--once` after the file it stops after the first run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use glslsub::reflect::Length;
use glslsub::{Artifact, Compiler, Errors, FileLoader, Options, TargetEnvironment};
use glslsub_example_ash::{Gpu, Result, Shader};

/// The length of the buffer.
const COUNT: u32 = 1024;

/// When the files that a result depends on were written; `None` for those that do not exist.
type Times = BTreeMap<PathBuf, Option<SystemTime>>;

fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|it| it.modified()).ok()
}

/// Compiles the shader, and returns what the result depends on.
fn compile(compiler: &Compiler, path: &Path) -> (std::result::Result<Artifact, Errors>, Times) {
    let mut loader = FileLoader::new();
    let result = compiler.compile_file(path, &mut loader);
    let report = match &result {
        Ok(artifact) => artifact.warnings(),
        Err(errors) => errors.report(),
    };
    let mut files: Vec<PathBuf> = vec![path.to_owned()];
    files.extend(report.dependencies().map(PathBuf::from));
    // A file that appears where there was none may change the result, too.
    files.extend(loader.missing().map(Path::to_owned));
    let times = files.into_iter().map(|file| (file.clone(), written(&file))).collect();
    (result, times)
}

/// Runs the shader and returns the first words of its buffer.
fn run(gpu: &Gpu, artifact: &Artifact) -> Result<Vec<u32>> {
    let reflection = artifact.reflection();
    let [binding] = reflection.bindings.as_slice() else { return Err("the shader needs one storage buffer".into()) };
    let size = match reflection.workgroup_size {
        Some([Length::Fixed(size), ..]) => size,
        _ => return Err("the shader needs a workgroup of a fixed size".into()),
    };
    let shader =
        Shader { spirv: artifact.words(), bindings: &[binding.binding], push_constants: &[], specialization: &[] };
    let mut buffers = [(0..COUNT).collect::<Vec<u32>>()];
    gpu.run(&shader, &mut buffers, COUNT.div_ceil(size))?;
    Ok(buffers[0][..16].to_vec())
}

fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let Some(path) = arguments.next().map(PathBuf::from) else {
        eprintln!("usage: hot_reload SHADER [--once]");
        return Ok(ExitCode::from(2));
    };
    let once = arguments.next().is_some_and(|it| it == "--once");
    let gpu = Gpu::new()?;
    let compiler = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_2));
    loop {
        let start = Instant::now();
        let (result, times) = compile(&compiler, &path);
        // After errors, a program continues with the pipeline that it has.
        match result {
            Ok(artifact) => {
                print!("{}", artifact.warnings());
                println!("{} words after {:?}", artifact.words().len(), start.elapsed());
                println!("{:?}", run(&gpu, &artifact)?);
            }
            Err(errors) => eprintln!("{errors}"),
        }
        if once {
            return Ok(ExitCode::SUCCESS);
        }
        while times.iter().all(|(file, time)| written(file) == *time) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
