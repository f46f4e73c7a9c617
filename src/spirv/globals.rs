//! Variables outside functions.
//!
//! Comes in: a global of HIR, or a built-in that a recipe reads. Goes out: OpVariable with its decorations, made when
//! it is first used. Must not depend on: how places walk into them.

use super::memory::{is_block_memory, is_shared_block, memory_decorations, storage_class};
use super::post_order::{Naming, declare_in_post_order};
use super::section::{Instruction, OperandList, Section};
use super::writer::ModuleWriter;
use super::{Bug, Lowered, OrBug};
use crate::builtins::{self};
use crate::hir::{GlobalVariable, Handle, Interpolation, MemoryModel, SpirvOperand, StorageClass, Type};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};
use rustc_hash::FxHashMap;

impl Naming<Handle<GlobalVariable>> for ModuleWriter<'_> {
    /// The variables that a variable's decorations name and that are not built-ins. Other operands are declared on
    /// demand: they come before what is decorated (SPIR-V, OpDecorateId).
    fn named_by(&mut self, handle: Handle<GlobalVariable>) -> Lowered<Vec<Handle<GlobalVariable>>> {
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
        let mut named = Vec::new();
        for operand in variable.decorations.iter().flat_map(|decoration| &decoration.operands) {
            match *operand {
                SpirvOperand::Variable(other) if other != handle => {
                    let definition = hir.globals.try_get(other).or_bug("a global variable")?;
                    match definition.builtin {
                        Some(row) => drop(self.builtin_variable(row)?),
                        None => named.push(other),
                    }
                }
                SpirvOperand::Constant(constant) => drop(self.constant(constant)?),
                _ => {}
            }
        }
        Ok(named)
    }

    fn is_declared(&self, handle: Handle<GlobalVariable>) -> bool {
        self.tables.variables.contains_key(&handle)
    }

    fn declare_named(&mut self, handle: Handle<GlobalVariable>) -> Lowered<u32> {
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).or_bug("a global variable")?;
        let layout = self.variable_layout(variable);
        let ty = self.memory_type(variable.ty, layout)?;
        let class = storage_class(variable.storage, self.options.target.spirv);
        let pointer = self.pointer_type(class, ty);
        let mut operands = OperandList::from_iter([class.operand()]);
        if let Some(initializer) = variable.initializer {
            operands.push(Operand::IdRef(self.constant(initializer)?));
        }
        let id = self.id();
        self.declare(Op::Variable, Some(pointer), id, &operands);
        self.name(id, &variable.name);
        self.interface.push((id, class));
        self.tables.variables.insert(handle, id);
        self.decorate_later(id, None, &variable.decorations);
        if let Some(binding) = variable.binding {
            self.decorate(id, Decoration::DescriptorSet, &[Operand::LiteralBit32(binding.set)]);
            self.decorate(id, Decoration::Binding, &[Operand::LiteralBit32(binding.binding)]);
        }
        if let Some(row) = variable.builtin {
            self.request_builtin(row);
            self.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(row.builtin)]);
            self.decorate_flat(id, row.storage, ty);
        }
        self.decorate_relaxed(id, variable.qualifiers);
        self.decorate_interface(id, &variable.interface, self.is_interface_block(variable));
        // Vulkan requires integers to be `Flat` even if they are read with `__explicitInterpAMD`. The other decoration
        // comes first: a driver that only knows one interpolation should see that one.
        if variable.interface.interpolation == Some(Interpolation::Explicit) {
            self.decorate_flat(id, spirv::StorageClass::Input, ty);
        }
        if matches!(
            variable.storage,
            StorageClass::StorageBuffer | StorageClass::UniformConstant | StorageClass::TileAttachment
        ) {
            for decoration in memory_decorations(self.hir.memory_model, variable.qualifiers) {
                self.decorate(id, decoration, &[]);
            }
        }
        if is_shared_block(&hir.types, variable) {
            // All of them occupy the same memory (SPV_KHR_workgroup_memory_explicit_layout).
            if hir.globals.iter().filter(|(_, global)| is_shared_block(&hir.types, global)).count() > 1 {
                self.decorate(id, Decoration::Aliased, &[]);
            }
        }
        if !is_block_memory(variable.storage) {
            self.decorate_aliasing(id, variable.ty, variable.qualifiers, false);
        }
        Ok(id)
    }
}

impl ModuleWriter<'_> {
    /// Whether a variable is a block of inputs or outputs, or an array of them.
    fn is_interface_block(&self, variable: &GlobalVariable) -> bool {
        match *self.hir.types.get(self.hir.types.element_of_arrays(variable.ty)) {
            Type::Struct(structure) => self.hir.types.structure(structure).is_some_and(|it| it.is_interface_block),
            _ => false,
        }
    }

    /// The variable for a global that is not a built-in. Variables that its decorations name come first (OpDecorateId);
    /// any of them may name more.
    pub(super) fn variable(&mut self, handle: Handle<GlobalVariable>) -> Lowered<u32> {
        if let Some(&id) = self.tables.variables.get(&handle) {
            return Ok(id);
        }
        if self.hir.globals.try_get(handle).or_bug("a global variable")?.decorations.is_empty() {
            // As most: there is nothing to come first.
            return self.declare_named(handle);
        }
        declare_in_post_order(self, handle)?;
        self.tables.variables.get(&handle).copied().or_bug("a global variable")
    }

    /// Puts shared variables in declaration order if their uses came in another. Drivers place them in this order,
    /// which authors rely on: it decides about bank conflicts.
    pub(super) fn order_shared_variables(&mut self) {
        let in_order = self.hir.globals.iter().filter(|(_, global)| global.storage == StorageClass::Workgroup);
        let in_order = in_order.filter_map(|(handle, _)| self.tables.variables.get(&handle));
        if in_order.is_sorted() {
            return;
        }
        let order: FxHashMap<u32, Handle<GlobalVariable>> =
            self.tables.variables.iter().map(|(&handle, &id)| (id, handle)).collect();
        let shared = spirv::StorageClass::Workgroup as u32;
        let is_shared = |it: &Instruction<'_>| it.is(Op::Variable) && it.has_enumerant(0, shared);
        let declared = |it: &Instruction<'_>| it.result().and_then(|id| order.get(&id));
        if self.declarations.iter().filter(is_shared).is_sorted_by_key(|it| declared(&it)) {
            return;
        }
        // Nothing else outside functions refers to them.
        let (mut variables, others): (Vec<_>, Vec<_>) = self.declarations.iter().partition(is_shared);
        variables.sort_by_key(declared);
        let mut sorted = Section::default();
        for instruction in others.iter().chain(&variables) {
            sorted.push_words(instruction.words);
        }
        sorted.ask_as(&self.declarations);
        self.declarations = sorted;
    }

    /// The variable of a built-in and its pointee type. Each exists once, whatever names GLSL has for it.
    pub(super) fn builtin_variable(&mut self, row: &'static builtins::Variable) -> Lowered<(u32, u32)> {
        if row.gate.spirv > 0x0100 | u16::from(self.options.target.spirv.minor()) {
            return Err(Bug("a built-in variable that this SPIR-V version does not have"));
        }
        self.request_builtin(row);
        let key = (row.builtin, row.storage);
        if let Some(&variable) = self.tables.builtin_variables.get(&key) {
            return Ok(variable);
        }
        let ty = match (row.component, row.ty) {
            (Some(_), builtins::BuiltinType::Scalar(scalar)) => self.vector_type(4, scalar),
            (_, ty) => self.builtin_type(ty)?,
        };
        Ok((self.declare_builtin(key, ty, row.name), ty))
    }

    /// The input variable of a SPIR-V built-in that a recipe reads as a `ty`; the recipe states its requirements.
    pub(super) fn input_variable(&mut self, builtin: spirv::BuiltIn, ty: u32) -> u32 {
        let key = (builtin, spirv::StorageClass::Input);
        match self.tables.builtin_variables.get(&key) {
            Some(&(id, _)) => id,
            None => self.declare_builtin(key, ty, &format!("{builtin:?}")),
        }
    }

    fn declare_builtin(&mut self, key: (spirv::BuiltIn, spirv::StorageClass), ty: u32, name: &str) -> u32 {
        let (builtin, class) = key;
        let pointer = self.pointer_type(class, ty);
        let id = self.id();
        self.declare(Op::Variable, Some(pointer), id, &[Operand::StorageClass(class)]);
        self.name(id, name);
        self.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(builtin)]);
        self.decorate_flat(id, class, ty);
        if self.is_volatile(builtin) && self.hir.memory_model == MemoryModel::Glsl450 {
            self.decorate(id, Decoration::Volatile, &[]);
        }
        self.interface.push((id, class.into()));
        self.tables.builtin_variables.insert(key, (id, ty));
        id
    }

    /// The row of a built-in variable that a recipe names, for the stage of the module.
    pub(super) fn builtin_row(&self, name: &str) -> Lowered<&'static builtins::Variable> {
        let stage = self.hir.entry_point.stage;
        let rows = builtins::variables(name);
        let fitting = rows.iter().find(|row| row.gate.stages.contains(stage));
        fitting.or(rows.first()).or_bug("a built-in variable of a recipe")
    }
}
