//! Values: one way to compute each kind.
//!
//! Comes in: a value that a statement evaluates. Goes out: its id, recorded for its uses. Must not depend on: control
//! flow.

use super::extension_type::length_opcode;
use super::function::FunctionWriter;
use super::instance::Instance;
use super::operation::Typed;
use super::type_key::width;
use super::{Bug, Lowered, OrBug};
use crate::hir::{Argument, Function, Handle, MessagePurpose, ParameterMode, Type, Value, ValueKind};
use rspirv::dr::Operand;
use rspirv::spirv::Op;
use smallvec::SmallVec;

impl<'a> FunctionWriter<'_, 'a> {
    /// Computes a value.
    pub(super) fn evaluate(&mut self, handle: Handle<Value>) -> Lowered<()> {
        let value = self.definition(handle)?;
        (self.precise, self.relaxed) = (value.precise, value.relaxed);
        let known = self.module.id_count();
        let id = self.compute(value)?;
        (self.precise, self.relaxed) = (false, false);
        let Some(mut id) = id else { return Ok(()) };
        if let Some(decorations) = self.function.decorated.get(&handle) {
            if id < known {
                // It was computed for something else, which is not decorated.
                let ty = self.module.value_type(value.ty)?;
                id = self.emit_ids(Op::CopyObject, ty, &[id])?;
            }
            self.decorate_numbered(id, decorations)?;
        }
        self.set_value(handle, id)
    }

    /// A value with its type.
    pub(super) fn typed(&mut self, handle: Handle<Value>) -> Lowered<Typed> {
        Ok(Typed { ty: *self.type_of(handle)?, id: self.value(handle)? })
    }

    fn compute(&mut self, value: &'a Value) -> Lowered<Option<u32>> {
        let hir_type = self.module.hir.types.get(value.ty);
        Ok(Some(match value.kind {
            // These need no statement; one that names them does nothing.
            ValueKind::Constant(_)
            | ValueKind::Parameter(_)
            | ValueKind::BlockParameter
            | ValueKind::SampledImage { .. } => {
                return Ok(None);
            }
            ValueKind::Load(place) => self.load(place)?,
            ValueKind::Message(ref message) => {
                match message.purpose {
                    MessagePurpose::Print => self.print_message(&message.format, &message.arguments)?,
                    MessagePurpose::Abort => self.abort(&message.format, &message.arguments)?,
                }
                return Ok(None);
            }
            ValueKind::Unary { operation, operand } => {
                let operand = self.value(operand)?;
                self.unary(operation, operand, hir_type)?
            }
            ValueKind::Binary { operation, left, right } => {
                let (left, right) = (self.typed(left)?, self.typed(right)?);
                self.binary(operation, &left, &right, hir_type)?
            }
            ValueKind::Convert(operand) => {
                let operand = self.typed(operand)?;
                self.convert_value(&operand, hir_type)?
            }
            ValueKind::Splat(operand) if matches!(hir_type, Type::Extension(_)) => {
                let ty = self.module.value_type(value.ty)?;
                let operand = self.value(operand)?;
                self.emit_ids(Op::CompositeConstruct, ty, &[operand])?
            }
            ValueKind::DeviceLength(of) => {
                let ty = self.module.value_type(value.ty)?;
                let opcode = length_opcode(self.module.hir.types.get(of))?;
                let of = self.module.value_type(of)?;
                self.emit_ids(opcode, ty, &[of])?
            }
            ValueKind::Splat(operand) => {
                let scalar = hir_type.scalar().or_bug("a vector")?;
                let width = width(hir_type).or_bug("a vector")?;
                let operand = self.value(operand)?;
                self.splat(operand, scalar, width)?
            }
            ValueKind::Compose(ref parts) => {
                let ty = self.module.value_type(value.ty)?;
                let mut ids: SmallVec<[u32; 8]> = SmallVec::with_capacity(parts.len());
                for &part in parts {
                    ids.push(self.value(part)?);
                }
                self.emit_ids(Op::CompositeConstruct, ty, &ids)?
            }
            ValueKind::Extract { composite, index } => {
                let ty = self.module.value_type(value.ty)?;
                let composite = self.value(composite)?;
                self.extract(composite, ty, index)?
            }
            ValueKind::ExtractDynamic { vector, index } => {
                let ty = self.module.value_type(value.ty)?;
                let (vector, index) = (self.value(vector)?, self.value(index)?);
                self.emit_ids(Op::VectorExtractDynamic, ty, &[vector, index])?
            }
            ValueKind::Insert { composite, index, part } => {
                let ty = self.module.value_type(value.ty)?;
                let [part, composite] = [self.value(part)?, self.value(composite)?].map(Operand::IdRef);
                self.emit(Op::CompositeInsert, ty, &[part, composite, Operand::LiteralBit32(index)])?
            }
            ValueKind::Swizzle { vector, ref components } => {
                let scalar = hir_type.scalar().or_bug("a vector")?;
                let vector = self.value(vector)?;
                self.swizzle(vector, scalar, components)?
            }
            ValueKind::Select { condition, accept, reject } => {
                let condition = self.value(condition)?;
                let (accept, reject) = (self.value(accept)?, self.value(reject)?);
                self.select(condition, accept, reject, hir_type)?
            }
            ValueKind::Call { function, ref arguments } => return self.call(value, function, arguments).map(Some),
            ValueKind::Spirv(ref call) => return self.spirv_call(value, call),
            ValueKind::Builtin(ref call) => return self.builtin(value, call),
            ValueKind::Tensor { tensor, operation } => return self.tensor(tensor, operation, value.ty),
            ValueKind::ArrayLength(place) => self.array_length(place, value.ty)?,
        }))
    }

    /// A conversion between scalars, vectors, types of extensions, or an address and a reference.
    fn convert_value(&mut self, operand: &Typed, to: &Type) -> Lowered<u32> {
        match (&operand.ty, to) {
            (&Type::Scalar(from), &Type::Scalar(to)) => self.convert(operand.id, from, to, None),
            (&Type::Vector(size, from), &Type::Vector(_, to)) => self.convert(operand.id, from, to, Some(size)),
            (&Type::Extension(from), &Type::Extension(to)) => self.convert_extension(operand.id, from, to),
            (Type::Scalar(_), Type::Reference(_)) => {
                let ty = self.plain_type(to)?;
                self.emit_ids(Op::ConvertUToPtr, ty, &[operand.id])
            }
            (_, Type::AccelerationStructure) => {
                let ty = self.plain_type(to)?;
                self.emit_ids(Op::ConvertUToAccelerationStructureKHR, ty, &[operand.id])
            }
            (&Type::Vector(..), Type::Reference(_)) | (Type::Reference(_), Type::Reference(_)) => {
                let ty = self.plain_type(to)?;
                self.emit_ids(Op::Bitcast, ty, &[operand.id])
            }
            (Type::Reference(_), Type::Scalar(_)) => {
                let ty = self.plain_type(to)?;
                self.emit_ids(Op::ConvertPtrToU, ty, &[operand.id])
            }
            (Type::Reference(_), Type::Vector(..)) => {
                let ty = self.plain_type(to)?;
                self.emit_ids(Op::Bitcast, ty, &[operand.id])
            }
            _ => Err(Bug("a conversion between these types")),
        }
    }

    fn call(&mut self, value: &Value, function: Handle<Function>, arguments: &[Argument]) -> Lowered<u32> {
        let ty = self.module.value_type(value.ty)?;
        let callee = self.module.hir.functions.try_get(function).or_bug("a function")?;
        // The function, which is known last, comes first.
        let mut ids: SmallVec<[u32; 8]> = SmallVec::from_slice(&[0]);
        let mut instance = Instance::plain(function);
        let mut indices = Vec::new();
        for (index, &argument) in arguments.iter().enumerate() {
            let (id, resource) = match argument {
                Argument::Value(value) => (Some(self.value(value)?), None),
                Argument::Place(place) => {
                    let parameter = callee.parameters.get(index).or_bug("a parameter")?;
                    match parameter.mode {
                        ParameterMode::Resource => self.resource(place, parameter.ty, &mut indices)?,
                        _ => (Some(self.pointer(place)?.id), None),
                    }
                }
                Argument::Function(_) => return Err(Bug("a function as an argument of a function")),
            };
            if resource.is_some() {
                instance.resources.resize(index, None);
                instance.resources.push(resource);
            }
            ids.extend(id);
        }
        ids.extend(indices);
        let function = self.module.function_id(instance);
        if let Some(first) = ids.first_mut() {
            *first = function;
        }
        let result = self.emit_ids(Op::FunctionCall, ty, &ids)?;
        self.module.decorate_later(result, None, &callee.decorations);
        Ok(result)
    }
}
