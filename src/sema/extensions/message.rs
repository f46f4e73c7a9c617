//! `debugPrintfEXT(format, ...)` (GL_EXT_debug_printf) and `abortEXT(message, ...)` (GL_EXT_abort): calls with any number of
//! arguments of any types, which no row of the built-in tables can describe.
//!
//! Comes in: the format as written, evaluated arguments. Goes out: one value of HIR. Must not depend on: the meaning of
//! the format, which the API interprets.

use crate::builtins;
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Message, MessagePurpose, ScalarKind, Span, Statement, Termination, ValueKind};
use crate::sema::expressions::operand::{EvaluatedArgument, EvaluatedArguments, Operand};
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Expression, Literal};
use std::fmt::Display;

/// A function that takes a message.
pub(in crate::sema) struct MessageFunction {
    name: &'static str,
    extension: &'static str,
    purpose: MessagePurpose,
    /// What the function does with its arguments, in messages.
    verb: &'static str,
}

static FUNCTIONS: [MessageFunction; 2] = [
    MessageFunction {
        name: "debugPrintfEXT",
        extension: "GL_EXT_debug_printf",
        purpose: MessagePurpose::Print,
        verb: "be printed",
    },
    MessageFunction {
        name: "abortEXT",
        extension: "GL_EXT_abort",
        purpose: MessagePurpose::Abort,
        verb: "be part of the message",
    },
];

/// The format, if there is one, and the other arguments.
type FormatAndRest<'e> = (Option<Handle<Expression>>, &'e [Handle<Expression>]);

/// The function of this name.
pub(in crate::sema) fn function(name: &str) -> Option<&'static MessageFunction> {
    FUNCTIONS.iter().find(|it| it.name == name)
}

impl Analyzer<'_> {
    /// The format of a call and the arguments after it. `None` after a report.
    pub(in crate::sema) fn message_arguments<'e>(
        &mut self,
        function: &MessageFunction,
        name_span: Span,
        arguments: &'e [Handle<Expression>],
    ) -> Option<FormatAndRest<'e>> {
        let MessageFunction { name, extension, .. } = *function;
        if builtins::extension(extension).is_none() || !self.require_extension(extension, name, name_span) {
            return None;
        }
        match arguments.split_first() {
            Some((&format, rest)) => Some((Some(format), rest)),
            None if function.purpose == MessagePurpose::Abort => Some((None, &[])),
            None => {
                self.report(needs_format(name_span, &name));
                None
            }
        }
    }

    /// A call of such a function.
    pub(in crate::sema) fn message(
        &mut self,
        function: &MessageFunction,
        format: Option<Handle<Expression>>,
        evaluated: EvaluatedArguments,
        span: Span,
    ) -> Operand {
        let (text, format_span) = match format {
            None => (String::new(), span),
            Some(format) => {
                let format_span = self.span_of(format);
                let Expression::Literal(Literal::String(format)) = *self.node(format) else {
                    self.report(format_of_must_be_literal_string(format_span, &function.name, &function.extension));
                    return Operand::Error;
                };
                (string_text(self.text(format)), format_span)
            }
        };
        let mut values = Vec::with_capacity(evaluated.len());
        for argument in evaluated {
            if !self.check_message_argument(function, &argument) {
                return Operand::Error;
            }
            let Some(value) = self.value(argument.operand, argument.span) else { return Operand::Error };
            values.push(value);
        }
        self.check_format(function, &text, format_span, values.len());
        let void = self.module.void();
        let purpose = function.purpose;
        let message = Message { purpose, format: text, arguments: values };
        let value = self.builder.evaluate(ValueKind::Message(Box::new(message)), void, span);
        if purpose == MessagePurpose::Abort {
            self.builder.jump(Statement::Terminate(Termination::Call), span);
        }
        Operand::Value(value)
    }

    /// Whether an argument can be in a message; reports it if not.
    fn check_message_argument(&mut self, function: &MessageFunction, argument: &EvaluatedArgument) -> bool {
        let verb = function.verb;
        if self.contains_opaque(argument.ty) {
            self.report(resource_in_message(argument.span, &verb));
            return false;
        }
        if let Some(part) = self.hidden_part(argument.ty) {
            self.report(type_in_message(argument.span, &part.what, &verb));
            return false;
        }
        let ty = self.module.types.get(argument.ty);
        let number = ty.component_count().is_some() && ty.scalar().is_some_and(|it| it.kind != ScalarKind::Bool);
        if function.purpose == MessagePurpose::Abort && !number {
            let spelled = self.spell(argument.ty);
            self.report(other_type_in_message(argument.span, &function.name, &spelled));
            return false;
        }
        true
    }
}

impl Analyzer<'_> {
    /// Warns about a format that needs a different number of values. What specifiers mean beyond that is up to the API
    /// (8.X).
    fn check_format(&mut self, function: &MessageFunction, format: &str, span: Span, values: usize) {
        let Some(wanted) = specifiers(format).filter(|&wanted| wanted != values) else { return };
        let plural = if wanted == 1 { "value" } else { "values" };
        let rule = if wanted > values {
            "with too few arguments the behavior is undefined"
        } else {
            "extra arguments are ignored"
        };
        self.report(wrong_number_of_values(span, &wanted, &plural, &values, &function.extension, &rule));
    }
}

/// How many values a format needs: one for each `%` that is not followed by another. `None` if that cannot be told,
/// because it contains unknown specifiers.
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

/// The text of a string literal, up to a character of value zero, which ends a SPIR-V string.
pub(super) fn string_text(text: &str) -> String {
    text.split('\0').next().unwrap_or_default().to_owned()
}

#[cold]
fn needs_format(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::WrongArgumentCount, span, format!("`{name}` needs a format"))
}

#[cold]
fn format_of_must_be_literal_string(span: Span, name: &dyn Display, extension: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ArgumentNotConstant, span, format!("the format of `{name}` must be a literal string"))
        .with_note(format!("{extension}, 8.X"))
}

#[cold]
fn resource_in_message(span: Span, verb: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OpaqueMisplaced, span, format!("a resource cannot {verb}"))
}

#[cold]
fn type_in_message(span: Span, what: &dyn Display, verb: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::OperandType, span, format!("a {what} cannot {verb}"))
}

#[cold]
fn other_type_in_message(span: Span, name: &dyn Display, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::OperandType,
        span,
        format!("the message of `{name}` can have scalars and vectors of numbers, but this is `{spelled}`"),
    )
}

#[cold]
fn wrong_number_of_values(
    span: Span,
    wanted: &dyn Display,
    plural: &dyn Display,
    given: &dyn Display,
    extension: &dyn Display,
    rule: &dyn Display,
) -> Diagnostic {
    Diagnostic::warning(
        Code::DebugPrintfArguments,
        span,
        format!("the format needs {wanted} {plural}, but the call has {given}"),
    )
    .with_note(format!("{extension}, 8.X: {rule}"))
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
