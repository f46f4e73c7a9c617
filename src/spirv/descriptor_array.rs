//! Arrays of arrays of resources. Vulkan has none: each becomes an array of one dimension with the elements in the same
//! order (GL_KHR_vulkan_glsl, 4.4.5).
//!
//! Comes in: variables. Goes out: whether they are such arrays, and their types. Must not depend on: functions.

use super::type_key::{Layout, TypeKey};
use super::writer::{Flattened, ModuleWriter};
use super::{Lowered, OrBug};
use crate::builtins::Scalar;
use crate::hir::{ArrayLength, GlobalVariable, Handle, PlaceRoot, StorageClass, Type};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    /// What the elements of all dimensions of a variable are, and how many, if it is an array of arrays of resources.
    /// Those of which a part is passed to a function stay as they are: there are no pointers to a part of an array.
    pub(super) fn flattened(&mut self, handle: Handle<GlobalVariable>) -> Option<Flattened> {
        if let Some(known) = self.flattened.get(&handle) {
            return known.clone();
        }
        let found = self.flatten(handle);
        self.flattened.insert(handle, found.clone());
        found
    }

    fn flatten(&self, handle: Handle<GlobalVariable>) -> Option<Flattened> {
        let hir = self.hir;
        let variable = hir.globals.try_get(handle).ok()?;
        let resource = matches!(
            variable.storage,
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
        );
        let Type::Array { mut element, length } = *hir.types.get(variable.ty) else { return None };
        if !resource || variable.heap.is_some() || !matches!(hir.types.get(element), Type::Array { .. }) {
            return None;
        }
        let mut lengths = vec![length];
        while let Type::Array { element: inner, length } = *hir.types.get(element) {
            lengths.push(length);
            element = inner;
        }
        let mut places = hir.functions.iter().flat_map(|(_, function)| function.places.iter());
        let in_part =
            places.any(|(_, place)| place.root == PlaceRoot::Global(handle) && place.steps.len() < lengths.len());
        (!in_part).then(|| Flattened { element, lengths: lengths.into() })
    }

    /// The type of a variable in its memory.
    pub(super) fn variable_type(&mut self, handle: Handle<GlobalVariable>, layout: Layout) -> Lowered<u32> {
        let Some(Flattened { element, lengths }) = self.flattened(handle) else {
            let variable = self.hir.globals.try_get(handle).or_bug("a global variable")?;
            return self.memory_type(variable.ty, layout);
        };
        let element = self.memory_type(element, layout)?;
        Ok(match self.product(&lengths)? {
            Some(length) => self.type_of(TypeKey::Array { element, length, stride: None }),
            None => self.type_of(TypeKey::RuntimeArray { element, stride: None }),
        })
    }

    /// The number of elements of all dimensions; `None` if the first has any length.
    fn product(&mut self, lengths: &[ArrayLength]) -> Lowered<Option<u32>> {
        let mut known = 1_u32;
        let mut specialized = None;
        for length in lengths {
            match *length {
                ArrayLength::Runtime => return Ok(None),
                ArrayLength::Constant(length) => known = known.checked_mul(length).or_bug("an array of that size")?,
                ArrayLength::Specialization(constant) => {
                    let id = self.constant(constant)?;
                    specialized = Some(match specialized {
                        Some(before) => self.constant_product(before, id),
                        None => id,
                    });
                }
            }
        }
        let Some(specialized) = specialized else { return Ok(Some(self.uint_constant(known))) };
        let known = if known == 1 { None } else { Some(self.uint_constant(known)) };
        Ok(Some(known.map_or(specialized, |known| self.constant_product(specialized, known))))
    }

    fn constant_product(&mut self, left: u32, right: u32) -> u32 {
        let uint = self.scalar_type(Scalar::U32);
        self.constant_instruction(uint, Op::IMul, vec![Operand::IdRef(left), Operand::IdRef(right)])
    }
}
