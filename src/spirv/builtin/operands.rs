//! Operands of core instructions that are not plain values: literals, memory, tensors and matrices.
//!
//! Comes in: an operand of a step. Goes out: the operands of the instruction. Must not depend on: any built-in by name.

use super::call::{Call, Prepared, Typed};
use crate::builtins::opcode::{MatrixAlignment, matrix_instruction};
use crate::builtins::{Located, Operand as Source};
use crate::hir::Argument;
use crate::hir::recipe;
use crate::spirv::pointer::Pointer;
use crate::spirv::section::OperandList;
use crate::spirv::{Bug, Lowered, OrBug};
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv::{self, GroupOperation, Op};

impl Call<'_, '_, '_> {
    /// An operand of an instruction.
    pub(super) fn operand(
        &mut self,
        source: &Source,
        kind: Option<OperandKind>,
        results: &[Typed],
    ) -> Lowered<Operand> {
        if let Source::Literal(word) = *source {
            return Ok(match kind {
                Some(OperandKind::GroupOperation) => {
                    Operand::GroupOperation(GroupOperation::from_u32(word).or_bug("a group operation")?)
                }
                Some(OperandKind::PackedVectorFormat) => Operand::PackedVectorFormat(
                    spirv::PackedVectorFormat::from_u32(word).or_bug("a packed vector format")?,
                ),
                _ => Operand::LiteralBit32(word),
            });
        }
        if let (Some(kind), &Source::Parameter(index)) = (kind, source)
            && let Some(mask) = self.matrix_mask(kind, index)?
        {
            return Ok(mask);
        }
        let id = recipe::operand(self, *source, results)?.0;
        Ok(match kind {
            Some(OperandKind::IdScope) => Operand::IdScope(id),
            Some(OperandKind::IdMemorySemantics) => Operand::IdMemorySemantics(id),
            _ => Operand::IdRef(id),
        })
    }

    /// The value of a constant parameter. The variable at that location becomes part of the module, whether or not the
    /// shader names it: OpTraceNV finds it by the number.
    pub(super) fn location(&mut self, parameter: u8, kind: Located) -> Lowered<u64> {
        let location = self.constant_argument(parameter)?;
        let hir = self.writer.module.hir;
        for (handle, global) in hir.globals.iter() {
            let is_it = global.interface.location.is_some_and(|it| u64::from(it) == location);
            if is_it && global.storage.located() == Some(kind) {
                self.writer.module.variable(handle)?;
            }
        }
        Ok(location)
    }

    /// A pointer to the array passed for a parameter.
    pub(super) fn array(&mut self, parameter: u8) -> Lowered<Pointer> {
        let Some(&Prepared::Array(array)) = self.arguments.get(usize::from(parameter)) else {
            return Err(Bug("an array of memory"));
        };
        self.writer.pointer(array)
    }

    /// The element of an array parameter that an index parameter selects.
    pub(super) fn array_element(&mut self, array: u8, index: u8) -> Lowered<Pointer> {
        let Some(&Prepared::Array(array)) = self.arguments.get(usize::from(array)) else {
            return Err(Bug("an array of memory"));
        };
        let Some(&Argument::Value(index)) = self.call.arguments.get(usize::from(index)) else {
            return Err(Bug("an index"));
        };
        self.writer.element(array, index)
    }

    /// The memory operands of an access, with the alignment that the instruction requires.
    pub(super) fn memory_operands(
        &mut self,
        opcode: Op,
        pointer: &mut Pointer,
        operands: &mut OperandList,
    ) -> Lowered<()> {
        let row = matrix_instruction(opcode);
        let least = match row.map(|row| row.alignment) {
            Some(MatrixAlignment::Line) if pointer.alignment.is_some() => self.matrix_alignment()?,
            Some(MatrixAlignment::Vector) => 16,
            _ => 1,
        };
        if let Some(alignment) = pointer.alignment.as_mut() {
            *alignment = (*alignment).max(least);
        }
        let store = row.is_some_and(|row| row.accesses.writes && !row.accesses.reads);
        self.writer.access_operands(pointer, store, operands);
        Ok(())
    }
}
