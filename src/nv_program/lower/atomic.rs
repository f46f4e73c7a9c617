//! Atomic operations on words, pairs of words and halves.
//!
//! Comes in: a place in memory, an operation, its operand. Goes out: the old bits. Must not depend on: registers.

use super::emit::V;
use super::memory::{Space, Spot};
use super::resource::View;
use super::{Base, Lowering, OperationType, Place};
use crate::hir::BinaryOperation;
use crate::hir::builder::Given;
use crate::nv_program::ast::{AtomicOperation, StorageType};

/// The operand: one or two values as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicOperand {
    /// `op0.x`
    pub x: V,
    /// `op0.y`, for CSWAP and four halves.
    pub y: Option<V>,
}

impl Lowering<'_> {
    /// Does an operation and returns the old value, as bits: one word of 32 or 64 bits, or two of halves.
    pub(super) fn atomic(
        &mut self,
        spot: &Spot,
        operation: AtomicOperation,
        storage: StorageType,
        operand: AtomicOperand,
    ) -> Vec<V> {
        let scope = if matches!(spot.space, Space::Shared) { "shared" } else { "device" };
        let halves = storage.base == Base::Float && storage.bits == 16;
        if halves {
            let words = [Some(operand.x), operand.y.filter(|_| storage.count == 4)];
            return words
                .into_iter()
                .flatten()
                .enumerate()
                .map(|(index, word)| {
                    self.update_word(spot, index as u32, |lowering, old| lowering.combined_halves(operation, old, word))
                })
                .collect();
        }
        let bits = if storage.bits == 64 { self.types.uint64 } else { self.types.uint };
        self.inside(spot, 0, u32::from(storage.bits / 32), &[bits], |lowering| {
            lowering.atomic_inside(spot, scope, operation, storage, operand)
        })
    }

    /// The same for one number, in memory that is known to exist.
    fn atomic_inside(
        &mut self,
        spot: &Spot,
        scope: &str,
        operation: AtomicOperation,
        storage: StorageType,
        operand: AtomicOperand,
    ) -> Vec<V> {
        let ty = OperationType { base: storage.base, bits: storage.bits };
        let adds_floats = operation == AtomicOperation::Add && storage.base == Base::Float;
        if adds_floats && self.options.native_float_add && !matches!(spot.space, Space::Shared) {
            let view = if storage.bits == 64 { View::Doubles } else { View::Floats };
            let place = self.viewed_place(spot, view);
            let value = self.interpret(operand.x, ty);
            let old = self.builtin_given("atomicAdd", &[Given::Place(&place), Given::Value(value)]);
            return vec![self.raw(old, ty)];
        }
        if storage.bits == 64 {
            let place = self.wide_place(spot);
            return vec![match self.native(&place, scope, operation, ty, operand) {
                Some(old) => old,
                None => self.update(&place, scope, |lowering, old| lowering.combined(operation, ty, old, operand)),
            }];
        }
        let native = if self.facts.wide_shared && scope == "shared" {
            None
        } else {
            self.word_place(spot, 0).and_then(|place| self.native(&place, scope, operation, ty, operand))
        };
        vec![match native {
            Some(old) => old,
            None => self.update_word_inside(spot, 0, |lowering, old| lowering.combined(operation, ty, old, operand)),
        }]
    }

    /// The instruction of the operation, if there is one.
    fn native(
        &mut self,
        place: &Place,
        scope: &str,
        operation: AtomicOperation,
        ty: OperationType,
        operand: AtomicOperand,
    ) -> Option<V> {
        use AtomicOperation as A;
        let name = match (operation, ty.base) {
            (A::Exchange, _) => "Exchange",
            (_, Base::Float) => return None,
            (A::Add, _) => "Add",
            (A::And, _) => "And",
            (A::Or, _) => "Or",
            (A::Xor, _) => "Xor",
            (A::Min, Base::Signed) => "SignedMin",
            (A::Min, _) => "UnsignedMin",
            (A::Max, Base::Signed) => "SignedMax",
            (A::Max, _) => "UnsignedMax",
            (A::CompareSwap, _) => {
                let given = [Given::Place(place), Given::Value(operand.x), Given::Value(operand.y?)];
                return Some(self.operation_given(&format!("{scope}AtomicCompareExchange"), &given));
            }
            (A::IncrementWrap | A::DecrementWrap, _) => return None,
        };
        let given = [Given::Place(place), Given::Value(operand.x)];
        Some(self.operation_given(&format!("{scope}Atomic{name}"), &given))
    }

    /// What an operation writes, given the old value.
    pub(super) fn combined(
        &mut self,
        operation: AtomicOperation,
        ty: OperationType,
        old: V,
        operand: AtomicOperand,
    ) -> V {
        use AtomicOperation as A;
        use BinaryOperation as B;
        let zero = self.number(OperationType { base: Base::Unsigned, bits: ty.bits }, 0.0);
        let one = self.number(OperationType { base: Base::Unsigned, bits: ty.bits }, 1.0);
        let x = operand.x;
        match operation {
            A::Exchange => x,
            A::And => self.and(old, x),
            A::Or => self.or(old, x),
            A::Xor => self.xor(old, x),
            A::Add => {
                let (left, right) = (self.interpret(old, ty), self.interpret(x, ty));
                let sum = self.add(left, right);
                self.raw(sum, ty)
            }
            A::Min | A::Max => {
                let (left, right) = (self.interpret(old, ty), self.interpret(x, ty));
                let order = if operation == A::Min { B::Less } else { B::Greater };
                let first = self.binary(order, left, right);
                self.select(first, old, x)
            }
            A::CompareSwap => {
                let equal = self.binary(B::Equal, old, x);
                self.select(equal, operand.y.unwrap_or(x), old)
            }
            A::IncrementWrap => {
                let wraps = self.binary(B::GreaterEqual, old, x);
                let next = self.add(old, one);
                self.select(wraps, zero, next)
            }
            A::DecrementWrap => {
                let empty = self.binary(B::Equal, old, zero);
                let above = self.binary(B::Greater, old, x);
                let wraps = self.either(empty, above);
                let next = self.subtract(old, one);
                self.select(wraps, x, next)
            }
        }
    }

    /// The same for two halves in a word.
    pub(super) fn combined_halves(&mut self, operation: AtomicOperation, old: V, operand: V) -> V {
        use AtomicOperation as A;
        if operation == A::Exchange {
            return operand;
        }
        let (left, right) = (self.builtin("unpackHalf2x16", &[old]), self.builtin("unpackHalf2x16", &[operand]));
        let parts: Vec<V> = (0..2)
            .map(|index| {
                let (a, b) = (self.component(left, index), self.component(right, index));
                match operation {
                    A::Min => self.operation("numberMin", &[a, b]),
                    A::Max => self.operation("numberMax", &[a, b]),
                    _ => self.add(a, b),
                }
            })
            .collect();
        let pair = self.vector(&parts);
        self.builtin("packHalf2x16", &[pair])
    }
}
