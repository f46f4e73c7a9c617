//! Parses the tokens of one `*.builtins` file.
//!
//! Comes in: tokens. Goes out: the tree, or the first mistake. Must not know: which names exist.

use super::lexer::{Token, TokenKind};
use super::tree::{
    Attribute, Constant, Entry, Extension, Files, Function, Instruction, Line, Name, Operand, Parameter, Recipe,
    Section, Set, SetBody, StepType, Target, TypeName, Value, Variable,
};
use super::{Error, Position};

const KINDS: [&str; 4] = ["float", "int", "uint", "bool"];
const STEP_WORDS: [&str; 5] = ["splat", "convert", "one", "zero", "matrix_multiply_components"];
const ATTRIBUTES: [&str; 8] =
    ["version", "core", "requires", "stages", "spirv", "capability", "extra_capability", "spirv_extension"];

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

    fn expect(&mut self, character: char) -> Result<(), Error> {
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
        self.expect('{')?;
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
        self.expect('=')?;
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
            "requires" => {
                let mut alternatives = Vec::new();
                loop {
                    let mut all = vec![self.word("an extension")?];
                    while self.accept('&') {
                        all.push(self.word("an extension")?);
                    }
                    alternatives.push(all);
                    if !self.accept('|') {
                        break Attribute::Requires(alternatives);
                    }
                }
            }
            "stages" => Attribute::Stages(self.words("a stage")?),
            "spirv" => {
                let TokenKind::Number(text) = self.peek() else { return self.expected("a SPIR-V version") };
                let Some((major, minor)) = text.split_once('.') else { return self.expected("a SPIR-V version") };
                let (Ok(major), Ok(minor)) = (major.parse::<u8>(), minor.parse::<u8>()) else {
                    return self.expected("a SPIR-V version");
                };
                self.index += 1;
                Attribute::Spirv(u16::from(major) << 8 | u16::from(minor))
            }
            "capability" => Attribute::Capability(self.words("a capability")?),
            "extra_capability" => Attribute::ExtraCapability(self.words("a capability")?),
            "spirv_extension" => Attribute::SpirvExtension(self.text()?),
            _ => return Err(error(line.position, format!("`{}` is no gate line", line.text))),
        })
    }

    fn section(&mut self, depth: u32) -> Result<Section, Error> {
        if depth > 8 {
            return self.expected("at most 8 nested sections");
        }
        let title = if matches!(self.peek(), TokenKind::Text(_)) { Some(self.text()?) } else { None };
        let mut section = Section { title, attributes: Vec::new(), entries: Vec::new() };
        self.expect('{')?;
        let mut doc: Option<String> = None;
        loop {
            self.skip_newlines();
            if self.accept('}') {
                if doc.is_some() {
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
            if ATTRIBUTES.contains(&first.text.as_str()) && !self.is_row() {
                section.attributes.push(self.attribute(&first)?);
            } else if first.text == "section" {
                section.entries.push(Entry::Section(self.section(depth + 1)?));
                continue;
            } else if first.text == "type" {
                section.entries.push(Entry::Types(self.words("the name of a type")?));
            } else {
                section.entries.push(self.row(first, doc.take().unwrap_or_default())?);
            }
            self.end_of_line()?;
        }
    }

    /// After a first word: whether a name and `(` follow, so that the word was a result type.
    fn is_row(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(_)) && self.is_at(1, '(')
    }

    fn row(&mut self, first: Name, doc: String) -> Result<Entry, Error> {
        if matches!(first.text.as_str(), "in" | "out" | "const") {
            return self.variable(first, doc);
        }
        let result = self.type_suffix(first)?;
        let name = self.word("the name of a function")?;
        self.expect('(')?;
        let mut parameters = Vec::new();
        while !self.is(')') {
            parameters.push(self.parameter()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        let recipes = self.recipes(&name)?;
        Ok(Entry::Function(Function { doc, result, name, parameters, recipes }))
    }

    fn variable(&mut self, storage: Name, doc: String) -> Result<Entry, Error> {
        let ty = self.type_name()?;
        let name = self.word("the name of a variable")?;
        self.expect('=')?;
        if matches!(self.peek(), TokenKind::Word(_)) {
            let builtin = self.word("a SPIR-V built-in")?;
            let component = if self.accept('.') { Some(self.number("a component")?) } else { None };
            return Ok(Entry::Variable(Variable { doc, storage, ty, name, builtin, component }));
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
            let length = self.number("an array length")?;
            self.expect(']')?;
            Some(length)
        } else {
            None
        };
        Ok(TypeName { name, length })
    }

    fn parameter(&mut self) -> Result<Parameter, Error> {
        let mut constant = None;
        if self.accept('@') {
            let word = self.word("`const`")?;
            if word.text != "const" {
                return Err(error(word.position, format!("there is no `@{}`, only `@const`", word.text)));
            }
            self.expect('(')?;
            constant = Some(self.word("a rule")?);
            self.expect(')')?;
        }
        let first = self.word("a parameter")?;
        // A mode is followed by a type and a name, a type by a name alone or by `[`.
        let has_mode = matches!(self.peek(), TokenKind::Word(_))
            && (matches!(self.peek_at(1), TokenKind::Word(_)) || self.is_at(1, '['));
        let (mode, ty) = if has_mode { (Some(first), self.type_name()?) } else { (None, self.type_suffix(first)?) };
        let name = self.word("the name of the parameter")?;
        Ok(Parameter { constant, mode, ty, name })
    }

    fn recipes(&mut self, function: &Name) -> Result<Vec<Recipe>, Error> {
        if self.is('>') || self.is('{') {
            return Ok(vec![Recipe { kinds: Vec::new(), lines: self.recipe_body()? }]);
        }
        let mut recipes = Vec::new();
        while matches!(self.peek(), TokenKind::Newline) && self.kinds_follow() {
            self.index += 1;
            let mut kinds = vec![self.word("an element kind")?];
            while self.accept('|') {
                kinds.push(self.word("an element kind")?);
            }
            recipes.push(Recipe { kinds, lines: self.recipe_body()? });
        }
        if recipes.is_empty() {
            return Err(error(function.position, format!("`{}` has no recipe", function.text)));
        }
        Ok(recipes)
    }

    /// After a line end: `float =>`, `int | uint =>` or `float {`.
    fn kinds_follow(&self) -> bool {
        matches!(self.peek_at(1), TokenKind::Word(word) if KINDS.contains(&word.as_str()))
            && (self.is_at(2, '|') || self.is_at(2, '>') || self.is_at(2, '{'))
    }

    fn recipe_body(&mut self) -> Result<Vec<Line>, Error> {
        let position = self.position();
        if self.accept('>') {
            let value = self.value()?;
            if let Value::Operand(_) = value {
                return Err(error(position, "expected an instruction after `=>`".to_owned()));
            }
            return Ok(vec![Line { position, target: Target::Arrow, value }]);
        }
        self.expect('{')?;
        let mut lines = Vec::new();
        loop {
            self.skip_newlines();
            if self.accept('}') {
                return Ok(lines);
            }
            lines.push(self.line()?);
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
            self.expect(':')?;
            let ty = self.step_type()?;
            self.expect('=')?;
            Target::Name(name, Some(ty))
        } else if self.is_at(1, '=') {
            let name = self.word("a name")?;
            self.expect('=')?;
            Target::Name(name, None)
        } else {
            Target::Nothing
        };
        Ok(Line { position, target, value: self.value()? })
    }

    fn step_type(&mut self) -> Result<StepType, Error> {
        if self.accept('{') {
            let first = self.type_name()?;
            self.expect(',')?;
            let second = self.type_name()?;
            self.expect('}')?;
            return Ok(StepType::Pair(first, second));
        }
        let name = self.word("a type")?;
        if self.accept('(') {
            let argument = self.type_name()?;
            self.expect(')')?;
            return Ok(StepType::Of(name, argument));
        }
        Ok(StepType::Type(self.type_suffix(name)?))
    }

    fn value(&mut self) -> Result<Value, Error> {
        let TokenKind::Word(word) = self.peek() else { return Ok(Value::Operand(self.operand()?)) };
        let is_core = word.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let instruction = if is_core {
            Instruction::Core(self.word("an instruction")?)
        } else if word == "ext" {
            self.index += 1;
            Instruction::Ext(self.word("a GLSL.std.450 instruction")?)
        } else if STEP_WORDS.contains(&word.as_str()) {
            Instruction::Word(self.word("an instruction")?)
        } else {
            return Ok(Value::Operand(self.operand()?));
        };
        let (mut operands, mut image_operands) = (Vec::new(), Vec::new());
        while !matches!(self.peek(), TokenKind::Newline | TokenKind::End) && !self.is('}') {
            if self.is_at(1, '=') {
                let name = self.word("an image operand")?;
                self.expect('=')?;
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
        if self.accept('.') {
            return Ok(Operand::Member(name, self.number("a member number")?));
        }
        if name.text == "semantics" && self.accept('(') {
            let storage = self.word("a parameter")?;
            self.expect(',')?;
            let semantics = self.word("a parameter")?;
            self.expect(')')?;
            return Ok(Operand::CombinedSemantics(storage, semantics));
        }
        Ok(Operand::Name(name))
    }
}
