//! The scalar and vector functions of GLSL.std.450 on constants.
//!
//! Comes in: an instruction and operands. Goes out: the constant of its result. Must not depend on: names of built-ins.
//!
//! Floats are computed in binary64 with `libm`, which is the same on every machine, and rounded once to the type.

use crate::builtins::vocabulary::GlslStd450Op as G;

use super::lanes::{Floats, Lanes};
use super::{Folder, matrix, packing, scalar};
use crate::hir::{Constant, Handle, ScalarKind, Type};

impl Folder<'_> {
    /// Folds an instruction of GLSL.std.450; `None` if it has effects, is unknown, or the result is undefined.
    pub(super) fn extended(
        &mut self,
        instruction: G,
        ty: Handle<Type>,
        operands: &[Handle<Constant>],
    ) -> Option<Handle<Constant>> {
        let lanes: Option<Vec<Lanes>> = operands.iter().map(|&operand| self.read(operand)).collect();
        let lanes = lanes?;
        if let Some(bits) = packing::pack(instruction, &lanes) {
            return self.write(ty, &bits);
        }
        let result = self.types.scalar_of(ty)?;
        match instruction {
            G::Determinant => {
                let value = matrix::determinant(lanes.first()?)?;
                return self.write_floats(ty, &[value]);
            }
            G::MatrixInverse => {
                let values = matrix::inverse(lanes.first()?)?;
                return self.write_floats(ty, &values);
            }
            G::Ldexp => {
                let (x, exponents) = (lanes.first()?, lanes.get(1)?);
                let power = |(x, &e): (f64, &u64)| libm::ldexp(x, (e as i64).clamp(-10_000, 10_000) as i32);
                let values: Floats = x.floats().into_iter().zip(&exponents.bits).map(power).collect();
                return self.write_floats(ty, &values);
            }
            _ => {}
        }
        if lanes.iter().all(|it| it.scalar.kind == ScalarKind::Float) && result.kind == ScalarKind::Float {
            let values: Vec<Floats> = lanes.iter().map(Lanes::floats).collect();
            let folded = match geometric(instruction, &values) {
                Some(folded) => folded,
                None => floating(instruction, &values, result.width == 8)?,
            };
            return self.write_floats(ty, &folded);
        }
        let bits = integral(instruction, &lanes)?;
        self.write(ty, &bits)
    }
}

/// Functions that take whole vectors (GLSL 4.60, 8.5).
fn geometric(instruction: G, operands: &[Floats]) -> Option<Floats> {
    let a = operands.first()?;
    let b = operands.get(1);
    let c = operands.get(2);
    let scaled = |values: &Floats, factor: f64| values.iter().map(|value| value * factor).collect::<Floats>();
    let minus = |x: &Floats, y: &Floats| x.iter().zip(y).map(|(x, y)| x - y).collect::<Floats>();
    Some(match instruction {
        G::Length => Floats::from_slice(&[dot(a, a).sqrt()]),
        G::Distance => {
            let difference = minus(a, b?);
            Floats::from_slice(&[dot(&difference, &difference).sqrt()])
        }
        G::Cross => match (&a[..], &b?[..]) {
            (&[x1, y1, z1], &[x2, y2, z2]) => {
                Floats::from_slice(&[y1 * z2 - y2 * z1, z1 * x2 - z2 * x1, x1 * y2 - x2 * y1])
            }
            _ => return None,
        },
        G::Normalize => {
            let length = dot(a, a).sqrt();
            a.iter().map(|value| value / length).collect()
        }
        G::FaceForward => {
            if dot(c?, b?) < 0.0 {
                a.clone()
            } else {
                scaled(a, -1.0)
            }
        }
        G::Reflect => minus(a, &scaled(b?, 2.0 * dot(b?, a))),
        G::Refract => {
            let (incident, normal, &eta) = (a, b?, c?.first()?);
            let cosine = dot(normal, incident);
            let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
            if k < 0.0 {
                incident.iter().map(|_| 0.0).collect()
            } else {
                minus(&scaled(incident, eta), &scaled(normal, eta * cosine + k.sqrt()))
            }
        }
        _ => return None,
    })
}

/// The dot product, summed in order.
pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(l, r)| l * r).fold(0.0, |sum, product| sum + product)
}

/// Functions that work component by component (GLSL 4.60, 8.1 to 8.3).
fn floating(instruction: G, operands: &[Floats], is_double: bool) -> Option<Floats> {
    let count = operands.first()?.len();
    if operands.iter().any(|it| it.len() != count) {
        return None;
    }
    let component = |index: usize| {
        let at = |operand: usize| operands.get(operand).and_then(|it| it.get(index)).copied();
        let x = at(0)?;
        match operands.len() {
            1 => unary(instruction, x),
            2 => binary(instruction, x, at(1)?),
            3 if instruction == G::Fma && !is_double => Some(fused(x, at(1)?, at(2)?)),
            3 => ternary(instruction, x, at(1)?, at(2)?),
            _ => None,
        }
    };
    (0..count).map(component).collect()
}

fn unary(instruction: G, x: f64) -> Option<f64> {
    Some(match instruction {
        // How halves round is the implementation's choice.
        G::Round | G::RoundEven => x.round_ties_even(),
        G::Trunc => x.trunc(),
        G::FAbs => x.abs(),
        G::FSign if x > 0.0 => 1.0,
        G::FSign if x < 0.0 => -1.0,
        G::FSign => 0.0,
        G::Floor => x.floor(),
        G::Ceil => x.ceil(),
        G::Fract => x - x.floor(),
        G::Radians => x * (std::f64::consts::PI / 180.0),
        G::Degrees => x * (180.0 / std::f64::consts::PI),
        G::Sin => libm::sin(x),
        G::Cos => libm::cos(x),
        G::Tan => libm::tan(x),
        G::Asin => libm::asin(x),
        G::Acos => libm::acos(x),
        G::Atan => libm::atan(x),
        G::Sinh => libm::sinh(x),
        G::Cosh => libm::cosh(x),
        G::Tanh => libm::tanh(x),
        G::Asinh => libm::asinh(x),
        G::Acosh => libm::acosh(x),
        G::Atanh => libm::atanh(x),
        G::Exp => libm::exp(x),
        G::Log => libm::log(x),
        G::Exp2 => libm::exp2(x),
        G::Log2 => libm::log2(x),
        G::Sqrt => x.sqrt(),
        G::InverseSqrt => 1.0 / x.sqrt(),
        _ => return None,
    })
}

fn binary(instruction: G, x: f64, y: f64) -> Option<f64> {
    Some(match instruction {
        G::Atan2 => libm::atan2(x, y),
        G::Pow => libm::pow(x, y),
        G::NMin if x.is_nan() => y,
        G::NMax if x.is_nan() => y,
        G::NMin | G::NMax if y.is_nan() => x,
        G::FMin | G::NMin => minimum(x, y),
        G::FMax | G::NMax => maximum(x, y),
        G::Step => f64::from(u8::from(y >= x)),
        _ => return None,
    })
}

fn ternary(instruction: G, x: f64, y: f64, z: f64) -> Option<f64> {
    Some(match instruction {
        G::FClamp | G::NClamp => minimum(maximum(x, y), z),
        G::FMix => x * (1.0 - z) + y * z,
        G::SmoothStep => {
            let t = minimum(maximum((z - x) / (y - x), 0.0), 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        G::Fma => libm::fma(x, y, z),
        _ => return None,
    })
}

/// As GLSL 4.60, 8.3 defines `min`, so that the first operand is the result if the second is a NaN.
fn minimum(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

/// As GLSL 4.60, 8.3 defines `max`.
fn maximum(x: f64, y: f64) -> f64 {
    if x < y { y } else { x }
}

/// `x * y + z` of floats of at most 32 bits, for which the product is exact in binary64. The sum is rounded to odd, so
/// that rounding it again to the type is as good as rounding once.
fn fused(x: f64, y: f64, z: f64) -> f64 {
    let product = x * y;
    let sum = product + z;
    if !sum.is_finite() {
        return sum;
    }
    let rounded = sum - product;
    let error = (product - (sum - rounded)) + (z - rounded);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // The neighbour on the side of the exact sum; both neighbours of an even number are odd.
    let away_from_zero = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away_from_zero { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// Integer functions, component by component (GLSL 4.60, 8.3 and 8.8).
fn integral(instruction: G, operands: &[Lanes]) -> Option<Vec<u64>> {
    let first = operands.first()?;
    if operands.iter().any(|it| it.bits.len() != first.bits.len()) {
        return None;
    }
    let is_unsigned = matches!(instruction, G::UMin | G::UMax | G::UClamp | G::FindUMsb | G::FindILsb);
    let view = if is_unsigned { scalar::unsigned(first.scalar) } else { scalar::signed(first.scalar) };
    let component = |index: usize| {
        let at = |operand: usize| {
            operands.get(operand).and_then(|it| it.bit(index)).map(|bits| scalar::normalize(view, bits))
        };
        let x = at(0)?;
        let smaller = |x: u64, y: u64| if is_unsigned { x.min(y) } else { (x as i64).min(y as i64) as u64 };
        let larger = |x: u64, y: u64| if is_unsigned { x.max(y) } else { (x as i64).max(y as i64) as u64 };
        // -1 if there is none.
        let highest = |bits: u64| (63 - i64::from(bits.leading_zeros())) as u64;
        Some(match instruction {
            G::SAbs => (x as i64).wrapping_abs() as u64,
            G::SSign => (x as i64).signum() as u64,
            G::SMin | G::UMin => smaller(x, at(1)?),
            G::SMax | G::UMax => larger(x, at(1)?),
            G::SClamp | G::UClamp => smaller(larger(x, at(1)?), at(2)?),
            G::FindILsb if x == 0 => u64::MAX,
            G::FindILsb => u64::from(x.trailing_zeros()),
            G::FindUMsb => highest(x),
            G::FindSMsb => highest(if (x as i64) < 0 { !x } else { x }),
            _ => return None,
        })
    };
    if !matches!(first.scalar.kind, ScalarKind::Sint | ScalarKind::Uint) {
        return None;
    }
    (0..first.bits.len()).map(component).collect()
}
