//! Acceleration structures (GL_EXT_ray_tracing, GL_EXT_ray_query).
//!
//! Comes in: their constructors, members of their type, `layout(primitive_culling);`. Goes out: values, or a report. Must not
//! depend on: the functions that take them, which are rows of the tables.

use crate::builtins::extensions;
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{Handle, Span, Type, ValueKind};
use crate::sema::expressions::buffer_reference::{ADDRESS, HALVES};
use crate::sema::expressions::operand::Operand;
use crate::sema::extensions::hook::Construction;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use std::fmt::Display;

impl Analyzer<'_> {
    /// Reports state objects and acceleration structures among the members of structures; returns whether there are
    /// none.
    pub(in crate::sema) fn check_ray_tracing_member(&mut self, ty: Handle<Type>, name: &str, span: Span) -> bool {
        let is_member = match self.module.types.get(self.element_of_arrays(ty)) {
            // Structures in heap blocks may hold descriptors.
            Type::AccelerationStructure => self.is_on(extensions::GL_EXT_structured_descriptor_heap),
            Type::StateObject(_) => false,
            _ => true,
        };
        if !is_member {
            let spelled = self.spell(ty);
            let rule = self.state_object(ty).map_or("GL_EXT_ray_query, 4.1.7", |facts| facts.citation);
            self.report(opaque_member(span, name, &spelled, rule));
        }
        is_member
    }

    /// `accelerationStructureEXT(address)`, from a `uint64_t` or a `uvec2` (GL_EXT_ray_tracing, 5.4.1).
    pub(in crate::sema) fn construct_acceleration_structure(&mut self, it: &Construction<'_>) -> Operand {
        let &Construction { ty, span, .. } = it;
        let Some(argument) = self.only_address(it, "an acceleration structure") else { return Operand::Error };
        let given = self.module.types.get(argument.ty);
        let fits = *given == Type::Scalar(ADDRESS) || *given == HALVES;
        if !fits {
            let spelled = self.spell(argument.ty);
            self.report(acceleration_structure_from_other_type(argument.span, &with_article(&spelled)));
            return Operand::Error;
        }
        let Some(address) = self.value(argument.operand.clone(), argument.span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(address), ty, span))
    }

    /// `layout(primitive_culling);` (GL_EXT_ray_flags_primitive_culling, 4.4.10)
    pub(in crate::sema) fn declare_primitive_culling(&mut self, qualifiers: &Qualifiers) {
        if let (Some(span), false) = (qualifiers.layout.primitive_culling, self.scopes.is_global()) {
            self.report(primitive_culling_can_only_be_declared(span));
        }
        self.check_place(qualifiers, Place::Alone);
        self.primitive_culling = true;
    }
}

#[cold]
fn acceleration_structure_from_other_type(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("an acceleration structure is constructed from a `uint64_t` or a `uvec2`, not from {spelled}"),
    )
    .with_note("GL_EXT_ray_tracing, 5.4.1")
}

#[cold]
fn primitive_culling_can_only_be_declared(span: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, "`primitive_culling` can only be declared at global scope")
}

#[cold]
fn opaque_member(span: Span, name: &str, spelled: &str, rule: &'static str) -> Diagnostic {
    let message = format!("member `{name}` of a structure cannot be {}", with_article(spelled));
    Diagnostic::error(Code::OpaqueMisplaced, span, message).with_note(rule)
}
