//! The module under construction: sections, ids, caches, and the decorations that wait for their operands.
//!
//! Comes in: instructions, types by their keys, names. Goes out: ids, and sections that `entry_point` puts together.
//! Must not depend on: how anything in HIR is lowered.

use super::buffers::{Buffers, FunctionBuffers, Tables};
use super::heap_path::HeapArray;
use super::instance::Instance;
use super::memory::MemoryClass;
use super::module::Module;
use super::origin::Debug;
use super::require::{Facts, Requested};
use super::section::{OperandList, Section};
use super::type_key::NestedOffsets;
use super::{Failure, Lowered, Options, allowed_ids};
use crate::hir::{
    self, COMMON_SLOTS, ExecutionMode, GlobalVariable, Handle, MemoryQualifiers, Span, SpirvDecoration, Struct,
};
use crate::target::{SpirvVersion, TargetEnvironment};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The HIR of a function and the ids of its variables, for debug information.
pub(super) struct Written<'a> {
    /// The function.
    pub function: &'a hir::Function,
    /// The ids of its parameters in order; 0 for one that is not passed.
    pub parameters: Vec<u32>,
    /// Variables in the order of their handles.
    pub locals: Vec<(Handle<hir::Local>, u32)>,
    /// Variables that only name values.
    pub named: Vec<Handle<hir::Local>>,
    /// The constants that marks refer to.
    pub constants: Vec<Handle<hir::Constant>>,
}

/// Everything about the module under construction.
pub(super) struct ModuleWriter<'a> {
    /// The module to lower.
    pub hir: &'a hir::Module,
    /// The options for lowering.
    pub options: Options,
    /// The input for debug information, if it is requested.
    pub debug: Option<Debug<'a>>,
    /// What is being lowered, for internal errors and debug information.
    pub span: Span,
    pub next_id: u32,
    /// Types, constants and variables in order of declaration.
    pub declarations: Section,
    pub annotations: Section,
    pub names: Section,
    pub execution_modes: Section,
    /// The finished functions.
    pub functions: Section,
    /// One entry per function, if debug information is requested.
    pub written: Vec<Written<'a>>,
    /// The blocks and variables of the function under construction. Their memory is reused for the next function.
    pub body: Section,
    pub variables_of_function: Section,
    /// What has been declared already.
    pub tables: Tables,
    /// The sections that are written last.
    pub others: Module,
    /// The memory of the next function.
    pub function_buffers: FunctionBuffers,
    /// Memory for what instructions require.
    pub facts: Facts,
    /// The ids of common types, by [slot](crate::hir::Type::common_slot).
    pub common_types: [Option<u32>; COMMON_SLOTS],
    /// Reference blocks being declared; true once one of them refers to itself.
    pub open_references: FxHashMap<Handle<Struct>, bool>,
    /// How deeply the structures being declared are nested.
    pub open_structures: usize,
    /// Whether there are physical pointers.
    pub uses_references: bool,
    pub nested_offsets: NestedOffsets,
    /// Constants that specialization may change.
    pub specialized: FxHashSet<u32>,
    /// Variables that the entry point may touch.
    pub interface: Vec<(u32, MemoryClass)>,
    /// How globals overlay descriptor heaps.
    pub heap_arrays: FxHashMap<(Handle<GlobalVariable>, MemoryQualifiers), HeapArray>,
    /// The sizes of descriptors by type.
    pub descriptor_sizes: FxHashMap<u32, u32>,
    pub queue: VecDeque<(Instance, u32)>,
    pub extended_instructions: Option<u32>,
    /// The import of NonSemantic.DebugPrintf.
    pub debug_printf: Option<u32>,
    /// Pointers to resources that instructions require to be decorated.
    pub decorated_resources: Vec<(u32, spirv::Decoration)>,
    /// Other instruction sets that the shader names, in order of use.
    pub imports: Vec<(String, u32)>,
    /// Decorations by number, of ids and members, that wait until everything is declared.
    pub pending_decorations: Vec<(u32, Option<u32>, &'a SpirvDecoration)>,
    /// Types that the shader names by number.
    pub numbered_types: Vec<(u32, Vec<u32>, u32)>,
    /// Strings by their text.
    strings: FxHashMap<String, u32>,
    pub string_instructions: Section,
    /// Capabilities and extensions that rows of the built-in tables and descriptor indexing request.
    pub requested: Requested,
}

impl<'a> ModuleWriter<'a> {
    pub(super) fn new(hir: &'a hir::Module, options: Options, debug: Option<Debug<'a>>, buffers: Buffers) -> Self {
        let Buffers { mut module, body, variables_of_function, function, mut tables, facts, .. } = buffers;
        tables.plain_types.resize(hir.types.types.len(), None);
        tables.hir_constants.resize(hir.constants.len(), None);
        Self {
            hir,
            options,
            debug,
            span: Span::UNDEFINED,
            next_id: 1,
            declarations: std::mem::take(&mut module.declarations),
            annotations: std::mem::take(&mut module.annotations),
            names: std::mem::take(&mut module.names),
            execution_modes: std::mem::take(&mut module.execution_modes),
            functions: std::mem::take(&mut module.functions),
            string_instructions: std::mem::take(&mut module.strings),
            others: module,
            body,
            variables_of_function,
            function_buffers: function,
            facts,
            written: Vec::new(),
            tables,
            common_types: [None; COMMON_SLOTS],
            open_references: FxHashMap::default(),
            open_structures: 0,
            uses_references: false,
            nested_offsets: FxHashMap::default(),
            specialized: FxHashSet::default(),
            interface: Vec::new(),
            heap_arrays: FxHashMap::default(),
            descriptor_sizes: FxHashMap::default(),
            queue: VecDeque::new(),
            extended_instructions: None,
            debug_printf: None,
            decorated_resources: Vec::new(),
            imports: Vec::new(),
            pending_decorations: Vec::new(),
            numbered_types: Vec::new(),
            strings: FxHashMap::default(),
            requested: Requested::default(),
        }
    }

    /// Whether LocalSizeId can set a specialized size of workgroups (Vulkan 1.3, feature `maintenance4`).
    pub(super) fn has_local_size_id(&self) -> bool {
        self.options.target.environment >= TargetEnvironment::Vulkan1_3
            && self.options.target.spirv >= SpirvVersion::V1_2
    }

    /// Whether derivatives can be taken: in the quads of fragment shaders, or in the groups that the shader declares.
    pub(super) fn has_derivatives(&self) -> bool {
        let entry = &self.hir.entry_point;
        let in_groups = |mode: &ExecutionMode| matches!(mode, ExecutionMode::DerivativeGroup(_));
        entry.stage.facts().has_quads || entry.modes.iter().any(in_groups)
    }

    /// The bound of the ids given out so far.
    pub(super) const fn id_count(&self) -> u32 {
        self.next_id
    }

    /// A fresh id.
    pub(super) fn id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Checks that this many ids are left, so that what would need too many ends early.
    pub(super) fn has_ids_for(&self, count: u64) -> Lowered<()> {
        let most = u64::from(allowed_ids(self.options.most_ids));
        if u64::from(self.next_id) + count.min(most) > most + 1 {
            return Err(Failure::TooManyIds);
        }
        Ok(())
    }

    /// The id of a function; requesting it makes the function part of the module.
    pub(super) fn function_id(&mut self, instance: Instance) -> u32 {
        if let Some(&id) = self.tables.function_ids.get(&instance) {
            return id;
        }
        let id = self.id();
        self.tables.function_ids.insert(instance.clone(), id);
        self.queue.push_back((instance, id));
        id
    }

    /// The id of the import of GLSL.std.450.
    pub(super) fn extended_instructions(&mut self) -> u32 {
        if let Some(id) = self.extended_instructions {
            return id;
        }
        let id = self.id();
        self.extended_instructions = Some(id);
        id
    }

    /// The id of the import of NonSemantic.DebugPrintf.
    pub(super) fn debug_printf(&mut self) -> u32 {
        if let Some(id) = self.debug_printf {
            return id;
        }
        let id = self.id();
        self.debug_printf = Some(id);
        id
    }

    /// The id of a string.
    pub(super) fn string(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        let id = self.id();
        self.strings.insert(text.to_owned(), id);
        self.string_instructions.push_text(Op::String, Some(id), &[], text);
        id
    }

    /// Adds a type, constant or variable.
    pub(super) fn declare(&mut self, opcode: Op, ty: Option<u32>, id: u32, operands: &[Operand]) {
        self.declarations.push(opcode, ty, Some(id), operands);
    }

    /// Decorates an id, once.
    pub(super) fn decorate(&mut self, id: u32, decoration: Decoration, literals: &[Operand]) {
        if self.tables.decorated.insert((id, decoration)) {
            let (target, decoration) = (Operand::IdRef(id), Operand::Decoration(decoration));
            match *literals {
                // As most.
                [] => self.annotations.push(Op::Decorate, None, None, &[target, decoration]),
                [Operand::LiteralBit32(word)] => {
                    let operands = [target, decoration, Operand::LiteralBit32(word)];
                    self.annotations.push(Op::Decorate, None, None, &operands);
                }
                _ => {
                    let mut operands = OperandList::from_iter([target, decoration]);
                    operands.extend(literals.iter().cloned());
                    self.annotations.push(Op::Decorate, None, None, &operands);
                }
            }
        }
    }

    /// Decorates an id with a decoration that the grammar of the crate does not know yet.
    pub(super) fn decorate_by_word(&mut self, id: u32, decoration: u32) {
        self.annotations.push(Op::Decorate, None, None, &[Operand::IdRef(id), Operand::LiteralBit32(decoration)]);
    }

    /// Decorates an id with another one.
    pub(super) fn decorate_by_id(&mut self, id: u32, decoration: Decoration, value: u32) {
        let operands = [Operand::IdRef(id), Operand::Decoration(decoration), Operand::IdRef(value)];
        self.annotations.push(Op::DecorateId, None, None, &operands);
    }

    /// Decorates a member of a structure with an id.
    pub(super) fn decorate_member_by_id(&mut self, id: u32, member: u32, decoration: Decoration, value: u32) {
        let operands =
            [Operand::IdRef(id), Operand::LiteralBit32(member), Operand::Decoration(decoration), Operand::IdRef(value)];
        self.annotations.push(Op::MemberDecorateIdEXT, None, None, &operands);
    }

    /// Decorates a member of a structure.
    pub(super) fn decorate_member(&mut self, id: u32, member: u32, decoration: Decoration, literals: &[Operand]) {
        let (target, member) = (Operand::IdRef(id), Operand::LiteralBit32(member));
        let decoration = Operand::Decoration(decoration);
        match *literals {
            [] => self.annotations.push(Op::MemberDecorate, None, None, &[target, member, decoration]),
            [Operand::LiteralBit32(word)] => {
                let operands = [target, member, decoration, Operand::LiteralBit32(word)];
                self.annotations.push(Op::MemberDecorate, None, None, &operands);
            }
            _ => {
                let mut operands = OperandList::from_iter([target, member, decoration]);
                operands.extend(literals.iter().cloned());
                self.annotations.push(Op::MemberDecorate, None, None, &operands);
            }
        }
    }

    /// Records decorations of an id, or of a member of a structure, for later.
    pub(super) fn decorate_later(&mut self, id: u32, member: Option<u32>, decorations: &'a [SpirvDecoration]) {
        self.pending_decorations.extend(decorations.iter().map(|decoration| (id, member, decoration)));
    }

    /// The import of an instruction set.
    pub(super) fn import(&mut self, set: &str) -> u32 {
        match set {
            "GLSL.std.450" => return self.extended_instructions(),
            "NonSemantic.DebugPrintf" => return self.debug_printf(),
            _ => {}
        }
        if let Some((_, id)) = self.imports.iter().find(|(name, _)| name == set) {
            return *id;
        }
        let id = self.id();
        self.imports.push((set.to_owned(), id));
        id
    }
}
