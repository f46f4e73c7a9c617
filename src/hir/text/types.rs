//! Types in the text form: GLSL spelling for everything GLSL can spell.
//!
//! Comes in: type handles. Goes out: `u8vec4`, `float[2][]`, `image2DArray<rgba8>`, and the listing of structures.
//! Must not know: functions.

use std::fmt::Write;

use super::{Names, constants, decorations, interface, put, qualifiers};
use crate::builtins::{ImageDimension, ImageShape};
use crate::hir::{
    ArrayLength, Handle, ImageClass, ImageType, MatrixComponent, MatrixMajor, Module, PackingRules, Scalar, ScalarKind,
    SpirvInstruction, SpirvOperand, Struct, TensorParameter, Type,
};

/// The name of a type.
pub(super) fn name(module: &Module, names: &Names, handle: Handle<Type>) -> String {
    // Lengths are written outermost first, so they collect while the loop walks inwards.
    let mut lengths = String::new();
    let mut current = handle;
    for _ in 0..=module.types.types.len() {
        let Ok(ty) = module.types.types.get_handle(current) else {
            return format!("<bad type>{lengths}");
        };
        let base = match *ty {
            Type::Array { element, length } => {
                match length {
                    ArrayLength::Constant(length) => put!(lengths, "[{length}]"),
                    ArrayLength::Specialization(constant) => put!(lengths, "[c{}]", constant.index()),
                    ArrayLength::Runtime => lengths.push_str("[]"),
                }
                current = element;
                continue;
            }
            Type::Void => "void".to_owned(),
            Type::Scalar(scalar) => scalar_name(scalar).to_owned(),
            Type::Vector(size, scalar) => match module.types.length(size) {
                Some(length) => {
                    let family = if length.cooperative { "coopvecNV" } else { "vector" };
                    format!("{family}<{}, {}>", scalar_name(scalar), constants::operand(module, length.constant))
                }
                None => format!("{}vec{}", vector_prefix(scalar), size.get()),
            },
            Type::Matrix { columns, rows, scalar } => {
                format!("{}mat{}x{}", vector_prefix(scalar), columns.get() as u8, rows.get() as u8)
            }
            Type::Struct(structure) => names.structure(structure).to_owned(),
            Type::Reference(structure) => format!("reference<{}>", names.structure(structure)),
            Type::Image(image) => image_name(image),
            Type::Sampler { comparison: false } => "sampler".to_owned(),
            Type::Sampler { comparison: true } => "samplerShadow".to_owned(),
            Type::AccelerationStructure => "accelerationStructure".to_owned(),
            Type::RayQuery => "rayQuery".to_owned(),
            Type::TensorLayout { dimensions, clamp_mode } => {
                format!("tensorLayoutNV<{}, {}>", argument(dimensions), argument(clamp_mode))
            }
            Type::TensorView { dimensions, has_dimensions, permutation } => {
                let parts = [dimensions, has_dimensions].into_iter().chain(permutation.into_iter().flatten());
                format!("tensorViewNV<{}>", parts.map(argument).collect::<Vec<_>>().join(", "))
            }
            Type::Tensor { element, rank } => format!("tensor<{}, {}>", scalar_name(element), argument(rank)),
            Type::Function => "function".to_owned(),
            Type::Spirv(ref ty) => {
                let mut text = format!("spirv_type({}", instruction(&ty.instruction));
                for operand in &ty.operands {
                    put!(text, ", {}", spirv_operand(module, names, operand));
                }
                text + ")"
            }
            Type::CooperativeMatrix(matrix) => {
                let [scope, rows, columns] =
                    [matrix.scope, matrix.rows, matrix.columns].map(|it| constants::operand(module, it));
                let component = match matrix.component {
                    MatrixComponent::Scalar(scalar) => scalar_name(scalar).to_owned(),
                    // Types are made of earlier ones and nest no deeper than brackets may.
                    MatrixComponent::Numbered(ty) => name(module, names, ty),
                };
                let matrix_use = matrix.matrix_use.name();
                format!("coopmat<{component}, {scope}, {rows}, {columns}, {matrix_use}>")
            }
        };
        return base + &lengths;
    }
    "<endless type>".to_owned()
}

fn argument(argument: TensorParameter) -> String {
    match argument {
        TensorParameter::Constant(value) => value.to_string(),
        TensorParameter::Specialization(constant) => format!("c{}", constant.index()),
    }
}

/// `4472`, or `"GLSL.std.450" 35`.
pub(super) fn instruction(instruction: &SpirvInstruction) -> String {
    match &instruction.set {
        Some(set) => format!("{set:?} {}", instruction.id),
        None => instruction.id.to_string(),
    }
}

/// An operand of something named by number.
pub(super) fn spirv_operand(module: &Module, names: &Names, operand: &SpirvOperand) -> String {
    match operand {
        SpirvOperand::Literal(words) => words.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        SpirvOperand::String(text) => format!("{text:?}"),
        SpirvOperand::Constant(constant) => format!("id {}", super::constants::operand(module, *constant)),
        // Types are made of earlier ones and nest no deeper than brackets may.
        SpirvOperand::Type(ty) => name(module, names, *ty),
        SpirvOperand::Variable(variable) => names.global(*variable).to_owned(),
        SpirvOperand::Local(local) => format!("local {}", local.index()),
    }
}

/// The GLSL name of a scalar type.
pub(super) const fn scalar_name(scalar: Scalar) -> &'static str {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Sint, 1) => "int8_t",
        (ScalarKind::Sint, 2) => "int16_t",
        (ScalarKind::Sint, 8) => "int64_t",
        (ScalarKind::Sint, _) => "int",
        (ScalarKind::Uint, 1) => "uint8_t",
        (ScalarKind::Uint, 2) => "uint16_t",
        (ScalarKind::Uint, 8) => "uint64_t",
        (ScalarKind::Uint, _) => "uint",
        (ScalarKind::Float, 2) => "float16_t",
        (ScalarKind::Float, 8) => "double",
        (ScalarKind::Float, _) => "float",
        (ScalarKind::SmallFloat(format), _) => format.name(),
    }
}

const fn vector_prefix(scalar: Scalar) -> &'static str {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "b",
        (ScalarKind::Sint, 1) => "i8",
        (ScalarKind::Sint, 2) => "i16",
        (ScalarKind::Sint, 8) => "i64",
        (ScalarKind::Sint, _) => "i",
        (ScalarKind::Uint, 1) => "u8",
        (ScalarKind::Uint, 2) => "u16",
        (ScalarKind::Uint, 8) => "u64",
        (ScalarKind::Uint, _) => "u",
        (ScalarKind::Float, 2) => "f16",
        (ScalarKind::Float, 8) => "d",
        (ScalarKind::Float, _) => "",
        (ScalarKind::SmallFloat(format), _) => format.prefix(),
    }
}

fn image_name(image: ImageType) -> String {
    let ImageShape { dimension, arrayed, multisampled, shadow, texel } = image.shape;
    // An image prefix is a vector prefix: `u` for 32 bits, `i64` for 64, `f16` for half floats.
    let prefix = vector_prefix(texel);
    let (noun, format) = match image.class {
        ImageClass::Sampled => ("texture", None),
        ImageClass::Combined => ("sampler", None),
        ImageClass::Storage(format) => ("image", Some(format)),
    };
    let (noun, dimension) = match dimension {
        ImageDimension::D1 => (noun, "1D"),
        ImageDimension::D2 => (noun, "2D"),
        ImageDimension::D3 => (noun, "3D"),
        ImageDimension::Cube => (noun, "Cube"),
        ImageDimension::Rect => (noun, "2DRect"),
        ImageDimension::Buffer => (noun, "Buffer"),
        ImageDimension::Subpass => ("subpassInput", ""),
    };
    let mut name = format!("{prefix}{noun}{dimension}");
    for (flag, suffix) in [(multisampled, "MS"), (arrayed, "Array"), (shadow, "Shadow")] {
        if flag {
            name.push_str(suffix);
        }
    }
    if let Some(format) = format {
        put!(name, "<{}>", format!("{format:?}").to_lowercase());
    }
    name
}

/// The listing of a structure.
pub(super) fn structure(out: &mut String, module: &Module, names: &Names, handle: Handle<Struct>, structure: &Struct) {
    put!(out, "\nstruct {}", names.structure(handle));
    if let Some(block) = structure.block {
        let rules = match block.rules {
            PackingRules::Std140 => "std140",
            PackingRules::Std430 => "std430",
            PackingRules::Scalar => "scalar",
        };
        put!(out, " block {rules}");
        if block.reference_alignment != 0 {
            put!(out, " reference_alignment {}", block.reference_alignment);
        }
    }
    if structure.is_interface_block {
        out.push_str(" interface_block");
    }
    out.push_str(" {\n");
    for (index, member) in structure.members.iter().enumerate() {
        put!(out, "    {index}: {}: {}", member.name, name(module, names, member.ty));
        if let Some(offset) = member.offset {
            put!(out, ", offset {offset}");
        }
        if member.major == MatrixMajor::Row {
            out.push_str(", row_major");
        }
        interface::interface(out, &member.interface);
        qualifiers(out, ", ", member.qualifiers);
        decorations(out, module, names, &member.decorations);
        out.push('\n');
    }
    out.push_str("}\n");
}
