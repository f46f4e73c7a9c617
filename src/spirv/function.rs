//! A function under construction: its blocks, its variables, what its values became.
//!
//! Comes in: a [`hir::Function`]. Goes out: a [`dr::Function`]. The parts are siblings: `statement`, `value`, `place`,
//! `builtin` and so on add methods to the writer. Must not know: other functions' bodies.

use super::grammar::instruction;
use super::memory::storage_class;
use super::types::{Layout, TypeKey};
use super::writer::{ModuleWriter, Resource};
use super::{Bug, Lowered, OrBug};
use crate::hir::{self, Handle, Local, ParameterMode, SpirvOperand, StorageClass, Type, Value, ValueKind};
use rspirv::dr::{self, Operand};
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
    /// Resources that differ from what the parameters say.
    resources: Vec<Option<Resource>>,
    /// Indices that came with resources, by parameter.
    indices: FxHashMap<u32, Vec<u32>>,
    values: Vec<Option<u32>>,
    /// Where loaded resources come from: the pointer, or texture and sampler that were joined.
    pub sources: FxHashMap<u32, Source>,
    parameters: Vec<u32>,
    locals: FxHashMap<Handle<Local>, u32>,
    variables: Vec<dr::Instruction>,
    blocks: Vec<dr::Block>,
    block: Option<dr::Block>,
}

/// Where a resource that an instruction takes comes from.
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
        }
    }

    /// Lowers the whole function.
    pub(super) fn run(mut self, id: u32) -> Lowered<dr::Function> {
        self.module.small_arithmetic |= super::convert::small_arithmetic(&self.module.hir.types, self.function);
        let result = self.module.value_type(self.function.result)?;
        let mut types = Vec::new();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.parameter_heap(index as u32).is_some() {
                continue;
            }
            let (ty, class) = self.parameter_memory(index as u32)?;
            let ty = self.plain_type(&ty)?;
            types.push(match parameter.mode {
                ParameterMode::Value => ty,
                ParameterMode::Pointer | ParameterMode::Resource => {
                    let class = storage_class(class, self.module.options.target.spirv);
                    self.module.pointer_type(class, ty)
                }
            });
        }
        types.extend(self.resources.iter().flatten().flat_map(|resource| resource.indices.iter().copied()));
        let signature = self.module.type_of(TypeKey::Function(result, types.clone()));
        let mut parameters = Vec::new();
        let mut types = types.into_iter();
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            if self.parameter_heap(index as u32).is_some() {
                // Its index is all that is passed.
                self.parameters.push(0);
                continue;
            }
            let ty = types.next().or_bug("the type of a parameter")?;
            let id = self.module.id();
            parameters.push(instruction(Op::FunctionParameter, Some(ty), Some(id), vec![]));
            self.parameters.push(id);
            self.module.name(id, &parameter.name);
            self.module.decorate_later(id, None, &parameter.decorations);
            self.module.decorate_relaxed(id, parameter.qualifiers);
            match parameter.mode {
                ParameterMode::Resource => {
                    for decoration in self.module.hir.memory_model.decorations(parameter.qualifiers) {
                        self.module.decorate(id, decoration, vec![]);
                    }
                }
                // A handle that differs between invocations.
                _ if *self.module.hir.types.get(parameter.ty) == Type::AccelerationStructure => {
                    self.mark_non_uniform(id, parameter.qualifiers);
                }
                mode => {
                    self.module.decorate_aliasing(id, parameter.ty, parameter.qualifiers, mode == ParameterMode::Value)
                }
            }
        }
        for (index, resource) in self.resources.iter().enumerate() {
            for ty in types.by_ref().take(resource.as_ref().map_or(0, |resource| resource.indices.len())) {
                let id = self.module.id();
                parameters.push(instruction(Op::FunctionParameter, Some(ty), Some(id), vec![]));
                self.indices.entry(index as u32).or_default().push(id);
            }
        }
        let label = self.module.id();
        self.begin_block(label);
        self.statements()?;
        if self.is_open() {
            if matches!(self.module.hir.types.get(self.function.result), Type::Void) {
                self.terminate(Op::Return, vec![])?;
            } else {
                // The value is undefined (GLSL 4.60, 6.4), the way through is not.
                let undefined = self.module.plain_constant(Op::Undef, result);
                self.terminate(Op::ReturnValue, vec![Operand::IdRef(undefined)])?;
            }
        }
        if let Some(first) = self.blocks.first_mut() {
            first.instructions.splice(0..0, self.variables);
        }
        if self.function.attributes.relaxed {
            self.module.decorate(id, Decoration::RelaxedPrecision, vec![]);
        }
        let attributes = self.function.attributes;
        let mut control = spirv::FunctionControl::NONE;
        control.set(spirv::FunctionControl::INLINE, attributes.inline);
        control.set(spirv::FunctionControl::DONT_INLINE, attributes.no_inline);
        let control = Operand::FunctionControl(control);
        Ok(dr::Function {
            def: Some(instruction(Op::Function, Some(result), Some(id), vec![control, Operand::IdRef(signature)])),
            end: Some(instruction(Op::FunctionEnd, None, None, vec![])),
            parameters,
            blocks: self.blocks,
        })
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
        // Checked while there is still memory: whole-array operations multiply.
        if self.module.id_count() > super::MOST_IDS {
            return Err(super::Failure::TooManyIds);
        }
        self.block.as_mut().or_bug("a statement that nothing leads to")?.instructions.push(instruction);
        Ok(())
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self, label: u32) {
        let label = instruction(Op::Label, None, Some(label), vec![]);
        self.block = Some(dr::Block { label: Some(label), instructions: Vec::new() });
    }

    /// How many blocks are finished; the one that is open comes next.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// A block that is finished.
    pub(super) fn finished_block(&mut self, index: usize) -> Option<&mut dr::Block> {
        self.blocks.get_mut(index)
    }

    /// Whether control reaches the point where the next instruction would go.
    pub(super) fn is_open(&self) -> bool {
        self.block.is_some()
    }

    /// The label of the block that is open.
    pub(super) fn label(&self) -> Lowered<u32> {
        self.block.as_ref().and_then(dr::Block::label_id).or_bug("a statement that nothing leads to")
    }

    /// Ends the block that is open.
    pub(super) fn terminate(&mut self, opcode: Op, operands: Vec<Operand>) -> Lowered<()> {
        self.emit_void(opcode, operands)?;
        self.blocks.extend(self.block.take());
        Ok(())
    }

    /// Ends the block that is open with a branch.
    pub(super) fn branch(&mut self, target: u32) -> Lowered<()> {
        self.terminate(Op::Branch, vec![Operand::IdRef(target)])
    }

    /// A variable of the function, made at its first use. Those that its decorations name come first (OpDecorateId); any of
    /// them may name more.
    pub(super) fn local(&mut self, handle: Handle<Local>) -> Lowered<u32> {
        if let Some(&id) = self.locals.get(&handle) {
            return Ok(id);
        }
        if self.function.locals.try_get(handle).or_bug("a local variable")?.decorations.is_empty() {
            return self.declare_local(handle);
        }
        let mut seen = FxHashSet::from_iter([handle]);
        let mut open = vec![(handle, self.locals_named_by(handle)?)];
        while let Some((last, named)) = open.last_mut() {
            match named.pop() {
                Some(next) if !self.locals.contains_key(&next) && seen.insert(next) => {
                    open.push((next, self.locals_named_by(next)?));
                }
                Some(_) => {}
                None => {
                    let last = *last;
                    open.pop();
                    self.declare_local(last)?;
                }
            }
        }
        let decorated = seen.into_iter().collect::<std::collections::BTreeSet<_>>();
        for local in decorated {
            let decorations = &self.function.locals.try_get(local).or_bug("a local variable")?.decorations;
            let id = self.locals.get(&local).copied().or_bug("a local variable")?;
            self.decorate_numbered(id, decorations)?;
        }
        self.locals.get(&handle).copied().or_bug("a local variable")
    }

    /// The variables of the function that the decorations of one name.
    fn locals_named_by(&self, handle: Handle<Local>) -> Lowered<Vec<Handle<Local>>> {
        let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
        let operands = local.decorations.iter().flat_map(|decoration| &decoration.operands);
        let named = operands.filter_map(|operand| match *operand {
            SpirvOperand::Local(other) if other != handle => Some(other),
            _ => None,
        });
        Ok(named.collect())
    }

    fn declare_local(&mut self, handle: Handle<Local>) -> Lowered<u32> {
        let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
        let ty = self.module.value_type(local.ty)?;
        let id = self.temporary(ty);
        if let Some(scalar) = self.module.hir.types.get(local.ty).scalar() {
            self.module.small_arithmetic |= super::convert::small(scalar);
        }
        self.module.name(id, &local.name);
        self.module.decorate_relaxed(id, local.qualifiers);
        self.module.decorate_aliasing(id, local.ty, local.qualifiers, false);
        self.locals.insert(handle, id);
        Ok(id)
    }

    /// A variable for the use of the lowering itself.
    pub(super) fn temporary(&mut self, ty: u32) -> u32 {
        let class = spirv::StorageClass::Function;
        let pointer = self.module.pointer_type(class, ty);
        let id = self.module.id();
        self.variables.push(instruction(Op::Variable, Some(pointer), Some(id), vec![Operand::StorageClass(class)]));
        id
    }

    /// The type of a parameter, or of the variable that it is a pointer to, and where that is.
    pub(super) fn parameter_memory(&self, index: u32) -> Lowered<(Type, StorageClass)> {
        if let Some(Some(resource)) = self.resources.get(index as usize) {
            return Ok((resource.ty.clone(), resource.class));
        }
        let parameter = self.function.parameters.get(index as usize).or_bug("a parameter")?;
        let class = match parameter.mode {
            ParameterMode::Resource => self.module.resource_class(parameter.ty),
            ParameterMode::Value | ParameterMode::Pointer => StorageClass::Function,
        };
        Ok((self.module.hir.types.get(parameter.ty).clone(), class))
    }

    /// The array in a descriptor heap that a parameter is an element of.
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

    /// The id of a value that was computed, or needs no computation.
    pub(super) fn value(&mut self, value: Handle<Value>) -> Lowered<u32> {
        if let Some(&Some(id)) = self.values.get(value.index()) {
            return Ok(id);
        }
        let id = match self.definition(value)?.kind {
            ValueKind::Constant(constant) => self.module.constant(constant)?,
            ValueKind::Parameter(index) => self.parameter(index)?,
            // Has to be in the block that uses it, so it is made anew for each use (SPIR-V, OpSampledImage).
            ValueKind::SampledImage { texture, sampler } => return self.sampled_image(value, texture, sampler),
            _ => return Err(Bug("a value that is used before it is computed")),
        };
        self.set_value(value, id)?;
        Ok(id)
    }

    /// Remembers what a value became.
    pub(super) fn set_value(&mut self, value: Handle<Value>, id: u32) -> Lowered<()> {
        *self.values.get_mut(value.index()).or_bug("a value")? = Some(id);
        Ok(())
    }

    /// The type of values of a HIR type.
    pub(super) fn plain_type(&mut self, ty: &Type) -> Lowered<u32> {
        self.module.memory_type_of(ty, Layout::Plain)
    }
}

/// Whether NoContraction means something for an instruction: arithmetic of SPIR-V, 3.52.13, on floats.
fn is_contractible(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
    )
}
