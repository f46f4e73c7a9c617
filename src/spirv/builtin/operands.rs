//! Operands of core instructions that are not plain values: literals, memory, tensors and matrices.
//!
//! Comes in: an operand of a step. Goes out: the operands of the instruction. Must not depend on: any built-in by name.

use super::call::{Call, Prepared, Typed};
use crate::builtins::{BuiltinType, FunctionRule, Located, Operand as Source, TypeFamilyKind};
use crate::hir::recipe;
use crate::hir::{Argument, ScalarKind, Type};
use crate::spirv::pointer::Pointer;
use crate::spirv::section::OperandList;
use crate::spirv::{Bug, Lowered, OrBug, require};
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv::{self, GroupOperation, Op};

impl Call<'_, '_, '_> {
    /// An operand of an instruction.
    pub(super) fn operand(
        &mut self,
        source: &Source,
        kind: Option<OperandKind>,
        results: &[Typed],
    ) -> Lowered<Operand> {
        if let Source::Literal(word) = *source {
            return Ok(match kind {
                Some(OperandKind::GroupOperation) => {
                    Operand::GroupOperation(GroupOperation::from_u32(word).or_bug("a group operation")?)
                }
                Some(OperandKind::PackedVectorFormat) => Operand::PackedVectorFormat(
                    spirv::PackedVectorFormat::from_u32(word).or_bug("a packed vector format")?,
                ),
                _ => Operand::LiteralBit32(word),
            });
        }
        if let (Some(OperandKind::CooperativeMatrixReduce), &Source::Parameter(index)) = (kind, source) {
            let mask = self.constant_argument(index)? as u32;
            return Ok(Operand::CooperativeMatrixReduce(spirv::CooperativeMatrixReduce::from_bits_truncate(mask)));
        }
        let id = recipe::operand(self, *source, results)?.0;
        Ok(match kind {
            Some(OperandKind::IdScope) => Operand::IdScope(id),
            Some(OperandKind::IdMemorySemantics) => Operand::IdMemorySemantics(id),
            _ => Operand::IdRef(id),
        })
    }

    /// The value of a constant parameter. The variable at that location becomes part of the module, whether or not the
    /// shader names it: OpTraceNV finds it by the number.
    pub(super) fn location(&mut self, parameter: u8, kind: Located) -> Lowered<u64> {
        let location = self.constant_argument(parameter)?;
        let hir = self.writer.module.hir;
        for (handle, global) in hir.globals.iter() {
            let is_it = global.interface.location.is_some_and(|it| u64::from(it) == location);
            if is_it && global.storage.located() == Some(kind) {
                self.writer.module.variable(handle)?;
            }
        }
        Ok(location)
    }

    /// A pointer to the array passed for a parameter.
    pub(super) fn array(&mut self, parameter: u8) -> Lowered<Pointer> {
        let Some(&Prepared::Array(array)) = self.arguments.get(usize::from(parameter)) else {
            return Err(Bug("an array of memory"));
        };
        self.writer.pointer(array)
    }

    /// The element of an array parameter that an index parameter selects.
    pub(super) fn array_element(&mut self, array: u8, index: u8) -> Lowered<Pointer> {
        let Some(&Prepared::Array(array)) = self.arguments.get(usize::from(array)) else {
            return Err(Bug("an array of memory"));
        };
        let Some(&Argument::Value(index)) = self.call.arguments.get(usize::from(index)) else {
            return Err(Bug("an index"));
        };
        self.writer.element(array, index)
    }

    /// The memory operands of an access, with the alignment that the instruction requires.
    pub(super) fn memory_operands(
        &mut self,
        opcode: Op,
        pointer: &mut Pointer,
        operands: &mut OperandList,
    ) -> Lowered<()> {
        let least = match opcode {
            Op::CooperativeMatrixLoadKHR
            | Op::CooperativeMatrixStoreKHR
            | Op::CooperativeMatrixLoadNV
            | Op::CooperativeMatrixStoreNV
                if pointer.alignment.is_some() =>
            {
                self.matrix_alignment()?
            }
            // What the functions on cooperative vectors require of offsets and of the memory they point into.
            Op::CooperativeVectorLoadNV | Op::CooperativeVectorStoreNV => 16,
            _ => 1,
        };
        if let Some(alignment) = pointer.alignment.as_mut() {
            *alignment = (*alignment).max(least);
        }
        let store = matches!(
            opcode,
            Op::CooperativeMatrixStoreKHR
                | Op::CooperativeMatrixStoreNV
                | Op::CooperativeMatrixStoreTensorNV
                | Op::CooperativeVectorStoreNV
        );
        self.writer.access_operands(pointer, store, operands);
        Ok(())
    }

    /// The alignment required of memory that a cooperative matrix is loaded from or stored to, as far as its size is
    /// known: that of a row or column, up to 16 bytes (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986).
    fn matrix_alignment(&self) -> Lowered<u32> {
        let types = &self.writer.module.hir.types;
        for argument in &self.call.arguments {
            let ty = match *argument {
                Argument::Value(value) => self.writer.type_of(value)?,
                Argument::Place(place) => types.get(self.writer.function.places.try_get(place).or_bug("a place")?.ty),
                Argument::Function(_) => continue,
            };
            let &Type::CooperativeMatrix(matrix) = ty else { continue };
            let known = |constant| self.writer.module.constant_bits(constant).unwrap_or(1) as u32;
            let line = known(matrix.rows) | known(matrix.columns);
            // For a numbered type not even the size is known.
            let width = matrix.scalar().map_or(1, |scalar| scalar.width);
            let bytes = line.saturating_mul(width.into());
            return Ok(1 << bytes.trailing_zeros().min(4));
        }
        Ok(1)
    }

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

    /// Which matrices of a multiplication have signed components, and the constant bits that the call adds.
    pub(super) fn matrix_operands(
        &self,
        matrices: [u8; 3],
        flags: Option<u8>,
    ) -> Lowered<spirv::CooperativeMatrixOperands> {
        use spirv::CooperativeMatrixOperands as Bits;
        let mut bits = match flags {
            Some(index) => Bits::from_bits_truncate(self.constant_argument(index)? as u32),
            None => Bits::empty(),
        };
        let signed = [
            Bits::MATRIX_A_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_B_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_C_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
        ];
        for (index, signed) in matrices.into_iter().zip(signed) {
            let ty = match self.call.arguments.get(usize::from(index)) {
                Some(&Argument::Value(value)) => self.writer.type_of(value)?,
                Some(&Argument::Place(place)) => {
                    self.writer.module.hir.types.get(self.writer.function.places.try_get(place).or_bug("a place")?.ty)
                }
                _ => return Err(Bug("a matrix")),
            };
            // The matrix that a vector is multiplied by has no type, and nothing is added to except the bias.
            let signed = match ty {
                Type::CooperativeMatrix(_) => signed,
                _ => signed & (Bits::MATRIX_B_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR),
            };
            if ty.component().is_some_and(|scalar| scalar.kind == ScalarKind::Sint) {
                bits |= signed;
            }
        }
        Ok(bits)
    }
}

/// The kind of tensor addressing operand for an argument of this type.
fn tensor_operand(ty: BuiltinType) -> Option<spirv::TensorAddressingOperands> {
    use spirv::TensorAddressingOperands as Bits;
    Some(match ty {
        BuiltinType::TensorView(_) | BuiltinType::Family(TypeFamilyKind::TensorView) => Bits::TENSOR_VIEW,
        BuiltinType::Function(FunctionRule::Decode) => Bits::DECODE_FUNC,
        BuiltinType::Function(FunctionRule::DecodeVector) => require::DECODE_VECTOR_FUNC,
        _ => return None,
    })
}
