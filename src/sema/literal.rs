//! Literals (GLSL 4.60, 4.1.3 and 4.1.4).

use super::operand::Operand;
use super::{Analyzer, Code};
use crate::diagnostics::Diagnostic;
use crate::hir::{ConstantKind, Scalar, ScalarKind, Span, Type};
use crate::preprocess::{FloatSuffix, IntegerSuffix};
use crate::syntax::ast::Literal;

impl Analyzer<'_> {
    /// The constant a literal stands for.
    pub(super) fn literal(&mut self, literal: Literal, span: Span) -> Operand {
        match literal {
            Literal::Bool(value) => Operand::Constant(self.bool_constant(value)),
            Literal::Integer { bits, suffix, .. } => self.integer_literal(bits, suffix, span),
            Literal::Float { value, suffix } => {
                let (width, type_name, bits) = match suffix {
                    FloatSuffix::Single => (4, "float", u64::from((value as f32).to_bits())),
                    FloatSuffix::Double => (8, "double", value.to_bits()),
                    FloatSuffix::Half => (2, "float16_t", u64::from(half::f16::from_f64(value).to_bits())),
                };
                if suffix != FloatSuffix::Single && !self.require_type(type_name, span) {
                    return Operand::Error;
                }
                let ty = self.types.insert(Type::Scalar(Scalar { kind: ScalarKind::Float, width }));
                Operand::Constant(self.constant(ty, ConstantKind::Scalar(bits)))
            }
            Literal::String(_) => {
                self.error(Code::StringLiteral, span, "a string literal has no meaning here");
                Operand::Error
            }
        }
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
        if !matches!(suffix, IntegerSuffix::None | IntegerSuffix::Unsigned) && !self.require_type(type_name, span) {
            return Operand::Error;
        }
        let width_bits = u32::from(width) * 8;
        // The preprocessor hands `0xFFFFFFFF` over as the signed value that its bits are.
        let is_negative = kind == ScalarKind::Sint && (bits as i64) >> (width_bits - 1) == -1;
        if width_bits < 64 && bits >> width_bits != 0 && !is_negative {
            self.report(
                Diagnostic::error(
                    Code::LiteralOutOfRange,
                    span,
                    format!("integer literal does not fit in the {width_bits} bits of `{type_name}`"),
                )
                .with_note("GLSL 4.60, 4.1.3: the bit pattern of a literal must fit its type")
                .with_help("write the suffix of a wider type, `ul` for uint64_t (GL_ARB_gpu_shader_int64)"),
            );
            return Operand::Error;
        }
        // Signed values are kept sign-extended to 64 bits.
        let unused = 64 - width_bits;
        let bits = match kind {
            ScalarKind::Sint => (((bits << unused) as i64) >> unused) as u64,
            _ => bits,
        };
        let ty = self.types.insert(Type::Scalar(Scalar { kind, width }));
        Operand::Constant(self.constant(ty, ConstantKind::Scalar(bits)))
    }
}
