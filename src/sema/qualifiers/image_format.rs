//! Image format qualifiers (GLSL 4.60, 4.4.7).
//!
//! Comes in: the type of a resource with its qualifiers. Goes out: the type with its format, or a report. Must not
//! depend on: how images are accessed.

use crate::builtins::{ExtensionId, extensions};
use crate::hir::{Handle, ImageClass, ImageType, MemoryQualifiers, ScalarKind, Span, Type};
use crate::sema::Analyzer;
use crate::sema::qualifiers::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::syntax::ast::Name;
use spirv::ImageFormat;

/// GLSL spelling, SPIR-V format, and the kind of number that texels are read as.
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

/// The format with this name in GLSL.
#[must_use]
pub fn by_name(name: &str) -> Option<ImageFormat> {
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

impl Analyzer<'_> {
    /// Gives storage images their format and reports formats that do not belong there.
    pub(in crate::sema) fn check_image_format(
        &mut self,
        ty: Handle<Type>,
        resource: Handle<Type>,
        qualifiers: &Qualifiers,
        name: Name,
    ) -> Handle<Type> {
        let storage_image = match *self.module.types.get(resource) {
            // Input attachments are images in SPIR-V and have no format.
            Type::Image(image) if image.shape.dimension.noun().is_some() => None,
            Type::Image(image) => matches!(image.class, ImageClass::Storage(_)).then_some(image),
            _ => None,
        };
        match (storage_image, qualifiers.layout.format) {
            (Some(image), Some((format, span))) => {
                let wide = image.shape.texel.width == 8;
                if let Some((spelling, kind)) = describe(format)
                    && (kind != image.shape.texel.kind || is_wide(format) != wide)
                {
                    let spelled = self.spell(resource);
                    self.report(messages::format_does_not_fit(span, &spelling, &spelled));
                }
                self.check_es_format(format, qualifiers, span);
                self.with_format(ty, format)
            }
            (Some(_), None) => {
                const FORMATLESS: ExtensionId = extensions::GL_EXT_shader_image_load_formatted;
                if qualifiers.memory.contains(MemoryQualifiers::WRITEONLY) {
                    return ty;
                }
                if self.is_on(FORMATLESS) {
                    self.warn_of_extensions(&[FORMATLESS], "an image without a format", name.span);
                } else {
                    self.report(messages::needs_format(name.span));
                }
                ty
            }
            (None, Some((_, span))) => {
                self.report(messages::format_without_image(span));
                ty
            }
            (None, None) => ty,
        }
    }

    /// ESSL has fewer formats, and few of them can be both read and written (GLSL ES 3.20, 4.4.7 and 4.10).
    fn check_es_format(&mut self, format: spirv::ImageFormat, qualifiers: &Qualifiers, span: Span) {
        use spirv::ImageFormat as Format;
        if !self.version.is_es() {
            return;
        }
        let Some((spelling, _)) = describe(format) else { return };
        // 64-bit formats come with 64-bit images (GL_EXT_shader_image_int64).
        let both = matches!(format, Format::R32f | Format::R32i | Format::R32ui | Format::R64i | Format::R64ui);
        let known = both
            || matches!(
                format,
                Format::Rgba32f
                    | Format::Rgba16f
                    | Format::Rgba8
                    | Format::Rgba8Snorm
                    | Format::Rgba32i
                    | Format::Rgba16i
                    | Format::Rgba8i
                    | Format::Rgba32ui
                    | Format::Rgba16ui
                    | Format::Rgba8ui
            );
        let one_way = qualifiers.memory.intersects(MemoryQualifiers::READONLY | MemoryQualifiers::WRITEONLY);
        let diagnostic = if !known {
            messages::essl_has_no_image_format(span, &spelling)
        } else if !both && !one_way {
            messages::reads_and_writes_format(span, &spelling)
        } else {
            return;
        };
        self.report(diagnostic);
    }

    /// Gives a storage image its format.
    pub(in crate::sema) fn with_format(&mut self, ty: Handle<Type>, format: spirv::ImageFormat) -> Handle<Type> {
        match *self.module.types.get(ty) {
            Type::Array { element, length } => {
                let element = self.with_format(element, format);
                self.module.array(element, length)
            }
            Type::Image(ImageType { shape, class: ImageClass::Storage(_) }) => {
                self.module.types.insert(Type::Image(ImageType { shape, class: ImageClass::Storage(format) }))
            }
            _ => ty,
        }
    }
}
