//! Rays that start shaders, in the stages of ray tracing pipelines.
//!
//! Comes in: steps of recipes. Goes out: statements. Must not depend on: other kinds of steps.
//!
//! naga's rays have no offsets into shader binding tables, and one payload type.

use super::{Call, Item, THIS};
use crate::builtins::Step;
use crate::builtins::vocabulary::Op;
use crate::hir::Argument;
use crate::naga_bridge::build::Shape;
use crate::naga_bridge::place::Target;
use crate::naga_bridge::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use naga::{RayPipelineFunction, Statement};

impl Call<'_, '_, '_, '_> {
    /// `traceRayEXT`: a structure, flags, a mask, three numbers for the shader binding table, the ray, and the payload.
    pub(super) fn ray_pipeline_step(
        &mut self,
        opcode: Op,
        step: &'static Step,
        results: &[Item],
    ) -> Bridged<Option<Item>> {
        if opcode != Op::TraceRayKHR {
            return Ok(None);
        }
        let operand = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        for index in 3..6 {
            if self.known(operand(index)?, results)? != Some(0) {
                return Err(Unsupported::new("rays with another record offset, record stride or miss index than 0")
                    .help("pass 0, and tell apart in the shader what was hit"));
            }
        }
        let structure = self.acceleration_structure(operand(0)?, results)?;
        let descriptor = self.ray_descriptor(step, [1, 2, 7, 9, 6, 8], results)?;
        let Some(&Argument::Place(place)) = self.call.arguments.last() else { return unsupported(THIS) };
        let place = self.writer.function.places.try_get(place).or_missing("a place")?;
        let Target::Memory(payload, _) = self.writer.target(place)? else { return unsupported(THIS) };
        let fun = RayPipelineFunction::TraceRay { acceleration_structure: structure, descriptor, payload };
        self.writer.push(Statement::RayPipelineFunction(fun));
        Ok(Some(Item::Void))
    }

    /// An acceleration structure, which may be a variable or a parameter.
    pub(super) fn acceleration_structure(
        &mut self,
        source: crate::builtins::Operand,
        results: &[Item],
    ) -> Bridged<naga::Handle<naga::Expression>> {
        match crate::hir::recipe::operand(self, source, results)? {
            Item::Resource(it) => it.image.or_missing("an acceleration structure"),
            item => Ok(self.typed_item(item)?.it),
        }
    }

    /// naga's `RayDesc` from the operands with these numbers: flags, mask, least and greatest distance, origin, direction.
    pub(super) fn ray_descriptor(
        &mut self,
        step: &'static Step,
        members: [usize; 6],
        results: &[Item],
    ) -> Bridged<naga::Handle<naga::Expression>> {
        use crate::naga_bridge::build::Build;
        let mut given = Vec::with_capacity(members.len());
        for index in members {
            let source = step.operands.get(index).copied().or_missing("an operand")?;
            given.push(self.operand(source, results)?.it);
        }
        let ty = self.writer.module.out.generate_ray_desc_type();
        Ok(self.writer.compose(Shape::Other(ty), given).it)
    }
}
