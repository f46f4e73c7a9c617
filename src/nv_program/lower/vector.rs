//! Float instructions whose components depend on several components of their operands, or on one for all.
//!
//! Comes in: an instruction. Goes out: up to four components; those that the specification leaves undefined are not written.
//! Must not depend on: registers.

use super::Lowering;
use super::emit::V;
use crate::hir::BinaryOperation;
use crate::hir::BinaryOperation as B;
use crate::nv_program::opcode::Op;
use crate::nv_program::program::{Instruction, OperationType};

/// Four components, some of them unwritten.
pub(super) type Lanes = [Option<V>; 4];

/// One value in all components.
pub(super) const fn replicate(value: V) -> Lanes {
    [Some(value); 4]
}

impl Lowering<'_> {
    /// Instructions of one scalar operand, or two.
    pub(super) fn scalar_function(&mut self, i: &Instruction) -> Lanes {
        let ty = i.modifiers.ty;
        let x = self.operand(i, 0, 0);
        let one = self.number(ty, 1.0);
        replicate(match i.op() {
            Op::Rcp => self.binary(B::Divide, one, x),
            Op::Rsq => self.builtin("inversesqrt", &[x]),
            Op::Rcc => {
                let inverse = self.binary(B::Divide, one, x);
                let (small, large) = (2.0_f64.powi(-64), 2.0_f64.powi(64));
                let bounds = [small, large, -large, -small].map(|value| self.number(ty, value));
                let [low, high, lowest, highest] = bounds;
                let zero = self.number(ty, 0.0);
                let positive = self.binary(B::Greater, inverse, zero);
                let above = self.operation("numberClamp", &[inverse, low, high]);
                let below = self.operation("numberClamp", &[inverse, lowest, highest]);
                self.select(positive, above, below)
            }
            Op::Ex2 => self.builtin("exp2", &[x]),
            Op::Lg2 => self.builtin("log2", &[x]),
            Op::Sin => self.builtin("sin", &[x]),
            Op::Cos => self.builtin("cos", &[x]),
            Op::Scs => {
                let (cosine, sine) = (self.builtin("cos", &[x]), self.builtin("sin", &[x]));
                return [Some(cosine), Some(sine), None, None];
            }
            Op::Pow => {
                let exponent = self.operand(i, 1, 0);
                self.power(x, exponent)
            }
            _ => self.lost(i.row.name),
        })
    }

    /// `x` to the power of `exponent`, as the specification computes it: 0 to the power of 0 is NaN.
    fn power(&mut self, x: V, exponent: V) -> V {
        let logarithm = self.builtin("log2", &[x]);
        let product = self.multiply(exponent, logarithm);
        let power = self.builtin("exp2", &[product]);
        // Devices may assume that 0 times infinity is 0.
        let zero = self.number(OperationType::FLOAT, 0.0);
        let base = self.binary(BinaryOperation::Equal, x, zero);
        let none = self.binary(BinaryOperation::Equal, exponent, zero);
        let both = self.both(base, none);
        let nan = self.uint(0x7FFF_FFFF);
        let nan = self.interpret(nan, OperationType::FLOAT);
        self.select(both, nan, power)
    }

    /// The first `count` components of an operand as a vector.
    fn part(&mut self, i: &Instruction, operand: usize, count: usize) -> V {
        let values: Vec<V> = (0..count).map(|lane| self.operand(i, operand, lane)).collect();
        self.vector(&values)
    }

    /// The dot product of the first components, rounded to 16 bits after each of them, as in the driver.
    fn dot_of_halves(&mut self, i: &Instruction, count: usize) -> V {
        let product = |lower: &mut Self, lane: usize| {
            let (a, b) = (lower.operand(i, 0, lane), lower.operand(i, 1, lane));
            lower.multiply(a, b)
        };
        let mut sum = product(self, 0);
        for lane in 1..count {
            let rounded = self.operation("quantizeToHalf", &[sum]);
            let further = product(self, lane);
            sum = self.add(further, rounded);
        }
        // The last one is rounded with the result, or before the addend.
        self.operation("quantizeToHalf", &[sum])
    }

    fn dot(&mut self, left: V, right: V) -> V {
        self.builtin("dot", &[left, right])
    }

    /// DP2, DP3, DP4, and those with an addend: DP2A and DPH.
    fn dot_product(&mut self, i: &Instruction) -> V {
        let count = match i.op() {
            Op::Dp2 | Op::Dp2a => 2,
            Op::Dp4 => 4,
            _ => 3,
        };
        let product = if i.modifiers.half && !self.options.wide_short {
            self.dot_of_halves(i, count)
        } else {
            let (left, right) = (self.part(i, 0, count), self.part(i, 1, count));
            self.dot(left, right)
        };
        let addend = match i.op() {
            Op::Dp2a => self.operand(i, 2, 0),
            Op::Dph => self.operand(i, 1, 3),
            _ => return product,
        };
        self.add(product, addend)
    }

    /// NRM: the first three components, scaled to length 1.
    fn normalized(&mut self, i: &Instruction) -> Lanes {
        let vector = self.part(i, 0, 3);
        let square = self.dot(vector, vector);
        let scale = self.builtin("inversesqrt", &[square]);
        let mut lanes = [None; 4];
        for (lane, slot) in lanes.iter_mut().enumerate().take(3) {
            let component = self.operand(i, 0, lane);
            *slot = Some(self.multiply(component, scale));
        }
        lanes
    }

    /// RFL: a direction, reflected about an axis.
    fn reflected(&mut self, i: &Instruction) -> Lanes {
        let (axis, direction) = (self.part(i, 0, 3), self.part(i, 1, 3));
        let (product, square) = (self.dot(axis, direction), self.dot(axis, axis));
        let two = self.number(i.modifiers.ty, 2.0);
        let double = self.multiply(two, product);
        let scale = self.binary(B::Divide, double, square);
        let mut lanes = [None; 4];
        for (lane, slot) in lanes.iter_mut().enumerate().take(3) {
            let (a, d) = (self.operand(i, 0, lane), self.operand(i, 1, lane));
            let scaled = self.multiply(scale, a);
            *slot = Some(self.subtract(scaled, d));
        }
        lanes
    }

    /// XPD
    fn cross_product(&mut self, i: &Instruction) -> Lanes {
        let mut lanes = [None; 4];
        for (lane, slot) in lanes.iter_mut().enumerate().take(3) {
            let (next, last) = ((lane + 1) % 3, (lane + 2) % 3);
            let (a, b) = (self.operand(i, 0, next), self.operand(i, 1, last));
            let (c, d) = (self.operand(i, 0, last), self.operand(i, 1, next));
            let (first, second) = (self.multiply(a, b), self.multiply(c, d));
            *slot = Some(self.subtract(first, second));
        }
        lanes
    }

    /// Products of vectors.
    pub(super) fn vector_function(&mut self, i: &Instruction) -> Lanes {
        let ty = i.modifiers.ty;
        match i.op() {
            Op::Dp2 | Op::Dp3 | Op::Dp4 | Op::Dp2a | Op::Dph => replicate(self.dot_product(i)),
            Op::Dst => {
                let one = self.number(ty, 1.0);
                let (a, b) = (self.operand(i, 0, 1), self.operand(i, 1, 1));
                let product = self.multiply(a, b);
                [Some(one), Some(product), Some(self.operand(i, 0, 2)), Some(self.operand(i, 1, 3))]
            }
            Op::Lit => self.lighting(i),
            Op::Nrm => self.normalized(i),
            Op::Rfl => self.reflected(i),
            Op::Xpd => self.cross_product(i),
            Op::X2d => {
                let mut row = |lane: usize| {
                    let (x, y) = (self.operand(i, 1, 0), self.operand(i, 1, 1));
                    let (a, b) = (self.operand(i, 2, 2 * lane), self.operand(i, 2, 2 * lane + 1));
                    let base = self.operand(i, 0, lane);
                    let (first, second) = (self.multiply(x, a), self.multiply(y, b));
                    let sum = self.add(base, first);
                    self.add(sum, second)
                };
                let (x, y) = (row(0), row(1));
                [Some(x), Some(y), Some(x), Some(y)]
            }
            Op::Swz => {
                let mut lanes = [None; 4];
                for (slot, selector) in lanes.iter_mut().zip(&i.selectors) {
                    let value = match selector.component {
                        4 => self.number(ty, 0.0),
                        5 => self.number(ty, 1.0),
                        component => self.operand(i, 0, usize::from(component)),
                    };
                    // The driver has no negative zero here.
                    let negates = selector.negate && selector.component != 4;
                    *slot = Some(if negates { self.negate(value) } else { value });
                }
                lanes
            }
            _ => replicate(self.lost(i.row.name)),
        }
    }

    fn lighting(&mut self, i: &Instruction) -> Lanes {
        let ty = OperationType::FLOAT;
        let (zero, one) = (self.number(ty, 0.0), self.number(ty, 1.0));
        let (x, y, w) = (self.operand(i, 0, 0), self.operand(i, 0, 1), self.operand(i, 0, 3));
        let diffuse = self.operation("numberMax", &[x, zero]);
        let base = self.operation("numberMax", &[y, zero]);
        let limit = 128.0 - 1.0 / 256.0;
        let (low, high) = (self.number(ty, -limit), self.number(ty, limit));
        let exponent = self.operation("numberClamp", &[w, low, high]);
        let power = self.power(base, exponent);
        let flat = self.binary(B::Equal, exponent, zero);
        let power = self.select(flat, one, power);
        let lit = self.binary(B::Greater, x, zero);
        let specular = self.select(lit, power, zero);
        [Some(one), Some(diffuse), Some(specular), Some(one)]
    }
}
