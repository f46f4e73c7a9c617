//! Function bodies: the order of evaluation, jumps, and the types of statements and values.
//!
//! Comes in: a function of a module whose handles are good. Goes out: violations. Blocks are walked with a stack of
//! our own, so nesting costs no recursion. Must not depend on: global declarations beyond their types.

use super::module::scalar_fits;
use super::operation::{self, Operands, is_bool, is_index, is_integer};
use super::{Rule, Violations, place, tensor};
use crate::builtins::{self, BuiltinType};
use crate::hir::MessagePurpose;
use crate::hir::{
    Argument, ArrayLength, Block, BlockParameter, BuiltinCall, Function, Handle, LoopTest, Module, ParameterMode,
    Place, PlaceRoot, PlaceStep, Scalar, SpirvArgument, Statement, Switch, Termination, Type, Value, ValueKind,
};

/// Checks the body of `function`.
pub(super) fn check(module: &Module, handle: Handle<Function>, function: &Function, violations: &mut Violations) {
    let mut walk = Walk {
        module,
        function,
        violations,
        evaluated: vec![false; function.values.len()],
        available: vec![false; function.values.len()],
        scope: Vec::new(),
        owned: vec![false; function.blocks.len()],
        name: if function.name.is_empty() { format!("function {}", handle.index()) } else { (&function.name).into() },
    };
    for (handle, value) in function.values.iter() {
        walk.constant_like(handle, value);
    }
    for (handle, it) in function.places.iter() {
        let name = &walk.name;
        place::check(module, function, it, walk.violations, || format!("function {name}, place {}", handle.index()));
    }
    walk.body();
}

/// Where the exits of a block lead, and the block parameters they have to pass.
#[derive(Clone, Copy)]
struct Targets<'a> {
    /// The end of the block.
    end: BlockParameters<'a>,
    /// `break`, if it is allowed.
    breaks: Option<BlockParameters<'a>>,
    /// `continue`, if it is allowed.
    continues: Option<BlockParameters<'a>>,
    can_return: bool,
}

/// Block parameters as the statement that owns them stores them.
#[derive(Clone, Copy)]
enum BlockParameters<'a> {
    /// Results, or parameters of a continuing block.
    Values(&'a [Handle<Value>]),
    /// Parameters of a loop or case.
    Entry(&'a [BlockParameter]),
}

impl<'a> BlockParameters<'a> {
    const NONE: Self = BlockParameters::Values(&[]);

    fn values(self) -> impl Iterator<Item = Handle<Value>> + 'a {
        let (values, entry) = match self {
            BlockParameters::Values(values) => (values, &[][..]),
            BlockParameters::Entry(entry) => (&[][..], entry),
        };
        values.iter().copied().chain(entry.iter().map(|it| it.value))
    }
}

const NO_TARGETS: Targets<'static> =
    Targets { end: BlockParameters::NONE, breaks: None, continues: None, can_return: false };

/// What is left to do.
enum Task<'a> {
    /// A block from its start.
    Enter(Handle<Block>, Targets<'a>),
    /// The statements of a block from an index on.
    Resume(Handle<Block>, usize, Targets<'a>),
    /// A block in a scope that ends with it.
    LoopBody(Handle<Block>, Targets<'a>),
    /// The end of a scope: values evaluated since then are gone.
    Leave(usize),
    /// A test at the end of a block of a loop with these results.
    Test(&'a LoopTest, &'a [Handle<Value>]),
    /// Block parameters are available from here on.
    Declare(BlockParameters<'a>),
}

struct Walk<'a, 'b> {
    module: &'a Module,
    function: &'a Function,
    violations: &'b mut Violations,
    /// Values evaluated so far, anywhere.
    evaluated: Vec<bool>,
    /// Values that may be used here.
    available: Vec<bool>,
    /// Values that became available, in order, so that leaving a block can take them back.
    scope: Vec<Handle<Value>>,
    owned: Vec<bool>,
    name: String,
}

impl<'a> Walk<'a, '_> {
    fn check(&mut self, holds: bool, rule: Rule, what: impl std::fmt::Display) {
        let name = &self.name;
        self.violations.check(holds, rule, || format!("function {name}, {what}"));
    }

    /// Values that need no statement are available everywhere.
    fn constant_like(&mut self, handle: Handle<Value>, value: &Value) {
        let everywhere = match value.kind {
            ValueKind::Constant(constant) => {
                let fits = self.module.constants.get_handle(constant).is_ok_and(|it| it.ty == value.ty);
                self.check(fits, Rule::OperationTypes, format_args!("%{}", handle.index()));
                true
            }
            ValueKind::Parameter(index) => {
                let fits = self
                    .function
                    .parameters
                    .get(index as usize)
                    .is_some_and(|it| it.mode == ParameterMode::Value && it.ty == value.ty);
                self.check(fits, Rule::OperationTypes, format_args!("%{}", handle.index()));
                true
            }
            _ => false,
        };
        if let Some(available) = self.available.get_mut(handle.index()) {
            *available = everywhere;
        }
    }

    fn body(&mut self) {
        let targets = Targets { can_return: true, ..NO_TARGETS };
        let mut tasks = vec![Task::Enter(self.function.body, targets)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Enter(block, targets) => {
                    let owned = self.owned.get_mut(block.index()).is_none_or(|owned| std::mem::replace(owned, true));
                    self.check(!owned, Rule::BlockOwners, format_args!("block {}", block.index()));
                    if !owned {
                        self.statements(block, 0, targets, &mut tasks);
                    }
                }
                Task::Resume(block, start, targets) => self.statements(block, start, targets, &mut tasks),
                Task::Leave(mark) => {
                    for value in self.scope.drain(mark.min(self.scope.len())..) {
                        if let Some(available) = self.available.get_mut(value.index()) {
                            *available = false;
                        }
                    }
                }
                Task::LoopBody(block, targets) => {
                    tasks.push(Task::Leave(self.scope.len()));
                    tasks.push(Task::Enter(block, targets));
                }
                Task::Test(test, results) => {
                    self.condition(test.condition);
                    self.pass(&test.results, BlockParameters::Values(results), "a test");
                }
                Task::Declare(parameters) => self.declare(parameters),
            }
        }
    }

    fn statements(&mut self, handle: Handle<Block>, start: usize, targets: Targets<'a>, tasks: &mut Vec<Task<'a>>) {
        let function = self.function;
        let Ok(block) = function.blocks.try_get(handle) else { return };
        if start == 0 {
            self.check(self.calls_end(block), Rule::CallsThatEnd, format_args!("block {}", handle.index()));
        }
        for (index, (statement, _)) in block.statements.iter().enumerate().skip(start) {
            if statement.is_terminator() {
                let last = index + 1 == block.statements.len();
                self.check(last, Rule::NothingAfterJump, format_args!("block {}", handle.index()));
            }
            if matches!(statement, Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_)) {
                tasks.push(Task::Resume(handle, index + 1, targets));
                self.structured(statement, targets, tasks);
                return;
            }
            self.simple(statement, targets);
        }
        if !block.statements.last().is_some_and(|(last, _)| last.is_terminator()) {
            self.pass(&[], targets.end, "the end of a block");
        }
    }

    /// Whether `ended` stands directly after each call that ends the shader, and nowhere else.
    fn calls_end(&self, block: &Block) -> bool {
        let mut called = false;
        let mut fits = true;
        for (statement, _) in &block.statements {
            fits &= called == matches!(statement, Statement::Terminate(Termination::Call));
            called = self.is_terminating_call(statement);
        }
        fits && !called
    }

    /// Whether a statement calls a built-in that ends the shader.
    fn is_terminating_call(&self, statement: &Statement) -> bool {
        let Statement::Evaluate(value) = *statement else { return false };
        let value = self.function.values.try_get(value);
        match value.map(|it| &it.kind) {
            Ok(ValueKind::Builtin(call)) => call.prototype.terminator,
            Ok(ValueKind::Message(message)) => message.purpose == MessagePurpose::Abort,
            _ => false,
        }
    }

    fn simple(&mut self, statement: &Statement, targets: Targets<'a>) {
        match statement {
            Statement::Evaluate(value) => self.evaluate(*value),
            Statement::Store { place, value } => self.store(*place, *value),
            &Statement::Describe { local, value } => {
                self.use_value(value);
                let ty = self.function.locals.try_get(local).ok().map(|local| local.ty);
                self.check(ty == self.type_handle(value), Rule::StoreTypes, "describe");
            }
            Statement::Yield(values) => {
                self.check(!values.is_empty(), Rule::PassedValues, "yield");
                self.pass(values, targets.end, "yield");
            }
            Statement::Break(values) => self.jump(values, targets.breaks, "break"),
            Statement::Continue(values) => self.jump(values, targets.continues, "continue"),
            Statement::Terminate(_) => self.check(targets.can_return, Rule::JumpTargets, "terminate"),
            Statement::Demote => {}
            Statement::Return(value) => {
                self.check(targets.can_return, Rule::JumpTargets, "return");
                let fits = match *value {
                    Some(value) => {
                        self.use_value(value);
                        let ty = self.type_handle(value);
                        ty == Some(self.function.result) && *self.value_type(value) != Type::Void
                    }
                    None => *self.module.types.get(self.function.result) == Type::Void,
                };
                self.check(fits, Rule::ReturnTypes, "return");
            }
            Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_) => {}
        }
    }

    fn jump(&mut self, values: &[Handle<Value>], target: Option<BlockParameters<'a>>, what: &str) {
        self.check(target.is_some(), Rule::JumpTargets, what);
        self.pass(values, target.unwrap_or(BlockParameters::NONE), what);
    }

    /// Checks an exit of a block, which passes values to block parameters.
    fn pass(&mut self, values: &[Handle<Value>], parameters: BlockParameters<'a>, what: &str) {
        for &value in values {
            self.use_value(value);
        }
        let types = parameters.values().map(|parameter| self.type_handle(parameter));
        let fits = types.eq(values.iter().map(|&value| self.type_handle(value)));
        self.check(fits, Rule::PassedValues, what);
    }

    /// Makes block parameters available.
    fn declare(&mut self, parameters: BlockParameters<'a>) {
        for value in parameters.values() {
            let is_parameter =
                matches!(self.function.values.try_get(value).map(|it| &it.kind), Ok(ValueKind::BlockParameter));
            let first = self.mark_evaluated(value);
            self.check(is_parameter && first, Rule::BlockParameterOwners, format_args!("%{}", value.index()));
            let holds = *self.value_type(value) != Type::Void;
            self.check(holds, Rule::OperationTypes, format_args!("%{}", value.index()));
            self.make_available(value);
        }
    }

    /// What a loop or case gets where it is entered.
    fn enter(&mut self, parameters: &[BlockParameter]) {
        for it in parameters {
            self.use_value(it.initial);
            let fits = self.type_handle(it.initial) == self.type_handle(it.value);
            self.check(fits, Rule::PassedValues, format_args!("%{}", it.value.index()));
        }
    }

    /// Puts the blocks of a statement on the stack, last one first.
    fn structured(&mut self, statement: &'a Statement, targets: Targets<'a>, tasks: &mut Vec<Task<'a>>) {
        let mark = self.scope.len();
        match statement {
            Statement::If { condition, accept, reject, results, .. } => {
                self.condition(*condition);
                let results = BlockParameters::Values(results);
                tasks.push(Task::Declare(results));
                for block in [*reject, *accept] {
                    tasks.push(Task::Leave(mark));
                    tasks.push(Task::Enter(block, Targets { end: results, ..targets }));
                }
            }
            Statement::Switch(switch) => {
                self.use_value(switch.selector);
                self.labels(switch);
                let results = BlockParameters::Values(&switch.results);
                let targets = Targets { breaks: Some(results), ..targets };
                tasks.push(Task::Declare(results));
                let mut next = BlockParameters::NONE;
                for case in switch.cases.iter().rev() {
                    self.enter(&case.parameters);
                    let end = if case.falls_through { next } else { results };
                    next = BlockParameters::Entry(&case.parameters);
                    tasks.push(Task::Leave(mark));
                    tasks.push(Task::Enter(case.body, Targets { end, ..targets }));
                    tasks.push(Task::Declare(next));
                }
            }
            Statement::Loop(it) => {
                self.enter(&it.parameters);
                let results = BlockParameters::Values(&it.results);
                let parameters = BlockParameters::Entry(&it.parameters);
                let continues = BlockParameters::Values(&it.continue_parameters);
                let body = Targets { end: continues, breaks: Some(results), continues: Some(continues), ..targets };
                // What the header evaluates holds in the body and in the continuing block; what the body evaluates
                // does not hold in the continuing block, where `continue` may have skipped it.
                tasks.push(Task::Declare(results));
                tasks.push(Task::Leave(mark));
                tasks.extend(it.repeat_if.as_ref().map(|test| Task::Test(test, &it.results)));
                tasks.push(Task::Enter(it.continuing, Targets { end: parameters, ..NO_TARGETS }));
                tasks.push(Task::Declare(continues));
                tasks.push(Task::LoopBody(it.body, body));
                tasks.extend(it.condition.as_ref().map(|test| Task::Test(test, &it.results)));
                tasks.push(Task::Enter(it.header, NO_TARGETS));
                tasks.push(Task::Declare(parameters));
            }
            _ => {}
        }
    }

    fn labels(&mut self, switch: &Switch) {
        let Switch { selector, ref cases, ref results, .. } = *switch;
        let ty = *self.value_type(selector);
        let is_selector = matches!(ty, Type::Scalar(scalar) if is_integer(scalar));
        self.check(is_selector, Rule::Selectors, format_args!("%{}", selector.index()));
        let mut values: Vec<u64> = cases.iter().flat_map(|case| case.values.iter().copied()).collect();
        let fit = values.iter().all(|bits| scalar_fits(&ty, *bits));
        values.sort_unstable();
        let unique = values.windows(2).all(|pair| pair.first() != pair.last());
        let defaults = cases.iter().filter(|case| case.is_default).count();
        let ends = cases.last().is_none_or(|case| !case.falls_through);
        let labelled = cases.iter().all(|case| case.is_default || !case.values.is_empty());
        let complete = results.is_empty() || defaults == 1;
        let good = (fit || !is_selector) && unique && defaults <= 1 && ends && labelled && complete;
        self.check(good, Rule::CaseLabels, format_args!("switch on %{}", selector.index()));
    }

    fn condition(&mut self, value: Handle<Value>) {
        self.use_value(value);
        let fits = is_bool(self.value_type(value));
        self.check(fits, Rule::Conditions, format_args!("%{}", value.index()));
    }

    fn store(&mut self, handle: Handle<Place>, value: Handle<Value>) {
        self.use_value(value);
        self.use_place(handle);
        let Ok(place) = self.function.places.try_get(handle) else { return };
        self.write(handle, place);
        let fits = place::accessed_type(self.module, place).as_deref() == Some(self.value_type(value))
            && place::is_readable(self.module, place.ty);
        self.check(fits, Rule::StoreTypes, format_args!("place {}", handle.index()));
    }

    fn write(&mut self, handle: Handle<Place>, place: &Place) {
        self.check(place::may_write(self.module, place), Rule::StoreAccess, format_args!("place {}", handle.index()));
        let storable = place.swizzle.as_deref().is_none_or(place::is_storable_swizzle);
        self.check(storable, Rule::PlaceSwizzles, format_args!("place {}", handle.index()));
    }

    fn evaluate(&mut self, handle: Handle<Value>) {
        let Ok(value) = self.function.values.try_get(handle) else { return };
        let computes =
            !matches!(value.kind, ValueKind::Constant(_) | ValueKind::Parameter(_) | ValueKind::BlockParameter);
        let first = self.mark_evaluated(handle);
        self.check(computes && first, Rule::EvaluatedOnce, format_args!("%{}", handle.index()));
        if computes {
            self.value(handle, value);
            self.make_available(handle);
        }
    }

    fn value(&mut self, handle: Handle<Value>, value: &'a Value) {
        let module = self.module;
        let operands = Operands { types: &module.types, result: module.types.get(value.ty) };
        let fits = match &value.kind {
            ValueKind::Constant(_) | ValueKind::Parameter(_) | ValueKind::BlockParameter => true,
            ValueKind::Load(place) => return self.load(handle, value, *place),
            ValueKind::Call { function, arguments } => return self.call(handle, value, *function, arguments),
            ValueKind::Builtin(call) => return self.builtin(handle, value, call),
            ValueKind::ArrayLength(place) => {
                self.use_place(*place);
                self.array_length(value, *place)
            }
            ValueKind::Unary { operation, operand } => operands.unary(*operation, self.operand(*operand)),
            ValueKind::Binary { operation, left, right } => {
                let (left, right) = (self.operand(*left), self.operand(*right));
                operands.binary(*operation, left, right)
            }
            ValueKind::Convert(operand) => operands.convert(self.operand(*operand)),
            ValueKind::Splat(operand) => operands.splat(self.operand(*operand)),
            ValueKind::Compose(parts) => {
                for part in parts {
                    self.use_value(*part);
                }
                let types: Option<Vec<Handle<Type>>> = parts.iter().map(|part| self.type_handle(*part)).collect();
                types.is_some_and(|types| operation::compose(&module.types, operands.result, &types))
            }
            ValueKind::Extract { composite, index } => operands.extract(self.operand(*composite), *index),
            ValueKind::ExtractDynamic { vector, index } => {
                let (vector, index) = (self.operand(*vector), self.operand(*index));
                operands.extract_dynamic(vector, index)
            }
            ValueKind::Insert { composite, index, part } => {
                let (composite, part) = (self.operand(*composite), self.operand(*part));
                operands.insert(composite, *index, part)
            }
            ValueKind::Swizzle { vector, components } => operands.swizzle(self.operand(*vector), components),
            ValueKind::Select { condition, accept, reject } => {
                let condition = self.operand(*condition);
                let (accept, reject) = (self.operand(*accept), self.operand(*reject));
                operands.select(condition, accept, reject)
            }
            ValueKind::DeviceLength(ty) => {
                module.types.get(*ty).is_collective() && *operands.result == Type::Scalar(Scalar::U32)
            }
            ValueKind::Message(message) => {
                for argument in &message.arguments {
                    self.use_value(*argument);
                }
                *operands.result == Type::Void
            }
            // What an instruction takes is between the shader and SPIR-V.
            ValueKind::Spirv(call) => {
                for argument in &call.arguments {
                    match *argument {
                        SpirvArgument::Value(value) => self.use_value(value),
                        SpirvArgument::Place(place) => self.use_place(place),
                        SpirvArgument::Literal(_) => {}
                    }
                }
                true
            }
            ValueKind::Tensor { tensor, operation } => {
                let of = self.operand(*tensor);
                for operand in operation.operands() {
                    self.use_value(operand);
                }
                if let Some(data) = operation.written_place() {
                    self.use_place(data);
                }
                tensor::operation(self.module, self.function, of, *operation, operands.result)
            }
            ValueKind::SampledImage { texture, sampler } => {
                let (texture, sampler) = (self.operand(*texture), self.operand(*sampler));
                operands.sampled_image(texture, sampler)
            }
        };
        self.check(fits, Rule::OperationTypes, format_args!("%{}", handle.index()));
    }

    fn array_length(&self, value: &Value, place: Handle<Place>) -> bool {
        let Ok(place) = self.function.places.try_get(place) else { return false };
        let is_runtime = matches!(self.module.types.get(place.ty), Type::Array { length: ArrayLength::Runtime, .. });
        let is_member = matches!(place.steps.last(), Some(PlaceStep::Member(_)));
        let is_length = matches!(self.module.types.get(value.ty), Type::Scalar(Scalar::I32 | Scalar::I64));
        is_runtime && is_member && is_length
    }

    fn load(&mut self, handle: Handle<Value>, value: &Value, place: Handle<Place>) {
        self.use_place(place);
        let Ok(place) = self.function.places.try_get(place) else { return };
        let fits = place::accessed_type(self.module, place).as_deref() == Some(self.module.types.get(value.ty))
            && place::is_readable(self.module, place.ty);
        self.check(fits, Rule::LoadTypes, format_args!("%{}", handle.index()));
        self.check(place::may_read(self.module, place), Rule::LoadAccess, format_args!("%{}", handle.index()));
    }

    fn call(&mut self, handle: Handle<Value>, value: &Value, callee: Handle<Function>, arguments: &[Argument]) {
        self.use_arguments(arguments);
        let Ok(callee) = self.module.functions.try_get(callee) else { return };
        let mut fits = value.ty == callee.result && arguments.len() == callee.parameters.len();
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            fits &= match (parameter.mode, *argument) {
                (ParameterMode::Value, Argument::Value(value)) => self.type_handle(value) == Some(parameter.ty),
                (ParameterMode::Pointer, Argument::Place(place)) => {
                    self.function.places.try_get(place).is_ok_and(|place| {
                        matches!(place.root, PlaceRoot::Local(_))
                            && place.steps.is_empty()
                            && place.swizzle.is_none()
                            && place.ty == parameter.ty
                    })
                }
                (ParameterMode::Resource, Argument::Place(place)) => self
                    .function
                    .places
                    .try_get(place)
                    .is_ok_and(|place| self.module.types.has_type(place.ty, parameter.ty)),
                _ => false,
            };
        }
        self.check(fits, Rule::CallArguments, format_args!("%{}", handle.index()));
    }

    fn builtin(&mut self, handle: Handle<Value>, value: &Value, call: &BuiltinCall) {
        self.use_arguments(&call.arguments);
        let is_row = call.function.prototypes.iter().any(|row| std::ptr::eq(row, call.prototype));
        let good = is_row && call.instance.row < call.prototype.instances;
        self.check(good, Rule::BuiltinCalls, format_args!("%{}", handle.index()));
        let instance = call.instance;
        let mut fits = call.prototype.takes(call.arguments.len())
            && self.module.types.is_builtin(self.module.types.get(value.ty), call.prototype.result.at(instance))
            && call.prototype.result_parameter(instance).is_none_or(|index| {
                call.arguments.get(index).is_some_and(|argument| match *argument {
                    Argument::Value(argument) => self.type_handle(argument) == Some(value.ty),
                    _ => false,
                })
            });
        for (index, argument) in call.arguments.iter().enumerate() {
            let Some(parameter) = call.prototype.parameter(index) else { continue };
            let expected = parameter.ty.at(instance);
            fits &= match (parameter.mode, *argument) {
                (builtins::ParameterMode::In | builtins::ParameterMode::Rest, Argument::Value(value)) => {
                    self.module.types.is_builtin(self.value_type(value), expected)
                }
                (builtins::ParameterMode::In, Argument::Function(_)) => matches!(expected, BuiltinType::Function(_)),
                (builtins::ParameterMode::In | builtins::ParameterMode::Rest, Argument::Place(_))
                | (_, Argument::Value(_) | Argument::Function(_)) => false,
                (builtins::ParameterMode::Located(kind), Argument::Place(handle)) => {
                    self.function.places.try_get(handle).is_ok_and(|it| place::is_located(self.module, it, kind))
                }
                (mode, Argument::Place(handle)) => {
                    let Ok(place) = self.function.places.try_get(handle) else { continue };
                    if matches!(mode, builtins::ParameterMode::Out | builtins::ParameterMode::InOut) {
                        self.write(handle, place);
                    }
                    place::accessed_type(self.module, place)
                        .is_some_and(|ty| self.module.types.is_builtin(&ty, expected))
                }
            };
        }
        self.check(fits, Rule::BuiltinArguments, format_args!("%{}", handle.index()));
    }

    fn use_arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            match *argument {
                Argument::Value(value) => self.use_value(value),
                Argument::Place(place) => self.use_place(place),
                Argument::Function(_) => {}
            }
        }
    }

    fn use_place(&mut self, handle: Handle<Place>) {
        let function = self.function;
        let Ok(place) = function.places.try_get(handle) else { return };
        if let PlaceRoot::Reference(value) = place.root {
            self.use_value(value);
        }
        for step in &place.steps {
            if let PlaceStep::Index(value) = *step {
                self.use_value(value);
                let ty = self.value_type(value);
                let fits = is_index(ty) || operation::is_wide_index(ty);
                self.check(fits, Rule::PlaceSteps, format_args!("place {}", handle.index()));
            }
        }
    }

    fn use_value(&mut self, value: Handle<Value>) {
        let available = self.available.get(value.index()).copied().unwrap_or(false);
        self.check(available, Rule::EvaluatedBeforeUse, format_args!("%{}", value.index()));
    }

    /// Uses a value and gives its type.
    fn operand(&mut self, value: Handle<Value>) -> &'a Type {
        self.use_value(value);
        self.value_type(value)
    }

    fn type_handle(&self, value: Handle<Value>) -> Option<Handle<Type>> {
        self.function.values.try_get(value).ok().map(|value| value.ty)
    }

    fn value_type(&self, value: Handle<Value>) -> &'a Type {
        self.type_handle(value).map_or(&Type::Void, |ty| self.module.types.get(ty))
    }

    /// Notes that a value is made here; false if it was made before.
    fn mark_evaluated(&mut self, value: Handle<Value>) -> bool {
        self.evaluated.get_mut(value.index()).is_some_and(|evaluated| !std::mem::replace(evaluated, true))
    }

    fn make_available(&mut self, value: Handle<Value>) {
        if let Some(available) = self.available.get_mut(value.index()) {
            *available = true;
            self.scope.push(value);
        }
    }
}
