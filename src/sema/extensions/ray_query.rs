//! Ray queries and acceleration structures (GL_EXT_ray_query, GL_EXT_ray_tracing).
//!
//! Comes in: declarations of the two types, constructors of acceleration structures, `layout(primitive_culling);`. Goes
//! out: what the general code for variables and constructors needs to know, or a report. Must not know: the functions,
//! which are rows of the tables.

use crate::diagnostics::Diagnostic;
use crate::hir::{
    Handle, MemoryQualifiers, PlaceRoot, Scalar, ScalarKind, Span, StorageClass, Type, ValueKind, VectorSize,
};
use crate::sema::calls::call::EvaluatedArgument;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::expressions::operand::Operand;
use crate::sema::qualifiers::qualifier::{Qualifiers, memory_word};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Declarator, Name};

/// The address of an acceleration structure.
const ADDRESS: Scalar = Scalar { kind: ScalarKind::Uint, width: 8 };

impl Analyzer<'_> {
    /// Whether a type is a ray query or an array of them: opaque, but in variables of its own.
    pub(in crate::sema) fn is_ray_query(&self, ty: Handle<Type>) -> bool {
        *self.types.get(self.element_of_arrays(ty)) == Type::RayQuery
    }

    /// A variable that holds ray queries, of a function or outside of them.
    pub(in crate::sema) fn ray_query_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        let name = declarator.name;
        self.check_ray_query_variable(ty, qualifiers, declarator);
        let ty = self.implicitly_sized(ty, name.symbol);
        if self.has_runtime_size(ty) {
            self.unsized_variable(name);
            return;
        }
        let variable = if self.scopes.is_global() {
            self.new_global(name, ty, StorageClass::Private, qualifiers, None, None)
        } else {
            let text = self.text(name.symbol);
            let local = self.builder.local(text, ty, name.span);
            Variable {
                root: PlaceRoot::Local(local),
                step: None,
                ty,
                storage: StorageClass::Function,
                access: MemoryQualifiers::NONE,
                read_only: None,
                precise: false,
            }
        };
        self.declare(name, Entity::Variable(variable));
    }

    /// Reports a ray query that is declared as a resource.
    pub(in crate::sema) fn uniform_ray_query(&mut self, ty: Handle<Type>, name: Name, storage: Span) {
        let spelled = self.spell(ty);
        self.ray_query_qualifier("`uniform`", &spelled, storage);
        self.declare(name, Entity::Error);
    }

    /// Reports what a variable that holds ray queries cannot have: an initializer, qualifiers.
    fn check_ray_query_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) {
        let spelled = self.spell(ty);
        if let Some(initializer) = declarator.initializer {
            self.report(
                Diagnostic::error(
                    Code::NotAssignable,
                    self.span_of(initializer),
                    format!("a `{spelled}` cannot have an initializer"),
                )
                .with_note("GL_EXT_ray_query, 4.1.7: only built-in functions access ray queries")
                .with_help("call `rayQueryInitializeEXT`"),
            );
        }
        let word = qualifiers
            .constant
            .map(|span| ("const", span))
            .or(qualifiers.non_uniform.map(|span| ("nonuniformEXT", span)))
            .or(qualifiers.memory_words.first().map(|&(memory, span)| (memory_word(memory), span)));
        if let Some((word, span)) = word {
            self.ray_query_qualifier(&format!("`{word}`"), &spelled, span);
        }
    }

    /// Reports a qualifier on a ray query.
    fn ray_query_qualifier(&mut self, word: &str, spelled: &str, span: Span) {
        self.report(
            Diagnostic::error(Code::QualifierMisplaced, span, format!("{word} cannot be used on a `{spelled}`"))
                .with_note("GL_EXT_ray_query, 4.1.7: variables of this type are declared without storage qualifier"),
        );
    }

    /// Reports ray queries and acceleration structures among the members of structures; gives whether there is none.
    pub(in crate::sema) fn check_ray_tracing_member(&mut self, ty: Handle<Type>, name: &str, span: Span) -> bool {
        let is_member =
            !matches!(self.types.get(self.element_of_arrays(ty)), Type::RayQuery | Type::AccelerationStructure);
        if !is_member {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(
                    Code::OpaqueMisplaced,
                    span,
                    format!("member `{name}` of a structure cannot be a `{spelled}`"),
                )
                .with_note("GL_EXT_ray_query, 4.1.7"),
            );
        }
        is_member
    }

    /// `accelerationStructureEXT(address)`, from a `uint64_t` or a `uvec2` (GL_EXT_ray_tracing, 5.4.1).
    pub(in crate::sema) fn construct_acceleration_structure(
        &mut self,
        ty: Handle<Type>,
        arguments: &[EvaluatedArgument],
        type_span: Span,
        span: Span,
    ) -> Operand {
        let [argument] = arguments else {
            self.error(
                Code::ConstructorArgumentCount,
                type_span,
                "an acceleration structure is built from one address",
            );
            return Operand::Error;
        };
        let fits = match *self.types.get(argument.ty) {
            Type::Scalar(scalar) => scalar == ADDRESS,
            Type::Vector(size, scalar) => size == VectorSize::Bi && scalar == Scalar::U32,
            _ => false,
        };
        if !fits {
            let spelled = self.spell(argument.ty);
            self.report(
                Diagnostic::error(
                    Code::ConstructorArgument,
                    argument.span,
                    format!(
                        "an acceleration structure is built from a `uint64_t` or a `uvec2`, not from a `{spelled}`"
                    ),
                )
                .with_note("GL_EXT_ray_tracing, 5.4.1"),
            );
            return Operand::Error;
        }
        let Some(address) = self.value(argument.operand.clone(), argument.span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(address), ty, span))
    }

    /// `layout(primitive_culling);` (GL_EXT_ray_flags_primitive_culling, 4.4.10)
    pub(in crate::sema) fn declare_primitive_culling(&mut self, qualifiers: &Qualifiers) {
        if let (Some(span), false) = (qualifiers.layout.primitive_culling, self.scopes.is_global()) {
            self.error(Code::QualifierMisplaced, span, "`primitive_culling` can only be declared at global scope");
        }
        self.check_place(qualifiers, Place::Alone);
        self.primitive_culling = true;
    }
}
