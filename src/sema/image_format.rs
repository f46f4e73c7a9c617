//! Image format qualifiers (GLSL 4.60, 4.4.7).

use crate::hir::ScalarKind;
use spirv::ImageFormat;

/// GLSL spelling, SPIR-V format, what its texels are read as.
const FORMATS: &[(&str, ImageFormat, ScalarKind)] = &[
    ("rgba32f", ImageFormat::Rgba32f, ScalarKind::Float),
    ("rgba16f", ImageFormat::Rgba16f, ScalarKind::Float),
    ("rg32f", ImageFormat::Rg32f, ScalarKind::Float),
    ("rg16f", ImageFormat::Rg16f, ScalarKind::Float),
    ("r11f_g11f_b10f", ImageFormat::R11fG11fB10f, ScalarKind::Float),
    ("r32f", ImageFormat::R32f, ScalarKind::Float),
    ("r16f", ImageFormat::R16f, ScalarKind::Float),
    ("rgba16", ImageFormat::Rgba16, ScalarKind::Float),
    ("rgb10_a2", ImageFormat::Rgb10A2, ScalarKind::Float),
    ("rgba8", ImageFormat::Rgba8, ScalarKind::Float),
    ("rg16", ImageFormat::Rg16, ScalarKind::Float),
    ("rg8", ImageFormat::Rg8, ScalarKind::Float),
    ("r16", ImageFormat::R16, ScalarKind::Float),
    ("r8", ImageFormat::R8, ScalarKind::Float),
    ("rgba16_snorm", ImageFormat::Rgba16Snorm, ScalarKind::Float),
    ("rgba8_snorm", ImageFormat::Rgba8Snorm, ScalarKind::Float),
    ("rg16_snorm", ImageFormat::Rg16Snorm, ScalarKind::Float),
    ("rg8_snorm", ImageFormat::Rg8Snorm, ScalarKind::Float),
    ("r16_snorm", ImageFormat::R16Snorm, ScalarKind::Float),
    ("r8_snorm", ImageFormat::R8Snorm, ScalarKind::Float),
    ("rgba32i", ImageFormat::Rgba32i, ScalarKind::Sint),
    ("rgba16i", ImageFormat::Rgba16i, ScalarKind::Sint),
    ("rgba8i", ImageFormat::Rgba8i, ScalarKind::Sint),
    ("rg32i", ImageFormat::Rg32i, ScalarKind::Sint),
    ("rg16i", ImageFormat::Rg16i, ScalarKind::Sint),
    ("rg8i", ImageFormat::Rg8i, ScalarKind::Sint),
    ("r32i", ImageFormat::R32i, ScalarKind::Sint),
    ("r16i", ImageFormat::R16i, ScalarKind::Sint),
    ("r8i", ImageFormat::R8i, ScalarKind::Sint),
    ("r64i", ImageFormat::R64i, ScalarKind::Sint),
    ("rgba32ui", ImageFormat::Rgba32ui, ScalarKind::Uint),
    ("rgba16ui", ImageFormat::Rgba16ui, ScalarKind::Uint),
    ("rgb10_a2ui", ImageFormat::Rgb10a2ui, ScalarKind::Uint),
    ("rgba8ui", ImageFormat::Rgba8ui, ScalarKind::Uint),
    ("rg32ui", ImageFormat::Rg32ui, ScalarKind::Uint),
    ("rg16ui", ImageFormat::Rg16ui, ScalarKind::Uint),
    ("rg8ui", ImageFormat::Rg8ui, ScalarKind::Uint),
    ("r32ui", ImageFormat::R32ui, ScalarKind::Uint),
    ("r16ui", ImageFormat::R16ui, ScalarKind::Uint),
    ("r8ui", ImageFormat::R8ui, ScalarKind::Uint),
    ("r64ui", ImageFormat::R64ui, ScalarKind::Uint),
];

/// The format with this name.
pub(super) fn by_name(name: &str) -> Option<ImageFormat> {
    FORMATS.iter().find(|&&(spelling, ..)| spelling == name).map(|&(_, format, _)| format)
}

/// The GLSL name of a format and the kind of its texels.
pub(super) fn describe(format: ImageFormat) -> Option<(&'static str, ScalarKind)> {
    FORMATS.iter().find(|&&(_, it, _)| it == format).map(|&(name, _, kind)| (name, kind))
}

/// Whether the texels of a format are 64-bit integers (GL_EXT_shader_image_int64).
pub(super) fn is_wide(format: ImageFormat) -> bool {
    matches!(format, ImageFormat::R64i | ImageFormat::R64ui)
}
