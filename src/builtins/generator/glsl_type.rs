//! Parses GLSL type names: `f16mat2x3` is a matrix of 2 columns and 3 rows of 16-bit floats.
//!
//! Comes in: a name. Goes out: the Rust expression of its BuiltinType, and its element kind. Must not depend on: rows.

/// A GLSL type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Type {
    /// The Rust expression of the BuiltinType; equal if and only if the types are equal.
    pub rust: String,
    /// Bits of its element kind: 1 float, 2 int, 4 uint, 8 bool, 0 none.
    pub kind: u16,
}

impl Type {
    /// `ty[length]`, or `ty[]` for length 0.
    pub fn array(&self, length: u32) -> Type {
        if length == 0 {
            return Type { rust: format!("BuiltinType::AnyArray(&{})", self.rust), kind: self.kind };
        }
        Type { rust: format!("BuiltinType::Array(&{}, {length})", self.rust), kind: self.kind }
    }
}

const FLOAT: u16 = 1;
const INT: u16 = 2;
const UINT: u16 = 4;
const BOOL: u16 = 8;

/// Floating-point formats without arithmetic: GLSL name, prefix of the vectors, the variant of SmallFloat.
const SMALL_FLOATS: [(&str, &str, &str); 8] = [
    ("bfloat16_t", "bf16", "BFloat16"),
    ("floate4m3_t", "fe4m3", "E4M3"),
    ("floate5m2_t", "fe5m2", "E5M2"),
    ("floate2m1_t", "fe2m1", "E2M1"),
    ("floate2m3_t", "fe2m3", "E2M3"),
    ("floate3m2_t", "fe3m2", "E3M2"),
    ("floatue8m0_t", "fue8m0", "Ue8M0"),
    ("floatmxint8_t", "fmxint8", "MxInt8"),
];

/// Scalars: GLSL name, prefix of the vectors, kind, width in bytes.
const SCALARS: [(&str, &str, u16, u8); 20] = [
    ("float", "", FLOAT, 4),
    ("double", "d", FLOAT, 8),
    ("int", "i", INT, 4),
    ("uint", "u", UINT, 4),
    ("bool", "b", BOOL, 1),
    ("float16_t", "f16", FLOAT, 2),
    ("float32_t", "f32", FLOAT, 4),
    ("float64_t", "f64", FLOAT, 8),
    ("int8_t", "i8", INT, 1),
    ("int16_t", "i16", INT, 2),
    ("int32_t", "i32", INT, 4),
    ("int64_t", "i64", INT, 8),
    ("uint8_t", "u8", UINT, 1),
    ("uint16_t", "u16", UINT, 2),
    ("uint32_t", "u32", UINT, 4),
    ("uint64_t", "u64", UINT, 8),
    // Prefixes of texel types that belong to no scalar name.
    ("", "i64", INT, 8),
    ("", "u64", UINT, 8),
    ("", "f16", FLOAT, 2),
    ("", "", FLOAT, 4),
];

const DIMENSIONS: [(&str, &str); 6] =
    [("1D", "D1"), ("2DRect", "Rect"), ("2D", "D2"), ("3D", "D3"), ("Cube", "Cube"), ("Buffer", "Buffer")];

/// The type that a GLSL name stands for.
pub fn parse(name: &str) -> Option<Type> {
    let fixed = |rust: &str| Some(Type { rust: rust.to_owned(), kind: 0 });
    match name {
        "" => return None,
        "void" => return fixed("BuiltinType::Void"),
        "sampler" => return fixed("BuiltinType::Sampler { comparison: false }"),
        "samplerShadow" => return fixed("BuiltinType::Sampler { comparison: true }"),
        "accelerationStructureEXT" | "accelerationStructureNV" => return fixed("BuiltinType::AccelerationStructure"),
        "rayQueryEXT" => return fixed("BuiltinType::StateObject(StateObject::RayQuery)"),
        "gl_TextureFootprint2DNV" => {
            return fixed("BuiltinType::Structure(BuiltinStructure::TextureFootprint2D)");
        }
        "gl_TextureFootprint3DNV" => {
            return fixed("BuiltinType::Structure(BuiltinStructure::TextureFootprint3D)");
        }
        "hitObjectNV" => return fixed("BuiltinType::StateObject(StateObject::HitObjectNv)"),
        "hitObjectEXT" => return fixed("BuiltinType::StateObject(StateObject::HitObjectExt)"),
        _ => {}
    }
    if let Some(small) = small_float(name) {
        return Some(small);
    }
    if let Some((_, _, kind, width)) = SCALARS.iter().find(|(scalar, ..)| *scalar == name) {
        return Some(Type { rust: format!("BuiltinType::Scalar({})", scalar_expression(*kind, *width)), kind: *kind });
    }
    SCALARS.iter().find_map(|(_, prefix, kind, width)| {
        let rest = name.strip_prefix(prefix)?;
        let scalar = scalar_expression(*kind, *width);
        let rust = if let Some(size) = rest.strip_prefix("vec") {
            format!("BuiltinType::Vector({}, {scalar})", size_expression(size)?)
        } else if let Some(shape) = rest.strip_prefix("mat").filter(|_| *kind == FLOAT) {
            let (columns, rows) = shape.split_once('x').unwrap_or((shape, shape));
            let (columns, rows) = (size_expression(columns)?, size_expression(rows)?);
            format!("BuiltinType::Matrix {{ columns: {columns}, rows: {rows}, scalar: {scalar} }}")
        } else if !matches!(*prefix, "d" | "b") {
            opaque_expression(rest, &scalar)?
        } else {
            return None;
        };
        Some(Type { rust, kind: *kind })
    })
}

/// Something that a prototype can name although it is not a GLSL type: a family of types, or the functions that a
/// built-in takes.
pub fn special(name: &str) -> Option<Type> {
    if let Some(rule) = name.strip_prefix("function(").and_then(|rest| rest.strip_suffix(')')) {
        return function(rule);
    }
    if name == "any" {
        return Some(Type { rust: "BuiltinType::Any".to_owned(), kind: 0 });
    }
    dimensional(name).map(|rust| Type { rust, kind: 0 }).or_else(|| long_vector(name))
}

/// `fe2m1vec8`: a vector of eight components, which GL_EXT_long_vector writes `vector<floate2m1_t, 8>`.
fn long_vector(name: &str) -> Option<Type> {
    let (prefix, size) = name.split_once("vec")?;
    let size: u32 = size.parse().ok().filter(|&size| size > 4)?;
    let Type { rust, kind } = small_float(&format!("{prefix}vec2"))?;
    Some(Type { rust: rust.replacen("VectorSize::Bi", &format!("VectorSize::of({size})"), 1), kind })
}

/// Families whose types have dimensions.
const DIMENSIONAL: &[(&str, &str)] = &[("tensorLayoutNV", "TensorLayout"), ("tensorViewNV", "TensorView")];

/// `tensorLayoutNV`, and `tensorLayoutNV<2>` for those of two dimensions.
fn dimensional(name: &str) -> Option<String> {
    let (family, dimensions) = match name.split_once('<') {
        Some((family, rest)) => (family, format!("Some({})", rest.strip_suffix('>')?)),
        None => (name, "None".to_owned()),
    };
    let (_, kind) = DIMENSIONAL.iter().find(|(name, _)| *name == family)?;
    Some(format!("BuiltinType::Dimensional(TypeFamilyKind::{kind}, {dimensions})"))
}

/// The type of a parameter `@function(rule)`.
fn function(rule: &str) -> Option<Type> {
    let variant = match rule {
        "decode" => "Decode",
        "decode_vector" => "DecodeVector",
        "combine" => "Combine",
        "element" => "Element",
        _ => return None,
    };
    Some(Type { rust: format!("BuiltinType::Function(FunctionRule::{variant})"), kind: 0 })
}

/// A type of a format without arithmetic: the scalar or a vector.
fn small_float(name: &str) -> Option<Type> {
    SMALL_FLOATS.iter().find_map(|(scalar_name, prefix, variant)| {
        let scalar = format!("SmallFloat::{variant}.scalar()");
        let rust = if name == *scalar_name {
            format!("BuiltinType::Scalar({scalar})")
        } else {
            let size = size_expression(name.strip_prefix(prefix)?.strip_prefix("vec")?)?;
            format!("BuiltinType::Vector({size}, {scalar})")
        };
        Some(Type { rust, kind: FLOAT })
    })
}

fn scalar_expression(kind: u16, width: u8) -> String {
    let kind = match kind {
        FLOAT => "Float",
        INT => "Sint",
        UINT => "Uint",
        _ => "Bool",
    };
    format!("Scalar {{ kind: ScalarKind::{kind}, width: {width} }}")
}

fn size_expression(digit: &str) -> Option<&'static str> {
    match digit {
        "2" => Some("VectorSize::Bi"),
        "3" => Some("VectorSize::Tri"),
        "4" => Some("VectorSize::Quad"),
        _ => None,
    }
}

fn opaque_expression(name: &str, texel: &str) -> Option<String> {
    let (variant, rest) = if let Some(rest) = name.strip_prefix("sampler") {
        ("CombinedSampler", rest)
    } else if let Some(rest) = name.strip_prefix("texture") {
        ("Texture", rest)
    } else if let Some(rest) = name.strip_prefix("image") {
        ("Image", rest)
    } else {
        ("Image", name)
    };
    let (dimension, rest) = if let Some(rest) = name.strip_prefix("subpassInput") {
        ("Subpass", rest)
    } else if let Some(rest) = name.strip_prefix("attachmentEXT") {
        ("Tile", rest)
    } else if rest.len() < name.len() {
        DIMENSIONS.iter().find_map(|(glsl, rust)| rest.strip_prefix(glsl).map(|rest| (*rust, rest)))?
    } else {
        return None;
    };
    let (multisampled, rest) = rest.strip_prefix("MS").map_or((false, rest), |rest| (true, rest));
    let (arrayed, rest) = rest.strip_prefix("Array").map_or((false, rest), |rest| (true, rest));
    let (shadow, rest) = rest.strip_prefix("Shadow").map_or((false, rest), |rest| (true, rest));
    rest.is_empty().then(|| {
        format!(
            "BuiltinType::{variant}(ImageShape {{ dimension: ImageDimension::{dimension}, arrayed: {arrayed}, \
             multisampled: {multisampled}, shadow: {shadow}, texel: {texel} }})"
        )
    })
}
