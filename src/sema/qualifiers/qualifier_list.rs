//! The words before a type, read one after the other (GLSL 4.60, 4.3 to 4.10).
//!
//! Comes in: qualifiers of the syntax tree. Goes out: [`Qualifiers`]; words that exclude each other are reported. Must not depend
//! on: what is declared.

use crate::hir::{InterfaceRate, Interpolation, MemoryQualifiers, Sampling, Span};
use crate::sema::Analyzer;
use crate::sema::context::marks::SUBGROUP_UNIFORM_EXTENSION;
use crate::sema::context::message;
use crate::sema::context::report::memory_word;
use crate::sema::extensions::heap_word;
use crate::sema::interface::pipeline_storage::pipeline_storage;
use crate::sema::qualifiers::messages;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::source::Symbol;
use crate::stage::Stage;
use crate::syntax::ast::{Qualifier, QualifierKind};

/// A word that describes the interface of the stage.
struct InterfaceWord {
    word: &'static str,
    /// The extensions that each provide it; none for words of the core language.
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

/// Every such word. Where each is allowed, and in which stages, is in [`crate::sema::qualifiers::qualifier_place`].
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

impl Qualifiers {
    /// Reads the words in order.
    pub(in crate::sema) fn collect(analyzer: &mut Analyzer<'_>, list: &[Qualifier]) -> Self {
        let mut all = Qualifiers::default();
        for qualifier in list {
            let span = qualifier.span;
            analyzer.check_qualifier(&qualifier.kind, span);
            if let Some(memory) = memory_qualifier(&qualifier.kind) {
                all.add_memory_qualifier(analyzer, memory, span);
                continue;
            }
            match &qualifier.kind {
                QualifierKind::Const => {
                    if all.constant.is_some() {
                        analyzer.report(message::duplicate_qualifier(span));
                    }
                    all.words.push(("const", span));
                    all.constant = Some(span);
                }
                QualifierKind::In => all.set_storage(analyzer, Storage::In, span),
                QualifierKind::Out => all.set_storage(analyzer, Storage::Out, span),
                QualifierKind::InOut => all.set_storage(analyzer, Storage::InOut, span),
                QualifierKind::Uniform => all.set_storage(analyzer, Storage::Uniform, span),
                QualifierKind::Buffer => {
                    analyzer.check_word_version("buffer", span);
                    all.set_storage(analyzer, Storage::Buffer, span);
                }
                QualifierKind::Shared => all.set_storage(analyzer, Storage::Shared, span),
                QualifierKind::Precise => {
                    analyzer.check_word_version("precise", span);
                    all.words.push(("precise", span));
                    all.precise = true;
                }
                QualifierKind::NonUniform => {
                    all.words.push(("nonuniformEXT", span));
                    all.non_uniform = Some(span);
                }
                QualifierKind::SubgroupUniform => {
                    all.words.push(("subgroupuniformEXT", span));
                    all.subgroup_uniform = Some(span);
                }
                QualifierKind::Precision(precision) => {
                    if all.precision.is_some() {
                        analyzer.report(messages::second_precision_qualifier(span));
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
                    if !all.layout.decorations.is_empty() {
                        all.spirv.decorations.append(&mut all.layout.decorations);
                    }
                }
                QualifierKind::Spirv(qualifier) => analyzer.spirv_qualifier(&mut all.spirv, qualifier),
                QualifierKind::Other(symbol) => all.add_other_word(analyzer, *symbol, span),
                _ => {}
            }
        }
        all
    }

    /// A word that is no keyword in all versions and stages.
    fn add_other_word(&mut self, analyzer: &mut Analyzer<'_>, symbol: Symbol, span: Span) {
        let word = analyzer.text(symbol);
        if let Some(row) = INTERFACE_WORDS.iter().find(|row| row.word == word) {
            self.add_interface_word(analyzer, row, span);
            return;
        }
        if let Some(storage) = analyzer.removed_storage(word) {
            self.set_storage(analyzer, storage, span);
            return;
        }
        if let Some((contents, extension)) = heap_word::contents(word) {
            analyzer.require_extension(extension, word, span);
            self.set_storage(analyzer, Storage::Heap(contents), span);
            return;
        }
        if let Some(row) = pipeline_storage(word) {
            self.set_storage(analyzer, Storage::Pipeline(row), span);
            return;
        }
        let mut diagnostic = messages::unknown_qualifier(span, &word);
        if let Some(storage) = removed_storage(word, analyzer.module.stage) {
            let now = storage.word();
            diagnostic = diagnostic
                .with_help(format!("write `{now}`"))
                .with_note("GLSL 4.60, 4.3: only the compatibility profile has it since 4.20");
        }
        analyzer.report(diagnostic);
    }

    fn add_memory_qualifier(&mut self, analyzer: &mut Analyzer<'_>, memory: MemoryQualifiers, span: Span) {
        if self.memory.contains(memory) {
            analyzer.report(message::duplicate_qualifier(span));
        }
        self.one_coherence(analyzer, memory, span);
        self.memory |= memory;
        self.memory_words.push((memory, span));
    }

    /// Reports a second scope of coherence (GL_KHR_memory_scope_semantics, 4.10).
    fn one_coherence(&self, analyzer: &mut Analyzer<'_>, memory: MemoryQualifiers, span: Span) {
        let is_scope = |memory: MemoryQualifiers| memory.intersects(MemoryQualifiers::COHERENT_KINDS);
        let earlier = self.memory_words.iter().find(|&&(it, _)| is_scope(it) && it != memory);
        let Some(&(first, first_span)) = earlier.filter(|_| is_scope(memory)) else { return };
        let (word, first) = (memory_word(memory), memory_word(first));
        analyzer.report(messages::second_scope_of_coherence(span, &word, &first, first_span));
    }

    /// Collects `flat`, `centroid` and similar words. Two of one kind exclude each other (GLSL 4.60, 4.3 and 4.5).
    fn add_interface_word(&mut self, analyzer: &mut Analyzer<'_>, row: &InterfaceWord, span: Span) {
        analyzer.check_word_version(row.word, span);
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
            analyzer.report(messages::conflicts_with_earlier_word(span, &row.word, earlier));
        }
    }

    fn set_storage(&mut self, analyzer: &mut Analyzer<'_>, storage: Storage, span: Span) {
        match self.storage {
            // Existing shaders write `in out` for `inout`.
            Some((Storage::In, first)) if matches!(storage, Storage::Out) => {
                self.storage = Some((Storage::InOut, first))
            }
            Some((earlier, earlier_span)) => analyzer.report(messages::second_storage_qualifier(
                span,
                &storage.word(),
                &earlier.word(),
                earlier_span,
            )),
            None => self.storage = Some((storage, span)),
        }
    }
}

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

/// Memory qualifiers that no language version has by itself: they come with GL_KHR_memory_scope_semantics or ray
/// tracing.
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

/// What `attribute` and `varying` mean in a stage.
fn removed_storage(word: &str, stage: Stage) -> Option<Storage> {
    match (word, stage) {
        ("attribute", Stage::Vertex) | ("varying", Stage::Fragment) => Some(Storage::In),
        ("varying", Stage::Vertex) => Some(Storage::Out),
        _ => None,
    }
}

impl Analyzer<'_> {
    /// The same in versions that still have these words (GLSL 4.10, 4.3).
    fn removed_storage(&self, word: &str) -> Option<Storage> {
        const REMOVED: u16 = 420;
        let there = !self.version.is_es() && self.version.number < REMOVED;
        removed_storage(word, self.module.stage).filter(|_| there)
    }
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
        QualifierKind::SubgroupUniform => Some(SUBGROUP_UNIFORM_EXTENSION),
        _ => None,
    }
}

impl Analyzer<'_> {
    /// Reports a qualifier whose extension is off, or that the stage does not have.
    fn check_qualifier(&mut self, kind: &QualifierKind, span: Span) {
        if let Some(extension) = qualifier_extension(kind) {
            let word = match memory_qualifier(kind) {
                Some(memory) => memory_word(memory),
                None if matches!(kind, QualifierKind::SubgroupUniform) => {
                    memory_word(MemoryQualifiers::SUBGROUP_UNIFORM)
                }
                None => memory_word(MemoryQualifiers::NON_UNIFORM),
            };
            // Without the extension it still has its meaning: one error is enough.
            self.require_extension(extension, word, span);
        }
        if matches!(kind, QualifierKind::ShaderCallCoherent) && !self.module.stage.facts().is_ray_tracing {
            let stage = self.module.stage.facts().with_article();
            self.report(messages::no_shader_calls(span, &stage));
        }
    }
}
