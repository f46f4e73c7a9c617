//! Conversions of cooperative matrices (SPV_NV_cooperative_matrix2).
//!
//! Comes in: a matrix and two types. Goes out: the converted one. Must not depend on: what asks for it.

use super::function::FunctionWriter;
use super::opcode::conversion_opcode;
use super::raise::extension_way;
use super::{Lowered, OrBug};
use crate::hir::{ExtensionType, Type};
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// Converts the components, or only the type.
    pub(super) fn convert_extension(&mut self, value: u32, from: ExtensionType, to: ExtensionType) -> Lowered<u32> {
        let target = self.plain_type(&Type::Extension(to))?;
        let opcode = match from.component().zip(to.component()) {
            Some((from, to)) if from != to => conversion_opcode(from, to).or_bug("a conversion of components")?,
            _ if from == to => return Ok(value),
            _ => Op::CooperativeMatrixConvertNV,
        };
        self.emit_ids(opcode, target, &[value])
    }

    /// Converts as far as the last type on the way.
    pub(super) fn convert_extension_by_way(
        &mut self,
        value: u32,
        from: ExtensionType,
        to: ExtensionType,
    ) -> Lowered<(ExtensionType, u32)> {
        let (mut from, mut value) = (from, value);
        while let Some(way) = extension_way(from, to) {
            value = self.convert_extension(value, from, way)?;
            from = way;
        }
        Ok((from, value))
    }
}
