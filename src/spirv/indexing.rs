//! What the indexing of resources needs.
//!
//! Comes in: the type of a resource in an array. Goes out: capabilities. Must not know: instructions.

use crate::builtins::ImageDimension;
use crate::hir::{ImageClass, Type};
use rspirv::spirv::Capability;

/// What indexing an array of a resource needs, with an index that is the same in all invocations and with one that is not.
pub(super) fn indexing_capabilities(resource: &Type) -> Option<(Capability, Capability)> {
    Some(match resource {
        Type::Image(image) => {
            let buffer = image.shape.dimension == ImageDimension::Buffer;
            match (image.class, buffer) {
                (ImageClass::Storage(_), true) => (
                    Capability::StorageTexelBufferArrayDynamicIndexing,
                    Capability::StorageTexelBufferArrayNonUniformIndexing,
                ),
                (ImageClass::Storage(_), false) => {
                    (Capability::StorageImageArrayDynamicIndexing, Capability::StorageImageArrayNonUniformIndexing)
                }
                (_, true) => (
                    Capability::UniformTexelBufferArrayDynamicIndexing,
                    Capability::UniformTexelBufferArrayNonUniformIndexing,
                ),
                (_, false) => {
                    (Capability::SampledImageArrayDynamicIndexing, Capability::SampledImageArrayNonUniformIndexing)
                }
            }
        }
        Type::Tensor { .. } => {
            (Capability::StorageTensorArrayDynamicIndexingARM, Capability::StorageTensorArrayNonUniformIndexingARM)
        }
        Type::Sampler { .. } => {
            (Capability::SampledImageArrayDynamicIndexing, Capability::SampledImageArrayNonUniformIndexing)
        }
        _ => return None,
    })
}
