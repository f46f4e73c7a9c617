//! Conversions between scalar types, component by component (GLSL 4.60, 5.4.1).
//!
//! Comes in: a scalar or vector and the two scalar types. Goes out: the converted value. Must not depend on: HIR
//! values.

use super::function::FunctionWriter;
use super::type_key::Width;
use super::{Lowered, OrBug};
use crate::hir::{
    Argument, BuiltinCall, CooperativeMatrix, Function, MatrixComponent, Scalar, ScalarKind, Type, TypeTable, ValueKind,
};
use rspirv::spirv::{Decoration, Op};

/// A scalar type that the storage capabilities let memory hold, as a bit.
pub(super) const fn small(scalar: Scalar) -> u8 {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Sint | ScalarKind::Uint, 1) => 1,
        (ScalarKind::Sint | ScalarKind::Uint, 2) => 2,
        (ScalarKind::Float, 2) => 4,
        _ => 0,
    }
}

/// The [`small`] types that a function computes with, as far as its values say.
pub(super) fn small_arithmetic(types: &TypeTable, function: &Function) -> u8 {
    let values = function.values.iter().map(|(_, value)| value);
    let computed = values.filter(|value| {
        matches!(value.kind, ValueKind::Unary { .. } | ValueKind::Binary { .. } | ValueKind::Builtin(_))
    });
    computed.filter_map(|value| types.scalar_of(value.ty)).fold(0, |all, scalar| all | small(scalar))
}

impl FunctionWriter<'_, '_> {
    /// Converts the components of a cooperative matrix. Unlike [`convert`](Self::convert) it goes straight where SPIR-V
    /// lets it: a device may have no matrices of the type in between.
    pub(super) fn convert_matrix(
        &mut self,
        value: u32,
        from: CooperativeMatrix,
        to: CooperativeMatrix,
    ) -> Lowered<u32> {
        let (from_scalar, to_scalar) = (from.scalar(), to.scalar());
        let scalars = from_scalar.zip(to_scalar);
        if let Some((from_scalar, to_scalar)) = scalars
            && from.matrix_use == to.matrix_use
        {
            return self.convert_components(value, from_scalar, to_scalar, to);
        }
        // Conversions of components may change the use on the way, those that only change types cannot
        // (SPV_NV_cooperative_matrix2).
        self.module.requested.matrix_conversion();
        let mut value = value;
        if let Some((from_scalar, to_scalar)) = scalars {
            let integers = |scalar: Scalar| matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint);
            let only_sign = integers(from_scalar) && integers(to_scalar) && from_scalar.width == to_scalar.width;
            if from_scalar != to_scalar && !only_sign {
                return self.convert_components(value, from_scalar, to_scalar, to);
            }
            value = self.convert_components(value, from_scalar, to_scalar, from)?;
        }
        let target = self.plain_type(&Type::CooperativeMatrix(to))?;
        self.emit_ids(Op::CooperativeMatrixConvertNV, target, &[value])
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
            (Some(&Type::CooperativeMatrix(from)), Some(&Type::CooperativeMatrix(to))) => {
                let result = self.convert_matrix(value, from, to)?;
                if from.component == to.component {
                    return Ok(result);
                }
                result
            }
            _ => self.emit_ids(Op::FConvert, target, &[value])?,
        };
        self.module.decorate(result, Decoration::SaturatedToLargestFloat8NormalConversionEXT, vec![]);
        Ok(result)
    }

    /// Converts the components of a matrix that is otherwise as `whole`.
    fn convert_components(&mut self, value: u32, from: Scalar, to: Scalar, whole: CooperativeMatrix) -> Lowered<u32> {
        self.convert_each(value, from, to, &|scalar| {
            Type::CooperativeMatrix(CooperativeMatrix { component: MatrixComponent::Scalar(scalar), ..whole })
        })
    }

    /// Converts the components of what is a `whole` of its component type.
    fn convert_each(&mut self, value: u32, from: Scalar, to: Scalar, whole: &dyn Fn(Scalar) -> Type) -> Lowered<u32> {
        use ScalarKind::{Float, Sint, SmallFloat, Uint};
        let target = self.plain_type(&whole(to))?;
        let opcode = match (from.kind, to.kind) {
            _ if from == to => return Ok(value),
            (Float | SmallFloat(_), Float | SmallFloat(_)) => Op::FConvert,
            // Integers and these formats have no conversion of their own.
            (SmallFloat(_), _) | (_, SmallFloat(_)) => {
                let single = self.convert_each(value, from, Scalar::F32, whole)?;
                return self.convert_each(single, Scalar::F32, to, whole);
            }
            (Float, Sint) => Op::ConvertFToS,
            (Float, _) => Op::ConvertFToU,
            (Sint, Float) => Op::ConvertSToF,
            (_, Float) => Op::ConvertUToF,
            _ if from.width == to.width => Op::Bitcast,
            (Sint, Uint) | (Uint, Sint) => {
                // Widening extends by the sign of the source; then only the sign of the type is left to change.
                let wide = Scalar { kind: from.kind, width: to.width };
                let value = self.convert_each(value, from, wide, whole)?;
                return self.convert_each(value, wide, to, whole);
            }
            (Sint, _) => Op::SConvert,
            _ => Op::UConvert,
        };
        self.emit_ids(opcode, target, &[value])
    }

    /// Converts each component.
    ///
    /// Between integers and floats below 32 bits it goes through 32 bits, which changes no result: what is only
    /// stored in 8 or 16 bits then needs no arithmetic in them (SPIR-V, "Validation Rules", storage capabilities).
    /// From integers it goes straight where something else needs that arithmetic anyway.
    pub(super) fn convert(&mut self, value: u32, from: Scalar, to: Scalar, width: Width) -> Lowered<u32> {
        use ScalarKind::{Bool, Float, SmallFloat, Uint};
        if from == to {
            return Ok(value);
        }
        let target = self.module.sized_type(width, to)?;
        match (from.kind, to.kind) {
            (Bool, _) => {
                let one = self.module.splat_constant(to, width, 1)?;
                let zero = self.module.splat_constant(to, width, 0)?;
                self.emit_ids(Op::Select, target, &[value, one, zero])
            }
            (_, Bool) => {
                let zero = self.module.splat_constant(from, width, 0)?;
                let opcode = if from.kind == Float { Op::FUnordNotEqual } else { Op::INotEqual };
                self.emit_ids(opcode, target, &[value, zero])
            }
            (Float | SmallFloat(_), Float | SmallFloat(_)) => self.emit_ids(Op::FConvert, target, &[value]),
            // These have all their values, and integers no conversion to or from the formats of microscaling.
            (SmallFloat(format), _) if format.is_microscaling() => {
                let value = self.convert(value, from, Scalar::F32, width)?;
                self.convert(value, Scalar::F32, to, width)
            }
            (SmallFloat(_), _) if to.width < 4 => {
                let wide = Scalar { kind: to.kind, width: 4 };
                let value = self.convert(value, from, wide, width)?;
                self.convert(value, wide, to, width)
            }
            (_, SmallFloat(_)) if from.width < 4 => {
                let wide = Scalar { kind: from.kind, width: 4 };
                let value = self.convert(value, from, wide, width)?;
                self.convert(value, wide, to, width)
            }
            (Float, _) => {
                if from.width < 4 || to.width < 4 {
                    let single = Scalar { kind: Float, width: from.width.max(4) };
                    let value = self.convert(value, from, single, width)?;
                    let wide = Scalar { kind: to.kind, width: to.width.max(4) };
                    if (single, wide) != (from, to) {
                        let value = self.convert(value, single, wide, width)?;
                        return self.convert(value, wide, to, width);
                    }
                }
                self.float_to_integer(value, to, target)
            }
            (SmallFloat(_), _) => self.float_to_integer(value, to, target),
            (_, SmallFloat(_)) => self.integer_to_float(value, from, target),
            (_, Float) => {
                let wide = self.widened(from);
                let single = self.widened(to);
                if (wide, single) != (from, to) {
                    let value = self.convert(value, from, wide, width)?;
                    let value = self.convert(value, wide, single, width)?;
                    return self.convert(value, single, to, width);
                }
                self.integer_to_float(value, from, target)
            }
            _ if from.width == to.width => self.emit_ids(Op::Bitcast, target, &[value]),
            // What is cut off has no sign to keep.
            _ if to.width < from.width => {
                let opcode = if to.kind == Uint { Op::UConvert } else { Op::SConvert };
                self.emit_ids(opcode, target, &[value])
            }
            _ => {
                // Widening extends by the sign of the source; then only the sign of the type is left to change.
                let wide = Scalar { kind: from.kind, width: to.width };
                let wide_type = self.module.sized_type(width, wide)?;
                let opcode = if from.kind == Uint { Op::UConvert } else { Op::SConvert };
                let value = self.emit_ids(opcode, wide_type, &[value])?;
                self.convert(value, wide, to, width)
            }
        }
    }

    /// The type of at least 32 bits to convert in, or the type itself if computing in it is free.
    fn widened(&self, scalar: Scalar) -> Scalar {
        match small(scalar) & self.module.small_arithmetic {
            0 => Scalar { width: scalar.width.max(4), ..scalar },
            _ => scalar,
        }
    }

    fn float_to_integer(&mut self, value: u32, to: Scalar, target: u32) -> Lowered<u32> {
        let opcode = if to.kind == ScalarKind::Sint { Op::ConvertFToS } else { Op::ConvertFToU };
        self.emit_ids(opcode, target, &[value])
    }

    fn integer_to_float(&mut self, value: u32, from: Scalar, target: u32) -> Lowered<u32> {
        let opcode = if from.kind == ScalarKind::Sint { Op::ConvertSToF } else { Op::ConvertUToF };
        self.emit_ids(opcode, target, &[value])
    }
}
