//! Parts of composites: extraction, swizzles, splats, and selection between whole values.
//!
//! Comes in: values and their types. Goes out: the instructions. Must not depend on: places.

use super::function::FunctionWriter;
use super::type_key::Width;
use super::{Bug, Lowered, OrBug};
use crate::hir::{ArrayLength, Scalar, Type};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// One part of a composite.
    pub(super) fn extract(&mut self, composite: u32, ty: u32, index: u32) -> Lowered<u32> {
        self.emit(Op::CompositeExtract, ty, vec![Operand::IdRef(composite), Operand::LiteralBit32(index)])
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
        let mut operands = vec![Operand::IdRef(vector), Operand::IdRef(vector)];
        operands.extend(components.iter().map(|&component| Operand::LiteralBit32(component.into())));
        self.emit(Op::VectorShuffle, ty, operands)
    }

    /// `condition ? accept : reject`. Before SPIR-V 1.4 OpSelect takes scalars, and vectors by component.
    pub(super) fn select(&mut self, condition: u32, accept: u32, reject: u32, ty: &Type) -> Lowered<u32> {
        let result = self.plain_type(ty)?;
        if self.module.options.target.spirv >= SpirvVersion::V1_4 {
            return self.emit_ids(Op::Select, result, &[condition, accept, reject]);
        }
        let types = &self.module.hir.types;
        let parts: Vec<Type> = match *ty {
            Type::Scalar(_) | Type::Reference(_) => {
                return self.emit_ids(Op::Select, result, &[condition, accept, reject]);
            }
            Type::Vector(size, _) => {
                let conditions = self.splat(condition, Scalar::BOOL, Some(size))?;
                return self.emit_ids(Op::Select, result, &[conditions, accept, reject]);
            }
            Type::Matrix { columns, rows, scalar } => vec![Type::Vector(rows, scalar); columns.get() as usize],
            Type::Array { element, length: ArrayLength::Constant(length) } => {
                vec![types.get(element).clone(); super::element_count(length)?]
            }
            Type::Struct(structure) => {
                let definition = types.structure(structure).or_bug("a structure")?;
                definition.members.iter().map(|member| types.get(member.ty).clone()).collect()
            }
            _ => return Err(Bug("a selection between values of this type")),
        };
        let mut selected = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let part_type = self.plain_type(part)?;
            let accept = self.extract(accept, part_type, index as u32)?;
            let reject = self.extract(reject, part_type, index as u32)?;
            selected.push(self.select(condition, accept, reject, part)?);
        }
        self.emit_ids(Op::CompositeConstruct, result, &selected)
    }
}
