//! Options, as a builder.
//!
//! Comes in: one setting after the other. Goes out: the options of the driver. Must not depend on: what they do.

use crate::builtins::limits::Limit;
use crate::diagnostics::Code;
use crate::driver;
use crate::hir;
use crate::lints;
use crate::nv_program;
use crate::passes::Level;
use crate::preprocess::MacroOption;
use crate::sema;
use crate::spirv::DebugInfo;
use crate::stage::Stage;
use crate::target::Target;

/// What to compile for, and how. Each method consumes the options and returns them changed.
///
/// ```
/// use glslsub::{Compiler, Optimization, Options, TargetEnvironment};
///
/// let options = Options::new()
///     .target(TargetEnvironment::Vulkan1_3)
///     .optimization(Optimization::Full)
///     .define("TILE", "16")
///     .define_flag("FAST")
///     .strip(true);
/// let compiler = Compiler::new(options);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) inner: driver::Options,
}

impl Default for Options {
    fn default() -> Self {
        Self { inner: driver::Options { lints: lints::Selection::certain(), ..driver::Options::default() } }
    }
}

/// What one compilation may use, for servers that compile shaders of strangers. Time and memory grow with these numbers, which
/// are the same on every machine; what exceeds one ends in an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Budget {
    source_bytes: Option<usize>,
    tokens: Option<usize>,
    ids: Option<u32>,
    nodes: Option<usize>,
    words: Option<usize>,
}

impl Budget {
    /// The most bytes of source text, included files among it; 256 MiB without it.
    #[must_use]
    pub const fn source_bytes(self, bytes: usize) -> Self {
        Self { source_bytes: Some(bytes), ..self }
    }

    /// The most tokens, those that macros expand to among them: 16,777,216 and 4,194,304 without it.
    #[must_use]
    pub const fn tokens(self, tokens: usize) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// The most ids of a module, which bounds its instructions; 4,194,303 without it.
    #[must_use]
    pub const fn ids(self, ids: u32) -> Self {
        Self { ids: Some(ids), ..self }
    }

    /// The most nodes of the typed representation, before and after optimization. The work of rules, lints and passes grows
    /// with it.
    #[must_use]
    pub const fn nodes(self, nodes: usize) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The most words of a module. Four bytes each, names and debug information among them.
    #[must_use]
    pub const fn words(self, words: usize) -> Self {
        Self { words: Some(words), ..self }
    }
}

/// The level of optimization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Optimization {
    /// The SPIR-V stays as straightforward as its source.
    #[default]
    None,
    /// What makes the SPIR-V smaller.
    Size,
    /// All passes.
    Full,
}

/// A memory model of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryModel {
    /// GLSL450.
    Glsl450,
    /// The Vulkan memory model.
    Vulkan,
}

/// The kinds of resources of [`Options::binding_base`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResourceKind {
    /// Uniform buffers.
    UniformBuffer,
    /// Storage buffers.
    StorageBuffer,
    /// Textures, alone or with a sampler.
    Texture,
    /// Samplers.
    Sampler,
    /// Storage images.
    Image,
}

impl Options {
    /// The defaults: Vulkan 1.1, no optimization, the stage from the shader's pragma or file name.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The stage. Without one, `#pragma shader_stage(...)` decides, then the suffix of the shader's name.
    #[must_use]
    pub const fn stage(mut self, stage: Stage) -> Self {
        self.inner.stage = Some(stage);
        self
    }

    /// The Vulkan version, or Vulkan and SPIR-V versions.
    #[must_use]
    pub fn target(mut self, target: impl Into<Target>) -> Self {
        self.inner.target = target.into();
        self
    }

    /// Limits what a compilation may use.
    ///
    /// ```
    /// use glslsub::{Budget, Compiler, Options};
    ///
    /// let compiler = Compiler::new(Options::new().budget(Budget::default().tokens(1_000)));
    /// let text = format!("#version 450\nvoid main() {{ {} }}\n", ";".repeat(2_000));
    /// assert!(compiler.compile("long.comp", &text).is_err());
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        let limits = &mut self.inner.preprocessor.limits;
        if let Some(bytes) = budget.source_bytes {
            limits.source_bytes = bytes;
        }
        if let Some(tokens) = budget.tokens {
            limits.tokens = tokens;
            limits.expansion_tokens = limits.expansion_tokens.min(tokens);
        }
        self.inner.most_ids = budget.ids.or(self.inner.most_ids);
        self.inner.most_nodes = budget.nodes.or(self.inner.most_nodes);
        self.inner.most_words = budget.words.or(self.inner.most_words);
        self
    }

    /// Defines a macro with a value, like `#define NAME VALUE`. Definitions apply in order.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.inner.preprocessor.macros.push(MacroOption::Define { name: name.into(), value: Some(value.into()) });
        self
    }

    /// Defines a macro as 1, like `-D NAME`.
    #[must_use]
    pub fn define_flag(mut self, name: impl Into<String>) -> Self {
        self.inner.preprocessor.macros.push(MacroOption::Define { name: name.into(), value: None });
        self
    }

    /// Removes the definition of a macro.
    #[must_use]
    pub fn undefine(mut self, name: impl Into<String>) -> Self {
        self.inner.preprocessor.macros.push(MacroOption::Undefine(name.into()));
        self
    }

    /// Sets the level of optimization.
    #[must_use]
    pub const fn optimization(mut self, optimization: Optimization) -> Self {
        self.inner.optimization = match optimization {
            Optimization::None => Level::None,
            Optimization::Size => Level::Small,
            Optimization::Full => Level::Optimized,
        };
        self
    }

    /// Omits names from the SPIR-V.
    #[must_use]
    pub const fn strip(mut self, strip: bool) -> Self {
        self.inner.strip = strip;
        self
    }

    /// Adds debug information. The code of functions stays the same, word for word.
    #[must_use]
    pub const fn debug_info(mut self, level: DebugInfo) -> Self {
        self.inner.debug = level;
        self
    }

    /// The memory model. Without one, `#pragma use_vulkan_memory_model` decides, then what the shader needs.
    #[must_use]
    pub const fn memory_model(mut self, model: MemoryModel) -> Self {
        self.inner.memory_model = Some(match model {
            MemoryModel::Glsl450 => hir::MemoryModel::Glsl450,
            MemoryModel::Vulkan => hir::MemoryModel::Vulkan,
        });
        self
    }

    /// Assigns the first free binding of their set to resources without one, instead of reporting them.
    #[must_use]
    pub const fn auto_bind_uniforms(mut self, on: bool) -> Self {
        self.inner.auto_bind = on;
        self
    }

    /// Assigns the first free location to inputs and outputs without one, instead of reporting them.
    #[must_use]
    pub const fn auto_map_locations(mut self, on: bool) -> Self {
        self.inner.auto_locations = on;
        self
    }

    /// Places the members of blocks without a packing qualifier, and of structures in blocks, as in HLSL: a vector begins at
    /// any of its components' multiples from where it does not lie across 16 bytes. Vulkan calls that relaxed block layout.
    #[must_use]
    pub const fn hlsl_offsets(mut self, on: bool) -> Self {
        self.inner.hlsl_offsets = on;
        self
    }

    /// Accepts OpenGL's GLSL (GL_EXT_vulkan_glsl_relaxed): uniforms outside blocks, atomic counters, `gl_VertexID`. Missing
    /// bindings and locations are assigned.
    #[must_use]
    pub const fn relaxed_vulkan(mut self, on: bool) -> Self {
        self.inner.relaxed_vulkan = on;
        self
    }

    /// Treats everything as `highp`: no RelaxedPrecision for `mediump` and `lowp`.
    #[must_use]
    pub const fn full_precision(mut self, on: bool) -> Self {
        self.inner.full_precision = on;
        self
    }

    /// Adds `base` to the bindings of a kind of resource, in one stage or in all.
    #[must_use]
    pub fn binding_base(mut self, stage: Option<Stage>, kind: ResourceKind, base: u32) -> Self {
        let kind = match kind {
            ResourceKind::UniformBuffer => sema::ResourceKind::UniformBuffer,
            ResourceKind::StorageBuffer => sema::ResourceKind::StorageBuffer,
            ResourceKind::Texture => sema::ResourceKind::Texture,
            ResourceKind::Sampler => sema::ResourceKind::Sampler,
            ResourceKind::Image => sema::ResourceKind::Image,
        };
        self.inner.binding_bases.push(sema::BindingBase { stage, kind, base });
        self
    }

    /// Sets a resource limit: the name of its constant without `gl_`, for example `MaxDrawBuffers` or `MaxComputeWorkGroupSizeX`.
    ///
    /// # Errors
    /// If no limit has this name.
    pub fn limit(mut self, name: &str, value: i32) -> Result<Self, String> {
        let limit = Limit::named(name).ok_or_else(|| format!("`{name}` is not a limit"))?;
        self.inner.limits.push((limit, value));
        Ok(self)
    }

    /// Does not report a warning.
    #[must_use]
    pub fn allow(mut self, code: Code) -> Self {
        self.inner.allow.push(code);
        self
    }

    /// Also notes things that existing, correct code does but that may be a mistake.
    #[must_use]
    pub const fn warn_all(mut self, on: bool) -> Self {
        self.inner.warn_all = on;
        self
    }

    /// Reports what lints certainly find, which is the default, or nothing of it.
    #[must_use]
    pub const fn lints(mut self, on: bool) -> Self {
        self.inner.lints.certain = on;
        self
    }

    /// Also reports what lints find that depends on data or on the device: of all (`"all"`), of a group (`"race"`), or of the
    /// lint with this name.
    ///
    /// # Errors
    /// If no lint or group has this name.
    pub fn warn(mut self, lints: &str) -> Result<Self, String> {
        if self.inner.lints.add(lints) {
            Ok(self)
        } else {
            Err(format!("`{lints}` is neither a lint nor a group of lints"))
        }
    }

    /// What lints may take as true: `subgroup-size=32`, `subgroup-size=32..64`, `full-subgroups`, `dispatch=WORKGROUPS`,
    /// `MEMBER%64=0`, `uniform(VARIABLE)`. Shaders say the same with `#pragma glslsub assume(...)`.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn assume(mut self, what: &str) -> Result<Self, String> {
        self.inner.lints.assumptions.add(what).map(|()| self)
    }

    /// Adds a note to every use of a legacy subgroup extension for which newer GLSL has a replacement.
    #[must_use]
    pub const fn explain_legacy(mut self, on: bool) -> Self {
        self.inner.explain_legacy = on;
        self
    }

    /// Keeps the shuffles of GL_NV_shader_thread_shuffle inside the subgroup, for devices whose subgroups have fewer than 32
    /// invocations.
    #[must_use]
    pub const fn nv_shuffle_clamp(mut self, on: bool) -> Self {
        self.inner.nv_shuffle_clamp = on;
        self
    }

    /// The options of the program for `!!NVcp5.0` assembly.
    #[doc(hidden)]
    #[must_use]
    pub fn assembly(mut self, options: nv_program::Options) -> Self {
        self.inner.assembly = options;
        self
    }
}
