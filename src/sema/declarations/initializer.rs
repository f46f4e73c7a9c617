//! Initializers: expressions and brace lists (GLSL 4.60, 4.1.11).
//!
//! Comes in: an initializer and the type that it is for. Goes out: an operand of that type. Must not depend on: what is
//! initialized.

use crate::diagnostics::with_article;
use crate::hir::{ArrayLength, Constant, Handle, Span, Type};
use crate::sema::context::feature::INITIALIZER_LISTS;
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::declarations::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Declarator, Expression};

/// Allows ESSL to compute the initializers of global variables.
const NON_CONSTANT_INITIALIZERS: &str = "GL_EXT_shader_non_constant_global_initializers";

impl Analyzer<'_> {
    /// Whether global variables can only be initialized with constants (GLSL ES 3.20, 4.3).
    pub(super) fn needs_constant_initializers(&self) -> bool {
        self.version.is_es() && !self.is_enabled(NON_CONSTANT_INITIALIZERS)
    }

    /// Reports an initializer that is computed at run time where it must be constant (GLSL 4.60, 4.3.2; GLSL ES 3.20,
    /// 4.3 and 4.3.2), and silences the variable.
    pub(super) fn initializer_not_constant(&mut self, declarator: &Declarator, what: &str) {
        let Some(initializer) = declarator.initializer else { return };
        let mut diagnostic =
            message::not_constant(Code::NotConstant, self.span_of(initializer), &format!("the initializer of {what}"));
        diagnostic = if !self.version.is_es() {
            diagnostic
                .with_note("GLSL 4.60, 4.3.2 and 4.3.3; GL_KHR_vulkan_glsl lists the operations on specialization constants that are constant expressions")
                .with_help("remove `const`, or move the declaration into a function")
        } else if what == "a global variable" {
            diagnostic.with_note("GLSL ES 3.20, 4.3").with_help(message::enable(NON_CONSTANT_INITIALIZERS))
        } else {
            diagnostic.with_note("GLSL ES 3.20, 4.3.2 and 4.3.3").with_help("remove `const`")
        };
        self.report(diagnostic);
        self.declare(declarator.name, Entity::Error);
    }

    /// Checks that a structure, array or matrix of specialization constants may be a constant
    /// (GL_EXT_spec_constant_composites).
    pub(super) fn check_composite(&mut self, constant: Handle<Constant>, declarator: &Declarator) {
        let Ok(ty) = self.module.constants.get_handle(constant).map(|it| it.ty) else { return };
        let is_composite =
            matches!(self.module.types.get(ty), Type::Struct(_) | Type::Array { .. } | Type::Matrix { .. });
        let Some(initializer) = declarator.initializer.filter(|_| is_composite) else { return };
        if self.is_specialization(constant) {
            let span = self.span_of(initializer);
            self.require_extension("GL_EXT_spec_constant_composites", "a composite of specialization constants", span);
        }
    }

    /// Evaluates the initializer of a variable declared with `ty`. An unsized array gets its size from it: the type of
    /// the operand is the type of the variable.
    pub(in crate::sema) fn initializer(&mut self, initializer: Handle<Expression>, ty: Handle<Type>) -> Operand {
        let span = self.span_of(initializer);
        if let &Expression::InitializerList(items) = self.node(initializer) {
            return self.initializer_list(self.unit.list(items), ty, span);
        }
        let operand = self.rvalue(initializer);
        let Some(from) = self.type_of(&operand) else { return Operand::Error };
        if from == self.module.void() {
            self.report(messages::has_no_value_to_initialize(span));
            return Operand::Error;
        }
        let ty = self.completed_type(ty, from);
        self.convert_for(operand, ty, span, "the initializer")
    }

    /// `ty` with its unsized dimensions taken from `from`, if that is an array of the same depth.
    fn completed_type(&mut self, ty: Handle<Type>, from: Handle<Type>) -> Handle<Type> {
        match (*self.module.types.get(ty), *self.module.types.get(from)) {
            (Type::Array { element, length }, Type::Array { element: from_element, length: from_length }) => {
                let element = self.completed_type(element, from_element);
                let length = if length == ArrayLength::Runtime { from_length } else { length };
                self.module.array(element, length)
            }
            _ => ty,
        }
    }

    /// Whether `{}` may initialize a `ty` (GL_EXT_null_initializer, 4.1.11.1); reports it if not.
    pub(super) fn null_initializer(&mut self, ty: Handle<Type>, span: Span) -> bool {
        if !self.require_extension("GL_EXT_null_initializer", "{}", span) {
            return false;
        }
        let what = if self.has_runtime_size(ty) {
            "an array without a size"
        } else if self.contains_opaque(ty)
            || self.contains_reference(ty)
            || self.module.types.contains(ty, |ty| matches!(ty, Type::Extension(ty) if !ty.facts().holds_data))
        {
            "something other than data"
        } else {
            return true;
        };
        self.report(messages::empty_list(span, &what));
        false
    }

    fn initializer_list(&mut self, items: &[Handle<Expression>], ty: Handle<Type>, span: Span) -> Operand {
        if items.is_empty() {
            return match self.null_initializer(ty, span) {
                true => Operand::Constant(self.folder().null(ty)),
                false => Operand::Error,
            };
        }
        if !self.require_feature(&INITIALIZER_LISTS, span) {
            return Operand::Error;
        }
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let parts_types: Option<(Vec<Handle<Type>>, u32)> = match *self.module.types.get(ty) {
            Type::Struct(structure) => self
                .module
                .types
                .structure(structure)
                .map(|it| (it.members.iter().map(|member| member.ty).collect(), it.members.len() as u32)),
            Type::Array { element, length } => {
                let needed = match length {
                    ArrayLength::Constant(length) => length,
                    ArrayLength::Runtime | ArrayLength::Specialization(_) => count,
                };
                Some((vec![element; items.len()], needed))
            }
            Type::Extension(_) => None,
            Type::Vector(size, _) if self.module.types.known_length(size).is_none() => None,
            _ => self.element_type(ty).map(|(element, length)| (vec![element; items.len()], length.unwrap_or(0))),
        };
        let Some((parts_types, needed)) = parts_types else {
            if let [only] = items {
                return self.initializer(*only, ty);
            }
            let spelled = self.spell(ty);
            self.report(messages::initializer_list_cannot_initialize(span, &with_article(&spelled)));
            return Operand::Error;
        };
        if needed != count {
            let spelled = self.spell(ty);
            self.report(messages::wrong_number_of_initializers(span, &spelled, &needed, &count));
            return Operand::Error;
        }
        let mut parts = Vec::with_capacity(items.len());
        for (&item, part_type) in items.iter().zip(parts_types) {
            // Later elements of an array with unsized elements follow the first one.
            let wanted = match parts.first() {
                Some(first) if self.has_runtime_size(part_type) => self.type_of(first).unwrap_or(part_type),
                _ => part_type,
            };
            parts.push(self.initializer(item, wanted));
        }
        if parts.iter().any(|part| matches!(part, Operand::Error)) {
            return Operand::Error;
        }
        let ty = match (*self.module.types.get(ty), parts.first().cloned()) {
            (Type::Array { element, length }, Some(first)) => {
                let element = self.type_of(&first).unwrap_or(element);
                let length = if length == ArrayLength::Runtime { ArrayLength::Constant(count) } else { length };
                self.module.array(element, length)
            }
            _ => ty,
        };
        self.compose(ty, &parts, span)
    }
}
