//! Extensions as rows: what is requested of a device that has one, and the capabilities that come with it.
//!
//! Many are newer than the Vulkan bindings, and none needs more from these than the number of its feature structure:
//! all such structures are a header and a list of flags.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};

use ash::vk;
use spirv::Capability as C;

/// The most flags that a structure of [`EXTENSIONS`] has.
const MAX_FLAGS: usize = 8;

/// An extension, enabled with all its features if the device has it.
#[derive(Debug)]
pub struct Extension {
    /// Its name.
    pub name: &'static CStr,
    /// The number of its feature structure, if it has one.
    pub structure: Option<i32>,
    /// The capabilities that each flag of the structure allows; one row if there is no structure.
    pub capabilities: &'static [&'static [C]],
}

const fn row(name: &'static CStr, structure: i32, capabilities: &'static [&'static [C]]) -> Extension {
    Extension { name, structure: Some(structure), capabilities }
}

/// An extension without features.
const fn plain(name: &'static CStr, capabilities: &'static [&'static [C]]) -> Extension {
    Extension { name, structure: None, capabilities }
}

/// The extensions that [`super::Device`] does not request by name. The feature structure of extension N is 1000000000 +
/// 1000 (N - 1), or one of the numbers after it (vk.xml).
#[rustfmt::skip]
pub const EXTENSIONS: &[Extension] = &[
    row(c"VK_EXT_transform_feedback", 1_000_028_000, &[&[C::TransformFeedback], &[C::GeometryStreams]]),
    row(c"VK_EXT_fragment_shader_interlock", 1_000_251_000, &[
        &[C::FragmentShaderSampleInterlockEXT],
        &[C::FragmentShaderPixelInterlockEXT],
        &[C::FragmentShaderShadingRateInterlockEXT],
    ]),
    row(c"VK_KHR_fragment_shader_barycentric", 1_000_203_000, &[&[C::FragmentBarycentricKHR]]),
    row(c"VK_KHR_fragment_shading_rate", 1_000_226_003, &[&[C::FragmentShadingRateKHR]]),
    row(c"VK_EXT_mesh_shader", 1_000_328_000, &[&[], &[C::MeshShadingEXT]]),
    row(c"VK_NV_mesh_shader", 1_000_202_000, &[&[], &[C::MeshShadingNV]]),
    row(c"VK_KHR_ray_tracing_pipeline", 1_000_347_000, &[
        &[C::RayTracingKHR], &[], &[], &[], &[C::RayTraversalPrimitiveCullingKHR],
    ]),
    row(c"VK_KHR_ray_tracing_maintenance1", 1_000_386_000, &[&[C::RayCullMaskKHR]]),
    row(c"VK_EXT_opacity_micromap", 1_000_396_005, &[&[C::RayTracingOpacityMicromapEXT]]),
    row(c"VK_NV_cluster_acceleration_structure", 1_000_569_000, &[&[C::RayTracingClusterAccelerationStructureNV]]),
    row(c"VK_NV_ray_tracing_linear_swept_spheres", 1_000_429_008, &[
        &[C::RayTracingSpheresGeometryNV],
        &[C::RayTracingLinearSweptSpheresGeometryNV],
    ]),
    row(c"VK_NV_ray_tracing_motion_blur", 1_000_327_000, &[&[C::RayTracingMotionBlurNV]]),
    row(c"VK_NV_ray_tracing_invocation_reorder", 1_000_490_000, &[&[C::ShaderInvocationReorderNV]]),
    row(c"VK_EXT_ray_tracing_invocation_reorder", 1_000_581_000, &[&[C::ShaderInvocationReorderEXT]]),
    row(c"VK_NV_shader_image_footprint", 1_000_204_000, &[&[C::ImageFootprintNV]]),
    row(c"VK_KHR_shader_clock", 1_000_181_000, &[&[C::ShaderClockKHR]]),
    row(c"VK_KHR_shader_quad_control", 1_000_235_000, &[&[C::QuadControlKHR]]),
    row(c"VK_KHR_shader_maximal_reconvergence", 1_000_434_000, &[&[]]),
    row(c"VK_EXT_shader_tile_image", 1_000_395_000, &[
        &[C::TileImageColorReadAccessEXT],
        &[C::TileImageDepthReadAccessEXT],
        &[C::TileImageStencilReadAccessEXT],
    ]),
    row(c"VK_KHR_shader_expect_assume", 1_000_544_000, &[&[C::ExpectAssumeKHR]]),
    row(c"VK_NV_shader_atomic_float16_vector", 1_000_563_000, &[&[C::AtomicFloat16VectorNV]]),
    plain(c"VK_EXT_post_depth_coverage", &[&[C::SampleMaskPostDepthCoverage]]),
    plain(c"VK_EXT_shader_stencil_export", &[&[C::StencilExportEXT]]),
    plain(c"VK_EXT_conservative_rasterization", &[&[C::FragmentFullyCoveredEXT]]),
    plain(c"VK_EXT_shader_subgroup_ballot", &[&[C::SubgroupBallotKHR]]),
    plain(c"VK_EXT_shader_subgroup_vote", &[&[C::SubgroupVoteKHR]]),
    plain(c"VK_EXT_shader_viewport_index_layer", &[&[C::ShaderViewportIndexLayerEXT]]),
    plain(c"VK_NV_viewport_array2", &[&[C::ShaderViewportMaskNV, C::ShaderViewportIndexLayerEXT]]),
    plain(c"VK_NV_geometry_shader_passthrough", &[&[C::GeometryShaderPassthroughNV]]),
    plain(c"VK_NV_sample_mask_override_coverage", &[&[C::SampleMaskOverrideCoverageNV]]),
    plain(c"VK_NVX_multiview_per_view_attributes", &[&[C::PerViewAttributesNV]]),
];

/// VK_KHR_shader_bfloat16, registered as number 142.
pub const BFLOAT16: &CStr = c"VK_KHR_shader_bfloat16";
/// VK_EXT_shader_float8, registered as number 568.
pub const FLOAT8: &CStr = c"VK_EXT_shader_float8";

/// VK_NV_cooperative_matrix2, registered as number 594.
pub const COOPERATIVE_MATRIX2: &CStr = c"VK_NV_cooperative_matrix2";

/// A feature structure: its common header, then its flags.
#[repr(C)]
pub struct Features<const N: usize> {
    kind: vk::StructureType,
    next: *mut c_void,
    /// In the order of the structure.
    pub flags: [vk::Bool32; N],
}

// SAFETY: the layout is that of all feature structures, and `kind` is only set below, to structures with at most this
// many flags.
unsafe impl<const N: usize> vk::ExtendsPhysicalDeviceFeatures2 for Features<N> {}

/// shaderBFloat16Type, shaderBFloat16DotProduct, shaderBFloat16CooperativeMatrix.
pub fn bfloat16() -> Features<3> {
    features(1_000_141_000)
}

/// shaderFloat8, shaderFloat8CooperativeMatrix.
pub fn float8() -> Features<2> {
    features(1_000_567_000)
}

/// Workgroup scope, flexible dimensions, reductions, conversions, operations per element, tensor addressing, block loads.
pub fn cooperative_matrix2() -> Features<7> {
    features(1_000_593_000)
}

fn features<const N: usize>(kind: i32) -> Features<N> {
    Features { kind: vk::StructureType::from_raw(kind), next: std::ptr::null_mut(), flags: [vk::FALSE; N] }
}

impl Extension {
    /// Its feature structure, if it has one, with room for more flags than any has.
    pub fn features(&self) -> Option<Features<MAX_FLAGS>> {
        self.structure.map(features)
    }

    /// The capabilities that a device with this extension has.
    pub fn allowed(&self, features: Option<&Features<MAX_FLAGS>>) -> Vec<C> {
        let is_on = |index: usize| features.is_none_or(|features| features.flags[index] == vk::TRUE);
        self.capabilities
            .iter()
            .enumerate()
            .filter(|(index, _)| is_on(*index))
            .flat_map(|(_, row)| *row)
            .copied()
            .collect()
    }
}
