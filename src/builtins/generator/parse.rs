//! Parses the tokens of one `*.builtins` file.
//!
//! Comes in: tokens. Goes out: the tree, or the first mistake. Must not depend on: which names exist.

use super::lexer::{Token, TokenKind};
use super::tree::{
    Attribute, Condition, Constant, Entry, Extension, Family, FamilyParameter, Files, Function, Instruction, Line,
    LintArgument, Name, Operand, Parameter, Recipe, Section, Set, SetBody, StepType, Target, TypeName, VARIABLE_WORDS,
    Value, Variable,
};
use super::variadic::{per_dimension, without_last_parameter};
use super::{Error, Position};

/// Tensors have one to five dimensions (GL_NV_cooperative_matrix2, 4.1).
const MOST_DIMENSIONS: u32 = 5;

const KINDS: [&str; 4] = ["float", "int", "uint", "bool"];
const STEP_WORDS: [&str; 8] =
    ["splat", "convert", "saturated_convert", "bitcast_extract", "one", "zero", "matrix_multiply_components", "input"];
const ATTRIBUTES: [&str; 12] = [
    "version",
    "core",
    "requires",
    "stages",
    "more_stages",
    "spirv",
    "precision",
    "capability",
    "extra_capability",
    "spirv_extension",
    "block",
    "check",
];

/// Parses one file and adds its items to `files`.
pub fn parse(tokens: &[Token], files: &mut Files) -> Result<(), Error> {
    let mut parser = Parser { tokens, index: 0 };
    loop {
        parser.skip_newlines();
        if matches!(parser.peek(), TokenKind::End) {
            return Ok(());
        }
        let item = parser.word("`extension`, `set` or `section`")?;
        match item.text.as_str() {
            "extension" => files.extensions.push(parser.extension()?),
            "set" => files.sets.push(parser.set()?),
            "section" => files.sections.push(parser.section(0)?),
            _ => {
                return Err(error(
                    item.position,
                    format!("expected `extension`, `set` or `section`, found `{}`", item.text),
                ));
            }
        }
    }
}

fn error(position: Position, message: String) -> Error {
    Error { position, message }
}

struct Parser<'a> {
    tokens: &'a [Token],
    index: usize,
}

impl Parser<'_> {
    fn peek_at(&self, ahead: usize) -> &TokenKind {
        self.tokens.get(self.index + ahead).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn peek(&self) -> &TokenKind {
        self.peek_at(0)
    }

    fn position(&self) -> Position {
        self.tokens.get(self.index).or(self.tokens.last()).map_or(Position::default(), |token| token.position)
    }

    fn is(&self, character: char) -> bool {
        self.is_at(0, character)
    }

    fn is_at(&self, ahead: usize, character: char) -> bool {
        *self.peek_at(ahead) == TokenKind::Punctuation(character)
    }

    fn accept(&mut self, character: char) -> bool {
        let found = self.is(character);
        if found {
            self.index += 1;
        }
        found
    }

    fn expected<T>(&self, what: &str) -> Result<T, Error> {
        Err(error(self.position(), format!("expected {what}, found {}", self.peek().describe())))
    }

    fn require(&mut self, character: char) -> Result<(), Error> {
        if self.accept(character) {
            return Ok(());
        }
        self.expected(&TokenKind::Punctuation(character).describe())
    }

    fn end_of_line(&mut self) -> Result<(), Error> {
        match self.peek() {
            TokenKind::Newline => {
                self.index += 1;
                Ok(())
            }
            TokenKind::End | TokenKind::Punctuation('}') => Ok(()),
            _ => self.expected("the end of the line"),
        }
    }

    fn skip_newlines(&mut self) {
        while matches!(self.peek(), TokenKind::Newline) {
            self.index += 1;
        }
    }

    fn word(&mut self, what: &str) -> Result<Name, Error> {
        let position = self.position();
        let TokenKind::Word(text) = self.peek() else { return self.expected(what) };
        let name = Name { text: text.clone(), position };
        self.index += 1;
        Ok(name)
    }

    fn words(&mut self, what: &str) -> Result<Vec<Name>, Error> {
        let mut words = vec![self.word(what)?];
        while self.accept(',') {
            words.push(self.word(what)?);
        }
        Ok(words)
    }

    fn text(&mut self) -> Result<String, Error> {
        let TokenKind::Text(text) = self.peek() else { return self.expected("a text in `\"`") };
        let text = text.clone();
        self.index += 1;
        Ok(text)
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Error> {
        let TokenKind::Number(text) = self.peek() else { return self.expected(what) };
        let Ok(value) = text.parse() else { return self.expected(what) };
        self.index += 1;
        Ok(value)
    }

    /// `140, es 310`
    fn versions(&mut self) -> Result<(Option<u16>, Option<u16>), Error> {
        let (mut desktop, mut es) = (None, None);
        loop {
            if matches!(self.peek(), TokenKind::Word(word) if word == "es") {
                self.index += 1;
                es = Some(self.number("an ESSL version")?);
            } else {
                desktop = Some(self.number("a version")?);
            }
            if !self.accept(',') {
                return Ok((desktop, es));
            }
        }
    }

    fn extension(&mut self) -> Result<Extension, Error> {
        let name = self.word("the name of the extension")?;
        let mut extension = Extension { name, desktop: None, es: None, enables: Vec::new(), doc: String::new() };
        self.require('{')?;
        loop {
            self.skip_newlines();
            if self.accept('}') {
                break;
            }
            let line = self.word("`version`, `enables` or `doc`")?;
            match line.text.as_str() {
                "version" => (extension.desktop, extension.es) = self.versions()?,
                "enables" => extension.enables = self.words("an extension")?,
                "doc" => extension.doc = self.text()?,
                _ => return Err(error(line.position, format!("an extension has no line `{}`", line.text))),
            }
            self.end_of_line()?;
        }
        if extension.doc.is_empty() {
            return Err(error(extension.name.position, format!("`{}` has no `doc` line", extension.name.text)));
        }
        Ok(extension)
    }

    fn set(&mut self) -> Result<Set, Error> {
        let name = self.word("the name of the set")?;
        let mut attributes = Vec::new();
        if self.accept('{') {
            loop {
                self.skip_newlines();
                if self.accept('}') {
                    break;
                }
                let line = self.word("a gate line")?;
                attributes.push(self.attribute(&line)?);
                self.end_of_line()?;
            }
        }
        self.require('=')?;
        if self.is_at(1, '|') {
            let mut names = vec![self.word("a set or type")?];
            while self.accept('|') {
                self.skip_newlines();
                names.push(self.word("a set or type")?);
            }
            return Ok(Set { name, attributes, body: SetBody::Union(names) });
        }
        let mut types = Vec::new();
        loop {
            self.skip_newlines();
            let ty = self.type_name()?;
            let times: usize = if self.accept('*') { self.number("how often the type is repeated")? } else { 1 };
            types.extend(std::iter::repeat_n(ty, times.min(64)));
            if !self.accept(',') {
                return Ok(Set { name, attributes, body: SetBody::Types(types) });
            }
        }
    }

    fn attribute(&mut self, line: &Name) -> Result<Attribute, Error> {
        Ok(match line.text.as_str() {
            "version" => {
                let (desktop, es) = self.versions()?;
                Attribute::Version { desktop, es }
            }
            "core" => {
                let (desktop, es) = self.versions()?;
                Attribute::Core { desktop, es }
            }
            "requires" => Attribute::Requires(self.alternatives()?),
            "more_stages" => {
                let stages = self.words("a stage")?;
                let with = self.word("`with`")?;
                if with.text != "with" {
                    return Err(error(with.position, "expected `with` and extensions after the stages".to_owned()));
                }
                Attribute::MoreStages(stages, self.alternatives()?)
            }
            "stages" => Attribute::Stages(self.words("a stage, or `none`")?),
            "spirv" => Attribute::Spirv(self.spirv_version()?),
            "precision" => Attribute::Precision(self.word("`full` or `relaxed`")?),
            "capability" => Attribute::Capability(self.words("a capability")?),
            "extra_capability" => Attribute::ExtraCapability(self.words("a capability")?),
            "spirv_extension" => Attribute::SpirvExtension(self.text()?),
            "block" => {
                let name = self.word("the name of a block")?;
                let instance = if self.accept_word("as") { Some(self.word("the name of its instance")?) } else { None };
                Attribute::Block(name, instance)
            }
            "check" => Attribute::Check(self.word("the name of a check")?),
            _ => return Err(error(line.position, format!("`{}` is not a gate line", line.text))),
        })
    }

    /// `A & B | C`
    fn alternatives(&mut self) -> Result<Vec<Vec<Name>>, Error> {
        let mut alternatives = Vec::new();
        loop {
            let mut all = vec![self.word("an extension")?];
            while self.accept('&') {
                all.push(self.word("an extension")?);
            }
            alternatives.push(all);
            if !self.accept('|') {
                return Ok(alternatives);
            }
        }
    }

    fn spirv_version(&mut self) -> Result<u16, Error> {
        let TokenKind::Number(text) = self.peek() else { return self.expected("a SPIR-V version") };
        let Some((major, minor)) = text.split_once('.') else { return self.expected("a SPIR-V version") };
        let (Ok(major), Ok(minor)) = (major.parse::<u8>(), minor.parse::<u8>()) else {
            return self.expected("a SPIR-V version");
        };
        self.index += 1;
        Ok(u16::from(major) << 8 | u16::from(minor))
    }

    fn section(&mut self, depth: u32) -> Result<Section, Error> {
        if depth > 8 {
            return self.expected("at most 8 nested sections");
        }
        let title = if matches!(self.peek(), TokenKind::Text(_)) { Some(self.text()?) } else { None };
        let mut section = Section { title, attributes: Vec::new(), entries: Vec::new() };
        self.require('{')?;
        let mut doc: Option<String> = None;
        let mut replace = String::new();
        loop {
            self.skip_newlines();
            if self.accept('}') {
                if doc.is_some() || !replace.is_empty() {
                    return self.expected("a row below the `///` comment");
                }
                return Ok(section);
            }
            if let TokenKind::Doc(line) = self.peek() {
                doc = Some(match doc.take() {
                    Some(above) => format!("{above} {line}"),
                    None => line.clone(),
                });
                self.index += 1;
                continue;
            }
            let first = self.word("a row, a gate line or a section")?;
            if first.text == "replace" && matches!(self.peek(), TokenKind::Text(_)) {
                replace = self.text()?;
                self.end_of_line()?;
                continue;
            }
            if ATTRIBUTES.contains(&first.text.as_str()) && !self.is_row() {
                section.attributes.push(self.attribute(&first)?);
            } else if first.text == "section" {
                section.entries.push(Entry::Section(self.section(depth + 1)?));
                continue;
            } else if first.text == "type" {
                section.entries.push(Entry::Types(self.words("the name of a type")?));
            } else if first.text == "family" {
                section.entries.push(Entry::Family(self.family(doc.take().unwrap_or_default())?));
            } else {
                let row = self.row(first, doc.take().unwrap_or_default(), std::mem::take(&mut replace))?;
                section.entries.extend(row);
            }
            self.end_of_line()?;
        }
    }

    /// `Variant name(type component, int scope, int use = 0)` after `family`.
    fn family(&mut self, doc: String) -> Result<Family, Error> {
        let kind = self.word("a variant of TypeFamilyKind")?;
        let name = self.word("the name of the type")?;
        self.require('(')?;
        let mut parameters = Vec::new();
        loop {
            let kind = self.word("`type`, `int` or `bool`")?;
            let name = self.word("the name of the parameter")?;
            let default = if self.accept('=') { Some(self.number("a default value")?) } else { None };
            parameters.push(FamilyParameter { kind, name, default });
            if !self.accept(',') {
                break;
            }
        }
        self.require(')')?;
        Ok(Family { doc, kind, name, parameters })
    }

    /// After a first word: whether a name and `(` follow, so that the word was a result type.
    fn is_row(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(_)) && self.is_at(1, '(')
    }

    /// A row; one whose last parameter is optional becomes two.
    fn row(&mut self, first: Name, doc: String, replace: String) -> Result<Vec<Entry>, Error> {
        if matches!(first.text.as_str(), "in" | "out" | "const") {
            return Ok(vec![self.variable(first, Vec::new(), doc, replace)?]);
        }
        if VARIABLE_WORDS.contains(&first.text.as_str()) {
            let (mut words, mut storage) = (vec![first], self.word("`in` or `out`")?);
            while VARIABLE_WORDS.contains(&storage.text.as_str()) {
                words.push(std::mem::replace(&mut storage, self.word("`in` or `out`")?));
            }
            return Ok(vec![self.variable(storage, words, doc, replace)?]);
        }
        let is_word = matches!(self.peek(), TokenKind::Word(_));
        if first.text == "value" && is_word {
            let result = self.type_name()?;
            let name = self.word("the name of a value")?;
            let recipes = self.recipes(&name)?;
            let row = Function { doc, result, name, parameters: Vec::new(), recipes, replace, terminator: false };
            return Ok(vec![Entry::Value(row)]);
        }
        if matches!(first.text.as_str(), "operation" | "terminator") && is_word {
            let result = self.word("a result type")?;
            let marked = |row| match row {
                Entry::Function(row) if first.text == "operation" => Entry::Operation(row),
                Entry::Function(row) => Entry::Function(Function { terminator: true, ..row }),
                other => other,
            };
            return Ok(self.row(result, doc, replace)?.into_iter().map(marked).collect());
        }
        let result = self.type_suffix(first)?;
        let name = self.word("the name of a function")?;
        self.require('(')?;
        let mut parameters = Vec::new();
        let mut optional = false;
        let mut repeated = None;
        while !self.is(')') {
            if self.accept_rest() {
                let name = |text: &str| Name { text: text.to_owned(), position: self.position() };
                let ty = TypeName { name: name("any"), length: None };
                parameters.push(Parameter {
                    constant: None,
                    lint: None,
                    mode: Some(name("rest")),
                    ty,
                    name: name("..."),
                });
                break;
            }
            optional = self.accept('[');
            let start = parameters.len();
            if !optional && self.accept('(') {
                loop {
                    parameters.push(self.parameter()?);
                    if !self.accept(',') {
                        break;
                    }
                }
                self.require(')')?;
            } else {
                parameters.push(self.parameter()?);
            }
            if optional {
                self.require(']')?;
                break;
            }
            if self.accept_word("per") {
                repeated = Some((start, self.word("the parameter whose dimensions count")?));
                break;
            }
            if !self.accept(',') {
                break;
            }
        }
        self.require(')')?;
        let recipes = self.recipes(&name)?;
        let row = Function { doc, result, name, parameters, recipes, replace, terminator: false };
        if let Some((start, counted)) = repeated {
            return (1..=MOST_DIMENSIONS).map(|count| per_dimension(&row, start, &counted, count)).collect();
        }
        let mut rows = Vec::new();
        if optional {
            rows.push(Entry::Function(without_last_parameter(row.clone())));
        }
        rows.push(Entry::Function(row));
        Ok(rows)
    }

    fn variable(&mut self, storage: Name, words: Vec<Name>, doc: String, replace: String) -> Result<Entry, Error> {
        let ty = self.type_name()?;
        let name = self.word("the name of a variable")?;
        self.require('=')?;
        if matches!(self.peek(), TokenKind::Word(_)) {
            let builtin = self.word("a SPIR-V built-in")?;
            let component = if self.accept('.') { Some(self.number("a component")?) } else { None };
            return Ok(Entry::Variable(Variable { doc, storage, words, ty, name, builtin, component, replace }));
        }
        if storage.text != "const" {
            return self.expected("a SPIR-V built-in");
        }
        let mut value = Vec::new();
        loop {
            let negative = self.accept('-');
            let component: i64 = self.number("a value")?;
            value.push(if negative { -component } else { component });
            if !self.accept(',') {
                return Ok(Entry::Constant(Constant { doc, ty, name, value }));
            }
        }
    }

    fn type_name(&mut self) -> Result<TypeName, Error> {
        let name = self.word("a type")?;
        self.type_suffix(name)
    }

    fn type_suffix(&mut self, name: Name) -> Result<TypeName, Error> {
        let length = if self.accept('[') {
            let length = if self.is(']') { 0 } else { self.number("an array length")? };
            self.require(']')?;
            Some(length)
        } else {
            None
        };
        Ok(TypeName { name, length })
    }

    fn parameter(&mut self) -> Result<Parameter, Error> {
        let (mut constant, mut lint) = (None, None);
        while self.accept('@') {
            let word = self.word("`const`, `lint` or `function`")?;
            self.require('(')?;
            let rule = self.word("a rule")?;
            match word.text.as_str() {
                "function" => {
                    self.require(')')?;
                    let text = format!("function({})", rule.text);
                    let ty = TypeName { name: Name { text, position: rule.position }, length: None };
                    let name = self.word("the name of the parameter")?;
                    return Ok(Parameter { constant, lint, mode: None, ty, name });
                }
                "const" => constant = Some(rule),
                "lint" => lint = Some((rule, self.lint_arguments()?)),
                _ => {
                    let message = format!("there is no `@{}`, only `@const`, `@lint` and `@function`", word.text);
                    return Err(error(word.position, message));
                }
            }
            self.require(')')?;
        }
        let first = self.word("a parameter")?;
        // A mode is followed by a type and a name, a type by a name alone or by `[`.
        let has_mode = matches!(self.peek(), TokenKind::Word(_))
            && (matches!(self.peek_at(1), TokenKind::Word(word) if word != "per") || self.is_at(1, '['));
        let (mode, ty) = if has_mode { (Some(first), self.type_name()?) } else { (None, self.type_suffix(first)?) };
        let name = self.word("the name of the parameter")?;
        Ok(Parameter { constant, lint, mode, ty, name })
    }

    /// The rest of `@lint(RULE, ...`.
    fn lint_arguments(&mut self) -> Result<Vec<LintArgument>, Error> {
        let mut arguments = Vec::new();
        while self.accept(',') {
            arguments.push(match self.peek() {
                TokenKind::Number(_) => LintArgument::Number(self.number("a number")?),
                TokenKind::Text(_) => LintArgument::Text(self.text()?),
                _ => LintArgument::Name(self.word("a parameter or a number")?),
            });
        }
        Ok(arguments)
    }

    fn recipes(&mut self, function: &Name) -> Result<Vec<Recipe>, Error> {
        if self.is('>') || self.is('{') {
            return Ok(vec![self.recipe(Vec::new(), Vec::new())?]);
        }
        let mut recipes = Vec::new();
        while matches!(self.peek(), TokenKind::Newline) && (self.kinds_follow() || self.case_follows()) {
            self.index += 1;
            let (mut kinds, mut conditions) = (Vec::new(), Vec::new());
            if !self.accept_word("otherwise") {
                if !matches!(self.peek(), TokenKind::Word(word) if word == "when") {
                    kinds.push(self.word("an element kind")?);
                    while self.accept('|') {
                        kinds.push(self.word("an element kind")?);
                    }
                }
                if self.accept_word("when") {
                    conditions.push(self.condition()?);
                    while self.accept('&') {
                        conditions.push(self.condition()?);
                    }
                }
            }
            recipes.push(self.recipe(kinds, conditions)?);
        }
        if recipes.is_empty() {
            return Err(error(function.position, format!("`{}` has no recipe", function.text)));
        }
        Ok(recipes)
    }

    /// `...`
    fn accept_rest(&mut self) -> bool {
        let found = (0..3).all(|ahead| self.is_at(ahead, '.'));
        self.index += if found { 3 } else { 0 };
        found
    }

    fn accept_word(&mut self, text: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(word) if word == text);
        self.index += usize::from(found);
        found
    }

    /// After a line end: `float =>`, `int | uint =>`, `float {` or `float when`.
    fn kinds_follow(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Word(word) if KINDS.contains(&word.as_str()))
            && (self.is_at(2, '|')
                || self.is_at(2, '>')
                || self.is_at(2, '{')
                || matches!(self.peek_at(2), TokenKind::Word(word) if word == "when"))
    }

    /// After a line end: `when` or `otherwise`, which are not names of types.
    fn case_follows(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Word(word) if word == "when" || word == "otherwise")
    }

    fn condition(&mut self) -> Result<Condition, Error> {
        let word = self.word("a condition")?;
        match word.text.as_str() {
            "spirv" => return Ok(Condition::Spirv(self.spirv_version()?)),
            "option" => return Ok(Condition::Option(self.word("an option")?)),
            "constant" | "equal" | "below" => {}
            _ => return Err(error(word.position, format!("`{}` is no condition", word.text))),
        }
        self.require('(')?;
        let parameter = self.word("a parameter")?;
        let condition = match word.text.as_str() {
            "constant" => Condition::Constant(parameter),
            "equal" => {
                self.require(',')?;
                Condition::Equal(parameter, self.number("a number")?)
            }
            _ => {
                self.require(',')?;
                Condition::Below(parameter, self.word("a parameter")?)
            }
        };
        self.require(')')?;
        Ok(condition)
    }

    fn recipe(&mut self, kinds: Vec<Name>, conditions: Vec<Condition>) -> Result<Recipe, Error> {
        let position = self.position();
        let (mut attributes, mut lines) = (Vec::new(), Vec::new());
        if self.accept('>') {
            let value = self.value()?;
            if let Value::Operand(_) = value {
                return Err(error(position, "expected an instruction after `=>`".to_owned()));
            }
            lines.push(Line { position, target: Target::Arrow, value });
            return Ok(Recipe { kinds, conditions, attributes, lines });
        }
        self.require('{')?;
        loop {
            self.skip_newlines();
            if self.accept('}') {
                return Ok(Recipe { kinds, conditions, attributes, lines });
            }
            let is_gate_line = matches!(self.peek(), TokenKind::Word(word)
                if matches!(word.as_str(), "capability" | "extra_capability" | "spirv_extension"))
                && matches!(self.peek_at(1), TokenKind::Word(_) | TokenKind::Text(_));
            if is_gate_line {
                let line = self.word("a gate line")?;
                attributes.push(self.attribute(&line)?);
            } else {
                lines.push(self.line()?);
            }
            self.end_of_line()?;
        }
    }

    fn line(&mut self) -> Result<Line, Error> {
        let position = self.position();
        let target = if matches!(self.peek(), TokenKind::Word(word) if word == "return") {
            self.index += 1;
            Target::Return
        } else if self.is_at(1, ':') {
            let name = self.word("a name")?;
            self.require(':')?;
            let ty = self.step_type()?;
            self.require('=')?;
            Target::Name(name, Some(ty))
        } else if self.is_at(1, '=') {
            let name = self.word("a name")?;
            self.require('=')?;
            Target::Name(name, None)
        } else {
            Target::Nothing
        };
        Ok(Line { position, target, value: self.value()? })
    }

    fn step_type(&mut self) -> Result<StepType, Error> {
        if self.accept('{') {
            let mut members = vec![self.type_name()?];
            while self.accept(',') {
                members.push(self.type_name()?);
            }
            self.require('}')?;
            return Ok(StepType::Structure(members));
        }
        let name = self.word("a type")?;
        if self.accept('(') {
            let argument = self.type_name()?;
            self.require(')')?;
            return Ok(StepType::Of(name, argument));
        }
        Ok(StepType::Type(self.type_suffix(name)?))
    }

    fn value(&mut self) -> Result<Value, Error> {
        let TokenKind::Word(word) = self.peek() else { return Ok(Value::Operand(self.operand()?)) };
        let is_core = word.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let instruction = if is_core {
            Instruction::Core(self.word("an instruction")?)
        } else if word == "each" {
            self.index += 1;
            Instruction::Each(self.word("an instruction")?)
        } else if word == "ext" {
            self.index += 1;
            Instruction::Ext(self.word("a GLSL.std.450 instruction")?)
        } else if word == "young" {
            self.index += 1;
            Instruction::Young(self.word("an instruction")?, self.word("a capability")?)
        } else if STEP_WORDS.contains(&word.as_str()) {
            Instruction::Word(self.word("an instruction")?)
        } else {
            return Ok(Value::Operand(self.operand()?));
        };
        let (mut operands, mut image_operands) = (Vec::new(), Vec::new());
        while !matches!(self.peek(), TokenKind::Newline | TokenKind::End) && !self.is('}') {
            if self.is_at(1, '=') {
                let name = self.word("an image operand")?;
                self.require('=')?;
                let mut arguments = vec![self.operand()?];
                while self.accept(',') {
                    arguments.push(self.operand()?);
                }
                image_operands.push((name, arguments));
            } else if image_operands.is_empty() {
                operands.push(self.operand()?);
            } else {
                return self.expected("image operands to be last");
            }
        }
        Ok(Value::Step { instruction, operands, image_operands })
    }

    fn operand(&mut self) -> Result<Operand, Error> {
        let position = self.position();
        if self.accept_rest() {
            return Ok(Operand::Rest(position));
        }
        if self.accept('#') {
            return Ok(Operand::Literal(self.number("a literal word")?));
        }
        let negative = self.accept('-');
        if let TokenKind::Number(text) = self.peek() {
            let text = text.clone();
            let sign = if negative { "-" } else { "" };
            let value = if let Some(digits) = text.strip_suffix('u') {
                digits.parse().ok().filter(|_| !negative).map(Operand::Uint)
            } else if text.contains('.') {
                format!("{sign}{text}").parse().ok().map(Operand::Float)
            } else {
                format!("{sign}{text}").parse().ok().map(Operand::Int)
            };
            let Some(operand) = value else { return self.expected("a number") };
            self.index += 1;
            return Ok(operand);
        }
        if negative {
            return self.expected("a number after `-`");
        }
        let name = self.word("an operand")?;
        if self.accept(':') {
            let mut values = vec![self.word("an enumerant")?];
            while self.accept('|') {
                values.push(self.word("an enumerant")?);
            }
            return Ok(Operand::Enumerant(name, values));
        }
        if !self.is_at(1, '.') && self.accept('.') {
            return Ok(Operand::Member(name, self.number("a member number")?));
        }
        if self.accept('(') {
            let arguments = if self.is(')') { Vec::new() } else { self.words("a parameter")? };
            self.require(')')?;
            return Ok(Operand::Of(name, arguments));
        }
        Ok(Operand::Name(name))
    }
}
