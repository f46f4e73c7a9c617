//! Qualifiers: collects the words before a type into one value and reports those that exclude each other
//! (GLSL 4.60, 4.3 to 4.10).

use crate::diagnostics::Diagnostic;
use crate::hir::{InterfaceRate, Interpolation, MemoryQualifiers, Sampling, Span, SpirvDecoration};
use crate::sema::extensions::spirv_intrinsics::SpirvQualifiers;
use crate::sema::interface::pipeline_storage::{PipelineStorage, pipeline_storage};
use crate::sema::qualifiers::layout_qualifier::Layout;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Precision, Qualifier, QualifierKind};

/// Storage qualifiers (GLSL 4.60, 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sema) enum Storage {
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
    /// A word of [`pipeline_storage`](crate::sema::interface::pipeline_storage).
    Pipeline(&'static PipelineStorage),
}

impl Storage {
    pub(in crate::sema) const fn word(self) -> &'static str {
        match self {
            Storage::In => "in",
            Storage::Out => "out",
            Storage::InOut => "inout",
            Storage::Uniform => "uniform",
            Storage::Buffer => "buffer",
            Storage::Shared => "shared",
            Storage::Pipeline(row) => row.word,
        }
    }
}

/// A value with the place it was written at.
pub(in crate::sema) type Placed<T> = Option<(T, Span)>;

/// All qualifiers of one declaration.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct Qualifiers {
    pub(in crate::sema) storage: Placed<Storage>,
    pub(in crate::sema) constant: Option<Span>,
    pub(in crate::sema) memory: MemoryQualifiers,
    /// Each memory qualifier with its place, in order.
    pub(in crate::sema) memory_words: Vec<(MemoryQualifiers, Span)>,
    pub(in crate::sema) precise: bool,
    pub(in crate::sema) non_uniform: Option<Span>,
    pub(in crate::sema) subgroup_uniform: Option<Span>,
    pub(in crate::sema) precision: Placed<Precision>,
    /// Whether the precision, once it is [resolved](crate::sema::qualifiers::precision), is a reduced one.
    pub(in crate::sema) relaxed: bool,
    /// The type is `atomic_uint`.
    pub(in crate::sema) counts: bool,
    /// What is said about the interface of the stage.
    pub(in crate::sema) interface: InterfaceWords,
    /// Each word that [places](crate::sema::qualifiers::qualifier_place) allow or not, in order.
    pub(in crate::sema) words: Vec<(&'static str, Span)>,
    pub(in crate::sema) layout: Layout,
    /// `spirv_...` words.
    pub(in crate::sema) spirv: SpirvQualifiers,
}

/// What the words of a declaration say about the interface of the stage.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct InterfaceWords {
    pub(in crate::sema) interpolation: Placed<Interpolation>,
    pub(in crate::sema) sampling: Placed<Sampling>,
    pub(in crate::sema) rate: Placed<InterfaceRate>,
    pub(in crate::sema) per_view: Option<Span>,
    pub(in crate::sema) invariant: Option<Span>,
}

/// A word that says something about the interface of the stage.
struct InterfaceWord {
    word: &'static str,
    /// The extensions any of which has it; none for words of the core language.
    extensions: &'static [&'static str],
    meaning: Meaning,
}

#[derive(Clone, Copy)]
enum Meaning {
    Interpolation(Interpolation),
    Sampling(Sampling),
    Rate(InterfaceRate),
    PerView,
    Invariant,
}

/// Every such word. Which of them a place may have in which stage is in [`crate::sema::qualifiers::qualifier_place`].
static INTERFACE_WORDS: &[InterfaceWord] = &[
    InterfaceWord { word: "smooth", extensions: &[], meaning: Meaning::Interpolation(Interpolation::Smooth) },
    InterfaceWord { word: "flat", extensions: &[], meaning: Meaning::Interpolation(Interpolation::Flat) },
    InterfaceWord {
        word: "noperspective",
        extensions: &[],
        meaning: Meaning::Interpolation(Interpolation::NoPerspective),
    },
    InterfaceWord {
        word: "__explicitInterpAMD",
        extensions: &["GL_AMD_shader_explicit_vertex_parameter"],
        meaning: Meaning::Interpolation(Interpolation::Explicit),
    },
    InterfaceWord { word: "centroid", extensions: &[], meaning: Meaning::Sampling(Sampling::Centroid) },
    InterfaceWord { word: "sample", extensions: &[], meaning: Meaning::Sampling(Sampling::Sample) },
    InterfaceWord { word: "patch", extensions: &[], meaning: Meaning::Rate(InterfaceRate::Patch) },
    InterfaceWord {
        word: "perprimitiveEXT",
        extensions: &["GL_EXT_mesh_shader"],
        meaning: Meaning::Rate(InterfaceRate::Primitive),
    },
    InterfaceWord {
        word: "perprimitiveNV",
        extensions: &["GL_NV_mesh_shader"],
        meaning: Meaning::Rate(InterfaceRate::Primitive),
    },
    InterfaceWord {
        word: "pervertexEXT",
        extensions: &["GL_EXT_fragment_shader_barycentric"],
        meaning: Meaning::Rate(InterfaceRate::Vertex),
    },
    InterfaceWord {
        word: "pervertexNV",
        extensions: &["GL_NV_fragment_shader_barycentric"],
        meaning: Meaning::Rate(InterfaceRate::Vertex),
    },
    InterfaceWord { word: "taskNV", extensions: &["GL_NV_mesh_shader"], meaning: Meaning::Rate(InterfaceRate::Task) },
    InterfaceWord { word: "perviewNV", extensions: &["GL_NV_mesh_shader"], meaning: Meaning::PerView },
    InterfaceWord { word: "invariant", extensions: &[], meaning: Meaning::Invariant },
];

/// The row of a keyword.
fn interface_word(kind: &QualifierKind) -> Option<&'static InterfaceWord> {
    let word = match kind {
        QualifierKind::Centroid => "centroid",
        QualifierKind::Sample => "sample",
        QualifierKind::Patch => "patch",
        QualifierKind::Smooth => "smooth",
        QualifierKind::Flat => "flat",
        QualifierKind::NoPerspective => "noperspective",
        QualifierKind::Invariant => "invariant",
        _ => return None,
    };
    INTERFACE_WORDS.iter().find(|row| row.word == word)
}

/// Memory qualifiers that no language version has: they come with GL_KHR_memory_scope_semantics or ray tracing.
fn memory_qualifier(kind: &QualifierKind) -> Option<MemoryQualifiers> {
    Some(match kind {
        QualifierKind::Coherent => MemoryQualifiers::COHERENT,
        QualifierKind::DeviceCoherent => MemoryQualifiers::DEVICE_COHERENT,
        QualifierKind::QueueFamilyCoherent => MemoryQualifiers::QUEUE_FAMILY_COHERENT,
        QualifierKind::WorkgroupCoherent => MemoryQualifiers::WORKGROUP_COHERENT,
        QualifierKind::SubgroupCoherent => MemoryQualifiers::SUBGROUP_COHERENT,
        QualifierKind::ShaderCallCoherent => MemoryQualifiers::SHADER_CALL_COHERENT,
        QualifierKind::NonPrivate => MemoryQualifiers::NON_PRIVATE,
        QualifierKind::NonTemporal => MemoryQualifiers::NON_TEMPORAL,
        QualifierKind::Volatile => MemoryQualifiers::VOLATILE,
        QualifierKind::Restrict => MemoryQualifiers::RESTRICT,
        QualifierKind::ReadOnly => MemoryQualifiers::READONLY,
        QualifierKind::WriteOnly => MemoryQualifiers::WRITEONLY,
        _ => return None,
    })
}

/// The extension that a qualifier comes from.
const fn qualifier_extension(kind: &QualifierKind) -> Option<&'static str> {
    match kind {
        QualifierKind::DeviceCoherent
        | QualifierKind::QueueFamilyCoherent
        | QualifierKind::WorkgroupCoherent
        | QualifierKind::SubgroupCoherent
        | QualifierKind::NonPrivate => Some("GL_KHR_memory_scope_semantics"),
        QualifierKind::ShaderCallCoherent => Some("GL_EXT_ray_tracing"),
        QualifierKind::NonTemporal => Some("GL_EXT_nontemporal_keyword"),
        QualifierKind::NonUniform => Some("GL_EXT_nonuniform_qualifier"),
        QualifierKind::SubgroupUniform => Some(crate::sema::qualifiers::subgroup_uniform::EXTENSION),
        _ => None,
    }
}

/// The spelling of one memory qualifier.
pub(in crate::sema) fn memory_word(memory: MemoryQualifiers) -> &'static str {
    MemoryQualifiers::NAMES.iter().find(|(it, _)| *it == memory).map_or("", |(_, word)| word)
}

impl Qualifiers {
    /// Whether the precision is a reduced one, as it is known of places.
    pub(in crate::sema) const fn relaxed(&self) -> MemoryQualifiers {
        if self.relaxed { MemoryQualifiers::RELAXED } else { MemoryQualifiers::NONE }
    }

    /// The memory qualifiers, with `nonuniformEXT` and `subgroupuniformEXT` among them.
    pub(in crate::sema) fn access(&self) -> MemoryQualifiers {
        let mut access = self.memory | self.relaxed();
        if self.non_uniform.is_some() {
            access |= MemoryQualifiers::NON_UNIFORM;
        }
        if self.subgroup_uniform.is_some() {
            access |= MemoryQualifiers::SUBGROUP_UNIFORM;
        }
        access
    }

    /// The decorations by number, with that of `subgroupuniformEXT`.
    pub(in crate::sema) fn decorations(&self) -> Vec<SpirvDecoration> {
        let mut decorations = self.spirv.decorations.clone();
        decorations.extend(self.subgroup_uniform.map(|_| crate::sema::qualifiers::subgroup_uniform::decoration()));
        decorations
    }

    /// Reads the words in order.
    pub(in crate::sema) fn collect(analyzer: &mut Analyzer<'_>, list: &[Qualifier]) -> Self {
        let mut all = Qualifiers::default();
        for qualifier in list {
            let span = qualifier.span;
            if let Some(extension) = qualifier_extension(&qualifier.kind) {
                let word = match memory_qualifier(&qualifier.kind) {
                    Some(memory) => memory_word(memory),
                    None if matches!(qualifier.kind, QualifierKind::SubgroupUniform) => {
                        memory_word(MemoryQualifiers::SUBGROUP_UNIFORM)
                    }
                    None => memory_word(MemoryQualifiers::NON_UNIFORM),
                };
                // Without the extension it is taken for what it is all the same: one error is enough.
                analyzer.require_extension(extension, word, span);
            }
            if matches!(qualifier.kind, QualifierKind::ShaderCallCoherent) && !analyzer.stage.facts().is_ray_tracing {
                let stage = analyzer.stage.facts().with_article();
                analyzer.report(
                    Diagnostic::error(
                        Code::StageRestricted,
                        span,
                        format!("{stage} shader has no shader calls that `shadercallcoherent` could be about"),
                    )
                    .with_note("GL_EXT_ray_tracing, 4.10; VUID-StandaloneSpirv-None-04640"),
                );
            }
            if let Some(memory) = memory_qualifier(&qualifier.kind) {
                if all.memory.contains(memory) {
                    analyzer.error(Code::RepeatedQualifier, span, "this qualifier is given twice");
                }
                all.one_coherence(analyzer, memory, span);
                all.memory |= memory;
                all.memory_words.push((memory, span));
                continue;
            }
            match &qualifier.kind {
                QualifierKind::Const => {
                    if all.constant.is_some() {
                        analyzer.error(Code::RepeatedQualifier, span, "this qualifier is given twice");
                    }
                    all.words.push(("const", span));
                    all.constant = Some(span);
                }
                QualifierKind::In => all.set_storage(analyzer, Storage::In, span),
                QualifierKind::Out => all.set_storage(analyzer, Storage::Out, span),
                QualifierKind::InOut => all.set_storage(analyzer, Storage::InOut, span),
                QualifierKind::Uniform => all.set_storage(analyzer, Storage::Uniform, span),
                QualifierKind::Buffer => all.set_storage(analyzer, Storage::Buffer, span),
                QualifierKind::Shared => all.set_storage(analyzer, Storage::Shared, span),
                QualifierKind::Precise => {
                    all.words.push(("precise", span));
                    all.precise = true;
                }
                QualifierKind::NonUniform => all.non_uniform = Some(span),
                QualifierKind::SubgroupUniform => all.subgroup_uniform = Some(span),
                QualifierKind::Precision(precision) => {
                    if all.precision.is_some() {
                        analyzer.error(Code::RepeatedQualifier, span, "a second precision qualifier");
                    }
                    all.precision = Some((*precision, span));
                }
                QualifierKind::Centroid
                | QualifierKind::Sample
                | QualifierKind::Patch
                | QualifierKind::Smooth
                | QualifierKind::Flat
                | QualifierKind::NoPerspective
                | QualifierKind::Invariant => {
                    if let Some(row) = interface_word(&qualifier.kind) {
                        all.add_interface_word(analyzer, row, span);
                    }
                }
                QualifierKind::Layout(items) => {
                    all.layout.span.get_or_insert(span);
                    for item in items {
                        let earlier = analyzer.diagnostics.error_count();
                        all.layout.collect(analyzer, item);
                        all.layout.wrong |= analyzer.diagnostics.error_count() > earlier;
                    }
                    all.spirv.decorations.append(&mut all.layout.decorations);
                }
                QualifierKind::Spirv(qualifier) => analyzer.spirv_qualifier(&mut all.spirv, qualifier),
                QualifierKind::Other(symbol) => {
                    let word = analyzer.text(*symbol);
                    if let Some(row) = INTERFACE_WORDS.iter().find(|row| row.word == word) {
                        all.add_interface_word(analyzer, row, span);
                        continue;
                    }
                    if let Some(row) = pipeline_storage(word) {
                        all.set_storage(analyzer, Storage::Pipeline(row), span);
                        continue;
                    }
                    analyzer.error(Code::UnknownQualifier, span, format!("the qualifier `{word}` is not supported"));
                }
                _ => {}
            }
        }
        all
    }

    /// Reports a second scope of coherence (GL_KHR_memory_scope_semantics, 4.10).
    fn one_coherence(&self, analyzer: &mut Analyzer<'_>, memory: MemoryQualifiers, span: Span) {
        let is_scope = |memory: MemoryQualifiers| memory.intersects(MemoryQualifiers::COHERENT_KINDS);
        let earlier = self.memory_words.iter().find(|&&(it, _)| is_scope(it) && it != memory);
        let Some(&(first, first_span)) = earlier.filter(|_| is_scope(memory)) else { return };
        let (word, first) = (memory_word(memory), memory_word(first));
        analyzer.report(
            Diagnostic::error(
                Code::SeveralCoherences,
                span,
                format!("`{word}` cannot be combined with `{first}`: coherence has one scope"),
            )
            .with_secondary(first_span, "first scope")
            .with_note("GL_KHR_memory_scope_semantics, 4.10; `coherent` is `queuefamilycoherent`")
            .with_help("keep the wider of the two"),
        );
    }

    /// The place of the first memory qualifier that is not among `allowed`.
    pub(in crate::sema) fn memory_beyond(&self, allowed: MemoryQualifiers) -> Option<(MemoryQualifiers, Span)> {
        self.memory_words.iter().copied().find(|&(it, _)| !allowed.contains(it))
    }

    /// Takes `flat`, `centroid` and their like in. Two of one sort exclude each other (GLSL 4.60, 4.3 and 4.5).
    fn add_interface_word(&mut self, analyzer: &mut Analyzer<'_>, row: &InterfaceWord, span: Span) {
        if !row.extensions.is_empty() && !analyzer.any_extension(row.extensions, row.word, span) {
            return;
        }
        self.words.push((row.word, span));
        let all = &mut self.interface;
        let earlier = match row.meaning {
            Meaning::Interpolation(it) => all.interpolation.replace((it, span)).map(|(_, span)| span),
            Meaning::Sampling(it) => all.sampling.replace((it, span)).map(|(_, span)| span),
            Meaning::Rate(it) => all.rate.replace((it, span)).map(|(_, span)| span),
            Meaning::PerView => all.per_view.replace(span),
            Meaning::Invariant => all.invariant.replace(span),
        };
        if let Some(earlier) = earlier {
            analyzer.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    span,
                    format!("`{}` is given twice, or with another qualifier of its sort", row.word),
                )
                .with_secondary(earlier, "the other one"),
            );
        }
    }

    fn set_storage(&mut self, analyzer: &mut Analyzer<'_>, storage: Storage, span: Span) {
        match self.storage {
            // `in out` has never been the same as `inout`, and `const in` keeps its `in`.
            Some((earlier, earlier_span)) => analyzer.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    span,
                    format!("`{}` cannot be combined with `{}`", storage.word(), earlier.word()),
                )
                .with_secondary(earlier_span, "first storage qualifier"),
            ),
            None => self.storage = Some((storage, span)),
        }
    }
}

impl Analyzer<'_> {
    /// Whether an extension is on.
    pub(in crate::sema) fn is_enabled(&self, extension: &str) -> bool {
        crate::builtins::extension(extension).is_some_and(|id| self.enabled.contains(id))
    }

    /// Whether an extension is on; reports it for `what` if it is not, or if its behavior is `warn`.
    pub(in crate::sema) fn require_extension(&mut self, extension: &str, what: &str, span: Span) -> bool {
        match crate::builtins::extension(extension).filter(|&id| self.is_on(id)) {
            Some(id) => self.warn_of_extensions(&[id], what, span),
            None => {
                let message = format!("`{what}` needs the extension {extension}");
                self.report(
                    Diagnostic::error(Code::ExtensionRequired, span, message)
                        .with_help(format!("add `#extension {extension} : require` after `#version`")),
                );
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

    /// Reports everything but precision qualifiers on things that can have no storage of their own.
    pub(in crate::sema) fn only_precision(&mut self, qualifiers: &Qualifiers, place: Place) {
        let what = place.what();
        self.check_place(qualifiers, place);
        self.no_memory_qualifiers(qualifiers, what);
        if let Some((storage, span)) = qualifiers.storage {
            let word = storage.word();
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
                    .with_note("GLSL 4.60, 4.1.8 and 4.10"),
            );
        }
    }

    /// Reports memory qualifiers on things that are neither buffers nor images (GLSL 4.60, 4.10).
    pub(in crate::sema) fn no_memory_qualifiers(&mut self, qualifiers: &Qualifiers, what: &str) {
        if let Some((memory, span)) = qualifiers.memory_beyond(MemoryQualifiers::RESTRICT) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(Code::MemoryQualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
                    .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images"),
            );
        } else if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            self.useless_memory_qualifier(memory, span, &format!("{what}, which is no memory that others could reach"));
        }
    }

    fn useless_memory_qualifier(&mut self, memory: MemoryQualifiers, span: Span, what: &str) {
        let word = memory_word(memory);
        self.report(
            Diagnostic::warning(Code::UselessMemoryQualifier, span, format!("`{word}` means nothing on {what}"))
                .with_note("GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images")
                .with_help(format!("remove `{word}`")),
        );
    }

    /// Reports memory qualifiers but `nonprivate` on what no shader writes (GL_KHR_memory_scope_semantics, 4.10). Those
    /// that only say so once more are in shaders in use, and mean nothing there.
    pub(in crate::sema) fn only_non_private(&mut self, qualifiers: &Qualifiers, what: &str) {
        for &(memory, span) in &qualifiers.memory_words {
            if memory == MemoryQualifiers::READONLY || memory == MemoryQualifiers::RESTRICT {
                self.useless_memory_qualifier(memory, span, &format!("{what}, which no shader writes"));
            }
        }
        const HARMLESS: MemoryQualifiers =
            MemoryQualifiers::NON_PRIVATE.union(MemoryQualifiers::READONLY).union(MemoryQualifiers::RESTRICT);
        if let Some((memory, span)) = qualifiers.memory_beyond(HARMLESS) {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::ReadOnlyMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on {what}, which no shader writes"),
                )
                .with_note("GL_KHR_memory_scope_semantics, 4.10: `nonprivate` is the only memory qualifier there"),
            );
        }
    }

    /// Reports memory qualifiers on `shared` variables (GL_KHR_memory_scope_semantics, 4.3.8).
    pub(in crate::sema) fn no_shared_qualifiers(&mut self, qualifiers: &Qualifiers) {
        if let Some(&(memory, span)) = qualifiers.memory_words.first() {
            let word = memory_word(memory);
            self.report(
                Diagnostic::error(
                    Code::SharedMemoryQualifier,
                    span,
                    format!("`{word}` cannot be used on a `shared` variable"),
                )
                .with_note(
                    "GL_KHR_memory_scope_semantics, 4.3.8: shared variables are always coherent in the workgroup",
                )
                .with_help(format!("remove `{word}`")),
            );
        }
    }
}
