//! naga modules: a front end with the interface of naga's own, and methods of the compiler.
//!
//! Comes in: the text of a shader with a stage and macros, or the arguments of a [`Compiler`]. Goes out: a valid
//! [`naga::Module`], or errors with naga spans. Must not depend on: files.

use std::collections::BTreeMap;
use std::fmt;

use super::compiler::Compiler;
use super::{Errors, Report};
use crate::diagnostics::{Code, Severity};
use crate::driver::{self, Compilation, Input};
use crate::naga_bridge;
use crate::preprocess::MacroOption;
use crate::source::{Loader, NoIncludes};
use crate::stage::Stage;

/// The name of the shader in messages.
const NAME: &str = "glsl";

/// Options for [`Frontend::parse`], like `naga::front::glsl::Options`.
#[derive(Clone, Debug)]
pub struct Options {
    /// The stage.
    pub stage: naga::ShaderStage,
    /// Macros with their replacement text.
    pub defines: BTreeMap<String, String>,
    /// The texture of a combined sampler keeps the binding; the sampler gets that binding plus this number.
    pub sampler_binding_offset: u32,
    /// Formats of storage images that the shader gives none. Each is for images with texels of its kind: float, `int`, or `uint`.
    pub image_formats: Vec<naga::StorageFormat>,
}

impl From<naga::ShaderStage> for Options {
    fn from(stage: naga::ShaderStage) -> Self {
        let sampler_binding_offset = naga_bridge::Options::default().sampler_offset;
        Self { stage, defines: BTreeMap::new(), sampler_binding_offset, image_formats: Vec::new() }
    }
}

/// Produces naga modules, like `naga::front::glsl::Frontend`.
///
/// ```
/// use glslsub::naga_front::{Frontend, Options};
///
/// let text = "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\n\
///     layout(local_size_x = SIZE) in;\nlayout(binding = 0) buffer Sum { uint sum; };\n\
///     void main() { uint all = subgroupAdd(gl_LocalInvocationIndex); if (subgroupElect()) atomicAdd(sum, all); }\n";
/// let mut options = Options::from(naga::ShaderStage::Compute);
/// options.defines.insert("SIZE".into(), "64".into());
/// let module = Frontend::default().parse(&options, text).unwrap();
/// assert_eq!(module.entry_points[0].workgroup_size, [64, 1, 1]);
///
/// let errors = Frontend::default().parse(&options, "#version 450\nvoid main() { undeclared = 1; }\n").unwrap_err();
/// assert_eq!(errors.errors[0].span.to_range(), Some(27..37));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Frontend;

impl Frontend {
    /// Compiles a shader that includes no files to a valid module. A shader that naga cannot express is an error.
    ///
    /// # Errors
    /// Everything that is wrong with the shader.
    pub fn parse(&mut self, options: &Options, source: &str) -> Result<naga::Module, ParseErrors> {
        self.parse_with(options, source, &mut NoIncludes)
    }

    /// Compiles a shader whose included files come from a loader.
    ///
    /// # Errors
    /// Everything that is wrong with the shader.
    pub fn parse_with(
        &mut self,
        options: &Options,
        source: &str,
        loader: &mut dyn Loader,
    ) -> Result<naga::Module, ParseErrors> {
        let mut settings = driver::Options { stage: stage(options.stage), ..driver::Options::default() };
        let macros = options.defines.iter();
        let macros = macros.map(|(name, text)| MacroOption::Define { name: name.clone(), value: Some(text.clone()) });
        settings.preprocessor.macros.extend(macros);
        let sampler_offset = options.sampler_binding_offset;
        let mut bridge = naga_bridge::Options { sampler_offset, ..naga_bridge::Options::default() };
        options.image_formats.iter().for_each(|&format| bridge.image_formats.insert(format));
        let compilation = driver::naga(Input { name: NAME, text: source }, &settings, bridge, loader);
        match compilation.artifact {
            Some(module) => Ok(module),
            None => Err(ParseErrors::of(&compilation)),
        }
    }
}

/// The stage of a shader; `None` for those that GLSL does not have.
const fn stage(stage: naga::ShaderStage) -> Option<Stage> {
    Some(match stage {
        naga::ShaderStage::Vertex => Stage::Vertex,
        naga::ShaderStage::Fragment => Stage::Fragment,
        naga::ShaderStage::Compute => Stage::Compute,
        naga::ShaderStage::Task => Stage::Task,
        naga::ShaderStage::Mesh => Stage::Mesh,
        naga::ShaderStage::RayGeneration => Stage::RayGeneration,
        naga::ShaderStage::Miss => Stage::Miss,
        naga::ShaderStage::AnyHit => Stage::AnyHit,
        naga::ShaderStage::ClosestHit => Stage::ClosestHit,
    })
}

/// An error of [`Frontend::parse`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Error {
    /// Its code.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// The byte range in the shader; undefined if the error is in an included file or concerns the whole shader.
    pub span: naga::Span,
}

/// The reasons that there is no module.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParseErrors {
    /// The errors, in the order of the text.
    pub errors: Vec<Error>,
    rendered: String,
}

impl ParseErrors {
    fn of<T>(compilation: &Compilation<T>) -> Self {
        let errors = compilation.diagnostics.iter().filter(|it| it.severity == Severity::Error).map(|it| {
            let place = compilation.sources.resolve(it.primary.span);
            let own = place.filter(|it| compilation.sources.file(it.file).is_some_and(|it| it.name == NAME));
            let span =
                own.map_or(naga::Span::UNDEFINED, |it| naga::Span::new(it.range.start as u32, it.range.end as u32));
            Error { code: it.code, message: it.message.clone(), span }
        });
        Self { errors: errors.collect(), rendered: compilation.rendered() }
    }
}

impl fmt::Display for ParseErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

impl std::error::Error for ParseErrors {}

impl Compiler {
    /// Compiles a shader that includes no files to a naga module instead of SPIR-V. `name` appears in errors; its
    /// suffix can set the stage.
    ///
    /// # Errors
    /// Everything that is wrong with the shader, and what naga cannot express (GS1200).
    pub fn naga(&self, name: &str, text: &str) -> Result<naga::Module, Errors> {
        self.naga_with(name, text, &mut NoIncludes)
    }

    /// Like [`naga`](Self::naga), for a shader whose included files come from a loader.
    ///
    /// # Errors
    /// Everything that is wrong with the shader, and what naga cannot express (GS1200).
    pub fn naga_with(&self, name: &str, text: &str, loader: &mut dyn Loader) -> Result<naga::Module, Errors> {
        let compilation = driver::naga(Input { name, text }, &self.options, naga_bridge::Options::default(), loader);
        let Compilation { sources, diagnostics, artifact } = compilation;
        artifact.ok_or_else(|| Errors::new(Report::new(name, sources, diagnostics)))
    }
}
