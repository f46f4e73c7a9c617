//! Declarations and functions.
//!
//! Comes in: tokens. Goes out: [`ExternalDeclaration`]s and local [`Declaration`]s.
//! Must not depend on: whether what is declared makes sense.

use super::ast::{
    Attribute, BaseType, Block, BlockDeclaration, Declaration, Declarator, Declarators, Dimensions, Expression,
    ExternalDeclaration, FullType, FunctionDefinition, FunctionPrototype, Name, ParameterDeclaration, Precision,
    Qualifier, QualifierKind, Qualifiers, TypeSpecifier,
};
use super::keywords::Word;
use super::{Parsed, Parser, errors, join};
use crate::arena::Handle;
use crate::preprocess::Punctuation::{Comma, Equal, LeftBrace, LeftParen, RightBrace, RightParen, Semicolon};
use crate::preprocess::TokenKind;
use crate::source::{Span, Symbol};
use smallvec::smallvec;

impl Parser<'_> {
    /// Grammar: `translation_unit`.
    pub(super) fn translation_unit(&mut self) {
        loop {
            if let Some(state) = self.opt_extensions() {
                self.declarations.push(ExternalDeclaration::Extensions(state));
            }
            if self.at_end() {
                return;
            }
            let before = self.position;
            match self.external_declaration() {
                Ok(Some(declaration)) => self.declarations.push(ExternalDeclaration::Declaration(declaration)),
                Ok(None) => {}
                Err(_) => self.recover_declaration(),
            }
            self.depth = 0;
            self.type_lists = 0;
            if self.position == before {
                self.bump();
            }
        }
    }

    /// Grammar: `external_declaration`. A function goes straight into the tree.
    fn external_declaration(&mut self) -> Parsed<Option<Declaration>> {
        if self.eat(Semicolon) {
            return Ok(None);
        }
        if self.at(RightBrace) {
            if !std::mem::take(&mut self.misplaced_statement_reported) {
                let diagnostic = errors::unmatched(self.span(), "}");
                let diagnostic = self.blame_closing_macro(diagnostic);
                self.report(diagnostic);
            }
            self.bump();
            return Ok(None);
        }
        self.foreign_prefix()?;
        let attributes = self.opt_attributes()?;
        if self.at_function_without_result() {
            return self.function_without_result(attributes).map(|()| None);
        }
        if !self.at_declaration() && !self.at_block() && !self.at_word(Word::Type) {
            return self.misplaced_statement().map(|()| None);
        }
        self.declaration(attributes)
    }

    /// Something at global scope that is not a declaration. A statement is read and dropped.
    fn misplaced_statement(&mut self) -> Parsed<()> {
        if self.word().is_none() && !self.misplaced_statement_reported {
            return Err(self.unexpected("a declaration"));
        }
        if !std::mem::replace(&mut self.misplaced_statement_reported, true) {
            let end = self.function_end.map(|(name, brace)| (self.names.resolve(name), brace));
            let diagnostic = errors::statement_outside_function(self.span(), &self.found(), end);
            let diagnostic = self.blame_closing_macro(diagnostic);
            self.report(diagnostic);
        }
        self.error_position = Some(self.position);
        self.recovering_statement();
        Ok(())
    }

    /// Whether a declaration, not an expression, starts at the cursor.
    pub(super) fn at_declaration(&self) -> bool {
        self.at_qualifier() || matches!(self.word(), Some(Word::Struct | Word::Precision)) || self.at_named_type()
    }

    /// `Name {` without any qualifier.
    fn at_block(&self) -> bool {
        self.word().is_some_and(|word| !word.is_keyword()) && self.nth_at(1, LeftBrace)
    }

    /// `name(...) {` at global scope.
    fn at_function_without_result(&self) -> bool {
        self.word().is_some_and(|word| !word.is_keyword())
            && self.nth_at(1, LeftParen)
            && self.after_brackets(1).is_some_and(|after| self.nth_at(after, LeftBrace))
    }

    fn function_without_result(&mut self, attributes: Vec<Attribute>) -> Parsed<()> {
        let TokenKind::Word(symbol) = self.kind() else { return Err(self.unexpected("a function")) };
        let span = self.span();
        let diagnostic = errors::missing_result_type(span, self.text(symbol));
        self.report(diagnostic);
        let void = self.names.get("void").unwrap_or(symbol);
        let specifier =
            TypeSpecifier { base: BaseType::Named(void), arguments: vec![], dimensions: Dimensions::new(), span };
        self.bump();
        let result = FullType { qualifiers: Qualifiers::new(), specifier };
        let prototype = self.function_prototype(result, Name { symbol, span }, span)?;
        self.function_definition(prototype, attributes)
    }

    /// Grammar: `declaration`, and `function_definition`, which goes straight into the tree and gives `None`.
    pub(super) fn declaration(&mut self, attributes: Vec<Attribute>) -> Parsed<Option<Declaration>> {
        let attribute = attributes.first().map(|it| it.name.span);
        let declaration = self.declaration_or_function(attributes)?;
        let is_function = matches!(declaration, None | Some(Declaration::Prototype(_)));
        if let Some(span) = attribute.filter(|_| !is_function) {
            self.note(errors::misplaced_attribute(span));
        }
        Ok(declaration)
    }

    fn declaration_or_function(&mut self, attributes: Vec<Attribute>) -> Parsed<Option<Declaration>> {
        let start = self.span();
        if self.at_word(Word::Precision) {
            return self.precision_statement().map(Some);
        }
        let qualifiers = self.opt_type_qualifier()?;
        if (!qualifiers.is_empty() && self.at(Semicolon))
            || (self.word().is_some_and(|word| !word.is_keyword())
                && (self.nth_at(1, LeftBrace)
                    || (!qualifiers.is_empty() && (self.nth_at(1, Comma) || self.nth_at(1, Semicolon)))))
        {
            return self.qualified_names(qualifiers, start).map(Some);
        }
        let specifier = self.type_specifier()?;
        let defines = matches!(specifier.base, BaseType::Struct(_));
        let ty = FullType { qualifiers, specifier };
        if self.at(Semicolon) || (defines && (self.at_declaration() || self.word().is_none_or(Word::is_keyword))) {
            self.semicolon();
            return Ok(Some(Declaration::Variables {
                ty,
                declarators: Declarators::new(),
                span: self.span_from(start),
            }));
        }
        // The type of `int, a;` is a declaration of its own, without a name.
        self.eat(Comma);
        let name = self.name("a name after the type")?;
        if self.at(LeftParen) {
            let prototype = self.function_prototype(ty, name, start)?;
            return self.after_prototype(prototype, attributes);
        }
        let declarators = self.init_declarator_list(name)?;
        self.semicolon();
        Ok(Some(Declaration::Variables { ty, declarators, span: self.span_from(start) }))
    }

    /// What may follow qualifiers, other than a type: nothing, a block, names.
    fn qualified_names(&mut self, qualifiers: Qualifiers, start: Span) -> Parsed<Declaration> {
        let mut names = Vec::new();
        if !self.at(Semicolon) {
            let name = self.name("a name")?;
            if self.at(LeftBrace) {
                return self.block_declaration(qualifiers, name, start);
            }
            if self.at(Semicolon) && self.is_buffer_reference(&qualifiers) {
                self.semicolon();
                return Ok(Declaration::Block(BlockDeclaration {
                    qualifiers,
                    name,
                    members: Vec::new(),
                    instance: None,
                    dimensions: Dimensions::new(),
                    span: self.span_from(start),
                    forward: true,
                }));
            }
            names.push(name);
            while self.eat(Comma) {
                names.push(self.name("a name")?);
            }
        }
        self.semicolon();
        Ok(Declaration::Qualifiers { qualifiers, names, span: self.span_from(start) })
    }

    /// Whether `layout(buffer_reference) buffer` is among the qualifiers (GL_EXT_buffer_reference).
    fn is_buffer_reference(&self, qualifiers: &[Qualifier]) -> bool {
        let buffer = qualifiers.iter().any(|qualifier| matches!(qualifier.kind, QualifierKind::Buffer));
        let reference = qualifiers.iter().any(|qualifier| match &qualifier.kind {
            QualifierKind::Layout(list) => list.iter().any(|id| self.text(id.name.symbol) == "buffer_reference"),
            _ => false,
        });
        buffer && reference
    }

    /// An interface block from its opening brace on.
    fn block_declaration(&mut self, qualifiers: Qualifiers, name: Name, start: Span) -> Parsed<Declaration> {
        let members = self.struct_declaration_list(name.span, "an interface block")?;
        let mut instance = None;
        let mut dimensions = Dimensions::new();
        if self.word().is_some_and(|word| !word.is_keyword()) && !self.at_declaration() {
            instance = Some(self.name("the name of the instance")?);
            dimensions = self.opt_array_specifier()?;
        }
        self.semicolon();
        let span = self.span_from(start);
        Ok(Declaration::Block(BlockDeclaration {
            qualifiers,
            name,
            members,
            instance,
            dimensions,
            span,
            forward: false,
        }))
    }

    /// `precision highp float;`
    fn precision_statement(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        self.bump();
        let precision = match self.kind() {
            TokenKind::Word(symbol) => precision(self.text(symbol)),
            _ => None,
        };
        let Some(precision) = precision else { return Err(self.unexpected("`lowp`, `mediump` or `highp`")) };
        self.bump();
        let ty = self.type_specifier()?;
        self.semicolon();
        Ok(Declaration::Precision { precision, ty, span: self.span_from(start) })
    }

    /// Grammar: `init_declarator_list` after the type and the first name.
    fn init_declarator_list(&mut self, first: Name) -> Parsed<Declarators> {
        let mut declarators = smallvec![self.declarator(first)?];
        while self.eat(Comma) {
            let name = self.name("a name")?;
            declarators.push(self.declarator(name)?);
        }
        Ok(declarators)
    }

    /// Array sizes and initializer after a name.
    pub(super) fn declarator(&mut self, name: Name) -> Parsed<Declarator> {
        let dimensions = self.opt_array_specifier()?;
        let initializer = if self.eat(Equal) { Some(self.initializer()?) } else { None };
        Ok(Declarator { name, dimensions, initializer })
    }

    /// Grammar: `initializer`.
    pub(super) fn initializer(&mut self) -> Parsed<Handle<Expression>> {
        if self.at(LeftBrace) { self.initializer_list() } else { self.assignment_expression() }
    }

    /// `{ a, { b, c }, }`; empty with GL_EXT_null_initializer.
    fn initializer_list(&mut self) -> Parsed<Handle<Expression>> {
        let start = self.span();
        self.enter()?;
        self.require(LeftBrace)?;
        let depth = self.depth;
        let first = self.open_lists.len();
        while !self.at(RightBrace) && !self.at_end() {
            let value = match self.initializer() {
                Ok(value) => value,
                Err(_) => {
                    self.depth = depth;
                    self.skip_to(&[Comma, RightBrace]);
                    let span = self.span();
                    self.expressions.append(Expression::Error, span)
                }
            };
            self.open_lists.push(value);
            if !self.eat(Comma) {
                break;
            }
        }
        self.depth = depth - 1;
        self.close(RightBrace, start, "`,` or `}`");
        let span = self.span_from(start);
        let list = self.close_list(first);
        Ok(self.expressions.append(Expression::InitializerList(list), span))
    }

    /// Grammar: `function_prototype` from the opening parenthesis on.
    fn function_prototype(&mut self, result: FullType, name: Name, start: Span) -> Parsed<FunctionPrototype> {
        let open = self.span();
        self.require(LeftParen)?;
        let mut parameters = Vec::new();
        if self.at_void_and_close() {
            self.bump();
        } else if !self.at(RightParen) {
            let depth = self.depth;
            loop {
                match self.parameter_declaration() {
                    Ok(parameter) => parameters.push(parameter),
                    Err(_) => {
                        self.depth = depth;
                        self.skip_to(&[Comma, RightParen]);
                    }
                }
                if !self.eat(Comma) {
                    break;
                }
            }
        }
        self.close(RightParen, open, "`,` or `)`");
        Ok(FunctionPrototype { result, name, parameters, span: self.span_from(start) })
    }

    /// `void )`
    pub(super) fn at_void_and_close(&self) -> bool {
        let TokenKind::Word(symbol) = self.kind() else { return false };
        self.text(symbol) == "void" && self.nth_at(1, RightParen)
    }

    /// Grammar: `parameter_declaration`.
    fn parameter_declaration(&mut self) -> Parsed<ParameterDeclaration> {
        let start = self.span();
        let ty = self.fully_specified_type()?;
        let mut name = None;
        let mut dimensions = Dimensions::new();
        if !self.at(Comma) && !self.at(RightParen) && !self.at(Equal) && !self.at(LeftBrace) {
            name = Some(self.name("the name of a parameter")?);
            dimensions = self.opt_array_specifier()?;
        }
        let span = self.span_from(start);
        if self.at(Equal) {
            let diagnostic = errors::default_argument(self.span());
            self.report(diagnostic);
            self.bump();
            self.initializer()?;
        }
        Ok(ParameterDeclaration { ty, name, dimensions, span })
    }

    /// The body or the `;` after a prototype.
    fn after_prototype(
        &mut self,
        prototype: FunctionPrototype,
        mut attributes: Vec<Attribute>,
    ) -> Parsed<Option<Declaration>> {
        attributes.extend(self.opt_attributes()?);
        if self.at(LeftBrace) {
            if let Some(open) = self.open_block
                && !std::mem::replace(&mut self.nested_function_reported, true)
            {
                let diagnostic = errors::nested_function(prototype.name.span, open);
                let diagnostic = self.blame_opening_macro(diagnostic, open);
                self.note(diagnostic);
            }
            let depth = self.depth;
            if self.open_block.is_some() {
                // This is an error already, so it need not nest deeply; reading a function takes more stack than a
                // block.
                self.enter()?;
                self.enter()?;
            }
            self.function_definition(prototype, attributes)?;
            self.depth = depth;
            return Ok(None);
        }
        if !self.at(Semicolon) && self.body_without_brace() {
            self.unexpected("`{`");
            let before = self.expressions.len();
            let body = self.block_after_brace(self.previous_span());
            self.add_function(prototype, body, attributes, before);
            return Ok(None);
        }
        if !self.at(Semicolon) && self.word().is_none() {
            return Err(self.unexpected("`{` or `;`"));
        }
        self.semicolon();
        if self.at(LeftBrace) && self.open_block.is_none() {
            let diagnostic = errors::unexpected_token(self.previous_span(), "the function's body", "`;`")
                .with_help("remove this `;`");
            self.report(diagnostic);
            self.function_definition(prototype, attributes)?;
            return Ok(None);
        }
        Ok(Some(Declaration::Prototype(prototype)))
    }

    /// Whether a `}` follows that closes nothing, so that a brace must be missing before it. The search is limited, so
    /// that many errors do not take quadratic time.
    fn body_without_brace(&self) -> bool {
        let mut open = 0_usize;
        for ahead in 0..4096 {
            match self.nth(ahead).kind {
                TokenKind::Punctuation(LeftBrace) => open += 1,
                TokenKind::Punctuation(RightBrace) if open == 0 => return self.open_block.is_none(),
                TokenKind::Punctuation(RightBrace) => open -= 1,
                TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }

    /// Grammar: `function_definition` from the body on.
    fn function_definition(&mut self, prototype: FunctionPrototype, attributes: Vec<Attribute>) -> Parsed<()> {
        self.misplaced_statement_reported = false;
        self.stray_label_reported = false;
        let before = self.expressions.len();
        let body = self.compound_statement()?;
        self.function_end = Some((prototype.name.symbol, self.previous_span()));
        self.add_function(prototype, body, attributes, before);
        Ok(())
    }

    /// Adds a function to the tree; there were `before` expressions before its body.
    fn add_function(&mut self, prototype: FunctionPrototype, body: Block, attributes: Vec<Attribute>, before: usize) {
        let expression_count = self.expressions.len() - before;
        let definition = FunctionDefinition { prototype, body, attributes, expression_count };
        self.declarations.push(ExternalDeclaration::Function(definition));
    }

    /// `type name = value` in a condition.
    pub(super) fn condition_declaration(&mut self) -> Parsed<(FullType, Declarator)> {
        let ty = self.fully_specified_type()?;
        let name = self.name("a name after the type")?;
        if !self.at(Equal) {
            return Err(self.unexpected("`=`"));
        }
        Ok((ty, self.declarator(name)?))
    }

    /// An error node that stands for what could not be read.
    pub(super) fn error_expression(&mut self, start: Span) -> Handle<Expression> {
        let span = join(start, self.previous_span());
        self.expressions.append(Expression::Error, span)
    }

    /// The identifier at the cursor, if it is the word `symbol` stands for.
    pub(super) fn opt_symbol(&self) -> Option<Symbol> {
        match self.kind() {
            TokenKind::Word(symbol) => Some(symbol),
            _ => None,
        }
    }
}

/// Grammar: `precision_qualifier`.
fn precision(word: &str) -> Option<Precision> {
    match word {
        "lowp" => Some(Precision::Low),
        "mediump" => Some(Precision::Medium),
        "highp" => Some(Precision::High),
        _ => None,
    }
}
