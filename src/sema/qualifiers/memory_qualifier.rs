//! Which memory qualifiers are allowed where: one table of places and types, and one of what each kind of memory takes
//! (GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 4.3.8 and 4.10).
//!
//! Comes in: the qualifiers of a declaration, what it declares, and its type. Goes out: reports. Must not depend on: what
//! the qualifiers do to accesses.

use super::qualifier_place::Place;
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, MemoryQualifiers, Span, Type};
use crate::sema::context::report::memory_word;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};

/// Who reaches the memory behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// Shaders read and write it.
    Written,
    /// Shaders read it.
    Read,
    /// The same, but a member leads to memory that shaders write.
    ReadWithReference,
    /// The invocations of a workgroup, always coherently.
    Shared,
    /// Nobody else: a variable of an invocation, or the interface of a stage.
    Own,
}

/// The types that a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Types {
    Any,
    /// Buffer references and arrays of them.
    References,
    /// Anything that holds a reference.
    WithReferences,
    /// Ray queries, hit objects.
    StateObjects,
    /// Resources that shaders can write: storage images, tensors.
    Writable,
    /// Resources of any kind, and what exists for a resource's sake.
    Opaque,
    /// Anything that holds a resource or a type of raw SPIR-V.
    WithOpaque,
}

struct Row {
    places: &'static [Place],
    types: Types,
    memory: Memory,
    /// What messages call such a declaration, if not as the place is called.
    what: Option<&'static str>,
}

const fn row(places: &'static [Place], types: Types, memory: Memory) -> Row {
    Row { places, types, memory, what: None }
}

/// The first row that fits decides; without one, the memory is the declaration's own.
static PLACES: &[Row] = {
    use Memory as M;
    use Place as P;
    use Types as T;
    &[
        // The qualifiers of a reference are about the memory that it leads to.
        row(&[P::Local, P::Constant, P::Private, P::Parameter, P::OutParameter], T::References, M::Written),
        row(&[P::Local, P::Constant, P::Private], T::StateObjects, M::Written),
        row(&[P::Resource, P::HeapMember, P::ImageParameter, P::Parameter, P::OutParameter], T::Writable, M::Written),
        Row { what: Some("a texture or sampler"), ..row(&[P::Resource, P::HeapMember], T::Opaque, M::Read) },
        Row { what: Some("a texture or sampler"), ..row(&[P::Parameter, P::OutParameter], T::WithOpaque, M::Read) },
        Row {
            what: Some("a parameter that is neither an image nor a reference"),
            ..row(&[P::Parameter, P::OutParameter], T::Any, M::Own)
        },
        row(&[P::BufferBlock, P::ReferenceBlock, P::ShaderRecord, P::BufferMember], T::Any, M::Written),
        row(&[P::Resource, P::HeapMember, P::NumberedVariable], T::Any, M::Written),
        row(&[P::UniformBlock, P::PushConstantBlock], T::Any, M::Read),
        row(&[P::UniformMember], T::WithReferences, M::ReadWithReference),
        Row { what: Some("a member of a uniform block"), ..row(&[P::UniformMember], T::Any, M::Read) },
        row(&[P::SharedVariable, P::SharedBlock], T::Any, M::Shared),
        Row { what: Some("a member of a `shared` block"), ..row(&[P::SharedMember], T::Any, M::Shared) },
    ]
};

/// What a kind of memory takes.
struct Effects {
    memory: Memory,
    /// These are allowed.
    fine: MemoryQualifiers,
    /// These have no effect.
    useless: MemoryQualifiers,
    /// Why these have none, after what is declared.
    useless_since: &'static str,
    /// All others.
    wrong: Code,
    /// Why those are wrong, after what is declared.
    wrong_since: &'static str,
    rule: &'static str,
}

const BASIC_RULE: &str = "GLSL 4.60, 4.10: memory qualifiers are for buffer blocks, their members and images";
const UNWRITTEN: &str = ", which no shader writes";

const UNWRITTEN_MEMORY: Effects = Effects {
    memory: Memory::Read,
    fine: MemoryQualifiers::NON_PRIVATE,
    // Existing shaders have these.
    useless: MemoryQualifiers::READONLY.union(MemoryQualifiers::RESTRICT),
    useless_since: UNWRITTEN,
    wrong: Code::ReadOnlyMemoryQualifier,
    wrong_since: UNWRITTEN,
    rule: "GL_KHR_memory_scope_semantics, 4.10: `nonprivate` is the only memory qualifier there",
};

static EFFECTS: [Effects; 4] = [
    UNWRITTEN_MEMORY,
    Effects {
        memory: Memory::ReadWithReference,
        fine: MemoryQualifiers::NON_PRIVATE.union(MemoryQualifiers::RESTRICT),
        useless: MemoryQualifiers::READONLY,
        ..UNWRITTEN_MEMORY
    },
    Effects {
        memory: Memory::Shared,
        fine: MemoryQualifiers::NONE,
        useless: MemoryQualifiers::NONE,
        useless_since: "",
        wrong: Code::SharedMemoryQualifier,
        wrong_since: "",
        rule: "GL_KHR_memory_scope_semantics, 4.3.8: shared variables are always coherent in the workgroup",
    },
    Effects {
        memory: Memory::Own,
        fine: MemoryQualifiers::NONE,
        useless: MemoryQualifiers::RESTRICT,
        useless_since: ", which is not memory that others can reach",
        wrong: Code::MemoryQualifierMisplaced,
        wrong_since: "",
        rule: BASIC_RULE,
    },
];

impl Types {
    fn contain(self, analyzer: &Analyzer<'_>, ty: Handle<Type>) -> bool {
        match self {
            Self::Any => true,
            Self::References => analyzer.is_reference(ty),
            Self::WithReferences => analyzer.contains_reference(ty),
            Self::StateObjects => analyzer.is_state_object(ty),
            Self::Writable => analyzer.is_writable_resource(ty),
            Self::Opaque => analyzer.module.types.get(analyzer.element_of_arrays(ty)).is_opaque(),
            Self::WithOpaque => analyzer.contains_opaque(ty),
        }
    }
}

impl Analyzer<'_> {
    /// Reports memory qualifiers that do not belong on `place` or have no effect there. `ty` is the type of a variable,
    /// a parameter or a member.
    pub(in crate::sema) fn check_memory(&mut self, qualifiers: &Qualifiers, place: Place, ty: Option<Handle<Type>>) {
        if qualifiers.memory_words.is_empty() {
            return;
        }
        let fits = |row: &&Row| {
            let has_type = row.types == Types::Any || ty.is_some_and(|ty| row.types.contain(self, ty));
            row.places.contains(&place) && has_type
        };
        let row = PLACES.iter().find(fits);
        let memory = row.map_or(Memory::Own, |row| row.memory);
        let what = row.and_then(|row| row.what).unwrap_or_else(|| place.what());
        // Memory that shaders write takes all.
        let Some(effects) = EFFECTS.iter().find(|row| row.memory == memory) else { return };
        let wrong = |&&(word, _): &&(MemoryQualifiers, Span)| !effects.fine.union(effects.useless).contains(word);
        if let Some(&(word, span)) = qualifiers.memory_words.iter().find(wrong) {
            self.report(wrong_memory_qualifier(effects, what, word, span));
            return;
        }
        for &(word, span) in &qualifiers.memory_words {
            if effects.useless.contains(word) {
                self.report(useless_memory_qualifier(effects, what, word, span));
            }
        }
    }
}

#[cold]
fn wrong_memory_qualifier(effects: &Effects, what: &str, word: MemoryQualifiers, span: Span) -> Diagnostic {
    let (word, since) = (memory_word(word), effects.wrong_since);
    let message = format!("`{word}` cannot be used on {what}{since}");
    let diagnostic = Diagnostic::error(effects.wrong, span, message).with_note(effects.rule);
    match effects.memory {
        Memory::Shared => diagnostic.with_help(format!("remove `{word}`")),
        _ => diagnostic,
    }
}

#[cold]
fn useless_memory_qualifier(effects: &Effects, what: &str, word: MemoryQualifiers, span: Span) -> Diagnostic {
    let (word, since) = (memory_word(word), effects.useless_since);
    let message = format!("`{word}` has no effect on {what}{since}");
    Diagnostic::warning(Code::UselessMemoryQualifier, span, message)
        .with_note(BASIC_RULE)
        .with_help(format!("remove `{word}`"))
}
