//! The declarations of a module, in any order.
//!
//! Comes in: tokens. Goes out: the module. The names of all declarations are found first, so each may refer to any other;
//! only constants refer to constants above. Must not depend on: statements.

use super::lexer::Kind;
use super::{Name, ParseError, Parsed, Parser, function, plain};
use crate::hir::text::{attributes, words};
use crate::hir::{
    Arena, EntryPoint, Function, GlobalVariable, Handle, Interface, MatrixMajor, Member, Module, Span, StorageClass,
    Struct, Type, UniqueArena,
};
use crate::stage::Stage;

/// Where the declarations of a module begin, by kind.
#[derive(Default)]
struct Items {
    entry_points: Vec<usize>,
    constants: Vec<usize>,
    lines: Vec<usize>,
    structs: Vec<(usize, Handle<Struct>)>,
    globals: Vec<(usize, Handle<GlobalVariable>)>,
    functions: Vec<(usize, Handle<Function>)>,
}

/// Reads a module.
pub(super) fn module(mut parser: Parser<'_>) -> Result<Module, Vec<ParseError>> {
    let one = |error| vec![error];
    let items = parser.items().map_err(one)?;
    let (&[entry_point], Some(&(_, function))) = (items.entry_points.as_slice(), items.functions.first()) else {
        return Err(vec![parser.error("a module has one line that begins with `entry_point`, and functions")]);
    };
    let first = EntryPoint {
        stage: Stage::Compute,
        function,
        workgroup: None,
        modes: Vec::new(),
        variant: None,
        constants: Vec::new(),
        primitive_culling: false,
        wide_indexing: false,
    };
    let mut module = Module {
        types: Default::default(),
        constants: UniqueArena::new(),
        globals: Arena::new(),
        functions: Arena::new(),
        entry_point: first,
        memory_model: Default::default(),
        intrinsics: Default::default(),
        named_constants: Vec::new(),
        inlined: crate::hir::Inlined::default(),
        describes_variables: false,
    };
    let mut errors = Vec::new();
    let mut note = |result: Parsed<()>| errors.extend(result.err());
    for start in items.constants {
        note(parser.item(start, Parser::constant_line));
    }
    for (start, handle) in items.structs {
        note(parser.item(start, |it| it.structure_item(handle)));
    }
    for (start, handle) in items.globals {
        note(parser.item(start, |it| it.global_item(handle)));
    }
    note(parser.item(entry_point, |it| it.entry_point(&mut module.entry_point)));
    for start in items.lines {
        parser.at = start;
        note(parser.opt_attribute(attributes::MODULE, &mut module).and_then(|_| parser.end_line()));
    }
    for (start, handle) in items.functions {
        note(parser.item(start, |it| function::function(it, handle)));
    }
    if !errors.is_empty() {
        errors.sort_by_key(|error| (error.line, error.column));
        return Err(errors);
    }
    let Parser { types, constants, globals, functions, .. } = parser;
    Ok(Module { types, constants, globals, functions, ..module })
}

impl<'t> Parser<'t> {
    /// Finds where declarations begin, and declares what has a name.
    fn items(&mut self) -> Parsed<Items> {
        let mut items = Items::default();
        let mut depth = 0_usize;
        for index in 0..self.tokens.len() {
            self.at = index;
            let token = self.token(0);
            match token.kind {
                Kind::Symbol('{') => depth += 1,
                Kind::Symbol('}') => depth = depth.checked_sub(1).ok_or_else(|| self.error("this closes nothing"))?,
                Kind::End if depth > 0 => return Err(self.expected("`}`")),
                Kind::End => {}
                _ if depth > 0 || !token.starts_line => {}
                Kind::Word(word) => self.item_start(&mut items, word)?,
                _ => return Err(self.expected("a declaration")),
            }
        }
        Ok(items)
    }

    fn item_start(&mut self, items: &mut Items, word: &str) -> Parsed<()> {
        let start = self.at;
        self.advance();
        match word {
            "entry_point" => items.entry_points.push(start),
            "const" => items.constants.push(start),
            "struct" => {
                let (name, plain) = self.declared("structure", |it| &it.struct_names)?;
                let structure =
                    Struct { name: plain.into(), members: Vec::new(), block: None, is_interface_block: false };
                let handle = self.types.structs.append(structure, Span::UNDEFINED);
                self.struct_names.insert(name, handle);
                items.structs.push((start, handle));
            }
            "global" => {
                let (name, plain) = self.declared("global variable", |it| &it.global_names)?;
                let ty = self.types.insert(Type::Void);
                let global = GlobalVariable::new(plain, ty, StorageClass::Private);
                let handle = self.globals.append(global, Span::UNDEFINED);
                self.global_names.insert(name, handle);
                items.globals.push((start, handle));
            }
            "fn" => {
                let (name, plain) = self.declared("function", |it| &it.function_names)?;
                let result = self.types.insert(Type::Void);
                let handle = self.functions.append(Function::new(plain, result), Span::UNDEFINED);
                self.function_names.insert(name, handle);
                items.functions.push((start, handle));
            }
            _ if attributes::MODULE.iter().any(|row| row.word == word) => items.lines.push(start),
            _ => return Err(self.error_before(format!("`{word}` begins no declaration"))),
        }
        Ok(())
    }

    /// A new name: as written in the text, and without the suffix that makes it unique.
    fn declared<T>(
        &mut self,
        what: &str,
        names: impl Fn(&Self) -> &rustc_hash::FxHashMap<Name<'t>, Handle<T>>,
    ) -> Parsed<(Name<'t>, String)> {
        let name = self.name(&format!("the name of a {what}"))?;
        if names(self).contains_key(&name) {
            return Err(self.error_before(format!("there are two {what}s `{name}`")));
        }
        let plain = plain(&name);
        Ok((name, plain))
    }

    /// Reads a declaration from its second token on, up to the end of its last line.
    fn item(&mut self, start: usize, read: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.at = start + 1;
        self.depth = 0;
        read(self)?;
        self.end_line()
    }

    /// `compute main, workgroup_size 64 1 1`
    fn entry_point(&mut self, entry_point: &mut EntryPoint) -> Parsed<()> {
        entry_point.stage = self.word_as("a stage", Stage::from_word)?;
        entry_point.function = self.function()?;
        self.attributes(attributes::ENTRY_POINT, entry_point)
    }

    /// `Data, block std430 {`, members, `}`
    fn structure_item(&mut self, handle: Handle<Struct>) -> Parsed<()> {
        let name = plain(&self.name("a name")?);
        let mut structure = Struct { name: name.into(), members: Vec::new(), block: None, is_interface_block: false };
        self.attributes(attributes::STRUCT, &mut structure)?;
        self.expect_symbol('{')?;
        while !self.take_symbol('}') {
            let first = self.at;
            let name = plain(&self.name("the name of a member")?);
            self.expect_symbol(':')?;
            let ty = self.ty()?;
            let (qualifiers, decorations) = (self.qualifiers()?, self.decorations()?);
            let (major, span) = (MatrixMajor::Column, self.span_from(first));
            let (precise, interface) = (false, Interface::default());
            let mut member = Member {
                name: name.into(),
                ty,
                offset: None,
                major,
                qualifiers,
                precise,
                interface,
                decorations,
                span,
            };
            self.interface_attributes(attributes::MEMBER, &mut member, |it| &mut it.interface)?;
            self.end_line()?;
            let number = structure.members.len();
            self.member_numbers.entry((handle, member.name.clone())).or_insert(number);
            structure.members.push(member);
        }
        *self.types.structs.get_mut(handle) = structure;
        Ok(())
    }

    /// `data: Data {coherent}, storage_buffer, set 0 binding 1`
    fn global_item(&mut self, handle: Handle<GlobalVariable>) -> Parsed<()> {
        let span = self.span();
        self.name("a name")?;
        self.expect_symbol(':')?;
        let ty = self.ty()?;
        let (qualifiers, decorations) = (self.qualifiers()?, self.decorations()?);
        self.expect_symbol(',')?;
        let storage = if self.take_word(words::storage_word(StorageClass::Number(0))) {
            StorageClass::Number(self.number()?)
        } else {
            self.word_as("a storage class", words::storage)?
        };
        let declared = self.globals.get_mut(handle).clone();
        let mut global = GlobalVariable { ty, storage, qualifiers, decorations, span, ..declared };
        self.interface_attributes(attributes::GLOBAL, &mut global, |it| &mut it.interface)?;
        *self.globals.get_mut(handle) = global;
        Ok(())
    }
}
