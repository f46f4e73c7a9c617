//! Modules as text.
//!
//! Comes in: a [`Module`], which need not be valid. Goes out: its text, the same for the same module. Must not depend on:
//! how the module came about.

mod constants;
mod function;
mod names;
mod types;

use std::fmt::Write;

use super::attributes::{self, Attribute};
use super::{quoted, words};
use crate::hir::{Constant, Handle, MemoryQualifiers, Module, SpirvDecoration, SpirvOperand, Struct, Type};
use names::{LocalNames, Names};

/// The text form of `module`.
#[must_use]
pub fn to_text(module: &Module) -> String {
    let printer = Printer { module, names: Names::of_module(module), listed: constants::listed(module) };
    let mut out = String::new();
    printer.head(&mut out);
    printer.constants(&mut out);
    for (handle, structure) in module.types.structs.iter() {
        printer.structure(&mut out, handle, structure);
    }
    printer.globals(&mut out);
    for (handle, function) in module.functions.iter() {
        out.push('\n');
        function::listing(&mut out, &printer, handle, function);
    }
    out
}

/// Appends formatted text. Writing to a `String` cannot fail, so there is no error to hand on.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{ let _ = write!($out, $($format)*); }};
}
use put;

/// What every part of the listing may ask for.
pub(in crate::hir::text) struct Printer<'a> {
    module: &'a Module,
    names: Names<'a>,
    /// The numbers of the constants that have a line of their own.
    listed: Vec<Option<u32>>,
}

impl Printer<'_> {
    /// The entry point and the lines about the module.
    fn head(&self, out: &mut String) {
        let entry = &self.module.entry_point;
        put!(out, "entry_point {} {}", entry.stage.facts().word, self.names.function(entry.function));
        self.attributes(out, attributes::ENTRY_POINT, entry);
        out.push('\n');
        for row in attributes::MODULE {
            let mut lines = Vec::new();
            (row.print)(self, self.module, &mut lines);
            for line in lines {
                put!(out, "{} {line}\n", row.word);
            }
        }
    }

    fn structure(&self, out: &mut String, handle: Handle<Struct>, structure: &Struct) {
        put!(out, "\nstruct {}", self.names.structure(handle));
        self.attributes(out, attributes::STRUCT, structure);
        out.push_str(" {\n");
        for (index, member) in structure.members.iter().enumerate() {
            let name = self.names.member(handle, index);
            put!(out, "    {name}: {}", self.declared(member.ty, member.qualifiers, &member.decorations));
            self.attributes(out, attributes::MEMBER, member);
            self.attributes(out, attributes::INTERFACE, &member.interface);
            out.push('\n');
        }
        out.push_str("}\n");
    }

    fn globals(&self, out: &mut String) {
        for (index, (handle, global)) in self.module.globals.iter().enumerate() {
            if index == 0 {
                out.push('\n');
            }
            let declared = self.declared(global.ty, global.qualifiers, &global.decorations);
            let storage = attributes::storage_text(global.storage);
            put!(out, "global {}: {declared}, {storage}", self.names.global(handle));
            self.attributes(out, attributes::GLOBAL, global);
            self.attributes(out, attributes::INTERFACE, &global.interface);
            out.push('\n');
        }
    }

    /// A type with the qualifiers and decorations of what has it.
    fn declared(&self, ty: Handle<Type>, access: MemoryQualifiers, decorations: &[SpirvDecoration]) -> String {
        let mut text = self.type_name(ty);
        qualifiers(&mut text, access);
        self.decorations(&mut text, decorations, None);
        text
    }

    /// Writes `, word what follows` for each attribute.
    fn attributes<T>(&self, out: &mut String, rows: &[Attribute<T>], it: &T) {
        for row in rows {
            let mut list = Vec::new();
            (row.print)(self, it, &mut list);
            for text in list {
                let separator = if text.is_empty() { "" } else { " " };
                put!(out, ", {}{separator}{text}", row.word);
            }
        }
    }

    /// Writes ` decorated(11, 28)` for each decoration.
    fn decorations(&self, out: &mut String, decorations: &[SpirvDecoration], locals: Option<&LocalNames<'_>>) {
        for decoration in decorations {
            let form = words::form_suffix(decoration.form);
            let operands = self.operands(&decoration.operands, locals);
            put!(out, " decorated{form}({}{operands})", decoration.decoration);
        }
    }

    /// `, 28, "text"`: the operands of something named by number, which stands before them.
    pub(in crate::hir::text) fn spirv_operands(&self, operands: &[SpirvOperand]) -> String {
        self.operands(operands, None)
    }

    /// The same where the variables of a function may be among them.
    fn operands(&self, operands: &[SpirvOperand], locals: Option<&LocalNames<'_>>) -> String {
        let mut text = String::new();
        for operand in operands {
            text.push_str(", ");
            match operand {
                SpirvOperand::Literal(words) => {
                    text.push_str("words");
                    for word in words {
                        put!(text, " {word}");
                    }
                }
                SpirvOperand::String(string) => text.push_str(&quoted(string)),
                SpirvOperand::Constant(constant) => put!(text, "id {}", self.constant(*constant)),
                // Types are made of earlier ones and nest no deeper than brackets may.
                SpirvOperand::Type(ty) => put!(text, "type {}", self.type_name(*ty)),
                SpirvOperand::Variable(variable) => put!(text, "global {}", self.names.global(*variable)),
                SpirvOperand::Local(local) => {
                    let name = locals.map_or("<no function>", |locals| locals.local(*local));
                    put!(text, "local {name}");
                }
            }
        }
        text
    }

    /// The constant as an operand: a literal if it is a plain scalar, else its id.
    pub(in crate::hir::text) fn constant(&self, handle: Handle<Constant>) -> String {
        match self.module.constants.get_handle(handle) {
            Ok(constant) => match constants::as_literal(self.module, constant) {
                Some(literal) => literal,
                None => self.constant_id(handle),
            },
            Err(_) => format!("<bad constant {}>", handle.index()),
        }
    }

    /// A constant where a number could stand too.
    pub(in crate::hir::text) fn constant_id(&self, handle: Handle<Constant>) -> String {
        match self.listed.get(handle.index()).copied().flatten() {
            Some(number) => format!("${number}"),
            None => format!("constant {}", self.constant(handle)),
        }
    }

    /// The listing of all constants that are not plain scalars.
    fn constants(&self, out: &mut String) {
        for (handle, constant) in self.module.constants.iter() {
            let Some(number) = self.listed.get(handle.index()).copied().flatten() else { continue };
            if number == 0 {
                out.push('\n');
            }
            let ty = self.type_name(constant.ty);
            put!(out, "const ${number}: {ty} = {}\n", self.constant_kind(constant));
        }
    }
}

/// Writes ` {coherent readonly}`, or nothing for the empty set.
fn qualifiers(out: &mut String, qualifiers: MemoryQualifiers) {
    if qualifiers.is_empty() {
        return;
    }
    let names: Vec<&str> =
        MemoryQualifiers::NAMES.iter().filter(|(bit, _)| qualifiers.contains(*bit)).map(|(_, name)| *name).collect();
    put!(out, " {{{}}}", names.join(" "));
}
