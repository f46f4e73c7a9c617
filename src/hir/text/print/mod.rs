//! Modules as text.
//!
//! Comes in: a [`Module`], which need not be valid. Goes out: its text, the same for the same module. Must not depend on:
//! how the module came about.

mod constants;
mod function;
mod names;
mod operand;

use std::fmt::Write;

use super::attributes::{self, Attribute};
use super::words;
use crate::hir::{Handle, MemoryQualifiers, Module, SpirvDecoration, Struct, Type};
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

/// Appends formatted text. Writing to a `String` cannot fail, so there is no error to propagate.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{ let _ = write!($out, $($format)*); }};
}
use put;

/// What every part of the listing may need.
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

    /// A type with the qualifiers and decorations of its owner.
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
