//! The types that built-in prototypes are written with, and their GLSL names.

use naga::{Scalar, VectorSize};

/// A type a prototype can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltinType {
    /// `void`
    Void,
    /// `float`, `uint64_t`, ...
    Scalar(Scalar),
    /// `vec3`, `u8vec2`, ...
    Vector(VectorSize, Scalar),
    /// `mat2x3` has 2 columns and 3 rows.
    Matrix {
        /// Columns.
        columns: VectorSize,
        /// Rows.
        rows: VectorSize,
        /// Component type.
        scalar: Scalar,
    },
    /// An array of a fixed length, `vec2[4]` (textureGatherOffsets).
    Array(&'static BuiltinType, u32),
    /// `texture2D` and its kin, not combined with a sampler.
    Texture(ImageShape),
    /// `image2D` and its kin; any format.
    Image(ImageShape),
    /// `sampler2D` and its kin.
    CombinedSampler(ImageShape),
    /// `sampler` or `samplerShadow`.
    Sampler {
        /// `samplerShadow`.
        comparison: bool,
    },
    /// `accelerationStructureEXT`
    AccelerationStructure,
    /// `rayQueryEXT`
    RayQuery,
}

/// What distinguishes image types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageShape {
    /// `1D` to `Buffer`.
    pub dimension: ImageDimension,
    /// `...Array`
    pub arrayed: bool,
    /// `...MS`
    pub multisampled: bool,
    /// `...Shadow`
    pub shadow: bool,
    /// What a texel component is: `float`, `int`, `uint`, `int64_t`, `uint64_t`, `float16_t`.
    pub texel: Scalar,
}

/// Dimensionality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageDimension {
    /// `1D`
    D1,
    /// `2D`
    D2,
    /// `3D`
    D3,
    /// `Cube`
    Cube,
    /// `2DRect`, which Vulkan has not.
    Rect,
    /// `Buffer`
    Buffer,
    /// `subpassInput`
    Subpass,
}
