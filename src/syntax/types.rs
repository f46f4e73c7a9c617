//! Type specifiers, structures and array sizes.
//!
//! Comes in: tokens. Goes out: [`TypeSpecifier`]s and members. Must not depend on: which types exist.

use super::ast::{
    BaseType, Declarator, Declarators, Dimension, Dimensions, FullType, MemberDeclaration, QualifierKind,
    StructSpecifier, TypeArgument, TypeSpecifier,
};
use super::keywords::Word;
use super::{Parsed, Parser, errors};
use crate::builtins::{self, TypeParameterKind};
use crate::preprocess::Punctuation::{
    Comma, Equal, Greater, LeftBrace, LeftBracket, LeftParen, Less, Question, RightBrace, RightBracket, Semicolon,
    ShiftRight,
};
use crate::preprocess::TokenKind;
use crate::source::{Span, Symbol};

impl Parser<'_> {
    /// Grammar: `fully_specified_type`.
    pub(super) fn fully_specified_type(&mut self) -> Parsed<FullType> {
        let qualifiers = self.opt_type_qualifier()?;
        let specifier = self.type_specifier()?;
        Ok(FullType { qualifiers, specifier })
    }

    /// Grammar: `type_specifier`.
    pub(super) fn type_specifier(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.span();
        let mut arguments = Vec::new();
        if self.at_word(Word::Reserved) && self.nth_word(1).is_some() && self.nth_at(2, LeftBrace) {
            // `class S {` or `union S {`: a structure is the closest thing.
            if let TokenKind::Word(symbol) = self.kind() {
                self.note(errors::reserved_word(start, self.text(symbol)));
            }
            self.bump();
            let base = BaseType::Struct(Box::new(self.struct_specifier()?));
            return Ok(TypeSpecifier { base, arguments, dimensions: Dimensions::new(), span: self.span_from(start) });
        }
        let base = if self.eat_word(Word::Struct) {
            BaseType::Struct(Box::new(self.struct_specifier()?))
        } else if self.at_spirv_type(0) {
            self.bump();
            BaseType::Spirv(self.spirv_arguments()?)
        } else {
            let parameterized = self.at_type_arguments();
            let name = self.type_name()?;
            if parameterized {
                arguments = self.type_arguments()?;
            }
            BaseType::Named(name)
        };
        let dimensions = self.opt_array_specifier()?;
        Ok(TypeSpecifier { base, arguments, dimensions, span: self.span_from(start) })
    }

    /// A word that names a type. Reserved words are reported and replaced by what they were meant for.
    fn type_name(&mut self) -> Parsed<Symbol> {
        let TokenKind::Word(symbol) = self.kind() else {
            let diagnostic = errors::expected_type(self.span(), &self.found());
            return Err(self.report(diagnostic));
        };
        let word = self.word().unwrap_or(Word::Name);
        if word == Word::Reserved {
            let text = self.text(symbol);
            let diagnostic = errors::reserved_word(self.span(), text);
            let is_unsigned = text == "unsigned";
            let mut meant = self.names.get(if is_unsigned { "uint" } else { "int" });
            self.note(diagnostic);
            self.bump();
            // `unsigned int` and `static float`: the type that follows belongs to it.
            let more = matches!(self.word(), Some(Word::Type | Word::Reserved));
            if more && self.nth_word(1).is_some() {
                if let (TokenKind::Word(following), Some(Word::Type), false) = (self.kind(), self.word(), is_unsigned) {
                    meant = Some(following);
                }
                self.bump();
            }
            return Ok(meant.unwrap_or(symbol));
        }
        if !word.may_be_type() {
            let diagnostic = errors::expected_type(self.span(), &self.found());
            return Err(self.report(diagnostic));
        }
        self.bump();
        Ok(symbol)
    }

    /// Whether the word at the cursor is a type with arguments.
    pub(super) fn at_type_arguments(&self) -> bool {
        self.nth_at_type_arguments(0)
    }

    /// The same for the word `ahead` places after the cursor.
    #[inline]
    pub(super) fn nth_at_type_arguments(&self, ahead: usize) -> bool {
        self.nth_at(ahead + 1, Less) && self.nth_takes_type_arguments(ahead)
    }

    /// The same for one that precedes `<`.
    fn nth_takes_type_arguments(&self, ahead: usize) -> bool {
        let TokenKind::Word(symbol) = self.nth(ahead).kind else { return false };
        match self.nth_word(ahead) {
            Some(Word::ParameterizedType) => true,
            // Without its extension the word may be a variable: what follows has to look like parameters.
            Some(Word::SoftParameterizedType) => {
                let first = builtins::type_family(self.text(symbol)).and_then(|family| family.parameters.first());
                let takes_type = first.is_some_and(|first| first.kind == TypeParameterKind::Type);
                let word = self.nth_word(ahead + 2);
                let built_in = match self.nth(ahead + 2).kind {
                    TokenKind::Word(symbol) => builtins::type_name(self.text(symbol)).is_some(),
                    _ => false,
                };
                let is_type = built_in || matches!(word, Some(Word::Type | Word::ExtendedType));
                let is_type = is_type && self.nth_at(ahead + 3, Comma);
                if takes_type { is_type } else { self.after_type_arguments(ahead + 1).is_some() }
            }
            _ => false,
        }
    }

    /// Grammar: `type_parameter_specifier_element`.
    fn type_argument(&mut self) -> Parsed<TypeArgument> {
        if self.at_type_argument() {
            self.enter()?;
            let specifier = self.type_specifier()?;
            self.depth -= 1;
            return Ok(TypeArgument::Type(Box::new(specifier)));
        }
        let value = self.unary_expression()?;
        let question = self.at(Question);
        if question || self.binary_operator().is_some() {
            let diagnostic = errors::type_argument_operator(self.span(), &self.found());
            self.report(diagnostic);
            self.skip_to(&[Comma, Greater, ShiftRight]);
        }
        Ok(TypeArgument::Expression(value))
    }

    /// Whether there is a type at the cursor, not a constructor.
    pub(super) fn at_type_argument(&self) -> bool {
        if self.at_spirv_type(0) {
            return true;
        }
        let after = if self.at_type_arguments() {
            match self.after_type_arguments(1) {
                Some(after) => after,
                None => return true,
            }
        } else if matches!(self.word(), Some(Word::Type | Word::ExtendedType | Word::ParameterizedType)) {
            1
        } else {
            return false;
        };
        self.after_dimensions(after).is_none_or(|next| !self.nth_at(next, LeftParen))
    }

    /// Eats `>`, or one half of a `>>` that closes two lists.
    fn eat_closing_angle(&mut self) -> bool {
        if self.eat(Greater) {
            return true;
        }
        if !self.at(ShiftRight) {
            return false;
        }
        let half_eaten = self.split_shift == Some(self.position);
        if half_eaten {
            self.split_shift = None;
            self.bump();
        } else if self.type_lists > 1 {
            self.split_shift = Some(self.position);
        } else {
            return false;
        }
        true
    }

    /// `<a, b>` after the name of a type. `>` closes, so operators with `>` need parentheses.
    pub(super) fn type_arguments(&mut self) -> Parsed<Vec<TypeArgument>> {
        let open = self.span();
        self.require(Less)?;
        self.enter()?;
        let depth = self.depth;
        let outer = self.type_lists;
        self.type_lists = outer + 1;
        let mut arguments = Vec::new();
        loop {
            match self.type_argument() {
                Ok(argument) => arguments.push(argument),
                Err(_) => {
                    let start = self.span();
                    self.depth = depth;
                    self.type_lists = outer + 1;
                    self.skip_to(&[Comma, Greater, ShiftRight]);
                    arguments.push(TypeArgument::Expression(self.error_expression(start)));
                }
            }
            if !self.eat(Comma) {
                break;
            }
        }
        self.depth = depth - 1;
        if !self.eat_closing_angle() {
            let diagnostic = errors::unclosed(self.span(), open, "`,` or `>`", &self.found());
            self.report(diagnostic);
            // One surplus `>` closes as well; before a name the `>` was forgotten.
            if !self.eat(ShiftRight) && self.word().is_none() {
                self.skip_to(&[Greater]);
                self.eat(Greater);
            }
            self.error_position = Some(self.position);
        }
        self.type_lists = outer;
        Ok(arguments)
    }

    /// Grammar: `array_specifier`, possibly empty.
    pub(super) fn opt_array_specifier(&mut self) -> Parsed<Dimensions> {
        let mut dimensions = Dimensions::new();
        while self.at(LeftBracket) {
            dimensions.push(self.dimension()?);
        }
        Ok(dimensions)
    }

    /// `[]` or `[size]`.
    pub(super) fn dimension(&mut self) -> Parsed<Dimension> {
        let start = self.span();
        self.require(LeftBracket)?;
        let outer = std::mem::replace(&mut self.type_lists, 0);
        let size = if self.at(RightBracket) { None } else { Some(self.bracketed(RightBracket)?) };
        self.type_lists = outer;
        self.close(RightBracket, start, "`]`");
        Ok(Dimension { size, span: self.span_from(start) })
    }

    /// Grammar: `struct_specifier` after `struct`.
    fn struct_specifier(&mut self) -> Parsed<StructSpecifier> {
        let start = self.previous_span();
        let name = if self.at(LeftBrace) { None } else { Some(self.name("the name of the structure")?) };
        if !self.at(LeftBrace) {
            return Err(self.unexpected("`{`"));
        }
        let members = self.struct_declaration_list(name.map_or(start, |name| name.span), "a structure")?;
        Ok(StructSpecifier { name, members })
    }

    /// Grammar: `struct_declaration_list` with its braces, of a structure or an interface block.
    pub(super) fn struct_declaration_list(&mut self, owner: Span, what: &str) -> Parsed<Vec<MemberDeclaration>> {
        let open = self.span();
        self.enter()?;
        self.require(LeftBrace)?;
        if self.at(LeftBrace) {
            self.unexpected("a member");
            self.bump();
        }
        let depth = self.depth;
        let mut members = Vec::new();
        let mut clean = true;
        while !self.at(RightBrace) && !self.at_end() {
            let before = self.position;
            if self.word().is_some_and(Word::starts_statement) || self.at_function() || self.at_lone_name() {
                // Nothing that a structure could contain: the closing brace is missing.
                break;
            }
            match self.struct_declaration() {
                Ok(member) => members.push(member),
                Err(_) => {
                    clean = false;
                    self.depth = depth;
                    self.recover_statement();
                }
            }
            if self.position == before {
                self.bump();
            }
        }
        self.depth = depth - 1;
        if members.is_empty() && clean && self.at(RightBrace) {
            let diagnostic = errors::empty_structure(owner, what);
            self.note(diagnostic);
        }
        if !self.eat(RightBrace) {
            let diagnostic = errors::unclosed(self.span(), open, "`}`", &self.found());
            self.report(diagnostic);
        }
        Ok(members)
    }

    /// `name ;`, which after members is the name of an instance.
    fn at_lone_name(&self) -> bool {
        self.word().is_some_and(|word| !word.is_keyword()) && self.nth_at(1, Semicolon)
    }

    /// `type name (`, possibly with `void` or another plain type.
    fn at_function(&self) -> bool {
        self.word().is_some_and(Word::may_be_type) && self.nth_word(1).is_some() && self.nth_at(2, LeftParen)
    }

    /// Grammar: `struct_declaration`.
    fn struct_declaration(&mut self) -> Parsed<MemberDeclaration> {
        let start = self.span();
        let qualifiers = self.opt_type_qualifier()?;
        if self.at_word(Word::Struct) {
            let diagnostic = errors::embedded_structure(self.span());
            self.note(diagnostic);
        }
        let is_block = qualifiers.iter().any(|it| matches!(it.kind, QualifierKind::Buffer | QualifierKind::Uniform));
        let specifier = if is_block && self.at(LeftBrace) {
            let members = self.struct_declaration_list(start, "a block")?;
            let span = self.span_from(start);
            TypeSpecifier { base: BaseType::Block(members), arguments: Vec::new(), dimensions: Dimensions::new(), span }
        } else {
            self.type_specifier()?
        };
        let mut declarators = Declarators::new();
        if matches!(specifier.base, BaseType::Struct(_)) && self.eat(Semicolon) {
            // The embedded definition has been reported; its missing name is not reported again.
            return Ok(MemberDeclaration {
                ty: FullType { qualifiers, specifier },
                declarators,
                span: self.span_from(start),
            });
        }
        loop {
            let name = self.name("the name of a member")?;
            let dimensions = self.opt_array_specifier()?;
            if self.at(Equal) {
                let diagnostic = errors::member_initializer(self.span());
                self.report(diagnostic);
                self.bump();
                self.initializer()?;
            }
            declarators.push(Declarator { name, dimensions, initializer: None });
            if !self.eat(Comma) {
                break;
            }
        }
        self.semicolon();
        Ok(MemberDeclaration { ty: FullType { qualifiers, specifier }, declarators, span: self.span_from(start) })
    }

    /// Whether the word at the cursor starts a type that a declaration could have, judging by the next token.
    pub(super) fn at_named_type(&self) -> bool {
        let Some(word) = self.word() else { return false };
        if self.spirv_type_ends(0).is_some() {
            return true;
        }
        let after = if self.at_type_arguments() {
            match self.after_type_arguments(1) {
                Some(after) => after,
                // Not closed: as a declaration it gives the clearer message.
                None => return true,
            }
        } else {
            1
        };
        let Some(next) = self.after_dimensions(after) else { return false };
        let call = self.nth_at(next, LeftParen);
        match word {
            Word::Type => !call,
            _ if after > 1 => !call,
            _ if !word.may_be_type() => false,
            _ => match self.nth_word(next) {
                Some(Word::Type) => word == Word::Reserved,
                Some(following) => !following.is_keyword(),
                None => {
                    let literal = matches!(self.nth(next).kind, TokenKind::Number(_));
                    let empty = self.nth_at(next, Semicolon);
                    word == Word::ExtendedType && (literal || empty)
                }
            },
        }
    }
}
