//! Text to modules.
//!
//! Comes in: text. Goes out: a [`Module`], or errors with their places, one for each declaration that has one. Must not
//! depend on: what is valid; whatever can be written down becomes a module, so that the verifier can be tested.
//!
//! Blocks are read with an explicit stack, so they may nest as deeply as memory allows; types nest no deeper than
//! [`MOST_NESTED_TYPES`]. Every part of the text is read once, but for the types of values, which are read before the rest
//! of their function.

mod constant;
mod function;
mod item;
mod lexer;
mod operation;
mod place;
mod statement;
mod types;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::attributes::{Attribute, INTERFACE};
use super::unquoted;
use crate::builtins;
use crate::hir;
use crate::hir::{
    Arena, Constant, Function, GlobalVariable, Handle, Interface, Local, MemoryQualifiers, Module, Span,
    SpirvDecoration, SpirvOperand, Struct, TypeTable, UniqueArena,
};
use lexer::{Kind, Token, error_at};

/// How deeply types may be nested in types' parameters.
const MOST_NESTED_TYPES: u32 = 64;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// What was read, or why it was not.
pub(super) type Parsed<T> = Result<T, ParseError>;

/// The module that a text stands for. It need not be valid. Spans are those of the text, as the first file of a
/// [`SourceMap`](crate::source::SourceMap).
///
/// # Errors
/// What could not be read: the first error of each declaration.
pub fn parse(text: &str) -> Result<Module, Vec<ParseError>> {
    let tokens = lexer::tokens(text).map_err(|error| vec![error])?;
    item::module(Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        types: TypeTable::default(),
        constants: UniqueArena::new(),
        globals: Arena::new(),
        functions: Arena::new(),
        constant_ids: FxHashMap::default(),
        struct_names: FxHashMap::default(),
        member_numbers: FxHashMap::default(),
        global_names: FxHashMap::default(),
        function_names: FxHashMap::default(),
        local_names: FxHashMap::default(),
    })
}

/// A name as written in the text, unique within its kind.
type Name<'t> = Cow<'t, str>;

/// The text, how far it has been read, and what it has declared.
pub(in crate::hir::text) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// How deeply the type being read is nested.
    depth: u32,
    types: TypeTable,
    constants: UniqueArena<Constant>,
    globals: Arena<GlobalVariable>,
    functions: Arena<Function>,
    constant_ids: FxHashMap<&'t str, Handle<Constant>>,
    struct_names: FxHashMap<Name<'t>, Handle<Struct>>,
    /// Members by name; of those with one name, the first.
    member_numbers: FxHashMap<(Handle<Struct>, hir::Name), usize>,
    global_names: FxHashMap<Name<'t>, Handle<GlobalVariable>>,
    function_names: FxHashMap<Name<'t>, Handle<Function>>,
    /// The variables of the function being read.
    local_names: FxHashMap<Name<'t>, Handle<Local>>,
}

const END: Token<'static> = Token { kind: Kind::End, start: 0, end: 0, starts_line: true };

/// Tokens.
impl<'t> Parser<'t> {
    fn token(&self, ahead: usize) -> Token<'t> {
        self.tokens.get(self.at + ahead).or(self.tokens.last()).copied().unwrap_or(END)
    }

    fn peek(&self) -> Kind<'t> {
        self.token(0).kind
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    /// Where the next token stands.
    fn span(&self) -> Span {
        let token = self.token(0);
        span(token.start, token.end)
    }

    /// The span of everything read since token `first`.
    fn span_from(&self, first: usize) -> Span {
        let start = self.tokens.get(first).map_or(0, |token| token.start);
        let last = self.tokens.get(self.at.saturating_sub(1));
        span(start, last.map_or(start, |token| token.end))
    }

    /// An error at the next token.
    fn error(&self, message: impl Into<String>) -> ParseError {
        error_at(self.text, self.token(0).start, message)
    }

    /// An error at the token before it.
    fn error_before(&self, message: impl Into<String>) -> ParseError {
        let token = self.tokens.get(self.at.saturating_sub(1)).copied().unwrap_or(END);
        error_at(self.text, token.start, message)
    }

    /// An error that says what should stand where the next token is.
    fn expected(&self, what: &str) -> ParseError {
        let token = self.token(0);
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.text.get(token.start..token.end).unwrap_or("")),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn at_line_end(&self) -> bool {
        self.token(0).starts_line
    }

    fn end_line(&self) -> Parsed<()> {
        if self.at_line_end() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    fn at_symbol(&self, symbol: char) -> bool {
        self.peek() == Kind::Symbol(symbol)
    }

    fn take_symbol(&mut self, symbol: char) -> bool {
        let found = self.at_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect_symbol(&mut self, symbol: char) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Kind::Word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn word(&mut self, what: &str) -> Parsed<&'t str> {
        let Kind::Word(word) = self.peek() else { return Err(self.expected(what)) };
        self.advance();
        Ok(word)
    }

    /// The result of `read` for the next word.
    pub(super) fn word_as<T>(&mut self, what: &str, read: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        let it = match self.peek() {
            Kind::Word(word) => read(word),
            _ => None,
        };
        let it = it.ok_or_else(|| self.expected(what))?;
        self.advance();
        Ok(it)
    }

    /// A number of 32 bits, in decimal or hexadecimal.
    pub(super) fn number(&mut self) -> Parsed<u32> {
        let number = self.wide_number()?;
        number.try_into().map_err(|_| self.error_before("this number has more than 32 bits"))
    }

    fn wide_number(&mut self) -> Parsed<u64> {
        let Kind::Number(text) = self.peek() else { return Err(self.expected("a number")) };
        let number = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => text.parse(),
        };
        let number = number.map_err(|_| self.expected("a plain number"))?;
        self.advance();
        Ok(number)
    }

    /// A string in quotes.
    pub(super) fn string(&mut self) -> Parsed<String> {
        let Kind::String(text) = self.peek() else { return Err(self.expected("a string")) };
        let string = unquoted(text).ok_or_else(|| self.error("the string has an unknown escape sequence"))?;
        self.advance();
        Ok(string)
    }

    /// Items between brackets with commas between them.
    fn list(&mut self, open: char, close: char, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect_symbol(open)?;
        while !self.take_symbol(close) {
            item(self)?;
            if !self.at_symbol(close) {
                self.expect_symbol(',')?;
            }
        }
        Ok(())
    }
}

const fn span(start: usize, end: usize) -> Span {
    // Addresses start at 1.
    Span::new(start as u32 + 1, end as u32 + 1)
}

/// Names.
impl<'t> Parser<'t> {
    /// A name as written in the text.
    fn name(&mut self, what: &str) -> Parsed<Name<'t>> {
        match self.peek() {
            Kind::Word(word) => {
                self.advance();
                Ok(Cow::Borrowed(word))
            }
            Kind::String(_) => Ok(Cow::Owned(self.string()?)),
            _ => Err(self.expected(what)),
        }
    }

    /// What a name in the text refers to.
    fn named<T>(&mut self, what: &str, names: impl Fn(&Self) -> &FxHashMap<Name<'t>, Handle<T>>) -> Parsed<Handle<T>> {
        let name = self.name(&format!("the name of a {what}"))?;
        let found = names(self).get(&name).copied();
        found.ok_or_else(|| self.error_before(format!("there is no {what} `{name}`")))
    }

    fn global(&mut self) -> Parsed<Handle<GlobalVariable>> {
        self.named("global variable", |it| &it.global_names)
    }

    fn function(&mut self) -> Parsed<Handle<Function>> {
        self.named("function", |it| &it.function_names)
    }

    /// The row of a built-in variable: its name, with `#` and a number unless it is the first of that name.
    pub(super) fn builtin_variable(&mut self) -> Parsed<&'static builtins::Variable> {
        let name = self.word("the name of a built-in variable")?;
        let (name, row) = match name.split_once('#') {
            Some((name, row)) => (name, row.parse().ok()),
            None => (name, Some(0)),
        };
        let row = row.and_then(|row: usize| builtins::variables(name).get(row));
        row.ok_or_else(|| self.error_before(format!("there is no built-in variable `{name}` with this number")))
    }
}

/// The name itself, without what makes it unique.
fn plain(name: &str) -> String {
    name.rsplit_once('#').map_or(name, |(name, _)| name).to_owned()
}

/// What follows a type.
impl<'t> Parser<'t> {
    /// `{coherent readonly}`, or nothing.
    fn qualifiers(&mut self) -> Parsed<MemoryQualifiers> {
        let mut qualifiers = MemoryQualifiers::NONE;
        if self.take_symbol('{') {
            while !self.take_symbol('}') {
                let names = MemoryQualifiers::NAMES;
                qualifiers |= self.word_as("a memory qualifier", |word| {
                    names.iter().find(|(_, name)| *name == word).map(|(bit, _)| *bit)
                })?;
            }
        }
        Ok(qualifiers)
    }

    /// `decorated(11, words 28)`, any number of times.
    fn decorations(&mut self) -> Parsed<Vec<SpirvDecoration>> {
        let mut decorations = Vec::new();
        while let Kind::Word(word) = self.peek()
            && let Some(form) = super::words::decoration_form(word)
            && self.token(1).kind == Kind::Symbol('(')
        {
            self.at += 2;
            let (decoration, operands) = (self.number()?, self.spirv_operands()?);
            self.expect_symbol(')')?;
            decorations.push(SpirvDecoration { form, decoration, operands });
        }
        Ok(decorations)
    }

    /// The operands after a number: `, words 28, "text"`.
    pub(super) fn spirv_operands(&mut self) -> Parsed<Vec<SpirvOperand>> {
        let mut operands = Vec::new();
        while self.take_symbol(',') {
            if let Kind::String(_) = self.peek() {
                operands.push(SpirvOperand::String(self.string()?));
                continue;
            }
            operands.push(match self.word("an operand")? {
                "words" => {
                    let mut words = Vec::new();
                    while let Kind::Number(_) = self.peek() {
                        words.push(self.number()?);
                    }
                    SpirvOperand::Literal(words)
                }
                "id" => SpirvOperand::Constant(self.constant()?),
                "type" => SpirvOperand::Type(self.ty()?),
                "global" => SpirvOperand::Variable(self.global()?),
                "local" => SpirvOperand::Local(self.named("variable of this function", |it| &it.local_names)?),
                _ => return Err(self.error_before("this begins no operand")),
            });
        }
        Ok(operands)
    }

    /// The attributes of a declaration, each after a comma.
    fn attributes<T>(&mut self, rows: &[Attribute<T>], it: &mut T) -> Parsed<()> {
        while self.take_symbol(',') {
            if !self.opt_attribute(rows, it)? {
                return Err(self.expected_attribute(rows.iter().map(|row| row.word)));
            }
        }
        Ok(())
    }

    /// The same where attributes of the interface may be among them.
    fn interface_attributes<T>(
        &mut self,
        rows: &[Attribute<T>],
        it: &mut T,
        interface: fn(&mut T) -> &mut Interface,
    ) -> Parsed<()> {
        while self.take_symbol(',') {
            if !self.opt_attribute(rows, it)? && !self.opt_attribute(INTERFACE, interface(it))? {
                let words = rows.iter().map(|row| row.word);
                return Err(self.expected_attribute(words.chain(INTERFACE.iter().map(|row| row.word))));
            }
        }
        Ok(())
    }

    /// One attribute, if the next word begins one of these.
    fn opt_attribute<T>(&mut self, rows: &[Attribute<T>], it: &mut T) -> Parsed<bool> {
        let row = match self.peek() {
            Kind::Word(word) => rows.iter().find(|row| row.word == word),
            _ => None,
        };
        let Some(row) = row else { return Ok(false) };
        self.advance();
        (row.parse)(self, it)?;
        Ok(true)
    }

    fn expected_attribute(&self, words: impl Iterator<Item = &'static str>) -> ParseError {
        let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
        self.expected(&format!("one of {}", words.join(", ")))
    }
}
