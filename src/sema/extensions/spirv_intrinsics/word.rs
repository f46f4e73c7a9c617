//! Arguments of `spirv_...` words, which are constant expressions and types (GL_EXT_spirv_intrinsics).
//!
//! Comes in: the arguments of a word as written. Goes out: the parts of HIR that carry them by number. Must not depend
//! on: what the numbers stand for.

use crate::hir::{
    Handle, PlaceRoot, Span, SpirvDecoration, SpirvExecutionMode, SpirvForm, SpirvInstruction, SpirvOperand, SpirvType,
    Type,
};
use crate::preprocess::{FloatSuffix, IntegerSuffix};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::sema::context::syntax_node::Placed;
use crate::sema::expressions::operand::Operand;
use crate::sema::extensions::message::string_text;
use crate::sema::extensions::spirv_intrinsics::messages;
use crate::sema::extensions::spirv_intrinsics::{DECORATE, EXTENSION, SpirvQualifiers};
use crate::syntax::ast::{Expression, Literal, Name, SpirvArgument, SpirvArgumentKind, SpirvQualifier, SpirvWord};

/// The most words in an instruction (SPIR-V, 2.3), less those around the operands.
const MOST_WORDS: usize = 0xFFFF - 8;

/// The most bytes in a string (SPIR-V, 2.17).
const LONGEST_STRING: usize = 0xFFFF;

/// The arguments of a word, sorted by what they are; the requirements have gone to the module.
#[derive(Default)]
struct Arguments<'a> {
    set: Placed<Option<String>>,
    id: Placed<u32>,
    rest: Vec<&'a SpirvArgument>,
}

impl Analyzer<'_> {
    /// Takes one word into the qualifiers of a declaration.
    pub(in crate::sema) fn spirv_qualifier(&mut self, all: &mut SpirvQualifiers, qualifier: &SpirvQualifier) {
        let SpirvQualifier { word, ref arguments, span } = *qualifier;
        if !self.require_extension(EXTENSION, word.spelling(), span) {
            all.wrong = true;
            return;
        }
        let repeatable = DECORATE.contains(&word);
        if !repeatable && all.find(word).is_some() {
            self.report(message::duplicate_qualifier(span));
            all.wrong = true;
            return;
        }
        all.words.push((word, span));
        let taken = self.spirv_word(all, word, arguments, span);
        all.wrong |= taken.is_none();
    }

    fn spirv_word(
        &mut self,
        all: &mut SpirvQualifiers,
        word: SpirvWord,
        arguments: &[SpirvArgument],
        span: Span,
    ) -> Option<()> {
        let name = word.spelling();
        match word {
            SpirvWord::ByReference | SpirvWord::Literal => {}
            SpirvWord::Instruction => {
                let (instruction, rest) = self.spirv_instruction(name, arguments, span)?;
                if let Some(extra) = rest.first() {
                    self.report(messages::extra_argument(extra.span, name, "takes `set` and `id` only"));
                    return None;
                }
                all.instruction = Some((instruction, span));
            }
            SpirvWord::StorageClass => {
                let (number, rest) = self.spirv_number(name, "the number of the storage class", arguments, span)?;
                if let Some(extra) = rest.first() {
                    self.report(messages::extra_argument(extra.span, name, "takes one number"));
                    return None;
                }
                all.storage_class = Some((number, span));
            }
            SpirvWord::ExecutionMode | SpirvWord::ExecutionModeId => {
                let (mode, rest) = self.spirv_number(name, "the number of the execution mode", arguments, span)?;
                let form = if word == SpirvWord::ExecutionModeId { SpirvForm::Ids } else { SpirvForm::Literals };
                let operands = self.spirv_operands(name, form, &rest, span)?;
                all.execution_modes.push(SpirvExecutionMode { form, mode, operands });
            }
            SpirvWord::Decorate | SpirvWord::DecorateId | SpirvWord::DecorateString => {
                let (decoration, rest) = self.spirv_number(name, "the number of the decoration", arguments, span)?;
                let form = match word {
                    SpirvWord::DecorateId => SpirvForm::Ids,
                    SpirvWord::DecorateString => SpirvForm::Strings,
                    _ => SpirvForm::Literals,
                };
                if form != SpirvForm::Literals && rest.is_empty() {
                    let what = if form == SpirvForm::Ids {
                        "an expression after the number"
                    } else {
                        "a string after the number"
                    };
                    self.report(messages::missing_argument(span, name, what));
                    return None;
                }
                let operands = self.spirv_operands(name, form, &rest, span)?;
                all.decorations.push(SpirvDecoration { form, decoration, operands });
            }
        }
        Some(())
    }

    /// `spirv_type(...)`
    pub(in crate::sema) fn spirv_type(&mut self, arguments: &[SpirvArgument], span: Span) -> Option<Handle<Type>> {
        const NAME: &str = "spirv_type";
        if !self.require_extension(EXTENSION, NAME, span) {
            return None;
        }
        let (instruction, rest) = self.spirv_instruction(NAME, arguments, span)?;
        let mut operands = Vec::with_capacity(rest.len());
        for argument in rest {
            operands.push(self.spirv_type_operand(argument)?);
        }
        self.spirv_length(NAME, &operands, span)?;
        let ty = self.module.types.spirv.insert(SpirvType { instruction, operands }, Span::UNDEFINED);
        Some(self.module.types.insert(Type::Spirv(ty)))
    }

    fn spirv_type_operand(&mut self, argument: &SpirvArgument) -> Option<SpirvOperand> {
        const WHAT: &str = "a parameter of `spirv_type`";
        match &argument.kind {
            SpirvArgumentKind::Type(specifier) => Some(SpirvOperand::Type(self.type_in_expression(specifier)?)),
            SpirvArgumentKind::Id(value) => Some(SpirvOperand::Constant(self.constant_expression(*value, WHAT)?)),
            SpirvArgumentKind::Value(value) => match *self.node(*value) {
                Expression::Identifier(symbol) if self.names_type(symbol) => {
                    Some(SpirvOperand::Type(self.named_type(symbol, argument.span)?))
                }
                Expression::Literal(Literal::String(_)) => Some(SpirvOperand::String(self.spirv_string(*value, WHAT)?)),
                _ => self.spirv_literal_words(*value, WHAT).map(SpirvOperand::Literal),
            },
            // Handled before.
            SpirvArgumentKind::List { .. } | SpirvArgumentKind::Named { .. } => None,
        }
    }

    /// Whether a name that stands alone is a type.
    fn names_type(&self, symbol: crate::source::Symbol) -> bool {
        match self.scopes.get(symbol).map(|declared| &declared.entity) {
            Some(Entity::Type(_) | Entity::Reference(_)) => true,
            Some(_) => false,
            None => crate::builtins::type_name(self.text(symbol)).is_some(),
        }
    }

    /// The words of a constant expression as a literal: one for up to 32 bits, two for 64.
    fn spirv_literal_words(&mut self, value: Handle<Expression>, what: &str) -> Option<Vec<u32>> {
        let constant = self.constant_expression(value, what)?;
        let ty = self.module.constants.get_handle(constant).ok()?.ty;
        let (scalar, bits) = match (self.module.types.get(ty), self.scalar_bits(constant)) {
            (Type::Scalar(scalar), Some(bits)) => (*scalar, bits),
            (Type::Scalar(_), None) => {
                self.report(messages::specialized_literal(self.span_of(value), &what));
                return None;
            }
            _ => {
                let spelled = self.spell(ty);
                self.report(messages::not_a_scalar(self.span_of(value), &what, &spelled));
                return None;
            }
        };
        let low = bits as u32;
        Some(if scalar.width == 8 { vec![low, (bits >> 32) as u32] } else { vec![low] })
    }

    /// Sorts arguments and passes `extensions` and `capabilities` on to the module.
    fn spirv_sorted<'a>(
        &mut self,
        word: &str,
        is_instruction: bool,
        arguments: &'a [SpirvArgument],
    ) -> Option<Arguments<'a>> {
        let mut sorted = Arguments::default();
        let mut lists: Vec<(&str, Span)> = Vec::new();
        let mut wrong = false;
        let mut last = 0;
        for argument in arguments {
            let rank = match &argument.kind {
                SpirvArgumentKind::List { .. } => 0,
                SpirvArgumentKind::Named { .. } => 1,
                _ => 2,
            };
            // `spirv_execution_mode_id` has its lists after the number, too (9).
            if rank < last && word != SpirvWord::ExecutionModeId.spelling() {
                self.spirv_order(word, argument.span, rank == 0);
                wrong = true;
            }
            last = last.max(rank);
            match &argument.kind {
                SpirvArgumentKind::List { name, items } => {
                    wrong |= self.spirv_requirement(word, *name, items, &mut lists).is_none();
                }
                SpirvArgumentKind::Named { name, value } => {
                    wrong |= self.spirv_named(word, is_instruction, *name, *value, &mut sorted).is_none();
                }
                SpirvArgumentKind::Id(_) | SpirvArgumentKind::Type(_) if word != "spirv_type" => {
                    self.report(messages::extra_argument(argument.span, word, "takes values, not types or ids"));
                    wrong = true;
                }
                _ => sorted.rest.push(argument),
            }
        }
        (!wrong).then_some(sorted)
    }

    /// Reports a parameter that must come before others but follows them.
    fn spirv_order(&mut self, word: &str, span: Span, is_list: bool) {
        let what = if is_list { "extensions and capabilities come" } else { "`set` and `id` come" };
        self.report(messages::wrong_order(span, &what, &word));
    }

    /// `extensions = [...]` and `capabilities = [...]` (3.9, SPIR-V Requirements).
    fn spirv_requirement(
        &mut self,
        word: &str,
        name: Name,
        items: &[Handle<Expression>],
        seen: &mut Vec<(&'static str, Span)>,
    ) -> Option<()> {
        let text = self.text(name.symbol);
        let known = ["extensions", "capabilities"].into_iter().find(|known| *known == text);
        let Some(known) = known else {
            self.report(messages::no_such_list(name.span, &word, &text));
            return None;
        };
        if let Some(&(_, earlier)) = seen.iter().find(|(it, _)| *it == known) {
            self.report(messages::repeated_argument(name.span, &known, earlier));
            return None;
        }
        seen.push((known, name.span));
        if items.is_empty() {
            self.report(messages::missing_argument(name.span, known, "at least one entry"));
            return None;
        }
        for &item in items {
            if known == "extensions" {
                let extension = self.spirv_string(item, "the name of a SPIR-V extension")?;
                self.intrinsics.extensions.insert(extension);
            } else {
                let capability = self.spirv_u32(item, "the number of a capability")?;
                self.intrinsics.capabilities.insert(capability);
            }
        }
        Some(())
    }

    /// `set = "..."` and `id = ...`
    fn spirv_named(
        &mut self,
        word: &str,
        is_instruction: bool,
        name: Name,
        value: Handle<Expression>,
        sorted: &mut Arguments<'_>,
    ) -> Option<()> {
        let text = self.text(name.symbol);
        let twice = match text {
            "extensions" | "capabilities" => {
                self.report(messages::is_a_list(self.span_of(value), &text));
                return None;
            }
            "set" if is_instruction => {
                let set = self.spirv_string(value, "the name of an instruction set")?;
                // Without a name it means SPIR-V itself.
                let set = (!set.is_empty()).then_some(set);
                sorted.set.replace((set, name.span)).map(|(_, span)| span)
            }
            "id" if is_instruction => {
                let id = self.spirv_u32(value, "the number of an instruction")?;
                sorted.id.replace((id, self.span_of(value))).map(|(_, span)| span)
            }
            _ => {
                let known = if is_instruction {
                    "`set`, `id`, `extensions` and `capabilities`"
                } else {
                    "`extensions` and `capabilities`"
                };
                self.report(messages::no_such_parameter(name.span, &word, &text, &known));
                return None;
            }
        };
        if let Some(earlier) = twice {
            self.report(messages::repeated_argument(name.span, &text, earlier));
            return None;
        }
        Some(())
    }

    /// The instruction of `spirv_instruction` or `spirv_type`, and the arguments after it.
    fn spirv_instruction<'a>(
        &mut self,
        word: &str,
        arguments: &'a [SpirvArgument],
        span: Span,
    ) -> Option<(SpirvInstruction, Vec<&'a SpirvArgument>)> {
        let sorted = self.spirv_sorted(word, true, arguments)?;
        let set = sorted.set.and_then(|(set, _)| set);
        let Some((id, id_span)) = sorted.id else {
            self.report(messages::missing_argument(span, word, "the number of an instruction, `id = ...`"));
            return None;
        };
        if set.is_none() && id > 0xFFFF {
            self.report(messages::opcode_too_large(id_span, &id));
            return None;
        }
        Some((SpirvInstruction { set, id }, sorted.rest))
    }

    /// The number that comes first, and the arguments after it.
    fn spirv_number<'a>(
        &mut self,
        word: &str,
        what: &str,
        arguments: &'a [SpirvArgument],
        span: Span,
    ) -> Option<(u32, Vec<&'a SpirvArgument>)> {
        let sorted = self.spirv_sorted(word, false, arguments)?;
        let mut rest = sorted.rest.into_iter();
        let Some(SpirvArgumentKind::Value(first)) = rest.next().map(|argument| &argument.kind) else {
            self.report(messages::missing_argument(span, word, what));
            return None;
        };
        Some((self.spirv_u32(*first, what)?, rest.collect()))
    }

    fn spirv_operands(
        &mut self,
        word: &str,
        form: SpirvForm,
        arguments: &[&SpirvArgument],
        span: Span,
    ) -> Option<Vec<SpirvOperand>> {
        if form == SpirvForm::Ids && self.options.target.spirv.minor() < 2 {
            let target = self.options.target;
            self.report(messages::needs_spirv_1_2(span, &word, &target.environment, &target.spirv));
            return None;
        }
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let SpirvArgumentKind::Value(value) = argument.kind else { return None };
            operands.push(match form {
                SpirvForm::Literals => self.spirv_literal(word, value)?,
                SpirvForm::Ids => self.spirv_id(word, value)?,
                SpirvForm::Strings => {
                    let what = format!("what `{word}` takes after the number");
                    SpirvOperand::String(self.spirv_string(value, &what)?)
                }
            });
        }
        self.spirv_length(word, &operands, span)?;
        Some(operands)
    }

    /// Reports more operands than an instruction can hold.
    fn spirv_length(&mut self, word: &str, operands: &[SpirvOperand], span: Span) -> Option<()> {
        let words = operands.iter().map(|operand| match operand {
            SpirvOperand::Literal(words) => words.len(),
            SpirvOperand::String(text) => text.len() / 4 + 1,
            SpirvOperand::Constant(_) | SpirvOperand::Type(_) | SpirvOperand::Variable(_) | SpirvOperand::Local(_) => 1,
        });
        let words: usize = words.sum();
        if words > MOST_WORDS {
            self.report(messages::too_many_words(span, &word, &words, &MOST_WORDS));
            return None;
        }
        Some(())
    }

    /// An operand that must be written as a literal (`spirv_literal-parameter`).
    fn spirv_literal(&mut self, word: &str, value: Handle<Expression>) -> Option<SpirvOperand> {
        let span = self.span_of(value);
        let number = match *self.node(value) {
            Expression::Literal(Literal::Bool(value)) => Some(u32::from(value)),
            Expression::Literal(Literal::Integer {
                bits,
                suffix: IntegerSuffix::None | IntegerSuffix::Unsigned,
                ..
            }) => u32::try_from(bits).ok(),
            Expression::Literal(Literal::Float { value, suffix: FloatSuffix::Single }) => {
                Some((value as f32).to_bits())
            }
            Expression::Literal(Literal::String(_)) if word == SpirvWord::ExecutionMode.spelling() => {
                return Some(SpirvOperand::String(self.spirv_string(value, "this parameter")?));
            }
            _ => None,
        };
        match number {
            Some(number) => Some(SpirvOperand::Literal(vec![number])),
            None => {
                let mut diagnostic = messages::not_a_32_bit_literal(span, &word);
                if word == SpirvWord::Decorate.spelling() {
                    diagnostic = diagnostic.with_help("`spirv_decorate_id` takes constant expressions");
                } else {
                    diagnostic = diagnostic.with_help("`spirv_execution_mode_id` takes constant expressions");
                }
                self.report(diagnostic);
                None
            }
        }
    }

    /// An operand passed as an id: a constant expression, or a variable of the shader.
    fn spirv_id(&mut self, word: &str, value: Handle<Expression>) -> Option<SpirvOperand> {
        if let Expression::Identifier(symbol) = *self.node(value)
            && let Some(Entity::Variable(variable)) = self.scopes.get(symbol).map(|declared| &declared.entity)
            && variable.step.is_none()
            && word == SpirvWord::DecorateId.spelling()
        {
            match variable.root {
                PlaceRoot::Global(global) => return Some(SpirvOperand::Variable(global)),
                PlaceRoot::Local(local) => return Some(SpirvOperand::Local(local)),
                PlaceRoot::Parameter(_) | PlaceRoot::Reference(_) => {}
            }
        }
        if let Expression::Identifier(symbol) = *self.node(value)
            && word == SpirvWord::DecorateId.spelling()
            && self.scopes.get(symbol).is_none()
            && !crate::builtins::variables(self.text(symbol)).is_empty()
        {
            match self.identifier(symbol, self.span_of(value)) {
                Operand::Place(path) if path.steps.is_empty() => {
                    if let PlaceRoot::Global(global) = path.root {
                        return Some(SpirvOperand::Variable(global));
                    }
                }
                Operand::Error => return None,
                _ => {}
            }
        }
        let what = format!("what `{word}` takes after the number");
        Some(SpirvOperand::Constant(self.constant_expression(value, &what)?))
    }

    /// A string literal.
    fn spirv_string(&mut self, value: Handle<Expression>, what: &str) -> Option<String> {
        let span = self.span_of(value);
        let Expression::Literal(Literal::String(symbol)) = *self.node(value) else {
            if !matches!(self.node(value), Expression::Error) {
                self.report(messages::not_a_string(span, &what));
            }
            return None;
        };
        let text = string_text(self.text(symbol));
        if text.len() > LONGEST_STRING {
            self.report(messages::string_too_long(span, &text.len(), &LONGEST_STRING));
            return None;
        }
        Some(text)
    }

    fn spirv_u32(&mut self, value: Handle<Expression>, what: &str) -> Option<u32> {
        let number = self.constant_integer(value, format_args!("{what}"))?;
        let result = u32::try_from(number).ok();
        if result.is_none() {
            self.report(messages::number_out_of_range(self.span_of(value), &what, &number));
        }
        result
    }
}
