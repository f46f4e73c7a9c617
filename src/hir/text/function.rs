//! Functions in the text form.
//!
//! Comes in: a function of a module. Goes out: its listing, blocks indented. Blocks are walked with a stack of our
//! own, so a chain of `else if`s as long as memory allows prints without recursion. Must not know: what is valid; a
//! block that is met a second time is named, not entered.

use std::fmt::Write;

use super::names::LocalNames;
use super::{Names, constants, decorations, put, qualifiers, types};
use crate::hir::TensorOperation;
use crate::hir::{
    Argument, Block, BlockParameter, BranchHint, Function, Handle, Loop, LoopHint, LoopTest, Module, ParameterMode,
    Place, PlaceRoot, PlaceStep, SpirvArgument, Statement, SwitchCase, Termination, Type, Value, ValueKind,
};

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
pub(super) fn listing(out: &mut String, module: &Module, names: &Names, handle: Handle<Function>, function: &Function) {
    let locals = LocalNames::of_function(names, function);
    let mut printer = Printer { out, module, names, locals, function };
    printer.head(handle);
    printer.body();
}

struct Printer<'a> {
    out: &'a mut String,
    module: &'a Module,
    names: &'a Names,
    locals: LocalNames,
    function: &'a Function,
}

impl<'a> Printer<'a> {
    fn head(&mut self, handle: Handle<Function>) {
        put!(self.out, "fn {}(", self.names.function(handle));
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let mode = match parameter.mode {
                ParameterMode::Value => "",
                ParameterMode::Pointer => "pointer ",
                ParameterMode::Resource => "resource ",
            };
            let ty = types::name(self.module, self.names, parameter.ty);
            put!(self.out, "{separator}{}: {mode}{ty}", self.locals.parameter(index));
            qualifiers(self.out, " ", parameter.qualifiers);
            decorations(self.out, self.module, self.names, &parameter.decorations);
        }
        put!(self.out, ") -> {}", types::name(self.module, self.names, self.function.result));
        decorations(self.out, self.module, self.names, &self.function.decorations);
        let attributes = self.function.attributes;
        if attributes.subgroup_uniform_control_flow {
            self.out.push_str(" subgroup_uniform_control_flow");
        }
        if attributes.maximally_reconverges {
            self.out.push_str(" maximally_reconverges");
        }
        self.out.push_str(" {\n");
        for (handle, local) in self.function.locals.iter() {
            let ty = types::name(self.module, self.names, local.ty);
            put!(self.out, "    local {}: {ty}", self.locals.local(handle));
            qualifiers(self.out, " ", local.qualifiers);
            decorations(self.out, self.module, self.names, &local.decorations);
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
                Task::End { results, indent } => self.line(indent, &format!("}}{}", self.results(results))),
                Task::While { test, indent } => self.line(indent, &format!("}} while {} {{", self.test(test))),
                Task::Continuing { parameters, indent } => {
                    let parameters = self.parameters(parameters.iter().map(|&it| (it, None)));
                    self.line(indent, &format!("}} continuing{parameters} {{"));
                }
                Task::Repeat { statement, indent } => {
                    let test = self.test(statement.repeat_if.as_ref());
                    self.line(indent, &format!("}} repeat_if {test}{}", self.results(&statement.results)));
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
            Statement::Yield(values) => self.line(indent, &format!("yield{}", self.passed(values))),
            Statement::Break(values) => self.line(indent, &format!("break{}", self.passed(values))),
            Statement::Continue(values) => self.line(indent, &format!("continue{}", self.passed(values))),
            Statement::Return(None) => self.line(indent, "return"),
            Statement::Terminate(termination) => {
                let word = match termination {
                    Termination::Discard => "discard",
                    Termination::Invocation => "terminate_invocation",
                    Termination::IgnoreIntersection => "ignore_intersection",
                    Termination::Ray => "terminate_ray",
                };
                self.line(indent, word);
            }
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
                        tasks.push(Task::Line { text: "fall through", indent: inner });
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
    fn results(&self, results: &[Handle<Value>]) -> String {
        let list = self.parameters(results.iter().map(|&it| (it, None)));
        if list.is_empty() { list } else { format!(" ->{list}") }
    }

    /// ` (%3: float = 0.0, %4: uint = %1)`, or nothing.
    fn entry(&self, parameters: &[BlockParameter]) -> String {
        self.parameters(parameters.iter().map(|it| (it.value, Some(it.initial))))
    }

    fn parameters(&self, parameters: impl Iterator<Item = (Handle<Value>, Option<Handle<Value>>)>) -> String {
        let mut text = String::new();
        for (value, initial) in parameters {
            text.push_str(if text.is_empty() { " (" } else { ", " });
            text.push_str(&self.declaration(value));
            if let Some(initial) = initial {
                put!(text, " = {}", self.operand(initial));
            }
            if let Some(list) = self.function.decorated.get(&value) {
                decorations(&mut text, self.module, self.names, list);
            }
        }
        if !text.is_empty() {
            text.push(')');
        }
        text
    }

    /// ` %3, %4`, or nothing.
    fn passed(&self, values: &[Handle<Value>]) -> String {
        let values: Vec<_> = values.iter().map(|&value| self.operand(value)).collect();
        if values.is_empty() { String::new() } else { format!(" {}", values.join(", ")) }
    }

    /// `%3 else %4, %5`: the condition, and the results if it does not hold.
    fn test(&self, test: Option<&LoopTest>) -> String {
        let Some(test) = test else { return "true".to_owned() };
        let results = self.passed(&test.results);
        let separator = if results.is_empty() { "" } else { " else" };
        format!("{}{separator}{results}", self.operand(test.condition))
    }

    fn case(&mut self, case: &SwitchCase, selector: Handle<Value>, indent: usize) {
        let scalar =
            self.function.values.try_get(selector).ok().and_then(|value| self.module.types.scalar_of(value.ty));
        let mut labels: Vec<String> = case
            .values
            .iter()
            .map(|bits| scalar.map_or_else(|| bits.to_string(), |scalar| constants::literal(scalar, *bits)))
            .collect();
        if case.is_default {
            labels.push("default".to_owned());
        }
        self.line(indent, &format!("case {}{}:", labels.join(", "), self.entry(&case.parameters)));
    }

    fn line(&mut self, indent: usize, text: &str) {
        // A limit keeps the text linear in the size of the module, however deep it nests.
        let width = indent.min(MAX_INDENT) * 4;
        put!(self.out, "{:width$}{text}\n", "");
    }

    /// `%3: float`
    fn declaration(&self, handle: Handle<Value>) -> String {
        match self.function.values.try_get(handle) {
            Ok(value) => format!("%{}: {}", handle.index(), types::name(self.module, self.names, value.ty)),
            Err(_) => format!("<bad value {}>", handle.index()),
        }
    }

    fn operand(&self, handle: Handle<Value>) -> String {
        match self.function.values.try_get(handle).map(|value| &value.kind) {
            Ok(ValueKind::Constant(constant)) => constants::operand(self.module, *constant),
            Ok(ValueKind::Parameter(index)) => self.locals.parameter(*index as usize).to_owned(),
            Ok(_) => format!("%{}", handle.index()),
            Err(_) => format!("<bad value {}>", handle.index()),
        }
    }

    fn evaluate(&self, handle: Handle<Value>) -> String {
        let Ok(value) = self.function.values.try_get(handle) else {
            return format!("<bad value {}>", handle.index());
        };
        let precise = if value.precise { "precise " } else { "" };
        let computation = format!("{precise}{}", self.computation(&value.kind));
        let mut computation = computation;
        if let Some(list) = self.function.decorated.get(&handle) {
            decorations(&mut computation, self.module, self.names, list);
        }
        match self.module.types.get(value.ty) {
            Type::Void => computation,
            _ => format!("{} = {computation}", self.declaration(handle)),
        }
    }

    fn computation(&self, kind: &ValueKind) -> String {
        let operand = |handle: &Handle<Value>| self.operand(*handle);
        match kind {
            ValueKind::Constant(constant) => constants::operand(self.module, *constant),
            ValueKind::Parameter(index) => self.locals.parameter(*index as usize).to_owned(),
            ValueKind::BlockParameter => "block_parameter".to_owned(),
            ValueKind::Load(place) => format!("load {}", self.place(*place)),
            ValueKind::Unary { operation, operand: value } => {
                format!("{} {}", constants::unary(*operation), operand(value))
            }
            ValueKind::Binary { operation, left, right } => {
                format!("{} {}, {}", constants::binary(*operation), operand(left), operand(right))
            }
            ValueKind::Convert(value) => format!("convert {}", operand(value)),
            ValueKind::Splat(value) => format!("splat {}", operand(value)),
            ValueKind::Compose(parts) => {
                format!("compose {}", parts.iter().map(operand).collect::<Vec<_>>().join(", "))
            }
            ValueKind::Extract { composite, index } => format!("extract {}, {index}", operand(composite)),
            ValueKind::ExtractDynamic { vector, index } => {
                format!("extract_dynamic {}, {}", operand(vector), operand(index))
            }
            ValueKind::Swizzle { vector, components } => {
                format!("swizzle {}, {}", operand(vector), constants::letters(components))
            }
            ValueKind::Select { condition, accept, reject } => {
                format!("select {}, {}, {}", operand(condition), operand(accept), operand(reject))
            }
            ValueKind::Call { function, arguments } => {
                format!("call {}({})", self.names.function(*function), self.arguments(arguments))
            }
            ValueKind::Builtin(call) => {
                format!("builtin {}({})", call.function.name, self.arguments(&call.arguments))
            }
            ValueKind::Spirv(call) => {
                let argument = |argument: &SpirvArgument| match argument {
                    SpirvArgument::Value(value) => self.operand(*value),
                    SpirvArgument::Place(place) => format!("&{}", self.place(*place)),
                    SpirvArgument::Literal(word) => format!("literal {word}"),
                };
                let arguments: Vec<_> = call.arguments.iter().map(argument).collect();
                let mut text = format!("spirv {}({})", types::instruction(&call.instruction), arguments.join(", "));
                decorations(&mut text, self.module, self.names, &call.decorations);
                text
            }
            ValueKind::ArrayLength(place) => format!("array_length {}", self.place(*place)),
            ValueKind::CooperativeMatrixLength(ty) => {
                format!("cooperative_matrix_length {}", types::name(self.module, self.names, *ty))
            }
            ValueKind::DebugPrintf { format, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(&operand).collect();
                format!("debug_printf {format:?}({})", arguments.join(", "))
            }
            ValueKind::Tensor { tensor, operation } => {
                let (word, non_temporal) = match *operation {
                    TensorOperation::Read { non_temporal, .. } => ("read", non_temporal),
                    TensorOperation::Write { non_temporal, .. } => ("write", non_temporal),
                    TensorOperation::Size { .. } => ("size", false),
                };
                let mut operands: Vec<_> = operation.operands().map(|it| operand(&it)).collect();
                if let TensorOperation::Read { data, .. } = *operation {
                    operands.push(format!("&{}", self.place(data)));
                }
                let suffix = if non_temporal { " non_temporal" } else { "" };
                format!("tensor_{word} {}({}){suffix}", operand(tensor), operands.join(", "))
            }
            ValueKind::SampledImage { texture, sampler } => {
                format!("sampled_image {}, {}", operand(texture), operand(sampler))
            }
        }
    }

    fn arguments(&self, arguments: &[Argument]) -> String {
        let argument = |argument: &Argument| match argument {
            Argument::Value(value) => self.operand(*value),
            Argument::Place(place) => format!("&{}", self.place(*place)),
            Argument::Function(function) => format!("fn {}", self.names.function(*function)),
        };
        arguments.iter().map(argument).collect::<Vec<_>>().join(", ")
    }

    /// `buffer.data[%4].xy {coherent}`
    fn place(&self, handle: Handle<Place>) -> String {
        let Ok(place) = self.function.places.try_get(handle) else {
            return format!("<bad place {}>", handle.index());
        };
        let (mut text, mut ty) = self.root(place);
        for step in &place.steps {
            let walked = ty.and_then(|ty| self.module.types.types.get_handle(ty).ok());
            match *step {
                PlaceStep::Member(index) => {
                    let member = match walked {
                        Some(Type::Struct(structure) | Type::Reference(structure)) => self
                            .module
                            .types
                            .structure(*structure)
                            .and_then(|structure| structure.members.get(index as usize)),
                        _ => None,
                    };
                    match member {
                        Some(member) if !member.name.is_empty() => put!(text, ".{}", member.name),
                        _ => put!(text, ".{index}"),
                    }
                    ty = member.map(|member| member.ty);
                }
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
            put!(text, ".{}", constants::letters(swizzle));
        }
        qualifiers(&mut text, " ", place.access);
        text
    }

    /// The text and the type that a path starts with. For a reference it is the type of the reference.
    fn root(&self, place: &Place) -> (String, Option<Handle<Type>>) {
        match place.root {
            PlaceRoot::Global(handle) => {
                let ty = self.module.globals.try_get(handle).ok().map(|global| global.ty);
                (self.names.global(handle).to_owned(), ty)
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

const fn branch_hint(hint: BranchHint) -> &'static str {
    match hint {
        BranchHint::None => "",
        BranchHint::Flatten => " flatten",
        BranchHint::DontFlatten => " dont_flatten",
    }
}

fn loop_hint(hint: &LoopHint) -> String {
    if hint.control == 0 {
        return String::new();
    }
    let literals: String = hint.literals.iter().map(|literal| format!(" {literal}")).collect();
    format!(" control {:#x}{literals}", hint.control)
}
