//! Instructions: modifiers, and operands as the row of the opcode table lists them.
//!
//! Comes in: a row and tokens. Goes out: an [`Instruction`]. Must not depend on: types.

use super::{Parsed, Parser, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{Argument, Instruction, Modifier, ModifierKind, Name, Offset, Unit};
use crate::nv_program::lexer::TokenKind;
use crate::nv_program::opcode::{Opcode, SlotKind};

impl<'a> Parser<'a, '_, '_> {
    /// The current token is the mnemonic. `false`: a part could not be read, and it has the parts before that one.
    pub(super) fn instruction(
        &mut self,
        opcode: &'static Opcode,
        modifiers: Vec<Modifier>,
    ) -> Parsed<(Instruction<'a>, bool)> {
        let name = self.word("a mnemonic")?;
        let mut instruction = Instruction { opcode, name, modifiers, arguments: Vec::new() };
        for modifier in &mut instruction.modifiers {
            modifier.span = name.span;
        }
        let complete = self.parts(opcode, &mut instruction).is_ok();
        Ok((instruction, complete))
    }

    fn parts(&mut self, opcode: &'static Opcode, instruction: &mut Instruction<'a>) -> Parsed<()> {
        self.modifiers(instruction)?;
        let mut written = 0;
        for (index, slot) in opcode.operands.iter().enumerate() {
            let kind = slot.kind;
            let separated = !matches!(
                kind,
                SlotKind::Test | SlotKind::OptionalTest | SlotKind::Count | SlotKind::Label | SlotKind::Subroutine
            );
            if kind == SlotKind::OptionalVector && !self.has_further_vector(opcode, index) {
                continue;
            }
            if separated && written > 0 {
                self.require(b',')?;
            }
            written += 1;
            self.argument(kind, instruction)?;
        }
        Ok(())
    }

    fn modifiers(&mut self, instruction: &mut Instruction<'a>) -> Parsed<()> {
        while self.accept(b'.') {
            let word = self.word("a modifier")?;
            match ModifierKind::parse(word.text) {
                Some(kind) => instruction.modifiers.push(Modifier { kind, span: word.span }),
                None => self.report.push(messages::not_a_modifier(word.span, word.text)),
            }
        }
        Ok(())
    }

    /// Whether the next argument is an operand and not yet the texture unit; targets take a varying number of operands.
    fn has_further_vector(&self, opcode: &Opcode, index: usize) -> bool {
        // `TEX result, coordinates, [second,] unit, target`: count the arguments up to `;` at this level.
        let rest = opcode.operands.len() - index;
        let (mut depth, mut commas, mut ahead) = (0_usize, 0_usize, 0_usize);
        loop {
            match self.peek_at(ahead).kind {
                TokenKind::Punctuation(b'(' | b'{' | b'[') => depth += 1,
                TokenKind::Punctuation(b')' | b'}' | b']') => depth = depth.saturating_sub(1),
                TokenKind::Punctuation(b',') if depth == 0 => commas += 1,
                TokenKind::Punctuation(b';') | TokenKind::End => break,
                // Targets and units decide: the unit is the argument before the target.
                TokenKind::Word if depth == 0 && is_target(self.text_of(self.peek_at(ahead))) => break,
                _ => {}
            }
            ahead += 1;
        }
        // After the coordinates: `, unit , TARGET` has two commas before the target, an additional vector one more.
        commas > rest
    }

    fn argument(&mut self, kind: SlotKind, instruction: &mut Instruction<'a>) -> Parsed<()> {
        let arguments = &mut instruction.arguments;
        match kind {
            SlotKind::Result => {
                let path = self.path("a result register")?;
                let test = self.parenthesized_test()?;
                arguments.push(Argument::Result(path, test));
            }
            SlotKind::Vector | SlotKind::OptionalVector | SlotKind::Scalar | SlotKind::Unswizzled => {
                let operand = self.operand()?;
                arguments.push(Argument::Operand(operand));
            }
            SlotKind::Address => {
                let operand = self.operand()?;
                arguments.push(Argument::Operand(operand));
            }
            SlotKind::Selector => {
                let negative = self.sign() == Some(true);
                let token = self.peek();
                if !matches!(token.kind, TokenKind::Word | TokenKind::Integer(_)) {
                    return self.expected("`0`, `1`, `x`, `y`, `z` or `w`");
                }
                self.index += 1;
                arguments
                    .push(Argument::Selector(negative, Name { text: self.text_of(token), span: Self::span(token) }));
            }
            // The buffer of LDC may have a sign, as an operand.
            SlotKind::ParameterBuffer => {
                let operand = self.operand()?;
                arguments.push(Argument::Operand(operand));
            }
            SlotKind::Storage | SlotKind::Shared | SlotKind::Counter => {
                let path = self.path("a variable in memory")?;
                arguments.push(Argument::Memory(path));
            }
            SlotKind::Texture | SlotKind::TextureGather | SlotKind::TextureConstant | SlotKind::TextureQuery => {
                let unit = self.unit()?;
                arguments.push(Argument::Unit(unit));
                self.require(b',')?;
                let target = self.target()?;
                arguments.push(Argument::Target(target));
                if self.accept(b',') {
                    let offset = self.offset()?;
                    arguments.push(Argument::Offset(offset));
                }
            }
            SlotKind::Image => {
                let unit = self.unit()?;
                arguments.push(Argument::Unit(unit));
                self.require(b',')?;
                let target = self.target()?;
                arguments.push(Argument::Target(target));
            }
            SlotKind::Unit => {
                let unit = self.unit()?;
                arguments.push(Argument::Unit(unit));
            }
            SlotKind::Target => {
                let target = self.target()?;
                arguments.push(Argument::Target(target));
            }
            SlotKind::Test => {
                if self.is(b'(') {
                    return self.error(Code::NvTest, "a condition without parentheses");
                }
                let test = self.test()?;
                arguments.push(Argument::Test(test));
            }
            SlotKind::OptionalTest => return self.optional_test(instruction),
            SlotKind::Count => {
                if !self.is(b';') {
                    let operand = self.operand()?;
                    arguments.push(Argument::Operand(operand));
                }
            }
            SlotKind::Label => {
                let label = self.word("the name of a subroutine")?;
                arguments.push(Argument::Label(label));
                return self.optional_test(instruction);
            }
            SlotKind::Subroutine => {
                let path = self.path("a subroutine variable")?;
                arguments.push(Argument::Memory(path));
                return self.optional_test(instruction);
            }
        }
        Ok(())
    }

    fn optional_test(&mut self, instruction: &mut Instruction<'a>) -> Parsed<()> {
        let next = self.peek();
        if next.kind == TokenKind::Word && !next.starts_line {
            return self.error(Code::NvTest, "the condition in parentheses, or `;`");
        }
        if let Some(test) = self.parenthesized_test()? {
            instruction.arguments.push(Argument::Test(test));
        }
        Ok(())
    }

    fn unit(&mut self) -> Parsed<Unit<'a>> {
        if !self.is_word("handle") {
            return Ok(Unit::Path(self.path("a texture or image unit")?));
        }
        let start = self.index;
        self.index += 1;
        self.require(b'(')?;
        let path = self.path("a register with a component")?;
        self.require(b')')?;
        let span = self.since(start);
        Ok(Unit::Handle(path, self.path_parts()?, span))
    }

    fn target(&mut self) -> Parsed<Name<'a>> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return self.expected("a target such as `2D`");
        }
        let name = Name { text: self.text_of(token), span: Self::span(token) };
        if !is_target(name.text) {
            self.report.push(messages::unknown_target(name.span, name.text));
            return Err(super::Malformed);
        }
        self.index += 1;
        Ok(name)
    }

    fn offset(&mut self) -> Parsed<Offset<'a>> {
        let start = self.index;
        if self.is_word("offset") {
            self.index += 1;
            self.require(b'(')?;
            let operand = self.operand()?;
            self.require(b')')?;
            return Ok(Offset::Variable(operand, self.since(start)));
        }
        self.require(b'(')?;
        let mut numbers = Vec::new();
        loop {
            let number = self.signed_number("an offset")?;
            numbers.push(number);
            if !self.accept(b',') {
                break;
            }
        }
        self.require(b')')?;
        Ok(Offset::Constant(numbers, self.since(start)))
    }
}

/// Whether a word is a texture or image target.
fn is_target(word: &str) -> bool {
    crate::nv_program::target::Target::parse(word).is_some()
}
