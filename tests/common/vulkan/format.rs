//! Texel formats and image shapes, by the names used in GLSL and fixtures.

use ash::vk;

use super::super::data::{Element, Number};

/// A texel format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    vulkan: vk::Format,
    element: Element,
    components: usize,
}

const fn row(name: &'static str, vulkan: vk::Format, element: Element, components: usize) -> Row {
    Row { name, vulkan, element, components }
}

#[rustfmt::skip]
static FORMATS: &[Row] = &[
    row("r32ui", vk::Format::R32_UINT, Element::U32, 1),
    row("rg32ui", vk::Format::R32G32_UINT, Element::U32, 2),
    row("rgb32ui", vk::Format::R32G32B32_UINT, Element::U32, 3),
    row("rgba32ui", vk::Format::R32G32B32A32_UINT, Element::U32, 4),
    row("r32i", vk::Format::R32_SINT, Element::I32, 1),
    row("rg32i", vk::Format::R32G32_SINT, Element::I32, 2),
    row("rgb32i", vk::Format::R32G32B32_SINT, Element::I32, 3),
    row("rgba32i", vk::Format::R32G32B32A32_SINT, Element::I32, 4),
    row("r32f", vk::Format::R32_SFLOAT, Element::F32, 1),
    row("rg32f", vk::Format::R32G32_SFLOAT, Element::F32, 2),
    row("rgb32f", vk::Format::R32G32B32_SFLOAT, Element::F32, 3),
    row("rgba32f", vk::Format::R32G32B32A32_SFLOAT, Element::F32, 4),
    row("r16ui", vk::Format::R16_UINT, Element::U16, 1),
    row("rg16ui", vk::Format::R16G16_UINT, Element::U16, 2),
    row("rgb16ui", vk::Format::R16G16B16_UINT, Element::U16, 3),
    row("rgba16ui", vk::Format::R16G16B16A16_UINT, Element::U16, 4),
    row("r16i", vk::Format::R16_SINT, Element::I16, 1),
    row("rg16i", vk::Format::R16G16_SINT, Element::I16, 2),
    row("rgb16i", vk::Format::R16G16B16_SINT, Element::I16, 3),
    row("rgba16i", vk::Format::R16G16B16A16_SINT, Element::I16, 4),
    row("r16f", vk::Format::R16_SFLOAT, Element::F16, 1),
    row("rg16f", vk::Format::R16G16_SFLOAT, Element::F16, 2),
    row("rgb16f", vk::Format::R16G16B16_SFLOAT, Element::F16, 3),
    row("rgba16f", vk::Format::R16G16B16A16_SFLOAT, Element::F16, 4),
    row("r16", vk::Format::R16_UNORM, Element::U16, 1),
    row("rg16", vk::Format::R16G16_UNORM, Element::U16, 2),
    row("rgb16", vk::Format::R16G16B16_UNORM, Element::U16, 3),
    row("rgba16", vk::Format::R16G16B16A16_UNORM, Element::U16, 4),
    row("r16_snorm", vk::Format::R16_SNORM, Element::I16, 1),
    row("rg16_snorm", vk::Format::R16G16_SNORM, Element::I16, 2),
    row("rgb16_snorm", vk::Format::R16G16B16_SNORM, Element::I16, 3),
    row("rgba16_snorm", vk::Format::R16G16B16A16_SNORM, Element::I16, 4),
    row("r8ui", vk::Format::R8_UINT, Element::U8, 1),
    row("rg8ui", vk::Format::R8G8_UINT, Element::U8, 2),
    row("rgb8ui", vk::Format::R8G8B8_UINT, Element::U8, 3),
    row("rgba8ui", vk::Format::R8G8B8A8_UINT, Element::U8, 4),
    row("r8i", vk::Format::R8_SINT, Element::I8, 1),
    row("rg8i", vk::Format::R8G8_SINT, Element::I8, 2),
    row("rgb8i", vk::Format::R8G8B8_SINT, Element::I8, 3),
    row("rgba8i", vk::Format::R8G8B8A8_SINT, Element::I8, 4),
    row("r8", vk::Format::R8_UNORM, Element::U8, 1),
    row("rg8", vk::Format::R8G8_UNORM, Element::U8, 2),
    row("rgb8", vk::Format::R8G8B8_UNORM, Element::U8, 3),
    row("rgba8", vk::Format::R8G8B8A8_UNORM, Element::U8, 4),
    row("r8_snorm", vk::Format::R8_SNORM, Element::I8, 1),
    row("rg8_snorm", vk::Format::R8G8_SNORM, Element::I8, 2),
    row("rgb8_snorm", vk::Format::R8G8B8_SNORM, Element::I8, 3),
    row("rgba8_snorm", vk::Format::R8G8B8A8_SNORM, Element::I8, 4),
    row("r64ui", vk::Format::R64_UINT, Element::U64, 1),
    row("r64i", vk::Format::R64_SINT, Element::I64, 1),
    row("r64f", vk::Format::R64_SFLOAT, Element::F64, 1),
    row("rg64f", vk::Format::R64G64_SFLOAT, Element::F64, 2),
    row("rgb64f", vk::Format::R64G64B64_SFLOAT, Element::F64, 3),
    row("rgba64f", vk::Format::R64G64B64A64_SFLOAT, Element::F64, 4),
    row("rgb10_a2", vk::Format::A2B10G10R10_UNORM_PACK32, Element::U32, 1),
    row("rgb10_a2ui", vk::Format::A2B10G10R10_UINT_PACK32, Element::U32, 1),
    row("r11f_g11f_b10f", vk::Format::B10G11R11_UFLOAT_PACK32, Element::U32, 1),
    row("srgb8_a8", vk::Format::R8G8B8A8_SRGB, Element::U8, 4),
    row("d32f", vk::Format::D32_SFLOAT, Element::F32, 1),
    row("d16", vk::Format::D16_UNORM, Element::U16, 1),
    row("s8", vk::Format::S8_UINT, Element::U8, 1),
];

impl Format {
    /// Reads a GLSL format qualifier or a similar name: `rgb32f`, `srgb8_a8`, `d32f`, `d16`, `s8`.
    pub fn parse(name: &str) -> Option<Self> {
        FORMATS.iter().find(|row| row.name == name).map(Self)
    }

    /// The Vulkan format.
    pub const fn vulkan(self) -> vk::Format {
        self.0.vulkan
    }

    /// The type of one component in memory.
    pub const fn element(self) -> Element {
        self.0.element
    }

    /// Bytes per texel.
    pub const fn size(self) -> usize {
        self.0.element.size() * self.0.components
    }

    /// The aspects of images of this format.
    pub fn aspect(self) -> vk::ImageAspectFlags {
        match self.0.name {
            "d32f" | "d16" => vk::ImageAspectFlags::DEPTH,
            "s8" => vk::ImageAspectFlags::STENCIL,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }

    /// The clear value that gives an image these texels. Packed and sRGB formats are only cleared to zero.
    pub fn clear_value(self, texel: &[u8]) -> vk::ClearValue {
        let element = self.0.element;
        let numbers: Vec<Number> = texel.chunks_exact(element.size()).map(|bytes| element.decode(bytes)).collect();
        let float = |index: usize| {
            let scale = match element {
                Element::U8 => f64::from(u8::MAX),
                Element::I8 => f64::from(i8::MAX),
                Element::U16 => f64::from(u16::MAX),
                Element::I16 => f64::from(i16::MAX),
                _ => 1.0,
            };
            match numbers.get(index) {
                Some(Number::Integer(value)) => (*value as f64 / scale) as f32,
                Some(Number::Float(value)) => *value as f32,
                None => 0.0,
            }
        };
        let integer = |index: usize| match numbers.get(index) {
            Some(Number::Integer(value)) => *value as i32,
            _ => 0,
        };
        match self.aspect() {
            vk::ImageAspectFlags::DEPTH | vk::ImageAspectFlags::STENCIL => vk::ClearValue {
                depth_stencil: vk::ClearDepthStencilValue { depth: float(0), stencil: integer(0) as u32 },
            },
            // The bits of signed and unsigned numbers are the same.
            _ if self.0.name.ends_with('i') => {
                vk::ClearValue { color: vk::ClearColorValue { int32: [0, 1, 2, 3].map(integer) } }
            }
            _ => vk::ClearValue { color: vk::ClearColorValue { float32: [0, 1, 2, 3].map(float) } },
        }
    }
}

/// The dimensionality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    D1,
    D1Array,
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
}

impl Shape {
    /// Reads `2d`, `cube_array` and so on.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "1d" => Self::D1,
            "1d_array" => Self::D1Array,
            "2d" => Self::D2,
            "2d_array" => Self::D2Array,
            "3d" => Self::D3,
            "cube" => Self::Cube,
            "cube_array" => Self::CubeArray,
            _ => return None,
        })
    }

    /// The type of the image.
    pub const fn image_type(self) -> vk::ImageType {
        match self {
            Self::D1 | Self::D1Array => vk::ImageType::TYPE_1D,
            Self::D3 => vk::ImageType::TYPE_3D,
            _ => vk::ImageType::TYPE_2D,
        }
    }

    /// The type of a view of it.
    pub const fn view_type(self) -> vk::ImageViewType {
        match self {
            Self::D1 => vk::ImageViewType::TYPE_1D,
            Self::D1Array => vk::ImageViewType::TYPE_1D_ARRAY,
            Self::D2 => vk::ImageViewType::TYPE_2D,
            Self::D2Array => vk::ImageViewType::TYPE_2D_ARRAY,
            Self::D3 => vk::ImageViewType::TYPE_3D,
            Self::Cube => vk::ImageViewType::CUBE,
            Self::CubeArray => vk::ImageViewType::CUBE_ARRAY,
        }
    }
}
