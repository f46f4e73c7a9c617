//! `(type) expression` (GL_NV_explicit_typecast, 5.11): a constructor with one argument, for types that hold numbers.
//!
//! Comes in: the type and the operand. Goes out: what the constructor gives. Must not depend on: how constructors work.

use crate::hir::{Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::expressions::operation::Spanned;
use crate::syntax::ast::{BaseType, TypeSpecifier};

/// The extension.
const EXTENSION: &str = "GL_NV_explicit_typecast";

impl Analyzer<'_> {
    /// Whether casts are allowed here; reports it if not.
    pub(in crate::sema) fn casts_are_allowed(&mut self, span: Span) -> bool {
        self.require_extension(EXTENSION, "a type in parentheses", span)
    }

    /// `(ty) operand`; without a type, what is wrong with it has been reported.
    pub(in crate::sema) fn cast(
        &mut self,
        ty: Option<Handle<Type>>,
        type_span: Span,
        (operand, operand_span): Spanned,
        span: Span,
    ) -> Operand {
        let reference_access = Self::reference_access(&operand);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        if from == self.module.void() {
            self.report(messages::has_no_value_and_cannot_be_converted(operand_span));
            return Operand::Error;
        }
        let Some(result) = ty else { return Operand::Error };
        let argument = EvaluatedArgument { operand, span: operand_span, ty: from, reference_access, function: None };
        self.construct(result, &[argument], type_span, span)
    }

    /// Whether a type can be cast to; reports it if not.
    pub(in crate::sema) fn check_cast(&mut self, result: Handle<Type>, ty: &TypeSpecifier) -> bool {
        let castable = self.module.types.get(result).is_plain_data();
        if !castable {
            let spelled = self.spell(result);
            let mut diagnostic = messages::no_cast(ty.span, &spelled, &EXTENSION);
            if let (Type::Struct(_) | Type::Array { .. }, BaseType::Named(_)) =
                (self.module.types.get(result), &ty.base)
            {
                diagnostic = diagnostic.with_help(format!("use a constructor: `{spelled}(...)`"));
            }
            self.report(diagnostic);
        }
        castable
    }
}
