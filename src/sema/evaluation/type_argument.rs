//! Types that take parameters in angle brackets (GL_KHR_cooperative_matrix, 4.1): the list is read and checked against
//! the row of the tables here; one function per family then makes the type.
//!
//! Comes in: a specifier with its list. Goes out: a type. Must not depend on: the grammar of the list.

use crate::builtins::{TypeFamily, TypeParameter, TypeParameterKind};
use crate::hir::{ConstantKind, Handle, Scalar, ScalarKind, Span, Type};
use crate::sema::evaluation::messages;
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, extensions};
use crate::syntax::ast::{self, Expression, TypeSpecifier};

impl Analyzer<'_> {
    /// The type that a family and the parameters of `specifier` make. `None` after a report.
    pub(super) fn family_type(
        &mut self,
        family: &'static TypeFamily,
        specifier: &TypeSpecifier,
    ) -> Option<Handle<Type>> {
        if !self.check_gate(family.gate, family.name, specifier.span) {
            return None;
        }
        let given = specifier.arguments.len();
        let least = family.parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
        let most = family.parameters.len();
        let mut arguments = Vec::with_capacity(most);
        let mut wrong = false;
        for (parameter, argument) in family.parameters.iter().zip(&specifier.arguments) {
            match self.type_argument(family, parameter, argument) {
                Some(argument) => arguments.push(argument),
                None => wrong = true,
            }
        }
        if given < least || given > most {
            self.type_argument_count(family, specifier, least, most);
            return None;
        }
        if wrong {
            return None;
        }
        for parameter in family.parameters.iter().skip(given) {
            let value = ConstantKind::Scalar(u64::from(parameter.default.unwrap_or(0)));
            let ty = if parameter.kind == TypeParameterKind::Bool { self.common.bool } else { self.common.uint };
            arguments.push(TypeArgument::Constant(self.constant(ty, value), specifier.span));
        }
        (extensions::hooks(family.kind).make)(self, &arguments, given)
    }

    /// Reports a wrong number of parameters.
    pub(super) fn type_argument_count(
        &mut self,
        family: &'static TypeFamily,
        specifier: &TypeSpecifier,
        least: usize,
        most: usize,
    ) {
        let names: Vec<_> = family.parameters.iter().map(|parameter| parameter.name).collect();
        let count = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let plural = if most == 1 { "" } else { "s" };
        let given = match specifier.arguments.len() {
            0 => "none".to_owned(),
            given => given.to_string(),
        };
        self.report(messages::wrong_number_of_type_parameters(
            specifier.span,
            &family.name,
            &count,
            &plural,
            &given,
            &family.section,
            &names.join(", "),
        ));
    }

    fn type_argument(
        &mut self,
        family: &TypeFamily,
        parameter: &TypeParameter,
        argument: &ast::TypeArgument,
    ) -> Option<TypeArgument> {
        match (parameter.kind, argument) {
            (TypeParameterKind::Type, ast::TypeArgument::Type(specifier)) => {
                Some(TypeArgument::Type(self.type_in_expression(specifier)?, specifier.span))
            }
            (TypeParameterKind::Type, &ast::TypeArgument::Expression(expression)) => {
                let span = self.span_of(expression);
                match self.unit.expressions.try_get(expression) {
                    Ok(&Expression::Identifier(symbol)) => {
                        Some(TypeArgument::Type(self.named_type(symbol, span)?, span))
                    }
                    Ok(Expression::Error) | Err(_) => None,
                    Ok(_) => self.type_argument_kind(family, parameter, span, "a type", "a value"),
                }
            }
            (_, ast::TypeArgument::Type(specifier)) => {
                self.type_argument_kind(family, parameter, specifier.span, "a constant", "a type")
            }
            (kind, &ast::TypeArgument::Expression(expression)) => {
                self.value_argument(family, parameter, kind, expression)
            }
        }
    }

    fn value_argument(
        &mut self,
        family: &TypeFamily,
        parameter: &TypeParameter,
        kind: TypeParameterKind,
        expression: Handle<Expression>,
    ) -> Option<TypeArgument> {
        let span = self.span_of(expression);
        let what = format!("type parameter `{}` of `{}`", parameter.name, family.name);
        let constant = self.constant_expression(expression, &what)?;
        let ty = self.module.constants.get_handle(constant).ok()?.ty;
        let fits = match (kind, self.module.types.get(ty)) {
            (TypeParameterKind::Bool, Type::Scalar(scalar)) => scalar.kind == ScalarKind::Bool,
            (TypeParameterKind::Int, Type::Scalar(scalar)) => {
                matches!(*scalar, Scalar { kind: ScalarKind::Sint | ScalarKind::Uint, width: 4 })
            }
            _ => false,
        };
        if !fits {
            let needed = if kind == TypeParameterKind::Bool { "a `bool`" } else { "an `int` or `uint`" };
            let found = format!("`{}`", self.spell(ty));
            return self.type_argument_kind(family, parameter, span, needed, &found);
        }
        let known = (kind == TypeParameterKind::Int && !self.is_specialization(constant))
            .then(|| self.integer_value(constant))
            .flatten();
        let constant = match known {
            Some(value) => self.constant(self.common.uint, ConstantKind::Scalar(u64::from(value as u32))),
            None => constant,
        };
        Some(TypeArgument::Constant(constant, span))
    }

    fn type_argument_kind(
        &mut self,
        family: &TypeFamily,
        parameter: &TypeParameter,
        span: Span,
        needed: &str,
        found: &str,
    ) -> Option<TypeArgument> {
        self.report(messages::wrong_type_parameter(
            span,
            &parameter.name,
            &family.name,
            &needed,
            &found,
            family.section,
        ));
        None
    }
}
