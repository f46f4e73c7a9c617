//! The pipeline from end to end: what the library, the command line and build scripts share.
//!
//! Comes in: a shader's text, [`Options`] and a [`Loader`] for its includes. Goes out: a [`Compilation`] with every
//! diagnostic and, if there was no error, what was requested. Must not depend on: files, terminals, arguments.
//!
//! ```
//! use glslsub::internals::source::NoIncludes;
//! use glslsub::internals::{Input, Options, compile};
//!
//! let text = "#version 450\nlayout(local_size_x = 32) in;\nvoid main() {}\n";
//! let compilation = compile(Input { name: "empty.comp", text }, &Options::default(), &mut NoIncludes);
//! let artifact = compilation.artifact.expect("the shader is fine");
//! assert_eq!(artifact.words.first(), Some(&0x0723_0203));
//! ```

mod artifact;
mod assembly;
mod consequence;
mod inspect;
mod litmus;
mod memory;
mod messages;
#[cfg(feature = "wgsl")]
mod naga;
mod pipeline;
mod pragma;

pub use artifact::Artifact;
pub use inspect::{Inspection, inspect};
pub use litmus::{Explored, litmus};
pub use memory::leave_memory_to_the_system;
#[cfg(feature = "wgsl")]
pub use naga::{naga, naga_text};
pub use pipeline::{LinkedArtifact, check_pipeline, link_pipeline};

use crate::builtins::limits::LimitValues;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use crate::hir;
use crate::lints;
use crate::nv_program;
use crate::passes;
use crate::preprocess::{self, Preprocessed, preprocess_with as run_preprocessor, preprocessed_text};
use crate::reflect::reflect;
use crate::rules;
use crate::sema::{self, BindingBase};
use crate::source::{FileId, Loader, SourceMap, Span};
use crate::spirv::{self, Debug, DebugInfo, Language, Origin};
use crate::stage::Stage;
use crate::syntax;
use crate::target::Target;
use inspect::Details;
use memory::{Lent, Memory};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// What to compile for, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The stage. Without one, `#pragma shader_stage(...)` decides, then the suffix of the input's name.
    pub stage: Option<Stage>,
    /// What decides the stage if neither the option nor a pragma does.
    pub stage_fallback: StageFallback,
    /// The Vulkan and SPIR-V versions.
    pub target: Target,
    /// Omit names from the SPIR-V.
    pub strip: bool,
    /// What the SPIR-V says about its source, besides names.
    pub debug: DebugInfo,
    /// Assign the first free binding of their set to resources without one, instead of reporting them.
    pub auto_bind: bool,
    /// Assign the first free location, in order, to inputs and outputs without one, instead of reporting them.
    pub auto_locations: bool,
    /// Place the members of blocks without a packing qualifier, and of structures in blocks, as in HLSL.
    pub hlsl_offsets: bool,
    /// How much to optimize.
    pub optimization: passes::Level,
    /// Shuffles of NV_shader_thread_shuffle never read beyond the subgroup, if it has fewer than 32 invocations.
    pub nv_shuffle_clamp: bool,
    /// Treat everything as `highp`: no RelaxedPrecision for `mediump` and `lowp`.
    pub full_precision: bool,
    /// Accept OpenGL's GLSL (GL_EXT_vulkan_glsl_relaxed), with the effects of [`auto_bind`](Self::auto_bind) and
    /// [`auto_locations`](Self::auto_locations).
    pub relaxed_vulkan: bool,
    /// Add a note to every use of a legacy extension for which newer GLSL has a replacement.
    pub explain_legacy: bool,
    /// Values of resource limits that differ from the defaults, for example of `gl_MaxComputeWorkGroupSize`.
    pub limits: LimitValues,
    /// The lowest bindings of kinds of resources, also added to the bindings in the shader.
    pub binding_bases: Vec<BindingBase>,
    /// The memory model. Without one, `#pragma use_vulkan_memory_model` decides, then what the shader needs.
    pub memory_model: Option<hir::MemoryModel>,
    /// Warnings not to report, besides those of `#pragma glslsub allow(GS0123)`.
    pub allow: Vec<Code>,
    /// Also report notes about existing, correct code ([`Code::is_noted`]).
    pub warn_all: bool,
    /// What lints report.
    pub lints: lints::Selection,
    /// Negate the y of `gl_Position` at the end of vertex shaders.
    pub invert_y: bool,
    /// `min`, `max` and `clamp` return the operand that is a number if the other is NaN.
    pub nan_clamp: bool,
    /// Declare even resources that the shader does not use.
    pub preserve_bindings: bool,
    /// The most ids that a module may have, if that is to be fewer than SPIR-V allows.
    pub most_ids: Option<u32>,
    /// The most nodes that the typed form may have, before and after optimization.
    pub most_nodes: Option<usize>,
    /// The most words that a module may have.
    pub most_words: Option<usize>,
    /// Also describe the module for the host ([`Artifact::reflection`]).
    pub reflect: bool,
    /// Macros, the default version, limits.
    pub preprocessor: preprocess::Options,
    /// Options for `!!NVcp5.0` programs only.
    pub assembly: nv_program::Options,
}

impl Options {
    /// The options for the back end.
    const fn lowering(&self) -> spirv::Options {
        spirv::Options {
            target: self.target,
            strip: self.strip,
            nv_shuffle_clamp: self.nv_shuffle_clamp,
            nan_clamp: self.nan_clamp,
            preserve_bindings: self.preserve_bindings,
            most_ids: self.most_ids,
        }
    }
}

/// What decides the stage of a shader without a pragma.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StageFallback {
    /// The suffix of its name.
    #[default]
    Name,
    /// Its caller.
    Stage(Stage),
    /// Nothing: the shader needs a pragma.
    Nothing,
}

/// A shader.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The name to show, beside which includes are searched for, and whose suffix may set the stage.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// The result of compiling a shader.
#[derive(Debug)]
pub struct Compilation<T = Artifact> {
    /// The text that diagnostics point into.
    pub sources: SourceMap,
    /// Everything that was found, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What was requested; `None` if and only if there is an error among the diagnostics.
    pub artifact: Option<T>,
}

impl<T> Compilation<T> {
    /// Whether an error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    /// The names of included files, as the loader returned them, each once, in order of first use. Build systems
    /// compile again when one changes.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        let mut seen = FxHashSet::default();
        let included = self.sources.files().iter().filter(|file| file.included_at.is_defined());
        included.map(|file| file.name.as_str()).filter(move |name| seen.insert(*name))
    }

    /// The diagnostics as text with source lines, without colors.
    #[must_use]
    pub fn rendered(&self) -> String {
        crate::diagnostics::render::human(&self.diagnostics, &self.sources)
    }
}

/// Compiles a shader to SPIR-V.
pub fn compile(input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Compilation {
    let mut session = Session::default();
    let artifact = session.check(input, options, loader).and_then(|module| {
        let module = session.optimize(module, options)?;
        let mut reflection = options.reflect.then(|| reflect(&module));
        let debug = Debug { level: options.debug, sources: &session.sources, origin: &session.origin };
        let lowering = options.lowering();
        let (module, buffers) = (Cow::Owned(module), &mut session.memory.spirv);
        let module = spirv::lower_with_debug(module, &lowering, Some(debug), buffers, &mut session.diagnostics)?;
        let words = spirv::assemble(&module);
        buffers.recycle(module);
        if let Some(lowered) = buffers.take_lowered() {
            session.memory.hir.recycle(lowered);
        }
        session.within("words of SPIR-V", words.len(), options.most_words)?;
        if let Some(reflection) = &mut reflection {
            reflection.require(&words, options.target.environment.version());
        }
        Some(Artifact { words, reflection, assembly: session.reflection.take() })
    });
    session.finish(artifact)
}

/// Checks a shader and returns its typed form, without producing SPIR-V.
pub fn check(input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Compilation<hir::Module> {
    let mut session = Session::default();
    let module = session.check(input, options, loader).and_then(|module| session.optimize(module, options));
    session.finish(module)
}

/// Only runs the preprocessor and returns the tokens as text that compiles to the same.
pub fn preprocess(input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Compilation<String> {
    let mut session = Session::default();
    if assembly::is_assembly(input) {
        // Assembly has no preprocessor.
        return session.finish(Some(input.text.to_owned()));
    }
    let preprocessed = session.preprocess(input, options, loader);
    let text = preprocessed_text(&preprocessed, &session.sources, &session.memory.names);
    session.finish(Some(text))
}

/// The state that the stages of one compilation share.
#[derive(Default)]
struct Session {
    sources: SourceMap,
    diagnostics: Diagnostics,
    /// What the shader is made of.
    origin: Origin,
    reflection: Option<nv_program::Reflection>,
    allow: Vec<Code>,
    /// Warnings that are not to be reported in part of a file.
    allow_in: Vec<pragma::Allowed>,
    /// What the shader says that lints may take as true.
    assumptions: lints::Assumptions,
    warn_all: bool,
    /// What tools that show source text want to know, if one does.
    details: Option<Details>,
    memory: Lent,
}

impl Session {
    fn preprocess(&mut self, input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Preprocessed {
        let Memory { names, preprocess, .. } = &mut *self.memory;
        run_preprocessor(
            input.name,
            input.text,
            &options.preprocessor,
            loader,
            &mut self.sources,
            names,
            preprocess,
            &mut self.diagnostics,
        )
    }

    fn check(&mut self, input: Input<'_>, options: &Options, loader: &mut dyn Loader) -> Option<hir::Module> {
        if assembly::is_assembly(input) {
            return self.check_assembly(input, options);
        }
        let first_file = self.sources.files().len();
        let mut preprocessed = self.preprocess(input, options, loader);
        let version = preprocessed.version;
        let language = if version.is_es() { Language::Essl } else { Language::Glsl };
        self.origin = Origin { files: first_file..self.sources.files().len(), language: language(version.number) };
        self.allow.clone_from(&options.allow);
        self.warn_all = options.warn_all;
        for pragma in &preprocessed.pragmas {
            if pragma::assume(pragma, &mut self.assumptions, &mut self.diagnostics) {
                continue;
            }
            let Some(mut allowed) = pragma::allow(pragma, &preprocessed.tokens, &mut self.diagnostics) else {
                continue;
            };
            // What nobody looks for is not missed.
            if allowed.codes.iter().any(|&it| !options.lints.looks_for(it)) {
                allowed.expected = None;
            }
            match allowed.region {
                None if allowed.expected.is_none() => self.allow.extend(allowed.codes),
                _ => self.allow_in.push(allowed),
            }
        }
        let module = self.check_tokens(input, options, &mut preprocessed);
        if let Some(details) = &mut self.details {
            details.preprocessed = Some(preprocessed);
        }
        module
    }

    /// Everything after preprocessing.
    fn check_tokens(
        &mut self,
        input: Input<'_>,
        options: &Options,
        preprocessed: &mut Preprocessed,
    ) -> Option<hir::Module> {
        if consequence::ends_everything(&self.diagnostics) {
            return None;
        }
        let earlier = self.diagnostics.as_slice().len();
        let stage = self.stage(input, options, preprocessed);
        if let Some(details) = &mut self.details {
            details.stage = stage;
        }
        let Memory { names, syntax, .. } = &mut *self.memory;
        let unit = syntax::parse_with(preprocessed, names, syntax, &mut self.diagnostics);
        consequence::take_back(&mut self.diagnostics, earlier, &self.sources);
        if self.details.is_none() {
            // Each stage frees its input: tokens and tree take many times the memory of the text.
            let (tokens, numbers) = (&mut preprocessed.tokens, &mut preprocessed.numbers);
            self.memory.preprocess.recycle(std::mem::take(tokens), std::mem::take(numbers));
        }
        let earlier = self.diagnostics.as_slice().len();
        // Without a stage the set of built-ins is unknown.
        let analysis = sema::Options {
            stage: stage?,
            target: options.target,
            auto_bind: options.auto_bind || options.relaxed_vulkan,
            auto_locations: options.auto_locations || options.relaxed_vulkan,
            hlsl_offsets: options.hlsl_offsets,
            full_precision: options.full_precision,
            relaxed_vulkan: options.relaxed_vulkan,
            explain_legacy: options.explain_legacy,
            limits: options.limits.clone(),
            binding_bases: options.binding_bases.clone(),
        };
        let index = self.details.as_mut().map(|details| &mut details.index);
        let Memory { names, sema, hir, .. } = &mut *self.memory;
        let kept = sema::Kept { index, known: sema, buffers: hir };
        let module = sema::analyze_with(&unit, preprocessed, &analysis, names, kept, &mut self.diagnostics);
        self.memory.syntax.recycle(unit);
        consequence::take_back(&mut self.diagnostics, earlier, &self.sources);
        let mut module = module?;
        if self.diagnostics.has_errors() {
            return None;
        }
        self.verify(&module)?;
        self.has_nodes_for(&module, options)?;
        let pragma = preprocessed.pragmas.iter().find(|it| pragma::is_memory_model(it)).map(|it| it.span);
        self.rules(&mut module, options, pragma)?;
        Some(module)
    }

    /// The stage, or a diagnostic that says why there is none.
    fn stage(&mut self, input: Input<'_>, options: &Options, preprocessed: &Preprocessed) -> Option<Stage> {
        if let Some(stage) = options.stage {
            return Some(stage);
        }
        for pragma in &preprocessed.pragmas {
            let Some(word) = pragma::stage(&pragma.text) else { continue };
            let Some(stage) = Stage::from_word(word) else {
                self.diagnostics.push(messages::not_a_stage(pragma.span, word));
                return None;
            };
            return Some(stage);
        }
        let stage = match options.stage_fallback {
            StageFallback::Name => Stage::from_file_name(input.name),
            StageFallback::Stage(stage) => Some(stage),
            StageFallback::Nothing => None,
        };
        if stage.is_none() {
            self.diagnostics.push(messages::unknown_stage(input.name, options.stage_fallback));
        }
        stage
    }

    /// The rules about whole calls and the memory model, which is decided here.
    fn rules(&mut self, module: &mut hir::Module, options: &Options, pragma: Option<Span>) -> Option<()> {
        rules::check_calls(module, &mut self.diagnostics);
        if self.diagnostics.has_errors() {
            return None;
        }
        let request = rules::Request { option: options.memory_model, pragma };
        let calls = rules::LiveCalls::of(module);
        let model = rules::decide(module, &calls, request, options.target, &mut self.diagnostics);
        rules::check_module(module, model, &calls, &mut self.diagnostics);
        module.memory_model = model;
        let mut selection = Cow::Borrowed(&options.lints);
        if self.assumptions != lints::Assumptions::default() {
            selection.to_mut().assumptions.extend(&self.assumptions);
        }
        lints::check_with(module, &selection, &mut self.memory.lints, &mut self.diagnostics);
        (!self.diagnostics.has_errors()).then_some(())
    }

    /// Runs the passes of the requested level.
    fn optimize(&mut self, mut module: hir::Module, options: &Options) -> Option<hir::Module> {
        if options.invert_y {
            passes::invert_y(&mut module);
        }
        let level = match options.optimization {
            passes::Level::Language if self.reflection.is_some() => passes::Level::Optimized,
            level => level,
        };
        if level < passes::Level::Small {
            return Some(module);
        }
        module.describes_variables = matches!(options.debug, DebugInfo::Full | DebugInfo::FullWithoutText);
        passes::run(&mut module, level);
        self.verify(&module)?;
        self.has_nodes_for(&module, options)?;
        Some(module)
    }

    /// Checks a budget; what exceeds it is an error.
    fn within(&mut self, what: &str, count: usize, most: Option<usize>) -> Option<()> {
        let most = most.filter(|most| count > *most);
        let Some(most) = most else { return Some(()) };
        self.diagnostics.push(messages::over_budget(what, count, most));
        None
    }

    fn has_nodes_for(&mut self, module: &hir::Module, options: &Options) -> Option<()> {
        // Counting walks all blocks.
        if options.most_nodes.is_none() {
            return Some(());
        }
        self.within("nodes of the typed representation", module.node_count(), options.most_nodes)
    }

    /// In debug builds, checks that `sema` and the passes kept their promises.
    fn verify(&mut self, module: &hir::Module) -> Option<()> {
        if !cfg!(debug_assertions) {
            return Some(());
        }
        let Err(violations) = hir::verify::verify(module) else { return Some(()) };
        for violation in violations {
            self.diagnostics.push(messages::broken_representation(&violation));
        }
        None
    }

    fn finish<T>(mut self, artifact: Option<T>) -> Compilation<T> {
        self.memory.leave();
        self.diagnostics.close();
        let artifact = if self.diagnostics.has_errors() { None } else { artifact };
        let mut diagnostics = self.diagnostics;
        diagnostics.demote(self.warn_all);
        for expected in &self.allow_in {
            let Some(span) = expected.expected else { continue };
            if !diagnostics.as_slice().iter().any(|it| expected.covers(it, &self.sources)) {
                diagnostics.push(messages::unmet_expectation(span));
            }
        }
        diagnostics.retain_from(0, |it| {
            let allowed_here = || self.allow_in.iter().any(|allowed| allowed.covers(it, &self.sources));
            it.severity == Severity::Error || !self.allow.contains(&it.code) && !allowed_here()
        });
        if artifact.is_none() && !diagnostics.has_errors() {
            diagnostics.push(messages::failed_without_error());
        }
        let mut diagnostics = diagnostics.into_vec();
        sort(&mut diagnostics, &self.sources);
        Compilation { sources: self.sources, diagnostics, artifact }
    }
}

/// Sorts diagnostics by place, file by file in the order of inclusion; those without a place come last.
fn sort(diagnostics: &mut [Diagnostic], sources: &SourceMap) {
    diagnostics.sort_by_cached_key(|diagnostic| match sources.resolve(diagnostic.primary.span) {
        Some(place) => (place.file, place.range.start),
        None => (FileId(u32::MAX), 0),
    });
}
