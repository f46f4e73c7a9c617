//! What is allowed for floating-point types without arithmetic (GL_EXT_bfloat16, GL_EXT_float_e4m3, GL_EXT_float_e5m2,
//! the microscaling formats).
//!
//! Comes in: types, and arguments of constructors. Goes out: whether they are allowed, or a report. Must not depend on:
//! how a conversion is done.

use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{Handle, Scalar, ScalarKind, SmallFloat, Span, Type};
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::{Analyzer, Code};
use std::fmt::Display;

impl Analyzer<'_> {
    /// The first scalar without arithmetic in a type.
    pub(in crate::sema) fn small_float_part(&self, ty: Handle<Type>) -> Option<SmallFloat> {
        self.small_float_where(ty, |_| true)
    }

    fn small_float_where(&self, ty: Handle<Type>, wanted: impl Fn(SmallFloat) -> bool) -> Option<SmallFloat> {
        self.module.types.find_part(ty, |part| match part.component().map(|it| it.kind) {
            Some(ScalarKind::SmallFloat(format)) if wanted(format) => Some(format),
            _ => None,
        })
    }

    /// Whether a type may be in memory that other invocations or the host see; reports it if not.
    pub(in crate::sema) fn fills_bytes(&mut self, ty: Handle<Type>, what: &str, span: Span) -> bool {
        let Some(format) = self.small_float_where(ty, |format| format.bits() < 8) else { return true };
        let (name, bits) = (format.name(), format.bits());
        self.report(wrong_width(span, &with_article(&name), &bits, &what, &format.prefix()));
        false
    }

    /// Whether a constructor of components of type `to` takes an argument; reports it if not.
    pub(in crate::sema) fn converts_small_floats(&mut self, argument: &EvaluatedArgument, to: Scalar) -> bool {
        let Some(from) = self.operator_scalar(argument.ty) else { return true };
        let (format, other) = match (from.kind, to.kind) {
            _ if from == to => return true,
            (ScalarKind::SmallFloat(format), ScalarKind::Bool) | (ScalarKind::Bool, ScalarKind::SmallFloat(format)) => {
                (format, ScalarKind::Bool)
            }
            (kind, ScalarKind::SmallFloat(format)) if format.is_microscaling() => (format, kind),
            _ => return true,
        };
        let (from_text, to_text) = (self.spell(argument.ty), crate::hir::type_text::scalar_text(to));
        if other == ScalarKind::Bool {
            let number = if from.kind == ScalarKind::Bool { "uint(...)" } else { "float(...) != 0.0" };
            self.report(does_not_convert(argument.span, &from_text, &to_text, &number, &format.name()));
            return false;
        }
        let is_constant = match argument.operand {
            Operand::Constant(constant) => !self.is_specialization(constant),
            _ => false,
        };
        if !is_constant {
            self.report(only_constant_converts(argument.span, &format.name()));
        }
        is_constant
    }
}

#[cold]
fn wrong_width(
    span: Span,
    kind: &dyn Display,
    bits: &dyn Display,
    what: &dyn Display,
    prefix: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::SubByteStorage, span, format!("{kind} of {bits} bits cannot be {what}"))
        .with_help(format!("keep the bits in integers, and unpack them with `bitcastExtract{prefix}EXT`"))
        .with_note("SPV_EXT_ocp_microscaling_types: types smaller than a byte are not for memory that is shared")
}

#[cold]
fn does_not_convert(
    span: Span,
    from_text: &dyn Display,
    to_text: &dyn Display,
    number: &dyn Display,
    name: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::SmallFloatBool, span, format!("`{from_text}` does not convert to `{to_text}`"))
        .with_help(format!("convert through a type with arithmetic: `{number}`"))
        .with_note(format!("`{name}` converts to and from numbers only"))
}

#[cold]
fn only_constant_converts(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::MicroscalingConversion, span, format!("only a constant converts to `{name}`"))
        .with_help("compute the bits with integers")
        .with_note("SPV_EXT_ocp_microscaling_types: no instruction converts numbers to these formats")
}
