//! Specialization constants: the shader's own, and built-in ones that it turns into such (GL_KHR_vulkan_glsl).
//!
//! Comes in: `layout(constant_id = 3) const int count = 4;`, `layout(constant_id = 4) gl_MaxDrawBuffers;`. Goes out: the constant
//! under its name. Must not depend on: what constants are for.

use crate::builtins;
use crate::hir::{ConstantKind, Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::scope::Entity;
use crate::sema::declarations::messages;
use crate::sema::expressions::operand::Operand;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::syntax::ast::{Declarator, Name};

impl Analyzer<'_> {
    /// `layout(constant_id = id) const T name = default;` (GL_KHR_vulkan_glsl)
    pub(super) fn specialization_constant(
        &mut self,
        ty: Handle<Type>,
        id: u32,
        id_span: Span,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        let name = declarator.name;
        let text = self.text(name.symbol);
        let wrong = if qualifiers.constant.is_none() {
            Some((id_span, "must be `const`"))
        } else if !matches!(self.module.types.get(ty), Type::Scalar(_)) {
            Some((name.span, "must be a scalar"))
        } else if declarator.initializer.is_none() {
            Some((name.span, "needs a default value"))
        } else {
            None
        };
        if let Some((span, what)) = wrong {
            self.report(messages::wrong_specialization_constant(span, &what));
            self.declare(name, Entity::Error);
            return;
        }
        self.take_specialization_id(id, id_span);
        let default = declarator.initializer.and_then(|initializer| {
            let span = self.span_of(initializer);
            let constant = self.constant_expression(initializer, "the default of a specialization constant")?;
            let operand = self.convert_for(Operand::Constant(constant), ty, span, "the default value");
            match operand {
                Operand::Constant(constant) => Some((constant, span)),
                Operand::Error => None,
                // Not all conversions of other specialization constants are operations of OpSpecConstantOp.
                _ => {
                    self.initializer_not_constant(declarator, "a specialization constant");
                    None
                }
            }
        });
        let entity = match default.map(|(constant, span)| (constant, self.scalar_bits(constant), span)) {
            Some((_, Some(default), _)) => {
                let kind = ConstantKind::Specialization { id, default, name: text.to_owned() };
                let constant = self.constant(ty, kind);
                self.note_constant(constant, ty, qualifiers);
                Entity::Constant(constant)
            }
            // OpSpecConstant takes a literal, so such a constant gets its value from the others, and has no SpecId.
            Some((constant, None, span)) => {
                self.report(messages::constant_id_has_no_effect(span, &id, &text));
                Entity::Constant(constant)
            }
            None => Entity::Error,
        };
        self.declare(name, entity);
    }

    /// `layout(constant_id = id) name;`
    pub(super) fn specialize_builtins(&mut self, names: &[Name], id: u32, id_span: Span) {
        let [name] = names else {
            self.report(messages::each_constant_needs_own_constant_id(id_span));
            return;
        };
        let text = self.text(name.symbol);
        let row = builtins::constant(text).filter(|row| self.gate_is_open(row.gate) && row.value.len() == 1);
        let Some(row) = row.filter(|_| self.scopes.is_global()) else {
            self.report(messages::not_built_in_constant_can_be_specialized(name.span, &text, &id));
            return;
        };
        if !self.take_specialization_id(id, id_span) {
            return;
        }
        let ty = self.module.types.builtin(row.ty);
        let default = builtins::limits::values_of(row, &self.options.limits).next().unwrap_or(0) as u64;
        let constant = self.constant(ty, ConstantKind::Specialization { id, default, name: text.to_owned() });
        self.declare(*name, Entity::Constant(constant));
    }

    /// Records the id of a specialization constant; reports one that is already taken.
    fn take_specialization_id(&mut self, id: u32, span: Span) -> bool {
        let earlier = self.specialization_ids.insert(id, span);
        if let Some(earlier) = earlier {
            self.report(messages::constant_id_is_used_twice(span, &id, earlier));
        }
        earlier.is_none()
    }
}
