//! Functions: heads, variables, and what the names and ids in their bodies stand for.
//!
//! Comes in: tokens. Goes out: functions. Must not depend on: the kinds of statements and values.
//!
//! Values that statements make come first among the values, in the order of the text; constants, parameters and values
//! without a result follow, as they are met.

use rustc_hash::FxHashMap;

use super::lexer::Kind;
use super::{Name, Parsed, Parser, plain};
use crate::hir::text::{attributes, words};
use crate::hir::{
    Block, Constant, Function, Handle, Local, Parameter, ParameterMode, Span, SpirvDecoration, Statement, Type, Value,
    ValueKind,
};

/// What has been read of a function.
pub(super) struct Body<'p, 't> {
    pub(super) parser: &'p mut Parser<'t>,
    pub(super) function: Function,
    ids: FxHashMap<&'t str, Handle<Value>>,
    parameters: FxHashMap<Name<'t>, u32>,
    parameter_values: FxHashMap<u32, Handle<Value>>,
    constant_values: FxHashMap<Handle<Constant>, Handle<Value>>,
}

/// Reads `main() -> void {`, the statements, `}`.
pub(super) fn function(parser: &mut Parser<'_>, handle: Handle<Function>) -> Parsed<()> {
    let span = parser.span();
    let name = plain(&parser.name("a name")?);
    let void = parser.types.insert(Type::Void);
    parser.local_names.clear();
    let mut body = Body {
        parser,
        function: Function { span, ..Function::new(name, void) },
        ids: FxHashMap::default(),
        parameters: FxHashMap::default(),
        parameter_values: FxHashMap::default(),
        constant_values: FxHashMap::default(),
    };
    body.head()?;
    body.find_values()?;
    body.locals()?;
    body.statements()?;
    let Body { function, .. } = body;
    *parser.functions.get_mut(handle) = function;
    Ok(())
}

impl<'t> Body<'_, 't> {
    fn head(&mut self) -> Parsed<()> {
        let mut parameters = Vec::new();
        let mut names = FxHashMap::default();
        self.parser.list('(', ')', |parser| {
            let name = parser.name("the name of a parameter")?;
            parser.expect_symbol(':')?;
            let mode = match parser.peek() {
                Kind::Word(word) => words::mode(word),
                _ => None,
            };
            parser.at += usize::from(mode.is_some());
            let ty = parser.ty()?;
            let (qualifiers, decorations) = (parser.qualifiers()?, parser.decorations()?);
            let mode = mode.unwrap_or(ParameterMode::Value);
            let plain = plain(&name);
            if names.insert(name, parameters.len() as u32).is_some() {
                return Err(parser.error_before(format!("there are two parameters `{plain}`")));
            }
            parameters.push(Parameter { name: plain.into(), ty, mode, qualifiers, decorations });
            Ok(())
        })?;
        (self.function.parameters, self.parameters) = (parameters, names);
        if self.parser.peek() != Kind::Arrow {
            return Err(self.parser.expected("`->`"));
        }
        self.parser.advance();
        self.function.result = self.parser.ty()?;
        self.function.decorations = self.parser.decorations()?;
        self.parser.attributes(attributes::FUNCTION, &mut self.function.attributes)?;
        self.parser.expect_symbol('{')?;
        self.parser.end_line()
    }

    /// Finds the ids of values and their types, so that each can be mentioned anywhere.
    fn find_values(&mut self) -> Parsed<()> {
        let start = self.parser.at;
        let mut depth = 1_usize;
        while depth > 0 {
            match self.parser.peek() {
                Kind::End => break,
                Kind::Symbol('{') => depth += 1,
                Kind::Symbol('}') => depth -= 1,
                Kind::Value(id) if self.parser.token(1).kind == Kind::Symbol(':') => {
                    if self.ids.contains_key(id) {
                        return Err(self.parser.error(format!("`%{id}` is defined twice")));
                    }
                    let span = self.parser.span();
                    self.parser.at += 2;
                    let ty = self.parser.ty()?;
                    let value = Value { kind: ValueKind::BlockParameter, ty, precise: false, relaxed: false };
                    self.ids.insert(id, self.function.values.append(value, span));
                    continue;
                }
                _ => {}
            }
            self.parser.advance();
        }
        self.parser.at = start;
        Ok(())
    }

    /// The lines of variables, whose decorations may name any of them.
    fn locals(&mut self) -> Parsed<()> {
        let start = self.parser.at;
        let mut declared = Vec::new();
        while self.parser.take_word("local") {
            let span = self.parser.span();
            let name = self.parser.name("the name of a variable")?;
            if self.parameters.contains_key(&name) || self.parser.local_names.contains_key(&name) {
                return Err(self.parser.error_before("there is a parameter or variable of this name already"));
            }
            let (plain, ty) = (plain(&name), self.function.result);
            let local = Local::new(plain, ty);
            let handle = self.function.locals.append(local, span);
            self.parser.local_names.insert(name, handle);
            declared.push(handle);
            while !self.parser.at_line_end() {
                self.parser.advance();
            }
        }
        self.parser.at = start;
        for handle in declared {
            // `local` and the name
            self.parser.at += 2;
            self.parser.expect_symbol(':')?;
            let ty = self.parser.ty()?;
            let (qualifiers, decorations) = (self.parser.qualifiers()?, self.parser.decorations()?);
            let local = self.function.locals.get_mut(handle);
            (local.ty, local.qualifiers, local.decorations) = (ty, qualifiers, decorations);
            self.parser.end_line()?;
        }
        Ok(())
    }

    /// The parameter with a name.
    pub(super) fn parameter(&self, name: &str) -> Option<u32> {
        self.parameters.get(name).copied()
    }

    /// A value that needs no statement, or that has no result.
    pub(super) fn new_value(&mut self, kind: ValueKind, ty: Handle<Type>) -> Handle<Value> {
        self.function.values.append(Value { kind, ty, precise: false, relaxed: false }, Span::UNDEFINED)
    }

    /// The value with an id that a statement defines here: `%3: float`.
    pub(super) fn definition(&mut self) -> Parsed<Handle<Value>> {
        let known = match self.parser.peek() {
            Kind::Value(id) => self.ids.get(id).copied(),
            _ => None,
        };
        let Some(handle) = known else { return Err(self.parser.expected("a statement")) };
        self.parser.advance();
        self.parser.expect_symbol(':')?;
        self.parser.ty()?;
        Ok(handle)
    }

    /// A value as an operand: an id, a constant, or a parameter.
    pub(super) fn operand(&mut self) -> Parsed<Handle<Value>> {
        if let Kind::Value(id) = self.parser.peek() {
            let known = self.ids.get(id).copied();
            let handle = known.ok_or_else(|| self.parser.error(format!("`%{id}` is defined nowhere")))?;
            self.parser.advance();
            return Ok(handle);
        }
        if let Some(constant) = self.parser.opt_constant()? {
            if let Some(&value) = self.constant_values.get(&constant) {
                return Ok(value);
            }
            let ty = self.parser.constants.get_handle(constant).map_or(self.function.result, |it| it.ty);
            let value = self.new_value(ValueKind::Constant(constant), ty);
            self.constant_values.insert(constant, value);
            return Ok(value);
        }
        let position = self.parser.at;
        let name = self.parser.name("a value")?;
        let Some(index) = self.parameter(&name) else {
            self.parser.at = position;
            return Err(self.parser.expected("a value"));
        };
        if let Some(&value) = self.parameter_values.get(&index) {
            return Ok(value);
        }
        let ty = self.function.parameters.get(index as usize).map_or(self.function.result, |it| it.ty);
        let value = self.new_value(ValueKind::Parameter(index), ty);
        self.parameter_values.insert(index, value);
        Ok(value)
    }

    pub(super) fn next_operand(&mut self) -> Parsed<Handle<Value>> {
        self.parser.expect_symbol(',')?;
        self.operand()
    }

    pub(super) fn value_type(&self, value: Handle<Value>) -> Option<Handle<Type>> {
        self.function.values.try_get(value).ok().map(|value| value.ty)
    }

    /// The decorations of a value, last on its line.
    pub(super) fn decorate(&mut self, value: Handle<Value>) -> Parsed<()> {
        let decorations: Vec<SpirvDecoration> = self.parser.decorations()?;
        if !decorations.is_empty() {
            self.function.decorated.insert(value, decorations);
        }
        Ok(())
    }

    pub(super) fn new_block(&mut self) -> Handle<Block> {
        self.function.blocks.append(Block::default(), Span::UNDEFINED)
    }

    pub(super) fn push(&mut self, block: Handle<Block>, statement: Statement, span: Span) {
        self.function.blocks.get_mut(block).push(statement, span);
    }
}
