//! Conversions between scalar types, component by component (GLSL 4.60, 5.4.1).
//!
//! Comes in: a scalar or vector and the two scalar types. Goes out: the converted value. Must not know: HIR values.

use super::Lowered;
use super::function::FunctionWriter;
use crate::hir::{Scalar, ScalarKind};
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// Converts each of `count` components.
    ///
    /// Between integers and floats below 32 bits it goes by way of 32 bits, which changes no result: what is only
    /// stored in 8 or 16 bits then needs no arithmetic in them (SPIR-V, "Validation Rules", storage capabilities).
    pub(super) fn convert(&mut self, value: u32, from: Scalar, to: Scalar, count: u32) -> Lowered<u32> {
        use ScalarKind::{Bool, Float, SmallFloat, Uint};
        if from == to {
            return Ok(value);
        }
        let target = self.module.vector_type(count, to);
        match (from.kind, to.kind) {
            (Bool, _) => {
                let one = self.module.splat_constant(to, count, 1);
                let zero = self.module.splat_constant(to, count, 0);
                self.emit_ids(Op::Select, target, &[value, one, zero])
            }
            (_, Bool) => {
                let zero = self.module.splat_constant(from, count, 0);
                let opcode = if from.kind == Float { Op::FUnordNotEqual } else { Op::INotEqual };
                self.emit_ids(opcode, target, &[value, zero])
            }
            (Float | SmallFloat(_), Float | SmallFloat(_)) => self.emit_ids(Op::FConvert, target, &[value]),
            // These have all their values, and integers no conversion to or from the formats of microscaling.
            (SmallFloat(format), _) if format.is_microscaling() => {
                let value = self.convert(value, from, Scalar::F32, count)?;
                self.convert(value, Scalar::F32, to, count)
            }
            (SmallFloat(_), _) if to.width < 4 => {
                let wide = Scalar { kind: to.kind, width: 4 };
                let value = self.convert(value, from, wide, count)?;
                self.convert(value, wide, to, count)
            }
            (_, SmallFloat(_)) if from.width < 4 => {
                let wide = Scalar { kind: from.kind, width: 4 };
                let value = self.convert(value, from, wide, count)?;
                self.convert(value, wide, to, count)
            }
            (Float, _) => {
                if from.width < 4 || to.width < 4 {
                    let single = Scalar { kind: Float, width: from.width.max(4) };
                    let value = self.convert(value, from, single, count)?;
                    let wide = Scalar { kind: to.kind, width: to.width.max(4) };
                    if (single, wide) != (from, to) {
                        let value = self.convert(value, single, wide, count)?;
                        return self.convert(value, wide, to, count);
                    }
                }
                self.float_to_integer(value, to, target)
            }
            (SmallFloat(_), _) => self.float_to_integer(value, to, target),
            (_, SmallFloat(_)) => self.integer_to_float(value, from, target),
            (_, Float) => {
                let wide = Scalar { kind: from.kind, width: from.width.max(4) };
                let single = Scalar { kind: Float, width: to.width.max(4) };
                if (wide, single) != (from, to) {
                    let value = self.convert(value, from, wide, count)?;
                    let value = self.convert(value, wide, single, count)?;
                    return self.convert(value, single, to, count);
                }
                self.integer_to_float(value, from, target)
            }
            _ if from.width == to.width => self.emit_ids(Op::Bitcast, target, &[value]),
            _ => {
                // Widening extends by the sign of the source; then only the sign of the type is left to change.
                let wide = Scalar { kind: from.kind, width: to.width };
                let wide_type = self.module.vector_type(count, wide);
                let opcode = if from.kind == Uint { Op::UConvert } else { Op::SConvert };
                let value = self.emit_ids(opcode, wide_type, &[value])?;
                self.convert(value, wide, to, count)
            }
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
