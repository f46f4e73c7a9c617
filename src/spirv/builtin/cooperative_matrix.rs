//! What calls on cooperative matrices need beyond values: the signedness of components, and the alignment of memory.
//!
//! Comes in: the arguments of a call. Goes out: operands, numbers. Must not depend on: any built-in by name.

use super::call::Call;
use crate::hir::{Argument, ScalarKind, Type};
use crate::spirv::{Bug, Lowered, OrBug};
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv;

impl Call<'_, '_, '_> {
    /// The alignment required of memory that a cooperative matrix is loaded from or stored to, as far as its size is
    /// known: that of a row or column, up to 16 bytes (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986).
    pub(super) fn matrix_alignment(&self) -> Lowered<u32> {
        let types = &self.writer.module.hir.types;
        for argument in &self.call.arguments {
            let ty = match *argument {
                Argument::Value(value) => self.writer.type_of(value)?,
                Argument::Place(place) => types.get(self.writer.function.places.try_get(place).or_bug("a place")?.ty),
                Argument::Function(_) => continue,
            };
            let Some(matrix) = ty.cooperative_matrix() else { continue };
            let known = |constant| self.writer.module.constant_bits(constant).unwrap_or(1) as u32;
            let line = known(matrix.rows) | known(matrix.columns);
            // For a numbered type not even the size is known.
            let width = matrix.scalar().map_or(1, |scalar| scalar.width);
            let bytes = line.saturating_mul(width.into());
            return Ok(1 << bytes.trailing_zeros().min(4));
        }
        Ok(1)
    }

    /// The mask that a constant parameter is, for an operand of this kind.
    pub(super) fn matrix_mask(&self, kind: OperandKind, parameter: u8) -> Lowered<Option<Operand>> {
        if kind != OperandKind::CooperativeMatrixReduce {
            return Ok(None);
        }
        let mask = self.constant_argument(parameter)? as u32;
        let mask = spirv::CooperativeMatrixReduce::from_bits_truncate(mask);
        Ok(Some(Operand::CooperativeMatrixReduce(mask)))
    }

    /// Which matrices of a multiplication have signed components, and the constant bits that the call adds; `None` if none
    /// are set.
    pub(super) fn matrix_operands(&self, matrices: [u8; 3], flags: Option<u8>) -> Lowered<Option<Operand>> {
        use spirv::CooperativeMatrixOperands as Bits;
        let mut bits = match flags {
            Some(index) => Bits::from_bits_truncate(self.constant_argument(index)? as u32),
            None => Bits::empty(),
        };
        let signed = [
            Bits::MATRIX_A_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_B_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_C_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
        ];
        for (index, signed) in matrices.into_iter().zip(signed) {
            let ty = match self.call.arguments.get(usize::from(index)) {
                Some(&Argument::Value(value)) => self.writer.type_of(value)?,
                Some(&Argument::Place(place)) => {
                    self.writer.module.hir.types.get(self.writer.function.places.try_get(place).or_bug("a place")?.ty)
                }
                _ => return Err(Bug("a matrix")),
            };
            // The matrix that a vector is multiplied by has no type, and nothing is added to except the bias.
            let signed = match ty {
                Type::Extension(_) => signed,
                _ => signed & (Bits::MATRIX_B_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR),
            };
            if ty.component().is_some_and(|scalar| scalar.kind == ScalarKind::Sint) {
                bits |= signed;
            }
        }
        Ok(Some(Operand::CooperativeMatrixOperands(bits)).filter(|_| !bits.is_empty()))
    }
}
