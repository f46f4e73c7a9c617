//! A call of a built-in that is being lowered: its arguments, and where its outputs go.
//!
//! Comes in: a [`BuiltinCall`]. Goes out: values and pointers of its arguments. Must not depend on: recipes.

use crate::builtins::{BuiltinType, ParameterMode, TypeRef};
use crate::hir::{Argument, BuiltinCall, Handle, MemoryModel, MemoryQualifiers, Place, Type, ValueKind};
use crate::spirv::function::FunctionWriter;
use crate::spirv::instance::Instance;
use crate::spirv::pointer::Pointer;
use crate::spirv::section::OperandList;
use crate::spirv::{Bug, Lowered, OrBug};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Op};
use smallvec::SmallVec;

/// An id and the id of its type.
pub(super) type Typed = (u32, u32);

/// An argument as the recipe sees it.
#[derive(Clone, Debug)]
pub(super) enum Prepared {
    /// A value.
    Value(Typed),
    /// A function.
    Function(u32),
    /// Memory; `inout` arguments also have their value loaded.
    Memory(Box<Pointer>, Option<Typed>),
    /// An array, of which the recipe takes an element.
    Array(Handle<Place>),
}

/// A call that is being lowered.
pub(super) struct Call<'c, 'w, 'a> {
    pub writer: &'c mut FunctionWriter<'w, 'a>,
    pub call: &'c BuiltinCall,
    pub arguments: SmallVec<[Prepared; 4]>,
    /// The type of the result.
    pub result: u32,
    /// The union of the qualifiers of the memory and images passed to the call.
    pub access: MemoryQualifiers,
}

/// Arguments and outputs.
impl Call<'_, '_, '_> {
    pub(super) fn prepare_arguments(&mut self) -> Lowered<()> {
        let call = self.call;
        for (index, &argument) in call.arguments.iter().enumerate() {
            let parameter = call.prototype.parameter(index).or_bug("an argument without a parameter")?;
            let prepared = match (argument, parameter.ty.at(call.instance)) {
                (Argument::Place(place), BuiltinType::AnyArray(_)) if parameter.mode == ParameterMode::Memory => {
                    Prepared::Array(place)
                }
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

    /// The value of an argument, or its pointer.
    pub(super) fn parameter_value(&mut self, index: usize) -> Lowered<Typed> {
        let mode = self.call.prototype.parameter(index).map(|parameter| parameter.mode);
        match self.arguments.get(index).or_bug("an argument")? {
            &Prepared::Value(value) => Ok(value),
            // Functions are only named; their type is not needed.
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

    /// The bits of an argument that must be a constant.
    pub(super) fn constant_argument(&self, index: u8) -> Lowered<u64> {
        self.constant_bits(index).or_bug("an argument that has to be a constant")
    }

    /// How many components of a vector an output goes to, if it is swizzled.
    pub(super) fn swizzled_components(&self, parameter: u8) -> Option<u32> {
        let &Argument::Place(place) = self.call.arguments.get(usize::from(parameter))? else { return None };
        let components = self.writer.function.places.try_get(place).ok()?.swizzle.as_ref()?;
        Some(components.len() as u32)
    }

    /// Stores an output to its place, which may be swizzled.
    pub(super) fn store_output(&mut self, parameter: u8, pointer: &Pointer, value: u32) -> Lowered<()> {
        match self.call.arguments.get(usize::from(parameter)) {
            Some(&Argument::Place(place)) if self.swizzled_components(parameter).is_some() => {
                self.writer.store(place, value)
            }
            _ => self.writer.store_pointer(pointer, value),
        }
    }

    /// Recipes have `int` or `uint` results; if only the sign differs, the place decides.
    pub(super) fn as_type(&mut self, id: u32, ty: u32, place: &Type) -> Lowered<u32> {
        match (self.writer.module.shape(ty), place.scalar()) {
            (Some((from, width)), Some(to)) if from != to => self.writer.convert_by_way(id, from, to, width),
            _ => Ok(id),
        }
    }

    pub(super) fn builtin_type(&mut self, ty: TypeRef) -> Lowered<u32> {
        self.writer.module.builtin_type(ty.at(self.call.instance))
    }

    /// The type of the value that the argument for a parameter is or contains.
    pub(super) fn parameter_type(&mut self, index: u8) -> Lowered<u32> {
        match self.arguments.get(usize::from(index)) {
            Some(&Prepared::Value((_, ty))) => Ok(ty),
            Some(Prepared::Memory(pointer, _)) => match (self.swizzled_components(index), pointer.ty.scalar()) {
                (Some(count), Some(scalar)) => Ok(self.writer.module.vector_type(count, scalar)),
                _ => self.writer.plain_type(&pointer.ty),
            },
            Some(Prepared::Function(_) | Prepared::Array(_)) | None => Err(Bug("a parameter of a built-in")),
        }
    }

    /// The bits of an argument that is a constant.
    pub(super) fn constant_bits(&self, parameter: u8) -> Option<u64> {
        let Some(&Argument::Value(value)) = self.call.arguments.get(usize::from(parameter)) else { return None };
        match self.writer.definition(value).ok()?.kind {
            ValueKind::Constant(constant) => self.writer.module.constant_bits(constant),
            _ => None,
        }
    }
}

impl FunctionWriter<'_, '_> {
    /// The value of a built-in input.
    pub(super) fn load_input(&mut self, variable: u32, ty: u32, builtin: spirv::BuiltIn) -> Lowered<u32> {
        let mut operands = OperandList::from_iter([Operand::IdRef(variable)]);
        if self.module.is_volatile(builtin) && self.module.hir.memory_model == MemoryModel::Vulkan {
            operands.push(Operand::MemoryAccess(spirv::MemoryAccess::VOLATILE));
        }
        self.emit(Op::Load, ty, &operands)
    }
}
