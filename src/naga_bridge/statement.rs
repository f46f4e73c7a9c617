//! Statements: control flow, and variables for what it passes.
//!
//! Comes in: HIR blocks. Goes out: naga blocks. Must not depend on: how values are computed.
//!
//! naga's blocks have no parameters. Values that control flow passes are stored in a variable, which each edge sets; it
//! is read once at the join, so that later changes do not matter.

use super::body::FunctionWriter;
use super::build::{Build, Typed};
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::hir::{Block, Handle, Loop, LoopTest, Statement, Switch, Termination, Value};
use crate::stage::Stage;
use naga::{Expression, SwitchCase, SwitchValue, UnaryOperator};

/// Deeper nesting than in any real program; the bridge and naga recurse for each block.
const DEEPEST: u32 = 250;

/// More expressions than in any real program; cases that others fall through to are written once per path.
const LARGEST: usize = 1 << 20;

impl<'a> FunctionWriter<'_, 'a> {
    /// The statements of the function.
    pub(super) fn body(&mut self) -> Bridged<()> {
        self.statements(self.function.body, &[])
    }

    /// The statements of a block that passes values to `results` at its end.
    fn statements(&mut self, block: Handle<Block>, results: &'a [Handle<Value>]) -> Bridged<()> {
        if self.nesting > DEEPEST {
            return unsupported("blocks nested this deep");
        }
        if self.out.expressions.len() > LARGEST {
            return unsupported("functions this large");
        }
        let block = self.function.blocks.try_get(block).or_missing("a block")?;
        for (statement, span) in &block.statements {
            let span = self.module.hir.inlined.source(*span);
            self.span = span;
            self.statement(statement, results).map_err(|it| it.at(span))?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'a Statement, results: &'a [Handle<Value>]) -> Bridged<()> {
        match statement {
            Statement::Evaluate(value) => self.evaluate(*value),
            Statement::Store { place, value } => {
                let value = self.value(*value)?;
                let place = self.function.places.try_get(*place).or_missing("a place")?;
                self.store_place(place, value)
            }
            Statement::Describe { .. } => Ok(()),
            Statement::If { condition, accept, reject, results: made, .. } => {
                let condition = self.value(*condition)?.it;
                self.declare(made)?;
                let accept = self.in_block(|it| it.statements(*accept, made))?;
                let reject = self.in_block(|it| it.statements(*reject, made))?;
                self.push(naga::Statement::If { condition, accept, reject });
                self.read(made)
            }
            Statement::Switch(switch) => self.switch(switch),
            Statement::Loop(it) => self.repeat(it),
            Statement::Yield(values) => self.pass(results, values),
            Statement::Break(values) => {
                let target = self.targets.last().copied().or_missing("a loop or switch")?;
                self.pass(target, values)?;
                self.push(naga::Statement::Break);
                Ok(())
            }
            Statement::Continue(values) => {
                let it = self.loops.last().copied().or_missing("a loop")?;
                self.pass(&it.continue_parameters, values)?;
                self.push(naga::Statement::Continue);
                Ok(())
            }
            Statement::Return(value) => {
                let value = value.map(|it| self.value(it)).transpose()?;
                self.leave(value.map(|it| it.it))
            }
            Statement::Terminate(Termination::Discard | Termination::Invocation) => {
                self.push(naga::Statement::Kill);
                Ok(())
            }
            // The call has returned.
            Statement::Terminate(Termination::Call) => Ok(()),
            Statement::Terminate(Termination::IgnoreIntersection) => unsupported("`ignoreIntersectionEXT`"),
            Statement::Terminate(Termination::Ray) => unsupported("`terminateRayEXT`"),
            Statement::Demote => Err(Unsupported::new("`demote`")
                .help("`discard` is `demote` in WGSL, but for what follows it in the shader")),
        }
    }

    /// Returns from the function.
    pub(super) fn leave(&mut self, value: Option<naga::Handle<Expression>>) -> Bridged<()> {
        let value = match self.entry {
            None => value,
            Some(_) if self.module.hir.entry_point.stage == Stage::Task => Some(self.no_mesh_tasks()),
            Some(_) => self.outputs()?,
        };
        self.push(naga::Statement::Return { value });
        Ok(())
    }

    /// The variables of values that control flow passes.
    fn declare(&mut self, values: &[Handle<Value>]) -> Bridged<()> {
        for &value in values {
            if !self.passed.contains_key(&value) {
                let ty = self.definition(value)?.ty;
                self.module.fixed(ty)?;
                let ty = self.module.value_type(ty)?;
                let variable = self.variable("", ty);
                self.passed.insert(value, variable);
            }
        }
        Ok(())
    }

    /// Sets variables, all at once.
    fn pass(&mut self, targets: &[Handle<Value>], values: &[Handle<Value>]) -> Bridged<()> {
        let mut made = Vec::with_capacity(values.len());
        for &value in values {
            made.push(self.value(value)?.it);
        }
        for (target, value) in targets.iter().zip(made) {
            let variable = self.passed.get(target).copied().or_missing("a value that is passed")?;
            let pointer = self.add(Expression::LocalVariable(variable));
            self.store(pointer, value);
        }
        Ok(())
    }

    /// Reads the passed values.
    fn read(&mut self, values: &[Handle<Value>]) -> Bridged<()> {
        for &value in values {
            let variable = self.passed.get(&value).copied().or_missing("a value that is passed")?;
            let ty = self.out.local_variables.try_get(variable).or_missing("a variable")?.ty;
            let shape = self.module.shape(ty)?;
            let pointer = self.add(Expression::LocalVariable(variable));
            let read = self.typed(Expression::Load { pointer }, shape);
            self.set(value, read);
        }
        // Back ends may print a read where it is used; only the next iteration stores to the variable in between.
        self.flush();
        Ok(())
    }

    fn repeat(&mut self, it: &'a Loop) -> Bridged<()> {
        let parameters: Vec<Handle<Value>> = it.parameters.iter().map(|it| it.value).collect();
        let initial: Vec<Handle<Value>> = it.parameters.iter().map(|it| it.initial).collect();
        self.declare(&parameters)?;
        self.declare(&it.continue_parameters)?;
        self.declare(&it.results)?;
        self.pass(&parameters, &initial)?;
        self.targets.push(&it.results);
        self.loops.push(it);
        let body = self.in_block(|this| {
            this.read(&parameters)?;
            this.statements(it.header, &[])?;
            if let Some(test) = &it.condition {
                let holds = this.value(test.condition)?;
                this.leave_unless(it, test, holds)?;
            }
            this.statements(it.body, &it.continue_parameters)
        });
        let mut break_if = None;
        let continuing = self.in_block(|this| {
            this.read(&it.continue_parameters)?;
            let mut results = Vec::new();
            if let Some(test) = &it.repeat_if {
                results.clone_from(&test.results);
            }
            this.continuing(it, &parameters)?;
            if let Some(test) = &it.repeat_if {
                this.pass(&it.results, &results)?;
                let holds = this.value(test.condition)?;
                let ends = Expression::Unary { op: UnaryOperator::LogicalNot, expr: holds.it };
                break_if = Some(this.add(ends));
            }
            Ok(())
        });
        self.targets.pop();
        self.loops.pop();
        self.push(naga::Statement::Loop { body: body?, continuing: continuing?, break_if });
        self.read(&it.results)
    }

    /// The statements between two iterations; the last of them passes the parameters of the next iteration.
    fn continuing(&mut self, it: &'a Loop, parameters: &[Handle<Value>]) -> Bridged<()> {
        let block = self.function.blocks.try_get(it.continuing).or_missing("a block")?;
        for (statement, span) in &block.statements {
            let span = self.module.hir.inlined.source(*span);
            self.span = span;
            match statement {
                Statement::Yield(values) => self.pass(parameters, values),
                statement => self.statement(statement, &[]),
            }
            .map_err(|it| it.at(span))?;
        }
        Ok(())
    }

    /// Leaves a loop whose test fails.
    fn leave_unless(&mut self, it: &'a Loop, test: &LoopTest, holds: Typed) -> Bridged<()> {
        let accept = self.in_block(|_| Ok(()))?;
        let reject = self.in_block(|this| {
            this.pass(&it.results, &test.results)?;
            this.push(naga::Statement::Break);
            Ok(())
        })?;
        self.push(naga::Statement::If { condition: holds.it, accept, reject });
        Ok(())
    }

    fn switch(&mut self, switch: &'a Switch) -> Bridged<()> {
        let selector = self.value(switch.selector)?;
        let scalar = selector.shape.scalar().or_missing("a selector")?;
        let selector = match scalar.width {
            4 => selector,
            2 => self.convert(selector, naga::Scalar { width: 4, ..scalar }),
            _ => {
                return Err(
                    Unsupported::new("64-bit selectors of a `switch`").help("convert the selector to `int` or `uint`")
                );
            }
        };
        let is_signed = scalar.kind == naga::ScalarKind::Sint;
        self.declare(&switch.results)?;
        for case in &switch.cases {
            let parameters: Vec<Handle<Value>> = case.parameters.iter().map(|it| it.value).collect();
            let initial: Vec<Handle<Value>> = case.parameters.iter().map(|it| it.initial).collect();
            self.declare(&parameters)?;
            self.pass(&parameters, &initial)?;
        }
        self.targets.push(&switch.results);
        let cases = self.cases(switch, is_signed);
        self.targets.pop();
        self.push(naga::Statement::Switch { selector: selector.it, cases: cases? });
        self.read(&switch.results)
    }

    fn cases(&mut self, switch: &'a Switch, is_signed: bool) -> Bridged<Vec<SwitchCase>> {
        let mut cases = Vec::new();
        for (index, case) in switch.cases.iter().enumerate() {
            let labels = case
                .values
                .iter()
                .map(|&bits| if is_signed { SwitchValue::I32(bits as i32) } else { SwitchValue::U32(bits as u32) });
            let mut labels: Vec<SwitchValue> = labels.chain(case.is_default.then_some(SwitchValue::Default)).collect();
            let Some(last) = labels.pop() else { continue };
            let nothing = |value| SwitchCase { value, body: naga::Block::new(), fall_through: true };
            cases.extend(labels.into_iter().map(nothing));
            // WGSL has no fall-through: the next case is written again.
            let body = self.in_block(|this| {
                for (next, case) in switch.cases.iter().enumerate().skip(index) {
                    let parameters: Vec<Handle<Value>> = case.parameters.iter().map(|it| it.value).collect();
                    this.read(&parameters)?;
                    if !case.falls_through {
                        return this.statements(case.body, &switch.results);
                    }
                    this.falling(switch, next, case.body)?;
                }
                Ok(())
            })?;
            cases.push(SwitchCase { value: last, body, fall_through: false });
        }
        if !switch.cases.iter().any(|it| it.is_default) {
            cases.push(SwitchCase { value: SwitchValue::Default, body: naga::Block::new(), fall_through: false });
        }
        Ok(cases)
    }

    /// The statements of a case that falls through to the next one.
    fn falling(&mut self, switch: &'a Switch, index: usize, body: Handle<Block>) -> Bridged<()> {
        let next: Vec<Handle<Value>> =
            switch.cases.get(index + 1).map_or_else(Vec::new, |it| it.parameters.iter().map(|it| it.value).collect());
        let block = self.function.blocks.try_get(body).or_missing("a block")?;
        for (statement, span) in &block.statements {
            let span = self.module.hir.inlined.source(*span);
            self.span = span;
            match statement {
                Statement::Yield(values) => self.pass(&next, values),
                statement => self.statement(statement, &[]),
            }
            .map_err(|it| it.at(span))?;
        }
        Ok(())
    }
}
