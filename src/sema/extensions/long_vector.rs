//! Vectors of any length (GL_EXT_long_vector): those with two to four components are the vectors of the core language.
//!
//! Comes in: the parameters of the type. Goes out: the type. Must not depend on: what is done with it; long vectors
//! behave like other vectors.

use crate::builtins::{self, Function, Instruction, Prototype, RowInstance, TypeFamilyKind};
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::type_text::scalar_text;
use crate::hir::{Handle, Scalar, Span, Type, VectorLength, VectorSize};
use crate::sema::calls::overload::BuiltinOverload;
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::extensions::hook::{HiddenPart, TypeHooks};
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BaseType, Expression, Name, TypeSpecifier};
use rustc_hash::FxHashSet;
use std::fmt::Display;

/// What is declared with the keyword `vector`.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct NamedVectors {
    /// Whether a vector with two to four components was.
    short: bool,
    /// The spans of the names of variables, parameters and members.
    names: FxHashSet<Option<std::ops::Range<usize>>>,
}

const CITATION: &str = "GL_EXT_long_vector, 4.1.5 Vectors";

/// The hooks for vectors whose length depends on a specialization constant.
pub(in crate::sema) static HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HiddenPart {
        what: "vector whose length depends on a specialization constant",
        code: Code::VectorLength,
        note: "the members after it would have no known offset",
        help: Some("declare an array of numbers and copy them"),
        rank: 3,
        compares: true,
        in_shared: true,
    }),
    ..TypeHooks::new(|analyzer, arguments, _| analyzer.long_vector_type(arguments))
};

impl Analyzer<'_> {
    /// The overloads of a built-in function for long vectors, if an argument is one: the placeholders that in chapter 8
    /// stand for vectors of two, three and four components also stand for those of any length.
    pub(in crate::sema) fn long_candidates(
        &self,
        function: &'static Function,
        arguments: &[Handle<Type>],
    ) -> Vec<BuiltinOverload> {
        let size = arguments.iter().find_map(|&ty| match *self.module.types.get(ty) {
            Type::Vector(size, _) if size.is_long() => Some(size),
            _ => None,
        });
        let Some(size) = size else { return Vec::new() };
        let listed = |prototype: &Prototype, row: u16| {
            let steps = prototype.recipe(row).map_or(&[][..], |recipe| recipe.steps);
            steps.iter().any(|step| matches!(step.instruction, Instruction::Each(_)))
        };
        let mut candidates = Vec::new();
        for prototype in function.prototypes.iter().filter(|prototype| self.gate_is_open(prototype.gate)) {
            if !prototype.takes(arguments.len()) {
                continue;
            }
            let rows = (0..prototype.instances).filter(|&row| {
                prototype.has_long_form(row)
                    && !(size.is_symbolic() && listed(prototype, row))
                    && (!size.is_cooperative()
                        || crate::sema::extensions::cooperative_vector::has_cooperative_form(prototype, row))
            });
            let instance = |row| RowInstance { row, size: Some(size) };
            candidates.extend(rows.map(|row| BuiltinOverload { prototype, instance: instance(row) }));
        }
        candidates
    }

    /// `vector<component, length>`
    fn long_vector_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(component, component_span), TypeArgument::Constant(length, length_span)] = arguments
        else {
            return None;
        };
        let scalar = match *self.module.types.get(component) {
            Type::Scalar(scalar) => scalar,
            _ => {
                let spelled = self.spell(component);
                self.report(components_are_numbers_or_booleans(component_span, &spelled, CITATION));
                return None;
            }
        };
        let size = if self.is_specialization(length) {
            self.module.types.symbolic_size(VectorLength { constant: length, known: None, cooperative: false })
        } else {
            match self.integer_value(length)? as i32 {
                1 => VectorSize::One,
                known @ ..1 => {
                    self.report(empty_vector(length_span, &known, CITATION));
                    return None;
                }
                known => {
                    let known = known as u32;
                    let symbolic = VectorLength { constant: length, known: Some(known), cooperative: false };
                    VectorSize::new(known).unwrap_or_else(|| self.module.types.symbolic_size(symbolic))
                }
            }
        };
        self.vectors.short |= !size.is_long();
        Some(self.module.vector(size, scalar))
    }

    /// Records what is declared with the keyword: it has no members, though its type may be that of `vec3`.
    pub(in crate::sema) fn note_vector(&mut self, specifier: &TypeSpecifier, name: Span) {
        if self.vectors.short && self.says_vector(specifier) {
            self.vectors.names.insert(name.to_range());
        }
    }

    fn says_vector(&self, specifier: &TypeSpecifier) -> bool {
        let BaseType::Named(symbol) = specifier.base else { return false };
        self.scopes.get(symbol).is_none()
            && builtins::type_family(self.text(symbol)).is_some_and(|family| family.kind == TypeFamilyKind::Vector)
    }

    /// Whether an expression is the name of something declared with the keyword, or a constructor that uses it.
    pub(in crate::sema) fn is_named_vector(&self, expression: Handle<Expression>) -> bool {
        if !self.vectors.short {
            return false;
        }
        match self.node(expression) {
            Expression::Identifier(symbol) => {
                self.scopes.get(*symbol).is_some_and(|declared| self.vectors.names.contains(&declared.span.to_range()))
            }
            Expression::Call { name, .. } => self.says_vector(&TypeSpecifier::named(*name)),
            Expression::Construct { ty, .. } => self.says_vector(ty),
            _ => false,
        }
    }

    /// Whether something declared with the keyword, or an array of it, is still a vector after one more step of an
    /// expression; `None` after a report of a component.
    pub(in crate::sema) fn follow_vector(
        &mut self,
        step: Handle<Expression>,
        operand: &Operand,
        is_vector: bool,
    ) -> Option<bool> {
        let name = match *self.node(step) {
            Expression::Index { .. } => return Some(is_vector),
            Expression::Member { name, .. } if self.vectors.short => name,
            _ => return Some(false),
        };
        let Some(ty) = self.type_of(operand) else { return Some(false) };
        match *self.module.types.get(ty) {
            Type::Struct(structure) | Type::Reference(structure) => {
                let text = self.text(name.symbol);
                let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
                let member = members.iter().find(|member| member.name == text);
                Some(member.is_some_and(|member| self.vectors.names.contains(&member.span.to_range())))
            }
            Type::Vector(size, scalar) if is_vector && !size.is_long() => {
                let spelled = format!("vector<{}, {}>", scalar_text(scalar), size.get());
                self.no_vector_members(&spelled, name);
                None
            }
            _ => Some(false),
        }
    }

    /// Reports a component selected with `.`.
    pub(in crate::sema) fn no_vector_members(&mut self, spelled: &str, name: Name) {
        self.report(has_no_members(name.span, &spelled));
    }

    /// `vector<component, N>(x)` where N depends on a specialization constant: from a number for all components, or from a
    /// vector of the same length.
    pub(in crate::sema) fn construct_specialized_vector(
        &mut self,
        ty: Handle<Type>,
        (size, scalar): (VectorSize, Scalar),
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let [argument] = arguments else {
            self.report(several_arguments(type_span, &arguments.len()));
            return Operand::Error;
        };
        if !self.converts_small_floats(argument, scalar) {
            return Operand::Error;
        }
        match *self.module.types.get(argument.ty) {
            Type::Scalar(_) => {
                if !self.allows_arithmetic(ty, "repeated in a vector", type_span) {
                    return Operand::Error;
                }
                let component = self.module.scalar(scalar);
                let converted = self.convert(argument.operand.clone(), component, argument.span);
                self.splat(converted, ty, span)
            }
            Type::Vector(from, _) if self.module.types.same_specialized_length(from, size) => {
                self.convert(argument.operand.clone(), ty, argument.span)
            }
            _ => {
                let (from, to) = (self.spell(argument.ty), self.spell(ty));
                self.report(not_from_type(argument.span, &with_article(&to), &with_article(&from)));
                Operand::Error
            }
        }
    }
}

#[cold]
fn components_are_numbers_or_booleans(span: Span, spelled: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::VectorComponent,
        span,
        format!("the components of a vector are numbers or booleans, but this is `{spelled}`"),
    )
    .with_note(rule)
}

#[cold]
fn empty_vector(span: Span, known: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::VectorLength, span, format!("a vector has at least one component, but this has {known}"))
        .with_note(rule)
}

#[cold]
fn has_no_members(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NoSuchMember, span, format!("`{spelled}` has no members"))
        .with_note("GL_EXT_long_vector, 5.5: there is no component selection with `.`")
        .with_help("index it: `v[0]`")
}

#[cold]
fn several_arguments(span: Span, count: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("a vector of unknown length is constructed from one argument, but this call has {count}"),
    )
    .with_note("how many components are missing depends on a specialization constant")
}

#[cold]
fn not_from_type(span: Span, to: &dyn Display, from: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("{to} cannot be constructed from {from}"))
        .with_note("construct it from a scalar, or from a vector of the same length")
}
