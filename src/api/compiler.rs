//! The compiler.
//!
//! Comes in: the name and the text of a shader. Goes out: an [`Artifact`] or [`Errors`]. Must not depend on: earlier
//! shaders; there is no state.

use std::path::Path;
use std::sync::Arc;

use super::file_loader::{FileLoader, read_text};
use super::{Artifact, Errors, LinkedArtifact, Options, Report};
use crate::diagnostics::{Code, Diagnostic};
use crate::driver::{self, Compilation, Input};
use crate::source::{Loader, NoIncludes, SourceMap, Span};

/// Compiles shaders. It is configured once, has no state and can be shared between threads; clones are cheap.
///
/// ```
/// use glslsub::Compiler;
///
/// let compiler = Compiler::default();
/// let shaders = ["#version 450\nvoid main() {}\n", "#version 460\nvoid main() {}\n"];
/// std::thread::scope(|scope| {
///     for text in shaders {
///         let compiler = &compiler;
///         scope.spawn(move || compiler.compile("a.comp", text).expect("the shader is fine"));
///     }
/// });
/// ```
#[derive(Clone, Debug)]
pub struct Compiler {
    pub(super) options: Arc<driver::Options>,
}

impl Compiler {
    /// A compiler with options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options: Arc::new(driver::Options { reflect: true, ..options.inner }) }
    }

    /// Compiles a shader that includes no files. `name` appears in errors; its suffix can set the stage.
    ///
    /// # Errors
    /// Everything that is wrong with the shader.
    pub fn compile(&self, name: &str, text: &str) -> Result<Artifact, Errors> {
        self.compile_with(name, text, &mut NoIncludes)
    }

    /// Compiles a shader whose included files come from a loader.
    ///
    /// ```
    /// use glslsub::{Compiler, MemoryLoader};
    ///
    /// let mut loader = MemoryLoader::default();
    /// loader.insert("shaders/size.glsl", "#pragma once\nconst uint SIZE = 64;\n");
    /// let text = "#version 450\n#include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
    /// let artifact = Compiler::default().compile_with("shaders/a.comp", text, &mut loader)?;
    /// assert_eq!(artifact.dependencies().collect::<Vec<_>>(), ["shaders/size.glsl"]);
    /// # Ok::<(), glslsub::Errors>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the shader.
    pub fn compile_with(&self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<Artifact, Errors> {
        let compilation = driver::compile(Input { name, text }, &self.options, loader);
        let (report, artifact) = split(name, compilation);
        // The options request reflection, so each artifact has one.
        match artifact.and_then(|mut it| Some((it.reflection.take()?, it))) {
            Some((reflection, artifact)) => Ok(Artifact::new(artifact, reflection, report)),
            None => Err(Errors::new(report)),
        }
    }

    /// Compiles a file.
    ///
    /// ```no_run
    /// use glslsub::{Compiler, FileLoader};
    ///
    /// let mut loader = FileLoader::new().folder("shaders/include");
    /// let artifact = Compiler::default().compile_file("shaders/blur.comp", &mut loader)?;
    /// std::fs::write("blur.spv", artifact.bytes())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read; everything that is wrong with the shader.
    pub fn compile_file(&self, path: impl AsRef<Path>, loader: &mut FileLoader) -> Result<Artifact, Errors> {
        let path = path.as_ref();
        let name = path.to_string_lossy();
        match read_text(path) {
            Ok(text) => self.compile_with(&name, &text, loader),
            Err(error) => {
                let diagnostics = vec![cannot_be_read(&name, &error)];
                Err(Errors::new(Report::new(&name, SourceMap::default(), diagnostics)))
            }
        }
    }

    /// Checks shaders, and those of one pipeline against each other: the inputs of a stage must match the outputs of the
    /// stage before it, and all stages must see the same resources. Returns the warnings and notes of correct shaders.
    ///
    /// ```
    /// let vertex = "#version 450\nlayout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); }\n";
    /// let fragment = "#version 450\nlayout(location = 1) in vec3 color;\nlayout(location = 0) out vec4 result;\n\
    ///                 void main() { result = vec4(color, 1); }\n";
    /// let errors = glslsub::Compiler::default().check(&[("a.vert", vertex), ("a.frag", fragment)]).unwrap_err();
    /// let finding = errors.report().findings().next().unwrap();
    /// assert_eq!(finding.code.to_string(), "GS1101");
    /// assert_eq!(finding.place.unwrap().file, "a.frag");
    /// assert_eq!(finding.related[0].place.file, "a.vert");
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the shaders.
    pub fn check(&self, shaders: &[(&str, &str)]) -> Result<Report, Errors> {
        self.check_with(shaders, &mut NoIncludes)
    }

    /// Like [`check`](Self::check), for shaders whose included files come from a loader.
    ///
    /// # Errors
    /// Everything that is wrong with the shaders.
    pub fn check_with(&self, shaders: &[(&str, &str)], loader: &mut dyn Loader) -> Result<Report, Errors> {
        let (names, inputs) = inputs(shaders);
        let (report, modules) = split(&names, driver::check_pipeline(&inputs, &self.options, loader));
        if modules.is_some() { Ok(report) } else { Err(Errors::new(report)) }
    }

    /// Compiles shaders of different stages to one module with an entry point for each, after the checks of
    /// [`check`](Self::check). Every entry point is called `main`; the stage distinguishes them, also in
    /// `VkPipelineShaderStageCreateInfo`.
    ///
    /// # Errors
    /// Everything that is wrong with the shaders or with combining them.
    pub fn link(&self, shaders: &[(&str, &str)]) -> Result<LinkedArtifact, Errors> {
        self.link_with(shaders, &mut NoIncludes)
    }

    /// Like [`link`](Self::link), for shaders whose included files come from a loader.
    ///
    /// # Errors
    /// Everything that is wrong with the shaders or with combining them.
    pub fn link_with(&self, shaders: &[(&str, &str)], loader: &mut dyn Loader) -> Result<LinkedArtifact, Errors> {
        let (names, inputs) = inputs(shaders);
        let (report, linked) = split(&names, driver::link_pipeline(&inputs, &self.options, loader));
        match linked {
            Some(linked) => Ok(LinkedArtifact::new(linked, report)),
            None => Err(Errors::new(report)),
        }
    }

    /// Only runs the preprocessor, and returns text that compiles to the same.
    ///
    /// # Errors
    /// Everything that is wrong before parsing.
    pub fn preprocess(&self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<String, Errors> {
        let compilation = driver::preprocess(Input { name, text }, &self.options, loader);
        let (report, text) = split(name, compilation);
        text.ok_or_else(|| Errors::new(report))
    }
}

impl Default for Compiler {
    /// A compiler with the default options.
    fn default() -> Self {
        Self::new(Options::default())
    }
}

/// The shaders as the driver takes them, and what to call them together.
fn inputs<'a>(shaders: &[(&'a str, &'a str)]) -> (String, Vec<Input<'a>>) {
    let names: Vec<&str> = shaders.iter().map(|(name, _)| *name).collect();
    (names.join(", "), shaders.iter().map(|&(name, text)| Input { name, text }).collect())
}

fn split<T>(name: &str, compilation: Compilation<T>) -> (Report, Option<T>) {
    (Report::new(name, compilation.sources, compilation.diagnostics), compilation.artifact)
}

#[cold]
fn cannot_be_read(name: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::IncludeNotFound, Span::UNDEFINED, format!("cannot read `{name}`: {error}"))
}
