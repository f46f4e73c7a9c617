//! Accesses to tensors (SPV_ARM_tensors).
//!
//! Comes in: an operation of HIR. Goes out: its instruction. Must not depend on: what the shader wrote.

use super::function::FunctionWriter;
use super::memory::coherence_scope;
use super::section::OperandList;
use super::{Lowered, OrBug};
use crate::hir::{Handle, MemoryModel, MemoryQualifiers, StorageClass, TensorOperation, Type, Value, ValueKind};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Op, Scope, TensorOperands};

impl FunctionWriter<'_, '_> {
    /// A value that works on a tensor; `None` if it has no result.
    pub(super) fn tensor(
        &mut self,
        tensor: Handle<Value>,
        operation: TensorOperation,
        ty: Handle<Type>,
    ) -> Lowered<Option<u32>> {
        let access = self.tensor_qualifiers(tensor)?;
        let id = self.value(tensor)?;
        let mut operands = OperandList::from_iter([Operand::IdRef(id)]);
        let mut read_to = None;
        let (opcode, non_temporal, out_of_bounds) = match operation {
            TensorOperation::Size { dimension } => {
                operands.push(Operand::IdRef(self.value(dimension)?));
                let ty = self.module.value_type(ty)?;
                return self.emit(Op::TensorQuerySizeARM, ty, &operands).map(Some);
            }
            TensorOperation::Read { data, coordinates, non_temporal, out_of_bounds } => {
                read_to = Some(data);
                operands.push(Operand::IdRef(self.value(coordinates)?));
                (Op::TensorReadARM, non_temporal, out_of_bounds)
            }
            TensorOperation::Write { coordinates, data, non_temporal } => {
                operands.push(Operand::IdRef(self.value(coordinates)?));
                operands.push(Operand::IdRef(self.value(data)?));
                (Op::TensorWriteARM, non_temporal, None)
            }
        };
        let store = opcode == Op::TensorWriteARM;
        let (mut mask, scope) = tensor_mask(self.module.hir.memory_model, access, store);
        if non_temporal || access.contains(MemoryQualifiers::NON_TEMPORAL) {
            mask |= TensorOperands::NONTEMPORAL_ARM;
        }
        if out_of_bounds.is_some() {
            mask |= TensorOperands::OUT_OF_BOUNDS_VALUE_ARM;
        }
        if !mask.is_empty() {
            operands.push(Operand::TensorOperands(mask));
        }
        if let Some(value) = out_of_bounds {
            operands.push(Operand::IdRef(self.value(value)?));
        }
        if let Some(scope) = scope {
            operands.push(Operand::IdScope(self.module.uint_constant(scope as u32)));
        }
        let Some(data) = read_to else {
            self.emit_void(opcode, &operands)?;
            return Ok(None);
        };
        let place = self.function.places.try_get(data).or_bug("a place")?;
        let ty = self.module.value_type(place.ty)?;
        let value = self.emit(opcode, ty, &operands)?;
        self.store(data, value)?;
        Ok(None)
    }

    /// The memory qualifiers of the variable that a tensor was loaded from.
    fn tensor_qualifiers(&self, tensor: Handle<Value>) -> Lowered<MemoryQualifiers> {
        Ok(match self.definition(tensor)?.kind {
            ValueKind::Load(place) => {
                self.function.places.try_get(place).map_or(MemoryQualifiers::NONE, |place| place.access)
            }
            _ => MemoryQualifiers::NONE,
        })
    }
}

/// Operands of a tensor access, with the scope of MakeElementAvailable or MakeElementVisible.
fn tensor_mask(model: MemoryModel, access: MemoryQualifiers, store: bool) -> (spirv::TensorOperands, Option<Scope>) {
    use spirv::TensorOperands as T;
    if model == MemoryModel::Glsl450 {
        return (T::NONE_ARM, None);
    }
    let scope = coherence_scope(StorageClass::UniformConstant, access);
    let mut bits = T::NONE_ARM;
    if scope.is_some() {
        let made = if store { T::MAKE_ELEMENT_AVAILABLE_ARM } else { T::MAKE_ELEMENT_VISIBLE_ARM };
        bits |= T::NON_PRIVATE_ELEMENT_ARM | made;
    } else if access.contains(MemoryQualifiers::NON_PRIVATE) {
        bits |= T::NON_PRIVATE_ELEMENT_ARM;
    }
    (bits, scope)
}
