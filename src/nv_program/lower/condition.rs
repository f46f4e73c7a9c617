//! Condition codes: flags that results set, and the conditions that test them.
//!
//! Comes in: results and conditions. Goes out: `bool` locals and values. Must not depend on: what is computed.
//!
//! Only flags that some condition tests and some instruction sets are kept; the others are constants.

use super::emit::V;
use super::{Base, CARRY, Lowering, NAN, OVERFLOW, OperationType, Place, SIGN, ZERO};
use crate::hir::BinaryOperation;
use crate::nv_program::opcode::{Op, SlotKind, SlotType};
use crate::nv_program::program::{Instruction, Rule, Test};

/// The flags of one component of a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    /// Carry and overflow, where the instruction sets them.
    pub carry: Option<V>,
    pub overflow: Option<V>,
    /// For a comparison: whether it is TRUE.
    pub truth: Option<V>,
    /// For a result that is stored as something else: the number that the flags describe.
    pub of: Option<(V, OperationType)>,
}

/// The flags that an instruction can set to something other than false; [`NAN`] where its result can be one.
pub(super) fn possible(instruction: &Instruction) -> u8 {
    let result = instruction.row.operands.iter().find(|slot| slot.kind == SlotKind::Result);
    let float = match result.map(|slot| slot.ty) {
        Some(SlotType::Float) => true,
        Some(SlotType::Own | SlotType::Storage) => instruction.modifiers.ty.base == Base::Float,
        _ => false,
    };
    match instruction.op() {
        Op::Seq | Op::Sne | Op::Sge | Op::Sgt | Op::Sle | Op::Slt | Op::Sfl | Op::Str => SIGN | ZERO,
        Op::Add | Op::Sub | Op::Mad | Op::Sad if !float => SIGN | ZERO | CARRY | OVERFLOW,
        _ if float => SIGN | ZERO | NAN,
        _ => SIGN | ZERO,
    }
}

impl Lowering<'_> {
    fn kept(&self, register: u8, component: u8, flag: u8) -> bool {
        let of = |table: &[[u8; 4]; 2]| {
            let row = table.get(usize::from(register)).and_then(|row| row.get(usize::from(component)));
            row.copied().unwrap_or(0)
        };
        of(&self.facts.observed) & flag != 0 && of(&self.facts.possible) & flag != 0
    }

    fn can_be_nan(&self, register: u8, component: u8) -> bool {
        let row = self.facts.possible.get(usize::from(register)).and_then(|row| row.get(usize::from(component)));
        row.is_some_and(|flags| flags & NAN != 0)
    }

    fn flag_place(&mut self, register: u8, component: u8, flag: u8) -> Place {
        if let Some(place) = self.flags.get(&(register, component, flag)) {
            return place.clone();
        }
        let letter = ["x", "y", "z", "w"].get(usize::from(component)).copied().unwrap_or("");
        let name = match flag {
            SIGN => "SF",
            ZERO => "ZF",
            CARRY => "CF",
            _ => "OF",
        };
        let place = self.variable(&format!("{name}{register}.{letter}"), self.types.bool);
        self.flags.insert((register, component, flag), place.clone());
        place
    }

    /// Sets the flags to their initial value, zero.
    pub(super) fn clear_flags(&mut self) {
        for register in 0..2 {
            for component in 0..4 {
                for flag in [SIGN, ZERO, CARRY, OVERFLOW] {
                    if self.kept(register, component, flag) {
                        let place = self.flag_place(register, component, flag);
                        let value = self.bool(flag == ZERO);
                        self.store(&place, value);
                    }
                }
            }
        }
    }

    fn flag(&mut self, register: u8, component: u8, flag: u8) -> V {
        if !self.kept(register, component, flag) {
            return self.bool(flag == ZERO);
        }
        let place = self.flag_place(register, component, flag);
        self.load(&place)
    }

    /// Whether a component passes a condition (NV_gpu_program4, table X.14).
    pub(super) fn passes(&mut self, test: &Test, lane: usize) -> V {
        let component = test.components.get(lane).copied().unwrap_or(0);
        let register = test.register;
        let flag = |lowering: &mut Self, flag| lowering.flag(register, component, flag);
        match test.rule {
            Rule::True => self.bool(true),
            Rule::False => self.bool(false),
            Rule::Equal => {
                let zero = flag(self, ZERO);
                if !self.can_be_nan(register, component) {
                    return zero;
                }
                let sign = flag(self, SIGN);
                let positive = self.not(sign);
                self.both(positive, zero)
            }
            Rule::NotEqual => {
                let equal = self.passes(&Test { rule: Rule::Equal, ..*test }, lane);
                self.negation(equal)
            }
            Rule::GreaterEqual => {
                let (sign, overflow) = (flag(self, SIGN), flag(self, OVERFLOW));
                let less = self.differ(sign, overflow);
                self.negation(less)
            }
            Rule::Greater => {
                let (sign, overflow, zero) = (flag(self, SIGN), flag(self, OVERFLOW), flag(self, ZERO));
                let less = self.differ(sign, overflow);
                let (not_less, not_zero) = (self.negation(less), self.negation(zero));
                self.both(not_less, not_zero)
            }
            Rule::LessEqual => {
                let (sign, overflow, zero) = (flag(self, SIGN), flag(self, OVERFLOW), flag(self, ZERO));
                let either = self.either(zero, overflow);
                self.differ(sign, either)
            }
            Rule::Less => {
                let (sign, overflow) = (flag(self, SIGN), flag(self, OVERFLOW));
                let mut less = sign;
                if self.can_be_nan(register, component) {
                    let zero = flag(self, ZERO);
                    let not_zero = self.negation(zero);
                    less = self.both(sign, not_zero);
                }
                self.differ(less, overflow)
            }
            Rule::Nan | Rule::NotNan => {
                let nan = if self.can_be_nan(register, component) {
                    let (sign, zero) = (flag(self, SIGN), flag(self, ZERO));
                    self.both(sign, zero)
                } else {
                    self.bool(false)
                };
                if test.rule == Rule::Nan { nan } else { self.negation(nan) }
            }
            Rule::Carry => flag(self, CARRY),
            Rule::NoCarry => {
                let carry = flag(self, CARRY);
                self.negation(carry)
            }
            Rule::Overflow => flag(self, OVERFLOW),
            Rule::NoOverflow => {
                let overflow = flag(self, OVERFLOW);
                self.negation(overflow)
            }
            Rule::Sign => flag(self, SIGN),
            Rule::NoSign => {
                let sign = flag(self, SIGN);
                self.negation(sign)
            }
            Rule::Above | Rule::BelowEqual => {
                let (carry, zero) = (flag(self, CARRY), flag(self, ZERO));
                let not_zero = self.negation(zero);
                let above = self.both(carry, not_zero);
                if test.rule == Rule::Above { above } else { self.negation(above) }
            }
            Rule::Resident | Rule::NonResident => {
                let resident = match self.residency.clone() {
                    Some(place) => self.load(&place),
                    None => self.bool(true),
                };
                if test.rule == Rule::Resident { resident } else { self.negation(resident) }
            }
        }
    }

    fn negation(&mut self, value: V) -> V {
        match self.known_bool(value) {
            Some(known) => self.bool(!known),
            None => self.not(value),
        }
    }

    /// Whether any component that a condition names passes.
    pub(super) fn any_passes(&mut self, test: &Test) -> V {
        let mut seen: Vec<u8> = Vec::new();
        let mut any = self.bool(false);
        for lane in 0..usize::from(test.count) {
            let component = test.components.get(lane).copied().unwrap_or(0);
            if seen.contains(&component) {
                continue;
            }
            seen.push(component);
            let passes = self.passes(test, lane);
            any = self.either(any, passes);
        }
        any
    }

    /// Sets the flags of a component from a result; where `condition` is false they stay.
    pub(super) fn set_flags(
        &mut self,
        register: u8,
        component: u8,
        value: V,
        ty: OperationType,
        known: Flags,
        condition: Option<V>,
    ) {
        for flag in [SIGN, ZERO, CARRY, OVERFLOW] {
            if !self.kept(register, component, flag) {
                continue;
            }
            let new = self.new_flag(flag, value, ty, known);
            let place = self.flag_place(register, component, flag);
            let new = match condition {
                Some(condition) => {
                    let old = self.load(&place);
                    self.select(condition, new, old)
                }
                None => new,
            };
            self.store(&place, new);
        }
    }

    fn new_flag(&mut self, flag: u8, value: V, ty: OperationType, known: Flags) -> V {
        let zero = |lowering: &mut Self, ty| lowering.number(ty, 0.0);
        match (flag, known.truth) {
            (CARRY, _) => known.carry.unwrap_or_else(|| self.bool(false)),
            (OVERFLOW, _) => known.overflow.unwrap_or_else(|| self.bool(false)),
            (ZERO, Some(truth)) => self.negation(truth),
            (_, Some(truth)) => {
                if ty.base == Base::Float {
                    self.bool(false)
                } else {
                    truth
                }
            }
            (ZERO, None) if ty.base == Base::Float => {
                let zero = zero(self, ty);
                self.operation("unorderedEqual", &[value, zero])
            }
            (_, None) if ty.base == Base::Float => {
                let zero = zero(self, ty);
                self.operation("unorderedLess", &[value, zero])
            }
            (ZERO, None) => {
                let zero = zero(self, ty);
                self.binary(BinaryOperation::Equal, value, zero)
            }
            (_, None) => {
                let signed = OperationType { base: Base::Signed, ..ty };
                let value = self.convert(value, self.ty(signed));
                let zero = zero(self, signed);
                self.binary(BinaryOperation::Less, value, zero)
            }
        }
    }

    /// Carry and overflow of `result = left + right`, or `left - right`.
    pub(super) fn sum_flags(&mut self, result: V, left: V, right: V, ty: OperationType, subtracts: bool) -> Flags {
        let unsigned = OperationType { base: Base::Unsigned, ..ty };
        let raw = |lowering: &mut Self, value| lowering.convert(value, lowering.ty(unsigned));
        let (result, left, right) = (raw(self, result), raw(self, left), raw(self, right));
        let carry = if subtracts {
            self.binary(BinaryOperation::GreaterEqual, left, right)
        } else {
            self.binary(BinaryOperation::Less, result, left)
        };
        let (first, second) = if subtracts {
            (self.xor(left, right), self.xor(left, result))
        } else {
            (self.xor(left, result), self.xor(right, result))
        };
        let both = self.and(first, second);
        let signed = OperationType { base: Base::Signed, ..ty };
        let both = self.convert(both, self.ty(signed));
        let zero = self.number(signed, 0.0);
        let overflow = self.binary(BinaryOperation::Less, both, zero);
        Flags { carry: Some(carry), overflow: Some(overflow), ..Flags::default() }
    }
}
