//! The enumerations of the header, by their values.
//!
//! Comes in: numbers from C. Goes out: stages, kinds of resources, environments and versions. Must not depend on: what they do.
//! Numbers without a meaning are `None`; they never become a Rust enumeration unchecked.

use std::ffi::{c_int, c_uint};

use crate::sema::ResourceKind;
use crate::stage::Stage;
use crate::target::{SpirvVersion, TargetEnvironment};

/// `shaderc_shader_kind`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderKind {
    /// This stage, whatever a pragma says.
    Forced(Stage),
    /// This stage, unless a pragma names another.
    Default(Stage),
    /// The stage of a pragma.
    Inferred,
    /// SPIR-V as text.
    Assembly,
}

/// The kinds of shaders by value. There were six stages at first; rays and meshes came later.
const SHADER_KINDS: &[ShaderKind] = &[
    ShaderKind::Forced(Stage::Vertex),
    ShaderKind::Forced(Stage::Fragment),
    ShaderKind::Forced(Stage::Compute),
    ShaderKind::Forced(Stage::Geometry),
    ShaderKind::Forced(Stage::TessellationControl),
    ShaderKind::Forced(Stage::TessellationEvaluation),
    ShaderKind::Inferred,
    ShaderKind::Default(Stage::Vertex),
    ShaderKind::Default(Stage::Fragment),
    ShaderKind::Default(Stage::Compute),
    ShaderKind::Default(Stage::Geometry),
    ShaderKind::Default(Stage::TessellationControl),
    ShaderKind::Default(Stage::TessellationEvaluation),
    ShaderKind::Assembly,
    ShaderKind::Forced(Stage::RayGeneration),
    ShaderKind::Forced(Stage::AnyHit),
    ShaderKind::Forced(Stage::ClosestHit),
    ShaderKind::Forced(Stage::Miss),
    ShaderKind::Forced(Stage::Intersection),
    ShaderKind::Forced(Stage::Callable),
    ShaderKind::Default(Stage::RayGeneration),
    ShaderKind::Default(Stage::AnyHit),
    ShaderKind::Default(Stage::ClosestHit),
    ShaderKind::Default(Stage::Miss),
    ShaderKind::Default(Stage::Intersection),
    ShaderKind::Default(Stage::Callable),
    ShaderKind::Forced(Stage::Task),
    ShaderKind::Forced(Stage::Mesh),
    ShaderKind::Default(Stage::Task),
    ShaderKind::Default(Stage::Mesh),
];

/// The kinds of resources by value. Nothing in GLSL is the last, an unordered access view of HLSL.
const RESOURCE_KINDS: &[Option<ResourceKind>] = &[
    Some(ResourceKind::Image),
    Some(ResourceKind::Sampler),
    Some(ResourceKind::Texture),
    Some(ResourceKind::UniformBuffer),
    Some(ResourceKind::StorageBuffer),
    None,
];

/// The suffixes of `#version` for `shaderc_profile`.
const PROFILES: &[&str] = &["", "core", "compatibility", "es"];

/// The versions that `#version` may name, supported or not (GLSL 4.60, 3.3; GLSL ES 3.20, 3.4).
const VERSIONS: &[c_int] = &[100, 110, 120, 130, 140, 150, 300, 310, 320, 330, 400, 410, 420, 430, 440, 450, 460];

/// What a value of an enumeration stands for in a table.
fn at<T: Copy>(table: &[T], value: c_uint) -> Option<T> {
    table.get(usize::try_from(value).ok()?).copied()
}

/// `shaderc_shader_kind`
pub fn shader_kind(value: c_uint) -> Option<ShaderKind> {
    at(SHADER_KINDS, value)
}

/// `shaderc_uniform_kind`
pub fn resource_kind(value: c_uint) -> Option<ResourceKind> {
    at(RESOURCE_KINDS, value).flatten()
}

/// A version and a `shaderc_profile` as in `#version`: `450core`.
pub fn version_text(version: c_int, profile: c_uint) -> Option<String> {
    Some(format!("{version}{}", at(PROFILES, profile)?))
}

/// The version and the `shaderc_profile` of a text like `450core` or `450 core`.
pub fn parse_version(text: &str) -> Option<(c_int, c_uint)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, profile) = text.split_at_checked(digits)?;
    let version = number.parse().ok().filter(|it| VERSIONS.contains(it))?;
    let profile = PROFILES.iter().position(|it| *it == profile.trim_start())?;
    Some((version, c_uint::try_from(profile).ok()?))
}

/// `shaderc_env_version` for Vulkan, which has the versions of Vulkan itself; 0 is Vulkan 1.0.
pub fn environment(version: u32) -> Option<TargetEnvironment> {
    let number = |it: &TargetEnvironment| {
        let (major, minor) = it.version();
        u32::from(major) << 22 | u32::from(minor) << 12
    };
    if version == 0 {
        return Some(TargetEnvironment::Vulkan1_0);
    }
    TargetEnvironment::ALL.iter().copied().find(|it| number(it) == version)
}

/// `shaderc_spirv_version`, which has the versions in the header of modules.
pub fn spirv_version(value: c_uint) -> Option<SpirvVersion> {
    SpirvVersion::ALL.iter().copied().find(|it| it.word() == value)
}
