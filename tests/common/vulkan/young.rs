//! Features of extensions that are younger than the Vulkan bindings.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_void};

use ash::vk;

/// VK_KHR_shader_bfloat16, registered as number 142.
pub const BFLOAT16: &CStr = c"VK_KHR_shader_bfloat16";
/// VK_EXT_shader_float8, registered as number 568.
pub const FLOAT8: &CStr = c"VK_EXT_shader_float8";

/// VK_NV_cooperative_matrix2, registered as number 594.
pub const COOPERATIVE_MATRIX2: &CStr = c"VK_NV_cooperative_matrix2";

/// A structure of features: what every one of them begins with, then its flags.
#[repr(C)]
pub struct Features<const N: usize> {
    kind: vk::StructureType,
    next: *mut c_void,
    /// In the order of the structure.
    pub flags: [vk::Bool32; N],
}

// SAFETY: the layout is that of all structures of features, and `kind` is only set below, to structures with so many
// flags.
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
