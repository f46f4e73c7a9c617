//! Shaders in a `build.rs`: every shader of a folder becomes SPIR-V in a Rust module.
//!
//! Comes in: [`Shaders`], configured with what to compile. Goes out: files in `OUT_DIR` and instructions for cargo.
//! Must not depend on: the command line. It uses the public interface only.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), glslsub::build::Failed> {
//!     glslsub::build::Shaders::new("shaders").compile()
//! }
//! ```
//!
//! ```ignore
//! // main.rs
//! mod shaders {
//!     include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! }
//! let words: &'static [u32] = shaders::blur_comp::SPIRV;
//! ```

mod cache;
mod cargo;
mod generate;
mod rust_type;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::api::{Compiler, Errors, FileLoader, Options, in_parallel, most_threads, read_text, shaders_in};
use cache::Entry;

/// The shaders of a folder, and how to compile them.
///
/// Shaders are the files with the suffix of a stage (`.comp`, `.comp.glsl`), and `.glsl` files with a
/// `#pragma shader_stage(...)`. `blur.comp` becomes the module `blur_comp`, `post/blur.comp` becomes `post_blur_comp`:
///
/// - `SPIRV: &'static [u32]`, `ENTRY_POINT`, `STAGE` (a `VkShaderStageFlagBits`) and, if there is one, `WORKGROUP_SIZE`;
/// - `DEVICE_EXTENSIONS`, `FEATURES` and `SUBGROUP_OPERATIONS`: what the module requires from the device;
/// - `BINDINGS`, and each of them by name in `binding`;
/// - `specialization`, the ids of specialization constants by name;
/// - `#[repr(C)]` structures of blocks, with asserted offsets; `PushConstants` is that of the push constants.
///
/// Unchanged shaders are not compiled again: inputs are compared by content, including included files and look-ups that
/// failed.
#[derive(Clone, Debug)]
pub struct Shaders {
    folder: PathBuf,
    includes: Vec<PathBuf>,
    out: Option<PathBuf>,
    module: String,
    derives: Vec<String>,
    options: Options,
    /// By path below the folder.
    variants: BTreeMap<String, Vec<Variant>>,
}

/// A set of macros for a shader.
#[derive(Clone, Debug)]
struct Variant {
    name: String,
    defines: Vec<(String, String)>,
}

/// Why nothing was built: errors in shaders, two shaders of one name, files that cannot be read or written.
pub struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Failed {
    /// The text for people, as `fn main() -> Result<(), Failed>` prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

impl std::error::Error for Failed {}

/// A shader with one set of macros.
struct Job {
    /// The name of its module.
    name: String,
    path: PathBuf,
    /// The first line of the module's documentation.
    title: String,
    options: Options,
}

impl Job {
    fn file(&self, out: &Path, suffix: &str) -> PathBuf {
        out.join(format!("{}.{suffix}", self.name))
    }
}

/// The result of a job.
struct Done {
    entry: Entry,
    errors: Option<Errors>,
}

impl Shaders {
    /// The shaders in a folder, relative to the folder of the crate's `Cargo.toml`.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            includes: Vec::new(),
            out: None,
            module: "shaders".to_owned(),
            derives: Vec::new(),
            options: Options::new(),
            variants: BTreeMap::new(),
        }
    }

    /// Searches this folder for included files, after the folder of the including file.
    #[must_use]
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// What to compile for, and how.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Compiles the shader at `path`, below the folder, with macros. A shader with variants is compiled only for these;
    /// `blur.comp` with the variant `fast` becomes `blur_comp_fast`.
    ///
    /// ```no_run
    /// glslsub::build::Shaders::new("shaders")
    ///     .variant("blur.comp", "fast", &[("RADIUS", "2")])
    ///     .variant("blur.comp", "fine", &[("RADIUS", "8"), ("WEIGHTED", "1")])
    ///     .compile()?;
    /// # Ok::<(), glslsub::build::Failed>(())
    /// ```
    #[must_use]
    pub fn variant(mut self, path: &str, name: &str, defines: &[(&str, &str)]) -> Self {
        let defines = defines.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        self.variants.entry(path.to_owned()).or_default().push(Variant { name: name.to_owned(), defines });
        self
    }

    /// Derives these traits for structures, in addition to `Clone`, `Copy`, `Debug` and `PartialEq`; for example
    /// `bytemuck::Pod`.
    #[must_use]
    pub fn derive(mut self, traits: &[&str]) -> Self {
        self.derives.extend(traits.iter().map(|it| (*it).to_owned()));
        self
    }

    /// The name of the module's file without `.rs`; by default `shaders`.
    #[must_use]
    pub fn module(mut self, name: &str) -> Self {
        name.clone_into(&mut self.module);
        self
    }

    /// The folder to write to instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Compiles what changed, writes the module, and tells cargo what to watch.
    ///
    /// # Errors
    /// If a shader has errors, with all of them; if files cannot be read or written.
    pub fn compile(self) -> Result<(), Failed> {
        let instructions = self.run().map_err(|(instructions, failed)| {
            cargo::print(&instructions);
            failed
        })?;
        cargo::print(&instructions);
        Ok(())
    }

    /// The same, but returns the instructions for cargo instead of printing them.
    fn run(&self) -> Result<Vec<String>, (Vec<String>, Failed)> {
        let mut instructions = vec![cargo::watch(&self.folder)];
        let fail = |message: String| (instructions.clone(), Failed(message));
        let out = match (&self.out, std::env::var_os("OUT_DIR")) {
            (Some(out), _) => out.clone(),
            (None, Some(out)) => PathBuf::from(out),
            (None, None) => return Err(fail("there is no OUT_DIR; call this in a build.rs".to_owned())),
        };
        let jobs = self.jobs().map_err(fail)?;
        let results = on_all(&jobs, |job| self.compile_one(job, &out)).map_err(fail)?;
        let roots: Vec<&Path> = [&self.folder].into_iter().chain(&self.includes).map(PathBuf::as_path).collect();
        let mut watched: Vec<String> = Vec::new();
        let mut failures = Vec::new();
        for done in &results {
            watched.extend(done.entry.inputs.iter().map(|(path, _)| cargo::watch(Path::new(path))));
            watched.extend(done.entry.missing.iter().filter_map(|path| cargo::watch_missing(Path::new(path), &roots)));
            instructions.extend(done.entry.warnings.lines().map(cargo::warning));
            if let Some(errors) = &done.errors {
                instructions.extend(cargo::errors(errors));
                failures.push(errors.to_string());
            }
        }
        watched.sort();
        watched.dedup();
        instructions.extend(watched);
        if !failures.is_empty() {
            return Err((instructions, Failed(failures.join("\n\n"))));
        }
        let bodies: Vec<&str> = results.iter().map(|done| done.entry.module.as_str()).collect();
        let text = generate::file(&bodies);
        let path = out.join(format!("{}.rs", self.module));
        match cache::write_if_changed(&path, text.as_bytes()) {
            Ok(()) => Ok(instructions),
            Err(message) => Err((instructions, Failed(message))),
        }
    }

    /// Every shader with every set of macros, by name.
    fn jobs(&self) -> Result<Vec<Job>, String> {
        let mut jobs: Vec<Job> = Vec::new();
        let mut unused: Vec<&str> = self.variants.keys().map(String::as_str).collect();
        for path in shaders_in(&self.folder)? {
            let below = path.strip_prefix(&self.folder).unwrap_or(&path);
            let below = below.to_string_lossy().replace('\\', "/");
            unused.retain(|it| *it != below);
            let plain = [Variant { name: String::new(), defines: Vec::new() }];
            for variant in self.variants.get(&below).map_or(&plain[..], Vec::as_slice) {
                let mut options = self.options.clone();
                for (name, value) in &variant.defines {
                    options = options.define(name, value);
                }
                let end = if variant.name.is_empty() { String::new() } else { format!("_{}", variant.name) };
                let title = if end.is_empty() { below.clone() } else { format!("{below}, {}", variant.name) };
                let name = generate::identifier(&format!("{}{end}", below.trim_end_matches(".glsl")));
                jobs.push(Job { name, path: path.clone(), title, options });
            }
        }
        if let Some(path) = unused.first() {
            return Err(format!("there are variants of `{path}`, but no such shader in `{}`", self.folder.display()));
        }
        jobs.sort_by(|a, b| a.name.cmp(&b.name));
        for pair in jobs.windows(2) {
            if let [first, second] = pair
                && first.name == second.name
            {
                let (first, second) = (&first.title, &second.title);
                return Err(format!("`{first}` and `{second}` would both be the module `{}`", pair_name(pair)));
            }
        }
        Ok(jobs)
    }

    /// Everything besides files that determines the result of compiling a shader.
    fn settings(&self, job: &Job) -> String {
        format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), job.options, (&self.includes, &self.derives))
    }

    /// The earlier result for a shader, if nothing has changed since.
    fn known(&self, job: &Job, out: &Path) -> Option<Entry> {
        let entry = Entry::read(&job.file(out, "stamp"), &self.settings(job))?;
        job.file(out, "spv").is_file().then_some(entry)
    }

    fn compile_one(&self, job: &Job, out: &Path) -> Result<Done, String> {
        if let Some(entry) = self.known(job, out) {
            return Ok(Done { entry, errors: None });
        }
        let text = read_text(&job.path).map_err(|error| format!("cannot read `{}`: {error}", job.path.display()))?;
        let mut loader = self.includes.iter().fold(FileLoader::new(), FileLoader::folder);
        let name = job.path.to_string_lossy();
        let result = Compiler::new(job.options.clone()).compile_with(&name, &text, &mut loader);
        let report = match &result {
            Ok(artifact) => artifact.warnings(),
            Err(errors) => errors.report(),
        };
        let inputs = std::iter::once(name.as_ref()).chain(report.dependencies());
        let mut entry = Entry {
            inputs: inputs.map(|path| (path.to_owned(), cache::hash_file(Path::new(path)))).collect(),
            missing: loader.missing().map(|path| path.to_string_lossy().into_owned()).collect(),
            warnings: String::new(),
            module: String::new(),
        };
        match result {
            Ok(artifact) => {
                entry.warnings = artifact.warnings().to_string();
                entry.module = generate::module(&job.name, &job.title, &artifact, &self.derives);
                cache::write_if_changed(&job.file(out, "spv"), &artifact.bytes())?;
                entry.write(&job.file(out, "stamp"), &self.settings(job))?;
                Ok(Done { entry, errors: None })
            }
            Err(errors) => Ok(Done { entry, errors: Some(errors) }),
        }
    }
}

fn pair_name(pair: &[Job]) -> &str {
    pair.first().map_or("", |job| job.name.as_str())
}

/// Processes all jobs on as many threads as cargo allows. Results are in the order of the jobs.
fn on_all<T: Send>(jobs: &[Job], work: impl Fn(&Job) -> Result<T, String> + Sync) -> Result<Vec<T>, String> {
    let allowed = std::env::var("NUM_JOBS").ok().and_then(|it| it.parse().ok());
    let mut results = Vec::with_capacity(jobs.len());
    in_parallel(jobs, allowed.unwrap_or_else(|| most_threads(jobs.len())), work, |result| results.push(result));
    results.into_iter().collect()
}
