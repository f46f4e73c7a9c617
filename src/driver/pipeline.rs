//! Several shaders together: each goes through the front end, then they are checked against each other.
//!
//! Comes in: shaders with names, options. Goes out: a [`Compilation`] whose diagnostics point into any of them, as all
//! are in one source map. Must not depend on: what is checked.

use super::{Artifact, Compilation, Input, Options, Session, sort};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use crate::hir;
use crate::link;
use crate::reflect::{Reflection, reflect};
use crate::source::{Loader, SourceMap};
use crate::spirv::{self, Debug, Origin};
use std::borrow::Cow;

/// Several shaders in one module.
#[derive(Clone, Debug)]
pub struct LinkedArtifact {
    /// The module, which has an entry point `main` for each stage.
    pub artifact: Artifact,
    /// What the host needs to know about each shader, in the order of the inputs, if the options request it.
    pub reflections: Vec<Reflection>,
}

/// Checks shaders, and those of one pipeline against each other.
pub fn check_pipeline(
    inputs: &[Input<'_>],
    options: &Options,
    loader: &mut dyn Loader,
) -> Compilation<Vec<hir::Module>> {
    let mut shaders = Shaders::read(inputs, options, loader);
    let modules = shaders.check(options);
    shaders.finish(modules)
}

/// Compiles shaders, of different stages, to one module, after the checks of [`check_pipeline`].
pub fn link_pipeline(inputs: &[Input<'_>], options: &Options, loader: &mut dyn Loader) -> Compilation<LinkedArtifact> {
    let mut shaders = Shaders::read(inputs, options, loader);
    let linked = shaders.check(options).and_then(|modules| shaders.link(modules, options));
    shaders.finish(linked)
}

/// Shaders that have been through the front end.
struct Shaders {
    sources: SourceMap,
    /// What was found in each of them.
    found: Vec<Diagnostic>,
    modules: Vec<Option<hir::Module>>,
    /// What each of them is made of.
    origins: Vec<Origin>,
    /// What was found in them together.
    diagnostics: Diagnostics,
    allow: Vec<Code>,
    warn_all: bool,
}

impl Shaders {
    fn read(inputs: &[Input<'_>], options: &Options, loader: &mut dyn Loader) -> Self {
        let mut shaders = Self {
            sources: SourceMap::default(),
            found: Vec::new(),
            modules: Vec::new(),
            origins: Vec::new(),
            diagnostics: Diagnostics::default(),
            allow: options.allow.clone(),
            warn_all: options.warn_all,
        };
        for input in inputs {
            let mut session = Session { sources: std::mem::take(&mut shaders.sources), ..Session::default() };
            let module = session.check(*input, options, loader).and_then(|module| session.optimize(module, options));
            // What one of them allows is allowed for all: a finding between two shaders belongs to both.
            shaders.allow.extend_from_slice(&session.allow);
            shaders.origins.push(std::mem::take(&mut session.origin));
            let compilation = session.finish(module);
            shaders.sources = compilation.sources;
            shaders.found.extend(compilation.diagnostics);
            shaders.modules.push(compilation.artifact);
        }
        shaders
    }

    /// The modules, if each of them and all of them together are valid.
    fn check(&mut self, options: &Options) -> Option<Vec<hir::Module>> {
        let modules: Vec<&hir::Module> = self.modules.iter().flatten().collect();
        link::check(&modules, options.target, &mut self.diagnostics);
        let modules: Option<Vec<_>> = std::mem::take(&mut self.modules).into_iter().collect();
        modules.filter(|_| !self.diagnostics.has_errors())
    }

    fn link(&mut self, modules: Vec<hir::Module>, options: &Options) -> Option<LinkedArtifact> {
        link::check_module(&modules.iter().collect::<Vec<_>>(), options.target, &mut self.diagnostics);
        if self.diagnostics.has_errors() {
            return None;
        }
        let lowering = options.lowering();
        let mut buffers = spirv::Buffers::default();
        let lower = |(module, origin)| {
            let debug = Debug { level: options.debug, sources: &self.sources, origin };
            spirv::lower_with_debug(Cow::Borrowed(module), &lowering, Some(debug), &mut buffers, &mut self.diagnostics)
        };
        let lowered: Option<Vec<_>> = modules.iter().zip(&self.origins).map(lower).collect();
        let lowered = lowered?;
        let reflected = |(module, lowered): (&hir::Module, &_)| {
            let mut reflection = reflect(module);
            reflection.require(&spirv::assemble(lowered), options.target.environment.version());
            reflection
        };
        let reflections = modules.iter().zip(&lowered).filter(|_| options.reflect).map(reflected).collect();
        let linked = spirv::link(&lowered, &mut self.diagnostics)?;
        let artifact = Artifact { words: spirv::assemble(&linked), reflection: None, assembly: None };
        Some(LinkedArtifact { artifact, reflections })
    }

    fn finish<T>(mut self, artifact: Option<T>) -> Compilation<T> {
        self.diagnostics.demote(self.warn_all);
        let is_kept = |it: &Diagnostic| it.severity == Severity::Error || !self.allow.contains(&it.code);
        let mut diagnostics = self.found;
        diagnostics.extend(self.diagnostics.into_vec().into_iter().filter(is_kept));
        sort(&mut diagnostics, &self.sources);
        let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
        Compilation { sources: self.sources, diagnostics, artifact: artifact.filter(|_| !has_errors) }
    }
}
