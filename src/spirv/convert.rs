//! Conversions between scalar types, component by component (GLSL 4.60, 5.4.1).
//!
//! Comes in: a scalar or vector and the two scalar types. Goes out: the converted value. Must not depend on: HIR
//! values.

use super::function::FunctionWriter;
use super::raise::{SmallTypes, matrix_way, scalar_way};
use super::type_key::Width;
use super::{Lowered, OrBug};
use crate::hir::{Argument, BuiltinCall, CooperativeMatrix, Scalar, ScalarKind, Type};
use rspirv::spirv::{Decoration, Op};

impl FunctionWriter<'_, '_> {
    /// Converts the components of a cooperative matrix, or only its type (SPV_NV_cooperative_matrix2).
    pub(super) fn convert_matrix(
        &mut self,
        value: u32,
        from: CooperativeMatrix,
        to: CooperativeMatrix,
    ) -> Lowered<u32> {
        let target = self.plain_type(&Type::CooperativeMatrix(to))?;
        let opcode = match from.scalar().zip(to.scalar()) {
            Some((from, to)) if from != to => conversion_opcode(from, to).or_bug("a conversion of components")?,
            _ if from == to => return Ok(value),
            _ => Op::CooperativeMatrixConvertNV,
        };
        self.emit_ids(opcode, target, &[value])
    }

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
            (Some(&Type::CooperativeMatrix(mut from)), Some(&Type::CooperativeMatrix(to))) => {
                let mut value = value;
                while let Some(way) = matrix_way(from, to) {
                    value = self.convert_matrix(value, from, way)?;
                    from = way;
                }
                let result = self.convert_matrix(value, from, to)?;
                if from.component == to.component {
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

/// The instruction that converts numbers, if there is one.
fn conversion_opcode(from: Scalar, to: Scalar) -> Option<Op> {
    use ScalarKind::{Bool, Float, Sint, SmallFloat, Uint};
    Some(match (from.kind, to.kind) {
        (Bool, _) | (_, Bool) => return None,
        (Float | SmallFloat(_), Float | SmallFloat(_)) => Op::FConvert,
        (Float | SmallFloat(_), Sint) => Op::ConvertFToS,
        (Float | SmallFloat(_), Uint) => Op::ConvertFToU,
        (Sint, Float | SmallFloat(_)) => Op::ConvertSToF,
        (Uint, Float | SmallFloat(_)) => Op::ConvertUToF,
        _ if from.width == to.width => Op::Bitcast,
        // The bits that are cut off have no sign to keep.
        (_, Uint) if to.width < from.width || from.kind == Uint => Op::UConvert,
        (_, Sint) if to.width < from.width || from.kind == Sint => Op::SConvert,
        _ => return None,
    })
}
