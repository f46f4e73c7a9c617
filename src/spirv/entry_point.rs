//! The order in which a module is written: the entry point, what it reaches, and what applies to the module as a whole.
//!
//! Comes in: a [`ModuleWriter`] that has written nothing. Goes out: a [`Module`] in the layout of SPIR-V 2.4. Must
//! not depend on: how any particular value or statement is lowered.

use super::buffers::{Buffers, FunctionBuffers};
use super::failure::MOST_FUNCTION_COPIES;
use super::function::FunctionWriter;
use super::instance::Instance;
use super::memory::memory_model_operand;
use super::module::Module;
use super::named_value;
use super::section::OperandList;
use super::writer::ModuleWriter;
use super::{Failure, Lowered, OrBug, require};
use crate::hir::{self, Handle, Span, Workgroup, WorkgroupDimension};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::{self, Op};

impl ModuleWriter<'_> {
    /// Lowers the entry point and what it reaches.
    pub(super) fn run(&mut self) -> Lowered<()> {
        let entry = self.function_id(Instance::plain(self.hir.entry_point.function));
        // A tile shading rate replaces a size (GL_QCOM_tile_shading, 4.4.1).
        let rate = spirv::ExecutionMode::TileShadingRateQCOM as u32;
        let has_rate = self.hir.intrinsics.execution_modes.iter().any(|it| it.mode == rate);
        if let Some(workgroup) = self.hir.entry_point.workgroup.filter(|_| !has_rate) {
            // The constants of LocalSizeId must come before the types of matrices that a workgroup shares.
            self.workgroup_size(entry, workgroup)?;
        }
        let mut written = 0;
        while let Some((instance, id)) = self.queue.pop_front() {
            let definition = self.hir.functions.try_get(instance.function).or_bug("a function")?;
            self.span = definition.span;
            if written >= self.hir.functions.len() + MOST_FUNCTION_COPIES {
                return Err(Failure::TooManyFunctionCopies);
            }
            self.name(id, &definition.name);
            let FunctionBuffers { is_named, naming, .. } = &mut self.function_buffers;
            named_value::find(self.hir, definition, is_named, naming);
            FunctionWriter::new(self, definition, instance.resources).run(id)?;
            written += 1;
        }
        self.span = Span::UNDEFINED;
        self.decorate_origins();
        // The next stage may read what this one never writes: outputs exist because they are declared.
        for (handle, global) in self.hir.globals.iter() {
            let is_output = global.storage == hir::StorageClass::Output && global.builtin.is_none();
            let is_kept = self.options.preserve_bindings && global.binding.is_some();
            if is_output || is_kept || self.is_passed_through(global) {
                self.variable(handle)?;
            }
        }
        self.modes()?;
        self.order_shared_variables();
        self.debug_information()
    }

    fn modes(&mut self) -> Lowered<()> {
        let entry = &self.hir.entry_point;
        let id = self.function_id(Instance::plain(entry.function));
        if let Some(constant) = self.decorated_workgroup_size() {
            self.constant(constant)?;
        }
        let attributes = self.hir.functions.try_get(entry.function).or_bug("the entry point")?.attributes;
        if attributes.subgroup_uniform_control_flow {
            self.mode(id, spirv::ExecutionMode::SubgroupUniformControlFlowKHR, &[]);
        }
        for constant in &entry.constants {
            self.requested.row(constant.capabilities, &[]);
        }
        if let Some(variant) = entry.variant {
            self.requested.row(&[variant.capability], &[variant.spirv_extension]);
        }
        if entry.primitive_culling {
            self.requested.primitive_culling();
        }
        self.layout_modes(id);
        if entry.wide_indexing {
            self.mode(id, spirv::ExecutionMode::Shader64BitIndexingEXT, &[]);
        }
        if attributes.maximally_reconverges {
            self.mode(id, spirv::ExecutionMode::MaximallyReconvergesKHR, &[]);
        }
        self.intrinsics(id)
    }

    /// The size of workgroups. A specialized size is set by LocalSizeId if the environment has that without an
    /// extension, else by a constant with the decoration WorkgroupSize, which SPIR-V 1.6 deprecates. Drivers support
    /// the former better: one was seen to take LocalSize for the size of matrices that a workgroup shares, and to
    /// divide by zero.
    fn workgroup_size(&mut self, entry_point: u32, workgroup: Workgroup) -> Lowered<()> {
        if self.is_specialized() && self.has_local_size_id() {
            let mut operands = OperandList::from_iter([
                Operand::IdRef(entry_point),
                Operand::ExecutionMode(spirv::ExecutionMode::LocalSizeId),
            ]);
            for dimension in workgroup.size {
                operands.push(Operand::IdRef(match dimension {
                    WorkgroupDimension::Literal(size) => self.uint_constant(size),
                    WorkgroupDimension::Specialization(constant) => self.constant(constant)?,
                }));
            }
            self.execution_modes.push(Op::ExecutionModeId, None, None, &operands);
            return Ok(());
        }
        let size = workgroup.size.map(|dimension| {
            Operand::LiteralBit32(match dimension {
                WorkgroupDimension::Literal(size) => size,
                WorkgroupDimension::Specialization(constant) => self.specialization_default(constant),
            })
        });
        self.mode(entry_point, spirv::ExecutionMode::LocalSize, &size);
        Ok(())
    }

    fn is_specialized(&self) -> bool {
        let size = self.hir.entry_point.workgroup.iter().flat_map(|it| &it.size);
        size.into_iter().any(|it| matches!(it, WorkgroupDimension::Specialization(_)))
    }

    /// The constant whose decoration sets a specialized size.
    fn decorated_workgroup_size(&self) -> Option<Handle<hir::Constant>> {
        let constant = self.hir.entry_point.workgroup?.constant?;
        (self.is_specialized() && !self.has_local_size_id()).then_some(constant)
    }

    /// Puts the sections together; also returns memory for the next module.
    pub(super) fn finish(mut self) -> (Module, Buffers) {
        let entry = &self.hir.entry_point;
        let entry_id = self.function_id(Instance::plain(entry.function));
        let version = self.options.target.spirv;
        let addressing = if self.uses_references || self.asks_for_physical_pointers() {
            spirv::AddressingModel::PhysicalStorageBuffer64
        } else {
            spirv::AddressingModel::Logical
        };
        let model = entry.variant.map_or(entry.stage.facts().execution_model, |variant| variant.execution_model);
        let mut operands = OperandList::from_iter([
            Operand::ExecutionModel(model),
            Operand::IdRef(entry_id),
            Operand::LiteralString("main".to_owned()),
        ]);
        for &(id, class) in &self.interface {
            if class.is_interface() || version >= SpirvVersion::V1_4 {
                operands.push(Operand::IdRef(id));
            }
        }
        let mut module = Module {
            version: version.word(),
            bound: self.next_id,
            execution_modes: self.execution_modes,
            strings: self.string_instructions,
            names: self.names,
            annotations: self.annotations,
            declarations: self.declarations,
            functions: self.functions,
            ..self.others
        };
        let models =
            [Operand::AddressingModel(addressing), Operand::MemoryModel(memory_model_operand(self.hir.memory_model))];
        module.memory_model.push(Op::MemoryModel, None, None, &models);
        module.entry_points.push(Op::EntryPoint, None, None, &operands);
        let sets = [(self.extended_instructions, "GLSL.std.450"), (self.debug_printf, "NonSemantic.DebugPrintf")];
        let sets = sets.into_iter().filter_map(|(id, name)| Some((id?, name)));
        let sets = sets.chain(self.imports.iter().map(|(name, id)| (*id, name.as_str())));
        for (id, name) in sets {
            module.imports.push_text(Op::ExtInstImport, Some(id), &[], name);
            self.requested.import(name);
        }
        let parts = [&mut self.variables_of_function, &mut self.body];
        require::declare(&mut module, version, self.extended_instructions, self.requested, parts, &mut self.facts);
        self.body.reset();
        self.variables_of_function.reset();
        let buffers = Buffers {
            module: Module::default(),
            body: self.body,
            variables_of_function: self.variables_of_function,
            function: self.function_buffers,
            tables: self.tables.reused(),
            facts: self.facts,
            lowered: None,
        };
        (module, buffers)
    }
}
