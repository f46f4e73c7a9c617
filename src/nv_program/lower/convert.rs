//! Conversions by value: floats to integers with their limits, and CVT.
//!
//! Comes in: values of 32 and 64 bits. Goes out: values. Must not depend on: registers.

use super::arithmetic::Computed;
use super::condition::Flags;
use super::emit::V;
use super::{Base, Lowering, OperationType};
use crate::hir::BinaryOperation;
use crate::nv_program::ast::{Rounding, StorageType};
use crate::nv_program::program::{Clamp, Instruction, Source};

/// The register type that holds a storage type.
const fn wide(storage: StorageType) -> OperationType {
    OperationType { base: storage.base, bits: if storage.bits == 64 { 64 } else { 32 } }
}

impl Lowering<'_> {
    /// An integral float as an integer; a value that is too large becomes the largest integer, NaN becomes 0.
    pub(super) fn float_to_integer(&mut self, value: V, from: OperationType, to: OperationType, bits: u8) -> V {
        let number = |lowering: &mut Self, value: f64| lowering.number(from, value);
        let signed = to.base == Base::Signed;
        let width = i32::from(bits) - i32::from(signed);
        let (low, limit) = (if signed { -(2.0_f64.powi(width)) } else { 0.0 }, 2.0_f64.powi(width));
        let lowest = number(self, low);
        let at_least = self.operation("numberMax", &[value, lowest]);
        let converted = self.convert(at_least, self.ty(to));
        let largest = match (signed, bits) {
            (true, _) => (1_u64 << (bits - 1)) - 1,
            (false, 64) => u64::MAX,
            (false, _) => (1_u64 << bits) - 1,
        };
        let largest = self.bits(self.ty(to), largest);
        let limit = number(self, limit);
        let above = self.binary(BinaryOperation::GreaterEqual, value, limit);
        let result = self.select(above, largest, converted);
        if !signed {
            return result;
        }
        let nan = self.is_nan(value, from);
        let zero = self.number(to, 0.0);
        self.select(nan, zero, result)
    }

    /// Whether a float is NaN, by its bits: compilers may assume that `value != value` is never true.
    pub(super) fn is_nan(&mut self, value: V, ty: OperationType) -> V {
        let unsigned = self.ty(OperationType { base: Base::Unsigned, ..ty });
        let (magnitude, infinity) = if ty.bits == 64 {
            (u64::MAX >> 1, f64::INFINITY.to_bits())
        } else {
            (u64::from(u32::MAX >> 1), f32::INFINITY.to_bits().into())
        };
        let (mask, infinity) = (self.bits(unsigned, magnitude), self.bits(unsigned, infinity));
        let raw = self.raw(value, ty);
        let magnitude = self.and(raw, mask);
        self.binary(BinaryOperation::Greater, magnitude, infinity)
    }

    /// A float rounded to an integral float.
    pub(super) fn round(&mut self, value: V, rounding: Rounding) -> V {
        let name = match rounding {
            Rounding::Nearest => "roundEven",
            Rounding::Up => "ceil",
            Rounding::Down => "floor",
            Rounding::Zero => "trunc",
        };
        self.builtin(name, &[value])
    }

    /// CVT: the low bits of the source as its type, by value to the other.
    pub(super) fn cvt(&mut self, i: &Instruction, lane: usize) -> Computed {
        let (Some(to), Some(from), Some(operand)) = (i.modifiers.storage, i.modifiers.source, i.operands.first())
        else {
            return Computed { value: self.lost("CVT"), ty: i.modifiers.ty, flags: Flags::default() };
        };
        let value = self.read_plain(operand, lane, wide(from));
        let number = matches!(operand.source, Source::Literal(_)) && from.base == Base::Float && from.bits == 16;
        let value = if number { self.operation("quantizeToHalf", &[value]) } else { self.cut(value, from) };
        let (from_ty, to_ty) = (wide(from), wide(to));
        let result = match (from.base, to.base) {
            (Base::Float, Base::Float) => {
                let mut result = self.resize(value, from_ty, to_ty.bits);
                if from.bits > to.bits && to.bits == 32 {
                    result = self.directed(result, value, i.modifiers.rounding);
                }
                return self.float_result(result, to, i);
            }
            (_, Base::Float) => {
                let mut result = self.convert(value, self.ty(to_ty));
                if from.bits == 32 && to_ty.bits == 32 && i.modifiers.rounding.is_some_and(|it| it != Rounding::Nearest)
                {
                    let exact = self.convert(value, self.types.double);
                    result = self.directed(result, exact, i.modifiers.rounding);
                }
                return self.float_result(result, to, i);
            }
            (Base::Float, _) => {
                let rounded = self.round(value, i.modifiers.rounding.unwrap_or(Rounding::Nearest));
                self.float_to_integer(rounded, from_ty, to_ty, to.bits)
            }
            _ if i.modifiers.clamp.is_some() => self.clamped_integer(value, from, to),
            _ => {
                let value = self.convert(value, self.ty(to_ty));
                self.cut(value, to)
            }
        };
        Computed { value: result, ty: to_ty, flags: Flags::default() }
    }

    /// Reads an operand whose bits are interpreted as `ty`, whatever its declared size.
    fn read_plain(&mut self, operand: &crate::nv_program::program::Operand, lane: usize, ty: OperationType) -> V {
        let operand = crate::nv_program::program::Operand { ty, ..*operand };
        self.read(&operand, lane)
    }

    /// The low bits of a value as a storage type, in 32 or 64 bits.
    fn cut(&mut self, value: V, storage: StorageType) -> V {
        if storage.bits >= 32 {
            return value;
        }
        let ty = wide(storage);
        let word = self.raw(value, ty);
        let zero = self.uint(0);
        self.small_component(word, zero, storage)
    }

    /// A float result; a half is stored as its bits, but its flags are those of the number.
    fn float_result(&mut self, value: V, to: StorageType, i: &Instruction) -> Computed {
        let ty = wide(to);
        let value = self.clamped(value, ty, i.modifiers.clamp);
        if to.bits == 16 {
            let flags = Flags { of: Some((value, ty)), ..Flags::default() };
            let mut half = self.small_bits(value, to);
            if let Some(rounding) = i.modifiers.rounding.filter(|it| *it != Rounding::Nearest) {
                let back = self.half_to_float(half);
                half = self.stepped(half, [back, value], OperationType::FLOAT, rounding);
            }
            return Computed { value: half, ty: OperationType::UNSIGNED, flags };
        }
        Computed { value, ty, flags: Flags::default() }
    }

    /// Corrects a value that was rounded to nearest: `exact` is the same value with more bits.
    fn directed(&mut self, value: V, exact: V, rounding: Option<Rounding>) -> V {
        let Some(rounding) = rounding.filter(|it| *it != Rounding::Nearest) else { return value };
        let back = self.convert(value, self.types.double);
        let raw = self.raw(value, OperationType::FLOAT);
        let double = OperationType { base: Base::Float, bits: 64 };
        let raw = self.stepped(raw, [back, exact], double, rounding);
        self.interpret(raw, OperationType::FLOAT)
    }

    /// The bits of a float, or the neighbouring ones if rounding went the wrong way: `back` is the float in a wider
    /// type, and `exact` the value that was rounded.
    fn stepped(&mut self, raw: V, [back, exact]: [V; 2], ty: OperationType, rounding: Rounding) -> V {
        let above = self.binary(BinaryOperation::Greater, back, exact);
        let below = self.binary(BinaryOperation::Less, back, exact);
        let zero = self.number(ty, 0.0);
        let negative = self.binary(BinaryOperation::Less, exact, zero);
        let one = self.uint(1);
        let (larger, smaller) = (self.add(raw, one), self.subtract(raw, one));
        // Bits of larger magnitude are larger numbers.
        match rounding {
            Rounding::Up => {
                let next = self.select(negative, smaller, larger);
                self.select(below, next, raw)
            }
            Rounding::Down => {
                let next = self.select(negative, larger, smaller);
                self.select(above, next, raw)
            }
            _ => {
                let wrong = self.select(negative, below, above);
                self.select(wrong, smaller, raw)
            }
        }
    }

    fn clamped_integer(&mut self, value: V, from: StorageType, to: StorageType) -> V {
        let (from_ty, to_ty) = (wide(from), wide(to));
        let signed_from = from.base == Base::Signed;
        let most = |storage: StorageType| match (storage.base, storage.bits) {
            (Base::Signed, bits) => (1_u128 << (bits - 1)) - 1,
            (_, bits) => (1_u128 << bits) - 1,
        };
        let mut value = value;
        if most(to) < most(from) {
            let largest = self.bits(self.ty(from_ty), most(to) as u64);
            value = self.builtin("min", &[value, largest]);
        }
        if signed_from {
            let least = if to.base == Base::Signed && to.bits < from.bits {
                Some(-(1_i64 << (to.bits - 1)))
            } else if to.base == Base::Unsigned {
                Some(0)
            } else {
                None
            };
            if let Some(least) = least {
                let least = self.bits(self.ty(from_ty), least as u64);
                value = self.builtin("max", &[value, least]);
            }
        }
        self.convert(value, self.ty(to_ty))
    }

    /// A float clamped by `.SAT` or `.SSAT`; NaN becomes the lower end.
    pub(super) fn clamped(&mut self, value: V, ty: OperationType, clamp: Option<Clamp>) -> V {
        let Some(clamp) = clamp.filter(|_| ty.base == Base::Float) else { return value };
        let low = self.number(ty, if clamp == Clamp::Signed { -1.0 } else { 0.0 });
        let high = self.number(ty, 1.0);
        self.operation("numberClamp", &[value, low, high])
    }
}
