//! Texel formats and image shapes by the names that GLSL and fixtures use.

use ash::vk;

use super::super::data::Element;

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

static FORMATS: &[Row] = &[
    row("r32ui", vk::Format::R32_UINT, Element::U32, 1),
    row("r32i", vk::Format::R32_SINT, Element::I32, 1),
    row("r32f", vk::Format::R32_SFLOAT, Element::F32, 1),
    row("rg32ui", vk::Format::R32G32_UINT, Element::U32, 2),
    row("rg32i", vk::Format::R32G32_SINT, Element::I32, 2),
    row("rg32f", vk::Format::R32G32_SFLOAT, Element::F32, 2),
    row("rgba32ui", vk::Format::R32G32B32A32_UINT, Element::U32, 4),
    row("rgba32i", vk::Format::R32G32B32A32_SINT, Element::I32, 4),
    row("rgba32f", vk::Format::R32G32B32A32_SFLOAT, Element::F32, 4),
    row("rgba16f", vk::Format::R16G16B16A16_SFLOAT, Element::F16, 4),
    row("rgba16ui", vk::Format::R16G16B16A16_UINT, Element::U16, 4),
    row("rgba16i", vk::Format::R16G16B16A16_SINT, Element::I16, 4),
    row("rgba8", vk::Format::R8G8B8A8_UNORM, Element::U8, 4),
    row("rgba8_snorm", vk::Format::R8G8B8A8_SNORM, Element::I8, 4),
    row("rgba8ui", vk::Format::R8G8B8A8_UINT, Element::U8, 4),
    row("rgba8i", vk::Format::R8G8B8A8_SINT, Element::I8, 4),
    row("r64ui", vk::Format::R64_UINT, Element::U64, 1),
    row("r64i", vk::Format::R64_SINT, Element::I64, 1),
    row("d32f", vk::Format::D32_SFLOAT, Element::F32, 1),
];

impl Format {
    /// Reads a GLSL format qualifier, or `d32f`.
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

    /// Whether it is a depth format.
    pub fn is_depth(self) -> bool {
        self.0.vulkan == vk::Format::D32_SFLOAT
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
