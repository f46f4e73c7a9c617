//! `debugPrintfEXT(format, ...)` (GL_EXT_debug_printf): a call with any number of arguments of any types, which no row
//! of the built-in tables can describe.
//!
//! Comes in: the arguments as written. Goes out: one value of HIR. Must not know: what the format asks for; the API
//! interprets it.

use crate::builtins;
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Span, ValueKind};
use crate::sema::expressions::operand::Operand;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Expression, Literal};

/// The function and its extension.
pub(in crate::sema) const NAME: &str = "debugPrintfEXT";
const EXTENSION: &str = "GL_EXT_debug_printf";

impl Analyzer<'_> {
    /// A call of `debugPrintfEXT`.
    pub(in crate::sema) fn debug_printf(
        &mut self,
        name_span: Span,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        if builtins::extension(EXTENSION).is_none() || !self.require_extension(EXTENSION, NAME, name_span) {
            return Operand::Error;
        }
        let Some((&first, rest)) = arguments.split_first() else {
            self.error(Code::WrongArgumentCount, name_span, "`debugPrintfEXT` needs a format");
            return Operand::Error;
        };
        let format = match *self.node(first) {
            Expression::Literal(Literal::String(text)) => Some(string_text(self.text(text))),
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
            if let Some(part) = self.hidden_part(argument.ty) {
                self.error(Code::OperandType, argument.span, format!("a {} cannot be printed", part.what));
                return Operand::Error;
            }
            let Some(value) = self.value(argument.operand, argument.span) else { return Operand::Error };
            values.push(value);
        }
        self.check_debug_format(&format, self.span_of(first), values.len());
        let void = self.common.void;
        Operand::Value(self.builder.evaluate(ValueKind::DebugPrintf { format, arguments: values }, void, span))
    }
}

impl Analyzer<'_> {
    /// Warns of a format that asks for another number of values. What else a specifier means is the business of the API
    /// (8.X).
    fn check_debug_format(&mut self, format: &str, span: Span, values: usize) {
        let Some(wanted) = specifiers(format).filter(|&wanted| wanted != values) else { return };
        let plural = if wanted == 1 { "value" } else { "values" };
        let rule = if wanted > values {
            "with too few arguments the behavior is undefined"
        } else {
            "arguments that are left over are ignored"
        };
        self.report(
            Diagnostic::warning(
                Code::DebugPrintfArguments,
                span,
                format!("the format asks for {wanted} {plural}, the call has {values}"),
            )
            .with_note(format!("{EXTENSION}, 8.X: {rule}")),
        );
    }
}

/// How many values a format asks for: one for each `%` that is not followed by another. `None` if that cannot be told,
/// because it has other specifiers than those that are known.
fn specifiers(format: &str) -> Option<usize> {
    let mut count = 0;
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        // Flags, width and precision stand before the letter.
        match rest.find(|it| !matches!(it, '-' | '+' | '#' | '.' | '0'..='9'))? {
            '%' => {}
            letter if "diouxXaAeEfFgGvlp".contains(letter) => count += 1,
            _ => return None,
        }
    }
    Some(count)
}

/// The text of a literal string, up to a character of value zero, which ends a string of SPIR-V.
pub(super) fn string_text(text: &str) -> String {
    text.split('\0').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{specifiers, string_text};

    #[test]
    fn specifiers_are_counted() {
        for (format, expected) in [("", 0), ("100%%", 0), ("%d %u", 2), ("%1.2v4f, %-3i%%", 2), ("%lu", 1), ("%08x", 1)]
        {
            assert_eq!(specifiers(format), Some(expected), "{format}");
        }
        for format in ["50% of", "%", "%y"] {
            assert_eq!(specifiers(format), None, "{format}");
        }
    }

    #[test]
    fn zero_ends_a_string() {
        assert_eq!(string_text("plain %d\\"), "plain %d\\");
        assert_eq!(string_text("a\0b"), "a");
    }
}
