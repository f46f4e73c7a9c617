//! Constants in the text form.
//!
//! Comes in: constants. Goes out: literals for scalars, and what stands on the line of the rest. Must not depend on:
//! functions.

use super::Printer;
use super::operand::as_literal;
use crate::hir::text::literal::literal;
use crate::hir::text::{name_or_string, words};
use crate::hir::{Constant, ConstantKind, ConstantOperation, Handle, Module, Scalar, Type};

/// The numbers of the constants that have a line of their own: all but plain scalars.
pub(super) fn listed(module: &Module) -> Vec<Option<u32>> {
    let mut next = 0;
    let mut number = |constant: &Constant| {
        as_literal(module, constant).is_none().then(|| {
            next += 1;
            next - 1
        })
    };
    module.constants.iter().map(|(_, constant)| number(constant)).collect()
}

impl Printer<'_> {
    /// What follows the `=` of a constant's line.
    pub(super) fn constant_kind(&self, constant: &Constant) -> String {
        let operand = |handle: &Handle<Constant>| self.constant(*handle);
        let list = |handles: &[Handle<Constant>]| handles.iter().map(operand).collect::<Vec<_>>().join(", ");
        match &constant.kind {
            ConstantKind::Scalar(bits) => format!("bits {bits:#x}"),
            ConstantKind::Composite(parts) => format!("({})", list(parts)),
            ConstantKind::Null => "null".to_owned(),
            ConstantKind::Specialization { id, default, name } => {
                let default = match self.module.types.get(constant.ty) {
                    &Type::Scalar(scalar) if scalar.holds(*default) => literal(scalar, *default),
                    _ => format!("bits {default:#x}"),
                };
                format!("specialization {id}, default {default}, name {}", name_or_string(name))
            }
            ConstantKind::WorkgroupSize(parts) => format!("workgroup_size ({})", list(parts)),
            ConstantKind::Operation(operation) => match operation {
                ConstantOperation::DeviceLength(ty) => {
                    format!("{} {}", words::DEVICE_LENGTH, self.type_name(*ty))
                }
                ConstantOperation::DescriptorSize(ty, storage) => {
                    format!("descriptor_size {} {}", self.type_name(*ty), words::storage_word(*storage))
                }
                ConstantOperation::Unary(operation, value) => {
                    format!("{} {}", words::unary_word(*operation), operand(value))
                }
                ConstantOperation::Binary(operation, left, right) => {
                    format!("{} {}, {}", words::binary_word(*operation), operand(left), operand(right))
                }
                ConstantOperation::Convert(value) => format!("convert {}", operand(value)),
                ConstantOperation::Select(condition, accept, reject) => {
                    format!("select {}, {}, {}", operand(condition), operand(accept), operand(reject))
                }
                ConstantOperation::Extract(value, index) => format!("extract {}, {index}", operand(value)),
                ConstantOperation::Swizzle(value, components) => {
                    format!("swizzle {}, {}", operand(value), words::letters(components))
                }
            },
        }
    }

    /// The label of a case, of the selector's type.
    pub(super) fn label(&self, scalar: Option<Scalar>, bits: u64) -> String {
        match scalar {
            Some(scalar) if scalar.holds(bits) => literal(scalar, bits),
            _ => format!("bits {bits:#x}"),
        }
    }
}
