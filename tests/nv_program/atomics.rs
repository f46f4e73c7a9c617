//! Results of atomic operations on numbers in memory.
//!
//! Comes in: an instruction and the old contents. Goes out: the new contents.

use super::*;

impl Machine<'_> {
    /// The result of an atomic operation on the components in memory: two or four halves are handled one by one.
    pub(super) fn combine_all(&self, i: &Instruction, old: &[u64]) -> Result<Vec<u64>, String> {
        let storage = i.modifiers.storage.unwrap();
        if storage.bits != 16 {
            return Ok(vec![self.combine(i, old[0])?]);
        }
        use AtomicOperation as A;
        let half = |lane: usize| {
            let word = self.operand(i, 0, lane / 2) as u32;
            f64::from(f16::from_bits((word >> (16 * (lane % 2))) as u16).to_f32())
        };
        let combined = old.iter().enumerate().map(|(lane, &old)| {
            let (a, b) = (f64::from(f(old)), half(lane));
            Ok(match i.modifiers.atomic.unwrap() {
                A::Add => u64::from(f16::from_f64(a + b).to_f32().to_bits()),
                A::Min => u64::from((least(a, b) as f32).to_bits()),
                A::Max => u64::from((largest(a, b) as f32).to_bits()),
                A::Exchange => u64::from((b as f32).to_bits()),
                _ => return Err("no such operation on halves".to_owned()),
            })
        });
        combined.collect()
    }

    /// The result of an atomic operation on a number.
    pub(super) fn combine(&self, i: &Instruction, old: u64) -> Result<u64, String> {
        use AtomicOperation as A;
        let storage = i.modifiers.storage.unwrap();
        let ty = OperationType { base: storage.base, bits: storage.bits };
        let x = self.operand(i, 0, 0);
        let (a, b) = (integer(old, ty), integer(x, ty));
        Ok(match i.modifiers.atomic.unwrap() {
            A::Add if ty.base == Base::Float => from_float(float(old, ty) + float(x, ty), ty),
            A::Add => wrap(a + b, ty.bits),
            A::Min => wrap(a.min(b), ty.bits),
            A::Max => wrap(a.max(b), ty.bits),
            A::IncrementWrap => {
                if a >= b {
                    0
                } else {
                    wrap(a + 1, ty.bits)
                }
            }
            A::DecrementWrap => {
                if a == 0 || a > b {
                    x
                } else {
                    wrap(a - 1, ty.bits)
                }
            }
            A::And => old & x,
            A::Or => old | x,
            A::Xor => old ^ x,
            A::Exchange => x,
            A::CompareSwap => {
                if old == x {
                    self.operand(i, 0, 1)
                } else {
                    old
                }
            }
        })
    }
}
