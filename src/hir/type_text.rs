//! The GLSL spelling of types, for messages.
//!
//! Comes in: a type. Goes out: text. Must not depend on: diagnostics.

use super::{
    ArrayLength, Constant, ConstantKind, Handle, ImageClass, ImageType, MatrixComponent, MatrixUse, Scalar, ScalarKind,
    SpirvType, Struct, TensorParameter, Type, TypeTable, UniqueArena,
};

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
        Type::Tensor { element, rank } => {
            format!("tensorARM<{}, {}>", scalar_text(element), argument_text(constants, rank))
        }
        Type::TensorLayout { dimensions, clamp_mode } => {
            let mut text = format!("tensorLayoutNV<{}", argument_text(constants, dimensions));
            if clamp_mode != TensorParameter::Constant(0) {
                text.push_str(&format!(", {}", argument_text(constants, clamp_mode)));
            }
            text + ">"
        }
        Type::TensorView { dimensions, has_dimensions, permutation } => {
            let mut text = format!("tensorViewNV<{}", argument_text(constants, dimensions));
            let flag = match has_dimensions {
                TensorParameter::Constant(0) => "false",
                TensorParameter::Constant(_) => "true",
                TensorParameter::Specialization(constant) => constant_name(constants, constant),
            };
            text.push_str(&format!(", {flag}"));
            for part in permutation.into_iter().flatten() {
                text.push_str(&format!(", {}", argument_text(constants, part)));
            }
            text + ">"
        }
        Type::Function => "function".to_owned(),
        Type::Spirv(ty) => numbered_text(types, ty),
        Type::CooperativeMatrix(matrix) => {
            let [scope, rows, columns] =
                [matrix.scope, matrix.rows, matrix.columns].map(|it| parameter_text(constants, it));
            let family = Type::CooperativeMatrix(matrix).family().map_or("coopmat", |family| family.name());
            if let (MatrixUse::Any, Some(scalar)) = (matrix.matrix_use, matrix.scalar()) {
                return format!("{family}<{}, {scope}, {rows}, {columns}>{lengths}", scalar.width * 8);
            }
            let matrix_use = matrix.matrix_use.name();
            let component = match matrix.component {
                MatrixComponent::Scalar(scalar) => scalar_text(scalar),
                MatrixComponent::Numbered(ty) => match types.get(ty) {
                    Type::Spirv(ty) => numbered_text(types, *ty),
                    _ => "?".to_owned(),
                },
            };
            format!("{family}<{component}, {scope}, {rows}, {columns}, {matrix_use}>")
        }
    };
    name + &lengths
}

fn numbered_text(types: &TypeTable, ty: Handle<SpirvType>) -> String {
    let Some(ty) = types.spirv_type(ty) else { return "?".to_owned() };
    match &ty.instruction.set {
        Some(set) => format!("spirv_type(set = {set:?}, id = {})", ty.instruction.id),
        None => format!("spirv_type(id = {})", ty.instruction.id),
    }
}

/// A number among the parameters of a type: its value, or the name of a specialization constant.
pub(crate) fn argument_text(constants: &UniqueArena<Constant>, argument: TensorParameter) -> String {
    match argument {
        TensorParameter::Constant(value) => value.to_string(),
        TensorParameter::Specialization(constant) => constant_name(constants, constant).to_owned(),
    }
}

/// A number that is a parameter of a type: its value, the name of a specialization constant, or `?`.
fn parameter_text(constants: &UniqueArena<Constant>, parameter: Handle<Constant>) -> String {
    match constants.get_handle(parameter).map(|it| &it.kind) {
        Ok(ConstantKind::Scalar(bits)) => (*bits as u32).to_string(),
        _ => constant_name(constants, parameter).to_owned(),
    }
}

fn constant_name(constants: &UniqueArena<Constant>, length: Handle<Constant>) -> &str {
    match constants.get_handle(length).map(|it| &it.kind) {
        Ok(ConstantKind::Specialization { name, .. }) if !name.is_empty() => name,
        _ => "?",
    }
}

fn struct_text(types: &TypeTable, structure: Handle<Struct>) -> String {
    match types.structure(structure).map(|it| it.name.as_str()) {
        Some("") | None => "struct".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// A scalar type as GLSL spells it.
#[must_use]
pub fn scalar_text(scalar: Scalar) -> String {
    let name = match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Sint, 4) => "int",
        (ScalarKind::Uint, 4) => "uint",
        (ScalarKind::Float, 4) => "float",
        (ScalarKind::Float, 8) => "double",
        (ScalarKind::Sint, width) => return format!("int{}_t", u32::from(width) * 8),
        (ScalarKind::Uint, width) => return format!("uint{}_t", u32::from(width) * 8),
        (ScalarKind::SmallFloat(format), _) => format.name(),
        (ScalarKind::Float, width) => return format!("float{}_t", u32::from(width) * 8),
    };
    name.to_owned()
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
    use crate::hir::VectorSize;

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
            let it = Struct { name: name.to_owned(), members: Vec::new(), block: None, is_interface_block: false };
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
