//! Cooperative vectors: the type and its operations (GL_NV_cooperative_vector). They are vectors whose components are
//! not accessed one by one; the ways in which they can do less than other such vectors are here.
//!
//! Comes in: evaluated parameters and operand types. Goes out: the type, and what is allowed. Must not depend on: how
//! operations become SPIR-V.

use crate::builtins::{Function, Instruction, Prototype, extensions};
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{Handle, ScalarKind, Span, StorageClass, Type, VectorLength, VectorSize};
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::extensions::hook::{CheckedCall, HiddenPart, TypeHooks};
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use spirv::GlslStd450Op as Ext;
use std::fmt::Display;

/// The extended instructions that SPV_NV_cooperative_vector gives cooperative vectors.
const EXTENDED: [Ext; 18] = [
    Ext::Exp,
    Ext::Log,
    Ext::Tanh,
    Ext::Atan,
    Ext::Fma,
    Ext::Step,
    Ext::FMin,
    Ext::NMin,
    Ext::UMin,
    Ext::SMin,
    Ext::FMax,
    Ext::NMax,
    Ext::UMax,
    Ext::SMax,
    Ext::FClamp,
    Ext::NClamp,
    Ext::UClamp,
    Ext::SClamp,
];

/// The interpretations of a vector, as numbers of `VkComponentTypeKHR`, with several numbers in each component.
const PACKED: [i64; 2] = [1_000_491_000, 1_000_491_001];

/// How many numbers those have.
const PACKED_IN_ONE: i64 = 4;

const INPUT_COMPONENTS: &str = "GL_NV_cooperative_vector, 8.X: InputComps must equal K, unless they are packed";

/// Whether overload `row` of a built-in function takes cooperative vectors in place of vectors: functions that compute
/// with exactly one of these instructions do.
pub(super) fn has_cooperative_form(prototype: &Prototype, row: u16) -> bool {
    let steps = prototype.recipe(row).map_or(&[][..], |recipe| recipe.steps);
    let computes = |instruction: &Instruction| matches!(instruction, Instruction::Ext(op) if EXTENDED.contains(op));
    steps.iter().any(|step| computes(&step.instruction))
        && steps.iter().all(|step| computes(&step.instruction) || matches!(step.instruction, Instruction::Splat))
}

/// The hooks for cooperative vectors.
pub(in crate::sema) static HOOKS: TypeHooks = TypeHooks {
    construct_from: Some(|analyzer, it| analyzer.convert_cooperative_vector(it.ty, it.arguments)),
    unary: Some(|_, op, _| (op == UnaryOperator::Plus).then_some(false)),
    binary: Some(|analyzer, it| {
        if analyzer.cooperative_vectors_take(it.op, it.left.1, it.right.1) {
            return None;
        }
        Some(analyzer.operand_error(it))
    }),
    increments: false,
    hidden: Some(HiddenPart {
        what: "cooperative vector",
        code: Code::CooperativeMatrixMisplaced,
        note: "GL_NV_cooperative_vector, 4.1: only variables, parameters and results of functions",
        help: Some("declare an array of numbers and use `coopVecLoadNV` and `coopVecStoreNV`"),
        rank: 1,
        compares: false,
        in_shared: false,
    }),
    ..TypeHooks::new(|analyzer, arguments, _| analyzer.cooperative_vector_type(arguments))
};

/// Checks a call with cooperative vectors and memory: products and sums in memory need buffers, and a result has as
/// many components as the matrix has rows, an argument as many as it has columns. Returns whether all is right.
pub(super) fn check_vector_in_buffer(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    analyzer.check_cooperative_vectors(call.function, call.prototype, call.operands)
}

impl Analyzer<'_> {
    /// The type `coopvecNV<component, length>`. The length is checked when the pipeline is created.
    fn cooperative_vector_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(component, component_span), TypeArgument::Constant(length, _)] = arguments else {
            return None;
        };
        let scalar = match *self.module.types.get(component) {
            Type::Scalar(scalar) if scalar.kind != ScalarKind::Bool => scalar,
            _ => {
                let spelled = self.spell(component);
                self.report(components_are_numbers(component_span, &spelled));
                return None;
            }
        };
        let known = if self.is_specialization(length) { None } else { self.integer_value(length) };
        let known = known.map(|length| length as u32);
        let size = self.module.types.symbolic_size(VectorLength { constant: length, known, cooperative: true });
        Some(self.module.vector(size, scalar))
    }

    /// `coopvecNV<...>(v)` and `vector<...>(v)`: from a cooperative vector of the same length (GL_NV_cooperative_vector, 5.4;
    /// GL_EXT_long_vector, 4.1.5). Nothing else is constructed from one.
    fn convert_cooperative_vector(&mut self, ty: Handle<Type>, arguments: &[EvaluatedArgument]) -> Operand {
        let size = |ty: Handle<Type>| match *self.module.types.get(ty) {
            Type::Vector(size, _) => Some(size),
            _ => None,
        };
        if let [argument] = arguments
            && size(argument.ty) == size(ty)
        {
            return self.convert(argument.operand.clone(), ty, argument.span);
        }
        if let [argument] = arguments
            && self.is_on(extensions::GL_EXT_long_vector)
            && let (Some(from), Some(to)) = (size(argument.ty), size(ty))
            && let Some(vector) = self.convert_vector_kind((argument, from), (ty, to))
        {
            return vector;
        }
        let Some(argument) = arguments.iter().find(|argument| self.is_cooperative_vector(argument.ty)) else {
            return Operand::Error;
        };
        let (from, to) = (self.spell(argument.ty), self.spell(ty));
        self.report(not_from_type(argument.span, &with_article(&to), &with_article(&from)));
        Operand::Error
    }

    /// A vector of the other kind with the same length and the same components, converted; `None` if the lengths differ
    /// or are too large to list the components.
    fn convert_vector_kind(
        &mut self,
        (argument, from): (&EvaluatedArgument, VectorSize),
        (ty, to): (Handle<Type>, VectorSize),
    ) -> Option<Operand> {
        let span = argument.span;
        let Some(count) = self.module.types.known_length(to) else {
            let same = self.module.types.same_specialized_length(from, to);
            return same.then(|| self.convert(argument.operand.clone(), ty, span));
        };
        if self.module.types.known_length(from) != Some(count) || count > VectorSize::MOST_LISTED {
            return None;
        }
        let scalar = self.module.types.get(ty).scalar()?;
        let component = self.module.scalar(scalar);
        let same_kind = self.with_scalar(argument.ty, scalar);
        let converted = self.convert(argument.operand.clone(), same_kind, span);
        let parts: Vec<_> = (0..count).map(|index| self.extract(converted.clone(), index, component, span)).collect();
        Some(self.compose(ty, &parts, span))
    }

    fn check_cooperative_vectors(
        &mut self,
        function: &Function,
        prototype: &Prototype,
        operands: &[(Operand, Handle<Type>, Span)],
    ) -> bool {
        let mut fits = true;
        for (operand, _, span) in operands {
            if matches!(operand, Operand::Place(path) if path.storage == StorageClass::Workgroup) {
                self.report(works_on_shared_memory(*span, &function.name));
                fits = false;
            }
        }
        let given = |name| operands.get(prototype.parameters.iter().position(|it| it.name == name)?);
        let length = |analyzer: &Self, index: usize| match *analyzer.module.types.get(operands.get(index)?.1) {
            Type::Vector(size, _) => analyzer.module.types.known_length(size).map(i64::from),
            _ => None,
        };
        let number = |analyzer: &mut Self, name| match given(name) {
            Some(&(Operand::Constant(constant), _, span)) if !analyzer.is_specialization(constant) => {
                Some((analyzer.integer_value(constant)?, span))
            }
            _ => None,
        };
        let mut mismatches = Vec::new();
        if let (Some((rows, span)), Some(length)) = (number(self, "M"), length(self, 0))
            && length != rows
        {
            mismatches.push(result_and_rows_differ(span, length, rows));
        }
        if let (Some((columns, span)), Some((interpretation, _)), Some(length)) =
            (number(self, "K"), number(self, "inputInterpretation"), length(self, 1))
        {
            if PACKED.contains(&interpretation) {
                if columns > PACKED_IN_ONE * length {
                    mismatches.push(too_few_packed(span, length, columns));
                }
            } else if columns != length {
                mismatches.push(vector_and_columns_differ(span, length, columns));
            }
        }
        fits &= mismatches.is_empty();
        mismatches.into_iter().for_each(|mismatch| self.report(mismatch));
        fits
    }

    /// Whether an operator takes these operands, if they are cooperative vectors (GL_NV_cooperative_vector, 5.9): two
    /// of one type, or in a multiplication one and a scalar of its component type.
    fn cooperative_vectors_take(&self, op: BinaryOperator, left: Handle<Type>, right: Handle<Type>) -> bool {
        use BinaryOperator as B;
        let vectors = (self.is_cooperative_vector(left), self.is_cooperative_vector(right));
        if vectors == (false, false) {
            return true;
        }
        let scalar = |ty| self.module.types.get(ty).scalar();
        let scales =
            |other| *self.module.types.get(other) == Type::Scalar(scalar(left).unwrap_or(crate::hir::Scalar::BOOL));
        let integers = scalar(left).is_some_and(|it| matches!(it.kind, ScalarKind::Sint | ScalarKind::Uint));
        match op {
            B::Multiply if vectors == (true, false) => scales(right),
            B::Multiply if vectors == (false, true) => {
                scalar(left) == scalar(right) && matches!(self.module.types.get(left), Type::Scalar(_))
            }
            B::Add | B::Subtract | B::Multiply | B::Divide => left == right,
            B::BitAnd | B::BitOr | B::BitXor | B::ShiftLeft | B::ShiftRight => left == right && integers,
            _ => false,
        }
    }
}

#[cold]
fn components_are_numbers(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::CooperativeMatrixComponent,
        span,
        format!("the components of a cooperative vector are numbers, but this is `{spelled}`"),
    )
    .with_note("GL_NV_cooperative_vector, 4.1: the type per component must be a scalar numerical type")
}

#[cold]
fn not_from_type(span: Span, to: &dyn Display, from: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstructorArgument, span, format!("{to} cannot be constructed from {from}"))
        .with_note("GL_NV_cooperative_vector, 5.4: cooperative vectors convert to those of the same length")
        .with_help("take its components: `v[0]`")
}

#[cold]
fn works_on_shared_memory(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::CooperativeMatrixMemory,
        span,
        format!("`{name}` works on arrays in buffers, but this is `shared` memory"),
    )
    .with_note("GL_NV_cooperative_vector, 8.X: the array must be in buffer storage")
}

#[cold]
fn result_and_rows_differ(span: Span, length: i64, rows: i64) -> Diagnostic {
    let message = format!("the result has {length} components but the matrix has {rows} rows; they must be the same");
    Diagnostic::error(Code::MatrixShape, span, message)
        .with_note("GL_NV_cooperative_vector, 8.X: ResultComps must equal M")
}

#[cold]
fn too_few_packed(span: Span, length: i64, columns: i64) -> Diagnostic {
    let held = PACKED_IN_ONE * length;
    let message =
        format!("the {length} components of the vector hold {held} numbers but the matrix has {columns} columns");
    Diagnostic::error(Code::MatrixShape, span, message).with_note(INPUT_COMPONENTS)
}

#[cold]
fn vector_and_columns_differ(span: Span, length: i64, columns: i64) -> Diagnostic {
    let message =
        format!("the vector has {length} components but the matrix has {columns} columns; they must be the same");
    Diagnostic::error(Code::MatrixShape, span, message).with_note(INPUT_COMPONENTS)
}
