//! Texture and image targets: `2D`, `ARRAYCUBE`, `SHADOWRECT` and the others, each with its requirements.
//!
//! Comes in: a word. Goes out: its facts. Must not depend on: instructions.

use crate::builtins::ImageDimension;

/// A target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The word.
    pub name: &'static str,
    /// The dimension of the image.
    pub dimension: ImageDimension,
    /// Whether it has layers.
    pub arrayed: bool,
    /// Whether texels have samples.
    pub multisampled: bool,
    /// Whether it compares with a reference.
    pub shadow: bool,
}

const fn target(name: &'static str, dimension: ImageDimension, arrayed: bool, shadow: bool) -> Target {
    Target { name, dimension, arrayed, multisampled: false, shadow }
}

/// All targets (NV_gpu_program4, 2.X.4.4; NV_gpu_program5).
pub const TARGETS: &[Target] = &[
    target("1D", ImageDimension::D1, false, false),
    target("2D", ImageDimension::D2, false, false),
    target("3D", ImageDimension::D3, false, false),
    target("CUBE", ImageDimension::Cube, false, false),
    target("RECT", ImageDimension::Rect, false, false),
    target("BUFFER", ImageDimension::Buffer, false, false),
    target("ARRAY1D", ImageDimension::D1, true, false),
    target("ARRAY2D", ImageDimension::D2, true, false),
    target("ARRAYCUBE", ImageDimension::Cube, true, false),
    Target { multisampled: true, ..target("2DMS", ImageDimension::D2, false, false) },
    Target { multisampled: true, ..target("ARRAY2DMS", ImageDimension::D2, true, false) },
    target("SHADOW1D", ImageDimension::D1, false, true),
    target("SHADOW2D", ImageDimension::D2, false, true),
    target("SHADOWRECT", ImageDimension::Rect, false, true),
    target("SHADOWCUBE", ImageDimension::Cube, false, true),
    target("SHADOWARRAY1D", ImageDimension::D1, true, true),
    target("SHADOWARRAY2D", ImageDimension::D2, true, true),
    target("SHADOWARRAYCUBE", ImageDimension::Cube, true, true),
];

impl Target {
    /// The target of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        TARGETS.iter().copied().find(|target| target.name == word)
    }

    /// The number of coordinates of a texel in one layer.
    #[must_use]
    pub const fn coordinates(self) -> usize {
        match self.dimension {
            ImageDimension::D1 | ImageDimension::Buffer => 1,
            ImageDimension::D2 | ImageDimension::Rect | ImageDimension::Subpass | ImageDimension::Tile => 2,
            ImageDimension::D3 | ImageDimension::Cube => 3,
        }
    }

    /// The number of components of a texel offset; 0 if there is none.
    #[must_use]
    pub const fn offsets(self) -> usize {
        match self.dimension {
            ImageDimension::D1 => 1,
            ImageDimension::D2 | ImageDimension::Rect => 2,
            ImageDimension::D3 => 3,
            _ => 0,
        }
    }
}
