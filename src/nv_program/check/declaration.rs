//! Declarations: the size of groups and shared memory, and variables.
//!
//! Comes in: declarations. Goes out: entries of the program and of the table of names. Must not depend on: instructions.

use super::binding::{self, BoundItem};
use super::{Checker, Symbol, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{Name, Number, Variable, VariableKind, VariableModifier};
use crate::nv_program::opcode::Base;
use crate::nv_program::program::{Input, Memory, MemoryKind, Param, Size, Subroutine, Temp};
use crate::source::Span;

/// What precedes the keyword of a declaration.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    size: Size,
    ty: Option<Base>,
}

impl<'a> Checker<'a, '_, '_> {
    fn in_head(&mut self, what: &str, span: Span) {
        if self.stated {
            self.report.push(messages::after_statement(span, what));
            if let (Some(first), None, "GROUP_SIZE") = (self.first_statement, self.group_size, what) {
                self.report.push(messages::group_size_not_known_yet(first, span));
            }
        }
        self.declared = true;
    }

    pub(super) fn group_size(&mut self, sizes: &[Number], span: Span) {
        self.in_head("GROUP_SIZE", span);
        if let Some(earlier) = self.group_size.replace(span) {
            self.report.push(messages::duplicate_group_size(span, earlier));
            return;
        }
        if let Some(extra) = sizes.get(3) {
            self.report.push(messages::group_has_three_dimensions(extra.span));
            return;
        }
        let limits = &self.options.limits;
        let most = [limits.group_x, limits.group_y, limits.group_z];
        let total = limits.group_total;
        let mut values = [1_u32; 3];
        let mut fine = true;
        for ((value, number), (axis, most)) in values.iter_mut().zip(sizes).zip(["x", "y", "z"].iter().zip(most)) {
            *value = Self::index_number(*number);
            if *value > most {
                self.report.push(messages::group_too_large_in_axis(number.span, axis, *value, most));
                fine = false;
            } else if *value == 0 {
                self.report.strict(messages::group_empty_in_axis(number.span, axis));
                *value = 1;
            }
        }
        let product = values.iter().fold(1_u64, |product, &value| product.saturating_mul(value.into()));
        if fine && product > total.into() {
            let last = sizes.last().map_or(span, |number| number.span);
            self.report.push(messages::group_too_large(last, product, total));
        }
        self.program.group_size = Some(values);
    }

    pub(super) fn shared_memory(&mut self, size: Number, span: Span) {
        self.in_head("SHARED_MEMORY", span);
        if let Some(earlier) = self.shared_memory.replace(span) {
            self.report.push(messages::duplicate_shared_memory(span, earlier));
            return;
        }
        let bytes = Self::index_number(size);
        let most = self.options.limits.shared_bytes;
        if bytes > most {
            self.report.push(messages::shared_memory_too_large(size.span, bytes, most));
            self.program.shared_bytes = most;
            return;
        }
        self.program.shared_bytes = bytes;
    }

    pub(super) fn variables(
        &mut self,
        kind: VariableKind,
        modifiers: &[(VariableModifier, Span)],
        items: &[Variable<'a>],
    ) {
        let modifiers = self.modifiers_of(kind, modifiers);
        for variable in items {
            match kind {
                VariableKind::Temp => self.temp(variable, modifiers),
                VariableKind::Attrib => self.attrib(variable, modifiers),
                VariableKind::Param => self.param(variable, modifiers),
                VariableKind::Image | VariableKind::Texture => self.units(variable, kind),
                _ => self.memory_variable(variable, kind, modifiers),
            }
        }
    }

    fn modifiers_of(&mut self, kind: VariableKind, written: &[(VariableModifier, Span)]) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let (mut sizes, mut types) = (0, 0);
        let keyword = kind.keyword();
        for &(modifier, span) in written {
            match modifier {
                VariableModifier::Short | VariableModifier::Long => {
                    sizes += 1;
                    modifiers.size = if modifier == VariableModifier::Short { Size::Short } else { Size::Long };
                    if sizes > 1 {
                        self.report.push(messages::two_register_sizes(span));
                    } else if kind != VariableKind::Temp {
                        self.report.push(messages::takes_no_register_size(span, keyword));
                    }
                }
                VariableModifier::Type(ty) => {
                    types += 1;
                    modifiers.ty = Some(ty);
                    let typed = matches!(
                        kind,
                        VariableKind::Temp
                            | VariableKind::Attrib
                            | VariableKind::Param
                            | VariableKind::Buffer
                            | VariableKind::Buffer4
                            | VariableKind::Cbuffer
                    );
                    if types > 1 {
                        self.report.push(messages::two_types(span));
                    } else if !typed {
                        self.report.push(messages::takes_no_type(span, keyword));
                    }
                }
            }
        }
        modifiers
    }

    /// The size in the first brackets, and whether there are any. Reports more than `most` brackets.
    fn dimensions(&mut self, variable: &Variable<'a>, most: usize) -> Option<usize> {
        if let Some((_, span)) = variable.dimensions.get(most) {
            self.report.push(messages::too_many_dimensions(*span, variable.name.text, most));
            return None;
        }
        Some(variable.dimensions.len())
    }

    fn temp(&mut self, variable: &Variable<'a>, modifiers: Modifiers) {
        if self.dimensions(variable, 1).is_none() {
            return;
        }
        let elements = match variable.dimensions.first() {
            None => None,
            Some((None, span)) => {
                self.report.push(messages::register_array_without_size(*span, variable.name.text));
                Some(1)
            }
            Some((Some(number), _)) => {
                let size = Self::index_number(*number);
                if size == 0 {
                    self.report.strict(messages::register_array_is_empty(number.span, variable.name.text));
                }
                // The driver's is a register.
                (size > 0).then_some(size)
            }
        };
        let most = self.options.limits.temps;
        let had_room = self.temp_count <= most;
        self.temp_count = self.temp_count.saturating_add(elements.unwrap_or(1));
        // What is too large is declared nevertheless, so that its uses are no errors.
        if elements.is_some_and(|elements| elements >= most) {
            self.report.push(messages::register_array_too_large(variable.name.span, most));
        } else if had_room && self.temp_count > most {
            self.report.push(messages::too_many_registers(variable.name.span, most));
        }
        let symbol = Symbol::Temp(self.program.temps.len());
        self.program.temps.push(Temp {
            name: variable.name.text.to_owned(),
            size: modifiers.size,
            ty: modifiers.ty,
            elements,
        });
        self.declare(variable.name, symbol);
    }

    fn attrib(&mut self, variable: &Variable<'a>, modifiers: Modifiers) {
        if let Some((_, span)) = variable.dimensions.first() {
            self.report.push(messages::attribute_is_array(*span));
            return;
        }
        let Some(item) = variable.bindings.as_ref().filter(|it| !it.list).and_then(|it| it.items.first()) else {
            self.report.push(messages::attribute_not_bound_to_input(Code::NvSyntax, variable.name.span));
            return;
        };
        let Some(BoundItem::Input(input)) = self.bound_item(item) else {
            // What it is bound to may already have been reported.
            if !matches!(binding::head(item), Some("invocation")) {
                self.report.push(messages::attribute_not_bound_to_input(Code::NvStageBinding, item.span));
            }
            self.declare(variable.name, Symbol::Attrib(Input::LocalId, modifiers.ty));
            return;
        };
        self.declare(variable.name, Symbol::Attrib(input, modifiers.ty));
    }

    fn param(&mut self, variable: &Variable<'a>, modifiers: Modifiers) {
        let Some(dimensions) = self.dimensions(variable, 1) else { return };
        let index = self.program.params.len();
        let mut items = Vec::new();
        if let Some(bindings) = &variable.bindings {
            items = self.param_items(bindings, dimensions > 0, modifiers.ty);
        }
        if let Some((Some(size), _)) = variable.dimensions.first() {
            let declared = Self::index_number(*size);
            if declared as usize != items.len() && !items.is_empty() {
                let bound = items.len() as u64;
                self.report.push(messages::array_size_mismatch(size.span, variable.name.text, declared, bound));
            }
        }
        let name = variable.name.text.to_owned();
        self.program.params.push(Param { name, ty: modifiers.ty, array: dimensions > 0, items });
        self.declare(variable.name, Symbol::Param(index));
    }

    fn memory_variable(&mut self, variable: &Variable<'a>, kind: VariableKind, modifiers: Modifiers) {
        let kind_of_memory = match kind {
            VariableKind::Buffer => MemoryKind::Buffer,
            VariableKind::Buffer4 => MemoryKind::Buffer4,
            VariableKind::Cbuffer => MemoryKind::Cbuffer,
            VariableKind::Storage => MemoryKind::Storage,
            VariableKind::Shared => MemoryKind::Shared,
            _ => MemoryKind::Counter,
        };
        let span = variable.name.span;
        match kind_of_memory {
            MemoryKind::Storage => {
                self.require_option(&["NV_shader_storage_buffer"], &"`STORAGE`", Code::NvOptionRequired, span);
            }
            MemoryKind::Counter => {
                self.require_option(&["NV_shader_atomic_counters"], &"`COUNTER`", Code::NvOptionRequired, span);
            }
            MemoryKind::Shared => self.require_shared(span),
            _ => {}
        }
        let most = if matches!(kind_of_memory, MemoryKind::Shared | MemoryKind::Counter) { 1 } else { 2 };
        let Some(dimensions) = self.dimensions(variable, most) else { return };
        let Some(bindings) = &variable.bindings else { return };
        let index = self.program.memories.len();
        let Some(range) = self.memory_bindings(variable, bindings, kind_of_memory, dimensions) else {
            // A name that is known to be memory causes no further errors.
            self.program.memories.push(Memory {
                name: variable.name.text.to_owned(),
                kind: kind_of_memory,
                ty: None,
                dimensions,
                first: 0,
                buffers: 1,
                offset: 0,
                length: None,
            });
            return self.declare(variable.name, Symbol::Memory(index));
        };
        self.program.memories.push(Memory {
            name: variable.name.text.to_owned(),
            kind: kind_of_memory,
            ty: modifiers.ty,
            dimensions,
            ..range
        });
        self.declare(variable.name, Symbol::Memory(index));
        self.one_element_size(variable.name);
    }

    /// A binding point is BUFFER or BUFFER4, not both: compares the last memory with the earlier ones.
    fn one_element_size(&mut self, name: Name<'a>) {
        let Some((last, earlier)) = self.program.memories.split_last() else { return };
        let other = match last.kind {
            MemoryKind::Buffer => MemoryKind::Buffer4,
            MemoryKind::Buffer4 => MemoryKind::Buffer,
            _ => return,
        };
        let overlaps = |it: &&Memory| {
            it.kind == other && it.first < last.first + last.buffers && last.first < it.first + it.buffers
        };
        if let Some(found) = earlier.iter().find(overlaps) {
            let number = last.first.max(found.first);
            self.report.push(messages::buffer_with_two_elements(name.span, number, &found.name));
        }
    }

    /// Reports shared memory that is used without a size.
    pub(super) fn require_shared(&mut self, span: Span) {
        if self.program.shared_bytes > 0 {
            return;
        }
        self.shared_missing = true;
        self.report.push(messages::shared_memory_without_size(span));
    }

    fn units(&mut self, variable: &Variable<'a>, kind: VariableKind) {
        let Some(dimensions) = self.dimensions(variable, 1) else { return };
        let Some(bindings) = &variable.bindings else { return };
        let (head, most) = match kind {
            VariableKind::Image => ("image", self.options.limits.images),
            _ => ("texture", self.options.limits.textures),
        };
        let array = dimensions > 0;
        let (first, count) = self.unit_bindings(variable, bindings, head, most, array).unwrap_or((0, 1));
        let symbol = match kind {
            VariableKind::Image => Symbol::Image(first, count, array),
            _ => Symbol::Texture(first, count, array),
        };
        self.declare(variable.name, symbol);
    }

    pub(super) fn subroutine_type(&mut self, name: Name<'a>, labels: &[Name<'a>]) {
        let index = self.program.subroutine_types.len();
        let mut known = Vec::new();
        self.declare(name, Symbol::SubroutineType(index));
        for label in labels {
            if !matches!(self.symbols.get(label.text), Some((Symbol::Label(_), _))) {
                self.declare(*label, Symbol::Listed);
            }
            match self.labels.get(label.text) {
                Some(&index) => known.push(index),
                None => {
                    let diagnostic = messages::listed_subroutine_missing(self.text_end, label.span, label.text);
                    self.flow.missing.push(diagnostic);
                }
            }
        }
        self.program.subroutine_types.push(known);
    }

    pub(super) fn subroutine(&mut self, ty: Name<'a>, variable: &Variable<'a>) {
        let Some(Symbol::SubroutineType(ty_index)) = self.symbol(ty) else {
            if self.symbols.contains_key(ty.text) {
                self.report.push(messages::not_a_subroutine_type(ty.span, ty.text));
            }
            return;
        };
        let Some(dimensions) = self.dimensions(variable, 1) else { return };
        let numbers = match &variable.bindings {
            Some(bindings) => self.subroutine_bindings(variable, bindings, dimensions > 0),
            None => Vec::new(),
        };
        let clash = self
            .program
            .subroutines
            .iter()
            .find(|other| other.ty != ty_index && other.numbers.iter().any(|number| numbers.contains(number)));
        if let Some(clash) = clash {
            let diagnostic = messages::parameter_of_two_types(self.text_end, variable.name.span, &clash.name);
            self.flow.missing.push(diagnostic);
        }
        let index = self.program.subroutines.len();
        let name = variable.name.text.to_owned();
        self.program.subroutines.push(Subroutine { name, ty: ty_index, array: dimensions > 0, numbers });
        self.declare(variable.name, Symbol::Subroutine(index));
    }
}
