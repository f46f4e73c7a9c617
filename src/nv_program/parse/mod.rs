//! The parser: tokens to statements.
//!
//! Comes in: tokens. Goes out: an [`ast::Program`](super::ast::Program) with every statement that could be read, also if
//! only its `;` is missing. Each statement that could not be read gives one diagnostic, and reading continues after its
//! `;`, or before the next line that begins a statement. Must not depend on: what names stand for. Nothing recurses: the grammar does not nest.

mod instruction;
mod messages;
mod operand;
mod statement;

use super::ast::{Name, Number, NumberValue, Program};
use super::diagnose::Report;
use super::lexer::{Token, TokenKind};
use super::opcode;
use crate::diagnostics::Code;
use crate::source::Span;

/// A statement could not be read, which has been reported.
struct Malformed;

type Parsed<T> = Result<T, Malformed>;

/// How a statement ends.
enum Ending {
    /// With its `;`, or a label with its `:`.
    Complete,
    /// Something else follows it, which has been reported.
    Missing,
}

/// Keywords that begin a statement, besides mnemonics.
const KEYWORDS: &[&str] = &[
    "OPTION",
    "GROUP_SIZE",
    "SHARED_MEMORY",
    "TEMP",
    "ATTRIB",
    "PARAM",
    "BUFFER",
    "BUFFER4",
    "CBUFFER",
    "STORAGE",
    "SHARED",
    "COUNTER",
    "IMAGE",
    "TEXTURE",
    "SUBROUTINETYPE",
    "SUBROUTINE",
    "ALIAS",
    "SHORT",
    "LONG",
    "INT",
    "UINT",
    "FLOAT",
    "END",
];

/// Whether a word begins a statement and so cannot be a name.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || opcode::lookup(word).is_some()
}

struct Parser<'a, 'r, 'd> {
    text: &'a str,
    tokens: Vec<Token>,
    index: usize,
    report: &'r mut Report<'d>,
}

/// Reads a program.
pub fn parse<'a>(text: &'a str, tokens: Vec<Token>, report: &mut Report<'_>) -> Program<'a> {
    let mut parser = Parser { text, tokens, index: 0, report };
    let end = text.len() as u32;
    let mut program = Program { text_end: Span::new(end, end), ..Program::default() };
    loop {
        let token = parser.peek();
        if token.kind == TokenKind::End {
            let span = Parser::span(token);
            parser.report.push(messages::no_end(span));
            program.end = span;
            return program;
        }
        if parser.is_word("END") {
            program.end = Parser::span(token);
            parser.index += 1;
            let next = parser.peek();
            if next.kind != TokenKind::End {
                parser.report.push(messages::text_after_end(Parser::span(next), parser.text_of(next)));
            }
            return program;
        }
        if parser.is(b';') {
            parser.report.push(messages::empty_statement(Parser::span(token)));
            parser.index += 1;
            continue;
        }
        let before = parser.index;
        match parser.statement() {
            Ok((statement, ending)) => {
                // What it says is wrong even without its end, and what it declares is declared.
                program.statements.push(statement);
                if matches!(ending, Ending::Missing) {
                    parser.recover(before);
                }
            }
            Err(Malformed) => parser.recover(before),
        }
    }
}

impl<'a> Parser<'a, '_, '_> {
    fn peek(&self) -> Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token {
        let token = self.tokens.get(self.index + ahead).or(self.tokens.last()).copied();
        token.unwrap_or(Token { kind: TokenKind::End, start: 0, end: 0, starts_line: true })
    }

    const fn span(token: Token) -> Span {
        Span::new(token.start, token.end)
    }

    fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// A token for messages, unless it is the end of the program.
    fn shown(&self, token: Token) -> Option<&'a str> {
        (token.kind != TokenKind::End).then(|| self.text_of(token))
    }

    fn is(&self, character: u8) -> bool {
        self.peek().kind == TokenKind::Punctuation(character)
    }

    fn is_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == TokenKind::Word && self.text_of(token) == word
    }

    fn accept(&mut self, character: u8) -> bool {
        let found = self.is(character);
        self.index += usize::from(found);
        found
    }

    fn error<T>(&mut self, code: Code, what: &str) -> Parsed<T> {
        let token = self.peek();
        self.report.push(messages::expected(code, Self::span(token), what, self.shown(token)));
        Err(Malformed)
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        self.error(Code::NvSyntax, what)
    }

    fn require(&mut self, character: u8) -> Parsed<()> {
        if self.accept(character) {
            return Ok(());
        }
        let token = self.peek();
        self.report.push(messages::expected_character(Self::span(token), character, self.shown(token)));
        Err(Malformed)
    }

    fn word(&mut self, what: &str) -> Parsed<Name<'a>> {
        let token = self.peek();
        // `2D` is a word, but not a name.
        if token.kind != TokenKind::Word || self.text_of(token).starts_with(|it: char| it.is_ascii_digit()) {
            return self.expected(what);
        }
        self.index += 1;
        Ok(Name { text: self.text_of(token), span: Self::span(token) })
    }

    fn number(&mut self, what: &str) -> Parsed<Number> {
        let token = self.peek();
        let value = match token.kind {
            TokenKind::Integer(value) => NumberValue::Integer(value),
            TokenKind::Float(value) => NumberValue::Float(value),
            _ => return self.expected(what),
        };
        self.index += 1;
        Ok(Number { value, span: Self::span(token) })
    }

    fn integer(&mut self, what: &str) -> Parsed<Number> {
        if matches!(self.peek().kind, TokenKind::Integer(_)) { self.number(what) } else { self.expected(what) }
    }

    /// `-` is true.
    fn sign(&mut self) -> Option<bool> {
        if self.accept(b'-') {
            Some(true)
        } else if self.accept(b'+') {
            Some(false)
        } else {
            None
        }
    }

    /// The span from a token up to the one before the current one.
    fn since(&self, start: usize) -> Span {
        let first = self.tokens.get(start).map_or(0, |token| token.start);
        let last = self.index.checked_sub(1).and_then(|index| self.tokens.get(index)).map_or(first, |token| token.end);
        Span::new(first, last.max(first))
    }

    /// Goes to the end of a statement that could not be read.
    fn recover(&mut self, before: usize) {
        loop {
            let token = self.peek();
            if token.kind == TokenKind::End {
                return;
            }
            if self.index > before {
                let begins = token.kind == TokenKind::Word && is_keyword(self.text_of(token));
                // A label or a member that is spelled like a mnemonic follows a point.
                let after_point = self.index.checked_sub(1).and_then(|index| self.tokens.get(index));
                let after_point = after_point.is_some_and(|it| it.kind == TokenKind::Punctuation(b'.'));
                if begins && !after_point && (token.starts_line || self.text_of(token) == "END") {
                    return;
                }
            }
            self.index += 1;
            if token.kind == TokenKind::Punctuation(b';') {
                return;
            }
        }
    }
}
