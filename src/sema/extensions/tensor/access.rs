//! `tensorReadARM`, `tensorWriteARM` and `tensorSizeARM` (GL_ARM_tensors, 8.X): calls whose arguments depend on the type of
//! the tensor and on each other, which no row of the built-in tables can describe.
//!
//! Comes in: the parameters of a tensor type, evaluated arguments. Goes out: the type, one value of HIR. Must not
//! depend on: how it is lowered.

use crate::builtins::SmallFloat;
use crate::diagnostics::with_article;
use crate::hir::type_text::number_text;
use crate::hir::{
    ArrayLength, Handle, MemoryQualifiers, Scalar, ScalarKind, Span, TensorOperation, TensorType, Type, TypeNumber,
    Value, ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::expressions::operand::{EvaluatedArgument, EvaluatedArguments, Operand, Path};
use crate::sema::extensions::hook::TypeHooks;
use crate::sema::extensions::tensor::messages;
use crate::sema::types::type_argument::TypeArgument;

const EXTENSION: &str = "GL_ARM_tensors";
const TYPES: &str = "GL_ARM_tensors, 4.1.X Tensor Types";
const FUNCTIONS: &str = "GL_ARM_tensors, 8.X Tensor Functions";

/// Bits of the tensor operands (GL_ARM_tensors, 7.3.X).
const NON_TEMPORAL: i64 = 1;
const OUT_OF_BOUNDS_VALUE: i64 = 2;

/// The functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sema) enum TensorFunction {
    Read,
    Write,
    Size,
}

impl TensorFunction {
    const fn name(self) -> &'static str {
        match self {
            TensorFunction::Read => "tensorReadARM",
            TensorFunction::Write => "tensorWriteARM",
            TensorFunction::Size => "tensorSizeARM",
        }
    }

    /// Whether it writes to an argument, which must then not be read first.
    pub(in crate::sema) const fn writes(self, argument: usize) -> bool {
        matches!(self, TensorFunction::Read) && argument == 2
    }

    /// How many arguments it takes.
    const fn counts(self) -> std::ops::RangeInclusive<usize> {
        match self {
            TensorFunction::Read | TensorFunction::Write => 3..=5,
            TensorFunction::Size => 2..=2,
        }
    }
}

/// The function with a name.
pub(in crate::sema) fn function(name: &str) -> Option<TensorFunction> {
    [TensorFunction::Read, TensorFunction::Write, TensorFunction::Size].into_iter().find(|it| it.name() == name)
}

/// The hooks for tensors.
pub(in crate::sema) static HOOKS: TypeHooks = TypeHooks::new(|analyzer, arguments, _| analyzer.tensor_type(arguments));

impl Analyzer<'_> {
    /// `tensorARM<element, rank>`
    fn tensor_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(element, element_span), TypeArgument::Constant(rank, rank_span)] = arguments else {
            return None;
        };
        let Type::Scalar(scalar) = *self.module.types.get(element) else {
            self.report(messages::elements_are_scalars(element_span, &self.spell(element), TYPES));
            return None;
        };
        let small = match scalar.kind {
            ScalarKind::SmallFloat(SmallFloat::BFloat16) => Some("GL_ARM_tensors_bfloat16"),
            ScalarKind::SmallFloat(SmallFloat::E4M3) => Some("GL_ARM_tensors_float_e4m3"),
            ScalarKind::SmallFloat(SmallFloat::E5M2) => Some("GL_ARM_tensors_float_e5m2"),
            _ => None,
        };
        if let Some(extension) = small {
            let what = format!("a tensor of `{}`", self.spell(element));
            if !self.require_extension(extension, &what, element_span) {
                return None;
            }
        }
        if let ScalarKind::SmallFloat(format) = scalar.kind
            && small.is_none()
        {
            self.report(messages::no_access_to_elements(element_span, &format.name(), FUNCTIONS));
            return None;
        }
        // Integers among the parameters of a type are `uint`, even negative ones.
        let known = self.integer_value(rank).map(|rank| rank as u32 as i32);
        let rank = match known {
            Some(rank @ ..1) => {
                self.report(messages::rank_too_small(rank_span, &rank, TYPES));
                return None;
            }
            Some(rank) => TypeNumber::Constant(rank as u32),
            None => TypeNumber::Specialization(rank),
        };
        Some(self.module.types.insert(TensorType::Resource { element: scalar, rank }.into()))
    }

    /// A call of one of the functions.
    pub(in crate::sema) fn tensor_access(
        &mut self,
        function: TensorFunction,
        name_span: Span,
        evaluated: EvaluatedArguments,
        span: Span,
    ) -> Operand {
        let name = function.name();
        if !self.require_extension(EXTENSION, name, name_span) {
            return Operand::Error;
        }
        let counts = function.counts();
        if !counts.contains(&evaluated.len()) {
            let (least, most) = counts.into_inner();
            let count = if least == most { least.to_string() } else { format!("{least} to {most}") };
            self.report(messages::wrong_number_of_arguments(name_span, &name, &count, &evaluated.len(), FUNCTIONS));
            return Operand::Error;
        }
        self.tensor_operation(function, evaluated, span).unwrap_or(Operand::Error)
    }

    /// `None` after a report.
    fn tensor_operation(
        &mut self,
        function: TensorFunction,
        arguments: EvaluatedArguments,
        span: Span,
    ) -> Option<Operand> {
        let mut arguments = arguments.into_iter();
        let tensor = arguments.next()?;
        let Some(TensorType::Resource { element, rank }) = self.module.types.get(tensor.ty).tensor() else {
            self.report(messages::not_a_tensor(tensor.span, &function.name(), &self.spell(tensor.ty), FUNCTIONS));
            return None;
        };
        let path = self.tensor_path(function, tensor.operand, tensor.span)?;
        // Loading gives the tensor itself, which `writeonly` does not forbid.
        let place = self.place(&path, tensor.span);
        let tensor = self.builder.evaluate(ValueKind::Load(place), tensor.ty, tensor.span);
        if function == TensorFunction::Size {
            let dimension = self.tensor_dimension(arguments.next()?, rank)?;
            let kind = ValueKind::Tensor { tensor, operation: TensorOperation::Size { dimension } };
            let uint = self.common.uint;
            return Some(Operand::Value(self.builder.evaluate(kind, uint, span)));
        }
        let coordinates = self.tensor_coordinates(arguments.next()?, rank)?;
        let data = arguments.next()?;
        self.check_tensor_data(&data, element)?;
        let bits = match arguments.next() {
            Some(operands) => self.tensor_operands(function, &operands)?,
            None => 0,
        };
        let non_temporal = bits & NON_TEMPORAL != 0;
        let out_of_bounds = self.tensor_out_of_bounds(bits, arguments.next(), element, span)?;
        let operation = match function {
            TensorFunction::Write => {
                let data = self.value(data.operand, data.span)?;
                TensorOperation::Write { coordinates, data, non_temporal }
            }
            _ => {
                let path = self.writable(data.operand, data.span, "read into")?;
                let data = self.place(&path, data.span);
                TensorOperation::Read { data, coordinates, non_temporal, out_of_bounds }
            }
        };
        let (kind, void) = (ValueKind::Tensor { tensor, operation }, self.module.void());
        Some(Operand::Value(self.builder.evaluate(kind, void, span)))
    }

    /// The tensor variable, unless the function reads a `writeonly` or writes a `readonly` one.
    fn tensor_path(&mut self, function: TensorFunction, tensor: Operand, span: Span) -> Option<Box<Path>> {
        let Operand::Place(path) = tensor else {
            self.report(message::not_a_resource_variable(span));
            return None;
        };
        let (qualifier, word, verb) = match function {
            TensorFunction::Read => (MemoryQualifiers::WRITEONLY, "writeonly", "reads"),
            TensorFunction::Write => (MemoryQualifiers::READONLY, "readonly", "writes"),
            TensorFunction::Size => return Some(path),
        };
        if !path.access.contains(qualifier) {
            return Some(path);
        }
        self.report(messages::access_against_qualifier(span, &function.name(), &verb, &word, FUNCTIONS));
        None
    }

    /// If the rank or the number of coordinates depends on specialization, the defaults have to agree: specializing one
    /// without the other is the host's mistake.
    fn tensor_coordinates(&mut self, argument: EvaluatedArgument, rank: TypeNumber) -> Option<Handle<Value>> {
        let fits = match *self.module.types.get(argument.ty) {
            Type::Array { element, length } if element == self.common.uint => match (length, rank) {
                (ArrayLength::Specialization(length), TypeNumber::Specialization(rank)) if length == rank => true,
                (ArrayLength::Constant(length), rank) => self.default_rank(rank) == Some(length.into()),
                (ArrayLength::Specialization(length), rank) => {
                    self.default_value(length).is_some_and(|length| self.default_rank(rank) == Some(length))
                }
                (ArrayLength::Runtime, _) => false,
            },
            _ => false,
        };
        if !fits {
            let spelled = self.spell(argument.ty);
            let rank = number_text(&self.module.constants, rank);
            self.report(messages::wrong_coordinates(argument.span, &rank, &spelled, FUNCTIONS));
            return None;
        }
        self.value(argument.operand, argument.span)
    }

    /// The rank, or its value if nothing is specialized.
    fn default_rank(&mut self, rank: TypeNumber) -> Option<i64> {
        match rank {
            TypeNumber::Constant(rank) => Some(rank.into()),
            TypeNumber::Specialization(rank) => self.default_value(rank),
        }
    }

    fn check_tensor_data(&mut self, data: &EvaluatedArgument, element: Scalar) -> Option<()> {
        let of = match *self.module.types.get(data.ty) {
            Type::Array { element, length } if length != ArrayLength::Runtime => element,
            _ => data.ty,
        };
        if *self.module.types.get(of) == Type::Scalar(element) {
            return Some(());
        }
        let element = self.module.scalar(element);
        let (spelled, element) = (self.spell(data.ty), self.spell(element));
        self.report(messages::wrong_data(data.span, &element, &spelled, FUNCTIONS, &with_article(&element)));
        None
    }

    /// The constant bits of the tensor operands.
    fn tensor_operands(&mut self, function: TensorFunction, argument: &EvaluatedArgument) -> Option<i64> {
        let uint = self.common.uint;
        let operand = self.convert_for(argument.operand.clone(), uint, argument.span, "the tensor operands");
        let bits = match operand {
            Operand::Constant(constant) => self.integer_value(constant),
            Operand::Error => return None,
            _ => None,
        };
        let span = argument.span;
        let message = match bits {
            None => messages::operands_not_constant(span),
            Some(bits) if bits & !(NON_TEMPORAL | OUT_OF_BOUNDS_VALUE) != 0 => messages::no_such_operands(span, bits),
            Some(bits) if bits & OUT_OF_BOUNDS_VALUE != 0 && function == TensorFunction::Write => {
                messages::out_of_bounds_value_of_write(span)
            }
            Some(bits) => return Some(bits),
        };
        self.report(message);
        None
    }

    /// The argument that the operands require.
    fn tensor_out_of_bounds(
        &mut self,
        bits: i64,
        argument: Option<EvaluatedArgument>,
        element: Scalar,
        span: Span,
    ) -> Option<Option<Handle<Value>>> {
        let element = self.module.scalar(element);
        let spelled = self.spell(element);
        let message = match (argument, bits & OUT_OF_BOUNDS_VALUE != 0) {
            (None, false) => return Some(None),
            (None, true) => messages::out_of_bounds_value_missing(span, &spelled),
            (Some(value), false) => messages::out_of_bounds_value_unused(value.span),
            (Some(value), true) if value.ty != element => {
                messages::out_of_bounds_value_of_other_type(value.span, &spelled, &self.spell(value.ty))
            }
            (Some(value), true) => match value.operand {
                Operand::Constant(_) => return self.value(value.operand, value.span).map(Some),
                _ => messages::out_of_bounds_value_not_constant(value.span),
            },
        };
        self.report(message);
        None
    }

    fn tensor_dimension(&mut self, argument: EvaluatedArgument, rank: TypeNumber) -> Option<Handle<Value>> {
        let uint = self.common.uint;
        let operand = self.convert_for(argument.operand, uint, argument.span, "the dimension");
        let Operand::Constant(constant) = operand else {
            if !matches!(operand, Operand::Error) {
                self.report(messages::dimension_not_constant(argument.span));
            }
            return None;
        };
        if let (Some(value), TypeNumber::Constant(rank)) = (self.integer_value(constant), rank)
            && value >= i64::from(rank)
        {
            self.report(messages::no_such_dimension(argument.span, &rank, &(rank - 1), &value, FUNCTIONS));
            return None;
        }
        self.value(Operand::Constant(constant), argument.span)
    }
}
