//! Image instructions: the form that the stage requires, and their operands in bit order.
//!
//! Comes in: the opcode and operands of a recipe step. Goes out: what to emit instead. Must not depend on: names of
//! built-ins.

use super::Lowered;
use super::function::FunctionWriter;
use super::section::OperandList;
use super::type_key::TypeKey;
use crate::hir::{MemoryQualifiers, Scalar};
use rspirv::dr::Operand;
use rspirv::spirv::{ImageOperands, Op, StorageClass};

/// Image operands with their ids, in the order of their bits.
pub(super) type Operands = Vec<(ImageOperands, Vec<u32>)>;

impl FunctionWriter<'_, '_> {
    /// The form of a sampling instruction in stages without derivatives: an explicit level, the base.
    pub(super) fn stage_form(&mut self, opcode: Op, operands: &mut Operands) -> Op {
        let explicit = match opcode {
            Op::ImageSampleImplicitLod => Op::ImageSampleExplicitLod,
            Op::ImageSampleDrefImplicitLod => Op::ImageSampleDrefExplicitLod,
            Op::ImageSampleProjImplicitLod => Op::ImageSampleProjExplicitLod,
            Op::ImageSampleProjDrefImplicitLod => Op::ImageSampleProjDrefExplicitLod,
            Op::ImageSparseSampleImplicitLod => Op::ImageSparseSampleExplicitLod,
            Op::ImageSparseSampleDrefImplicitLod => Op::ImageSparseSampleDrefExplicitLod,
            _ => return opcode,
        };
        if self.module.has_derivatives() {
            return opcode;
        }
        operands.retain(|(bit, _)| !matches!(*bit, ImageOperands::BIAS | ImageOperands::MIN_LOD));
        let zero = self.module.scalar_constant(Scalar::F32, 0);
        operands.push((ImageOperands::LOD, vec![zero]));
        explicit
    }

    /// The operands of an instruction: a mask, then the ids in the order of their bits.
    pub(super) fn image_operands(mut operands: Operands, to: &mut OperandList) {
        operands.sort_by_key(|(bit, _)| bit.bits());
        let mask = operands.iter().fold(ImageOperands::NONE, |mask, (bit, _)| mask | *bit);
        if !mask.is_empty() {
            to.push(Operand::ImageOperands(mask));
            for (bit, ids) in operands {
                let scoped = ImageOperands::MAKE_TEXEL_AVAILABLE | ImageOperands::MAKE_TEXEL_VISIBLE;
                let operand = if scoped.contains(bit) { Operand::IdScope } else { Operand::IdRef };
                to.extend(ids.into_iter().map(operand));
            }
        }
    }

    /// The image of a sampled image, for instructions that take images only.
    pub(super) fn plain_image(&mut self, image: u32, ty: u32, access: MemoryQualifiers) -> Lowered<(u32, u32)> {
        match self.module.key(ty) {
            Some(&TypeKey::SampledImage(inner)) => {
                let image = self.emit_ids(Op::Image, inner, &[image])?;
                self.module.mark_non_uniform(image, access);
                Ok((image, inner))
            }
            _ => Ok((image, ty)),
        }
    }

    /// The type of a pointer to a texel of an image.
    pub(super) fn texel_pointer_type(&mut self, image: u32) -> Lowered<u32> {
        let Some(&TypeKey::Image(image)) = self.module.key(image) else {
            return Err(super::Bug("a texel of something that is not an image"));
        };
        let texel = self.module.scalar_type(image.shape.texel);
        Ok(self.module.pointer_type(StorageClass::Image, texel))
    }
}

/// Constant offsets need no capability.
pub(super) fn offset_form(operand: ImageOperands, constant: bool) -> ImageOperands {
    if operand == ImageOperands::OFFSET && constant { ImageOperands::CONST_OFFSET } else { operand }
}

/// Whether an instruction reads texels of a texture.
pub(super) const fn samples(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::ImageSampleImplicitLod
            | Op::ImageSampleExplicitLod
            | Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjImplicitLod
            | Op::ImageSampleProjExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageFetch
            | Op::ImageGather
            | Op::ImageDrefGather
    )
}

/// Whether an instruction takes an image without its sampler.
pub(super) const fn takes_plain_image(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::ImageFetch
            | Op::ImageRead
            | Op::ImageWrite
            | Op::ImageSparseFetch
            | Op::ImageSparseRead
            | Op::ImageQuerySizeLod
            | Op::ImageQuerySize
            | Op::ImageQueryLevels
            | Op::ImageQuerySamples
    )
}
