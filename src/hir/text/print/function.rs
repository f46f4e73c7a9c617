//! Functions in the text form.
//!
//! Comes in: a function of a module. Goes out: its listing, blocks indented. Blocks are walked with a stack of our
//! own, so a chain of `else if`s as long as memory allows prints without recursion. Must not depend on: what is valid;
//! a block that is met a second time is named, not entered.
//!
//! Values are numbered in the order in which the text mentions them, so a module parsed from the text prints the same.

use std::fmt::Write;

use super::names::LocalNames;
use super::{Printer, operand, put, qualifiers};

use crate::hir::text::{attributes, overload, quoted, tensor, words};
use crate::hir::{
    Argument, Block, BlockParameter, BranchHint, Function, Handle, Loop, LoopHint, LoopTest, Place, PlaceRoot,
    PlaceStep, SpirvArgument, Statement, SwitchCase, Type, Value, ValueKind,
};
use crate::hir::{MessagePurpose, TensorOperation};

/// Blocks nested deeper than this are not indented further.
const MAX_INDENT: usize = 32;

/// What is left to print.
enum Task<'a> {
    /// The statements of a block, from `start` on.
    Block { block: Handle<Block>, start: usize, indent: usize },
    /// A line between or after blocks.
    Line { text: &'static str, indent: usize },
    /// The last line of an `if` or `switch`, with its results.
    End { results: &'a [Handle<Value>], indent: usize },
    /// The line between the header and the body of a loop.
    While { test: Option<&'a LoopTest>, indent: usize },
    /// The line between the body of a loop and its continuing block, with the parameters of that.
    Continuing { parameters: &'a [Handle<Value>], indent: usize },
    /// The last line of a loop.
    Repeat { statement: &'a Loop, indent: usize },
    /// A case of a switch.
    Case { case: &'a SwitchCase, selector: Handle<Value>, indent: usize },
}

/// Writes the listing of `function`.
pub(super) fn listing(out: &mut String, printer: &Printer<'_>, handle: Handle<Function>, function: &Function) {
    let locals = LocalNames::of_function(&printer.names, function);
    let numbers = Numbers { of_values: vec![None; function.values.len()], next: 0 };
    let mut listing =
        Listing { out, printer, locals, function, numbers, evaluated: vec![false; function.values.len()] };
    listing.head(handle);
    listing.body();
}

/// The numbers given to values so far.
struct Numbers {
    of_values: Vec<Option<u32>>,
    next: u32,
}

impl Numbers {
    fn of(&mut self, value: Handle<Value>) -> u32 {
        let Some(slot) = self.of_values.get_mut(value.index()) else { return u32::MAX };
        *slot.get_or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

struct Listing<'a> {
    out: &'a mut String,
    printer: &'a Printer<'a>,
    locals: LocalNames<'a>,
    function: &'a Function,
    numbers: Numbers,
    evaluated: Vec<bool>,
}

impl<'a> Listing<'a> {
    fn head(&mut self, handle: Handle<Function>) {
        let (printer, function) = (self.printer, self.function);
        put!(self.out, "fn {}(", printer.names.function(handle));
        for (index, parameter) in function.parameters.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let mode = words::mode_word(parameter.mode);
            let space = if mode.is_empty() { "" } else { " " };
            let ty = printer.declared(parameter.ty, parameter.qualifiers, &parameter.decorations);
            put!(self.out, "{separator}{}: {mode}{space}{ty}", self.locals.parameter(index));
        }
        put!(self.out, ") -> {}", printer.type_name(function.result));
        printer.decorations(self.out, &function.decorations, None);
        printer.attributes(self.out, attributes::FUNCTION, &function.attributes);
        self.out.push_str(" {\n");
        for (handle, local) in function.locals.iter() {
            put!(self.out, "    local {}: {}", self.locals.local(handle), printer.type_name(local.ty));
            qualifiers(self.out, local.qualifiers);
            printer.decorations(self.out, &local.decorations, Some(&self.locals));
            self.out.push('\n');
        }
    }

    fn body(&mut self) {
        let function = self.function;
        let mut entered = vec![false; function.blocks.len()];
        let mut tasks =
            vec![Task::Line { text: "}", indent: 0 }, Task::Block { block: function.body, start: 0, indent: 1 }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Block { block, start, indent } => {
                    let seen = entered.get_mut(block.index()).is_none_or(|seen| std::mem::replace(seen, true));
                    match function.blocks.try_get(block) {
                        Ok(it) if !seen || start > 0 => self.statements(it, block, start, indent, &mut tasks),
                        _ => self.line(indent, &format!("<block {} again>", block.index())),
                    }
                }
                Task::Line { text, indent } => self.line(indent, text),
                Task::End { results, indent } => {
                    let line = format!("}}{}", self.results(results));
                    self.line(indent, &line);
                }
                Task::While { test, indent } => {
                    let test = self.test("while", test);
                    self.line(indent, &format!("}}{} {{", test.unwrap_or(" do".to_owned())));
                }
                Task::Continuing { parameters, indent } => {
                    let parameters = self.parameters(parameters.iter().map(|&it| (it, None)));
                    self.line(indent, &format!("}} continuing{parameters} {{"));
                }
                Task::Repeat { statement, indent } => {
                    let test = self.test("repeat_if", statement.repeat_if.as_ref()).unwrap_or_default();
                    let line = format!("}}{test}{}", self.results(&statement.results));
                    self.line(indent, &line);
                }
                Task::Case { case, selector, indent } => self.case(case, selector, indent),
            }
        }
    }

    /// Prints a block from statement `start` up to its end or the first statement that owns blocks.
    fn statements(
        &mut self,
        block: &'a Block,
        handle: Handle<Block>,
        start: usize,
        indent: usize,
        tasks: &mut Vec<Task<'a>>,
    ) {
        for (index, (statement, _)) in block.statements.iter().enumerate().skip(start) {
            if matches!(statement, Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_)) {
                // Once the statement's own blocks are printed.
                tasks.push(Task::Block { block: handle, start: index + 1, indent });
                self.statement(statement, indent, tasks);
                return;
            }
            self.statement(statement, indent, tasks);
        }
    }

    /// Prints a statement, or its first line; the tasks for its blocks go onto the stack.
    fn statement(&mut self, statement: &'a Statement, indent: usize, tasks: &mut Vec<Task<'a>>) {
        let inner = indent + 1;
        match statement {
            Statement::Evaluate(value) => {
                let line = self.evaluate(*value);
                self.line(indent, &line);
            }
            Statement::Store { place, value } => {
                let line = format!("store {}, {}", self.place(*place), self.operand(*value));
                self.line(indent, &line);
            }
            Statement::Describe { local, value } => {
                let value = self.operand(*value);
                let line = format!("describe {}, {value}", self.locals.local(*local));
                self.line(indent, &line);
            }
            Statement::Yield(values) => self.passing(indent, "yield", values),
            Statement::Break(values) => self.passing(indent, "break", values),
            Statement::Continue(values) => self.passing(indent, "continue", values),
            Statement::Return(None) => self.line(indent, "return"),
            Statement::Terminate(termination) => self.line(indent, words::termination_word(*termination)),
            Statement::Demote => self.line(indent, "demote"),
            Statement::Return(Some(value)) => {
                let line = format!("return {}", self.operand(*value));
                self.line(indent, &line);
            }
            Statement::If { condition, accept, reject, results, hint } => {
                let line = format!("if {}{} {{", self.operand(*condition), branch_hint(*hint));
                self.line(indent, &line);
                let is_empty = self.function.blocks.try_get(*reject).is_ok_and(|block| block.statements.is_empty());
                tasks.push(Task::End { results, indent });
                if !is_empty {
                    tasks.push(Task::Block { block: *reject, start: 0, indent: inner });
                    tasks.push(Task::Line { text: "} else {", indent });
                }
                tasks.push(Task::Block { block: *accept, start: 0, indent: inner });
            }
            Statement::Switch(switch) => {
                let line = format!("switch {}{} {{", self.operand(switch.selector), branch_hint(switch.hint));
                self.line(indent, &line);
                tasks.push(Task::End { results: &switch.results, indent });
                for case in switch.cases.iter().rev() {
                    if case.falls_through {
                        tasks.push(Task::Line { text: "fall_through", indent: inner });
                    }
                    tasks.push(Task::Block { block: case.body, start: 0, indent: inner });
                    tasks.push(Task::Case { case, selector: switch.selector, indent });
                }
            }
            Statement::Loop(it) => {
                let parameters = self.entry(&it.parameters);
                self.line(indent, &format!("loop{parameters}{} {{", loop_hint(&it.hint)));
                tasks.push(Task::Repeat { statement: it, indent });
                tasks.push(Task::Block { block: it.continuing, start: 0, indent: inner });
                tasks.push(Task::Continuing { parameters: &it.continue_parameters, indent });
                tasks.push(Task::Block { block: it.body, start: 0, indent: inner });
                tasks.push(Task::While { test: it.condition.as_ref(), indent });
                tasks.push(Task::Block { block: it.header, start: 0, indent: inner });
            }
        }
    }

    /// ` -> (%3: float, %4: uint)`, or nothing.
    fn results(&mut self, results: &[Handle<Value>]) -> String {
        let list = self.parameters(results.iter().map(|&it| (it, None)));
        if list.is_empty() { list } else { format!(" ->{list}") }
    }

    /// ` (%3: float = 0.0, %4: uint = %1)`, or nothing.
    fn entry(&mut self, parameters: &[BlockParameter]) -> String {
        self.parameters(parameters.iter().map(|it| (it.value, Some(it.initial))))
    }

    fn parameters(&mut self, parameters: impl Iterator<Item = (Handle<Value>, Option<Handle<Value>>)>) -> String {
        let mut text = String::new();
        for (value, initial) in parameters {
            text.push_str(if text.is_empty() { " (" } else { ", " });
            text.push_str(&self.declaration(value));
            if let Some(initial) = initial {
                put!(text, " = {}", self.operand(initial));
            }
            self.decorations(&mut text, value);
        }
        if !text.is_empty() {
            text.push(')');
        }
        text
    }

    /// The line of a statement that passes values.
    fn passing(&mut self, indent: usize, word: &str, values: &[Handle<Value>]) {
        let separator = if values.is_empty() { "" } else { " " };
        let line = format!("{word}{separator}{}", self.operands(values.iter().copied()));
        self.line(indent, &line);
    }

    /// ` while %3 else %4, %5`: the condition, and the results if it does not hold.
    fn test(&mut self, word: &str, test: Option<&LoopTest>) -> Option<String> {
        let LoopTest { condition, results } = test?;
        let condition = self.operand(*condition);
        let separator = if results.is_empty() { "" } else { " else " };
        Some(format!(" {word} {condition}{separator}{}", self.operands(results.iter().copied())))
    }

    fn case(&mut self, case: &SwitchCase, selector: Handle<Value>, indent: usize) {
        let types = &self.printer.module.types;
        let scalar = self.function.values.try_get(selector).ok().and_then(|value| types.scalar_of(value.ty));
        let mut labels: Vec<String> = case.values.iter().map(|bits| self.printer.label(scalar, *bits)).collect();
        if case.is_default {
            labels.push("default".to_owned());
        }
        let parameters = self.entry(&case.parameters);
        self.line(indent, &format!("case {}{parameters}:", labels.join(", ")));
    }

    fn line(&mut self, indent: usize, text: &str) {
        // A limit keeps the text linear in the size of the module, however deep it nests.
        let width = indent.min(MAX_INDENT) * 4;
        put!(self.out, "{:width$}{text}\n", "");
    }

    /// `%3: float`
    fn declaration(&mut self, handle: Handle<Value>) -> String {
        match self.function.values.try_get(handle) {
            Ok(value) => format!("%{}: {}", self.numbers.of(handle), self.printer.type_name(value.ty)),
            Err(_) => format!("<bad value {}>", handle.index()),
        }
    }

    fn operand(&mut self, handle: Handle<Value>) -> String {
        match self.function.values.try_get(handle).map(|value| &value.kind) {
            Ok(ValueKind::Constant(constant)) => self.printer.constant(*constant),
            Ok(ValueKind::Parameter(index)) => self.locals.parameter(*index as usize).to_owned(),
            Ok(_) => format!("%{}", self.numbers.of(handle)),
            Err(_) => format!("<bad value {}>", handle.index()),
        }
    }

    fn operands(&mut self, handles: impl IntoIterator<Item = Handle<Value>>) -> String {
        handles.into_iter().map(|it| self.operand(it)).collect::<Vec<_>>().join(", ")
    }

    fn decorations(&self, out: &mut String, handle: Handle<Value>) {
        if let Some(list) = self.function.decorated.get(&handle) {
            self.printer.decorations(out, list, Some(&self.locals));
        }
    }

    fn evaluate(&mut self, handle: Handle<Value>) -> String {
        let function = self.function;
        let Ok(value) = function.values.try_get(handle) else {
            return format!("<bad value {}>", handle.index());
        };
        let computes =
            !matches!(value.kind, ValueKind::Constant(_) | ValueKind::Parameter(_) | ValueKind::BlockParameter);
        let again = self.evaluated.get_mut(handle.index()).is_none_or(|it| std::mem::replace(it, true));
        if again || !computes {
            return format!("evaluate {}", self.operand(handle));
        }
        let mut line = match self.printer.module.types.get(value.ty) {
            Type::Void => String::new(),
            _ => format!("{} = ", self.declaration(handle)),
        };
        if value.relaxed {
            line.push_str("relaxed ");
        }
        if value.precise {
            line.push_str("precise ");
        }
        line.push_str(&self.computation(value));
        self.decorations(&mut line, handle);
        line
    }

    fn computation(&mut self, value: &Value) -> String {
        let printer = self.printer;
        match &value.kind {
            ValueKind::Constant(constant) => printer.constant(*constant),
            ValueKind::Parameter(index) => self.locals.parameter(*index as usize).to_owned(),
            ValueKind::BlockParameter => "block_parameter".to_owned(),
            ValueKind::Load(place) => format!("load {}", self.place(*place)),
            ValueKind::Unary { operation, operand } => {
                format!("{} {}", words::unary_word(*operation), self.operand(*operand))
            }
            ValueKind::Binary { operation, left, right } => {
                format!("{} {}", words::binary_word(*operation), self.operands([*left, *right]))
            }
            ValueKind::Convert(operand) => format!("convert {}", self.operand(*operand)),
            ValueKind::Splat(operand) => format!("splat {}", self.operand(*operand)),
            ValueKind::Compose(parts) => format!("compose {}", self.operands(parts.iter().copied())),
            ValueKind::Extract { composite, index } => format!("extract {}, {index}", self.operand(*composite)),
            ValueKind::ExtractDynamic { vector, index } => {
                format!("extract_dynamic {}", self.operands([*vector, *index]))
            }
            ValueKind::Insert { composite, index, part } => {
                format!("insert {}, {index}, {}", self.operand(*composite), self.operand(*part))
            }
            ValueKind::Swizzle { vector, components } => {
                format!("swizzle {}, {}", self.operand(*vector), words::letters(components))
            }
            ValueKind::Select { condition, accept, reject } => {
                format!("select {}", self.operands([*condition, *accept, *reject]))
            }
            ValueKind::Call { function, arguments } => {
                format!("call {}({})", printer.names.function(*function), self.arguments(arguments))
            }
            ValueKind::Builtin(call) => {
                let row = overload::spelling(&printer.module.types, self.function, call, value.ty);
                format!("builtin {row}({})", self.arguments(&call.arguments))
            }
            ValueKind::Spirv(call) => {
                let mut arguments = Vec::new();
                for argument in &call.arguments {
                    arguments.push(match *argument {
                        SpirvArgument::Value(value) => self.operand(value),
                        SpirvArgument::Place(place) => format!("&{}", self.place(place)),
                        SpirvArgument::Literal(word) => format!("literal {word}"),
                    });
                }
                let mut text = format!("spirv {}({})", operand::instruction(&call.instruction), arguments.join(", "));
                // Decorations of the instruction; those that follow decorate the value where it is used.
                if !call.decorations.is_empty() {
                    text.push_str(" result");
                    printer.decorations(&mut text, &call.decorations, Some(&self.locals));
                }
                text
            }
            ValueKind::ArrayLength(place) => format!("array_length {}", self.place(*place)),
            ValueKind::DeviceLength(ty) => format!("{} {}", words::DEVICE_LENGTH, printer.type_name(*ty)),
            ValueKind::Message(message) => {
                let word = match message.purpose {
                    MessagePurpose::Print => "debug_printf",
                    MessagePurpose::Abort => "abort",
                };
                format!("{word} {}({})", quoted(&message.format), self.operands(message.arguments.iter().copied()))
            }
            ValueKind::Tensor { tensor, operation } => self.access(*tensor, *operation),
            ValueKind::SampledImage { texture, sampler } => {
                format!("sampled_image {}", self.operands([*texture, *sampler]))
            }
        }
    }

    fn access(&mut self, of: Handle<Value>, operation: TensorOperation) -> String {
        let (word, suffix) = tensor::words(operation);
        let of = self.operand(of);
        let mut operands = self.operands(operation.operands());
        if let Some(data) = operation.written_place() {
            put!(operands, ", &{}", self.place(data));
        }
        format!("{word} {of}({operands}){suffix}")
    }

    fn arguments(&mut self, arguments: &[Argument]) -> String {
        let mut list = Vec::new();
        for argument in arguments {
            list.push(match *argument {
                Argument::Value(value) => self.operand(value),
                Argument::Place(place) => format!("&{}", self.place(place)),
                Argument::Function(function) => format!("fn {}", self.printer.names.function(function)),
            });
        }
        list.join(", ")
    }

    /// `buffer.data[%4].xy {coherent}`
    fn place(&mut self, handle: Handle<Place>) -> String {
        let (function, module) = (self.function, self.printer.module);
        let Ok(place) = function.places.try_get(handle) else {
            return format!("<bad place {}>", handle.index());
        };
        let (mut text, mut ty) = self.root(place);
        for step in &place.steps {
            let walked = ty.and_then(|ty| module.types.types.get_handle(ty).ok());
            match *step {
                PlaceStep::Member(index) => match walked {
                    Some(&(Type::Struct(structure) | Type::Reference(structure))) => {
                        put!(text, ".{}", self.printer.names.member(structure, index as usize));
                        let members = module.types.structure(structure).map(|it| &it.members);
                        ty = members.and_then(|members| members.get(index as usize)).map(|member| member.ty);
                    }
                    _ => {
                        put!(text, ".<member {index} of no structure>");
                        ty = None;
                    }
                },
                PlaceStep::Index(value) => {
                    put!(text, "[{}]", self.operand(value));
                    ty = match walked {
                        Some(Type::Array { element, .. }) => Some(*element),
                        _ => None,
                    };
                }
            }
        }
        if let Some(swizzle) = &place.swizzle {
            put!(text, ".{}", words::letters(swizzle));
        }
        qualifiers(&mut text, place.access);
        text
    }

    /// The text and the type that a path starts with. For a reference it is the type of the reference.
    fn root(&mut self, place: &Place) -> (String, Option<Handle<Type>>) {
        match place.root {
            PlaceRoot::Global(handle) => {
                let ty = self.printer.module.globals.try_get(handle).ok().map(|global| global.ty);
                (self.printer.names.global(handle).to_owned(), ty)
            }
            PlaceRoot::Local(handle) => {
                let ty = self.function.locals.try_get(handle).ok().map(|local| local.ty);
                (self.locals.local(handle).to_owned(), ty)
            }
            PlaceRoot::Parameter(index) => {
                let ty = self.function.parameters.get(index as usize).map(|parameter| parameter.ty);
                (self.locals.parameter(index as usize).to_owned(), ty)
            }
            PlaceRoot::Reference(value) => {
                let ty = self.function.values.try_get(value).ok().map(|value| value.ty);
                (format!("(*{})", self.operand(value)), ty)
            }
        }
    }
}

fn branch_hint(hint: BranchHint) -> String {
    match words::branch_word(hint) {
        "" => String::new(),
        word => format!(" {word}"),
    }
}

fn loop_hint(hint: &LoopHint) -> String {
    if *hint == LoopHint::default() {
        return String::new();
    }
    let literals: String = hint.literals.iter().map(|literal| format!(" {literal}")).collect();
    format!(" control {:#x}{literals}", hint.control)
}
