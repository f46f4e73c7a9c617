//! Constants in the text form.
//!
//! Comes in: tokens. Goes out: handles of constants: literals wherever they stand, the rest from the lines that begin with
//! `const`. Must not depend on: functions.

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::hir::text::{literal, words};
use crate::hir::{Constant, ConstantKind, ConstantOperation, Handle, Scalar, Type};

impl<'t> Parser<'t> {
    /// A constant as an operand.
    pub(in crate::hir::text) fn constant(&mut self) -> Parsed<Handle<Constant>> {
        self.opt_constant()?.ok_or_else(|| self.expected("a constant"))
    }

    /// A constant, if the next token begins one.
    pub(super) fn opt_constant(&mut self) -> Parsed<Option<Handle<Constant>>> {
        if let Kind::Constant(id) = self.peek() {
            self.advance();
            let known = self.constant_ids.get(id).copied();
            return known.map(Some).ok_or_else(|| self.error_before(format!("there is no constant `${id}` above")));
        }
        let Some((scalar, bits)) = self.opt_literal()? else { return Ok(None) };
        let ty = self.types.scalar(scalar);
        Ok(Some(self.insert(ty, ConstantKind::Scalar(bits))))
    }

    /// A literal, if the next token begins one.
    fn opt_literal(&mut self) -> Parsed<Option<(Scalar, u64)>> {
        let literal = match self.peek() {
            Kind::Number(text) => literal::number(text).ok_or_else(|| self.expected("a literal"))?,
            Kind::Word(word @ ("true" | "false")) => (Scalar::BOOL, u64::from(word == "true")),
            Kind::Word(word) => match words::scalar(word) {
                Some(scalar) => {
                    self.advance();
                    self.expect_symbol('(')?;
                    let bits = match self.peek() {
                        Kind::Number(text) => literal::of_type(scalar, text),
                        _ => None,
                    };
                    let bits = bits.ok_or_else(|| self.expected(&format!("a number of type `{word}`")))?;
                    self.advance();
                    self.expect_symbol(')')?;
                    return Ok(Some((scalar, bits)));
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(literal))
    }

    /// The bits of a scalar of a type that is known: a literal of it, or `bits 0x1f`.
    pub(super) fn bits(&mut self) -> Parsed<u64> {
        if self.take_word("bits") {
            return self.wide_number();
        }
        let (_, bits) = self.opt_literal()?.ok_or_else(|| self.expected("a literal"))?;
        Ok(bits)
    }

    /// A plain number, or a constant: `$3`, `constant 64u`.
    pub(in crate::hir::text) fn number_or_constant(&mut self) -> Parsed<Result<u32, Handle<Constant>>> {
        match self.peek() {
            Kind::Number(_) => self.number().map(Ok),
            _ => {
                self.take_word("constant");
                self.constant().map(Err)
            }
        }
    }

    /// The bits of a plain scalar.
    pub(super) fn scalar_bits(&self, constant: Handle<Constant>) -> Option<u64> {
        match self.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            _ => None,
        }
    }

    fn insert(&mut self, ty: Handle<Type>, kind: ConstantKind) -> Handle<Constant> {
        self.constants.insert(Constant { ty, kind }, crate::hir::Span::UNDEFINED)
    }

    /// What follows `const`: `$3: uint = add $2, $2`.
    pub(super) fn constant_line(&mut self) -> Parsed<()> {
        let Kind::Constant(id) = self.peek() else { return Err(self.expected("an id such as `$3`")) };
        if self.constant_ids.contains_key(id) {
            return Err(self.error(format!("`${id}` is declared twice")));
        }
        self.advance();
        self.expect_symbol(':')?;
        let ty = self.ty()?;
        self.expect_symbol('=')?;
        let kind = self.constant_kind()?;
        let handle = self.insert(ty, kind);
        self.constant_ids.insert(id, handle);
        Ok(())
    }

    fn constant_kind(&mut self) -> Parsed<ConstantKind> {
        if self.at_symbol('(') {
            return Ok(ConstantKind::Composite(self.parts()?));
        }
        let word = self.word("the kind of a constant")?;
        Ok(match word {
            "bits" => ConstantKind::Scalar(self.wide_number()?),
            "null" => ConstantKind::Null,
            "workgroup_size" => ConstantKind::WorkgroupSize(self.parts()?),
            "specialization" => {
                let id = self.number()?;
                self.expect_symbol(',')?;
                self.expect_word("default")?;
                let default = self.bits()?;
                self.expect_symbol(',')?;
                self.expect_word("name")?;
                ConstantKind::Specialization { id, default, name: self.name("a name")?.into_owned() }
            }
            _ => ConstantKind::Operation(self.constant_operation(word)?),
        })
    }

    fn parts(&mut self) -> Parsed<Vec<Handle<Constant>>> {
        let mut parts = Vec::new();
        self.list('(', ')', |parser| {
            parts.push(parser.constant()?);
            Ok(())
        })?;
        Ok(parts)
    }

    fn constant_operation(&mut self, word: &str) -> Parsed<ConstantOperation> {
        if let Some(operation) = words::unary(word) {
            return Ok(ConstantOperation::Unary(operation, self.constant()?));
        }
        if let Some(operation) = words::binary(word) {
            let left = self.constant()?;
            return Ok(ConstantOperation::Binary(operation, left, self.next_constant()?));
        }
        Ok(match word {
            words::DEVICE_LENGTH => ConstantOperation::DeviceLength(self.ty()?),
            "descriptor_size" => {
                let ty = self.ty()?;
                ConstantOperation::DescriptorSize(ty, self.word_as("a storage class", words::storage)?)
            }
            "convert" => ConstantOperation::Convert(self.constant()?),
            "select" => {
                let condition = self.constant()?;
                let accept = self.next_constant()?;
                ConstantOperation::Select(condition, accept, self.next_constant()?)
            }
            "extract" => {
                let composite = self.constant()?;
                self.expect_symbol(',')?;
                ConstantOperation::Extract(composite, self.number()?)
            }
            "swizzle" => {
                let vector = self.constant()?;
                self.expect_symbol(',')?;
                ConstantOperation::Swizzle(vector, self.word_as("letters of a swizzle", words::components)?)
            }
            _ => return Err(self.error_before(format!("`{word}` is not an operation on constants"))),
        })
    }

    fn next_constant(&mut self) -> Parsed<Handle<Constant>> {
        self.expect_symbol(',')?;
        self.constant()
    }
}
