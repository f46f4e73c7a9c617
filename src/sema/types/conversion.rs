//! Implicit conversions (GLSL 4.60, 4.1.10): which exist in a language version, and which of two is the better one.
//!
//! Comes in: two types. Goes out: whether, and how well, the first becomes the second. Must not depend on: values,
//! expressions, diagnostics.

use crate::hir::{Handle, Scalar, ScalarKind, SmallFloat, Type, TypeTable};

/// How well an argument fits a parameter (GLSL 4.60, 6.1), as far as two conversions of one argument can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// The same type.
    Exact,
    /// `float` to `double`, 32-bit integers to 64 bits of the same sign, the promotions of
    /// GL_EXT_shader_explicit_arithmetic_types, and formats without arithmetic to `float`.
    Promotion,
    /// An integer to `float`: better than to `double`.
    IntegerToFloat,
    /// An integer to `double`.
    IntegerToDouble,
    /// Any other conversion.
    Conversion,
}

impl Rank {
    /// Whether this conversion is better than `other` of the same argument. Some pairs are neither better nor worse.
    #[must_use]
    pub const fn is_better_than(self, other: Rank) -> bool {
        match (self, other) {
            (Rank::Exact, Rank::Exact) | (_, Rank::Exact) => false,
            (Rank::Exact, _) => true,
            (Rank::Promotion, Rank::Promotion) | (_, Rank::Promotion) => false,
            (Rank::Promotion, _) => true,
            (Rank::IntegerToFloat, Rank::IntegerToDouble) => true,
            _ => false,
        }
    }
}

/// The implicit conversions that a shader's version and extensions provide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conversions {
    /// `int` and `uint` to `float`: GLSL 1.20, GL_EXT_shader_implicit_conversions.
    pub to_float: bool,
    /// `int` to `uint`: GLSL 4.00, GL_ARB_gpu_shader5, GL_EXT_shader_implicit_conversions.
    pub to_unsigned: bool,
    /// Anything numeric to `double`: GLSL 4.00, GL_ARB_gpu_shader_fp64.
    pub to_double: bool,
    /// To and from 64-bit integers: GL_ARB_gpu_shader_int64.
    pub int64: bool,
    /// The tables of GL_EXT_shader_explicit_arithmetic_types, which replace all of the above where they say more.
    pub explicit_arithmetic: bool,
}

impl Conversions {
    /// The conversions of a version without extensions. ESSL has no implicit conversions.
    #[must_use]
    pub const fn of_version(version: u16, es: bool) -> Self {
        Self {
            to_float: !es && version >= 120,
            to_unsigned: !es && version >= 400,
            to_double: !es && version >= 400,
            int64: false,
            explicit_arithmetic: false,
        }
    }

    /// Converts a scalar type.
    #[must_use]
    pub fn scalar(&self, from: Scalar, to: Scalar) -> Option<Rank> {
        use ScalarKind::{Float, Sint, Uint};
        if from == to {
            return Some(Rank::Exact);
        }
        if let ScalarKind::SmallFloat(format) = from.kind {
            return small_float(format, to);
        }
        if self.explicit_arithmetic
            && let Some(rank) = explicit_arithmetic(from, to)
        {
            return Some(rank);
        }
        let (allowed, rank) = match ((from.kind, from.width), (to.kind, to.width)) {
            ((Sint, 4), (Uint, 4)) => (self.to_unsigned, Rank::Conversion),
            ((Sint | Uint, 4), (Float, 4)) => (self.to_float, Rank::IntegerToFloat),
            ((Sint | Uint, 4), (Float, 8)) => (self.to_double, Rank::IntegerToDouble),
            ((Float, 4), (Float, 8)) => (self.to_double, Rank::Promotion),
            // GL_ARB_gpu_shader_int64, 6.1: to a similar type with more bits.
            ((Sint, 4), (Sint, 8)) | ((Uint, 4), (Uint, 8)) => (self.int64, Rank::Promotion),
            ((Sint, 4 | 8), (Uint, 8)) => (self.int64, Rank::Conversion),
            ((Sint | Uint, 8), (Float, 8)) => (self.int64 && self.to_double, Rank::IntegerToDouble),
            _ => (false, Rank::Conversion),
        };
        allowed.then_some(rank)
    }

    /// Converts a type: equal ones exactly, scalars, vectors and matrices of one shape by their components.
    #[must_use]
    pub fn implicit(&self, types: &TypeTable, from: Handle<Type>, to: Handle<Type>) -> Option<Rank> {
        if from == to {
            return Some(Rank::Exact);
        }
        self.types(types.get(from), types.get(to))
    }

    /// As [`implicit`](Self::implicit), for scalars, vectors and matrices that need not be in a table.
    pub(in crate::sema) fn types(&self, from: &Type, to: &Type) -> Option<Rank> {
        if !same_shape(from, to) {
            return None;
        }
        self.scalar(from.scalar()?, to.scalar()?)
    }

    /// The scalar type in which an operator works on operands of these two (GLSL 4.60, 5.9).
    #[must_use]
    pub fn common_scalar(&self, left: Scalar, right: Scalar) -> Option<Scalar> {
        if self.scalar(left, right).is_some() {
            return Some(right);
        }
        if self.scalar(right, left).is_some() {
            return Some(left);
        }
        // GL_ARB_gpu_shader_int64 leaves pairs that must meet in a third type: `int64_t` and `uint`, `int64_t` and
        // `float`. A floating-point type is chosen if either operand has one, else an unsigned type (GLSL 4.60,
        // 4.1.10).
        let is_float = left.kind == ScalarKind::Float || right.kind == ScalarKind::Float;
        let third = if is_float { Scalar::F64 } else { Scalar { kind: ScalarKind::Uint, width: 8 } };
        let meet = self.int64
            && !self.explicit_arithmetic
            && [left, right]
                .into_iter()
                .all(|it| !matches!(it.kind, ScalarKind::SmallFloat(_)) && self.scalar(it, third).is_some());
        meet.then_some(third)
    }
}

/// Whether both are scalars, or vectors or matrices of one size.
fn same_shape(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Scalar(_), Type::Scalar(_)) => true,
        // Cooperative vectors convert by constructors only (GL_NV_cooperative_vector, 4.1).
        (Type::Vector(l, _), Type::Vector(r, _)) => l == r && !l.is_cooperative(),
        (Type::Matrix { columns: c1, rows: r1, .. }, Type::Matrix { columns: c2, rows: r2, .. }) => {
            c1 == c2 && r1 == r2
        }
        _ => false,
    }
}

/// The tables of GL_EXT_bfloat16, GL_EXT_float_e4m3 and GL_EXT_float_e5m2, 4.1.10, and likewise the microscaling
/// formats: a format converts to those that hold all its values. They come with the types, whatever the version.
fn small_float(from: SmallFloat, to: Scalar) -> Option<Rank> {
    let converts = match to.kind {
        ScalarKind::Float => match from {
            SmallFloat::BFloat16 => to.width >= 4,
            SmallFloat::Ue8M0 => false,
            _ => true,
        },
        ScalarKind::SmallFloat(SmallFloat::BFloat16) => !matches!(from, SmallFloat::BFloat16 | SmallFloat::Ue8M0),
        ScalarKind::SmallFloat(SmallFloat::E4M3 | SmallFloat::E5M2) => from == SmallFloat::E2M1,
        _ => false,
    };
    // The extensions do not say which of two overloads is the better one; `float` is never a surprise.
    converts.then_some(if to == Scalar::F32 { Rank::Promotion } else { Rank::Conversion })
}

/// The tables of GL_EXT_shader_explicit_arithmetic_types, 4.1.10.
fn explicit_arithmetic(from: Scalar, to: Scalar) -> Option<Rank> {
    use ScalarKind::{Float, Sint, Uint};
    match (from.kind, to.kind) {
        (Sint | Uint, Sint | Uint) => {
            let widens = to.width > from.width;
            let to_unsigned = from.kind == Sint && to.kind == Uint && to.width == from.width;
            let promotes = widens && to == Scalar::I32;
            (widens || to_unsigned).then_some(if promotes { Rank::Promotion } else { Rank::Conversion })
        }
        (Float, Float) => {
            let rank = if to.width == 8 { Rank::Promotion } else { Rank::Conversion };
            (to.width > from.width).then_some(rank)
        }
        (Sint | Uint, Float) => {
            // Below 32 bits an integer may become a float of any width, a 32-bit one not a half, a 64-bit one only a
            // double. All are of one rank (6.1), where GLSL 4.60 has `float` before `double`.
            (from.width < 4 || to.width >= from.width).then_some(Rank::Conversion)
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::hir::VectorSize;

    fn scalar(name: &str) -> Scalar {
        let kind = match &name[..1] {
            "i" => ScalarKind::Sint,
            "u" => ScalarKind::Uint,
            "f" => ScalarKind::Float,
            _ => return Scalar::BOOL,
        };
        Scalar { kind, width: name[1..].parse::<u8>().unwrap() / 8 }
    }

    const ALL: &[&str] = &["b", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64"];

    /// Every pair that converts, written out from the tables of the specifications.
    #[track_caller]
    fn check(conversions: Conversions, table: &[(&str, &str)]) {
        for from in ALL {
            let targets = table.iter().find(|row| row.0 == *from).map_or("", |row| row.1);
            for to in ALL {
                let expected = from == to || targets.split(' ').any(|it| it == *to);
                let got = conversions.scalar(scalar(from), scalar(to)).is_some();
                assert_eq!(got, expected, "{from} to {to}");
            }
        }
    }

    #[test]
    fn versions_have_their_conversions() {
        check(Conversions::of_version(110, false), &[]);
        check(Conversions::of_version(120, false), &[("i32", "f32"), ("u32", "f32")]);
        check(Conversions::of_version(320, true), &[]);
        let core = [("i32", "u32 f32 f64"), ("u32", "f32 f64"), ("f32", "f64")];
        check(Conversions::of_version(450, false), &core);
        let int64 = [
            ("i32", "u32 f32 f64 i64 u64"),
            ("u32", "f32 f64 u64"),
            ("i64", "u64 f64"),
            ("u64", "f64"),
            ("f32", "f64"),
        ];
        check(Conversions { int64: true, ..Conversions::of_version(450, false) }, &int64);
    }

    #[test]
    fn operands_may_meet_in_a_third_type() {
        let core = Conversions::of_version(450, false);
        let int64 = Conversions { int64: true, ..core };
        let explicit = Conversions { explicit_arithmetic: true, ..int64 };
        for (conversions, left, right, expected) in [
            (int64, "i64", "u32", Some("u64")),
            (int64, "u32", "i64", Some("u64")),
            (int64, "i64", "f32", Some("f64")),
            (int64, "f32", "u64", Some("f64")),
            (int64, "i64", "u64", Some("u64")),
            (int64, "i32", "u32", Some("u32")),
            (int64, "i64", "b", None),
            (core, "i64", "u32", None),
            (explicit, "i64", "u32", Some("i64")),
            (explicit, "i64", "f32", None),
            (explicit, "i32", "f16", None),
        ] {
            let got = conversions.common_scalar(scalar(left), scalar(right));
            assert_eq!(got, expected.map(scalar), "{left} {right}");
        }
    }

    #[test]
    fn explicit_types_have_theirs() {
        let table = [
            ("i8", "u8 i16 u16 i32 u32 i64 u64 f16 f32 f64"),
            ("u8", "i16 u16 i32 u32 i64 u64 f16 f32 f64"),
            ("i16", "u16 i32 u32 i64 u64 f16 f32 f64"),
            ("u16", "i32 u32 i64 u64 f16 f32 f64"),
            ("i32", "u32 i64 u64 f32 f64"),
            ("u32", "i64 u64 f32 f64"),
            ("i64", "u64 f64"),
            ("u64", "f64"),
            ("f16", "f32 f64"),
            ("f32", "f64"),
        ];
        check(Conversions { explicit_arithmetic: true, ..Conversions::of_version(450, false) }, &table);
        check(Conversions { explicit_arithmetic: true, ..Conversions::of_version(310, true) }, &table);
    }

    #[test]
    fn small_floats_convert_to_what_holds_them() {
        let targets = [
            ("bf16", Scalar::BF16),
            ("e4m3", SmallFloat::E4M3.scalar()),
            ("e5m2", SmallFloat::E5M2.scalar()),
            ("e2m1", SmallFloat::E2M1.scalar()),
            ("f16", Scalar::F16),
            ("f32", Scalar::F32),
            ("f64", Scalar::F64),
            ("i32", Scalar::I32),
            ("bool", Scalar::BOOL),
        ];
        for (from, expected) in [
            (SmallFloat::BFloat16, "bf16 f32 f64"),
            (SmallFloat::E4M3, "bf16 e4m3 f16 f32 f64"),
            (SmallFloat::E5M2, "bf16 e5m2 f16 f32 f64"),
            (SmallFloat::E2M1, "bf16 e4m3 e5m2 e2m1 f16 f32 f64"),
            (SmallFloat::E2M3, "bf16 f16 f32 f64"),
            (SmallFloat::E3M2, "bf16 f16 f32 f64"),
            (SmallFloat::MxInt8, "bf16 f16 f32 f64"),
            (SmallFloat::Ue8M0, ""),
        ] {
            // In every version: ESSL has no other implicit conversions.
            for conversions in [Conversions::of_version(450, false), Conversions::of_version(320, true)] {
                let fits = |to: Scalar| conversions.scalar(from.scalar(), to).is_some();
                let got: Vec<_> = targets.iter().filter(|it| fits(it.1)).map(|it| it.0).collect();
                assert_eq!(got.join(" "), expected, "{from:?}");
                for (name, to) in targets.iter().filter(|it| !matches!(it.1.kind, ScalarKind::SmallFloat(_))) {
                    assert_eq!(conversions.scalar(*to, from.scalar()), None, "{name} to {from:?}");
                }
            }
        }
    }

    #[test]
    fn ranks_follow_section_6_1() {
        use Rank::{Conversion, Exact, IntegerToDouble, IntegerToFloat, Promotion};
        let all = [Exact, Promotion, IntegerToFloat, IntegerToDouble, Conversion];
        let better = [
            (Exact, Promotion),
            (Exact, IntegerToFloat),
            (Exact, IntegerToDouble),
            (Exact, Conversion),
            (Promotion, IntegerToFloat),
            (Promotion, IntegerToDouble),
            (Promotion, Conversion),
            (IntegerToFloat, IntegerToDouble),
        ];
        for a in all {
            for b in all {
                assert_eq!(a.is_better_than(b), better.contains(&(a, b)), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn conversions_keep_the_shape() {
        let mut types = TypeTable::default();
        let mut vector = |size, name| types.insert(Type::Vector(size, scalar(name)));
        let (ivec3, vec3, vec2) =
            (vector(VectorSize::Tri, "i32"), vector(VectorSize::Tri, "f32"), vector(VectorSize::Bi, "f32"));
        let conversions = Conversions::of_version(450, false);
        assert_eq!(conversions.implicit(&types, ivec3, vec3), Some(Rank::IntegerToFloat));
        assert_eq!(conversions.implicit(&types, vec3, ivec3), None);
        assert_eq!(conversions.implicit(&types, vec2, vec3), None);
    }
}
