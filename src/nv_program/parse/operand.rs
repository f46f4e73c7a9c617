//! Operands, indices and conditions.
//!
//! Comes in: tokens. Goes out: parts of statements. Must not depend on: what names stand for.

use super::{Parsed, Parser};
use crate::diagnostics::Code;
use crate::nv_program::ast::{Index, IndexKind, Name, Number, Operand, OperandBase, Path, PathPart, Test};
use crate::nv_program::lexer::TokenKind;

impl<'a> Parser<'a, '_, '_> {
    /// `name.part[index].part`
    pub(super) fn path(&mut self, what: &str) -> Parsed<Path<'a>> {
        let start = self.index;
        let head = self.word(what)?;
        let parts = self.path_parts()?;
        Ok(Path { head, parts, span: self.since(start) })
    }

    pub(super) fn path_parts(&mut self) -> Parsed<Vec<PathPart<'a>>> {
        let mut parts = Vec::new();
        loop {
            if self.is(b'.') {
                if matches!(parts.last(), Some(PathPart::Index(_))) && self.ends_line_at_point() {
                    return Ok(parts);
                }
                self.index += 1;
                parts.push(PathPart::Member(self.word("a component")?));
            } else if self.is(b'[') {
                parts.push(PathPart::Index(self.index_expression()?));
            } else {
                return Ok(parts);
            }
        }
    }

    /// Whether the point here ends a line, and a statement follows, which is not to blame for it.
    fn ends_line_at_point(&self) -> bool {
        let next = self.peek_at(1);
        next.starts_line && next.kind == TokenKind::Word && super::is_keyword(self.text_of(next))
    }

    fn index_expression(&mut self) -> Parsed<Index<'a>> {
        let start = self.index;
        self.require(b'[')?;
        let kind = if self.is(b']') {
            IndexKind::Empty
        } else if matches!(self.peek().kind, TokenKind::Integer(_)) {
            let first = self.integer("an index")?;
            if self.peek().kind == TokenKind::Range {
                self.index += 1;
                IndexKind::Range(first, self.integer("the last index")?)
            } else {
                IndexKind::Number(first)
            }
        } else {
            self.relative()?
        };
        self.require(b']')?;
        Ok(Index { kind, span: self.since(start) })
    }

    fn relative(&mut self) -> Parsed<IndexKind<'a>> {
        let negated = self.sign() == Some(true);
        if self.peek().kind != TokenKind::Word {
            return self.error(Code::NvAddress, "a number or a register with a component");
        }
        let register = self.word("a register")?;
        let mut members = Vec::new();
        while self.accept(b'.') {
            members.push(self.word("a component")?);
        }
        if self.is(b'[') {
            return self.error(Code::NvAddress, "a register that is not an array");
        }
        let offset = match self.sign() {
            Some(negative) => Some((negative, self.integer("a number")?)),
            None => None,
        };
        Ok(IndexKind::Relative { register, members, negated, offset })
    }

    /// A signed number.
    pub(super) fn signed_number(&mut self, what: &str) -> Parsed<(bool, Number)> {
        let negative = self.sign() == Some(true);
        Ok((negative, self.number(what)?))
    }

    pub(super) fn operand(&mut self) -> Parsed<Operand<'a>> {
        let start = self.index;
        let sign = self.sign();
        let (mut absolute, mut inner_sign) = (false, None);
        if self.accept(b'|') {
            absolute = true;
            inner_sign = self.sign();
        }
        let base = self.operand_base()?;
        if absolute {
            self.require(b'|')?;
        }
        Ok(Operand { sign, absolute, inner_sign, base, span: self.since(start) })
    }

    fn operand_base(&mut self) -> Parsed<OperandBase<'a>> {
        match self.peek().kind {
            TokenKind::Word => Ok(OperandBase::Path(self.path("an operand")?)),
            TokenKind::Integer(_) | TokenKind::Float(_) => Ok(OperandBase::Number(self.number("a number")?)),
            TokenKind::Punctuation(b'{') => {
                self.index += 1;
                let mut numbers = Vec::new();
                loop {
                    let number = self.signed_number("a number")?;
                    if numbers.len() == 4 {
                        self.index -= 1;
                        return self.expected("`}`: a constant has at most four components");
                    }
                    numbers.push(number);
                    if !self.accept(b',') {
                        break;
                    }
                }
                self.require(b'}')?;
                Ok(OperandBase::Vector(numbers, self.path_parts()?))
            }
            _ => self.expected("an operand"),
        }
    }

    /// `NE.x`
    pub(super) fn test(&mut self) -> Parsed<Test<'a>> {
        let start = self.index;
        if self.peek().kind != TokenKind::Word {
            return self.error(Code::NvTest, "a condition such as `NE.x`");
        }
        let rule = self.word("a condition")?;
        let components: Option<Name<'a>> =
            if self.accept(b'.') { Some(self.word("components of the condition code")?) } else { None };
        Ok(Test { rule, components, span: self.since(start) })
    }

    /// `(NE.x)`, if there is one.
    pub(super) fn parenthesized_test(&mut self) -> Parsed<Option<Test<'a>>> {
        if !self.accept(b'(') {
            return Ok(None);
        }
        let test = self.test()?;
        if !self.accept(b')') {
            return self.error(Code::NvTest, "`)` after the condition");
        }
        Ok(Some(test))
    }
}
