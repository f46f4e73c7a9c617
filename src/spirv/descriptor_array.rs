//! Arrays of arrays of resources. Vulkan has none: each becomes an array of one dimension with the elements in the same
//! order (GL_KHR_vulkan_glsl, 4.4.5).
//!
//! Comes in: variables, and the steps of places into them. Goes out: the type of the variable, one index. Must not know:
//! what is done with the resource.

use super::function::FunctionWriter;
use super::types::{Layout, TypeKey};
use super::writer::ModuleWriter;
use super::{Lowered, OrBug};
use crate::builtins::Scalar;
use crate::hir::{ArrayLength, ConstantKind, GlobalVariable, Handle, PlaceRoot, StorageClass, Type, Value, ValueKind};
use rspirv::spirv::Op;

/// An index that more dimensions follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialIndex {
    /// The id of the index.
    pub id: u32,
    /// The value, if all dimensions so far were indexed with constants.
    pub constant: Option<u32>,
}

impl ModuleWriter<'_> {
    /// What the elements of all dimensions of a variable are, and how many, if it is an array of arrays of resources.
    /// Those of which a part is passed to a function stay as they are: there are no pointers to a part of an array.
    pub(super) fn flattened(&mut self, handle: Handle<GlobalVariable>) -> Option<(Handle<Type>, ArrayLength)> {
        if let Some(&known) = self.flattened.get(&handle) {
            return known;
        }
        let found = self.flatten(handle);
        self.flattened.insert(handle, found);
        found
    }

    fn flatten(&self, handle: Handle<GlobalVariable>) -> Option<(Handle<Type>, ArrayLength)> {
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).ok()?;
        let resource = matches!(
            variable.storage,
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
        );
        let Type::Array { mut element, mut length } = *hir.types.get(variable.ty) else { return None };
        if !resource || variable.heap.is_some() || !matches!(hir.types.get(element), Type::Array { .. }) {
            return None;
        }
        let mut dimensions = 1;
        while let Type::Array { element: inner, length: more } = *hir.types.get(element) {
            let ArrayLength::Constant(more) = more else { return None };
            length = match length {
                ArrayLength::Constant(length) => ArrayLength::Constant(length.checked_mul(more)?),
                ArrayLength::Runtime => ArrayLength::Runtime,
                ArrayLength::Specialization(_) => return None,
            };
            element = inner;
            dimensions += 1;
        }
        let mut places = hir.functions.iter().flat_map(|(_, function)| function.places.iter());
        let in_part =
            places.any(|(_, place)| place.root == PlaceRoot::Global(handle) && place.steps.len() < dimensions);
        (!in_part).then_some((element, length))
    }

    /// The type of a variable in its memory.
    pub(super) fn variable_type(&mut self, handle: Handle<GlobalVariable>, layout: Layout) -> Lowered<u32> {
        let Some((element, length)) = self.flattened(handle) else {
            let variable = self.hir.globals.try_get(handle).or_bug("a global variable")?;
            return self.memory_type(variable.ty, layout);
        };
        let element = self.memory_type(element, layout)?;
        Ok(match length {
            ArrayLength::Constant(length) => {
                let length = self.uint_constant(length);
                self.type_of(TypeKey::Array { element, length, stride: None })
            }
            _ => self.type_of(TypeKey::RuntimeArray { element, stride: None }),
        })
    }
}

impl FunctionWriter<'_, '_> {
    /// Adds a dimension to the index: index * length + next.
    pub(super) fn dimension(
        &mut self,
        before: Option<PartialIndex>,
        length: ArrayLength,
        index: Handle<Value>,
    ) -> Lowered<PartialIndex> {
        let id = self.value(index)?;
        let constant = match self.definition(index)?.kind {
            ValueKind::Constant(constant) => match self.module.hir.constants.get_handle(constant).map(|it| &it.kind) {
                Ok(&ConstantKind::Scalar(bits)) => u32::try_from(bits).ok(),
                _ => None,
            },
            _ => None,
        };
        let (Some(before), ArrayLength::Constant(length)) = (before, length) else {
            return Ok(PartialIndex { id, constant });
        };
        if let (Some(before), Some(next)) = (before.constant, constant) {
            let constant = before.wrapping_mul(length).wrapping_add(next);
            return Ok(PartialIndex { id: self.module.uint_constant(constant), constant: Some(constant) });
        }
        let uint = self.module.scalar_type(Scalar::U32);
        let length = self.module.uint_constant(length);
        let rows = self.emit_ids(Op::IMul, uint, &[before.id, length])?;
        Ok(PartialIndex { id: self.emit_ids(Op::IAdd, uint, &[rows, id])?, constant: None })
    }
}
