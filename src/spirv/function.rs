//! A function under construction: its blocks, its variables, the ids of its values.
//!
//! Comes in: instructions. Goes out: sections of the module, which `body` puts together. Other files add methods that
//! lower statements, values and places. Must not depend on: how any of them is lowered.

use super::buffers::FunctionBuffers;
use super::chains::Chains;
use super::instance::Resource;
use super::mark::{has_place, mark};
use super::memory::resource_class;
use super::opcode::is_contractible;
use super::section::Section;
use super::type_key::Layout;
use super::writer::ModuleWriter;
use super::{Lowered, OrBug};
use crate::hir::{self, Constant, Handle, Local, ParameterMode, Span, StorageClass, Type, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is being lowered.
pub(super) struct FunctionWriter<'w, 'a> {
    /// The module it goes into.
    pub module: &'w mut ModuleWriter<'a>,
    /// The function.
    pub function: &'a hir::Function,
    /// Whether what is emitted now must not be contracted.
    pub precise: bool,
    /// Whether half the precision is enough for what is emitted now.
    pub relaxed: bool,
    /// Resources that differ from what the parameters declare.
    pub resources: Vec<Option<Resource>>,
    /// Indices passed along with resources, by parameter.
    pub indices: FxHashMap<u32, Vec<u32>>,
    pub values: Vec<Option<u32>>,
    /// Where loaded resources come from: the pointer, or the texture and sampler that were joined.
    pub sources: FxHashMap<u32, Source>,
    pub parameters: Vec<u32>,
    /// The ids of variables that have been made, by their position in the arena.
    locals: Vec<Option<u32>>,
    /// By variable, whether it only [names a value](super::named_value).
    pub is_named: Vec<bool>,
    /// The values of such variables, and those that have a name.
    pub named: FxHashMap<Handle<Local>, u32>,
    pub names: FxHashSet<u32>,
    /// Variables that a pass has made values of, and the constants among those, for debug information.
    pub described: FxHashSet<Handle<Local>>,
    pub described_constants: Vec<Handle<Constant>>,
    /// Pointers that can be used again.
    pub chains: Chains,
    /// The label of the open block.
    open: Option<u32>,
    /// The span of the last mark in the open block.
    marked: Option<Span>,
}

/// Where a resource operand of an instruction comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// OpLoad of this pointer.
    Loaded(u32),
    /// OpSampledImage of this texture and this sampler.
    Joined(u32, u32),
}

impl<'w, 'a> FunctionWriter<'w, 'a> {
    pub(super) fn new(
        module: &'w mut ModuleWriter<'a>,
        function: &'a hir::Function,
        resources: Vec<Option<Resource>>,
    ) -> Self {
        let FunctionBuffers { mut values, mut locals, parameters, is_named, naming, named, names, chains } =
            std::mem::take(&mut module.function_buffers);
        module.function_buffers.naming = naming;
        values.resize(function.values.len(), None);
        locals.resize(function.locals.len(), None);
        Self {
            module,
            function,
            precise: false,
            relaxed: false,
            resources,
            indices: FxHashMap::default(),
            values,
            sources: FxHashMap::default(),
            parameters,
            locals,
            is_named,
            named,
            names,
            described: FxHashSet::default(),
            described_constants: Vec::new(),
            chains,
            open: None,
            marked: None,
        }
    }

    /// Leaves its memory to the next function.
    pub(super) fn recycle(self) {
        let Self { values, locals, parameters, is_named, named, names, chains, .. } = self;
        let naming = std::mem::take(&mut self.module.function_buffers.naming);
        let buffers = FunctionBuffers { values, locals, parameters, is_named, naming, named, names, chains };
        self.module.function_buffers = buffers.reused();
    }

    /// Emits an instruction with a result.
    pub(super) fn emit(&mut self, opcode: Op, ty: u32, operands: &[Operand]) -> Lowered<u32> {
        let id = self.module.id();
        self.module.has_ids_for(0)?;
        self.open_section(opcode)?.push(opcode, Some(ty), Some(id), operands);
        self.qualify(opcode, ty, id);
        Ok(id)
    }

    /// Decorates a result for `precise` and `mediump`.
    fn qualify(&mut self, opcode: Op, ty: u32, id: u32) {
        if self.precise && is_contractible(opcode) {
            self.module.decorate(id, Decoration::NoContraction, &[]);
        }
        if self.relaxed && opcode != Op::Image && self.module.is_relaxable(ty) {
            self.module.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
    }

    /// Emits an instruction with a result whose operands are all ids.
    pub(super) fn emit_ids(&mut self, opcode: Op, ty: u32, operands: &[u32]) -> Lowered<u32> {
        let id = self.module.id();
        self.module.has_ids_for(0)?;
        self.open_section(opcode)?.push_ids(opcode, Some(ty), Some(id), operands);
        self.qualify(opcode, ty, id);
        Ok(id)
    }

    /// Emits an instruction that the grammar does not know, by its number.
    pub(super) fn emit_numbered(&mut self, number: u32, ty: u32, operands: &[Operand]) -> Lowered<u32> {
        let id = self.module.id();
        self.open_section(Op::Nop)?.push_numbered(number, Some(ty), Some(id), operands);
        Ok(id)
    }

    /// Emits an instruction without a result.
    pub(super) fn emit_void(&mut self, opcode: Op, operands: &[Operand]) -> Lowered<()> {
        self.open_section(opcode)?.push(opcode, None, None, operands);
        Ok(())
    }

    /// Emits an instruction without a result whose operands are all ids.
    pub(super) fn emit_void_ids(&mut self, opcode: Op, operands: &[u32]) -> Lowered<()> {
        self.open_section(opcode)?.push_ids(opcode, None, None, operands);
        Ok(())
    }

    /// The section for the next instruction of the open block; OpNop represents numbered instructions.
    pub(super) fn open_section(&mut self, opcode: Op) -> Lowered<&mut Section> {
        // Checked while there is still memory: operations on whole arrays multiply.
        if self.module.id_count() > super::allowed_ids(self.module.options.most_ids) {
            return Err(super::Failure::TooManyIds);
        }
        self.open.or_bug("a statement that nothing leads to")?;
        if self.module.debug.is_some() && has_place(opcode) {
            self.mark();
        }
        Ok(&mut self.module.body)
    }

    /// Marks what follows with the current span, if debug information is requested and the last mark has another span.
    pub(super) fn mark(&mut self) {
        let span = self.module.span;
        if self.module.debug.is_some() && self.open.is_some() && self.marked.replace(span) != Some(span) {
            mark(&mut self.module.body, span);
        }
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self, label: u32) {
        self.module.body.push_ids(Op::Label, None, Some(label), &[]);
        self.open = Some(label);
        self.marked = None;
    }

    /// Whether control reaches the point where the next instruction would go.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The label of the open block.
    pub(super) fn label(&self) -> Lowered<u32> {
        self.open.or_bug("a statement that nothing leads to")
    }

    /// Ends the open block.
    pub(super) fn terminate(&mut self, opcode: Op, operands: &[Operand]) -> Lowered<()> {
        self.emit_void(opcode, operands)?;
        self.end_block();
        Ok(())
    }

    /// Ends the open block with an instruction whose operands are all ids.
    pub(super) fn terminate_ids(&mut self, opcode: Op, operands: &[u32]) -> Lowered<()> {
        self.emit_void_ids(opcode, operands)?;
        self.end_block();
        Ok(())
    }

    /// Adds the open block, after its last instruction, to the finished ones.
    pub(super) fn end_block(&mut self) {
        self.open = None;
    }

    /// Ends the open block with a branch.
    pub(super) fn branch(&mut self, target: u32) -> Lowered<()> {
        self.terminate_ids(Op::Branch, &[target])
    }

    /// A variable for use by the lowering itself.
    pub(super) fn temporary(&mut self, ty: u32) -> u32 {
        let class = spirv::StorageClass::Function;
        let pointer = self.module.pointer_type(class, ty);
        let id = self.module.id();
        self.module.variables_of_function.push(Op::Variable, Some(pointer), Some(id), &[Operand::StorageClass(class)]);
        id
    }

    /// The type of a parameter, or of the variable that it points to, and the memory that it is in.
    pub(super) fn parameter_memory(&self, index: u32) -> Lowered<(Type, StorageClass)> {
        if let Some(Some(resource)) = self.resources.get(index as usize) {
            return Ok((resource.ty, resource.class));
        }
        let parameter = self.function.parameters.get(index as usize).or_bug("a parameter")?;
        let class = match parameter.mode {
            ParameterMode::Resource => resource_class(&self.module.hir.types, parameter.ty),
            ParameterMode::Value | ParameterMode::Pointer => StorageClass::Function,
        };
        Ok((*self.module.hir.types.get(parameter.ty), class))
    }

    /// The indices that lead from the variable behind a parameter to the resource, with their types.
    pub(super) fn parameter_indices(&self, index: u32) -> (Vec<u32>, Vec<u32>) {
        let ids = self.indices.get(&index).cloned().unwrap_or_default();
        let types = self.resources.get(index as usize).and_then(Option::as_ref);
        (ids, types.map_or_else(Vec::new, |resource| resource.indices.clone()))
    }

    /// The id of a parameter.
    pub(super) fn parameter(&self, index: u32) -> Lowered<u32> {
        self.parameters.get(index as usize).copied().or_bug("a parameter")
    }

    /// A value of the function.
    pub(super) fn definition(&self, value: Handle<Value>) -> Lowered<&'a Value> {
        self.function.values.try_get(value).or_bug("a value")
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Handle<Value>) -> Lowered<&'a Type> {
        Ok(self.module.hir.types.get(self.definition(value)?.ty))
    }

    /// The id of a variable, if it has been made.
    pub(super) fn made_local(&self, local: Handle<Local>) -> Option<u32> {
        self.locals.get(local.index()).copied().flatten()
    }

    /// Records the id of a variable.
    pub(super) fn set_local(&mut self, local: Handle<Local>, id: u32) -> Lowered<()> {
        *self.locals.get_mut(local.index()).or_bug("a local variable")? = Some(id);
        Ok(())
    }

    /// The variables that have been made, in the order of their handles.
    pub(super) fn made_locals(&self) -> Vec<(Handle<Local>, u32)> {
        let ids = self.function.locals.iter().zip(&self.locals);
        ids.filter_map(|((local, _), id)| Some((local, (*id)?))).collect()
    }

    /// Records the id of a value.
    pub(super) fn set_value(&mut self, value: Handle<Value>, id: u32) -> Lowered<()> {
        *self.values.get_mut(value.index()).or_bug("a value")? = Some(id);
        Ok(())
    }

    /// The SPIR-V type for values of a HIR type.
    pub(super) fn plain_type(&mut self, ty: &Type) -> Lowered<u32> {
        self.module.memory_type_of(ty, Layout::Plain)
    }
}
