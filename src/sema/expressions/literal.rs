//! Literals (GLSL 4.60, 4.1.3 and 4.1.4).
//!
//! Comes in: the text of a literal. Goes out: a constant. Must not depend on: where it stands.

use crate::hir::{ConstantKind, Scalar, ScalarKind, SmallFloat, Span, binary16};
use crate::preprocess::{FloatSuffix, IntegerSuffix};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::syntax::ast::Literal;

/// How messages name a suffix.
const fn float_suffix(suffix: FloatSuffix) -> &'static str {
    match suffix {
        FloatSuffix::Half => "hf",
        FloatSuffix::Double => "lf",
        FloatSuffix::Single | FloatSuffix::SmallFloat(_) => "f",
    }
}

/// How messages name a suffix.
const fn integer_suffix(suffix: IntegerSuffix) -> &'static str {
    match suffix {
        IntegerSuffix::None | IntegerSuffix::Unsigned => "u",
        IntegerSuffix::Short => "s",
        IntegerSuffix::UnsignedShort => "us",
        IntegerSuffix::Long => "l",
        IntegerSuffix::UnsignedLong => "ul",
    }
}

impl Analyzer<'_> {
    /// The constant a literal stands for.
    pub(in crate::sema) fn literal(&mut self, literal: Literal, span: Span) -> Operand {
        match literal {
            Literal::Bool(value) => Operand::Constant(self.bool_constant(value)),
            Literal::Integer { bits, suffix, .. } => self.integer_literal(bits, suffix, span),
            Literal::Float { value, suffix } => {
                let (width, type_name, bits) = match suffix {
                    FloatSuffix::SmallFloat(format) => return self.small_float_literal(format, value, span),
                    FloatSuffix::Single => (4, "float", u64::from((value as f32).to_bits())),
                    FloatSuffix::Double => (8, "double", value.to_bits()),
                    FloatSuffix::Half => (2, "float16_t", u64::from(binary16::from_f64(value))),
                };
                if suffix != FloatSuffix::Single && !self.require_type(type_name, float_suffix(suffix), span) {
                    return Operand::Error;
                }
                let ty = self.module.scalar(Scalar { kind: ScalarKind::Float, width });
                if width == 2 && !self.allows_arithmetic(ty, "written as a literal", span) {
                    return Operand::Error;
                }
                Operand::Constant(self.constant(ty, ConstantKind::Scalar(bits)))
            }
            Literal::String(_) => {
                self.report(messages::string_literal_is_not_allowed(span));
                Operand::Error
            }
        }
    }

    /// `1.5fe2m1`: the value nearest to the number.
    fn small_float_literal(&mut self, format: SmallFloat, value: f64, span: Span) -> Operand {
        if !self.require_type(format.name(), format.name(), span) {
            return Operand::Error;
        }
        let number = self.folder().scalar(Scalar::F64, value.to_bits());
        let ty = self.module.scalar(format.scalar());
        self.folder().convert(number, ty).map_or(Operand::Error, Operand::Constant)
    }

    fn integer_literal(&mut self, bits: u64, suffix: IntegerSuffix, span: Span) -> Operand {
        let (kind, width, type_name) = match suffix {
            IntegerSuffix::None => (ScalarKind::Sint, 4, "int"),
            IntegerSuffix::Unsigned => (ScalarKind::Uint, 4, "uint"),
            IntegerSuffix::Short => (ScalarKind::Sint, 2, "int16_t"),
            IntegerSuffix::UnsignedShort => (ScalarKind::Uint, 2, "uint16_t"),
            IntegerSuffix::Long => (ScalarKind::Sint, 8, "int64_t"),
            IntegerSuffix::UnsignedLong => (ScalarKind::Uint, 8, "uint64_t"),
        };
        if !matches!(suffix, IntegerSuffix::None | IntegerSuffix::Unsigned)
            && !self.require_type(type_name, integer_suffix(suffix), span)
        {
            return Operand::Error;
        }
        // The preprocessor has rejected what does not fit, and extended the sign.
        let ty = self.module.scalar(Scalar { kind, width });
        if width == 2 && !self.allows_arithmetic(ty, "written as a literal", span) {
            return Operand::Error;
        }
        Operand::Constant(self.constant(ty, ConstantKind::Scalar(bits)))
    }
}
