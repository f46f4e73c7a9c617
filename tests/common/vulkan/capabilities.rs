//! Whether a device can run a module, from the capabilities that the module declares.

use ash::vk::{self, SubgroupFeatureFlags as Subgroup};
use glslsub::internals::Stage;
use spirv::Capability;

use super::{Blend, Device, Graphics};

/// The first word of SPIR-V instruction OpCapability: two words long.
const OP_CAPABILITY: u32 = (2 << 16) | spirv::Op::Capability as u32;

/// Whether a capability is available in some stages only.
fn is_about_subgroups(capability: Capability) -> bool {
    format!("{capability:?}").starts_with("GroupNonUniform")
}

/// The numbers of the capabilities that a module declares.
fn declared(words: &[u32]) -> Vec<u32> {
    // They come first, directly after the five words of the header.
    words
        .get(5..)
        .unwrap_or(&[])
        .chunks_exact(2)
        .take_while(|pair| pair[0] == OP_CAPABILITY)
        .map(|pair| pair[1])
        .collect()
}

/// Whether a module has mesh or task shaders of GL_NV_mesh_shader, which a call of their own draws.
pub(super) fn is_nvidia_mesh(words: &[u32]) -> bool {
    declared(words).contains(&(Capability::MeshShadingNV as u32))
}

/// The stages of a module's entry points.
fn stages(words: &[u32]) -> vk::ShaderStageFlags {
    let mut stages = vk::ShaderStageFlags::empty();
    let mut rest = words.get(5..).unwrap_or(&[]);
    // An instruction begins with its length and its opcode.
    while let Some(&first) = rest.first() {
        if first & 0xffff == spirv::Op::EntryPoint as u32
            && let Some(row) = Stage::all().iter().find(|row| rest.get(1) == Some(&(row.execution_model as u32)))
        {
            stages |= super::stage_flag(row.stage);
        }
        rest = rest.get((first >> 16).max(1) as usize..).unwrap_or(&[]);
    }
    stages
}

impl Device {
    /// The first capability of the module that this device lacks, or lacks in the module's stage.
    pub fn missing_capability(&self, words: &[u32]) -> Option<String> {
        let stages = stages(words);
        declared(words).into_iter().find_map(|number| match Capability::from_u32(number) {
            Some(capability) if is_about_subgroups(capability) && !self.subgroup_stages.contains(stages) => {
                Some(format!("{capability:?} in stage {stages:?}"))
            }
            Some(capability) if self.has_capability(capability) => None,
            Some(capability) => Some(format!("{capability:?}")),
            None => Some(format!("capability {number}")),
        })
    }

    /// What a draw needs besides its modules' capabilities that this device lacks.
    pub fn cannot_draw(&self, graphics: &Graphics) -> Option<&'static str> {
        let core = &self.supported.core;
        let is_dual_source = graphics.targets.iter().any(|target| target.blend.is_some_and(Blend::is_dual_source));
        let needs = [
            (is_dual_source && core.dual_src_blend == vk::FALSE, "dual source blending"),
            (graphics.views > 0 && !self.supported.multiview, "multiview"),
            (graphics.viewports.len() > 1 && core.multi_viewport == vk::FALSE, "several viewports"),
            (graphics.raster.polygon != vk::PolygonMode::FILL && core.fill_mode_non_solid == vk::FALSE, "edges only"),
            (graphics.raster.sample_shading && core.sample_rate_shading == vk::FALSE, "sample shading"),
            (graphics.draws.len() > 1 && core.multi_draw_indirect == vk::FALSE, "indirect draws of several"),
        ];
        let formats = graphics
            .attributes
            .iter()
            .map(|attribute| (attribute.format, vk::FormatFeatureFlags::VERTEX_BUFFER, "vertex inputs of this format"))
            .chain(graphics.targets.iter().map(|target| {
                let flags = match target.blend {
                    Some(_) => vk::FormatFeatureFlags::COLOR_ATTACHMENT_BLEND,
                    None => vk::FormatFeatureFlags::COLOR_ATTACHMENT,
                };
                (target.image.format, flags, "targets of this format")
            }))
            .chain(graphics.depth.iter().map(|depth| {
                (depth.image.format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT, "depth buffers of this format")
            }))
            .map(|(format, flags, what)| {
                let buffer = flags == vk::FormatFeatureFlags::VERTEX_BUFFER;
                (!self.has_format(format, flags, buffer), what)
            });
        needs.into_iter().chain(formats).find(|need| need.0).map(|need| need.1)
    }

    /// Whether one of the modules declares the capability.
    pub(super) fn declares(modules: &[(Stage, Vec<u32>)], capability: Capability) -> bool {
        modules.iter().any(|(_, words)| declared(words).contains(&(capability as u32)))
    }

    /// Whether modules with this capability may run here.
    pub fn has_capability(&self, capability: Capability) -> bool {
        let on = |flag: vk::Bool32| flag == vk::TRUE;
        let operation = |flag: Subgroup| self.subgroup_operations.contains(flag);
        let supported = &self.supported;
        let core = &supported.core;
        match capability {
            Capability::Shader
            | Capability::Matrix
            | Capability::Sampled1D
            | Capability::Image1D
            | Capability::SampledBuffer
            | Capability::ImageBuffer
            | Capability::ImageQuery
            | Capability::InputAttachment
            | Capability::DerivativeControl => true,
            Capability::Geometry => on(core.geometry_shader),
            Capability::Tessellation => on(core.tessellation_shader),
            Capability::GeometryPointSize | Capability::TessellationPointSize => {
                on(core.shader_tessellation_and_geometry_point_size)
            }
            Capability::SampleRateShading | Capability::InterpolationFunction => on(core.sample_rate_shading),
            Capability::ClipDistance => on(core.shader_clip_distance),
            Capability::CullDistance => on(core.shader_cull_distance),
            Capability::MultiViewport => on(core.multi_viewport),
            Capability::ImageMSArray => on(core.shader_storage_image_multisample),
            Capability::DrawParameters => supported.draw_parameters,
            Capability::MultiView => supported.multiview,
            Capability::StorageInputOutput16 => supported.storage_input_output_16bit,
            Capability::ShaderLayer => supported.output_layer,
            Capability::ShaderViewportIndex => supported.output_viewport,
            Capability::DemoteToHelperInvocation => supported.demote,
            Capability::SampledImageArrayNonUniformIndexing => supported.image_non_uniform_indexing[0],
            Capability::StorageImageArrayNonUniformIndexing => supported.image_non_uniform_indexing[1],
            Capability::UniformTexelBufferArrayNonUniformIndexing => supported.image_non_uniform_indexing[2],
            Capability::StorageTexelBufferArrayNonUniformIndexing => supported.image_non_uniform_indexing[3],
            Capability::UniformBufferArrayNonUniformIndexing => supported.uniform_buffer_non_uniform_indexing,
            Capability::UniformTexelBufferArrayDynamicIndexing => supported.texel_buffer_dynamic_indexing[0],
            Capability::StorageTexelBufferArrayDynamicIndexing => supported.texel_buffer_dynamic_indexing[1],
            Capability::CooperativeMatrixKHR => supported.cooperative_matrix,
            Capability::CooperativeMatrixReductionsNV
            | Capability::CooperativeMatrixConversionsNV
            | Capability::CooperativeMatrixPerElementOperationsNV
            | Capability::CooperativeMatrixTensorAddressingNV
            | Capability::CooperativeMatrixBlockLoadsNV
            | Capability::TensorAddressingNV => supported.cooperative_matrix2,
            Capability::Float64 => on(core.shader_float64),
            Capability::Int64 => on(core.shader_int64),
            Capability::Int16 => on(core.shader_int16),
            Capability::Int8 => supported.int8,
            Capability::Float16 => supported.float16,
            Capability::SignedZeroInfNanPreserve => !self.preserved.is_empty(),
            Capability::BFloat16TypeKHR => supported.bfloat16[0],
            Capability::BFloat16DotProductKHR => supported.bfloat16[1],
            Capability::BFloat16CooperativeMatrixKHR => supported.bfloat16[2],
            Capability::Float8EXT => supported.float8[0],
            Capability::Float8CooperativeMatrixEXT => supported.float8[1],
            Capability::StorageBuffer16BitAccess => supported.storage_16bit,
            Capability::UniformAndStorageBuffer16BitAccess => supported.uniform_and_storage_16bit,
            Capability::StoragePushConstant16 => supported.push_constant_16bit,
            Capability::StorageBuffer8BitAccess => supported.storage_8bit,
            Capability::UniformAndStorageBuffer8BitAccess => supported.uniform_and_storage_8bit,
            Capability::StoragePushConstant8 => supported.push_constant_8bit,
            Capability::VariablePointers | Capability::VariablePointersStorageBuffer => supported.variable_pointers,
            Capability::Int64Atomics => supported.buffer_int64_atomics && supported.shared_int64_atomics,
            Capability::Int64ImageEXT => supported.image_int64_atomics,
            Capability::AtomicFloat32AddEXT => supported.atomic_float32_add,
            Capability::AtomicFloat64AddEXT => supported.atomic_float64_add,
            Capability::AtomicFloat32MinMaxEXT => supported.atomic_float32_min_max,
            Capability::VulkanMemoryModel => supported.vulkan_memory_model,
            Capability::VulkanMemoryModelDeviceScope => supported.vulkan_memory_model_device_scope,
            Capability::PhysicalStorageBufferAddresses => supported.buffer_device_address,
            Capability::RuntimeDescriptorArray => supported.runtime_descriptor_array,
            Capability::ShaderNonUniform | Capability::StorageBufferArrayNonUniformIndexing => {
                supported.non_uniform_indexing
            }
            Capability::DotProduct | Capability::DotProductInput4x8Bit | Capability::DotProductInput4x8BitPacked => {
                supported.integer_dot_product
            }
            Capability::ImageGatherExtended => on(core.shader_image_gather_extended),
            Capability::StorageImageExtendedFormats => on(core.shader_storage_image_extended_formats),
            Capability::StorageImageReadWithoutFormat => on(core.shader_storage_image_read_without_format),
            Capability::StorageImageWriteWithoutFormat => on(core.shader_storage_image_write_without_format),
            Capability::StorageImageMultisample => on(core.shader_storage_image_multisample),
            Capability::SampledCubeArray | Capability::ImageCubeArray => on(core.image_cube_array),
            Capability::MinLod => on(core.shader_resource_min_lod),
            Capability::SparseResidency => on(core.shader_resource_residency),
            Capability::UniformBufferArrayDynamicIndexing => on(core.shader_uniform_buffer_array_dynamic_indexing),
            Capability::StorageBufferArrayDynamicIndexing => on(core.shader_storage_buffer_array_dynamic_indexing),
            Capability::SampledImageArrayDynamicIndexing => on(core.shader_sampled_image_array_dynamic_indexing),
            Capability::StorageImageArrayDynamicIndexing => on(core.shader_storage_image_array_dynamic_indexing),
            Capability::ComputeDerivativeGroupQuadsKHR => supported.derivative_group_quads,
            Capability::ComputeDerivativeGroupLinearKHR => supported.derivative_group_linear,
            Capability::RayQueryKHR => supported.ray_query,
            Capability::RayQueryPositionFetchKHR | Capability::RayTracingPositionFetchKHR => supported.position_fetch,
            Capability::GroupNonUniform => operation(Subgroup::BASIC),
            Capability::GroupNonUniformVote => operation(Subgroup::VOTE),
            Capability::GroupNonUniformArithmetic => operation(Subgroup::ARITHMETIC),
            Capability::GroupNonUniformBallot => operation(Subgroup::BALLOT),
            Capability::GroupNonUniformShuffle => operation(Subgroup::SHUFFLE),
            Capability::GroupNonUniformShuffleRelative => operation(Subgroup::SHUFFLE_RELATIVE),
            Capability::GroupNonUniformClustered => operation(Subgroup::CLUSTERED),
            Capability::GroupNonUniformQuad => operation(Subgroup::QUAD),
            Capability::GroupNonUniformRotateKHR => supported.subgroup_rotate,
            Capability::GroupNonUniformPartitionedNV => operation(Subgroup::PARTITIONED_NV),
            other => self.extended.contains(&other),
        }
    }
}
