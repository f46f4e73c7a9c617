//! Statements: structured control flow as SPIR-V requires it, with merge blocks and OpPhi.
//!
//! Comes in: blocks of HIR. Goes out: basic blocks. Must not depend on: what values are.
//!
//! What is left to do is on a stack of [`Task`]s, so that a chain of ten thousand `else if`s needs no recursion.

use super::function::FunctionWriter;
use super::join::{Ids, Join};
use super::section::OperandList;
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    Block, BlockParameter, BranchHint, ConstantKind, Handle, Loop, LoopHint, LoopTest, ScalarKind, Statement, Switch,
    Termination, Value, ValueKind,
};
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::{LoopControl, Op, SelectionControl};
use smallvec::SmallVec;

/// What is left to do once the statements above it are done.
enum Task<'a> {
    /// The statements of a block, from one on.
    Statements(&'a Block, usize),
    /// The first arm of an `if` has ended. The second has no block if its label is that of the merge block.
    EndAccept { reject: Handle<Block>, reject_label: u32, end: EndIf },
    /// The second arm has ended, too.
    EndReject(EndIf),
    /// A case has ended.
    EndCase(Cases<'a>),
    /// The header of a loop has ended.
    EndHeader(LoopTail<'a>),
    /// The body of a loop has ended.
    EndBody(LoopTail<'a>),
    /// The continuing block of a loop has ended.
    EndContinuing(LoopTail<'a>),
}

/// Where the arms of an `if` meet.
struct EndIf {
    merge: u32,
    /// Whether a finished arm leads there.
    reached: bool,
    results: Join,
    /// What the header passes if the second arm needs no block.
    skipped: Option<(u32, Ids)>,
}

/// The cases of a switch that are still to come, after a given one.
struct Cases<'a> {
    switch: &'a Switch,
    index: usize,
    entries: std::rc::Rc<[CaseEntry]>,
}

/// How a case is entered.
struct CaseEntry {
    label: u32,
    /// With what the selector passes.
    parameters: Join,
}

/// The parts of a loop that are still to come.
struct LoopTail<'a> {
    statement: &'a Loop,
    /// Whether the header is the block with OpLoopMerge, which comes right before the test then.
    is_one_block: bool,
    header_label: u32,
    /// The place of the OpPhi of the parameters.
    phis: usize,
    continue_label: u32,
    merge: u32,
}

/// What `break` and `continue` leave.
struct Breakable {
    merge: u32,
    /// Whether anything leads to the merge block.
    reached: bool,
    results: Join,
    /// The continue target; `None` for a switch.
    continuing: Option<(u32, Join)>,
}

/// The state of the walk over a function.
#[derive(Default)]
struct Flow<'a> {
    tasks: SmallVec<[Task<'a>; 4]>,
    breakables: SmallVec<[Breakable; 2]>,
    /// What the block that has just ended passes on.
    passed: Ids,
}

impl<'a> FunctionWriter<'_, 'a> {
    /// Lowers the body of the function.
    pub(super) fn statements(&mut self) -> Lowered<()> {
        let mut flow = Flow::default();
        flow.tasks.push(Task::Statements(self.block_of(self.function.body)?, 0));
        while let Some(task) = flow.tasks.pop() {
            self.task(task, &mut flow)?;
        }
        Ok(())
    }

    fn block_of(&self, block: Handle<Block>) -> Lowered<&'a Block> {
        self.function.blocks.try_get(block).or_bug("a block")
    }

    fn task(&mut self, task: Task<'a>, flow: &mut Flow<'a>) -> Lowered<()> {
        match task {
            Task::Statements(block, from) => {
                if from == 0 {
                    self.chains.enter_scope();
                }
                for (index, (statement, span)) in block.statements.iter().enumerate().skip(from) {
                    if !self.is_open() {
                        // Nothing leads here: both arms above jump, or a loop never ends.
                        return Ok(());
                    }
                    self.module.span = *span;
                    if !matches!(statement, Statement::If { .. } | Statement::Switch(_) | Statement::Loop(_)) {
                        self.statement(statement, flow)?;
                        continue;
                    }
                    let nested = flow.tasks.len();
                    flow.tasks.push(Task::Statements(block, index + 1));
                    self.statement(statement, flow)?;
                    if flow.tasks.len() > nested + 1 {
                        return Ok(());
                    }
                    flow.tasks.pop();
                }
                Ok(())
            }
            Task::EndAccept { reject, reject_label, mut end } => {
                self.chains.leave_scope();
                self.end_arm(&mut end, flow)?;
                if reject_label == end.merge {
                    if let Some((label, ids)) = end.skipped {
                        end.results.add(label, &ids)?;
                    }
                    self.begin_block(end.merge);
                    return self.join(end.results);
                }
                self.begin_block(reject_label);
                flow.tasks.push(Task::EndReject(end));
                flow.tasks.push(Task::Statements(self.block_of(reject)?, 0));
                Ok(())
            }
            Task::EndReject(mut end) => {
                self.chains.leave_scope();
                self.end_arm(&mut end, flow)?;
                self.merge(end.merge, end.reached, end.results)
            }
            Task::EndCase(cases) => {
                self.chains.leave_scope();
                self.end_case(cases, flow)
            }
            // What the header has computed is available in the other blocks.
            Task::EndHeader(tail) => {
                // Without a condition the body goes on in the same block.
                if self.is_open()
                    && let Some(test) = &tail.statement.condition
                {
                    if tail.is_one_block {
                        self.loop_merge(tail.merge, tail.continue_label, &tail.statement.hint)?;
                    }
                    let body = self.module.id();
                    let breakable = flow.breakables.last_mut().or_bug("a loop")?;
                    self.test(test, body, breakable)?;
                    self.begin_block(body);
                }
                let body = self.block_of(tail.statement.body)?;
                flow.tasks.push(Task::EndBody(tail));
                flow.tasks.push(Task::Statements(body, 0));
                Ok(())
            }
            Task::EndBody(tail) => {
                self.chains.leave_scope();
                let continuing = flow.breakables.last_mut().and_then(|it| it.continuing.as_mut());
                let (_, join) = continuing.or_bug("a loop")?;
                let mut join = std::mem::take(join);
                if self.is_open() {
                    self.arrive(&mut join, &flow.passed)?;
                    self.branch(tail.continue_label)?;
                }
                self.begin_block(tail.continue_label);
                self.join(join)?;
                let continuing = self.block_of(tail.statement.continuing)?;
                flow.tasks.push(Task::EndContinuing(tail));
                flow.tasks.push(Task::Statements(continuing, 0));
                Ok(())
            }
            Task::EndContinuing(tail) => self.end_loop(&tail, flow),
        }
    }

    /// The continuing block of a loop has ended, and with it the scope of the header.
    fn end_loop(&mut self, tail: &LoopTail<'a>, flow: &mut Flow<'a>) -> Lowered<()> {
        self.chains.leave_scope();
        self.chains.leave_scope();
        let mut breakable = flow.breakables.pop().or_bug("a loop")?;
        if !self.is_open() {
            return Err(Bug("a loop whose continuing block jumps"));
        }
        if !tail.statement.parameters.is_empty() {
            self.arrive_again(tail.phis, &flow.passed)?;
        }
        match &tail.statement.repeat_if {
            Some(test) => self.test(test, tail.header_label, &mut breakable)?,
            None => self.branch(tail.header_label)?,
        }
        self.merge(tail.merge, breakable.reached, breakable.results)
    }

    /// An arm of an `if` has ended.
    fn end_arm(&mut self, end: &mut EndIf, flow: &Flow<'a>) -> Lowered<()> {
        if self.is_open() {
            end.reached = true;
            self.arrive(&mut end.results, &flow.passed)?;
            self.branch(end.merge)?;
        }
        Ok(())
    }

    /// Continues with `next` if a condition of a loop holds, else with the merge block.
    fn test(&mut self, test: &'a LoopTest, next: u32, breakable: &mut Breakable) -> Lowered<()> {
        let condition = self.value(test.condition)?;
        let results = self.ids(&test.results)?;
        self.arrive(&mut breakable.results, &results)?;
        breakable.reached = true;
        self.terminate_ids(Op::BranchConditional, &[condition, next, breakable.merge])
    }

    /// Begins a merge block; one that nothing leads to still has to exist.
    fn merge(&mut self, merge: u32, reached: bool, results: Join) -> Lowered<()> {
        self.begin_block(merge);
        if reached { self.join(results) } else { self.terminate(Op::Unreachable, &[]) }
    }

    /// What the header of an `if` passes to OpPhi if an arm only passes constants, so that the arm needs no block.
    ///
    /// The condition itself is the value of an arm that passes what led to it, as in `&&` and `||`.
    fn skipped(&mut self, arm: Handle<Block>, condition: u32, taken: bool) -> Lowered<Option<Ids>> {
        let [(Statement::Yield(passed), _)] = self.block_of(arm)?.statements.as_slice() else { return Ok(None) };
        let mut constants = SmallVec::<[_; 4]>::new();
        for &value in passed {
            let ValueKind::Constant(constant) = self.definition(value)?.kind else { return Ok(None) };
            constants.push((value, constant));
        }
        let mut ids = Ids::new();
        for (value, constant) in constants {
            let is_bool = self.type_of(value)?.scalar().is_some_and(|it| it.kind == ScalarKind::Bool);
            let constant = self.module.hir.constants.get_handle(constant).or_bug("a constant")?;
            let decides = is_bool && matches!(constant.kind, ConstantKind::Scalar(bits) if bits == u64::from(taken));
            ids.push(if decides { condition } else { self.value(value)? });
        }
        Ok(Some(ids))
    }

    fn statement(&mut self, statement: &'a Statement, flow: &mut Flow<'a>) -> Lowered<()> {
        match *statement {
            Statement::Evaluate(value) => self.evaluate(value),
            Statement::Store { place, value } => {
                let id = self.value(value)?;
                let definition = self.function.places.try_get(place).or_bug("a place")?;
                match self.named_by(definition) {
                    Some(local) => self.name_value(local, value, id),
                    None => self.store(place, id),
                }
            }
            Statement::Describe { local, value } => self.describe(local, value),
            Statement::If { condition, accept, reject, ref results, hint } => {
                self.if_statement(condition, [accept, reject], results, hint, flow)
            }
            Statement::Switch(ref switch) => self.switch(switch, flow),
            Statement::Loop(ref statement) => self.begin_loop(statement, flow),
            Statement::Yield(ref values) => {
                flow.passed = self.ids(values)?;
                Ok(())
            }
            Statement::Break(ref values) => {
                let values = self.ids(values)?;
                self.mark();
                let breakable = flow.breakables.last_mut().or_bug("a break outside loops and switches")?;
                breakable.reached = true;
                self.arrive(&mut breakable.results, &values)?;
                self.branch(breakable.merge)
            }
            Statement::Continue(ref values) => {
                let values = self.ids(values)?;
                self.mark();
                let target = flow.breakables.iter_mut().rev().find_map(|it| it.continuing.as_mut());
                let (label, join) = target.or_bug("a continue outside loops")?;
                self.arrive(join, &values)?;
                self.branch(*label)
            }
            Statement::Return(None) => self.terminate(Op::Return, &[]),
            Statement::Terminate(Termination::Call) if self.is_open() => {
                Err(Bug("the end of a call that ended nothing"))
            }
            Statement::Terminate(Termination::Call) => Ok(()),
            Statement::Terminate(termination) => {
                let opcode = match termination {
                    // SPIR-V 1.6 deprecates OpKill.
                    Termination::Discard if self.module.options.target.spirv < SpirvVersion::V1_6 => Op::Kill,
                    Termination::Discard | Termination::Invocation | Termination::Call => Op::TerminateInvocation,
                    Termination::IgnoreIntersection => Op::IgnoreIntersectionKHR,
                    Termination::Ray => Op::TerminateRayKHR,
                };
                self.terminate(opcode, &[])
            }
            Statement::Demote => self.emit_void(Op::DemoteToHelperInvocation, &[]),
            Statement::Return(Some(value)) => {
                let value = self.value(value)?;
                self.terminate_ids(Op::ReturnValue, &[value])
            }
        }
    }

    fn if_statement(
        &mut self,
        condition: Handle<Value>,
        [accept, reject]: [Handle<Block>; 2],
        results: &'a [Handle<Value>],
        hint: BranchHint,
        flow: &mut Flow<'a>,
    ) -> Lowered<()> {
        let condition = self.value(condition)?;
        let (first, merge) = (self.module.id(), self.module.id());
        let mut end = EndIf { merge, reached: false, results: Join::of(results), skipped: None };
        let (mut skip_accept, mut skip_reject) = (false, self.block_of(reject)?.statements.is_empty());
        if let Some(ids) = self.skipped(reject, condition, false)? {
            skip_reject = true;
            end.skipped = Some((self.label()?, ids));
        } else if let Some(ids) = self.skipped(accept, condition, true)? {
            skip_accept = true;
            self.arrive(&mut end.results, &ids)?;
        } else if !skip_reject && self.block_of(accept)?.statements.is_empty() {
            skip_accept = true;
        }
        end.reached = skip_accept || skip_reject;
        self.selection_merge(merge, hint)?;
        let (accept_label, reject_label) = match (skip_accept, skip_reject) {
            (true, _) => (merge, first),
            (false, true) => (first, merge),
            (false, false) => (first, self.module.id()),
        };
        self.terminate_ids(Op::BranchConditional, &[condition, accept_label, reject_label])?;
        self.begin_block(first);
        if skip_accept {
            flow.tasks.push(Task::EndReject(end));
            flow.tasks.push(Task::Statements(self.block_of(reject)?, 0));
        } else {
            flow.tasks.push(Task::EndAccept { reject, reject_label, end });
            flow.tasks.push(Task::Statements(self.block_of(accept)?, 0));
        }
        Ok(())
    }

    fn begin_loop(&mut self, statement: &'a Loop, flow: &mut Flow<'a>) -> Lowered<()> {
        let (header_label, continue_label, merge) = (self.module.id(), self.module.id(), self.module.id());
        let parameters = self.entry(&statement.parameters)?;
        self.branch(header_label)?;
        self.begin_block(header_label);
        let phis = self.loop_phis(&parameters)?;
        let header = self.block_of(statement.header)?;
        let is_straight = |(it, _): &(Statement, _)| {
            matches!(
                it,
                Statement::Evaluate(_) | Statement::Store { .. } | Statement::Describe { .. } | Statement::Demote
            )
        };
        // A header with control flow of its own goes into blocks after the one with OpLoopMerge.
        let is_one_block = statement.condition.is_some() && header.statements.iter().all(is_straight);
        if !is_one_block {
            self.loop_merge(merge, continue_label, &statement.hint)?;
            let test = self.module.id();
            self.branch(test)?;
            self.begin_block(test);
        }
        flow.breakables.push(Breakable {
            merge,
            reached: false,
            results: Join::of(&statement.results),
            continuing: Some((continue_label, Join::of(&statement.continue_parameters))),
        });
        flow.tasks.push(Task::EndHeader(LoopTail {
            statement,
            is_one_block,
            header_label,
            phis,
            continue_label,
            merge,
        }));
        flow.tasks.push(Task::Statements(header, 0));
        Ok(())
    }

    fn switch(&mut self, switch: &'a Switch, flow: &mut Flow<'a>) -> Lowered<()> {
        let scalar = self.type_of(switch.selector)?.scalar().or_bug("a selector")?;
        let selector = self.value(switch.selector)?;
        let merge = self.module.id();
        let mut entries = Vec::with_capacity(switch.cases.len());
        for case in &switch.cases {
            entries.push(CaseEntry { label: self.module.id(), parameters: self.entry(&case.parameters)? });
        }
        let default = switch.cases.iter().position(|case| case.is_default).and_then(|index| entries.get(index));
        let has_default = default.is_some();
        let mut operands = OperandList::from_iter([
            Operand::IdRef(selector),
            Operand::IdRef(default.map_or(merge, |entry| entry.label)),
        ]);
        for (case, entry) in switch.cases.iter().zip(&entries) {
            for &value in &case.values {
                operands.push(match scalar.width {
                    8 => Operand::LiteralBit64(value),
                    _ => Operand::LiteralBit32(value as u32),
                });
                operands.push(Operand::IdRef(entry.label));
            }
        }
        self.selection_merge(merge, switch.hint)?;
        self.terminate(Op::Switch, &operands)?;
        let results = Join::of(&switch.results);
        flow.breakables.push(Breakable { merge, reached: !has_default, results, continuing: None });
        self.case(Cases { switch, index: 0, entries: entries.into() }, None, flow)
    }

    /// The end of a case leads into the next one or to the merge block.
    fn end_case(&mut self, cases: Cases<'a>, flow: &mut Flow<'a>) -> Lowered<()> {
        let breakable = flow.breakables.last_mut().or_bug("a switch")?;
        let falls = cases.switch.cases.get(cases.index).is_some_and(|case| case.falls_through);
        let next = Cases { index: cases.index + 1, ..cases };
        let mut from = None;
        if self.is_open() {
            if let Some(entry) = next.entries.get(next.index).filter(|_| falls) {
                from = Some(self.label()?);
                self.branch(entry.label)?;
            } else {
                breakable.reached = true;
                self.arrive(&mut breakable.results, &flow.passed)?;
                self.branch(breakable.merge)?;
            }
        }
        self.case(next, from, flow)
    }

    /// Begins a case, into which the block with the label `from` falls, or ends the switch after the last one.
    fn case(&mut self, cases: Cases<'a>, from: Option<u32>, flow: &mut Flow<'a>) -> Lowered<()> {
        if let (Some(case), Some(entry)) = (cases.switch.cases.get(cases.index), cases.entries.get(cases.index)) {
            self.begin_block(entry.label);
            let mut parameters = entry.parameters.clone();
            if let Some(label) = from {
                parameters.add(label, &flow.passed)?;
            }
            self.join(parameters)?;
            let body = self.block_of(case.body)?;
            flow.tasks.push(Task::EndCase(cases));
            flow.tasks.push(Task::Statements(body, 0));
            return Ok(());
        }
        let breakable = flow.breakables.pop().or_bug("a switch")?;
        self.merge(breakable.merge, breakable.reached, breakable.results)
    }

    /// What the open block passes to parameters.
    fn entry(&mut self, parameters: &[BlockParameter]) -> Lowered<Join> {
        let (values, initial): (SmallVec<[_; 4]>, SmallVec<[_; 4]>) =
            parameters.iter().map(|it| (it.value, it.initial)).unzip();
        let mut join = Join::of(&values);
        let ids = self.ids(&initial)?;
        self.arrive(&mut join, &ids)?;
        Ok(join)
    }

    fn selection_merge(&mut self, merge: u32, hint: BranchHint) -> Lowered<()> {
        let control = match hint {
            BranchHint::None => SelectionControl::NONE,
            BranchHint::Flatten => SelectionControl::FLATTEN,
            BranchHint::DontFlatten => SelectionControl::DONT_FLATTEN,
        };
        self.emit_void(Op::SelectionMerge, &[Operand::IdRef(merge), Operand::SelectionControl(control)])
    }

    fn loop_merge(&mut self, merge: u32, continue_label: u32, hint: &LoopHint) -> Lowered<()> {
        let version = self.module.options.target.spirv;
        let (control, literals) = loop_control(hint, version);
        let mut operands = OperandList::from_iter([
            Operand::IdRef(merge),
            Operand::IdRef(continue_label),
            Operand::LoopControl(control),
        ]);
        operands.extend(literals.into_iter().map(Operand::LiteralBit32));
        self.emit_void(Op::LoopMerge, &operands)
    }
}

/// The bits of a hint that the version knows, with their literals.
fn loop_control(hint: &LoopHint, version: crate::target::SpirvVersion) -> (LoopControl, SmallVec<[u32; 4]>) {
    use crate::target::SpirvVersion as V;
    let mut literals = hint.literals.iter();
    let mut kept = SmallVec::new();
    let mut control = LoopControl::NONE;
    for (bit, since, takes_literal) in [
        (LoopControl::UNROLL, V::V1_0, false),
        (LoopControl::DONT_UNROLL, V::V1_0, false),
        (LoopControl::DEPENDENCY_INFINITE, V::V1_1, false),
        (LoopControl::DEPENDENCY_LENGTH, V::V1_1, true),
        (LoopControl::MIN_ITERATIONS, V::V1_4, true),
        (LoopControl::MAX_ITERATIONS, V::V1_4, true),
        (LoopControl::ITERATION_MULTIPLE, V::V1_4, true),
        (LoopControl::PEEL_COUNT, V::V1_4, true),
        (LoopControl::PARTIAL_COUNT, V::V1_4, true),
    ] {
        if hint.control & bit.bits() == 0 {
            continue;
        }
        let literal = if takes_literal { literals.next().copied() } else { None };
        if version >= since {
            control |= bit;
            kept.extend(literal);
        }
    }
    (control, kept)
}
