//! Copies between the type that a value has in laid-out memory and the type it has as a value.
//!
//! Comes in: a value of one of the two types. Goes out: the same value in the other. Must not depend on: where the
//! memory is.
//!
//! `bool` is a `uint` in blocks. Arrays and structures with offsets and strides are types of their own; from SPIR-V
//! 1.4 on OpCopyLogical converts them, before that, and where a `bool` is inside, it goes member by member.

use super::function::FunctionWriter;
use super::type_key::{Layout, width};
use super::{Bug, Lowered, OrBug};
use crate::hir::{ArrayLength, Handle, Scalar, ScalarKind, Struct, Type};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

const UINT: Scalar = Scalar { kind: ScalarKind::Uint, width: 4 };

/// Which way a copy goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    FromMemory,
    ToMemory,
}

impl<'a> FunctionWriter<'_, 'a> {
    /// The value that a loaded `value` stands for.
    pub(super) fn loaded_value(&mut self, value: u32, ty: &Type, layout: Layout) -> Lowered<u32> {
        self.copy(value, ty, layout, Direction::FromMemory)
    }

    /// What has to be stored for `value`.
    pub(super) fn stored_value(&mut self, value: u32, ty: &Type, layout: Layout) -> Lowered<u32> {
        self.copy(value, ty, layout, Direction::ToMemory)
    }

    fn copy(&mut self, value: u32, ty: &Type, layout: Layout, direction: Direction) -> Lowered<u32> {
        if layout == Layout::Plain {
            return Ok(value);
        }
        let plain = self.plain_type(ty)?;
        let laid_out = self.module.memory_type_of(ty, layout)?;
        if plain == laid_out {
            return Ok(value);
        }
        let target = if direction == Direction::FromMemory { plain } else { laid_out };
        let types = &self.module.hir.types;
        match *ty {
            Type::Scalar(_) | Type::Vector(..) => self.copy_bool(value, ty, target, direction),
            Type::Array { .. } | Type::Struct(_)
                if self.module.options.target.spirv >= SpirvVersion::V1_4 && !self.module.contains_bool(ty) =>
            {
                self.emit_ids(Op::CopyLogical, target, &[value])
            }
            Type::Array { element, length } => {
                let count = match length {
                    ArrayLength::Constant(count) => count,
                    ArrayLength::Specialization(_) => {
                        return Err(Bug("a copy of a specialization-sized array before SPIR-V 1.4"));
                    }
                    ArrayLength::Runtime => return Err(Bug("a copy of a runtime-sized array")),
                };
                self.module.has_ids_for(types.leaf_count(ty))?;
                let element = types.get(element);
                let parts = vec![(element, layout); super::element_count(count)?];
                self.copy_parts(value, &parts, target, direction)
            }
            Type::Struct(structure) => {
                self.module.has_ids_for(types.leaf_count(ty))?;
                let parts = self.member_parts(structure, layout)?;
                self.copy_parts(value, &parts, target, direction)
            }
            _ => Ok(value),
        }
    }

    fn copy_bool(&mut self, value: u32, ty: &Type, target: u32, direction: Direction) -> Lowered<u32> {
        let width = width(ty).or_bug("a bool")?;
        let zero = self.module.splat_constant(UINT, width, 0)?;
        if direction == Direction::FromMemory {
            self.emit_ids(Op::INotEqual, target, &[value, zero])
        } else {
            let one = self.module.splat_constant(UINT, width, 1)?;
            self.emit_ids(Op::Select, target, &[value, one, zero])
        }
    }

    fn member_parts(&mut self, structure: Handle<Struct>, layout: Layout) -> Lowered<Vec<(&'a Type, Layout)>> {
        let types = &self.module.hir.types;
        let definition = types.structure(structure).or_bug("a structure")?;
        let mut parts = Vec::with_capacity(definition.members.len());
        for (index, member) in definition.members.iter().enumerate() {
            parts.push((types.get(member.ty), self.module.member_layout(structure, index as u32, layout)?.0));
        }
        Ok(parts)
    }

    fn copy_parts(
        &mut self,
        value: u32,
        parts: &[(&'a Type, Layout)],
        target: u32,
        direction: Direction,
    ) -> Lowered<u32> {
        let mut copies = Vec::with_capacity(parts.len());
        for (index, &(ty, layout)) in parts.iter().enumerate() {
            let source = match direction {
                Direction::FromMemory => self.module.memory_type_of(ty, layout)?,
                Direction::ToMemory => self.plain_type(ty)?,
            };
            let operands = vec![Operand::IdRef(value), Operand::LiteralBit32(index as u32)];
            let part = self.emit(Op::CompositeExtract, source, operands)?;
            copies.push(self.copy(part, ty, layout, direction)?);
        }
        self.emit_ids(Op::CompositeConstruct, target, &copies)
    }
}
