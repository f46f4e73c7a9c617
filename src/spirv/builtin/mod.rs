//! Calls of built-ins: instructions that the walk over a recipe emits.
//!
//! Comes in: a [`BuiltinCall`]. Goes out: the instructions of the first recipe that fits the element kind, the target and the
//! arguments. Must not depend on: any built-in by name.

mod core_step;
mod operands;

use super::function::FunctionWriter;
use super::place::Pointer;
use super::types::TypeKey;
use super::writer::Instance;
use super::{Bug, Failure, Lowered, OrBug};
use crate::builtins::{
    BuiltinType, Condition, Instruction, Operand as Source, ParameterMode, RecipeOption, Step, StepType, TypeRef,
    YoungInstruction,
};
use crate::hir::recipe::{self, Evaluate, Malformed};
use crate::hir::{Argument, BuiltinCall, Handle, MemoryModel, MemoryQualifiers, Place, Scalar, Type, Value, ValueKind};
use rspirv::dr::Operand;
use rspirv::spirv::{self, GlslStd450Op, Op};

/// An id and the id of its type.
type Typed = (u32, u32);

/// An argument as the recipe sees it.
#[derive(Clone, Debug)]
enum Prepared {
    /// A value.
    Value(Typed),
    /// A function.
    Function(u32),
    /// Memory; `in out` arguments have their value loaded, too.
    Memory(Box<Pointer>, Option<Typed>),
    /// An array of which the recipe takes an element.
    Array(Handle<Place>),
}

/// A call that is being lowered.
struct Call<'c, 'w, 'a> {
    writer: &'c mut FunctionWriter<'w, 'a>,
    call: &'c BuiltinCall,
    arguments: Vec<Prepared>,
    /// The type of the result.
    result: u32,
    /// Union of the qualifiers of the memory and images that the call gets.
    access: MemoryQualifiers,
}

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
        let arguments = Vec::with_capacity(call.arguments.len());
        let mut call = Call { writer: self, call, arguments, result, access: MemoryQualifiers::NONE };
        let recipe = recipe::choose(&call, call.call.prototype, call.call.instance)?;
        for &capability in recipe.capabilities {
            call.writer.module.requested.capability(capability);
        }
        for extension in recipe.spirv_extensions {
            call.writer.module.requested.extension(extension);
        }
        call.prepare_arguments()?;
        Ok(recipe::walk(&mut call, recipe)?.map(|(id, _)| id))
    }

    /// The value of a built-in input.
    fn load_input(&mut self, variable: u32, ty: u32, builtin: spirv::BuiltIn) -> Lowered<u32> {
        let mut operands = vec![Operand::IdRef(variable)];
        if self.module.is_volatile(builtin) && self.module.hir.memory_model == MemoryModel::Vulkan {
            operands.push(Operand::MemoryAccess(spirv::MemoryAccess::VOLATILE));
        }
        self.emit(Op::Load, ty, operands)
    }
}

/// Arguments and outputs.
impl Call<'_, '_, '_> {
    fn prepare_arguments(&mut self) -> Lowered<()> {
        let call = self.call;
        for (index, &argument) in call.arguments.iter().enumerate() {
            let parameter = call.prototype.parameter(index).or_bug("an argument without a parameter")?;
            let prepared = match (argument, parameter.ty.at(call.instance)) {
                (Argument::Place(place), BuiltinType::AnyArray(_)) => Prepared::Array(place),
                _ => self.prepare(argument, parameter.mode)?,
            };
            self.arguments.push(prepared);
        }
        Ok(())
    }

    fn prepare(&mut self, argument: Argument, mode: ParameterMode) -> Lowered<Prepared> {
        match argument {
            Argument::Value(value) => {
                let definition = self.writer.definition(value)?;
                if self.writer.module.hir.types.get(definition.ty).is_opaque() {
                    self.access |= self.writer.resource_access(value)?;
                }
                let ty = self.writer.module.value_type(definition.ty)?;
                Ok(Prepared::Value((self.writer.value(value)?, ty)))
            }
            Argument::Function(function) => {
                Ok(Prepared::Function(self.writer.module.function_id(Instance::plain(function))))
            }
            Argument::Place(place) => {
                let pointer = self.writer.pointer(place)?;
                self.access |= pointer.access;
                let loaded = if mode == ParameterMode::InOut {
                    let ty = self.writer.plain_type(&pointer.ty)?;
                    Some((self.writer.load(place)?, ty))
                } else {
                    None
                };
                Ok(Prepared::Memory(Box::new(pointer), loaded))
            }
        }
    }

    /// The value or the pointer of an argument.
    fn parameter_value(&mut self, index: usize) -> Lowered<Typed> {
        let mode = self.call.prototype.parameter(index).map(|parameter| parameter.mode);
        match self.arguments.get(index).or_bug("an argument")? {
            &Prepared::Value(value) => Ok(value),
            // Functions are named, their type is of no use.
            &Prepared::Function(id) => Ok((id, 0)),
            &Prepared::Memory(_, Some(value)) => Ok(value),
            Prepared::Array(_) => Err(Bug("an array where a value is needed")),
            Prepared::Memory(pointer, None) => {
                let pointer = pointer.clone();
                let ty = self.writer.plain_type(&pointer.ty)?;
                if mode == Some(ParameterMode::Image) {
                    Ok((self.writer.load_pointer(&pointer)?, ty))
                } else {
                    Ok((pointer.id, ty))
                }
            }
        }
    }

    /// The bits of an argument that has to be a constant.
    fn constant_argument(&self, index: u8) -> Lowered<u64> {
        self.known_argument(index).or_bug("an argument that has to be a constant")
    }

    /// How many components of a vector an output goes to, if it is swizzled.
    fn swizzled_components(&self, parameter: u8) -> Option<u32> {
        let &Argument::Place(place) = self.call.arguments.get(usize::from(parameter))? else { return None };
        let components = self.writer.function.places.try_get(place).ok()?.swizzle.as_ref()?;
        Some(components.len() as u32)
    }

    /// Outputs go to places, which may be swizzled.
    fn store_output(&mut self, parameter: u8, pointer: &Pointer, value: u32) -> Lowered<()> {
        match self.call.arguments.get(usize::from(parameter)) {
            Some(&Argument::Place(place)) if self.swizzled_components(parameter).is_some() => {
                self.writer.store(place, value)
            }
            _ => self.writer.store_pointer(pointer, value),
        }
    }

    /// Recipes know `int` and `uint` results; the place wins when only the sign differs.
    fn as_type(&mut self, id: u32, ty: u32, place: &Type) -> Lowered<u32> {
        match (self.writer.module.shape(ty), place.scalar()) {
            (Some((from, width)), Some(to)) if from != to => self.writer.convert(id, from, to, width),
            _ => Ok(id),
        }
    }

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

    fn builtin_type(&mut self, ty: TypeRef) -> Lowered<u32> {
        self.writer.module.builtin_type(ty.at(self.call.instance))
    }

    /// The type of the value that the argument for a parameter is or holds.
    fn parameter_type(&mut self, index: u8) -> Lowered<u32> {
        match self.arguments.get(usize::from(index)) {
            Some(&Prepared::Value((_, ty))) => Ok(ty),
            Some(Prepared::Memory(pointer, _)) => match (self.swizzled_components(index), pointer.ty.scalar()) {
                (Some(count), Some(scalar)) => Ok(self.writer.module.vector_type(count, scalar)),
                _ => self.writer.plain_type(&pointer.ty),
            },
            Some(Prepared::Function(_) | Prepared::Array(_)) | None => Err(Bug("a parameter of a built-in")),
        }
    }
}

impl Evaluate for Call<'_, '_, '_> {
    type Value = Typed;
    type Type = u32;
    type Failure = Failure;

    fn known_argument(&self, parameter: u8) -> Option<u64> {
        let Some(&Argument::Value(value)) = self.call.arguments.get(usize::from(parameter)) else { return None };
        match self.writer.definition(value).ok()?.kind {
            ValueKind::Constant(constant) => self.writer.module.constant_bits(constant),
            _ => None,
        }
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
            Source::LegacyDeviceScope => model.legacy_device_scope() as u64,
            Source::Semantics(bits) => bits.into(),
            Source::LegacySemantics => model.atomic_semantics(self.access).into(),
            Source::CombinedSemantics(storage, semantics) => {
                let bits = self.constant_argument(storage)? | self.constant_argument(semantics)?;
                bits | u64::from(model.atomic_semantics(self.access))
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
            Some(&TypeKey::Tuple(first, second)) => {
                if index == 0 {
                    first
                } else {
                    second
                }
            }
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
            StepType::Pair(first, second) => {
                let (first, second) = (self.builtin_type(first)?, self.builtin_type(second)?);
                Some(self.writer.module.type_of(TypeKey::Tuple(first, second)))
            }
            StepType::Residency(texel) => {
                let code = self.writer.module.scalar_type(Scalar::I32);
                let texel = self.builtin_type(texel)?;
                Some(self.writer.module.type_of(TypeKey::Tuple(code, texel)))
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
                let ids: Vec<u32> = operands.iter().map(|&(id, _)| id).collect();
                writer.emit_ids(opcode, ty, &ids)?
            }
            Instruction::Ext(opcode) => {
                let set = writer.module.extended_instructions();
                let opcode = if writer.module.options.nan_clamp { numbers_win(opcode) } else { opcode };
                let mut all = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(opcode as u32)];
                all.extend(operands.iter().map(|&(id, _)| Operand::IdRef(id)));
                writer.module.requested.extended_instruction(opcode);
                writer.emit(Op::ExtInst, ty, all)?
            }
            Instruction::Extended(instruction) => {
                let set = writer.module.import(instruction.set);
                let mut all = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(instruction.number)];
                all.extend(operands.iter().map(|&(id, _)| Operand::IdRef(id)));
                writer.module.requested.extension(instruction.set);
                writer.emit(Op::ExtInst, ty, all)?
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
                writer.convert(value, from, to, width)?
            }
            Instruction::SaturatedConvert => writer.saturated_conversion(operand(0)?.0, ty, self.call)?,
            Instruction::BitcastExtract => {
                writer.module.requested.numbered_capability(4232, "SPV_EXT_ocp_microscaling_types");
                // OpBitcastExtractEXT
                let operands = vec![Operand::IdRef(operand(0)?.0), Operand::IdRef(operand(1)?.0)];
                writer.emit_numbered(4195, ty, operands)?
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

/// The instruction that takes a number rather than no number, where there is one (`-fnan-clamp`).
const fn numbers_win(opcode: GlslStd450Op) -> GlslStd450Op {
    match opcode {
        GlslStd450Op::FMin => GlslStd450Op::NMin,
        GlslStd450Op::FMax => GlslStd450Op::NMax,
        GlslStd450Op::FClamp => GlslStd450Op::NClamp,
        _ => opcode,
    }
}
