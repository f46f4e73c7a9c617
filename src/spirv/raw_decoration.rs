//! Decorations as raw SPIR-V (GL_EXT_spirv_intrinsics, `spirv_decorate` and similar words).
//!
//! Comes in: a decoration by its number, with operands that may be variables. Goes out: the instruction. Must not
//! depend on: the meaning of any number.

use super::section::OperandList;
use super::writer::ModuleWriter;
use super::{Lowered, OrBug};
use crate::hir::{SpirvDecoration, SpirvForm, SpirvOperand};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    pub(super) fn decorate_by_number(
        &mut self,
        id: u32,
        member: Option<u32>,
        decoration: &SpirvDecoration,
    ) -> Lowered<()> {
        let mut operands = OperandList::new();
        for operand in &decoration.operands {
            self.spirv_operand(operand, &mut operands)?;
        }
        self.push_decoration(id, member, decoration, operands);
        Ok(())
    }

    pub(super) fn push_decoration(
        &mut self,
        id: u32,
        member: Option<u32>,
        decoration: &SpirvDecoration,
        extra_operands: OperandList,
    ) {
        let opcode = match (decoration.form, member) {
            (SpirvForm::Literals, None) => Op::Decorate,
            (SpirvForm::Literals, Some(_)) => Op::MemberDecorate,
            (SpirvForm::Ids, _) => Op::DecorateId,
            (SpirvForm::Strings, None) => Op::DecorateString,
            (SpirvForm::Strings, Some(_)) => Op::MemberDecorateString,
        };
        let mut operands = OperandList::from_iter([Operand::IdRef(id)]);
        operands.extend(member.map(Operand::LiteralBit32));
        operands.push(Operand::LiteralBit32(decoration.decoration));
        operands.extend(extra_operands);
        self.annotations.push(opcode, None, None, &operands);
    }

    pub(super) fn spirv_operand(&mut self, operand: &SpirvOperand, operands: &mut OperandList) -> Lowered<()> {
        // Decorations in a function have their operands resolved there.
        let SpirvOperand::Variable(handle) = *operand else { return self.type_operand(operand, operands) };
        let variable = self.hir.globals.try_get(handle).or_bug("a global variable")?;
        operands.push(Operand::IdRef(match variable.builtin {
            Some(row) => self.builtin_variable(row)?.0,
            None => self.variable(handle)?,
        }));
        Ok(())
    }
}
