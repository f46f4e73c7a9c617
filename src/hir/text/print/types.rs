//! Types in the text form: GLSL spelling for everything GLSL can spell.
//!
//! Comes in: type handles. Goes out: `u8vec4`, `float[2][]`, `image2DArray<rgba8>`. Must not depend on: functions.

use std::fmt::Write;

use super::{Printer, put};
use crate::builtins::{scalar_name, scalar_prefix};
use crate::hir::text::{quoted, words};
use crate::hir::{ArrayLength, Handle, ImageClass, MatrixComponent, SpirvInstruction, TensorParameter, Type};

impl Printer<'_> {
    /// The name of a type.
    pub(super) fn type_name(&self, handle: Handle<Type>) -> String {
        let module = self.module;
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
                        ArrayLength::Specialization(constant) => put!(lengths, "[{}]", self.constant_id(constant)),
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
                        format!("{family}<{}, {}>", scalar_name(scalar), self.constant(length.constant))
                    }
                    None => format!("{}vec{}", scalar_prefix(scalar), size.get()),
                },
                Type::Matrix { columns, rows, scalar } => {
                    format!("{}mat{}x{}", scalar_prefix(scalar), columns.get() as u8, rows.get() as u8)
                }
                Type::Struct(structure) => self.names.structure(structure).to_owned(),
                Type::Reference(structure) => format!("reference<{}>", self.names.structure(structure)),
                Type::Image(image) => match image.class {
                    ImageClass::Storage(format) => {
                        format!("{}<{}>", words::image_name(image), words::format_word(format))
                    }
                    _ => words::image_name(image),
                },
                Type::Sampler { comparison: false } => "sampler".to_owned(),
                Type::Sampler { comparison: true } => "samplerShadow".to_owned(),
                Type::AccelerationStructure => "accelerationStructure".to_owned(),
                Type::StateObject(object) => object.facts().word.to_owned(),
                Type::TensorLayout { dimensions, clamp_mode } => {
                    format!("tensorLayoutNV<{}, {}>", self.argument(dimensions), self.argument(clamp_mode))
                }
                Type::TensorView { dimensions, has_dimensions, permutation } => {
                    let parts = [dimensions, has_dimensions].into_iter().chain(permutation.into_iter().flatten());
                    format!("tensorViewNV<{}>", parts.map(|it| self.argument(it)).collect::<Vec<_>>().join(", "))
                }
                Type::Tensor { element, rank } => format!("tensor<{}, {}>", scalar_name(element), self.argument(rank)),
                Type::Function => "function".to_owned(),
                Type::Spirv(ref ty) => {
                    format!("spirv_type({}{})", instruction(&ty.instruction), self.spirv_operands(&ty.operands))
                }
                Type::CooperativeMatrix(matrix) => {
                    let [scope, rows, columns] =
                        [matrix.scope, matrix.rows, matrix.columns].map(|it| self.constant(it));
                    let component = match matrix.component {
                        MatrixComponent::Scalar(scalar) => scalar_name(scalar).to_owned(),
                        // Types are made of earlier ones and nest no deeper than brackets may.
                        MatrixComponent::Numbered(ty) => self.type_name(ty),
                    };
                    let matrix_use = words::use_word(matrix.matrix_use);
                    format!("coopmat<{component}, {scope}, {rows}, {columns}, {matrix_use}>")
                }
            };
            return base + &lengths;
        }
        "<endless type>".to_owned()
    }

    /// A number among the parameters of a type.
    fn argument(&self, argument: TensorParameter) -> String {
        match argument {
            TensorParameter::Constant(value) => value.to_string(),
            TensorParameter::Specialization(constant) => self.constant_id(constant),
        }
    }
}

/// `4472`, or `"GLSL.std.450" 35`.
pub(super) fn instruction(instruction: &SpirvInstruction) -> String {
    match &instruction.set {
        Some(set) => format!("{} {}", quoted(set), instruction.id),
        None => instruction.id.to_string(),
    }
}
