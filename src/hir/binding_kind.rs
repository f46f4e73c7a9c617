//! What a resource is to the API: its descriptor type.
//!
//! Comes in: the storage class and the type of a variable with a binding. Goes out: the kind of descriptor that a host gives
//! for it. Must not depend on: how the shader uses it.

use super::{ImageClass, StorageClass, Type};
use crate::builtins::ImageDimension;

/// Kinds of descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BindingKind {
    /// VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
    UniformBuffer,
    /// VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
    StorageBuffer,
    /// VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE
    SampledImage,
    /// VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
    StorageImage,
    /// VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
    CombinedImageSampler,
    /// VK_DESCRIPTOR_TYPE_SAMPLER
    Sampler,
    /// VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
    UniformTexelBuffer,
    /// VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
    StorageTexelBuffer,
    /// VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT
    InputAttachment,
    /// VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR
    AccelerationStructure,
    /// VK_DESCRIPTOR_TYPE_TENSOR_ARM
    Tensor,
    /// A type that the shader declares by number (GL_EXT_spirv_intrinsics).
    Other,
}

impl BindingKind {
    /// The kind of a resource in `storage` whose elements have the type `ty`.
    #[must_use]
    pub fn of(storage: StorageClass, ty: &Type) -> Self {
        match (storage, ty) {
            (StorageClass::Uniform, _) => Self::UniformBuffer,
            (StorageClass::StorageBuffer, _) => Self::StorageBuffer,
            (_, Type::Sampler { .. }) => Self::Sampler,
            (_, Type::AccelerationStructure) => Self::AccelerationStructure,
            (_, Type::Tensor { .. }) => Self::Tensor,
            (_, Type::Image(image)) => match (image.shape.dimension, image.class) {
                (ImageDimension::Subpass, _) => Self::InputAttachment,
                (ImageDimension::Buffer, ImageClass::Storage(_)) => Self::StorageTexelBuffer,
                (ImageDimension::Buffer, _) => Self::UniformTexelBuffer,
                (_, ImageClass::Storage(_)) => Self::StorageImage,
                (_, ImageClass::Sampled) => Self::SampledImage,
                (_, ImageClass::Combined) => Self::CombinedImageSampler,
            },
            _ => Self::Other,
        }
    }
}
