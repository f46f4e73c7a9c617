//! `debugPrintfEXT(format, ...)` (GL_EXT_debug_printf): a call with any number of arguments of any types, which no row
//! of the built-in tables can describe.
//!
//! Comes in: the arguments as written. Goes out: one value of HIR. Must not know: what the format asks for; the API
//! interprets it.

use super::operand::Operand;
use super::{Analyzer, Code};
use crate::builtins;
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Span, ValueKind};
use crate::syntax::ast::{Expression, Literal};

/// The function and its extension.
pub(super) const NAME: &str = "debugPrintfEXT";
const EXTENSION: &str = "GL_EXT_debug_printf";

impl Analyzer<'_> {
    /// A call of `debugPrintfEXT`.
    pub(super) fn debug_printf(&mut self, name_span: Span, arguments: &[Handle<Expression>], span: Span) -> Operand {
        if builtins::extension(EXTENSION).is_none() || !self.require_extension(EXTENSION, NAME, name_span) {
            return Operand::Error;
        }
        let Some((&first, rest)) = arguments.split_first() else {
            self.error(Code::WrongArgumentCount, name_span, "`debugPrintfEXT` needs a format");
            return Operand::Error;
        };
        let format = match *self.node(first) {
            Expression::Literal(Literal::String(text)) => Some(unescape(self.text(text))),
            _ => None,
        };
        let Some(evaluated) = self.evaluate_arguments(rest, &[]) else { return Operand::Error };
        let Some(format) = format else {
            self.report(
                Diagnostic::error(
                    Code::ArgumentNotConstant,
                    self.span_of(first),
                    "the format of `debugPrintfEXT` must be a literal string",
                )
                .with_note("GL_EXT_debug_printf, 8.X"),
            );
            return Operand::Error;
        };
        let mut values = Vec::with_capacity(evaluated.len());
        for argument in evaluated {
            if self.contains_opaque(argument.ty) {
                self.error(Code::OpaqueMisplaced, argument.span, "a resource cannot be printed");
                return Operand::Error;
            }
            if let Some(part) = self.abstract_part(argument.ty) {
                self.error(Code::OperandType, argument.span, format!("a {part} cannot be printed"));
                return Operand::Error;
            }
            let Some(value) = self.value(argument.operand, argument.span) else { return Operand::Error };
            values.push(value);
        }
        let void = self.common.void;
        Operand::Value(self.builder.evaluate(ValueKind::DebugPrintf { format, arguments: values }, void, span))
    }
}

/// The characters that the escape sequences of a literal string stand for (GL_EXT_debug_printf, 3.1).
pub(super) fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            result.push(character);
            continue;
        }
        let (radix, most, mut number) = match rest.next() {
            Some('a') => (0, 0, 0x07),
            Some('b') => (0, 0, 0x08),
            Some('f') => (0, 0, 0x0c),
            Some('n') => (0, 0, 0x0a),
            Some('r') => (0, 0, 0x0d),
            Some('t') => (0, 0, 0x09),
            Some('v') => (0, 0, 0x0b),
            Some('x') => (16, usize::MAX, 0),
            Some(digit @ '0'..='7') => (8, 2, digit.to_digit(8).unwrap_or(0)),
            Some(other) => (0, 0, u32::from(other)),
            None => (0, 0, u32::from('\\')),
        };
        let mut digits = 0;
        while digits < most
            && let Some(digit) = rest.peek().and_then(|it| it.to_digit(radix.max(2)))
        {
            number = number.wrapping_mul(radix).wrapping_add(digit);
            digits += 1;
            rest.next();
        }
        // Above 127 the value is undefined; nothing that ends the string early, either.
        result.push(char::from_u32(number).filter(|&it| it != '\0').unwrap_or('?'));
    }
    result
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes() {
        for (text, expected) in [
            ("plain %d", "plain %d"),
            (r"a\nb\tc", "a\nb\tc"),
            (r#"\"\'\?\\"#, "\"'?\\"),
            (r"\x41\101\1018", "AAA8"),
            (r"\0", "?"),
        ] {
            assert_eq!(unescape(text), expected, "{text}");
        }
    }
}
