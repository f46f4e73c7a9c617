//! Which words are keywords: it depends on the language version and on the extensions at the cursor.
//!
//! Comes in: the words of the token stream. Goes out: a [`Word`] for each. Must not depend on: the productions.

use super::ast::{Precision, QualifierKind};
use super::reserved::is_reserved;
use crate::builtins::{ExtensionId, ExtensionSet, extension, type_family};
use crate::preprocess::Version;
use crate::source::{Interner, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// The kinds of word that the grammar distinguishes (GLSL 4.60, 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// An identifier.
    Name,
    /// A built-in type of the core language.
    Type,
    /// A type that some extension adds. The shader may declare it itself if the extension is off.
    ExtendedType,
    /// A type that takes parameters in `<...>`.
    ParameterizedType,
    /// The same if its extension is off: a type if parameters seem to follow, otherwise an identifier.
    SoftParameterizedType,
    /// A qualifier.
    Qualifier,
    /// A qualifier of an extension that is off here: it is one only if nothing else makes sense.
    SoftQualifier,
    Layout,
    Struct,
    Precision,
    True,
    False,
    If,
    Else,
    For,
    While,
    Do,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Return,
    Discard,
    /// `demote` and others that end an invocation if `;` follows, otherwise an identifier.
    Terminator,
    /// A word kept for future use.
    Reserved,
}

impl Word {
    /// Whether the word can never be a name.
    pub(super) const fn is_keyword(self) -> bool {
        use Word::{ExtendedType, Name, Reserved, SoftParameterizedType, SoftQualifier, Terminator};
        !matches!(self, Name | ExtendedType | SoftParameterizedType | SoftQualifier | Terminator | Reserved)
    }

    /// Whether the word may name a type.
    pub(super) const fn may_be_type(self) -> bool {
        !self.is_keyword() || matches!(self, Word::Type | Word::ParameterizedType)
    }

    /// Whether only a statement can start with the word.
    pub(super) const fn starts_statement(self) -> bool {
        use Word::{Break, Case, Continue, Default, Discard, Do, Else, For, If, Return, Switch, While};
        matches!(self, If | Else | For | While | Do | Switch | Case | Default | Break | Continue | Return | Discard)
    }

    /// Whether only a declaration can start with the word.
    pub(super) const fn starts_declaration(self) -> bool {
        matches!(self, Word::Qualifier | Word::Layout | Word::Struct | Word::Precision)
    }
}

/// The words of shaders of one version, with the same interner.
#[derive(Debug)]
pub(super) struct Keywords {
    pub version: Version,
    /// By symbol index.
    words: Vec<Word>,
    /// The extensions that turn a soft word into a keyword: alternatives, each a list of extensions that must all be
    /// on.
    gates: FxHashMap<Symbol, Vec<Vec<ExtensionId>>>,
    /// Those among them that nothing may be named.
    reserved: FxHashSet<Symbol>,
}

impl Keywords {
    pub(super) fn new(version: Version) -> Self {
        Self { version, words: Vec::new(), gates: FxHashMap::default(), reserved: FxHashSet::default() }
    }

    /// Adds the words of a shader. Classifying a word takes many comparisons, so those of earlier shaders stay.
    pub(super) fn meet(&mut self, names: &Interner) {
        // Some are names of macros or numbers, but that takes less than a look at all tokens.
        for (symbol, name) in names.since(self.words.len()) {
            let is_word = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
            let kind = if is_word { classify(name, self.version) } else { Word::Name };
            self.words.push(kind);
            if is_word && is_reserved(name, self.version) {
                self.reserved.insert(symbol);
            }
            if kind == Word::SoftQualifier {
                let extensions = gate(name).iter().chain(earlier(name)).filter_map(|name| extension(name));
                self.gates.insert(symbol, extensions.map(|id| vec![id]).collect());
            } else if let Some(family) = type_family(name).filter(|_| kind == Word::SoftParameterizedType) {
                self.gates.insert(symbol, family.gate.extensions.iter().map(|all| all.to_vec()).collect());
            }
        }
    }

    /// The kind of `symbol` while `enabled` is on.
    #[inline]
    pub(super) fn classify(&self, symbol: Symbol, enabled: &ExtensionSet) -> Word {
        match self.words.get(symbol.index()).copied().unwrap_or(Word::Name) {
            Word::SoftQualifier => self.gated(symbol, Word::SoftQualifier, Word::Qualifier, enabled),
            Word::SoftParameterizedType => {
                self.gated(symbol, Word::SoftParameterizedType, Word::ParameterizedType, enabled)
            }
            word => word,
        }
    }

    /// Whether nothing may have this name, though the word has no meaning where it is used.
    pub(super) fn is_reserved(&self, symbol: Symbol) -> bool {
        self.reserved.contains(&symbol)
    }

    /// `keyword` for a symbol whose extension is on, otherwise `soft`.
    fn gated(&self, symbol: Symbol, soft: Word, keyword: Word, enabled: &ExtensionSet) -> Word {
        let all_on = |all: &Vec<ExtensionId>| all.iter().all(|&id| enabled.contains(id));
        if self.gates.get(&symbol).is_some_and(|gates| gates.iter().any(all_on)) { keyword } else { soft }
    }
}

/// The kind of a word, extensions aside.
fn classify(name: &str, version: Version) -> Word {
    match name {
        "if" => Word::If,
        "else" => Word::Else,
        "for" => Word::For,
        "while" => Word::While,
        "do" => Word::Do,
        "switch" => Word::Switch,
        "case" => Word::Case,
        "default" => Word::Default,
        "break" => Word::Break,
        "continue" => Word::Continue,
        "return" => Word::Return,
        "discard" => Word::Discard,
        "demote" | "terminateInvocation" | "ignoreIntersectionEXT" | "terminateRayEXT" => Word::Terminator,
        "true" => Word::True,
        "false" => Word::False,
        "struct" => Word::Struct,
        "precision" => Word::Precision,
        "layout" => Word::Layout,
        // Keywords since compute shaders are part of the language; before that, extensions may add them.
        "buffer" | "shared" if !version.at_least(Some(430), Some(310)) => Word::SoftQualifier,
        // Keywords since multisampled inputs and tessellation exist; before that, names.
        "sample" | "patch" | "precise" if !version.at_least(Some(400), Some(320)) => Word::SoftQualifier,
        // Keywords since images are part of the language; before that, names.
        "coherent" | "restrict" | "readonly" | "writeonly" if !version.at_least(Some(420), Some(310)) => {
            Word::SoftQualifier
        }
        "double" if !version.is_es() && !version.at_least(Some(400), None) => Word::ExtendedType,
        "atomic_uint" if !version.at_least(Some(420), Some(310)) => Word::ExtendedType,
        "common" | "partition" | "active" | "asm" | "class" | "union" | "enum" | "typedef" | "template" | "this"
        | "goto" | "inline" | "noinline" | "public" | "static" | "extern" | "external" | "interface" | "long"
        | "short" | "half" | "fixed" | "unsigned" | "superp" | "input" | "output" | "hvec2" | "hvec3" | "hvec4"
        | "fvec2" | "fvec3" | "fvec4" | "filter" | "sizeof" | "cast" | "namespace" | "using" | "sampler3DRect" => {
            Word::Reserved
        }
        _ if type_family(name).is_some() => Word::SoftParameterizedType,
        _ if !gate(name).is_empty() => Word::SoftQualifier,
        _ if qualifier_kind(name).is_some() => Word::Qualifier,
        _ => classify_type(name, version),
    }
}

/// The meaning of a word that is not a keyword but may be a type.
fn classify_type(name: &str, version: Version) -> Word {
    match name {
        "void" | "bool" | "int" | "uint" | "float" | "double" | "atomic_uint" | "sampler" | "samplerShadow" => {
            return Word::Type;
        }
        "accelerationStructureEXT" | "accelerationStructureNV" | "rayQueryEXT" | "hitObjectNV" | "hitObjectEXT" => {
            return Word::ExtendedType;
        }
        // Most names of a shader are no types.
        _ if !name.starts_with(['v', 'i', 'u', 'b', 'd', 'm', 's', 't', 'f']) => return Word::Name,
        _ => {}
    }
    for prefix in ["vec", "ivec", "uvec", "bvec", "dvec"] {
        if name.strip_prefix(prefix).is_some_and(|size| matches!(size, "2" | "3" | "4")) {
            return Word::Type;
        }
    }
    for prefix in ["mat", "dmat"] {
        if name.strip_prefix(prefix).is_some_and(is_matrix_size) {
            let named = prefix == "dmat" && !version.at_least(Some(400), Some(310));
            return if named { Word::ExtendedType } else { Word::Type };
        }
    }
    for prefix in ["sampler", "image", "texture", "subpassInput"] {
        let shape = name.strip_prefix(prefix).or_else(|| name.strip_prefix(['i', 'u'])?.strip_prefix(prefix));
        let Some(shape) = shape else { continue };
        let shape = if prefix == "sampler" { shape.strip_suffix("Shadow").unwrap_or(shape) } else { shape };
        let shape = shape.strip_suffix("Array").unwrap_or(shape);
        let subpass = prefix == "subpassInput" && matches!(shape, "" | "MS");
        if subpass || matches!(shape, "1D" | "2D" | "3D" | "Cube" | "2DRect" | "Buffer" | "2DMS") {
            // Names before multisampled textures and images are part of the language.
            let since = if prefix == "image" { 420 } else { 150 };
            let named = shape == "2DMS" && !version.at_least(Some(since), Some(310));
            return if named { Word::ExtendedType } else { Word::Type };
        }
    }
    if is_sized_type(name) { Word::ExtendedType } else { Word::Name }
}

/// `4`, `2x3`, ...
fn is_matrix_size(size: &str) -> bool {
    let digit = |byte: &u8| (b'2'..=b'4').contains(byte);
    match size.as_bytes() {
        [columns] => digit(columns),
        [columns, b'x', rows] => digit(columns) && digit(rows),
        _ => false,
    }
}

/// `float16_t`, `u8vec4`, `f64mat2x3`, ...
fn is_sized_type(name: &str) -> bool {
    let sizes = ["8", "16", "32", "64"];
    let sized = |rest: &str| sizes.iter().any(|size| rest.strip_prefix(size) == Some("_t"));
    if ["int", "uint", "float"].iter().any(|base| name.strip_prefix(base).is_some_and(sized)) {
        return true;
    }
    let Some(rest) = name.strip_prefix(['i', 'u', 'f']) else { return false };
    sizes.iter().filter_map(|size| rest.strip_prefix(size)).any(|rest| {
        rest.strip_prefix("vec").is_some_and(|size| matches!(size, "2" | "3" | "4"))
            || rest.strip_prefix("mat").is_some_and(is_matrix_size)
    })
}

/// The extensions that each make a word a qualifier keyword; none for a word of the core language.
fn gate(name: &str) -> &'static [&'static str] {
    const RAY_TRACING: &[&str] = &["GL_EXT_ray_tracing", "GL_NV_ray_tracing"];
    const RAY_TRACING_NV: &[&str] = &["GL_NV_ray_tracing"];
    const SPIRV: &[&str] = &["GL_EXT_spirv_intrinsics"];
    match name {
        "devicecoherent" | "queuefamilycoherent" | "workgroupcoherent" | "subgroupcoherent" | "nonprivate" => {
            &["GL_KHR_memory_scope_semantics"]
        }
        "nonuniformEXT" => &["GL_EXT_nonuniform_qualifier"],
        "subgroupuniformEXT" => &["GL_EXT_subgroupuniform_qualifier"],
        "shadercallcoherent" | "rayPayloadEXT" | "rayPayloadInEXT" | "hitAttributeEXT" | "callableDataEXT"
        | "callableDataInEXT" => RAY_TRACING,
        "rayPayloadNV" | "rayPayloadInNV" | "hitAttributeNV" | "callableDataNV" | "callableDataInNV" => RAY_TRACING_NV,
        "hitObjectAttributeNV" => &["GL_NV_shader_invocation_reorder"],
        "hitObjectAttributeEXT" => &["GL_EXT_shader_invocation_reorder"],
        "taskPayloadSharedEXT" | "perprimitiveEXT" => &["GL_EXT_mesh_shader"],
        "taskNV" | "perprimitiveNV" | "perviewNV" => &["GL_NV_mesh_shader"],
        "pervertexEXT" => &["GL_EXT_fragment_shader_barycentric"],
        "pervertexNV" => &["GL_NV_fragment_shader_barycentric"],
        "__explicitInterpAMD" => &["GL_AMD_shader_explicit_vertex_parameter"],
        "nontemporal" => &["GL_EXT_nontemporal_keyword"],
        "resourceheap" | "samplerheap" => &["GL_EXT_structured_descriptor_heap"],
        "tileImageEXT" => &["GL_EXT_shader_tile_image"],
        "spirv_by_reference"
        | "spirv_literal"
        | "spirv_decorate"
        | "spirv_decorate_id"
        | "spirv_decorate_string"
        | "spirv_execution_mode"
        | "spirv_execution_mode_id"
        | "spirv_storage_class"
        | "spirv_instruction" => SPIRV,
        // Words of older or larger profiles: only their position decides.
        "subroutine" | "attribute" | "varying" => &["GL_ARB_shader_subroutine"],
        _ => &[],
    }
}

/// The extensions that make keywords of words that are keywords in later versions anyway.
fn earlier(name: &str) -> &'static [&'static str] {
    match name {
        "coherent" | "restrict" | "readonly" | "writeonly" => {
            &["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"]
        }
        "precise" => &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"],
        "sample" => &["GL_ARB_gpu_shader5", "GL_OES_shader_multisample_interpolation"],
        "patch" => &["GL_ARB_tessellation_shader", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"],
        _ => &[],
    }
}

/// The qualifier a word stands for, except `layout` and those that go by name only.
pub(super) fn qualifier_kind(name: &str) -> Option<QualifierKind> {
    use QualifierKind as Kind;
    Some(match name {
        "const" => Kind::Const,
        "in" => Kind::In,
        "out" => Kind::Out,
        "inout" => Kind::InOut,
        "uniform" => Kind::Uniform,
        "buffer" => Kind::Buffer,
        "shared" => Kind::Shared,
        "centroid" => Kind::Centroid,
        "sample" => Kind::Sample,
        "patch" => Kind::Patch,
        "smooth" => Kind::Smooth,
        "flat" => Kind::Flat,
        "noperspective" => Kind::NoPerspective,
        "invariant" => Kind::Invariant,
        "precise" => Kind::Precise,
        "lowp" => Kind::Precision(Precision::Low),
        "mediump" => Kind::Precision(Precision::Medium),
        "highp" => Kind::Precision(Precision::High),
        "coherent" => Kind::Coherent,
        "devicecoherent" => Kind::DeviceCoherent,
        "queuefamilycoherent" => Kind::QueueFamilyCoherent,
        "workgroupcoherent" => Kind::WorkgroupCoherent,
        "subgroupcoherent" => Kind::SubgroupCoherent,
        "shadercallcoherent" => Kind::ShaderCallCoherent,
        "nonprivate" => Kind::NonPrivate,
        "nontemporal" => Kind::NonTemporal,
        "volatile" => Kind::Volatile,
        "restrict" => Kind::Restrict,
        "readonly" => Kind::ReadOnly,
        "writeonly" => Kind::WriteOnly,
        "nonuniformEXT" => Kind::NonUniform,
        "subgroupuniformEXT" => Kind::SubgroupUniform,
        _ => return None,
    })
}
