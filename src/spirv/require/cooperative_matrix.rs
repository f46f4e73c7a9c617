//! Capabilities that depend on the types of cooperative matrices and on how they lie in memory.
//!
//! Comes in: instructions of a finished module. Goes out: capabilities. Must not depend on: HIR.

use crate::builtins::opcode::matrix_instruction;
use crate::spirv::section::Instruction;
use rspirv::dr::Operand;
use rspirv::spirv::{self, Capability, Op};
use rustc_hash::FxHashMap;

/// The types of matrices with their uses, by the ids of the constants.
#[derive(Default)]
pub(super) struct MatrixUses(FxHashMap<u32, u32>);

/// Whether an instruction declares a type of matrices.
pub(super) const fn declares_type(opcode: Op) -> bool {
    matches!(opcode, Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV)
}

/// The capability for components of this width with an encoding of their own.
pub(super) const fn encoded_component(width: u32) -> Capability {
    if width == 16 { Capability::BFloat16CooperativeMatrixKHR } else { Capability::Float8CooperativeMatrixEXT }
}

impl MatrixUses {
    /// Records a type.
    pub(super) fn declare(&mut self, result: u32, instruction: &Instruction<'_>) {
        self.0.extend(instruction.id(4).map(|matrix_use| (result, matrix_use)));
    }

    /// Whether a type is one of them.
    pub(super) fn contains(&self, ty: u32) -> bool {
        self.0.contains_key(&ty)
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Only the types of a conversion tell whether it changes the use of a matrix.
    pub(super) fn conversion(&self, instruction: &Instruction<'_>, from: Option<u32>) -> Option<Capability> {
        let to = self.0.get(&instruction.ty()?)?;
        let conversions = [
            Op::FConvert,
            Op::SConvert,
            Op::UConvert,
            Op::ConvertFToS,
            Op::ConvertFToU,
            Op::ConvertSToF,
            Op::ConvertUToF,
        ];
        let converts = conversions.iter().any(|it| instruction.is(*it));
        let from = self.0.get(&from?)?;
        (converts && from != to).then_some(Capability::CooperativeMatrixConversionsNV)
    }
}

/// The id of the constant that says how a matrix lies in memory.
pub(super) fn layout(opcode: Op, instruction: &Instruction<'_>) -> Option<u32> {
    instruction.id(matrix_instruction(opcode)?.layout?.into())
}

/// The capabilities that a layout has of its own.
pub(super) fn layout_capabilities(number: u32) -> impl Iterator<Item = Capability> {
    let layout = spirv::CooperativeMatrixLayout::from_u32(number);
    let capabilities = layout.map(|it| Operand::CooperativeMatrixLayout(it).required_capabilities());
    capabilities.into_iter().flatten().filter(|&it| it != Capability::CooperativeMatrixKHR)
}
