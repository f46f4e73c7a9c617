//! Converting operands to other types, and composing vectors, matrices and other composites from parts (GLSL 4.60,
//! 4.1.10).
//!
//! Comes in: operands, and the type that is needed. Goes out: a constant if all of it is constant, else a value. Must
//! not depend on: which operator or constructor needs it.

use crate::builtins::extensions;
use crate::hir::{Constant, Handle, ScalarKind, Span, Type, ValueKind};
use crate::sema::Analyzer;
use crate::sema::context::gate::EXPLICIT_ARITHMETIC_TYPES;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::types::conversion::Conversions;
use std::fmt::Display;

impl Analyzer<'_> {
    /// The implicit conversions that are in force here.
    pub(in crate::sema) fn conversions(&self) -> Conversions {
        let mut conversions = Conversions::of_version(self.version.number, self.version.is_es());
        let explicit = EXPLICIT_ARITHMETIC_TYPES.iter().any(|&id| self.is_on(id));
        conversions.explicit_arithmetic = explicit;
        conversions.int64 = explicit || self.is_on(extensions::GL_ARB_gpu_shader_int64);
        if self.is_on(extensions::GL_EXT_shader_implicit_conversions) {
            conversions.to_float = true;
            conversions.to_unsigned = true;
        }
        conversions
    }

    /// Converts an operand to a type of the same shape, by the rules of constructors.
    pub(in crate::sema) fn convert(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Operand {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        if from == to {
            return operand;
        }
        // A constant of a type that can only be stored is converted at run time: SPIR-V has constants of small types
        // only together with arithmetic on them.
        if let Operand::Constant(constant) = operand
            && self.storage_only_part(to).is_none()
            && let Some(folded) = self.folder().convert(constant, to)
        {
            return Operand::Constant(folded);
        }
        let Some(value) = self.value(operand, span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(value), to, span))
    }

    /// Converts an operand implicitly; `None` if there is no such conversion. Errors pass through.
    pub(super) fn implicitly_convert(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Option<Operand> {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Some(Operand::Error) };
        if from == to {
            return Some(operand);
        }
        self.conversions().implicit(&self.module.types, from, to)?;
        Some(self.convert(operand, to, span))
    }

    /// Converts an operand to the type that a context needs, or reports that it cannot be converted.
    pub(in crate::sema) fn convert_for(
        &mut self,
        operand: Operand,
        to: Handle<Type>,
        span: Span,
        what: impl Display,
    ) -> Operand {
        let operand = self.load(operand, span);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        let is_constant = matches!(operand, Operand::Constant(_));
        match self.implicitly_convert(operand, to, span) {
            Some(converted) => converted,
            None => {
                let (from_text, to_text) = (self.spell(from), self.spell(to));
                let mut diagnostic = messages::no_implicit_conversion(span, &what, &to_text, &from_text);
                if self.is_convertible_by_constructor(from, to, is_constant) {
                    diagnostic = diagnostic.with_help(format!("convert it: `{to_text}(...)`"));
                }
                self.report(diagnostic);
                Operand::Error
            }
        }
    }

    fn is_convertible_by_constructor(&self, from: Handle<Type>, to: Handle<Type>, is_constant: bool) -> bool {
        use ScalarKind::{Bool, SmallFloat};
        match (self.module.types.scalar_of(from).map(|it| it.kind), self.module.types.scalar_of(to).map(|it| it.kind)) {
            (Some(Bool), Some(SmallFloat(_))) | (Some(SmallFloat(_)), Some(Bool)) => return false,
            (_, Some(SmallFloat(format))) if format.is_microscaling() && !is_constant => return false,
            _ => {}
        }
        match (self.module.types.get(from), self.module.types.get(to)) {
            (Type::Scalar(_), Type::Scalar(_) | Type::Vector(..)) => true,
            (Type::Vector(a, _), Type::Vector(b, _)) => {
                a == b || a.listed().is_some_and(|a| b.listed().is_some_and(|b| a > b))
            }
            _ => false,
        }
    }

    /// Repeats a scalar in a vector, or in every component of a matrix.
    pub(in crate::sema) fn splat(&mut self, operand: Operand, to: Handle<Type>, span: Span) -> Operand {
        match *self.module.types.get(to) {
            Type::Matrix { columns, rows, scalar } => {
                let column_type = self.module.vector(rows, scalar);
                let column = self.splat(operand, column_type, span);
                self.compose(to, &vec![column; columns.get() as usize], span)
            }
            Type::Vector(..) => {
                if let Operand::Constant(constant) = operand
                    && let Some(folded) = self.folder().splat(constant, to)
                {
                    return Operand::Constant(folded);
                }
                let Some(value) = self.value(operand, span) else { return Operand::Error };
                Operand::Value(self.builder.evaluate(ValueKind::Splat(value), to, span))
            }
            _ => operand,
        }
    }

    /// Builds a composite from its parts; a constant if all of them are.
    pub(in crate::sema) fn compose(&mut self, ty: Handle<Type>, parts: &[Operand], span: Span) -> Operand {
        let constants: Option<Vec<Handle<Constant>>> = parts
            .iter()
            .map(|part| match part {
                Operand::Constant(constant) => Some(*constant),
                _ => None,
            })
            .collect();
        if let Some(constants) = constants
            && let Some(folded) = self.folder().compose(ty, &constants)
        {
            return Operand::Constant(folded);
        }
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let Some(value) = self.value(part.clone(), span) else { return Operand::Error };
            values.push(value);
        }
        Operand::Value(self.builder.evaluate(ValueKind::Compose(values), ty, span))
    }

    /// The value 1 of a scalar, vector or matrix type, for `++` and `--`.
    pub(in crate::sema) fn one(&mut self, ty: Handle<Type>) -> Option<Operand> {
        let scalar = self.operator_scalar(ty)?;
        let int = self.int_constant(1);
        let scalar_type = self.module.scalar(scalar);
        let one = self.folder().convert(int, scalar_type)?;
        Some(self.splat(Operand::Constant(one), ty, Span::UNDEFINED))
    }
}
