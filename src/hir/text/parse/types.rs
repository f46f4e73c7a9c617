//! Types in the text form.
//!
//! Comes in: tokens. Goes out: handles of types. Must not depend on: functions.

use super::lexer::Kind;
use super::{MOST_NESTED_TYPES, Parsed, Parser};
use crate::builtins::VectorSize;
use crate::hir::text::words;
use crate::hir::{
    ArrayLength, ExtensionType, ExtensionTypeForm, Handle, ImageClass, ImageType, Scalar, Span, SpirvInstruction,
    SpirvType, Struct, Type, TypeNumber, TypeParameter, TypeParameterKind, TypeParameters, VectorLength,
};

impl<'t> Parser<'t> {
    /// A type, with the lengths of arrays.
    pub(super) fn ty(&mut self) -> Parsed<Handle<Type>> {
        if self.depth == MOST_NESTED_TYPES {
            return Err(self.error("types nest too deeply"));
        }
        self.depth += 1;
        let ty = self.array_type();
        self.depth -= 1;
        ty
    }

    fn array_type(&mut self) -> Parsed<Handle<Type>> {
        let mut ty = self.element_type()?;
        let mut lengths = Vec::new();
        while self.take_symbol('[') {
            lengths.push(if self.at_symbol(']') {
                ArrayLength::Runtime
            } else {
                match self.number_or_constant()? {
                    Ok(length) => ArrayLength::Constant(length),
                    Err(constant) => ArrayLength::Specialization(constant),
                }
            });
            self.expect_symbol(']')?;
        }
        // The outermost length stands first.
        for length in lengths.into_iter().rev() {
            ty = self.types.insert(Type::Array { element: ty, length });
        }
        Ok(ty)
    }

    fn element_type(&mut self) -> Parsed<Handle<Type>> {
        let ty = match self.peek() {
            Kind::Word(word) => match words::simple_type(word) {
                Some(ty) => {
                    self.advance();
                    self.with_format(ty)?
                }
                None if words::is_type(word) => {
                    self.advance();
                    self.type_with_parameters(word)?
                }
                None => Type::Struct(self.structure()?),
            },
            _ => Type::Struct(self.structure()?),
        };
        Ok(self.types.insert(ty))
    }

    fn structure(&mut self) -> Parsed<Handle<Struct>> {
        self.named("type", |it| &it.struct_names)
    }

    /// `<rgba8>` after the name of a storage image.
    fn with_format(&mut self, ty: Type) -> Parsed<Type> {
        let Type::Image(ImageType { shape, class }) = ty else { return Ok(ty) };
        let may_have =
            matches!(class, ImageClass::Storage(_)) || (shape.dimension.noun().is_some() && self.at_symbol('<'));
        if !may_have {
            return Ok(ty);
        }
        self.expect_symbol('<')?;
        let format = self.word_as("the format of an image", words::format)?;
        self.expect_symbol('>')?;
        Ok(Type::Image(ImageType { shape, class: ImageClass::Storage(format) }))
    }

    fn type_with_parameters(&mut self, word: &str) -> Parsed<Type> {
        if word == "spirv_type" {
            self.expect_symbol('(')?;
            let (instruction, operands) = (self.instruction()?, self.spirv_operands()?);
            self.expect_symbol(')')?;
            let ty = self.types.spirv.insert(SpirvType { instruction, operands }, Span::UNDEFINED);
            return Ok(Type::Spirv(ty));
        }
        self.expect_symbol('<')?;
        let ty = match word {
            "reference" => Type::Reference(self.structure()?),
            _ => match ExtensionTypeForm::of(word) {
                Some(form) => Type::Extension(self.extension_type(form)?),
                None => {
                    let scalar = self.scalar()?;
                    self.expect_symbol(',')?;
                    Type::Vector(self.symbolic_size(word == "coopvecNV")?, scalar)
                }
            },
        };
        self.expect_symbol('>')?;
        Ok(ty)
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        self.word_as("a scalar type", words::scalar)
    }

    /// The parameters of a type of an extension.
    fn extension_type(&mut self, form: &ExtensionTypeForm) -> Parsed<ExtensionType> {
        let mut parameters = TypeParameters::new();
        for (index, &kind) in form.parameters.iter().enumerate() {
            if index > 0 && !self.take_symbol(',') {
                if index >= form.required {
                    break;
                }
                self.expect_symbol(',')?;
            }
            parameters.push(self.type_parameter(kind)?);
        }
        (form.make)(&parameters).ok_or_else(|| self.error_before(format!("`{}` takes other parameters", form.word)))
    }

    fn type_parameter(&mut self, kind: TypeParameterKind) -> Parsed<TypeParameter> {
        Ok(match kind {
            TypeParameterKind::Component => match self.peek() {
                Kind::Word(word) if words::scalar(word).is_some() => TypeParameter::Scalar(self.scalar()?),
                _ => TypeParameter::Type(self.ty()?),
            },
            TypeParameterKind::Constant => TypeParameter::Constant(self.constant()?),
            TypeParameterKind::Number => TypeParameter::Number(self.type_number()?),
            TypeParameterKind::Flag => TypeParameter::Flag(self.type_number()?),
            TypeParameterKind::Word(words) => {
                let word = |word: &str| words.iter().copied().find(|it| *it == word);
                TypeParameter::Word(self.word_as("a use", word)?, None)
            }
        })
    }

    fn type_number(&mut self) -> Parsed<TypeNumber> {
        Ok(match self.number_or_constant()? {
            Ok(number) => TypeNumber::Constant(number),
            Err(constant) => TypeNumber::Specialization(constant),
        })
    }

    fn symbolic_size(&mut self, cooperative: bool) -> Parsed<VectorSize> {
        let constant = self.constant()?;
        let known = self.scalar_bits(constant).and_then(|bits| u32::try_from(bits).ok());
        Ok(self.types.symbolic_size(VectorLength { constant, known, cooperative }))
    }

    /// `4472`, or `"GLSL.std.450" 35`.
    pub(super) fn instruction(&mut self) -> Parsed<SpirvInstruction> {
        let set = match self.peek() {
            Kind::String(_) => Some(self.string()?),
            _ => None,
        };
        Ok(SpirvInstruction { set, id: self.number()? })
    }
}
