//! Inlining: the body of a function takes the place of its call.
//!
//! Comes in: a module. Goes out: a module in which functions that are called once, small ones, and larger ones that are called
//! twice and access variables of their callers are part of them.
//! Must not depend on: other passes. Variables that are passed to a function become variables that only loads and stores
//! access, so that `promotion` can make values of them: this comes first.
//!
//! A `return` at the end of a body just ends it. After one in an arm of an `if`, what follows the `if` goes into the other arm.
//! Where that is not enough, the body becomes the only case of a switch, which `return` leaves. Functions that return from
//! within a loop or a switch stay functions.
//!
//! Subgroup operations and derivatives stay in the control flow that they were in: the call was at the point where the body is
//! now, and whoever leaves the body early is back where it ends.

mod copy;

use super::call_order::callees_first;
use super::rewrite::{self, Begin, Output, Replacements, Rewrite};
use crate::hir::{
    Arena, Argument, Block, BranchHint, Constant, ConstantKind, Copies, Function, GlobalVariable, Handle, Inlined,
    Local, LoopTest, Module, Parameter, ParameterMode, PlaceRoot, Scalar, Span, Statement, Switch, SwitchCase, Type,
    TypeTable, Value, ValueKind,
};
use copy::copy;
use std::sync::Arc;

/// How many statements a function that is called more than once may have to be inlined.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// One that shares no variables with its callers.
    plain: usize,
    /// One that is called twice and accesses variables of its callers, which stay in memory unless it is inlined. NVIDIA's driver
    /// (580) takes up to eight times as long to make a pipeline if it has to inline such functions itself.
    sharing: usize,
}

/// A function of a dozen statements is called about as cheaply as it is run. Of ggml's kernels, limits of 400 and 1,000 for the
/// others left some as slow to compile as without (nvfp4, iq1_m with seven columns). Inlining those that are called three times
/// and more makes the modules larger by a tenth, and no pipeline faster.
const FOR_SPEED: Limits = Limits { plain: 12, sharing: 2048 };

/// A copy of so few statements is no larger than the call.
const FOR_SIZE: Limits = Limits { plain: 3, sharing: 3 };

/// A function with more statements than this gets no further copies of others.
const MOST_STATEMENTS: usize = 1 << 14;

pub(super) fn run(module: &mut Module) {
    inline(module, FOR_SPEED);
}

/// Only where the module gets smaller.
pub(super) fn run_for_size(module: &mut Module) {
    inline(module, FOR_SIZE);
}

fn inline(module: &mut Module, limits: Limits) {
    let order = callees_first(&module.functions, module.entry_point.function);
    let mut calls = vec![0_usize; module.functions.len()];
    for &handle in &order {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        for callee in function.values.iter().flat_map(|(_, value)| value.kind.callees()) {
            if let Some(count) = calls.get_mut(callee.index()) {
                *count += 1;
            }
        }
    }
    let uint = module.types.insert(Type::Scalar(Scalar::U32));
    let zero = module.constants.insert(Constant { ty: uint, kind: ConstantKind::Scalar(0) }, Span::UNDEFINED);
    let mut bodies: Vec<Option<Body>> = vec![None; module.functions.len()];
    let mut inlined = std::mem::take(&mut module.inlined);
    let mut heads = vec![None; module.functions.len()];
    for handle in order {
        // The function is taken out while others are copied into it.
        let function = module.functions.get_mut(handle);
        let empty = Function::new(String::new(), function.result);
        let mut function = std::mem::replace(function, empty);
        let mut inlining = Inlining {
            functions: &module.functions,
            bodies: &bodies,
            heads: &mut heads,
            inlined: &mut inlined,
            described: Some(&module.types).filter(|_| module.describes_variables),
            selector: Value { kind: ValueKind::Constant(zero), ty: uint, precise: false, relaxed: false },
            statements: function.blocks.iter().map(|(_, block)| block.statements.len()).sum(),
            inner: Vec::new(),
            open_inner: 0,
            replaced: Replacements::default(),
        };
        if inlining.is_caller(&function) {
            rewrite::walk(&mut function, &mut inlining);
        }
        if handle != module.entry_point.function {
            let count = calls.get(handle.index()).copied().unwrap_or(0);
            let limit = match count {
                1 => usize::MAX,
                2 if shares_variables(module, &function) => limits.sharing,
                _ => limits.plain,
            };
            let body = Body::of(module, &function).filter(|body| body.statements <= limit);
            if let Some(slot) = bodies.get_mut(handle.index()) {
                *slot = body;
            }
        }
        *module.functions.get_mut(handle) = function;
    }
    module.inlined = inlined;
}

/// Whether a function accesses variables that its callers access, too: by pointers, or as private variables. Constant tables
/// do not count, since they stay outside functions anyhow.
fn shares_variables(module: &Module, function: &Function) -> bool {
    let is_shared =
        |global: Handle<GlobalVariable>| module.globals.try_get(global).is_ok_and(GlobalVariable::is_private_variable);
    function.parameters.iter().any(|it| it.mode == ParameterMode::Pointer)
        || function.places.iter().any(|(_, place)| matches!(place.root, PlaceRoot::Global(it) if is_shared(it)))
}

/// How a body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// With its last statement.
    Straight,
    /// There are `return`s in arms of an `if` of the body itself.
    Guarded,
    /// There are `return`s further inside.
    Nested,
}

/// A body that can take the place of a call.
#[derive(Clone, Copy, Debug)]
struct Body {
    form: Form,
    statements: usize,
    /// Whether it has neither loops nor switches and does not end the invocation, so that it can be in a header.
    is_plain: bool,
    is_void: bool,
}

impl Body {
    fn of(module: &Module, function: &Function) -> Option<Self> {
        let has_decorations = !function.decorations.is_empty()
            || !function.decorated.is_empty()
            || function.locals.iter().any(|(_, local)| !local.decorations.is_empty())
            || function.parameters.iter().any(|parameter| !parameter.decorations.is_empty());
        if has_decorations || function.attributes.no_inline {
            return None;
        }
        let is_void = *module.types.get(function.result) == Type::Void;
        let mut body = Self { form: Form::Straight, statements: 0, is_plain: true, is_void };
        // Blocks, and whether a loop or a switch is around them.
        let mut open = vec![(function.body, false)];
        let mut has_early_return = false;
        while let Some((block, is_inside)) = open.pop() {
            let statements = statements(function, block);
            for (index, (statement, _)) in statements.iter().enumerate() {
                body.statements += 1;
                let mut is_inside = is_inside;
                match statement {
                    Statement::Return(_) if is_inside => return None,
                    Statement::Return(_) => has_early_return |= block != function.body || index + 1 != statements.len(),
                    Statement::Loop(_) | Statement::Switch(_) => {
                        body.is_plain = false;
                        is_inside = true;
                    }
                    Statement::Terminate(_) | Statement::Demote => body.is_plain = false,
                    _ => {}
                }
                open.extend(statement.blocks().map(|block| (block, is_inside)));
            }
        }
        let last = statements(function, function.body).last().map(|(statement, _)| statement);
        if has_early_return {
            let ends = last.is_some_and(Statement::is_terminator);
            body.form = match has_guards_only(function, is_void) {
                true => Form::Guarded,
                // A value is missing where the body ends without one.
                false if is_void || ends => Form::Nested,
                false => return None,
            };
            body.is_plain &= body.form == Form::Guarded;
        } else if !matches!(last, Some(Statement::Return(_)))
            && (!is_void || matches!(last, Some(Statement::Terminate(_))))
        {
            return None;
        }
        Some(body)
    }
}

fn statements(function: &Function, block: Handle<Block>) -> &[(Statement, Span)] {
    function.blocks.try_get(block).map_or(&[], |it| it.statements.as_slice())
}

/// Whether each `return` is the last statement of the body, or of an arm of an `if` in it, and each end has a value.
fn has_guards_only(function: &Function, is_void: bool) -> bool {
    let is_jump = |block| statements(function, block).last().is_some_and(|(it, _)| it.is_terminator());
    let mut has_end = false;
    for (statement, _) in statements(function, function.body).iter().rev() {
        match statement {
            Statement::Return(_) | Statement::Terminate(_) => has_end = true,
            Statement::If { accept, reject, results, .. } => {
                let mut is_guard = false;
                for arm in [*accept, *reject] {
                    let arm = statements(function, arm);
                    if arm.iter().any(|(it, _)| returns_inside(function, it)) {
                        return false;
                    }
                    is_guard |= matches!(arm.last(), Some((Statement::Return(_), _)));
                }
                if is_guard {
                    if !results.is_empty() {
                        return false;
                    }
                    has_end |= is_jump(*accept) && is_jump(*reject);
                }
            }
            _ if returns_inside(function, statement) => return false,
            _ => {}
        }
    }
    has_end || is_void
}

/// Whether a block of a statement has a `return`.
fn returns_inside(function: &Function, statement: &Statement) -> bool {
    let mut open: Vec<_> = statement.blocks().collect();
    while let Some(block) = open.pop() {
        for (statement, _) in statements(function, block) {
            if matches!(statement, Statement::Return(_)) {
                return true;
            }
            open.extend(statement.blocks());
        }
    }
    false
}

struct Inlining<'a> {
    functions: &'a Arena<Function>,
    /// What can be inlined, by function.
    bodies: &'a [Option<Body>],
    /// The heads of those that have been inlined, for debug information.
    heads: &'a mut [Option<Arc<Function>>],
    inlined: &'a mut Inlined,
    /// The types of the module, if what parameters hold is to be noted.
    described: Option<&'a TypeTable>,
    /// What selects the only case of a switch.
    selector: Value,
    /// How many statements the caller has by now.
    statements: usize,
    /// Headers and continuing blocks of the loops whose blocks are being walked, and how many of those blocks are open.
    inner: Vec<Handle<Block>>,
    open_inner: usize,
    replaced: Replacements,
}

impl<'a> Inlining<'a> {
    fn body(&self, function: Handle<Function>) -> Option<Body> {
        self.bodies.get(function.index()).copied().flatten()
    }

    /// The head of the function that a value calls.
    fn head(&mut self, function: &Function, call: Handle<Value>, callee: &Function) -> Arc<Function> {
        let Ok(&Value { kind: ValueKind::Call { function: handle, .. }, .. }) = function.values.try_get(call) else {
            return Arc::new(callee.head());
        };
        match self.heads.get_mut(handle.index()) {
            Some(head) => head.get_or_insert_with(|| Arc::new(callee.head())).clone(),
            None => Arc::new(callee.head()),
        }
    }

    fn is_caller(&self, function: &Function) -> bool {
        let is_inlined = |value: &Value| match value.kind {
            ValueKind::Call { function, .. } => self.body(function).is_some(),
            _ => false,
        };
        function.values.iter().any(|(_, value)| is_inlined(value))
    }

    /// The function and the arguments of a call that is inlined here.
    fn call(&self, function: &Function, value: Handle<Value>) -> Option<(&'a Function, Body, Vec<Argument>)> {
        let ValueKind::Call { function: callee, arguments } = &function.values.try_get(value).ok()?.kind else {
            return None;
        };
        let body = self.body(*callee)?;
        let callee = self.functions.try_get(*callee).ok()?;
        if function.decorated.contains_key(&value)
            || self.statements + body.statements > MOST_STATEMENTS
            || (self.open_inner > 0 && !body.is_plain)
        {
            return None;
        }
        let fits =
            callee.parameters.iter().zip(arguments).all(|(parameter, argument)| match (parameter.mode, argument) {
                (ParameterMode::Value, Argument::Value(_)) => true,
                (ParameterMode::Pointer, &Argument::Place(place)) => function
                    .places
                    .try_get(place)
                    .is_ok_and(|place| matches!(place.root, PlaceRoot::Local(_)) && place.steps.is_empty()),
                // An image may have a format that its parameter does not have, and with it another type.
                (ParameterMode::Resource, &Argument::Place(place)) => {
                    function.places.try_get(place).is_ok_and(|place| place.ty == parameter.ty)
                }
                _ => false,
            });
        (fits && callee.parameters.len() == arguments.len()).then(|| (callee, body, arguments.clone()))
    }

    /// The body as the only case of a switch.
    fn nested(
        &self,
        function: &mut Function,
        mut body: Output,
        value: Handle<Value>,
        is_void: bool,
        span: Span,
    ) -> Statement {
        let passed = |returned: Option<Handle<Value>>| returned.into_iter().collect::<Vec<_>>();
        if let Some((last, _)) = body.last_mut()
            && let Statement::Return(returned) = *last
        {
            *last = Statement::Yield(passed(returned).into());
        }
        if is_void {
            body.pop_if(|(it, _)| matches!(it, Statement::Yield(_)));
        }
        let mut open: Vec<_> = body.iter().flat_map(|(it, _)| it.blocks()).collect();
        while let Some(block) = open.pop() {
            for (statement, _) in &mut function.blocks.get_mut(block).statements {
                open.extend(statement.blocks());
                if let Statement::Return(returned) = *statement {
                    *statement = Statement::Break(passed(returned).into());
                }
            }
        }
        let selector = function.values.append(self.selector.clone(), span);
        let body = function.blocks.append(Block { statements: body }, span);
        let mut results = Vec::new();
        if !is_void {
            function.values.get_mut(value).kind = ValueKind::BlockParameter;
            results.push(value);
        }
        let cases = vec![SwitchCase { is_default: true, ..SwitchCase::plain(body) }];
        Statement::Switch(Box::new(Switch { selector, cases, results, hint: BranchHint::None }))
    }
}

/// Says what the parameters that are values hold: each becomes a variable, unless the body has one for it already.
fn describe_parameters(
    types: &TypeTable,
    callee: &Function,
    caller: &mut Function,
    arguments: &[Argument],
    spans: &mut Copies<'_>,
) -> Output {
    let span = spans.of(callee.span);
    let mut described = Output::new();
    let has_variable = |name: &str| callee.locals.iter().any(|(local, it)| it.name == name && callee.is_in_head(local));
    let named = callee.parameters.iter().zip(arguments);
    let named = named.filter(|(it, _)| !it.name.is_empty() && types.is_nameable(it.ty) && !has_variable(&it.name));
    for (Parameter { name, ty, .. }, argument) in named {
        if let Argument::Value(value) = *argument {
            let local = caller.locals.append(Local::new(name.clone(), *ty), span);
            described.push((Statement::Describe { local, value }, span));
        }
    }
    described
}

/// Moves what follows a guard into its other arm; returns the value of the body.
fn guarded(function: &mut Function, body: Output, template: &Value, is_void: bool) -> (Output, Option<Handle<Value>>) {
    // In reverse order.
    let mut rest = Output::new();
    let mut end = None;
    for (mut statement, span) in body.into_iter().rev() {
        if let Statement::Return(returned) = statement {
            end = returned;
            continue;
        }
        if let Statement::If { accept, reject, results, .. } = &mut statement
            && [*accept, *reject]
                .iter()
                .any(|&arm| matches!(statements(function, arm).last(), Some((Statement::Return(_), _))))
        {
            for arm in [*accept, *reject] {
                let statements = &mut function.blocks.get_mut(arm).statements;
                let mut passed = end;
                if let Some((Statement::Return(returned), _)) =
                    statements.pop_if(|(it, _)| matches!(it, Statement::Return(_)))
                {
                    passed = returned;
                } else if !statements.last().is_some_and(|(it, _)| it.is_terminator()) {
                    statements.extend(rest.drain(..).rev());
                }
                if let Some(passed) = passed
                    && !statements.last().is_some_and(|(it, _)| it.is_terminator())
                {
                    statements.push((Statement::Yield(vec![passed].into()), span));
                }
            }
            // If both arms return, nothing gets here.
            rest.clear();
            end = None;
            if !is_void {
                let result = function.values.append(template.clone(), span);
                results.push(result);
                end = Some(result);
            }
        }
        rest.push((statement, span));
    }
    rest.reverse();
    (rest, end)
}

impl Rewrite for Inlining<'_> {
    fn open(&mut self, _function: &mut Function, block: Handle<Block>) {
        self.open_inner += usize::from(self.inner.contains(&block));
    }

    fn simple(&mut self, function: &mut Function, mut statement: Statement, span: Span, out: &mut Output) {
        self.replaced.apply(function, &mut statement);
        let Statement::Evaluate(value) = statement else { return out.push((statement, span)) };
        let Some((callee, body, arguments)) = self.call(function, value) else { return out.push((statement, span)) };
        let head = self.head(function, value, callee);
        let mut spans = self.inlined.begin(head, span);
        let described = match self.described {
            Some(types) => describe_parameters(types, callee, function, &arguments, &mut spans),
            None => Output::new(),
        };
        let mut statements = copy(callee, function, &arguments, &mut spans);
        let result = match body.form {
            Form::Straight => match statements.pop_if(|(it, _)| matches!(it, Statement::Return(_))) {
                Some((Statement::Return(returned), _)) => returned,
                _ => None,
            },
            Form::Guarded => {
                let ty = callee.result;
                let template = Value { kind: ValueKind::BlockParameter, ty, precise: false, relaxed: false };
                let (rewritten, result) = guarded(function, statements, &template, body.is_void);
                statements = rewritten;
                result
            }
            Form::Nested => {
                let nested = self.nested(function, statements, value, body.is_void, span);
                statements = vec![(nested, span)];
                None
            }
        };
        self.statements += body.statements;
        out.extend(described);
        out.append(&mut statements);
        if let Some(result) = result {
            self.replaced.replace(value, result);
        }
    }

    fn begin(&mut self, function: &mut Function, statement: &mut Statement) -> Begin {
        self.replaced.apply(function, statement);
        if let Statement::Loop(it) = statement {
            self.inner.extend([it.header, it.continuing]);
        }
        Begin::Enter
    }

    fn close(&mut self, _function: &mut Function, block: Handle<Block>, _out: &mut Output) {
        self.open_inner -= usize::from(self.inner.contains(&block));
    }

    fn test(&mut self, _function: &mut Function, test: &mut LoopTest) {
        self.replaced.apply_to_test(test);
    }

    fn end(&mut self, _function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        if let Statement::Loop(_) = statement {
            self.inner.truncate(self.inner.len().saturating_sub(2));
        }
        out.push((statement, span));
    }
}
