//! Calls of built-ins: instructions that the walk over a recipe emits.
//!
//! Comes in: a [`BuiltinCall`]. Goes out: the instructions of the first recipe that fits the element kind, the target and the
//! arguments. Must not depend on: any built-in by name.

mod call;
mod cooperative_matrix;
mod core_step;
mod operands;
mod tensor;

use super::function::FunctionWriter;
use super::section::OperandList;
use super::type_key::TypeKey;
use super::{Bug, Failure, Lowered, OrBug};
use crate::builtins::{Condition, Instruction, Operand as Source, RecipeOption, Step, StepType, YoungInstruction};
use crate::hir::recipe::{self, Evaluate, Malformed};
use crate::hir::{BuiltinCall, MemoryQualifiers, Scalar, Value};
use crate::spirv::memory::{atomic_semantics, legacy_device_scope};
use call::{Call, Prepared, Typed};
use rspirv::dr::Operand;
use rspirv::spirv::{self, GlslStd450Op, Op};
use smallvec::SmallVec;

impl From<Malformed> for Failure {
    fn from(row: Malformed) -> Self {
        Bug(row.0)
    }
}

impl FunctionWriter<'_, '_> {
    /// Calls a built-in.
    pub(super) fn builtin(&mut self, value: &Value, call: &BuiltinCall) -> Lowered<Option<u32>> {
        let version = 0x0100 | u16::from(self.module.options.target.spirv.minor());
        if call.prototype.gate.spirv > version {
            return Err(Bug("a built-in that this SPIR-V version does not have"));
        }
        let result = self.module.value_type(value.ty)?;
        let arguments = SmallVec::new();
        let mut call = Call { writer: self, call, arguments, result, access: MemoryQualifiers::NONE };
        let recipe = recipe::choose(&call, call.call.prototype, call.call.instance)?;
        call.writer.module.requested.row(recipe.capabilities, recipe.spirv_extensions);
        call.prepare_arguments()?;
        Ok(recipe::walk(&mut call, recipe)?.map(|(id, _)| id))
    }
}

impl Call<'_, '_, '_> {
    /// The value of a built-in variable.
    fn built_in_variable(&mut self, name: &str) -> Lowered<Typed> {
        let row = self.writer.module.builtin_row(name)?;
        let (variable, ty) = self.writer.module.builtin_variable(row)?;
        let value = self.writer.load_input(variable, ty, row.builtin)?;
        match row.component {
            Some(component) => self.member((value, ty), component.into()),
            None => Ok((value, ty)),
        }
    }
}

impl Evaluate for Call<'_, '_, '_> {
    type Value = Typed;
    type Type = u32;
    type Failure = Failure;

    fn known_argument(&self, parameter: u8) -> Option<u64> {
        self.constant_bits(parameter)
    }

    fn target_has(&self, condition: &Condition) -> bool {
        let options = self.writer.module.options;
        match *condition {
            Condition::Spirv(version) => u16::from(options.target.spirv.minor()) >= (version & 0xff),
            Condition::Option(RecipeOption::NvShuffleClamp) => options.nv_shuffle_clamp,
            Condition::Constant(_) | Condition::Equal(..) | Condition::Below(..) => false,
        }
    }

    fn argument(&mut self, parameter: u8) -> Lowered<Typed> {
        self.parameter_value(parameter.into())
    }

    fn environment(&mut self, operand: Source) -> Lowered<Typed> {
        let model = self.writer.module.hir.memory_model;
        let bits = match operand {
            Source::Scope(scope) => scope as u64,
            Source::LegacyDeviceScope => legacy_device_scope(model) as u64,
            Source::Semantics(bits) => bits.into(),
            Source::LegacySemantics => atomic_semantics(model, self.access).into(),
            Source::CombinedSemantics(storage, semantics) => {
                let bits = self.constant_argument(storage)? | self.constant_argument(semantics)?;
                bits | u64::from(atomic_semantics(model, self.access))
            }
            Source::Variable(name) => return self.built_in_variable(name),
            Source::Location(parameter, kind) => self.location(parameter, kind)?,
            _ => return Err(Bug("an operand that the target says nothing about")),
        };
        self.constant(Scalar::U32, bits)
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> Lowered<Typed> {
        let ty = self.writer.module.scalar_type(scalar);
        Ok((self.writer.module.scalar_constant(scalar, bits), ty))
    }

    fn member(&mut self, (composite, ty): Typed, index: u32) -> Lowered<Typed> {
        let part = match self.writer.module.key(ty) {
            Some(&TypeKey::Vector(component, _)) => component,
            Some(&TypeKey::Matrix(column, _)) => column,
            Some(&TypeKey::Array { element, .. }) => element,
            Some(TypeKey::Tuple(members)) => members.get(index as usize).copied().or_bug("a member of a result")?,
            _ => return Err(Bug("a member of a value without members")),
        };
        Ok((self.writer.extract(composite, part, index)?, part))
    }

    fn part_count(&mut self, (_, ty): Typed) -> Lowered<Option<u32>> {
        match self.writer.module.key(ty) {
            Some(&TypeKey::Vector(_, size)) => size.listed().or_bug("a vector whose components are known").map(Some),
            Some(&TypeKey::Matrix(_, columns)) => Ok(Some(columns)),
            _ => Ok(None),
        }
    }

    fn type_of(&mut self, (_, ty): Typed) -> Lowered<u32> {
        Ok(ty)
    }

    fn step_type(&mut self, ty: StepType) -> Lowered<Option<u32>> {
        Ok(match ty {
            // Image instructions take these types from the image itself.
            StepType::Void | StepType::ImageOf(_) | StepType::TexelPointer(_) => None,
            StepType::Result => Some(self.result),
            StepType::Parameter(index) => Some(self.parameter_type(index)?),
            StepType::Type(ty) => Some(self.builtin_type(ty)?),
            StepType::Structure(members) => {
                let members: Lowered<Vec<u32>> = members.iter().map(|&member| self.builtin_type(member)).collect();
                Some(self.writer.module.type_of(TypeKey::Tuple(members?)))
            }
            StepType::Residency(texel) => {
                let code = self.writer.module.scalar_type(Scalar::I32);
                let texel = self.builtin_type(texel)?;
                Some(self.writer.module.type_of(TypeKey::Tuple(vec![code, texel])))
            }
            StepType::TexelPointerAs(texel) => {
                let texel = self.builtin_type(texel)?;
                Some(self.writer.module.pointer_type(spirv::StorageClass::Image, texel))
            }
        })
    }

    fn compute(&mut self, instruction: Instruction, ty: u32, operands: &[Typed]) -> Lowered<Typed> {
        let operand = |index: usize| operands.get(index).copied().or_bug("an operand");
        let writer = &mut *self.writer;
        let id = match instruction {
            Instruction::Core(opcode) => {
                let ids: SmallVec<[u32; 4]> = operands.iter().map(|&(id, _)| id).collect();
                writer.emit_ids(opcode, ty, &ids)?
            }
            Instruction::Ext(opcode) => {
                let set = writer.module.extended_instructions();
                let opcode = if writer.module.options.nan_clamp { numbers_win(opcode) } else { opcode };
                let mut all =
                    OperandList::from_iter([Operand::IdRef(set), Operand::LiteralExtInstInteger(opcode as u32)]);
                all.extend(operands.iter().map(|&(id, _)| Operand::IdRef(id)));
                writer.emit(Op::ExtInst, ty, &all)?
            }
            Instruction::Extended(instruction) => {
                let set = writer.module.import(instruction.set);
                let mut all =
                    OperandList::from_iter([Operand::IdRef(set), Operand::LiteralExtInstInteger(instruction.number)]);
                all.extend(operands.iter().map(|&(id, _)| Operand::IdRef(id)));
                writer.module.requested.instruction_set(instruction.set);
                writer.emit(Op::ExtInst, ty, &all)?
            }
            Instruction::Input(builtin) => {
                let variable = writer.module.input_variable(builtin, ty);
                writer.load_input(variable, ty, builtin)?
            }
            Instruction::Splat => match (operand(0)?, writer.module.shape(ty)) {
                ((value, _), Some((scalar, width @ Some(_)))) => writer.splat(value, scalar, width)?,
                ((value, _), _) => value,
            },
            Instruction::Convert => {
                let (value, from) = operand(0)?;
                let (to, _) = writer.module.shape(ty).or_bug("a conversion to this type")?;
                let (from, width) = writer.module.shape(from).or_bug("a conversion from this type")?;
                writer.convert_by_way(value, from, to, width)?
            }
            Instruction::SaturatedConvert => writer.saturated_conversion(operand(0)?.0, ty, self.call)?,
            Instruction::BitcastExtract => {
                writer.module.requested.bitcast_extract();
                // OpBitcastExtractEXT
                let operands = vec![Operand::IdRef(operand(0)?.0), Operand::IdRef(operand(1)?.0)];
                writer.emit_numbered(4195, ty, &operands)?
            }
            Instruction::One | Instruction::Zero => {
                let value = u8::from(instruction == Instruction::One);
                let (scalar, width) = writer.module.shape(ty).or_bug("a constant of this type")?;
                writer.module.splat_constant(scalar, width, value)?
            }
            Instruction::Each(_) | Instruction::MatrixMultiplyComponents | Instruction::Young(_) => {
                return Err(Bug("an instruction that the walk takes apart"));
            }
        };
        Ok((id, ty))
    }

    fn core_step(&mut self, opcode: Op, ty: Option<u32>, step: &'static Step, results: &[Typed]) -> Lowered<Typed> {
        self.core_instruction(opcode, ty, step, results)
    }

    fn young_step(
        &mut self,
        instruction: YoungInstruction,
        ty: Option<u32>,
        step: &'static Step,
        results: &[Typed],
    ) -> Lowered<Typed> {
        self.young_instruction(instruction, ty, step, results)
    }

    fn output(&mut self, parameter: u8, (id, ty): Typed) -> Lowered<()> {
        let Some(Prepared::Memory(pointer, _)) = self.arguments.get(usize::from(parameter)) else { return Ok(()) };
        let pointer = pointer.clone();
        let id = self.as_type(id, ty, &pointer.ty)?;
        self.store_output(parameter, &pointer, id)
    }
}

/// The variant of an instruction that prefers numbers to NaN, where there is one (`-fnan-clamp`).
const fn numbers_win(opcode: GlslStd450Op) -> GlslStd450Op {
    match opcode {
        GlslStd450Op::FMin => GlslStd450Op::NMin,
        GlslStd450Op::FMax => GlslStd450Op::NMax,
        GlslStd450Op::FClamp => GlslStd450Op::NClamp,
        _ => opcode,
    }
}
