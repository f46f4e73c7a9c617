//! Values that `spirv_...` words make: calls of instructions, decorated expressions (GL_EXT_spirv_intrinsics).
//!
//! Comes in: words that `word` has read, and arguments that were evaluated. Goes out: instructions of HIR. Must not
//! depend on: how the words are written.

use crate::diagnostics::with_article;
use crate::hir::{Handle, ScalarKind, Span, SpirvArgument, SpirvCall, Type, ValueKind, binary16};
use crate::sema::Analyzer;
use crate::sema::calls::function_table::UserFunction;
use crate::sema::calls::overload::Direction;
use crate::sema::expressions::operand::{EvaluatedArguments, Operand};
use crate::sema::expressions::operation::Spanned;
use crate::sema::extensions::spirv_intrinsics::SpirvQualifiers;
use crate::sema::extensions::spirv_intrinsics::messages;
use crate::syntax::ast::Name;

/// The most parameters of a function (SPIR-V, 2.17).
const MOST_PARAMETERS: usize = 255;

impl Analyzer<'_> {
    /// `spirv_decorate(...)(expression)`: the same value, decorated (4.14). The result is not one of the first `known`
    /// values.
    pub(in crate::sema) fn decorated_value(
        &mut self,
        mut qualifiers: SpirvQualifiers,
        (operand, operand_span): Spanned,
        known: usize,
        span: Span,
    ) -> Operand {
        if let Some(ty) = self.type_of(&operand)
            && self.contains_opaque(ty)
            && !self.is_spirv_type(ty)
        {
            let spelled = self.spell(ty);
            self.report(messages::cannot_be_decorated(operand_span, &with_article(&spelled)));
            return Operand::Error;
        }
        let Some(value) = self.own_value(operand, known, span) else { return Operand::Error };
        self.builder.decorated.entry(value).or_default().append(&mut qualifiers.decorations);
        Operand::Value(value)
    }

    /// A call of an instruction.
    pub(in crate::sema) fn instruction_call(
        &mut self,
        index: usize,
        arguments: EvaluatedArguments,
        span: Span,
    ) -> Operand {
        let Some(UserFunction { parameters, result, non_uniform, subgroup_uniform, instruction, decorations, .. }) =
            self.functions.get(index).cloned()
        else {
            return Operand::Error;
        };
        let Some(instruction) = instruction else { return Operand::Error };
        if arguments.len() > MOST_PARAMETERS {
            self.report(messages::too_many_parameters(span));
            return Operand::Error;
        }
        let mut passed = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.into_iter().zip(parameters.iter()) {
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
                        self.report(messages::reference_to_value(argument.span, parameter.span));
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

    /// Stores a value of a numbered type in a variable where a reference is needed: functions of the shader always take
    /// such types by reference (4.14).
    pub(in crate::sema) fn spilled_spirv_value(&mut self, operand: Operand, ty: Handle<Type>, span: Span) -> Operand {
        match operand {
            Operand::Value(value) if self.is_spirv_type(ty) => Operand::Place(Box::new(self.spill(value, ty, span))),
            other => other,
        }
    }

    /// Reports access to a member of a numbered type.
    pub(in crate::sema) fn no_spirv_member(&mut self, name: Name) {
        let text = self.text(name.symbol);
        self.report(messages::raw_type_of_member(name.span, &text));
    }

    /// The number that an argument of a `spirv_literal` parameter stands for (6.1.1).
    pub(super) fn spirv_literal_argument(&mut self, operand: Operand, span: Span) -> Option<u32> {
        let value = match &operand {
            Operand::Error => return None,
            Operand::Constant(constant) => self.module.constants.get_handle(*constant).ok().and_then(|it| {
                let scalar = self.module.types.get(it.ty).scalar()?;
                Some((scalar, self.scalar_bits(*constant)?))
            }),
            _ => None,
        };
        let Some((scalar, bits)) = value else {
            self.report(messages::literal_not_constant(span));
            return None;
        };
        let word = match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => u32::try_from(bits).ok(),
            (ScalarKind::Uint, _) => u32::try_from(bits).ok(),
            (ScalarKind::Sint, _) => i32::try_from(bits as i64).ok().map(|value| value as u32),
            (ScalarKind::Float, 2) => Some(binary16::to_f32(bits as u16).to_bits()),
            (ScalarKind::Float, 4) => Some(bits as u32),
            (ScalarKind::Float, 8) => {
                let value = f64::from_bits(bits);
                let narrow = value as f32;
                (f64::from(narrow) == value).then(|| narrow.to_bits())
            }
            _ => None,
        };
        if word.is_none() {
            self.report(messages::literal_too_wide(span));
        }
        word
    }
}
