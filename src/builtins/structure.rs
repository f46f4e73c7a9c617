//! Structures that an extension declares, not the shader: the results of built-in functions.
//!
//! Comes in: a structure. Goes out: its name and members. Must not depend on: any function of these types; those are rows of
//! `builtins/`.

use super::{BuiltinType, Scalar, VectorSize};

/// A structure of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltinStructure {
    /// The texels of a two-dimensional texture that a look-up reads (GL_NV_shader_texture_footprint).
    TextureFootprint2D,
    /// The same for a three-dimensional texture.
    TextureFootprint3D,
}

const UINT: BuiltinType = BuiltinType::Scalar(Scalar::U32);
const UVEC2: BuiltinType = BuiltinType::Vector(VectorSize::Bi, Scalar::U32);
const UVEC3: BuiltinType = BuiltinType::Vector(VectorSize::Tri, Scalar::U32);

impl BuiltinStructure {
    /// Its GLSL name, which no shader can declare.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BuiltinStructure::TextureFootprint2D => "gl_TextureFootprint2DNV",
            BuiltinStructure::TextureFootprint3D => "gl_TextureFootprint3DNV",
        }
    }

    /// Names and types of its members.
    #[must_use]
    pub const fn members(self) -> &'static [(&'static str, BuiltinType)] {
        match self {
            BuiltinStructure::TextureFootprint2D => {
                &[("anchor", UVEC2), ("offset", UVEC2), ("mask", UVEC2), ("lod", UINT), ("granularity", UINT)]
            }
            BuiltinStructure::TextureFootprint3D => {
                &[("anchor", UVEC3), ("offset", UVEC3), ("mask", UVEC2), ("lod", UINT), ("granularity", UINT)]
            }
        }
    }
}
