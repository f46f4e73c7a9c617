//! Cooperative matrices.
//!
//! Comes in: steps of recipes. Goes out: expressions and statements. Must not depend on: other kinds of steps.
//!
//! naga's matrices have 8 or 16 rows and columns of `float` or `float16_t`, belong to a subgroup, and are loaded from arrays
//! of the same type.

use super::{Call, Item, THIS};
use crate::builtins::vocabulary::Op;
use crate::builtins::{Operand as Source, Step};
use crate::hir::{Argument, BinaryOperation, ValueKind};
use crate::naga_bridge::body::FunctionWriter;
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::cooperative_matrix::filled;
use crate::naga_bridge::memory::Form;
use crate::naga_bridge::place::{Index, Target};
use crate::naga_bridge::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use naga::{BinaryOperator, CooperativeData, Expression, Handle, Scalar, Statement, TypeInner, UnaryOperator};

/// `gl_CooperativeMatrixLayoutRowMajor` and `gl_CooperativeMatrixLayoutColumnMajor`.
const ROW_MAJOR: u64 = 0;
const COLUMN_MAJOR: u64 = 1;

impl Call<'_, '_, '_, '_> {
    /// A step that works on whole matrices.
    pub(super) fn cooperative_step(
        &mut self,
        opcode: Op,
        step: &'static Step,
        results: &[Item],
    ) -> Bridged<Option<Item>> {
        let operand = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        match opcode {
            Op::CooperativeMatrixLoadKHR => {
                let shape = self.argument_shape(0)?;
                let Shape::Other(ty) = shape else { return unsupported(THIS) };
                let TypeInner::CooperativeMatrix { columns, rows, scalar, role } = *self.writer.module.inner(ty)?
                else {
                    return unsupported(THIS);
                };
                let data = self.matrix_data(operand(0)?, operand(1)?, operand(2)?, scalar, results)?;
                let loaded = self.writer.typed(Expression::CooperativeLoad { columns, rows, role, data }, shape);
                // Back ends print the expression where it is used unless it has a name; memory may have changed by then.
                self.writer.out.named_expressions.insert(loaded.it, "matrix".to_owned());
                Ok(Some(Item::Value(loaded)))
            }
            Op::CooperativeMatrixStoreKHR => {
                let matrix = self.operand(operand(1)?, results)?;
                let Shape::Other(ty) = matrix.shape else { return unsupported(THIS) };
                let scalar = self.writer.module.inner(ty)?.scalar().or_missing("a component")?;
                let data = self.matrix_data(operand(0)?, operand(2)?, operand(3)?, scalar, results)?;
                self.writer.push(Statement::CooperativeStore { target: matrix.it, data });
                Ok(Some(Item::Void))
            }
            Op::CooperativeMatrixMulAddKHR => {
                if self.call.arguments.len() > 3 {
                    return unsupported(format!("{THIS} with operands"));
                }
                let (a, b) = (self.operand(operand(0)?, results)?, self.operand(operand(1)?, results)?);
                let c = self.operand(operand(2)?, results)?;
                let sum = Expression::CooperativeMultiplyAdd { a: a.it, b: b.it, c: c.it };
                Ok(Some(Item::Value(self.writer.typed(sum, c.shape))))
            }
            _ => Ok(None),
        }
    }

    /// Where a matrix lies in memory.
    fn matrix_data(
        &mut self,
        element: Source,
        layout: Source,
        stride: Source,
        scalar: Scalar,
        results: &[Item],
    ) -> Bridged<CooperativeData> {
        let row_major = match self.known(layout, results)? {
            Some(ROW_MAJOR) => true,
            Some(COLUMN_MAJOR) => false,
            _ => return unsupported("matrices in this order"),
        };
        let Source::Element(array, index) = element else { return unsupported(THIS) };
        let pointer = self.element_pointer(array, index, scalar, results)?;
        let stride = self.operand(stride, results)?;
        Ok(CooperativeData { pointer, stride: self.writer.convert(stride, Scalar::U32).it, row_major })
    }

    /// A pointer to an element of the array passed for a parameter.
    fn element_pointer(
        &mut self,
        array: u8,
        index: u8,
        scalar: Scalar,
        results: &[Item],
    ) -> Bridged<Handle<Expression>> {
        let Some(&Argument::Place(place)) = self.call.arguments.get(usize::from(array)) else {
            return unsupported(THIS);
        };
        let place = self.writer.function.places.try_get(place).or_missing("a place")?;
        let array = self.writer.target(place)?;
        let index = self.operand(Source::Parameter(index), results)?;
        let index = self.writer.convert(index, Scalar::U32);
        match self.writer.step(array, Index::Computed(index.it))? {
            Target::Memory(pointer, memory)
                if matches!(memory.form, Form::Plain)
                    && *self.writer.module.inner(memory.ty)? == TypeInner::Scalar(scalar) =>
            {
                Ok(pointer)
            }
            _ => Err(Unsupported::new(format!("{THIS} of an array whose elements have another type than the matrix"))
                .help("declare the array with the type of the matrix")),
        }
    }
}

impl FunctionWriter<'_, '_> {
    /// The result of an operator or conversion, which is a cooperative matrix; `None` if it is computed like any other value.
    pub(in crate::naga_bridge) fn matrix_operation(
        &mut self,
        kind: &ValueKind,
        ty: Handle<naga::Type>,
    ) -> Bridged<Option<Typed>> {
        let shape = Shape::Other(ty);
        match *kind {
            ValueKind::Unary { operand, .. } => {
                let operand = self.value(operand)?;
                let scalar = self.module.inner(ty)?.scalar().or_missing("a component")?;
                let one = self.small(1, Shape::Scalar(scalar))?;
                let minus_one = self.typed(Expression::Unary { op: UnaryOperator::Negate, expr: one.it }, one.shape);
                Ok(Some(self.plain_binary(BinaryOperator::Multiply, operand, minus_one, shape)))
            }
            ValueKind::Binary { operation: BinaryOperation::Add | BinaryOperation::Subtract, .. } => Ok(None),
            ValueKind::Binary { operation, left, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let is_scaled = matches!(left.shape, Shape::Scalar(_)) || matches!(right.shape, Shape::Scalar(_));
                if operation == BinaryOperation::Multiply && is_scaled {
                    return Ok(Some(self.plain_binary(BinaryOperator::Multiply, left, right, shape)));
                }
                unsupported("operators on cooperative matrices but for sums, differences and scaling")
            }
            ValueKind::Splat(operand) => {
                let definition = self.definition(operand)?;
                let is_zero = match definition.kind {
                    ValueKind::Constant(constant) => self.module.is_zero(constant),
                    _ => false,
                };
                if is_zero {
                    return Ok(Some(self.typed(Expression::ZeroValue(ty), shape)));
                }
                filled()
            }
            ValueKind::Convert(_) => unsupported("conversions of cooperative matrices"),
            ValueKind::Insert { .. } => unsupported("components of cooperative matrices"),
            _ => Ok(None),
        }
    }
}
