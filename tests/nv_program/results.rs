//! What the machine does with results: masks, conditions, clamps, the condition code.
//!
//! Comes in: components that an instruction computed. Goes out: registers and flags.

use super::*;

impl Machine<'_> {
    /// Writes the old value of an atomic operation to x; for halves, the words that they form to x and y.
    pub(super) fn old_values(&mut self, i: &Instruction, old: &[u64]) -> Result<(), String> {
        if i.modifiers.storage.unwrap().bits != 16 {
            return self.old_value(i, old[0]);
        }
        let halves: Vec<u64> = old.iter().map(|it| u64::from(f16::from_f32(f(*it)).to_bits())).collect();
        let words: Vec<u64> = halves.chunks(2).map(|pair| pair[0] | pair[1] << 16).collect();
        let mut lanes = [None; 4];
        for (slot, word) in lanes.iter_mut().zip(&words) {
            *slot = Some(Result4::word(*word));
        }
        let half = words.len() == 2 && ways::gone(Way::HalfOfOld, self.at);
        self.write_lanes(i, if half { 1 } else { (1 << words.len()) - 1 }, lanes);
        Ok(())
    }

    pub(super) fn old_value(&mut self, i: &Instruction, old: u64) -> Result<(), String> {
        // NVIDIA's driver leaves the components other than x.
        if i.result.unwrap().mask & 1 == 0 {
            return Err("an undefined result of an atomic operation".to_owned());
        }
        self.write_lanes(i, 1, [Some(Result4::of(old, i.modifiers.ty)); 4]);
        Ok(())
    }

    /// Writes results where mask and condition allow it, then flags.
    pub(super) fn write(&mut self, i: &Instruction, lanes: [Option<Result4>; 4]) {
        self.write_lanes(i, 15, lanes);
    }

    /// The same for some components only.
    pub(super) fn write_lanes(&mut self, i: &Instruction, mask: u8, lanes: [Option<Result4>; 4]) {
        let mut result = i.result.unwrap();
        result.mask &= mask;
        let element = self.element(result.element);
        let count = i.modifiers.storage.map_or(4, |it| it.count);
        let mut flags = Vec::new();
        let before = self.flags;
        // Components whose condition tests new flags come last.
        let late = |at: usize, lane: usize| {
            i.modifiers.condition_code.is_some()
                && result.condition.is_some_and(|test| usize::from(test.components[lane]) != lane)
                && ways::gone(Way::NewFlags, at * 4 + lane)
        };
        let is_late = [0, 1, 2, 3].map(|lane| late(self.at, lane));
        let order = (0..4).filter(|lane| !is_late[*lane]).chain((0..4).rev().filter(|lane| is_late[*lane]));
        for lane in order {
            let computed = lanes[lane];
            let part = (1 << count) - 1;
            let has_hole = result.mask & !part != 0 && result.mask & part != part;
            let wide_load = matches!(i.op(), Op::Load | Op::Lds | Op::Ldb)
                && (i.modifiers.ty.bits == 64 && result.mask != 15 || has_hole);
            let inside = result.mask & 1 << lane != 0;
            let other = wide_load && ways::gone(Way::WideLoad, self.at * 4 + lane);
            if inside == other {
                continue;
            }
            let computed = if other && (count == 2 || i.modifiers.ty.bits != 64) {
                Some(Result4::of(0, i.modifiers.ty))
            } else {
                computed
            };
            let absent =
                i.modifiers.storage.is_some_and(|it| i.modifiers.atomic.is_none() && lane >= usize::from(it.count));
            let is_element = self.program.temps[result.temp].elements.is_some();
            if absent
                && is_element
                && result.mask & 1 == 0
                && i.op() != Op::Cvt
                && ways::gone(Way::PartOfElement, self.at)
            {
                continue;
            }
            let Some(mut computed) = computed else {
                self.known[result.temp][element][lane] = false;
                continue;
            };
            let condition = result.condition.is_none_or(|test| {
                let now = self.flags;
                self.flags = before;
                if is_late[lane] {
                    self.set_flags(i, &flags);
                }
                let passes = self.flag_test(&test, lane);
                self.flags = now;
                let turned = carries(test.rule) && ways::gone(Way::CarryMask, self.at * 4 + lane);
                passes != turned
            });
            if !condition {
                continue;
            }
            if computed.ty.base == Base::Float
                && let Some(clamp) = i.modifiers.clamp
                && !(computed.ty.bits == 64
                    && self.register_bits(result.temp) == 32
                    && ways::gone(Way::WideClamp, self.at))
            {
                let low = if clamp == Clamp::Signed { -1.0 } else { 0.0 };
                let value = float(computed.value, computed.ty);
                let value = if value.is_nan() { low } else { value.clamp(low, 1.0) };
                computed.value = from_float(value, computed.ty);
            }
            if i.modifiers.half && computed.ty == OperationType::FLOAT {
                computed.value = halved(computed.value);
            }
            let mut stored = resize(computed.value, computed.ty, self.register_bits(result.temp));
            if self.program.temps[result.temp].size == Size::Short && !is_element && computed.ty.base == Base::Float {
                stored = halved(stored);
            }
            let bits = self.register_bits(result.temp);
            if bits != computed.ty.bits {
                computed.ty.bits = bits;
                computed.value = stored;
                computed.sum = None;
                computed.known_carry = true;
            }
            self.registers[result.temp][element][lane] = stored;
            self.known[result.temp][element][lane] = computed.known;
            flags.push((lane, computed));
        }
        self.set_flags(i, &flags);
    }

    /// Sets the condition code as an instruction with these results does.
    pub(super) fn set_flags(&mut self, i: &Instruction, results: &[(usize, Result4)]) {
        let Some(register) = i.modifiers.condition_code else { return };
        for (lane, mut computed) in results.iter().copied() {
            // A half is stored as its bits; its flags are those of the number.
            if i.op() == Op::Cvt && i.modifiers.storage.is_some_and(|it| it.base == Base::Float && it.bits == 16) {
                let number = f16::from_bits(computed.value as u16).to_f32();
                computed = Result4 { value: number.to_bits().into(), ty: OperationType::FLOAT, ..computed };
            }
            let ty = computed.ty;
            let new = if ty.base == Base::Float {
                let value = float(computed.value, ty);
                Flags {
                    sign: value.is_nan() || value < 0.0,
                    zero: value.is_nan() || value == 0.0,
                    carry: false,
                    overflow: false,
                    known: true,
                    known_carry: true,
                }
            } else {
                let top = computed.value >> (ty.bits - 1) & 1 != 0;
                let (carry, overflow) = computed.sum.unwrap_or((false, false));
                let known_carry = computed.known_carry;
                Flags { sign: top, zero: computed.value == 0, carry, overflow, known: computed.known, known_carry }
            };
            self.flags[usize::from(register)][lane] = new;
        }
    }
}
