//! A function under construction: its blocks, its variables, the ids of its values.
//!
//! Comes in: instructions. Goes out: blocks, which `body` puts together. Other files add methods that lower statements,
//! values and places. Must not depend on: how any of them is lowered.

use super::grammar::instruction;
use super::mark::{has_place, mark};
use super::memory::resource_class;
use super::opcode::is_contractible;
use super::type_key::Layout;
use super::writer::{ModuleWriter, Resource};
use super::{Lowered, OrBug};
use crate::hir::{self, Handle, Local, ParameterMode, Span, StorageClass, Type, Value};
use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Decoration, Op};
use rustc_hash::FxHashMap;

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
    pub locals: FxHashMap<Handle<Local>, u32>,
    pub variables: Vec<dr::Instruction>,
    pub blocks: Vec<dr::Block>,
    block: Option<dr::Block>,
    /// What the last mark of the open block says.
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
        Self {
            module,
            function,
            precise: false,
            relaxed: false,
            resources,
            indices: FxHashMap::default(),
            values: vec![None; function.values.len()],
            sources: FxHashMap::default(),
            parameters: Vec::new(),
            locals: FxHashMap::default(),
            variables: Vec::new(),
            blocks: Vec::new(),
            block: None,
            marked: None,
        }
    }

    /// Emits an instruction with a result.
    pub(super) fn emit(&mut self, opcode: Op, ty: u32, operands: Vec<Operand>) -> Lowered<u32> {
        let id = self.module.id();
        self.module.has_ids_for(0)?;
        self.push(instruction(opcode, Some(ty), Some(id), operands))?;
        if self.precise && is_contractible(opcode) {
            self.module.decorate(id, Decoration::NoContraction, vec![]);
        }
        if self.relaxed && opcode != Op::Image && self.module.is_relaxable(ty) {
            self.module.decorate(id, Decoration::RelaxedPrecision, vec![]);
        }
        Ok(id)
    }

    /// Emits an instruction with a result whose operands are all ids.
    pub(super) fn emit_ids(&mut self, opcode: Op, ty: u32, operands: &[u32]) -> Lowered<u32> {
        self.emit(opcode, ty, operands.iter().map(|&id| Operand::IdRef(id)).collect())
    }

    /// Emits an instruction that the grammar does not know, by its number.
    pub(super) fn emit_numbered(&mut self, number: u32, ty: u32, operands: Vec<Operand>) -> Lowered<u32> {
        let id = self.module.id();
        self.push(super::grammar::numbered(number, Some(ty), Some(id), operands))?;
        Ok(id)
    }

    /// Emits an instruction without a result.
    pub(super) fn emit_void(&mut self, opcode: Op, operands: Vec<Operand>) -> Lowered<()> {
        self.push(instruction(opcode, None, None, operands))
    }

    pub(super) fn push(&mut self, instruction: dr::Instruction) -> Lowered<()> {
        // Checked while there is still memory: operations on whole arrays multiply.
        if self.module.id_count() > super::MOST_IDS {
            return Err(super::Failure::TooManyIds);
        }
        if self.module.debug.is_some() && has_place(instruction.class.opcode) {
            self.mark();
        }
        self.block.as_mut().or_bug("a statement that nothing leads to")?.instructions.push(instruction);
        Ok(())
    }

    /// Marks what comes next with the current span, if debug information is wanted and what is before it has another.
    pub(super) fn mark(&mut self) {
        let span = self.module.span;
        if self.module.debug.is_some()
            && let Some(block) = &mut self.block
            && self.marked.replace(span) != Some(span)
        {
            block.instructions.push(mark(span));
        }
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self, label: u32) {
        let label = instruction(Op::Label, None, Some(label), vec![]);
        self.block = Some(dr::Block { label: Some(label), instructions: Vec::new() });
        self.marked = None;
    }

    /// How many blocks are finished; the open one comes next.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// A finished block.
    pub(super) fn finished_block(&mut self, index: usize) -> Option<&mut dr::Block> {
        self.blocks.get_mut(index)
    }

    /// Whether control reaches the point where the next instruction would go.
    pub(super) fn is_open(&self) -> bool {
        self.block.is_some()
    }

    /// The label of the open block.
    pub(super) fn label(&self) -> Lowered<u32> {
        self.block.as_ref().and_then(dr::Block::label_id).or_bug("a statement that nothing leads to")
    }

    /// Ends the open block.
    pub(super) fn terminate(&mut self, opcode: Op, operands: Vec<Operand>) -> Lowered<()> {
        self.emit_void(opcode, operands)?;
        self.end_block();
        Ok(())
    }

    /// Adds the open block, after its last instruction, to the finished ones.
    pub(super) fn end_block(&mut self) {
        self.blocks.extend(self.block.take());
    }

    /// Ends the open block with a branch.
    pub(super) fn branch(&mut self, target: u32) -> Lowered<()> {
        self.terminate(Op::Branch, vec![Operand::IdRef(target)])
    }

    /// A variable for use by the lowering itself.
    pub(super) fn temporary(&mut self, ty: u32) -> u32 {
        let class = spirv::StorageClass::Function;
        let pointer = self.module.pointer_type(class, ty);
        let id = self.module.id();
        self.variables.push(instruction(Op::Variable, Some(pointer), Some(id), vec![Operand::StorageClass(class)]));
        id
    }

    /// The type of a parameter, or of the variable that it points to, and the memory that it is in.
    pub(super) fn parameter_memory(&self, index: u32) -> Lowered<(Type, StorageClass)> {
        if let Some(Some(resource)) = self.resources.get(index as usize) {
            return Ok((resource.ty.clone(), resource.class));
        }
        let parameter = self.function.parameters.get(index as usize).or_bug("a parameter")?;
        let class = match parameter.mode {
            ParameterMode::Resource => resource_class(&self.module.hir.types, parameter.ty),
            ParameterMode::Value | ParameterMode::Pointer => StorageClass::Function,
        };
        Ok((self.module.hir.types.get(parameter.ty).clone(), class))
    }

    /// The array in a descriptor heap that a parameter selects from.
    pub(super) fn parameter_heap(&self, index: u32) -> Option<Handle<hir::GlobalVariable>> {
        self.resources.get(index as usize)?.as_ref()?.heap
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
