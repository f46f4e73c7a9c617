//! Gates: which names a version, its extensions, the stage and the target make available.
//!
//! Comes in: the gate of a row. Goes out: whether it is open, and what to add where it is not. Must not depend on: what
//! the row declares.

use crate::builtins::{self, EXTENSIONS, ExtensionId, ExtensionSet, Function, Gate, extensions};
use crate::diagnostics::Diagnostics;
use crate::hir::Span;
use crate::preprocess::Version;
use crate::sema::context::message;
use crate::sema::context::opengl::opengl_help;
use crate::sema::{Analyzer, Code};
use crate::stage::Stage;
use crate::target::{SpirvVersion, TargetEnvironment};

/// Modes of the compiler, which no `#extension` line turns on.
const MODES: &[&[ExtensionId]] = &[&[builtins::extensions::GL_EXT_vulkan_glsl_relaxed]];

/// Any of these brings the implicit conversions of all explicitly sized types.
pub(in crate::sema) const EXPLICIT_ARITHMETIC_TYPES: [ExtensionId; 8] = [
    extensions::GL_EXT_shader_explicit_arithmetic_types,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int8,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int16,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int32,
    extensions::GL_EXT_shader_explicit_arithmetic_types_int64,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float16,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float32,
    extensions::GL_EXT_shader_explicit_arithmetic_types_float64,
];

/// Whether a name guarded by `gate` is visible: in a version, with extensions that are on, in a stage. The SPIR-V version does not
/// count: it makes an error, not another overload.
#[must_use]
pub fn is_open(gate: &Gate, version: Version, enabled: &ExtensionSet, stage: Stage) -> bool {
    version.at_least(gate.desktop, gate.es)
        && (gate.stages.contains(stage) || more_stage(gate, enabled, stage).is_some())
        && (is_core(gate, version) || alternative(gate, enabled).is_some())
}

/// The extensions that bring a name to this stage, which does not have it by itself.
fn more_stage(gate: &Gate, enabled: &ExtensionSet, stage: Stage) -> Option<&'static [ExtensionId]> {
    let on = |all: &&[ExtensionId]| all.iter().all(|&id| enabled.contains(id));
    if gate.more_stages.contains(stage) { gate.more_extensions.iter().copied().find(on) } else { None }
}

fn is_core(gate: &Gate, version: Version) -> bool {
    gate.extensions.is_empty() || version.at_least(gate.core_desktop, gate.core_es)
}

/// The first alternative whose extensions are all on.
fn alternative(gate: &Gate, enabled: &ExtensionSet) -> Option<&'static [ExtensionId]> {
    gate.extensions.iter().copied().find(|all| all.iter().all(|&id| enabled.contains(id)))
}

impl Analyzer<'_> {
    /// Whether an extension is on here.
    pub(in crate::sema) fn is_on(&self, extension: ExtensionId) -> bool {
        self.enabled.contains(extension)
    }

    /// Whether a name guarded by `gate` is visible here.
    pub(in crate::sema) fn gate_is_open(&self, gate: &Gate) -> bool {
        is_open(gate, self.version, &self.enabled, self.module.stage)
    }

    fn more_stage(&self, gate: &Gate) -> Option<&'static [ExtensionId]> {
        more_stage(gate, &self.enabled, self.module.stage)
    }

    /// Whether an overload of a built-in function is visible here.
    pub(in crate::sema) fn is_visible(&self, function: &Function) -> bool {
        function.prototypes.iter().any(|prototype| self.gate_is_open(prototype.gate))
    }

    /// Whether a name exists in this stage, in some version or with some extension.
    pub(in crate::sema) fn is_of_stage(&self, gate: &Gate) -> bool {
        gate.stages.contains(self.module.stage) || gate.more_stages.contains(self.module.stage)
    }

    fn is_core(&self, gate: &Gate) -> bool {
        is_core(gate, self.version)
    }

    fn extension_alternative(&self, gate: &Gate) -> Option<&'static [ExtensionId]> {
        alternative(gate, &self.enabled)
    }

    /// Reports what is missing to use `name`; returns whether nothing is.
    pub(in crate::sema) fn check_gate(&mut self, gate: &Gate, name: &str, span: Span) -> bool {
        if gate.more_stages.contains(self.module.stage) {
            let Some(alternative) = self.more_stage(gate) else {
                self.extension_missing(gate.more_extensions, gate, name, span);
                return false;
            };
            self.warn_of_extensions(alternative, name, span);
        } else if !gate.stages.contains(self.module.stage) {
            let stage = self.module.stage.facts().with_article();
            let mut diagnostic = message::not_in_stage(span, &name, &stage);
            if let Some(stages) = stages_of(name) {
                diagnostic = diagnostic.with_note(format!("it exists in {stages} shaders"));
            }
            self.report(diagnostic);
            return false;
        }
        if !self.is_core(gate) {
            match self.extension_alternative(gate) {
                Some(alternative) => self.warn_of_extensions(alternative, name, span),
                None => {
                    self.extension_missing(gate.extensions, gate, name, span);
                    return false;
                }
            }
        }
        if !self.version.at_least(gate.desktop, gate.es) {
            self.version_missing(gate.desktop, gate.es, name, span);
            return false;
        }
        self.check_spirv_version(gate, name, span)
    }

    /// Reports that `name` comes from those of the extensions that are on with `warn`.
    pub(in crate::sema) fn warn_of_extensions(&mut self, extensions: &[ExtensionId], name: &str, span: Span) {
        for id in extensions.iter().filter(|&&id| self.warn.contains(id)).copied().collect::<Vec<_>>() {
            let extension = id.get().name;
            self.report(message::from_warned_extension(span, &name, &extension));
        }
    }

    /// Reports a stage that the version of the language does not have.
    pub(in crate::sema) fn check_stage_version(&mut self) {
        let (desktop, es) = self.module.stage.facts().versions;
        if !self.version.at_least(Some(desktop), Some(es)) {
            let what = format!("{} shader", self.module.stage.name());
            self.version_missing(Some(desktop), Some(es), &what, Span::UNDEFINED);
        }
    }

    /// Reports a stage that an extension must bring to the version of the language. None of them may be on.
    pub(in crate::sema) fn check_stage_extension(&mut self) {
        let facts = self.module.stage.facts();
        let (desktop, es) = facts.versions;
        let (core_desktop, core_es) = facts.core;
        let exists = self.version.at_least(Some(desktop), Some(es));
        if exists && !self.version.at_least(Some(core_desktop), Some(core_es)) {
            let is_known = |name: &&&'static str| {
                crate::builtins::extension(name).is_some_and(|id| self.version.at_least(id.get().desktop, id.get().es))
            };
            let names: Vec<_> = facts.extensions.iter().filter(is_known).copied().collect();
            self.any_extension(&names, &format!("{} shader", facts.name), Span::UNDEFINED);
        }
    }

    /// Reports a language version without `name`, which the given versions and later ones have.
    fn version_missing(&mut self, desktop: Option<u16>, es: Option<u16>, name: &str, span: Span) {
        let needed = match (self.version.is_es(), desktop, es) {
            (false, Some(desktop), _) => format!("`#version {desktop}`"),
            (true, _, Some(es)) => format!("`#version {es} es`"),
            (false, None, _) => "the OpenGL ES shading language".to_owned(),
            (true, _, None) => "desktop GLSL".to_owned(),
        };
        self.report(message::needs_later_version(span, &name, &needed));
    }

    /// Reports a target that is too old for `name`; returns whether it is new enough.
    pub(in crate::sema) fn check_spirv_version(&mut self, gate: &Gate, name: &str, span: Span) -> bool {
        let minor = (gate.spirv & 0xff) as u8;
        if gate.spirv == 0 || self.options.target.spirv.minor() >= minor {
            return true;
        }
        let version = SpirvVersion::ALL.iter().find(|version| version.minor() == minor);
        let environment = TargetEnvironment::ALL.iter().find(|it| it.spirv_version().minor() >= minor);
        let (Some(version), Some(environment)) = (version, environment) else { return true };
        let target = self.options.target;
        let mut diagnostic =
            message::needs_spirv_version(span, &name, &version, &target.environment, &target.spirv, &environment);
        if gate.spirv == 0x0103 {
            diagnostic = diagnostic.with_note("subgroup operations need Vulkan 1.1; Vulkan 1.0 only has GL_ARB_shader_ballot and GL_ARB_shader_group_vote");
        }
        self.report(diagnostic);
        false
    }

    /// Says, if asked to, how newer GLSL expresses what `name` does.
    pub(in crate::sema) fn explain_legacy(&mut self, name: &str, replacement: &str, span: Span) {
        if self.options.explain_legacy && !replacement.is_empty() {
            self.report(message::from_legacy_extension(span, &name, &replacement));
        }
    }

    fn extension_missing(
        &mut self,
        alternatives: &'static [&'static [ExtensionId]],
        gate: &Gate,
        name: &str,
        span: Span,
    ) {
        if alternatives == MODES {
            let mut diagnostic = message::needs_relaxed_vulkan(span, &name);
            if let Some(help) = opengl_help(name, self.module.stage) {
                diagnostic = message::not_in_vulkan(span, &name, help);
            }
            self.report(diagnostic);
            return;
        }
        let possible =
            |all: &&&[ExtensionId]| all.iter().all(|id| self.version.at_least(id.get().desktop, id.get().es));
        let possible: Vec<_> = alternatives.iter().filter(possible).collect();
        let Some(first) = possible.first() else {
            let (desktop, es) = oldest_versions(alternatives, gate);
            self.version_missing(desktop, es, name, span);
            return;
        };
        let missing: Vec<_> = first.iter().filter(|&&id| !self.enabled.contains(id)).map(|id| id.get().name).collect();
        let lines = missing.iter().map(|extension| format!("`#extension {extension} : require`"));
        let lines: Vec<_> = lines.collect();
        let plural = if missing.len() == 1 { "extension" } else { "extensions" };
        let mut diagnostic =
            message::needs_extensions(span, &name, &plural, &missing.join(" and "), &lines.join(" and "));
        if possible.len() > 1 {
            let others: Vec<_> = possible
                .iter()
                .skip(1)
                .map(|all| all.iter().map(|id| id.get().name).collect::<Vec<_>>().join(" with "))
                .collect();
            diagnostic = diagnostic.with_note(format!("provided also by {}", others.join(", or by ")));
        }
        self.report(diagnostic);
    }

    pub(in crate::sema) fn set_extensions(&mut self, state: &crate::syntax::ast::ExtensionState) {
        self.enabled = state.enabled;
        self.warn = state.warn;
        self.set_mode();
    }

    /// Turns on what is a mode of the compiler, not an extension of the shader.
    pub(in crate::sema) fn set_mode(&mut self) {
        if self.options.relaxed_vulkan {
            self.enabled.insert(builtins::extensions::GL_EXT_vulkan_glsl_relaxed);
        }
    }

    /// Checks that the extension behind a type name is on, for `what` of that type: a literal with a suffix, say.
    pub(in crate::sema) fn require_type(&mut self, name: &str, what: &str, span: Span) -> bool {
        builtins::type_name(name).is_none_or(|row| self.check_gate(row.gate, what, span))
    }

    /// Whether OpenGL's GLSL is accepted.
    pub(in crate::sema) fn takes_opengl(&self) -> bool {
        self.is_on(extensions::GL_EXT_vulkan_glsl_relaxed)
    }

    /// Whether an extension is on.
    pub(in crate::sema) fn is_enabled(&self, extension: &str) -> bool {
        crate::builtins::extension(extension).is_some_and(|id| self.enabled.contains(id))
    }

    /// Whether an extension is on; reports it for `what` if it is not, or if its behavior is `warn`.
    pub(in crate::sema) fn require_extension(&mut self, extension: &str, what: &str, span: Span) -> bool {
        match crate::builtins::extension(extension).filter(|&id| self.is_on(id)) {
            Some(id) => self.warn_of_extensions(&[id], what, span),
            None => {
                self.report(message::needs_extension(span, &what, &extension, message::enable(extension)));
                return false;
            }
        }
        true
    }

    /// Whether one of some extensions is on; reports the first for `what` if none is.
    pub(in crate::sema) fn any_extension(&mut self, names: &[&'static str], what: &str, span: Span) -> bool {
        let on = names.iter().find(|name| self.is_enabled(name)).or(names.first());
        on.is_none_or(|name| self.require_extension(name, what, span))
    }
}

/// The oldest versions that can have something gated, by themselves or with an extension.
fn oldest_versions(alternatives: &[&[ExtensionId]], gate: &Gate) -> (Option<u16>, Option<u16>) {
    let all = |version: fn(ExtensionId) -> Option<u16>| {
        move |all: &&[ExtensionId]| all.iter().map(|&id| version(id)).collect::<Option<Vec<_>>>()?.into_iter().max()
    };
    let desktop = alternatives.iter().filter_map(all(|id| id.get().desktop));
    let es = alternatives.iter().filter_map(all(|id| id.get().es));
    (desktop.chain(gate.core_desktop).min(), es.chain(gate.core_es).min())
}

/// The names of the stages in which a built-in exists, in whichever row of its name. `None` if there are too many to
/// list.
fn stages_of(name: &str) -> Option<String> {
    const MOST: usize = 8;
    let functions = [builtins::function(name), builtins::value(name)].into_iter().flatten();
    let gates = functions.flat_map(|row| row.prototypes.iter().map(|it| it.gate));
    let gates: Vec<_> = gates.chain(builtins::variables(name).iter().map(|row| row.gate)).collect();
    let has = |stage| gates.iter().any(|gate| gate.stages.contains(stage) || gate.more_stages.contains(stage));
    let names: Vec<_> = Stage::all().iter().filter(|row| has(row.stage)).map(|row| row.name).collect();
    match names.split_last() {
        Some((last, [])) => Some((*last).to_owned()),
        Some((last, rest)) if names.len() <= MOST => Some(format!("{} and {last}", rest.join(", "))),
        _ => None,
    }
}

/// Where one extension that includes the others would mend several errors, the first of them says so.
pub(in crate::sema) fn suggest_umbrella(diagnostics: &mut Diagnostics, version: Version) {
    const LEAST: usize = 2;
    let line = |extension: &str| message::enable(extension);
    let missing = diagnostics.as_slice().iter().filter(|it| it.code == Code::ExtensionRequired);
    let wanted: Vec<Vec<String>> = missing.map(|it| it.help.clone()).collect();
    if wanted.len() < LEAST {
        return;
    }
    for umbrella in EXTENSIONS.iter().filter(|row| row.enables.len() > LEAST) {
        let lines: Vec<_> = umbrella.enables.iter().map(|id| vec![line(id.get().name)]).collect();
        let covered: Vec<_> = wanted.iter().filter(|help| lines.contains(help)).collect();
        if let Some(&first) = covered.first().filter(|_| covered.len() >= LEAST)
            && version.at_least(umbrella.desktop, umbrella.es)
        {
            let also = format!("or, instead of {} such lines, {}", covered.len(), line(umbrella.name));
            diagnostics.add_help(Code::ExtensionRequired, first, also);
        }
    }
}
