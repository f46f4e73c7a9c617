//! The words of the text form, one table for both directions.
//!
//! Comes in: a variant, or a word. Goes out: the other. Must not depend on: modules, and where words stand. A new
//! variant is a new row; without it the code does not compile.

use crate::builtins::vocabulary::ImageFormat;
use crate::builtins::{ImageDimension, ImageShape, StateObject, scalar_name, scalar_prefix};
use crate::hir::{
    BinaryOperation, BranchHint, ExecutionMode, ExtensionTypeForm, ImageClass, ImageType, MemoryModel, PackingRules,
    ParameterMode, Scalar, ScalarKind, SmallFloat, SpirvForm, StorageClass, Swizzle, Termination, Type, UnaryOperation,
    VectorSize,
};

/// Declares the two functions of a table. Variants that hold something stand after `or`, with the word they begin with.
macro_rules! words {
    ($(#[$doc:meta])* $print:ident, $parse:ident: $ty:ty {
        $($word:literal => $variant:path),* $(,)?
    } $(or $pattern:pat => $start:literal)?) => {
        $(#[$doc])*
        pub(super) const fn $print(it: $ty) -> &'static str {
            match it { $($variant => $word,)* $($pattern => $start)? }
        }

        /// The variant for a word.
        pub(super) fn $parse(word: &str) -> Option<$ty> {
            match word { $($word => Some($variant),)* _ => None }
        }
    };
}

words! {
    /// The word for a unary operation.
    unary_word, unary: UnaryOperation {
        "negate" => UnaryOperation::Negate,
        "bit_not" => UnaryOperation::BitNot,
        "logical_not" => UnaryOperation::LogicalNot,
    }
}

words! {
    /// The word for a binary operation.
    binary_word, binary: BinaryOperation {
        "add" => BinaryOperation::Add,
        "subtract" => BinaryOperation::Subtract,
        "multiply" => BinaryOperation::Multiply,
        "divide" => BinaryOperation::Divide,
        "modulo" => BinaryOperation::Modulo,
        "shift_left" => BinaryOperation::ShiftLeft,
        "shift_right" => BinaryOperation::ShiftRight,
        "bit_and" => BinaryOperation::BitAnd,
        "bit_or" => BinaryOperation::BitOr,
        "bit_xor" => BinaryOperation::BitXor,
        "equal" => BinaryOperation::Equal,
        "not_equal" => BinaryOperation::NotEqual,
        "less" => BinaryOperation::Less,
        "less_equal" => BinaryOperation::LessEqual,
        "greater" => BinaryOperation::Greater,
        "greater_equal" => BinaryOperation::GreaterEqual,
        "logical_and" => BinaryOperation::LogicalAnd,
        "logical_or" => BinaryOperation::LogicalOr,
        "logical_xor" => BinaryOperation::LogicalXor,
    }
}

words! {
    /// The word for a storage class. A number follows the last one.
    storage_word, storage: StorageClass {
        "private" => StorageClass::Private,
        "function" => StorageClass::Function,
        "workgroup" => StorageClass::Workgroup,
        "uniform" => StorageClass::Uniform,
        "storage_buffer" => StorageClass::StorageBuffer,
        "push_constant" => StorageClass::PushConstant,
        "uniform_constant" => StorageClass::UniformConstant,
        "input" => StorageClass::Input,
        "output" => StorageClass::Output,
        "physical_storage_buffer" => StorageClass::PhysicalStorageBuffer,
        "ray_payload" => StorageClass::RayPayload,
        "incoming_ray_payload" => StorageClass::IncomingRayPayload,
        "hit_attribute" => StorageClass::HitAttribute,
        "callable_data" => StorageClass::CallableData,
        "incoming_callable_data" => StorageClass::IncomingCallableData,
        "hit_object_attribute_nv" => StorageClass::HitObjectAttributeNv,
        "hit_object_attribute_ext" => StorageClass::HitObjectAttributeExt,
        "shader_record" => StorageClass::ShaderRecord,
        "task_payload" => StorageClass::TaskPayload,
        "tile_image" => StorageClass::TileImage,
        "tile_attachment" => StorageClass::TileAttachment,
    } or StorageClass::Number(_) => "spirv_storage_class"
}

words! {
    /// The word for a memory model.
    memory_model_word, memory_model: MemoryModel {
        "glsl450" => MemoryModel::Glsl450,
        "vulkan" => MemoryModel::Vulkan,
    }
}

words! {
    /// The word for packing rules.
    rules_word, rules: PackingRules {
        "std140" => PackingRules::Std140,
        "std430" => PackingRules::Std430,
        "scalar" => PackingRules::Scalar,
        "hlsl_std140" => PackingRules::HlslStd140,
        "hlsl_std430" => PackingRules::HlslStd430,
    }
}

words! {
    /// What precedes a parameter's type.
    mode_word, mode: ParameterMode {
        "" => ParameterMode::Value,
        "pointer" => ParameterMode::Pointer,
        "resource" => ParameterMode::Resource,
    }
}

words! {
    /// The word for a hint on a selection.
    branch_word, branch: BranchHint {
        "" => BranchHint::None,
        "flatten" => BranchHint::Flatten,
        "dont_flatten" => BranchHint::DontFlatten,
    }
}

words! {
    /// The statement that ends an invocation.
    termination_word, termination: Termination {
        "discard" => Termination::Discard,
        "terminate_invocation" => Termination::Invocation,
        "ignore_intersection" => Termination::IgnoreIntersection,
        "terminate_ray" => Termination::Ray,
        "ended" => Termination::Call,
    }
}

words! {
    /// What follows `decorated` and `spirv_execution_mode`.
    form_suffix, form: SpirvForm {
        "" => SpirvForm::Literals,
        "_id" => SpirvForm::Ids,
        "_string" => SpirvForm::Strings,
    }
}

words! {
    /// The end of an image type's name.
    dimension_word, dimension: ImageDimension {
        "1D" => ImageDimension::D1,
        "2D" => ImageDimension::D2,
        "3D" => ImageDimension::D3,
        "Cube" => ImageDimension::Cube,
        "2DRect" => ImageDimension::Rect,
        "Buffer" => ImageDimension::Buffer,
        "subpassInput" => ImageDimension::Subpass,
        "attachmentEXT" => ImageDimension::Tile,
    }
}

words! {
    /// The word for an execution mode without a number.
    execution_mode_word, execution_mode: ExecutionMode {
        "quad_derivatives" => ExecutionMode::QuadDerivatives,
        "require_full_quads" => ExecutionMode::RequireFullQuads,
        "origin_upper_left" => ExecutionMode::OriginUpperLeft,
        "pixel_center_integer" => ExecutionMode::PixelCenterInteger,
        "early_fragment_tests" => ExecutionMode::EarlyFragmentTests,
        "early_and_late_fragment_tests" => ExecutionMode::EarlyAndLateFragmentTests,
        "post_depth_coverage" => ExecutionMode::PostDepthCoverage,
        "depth_replacing" => ExecutionMode::DepthReplacing,
        "depth_greater" => ExecutionMode::DepthGreater,
        "depth_less" => ExecutionMode::DepthLess,
        "depth_unchanged" => ExecutionMode::DepthUnchanged,
        "stencil_ref_replacing" => ExecutionMode::StencilRefReplacing,
        "stencil_ref_greater_front" => ExecutionMode::StencilRefGreaterFront,
        "stencil_ref_less_front" => ExecutionMode::StencilRefLessFront,
        "stencil_ref_unchanged_front" => ExecutionMode::StencilRefUnchangedFront,
        "stencil_ref_greater_back" => ExecutionMode::StencilRefGreaterBack,
        "stencil_ref_less_back" => ExecutionMode::StencilRefLessBack,
        "stencil_ref_unchanged_back" => ExecutionMode::StencilRefUnchangedBack,
        "pixel_interlock_ordered" => ExecutionMode::PixelInterlockOrdered,
        "pixel_interlock_unordered" => ExecutionMode::PixelInterlockUnordered,
        "sample_interlock_ordered" => ExecutionMode::SampleInterlockOrdered,
        "sample_interlock_unordered" => ExecutionMode::SampleInterlockUnordered,
        "shading_rate_interlock_ordered" => ExecutionMode::ShadingRateInterlockOrdered,
        "shading_rate_interlock_unordered" => ExecutionMode::ShadingRateInterlockUnordered,
        "non_coherent_color_attachment_read" => ExecutionMode::NonCoherentColorAttachmentRead,
        "non_coherent_depth_attachment_read" => ExecutionMode::NonCoherentDepthAttachmentRead,
        "non_coherent_stencil_attachment_read" => ExecutionMode::NonCoherentStencilAttachmentRead,
        "transform_feedback" => ExecutionMode::TransformFeedback,
        "triangles" => ExecutionMode::Triangles,
        "quads" => ExecutionMode::Quads,
        "isolines" => ExecutionMode::Isolines,
        "spacing_equal" => ExecutionMode::SpacingEqual,
        "spacing_fractional_even" => ExecutionMode::SpacingFractionalEven,
        "spacing_fractional_odd" => ExecutionMode::SpacingFractionalOdd,
        "vertex_order_cw" => ExecutionMode::VertexOrderCw,
        "vertex_order_ccw" => ExecutionMode::VertexOrderCcw,
        "point_mode" => ExecutionMode::PointMode,
        "input_points" => ExecutionMode::InputPoints,
        "input_lines" => ExecutionMode::InputLines,
        "input_lines_adjacency" => ExecutionMode::InputLinesAdjacency,
        "input_triangles_adjacency" => ExecutionMode::InputTrianglesAdjacency,
        "output_line_strip" => ExecutionMode::OutputLineStrip,
        "output_triangle_strip" => ExecutionMode::OutputTriangleStrip,
        "output_points" => ExecutionMode::OutputPoints,
        "output_lines" => ExecutionMode::OutputLines,
        "output_triangles" => ExecutionMode::OutputTriangles,
    } or ExecutionMode::DerivativeGroup(_)
        | ExecutionMode::Invocations(_)
        | ExecutionMode::OutputVertices(_)
        | ExecutionMode::OutputPrimitives(_) => ""
}

/// Words that begin a type with parameters.
const FAMILIES: &[&str] = &["vector", "coopvecNV", "reference", "spirv_type"];

/// The number of components that the device decides.
pub(super) const DEVICE_LENGTH: &str = "cooperative_matrix_length";

/// Whether a word is or begins a type, so that no structure can have it as its name.
pub(super) fn is_type(word: &str) -> bool {
    FAMILIES.contains(&word) || ExtensionTypeForm::of(word).is_some() || simple_type(word).is_some()
}

/// Whether a word is or begins an operand or what may follow one, so that no parameter can have it as its name.
pub(super) fn is_operand(word: &str) -> bool {
    ["true", "false", "fn", "literal", "else"].contains(&word)
        || decoration_form(word).is_some()
        || scalar(word).is_some()
}

/// The form of a decoration, by its word.
pub(super) fn decoration_form(word: &str) -> Option<SpirvForm> {
    word.strip_prefix("decorated").and_then(form)
}

/// All scalar types.
fn scalars() -> impl Iterator<Item = Scalar> {
    const FLOATS: [Scalar; 4] = [Scalar::BOOL, Scalar::F16, Scalar::F32, Scalar::F64];
    let integers = [ScalarKind::Sint, ScalarKind::Uint]
        .into_iter()
        .flat_map(|kind| [1, 2, 4, 8].map(|width| Scalar { kind, width }));
    integers.chain(FLOATS).chain(SmallFloat::ALL.map(SmallFloat::scalar))
}

/// The scalar type with a GLSL name.
pub(super) fn scalar(word: &str) -> Option<Scalar> {
    scalars().find(|it| scalar_name(*it) == word)
}

/// A type that is a single word. For a storage image this is the one of unknown format; the format follows the word.
pub(super) fn simple_type(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "sampler" => Type::Sampler { comparison: false },
        "samplerShadow" => Type::Sampler { comparison: true },
        "accelerationStructure" => Type::AccelerationStructure,
        "function" => Type::Function,
        _ => {
            let object = StateObject::all().iter().find(|row| row.word == word);
            return object
                .map(|row| Type::StateObject(row.object))
                .or_else(|| scalars().find_map(|scalar| type_of_scalar(word, scalar)));
        }
    })
}

/// A scalar, vector, matrix or image type of one scalar type.
fn type_of_scalar(word: &str, scalar: Scalar) -> Option<Type> {
    if word == scalar_name(scalar) {
        return Some(Type::Scalar(scalar));
    }
    let rest = word.strip_prefix(scalar_prefix(scalar))?;
    let size = |text: &str| match text.parse() {
        Ok(1) => Some(VectorSize::One),
        Ok(count) => VectorSize::new(count),
        Err(_) => None,
    };
    if let Some(count) = rest.strip_prefix("vec") {
        return Some(Type::Vector(size(count)?, scalar));
    }
    if let Some(shape) = rest.strip_prefix("mat") {
        let (columns, rows) = shape.split_once('x')?;
        return Some(Type::Matrix { columns: size(columns)?, rows: size(rows)?, scalar });
    }
    image_type(rest, scalar)
}

/// The name of an image type, without the format.
pub(super) fn image_name(image: ImageType) -> String {
    let ImageShape { dimension, arrayed, multisampled, shadow, texel } = image.shape;
    let noun = match image.class {
        _ if dimension.noun().is_some() => "",
        ImageClass::Sampled => "texture",
        ImageClass::Combined => "sampler",
        ImageClass::Storage(_) => "image",
    };
    // An image prefix is a vector prefix: `u` for 32 bits, `i64` for 64, `f16` for half floats.
    let mut name = format!("{}{noun}{}", scalar_prefix(texel), dimension_word(dimension));
    for (flag, suffix) in [(multisampled, "MS"), (arrayed, "Array"), (shadow, "Shadow")] {
        if flag {
            name.push_str(suffix);
        }
    }
    name
}

/// Parses what [`image_name`] prints after the prefix.
fn image_type(word: &str, texel: Scalar) -> Option<Type> {
    let mut rest = word;
    let mut flag = |suffix: &str| match rest.strip_suffix(suffix) {
        Some(shorter) => {
            rest = shorter;
            true
        }
        None => false,
    };
    let (shadow, arrayed, multisampled) = (flag("Shadow"), flag("Array"), flag("MS"));
    let nouns = [
        ("texture", ImageClass::Sampled),
        ("sampler", ImageClass::Combined),
        ("image", ImageClass::Storage(ImageFormat::Unknown)),
        ("", ImageClass::Sampled),
    ];
    let (dimension, class) =
        nouns.into_iter().find_map(|(noun, class)| Some((dimension(rest.strip_prefix(noun)?)?, class)))?;
    let is_subpass = dimension.noun().is_some();
    let has_noun = rest != dimension_word(dimension);
    let shape = ImageShape { dimension, arrayed, multisampled, shadow, texel };
    (is_subpass != has_noun).then_some(Type::Image(ImageType { shape, class }))
}

/// The name of the format of a storage image, as in GLSL except for underscores.
pub(super) fn format_word(format: ImageFormat) -> String {
    format!("{format:?}").to_lowercase()
}

/// Parses what [`format_word`] prints.
pub(super) fn format(word: &str) -> Option<ImageFormat> {
    (0..u32::from(u8::MAX)).map_while(ImageFormat::from_u32).find(|it| format_word(*it) == word)
}

/// Component numbers as letters.
pub(super) fn letters(components: &[u8]) -> String {
    components.iter().map(|component| LETTERS.get(usize::from(*component)).copied().unwrap_or('?')).collect()
}

/// The inverse of [`letters`].
pub(super) fn components(letters: &str) -> Option<Swizzle> {
    let component = |letter| LETTERS.iter().position(|it| *it == letter).map(|index| index as u8);
    if letters.len() > LETTERS.len() { None } else { letters.chars().map(component).collect() }
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_types_by_name() {
        for word in ["texture2D", "iimage2DMSArray", "u64imageBuffer", "samplerCubeArrayShadow", "subpassInputMS"] {
            let name = match simple_type(word) {
                Some(Type::Image(image)) => image_name(image),
                _ => String::new(),
            };
            assert_eq!(name, word);
        }
        for word in ["image", "2D", "imagesubpassInput", "texture", "texture2DShadowArray"] {
            assert_eq!(simple_type(word), None, "{word}");
        }
    }

    #[test]
    fn types_of_numbers_by_name() {
        for (word, ty) in [
            ("u8vec4", Type::Vector(VectorSize::Quad, Scalar { kind: ScalarKind::Uint, width: 1 })),
            ("bf16vec2", Type::Vector(VectorSize::Bi, Scalar::BF16)),
            ("dmat2x3", Type::Matrix { columns: VectorSize::Bi, rows: VectorSize::Tri, scalar: Scalar::F64 }),
            ("vec1", Type::Vector(VectorSize::One, Scalar::F32)),
        ] {
            assert_eq!(simple_type(word), Some(ty));
        }
    }

    #[test]
    fn formats_by_name() {
        assert_eq!(format("rgba16snorm"), Some(ImageFormat::Rgba16Snorm));
        assert_eq!(format("unknown"), Some(ImageFormat::Unknown));
        assert_eq!(format("rgba"), None);
    }
}
