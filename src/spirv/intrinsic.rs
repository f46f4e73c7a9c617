//! Raw SPIR-V in a shader (GL_EXT_spirv_intrinsics): instructions, execution modes, capabilities.
//!
//! Comes in: the parts of HIR that carry the numbers. Goes out: instructions of the class `NUMBERED`, whose opcode is
//! their first operand, and known instructions with numbers for enumerants. No capability is derived from such numbers:
//! the shader says what it needs. Must not depend on: what any number stands for.

use super::function::FunctionWriter;
use super::section::OperandList;
use super::writer::ModuleWriter;
use super::{Lowered, require};
use crate::hir::{SpirvArgument, SpirvCall, SpirvForm, Type, Value};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl<'a> ModuleWriter<'a> {
    /// What the shader requests as a whole, and everything that had to wait for the last declaration.
    pub(super) fn intrinsics(&mut self, entry: u32) -> Lowered<()> {
        let hir = self.hir;
        let intrinsics = &hir.intrinsics;
        for extension in &intrinsics.extensions {
            self.requested.named_extension(extension);
        }
        for &capability in &intrinsics.capabilities {
            self.requested.named_capability(capability);
        }
        for mode in &intrinsics.execution_modes {
            let mut operands = OperandList::from_iter([Operand::IdRef(entry), Operand::LiteralBit32(mode.mode)]);
            for operand in &mode.operands {
                self.spirv_operand(operand, &mut operands)?;
            }
            let opcode = if mode.form == SpirvForm::Ids { Op::ExecutionModeId } else { Op::ExecutionMode };
            self.execution_modes.push(opcode, None, None, &operands);
        }
        // A variable with explicit decorations is intended, used or not.
        for (handle, global) in hir.globals.iter() {
            if global.builtin.is_none() && !global.decorations.is_empty() {
                self.variable(handle)?;
            }
        }
        // Operands may be variables with decorations of their own.
        let mut next = 0;
        while let Some(&(id, member, decoration)) = self.pending_decorations.get(next) {
            next += 1;
            self.decorate_by_number(id, member, decoration)?;
        }
        Ok(())
    }

    /// Whether the shader requests physical pointers by number, which need their addressing model.
    pub(super) fn asks_for_physical_pointers(&self) -> bool {
        require::names_physical_pointers(&self.hir.intrinsics.capabilities)
    }
}

impl<'a> FunctionWriter<'_, 'a> {
    /// An instruction by number.
    pub(super) fn spirv_call(&mut self, value: &Value, call: &'a SpirvCall) -> Lowered<Option<u32>> {
        let is_void = matches!(self.module.hir.types.get(value.ty), Type::Void);
        let (opcode, mut operands) = self.module.spirv_instruction(&call.instruction);
        for argument in &call.arguments {
            operands.push(match *argument {
                SpirvArgument::Value(value) => Operand::IdRef(self.value(value)?),
                SpirvArgument::Place(place) => Operand::IdRef(self.pointer(place)?.id),
                SpirvArgument::Literal(word) => Operand::LiteralBit32(word),
            });
        }
        // Instructions of other sets always have a result.
        if is_void && call.instruction.set.is_none() {
            self.open_section(Op::Nop)?.push_numbered(opcode, None, None, &operands);
            return Ok(None);
        }
        let ty = self.module.value_type(value.ty)?;
        let id = self.module.id();
        self.open_section(Op::Nop)?.push_numbered(opcode, Some(ty), Some(id), &operands);
        self.module.decorate_later(id, None, &call.decorations);
        Ok(Some(id))
    }
}
