//! Semantic analysis: the syntax tree in, the typed intermediate representation out.
//!
//! Comes in: [`TranslationUnit`] and the preprocessor's version and pragmas. Goes out: [`hir::Module`], only if there
//! was no error. Must not depend on: tokens, SPIR-V.
//!
//! The work is split into rooms:
//!
//! | room | what is in it |
//! |---|---|
//! | `context` | names and scopes, gates, diagnostics, constants, facts about types, the function being built |
//! | `types` | array sizes, the rules of conversions, types that can only be stored |
//! | `expressions` | operations on operands: operators, places, constructors, assignments |
//! | `calls` | overloads, arguments, calls of functions and built-ins |
//! | `evaluation` | the walk over expressions, and over calls and types in them, which contain each other |
//! | `qualifiers` | the words of a declaration, and where each is allowed |
//! | `interface` | what a shader shares with the pipeline |
//! | `declarations` | structures, variables, blocks, functions |
//! | `statements` | control flow |
//! | `extensions` | one file or folder per extension that needs more than rows |
//!
//! Files call each other in one direction, whatever their rooms: a file that needs the value of an expression takes it
//! as an operand, or is above `evaluation`. Only the files of `evaluation` and the one that reads `spirv_type(...)` are
//! recursive, as GLSL is: arguments are expressions, constructors name types, and sizes and parameters of types are
//! expressions.
//!
//! `pub(super)` is for the room, `pub(in crate::sema)` for the others. All of them work on `Analyzer`, which holds the
//! builder of the module and the builder of the function that is being read.

mod calls;
mod context;
mod declarations;
mod evaluation;
mod expressions;
mod extensions;
mod interface;
mod qualifiers;
mod statements;
mod types;

pub use context::gate::is_open;
pub use context::scope::{DeclaredName, MemberName, NameIndex, NameKind, NameUse, Selection};
pub use interface::binding::{BindingBase, ResourceKind};
pub use qualifiers::image_format::by_name as image_format;

use crate::builtins::limits::LimitValues;
use crate::builtins::{self, ExtensionSet, TypeName};
use crate::diagnostics::{Code, Diagnostics, Suggestions};
use crate::hir::builder::ModuleBuilder;
use crate::hir::{self, Constant, GlobalVariable, Handle, Scalar, Span, Type};
use crate::preprocess::{Preprocessed, Version};
use crate::source::{Interner, Symbol};
use crate::syntax::ast::{ExternalDeclaration, Name, TranslationUnit};
use crate::target::Target;
use context::marks::MarkingBuilder;
use context::member_index::MemberIndices;
use context::scope::Scopes;
use context::type_facts::BuiltinName;
use expressions::operand::Path;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the analysis needs besides the source.
#[derive(Clone, Debug)]
pub struct Options {
    /// The stage the shader is for.
    pub stage: crate::stage::Stage,
    /// The target of the SPIR-V; some rules depend on it.
    pub target: Target,
    /// Give resources without a binding the first free one of their set, instead of reporting them.
    pub auto_bind: bool,
    /// Give inputs and outputs without a location the first free one, in order, instead of reporting them.
    pub auto_locations: bool,
    /// Place the members of blocks without a packing qualifier, and of structures in blocks, as in HLSL.
    pub hlsl_offsets: bool,
    /// Treat everything as `highp`, whatever its declaration says.
    pub full_precision: bool,
    /// Accept OpenGL's GLSL (GL_EXT_vulkan_glsl_relaxed).
    pub relaxed_vulkan: bool,
    /// Add a note to every use of a legacy extension for which newer GLSL has a replacement.
    pub explain_legacy: bool,
    /// Values of resource limits.
    pub limits: LimitValues,
    /// The lowest bindings of kinds of resources.
    pub binding_bases: Vec<BindingBase>,
}

/// Checks a shader and returns its typed form; `None` if there was any error.
#[must_use]
pub fn analyze(
    unit: &TranslationUnit,
    input: &Preprocessed,
    options: &Options,
    names: &Interner,
    diagnostics: &mut Diagnostics,
) -> Option<hir::Module> {
    let (known, buffers) = (&mut KnownNames::default(), &mut hir::Buffers::default());
    analyze_with(unit, input, options, names, Kept { index: None, known, buffers }, diagnostics)
}

/// The built-ins that names stand for, which are looked up again and again, and tables by name. It belongs to one interner.
#[derive(Debug, Default)]
pub struct KnownNames {
    types: FxHashMap<Symbol, Option<&'static TypeName>>,
    functions: FxHashMap<Symbol, Option<&'static builtins::Function>>,
    names: FxHashMap<Symbol, BuiltinName>,
    layouts: FxHashMap<Symbol, qualifiers::layout_qualifier::LayoutWord>,
    /// Whether an identifier of a layout may stand somewhere in a stage.
    places: FxHashMap<(Arc<str>, crate::stage::Stage, qualifiers::qualifier_place::Place), bool>,
    /// Memory of the last analysis.
    scopes: Scopes,
    user_functions: calls::function_table::Functions,
}

/// What is there before an analysis, and after it.
#[derive(Debug)]
pub struct Kept<'a> {
    /// Lists the names of the shader, even if there are errors.
    pub index: Option<&'a mut NameIndex>,
    /// From earlier analyses with the same interner.
    pub known: &'a mut KnownNames,
    /// Memory of earlier modules.
    pub buffers: &'a mut hir::Buffers,
}

/// Like [`analyze`], with what earlier analyses have left.
#[must_use]
pub fn analyze_with(
    unit: &TranslationUnit,
    input: &Preprocessed,
    options: &Options,
    names: &Interner,
    kept: Kept<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<hir::Module> {
    let Kept { index, known, buffers } = kept;
    let mut analyzer = Analyzer::new(unit, input.version, options.clone(), names, std::mem::take(buffers), diagnostics);
    analyzer.scopes = std::mem::take(&mut known.scopes);
    analyzer.functions = std::mem::take(&mut known.user_functions);
    analyzer.known = std::mem::take(known);
    analyzer.scopes.index = index.as_ref().map(|_| NameIndex::default());
    analyzer.set_mode();
    analyzer.read_indexing_pragmas(input);
    analyzer.check_stage_version();
    let is_invariant = |text: &str| text.split_whitespace().collect::<String>() == "STDGLinvariant(all)";
    analyzer.all_invariant = input.pragmas.iter().any(|pragma| is_invariant(&pragma.text));
    for declaration in &unit.declarations {
        match declaration {
            ExternalDeclaration::Function(definition) => analyzer.function_definition(definition),
            ExternalDeclaration::Declaration(declaration) => analyzer.declaration(declaration),
            ExternalDeclaration::Extensions(state) => analyzer.set_extensions(state),
        }
    }
    if let (Some(index), Some(found)) = (index, analyzer.scopes.index.take()) {
        *index = found;
    }
    *known = std::mem::take(&mut analyzer.known);
    let module = analyzer.finish(buffers, known);
    diagnostics.merge_by_fix(Code::ExtensionRequired);
    diagnostics.merge_by_fix(Code::StorageOnlyType);
    diagnostics.merge_by_fix(Code::TargetTooOld);
    context::gate::suggest_umbrella(diagnostics, input.version);
    module
}

/// Handles of frequently used types.
#[derive(Clone, Copy, Debug)]
struct CommonTypes {
    bool: Handle<Type>,
    int: Handle<Type>,
    uint: Handle<Type>,
}

/// The state of one analysis.
struct Analyzer<'a> {
    unit: &'a TranslationUnit,
    version: Version,
    options: Options,
    names: &'a Interner,
    diagnostics: &'a mut Diagnostics,
    enabled: ExtensionSet,
    warn: ExtensionSet,
    /// The module being built.
    module: ModuleBuilder,
    common: CommonTypes,
    scopes: Scopes,
    member_indices: MemberIndices,
    builtins: interface::builtin_variable::BuiltinVariables,
    fragment_colors: interface::fragment_color::FragmentColors,
    /// Read-only variables that hold constants which are indexed at run time.
    constant_globals: FxHashMap<Handle<Constant>, Handle<GlobalVariable>>,
    functions: calls::function_table::Functions,
    /// The function being built; outside functions it is `main`, whose first block initializes globals.
    builder: MarkingBuilder,
    /// What the shader requests of SPIR-V by number or name.
    intrinsics: hir::SpirvIntrinsics,
    /// Constants outside functions, for debug information.
    named_constants: Vec<hir::NamedConstant>,
    /// The settings of GL_QCOM_tile_shading for the shader as a whole.
    tile_shading: extensions::tile_shading::TileShading,
    main_attributes: hir::FunctionAttributes,
    workgroup: interface::workgroup::WorkgroupSize,
    modes: interface::declared_modes::DeclaredModes,
    output_defaults: interface::stage_interface::OutputDefaults,
    per_vertex: interface::per_vertex::PerVertex,
    /// `#pragma STDGL invariant(all)`
    all_invariant: bool,
    block_defaults: declarations::block_defaults::BlockDefaults,
    vectors: extensions::long_vector::NamedVectors,
    /// Arrays declared without a size, which a later declaration gives them.
    sized_later: FxHashSet<Symbol>,
    /// Arrays whose size is not declared yet, by the spans of their declarations.
    without_size: FxHashMap<Option<std::ops::Range<usize>>, types::array_size::WithoutSize>,
    /// Those of them in this function that await a declaration with their size.
    awaiting_size: Vec<Name>,
    /// How unsized arrays of resources are indexed.
    descriptor_arrays: expressions::non_uniform::DescriptorArrays,
    specialization_ids: FxHashMap<u32, Span>,
    /// Memory that is used contrary to its declaration.
    used_all_the_same: expressions::memory_direction::UsedAllTheSame,
    /// Reference blocks that were declared ahead of their definition.
    forward_references: BTreeSet<Handle<hir::Struct>>,
    /// The `buffer_reference` block whose members are being read, if nothing declared it before.
    open_reference: Option<Symbol>,
    known: KnownNames,
    /// How many more unknown names get a suggestion: comparing each of them with all names would take too long.
    suggestions: Suggestions,
    /// How the shader uses names, once that was needed.
    name_uses: Option<types::array_size::NameUses<'a>>,
    /// How deeply arrays and structures nest; 0 for all other types.
    depths: FxHashMap<Handle<Type>, u32>,
    /// What uniforms outside blocks and atomic counters become.
    gathering_blocks: extensions::vulkan_relaxed::GatheringBlocks,
    heap_blocks: expressions::heap_extent::HeapBlocks,
    /// `buffer_type` blocks, with the memory that such a buffer is (GL_EXT_structured_descriptor_heap).
    buffer_types: FxHashMap<Handle<hir::Struct>, hir::StorageClass>,
    /// Whether anything was declared with a reduced precision.
    has_relaxed: bool,
    /// Functions whose result has a reduced precision.
    relaxed_functions: FxHashSet<Handle<hir::Function>>,
    /// Values of named constants with full precision.
    full_constants: FxHashSet<Handle<Constant>>,
    /// Structures with a `precise` member.
    precise_structures: FxHashSet<Handle<hir::Struct>>,
    /// Built-in constants that require something of the device, by name.
    used_constants: BTreeMap<&'static str, &'static builtins::Constant>,
    /// `layout(primitive_culling);`
    primitive_culling: bool,
    indexing: expressions::indexing::Indexing,
    /// A constant expression is being evaluated.
    constant_context: bool,
    /// Paths that were read, whose memory the next places take: most operands are variables that are read at once.
    #[expect(clippy::vec_box, reason = "the boxes are what is reused")]
    spare_paths: Vec<Box<Path>>,
}

impl<'a> Analyzer<'a> {
    fn new(
        unit: &'a TranslationUnit,
        version: Version,
        options: Options,
        names: &'a Interner,
        mut buffers: hir::Buffers,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let mut module = ModuleBuilder::in_memory_of(&mut buffers, options.stage);
        let void = module.void();
        let common = CommonTypes {
            bool: module.scalar(Scalar::BOOL),
            int: module.scalar(Scalar::I32),
            uint: module.scalar(Scalar::U32),
        };
        Self {
            unit,
            version,
            options,
            names,
            diagnostics,
            enabled: ExtensionSet::EMPTY,
            warn: ExtensionSet::EMPTY,
            module,
            common,
            scopes: Scopes::default(),
            member_indices: MemberIndices::default(),
            builtins: interface::builtin_variable::BuiltinVariables::default(),
            fragment_colors: interface::fragment_color::FragmentColors::default(),
            constant_globals: FxHashMap::default(),
            functions: calls::function_table::Functions::default(),
            builder: MarkingBuilder::new(void, buffers),
            intrinsics: hir::SpirvIntrinsics::default(),
            named_constants: Vec::new(),
            tile_shading: Default::default(),
            main_attributes: hir::FunctionAttributes::default(),
            workgroup: interface::workgroup::WorkgroupSize::default(),
            modes: interface::declared_modes::DeclaredModes::default(),
            output_defaults: interface::stage_interface::OutputDefaults::default(),
            per_vertex: interface::per_vertex::PerVertex::default(),
            all_invariant: false,
            block_defaults: declarations::block_defaults::BlockDefaults::default(),
            vectors: extensions::long_vector::NamedVectors::default(),
            sized_later: FxHashSet::default(),
            without_size: FxHashMap::default(),
            awaiting_size: Vec::new(),
            descriptor_arrays: expressions::non_uniform::DescriptorArrays::default(),
            specialization_ids: FxHashMap::default(),
            used_all_the_same: expressions::memory_direction::UsedAllTheSame::default(),
            forward_references: BTreeSet::new(),
            open_reference: None,
            known: KnownNames::default(),
            suggestions: Suggestions::default(),
            name_uses: None,
            depths: FxHashMap::default(),
            gathering_blocks: extensions::vulkan_relaxed::GatheringBlocks::default(),
            heap_blocks: expressions::heap_extent::HeapBlocks::default(),
            buffer_types: FxHashMap::default(),
            has_relaxed: false,
            relaxed_functions: FxHashSet::default(),
            full_constants: FxHashSet::default(),
            precise_structures: FxHashSet::default(),
            used_constants: BTreeMap::new(),
            primitive_culling: false,
            indexing: expressions::indexing::Indexing::default(),
            constant_context: false,
            spare_paths: Vec::new(),
        }
    }
}
