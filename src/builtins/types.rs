//! The types that built-in prototypes are written with, and their GLSL names.
//!
//! Comes in: names and numbers from rows. Goes out: types that rows, `sema` and `hir` compare and spell. Must not depend
//! on: the types of a module, which `hir::types` has.

use std::fmt;

use super::VectorSize;

use super::{BuiltinStructure, Scalar, ScalarKind, StateObject, TypeFamilyKind};

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
    /// `texture2D` and similar types, not combined with a sampler.
    Texture(ImageShape),
    /// `image2D` and similar types; any format.
    Image(ImageShape),
    /// `sampler2D` and similar types. `samplerBuffer` is one too, but SPIR-V has no sampled image of a buffer: there it
    /// is a plain image, and recipes treat it as one.
    CombinedSampler(ImageShape),
    /// `sampler` or `samplerShadow`.
    Sampler {
        /// `samplerShadow`.
        comparison: bool,
    },
    /// An array of any length, known or not: `float[]` (coopMatLoad).
    AnyArray(&'static BuiltinType),
    /// Any type of a family, `coopmat`. Where a result is one, it is that of a parameter:
    /// [`Prototype::result_parameter`](super::Prototype::result_parameter).
    Family(TypeFamilyKind),
    /// `accelerationStructureEXT`
    AccelerationStructure,
    /// `rayQueryEXT`, `hitObjectNV`, ...
    StateObject(StateObject),
    /// `gl_TextureFootprint2DNV`
    Structure(BuiltinStructure),
    /// A type of a family with dimensions: any, or one with this many. Where a result is one, the values of the arguments
    /// decide which.
    Dimensional(TypeFamilyKind, Option<u8>),
    /// Any type that values have.
    Any,
    /// The name of a function of the shader, which the built-in calls.
    Function(FunctionRule),
}

/// The signature of a function that a built-in calls (`@function(...)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionRule {
    /// `decode`: makes a matrix element from a block in memory.
    Decode,
    /// `decode_vector`: makes several neighbouring matrix elements from a block in memory.
    DecodeVector,
    /// `combine`: makes one element from two.
    Combine,
    /// `element`: makes a new element from an old one.
    Element,
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
    /// `2DRect`, which Vulkan does not have.
    Rect,
    /// `Buffer`
    Buffer,
    /// `subpassInput`
    Subpass,
    /// `attachmentEXT` (GL_EXT_shader_tile_image)
    Tile,
}

impl ImageDimension {
    /// The noun that is the whole name of the type, if there is one.
    #[must_use]
    pub const fn noun(self) -> Option<&'static str> {
        match self {
            ImageDimension::Subpass => Some("subpassInput"),
            ImageDimension::Tile => Some("attachmentEXT"),
            _ => None,
        }
    }

    /// What it adds to `texture`, `sampler` or `image`; nothing if the type has a [`noun`](Self::noun).
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            ImageDimension::D1 => "1D",
            ImageDimension::D2 => "2D",
            ImageDimension::D3 => "3D",
            ImageDimension::Cube => "Cube",
            ImageDimension::Rect => "2DRect",
            ImageDimension::Buffer => "Buffer",
            ImageDimension::Subpass | ImageDimension::Tile => "",
        }
    }
}

impl BuiltinType {
    /// Whether it stands for types that differ in more than their dimensions.
    #[must_use]
    pub const fn is_dimensional(self) -> bool {
        matches!(self, BuiltinType::Dimensional(..))
    }

    /// The scalar type of components, or of texels for images and combined samplers; `None` for other types.
    #[must_use]
    pub fn element(self) -> Option<Scalar> {
        match self {
            BuiltinType::Scalar(scalar)
            | BuiltinType::Vector(_, scalar)
            | BuiltinType::Matrix { scalar, .. }
            | BuiltinType::Texture(ImageShape { texel: scalar, .. })
            | BuiltinType::Image(ImageShape { texel: scalar, .. })
            | BuiltinType::CombinedSampler(ImageShape { texel: scalar, .. }) => Some(scalar),
            BuiltinType::Array(element, _) | BuiltinType::AnyArray(element) => element.element(),
            BuiltinType::Void
            | BuiltinType::Family(_)
            | BuiltinType::Sampler { .. }
            | BuiltinType::AccelerationStructure
            | BuiltinType::StateObject(_)
            | BuiltinType::Structure(_)
            | BuiltinType::Dimensional(..)
            | BuiltinType::Any
            | BuiltinType::Function(_) => None,
        }
    }
}

/// The GLSL name of a scalar type.
#[must_use]
pub fn scalar_name(scalar: Scalar) -> &'static str {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Float, 2) => "float16_t",
        (ScalarKind::Float, 8) => "double",
        (ScalarKind::Float, _) => "float",
        (ScalarKind::Sint, 1) => "int8_t",
        (ScalarKind::Sint, 2) => "int16_t",
        (ScalarKind::Sint, 8) => "int64_t",
        (ScalarKind::Sint, _) => "int",
        (ScalarKind::Uint, 1) => "uint8_t",
        (ScalarKind::Uint, 2) => "uint16_t",
        (ScalarKind::Uint, 8) => "uint64_t",
        (ScalarKind::Uint, _) => "uint",
        (ScalarKind::SmallFloat(format), _) => format.name(),
    }
}

/// What GLSL puts before `vec`, `mat` or `image2D` for a component type.
#[must_use]
pub fn scalar_prefix(scalar: Scalar) -> &'static str {
    if let ScalarKind::SmallFloat(format) = scalar.kind {
        return format.prefix();
    }
    match scalar_name(scalar) {
        "bool" => "b",
        "float16_t" => "f16",
        "double" => "d",
        "int8_t" => "i8",
        "int16_t" => "i16",
        "int64_t" => "i64",
        "int" => "i",
        "uint8_t" => "u8",
        "uint16_t" => "u16",
        "uint64_t" => "u64",
        "uint" => "u",
        _ => "",
    }
}

/// The GLSL name of the type.
impl fmt::Display for BuiltinType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BuiltinType::Void => f.write_str("void"),
            BuiltinType::Scalar(scalar) => f.write_str(scalar_name(scalar)),
            BuiltinType::Vector(size, scalar) if size.is_long() => match size.listed() {
                Some(count) => write!(f, "vector<{}, {count}>", scalar_name(scalar)),
                None => write!(f, "vector<{}, N>", scalar_name(scalar)),
            },
            BuiltinType::Vector(size, scalar) => write!(f, "{}vec{}", scalar_prefix(scalar), size.get()),
            BuiltinType::Matrix { columns, rows, scalar } if columns == rows => {
                write!(f, "{}mat{}", scalar_prefix(scalar), columns.get() as u8)
            }
            BuiltinType::Matrix { columns, rows, scalar } => {
                write!(f, "{}mat{}x{}", scalar_prefix(scalar), columns.get() as u8, rows.get() as u8)
            }
            BuiltinType::Array(element, length) => write!(f, "{element}[{length}]"),
            BuiltinType::AnyArray(element) => write!(f, "{element}[]"),
            BuiltinType::Family(kind) => f.write_str(kind.name()),
            BuiltinType::Texture(shape) => shape.write("texture", f),
            BuiltinType::Image(shape) if shape.dimension.noun().is_some() => shape.write("", f),
            BuiltinType::Image(shape) => shape.write("image", f),
            BuiltinType::CombinedSampler(shape) => shape.write("sampler", f),
            BuiltinType::Sampler { comparison: false } => f.write_str("sampler"),
            BuiltinType::Sampler { comparison: true } => f.write_str("samplerShadow"),
            BuiltinType::AccelerationStructure => f.write_str("accelerationStructureEXT"),
            BuiltinType::StateObject(object) => f.write_str(object.facts().name),
            BuiltinType::Structure(structure) => f.write_str(structure.name()),
            BuiltinType::Dimensional(kind, None) => f.write_str(kind.name()),
            BuiltinType::Dimensional(kind, Some(dimensions)) => write!(f, "{}<{dimensions}>", kind.name()),
            BuiltinType::Any => f.write_str("any"),
            BuiltinType::Function(_) => f.write_str("function"),
        }
    }
}

impl ImageShape {
    fn write(self, word: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimension = self.dimension.noun().unwrap_or(self.dimension.suffix());
        let multisampled = if self.multisampled { "MS" } else { "" };
        let arrayed = if self.arrayed { "Array" } else { "" };
        let shadow = if self.shadow { "Shadow" } else { "" };
        write!(f, "{}{word}{dimension}{multisampled}{arrayed}{shadow}", scalar_prefix(self.texel))
    }
}
