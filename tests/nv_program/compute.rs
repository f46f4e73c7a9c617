//! What instructions compute from their operands.
//!
//! Comes in: an instruction and a machine. Goes out: components of the result.

use super::*;

impl Machine<'_> {
    /// Computes instructions that depend on operands only.
    pub(super) fn compute(&self, i: &Instruction) -> Result<[Option<Result4>; 4], String> {
        let plain = |value: u64| Some(Result4::of(value, i.modifiers.ty));
        let number = |value: f64| plain(from_float(value, i.modifiers.ty));
        let x = |operand: usize, lane: usize| float(self.operand(i, operand, lane), i.operands[operand].ty);
        // In the precision of the instruction.
        let r = |value: f64| if i.modifiers.ty.bits == 64 { value } else { f64::from(value as f32) };
        // Halves are rounded after each component.
        let dot = |count: usize| {
            (0..count).fold(0.0, |sum, lane| {
                let sum = sum + x(0, lane) * x(1, lane);
                if i.modifiers.half { f16::from_f64(sum).to_f64() } else { sum }
            })
        };
        Ok(match i.op() {
            Op::Rcp => [number(1.0 / x(0, 0)); 4],
            Op::Rsq => [number(1.0 / x(0, 0).sqrt()); 4],
            Op::Rcc => {
                let inverse = 1.0 / x(0, 0);
                let (small, big) = (2.0_f64.powi(-64), 2.0_f64.powi(64));
                [number(if inverse > 0.0 { inverse.clamp(small, big) } else { inverse.clamp(-big, -small) }); 4]
            }
            Op::Ex2 => [number(x(0, 0).exp2()); 4],
            Op::Lg2 => [number(x(0, 0).log2()); 4],
            Op::Sin => [number(x(0, 0).sin()); 4],
            Op::Cos => [number(x(0, 0).cos()); 4],
            Op::Scs => [number(x(0, 0).cos()), number(x(0, 0).sin()), None, None],
            Op::Pow => [number((x(1, 0) * x(0, 0).log2()).exp2()); 4],
            Op::Dp2 => [number(dot(2)); 4],
            Op::Dp2a => [number(dot(2) + x(2, 0)); 4],
            Op::Dp3 => [number(dot(3)); 4],
            Op::Dp4 => [number(dot(4)); 4],
            Op::Dph => [number(dot(3) + x(1, 3)); 4],
            Op::Dst => [number(1.0), number(x(0, 1) * x(1, 1)), number(x(0, 2)), number(x(1, 3))],
            Op::Lit => {
                let (a, b, w) = (x(0, 0), largest(x(0, 1), 0.0), x(0, 3).clamp(-127.996_093_75, 127.996_093_75));
                let power = if w == 0.0 { 1.0 } else { b.powf(w) };
                [number(1.0), number(largest(a, 0.0)), number(if a > 0.0 { power } else { 0.0 }), number(1.0)]
            }
            Op::Nrm => {
                let length = (0..3).map(|lane| x(0, lane) * x(0, lane)).sum::<f64>().sqrt();
                [number(x(0, 0) / length), number(x(0, 1) / length), number(x(0, 2) / length), None]
            }
            Op::Rfl => {
                let product: f64 = (0..3).map(|lane| x(0, lane) * x(1, lane)).sum();
                let square: f64 = (0..3).map(|lane| x(0, lane) * x(0, lane)).sum();
                let lane = |lane| number(2.0 * product / square * x(0, lane) - x(1, lane));
                [lane(0), lane(1), lane(2), None]
            }
            Op::Xpd => {
                let lane = |a: usize, b: usize| number(x(0, a) * x(1, b) - x(0, b) * x(1, a));
                [lane(1, 2), lane(2, 0), lane(0, 1), None]
            }
            Op::X2d => {
                let row = |lane: usize| number(x(0, lane) + x(1, 0) * x(2, 2 * lane) + x(1, 1) * x(2, 2 * lane + 1));
                [row(0), row(1), row(0), row(1)]
            }
            Op::Swz => [0, 1, 2, 3].map(|lane| {
                let selector = i.selectors[lane];
                let value = match selector.component {
                    4 => 0.0,
                    5 => 1.0,
                    component => x(0, usize::from(component)),
                };
                // The driver has no negative zero here.
                number(if selector.negate && selector.component != 4 { -value } else { value })
            }),
            Op::Pk2h => {
                let half = |lane| u64::from(f16::from_f64(x(0, lane)).to_bits());
                let word = half(1) << 16 | half(0);
                self.packed.replace(Some((word, [x(0, 0), x(0, 1)])));
                [Some(Result4::word(word)); 4]
            }
            Op::Pk2us | Op::Pk4b | Op::Pk4ub => {
                let (bits, scale, low, bias) = packing(i.op());
                let mut word = 0;
                for lane in 0..32 / bits {
                    let value = x(0, lane as usize);
                    let value = if value.is_nan() { low } else { value.clamp(low, 1.0) };
                    let value = f64::from((value as f32) * scale as f32 + bias as f32).round_ties_even();
                    word |= (value as u64) << (lane * bits);
                }
                [Some(Result4::word(word)); 4]
            }
            Op::Up2h => {
                let word = self.operand(i, 0, 0) as u32;
                let half = |shift: u32| {
                    let value = f16::from_bits((word >> shift) as u16).to_f32();
                    Some(Result4::of(value.to_bits().into(), OperationType::FLOAT))
                };
                if let Some((packed, numbers)) = *self.packed.borrow()
                    && packed == u64::from(word)
                    && ways::gone(Way::ExactHalves, self.at)
                {
                    let number = |lane: usize| {
                        Some(Result4::of(from_float(numbers[lane], OperationType::FLOAT), OperationType::FLOAT))
                    };
                    return Ok([number(0), number(1), number(0), number(1)]);
                }
                [half(0), half(16), half(0), half(16)]
            }
            Op::Up2us | Op::Up4b | Op::Up4ub => {
                let word = self.operand(i, 0, 0) as u32;
                let (bits, scale, _, bias) = packing(i.op());
                let part = |lane: u32| {
                    let lane = lane % (32 / bits);
                    let value = word >> (lane * bits) & ((1 << bits) - 1);
                    let value = (value as f32 - bias as f32) / scale as f32;
                    Some(Result4::of(value.to_bits().into(), OperationType::FLOAT))
                };
                [part(0), part(1), part(2), part(3)]
            }
            Op::Pk64 => {
                let wide = |lane: usize| {
                    let (low, high) = (self.operand(i, 0, lane), self.operand(i, 0, lane + 1));
                    let ty = OperationType { base: Base::Unsigned, bits: 64 };
                    Some(Result4::of(high << 32 | low & 0xFFFF_FFFF, ty))
                };
                [wide(0), wide(2), wide(0), wide(2)]
            }
            Op::Up64 => {
                let ty = OperationType { base: Base::Unsigned, bits: 64 };
                let operand = Operand { ty, ..i.operands[0] };
                let word = |lane: usize, shift: u32| plain(self.read(&operand, lane) >> shift & 0xFFFF_FFFF);
                [word(0, 0), word(0, 32), word(1, 0), word(1, 32)]
            }
            _ => {
                let mut lanes = [None; 4];
                let mask = i.result.map_or(15, |result| result.mask);
                for (lane, slot) in lanes.iter_mut().enumerate().filter(|(lane, _)| mask & 1 << lane != 0) {
                    *slot = Some(self.lane(i, lane, &r)?);
                }
                lanes
            }
        })
    }

    /// One component of a component-wise instruction.
    fn lane(&self, i: &Instruction, lane: usize, r: &dyn Fn(f64) -> f64) -> Result<Result4, String> {
        let ty = i.modifiers.ty;
        let bits = |operand: usize| self.operand(i, operand, lane);
        let whole = |operand: usize| integer(bits(operand), i.operands[operand].ty);
        let real = |operand: usize| float(bits(operand), i.operands[operand].ty);
        let is_float = ty.base == Base::Float;
        let plain = |value: u64| Ok(Result4::of(value, ty));
        let exact = |value: i128| plain(wrap(value, ty.bits));
        let number = |value: f64| plain(from_float(value, ty));
        let truth = |holds: bool| {
            plain(match (holds, ty.base, ty.bits) {
                (false, ..) => 0,
                (_, Base::Float, _) if ways::gone(Way::IntegerTruth, self.at * 4 + lane) => 1,
                (_, Base::Float, _) => from_float(1.0, ty),
                (_, _, 64) => u64::MAX,
                _ => u32::MAX.into(),
            })
        };
        // The driver takes `-|a|` for less than any negative number.
        let side = |at: usize| {
            let is_bound = |operand: &Operand| {
                matches!(operand.source, Source::Literal(_)) && integer(self.read(operand, lane), ty) < 0
            };
            let operand = &i.operands[at];
            let folded = operand.absolute && operand.negate && ty.base == Base::Signed && is_bound(&i.operands[1 - at]);
            if folded && ways::gone(Way::NegatedBound, self.at * 4 + lane) { i128::MIN } else { whole(at) }
        };
        match i.op() {
            Op::Mov => plain(bits(0)),
            Op::Abs if ty.base == Base::Unsigned => plain(bits(0)),
            Op::Abs => plain(absolute(bits(0), ty)),
            Op::Add | Op::Sub if is_float => {
                number(if i.op() == Op::Add { real(0) + real(1) } else { real(0) - real(1) })
            }
            Op::Mul if is_float => number(real(0) * real(1)),
            Op::Mad if is_float => number(r(real(0) * real(1)) + real(2)),
            Op::Add | Op::Sub => Ok(self.sum(i, lane)),
            Op::Mul if i.modifiers.high => exact((whole(0) * whole(1)) >> 32),
            Op::Mul if i.modifiers.low24.is_some() => {
                let low = |value: i128| {
                    let value = value & 0xFF_FFFF;
                    if i.modifiers.low24 == Some(true) && value & 0x80_0000 != 0 { value - 0x100_0000 } else { value }
                };
                exact(low(whole(0)) * low(whole(1)))
            }
            Op::Mul => exact(whole(0).wrapping_mul(whole(1))),
            Op::Mad => {
                let product = wrap(whole(0).wrapping_mul(whole(1)), ty.bits);
                let addend = &i.operands[2];
                let minus = negated(addend);
                let right = self.read(&Operand { negate: addend.negate && !minus, ..*addend }, lane);
                if i.operands.iter().take(2).filter(|operand| negated(operand)).count() == 1 {
                    let positive = negate(product, OperationType { base: Base::Signed, ..ty });
                    if minus {
                        let value = add_with_flags(product, right, ty, true).value;
                        return Ok(Result4 { known_carry: false, ..Result4::of(value, ty) });
                    }
                    // The driver sets overflow as the addition does.
                    let carry = add_with_flags(right, positive, ty, true).sum.unwrap().0;
                    let sum = add_with_flags(product, right, ty, false);
                    return Ok(Result4 { sum: sum.sum.map(|(_, overflow)| (carry, overflow)), ..sum });
                }
                Ok(add_with_flags(product, right, ty, minus))
            }
            Op::Div if is_float => number(real(0) / real(1)),
            Op::Div | Op::Mod if whole(1) == 0 => {
                self.undefined(|| "undefined: a quotient by zero".to_owned());
                exact(0)
            }
            Op::Div => exact(whole(0) / whole(1)),
            Op::Mod => exact(whole(0).rem_euclid(whole(1))),
            Op::Min if is_float => number(least(real(0), real(1))),
            Op::Max if is_float => number(largest(real(0), real(1))),
            Op::Min => exact(whole(0).min(whole(1))),
            Op::Max => exact(whole(0).max(whole(1))),
            Op::Cmp if is_float => plain(if real(0) < 0.0 { bits(1) } else { bits(2) }),
            Op::Cmp => {
                let least =
                    (i.operands[0].negate || i.operands[0].absolute) && whole(0) == -(1 << (i.modifiers.ty.bits - 1));
                let negative = whole(0) < 0 && !(least && ways::gone(Way::NegatedLeast, self.at));
                plain(if negative { bits(1) } else { bits(2) })
            }
            Op::Seq if is_float => truth(real(0) == real(1)),
            Op::Sne if is_float => truth(real(0) != real(1)),
            Op::Sge if is_float => truth(real(0) >= real(1)),
            Op::Sgt if is_float => truth(real(0) > real(1)),
            Op::Sle if is_float => truth(real(0) <= real(1)),
            Op::Slt if is_float => truth(real(0) < real(1)),
            Op::Seq => truth(side(0) == side(1)),
            Op::Sne => truth(side(0) != side(1)),
            Op::Sge => truth(side(0) >= side(1)),
            Op::Sgt => truth(side(0) > side(1)),
            Op::Sle => truth(side(0) <= side(1)),
            Op::Slt => truth(side(0) < side(1)),
            Op::Sfl => truth(false),
            Op::Str => truth(true),
            Op::And => plain(bits(0) & bits(1)),
            Op::Or => plain(bits(0) | bits(1)),
            Op::Xor => plain(bits(0) ^ bits(1)),
            Op::Not => exact(!whole(0)),
            Op::Shl => exact(whole(0) << (bits(1) & u64::from(ty.bits - 1))),
            Op::Shr => exact(whole(0) >> (bits(1) & u64::from(ty.bits - 1))),
            Op::Bfe => {
                let (count, offset) = (self.operand(i, 0, 0) as u32, self.operand(i, 0, 1) as u32);
                let value = (bits(1) as u32 as u64) >> offset & ((1_u64 << count) - 1);
                let signed = ty.base == Base::Signed && count > 0 && value >> (count - 1) & 1 != 0;
                plain(u64::from(if signed { (value as u32) | !(((1_u64 << count) - 1) as u32) } else { value as u32 }))
            }
            Op::Bfi => {
                let (count, offset) = (self.operand(i, 0, 0), self.operand(i, 0, 1));
                let mask = (((1_u64 << count) - 1) << offset) as u32;
                plain(u64::from((bits(2) as u32) & !mask | ((bits(1) << offset) as u32) & mask))
            }
            Op::Bfr => plain((bits(0) as u32).reverse_bits().into()),
            Op::Btc => plain((bits(0) as u32).count_ones().into()),
            Op::Btfl => {
                let value = bits(0) as u32;
                exact(if value == 0 { -1 } else { value.trailing_zeros().into() })
            }
            Op::Btfm => {
                let value = bits(0) as u32;
                let value = if ty.base == Base::Signed && value >> 31 != 0 { !value } else { value };
                exact(if value == 0 { -1 } else { (31 - value.leading_zeros()).into() })
            }
            Op::Sad => {
                let distance = wrap((whole(0) - whole(1)).abs(), ty.bits);
                Ok(add_with_flags(distance, bits(2), OperationType { base: Base::Unsigned, ..ty }, false))
            }
            Op::Ceil | Op::Flr | Op::Round | Op::Trunc => {
                let rounding = match i.op() {
                    Op::Ceil => Rounding::Up,
                    Op::Flr => Rounding::Down,
                    Op::Round => Rounding::Nearest,
                    _ => Rounding::Zero,
                };
                let value = round(real(0), rounding);
                if is_float { number(value) } else { exact(float_to_integer(value, ty.base, ty.bits)) }
            }
            Op::Frc => number(r(real(0) - real(0).floor())),
            Op::Ssg => number(if real(0) > 0.0 {
                1.0
            } else if real(0) < 0.0 {
                -1.0
            } else {
                0.0
            }),
            Op::I2f => {
                let ty = OperationType { base: Base::Float, ..ty };
                let value =
                    if ty.bits == 64 { (whole(0) as f64).to_bits() } else { u64::from((whole(0) as f32).to_bits()) };
                Ok(Result4::of(value, ty))
            }
            Op::Lrp => number(real(0) * real(1) + (1.0 - real(0)) * real(2)),
            Op::Cvt => Ok(self.convert(i, lane)),
            _ => Err(format!("{} is not modelled", i.row.name)),
        }
    }

    fn sum(&self, i: &Instruction, lane: usize) -> Result4 {
        let (a, b) = (&i.operands[0], &i.operands[1]);
        let (minus_a, minus_b) = (negated(a), negated(b) != (i.op() == Op::Sub));
        let left = self.read(&Operand { negate: a.negate && !minus_a, ..*a }, lane);
        let right = self.read(&Operand { negate: b.negate && !negated(b), ..*b }, lane);
        match (minus_a, minus_b) {
            (false, subtracts) => add_with_flags(left, right, i.modifiers.ty, subtracts),
            (true, false) => add_with_flags(right, left, i.modifiers.ty, true),
            (true, true) => {
                let value = wrap(-integer(left, i.modifiers.ty) - integer(right, i.modifiers.ty), i.modifiers.ty.bits);
                Result4 { known_carry: false, ..Result4::of(value, i.modifiers.ty) }
            }
        }
    }

    fn convert(&self, i: &Instruction, lane: usize) -> Result4 {
        let (to, mut from) = (i.modifiers.storage.unwrap(), i.modifiers.source.unwrap());
        let parameter = !matches!(i.operands[0].source, Source::Temp(..));
        let narrow = from.base == Base::Signed && from.bits < 32 && to.base == Base::Unsigned;
        if parameter && narrow && ways::gone(Way::NarrowParameter, self.at) {
            from.base = Base::Unsigned;
        }
        let wide = |storage: StorageType| OperationType { base: storage.base, bits: storage.bits.max(32) };
        let raw = self.read(&Operand { ty: wide(from), ..i.operands[0] }, lane);
        let literal = matches!(i.operands[0].source, Source::Literal(_)) && from.base == Base::Float && from.bits == 16;
        let value = if literal { f16::from_f32(f(raw)).to_f32().to_bits().into() } else { widen(raw, from) };
        let ty = wide(to);
        if to.base != Base::Float {
            let result = if from.base == Base::Float {
                let rounded = round(float(value, wide(from)), i.modifiers.rounding.unwrap_or(Rounding::Nearest));
                float_to_integer(rounded, to.base, to.bits)
            } else {
                let value = integer(value, wide(from));
                let low = value & ((1_i128 << to.bits) - 1);
                if to.base == Base::Signed && low >> (to.bits - 1) != 0 { low - (1 << to.bits) } else { low }
            };
            let kept =
                self.registers[i.result.unwrap().temp][self.element(i.result.unwrap().element)][lane] & 0xFFFF_0000;
            if to.bits < 32
                && i.modifiers.condition_code.is_some()
                && wrap(result, 32) & 0xFFFF_0000 != kept
                && ways::gone(Way::NarrowResult, self.at * 4 + lane)
            {
                return Result4::of(wrap(result, 32) & 0xFFFF | kept, ty);
            }
            return Result4::of(wrap(result, ty.bits), ty);
        }
        let exact = if from.base == Base::Float { float(value, wide(from)) } else { integer(value, wide(from)) as f64 };
        let result = match (to.bits, i.modifiers.rounding) {
            (64, _) => exact.to_bits(),
            (32, Some(rounding)) if rounding != Rounding::Nearest => directed(exact, rounding).to_bits().into(),
            (32, _) if from.base != Base::Float => u64::from((integer(value, wide(from)) as f32).to_bits()),
            (32, _) => u64::from((exact as f32).to_bits()),
            (_, Some(rounding)) if rounding != Rounding::Nearest => {
                return Result4::word(directed_half(exact as f32, rounding).into());
            }
            _ => return Result4::word(f16::from_f32(exact as f32).to_bits().into()),
        };
        Result4::of(result, ty)
    }
}
