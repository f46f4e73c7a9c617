//! Assignments, `++` and `--`, and what may be written to (GLSL 4.60, 5.8).
//!
//! Comes in: operands. Goes out: stores, and the value of the expression. Must not depend on: how the operands are
//! evaluated.

use crate::diagnostics::with_article;
use crate::hir::{Handle, MemoryQualifiers, ScalarKind, Span, Statement, StorageClass, Value};
use crate::sema::Analyzer;
use crate::sema::context::scope::Entity;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::expressions::operation::{Spanned, spelling};
use crate::source::Symbol;
use crate::syntax::ast::{BinaryOperator, Expression};

impl Analyzer<'_> {
    /// `place = value` and `place op= value`; without a path, the reason that nothing can be assigned has been
    /// reported.
    pub(in crate::sema) fn assign(
        &mut self,
        op: Option<BinaryOperator>,
        op_span: Span,
        (path, place_span): (Option<Box<Path>>, Span),
        (right, value_span): Spanned,
        span: Span,
    ) -> Operand {
        let right = match &right {
            // It has been reported that nothing of this type can be assigned.
            Operand::Place(from) if path.is_none() && self.is_state_object(from.ty) => Operand::Error,
            _ => self.load(right, value_span),
        };
        let assigned = match (&path, op) {
            (None, _) => Operand::Error,
            (Some(_), None) => right,
            (Some(path), Some(op)) => {
                let readable = self.changed(path, place_span, format_args!("`{}=`", spelling(op)));
                let readable = self.place_operand(readable);
                let left = self.load(readable, place_span);
                self.binary(op, op_span, (left, place_span), (right, value_span), span)
            }
        };
        match path {
            Some(path) => {
                let ty = self.path_type(&path);
                if !matches!(assigned, Operand::Error) && !self.no_specialized_size(ty, op_span, "assigned") {
                    return Operand::Error;
                }
                let operator = op.map_or("", spelling);
                let what = format_args!("the value assigned by `{operator}=`");
                let converted = self.convert_for(assigned, ty, value_span, what);
                let stored = self.store(&path, converted, span);
                self.spare_paths.push(path);
                self.unmarked(stored)
            }
            None => Operand::Error,
        }
    }

    /// Writes an operand of the path's type and returns it as the value of the assignment.
    pub(in crate::sema) fn store(&mut self, path: &Path, operand: Operand, span: Span) -> Operand {
        let Some(value) = self.value(operand, span) else { return Operand::Error };
        self.store_value(path, value, span);
        // The value of an assignment is not a constant expression, even if a constant is assigned.
        Operand::Value(value)
    }

    /// Writes a value of the path's type.
    pub(in crate::sema) fn store_value(&mut self, path: &Path, value: Handle<Value>, span: Span) {
        let place = self.place(path, span);
        self.builder.push(Statement::Store { place, value }, span);
    }

    /// The path of an expression that is written to, or a report that names what cannot be written.
    pub(in crate::sema) fn writable_expression(
        &mut self,
        target: Operand,
        place: Handle<Expression>,
        action: &str,
    ) -> Option<Box<Path>> {
        let span = self.span_of(place);
        let named = self.root_name(place).and_then(|name| Some((name, self.scopes.get(name)?)));
        if let Some((name, declared)) = named
            && is_constant(&declared.entity)
            && !matches!(target, Operand::Error)
        {
            let at = declared.span;
            let name = self.text(name);
            self.report(messages::write_to_constant(span, &action, &name, at));
            return None;
        }
        self.writable(target, span, action)
    }

    /// The variable that an expression is, or is a part of.
    fn root_name(&self, mut expression: Handle<Expression>) -> Option<Symbol> {
        loop {
            match self.unit.expressions[expression] {
                Expression::Identifier(symbol) => return Some(symbol),
                Expression::Member { base, .. } | Expression::Index { base, .. } => expression = base,
                _ => return None,
            }
        }
    }

    /// The path of an operand that is written to, or a report saying why it cannot be.
    pub(in crate::sema) fn writable(&mut self, operand: Operand, span: Span, action: &str) -> Option<Box<Path>> {
        let mut path = match operand {
            Operand::Place(path) => path,
            Operand::HeapPart(part) => {
                self.no_heap_value(part.ty, span);
                return None;
            }
            Operand::Error => return None,
            Operand::Constant(_) | Operand::ConstantReference(..) | Operand::Value(_) => {
                self.report(messages::write_to_value(span, &action));
                return None;
            }
        };
        self.written_reference(&mut path, span);
        let reason = path.read_only.or_else(|| {
            if path.access.contains(MemoryQualifiers::READONLY) && !path.is_own() {
                return Some("which is `readonly` memory");
            }
            match path.storage {
                StorageClass::Uniform => Some("which is in a uniform block"),
                StorageClass::PushConstant => Some("which is in a push-constant block"),
                StorageClass::ShaderRecord => Some("which is in a shader record"),
                StorageClass::UniformConstant => Some("which is a resource"),
                StorageClass::Input => Some("which is an input of the stage"),
                _ => None,
            }
        });
        let ty = path.ty;
        let reason = reason.or_else(|| self.contains_opaque(ty).then_some("which is a resource"));
        let reason = reason.or_else(|| self.has_runtime_size(ty).then_some("whose size is only known at run time"));
        if let Some(reason) = reason {
            self.report(messages::write_to_read_only(span, &action, &reason));
            return None;
        }
        (self.check_written_vertex(&path, span) && self.check_whole_indices(&path, span)).then_some(path)
    }

    /// `operand++`, `--operand` and so on.
    pub(in crate::sema) fn increment(
        &mut self,
        decrement: bool,
        postfix: bool,
        (target, operand): (Operand, Handle<Expression>),
        span: Span,
    ) -> Operand {
        let operand_span = self.span_of(operand);
        let action = if decrement { "decrement" } else { "increment" };
        let Some(path) = self.writable_expression(target, operand, action) else { return Operand::Error };
        let ty = self.path_type(&path);
        let numeric = self.operator_scalar(ty).is_some_and(|scalar| scalar.kind != ScalarKind::Bool)
            && self.hooks(ty).is_none_or(|hooks| hooks.increments);
        if !numeric {
            let spelled = self.spell(ty);
            self.report(messages::operation_not_allowed(operand_span, &action, &with_article(&spelled)));
            return Operand::Error;
        }
        let readable = self.changed(&path, operand_span, if decrement { "`--`" } else { "`++`" });
        let readable = self.place_operand(readable);
        let before = self.load(readable, operand_span);
        let Some(one) = self.one(ty) else { return Operand::Error };
        let op = if decrement { BinaryOperator::Subtract } else { BinaryOperator::Add };
        let after = self.binary(op, span, (before.clone(), operand_span), (one, span), span);
        let after = self.store(&path, after, span);
        self.spare_paths.push(path);
        if postfix { before } else { after }
    }

    /// Copies a variable to the argument it stands for, converting to the argument's type.
    pub(in crate::sema) fn copy_out(&mut self, path: &Path, variable: &Path, span: Span) {
        let variable = self.place_operand(variable.clone());
        let after = self.load(variable, span);
        let ty = self.path_type(path);
        let after = self.convert(after, ty, span);
        self.store(path, after, span);
    }
}

/// Whether a name stands for something that its declaration calls `const`.
fn is_constant(entity: &Entity) -> bool {
    match entity {
        Entity::Constant(_) | Entity::Value(_) => true,
        Entity::Variable(variable) => variable.read_only == Some("which is `const`"),
        _ => false,
    }
}
