//! Values as operands: computed ones, those that need no computation, and textures with their samplers.
//!
//! Comes in: a value of HIR. Goes out: its id. Must not depend on: how values are computed.

use super::function::{FunctionWriter, Source};
use super::{Bug, Lowered, OrBug};
use crate::hir::{Handle, MemoryQualifiers, Value, ValueKind};
use rspirv::spirv::Op;

impl FunctionWriter<'_, '_> {
    /// The id of a value that was computed, or needs no computation.
    pub(super) fn value(&mut self, value: Handle<Value>) -> Lowered<u32> {
        if let Some(&Some(id)) = self.values.get(value.index()) {
            return Ok(id);
        }
        let id = match self.definition(value)?.kind {
            ValueKind::Constant(constant) => self.module.constant(constant)?,
            ValueKind::Parameter(index) => self.parameter(index)?,
            // Must be in the block that uses it, so it is made anew for each use (SPIR-V, OpSampledImage).
            ValueKind::SampledImage { texture, sampler } => return self.sampled_image(value, texture, sampler),
            _ => return Err(Bug("a value that is used before it is computed")),
        };
        self.set_value(value, id)?;
        Ok(id)
    }

    /// Joins a texture and a sampler.
    fn sampled_image(&mut self, value: Handle<Value>, texture: Handle<Value>, sampler: Handle<Value>) -> Lowered<u32> {
        let (joined, plain) = (self.definition(value)?.ty, self.definition(texture)?.ty);
        let (ty, plain) = (self.module.value_type(joined)?, self.module.value_type(plain)?);
        if ty == plain {
            // A texel buffer has no sampler.
            return self.value(texture);
        }
        let access = self.resource_access(texture)? | self.resource_access(sampler)?;
        let (texture, sampler) = (self.value(texture)?, self.value(sampler)?);
        let id = self.emit_ids(Op::SampledImage, ty, &[texture, sampler])?;
        self.sources.insert(id, Source::Joined(texture, sampler));
        self.module.mark_non_uniform(id, access);
        Ok(id)
    }

    /// The qualifiers on the path to a resource.
    pub(super) fn resource_access(&self, value: Handle<Value>) -> Lowered<MemoryQualifiers> {
        Ok(match self.definition(value)?.kind {
            ValueKind::Load(place) => self.function.places.try_get(place).or_bug("a place")?.access,
            ValueKind::SampledImage { texture, sampler } => {
                let access = |value| -> Lowered<MemoryQualifiers> {
                    match self.definition(value)?.kind {
                        ValueKind::Load(place) => Ok(self.function.places.try_get(place).or_bug("a place")?.access),
                        _ => Ok(MemoryQualifiers::NONE),
                    }
                };
                access(texture)? | access(sampler)?
            }
            _ => MemoryQualifiers::NONE,
        })
    }
}
