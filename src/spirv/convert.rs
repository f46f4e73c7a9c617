//! Conversions between scalar types, component by component (GLSL 4.60, 5.4.1).
//!
//! Comes in: a scalar or vector and the two scalar types. Goes out: the converted value. Must not depend on: HIR
//! values.

use super::function::FunctionWriter;
use super::opcode::conversion_opcode;
use super::raise::{SmallTypes, scalar_way};
use super::type_key::Width;
use super::{Lowered, OrBug};
use crate::hir::{Argument, BuiltinCall, Scalar, ScalarKind, Type};
use rspirv::spirv::{Decoration, Op};

impl FunctionWriter<'_, '_> {
    /// Converts to the 8-bit floats that the output of `call` has; what is too large becomes the largest finite number.
    pub(super) fn saturated_conversion(&mut self, value: u32, target: u32, call: &BuiltinCall) -> Lowered<u32> {
        let (mut from, mut to) = (None, None);
        for &argument in &call.arguments {
            match argument {
                Argument::Value(value) => from = Some(self.type_of(value)?),
                Argument::Place(place) => {
                    let place = self.function.places.try_get(place).or_bug("a place")?;
                    to = Some(self.module.hir.types.get(place.ty));
                }
                Argument::Function(_) => {}
            }
        }
        let result = match (from, to) {
            (Some(&Type::Extension(from)), Some(&Type::Extension(to))) => {
                let (from, value) = self.convert_extension_by_way(value, from, to)?;
                let result = self.convert_extension(value, from, to)?;
                if from.component() == to.component() {
                    return Ok(result);
                }
                result
            }
            _ => self.emit_ids(Op::FConvert, target, &[value])?,
        };
        self.module.decorate(result, Decoration::SaturatedToLargestFloat8NormalConversionEXT, &[]);
        Ok(result)
    }

    /// Converts each component where no statement of HIR does, for recipes and indices, through intermediate types if
    /// need be.
    pub(super) fn convert_by_way(&mut self, value: u32, from: Scalar, to: Scalar, width: Width) -> Lowered<u32> {
        let (mut value, mut from) = (value, from);
        while let Some(way) = scalar_way(from, to, SmallTypes::default()) {
            value = self.convert(value, from, way, width)?;
            from = way;
        }
        self.convert(value, from, to, width)
    }

    /// Converts each component. Between numbers that is one instruction: [`raise`](super::raise) has made sure of it.
    pub(super) fn convert(&mut self, value: u32, from: Scalar, to: Scalar, width: Width) -> Lowered<u32> {
        use ScalarKind::{Bool, Float};
        if from == to {
            return Ok(value);
        }
        let target = self.module.sized_type(width, to)?;
        if from.kind == Bool {
            let one = self.module.splat_constant(to, width, 1)?;
            let zero = self.module.splat_constant(to, width, 0)?;
            return self.emit_ids(Op::Select, target, &[value, one, zero]);
        }
        if to.kind == Bool {
            let zero = self.module.splat_constant(from, width, 0)?;
            let opcode = if from.kind == Float { Op::FUnordNotEqual } else { Op::INotEqual };
            return self.emit_ids(opcode, target, &[value, zero]);
        }
        let opcode = conversion_opcode(from, to).or_bug("a conversion between these types")?;
        self.emit_ids(opcode, target, &[value])
    }
}
