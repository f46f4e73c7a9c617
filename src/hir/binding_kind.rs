//! What a resource is to the API: its descriptor type.
//!
//! Comes in: the storage class and the type of a variable with a binding. Goes out: the kind of descriptor that a host gives
//! for it, and facts of each kind. Must not depend on: how the shader uses it.

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

/// What is true of a kind of descriptors.
struct Facts {
    /// In JSON.
    name: &'static str,
    /// How messages call one of them. A combined image sampler may be read as either of its parts, so these three have
    /// one phrase.
    phrase: &'static str,
    /// Whether shaders can write what it describes.
    is_writable: bool,
}

const fn read(name: &'static str, phrase: &'static str) -> Facts {
    Facts { name, phrase, is_writable: false }
}

const fn written(name: &'static str, phrase: &'static str) -> Facts {
    Facts { name, phrase, is_writable: true }
}

impl BindingKind {
    const fn facts(self) -> Facts {
        match self {
            Self::Sampler => read("sampler", "a texture or sampler"),
            Self::CombinedImageSampler => read("combined_image_sampler", "a texture or sampler"),
            Self::SampledImage => read("sampled_image", "a texture or sampler"),
            Self::StorageImage => written("storage_image", "a storage image"),
            Self::UniformTexelBuffer => read("uniform_texel_buffer", "a uniform texel buffer"),
            Self::StorageTexelBuffer => written("storage_texel_buffer", "a storage texel buffer"),
            Self::UniformBuffer => read("uniform_buffer", "a uniform buffer"),
            Self::StorageBuffer => written("storage_buffer", "a storage buffer"),
            Self::InputAttachment => read("input_attachment", "an input attachment"),
            Self::AccelerationStructure => read("acceleration_structure", "an acceleration structure"),
            Self::Tensor => written("tensor", "a tensor"),
            Self::Other => read("other", "something else"),
        }
    }

    /// The name in JSON: `storage_buffer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// What messages call one of them: "a storage buffer".
    pub(crate) const fn phrase(self) -> &'static str {
        self.facts().phrase
    }

    /// Whether shaders can write what it describes.
    pub(crate) const fn is_writable(self) -> bool {
        self.facts().is_writable
    }

    /// The kind of a resource in `storage` whose elements have the type `ty`.
    #[must_use]
    pub fn of(storage: StorageClass, ty: &Type) -> Self {
        match (storage, ty) {
            (StorageClass::Uniform, _) => Self::UniformBuffer,
            (StorageClass::StorageBuffer, _) => Self::StorageBuffer,
            (_, Type::Sampler { .. }) => Self::Sampler,
            (_, Type::AccelerationStructure) => Self::AccelerationStructure,
            (_, Type::Extension(_)) => Self::Tensor,
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
