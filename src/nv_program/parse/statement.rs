//! Options, declarations and labels.
//!
//! Comes in: tokens of a statement. Goes out: the statement. Must not depend on: what is declared where.

use super::{Ending, Parsed, Parser, messages};
use crate::diagnostics::did_you_mean;
use crate::nv_program::ast::{
    Bindings, Name, Number, NumberValue, Statement, StatementKind, Variable, VariableKind, VariableModifier,
};
use crate::nv_program::lexer::TokenKind;
use crate::nv_program::opcode::{self, Base};
use crate::source::Span;

impl<'a> Parser<'a, '_, '_> {
    pub(super) fn statement(&mut self) -> Parsed<(Statement<'a>, Ending)> {
        let token = self.peek();
        let span = Self::span(token);
        if token.kind != TokenKind::Word {
            return self.expected("a statement");
        }
        let word = self.text_of(token);
        if let Some((kind, ending)) = self.keyword_statement(word)? {
            return Ok((Statement { kind, span }, ending));
        }
        let next = self.peek_at(1);
        let is_label = next.kind == TokenKind::Punctuation(b':')
            || (next.kind == TokenKind::Word && self.text_of(next) == "SUBROUTINENUM");
        if is_label {
            return Ok((Statement { kind: self.label()?, span }, Ending::Complete));
        }
        if let Some((opcode, modifiers)) = opcode::lookup(word) {
            let (instruction, complete) = self.instruction(opcode, modifiers)?;
            let instruction = Box::new(instruction);
            if !complete {
                return Ok((Statement { kind: StatementKind::Unfinished(instruction), span }, Ending::Missing));
            }
            let ending = self.end_of_statement();
            return Ok((Statement { kind: StatementKind::Instruction(instruction), span }, ending));
        }
        self.unknown(Name { text: word, span })
    }

    fn unknown<T>(&mut self, word: Name<'a>) -> Parsed<T> {
        let Name { text, span } = word;
        if opcode::ELSEWHERE.contains(&text) {
            self.report.push(messages::not_in_compute_programs(span, text));
            return Err(super::Malformed);
        }
        let upper = text.to_ascii_uppercase();
        if super::is_keyword(&upper) {
            self.report.push(messages::instruction_in_lower_case(span, text, &upper));
        } else {
            let names = opcode::OPCODES.iter().map(|row| row.name).chain(super::KEYWORDS.iter().copied());
            self.report.push(messages::unknown_instruction(span, text, did_you_mean(text, names)));
        }
        Err(super::Malformed)
    }

    fn end_of_statement(&mut self) -> Ending {
        let found: Parsed<()> = if self.accept(b';') { Ok(()) } else { self.expected("`;`") };
        if found.is_ok() { Ending::Complete } else { Ending::Missing }
    }

    fn keyword_statement(&mut self, word: &str) -> Parsed<Option<(StatementKind<'a>, Ending)>> {
        let kind = match word {
            "OPTION" => {
                let span = Self::span(self.peek());
                self.index += 1;
                let next = self.peek();
                let is_next = next.starts_line && super::is_keyword(self.text_of(next));
                let what = "the name of an option";
                match if is_next { self.expected(what) } else { self.word(what) } {
                    Ok(name) => StatementKind::Option(name),
                    // It may also be in the wrong place.
                    Err(super::Malformed) => {
                        return Ok(Some((StatementKind::Option(Name { text: "", span }), Ending::Missing)));
                    }
                }
            }
            "GROUP_SIZE" => {
                self.index += 1;
                let mut sizes = Vec::new();
                match self.integer("the size of the group") {
                    Ok(size) => sizes.push(size),
                    // It may also be in the wrong place.
                    Err(super::Malformed) => return Ok(Some((StatementKind::GroupSize(sizes), Ending::Missing))),
                }
                while matches!(self.peek().kind, TokenKind::Integer(_)) {
                    sizes.push(self.integer("a size")?);
                }
                StatementKind::GroupSize(sizes)
            }
            "SHARED_MEMORY" => {
                let span = Self::span(self.peek());
                self.index += 1;
                match self.integer("a number of bytes") {
                    Ok(size) => StatementKind::SharedMemory(size),
                    Err(super::Malformed) => {
                        let size = Number { value: NumberValue::Integer(Some(0)), span };
                        return Ok(Some((StatementKind::SharedMemory(size), Ending::Missing)));
                    }
                }
            }
            "ALIAS" => {
                self.index += 1;
                let name = self.word("the new name")?;
                self.require(b'=')?;
                StatementKind::Alias { name, target: self.word("the name of a variable")? }
            }
            "SUBROUTINETYPE" => {
                self.index += 1;
                let name = self.word("the name of the type")?;
                self.require(b'{')?;
                let mut labels = Vec::new();
                while !self.is(b'}') {
                    labels.push(self.word("the name of a subroutine")?);
                    if !self.accept(b',') {
                        break;
                    }
                }
                self.require(b'}')?;
                StatementKind::SubroutineType { name, labels }
            }
            "SUBROUTINE" => {
                self.index += 1;
                let ty = self.word("a subroutine type")?;
                StatementKind::Subroutine { ty, variable: self.variable(true)? }
            }
            _ => match self.variables()? {
                Some(kind) => kind,
                None => return Ok(None),
            },
        };
        let ending = self.end_of_statement();
        Ok(Some((kind, ending)))
    }

    /// A declaration of variables; `None` if the statement is something else.
    fn variables(&mut self) -> Parsed<Option<StatementKind<'a>>> {
        let mut modifiers: Vec<(VariableModifier, Span)> = Vec::new();
        loop {
            let token = self.peek();
            let word = if token.kind == TokenKind::Word { self.text_of(token) } else { "" };
            let modifier = match word {
                "SHORT" => VariableModifier::Short,
                "LONG" => VariableModifier::Long,
                "INT" => VariableModifier::Type(Base::Signed),
                "UINT" => VariableModifier::Type(Base::Unsigned),
                "FLOAT" => VariableModifier::Type(Base::Float),
                _ => break,
            };
            modifiers.push((modifier, Self::span(token)));
            self.index += 1;
        }
        let token = self.peek();
        let word = if token.kind == TokenKind::Word { self.text_of(token) } else { "" };
        let Some(kind) = VariableKind::ALL.into_iter().find(|kind| kind.keyword() == word) else {
            return if modifiers.is_empty() { Ok(None) } else { self.expected("a declaration of variables") };
        };
        self.index += 1;
        let mut items = Vec::new();
        loop {
            items.push(self.variable(kind != VariableKind::Temp)?);
            // Only registers are declared in lists.
            if kind != VariableKind::Temp || !self.accept(b',') {
                break;
            }
        }
        Ok(Some(StatementKind::Variables { kind, modifiers, items }))
    }

    /// A name, its dimensions, and what it is bound to.
    fn variable(&mut self, bound: bool) -> Parsed<Variable<'a>> {
        let name = self.word("a name")?;
        let mut dimensions = Vec::new();
        while self.is(b'[') {
            let start = self.index;
            self.index += 1;
            let size = if self.is(b']') { None } else { Some(self.integer("a size")?) };
            self.require(b']')?;
            dimensions.push((size, self.since(start)));
        }
        let bindings = if bound {
            self.require(b'=')?;
            Some(self.bindings()?)
        } else {
            None
        };
        Ok(Variable { name, dimensions, bindings })
    }

    fn bindings(&mut self) -> Parsed<Bindings<'a>> {
        // `PARAM p = {1, 2, 3, 4};` is one vector, `PARAM a[] = {{1, 2, 3, 4}, program.local[0]};` a list: `check` tells
        // them apart by the dimensions.
        if !self.is(b'{') {
            return Ok(Bindings { list: false, items: vec![self.operand()?] });
        }
        self.index += 1;
        let mut items = Vec::new();
        loop {
            items.push(self.operand()?);
            if !self.accept(b',') {
                break;
            }
        }
        self.require(b'}')?;
        Ok(Bindings { list: true, items })
    }

    fn label(&mut self) -> Parsed<StatementKind<'a>> {
        let name = self.word("a label")?;
        let mut number = None;
        if self.is_word("SUBROUTINENUM") {
            self.index += 1;
            self.require(b'(')?;
            number = Some(self.integer("the number of the subroutine")?);
            self.require(b')')?;
        }
        self.require(b':')?;
        Ok(StatementKind::Label { name, number })
    }
}
