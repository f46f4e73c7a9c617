//! Declarations and calls that `spirv_...` words make (GL_EXT_spirv_intrinsics).
//!
//! Comes in: qualifiers that `intrinsic` has read, and arguments that were evaluated. Goes out: variables in numbered
//! memory, execution modes, instructions of HIR. Must not know: how the words are written.

use crate::diagnostics::Diagnostic;
use crate::hir::{
    Handle, PlaceRoot, ResourceBinding, Span, SpirvArgument, SpirvCall, SpirvOperand, StorageClass, Type, ValueKind,
};
use crate::sema::calls::call::EvaluatedArgument;
use crate::sema::calls::function_table::UserFunction;
use crate::sema::calls::overload::Direction;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::expressions::operand::Operand;
use crate::sema::extensions::spirv_intrinsics::{EXTENSION, SpirvQualifiers};
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{Declarator, Expression, Name, SpirvQualifier, SpirvWord};

/// Parameters of a function (SPIR-V, 2.17).
const MOST_PARAMETERS: usize = 255;

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
            self.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    span,
                    format!("`spirv_storage_class` cannot be combined with `{}`", storage.word()),
                )
                .with_secondary(storage_span, "first storage qualifier"),
            );
            self.declare(name, Entity::Error);
            return;
        }
        if let Some(constant) = qualifiers.constant {
            self.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    span,
                    "`spirv_storage_class` cannot be combined with `const`",
                )
                .with_secondary(constant, "first storage qualifier"),
            );
            self.declare(name, Entity::Error);
            return;
        }
        self.check_place(qualifiers, Place::NumberedVariable);
        let mut initial = None;
        if let Some(initializer) = declarator.initializer {
            initial = match self.initializer(initializer, ty) {
                Operand::Constant(constant) => Some(constant),
                Operand::Error => None,
                Operand::ConstantReference(..) | Operand::Value(_) | Operand::Place(_) => {
                    self.report(
                        Diagnostic::error(
                            Code::NotConstant,
                            self.span_of(initializer),
                            "the initializer of a variable in numbered memory must be a constant expression",
                        )
                        .with_label("this is computed at run time"),
                    );
                    None
                }
            };
        }
        if self.has_runtime_size(ty) {
            let text = self.text(name.symbol);
            self.error(Code::UnsizedArray, name.span, format!("array `{text}` needs a size"));
            self.declare(name, Entity::Error);
            return;
        }
        let binding = qualifiers
            .layout
            .binding
            .map(|(binding, _)| ResourceBinding { set: qualifiers.layout.set.map_or(0, |(set, _)| set), binding });
        let variable = self.new_global(name, ty, StorageClass::Number(number), qualifiers, initial, binding);
        if let PlaceRoot::Global(global) = variable.root {
            self.globals.get_mut(global).interface.location = qualifiers.layout.location.map(|(location, _)| location);
        }
        self.declare(name, Entity::Variable(variable));
    }

    /// `spirv_execution_mode(...);` Gives whether the qualifiers are nothing else.
    pub(in crate::sema) fn declare_execution_modes(&mut self, qualifiers: &Qualifiers, names: &[Name]) -> bool {
        let modes = [SpirvWord::ExecutionMode, SpirvWord::ExecutionModeId];
        let Some(&(word, span)) = qualifiers.spirv.words.iter().find(|(word, _)| modes.contains(word)) else {
            // Alone they would be taken for something else, so they end here, reported or not.
            if names.is_empty() && (qualifiers.spirv.wrong || !qualifiers.spirv.words.is_empty()) {
                if !qualifiers.spirv.wrong {
                    self.only_spirv_words(qualifiers, &[], "a declaration without a name");
                }
                return true;
            }
            return false;
        };
        let word = word.spelling();
        if !self.scopes.is_global() {
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` must stand at global scope"))
                    .with_note("GL_EXT_spirv_intrinsics, 3.9"),
            );
        } else if !names.is_empty() || qualifiers.storage.is_some() || qualifiers.layout.span.is_some() {
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` must stand alone"))
                    .with_help(format!("write `{word}(...);` as a declaration of its own"))
                    .with_note("GL_EXT_spirv_intrinsics, 3.9"),
            );
        } else {
            self.only_spirv_words(qualifiers, &modes, "an execution mode");
            self.intrinsics.execution_modes.extend(qualifiers.spirv.execution_modes.iter().cloned());
        }
        true
    }

    /// `spirv_decorate(...) name;` for a variable that is there already.
    pub(in crate::sema) fn decorate_declared(&mut self, variable: &Variable, qualifiers: &Qualifiers) {
        let decorations = qualifiers.spirv.decorations.iter().cloned();
        if matches!(variable.root, PlaceRoot::Global(_)) {
            self.no_locals_in_decorations(qualifiers);
        }
        match (variable.root, variable.step) {
            (PlaceRoot::Global(global), None) => self.globals.get_mut(global).decorations.extend(decorations),
            (PlaceRoot::Local(local), None) => self.builder.locals.get_mut(local).decorations.extend(decorations),
            _ => self.only_spirv_words(qualifiers, &[], "a part of a variable"),
        }
    }

    /// `spirv_decorate(...)(expression)`: the same value, decorated (4.14).
    pub(in crate::sema) fn decorated_expression(
        &mut self,
        decoration: &SpirvQualifier,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let mut qualifiers = SpirvQualifiers::default();
        self.spirv_qualifier(&mut qualifiers, decoration);
        let argument = self.only_argument(decoration.word.spelling(), decoration.span, arguments);
        let Some(argument) = argument.filter(|_| !qualifiers.wrong) else { return Operand::Error };
        let known = self.builder.values.len();
        let operand = self.expression(argument);
        if let Some(ty) = self.type_of(&operand)
            && self.contains_opaque(ty)
            && !self.is_spirv_type(ty)
        {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(
                    Code::QualifierMisplaced,
                    self.span_of(argument),
                    format!("a `{spelled}` is no value that a decoration could be about"),
                )
                .with_help("decorate the variable")
                .with_note("GL_EXT_spirv_intrinsics, 4.14"),
            );
            return Operand::Error;
        }
        let Some(value) = self.own_value(operand, known, span) else { return Operand::Error };
        self.builder.decorated.entry(value).or_default().append(&mut qualifiers.decorations);
        Operand::Value(value)
    }

    /// Reports variables of a function as operands of decorations that are not in it.
    pub(in crate::sema) fn no_locals_in_decorations(&mut self, qualifiers: &Qualifiers) {
        let operands = qualifiers.spirv.decorations.iter().flat_map(|decoration| &decoration.operands);
        if operands.clone().any(|operand| matches!(operand, SpirvOperand::Local(_)))
            && let Some(span) = qualifiers.spirv.find(SpirvWord::DecorateId)
        {
            self.report(
                Diagnostic::error(
                    Code::SpirvArgument,
                    span,
                    "a variable of a function can only be named by decorations in it",
                )
                .with_note(EXTENSION),
            );
        }
    }

    /// How a parameter of an instruction passes. `None` after a report.
    pub(in crate::sema) fn spirv_parameter(
        &mut self,
        qualifiers: &Qualifiers,
        ty: Handle<Type>,
        span: Span,
    ) -> Option<Direction> {
        self.only_spirv_words(
            qualifiers,
            &[SpirvWord::ByReference, SpirvWord::Literal],
            "a parameter of an instruction",
        );
        let by_reference = qualifiers.spirv.find(SpirvWord::ByReference);
        let literal = qualifiers.spirv.find(SpirvWord::Literal);
        match qualifiers.storage {
            Some((storage @ (Storage::Out | Storage::InOut), place)) if by_reference.is_none() => {
                self.report(
                    Diagnostic::error(
                        Code::QualifierMisplaced,
                        place,
                        format!("an instruction has no `{}` parameters", storage.word()),
                    )
                    .with_help("use `spirv_by_reference`")
                    .with_note(EXTENSION),
                );
                return None;
            }
            Some((storage @ (Storage::Uniform | Storage::Buffer | Storage::Shared), place)) => {
                self.error(
                    Code::QualifierMisplaced,
                    place,
                    format!("`{}` cannot be used on a parameter", storage.word()),
                );
                return None;
            }
            _ => {}
        }
        if let (Some(by_reference), Some(literal)) = (by_reference, literal) {
            self.report(
                Diagnostic::error(
                    Code::RepeatedQualifier,
                    literal,
                    "`spirv_literal` cannot be combined with `spirv_by_reference`",
                )
                .with_secondary(by_reference, "the other one"),
            );
            return None;
        }
        if literal.is_some() && !matches!(self.types.get(ty), Type::Scalar(_)) {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(Code::SpirvLiteral, span, format!("a literal is a scalar, this is `{spelled}`"))
                    .with_note("GL_EXT_spirv_intrinsics, 6.1.1"),
            );
            return None;
        }
        Some(if by_reference.is_some() { Direction::Reference } else { Direction::In })
    }

    /// A call of an instruction.
    pub(in crate::sema) fn instruction_call(
        &mut self,
        index: usize,
        arguments: Vec<EvaluatedArgument>,
        span: Span,
    ) -> Operand {
        let Some(UserFunction { parameters, result, non_uniform, subgroup_uniform, instruction, decorations, .. }) =
            self.functions.get(index).cloned()
        else {
            return Operand::Error;
        };
        let Some(instruction) = instruction else { return Operand::Error };
        if arguments.len() > MOST_PARAMETERS {
            self.report(
                Diagnostic::error(Code::SpirvNumber, span, "an instruction with more than 255 parameters")
                    .with_note("SPIR-V, 2.17"),
            );
            return Operand::Error;
        }
        let mut passed = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.into_iter().zip(&parameters) {
            passed.push(if parameter.literal {
                let operand = self.convert(argument.operand, parameter.ty, argument.span);
                let Some(word) = self.spirv_literal_argument(operand, argument.span) else { return Operand::Error };
                SpirvArgument::Literal(word)
            } else if parameter.direction == Direction::Reference {
                match argument.operand {
                    Operand::Place(path) if path.swizzle.is_none() => {
                        SpirvArgument::Place(self.place(&path, argument.span))
                    }
                    Operand::Error => return Operand::Error,
                    _ => {
                        self.report(
                            Diagnostic::error(
                                Code::ReferenceArgument,
                                argument.span,
                                "this argument is passed by reference, it must be a variable or a part of one",
                            )
                            .with_secondary(parameter.span, "the parameter is `spirv_by_reference`")
                            .with_note("GL_EXT_spirv_intrinsics, 6.1.1"),
                        );
                        return Operand::Error;
                    }
                }
            } else {
                let operand = self.convert(argument.operand, parameter.ty, argument.span);
                let Some(value) = self.value(operand, argument.span) else { return Operand::Error };
                SpirvArgument::Value(value)
            });
        }
        let call = SpirvCall { instruction, arguments: passed, decorations };
        let value = self.builder.evaluate(ValueKind::Spirv(Box::new(call)), result, span);
        if non_uniform {
            self.builder.non_uniform.insert(value);
        }
        if subgroup_uniform {
            self.builder.subgroup_uniform.insert(value);
        }
        Operand::Value(value)
    }

    /// A value of a type by number becomes a variable where a reference is needed: functions of the shader always take
    /// such types by reference (4.14).
    pub(in crate::sema) fn spilled_spirv_value(&mut self, operand: Operand, ty: Handle<Type>, span: Span) -> Operand {
        match operand {
            Operand::Value(value) if self.is_spirv_type(ty) => Operand::Place(Box::new(self.spill(value, ty, span))),
            other => other,
        }
    }

    /// Reports a member of a type by number.
    pub(in crate::sema) fn no_spirv_member(&mut self, name: Name) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(
                Code::OpaqueMisplaced,
                name.span,
                format!("member `{text}` cannot have a type that SPIR-V declares"),
            )
            .with_note("GL_EXT_spirv_intrinsics, 4.14: only variables and parameters have such types"),
        );
    }
}
