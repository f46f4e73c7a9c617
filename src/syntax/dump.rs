//! The tree as text, for tests and debugging.
//!
//! Comes in: a [`TranslationUnit`]. Goes out: one line per declaration, nested lists in parentheses.
//! Must not depend on: tokens.

use super::ast::{
    BaseType, BinaryOperator, Block, Condition, Declaration, Declarator, DeclaredCondition, Dimension, DoWhile,
    Expression, ExternalDeclaration, For, FullType, FunctionPrototype, If, Literal, MemberDeclaration, Precision,
    Qualifier, QualifierKind, SpirvArgument, SpirvArgumentKind, SpirvQualifier, Statement, StatementKind, Switch,
    SwitchItem, TranslationUnit, TypeArgument, TypeSpecifier, UnaryOperator, While,
};
use crate::arena::Handle;
use crate::preprocess::{FloatSuffix, IntegerSuffix};
use crate::source::{Interner, Symbol};
use std::fmt::Write;

/// Writes `unit` in a compact form: `(function (void) main () {(return)})`.
/// Extension marks are `(extensions)`; the one for the initial state is left out.
#[must_use]
pub fn dump(unit: &TranslationUnit, names: &Interner) -> String {
    let mut dumper = Dumper { unit, names, out: String::new() };
    for (index, declaration) in unit.declarations.iter().enumerate() {
        match declaration {
            ExternalDeclaration::Extensions(_) if index == 0 => continue,
            ExternalDeclaration::Extensions(_) => dumper.put("(extensions)"),
            ExternalDeclaration::Function(function) => {
                for attribute in &function.attributes {
                    dumper.attribute(attribute);
                }
                dumper.put("(function ");
                dumper.prototype(&function.prototype);
                dumper.put(" ");
                dumper.block(&function.body);
                dumper.put(")");
            }
            ExternalDeclaration::Declaration(declaration) => dumper.declaration(declaration),
        }
        dumper.put("\n");
    }
    dumper.out
}

/// What is still to be written for an expression.
enum Work {
    Expression(Handle<Expression>),
    Text(String),
}

struct Dumper<'a> {
    unit: &'a TranslationUnit,
    names: &'a Interner,
    out: String,
}

impl Dumper<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.out.push_str(self.names.resolve(symbol));
    }

    fn attribute(&mut self, attribute: &super::ast::Attribute) {
        self.put("[[");
        self.symbol(attribute.name.symbol);
        for argument in self.unit.list(attribute.arguments) {
            self.put(" ");
            self.expression(*argument);
        }
        self.put("]]");
    }

    fn prototype(&mut self, prototype: &FunctionPrototype) {
        self.full_type(&prototype.result);
        self.put(" ");
        self.symbol(prototype.name.symbol);
        self.put(" (");
        for (index, parameter) in prototype.parameters.iter().enumerate() {
            self.put(if index == 0 { "(" } else { " (" });
            self.full_type(&parameter.ty);
            if let Some(name) = parameter.name {
                self.put(" ");
                self.symbol(name.symbol);
            }
            self.dimensions(&parameter.dimensions);
            self.put(")");
        }
        self.put(")");
    }

    fn declaration(&mut self, declaration: &Declaration) {
        match declaration {
            Declaration::Variables { ty, declarators, .. } => {
                self.put("(variables ");
                self.full_type(ty);
                self.declarators(declarators);
            }
            Declaration::Block(block) => {
                self.put(if block.forward { "(forward " } else { "(block " });
                self.qualifiers(&block.qualifiers);
                self.symbol(block.name.symbol);
                if !block.forward {
                    self.members(&block.members);
                }
                if let Some(instance) = block.instance {
                    self.put(" ");
                    self.symbol(instance.symbol);
                }
                self.dimensions(&block.dimensions);
            }
            Declaration::Prototype(prototype) => {
                self.put("(prototype ");
                self.prototype(prototype);
            }
            Declaration::Precision { precision, ty, .. } => {
                self.put("(precision ");
                self.put(precision_word(*precision));
                self.put(" ");
                self.type_specifier(ty);
            }
            Declaration::Qualifiers { qualifiers, names, .. } => {
                self.put("(qualifiers");
                for qualifier in qualifiers {
                    self.put(" ");
                    self.qualifier(qualifier);
                }
                for name in names {
                    self.put(" ");
                    self.symbol(name.symbol);
                }
            }
        }
        self.put(")");
    }

    fn declarators(&mut self, declarators: &[Declarator]) {
        for declarator in declarators {
            self.put(" ");
            self.declarator(declarator);
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        self.symbol(declarator.name.symbol);
        self.dimensions(&declarator.dimensions);
        if let Some(initializer) = declarator.initializer {
            self.put("=");
            self.expression(initializer);
        }
    }

    fn members(&mut self, members: &[MemberDeclaration]) {
        self.put(" {");
        for (index, member) in members.iter().enumerate() {
            self.put(if index == 0 { "(" } else { " (" });
            self.full_type(&member.ty);
            self.declarators(&member.declarators);
            self.put(")");
        }
        self.put("}");
    }

    fn full_type(&mut self, ty: &FullType) {
        self.qualifiers(&ty.qualifiers);
        self.type_specifier(&ty.specifier);
    }

    fn qualifiers(&mut self, qualifiers: &[Qualifier]) {
        for qualifier in qualifiers {
            self.qualifier(qualifier);
            self.put(" ");
        }
    }

    fn qualifier(&mut self, qualifier: &Qualifier) {
        match &qualifier.kind {
            QualifierKind::Precision(precision) => self.put(precision_word(*precision)),
            QualifierKind::Other(symbol) => self.symbol(*symbol),
            QualifierKind::Layout(list) => {
                self.put("layout(");
                for (index, id) in list.iter().enumerate() {
                    self.put(if index == 0 { "" } else { " " });
                    self.symbol(id.name.symbol);
                    if let Some(value) = id.value {
                        self.put("=");
                        self.expression(value);
                    }
                }
                self.put(")");
            }
            QualifierKind::Spirv(qualifier) => self.spirv_qualifier(qualifier),
            // The words without data are written as their kind, which is the word in capitals.
            kind => {
                let _ = write!(self.out, "{}", format!("{kind:?}").to_lowercase());
            }
        }
    }

    fn spirv_qualifier(&mut self, qualifier: &SpirvQualifier) {
        self.put(qualifier.word.spelling());
        if qualifier.word.takes_arguments() {
            self.spirv_arguments(&qualifier.arguments);
        }
    }

    fn spirv_arguments(&mut self, arguments: &[SpirvArgument]) {
        self.put("(");
        for (index, argument) in arguments.iter().enumerate() {
            self.put(if index == 0 { "" } else { " " });
            match &argument.kind {
                SpirvArgumentKind::List { name, items } => {
                    self.symbol(name.symbol);
                    self.put("=[");
                    for (index, item) in items.iter().enumerate() {
                        self.put(if index == 0 { "" } else { " " });
                        self.expression(*item);
                    }
                    self.put("]");
                }
                SpirvArgumentKind::Named { name, value } => {
                    self.symbol(name.symbol);
                    self.put("=");
                    self.expression(*value);
                }
                SpirvArgumentKind::Id(value) => {
                    self.put("spirv_id ");
                    self.expression(*value);
                }
                SpirvArgumentKind::Type(ty) => self.type_specifier(ty),
                SpirvArgumentKind::Value(value) => self.expression(*value),
            }
        }
        self.put(")");
    }

    fn type_specifier(&mut self, ty: &TypeSpecifier) {
        match &ty.base {
            BaseType::Named(symbol) => self.symbol(*symbol),
            BaseType::Struct(specifier) => {
                self.put("(struct");
                if let Some(name) = specifier.name {
                    self.put(" ");
                    self.symbol(name.symbol);
                }
                self.members(&specifier.members);
                self.put(")");
            }
            BaseType::Block(members) => {
                self.put("(block");
                self.members(members);
                self.put(")");
            }
            BaseType::Spirv(arguments) => {
                self.put("spirv_type");
                self.spirv_arguments(arguments);
            }
        }
        if !ty.arguments.is_empty() {
            self.put("<");
            for (index, argument) in ty.arguments.iter().enumerate() {
                self.put(if index == 0 { "" } else { " " });
                match argument {
                    TypeArgument::Type(ty) => self.type_specifier(ty),
                    TypeArgument::Expression(value) => self.expression(*value),
                }
            }
            self.put(">");
        }
        self.dimensions(&ty.dimensions);
    }

    fn dimensions(&mut self, dimensions: &[Dimension]) {
        for dimension in dimensions {
            self.put("[");
            if let Some(size) = dimension.size {
                self.expression(size);
            }
            self.put("]");
        }
    }

    fn block(&mut self, block: &Block) {
        self.put("{");
        for (index, statement) in block.statements.iter().enumerate() {
            self.put(if index == 0 { "" } else { " " });
            self.statement(statement);
        }
        self.put("}");
    }

    fn switch(&mut self, it: &Switch) {
        let Switch { selector, body } = it;
        self.put("(switch ");
        self.expression(*selector);
        for item in body {
            self.put(" ");
            match item {
                SwitchItem::Case(value, _) => {
                    self.put("case ");
                    self.expression(*value);
                    self.put(":");
                }
                SwitchItem::Default(_) => self.put("default:"),
                SwitchItem::Statement(statement) => self.statement(statement),
            }
        }
    }

    fn for_loop(&mut self, it: &For) {
        let For { init, condition, step, body } = it;
        self.put("(for ");
        match init {
            Some(init) => self.statement(init),
            None => self.put("_"),
        }
        self.put(" ");
        match condition {
            Some(condition) => self.condition(condition),
            None => self.put("_"),
        }
        self.put(" ");
        match step {
            Some(step) => self.expression(*step),
            None => self.put("_"),
        }
        self.put(" ");
        self.block(body);
    }

    fn statement(&mut self, statement: &Statement) {
        for attribute in &statement.attributes {
            self.attribute(attribute);
        }
        match &statement.kind {
            StatementKind::Block(block) => return self.block(block),
            StatementKind::Declaration(declaration) => return self.declaration(declaration),
            StatementKind::Expression(expression) => return self.expression(*expression),
            StatementKind::Empty => return self.put(";"),
            StatementKind::If(it) => {
                let If { branches, otherwise } = &**it;
                self.put("(if");
                for branch in branches {
                    self.put(" ");
                    self.expression(branch.condition);
                    self.put(" ");
                    self.block(&branch.body);
                }
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.block(otherwise);
                }
            }
            StatementKind::Switch(it) => self.switch(it),
            StatementKind::While(it) => {
                let While { condition, body } = &**it;
                self.put("(while ");
                self.condition(condition);
                self.put(" ");
                self.block(body);
            }
            StatementKind::DoWhile(it) => {
                let DoWhile { body, condition } = &**it;
                self.put("(do ");
                self.block(body);
                self.put(" ");
                self.expression(*condition);
            }
            StatementKind::For(it) => self.for_loop(it),
            StatementKind::Break => self.put("(break"),
            StatementKind::Continue => self.put("(continue"),
            StatementKind::Discard(symbol) => {
                self.put("(");
                self.symbol(*symbol);
            }
            StatementKind::Return(value) => {
                self.put("(return");
                if let Some(value) = value {
                    self.put(" ");
                    self.expression(*value);
                }
            }
            StatementKind::Extensions(_) => self.put("(extensions"),
        }
        self.put(")");
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Expression(expression) => self.expression(*expression),
            Condition::Declaration(declared) => {
                let DeclaredCondition { ty, declarator } = &**declared;
                self.put("(");
                self.full_type(ty);
                self.put(" ");
                self.declarator(declarator);
                self.put(")");
            }
        }
    }

    /// Writes an expression without recursion over operands: they may be chained a hundred thousand deep.
    fn expression(&mut self, root: Handle<Expression>) {
        let mut work = vec![Work::Expression(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Text(text) => self.out.push_str(&text),
                Work::Expression(handle) => self.node(handle, &mut work),
            }
        }
    }

    /// Writes the head of one node and pushes the rest.
    fn node(&mut self, handle: Handle<Expression>, work: &mut Vec<Work>) {
        let Ok(node) = self.unit.expressions.try_get(handle) else { return };
        let (head, operands, tail) = match node {
            Expression::Literal(literal) => return self.literal(*literal),
            Expression::Identifier(symbol) => return self.symbol(*symbol),
            Expression::Error => return self.put("<error>"),
            Expression::Binary { op, left, right, .. } => (binary(*op).to_owned(), vec![*left, *right], String::new()),
            Expression::Unary { op, operand } => (unary(*op).to_owned(), vec![*operand], String::new()),
            Expression::Increment { decrement, postfix, operand } => {
                let operator = if *decrement { "--" } else { "++" };
                (format!("{}{operator}", if *postfix { "post" } else { "pre" }), vec![*operand], String::new())
            }
            Expression::Assign { op, place, value, .. } => {
                (format!("{}=", op.map_or("", binary)), vec![*place, *value], String::new())
            }
            Expression::Conditional { condition, accept, reject } => {
                ("?".to_owned(), vec![*condition, *accept, *reject], String::new())
            }
            Expression::Sequence { left, right } => (",".to_owned(), vec![*left, *right], String::new()),
            Expression::Call { name, arguments } => {
                self.put("(call ");
                self.symbol(name.symbol);
                (String::new(), self.unit.list(*arguments).to_vec(), String::new())
            }
            Expression::Construct { ty, arguments } => {
                self.put("(call ");
                self.type_specifier(ty);
                (String::new(), self.unit.list(*arguments).to_vec(), String::new())
            }
            Expression::Cast { ty, operand } => {
                self.put("(cast ");
                self.type_specifier(ty);
                (String::new(), vec![*operand], String::new())
            }
            Expression::Decorated { decoration, arguments } => {
                self.put("(");
                self.spirv_qualifier(decoration);
                (String::new(), self.unit.list(*arguments).to_vec(), String::new())
            }
            Expression::Method { base, call } => {
                let mut operands = vec![*base];
                operands.extend(self.unit.list(call.arguments));
                (format!("method {}", self.names.resolve(call.name.symbol)), operands, String::new())
            }
            Expression::Member { base, name } => {
                (".".to_owned(), vec![*base], format!(" {}", self.names.resolve(name.symbol)))
            }
            Expression::Index { base, index } => ("index".to_owned(), vec![*base, *index], String::new()),
            Expression::InitializerList(list) => ("list".to_owned(), self.unit.list(*list).to_vec(), String::new()),
        };
        if !head.is_empty() {
            self.put("(");
            self.put(&head);
        }
        work.push(Work::Text(format!("{tail})")));
        for operand in operands.into_iter().rev() {
            work.push(Work::Expression(operand));
            work.push(Work::Text(" ".to_owned()));
        }
    }

    fn literal(&mut self, literal: Literal) {
        let _ = match literal {
            Literal::Bool(value) => write!(self.out, "{value}"),
            Literal::Integer { bits, suffix, .. } => {
                let suffix = match suffix {
                    IntegerSuffix::None => "",
                    IntegerSuffix::Unsigned => "u",
                    IntegerSuffix::Short => "s",
                    IntegerSuffix::UnsignedShort => "us",
                    IntegerSuffix::Long => "l",
                    IntegerSuffix::UnsignedLong => "ul",
                };
                write!(self.out, "{bits}{suffix}")
            }
            Literal::Float { value, suffix } => {
                let suffix = match suffix {
                    FloatSuffix::Single => "f",
                    FloatSuffix::Double => "lf",
                    FloatSuffix::Half => "hf",
                    FloatSuffix::SmallFloat(format) => format.prefix(),
                };
                write!(self.out, "{value:?}{suffix}")
            }
            Literal::String(symbol) => write!(self.out, "{:?}", self.names.resolve(symbol)),
        };
    }
}

fn precision_word(precision: Precision) -> &'static str {
    match precision {
        Precision::Low => "lowp",
        Precision::Medium => "mediump",
        Precision::High => "highp",
    }
}

fn unary(op: UnaryOperator) -> &'static str {
    match op {
        UnaryOperator::Plus => "+",
        UnaryOperator::Negate => "-",
        UnaryOperator::LogicalNot => "!",
        UnaryOperator::BitNot => "~",
    }
}

fn binary(op: BinaryOperator) -> &'static str {
    use BinaryOperator as Op;
    match op {
        Op::Multiply => "*",
        Op::Divide => "/",
        Op::Remainder => "%",
        Op::Add => "+",
        Op::Subtract => "-",
        Op::ShiftLeft => "<<",
        Op::ShiftRight => ">>",
        Op::Less => "<",
        Op::Greater => ">",
        Op::LessEqual => "<=",
        Op::GreaterEqual => ">=",
        Op::Equal => "==",
        Op::NotEqual => "!=",
        Op::BitAnd => "&",
        Op::BitXor => "^",
        Op::BitOr => "|",
        Op::LogicalAnd => "&&",
        Op::LogicalXor => "^^",
        Op::LogicalOr => "||",
    }
}
