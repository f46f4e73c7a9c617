//! GLSL extensions that will never have a row, each with the reason that messages give.
//!
//! Comes in: nothing. Goes out: the table. Must not depend on: the rows of extensions.

/// An extension that is rejected.
#[derive(Debug)]
pub struct Refused {
    /// Its name.
    pub name: &'static str,
    /// Why, and what to do instead.
    pub reason: &'static str,
}

const fn row(name: &'static str, reason: &'static str) -> Refused {
    Refused { name, reason }
}

const ATOMIC_COUNTERS: &str = "Vulkan has no atomic counters: use `atomicAdd` on a member of a buffer block";
const BOUNDING_BOX: &str = "Vulkan has no primitive bounding boxes: remove the output";
const EXTERNAL: &str = "Vulkan has no external samplers: use `sampler2D` with a sampler that converts from Y'CbCr";
const OLD_ES: &str = "it is for ESSL 1.00: `#version 310 es` has it without an extension";
const RECTANGLE: &str =
    "Vulkan has no rectangle textures: use `sampler2D` with a sampler of unnormalized coordinates, or `texelFetch`";

/// Every rejected extension, by name.
pub static REFUSED: &[Refused] = &[
    row("GL_3DL_array_objects", "it is for GLSL before 1.20: arrays are part of every version for Vulkan"),
    row(
        "GL_AMD_gpu_shader_half_float_fetch",
        "it is not supported yet: use `sampler2D` and convert the result, `f16vec4(texture(...))`",
    ),
    row("GL_ARB_bindless_texture", "Vulkan has no texture handles: index an array of resources with `nonuniformEXT`"),
    row("GL_ARB_gl_spirv", "it is a macro of OpenGL's SPIR-V, and there is nothing to enable"),
    row("GL_ARB_shader_atomic_counter_ops", ATOMIC_COUNTERS),
    row("GL_ARB_shader_atomic_counters", ATOMIC_COUNTERS),
    row("GL_ARB_texture_rectangle", RECTANGLE),
    row("GL_EXT_YUV_target", EXTERNAL),
    row("GL_EXT_primitive_bounding_box", BOUNDING_BOX),
    row("GL_EXT_shader_texture_lod", OLD_ES),
    row("GL_EXT_shadow_samplers", OLD_ES),
    row(
        "GL_EXT_texture_array",
        "it is for GLSL before 1.30: later versions have `sampler2DArray` without an extension",
    ),
    row("GL_KHR_vulkan_glsl", "it is part of the language here, and there is nothing to enable"),
    row("GL_OES_EGL_image_external", EXTERNAL),
    row("GL_OES_EGL_image_external_essl3", EXTERNAL),
    row("GL_OES_primitive_bounding_box", BOUNDING_BOX),
    row("GL_OES_texture_3D", OLD_ES),
    row("GL_SPIRV", "it is a macro of OpenGL's SPIR-V, and there is nothing to enable"),
];

/// Why an extension is rejected, if it is one of these and has no row.
#[must_use]
pub fn refused(name: &str) -> Option<&'static Refused> {
    REFUSED.iter().find(|row| row.name == name).filter(|_| super::extension(name).is_none())
}

/// Suffixes of type names that OpenGL has and Vulkan does not, with what to use instead.
const REFUSED_TYPES: &[(&str, &str)] = &[
    ("2DRect", RECTANGLE),
    ("2DRectShadow", RECTANGLE),
    ("samplerExternalOES", EXTERNAL),
    ("samplerExternal2DY2YEXT", EXTERNAL),
];

/// Why there is no type of this name, if OpenGL has it.
#[must_use]
pub fn refused_type(name: &str) -> Option<&'static str> {
    REFUSED_TYPES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, reason)| *reason)
}
