//! `debugPrintfEXT(format, ...)` (GL_EXT_debug_printf): a call with any number of arguments of any types, which no row
//! of the built-in tables can describe.
//!
//! Comes in: the format as written, evaluated arguments. Goes out: one value of HIR. Must not depend on: what the
//! format asks for; the API interprets it.

use crate::builtins;
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Span, ValueKind};
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Expression, Literal};

/// The function and its extension.
pub(in crate::sema) const NAME: &str = "debugPrintfEXT";
const EXTENSION: &str = "GL_EXT_debug_printf";

impl Analyzer<'_> {
    /// The format of a call of `debugPrintfEXT` and the arguments after it. `None` after a report.
    pub(in crate::sema) fn debug_printf_arguments<'e>(
        &mut self,
        name_span: Span,
        arguments: &'e [Handle<Expression>],
    ) -> Option<(Handle<Expression>, &'e [Handle<Expression>])> {
        if builtins::extension(EXTENSION).is_none() || !self.require_extension(EXTENSION, NAME, name_span) {
            return None;
        }
        let Some((&format, rest)) = arguments.split_first() else {
            self.error(Code::WrongArgumentCount, name_span, "`debugPrintfEXT` needs a format");
            return None;
        };
        Some((format, rest))
    }

    /// A call of `debugPrintfEXT`.
    pub(in crate::sema) fn debug_printf(
        &mut self,
        format: Handle<Expression>,
        evaluated: Vec<EvaluatedArgument>,
        span: Span,
    ) -> Operand {
        let format_span = self.span_of(format);
        let Expression::Literal(Literal::String(format)) = *self.node(format) else {
            self.report(
                Diagnostic::error(
                    Code::ArgumentNotConstant,
                    format_span,
                    "the format of `debugPrintfEXT` must be a literal string",
                )
                .with_note("GL_EXT_debug_printf, 8.X"),
            );
            return Operand::Error;
        };
        let format = string_text(self.text(format));
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
        self.check_debug_format(&format, format_span, values.len());
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
            "extra arguments are ignored"
        };
        self.report(
            Diagnostic::warning(
                Code::DebugPrintfArguments,
                span,
                format!("the format needs {wanted} {plural}, but the call has {values}"),
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
