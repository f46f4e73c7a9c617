//! How values are computed: the word of an operation and its operands.
//!
//! Comes in: tokens of a function's body. Goes out: kinds of values. Must not depend on: whether operands fit.

use super::Parsed;
use super::function::Body;
use crate::builtins;
use crate::hir::text::{overload, tensor, words};
use crate::hir::{
    Argument, BuiltinCall, Handle, Message, MessagePurpose, Span, SpirvArgument, SpirvCall, TensorOperation, Type,
    Value, ValueKind,
};

impl Body<'_, '_> {
    /// What follows the `=` of a value of type `ty`.
    pub(super) fn computation(&mut self, ty: Handle<Type>) -> Parsed<ValueKind> {
        let word = self.parser.word("an operation")?;
        if let Some(operation) = words::unary(word) {
            return Ok(ValueKind::Unary { operation, operand: self.operand()? });
        }
        if let Some(operation) = words::binary(word) {
            let left = self.operand()?;
            return Ok(ValueKind::Binary { operation, left, right: self.next_operand()? });
        }
        Ok(match word {
            "load" => ValueKind::Load(self.place()?),
            "convert" => ValueKind::Convert(self.operand()?),
            "splat" => ValueKind::Splat(self.operand()?),
            "compose" => ValueKind::Compose(self.passed()?),
            "extract" => {
                let composite = self.operand()?;
                self.parser.expect_symbol(',')?;
                ValueKind::Extract { composite, index: self.parser.number()? }
            }
            "extract_dynamic" => {
                let vector = self.operand()?;
                ValueKind::ExtractDynamic { vector, index: self.next_operand()? }
            }
            "insert" => {
                let composite = self.operand()?;
                self.parser.expect_symbol(',')?;
                let index = self.parser.number()?;
                ValueKind::Insert { composite, index, part: self.next_operand()? }
            }
            "swizzle" => {
                let vector = self.operand()?;
                self.parser.expect_symbol(',')?;
                let components = self.parser.word_as("letters of a swizzle", words::components)?;
                ValueKind::Swizzle { vector, components }
            }
            "select" => {
                let condition = self.operand()?;
                let accept = self.next_operand()?;
                ValueKind::Select { condition, accept, reject: self.next_operand()? }
            }
            "call" => {
                let function = self.parser.function()?;
                ValueKind::Call { function, arguments: self.arguments()?.0 }
            }
            "builtin" => ValueKind::Builtin(Box::new(self.builtin(ty)?)),
            "spirv" => ValueKind::Spirv(Box::new(self.spirv()?)),
            "array_length" => ValueKind::ArrayLength(self.place()?),
            words::DEVICE_LENGTH => ValueKind::DeviceLength(self.parser.ty()?),
            "debug_printf" | "abort" => {
                let purpose = if word == "abort" { MessagePurpose::Abort } else { MessagePurpose::Print };
                let format = self.parser.string()?;
                ValueKind::Message(Box::new(Message { purpose, format, arguments: self.values()? }))
            }
            _ if tensor::is_word(word) => {
                let tensor = self.operand()?;
                ValueKind::Tensor { tensor, operation: self.access(word)? }
            }
            "sampled_image" => {
                let texture = self.operand()?;
                ValueKind::SampledImage { texture, sampler: self.next_operand()? }
            }
            _ => return Err(self.parser.error_before(format!("`{word}` is not an operation"))),
        })
    }

    /// Values without brackets, to the end of the line.
    pub(super) fn passed(&mut self) -> Parsed<Vec<Handle<Value>>> {
        if self.parser.at_line_end() { Ok(Vec::new()) } else { self.values_with_commas() }
    }

    /// Operands without brackets, at least one.
    pub(super) fn values_with_commas(&mut self) -> Parsed<Vec<Handle<Value>>> {
        let mut values = vec![self.operand()?];
        while self.parser.take_symbol(',') {
            values.push(self.operand()?);
        }
        Ok(values)
    }

    /// Operands in brackets.
    fn values(&mut self) -> Parsed<Vec<Handle<Value>>> {
        let mut values = Vec::new();
        self.bracketed(|it| {
            values.push(it.operand()?);
            Ok(())
        })?;
        Ok(values)
    }

    pub(super) fn bracketed(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.parser.expect_symbol('(')?;
        while !self.parser.take_symbol(')') {
            item(self)?;
            if !self.parser.at_symbol(')') {
                self.parser.expect_symbol(',')?;
            }
        }
        Ok(())
    }

    /// Arguments in brackets, and where they stand.
    fn arguments(&mut self) -> Parsed<(Vec<Argument>, Vec<Span>)> {
        let (mut arguments, mut spans) = (Vec::new(), Vec::new());
        self.bracketed(|it| {
            let first = it.parser.at;
            arguments.push(if let Some(place) = it.opt_place()? {
                Argument::Place(place)
            } else if it.parser.take_word("fn") {
                Argument::Function(it.parser.function()?)
            } else {
                Argument::Value(it.operand()?)
            });
            spans.push(it.parser.span_from(first));
            Ok(())
        })?;
        Ok((arguments, spans))
    }

    /// `subgroupAdd(%3)`, or `subgroupAdd#0.5(%3)` with the numbers of the prototype and the overload.
    fn builtin(&mut self, ty: Handle<Type>) -> Parsed<BuiltinCall> {
        let position = self.parser.at;
        let word = self.parser.word("the name of a built-in function")?;
        let (name, number) = match word.split_once('#') {
            Some((name, number)) => (name, Some(number)),
            None => (word, None),
        };
        let function = builtins::function(name).or_else(|| builtins::value(name)).or_else(|| builtins::operation(name));
        let function =
            function.ok_or_else(|| self.parser.error_before(format!("there is no built-in function `{name}`")))?;
        let row = match number {
            Some(_) => {
                self.parser.expect_symbol('.')?;
                self.parser.number()? as u16
            }
            None => 0,
        };
        let (arguments, argument_spans) = self.arguments()?;
        let types = &self.parser.types;
        let found = match number {
            Some(number) => number.parse::<usize>().ok().and_then(|number| {
                let prototype = function.prototypes.get(number)?;
                let instance = overload::numbered(types, &self.function, prototype, row, &arguments, ty);
                Some((number, instance))
            }),
            None => overload::find(types, &self.function, function, &arguments, ty),
        };
        let found = found.and_then(|(number, instance)| Some((function.prototypes.get(number)?, instance)));
        let Some((prototype, instance)) = found else {
            self.parser.at = position;
            let message = format!("no overload of `{name}` takes these arguments and returns this result");
            return Err(self.parser.error(message));
        };
        let (arguments, argument_spans) = (arguments.into(), argument_spans.into());
        Ok(BuiltinCall { function, prototype, instance, arguments, argument_spans })
    }

    /// `"GLSL.std.450" 35(%3, &x, literal 4) result decorated(...)`
    fn spirv(&mut self) -> Parsed<SpirvCall> {
        let instruction = self.parser.instruction()?;
        let mut arguments = Vec::new();
        self.bracketed(|it| {
            arguments.push(if let Some(place) = it.opt_place()? {
                SpirvArgument::Place(place)
            } else if it.parser.take_word("literal") {
                SpirvArgument::Literal(it.parser.number()?)
            } else {
                SpirvArgument::Value(it.operand()?)
            });
            Ok(())
        })?;
        let decorations = if self.parser.take_word("result") { self.parser.decorations()? } else { Vec::new() };
        Ok(SpirvCall { instruction, arguments, decorations })
    }

    /// `(%2, &data) non_temporal` after the tensor.
    fn access(&mut self, word: &str) -> Parsed<TensorOperation> {
        let (mut values, mut place) = (Vec::new(), None);
        self.bracketed(|it| {
            match it.opt_place()? {
                Some(data) => place = Some(data),
                None => values.push(it.operand()?),
            }
            Ok(())
        })?;
        let non_temporal = self.parser.take_word(tensor::NON_TEMPORAL);
        tensor::operation(word, &values, place, non_temporal)
            .ok_or_else(|| self.parser.error_before(format!("`{word}` takes other operands")))
    }
}
