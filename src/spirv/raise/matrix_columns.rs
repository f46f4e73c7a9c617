//! Operations on matrices, column by column. SPIR-V only has instructions for products of matrices.
//!
//! Comes in: sums, differences, quotients, negations, conversions of matrices, and component-wise selections. Goes out:
//! the same on vectors, and matrices composed of them. Must not depend on: other steps.

use super::taking_apart::{TakeValueApart, View, redefine};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{BinaryOperation, Handle, Type, Value, ValueKind};
use crate::spirv::{Lowered, Options};
use crate::target::SpirvVersion;

pub(super) struct MatrixColumns {
    has_composite_select: bool,
}

impl TakeValueApart for MatrixColumns {
    fn new(options: &Options) -> Self {
        Self { has_composite_select: options.target.spirv >= SpirvVersion::V1_4 }
    }

    fn concerns(&self, kind: &ValueKind) -> bool {
        match *kind {
            ValueKind::Unary { .. } | ValueKind::Convert(_) => true,
            ValueKind::Binary { operation, .. } => operation != BinaryOperation::Multiply,
            ValueKind::Select { .. } => !self.has_composite_select,
            _ => false,
        }
    }

    fn wants(&self, _view: View<'_>, _kind: &ValueKind, ty: &Type) -> bool {
        matches!(ty, Type::Matrix { .. })
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        value: Handle<Value>,
    ) -> Lowered<()> {
        let definition = function.values.get_mut(value);
        let kind = definition.kind.clone();
        let Type::Matrix { columns, rows, scalar } = *module.types.get(definition.ty) else { return Ok(()) };
        let column_type = module.vector(rows, scalar);
        let mut parts = Vec::with_capacity(columns.get() as usize);
        for index in 0..columns.get() {
            let mut column = |whole| function.extract(module, whole, index);
            let part = match kind {
                ValueKind::Unary { operation, operand } => ValueKind::Unary { operation, operand: column(operand) },
                ValueKind::Convert(operand) => ValueKind::Convert(column(operand)),
                ValueKind::Binary { operation, left, right } => {
                    ValueKind::Binary { operation, left: column(left), right: column(right) }
                }
                ValueKind::Select { condition, accept, reject } => {
                    ValueKind::Select { condition, accept: column(accept), reject: column(reject) }
                }
                _ => return Ok(()),
            };
            let span = function.span;
            parts.push(function.evaluate(part, column_type, span));
        }
        redefine(function, value, ValueKind::Compose(parts));
        Ok(())
    }
}
