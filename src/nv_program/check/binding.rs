//! What variables are bound to: `program.local[2]`, `program.storage[0][8..63]`, `invocation.localid`, ...
//!
//! Comes in: the items after `=`. Goes out: ranges of parameters, memory and units. Must not depend on: instructions.

use super::{Checker, messages};
use crate::diagnostics::{Code, did_you_mean};
use crate::nv_program::ast::{
    Bindings, Index, IndexKind, Name, Number, NumberValue, Operand, OperandBase, Path, PathPart, Variable,
};
use crate::nv_program::opcode::Base;
use crate::nv_program::program::{Input, Memory, MemoryKind, ParamItem};
use crate::source::Span;

/// What one item names.
pub(super) enum BoundItem {
    Input(Input),
    Item(ParamItem),
}

/// The first word of an item.
pub(super) fn head<'a>(item: &Operand<'a>) -> Option<&'a str> {
    match &item.base {
        OperandBase::Path(path) => Some(path.head.text),
        _ => None,
    }
}

/// The path of an item without signs.
fn path<'o, 'a>(item: &'o Operand<'a>) -> Option<&'o Path<'a>> {
    match &item.base {
        OperandBase::Path(path) if item.sign.is_none() && !item.absolute => Some(path),
        _ => None,
    }
}

/// The numbers from the first to the last that an index selects.
struct Span32 {
    first: u32,
    last: u32,
}

impl<'a> Checker<'a, '_, '_> {
    /// A number or a range of numbers below `limit`.
    fn numbers(&mut self, index: &Index<'a>, limit: u32, what: &str) -> Option<Span32> {
        let (first, last) = match &index.kind {
            IndexKind::Number(number) => (*number, *number),
            IndexKind::Range(first, last) => (*first, *last),
            IndexKind::Relative { .. } => {
                self.report.push(messages::register_indexes_binding(index.span, what));
                return None;
            }
            IndexKind::Empty => {
                self.report.push(messages::binding_without_number(index.span, what));
                return None;
            }
        };
        let span = Span32 { first: Self::index_number(first), last: Self::index_number(last) };
        if span.first > span.last {
            self.report.push(messages::range_is_reversed(index.span, span.first, span.last));
            return None;
        }
        if span.last >= limit {
            self.report.push(messages::number_out_of_range(last.span, what, span.last, limit));
            return None;
        }
        Some(span)
    }

    /// `invocation.name`, `state.thread.name` or a parameter with one number. Returns the rest of the path.
    pub(super) fn binding<'p>(&mut self, path: &'p Path<'a>) -> Option<(BoundItem, &'p [PathPart<'a>])> {
        let first = match path.parts.first() {
            Some(PathPart::Member(name)) => *name,
            _ => {
                self.report.push(messages::binding_without_name(path.span, path.head.text));
                return None;
            }
        };
        let rest = path.parts.get(1..).unwrap_or(&[]);
        match path.head.text {
            "invocation" => Some((BoundItem::Input(self.input(first)?), rest)),
            "state" => self.state(path.span, first, rest),
            "program" => self.parameter(first, rest, path.span),
            other => {
                self.report.push(messages::no_such_bindings(path.head.span, other));
                None
            }
        }
    }

    fn input(&mut self, name: Name<'a>) -> Option<Input> {
        let Some(&(input, _)) = Input::ALL.iter().find(|(_, known)| *known == name.text) else {
            let near = did_you_mean(name.text, Input::ALL.iter().map(|(_, name)| *name));
            self.report.push(messages::no_such_input(name.span, name.text, near));
            return None;
        };
        if input.is_thread_group() {
            let options = &["NV_shader_thread_group"];
            let (code, span) = (Code::NvOptionRequired, name.span);
            self.require_option(options, &format_args!("`invocation.{}`", name.text), code, span);
        }
        Some(input)
    }

    fn state<'p>(
        &mut self,
        span: Span,
        first: Name<'a>,
        rest: &'p [PathPart<'a>],
    ) -> Option<(BoundItem, &'p [PathPart<'a>])> {
        if let (true, Some((PathPart::Member(name), rest))) = (first.text == "thread", rest.split_first()) {
            let item = match name.text {
                "warpsize" => Some(ParamItem::WarpSize),
                "warpspersm" => Some(ParamItem::WarpsPerSm),
                "smcount" => Some(ParamItem::SmCount),
                _ => None,
            };
            if let Some(item) = item {
                let (options, code) = (&["NV_shader_thread_group"], Code::NvOptionRequired);
                self.require_option(options, &format_args!("`state.thread.{}`", name.text), code, span);
                return Some((BoundItem::Item(item), rest));
            }
        }
        self.report.push(messages::no_such_state(span));
        None
    }

    fn parameter<'p>(
        &mut self,
        name: Name<'a>,
        rest: &'p [PathPart<'a>],
        span: Span,
    ) -> Option<(BoundItem, &'p [PathPart<'a>])> {
        let limits = &self.options.limits;
        let (limit, make): (u32, fn(u32) -> ParamItem) = match name.text {
            "local" => (limits.locals, ParamItem::Local),
            "env" => (limits.envs, ParamItem::Env),
            "storagelen" => (limits.storages, ParamItem::StorageLength),
            "buffer" | "storage" | "sharedmem" | "counter" | "subroutine" => {
                self.report.push(messages::memory_as_parameter(span, name.text));
                return None;
            }
            _ => {
                self.report.push(messages::no_such_parameter(name.span, name.text));
                return None;
            }
        };
        if name.text == "storagelen" {
            let options = &["NV_shader_storage_buffer"];
            self.require_option(options, &"`program.storagelen`", Code::NvOptionRequired, name.span);
        }
        let Some((PathPart::Index(index), rest)) = rest.split_first() else {
            self.report.push(messages::parameter_without_number(span, name.text));
            return None;
        };
        let what = format!("program.{}", name.text);
        let numbers = self.numbers(index, limit, &what)?;
        if numbers.first != numbers.last {
            self.report.push(messages::range_for_parameter(index.span));
            return None;
        }
        Some((BoundItem::Item(make(numbers.first)), rest))
    }

    /// An item that names one thing.
    pub(super) fn bound_item(&mut self, item: &Operand<'a>) -> Option<BoundItem> {
        let path = path(item)?;
        if !["invocation", "state", "program", "result", "fragment", "vertex", "primitive"].contains(&path.head.text) {
            return None;
        }
        let (bound, rest) = self.binding(path)?;
        if !rest.is_empty() {
            self.report.push(messages::binding_with_components(item.span));
            return None;
        }
        Some(bound)
    }

    /// The elements of a PARAM variable.
    pub(super) fn param_items(&mut self, bindings: &Bindings<'a>, array: bool, ty: Option<Base>) -> Vec<ParamItem> {
        // `PARAM p = {1, 2}` is a vector.
        let numbers: Option<Vec<(bool, Number)>> = bindings
            .items
            .iter()
            .map(|item| match (&item.base, item.absolute) {
                (OperandBase::Number(number), false) => Some((item.sign == Some(true), *number)),
                _ => None,
            })
            .collect();
        if !array {
            if let (Some(numbers), true) = (&numbers, bindings.list) {
                if let Some((_, extra)) = numbers.get(4) {
                    self.report.push(messages::too_many_components(extra.span));
                }
                return vec![ParamItem::Constant(self.constant_bits(numbers, ty))];
            }
            let [item] = bindings.items.as_slice() else {
                let span = bindings.items.first().map_or(Span::UNDEFINED, |item| item.span);
                self.report.push(messages::several_bindings_without_array(span));
                return Vec::new();
            };
            if bindings.list {
                self.report.push(messages::list_without_array(item.span));
                return Vec::new();
            }
            if self.is_range(item) {
                self.report.push(messages::parameter_range_without_array(item.span));
                return Vec::new();
            }
            return self.param_item(item, ty).into_iter().collect();
        }
        if !bindings.list {
            let span = bindings.items.first().map_or(Span::UNDEFINED, |item| item.span);
            self.report.push(messages::parameter_array_without_list(span));
            return Vec::new();
        }
        let mut items = Vec::new();
        for item in &bindings.items {
            if items.len() > 4096 {
                self.report.push(messages::parameter_array_too_large(item.span));
                return items;
            }
            match self.parameter_range(item) {
                Some(range) => items.extend(range),
                None => items.extend(self.param_item(item, ty)),
            }
        }
        items
    }

    fn is_range(&self, item: &Operand<'a>) -> bool {
        path(item).is_some_and(|path| {
            path.parts.iter().any(|part| matches!(part, PathPart::Index(Index { kind: IndexKind::Range(..), .. })))
        })
    }

    /// `program.local[2..5]`; `None` for anything else.
    fn parameter_range(&mut self, item: &Operand<'a>) -> Option<Vec<ParamItem>> {
        if !self.is_range(item) {
            return None;
        }
        let path = path(item)?;
        let limits = &self.options.limits;
        let [PathPart::Member(name), PathPart::Index(index)] = path.parts.as_slice() else { return None };
        let (limit, make): (u32, fn(u32) -> ParamItem) = match (path.head.text, name.text) {
            ("program", "local") => (limits.locals, ParamItem::Local),
            ("program", "env") => (limits.envs, ParamItem::Env),
            ("program", "storagelen") => (limits.storages, ParamItem::StorageLength),
            _ => return None,
        };
        let what = format!("program.{}", name.text);
        let Some(numbers) = self.numbers(index, limit, &what) else { return Some(Vec::new()) };
        Some((numbers.first..=numbers.last).map(make).collect())
    }

    fn param_item(&mut self, item: &Operand<'a>, ty: Option<Base>) -> Option<ParamItem> {
        match &item.base {
            OperandBase::Number(number) if !item.absolute => {
                let negative = item.sign == Some(true);
                let [x, ..] = self.constant_bits(&[(negative, *number)], ty);
                Some(ParamItem::Constant([x; 4]))
            }
            OperandBase::Vector(numbers, rest) if !item.absolute && item.sign.is_none() && rest.is_empty() => {
                Some(ParamItem::Constant(self.constant_bits(numbers, ty)))
            }
            OperandBase::Path(path) if item.sign.is_none() && !item.absolute => {
                if self.symbols.contains_key(path.head.text) {
                    self.report.push(messages::not_bound_to_parameter(item.span));
                    return None;
                }
                let (bound, rest) = self.binding(path)?;
                let BoundItem::Item(found) = bound else {
                    self.report.push(messages::attribute_as_parameter(item.span));
                    return None;
                };
                if !rest.is_empty() {
                    self.report.push(messages::binding_with_components(item.span));
                    return None;
                }
                Some(found)
            }
            _ => {
                self.report.push(messages::not_bound_to_parameter(item.span));
                None
            }
        }
    }

    /// The bits of one to four numbers; missing ones are 0, 0, 1. Parameters without a type are floats.
    fn constant_bits(&mut self, numbers: &[(bool, Number)], ty: Option<Base>) -> [u32; 4] {
        let base = ty.unwrap_or(Base::Float);
        let one = if base == Base::Float { 1.0_f32.to_bits() } else { 1 };
        let mut bits = [0, 0, 0, one];
        for (slot, (negative, number)) in bits.iter_mut().zip(numbers) {
            *slot = self.number_bits(*negative, *number, base);
        }
        bits
    }

    fn number_bits(&mut self, negative: bool, number: Number, base: Base) -> u32 {
        match (number.value, base) {
            (NumberValue::Float(value), Base::Float) => {
                let value = value as f32;
                (if negative { -value } else { value }).to_bits()
            }
            (NumberValue::Integer(value), Base::Float) => {
                let value = value.unwrap_or(u64::MAX) as f32;
                (if negative { -value } else { value }).to_bits()
            }
            (NumberValue::Float(_), _) => {
                self.report.push(messages::float_among_integers(number.span));
                0
            }
            (NumberValue::Integer(value), _) => {
                let value = value.unwrap_or(u64::MAX) as u32;
                if negative { value.wrapping_neg() } else { value }
            }
        }
    }

    /// The range of memory that a variable is bound to.
    pub(super) fn memory_bindings(
        &mut self,
        variable: &Variable<'a>,
        bindings: &Bindings<'a>,
        kind: MemoryKind,
        dimensions: usize,
    ) -> Option<Memory> {
        let mut whole: Option<Memory> = None;
        if bindings.list && dimensions == 0 || !bindings.list && dimensions > 0 {
            let span = bindings.items.first().map_or(variable.name.span, |item| item.span);
            self.report.push(if dimensions == 0 {
                messages::list_without_array(span)
            } else {
                messages::array_without_list(span)
            });
            return None;
        }
        for item in &bindings.items {
            let part = self.memory_binding(item, kind, dimensions)?;
            let Some(before) = &mut whole else {
                whole = Some(part);
                continue;
            };
            let same = before.first == part.first && before.buffers == part.buffers;
            let next_element = before.length.is_some_and(|length| before.offset + length == part.offset);
            if same && next_element && part.length.is_some() {
                before.length = before.length.zip(part.length).map(|(a, b)| a + b);
            } else {
                self.report.push(messages::bindings_not_consecutive(item.span));
                return None;
            }
        }
        let whole = whole?;
        if dimensions > 0 {
            self.check_sizes(variable, &whole, dimensions);
        }
        Some(whole)
    }

    /// Checks that declared sizes are those of the bindings.
    fn check_sizes(&mut self, variable: &Variable<'a>, memory: &Memory, dimensions: usize) {
        let name = variable.name.text;
        let sizes: Vec<Option<Number>> = variable.dimensions.iter().map(|(size, _)| *size).collect();
        let (buffers, elements) = match (dimensions, sizes.as_slice()) {
            (2, [buffers, elements]) => (*buffers, *elements),
            (_, [elements]) => (None, *elements),
            _ => return,
        };
        if let Some(size) = buffers.filter(|size| Self::index_number(*size) != memory.buffers) {
            let (declared, bound) = (Self::index_number(size), memory.buffers.into());
            self.report.push(messages::array_size_mismatch(size.span, name, declared, bound));
        }
        let Some(size) = elements else { return };
        let declared = Self::index_number(size);
        let is_whole_buffer = memory.length.is_none()
            || memory.kind != MemoryKind::Shared && memory.length == self.whole_length(memory.kind);
        if is_whole_buffer {
            self.report.push(messages::whole_buffer_with_size(size.span, name));
        } else if let Some(length) = memory.length.filter(|&length| length != declared) {
            self.report.push(messages::array_size_mismatch(size.span, name, declared, length.into()));
        }
    }

    /// The number of elements of a whole buffer, where it has a limit.
    fn whole_length(&self, kind: MemoryKind) -> Option<u32> {
        let bytes = self.options.limits.buffer_bytes;
        match kind {
            MemoryKind::Buffer => Some(bytes / 4),
            MemoryKind::Buffer4 => Some(bytes / 16),
            MemoryKind::Cbuffer => Some(bytes),
            // Without a size, which is reported, any element is accepted.
            MemoryKind::Shared => Some(self.program.shared_bytes).filter(|&bytes| bytes > 0),
            // Words, in a buffer of the same size.
            MemoryKind::Counter => Some(bytes / 4),
            MemoryKind::Storage => None,
        }
    }

    fn memory_binding(&mut self, item: &Operand<'a>, kind: MemoryKind, dimensions: usize) -> Option<Memory> {
        let limits = &self.options.limits;
        let (word, limit) = match kind {
            MemoryKind::Buffer | MemoryKind::Buffer4 | MemoryKind::Cbuffer => ("buffer", limits.buffers),
            MemoryKind::Storage => ("storage", limits.storages),
            MemoryKind::Shared => ("sharedmem", 1),
            MemoryKind::Counter => ("counter", limits.counters),
        };
        let what = format!("program.{word}");
        let parts = path(item).filter(|path| path.head.text == "program").map(|path| path.parts.as_slice());
        let Some([PathPart::Member(name), rest @ ..]) = parts else {
            self.report.push(messages::memory_bound_to_other(item.span, &what));
            return None;
        };
        if name.text != word {
            self.report.push(messages::memory_bound_to_other(item.span, &what));
            return None;
        }
        let indices: Vec<&Index<'a>> = rest
            .iter()
            .filter_map(|part| match part {
                PathPart::Index(index) => Some(index),
                PathPart::Member(_) => None,
            })
            .collect();
        if indices.len() != rest.len() {
            self.report.push(messages::binding_with_components(item.span));
            return None;
        }
        let whole = self.whole_length(kind);
        let mut memory =
            Memory { name: String::new(), kind, ty: None, dimensions, first: 0, buffers: 1, offset: 0, length: whole };
        let (buffer, element) = match (kind, indices.as_slice()) {
            (MemoryKind::Shared, []) => (None, None),
            (MemoryKind::Shared, [element]) => (None, Some(*element)),
            (MemoryKind::Shared, _) | (_, []) => {
                self.report.push(messages::memory_without_number(item.span, &what));
                return None;
            }
            (_, [buffer]) => (Some(*buffer), None),
            (_, [buffer, element]) => (Some(*buffer), Some(*element)),
            _ => {
                self.report.push(messages::memory_with_three_numbers(item.span, &what));
                return None;
            }
        };
        if let Some(buffer) = buffer {
            let numbers = self.numbers(buffer, limit, &what)?;
            memory.first = numbers.first;
            memory.buffers = numbers.last - numbers.first + 1;
            let is_range = matches!(buffer.kind, IndexKind::Range(..));
            if is_range && dimensions < 2 {
                self.report.push(messages::several_buffers_without_array(buffer.span));
                return None;
            }
        }
        match element {
            Some(element) => {
                let of = if kind == MemoryKind::Shared { "program.sharedmem" } else { "the buffer" };
                let numbers = self.numbers(element, whole.unwrap_or(u32::MAX), of)?;
                let is_range = matches!(element.kind, IndexKind::Range(..));
                if is_range && dimensions == 0 {
                    self.report.push(messages::element_range_without_array(element.span));
                    return None;
                }
                memory.offset = numbers.first;
                memory.length = Some(numbers.last - numbers.first + 1);
            }
            None if dimensions == 0 => {
                self.report.push(messages::whole_buffer_without_array(item.span, &what));
                return None;
            }
            None => {}
        }
        Some(memory)
    }

    /// The units of a TEXTURE or IMAGE variable: the first one, and how many there are.
    pub(super) fn unit_bindings(
        &mut self,
        variable: &Variable<'a>,
        bindings: &Bindings<'a>,
        head: &str,
        limit: u32,
        array: bool,
    ) -> Option<(u32, u32)> {
        if bindings.list != array {
            let span = variable.name.span;
            self.report.push(if array {
                messages::array_without_list(span)
            } else {
                messages::list_without_array(span)
            });
            return None;
        }
        let mut all: Option<(u32, u32)> = None;
        for item in &bindings.items {
            let parts = path(item).filter(|path| path.head.text == head).map(|path| path.parts.as_slice());
            if let (Some([]), "texture", None) = (parts, head, all) {
                // NV_gpu_program4: <texImageUnit> is "texture" with or without a number.
                all = Some((0, 1));
                continue;
            }
            let Some([PathPart::Index(index)]) = parts else {
                self.report.push(messages::units_bound_to_other(item.span, head));
                return None;
            };
            let numbers = self.numbers(index, limit, head)?;
            if !array && numbers.first != numbers.last {
                self.report.push(messages::several_units_without_array(index.span));
                return None;
            }
            let count = numbers.last - numbers.first + 1;
            match &mut all {
                None => all = Some((numbers.first, count)),
                Some((first, so_far)) if *first + *so_far == numbers.first => *so_far += count,
                Some(_) => {
                    self.report.push(messages::units_not_consecutive(item.span));
                    return None;
                }
            }
        }
        let (_, count) = all?;
        if let Some((Some(size), _)) = variable.dimensions.first()
            && Self::index_number(*size) != count
        {
            let declared = Self::index_number(*size);
            self.report.push(messages::array_size_mismatch(size.span, variable.name.text, declared, count.into()));
        }
        all
    }

    /// The parameters of a SUBROUTINE variable.
    pub(super) fn subroutine_bindings(
        &mut self,
        variable: &Variable<'a>,
        bindings: &Bindings<'a>,
        array: bool,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        let limit = self.options.limits.subroutines;
        for item in &bindings.items {
            let parts = path(item).filter(|path| path.head.text == "program").map(|path| path.parts.as_slice());
            let Some([PathPart::Member(Name { text: "subroutine", .. }), PathPart::Index(index)]) = parts else {
                self.report.push(messages::subroutine_bound_to_other(item.span));
                return found;
            };
            let Some(numbers) = self.numbers(index, limit, "program.subroutine") else { return found };
            if found.last().is_some_and(|last| last + 1 != numbers.first) {
                self.report.push(messages::parameters_not_consecutive(item.span));
                return found;
            }
            found.extend(numbers.first..=numbers.last);
        }
        if array && !bindings.list {
            self.report.push(messages::subroutine_array_without_list(variable.name.span));
        }
        if !array && (found.len() > 1 || bindings.list) {
            self.report.push(messages::several_parameters_without_array(variable.name.span));
        }
        if let Some((Some(size), _)) = variable.dimensions.first()
            && Self::index_number(*size) as usize != found.len()
        {
            let (declared, bound) = (Self::index_number(*size), found.len() as u64);
            self.report.push(messages::array_size_mismatch(size.span, variable.name.text, declared, bound));
        }
        found
    }
}
