//! Variables holding state that only built-in functions access: ray queries and hit objects.
//!
//! Comes in: declarations of such types. Goes out: the variable, or a report. Must not depend on: any one of these
//! types, which are rows of [`StateObject`](crate::builtins::StateObject), or on the functions, which are rows of the
//! tables.

use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{Handle, MemoryQualifiers, PlaceRoot, Span, StorageClass, Type};
use crate::sema::context::report::memory_word;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Declarator, Name};
use std::fmt::Display;

impl Analyzer<'_> {
    /// A variable that holds state objects, in a function or outside functions.
    pub(in crate::sema) fn state_object_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
    ) {
        let name = declarator.name;
        self.check_state_object_variable(ty, qualifiers, declarator);
        let ty = self.implicitly_sized(ty, name);
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

    /// Reports a state object that is declared as a resource.
    pub(in crate::sema) fn uniform_state_object(&mut self, ty: Handle<Type>, name: Name, storage: Span) {
        self.state_object_qualifier("`uniform`", ty, storage);
        self.declare(name, Entity::Error);
    }

    /// Reports an initializer or qualifiers, which a variable that holds state objects cannot have.
    fn check_state_object_variable(&mut self, ty: Handle<Type>, qualifiers: &Qualifiers, declarator: &Declarator) {
        if let (Some(initializer), Some(facts)) = (declarator.initializer, self.state_object(ty)) {
            let spelled = self.spell(ty);
            self.report(has_initializer(
                self.span_of(initializer),
                &with_article(&spelled),
                &facts.citation,
                &facts.initialized_by,
            ));
        }
        let word = qualifiers
            .constant
            .map(|span| ("const", span))
            .or(qualifiers.non_uniform.map(|span| ("nonuniformEXT", span)))
            .or(qualifiers.memory_words.first().map(|&(memory, span)| (memory_word(memory), span)));
        if let Some((word, span)) = word {
            self.state_object_qualifier(&format!("`{word}`"), ty, span);
        }
    }

    /// Reports a qualifier on a state object.
    fn state_object_qualifier(&mut self, word: &str, ty: Handle<Type>, span: Span) {
        let Some(facts) = self.state_object(ty) else { return };
        let spelled = self.spell(ty);
        self.report(misplaced_word(span, &word, &with_article(&spelled), &facts.citation));
    }
}

#[cold]
fn has_initializer(
    span: Span,
    spelled: &dyn Display,
    citation: &dyn Display,
    initialized_by: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::NotAssignable, span, format!("{spelled} cannot have an initializer"))
        .with_note(format!("{citation}: only built-in functions access such variables"))
        .with_help(format!("call `{initialized_by}`"))
}

#[cold]
fn misplaced_word(span: Span, word: &dyn Display, spelled: &dyn Display, citation: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("{word} cannot be used on {spelled}"))
        .with_note(format!("{citation}: variables of this type are declared without storage qualifier"))
}
