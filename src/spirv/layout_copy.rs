//! Copies between the type that a value has in laid-out memory and the type it has as a value.
//!
//! Comes in: a value of one of the two types. Goes out: the same value in the other. Must not depend on: where the
//! memory is.
//!
//! `bool` is a `uint` in blocks. Arrays and structures with offsets and strides are types of their own, which
//! OpCopyLogical converts; before SPIR-V 1.4, which has no such instruction, and where it cannot,
//! [`raise`](super::raise) has taken them apart, but for short arrays that instructions return.

use super::function::FunctionWriter;
use super::type_key::{Layout, width};
use super::{Lowered, OrBug};
use crate::hir::{ArrayLength, Scalar, ScalarKind, Type};
use crate::target::SpirvVersion;
use rspirv::spirv::Op;

const UINT: Scalar = Scalar { kind: ScalarKind::Uint, width: 4 };

/// The direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    FromMemory,
    ToMemory,
}

impl FunctionWriter<'_, '_> {
    /// The value that a loaded `value` stands for.
    pub(super) fn loaded_value(&mut self, value: u32, ty: &Type, layout: Layout) -> Lowered<u32> {
        self.copy(value, ty, layout, Direction::FromMemory)
    }

    /// What has to be stored for `value`.
    pub(super) fn stored_value(&mut self, value: u32, ty: &Type, layout: Layout) -> Lowered<u32> {
        self.copy(value, ty, layout, Direction::ToMemory)
    }

    fn copy(&mut self, value: u32, ty: &Type, layout: Layout, direction: Direction) -> Lowered<u32> {
        // Of scalars, vectors and matrices, `bool` alone has another type in memory.
        let is_plain = |scalar: Scalar| scalar.kind != ScalarKind::Bool;
        if layout == Layout::Plain || ty.scalar().is_some_and(is_plain) {
            return Ok(value);
        }
        let plain = self.plain_type(ty)?;
        let laid_out = self.module.memory_type_of(ty, layout)?;
        if plain == laid_out {
            return Ok(value);
        }
        let target = if direction == Direction::FromMemory { plain } else { laid_out };
        match *ty {
            Type::Scalar(_) | Type::Vector(..) => self.copy_bool(value, ty, target, direction),
            // Results of instructions that are stored at once, such as the corners of a triangle.
            Type::Array { element, length: ArrayLength::Constant(length) }
                if self.module.options.target.spirv < SpirvVersion::V1_4 =>
            {
                let element = *self.module.hir.types.get(element);
                let source = match direction {
                    Direction::FromMemory => self.module.memory_type_of(&element, layout)?,
                    Direction::ToMemory => self.plain_type(&element)?,
                };
                let mut parts = Vec::new();
                for index in 0..length {
                    let part = self.extract(value, source, index)?;
                    parts.push(self.copy(part, &element, layout, direction)?);
                }
                self.emit_ids(Op::CompositeConstruct, target, &parts)
            }
            Type::Array { .. } | Type::Struct(_) => self.emit_ids(Op::CopyLogical, target, &[value]),
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
}
