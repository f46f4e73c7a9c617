//! Required limits of the device.
//!
//! Comes in: the rest of the reflection, execution modes. Goes out: numbers by the names of Vulkan's limits. Must not
//! depend on: types, instructions.

use super::Limit;
use crate::reflect::{BindingKind, Length, MemberType, Reflection, Variable};
use crate::stage::Stage;
use rspirv::spirv::ExecutionMode;
use rustc_hash::FxHashMap;

const LIMITS: &str = "VkPhysicalDeviceLimits";
const MESH_LIMITS: &str = "VkPhysicalDeviceMeshShaderPropertiesEXT";

/// The limits on workgroups, by stage: invocations, sizes, shared memory.
const WORKGROUPS: &[(Stage, &str, [&str; 5])] = &[
    (
        Stage::Compute,
        LIMITS,
        [
            "maxComputeWorkGroupInvocations",
            "maxComputeWorkGroupSize[0]",
            "maxComputeWorkGroupSize[1]",
            "maxComputeWorkGroupSize[2]",
            "maxComputeSharedMemorySize",
        ],
    ),
    (
        Stage::Task,
        MESH_LIMITS,
        [
            "maxTaskWorkGroupInvocations",
            "maxTaskWorkGroupSize[0]",
            "maxTaskWorkGroupSize[1]",
            "maxTaskWorkGroupSize[2]",
            "maxTaskSharedMemorySize",
        ],
    ),
    (
        Stage::Mesh,
        MESH_LIMITS,
        [
            "maxMeshWorkGroupInvocations",
            "maxMeshWorkGroupSize[0]",
            "maxMeshWorkGroupSize[1]",
            "maxMeshWorkGroupSize[2]",
            "maxMeshSharedMemorySize",
        ],
    ),
];

/// The limits on execution modes with a number, by stage.
const MODES: &[(Stage, ExecutionMode, &str, &str)] = &[
    (Stage::TessellationControl, ExecutionMode::OutputVertices, LIMITS, "maxTessellationPatchSize"),
    (Stage::Geometry, ExecutionMode::OutputVertices, LIMITS, "maxGeometryOutputVertices"),
    (Stage::Geometry, ExecutionMode::Invocations, LIMITS, "maxGeometryShaderInvocations"),
    (Stage::Mesh, ExecutionMode::OutputVertices, MESH_LIMITS, "maxMeshOutputVertices"),
    (Stage::Mesh, ExecutionMode::OutputPrimitivesEXT, MESH_LIMITS, "maxMeshOutputPrimitives"),
];

/// The limits on descriptors per stage, with the kinds that count.
const DESCRIPTORS: &[(&str, &[BindingKind])] = &[
    ("maxPerStageDescriptorSamplers", &[BindingKind::Sampler, BindingKind::CombinedImageSampler]),
    ("maxPerStageDescriptorUniformBuffers", &[BindingKind::UniformBuffer]),
    ("maxPerStageDescriptorStorageBuffers", &[BindingKind::StorageBuffer]),
    (
        "maxPerStageDescriptorSampledImages",
        &[BindingKind::SampledImage, BindingKind::CombinedImageSampler, BindingKind::UniformTexelBuffer],
    ),
    ("maxPerStageDescriptorStorageImages", &[BindingKind::StorageImage, BindingKind::StorageTexelBuffer]),
    ("maxPerStageDescriptorInputAttachments", &[BindingKind::InputAttachment]),
];

/// The limits that the shader needs. `modes` has the first literal of each execution mode.
pub(super) fn limits(reflection: &Reflection, modes: &FxHashMap<u32, u32>) -> Vec<Limit> {
    let mut limits = Vec::new();
    let mut add = |structure, member, least: u32| {
        if least > 0 {
            limits.push(Limit { structure, member, least });
        }
    };
    if let Some((_, structure, [invocations, x, y, z, shared])) = WORKGROUPS.iter().find(|it| it.0 == reflection.stage)
    {
        let size = reflection.workgroup_size.map(|size| size.map(|it| number(it).unwrap_or(0))).unwrap_or_default();
        add(structure, invocations, size.iter().fold(1, |product, it| product.saturating_mul(*it)));
        for (member, least) in [x, y, z].into_iter().zip(size) {
            add(structure, member, least);
        }
        add(structure, shared, reflection.shared_memory_size);
    }
    for (stage, mode, structure, member) in MODES {
        if *stage == reflection.stage {
            add(structure, member, modes.get(&(*mode as u32)).copied().unwrap_or(0));
        }
    }
    match reflection.stage {
        Stage::Vertex => add(LIMITS, "maxVertexInputAttributes", locations(&reflection.inputs)),
        Stage::Fragment => add(LIMITS, "maxFragmentOutputAttachments", locations(&reflection.outputs)),
        _ => {}
    }
    add(LIMITS, "maxPushConstantsSize", reflection.push_constants_size());
    let used = || reflection.bindings.iter().filter(|it| it.is_used);
    add(LIMITS, "maxBoundDescriptorSets", used().map(|it| it.set.saturating_add(1)).max().unwrap_or(0));
    let uniforms = used().filter(|it| it.kind == BindingKind::UniformBuffer).filter_map(|it| it.structure);
    let sizes = uniforms.filter_map(|it| reflection.structures.get(it)).map(|it| it.size);
    add(LIMITS, "maxUniformBufferRange", sizes.max().unwrap_or(0));
    for (member, kinds) in DESCRIPTORS {
        // An array whose size depends on what the host binds counts as one.
        let counts = used().filter(|it| kinds.contains(&it.kind)).map(|it| it.count().unwrap_or(1));
        add(LIMITS, member, counts.fold(0, u32::saturating_add));
    }
    limits
}

/// The number of locations up to the last one of the used variables. A column of a matrix and an element of an array has
/// a location of its own.
fn locations(variables: &[Variable]) -> u32 {
    let ends = variables.iter().filter(|it| it.is_used).filter_map(|it| {
        let columns = match it.ty {
            MemberType::Matrix { columns, .. } => columns,
            _ => 1,
        };
        let elements = it.array.iter().map(|it| number(it.length).unwrap_or(1)).fold(1, u32::saturating_mul);
        Some(it.location?.saturating_add(elements.saturating_mul(columns)))
    });
    ends.max().unwrap_or(0)
}

/// A length, if the shader determines it or its default.
const fn number(length: Length) -> Option<u32> {
    match length {
        Length::Fixed(length) => Some(length),
        Length::Specialization { default, .. } => default,
        Length::Runtime => None,
    }
}
