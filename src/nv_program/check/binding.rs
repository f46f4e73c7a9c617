//! What variables are bound to: `program.local[2]`, `program.storage[0][8..63]`, `invocation.localid`, ...
//!
//! Comes in: the items after `=`. Goes out: ranges of parameters, memory and units. Must not depend on: instructions.

use super::Checker;
use crate::diagnostics::Code;
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
                let message = format!("a register indexes the binding `{what}`");
                let help = "declare an array bound to it, and index that";
                self.report.error_with(Code::NvRelativeBinding, index.span, message, help);
                return None;
            }
            IndexKind::Empty => {
                self.report.error(Code::NvSyntax, index.span, format!("the number of `{what}` is missing"));
                return None;
            }
        };
        let span = Span32 { first: Self::index_number(first), last: Self::index_number(last) };
        if span.first > span.last {
            let message = format!("the range begins with {} and ends with {}", span.first, span.last);
            self.report.error(Code::NvRangeOrder, index.span, message);
            return None;
        }
        if span.last >= limit {
            let message = format!("the number is {}, but there are {limit} of `{what}`", span.last);
            self.report.error(Code::NvBindingLimit, last.span, message);
            return None;
        }
        Some(span)
    }

    fn not_here(&mut self, span: Span, what: &str) {
        self.report.error(Code::NvStageBinding, span, format!("compute programs have no {what}"));
    }

    /// `invocation.name`, `state.thread.name` or a parameter with one number. Returns the rest of the path.
    pub(super) fn binding<'p>(&mut self, path: &'p Path<'a>) -> Option<(BoundItem, &'p [PathPart<'a>])> {
        let first = match path.parts.first() {
            Some(PathPart::Member(name)) => *name,
            _ => {
                let message = format!("`{}` is followed by `.` and a name", path.head.text);
                self.report.error(Code::NvSyntax, path.span, message);
                return None;
            }
        };
        let rest = path.parts.get(1..).unwrap_or(&[]);
        match path.head.text {
            "invocation" => Some((BoundItem::Input(self.input(first)?), rest)),
            "state" => self.state(path.span, first, rest),
            "program" => self.parameter(first, rest, path.span),
            other => {
                self.not_here(path.head.span, &format!("`{other}` bindings"));
                None
            }
        }
    }

    fn input(&mut self, name: Name<'a>) -> Option<Input> {
        let Some(&(input, _)) = Input::ALL.iter().find(|(_, known)| *known == name.text) else {
            let message = format!("there is no `invocation.{}` in compute programs", name.text);
            match crate::diagnostics::did_you_mean(name.text, Input::ALL.iter().map(|(_, name)| *name)) {
                Some(near) => {
                    let help = format!("did you mean `invocation.{near}`?");
                    self.report.error_with(Code::NvStageBinding, name.span, message, help);
                }
                None => self.report.error(Code::NvStageBinding, name.span, message),
            }
            return None;
        };
        if input.is_thread_group() {
            let what = format!("`invocation.{}`", name.text);
            self.require_option(&["NV_shader_thread_group"], &what, Code::NvOptionRequired, name.span);
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
                let what = format!("`state.thread.{}`", name.text);
                self.require_option(&["NV_shader_thread_group"], &what, Code::NvOptionRequired, span);
                return Some((BoundItem::Item(item), rest));
            }
        }
        let message = "Vulkan has no such state";
        let help = "pass the value as a local parameter, `program.local[n]`";
        self.report.error_with(Code::NvStageBinding, span, message, help);
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
                let message = format!("memory (`program.{}`) must be named by a variable", name.text);
                let help = "declare a variable bound to it, and name that";
                self.report.error_with(Code::NvMemoryBinding, span, message, help);
                return None;
            }
            _ => {
                let message = format!("there is no `program.{}`", name.text);
                self.report.error(Code::NvStageBinding, name.span, message);
                return None;
            }
        };
        if name.text == "storagelen" {
            let options = &["NV_shader_storage_buffer"];
            self.require_option(options, "`program.storagelen`", Code::NvOptionRequired, name.span);
        }
        let Some((PathPart::Index(index), rest)) = rest.split_first() else {
            let message = format!("the number of `program.{}` is missing", name.text);
            self.report.error_with(Code::NvSyntax, span, message, "write it in brackets");
            return None;
        };
        let what = format!("program.{}", name.text);
        let numbers = self.numbers(index, limit, &what)?;
        if numbers.first != numbers.last {
            self.report.error(Code::NvIndexMissing, index.span, "expected one parameter, found a range");
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
            self.report.error(Code::NvSyntax, item.span, "a binding has no components");
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
                    self.report.error(Code::NvSyntax, extra.span, "a constant has at most four components");
                }
                return vec![ParamItem::Constant(self.constant_bits(numbers, ty))];
            }
            let [item] = bindings.items.as_slice() else {
                let span = bindings.items.first().map_or(Span::UNDEFINED, |item| item.span);
                let message = "several bindings for a variable that is not an array";
                self.report.error_with(Code::NvArrayRequired, span, message, "write `[]` after its name");
                return Vec::new();
            };
            if bindings.list {
                let message = "a list of bindings for a variable that is not an array";
                self.report.error_with(Code::NvArrayRequired, item.span, message, "write `[]` after its name");
                return Vec::new();
            }
            if self.is_range(item) {
                let message = "a range of parameters is bound to a variable that is not an array";
                self.report.error_with(Code::NvArrayRequired, item.span, message, "write `[]` after its name");
                return Vec::new();
            }
            return self.param_item(item, ty).into_iter().collect();
        }
        if !bindings.list {
            let span = bindings.items.first().map_or(Span::UNDEFINED, |item| item.span);
            self.report.error_with(
                Code::NvArrayRequired,
                span,
                "an array is bound to a list in braces",
                "write `{` and `}` around it",
            );
            return Vec::new();
        }
        let mut items = Vec::new();
        for item in &bindings.items {
            if items.len() > 4096 {
                self.report.error(Code::NvTooLarge, item.span, "the array has more than 4096 elements");
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
                    self.report.error(Code::NvSyntax, item.span, "a parameter is bound to a binding or numbers");
                    return None;
                }
                let (bound, rest) = self.binding(path)?;
                let BoundItem::Item(found) = bound else {
                    let message = "an attribute of the invocation is not a parameter";
                    self.report.error_with(Code::NvStageBinding, item.span, message, "declare it with `ATTRIB`");
                    return None;
                };
                if !rest.is_empty() {
                    self.report.error(Code::NvSyntax, item.span, "a binding has no components");
                    return None;
                }
                Some(found)
            }
            _ => {
                self.report.error(Code::NvSyntax, item.span, "a parameter is bound to a binding or numbers");
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
                let message = "a floating-point number in a parameter of integers";
                self.report.error(Code::NvFloatLiteral, number.span, message);
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
            let (message, help) = if dimensions == 0 {
                ("a list of bindings for a variable that is not an array", "write `[]` after its name")
            } else {
                ("an array is bound to a list in braces", "write `{` and `}` around the binding")
            };
            let span = bindings.items.first().map_or(variable.name.span, |item| item.span);
            self.report.error_with(Code::NvArrayRequired, span, message, help);
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
                let message = "the bindings of an array follow each other in one buffer, or one range of buffers";
                let help = "bind consecutive elements, each once; `program.storage[0..3]` binds several buffers";
                self.report.error_with(Code::NvBindingList, item.span, message, help);
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
            self.array_size(size.span, name, Self::index_number(size), memory.buffers.into());
        }
        let Some(size) = elements else { return };
        let declared = Self::index_number(size);
        let is_whole_buffer = memory.length.is_none()
            || memory.kind != MemoryKind::Shared && memory.length == self.whole_length(memory.kind);
        if is_whole_buffer {
            let message = format!("`{name}` is a whole buffer, whose size is not known here");
            let help = format!("write `{name}[]`");
            self.report.error_with(Code::NvArraySizeMismatch, size.span, message, help);
        } else if let Some(length) = memory.length.filter(|&length| length != declared) {
            self.array_size(size.span, name, declared, length.into());
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
            self.report.error(Code::NvMemoryOperand, item.span, format!("this variable is bound to `{what}`"));
            return None;
        };
        if name.text != word {
            self.report.error(Code::NvMemoryOperand, item.span, format!("this variable is bound to `{what}`"));
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
            self.report.error(Code::NvSyntax, item.span, "a binding has no components");
            return None;
        }
        let whole = self.whole_length(kind);
        let mut memory =
            Memory { name: String::new(), kind, ty: None, dimensions, first: 0, buffers: 1, offset: 0, length: whole };
        let (buffer, element) = match (kind, indices.as_slice()) {
            (MemoryKind::Shared, []) => (None, None),
            (MemoryKind::Shared, [element]) => (None, Some(*element)),
            (MemoryKind::Shared, _) | (_, []) => {
                let message = format!("`{what}` has one number for the buffer, and perhaps one for the element");
                self.report.error(Code::NvSyntax, item.span, message);
                return None;
            }
            (_, [buffer]) => (Some(*buffer), None),
            (_, [buffer, element]) => (Some(*buffer), Some(*element)),
            _ => {
                self.report.error(Code::NvSyntax, item.span, format!("`{what}` has at most two numbers"));
                return None;
            }
        };
        if let Some(buffer) = buffer {
            let numbers = self.numbers(buffer, limit, &what)?;
            memory.first = numbers.first;
            memory.buffers = numbers.last - numbers.first + 1;
            let is_range = matches!(buffer.kind, IndexKind::Range(..));
            if is_range && dimensions < 2 {
                let message = "several buffers are bound to a variable that selects none of them";
                let help = "write two pairs of brackets after its name";
                self.report.error_with(Code::NvArrayRequired, buffer.span, message, help);
                return None;
            }
        }
        match element {
            Some(element) => {
                let of = if kind == MemoryKind::Shared { "program.sharedmem" } else { "the buffer" };
                let numbers = self.numbers(element, whole.unwrap_or(u32::MAX), of)?;
                let is_range = matches!(element.kind, IndexKind::Range(..));
                if is_range && dimensions == 0 {
                    let message = "a range of elements is bound to a variable that is not an array";
                    self.report.error_with(Code::NvArrayRequired, element.span, message, "write `[]` after its name");
                    return None;
                }
                memory.offset = numbers.first;
                memory.length = Some(numbers.last - numbers.first + 1);
            }
            None if dimensions == 0 => {
                let message = format!("a whole `{what}` is bound to a variable that is not an array");
                self.report.error_with(Code::NvArrayRequired, item.span, message, "write `[]` after its name");
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
            let (message, help) = if array {
                ("an array is bound to a list in braces", "write `{` and `}` around the binding")
            } else {
                ("a list of bindings for a variable that is not an array", "write `[]` after its name")
            };
            self.report.error_with(Code::NvArrayRequired, variable.name.span, message, help);
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
                self.report.error(Code::NvMemoryOperand, item.span, format!("this variable is bound to `{head}[n]`"));
                return None;
            };
            let numbers = self.numbers(index, limit, head)?;
            if !array && numbers.first != numbers.last {
                let message = "several units are bound to a variable that is not an array";
                self.report.error_with(Code::NvArrayRequired, index.span, message, "write `[]` after its name");
                return None;
            }
            let count = numbers.last - numbers.first + 1;
            match &mut all {
                None => all = Some((numbers.first, count)),
                Some((first, so_far)) if *first + *so_far == numbers.first => *so_far += count,
                Some(_) => {
                    let message = "the units of an array follow each other";
                    self.report.error(Code::NvBindingList, item.span, message);
                    return None;
                }
            }
        }
        let (_, count) = all?;
        if let Some((Some(size), _)) = variable.dimensions.first()
            && Self::index_number(*size) != count
        {
            self.array_size(size.span, variable.name.text, Self::index_number(*size), count.into());
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
                let message = "a subroutine variable is bound to `program.subroutine[n]`";
                self.report.error(Code::NvSubroutine, item.span, message);
                return found;
            };
            let Some(numbers) = self.numbers(index, limit, "program.subroutine") else { return found };
            if found.last().is_some_and(|last| last + 1 != numbers.first) {
                self.report.error(Code::NvBindingList, item.span, "the parameters of an array follow each other");
                return found;
            }
            found.extend(numbers.first..=numbers.last);
        }
        if array && !bindings.list {
            let message = "an array is bound to a list in braces";
            self.report.error_with(
                Code::NvBindingList,
                variable.name.span,
                message,
                "write `= { program.subroutine[n] }`",
            );
        }
        if !array && (found.len() > 1 || bindings.list) {
            let message = "several parameters are bound to a variable that is not an array";
            self.report.error_with(Code::NvArrayRequired, variable.name.span, message, "write `[]` after its name");
        }
        if let Some((Some(size), _)) = variable.dimensions.first()
            && Self::index_number(*size) as usize != found.len()
        {
            self.array_size(size.span, variable.name.text, Self::index_number(*size), found.len() as u64);
        }
        found
    }
}
