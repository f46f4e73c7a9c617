//! Instructions that work component by component.
//!
//! Comes in: an instruction and a component. Goes out: the component of the result. Must not depend on: registers.

use super::condition::Flags;
use super::emit::V;
use super::{Base, Lowering, OperationType};
use crate::hir::BinaryOperation as B;
use crate::nv_program::ast::Rounding;
use crate::nv_program::opcode::Op;
use crate::nv_program::program::{Instruction, Operand};

/// A component of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Computed {
    pub value: V,
    pub ty: OperationType,
    pub flags: Flags,
}

impl Lowering<'_> {
    /// Operand `index` in a component.
    pub(super) fn operand(&mut self, i: &Instruction, index: usize, lane: usize) -> V {
        match i.operands.get(index) {
            Some(operand) => self.read(operand, lane),
            None => self.lost("an operand"),
        }
    }

    /// One component of the result.
    pub(super) fn component_wise(&mut self, i: &Instruction, lane: usize) -> Computed {
        let ty = i.modifiers.ty;
        let plain = |value| Computed { value, ty, flags: Flags::default() };
        match i.op() {
            Op::Mov => plain(self.operand(i, 0, lane)),
            Op::Abs => {
                let value = self.operand(i, 0, lane);
                plain(self.absolute(value, ty))
            }
            Op::Add | Op::Sub => self.sum(i, lane),
            Op::Mul => plain(self.product(i, lane)),
            Op::Mad => self.multiply_add(i, lane),
            Op::Div => {
                let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
                plain(self.binary(B::Divide, left, right))
            }
            Op::Mod => {
                let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
                plain(self.binary(B::Modulo, left, right))
            }
            Op::Min | Op::Max => plain(self.extreme(i, lane)),
            Op::Cmp => plain(self.chosen_by_sign(i, lane)),
            Op::Seq | Op::Sne | Op::Sge | Op::Sgt | Op::Sle | Op::Slt | Op::Sfl | Op::Str => self.comparison(i, lane),
            Op::And | Op::Or | Op::Xor => {
                let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
                let operation = match i.op() {
                    Op::And => B::BitAnd,
                    Op::Or => B::BitOr,
                    _ => B::BitXor,
                };
                plain(self.binary(operation, left, right))
            }
            Op::Not => {
                let value = self.operand(i, 0, lane);
                plain(self.complement(value))
            }
            Op::Shl | Op::Shr => {
                let (value, amount) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
                let mask = self.number(ty, f64::from(ty.bits) - 1.0);
                let amount = self.and(amount, mask);
                plain(self.binary(if i.op() == Op::Shl { B::ShiftLeft } else { B::ShiftRight }, value, amount))
            }
            Op::Bfe | Op::Bfi => plain(self.bit_field(i, lane)),
            Op::Bfr => {
                let value = self.operand(i, 0, lane);
                plain(self.builtin("bitfieldReverse", &[value]))
            }
            Op::Btc | Op::Btfl | Op::Btfm => {
                let value = self.operand(i, 0, lane);
                let name = match i.op() {
                    Op::Btc => "bitCount",
                    Op::Btfl => "findLSB",
                    _ => "findMSB",
                };
                let value = self.builtin(name, &[value]);
                plain(self.convert(value, self.ty(ty)))
            }
            Op::Sad => self.distance_sum(i, lane),
            Op::Ceil | Op::Flr | Op::Round | Op::Trunc => plain(self.rounded(i, lane)),
            Op::Frc => {
                let value = self.operand(i, 0, lane);
                plain(self.builtin("fract", &[value]))
            }
            Op::Ssg => plain(self.sign(i, lane)),
            Op::I2f => {
                let value = self.operand(i, 0, lane);
                let ty = OperationType { base: Base::Float, ..ty };
                Computed { value: self.convert(value, self.ty(ty)), ty, flags: Flags::default() }
            }
            Op::Lrp => {
                let (a, b, c) = (self.operand(i, 0, lane), self.operand(i, 1, lane), self.operand(i, 2, lane));
                plain(self.builtin("mix", &[c, b, a]))
            }
            Op::Cvt => self.cvt(i, lane),
            _ => plain(self.lost(i.row.name)),
        }
    }

    /// MAD. A negated product is subtracted from the addend, which shows in carry and overflow.
    fn multiply_add(&mut self, i: &Instruction, lane: usize) -> Computed {
        let ty = i.modifiers.ty;
        let plain = |value| Computed { value, ty, flags: Flags::default() };
        let product = self.product(i, lane);
        let Some(&addend) = i.operands.get(2) else { return plain(product) };
        if ty.base == Base::Float {
            let addend = self.read(&addend, lane);
            return plain(self.add(product, addend));
        }
        let subtracts = signed_apart(&addend);
        let right = if subtracts { self.read_unsigned(&addend, lane) } else { self.read(&addend, lane) };
        let minus = i.operands.iter().take(2).filter(|operand| signed_apart(operand)).count() == 1;
        if minus && i.modifiers.condition_code.is_some() {
            let positive = self.negate(product);
            if subtracts {
                return plain(self.subtract(product, right));
            }
            let value = self.subtract(right, positive);
            let carry = self.wanted_sum_flags(i, value, right, positive, ty, true).carry;
            // NVIDIA's driver sets overflow as the addition does, which differs for the smallest product.
            let flags = self.wanted_sum_flags(i, value, product, right, ty, false);
            return Computed { value, ty, flags: Flags { carry, ..flags } };
        }
        let value = if subtracts { self.subtract(product, right) } else { self.add(product, right) };
        let flags = self.wanted_sum_flags(i, value, product, right, ty, subtracts);
        Computed { value, ty, flags }
    }

    /// MIN and MAX.
    fn extreme(&mut self, i: &Instruction, lane: usize) -> V {
        let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
        match (i.modifiers.ty.base == Base::Float, i.op() == Op::Min) {
            (true, true) => self.operation("numberMin", &[left, right]),
            (true, false) => self.operation("numberMax", &[left, right]),
            (false, true) => self.builtin("min", &[left, right]),
            (false, false) => self.builtin("max", &[left, right]),
        }
    }

    /// CMP: the second operand where the first is negative, else the third.
    fn chosen_by_sign(&mut self, i: &Instruction, lane: usize) -> V {
        let ty = i.modifiers.ty;
        let reject = self.operand(i, 2, lane);
        if ty.base == Base::Unsigned {
            return reject;
        }
        let (value, accept) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
        let zero = self.number(ty, 0.0);
        let negative = self.binary(B::Less, value, zero);
        self.select(negative, accept, reject)
    }

    /// BFE and BFI. Their first operand is the width of the field and its place.
    fn bit_field(&mut self, i: &Instruction, lane: usize) -> V {
        let (bits, offset) = (self.operand(i, 0, 0), self.operand(i, 0, 1));
        let (bits, offset) = (self.convert(bits, self.types.int), self.convert(offset, self.types.int));
        let value = self.operand(i, 1, lane);
        if i.op() == Op::Bfe {
            return self.builtin("bitfieldExtract", &[value, offset, bits]);
        }
        let base = self.operand(i, 2, lane);
        self.builtin("bitfieldInsert", &[base, value, offset, bits])
    }

    /// SAD: the distance of two numbers, which is unsigned, and an addend.
    fn distance_sum(&mut self, i: &Instruction, lane: usize) -> Computed {
        let ty = i.modifiers.ty;
        let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
        let (most, least) = (self.builtin("max", &[left, right]), self.builtin("min", &[left, right]));
        let distance = self.subtract(most, least);
        let unsigned = OperationType { base: Base::Unsigned, ..ty };
        let distance = self.convert(distance, self.ty(unsigned));
        let addend = self.operand(i, 2, lane);
        let value = self.add(distance, addend);
        let flags = self.wanted_sum_flags(i, value, distance, addend, unsigned, false);
        Computed { value, ty: unsigned, flags }
    }

    /// CEIL, FLR, ROUND and TRUNC, to a float or an integer.
    fn rounded(&mut self, i: &Instruction, lane: usize) -> V {
        let ty = i.modifiers.ty;
        let value = self.operand(i, 0, lane);
        let rounding = match i.op() {
            Op::Ceil => Rounding::Up,
            Op::Flr => Rounding::Down,
            Op::Round => Rounding::Nearest,
            _ => Rounding::Zero,
        };
        let value = self.round(value, rounding);
        if ty.base == Base::Float {
            return value;
        }
        let from = OperationType { base: Base::Float, ..ty };
        self.float_to_integer(value, from, ty, ty.bits)
    }

    /// SSG: -1, 0 or 1.
    fn sign(&mut self, i: &Instruction, lane: usize) -> V {
        let ty = i.modifiers.ty;
        let value = self.operand(i, 0, lane);
        let (zero, one, minus) = (self.number(ty, 0.0), self.number(ty, 1.0), self.number(ty, -1.0));
        let negative = self.binary(B::Less, value, zero);
        let positive = self.binary(B::Greater, value, zero);
        let rest = self.select(positive, one, zero);
        self.select(negative, minus, rest)
    }

    /// ADD and SUB. A negated operand turns one into the other, which shows in carry and overflow.
    fn sum(&mut self, i: &Instruction, lane: usize) -> Computed {
        let ty = i.modifiers.ty;
        let (Some(&a), Some(&b)) = (i.operands.first(), i.operands.get(1)) else {
            return Computed { value: self.lost("ADD"), ty, flags: Flags::default() };
        };
        let subtracts = i.op() == Op::Sub;
        if ty.base == Base::Float {
            let (left, right) = (self.read(&a, lane), self.read(&b, lane));
            let value = if subtracts { self.subtract(left, right) } else { self.add(left, right) };
            return Computed { value, ty, flags: Flags::default() };
        }
        let minus_a = signed_apart(&a);
        let minus_b = signed_apart(&b) != subtracts;
        let right_is_signed = signed_apart(&b);
        let left = if minus_a { self.read_unsigned(&a, lane) } else { self.read(&a, lane) };
        let right = if right_is_signed { self.read_unsigned(&b, lane) } else { self.read(&b, lane) };
        match (minus_a, minus_b) {
            (false, false) => {
                let value = self.add(left, right);
                Computed { value, ty, flags: self.wanted_sum_flags(i, value, left, right, ty, false) }
            }
            (false, true) => {
                let value = self.subtract(left, right);
                Computed { value, ty, flags: self.wanted_sum_flags(i, value, left, right, ty, true) }
            }
            (true, false) => {
                let value = self.subtract(right, left);
                Computed { value, ty, flags: self.wanted_sum_flags(i, value, right, left, ty, true) }
            }
            (true, true) => {
                let left = self.negate(left);
                Computed { value: self.subtract(left, right), ty, flags: Flags::default() }
            }
        }
    }

    fn wanted_sum_flags(
        &mut self,
        i: &Instruction,
        value: V,
        left: V,
        right: V,
        ty: OperationType,
        subtracts: bool,
    ) -> Flags {
        let Some(register) = i.modifiers.condition_code else { return Flags::default() };
        let observed = self.facts.observed.get(usize::from(register)).copied().unwrap_or_default();
        if observed.iter().all(|flags| flags & (super::CARRY | super::OVERFLOW) == 0) {
            return Flags::default();
        }
        self.sum_flags(value, left, right, ty, subtracts)
    }

    fn product(&mut self, i: &Instruction, lane: usize) -> V {
        let (mut left, mut right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
        if i.modifiers.high {
            return self.operation("multiplyHigh", &[left, right]);
        }
        if i.modifiers.low24.is_some() {
            let (zero, count) = (self.f.int(&mut self.module, 0), self.f.int(&mut self.module, 24));
            left = self.builtin("bitfieldExtract", &[left, zero, count]);
            right = self.builtin("bitfieldExtract", &[right, zero, count]);
        }
        self.multiply(left, right)
    }

    fn comparison(&mut self, i: &Instruction, lane: usize) -> Computed {
        let operation = match i.op() {
            Op::Seq => B::Equal,
            Op::Sne => B::NotEqual,
            Op::Sge => B::GreaterEqual,
            Op::Sgt => B::Greater,
            Op::Sle => B::LessEqual,
            Op::Slt => B::Less,
            other => {
                let truth = self.bool(other == Op::Str);
                let value = self.truth(i.modifiers.ty, other == Op::Str);
                return Computed { value, ty: i.modifiers.ty, flags: Flags { truth: Some(truth), ..Flags::default() } };
            }
        };
        let (left, right) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
        let truth = self.binary(operation, left, right);
        let value = self.truth_value(truth, i.modifiers.ty);
        Computed { value, ty: i.modifiers.ty, flags: Flags { truth: Some(truth), ..Flags::default() } }
    }

    /// A `bool` as TRUE or FALSE of a type.
    pub(super) fn truth_value(&mut self, truth: V, ty: OperationType) -> V {
        let (yes, no) = (self.truth(ty, true), self.truth(ty, false));
        self.select(truth, yes, no)
    }
}

/// Whether an operand has a leading sign that can be separated from it.
fn signed_apart(operand: &Operand) -> bool {
    operand.negate && !matches!(operand.source, crate::nv_program::program::Source::Literal(_))
}
