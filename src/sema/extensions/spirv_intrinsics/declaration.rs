//! Declarations that `spirv_...` words make (GL_EXT_spirv_intrinsics).
//!
//! Comes in: qualifiers that `word` has read. Goes out: variables in numbered memory, execution modes, parameters of
//! instructions. Must not depend on: how the words are written.

use crate::hir::{Handle, PlaceRoot, ResourceBinding, Span, SpirvInstruction, SpirvOperand, StorageClass, Type};
use crate::sema::Analyzer;
use crate::sema::calls::overload::Direction;
use crate::sema::context::message;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::extensions::spirv_intrinsics::EXTENSION;
use crate::sema::extensions::spirv_intrinsics::messages;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::syntax::ast::{Declarator, Name, SpirvWord};
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};

impl Analyzer<'_> {
    /// `spirv_storage_class(number) type name;`
    pub(in crate::sema) fn numbered_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
        number: u32,
        span: Span,
    ) {
        let name = declarator.name;
        if let Some((storage, storage_span)) = qualifiers.storage {
            self.report(messages::storage_class_with_storage(span, &storage.word(), storage_span));
            self.declare(name, Entity::Error);
            return;
        }
        if let Some(constant) = qualifiers.constant {
            self.report(messages::storage_class_with_const(span, constant));
            self.declare(name, Entity::Error);
            return;
        }
        self.check_place(qualifiers, Place::NumberedVariable);
        let mut initial = None;
        if let Some(initializer) = declarator.initializer {
            let what = "the initializer of a variable in numbered memory";
            let operand = self.initializer(initializer, ty);
            initial = self.require_constant(operand, self.span_of(initializer), format_args!("{what}"));
        }
        if self.has_runtime_size(ty) {
            let text = self.text(name.symbol);
            self.report(message::unsized_array(name.span, &format!("array `{text}`")));
            self.declare(name, Entity::Error);
            return;
        }
        let binding = qualifiers
            .layout
            .binding
            .map(|(binding, _)| ResourceBinding { set: qualifiers.layout.set.map_or(0, |(set, _)| set), binding });
        let variable = self.new_global(name, ty, StorageClass::Number(number), qualifiers, initial, binding);
        if let PlaceRoot::Global(global) = variable.root {
            self.module.globals.get_mut(global).interface.location =
                qualifiers.layout.location.map(|(location, _)| location);
        }
        self.declare(name, Entity::Variable(variable));
    }

    /// `spirv_execution_mode(...);` Returns whether there are no other qualifiers.
    pub(in crate::sema) fn declare_execution_modes(&mut self, qualifiers: &Qualifiers, names: &[Name]) -> bool {
        let modes = [SpirvWord::ExecutionMode, SpirvWord::ExecutionModeId];
        let Some(&(word, span)) = qualifiers.spirv.words.iter().find(|(word, _)| modes.contains(word)) else {
            // By themselves they would be taken for something else, so they end here, reported or not.
            if names.is_empty() && (qualifiers.spirv.wrong || !qualifiers.spirv.words.is_empty()) {
                if !qualifiers.spirv.wrong {
                    self.only_spirv_words(qualifiers, &[], &[], "a declaration without a name");
                }
                return true;
            }
            return false;
        };
        let word = word.spelling();
        if !self.scopes.is_global() {
            self.report(messages::only_at_global_scope(span, &word));
        } else if !names.is_empty() || qualifiers.storage.is_some() || qualifiers.layout.span.is_some() {
            self.report(messages::not_a_declaration_of_its_own(span, &word));
        } else {
            self.only_spirv_words(qualifiers, &modes, &[], "an execution mode");
            self.intrinsics.execution_modes.extend(qualifiers.spirv.execution_modes.iter().cloned());
        }
        true
    }

    /// `spirv_decorate(...) name;` for a variable that is already declared.
    pub(in crate::sema) fn decorate_declared(&mut self, variable: &Variable, qualifiers: &Qualifiers) {
        let decorations = qualifiers.spirv.decorations.iter().cloned();
        if matches!(variable.root, PlaceRoot::Global(_)) {
            self.no_locals_in_decorations(qualifiers);
        }
        match (variable.root, variable.step) {
            (PlaceRoot::Global(global), None) => self.module.globals.get_mut(global).decorations.extend(decorations),
            (PlaceRoot::Local(local), None) => self.builder.locals.get_mut(local).decorations.extend(decorations),
            _ => self.only_spirv_words(qualifiers, &[], &[], "a part of a variable"),
        }
    }

    /// Reports variables of a function as operands of decorations outside it.
    pub(in crate::sema) fn no_locals_in_decorations(&mut self, qualifiers: &Qualifiers) {
        let operands = qualifiers.spirv.decorations.iter().flat_map(|decoration| &decoration.operands);
        if operands.clone().any(|operand| matches!(operand, SpirvOperand::Local(_)))
            && let Some(span) = qualifiers.spirv.find(SpirvWord::DecorateId)
        {
            self.report(messages::local_in_decoration(span, EXTENSION));
        }
    }

    /// How a parameter of an instruction is passed. `None` after a report.
    pub(in crate::sema) fn spirv_parameter(
        &mut self,
        qualifiers: &Qualifiers,
        ty: Handle<Type>,
        span: Span,
    ) -> Option<Direction> {
        self.only_spirv_words(
            qualifiers,
            &[SpirvWord::ByReference, SpirvWord::Literal],
            &[],
            "a parameter of an instruction",
        );
        let by_reference = qualifiers.spirv.find(SpirvWord::ByReference);
        let literal = qualifiers.spirv.find(SpirvWord::Literal);
        match qualifiers.storage {
            Some((storage @ (Storage::Out | Storage::InOut), place)) if by_reference.is_none() => {
                self.report(messages::wrong_parameter_of_instruction(place, &storage.word(), EXTENSION));
                return None;
            }
            Some((storage @ (Storage::Uniform | Storage::Buffer | Storage::Shared), place)) => {
                self.report(message::misplaced_qualifier(place, storage.word(), "a parameter"));
                return None;
            }
            _ => {}
        }
        if let (Some(by_reference), Some(literal)) = (by_reference, literal) {
            self.report(messages::literal_by_reference(literal, by_reference));
            return None;
        }
        if literal.is_some() && !matches!(self.module.types.get(ty), Type::Scalar(_)) {
            let spelled = self.spell(ty);
            self.report(messages::literal_not_scalar(span, &spelled));
            return None;
        }
        Some(if by_reference.is_some() { Direction::Reference } else { Direction::In })
    }

    /// Reports the first `spirv_...` word that is neither among `allowed` nor among `others`.
    pub(in crate::sema) fn only_spirv_words(
        &mut self,
        qualifiers: &Qualifiers,
        allowed: &[SpirvWord],
        others: &[SpirvWord],
        what: &str,
    ) {
        let is_allowed = |word| allowed.contains(word) || others.contains(word);
        let misplaced = qualifiers.spirv.words.iter().find(|(word, _)| !is_allowed(word));
        if let Some(&(word, span)) = misplaced {
            let word = word.spelling();
            self.report(message::misplaced_qualifier(span, word, what).with_note(EXTENSION));
        }
    }

    /// Reports an instruction that is declared with a result but has none, or the reverse. Unknown numbers are not
    /// checked.
    pub(in crate::sema) fn check_spirv_result(
        &mut self,
        instruction: &SpirvInstruction,
        result: Handle<Type>,
        span: Span,
    ) {
        if instruction.set.is_some() {
            return;
        }
        let known = INSTRUCTION_TABLE.lookup_opcode(instruction.id);
        let Some(class) = known else { return };
        let has_result = class.operands.iter().any(|operand| operand.kind == OperandKind::IdResultType);
        let declared = result != self.module.void();
        if has_result == declared {
            return;
        }
        self.report(messages::result_differs(span, &class.opname, has_result));
    }
}
