//! The GLSL spelling of types, for messages.
//!
//! Comes in: a type. Goes out: text. Must not depend on: diagnostics.

use super::parameter_text::{constant_name, numbered_text, parameter_text};
use super::{
    ArrayLength, Constant, Handle, ImageClass, ImageType, Scalar, ScalarKind, Struct, Type, TypeTable, UniqueArena,
};

pub(crate) use super::parameter_text::number_text;
pub use super::parameter_text::scalar_text;

/// A type as GLSL spells it: `vec3`, `float[4]`, `uint[]`, `image2D`, the name of a structure. An array length that
/// depends on a specialization constant is the constant's name, or `?`.
#[must_use]
pub fn type_text(types: &TypeTable, constants: &UniqueArena<Constant>, ty: Handle<Type>) -> String {
    let mut ty = types.get(ty);
    // The outermost length comes first: `float[2][3]` is two arrays of three.
    let mut lengths = String::new();
    while let Type::Array { element, length } = ty {
        match length {
            ArrayLength::Constant(length) => lengths.push_str(&format!("[{length}]")),
            ArrayLength::Specialization(length) => {
                lengths.push_str(&format!("[{}]", constant_name(constants, *length)))
            }
            ArrayLength::Runtime => lengths.push_str("[]"),
        }
        ty = types.get(*element);
    }
    let name = match *ty {
        Type::Void | Type::Array { .. } => "void".to_owned(),
        Type::Scalar(scalar) => scalar_text(scalar),
        Type::Vector(size, scalar) if size.is_long() => {
            let length = match types.length(size) {
                Some(length) => parameter_text(constants, length.constant),
                None => size.get().to_string(),
            };
            let family = if size.is_cooperative() { "coopvecNV" } else { "vector" };
            format!("{family}<{}, {length}>", scalar_text(scalar))
        }
        Type::Vector(size, scalar) => format!("{}vec{}", vector_prefix(scalar), size.get()),
        Type::Matrix { columns, rows, scalar } => {
            let prefix = vector_prefix(scalar);
            if columns == rows {
                format!("{prefix}mat{}", columns.get())
            } else {
                format!("{prefix}mat{}x{}", columns.get(), rows.get())
            }
        }
        Type::Struct(structure) | Type::Reference(structure) => struct_text(types, structure),
        Type::Image(image) => image_text(image),
        Type::Sampler { comparison: false } => "sampler".to_owned(),
        Type::Sampler { comparison: true } => "samplerShadow".to_owned(),
        Type::AccelerationStructure => "accelerationStructureEXT".to_owned(),
        Type::StateObject(object) => object.facts().name.to_owned(),
        Type::Function => "function".to_owned(),
        Type::Spirv(ty) => numbered_text(types, ty),
        Type::Extension(ty) => (ty.facts().form.text)(&ty, types, constants),
    };
    name + &lengths
}

fn struct_text(types: &TypeTable, structure: Handle<Struct>) -> String {
    match types.structure(structure).map(|it| it.name.as_str()) {
        Some("") | None => "struct".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// What precedes `vec` and `mat`.
fn vector_prefix(scalar: Scalar) -> String {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "b".to_owned(),
        (ScalarKind::Float, 8) => "d".to_owned(),
        _ => texel_prefix(scalar),
    }
}

/// What precedes `image`: nothing for `float`.
fn texel_prefix(scalar: Scalar) -> String {
    let letter = match scalar.kind {
        ScalarKind::SmallFloat(format) => return format.prefix().to_owned(),
        ScalarKind::Sint => "i",
        ScalarKind::Uint => "u",
        ScalarKind::Float if scalar.width == 4 => "",
        ScalarKind::Float => "f",
        ScalarKind::Bool => "b",
    };
    if scalar.width == 4 { letter.to_owned() } else { format!("{letter}{}", u32::from(scalar.width) * 8) }
}

fn image_text(image: ImageType) -> String {
    let shape = image.shape;
    let base = match image.class {
        _ if let Some(noun) = shape.dimension.noun() => noun,
        ImageClass::Sampled => "texture",
        ImageClass::Combined => "sampler",
        ImageClass::Storage(_) => "image",
    };
    let mut text = texel_prefix(shape.texel) + base + shape.dimension.suffix();
    for (is_set, suffix) in [(shape.multisampled, "MS"), (shape.arrayed, "Array"), (shape.shadow, "Shadow")] {
        if is_set {
            text.push_str(suffix);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{ImageDimension, ImageShape, StateObject};
    use crate::hir::{ConstantKind, VectorSize};

    fn scalar(kind: ScalarKind, width: u8) -> Scalar {
        Scalar { kind, width }
    }

    #[test]
    fn data_types() {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let (bi, tri, quad) = (VectorSize::Bi, VectorSize::Tri, VectorSize::Quad);
        let matrix = |columns, rows, width| Type::Matrix { columns, rows, scalar: scalar(Float, width) };
        for (ty, expected) in [
            (Type::Void, "void"),
            (Type::Scalar(scalar(Bool, 1)), "bool"),
            (Type::Scalar(scalar(Sint, 1)), "int8_t"),
            (Type::Scalar(scalar(Uint, 2)), "uint16_t"),
            (Type::Scalar(scalar(Sint, 4)), "int"),
            (Type::Scalar(scalar(Uint, 4)), "uint"),
            (Type::Scalar(scalar(Uint, 8)), "uint64_t"),
            (Type::Scalar(scalar(Float, 2)), "float16_t"),
            (Type::Scalar(scalar(Float, 4)), "float"),
            (Type::Scalar(scalar(Float, 8)), "double"),
            (Type::Vector(bi, scalar(Bool, 1)), "bvec2"),
            (Type::Vector(tri, scalar(Float, 4)), "vec3"),
            (Type::Vector(quad, scalar(Float, 8)), "dvec4"),
            (Type::Vector(quad, scalar(Float, 2)), "f16vec4"),
            (Type::Vector(bi, scalar(Sint, 4)), "ivec2"),
            (Type::Vector(bi, scalar(Uint, 1)), "u8vec2"),
            (Type::Vector(tri, scalar(Sint, 8)), "i64vec3"),
            (matrix(tri, tri, 4), "mat3"),
            (matrix(bi, tri, 4), "mat2x3"),
            (matrix(quad, quad, 8), "dmat4"),
            (matrix(quad, bi, 2), "f16mat4x2"),
            (Type::Sampler { comparison: false }, "sampler"),
            (Type::Sampler { comparison: true }, "samplerShadow"),
            (Type::AccelerationStructure, "accelerationStructureEXT"),
            (Type::StateObject(StateObject::RayQuery), "rayQueryEXT"),
        ] {
            let mut types = TypeTable::default();
            let ty = types.insert(ty);
            assert_eq!(type_text(&types, &UniqueArena::new(), ty), expected);
        }
    }

    #[test]
    fn arrays_and_structures() {
        let mut types = TypeTable::default();
        let float = types.insert(Type::Scalar(Scalar::F32));
        let mut array = |element, length| types.insert(Type::Array { element, length });
        let four = array(float, ArrayLength::Constant(4));
        let three_of_four = array(four, ArrayLength::Constant(3));
        let runtime = array(four, ArrayLength::Runtime);
        let mut constants = UniqueArena::new();
        let int = types.insert(Type::Scalar(Scalar::I32));
        let kind = ConstantKind::Specialization { id: 0, default: 1, name: "N".to_owned() };
        let constant = constants.insert(Constant { ty: int, kind }, crate::hir::Span::UNDEFINED);
        let sized = types.insert(Type::Array { element: float, length: ArrayLength::Specialization(constant) });
        let mut structure = |name: &str| {
            let it = Struct { name: name.into(), members: Vec::new(), block: None, is_interface_block: false };
            types.structs.append(it, crate::hir::Span::UNDEFINED)
        };
        let (light, nameless) = (structure("Light"), structure(""));
        let reference = types.insert(Type::Reference(light));
        let light = types.insert(Type::Struct(light));
        let nameless = types.insert(Type::Struct(nameless));
        for (ty, expected) in [
            (four, "float[4]"),
            (three_of_four, "float[3][4]"),
            (runtime, "float[][4]"),
            (sized, "float[?]"),
            (light, "Light"),
            (reference, "Light"),
            (nameless, "struct"),
        ] {
            assert_eq!(type_text(&types, &UniqueArena::new(), ty), expected);
        }
        assert_eq!(type_text(&types, &constants, sized), "float[N]");
    }

    #[test]
    fn images() {
        use ImageDimension::{Buffer, Cube, D1, D2, D3, Rect, Subpass};
        let storage = ImageClass::Storage(crate::builtins::vocabulary::ImageFormat::R32ui);
        let (sampled, combined) = (ImageClass::Sampled, ImageClass::Combined);
        let half = scalar(ScalarKind::Float, 2);
        for (class, dimension, arrayed, multisampled, shadow, texel, expected) in [
            (storage, D2, false, false, false, Scalar::F32, "image2D"),
            (storage, D2, true, true, false, Scalar::U32, "uimage2DMSArray"),
            (storage, D3, false, false, false, Scalar::I64, "i64image3D"),
            (storage, Buffer, false, false, false, Scalar::I32, "iimageBuffer"),
            (sampled, D1, true, false, false, Scalar::F32, "texture1DArray"),
            (sampled, D2, false, false, false, half, "f16texture2D"),
            (combined, Cube, true, false, true, Scalar::F32, "samplerCubeArrayShadow"),
            (combined, Rect, false, false, true, Scalar::F32, "sampler2DRectShadow"),
            (sampled, Subpass, false, true, false, Scalar::U32, "usubpassInputMS"),
        ] {
            let mut types = TypeTable::default();
            let shape = ImageShape { dimension, arrayed, multisampled, shadow, texel };
            let ty = types.insert(Type::Image(ImageType { shape, class }));
            assert_eq!(type_text(&types, &UniqueArena::new(), ty), expected);
        }
    }
}
