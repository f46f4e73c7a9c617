//! Arithmetic that naga has in a different form, or not at all.
//!
//! Comes in: instructions with their operands. Goes out: expressions. Must not depend on: memory, other invocations.

use super::{Call, THIS};
use crate::builtins::Instruction;
use crate::builtins::vocabulary::{GlslStd450Op as Ext, Op};
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::unsupported::{Bridged, OrMissing, unsupported};
use naga::{BinaryOperator, Expression, MathFunction, ScalarKind, VectorSize};

impl Call<'_, '_, '_, '_> {
    /// A function that naga has, perhaps only for vectors or with different argument types.
    pub(super) fn math_function(&mut self, fun: MathFunction, shape: Shape, operands: &[Typed]) -> Bridged<Typed> {
        use MathFunction as Math;
        let first = operands.first().copied().or_missing("an operand")?;
        let writer = &mut *self.writer;
        match (fun, first.shape) {
            (Math::Dot, Shape::Scalar(_)) => {
                let second = operands.get(1).copied().or_missing("an operand")?;
                Ok(writer.same(BinaryOperator::Multiply, first, second))
            }
            // naga only has these for vectors; a scalar becomes a vector whose other component is zero.
            (Math::Normalize | Math::Reflect | Math::Refract | Math::FaceForward, Shape::Scalar(scalar)) => {
                let vector = Shape::Vector(VectorSize::Bi, scalar);
                let zero = writer.small(0, first.shape)?;
                let mut wide = Vec::new();
                for (index, &operand) in operands.iter().enumerate() {
                    let is_ratio = fun == Math::Refract && index == 2;
                    wide.push(if is_ratio { operand } else { writer.compose(vector, vec![operand.it, zero.it]) });
                }
                let made = writer.math(fun, &wide, vector)?;
                writer.part(made, 0)
            }
            (Math::Ldexp, _) => {
                let exponent = operands.get(1).copied().or_missing("an exponent")?;
                let exponent = writer.convert(exponent, naga::Scalar::I32);
                writer.math(fun, &[first, exponent], shape)
            }
            _ => {
                let natural = match fun {
                    // Their result has the type of the operand, whatever its signedness in the recipe.
                    Math::CountOneBits | Math::FirstTrailingBit | Math::FirstLeadingBit | Math::ReverseBits => {
                        first.shape
                    }
                    _ => shape,
                };
                writer.math(fun, operands, natural)
            }
        }
    }

    /// A core instruction without a naga operation.
    pub(super) fn core_arithmetic(&mut self, opcode: Op, shape: Shape, operands: &[Typed]) -> Bridged<Typed> {
        let operand = |index: usize| operands.get(index).copied().or_missing("an operand");
        let writer = &mut *self.writer;
        match opcode {
            Op::FMod => {
                // x - y * floor(x / y)
                let (x, y) = (operand(0)?, operand(1)?);
                let quotient = writer.same(BinaryOperator::Divide, x, y);
                let whole = writer.math(MathFunction::Floor, &[quotient], shape)?;
                let product = writer.same(BinaryOperator::Multiply, y, whole);
                Ok(writer.same(BinaryOperator::Subtract, x, product))
            }
            Op::SMod => writer.modulo(operand(0)?, operand(1)?),
            Op::IsNan | Op::IsInf => self.is_special(opcode == Op::IsNan, operand(0)?),
            Op::Bitcast => self.bitcast(operand(0)?, shape),
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => {
                let amount = writer.convert(operand(1)?, naga::Scalar::U32);
                let base = operand(0)?;
                let op =
                    if opcode == Op::ShiftLeftLogical { BinaryOperator::ShiftLeft } else { BinaryOperator::ShiftRight };
                let kind = match opcode {
                    Op::ShiftRightLogical => ScalarKind::Uint,
                    Op::ShiftRightArithmetic => ScalarKind::Sint,
                    _ => base.shape.scalar().or_missing("an integer")?.kind,
                };
                let width = base.shape.scalar().or_missing("an integer")?.width;
                let base = writer.bits_as(base, naga::Scalar { kind, width });
                let amount = writer.splat(amount, base.shape.of(naga::Scalar::U32));
                Ok(writer.same(op, base, amount))
            }
            Op::BitFieldInsert | Op::BitFieldSExtract | Op::BitFieldUExtract => {
                let count = operands.len();
                let mut all = operands.to_vec();
                for amount in all.iter_mut().skip(count - 2) {
                    *amount = writer.convert(*amount, naga::Scalar::U32);
                }
                let fun =
                    if opcode == Op::BitFieldInsert { MathFunction::InsertBits } else { MathFunction::ExtractBits };
                writer.math(fun, &all, operand(0)?.shape)
            }
            Op::SDot | Op::UDot | Op::SUDot => self.integer_dot(opcode, shape, operand(0)?, operand(1)?),
            Op::CompositeConstruct => {
                let parts = operands.iter().map(|it| it.it).collect();
                Ok(writer.compose(shape, parts))
            }
            Op::ExpectKHR => operand(0),
            _ => unsupported(THIS),
        }
    }

    /// Whether a float is NaN or infinite: WGSL has no such function, and compilers may treat `x != x` as false.
    fn is_special(&mut self, is_nan: bool, value: Typed) -> Bridged<Typed> {
        let writer = &mut *self.writer;
        let value = match value.shape.scalar().map(|it| it.width) {
            Some(4) => value,
            Some(2) => writer.convert(value, naga::Scalar::F32),
            _ => return unsupported(format!("{THIS} of type `double`")),
        };
        let bits = writer.bits_as(value, naga::Scalar::U32);
        let (sign, infinity) = (writer.uint(0x7fff_ffff), writer.uint(0x7f80_0000));
        let sign = writer.splat(sign, bits.shape);
        let infinity = writer.splat(infinity, bits.shape);
        let magnitude = writer.same(BinaryOperator::And, bits, sign);
        let op = if is_nan { BinaryOperator::Greater } else { BinaryOperator::Equal };
        Ok(writer.compare(op, magnitude, infinity))
    }

    /// The bits of a value as another type: with components of the same width, or with more or fewer components, lowest
    /// bits first.
    fn bitcast(&mut self, value: Typed, shape: Shape) -> Bridged<Typed> {
        let (Some(from), Some(to)) = (value.shape.scalar(), shape.scalar()) else { return unsupported(THIS) };
        let writer = &mut *self.writer;
        if from.width == to.width {
            return Ok(writer.bits_as(value, to));
        }
        let narrow = naga::Scalar { kind: ScalarKind::Uint, width: from.width.min(to.width) };
        let wide = naga::Scalar { kind: ScalarKind::Uint, width: from.width.max(to.width) };
        let bits = u32::from(narrow.width) * 8;
        if from.width > to.width {
            let value = writer.bits_as(value, wide);
            let mut parts = Vec::new();
            for index in 0..u32::from(wide.width / narrow.width) {
                let amount = writer.uint(index * bits);
                let part = writer.same(BinaryOperator::ShiftRight, value, amount);
                let part = writer.convert(part, narrow);
                parts.push(writer.bits_as(part, to).it);
            }
            return Ok(writer.compose(shape, parts));
        }
        let mut sum: Option<Typed> = None;
        for index in 0..value.shape.count().or_missing("a vector")? {
            let part = writer.part(value, index)?;
            let part = writer.bits_as(part, narrow);
            let part = writer.convert(part, wide);
            let amount = writer.uint(index * bits);
            let part = writer.same(BinaryOperator::ShiftLeft, part, amount);
            sum = Some(match sum {
                Some(sum) => writer.same(BinaryOperator::InclusiveOr, sum, part),
                None => part,
            });
        }
        let sum = sum.or_missing("a vector")?;
        Ok(writer.bits_as(sum, to))
    }

    /// The sum of the products of components, as wide as the result; packed operands hold four bytes.
    fn integer_dot(&mut self, opcode: Op, shape: Shape, left: Typed, right: Typed) -> Bridged<Typed> {
        let to = shape.scalar().or_missing("an integer")?;
        let kinds = match opcode {
            Op::SDot => [ScalarKind::Sint, ScalarKind::Sint],
            Op::UDot => [ScalarKind::Uint, ScalarKind::Uint],
            _ => [ScalarKind::Sint, ScalarKind::Uint],
        };
        let writer = &mut *self.writer;
        let mut wide = [left, right];
        for (value, kind) in wide.iter_mut().zip(kinds) {
            if let Shape::Scalar(scalar) = value.shape {
                let fun = if kind == ScalarKind::Sint { MathFunction::Unpack4xI8 } else { MathFunction::Unpack4xU8 };
                let word = writer.bits_as(*value, naga::Scalar { kind: ScalarKind::Uint, ..scalar });
                let quad = Shape::Vector(VectorSize::Quad, naga::Scalar { kind, width: 4 });
                *value = writer.math(fun, &[word], quad)?;
            } else {
                let width = value.shape.scalar().or_missing("an integer")?.width;
                *value = writer.bits_as(*value, naga::Scalar { kind, width });
            }
            *value = writer.convert(*value, to);
        }
        let [left, right] = wide;
        writer.math(MathFunction::Dot, &[left, right], shape)
    }

    /// Instructions with two results.
    pub(super) fn pair(
        &mut self,
        instruction: Instruction,
        first: Shape,
        second: Shape,
        operands: &[Typed],
    ) -> Bridged<(Typed, Typed)> {
        let operand = |index: usize| operands.get(index).copied().or_missing("an operand");
        let writer = &mut *self.writer;
        match instruction {
            Instruction::Core(Op::IAddCarry) => {
                let (x, y) = (operand(0)?, operand(1)?);
                let sum = writer.same(BinaryOperator::Add, x, y);
                let carried = writer.compare(BinaryOperator::Less, sum, x);
                Ok((sum, writer.convert(carried, naga::Scalar::U32)))
            }
            Instruction::Core(Op::ISubBorrow) => {
                let (x, y) = (operand(0)?, operand(1)?);
                let difference = writer.same(BinaryOperator::Subtract, x, y);
                let borrowed = writer.compare(BinaryOperator::Less, x, y);
                Ok((difference, writer.convert(borrowed, naga::Scalar::U32)))
            }
            Instruction::Core(Op::UMulExtended) => {
                let (x, y) = (operand(0)?, operand(1)?);
                let low = writer.same(BinaryOperator::Multiply, x, y);
                Ok((low, self.high_product(x, y)?))
            }
            Instruction::Core(Op::SMulExtended) => {
                // The high half of a signed product is that of the unsigned one, minus each factor whose partner is
                // negative.
                let (x, y) = (operand(0)?, operand(1)?);
                let low = writer.same(BinaryOperator::Multiply, x, y);
                let (bits_x, bits_y) = (writer.bits_as(x, naga::Scalar::U32), writer.bits_as(y, naga::Scalar::U32));
                let mut high = self.high_product(bits_x, bits_y)?;
                let writer = &mut *self.writer;
                for (sign, other) in [(x, bits_y), (y, bits_x)] {
                    let zero = writer.small(0, sign.shape)?;
                    let nothing = writer.small(0, other.shape)?;
                    let is_negative = writer.compare(BinaryOperator::Less, sign, zero);
                    let less = writer.select(is_negative, other, nothing);
                    high = writer.same(BinaryOperator::Subtract, high, less);
                }
                Ok((low, writer.bits_as(high, naga::Scalar::I32)))
            }
            Instruction::Ext(Ext::ModfStruct) => self.structure(MathFunction::Modf, operand(0)?, first, second),
            Instruction::Ext(Ext::FrexpStruct) => self.structure(MathFunction::Frexp, operand(0)?, first, second),
            _ => unsupported(THIS),
        }
    }

    /// The high half of the product of two words, computed from their halves.
    fn high_product(&mut self, x: Typed, y: Typed) -> Bridged<Typed> {
        let writer = &mut *self.writer;
        let (mask, sixteen) = (writer.uint(0xffff), writer.uint(16));
        let (mask, sixteen) = (writer.splat(mask, x.shape), writer.splat(sixteen, x.shape));
        let mut low = |it: Typed| writer.same(BinaryOperator::And, it, mask);
        let (x0, y0) = (low(x), low(y));
        let mut high = |it: Typed| writer.same(BinaryOperator::ShiftRight, it, sixteen);
        let (x1, y1) = (high(x), high(y));
        let (p00, p01) = (writer.same(BinaryOperator::Multiply, x0, y0), writer.same(BinaryOperator::Multiply, x0, y1));
        let (p10, p11) = (writer.same(BinaryOperator::Multiply, x1, y0), writer.same(BinaryOperator::Multiply, x1, y1));
        // middle = (p00 >> 16) + (p01 & 0xffff) + p10, added in two steps to avoid overflow.
        let carry = writer.same(BinaryOperator::ShiftRight, p00, sixteen);
        let middle = writer.same(BinaryOperator::Add, p10, carry);
        let middle_low = writer.same(BinaryOperator::And, middle, mask);
        let middle_high = writer.same(BinaryOperator::ShiftRight, middle, sixteen);
        let other = writer.same(BinaryOperator::Add, p01, middle_low);
        let other_high = writer.same(BinaryOperator::ShiftRight, other, sixteen);
        let sum = writer.same(BinaryOperator::Add, p11, middle_high);
        Ok(writer.same(BinaryOperator::Add, sum, other_high))
    }

    /// A function that returns a structure with two members.
    fn structure(&mut self, fun: MathFunction, value: Typed, first: Shape, second: Shape) -> Bridged<(Typed, Typed)> {
        let (size, scalar) = match value.shape {
            Shape::Vector(size, scalar) => (Some(size), scalar),
            Shape::Scalar(scalar) => (None, scalar),
            _ => return unsupported(THIS),
        };
        let ty = match fun {
            MathFunction::Modf => naga::PredeclaredType::ModfResult { size, scalar },
            _ => naga::PredeclaredType::FrexpResult { size, scalar },
        };
        let writer = &mut *self.writer;
        let ty = writer.module.out.generate_predeclared_type(ty);
        let made = writer.math(fun, &[value], Shape::Other(ty))?;
        let part = |index| Expression::AccessIndex { base: made.it, index };
        let (whole, rest) = (part(0), part(1));
        Ok((writer.typed(whole, first), writer.typed(rest, second)))
    }
}
