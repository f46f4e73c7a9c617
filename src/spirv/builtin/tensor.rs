//! Tensor addressing operands (SPV_NV_tensor_addressing).
//!
//! Comes in: the parameters that a row lists. Goes out: a mask and the ids. Must not depend on: any built-in by name.

use super::call::Call;
use crate::builtins::{BuiltinType, FunctionRule, TypeFamilyKind};
use crate::spirv::section::OperandList;
use crate::spirv::{Lowered, OrBug, require};
use rspirv::dr::Operand;
use rspirv::spirv;

impl Call<'_, '_, '_> {
    /// The tensor addressing operands for these parameters.
    pub(super) fn tensor_operands(&mut self, parameters: &[u8], operands: &mut OperandList) -> Lowered<()> {
        let mut bits = spirv::TensorAddressingOperands::NONE;
        let mut ids = Vec::new();
        for &index in parameters {
            let index = usize::from(index);
            let ty = self.call.prototype.parameter_type(index, self.call.instance);
            bits |= tensor_operand(ty).or_bug("a tensor addressing operand")?;
            ids.push(Operand::IdRef(self.parameter_value(index)?.0));
        }
        operands.push(Operand::TensorAddressingOperands(bits));
        operands.extend(ids);
        Ok(())
    }
}

/// The kind of tensor addressing operand for an argument of this type.
fn tensor_operand(ty: BuiltinType) -> Option<spirv::TensorAddressingOperands> {
    use spirv::TensorAddressingOperands as Bits;
    Some(match ty {
        BuiltinType::Dimensional(TypeFamilyKind::TensorView, _) | BuiltinType::Family(TypeFamilyKind::TensorView) => {
            Bits::TENSOR_VIEW
        }
        BuiltinType::Function(FunctionRule::Decode) => Bits::DECODE_FUNC,
        BuiltinType::Function(FunctionRule::DecodeVector) => require::DECODE_VECTOR_FUNC,
        _ => return None,
    })
}
