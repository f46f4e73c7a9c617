//! Scalar types: the components of vectors, matrices and arrays of numbers.
//!
//! Comes in: nothing. Goes out: the kinds of scalar that GLSL and its extensions have. Must not depend on: values.

/// What the bits of a scalar mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScalarKind {
    /// A signed integer in two's complement.
    Sint,
    /// An unsigned integer.
    Uint,
    /// An IEEE 754 number: binary16, binary32 or binary64, depending on the width.
    Float,
    /// `bool`
    Bool,
    /// A floating-point number in a storage format: it converts to types with arithmetic, but has none of its own.
    SmallFloat(SmallFloat),
}

impl ScalarKind {
    /// Whether it is a floating-point format, with arithmetic or without.
    #[must_use]
    pub const fn is_any_float(self) -> bool {
        matches!(self, Self::Float | Self::SmallFloat(_))
    }
}

/// The floating-point formats without arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SmallFloat {
    /// `bfloat16_t`: the upper half of a binary32 (GL_EXT_bfloat16).
    BFloat16,
    /// `floate4m3_t`: no infinity, one NaN per sign (GL_EXT_float_e4m3).
    E4M3,
    /// `floate5m2_t`: the upper half of a binary16 (GL_EXT_float_e5m2).
    E5M2,
    /// `floate2m1_t`: neither infinity nor NaN (GL_EXT_float_e2m1).
    E2M1,
    /// `floate2m3_t`: neither infinity nor NaN (GL_EXT_float_e2m3).
    E2M3,
    /// `floate3m2_t`: neither infinity nor NaN (GL_EXT_float_e3m2).
    E3M2,
    /// `floatue8m0_t`: powers of two and one NaN, neither sign, zero nor infinity (GL_EXT_float_ue8m0).
    Ue8M0,
    /// `floatmxint8_t`: 64ths, from -2 to 127/64, in two's complement (GL_EXT_float_mxint8).
    MxInt8,
}

impl SmallFloat {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::BFloat16, Self::E4M3, Self::E5M2, Self::E2M1, Self::E2M3, Self::E3M2, Self::Ue8M0, Self::MxInt8];

    /// The GLSL name of the scalar type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BFloat16 => "bfloat16_t",
            Self::E4M3 => "floate4m3_t",
            Self::E5M2 => "floate5m2_t",
            Self::E2M1 => "floate2m1_t",
            Self::E2M3 => "floate2m3_t",
            Self::E3M2 => "floate3m2_t",
            Self::Ue8M0 => "floatue8m0_t",
            Self::MxInt8 => "floatmxint8_t",
        }
    }

    /// What precedes `vec` in the names of the vector types.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::BFloat16 => "bf16",
            Self::E4M3 => "fe4m3",
            Self::E5M2 => "fe5m2",
            Self::E2M1 => "fe2m1",
            Self::E2M3 => "fe2m3",
            Self::E3M2 => "fe3m2",
            Self::Ue8M0 => "fue8m0",
            Self::MxInt8 => "fmxint8",
        }
    }

    /// The number of bits of a value.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::BFloat16 => 16,
            Self::E4M3 | Self::E5M2 | Self::Ue8M0 | Self::MxInt8 => 8,
            Self::E2M3 | Self::E3M2 => 6,
            Self::E2M1 => 4,
        }
    }

    /// Whether it is one of the OCP Microscaling formats that came after the others: at run time nothing converts to
    /// them (SPV_EXT_ocp_microscaling_types).
    #[must_use]
    pub const fn is_microscaling(self) -> bool {
        !matches!(self, Self::BFloat16 | Self::E4M3 | Self::E5M2)
    }

    /// The scalar type.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        Scalar { kind: ScalarKind::SmallFloat(self), width: if matches!(self, Self::BFloat16) { 2 } else { 1 } }
    }
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scalar {
    /// What its bits mean.
    pub kind: ScalarKind,
    /// Its size in bytes; 1 for `bool`. A `floate2m1_t` has four bits, which count as a byte.
    pub width: u8,
}

impl Scalar {
    /// `bool`
    pub const BOOL: Self = Self { kind: ScalarKind::Bool, width: 1 };
    /// `int`
    pub const I32: Self = Self { kind: ScalarKind::Sint, width: 4 };
    /// `uint`
    pub const U32: Self = Self { kind: ScalarKind::Uint, width: 4 };
    /// `float`
    pub const F32: Self = Self { kind: ScalarKind::Float, width: 4 };
    /// `int64_t`
    pub const I64: Self = Self { kind: ScalarKind::Sint, width: 8 };
    /// `uint64_t`
    pub const U64: Self = Self { kind: ScalarKind::Uint, width: 8 };
    /// `float16_t`
    pub const F16: Self = Self { kind: ScalarKind::Float, width: 2 };
    /// `double`
    pub const F64: Self = Self { kind: ScalarKind::Float, width: 8 };
    /// `bfloat16_t`
    pub const BF16: Self = SmallFloat::BFloat16.scalar();

    /// The number of bits of a value; 8 for `bool`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self.kind {
            ScalarKind::SmallFloat(format) => format.bits(),
            _ => self.width as u32 * 8,
        }
    }

    /// Whether `bits` is a valid value: two's complement integers sign-extended to 64 bits, floats of the type's own
    /// width, 0 or 1 for `bool`, everything else zero.
    #[must_use]
    pub const fn holds(self, bits: u64) -> bool {
        let own = self.bits();
        let unused = if own == 0 || own > 64 { 0 } else { 64 - own };
        match self.kind {
            ScalarKind::Bool => bits <= 1,
            ScalarKind::Sint => ((bits << unused) as i64 >> unused) as u64 == bits,
            ScalarKind::Uint | ScalarKind::Float | ScalarKind::SmallFloat(_) => (bits << unused) >> unused == bits,
        }
    }

    /// Whether it is a number of 8 or 16 bits, which a shader may be able to store, but not to compute with
    /// (SPIR-V, StorageBuffer8BitAccess).
    #[must_use]
    pub const fn is_small(&self) -> bool {
        !matches!(self.kind, ScalarKind::Bool) && self.width < 4
    }
}
