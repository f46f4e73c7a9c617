//! What is requested while a module is written, because its finished instructions do not show it.
//!
//! Comes in: rows of the built-in tables, numbers in the shader, and facts about types and indices. Goes out:
//! capabilities and extensions. Must not depend on: its callers.

use crate::builtins::ImageDimension;
use crate::hir::{ImageClass, StorageClass, Type};
use rspirv::spirv::Capability;
use std::collections::BTreeSet;

/// What was requested: by rows of the built-in tables, by raw SPIR-V, and by the facts below.
#[derive(Clone, Debug, Default)]
pub(in crate::spirv) struct Requested {
    pub(super) capabilities: BTreeSet<Capability>,
    pub(super) extensions: BTreeSet<&'static str>,
    /// Capabilities that are younger than the grammar of the crate, or that only the shader knows.
    pub(super) numbered: BTreeSet<u32>,
    /// Extensions that the shader names, which are declared whatever else provides them.
    pub(super) names: BTreeSet<String>,
}

impl Requested {
    /// Requests a capability that the shader names by number, whether or not it is known.
    pub(in crate::spirv) fn named_capability(&mut self, number: u32) {
        match Capability::from_u32(number) {
            Some(capability) => self.capability(capability),
            None => drop(self.numbered.insert(number)),
        }
    }

    /// Requests an extension that the shader names.
    pub(in crate::spirv) fn named_extension(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// Requests a capability.
    fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability);
    }

    /// Requests a capability by its number, which the grammar of the crate does not know yet, and its extension.
    fn numbered_capability(&mut self, number: u32, extension: &'static str) {
        self.numbered.insert(number);
        self.extensions.insert(extension);
    }

    /// Requests an extension.
    fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }

    /// Requests what a row of a table lists.
    pub(in crate::spirv) fn row(&mut self, capabilities: &[Capability], extensions: &[&'static str]) {
        self.capabilities.extend(capabilities);
        self.extensions.extend(extensions);
    }

    /// The import of an instruction set.
    pub(in crate::spirv) fn import(&mut self, name: &str) {
        if name.starts_with("NonSemantic.") {
            self.extension("SPV_KHR_non_semantic_info");
        }
    }

    /// Requests what an instruction set needs that is not core: the extension has its name.
    pub(in crate::spirv) fn instruction_set(&mut self, name: &'static str) {
        self.extension(name);
    }

    /// Messages that end the shader, with their text.
    pub(in crate::spirv) fn abort(&mut self) {
        self.numbered_capability(5120, "SPV_KHR_abort");
        self.numbered_capability(5146, "SPV_KHR_constant_data");
    }

    /// A resource of an array is selected by an index that is not constant but the same in all invocations.
    pub(in crate::spirv) fn dynamic_descriptor(&mut self, class: StorageClass, resource: &Type) {
        self.capabilities.extend(indexing(class, resource).map(|(dynamic, _)| dynamic));
    }

    /// A resource of an array is selected by an index that differs between invocations.
    pub(in crate::spirv) fn non_uniform_descriptor(&mut self, class: StorageClass, resource: &Type) {
        self.capabilities.extend(indexing(class, resource).map(|(_, non_uniform)| non_uniform));
    }

    /// The execution mode that has no capability in the grammar.
    pub(in crate::spirv) fn primitive_culling(&mut self) {
        self.capability(Capability::RayTraversalPrimitiveCullingKHR);
    }

    /// Derivative groups outside fragment shaders: the extensions of Khronos and of NVIDIA share their capabilities.
    pub(in crate::spirv) fn derivative_groups(&mut self, khronos: bool) {
        self.extension(if khronos {
            "SPV_KHR_compute_shader_derivatives"
        } else {
            "SPV_NV_compute_shader_derivatives"
        });
    }

    /// A vector whose length is an id: long and cooperative vectors share the type.
    pub(in crate::spirv) fn long_vector(&mut self) {
        self.capability(Capability::LongVectorEXT);
    }

    /// See [`long_vector`](Self::long_vector).
    pub(in crate::spirv) fn cooperative_vector(&mut self) {
        self.capability(Capability::CooperativeVectorNV);
        self.extension("SPV_NV_cooperative_vector");
    }

    /// Bits of packed numbers, an instruction that the grammar of the crate does not know yet.
    pub(in crate::spirv) fn bitcast_extract(&mut self) {
        self.numbered_capability(4232, super::MICROSCALING);
    }
}

/// What indexing an array of a resource needs, with an index that is the same in all invocations and with one that is
/// not.
fn indexing(class: StorageClass, resource: &Type) -> Option<(Capability, Capability)> {
    match class {
        StorageClass::Uniform => {
            return Some((
                Capability::UniformBufferArrayDynamicIndexing,
                Capability::UniformBufferArrayNonUniformIndexing,
            ));
        }
        StorageClass::StorageBuffer => {
            return Some((
                Capability::StorageBufferArrayDynamicIndexing,
                Capability::StorageBufferArrayNonUniformIndexing,
            ));
        }
        _ => {}
    }
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
        Type::Extension(_) => {
            (Capability::StorageTensorArrayDynamicIndexingARM, Capability::StorageTensorArrayNonUniformIndexingARM)
        }
        Type::Sampler { .. } => {
            (Capability::SampledImageArrayDynamicIndexing, Capability::SampledImageArrayNonUniformIndexing)
        }
        _ => return None,
    })
}

/// Whether one of these capabilities, which the shader names by number, needs the addressing model of physical pointers.
pub(in crate::spirv) fn names_physical_pointers(capabilities: &BTreeSet<u32>) -> bool {
    capabilities.contains(&(Capability::PhysicalStorageBufferAddresses as u32))
}
