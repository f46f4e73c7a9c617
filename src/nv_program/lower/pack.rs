//! Packing of float vectors into words, and back.
//!
//! Comes in: an instruction. Goes out: four components with their type. Must not depend on: registers.

use super::emit::V;
use super::vector::{Lanes, replicate};
use super::{Base, Lowering, OperationType};
use crate::hir::BinaryOperation as B;
use crate::nv_program::opcode::Op;
use crate::nv_program::program::Instruction;

/// How numbers are packed.
struct Format {
    bits: u32,
    /// The smallest and the largest number.
    range: (f64, f64),
    /// What 1.0 becomes, before the bias.
    scale: f64,
    bias: f64,
}

const fn format(op: Op) -> Format {
    match op {
        Op::Pk2us | Op::Up2us => Format { bits: 16, range: (0.0, 1.0), scale: 65535.0, bias: 0.0 },
        Op::Pk4b | Op::Up4b => Format { bits: 8, range: (-128.0 / 127.0, 1.0), scale: 127.0, bias: 128.0 },
        _ => Format { bits: 8, range: (0.0, 1.0), scale: 255.0, bias: 0.0 },
    }
}

impl Lowering<'_> {
    /// PK2H, PK2US, PK4B, PK4UB: the word in all components.
    pub(super) fn pack(&mut self, i: &Instruction) -> (Lanes, OperationType) {
        let float = OperationType::FLOAT;
        if i.op() == Op::Pk2h {
            let (x, y) = (self.operand(i, 0, 0), self.operand(i, 0, 1));
            let pair = self.vector(&[x, y]);
            return (replicate(self.builtin("packHalf2x16", &[pair])), OperationType::UNSIGNED);
        }
        let Format { bits, range, scale, bias } = format(i.op());
        let mut word = self.uint(0);
        for lane in 0..32 / bits {
            let value = self.operand(i, 0, lane as usize);
            let (low, high) = (self.number(float, range.0), self.number(float, range.1));
            let value = self.operation("numberClamp", &[value, low, high]);
            let scale = self.number(float, scale);
            let mut value = self.multiply(value, scale);
            if bias != 0.0 {
                let bias = self.number(float, bias);
                value = self.add(value, bias);
            }
            let value = self.builtin("roundEven", &[value]);
            let value = self.convert(value, self.types.uint);
            if lane == 0 {
                word = value;
                continue;
            }
            let (offset, count) =
                (self.f.int(&mut self.module, (lane * bits) as i32), self.f.int(&mut self.module, bits as i32));
            word = self.builtin("bitfieldInsert", &[word, value, offset, count]);
        }
        (replicate(word), OperationType::UNSIGNED)
    }

    /// UP2H, UP2US, UP4B, UP4UB.
    pub(super) fn unpack(&mut self, i: &Instruction) -> Lanes {
        let float = OperationType::FLOAT;
        let word = self.operand(i, 0, 0);
        let word = self.raw(word, i.modifiers.ty);
        if i.op() == Op::Up2h {
            let pair = self.builtin("unpackHalf2x16", &[word]);
            let (x, y) = (self.component(pair, 0), self.component(pair, 1));
            return [Some(x), Some(y), Some(x), Some(y)];
        }
        let Format { bits, scale, bias, .. } = format(i.op());
        let parts: Vec<V> = (0..32 / bits)
            .map(|lane| {
                let (offset, count) =
                    (self.f.int(&mut self.module, (lane * bits) as i32), self.f.int(&mut self.module, bits as i32));
                let part = self.builtin("bitfieldExtract", &[word, offset, count]);
                let mut value = self.convert(part, self.types.float);
                if bias != 0.0 {
                    let bias = self.number(float, bias);
                    value = self.subtract(value, bias);
                }
                let scale = self.number(float, scale);
                self.binary(B::Divide, value, scale)
            })
            .collect();
        match *parts.as_slice() {
            [x, y] => [Some(x), Some(y), Some(x), Some(y)],
            [x, y, z, w] => [Some(x), Some(y), Some(z), Some(w)],
            _ => replicate(self.lost(i.row.name)),
        }
    }

    /// PK64: pairs of words as 64-bit values.
    pub(super) fn pack64(&mut self, i: &Instruction) -> (Lanes, OperationType) {
        let words: Vec<V> = (0..4)
            .map(|lane| {
                let value = self.operand(i, 0, lane);
                self.raw(value, i.modifiers.ty)
            })
            .collect();
        let ty = OperationType { base: Base::Unsigned, bits: 64 };
        let &[x, y, z, w] = words.as_slice() else { return (replicate(self.lost("PK64")), ty) };
        let (low, high) = (self.join(x, y), self.join(z, w));
        ([Some(low), Some(high), Some(low), Some(high)], ty)
    }

    /// UP64: 64-bit values as pairs of words.
    pub(super) fn unpack64(&mut self, i: &Instruction) -> (Lanes, OperationType) {
        let mut lanes = [None; 4];
        for source in 0..2 {
            let Some(operand) = i.operands.first() else { break };
            // The bits of the register, whatever the instruction's type.
            let ty = OperationType { base: Base::Unsigned, bits: 64 };
            let operand = crate::nv_program::program::Operand { ty, ..*operand };
            let wide = self.read(&operand, source);
            for (slot, word) in lanes.iter_mut().skip(2 * source).zip(self.split(wide)) {
                *slot = Some(self.interpret(word, i.modifiers.ty));
            }
        }
        (lanes, i.modifiers.ty)
    }
}
