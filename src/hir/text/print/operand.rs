//! Types and constants where the text form names them. Each may name the other: a length is a constant, and an operand of
//! raw SPIR-V may be a type.
//!
//! Comes in: handles. Goes out: GLSL spelling for every type that GLSL can spell (`u8vec4`, `float[2][]`,
//! `image2DArray<rgba8>`), and a literal or an id for a constant. Must not depend on: functions.

use std::fmt::Write;

use super::names::LocalNames;
use super::{Printer, put};
use crate::builtins::{scalar_name, scalar_prefix};
use crate::hir::text::literal::literal;
use crate::hir::text::{quoted, words};
use crate::hir::{
    ArrayLength, Constant, ConstantKind, Handle, ImageClass, Module, SpirvInstruction, SpirvOperand, Type, TypeNumber,
    TypeParameter,
};

/// The literal that stands wherever the constant is used. A scalar that its type does not hold has none.
pub(super) fn as_literal(module: &Module, constant: &Constant) -> Option<String> {
    let ConstantKind::Scalar(bits) = constant.kind else { return None };
    let &Type::Scalar(scalar) = module.types.get(constant.ty) else { return None };
    scalar.holds(bits).then(|| literal(scalar, bits))
}

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
                Type::Extension(ty) => {
                    let parameters = ty.parameters().into_iter().map(|it| self.type_parameter(it)).collect::<Vec<_>>();
                    format!("{}<{}>", ty.facts().form.word, parameters.join(", "))
                }
                Type::Function => "function".to_owned(),
                Type::Spirv(ty) => {
                    let Some(ty) = self.module.types.spirv_type(ty) else { return "?".to_owned() };
                    format!("spirv_type({}{})", instruction(&ty.instruction), self.spirv_operands(&ty.operands))
                }
            };
            return base + &lengths;
        }
        "<endless type>".to_owned()
    }

    /// `, 28, "text"`: the operands of something named by number, which stands before them.
    pub(in crate::hir::text) fn spirv_operands(&self, operands: &[SpirvOperand]) -> String {
        self.operands(operands, None)
    }

    /// The same where the variables of a function may be among them.
    pub(super) fn operands(&self, operands: &[SpirvOperand], locals: Option<&LocalNames<'_>>) -> String {
        let mut text = String::new();
        for operand in operands {
            text.push_str(", ");
            match operand {
                SpirvOperand::Literal(words) => {
                    text.push_str("words");
                    for word in words {
                        put!(text, " {word}");
                    }
                }
                SpirvOperand::String(string) => text.push_str(&quoted(string)),
                SpirvOperand::Constant(constant) => put!(text, "id {}", self.constant(*constant)),
                // Types are made of earlier ones and nest no deeper than brackets may.
                SpirvOperand::Type(ty) => put!(text, "type {}", self.type_name(*ty)),
                SpirvOperand::Variable(variable) => put!(text, "global {}", self.names.global(*variable)),
                SpirvOperand::Local(local) => {
                    let name = locals.map_or("<no function>", |locals| locals.local(*local));
                    put!(text, "local {name}");
                }
            }
        }
        text
    }

    /// The constant as an operand: a literal if it is a plain scalar, else its id.
    pub(in crate::hir::text) fn constant(&self, handle: Handle<Constant>) -> String {
        match self.module.constants.get_handle(handle) {
            Ok(constant) => match as_literal(self.module, constant) {
                Some(literal) => literal,
                None => self.constant_id(handle),
            },
            Err(_) => format!("<bad constant {}>", handle.index()),
        }
    }

    /// A constant where a number could stand too.
    pub(in crate::hir::text) fn constant_id(&self, handle: Handle<Constant>) -> String {
        match self.listed.get(handle.index()).copied().flatten() {
            Some(number) => format!("${number}"),
            None => format!("constant {}", self.constant(handle)),
        }
    }

    /// A parameter of a type of an extension.
    fn type_parameter(&self, parameter: TypeParameter) -> String {
        match parameter {
            TypeParameter::Scalar(scalar) => scalar_name(scalar).to_owned(),
            // Types are made of earlier ones and nest no deeper than brackets may.
            TypeParameter::Type(ty) => self.type_name(ty),
            TypeParameter::Constant(constant) => self.constant(constant),
            TypeParameter::Word(word, _) => word.to_owned(),
            TypeParameter::Number(number) | TypeParameter::Flag(number) => match number {
                TypeNumber::Constant(value) => value.to_string(),
                TypeNumber::Specialization(constant) => self.constant_id(constant),
            },
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
