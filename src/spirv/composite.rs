//! Parts of composites: extraction, swizzles, splats, and selection.
//!
//! Comes in: values and their types. Goes out: the instructions. Must not depend on: places.

use super::Lowered;
use super::function::FunctionWriter;
use super::section::OperandList;
use super::type_key::Width;
use crate::hir::{Scalar, Type};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// One part of a composite.
    pub(super) fn extract(&mut self, composite: u32, ty: u32, index: u32) -> Lowered<u32> {
        self.emit(Op::CompositeExtract, ty, &[Operand::IdRef(composite), Operand::LiteralBit32(index)])
    }

    /// Repeats a scalar.
    pub(super) fn splat(&mut self, scalar: u32, kind: Scalar, width: Width) -> Lowered<u32> {
        let ty = self.module.sized_type(width, kind)?;
        let Some(size) = width else { return Ok(scalar) };
        match size.listed() {
            Some(count) => self.emit_ids(Op::CompositeConstruct, ty, &vec![scalar; count as usize]),
            None => self.emit_ids(Op::CompositeConstructReplicateEXT, ty, &[scalar]),
        }
    }

    /// Some components of a vector.
    pub(super) fn swizzle(&mut self, vector: u32, scalar: Scalar, components: &[u8]) -> Lowered<u32> {
        let ty = self.module.vector_type(components.len() as u32, scalar);
        if let &[component] = components {
            return self.extract(vector, ty, component.into());
        }
        let mut operands = OperandList::from_iter([Operand::IdRef(vector), Operand::IdRef(vector)]);
        operands.extend(components.iter().map(|&component| Operand::LiteralBit32(component.into())));
        self.emit(Op::VectorShuffle, ty, &operands)
    }

    /// `condition ? accept : reject`. Before SPIR-V 1.4 OpSelect takes scalars, and vectors by component.
    pub(super) fn select(&mut self, condition: u32, accept: u32, reject: u32, ty: &Type) -> Lowered<u32> {
        let result = self.plain_type(ty)?;
        let condition = match *ty {
            Type::Vector(size, _) if self.module.options.target.spirv < SpirvVersion::V1_4 => {
                self.splat(condition, Scalar::BOOL, Some(size))?
            }
            _ => condition,
        };
        self.emit_ids(Op::Select, result, &[condition, accept, reject])
    }
}
