//! Statements: structured control flow as SPIR-V wants it, with its merge blocks.
//!
//! Comes in: blocks of HIR. Goes out: basic blocks. Must not know: what values are.
//!
//! What is left to do lies on a stack of [`Task`]s, so that a chain of ten thousand `else if`s needs no recursion.

use super::function::FunctionWriter;
use super::{Bug, Lowered, OrBug};
use crate::hir::{
    Block, BranchHint, ConstantKind, Handle, LoopHint, ScalarKind, Statement, SwitchCase, Value, ValueKind, Yields,
};
use rspirv::dr::Operand;
use rspirv::spirv::{LoopControl, Op, SelectionControl};
use smallvec::SmallVec;

/// What is left to do once the statements above it are done.
enum Task<'a> {
    /// The statements of a block, from one on.
    Statements(&'a Block, usize),
    /// The first arm of an `if` has ended. `skipped` is what the second one yields if the header leads past it.
    EndAccept {
        reject: Handle<Block>,
        reject_label: u32,
        merge: u32,
        yields: Option<Yields>,
        skipped: Option<Incoming>,
    },
    /// The second arm has ended, too.
    EndReject { merge: u32, reached: bool, yields: Option<(Yields, Incoming)> },
    /// A case has ended. The labels are those of the case after it, the merge block if there is none.
    EndCase { cases: &'a [SwitchCase], labels: std::rc::Rc<[u32]>, index: usize },
    /// The header of a loop has ended.
    EndHeader { tail: LoopTail },
    /// The body of a loop has ended.
    EndBody { tail: LoopTail },
    /// The continuing block of a loop has ended.
    EndContinuing { tail: LoopTail },
}

/// A value that a block brings to OpPhi.
#[derive(Clone, Copy)]
struct Incoming {
    value: u32,
    label: u32,
}

/// The parts of a loop that are still to come.
#[derive(Clone, Copy)]
struct LoopTail {
    condition: Option<Handle<Value>>,
    body: Handle<Block>,
    continuing: Handle<Block>,
    repeat_if: Option<Handle<Value>>,
    header_label: u32,
    continue_label: u32,
    merge: u32,
}

/// What `break` and `continue` leave.
struct Breakable {
    merge: u32,
    /// Whether anything goes to the merge block.
    reached: bool,
    /// The continue target, unless it is a switch.
    continue_label: Option<u32>,
}

impl<'a> FunctionWriter<'_, 'a> {
    /// Lowers the body of the function.
    pub(super) fn statements(&mut self) -> Lowered<()> {
        let mut tasks = vec![Task::Statements(self.block_of(self.function.body)?, 0)];
        let mut breakables: Vec<Breakable> = Vec::new();
        while let Some(task) = tasks.pop() {
            self.task(task, &mut tasks, &mut breakables)?;
        }
        Ok(())
    }

    fn block_of(&self, block: Handle<Block>) -> Lowered<&'a Block> {
        self.function.blocks.try_get(block).or_bug("a block")
    }

    fn task(&mut self, task: Task<'a>, tasks: &mut Vec<Task<'a>>, breakables: &mut Vec<Breakable>) -> Lowered<()> {
        match task {
            Task::Statements(block, from) => {
                for (index, (statement, span)) in block.statements.iter().enumerate().skip(from) {
                    if !self.is_open() {
                        // Nothing leads here: both arms above jump, or a loop never ends.
                        return Ok(());
                    }
                    self.module.span = *span;
                    let nested = tasks.len();
                    tasks.push(Task::Statements(block, index + 1));
                    self.statement(statement, tasks, breakables)?;
                    if tasks.len() > nested + 1 {
                        return Ok(());
                    }
                    tasks.pop();
                }
                Ok(())
            }
            Task::EndAccept { reject, reject_label, merge, yields, skipped } => {
                let reached = self.is_open();
                let mut arm = None;
                if reached {
                    if let Some(yields) = yields {
                        arm = Some((yields, Incoming { value: self.value(yields.accept)?, label: self.label()? }));
                    }
                    self.branch(merge)?;
                }
                if reject_label == merge {
                    self.begin_block(merge);
                    return self.phi(arm, skipped);
                }
                self.begin_block(reject_label);
                tasks.push(Task::EndReject { merge, reached, yields: arm });
                tasks.push(Task::Statements(self.block_of(reject)?, 0));
                Ok(())
            }
            Task::EndReject { merge, reached, yields } => {
                let open = self.is_open();
                let mut arm = None;
                if open {
                    if let Some((yields, _)) = yields {
                        arm = Some(Incoming { value: self.value(yields.reject)?, label: self.label()? });
                    }
                    self.branch(merge)?;
                }
                self.merge(merge, reached || open)?;
                self.phi(yields, arm)
            }
            Task::EndCase { cases, labels, index } => {
                let merge = breakables.last().or_bug("a switch")?.merge;
                if self.is_open() {
                    let falls = cases.get(index).is_some_and(|case| case.falls_through);
                    let next = labels.get(index + 1).copied().filter(|_| falls);
                    self.branch(next.unwrap_or(merge))?;
                    if next.is_none()
                        && let Some(breakable) = breakables.last_mut()
                    {
                        breakable.reached = true;
                    }
                }
                self.case(cases, labels, index + 1, tasks, breakables)
            }
            Task::EndHeader { tail } => {
                // Without a condition the body goes on in the same block.
                if self.is_open()
                    && let Some(condition) = tail.condition
                {
                    let body = self.module.id();
                    let condition = self.value(condition)?;
                    self.terminate(
                        Op::BranchConditional,
                        vec![Operand::IdRef(condition), Operand::IdRef(body), Operand::IdRef(tail.merge)],
                    )?;
                    breakables.last_mut().or_bug("a loop")?.reached = true;
                    self.begin_block(body);
                }
                tasks.push(Task::EndBody { tail });
                tasks.push(Task::Statements(self.block_of(tail.body)?, 0));
                Ok(())
            }
            Task::EndBody { tail } => {
                if self.is_open() {
                    self.branch(tail.continue_label)?;
                }
                self.begin_block(tail.continue_label);
                tasks.push(Task::EndContinuing { tail });
                tasks.push(Task::Statements(self.block_of(tail.continuing)?, 0));
                Ok(())
            }
            Task::EndContinuing { tail } => {
                let mut breakable = breakables.pop().or_bug("a loop")?;
                if !self.is_open() {
                    return Err(Bug("a loop whose continuing block jumps"));
                }
                if let Some(condition) = tail.repeat_if {
                    let condition = self.value(condition)?;
                    self.terminate(
                        Op::BranchConditional,
                        vec![Operand::IdRef(condition), Operand::IdRef(tail.header_label), Operand::IdRef(tail.merge)],
                    )?;
                    breakable.reached = true;
                } else {
                    self.branch(tail.header_label)?;
                }
                self.merge(tail.merge, breakable.reached)
            }
        }
    }

    /// Begins a merge block; one that nothing leads to has to exist all the same.
    fn merge(&mut self, merge: u32, reached: bool) -> Lowered<()> {
        self.begin_block(merge);
        if reached { Ok(()) } else { self.terminate(Op::Unreachable, vec![]) }
    }

    /// The value that two arms yield.
    fn phi(&mut self, accept: Option<(Yields, Incoming)>, reject: Option<Incoming>) -> Lowered<()> {
        let (Some((yields, accept)), Some(reject)) = (accept, reject) else { return Ok(()) };
        let ty = self.definition(yields.result)?.ty;
        let ty = self.module.value_type(ty)?;
        let id = self.emit_ids(Op::Phi, ty, &[accept.value, accept.label, reject.value, reject.label])?;
        if let Some(decorations) = self.function.decorated.get(&yields.result) {
            self.decorate_numbered(id, decorations)?;
        }
        self.set_value(yields.result, id)
    }

    /// What the header of an `if` brings to OpPhi if an arm only yields a constant, so that it needs no block.
    ///
    /// The condition itself is the value of an arm that yields what led to it, as in `&&` and `||`.
    fn skipped(
        &mut self,
        arm: Handle<Block>,
        value: Handle<Value>,
        condition: u32,
        taken: bool,
    ) -> Lowered<Option<Incoming>> {
        let ValueKind::Constant(constant) = self.definition(value)?.kind else { return Ok(None) };
        if !self.block_of(arm)?.statements.is_empty() {
            return Ok(None);
        }
        let is_bool = self.type_of(value)?.scalar().is_some_and(|it| it.kind == ScalarKind::Bool);
        let constant = self.module.hir.constants.get_handle(constant).or_bug("a constant")?;
        let decides = is_bool && matches!(constant.kind, ConstantKind::Scalar(bits) if bits == u64::from(taken));
        let value = if decides { condition } else { self.value(value)? };
        Ok(Some(Incoming { value, label: self.label()? }))
    }

    fn statement(
        &mut self,
        statement: &'a Statement,
        tasks: &mut Vec<Task<'a>>,
        breakables: &mut Vec<Breakable>,
    ) -> Lowered<()> {
        match *statement {
            Statement::Evaluate(value) => self.evaluate(value),
            Statement::Store { place, value } => {
                let value = self.value(value)?;
                self.store(place, value)
            }
            Statement::If { condition, accept, reject, yields, hint } => {
                let condition = self.value(condition)?;
                let (first, merge) = (self.module.id(), self.module.id());
                let (skip_reject, skip_accept) = match yields {
                    Some(yields) => match self.skipped(reject, yields.reject, condition, false)? {
                        None => (None, self.skipped(accept, yields.accept, condition, true)?),
                        skipped => (skipped, None),
                    },
                    None => (None, None),
                };
                let is_empty = self.block_of(reject)?.statements.is_empty() && yields.is_none();
                self.selection_merge(merge, hint)?;
                if let (Some(yields), Some(skipped)) = (yields, skip_accept) {
                    self.terminate(
                        Op::BranchConditional,
                        vec![Operand::IdRef(condition), Operand::IdRef(merge), Operand::IdRef(first)],
                    )?;
                    self.begin_block(first);
                    tasks.push(Task::EndReject { merge, reached: true, yields: Some((yields, skipped)) });
                    tasks.push(Task::Statements(self.block_of(reject)?, 0));
                    return Ok(());
                }
                let accept_label = first;
                let reject_label = if is_empty || skip_reject.is_some() { merge } else { self.module.id() };
                self.terminate(
                    Op::BranchConditional,
                    vec![Operand::IdRef(condition), Operand::IdRef(accept_label), Operand::IdRef(reject_label)],
                )?;
                self.begin_block(accept_label);
                tasks.push(Task::EndAccept { reject, reject_label, merge, yields, skipped: skip_reject });
                tasks.push(Task::Statements(self.block_of(accept)?, 0));
                Ok(())
            }
            Statement::Switch { selector, ref cases, hint } => self.switch(selector, cases, hint, tasks, breakables),
            Statement::Loop { header, condition, body, continuing, repeat_if, ref hint } => {
                let (header_label, continue_label, merge) = (self.module.id(), self.module.id(), self.module.id());
                self.branch(header_label)?;
                self.begin_block(header_label);
                self.loop_merge(merge, continue_label, hint)?;
                // The header may have control flow of its own, so it goes into a block after the one with OpLoopMerge.
                let test = self.module.id();
                self.branch(test)?;
                self.begin_block(test);
                breakables.push(Breakable { merge, reached: false, continue_label: Some(continue_label) });
                let tail = LoopTail { condition, body, continuing, repeat_if, header_label, continue_label, merge };
                tasks.push(Task::EndHeader { tail });
                tasks.push(Task::Statements(self.block_of(header)?, 0));
                Ok(())
            }
            Statement::Break => {
                let breakable = breakables.last_mut().or_bug("a break outside of loops and switches")?;
                breakable.reached = true;
                let merge = breakable.merge;
                self.branch(merge)
            }
            Statement::Continue => {
                let target = breakables.iter().rev().find_map(|it| it.continue_label);
                self.branch(target.or_bug("a continue outside of loops")?)
            }
            Statement::Return(None) => self.terminate(Op::Return, vec![]),
            Statement::Return(Some(value)) => {
                let value = self.value(value)?;
                self.terminate(Op::ReturnValue, vec![Operand::IdRef(value)])
            }
        }
    }

    fn switch(
        &mut self,
        selector: Handle<Value>,
        cases: &'a [SwitchCase],
        hint: BranchHint,
        tasks: &mut Vec<Task<'a>>,
        breakables: &mut Vec<Breakable>,
    ) -> Lowered<()> {
        let scalar = self.type_of(selector)?.scalar().or_bug("a selector")?;
        let selector = self.value(selector)?;
        let merge = self.module.id();
        let labels: std::rc::Rc<[u32]> = cases.iter().map(|_| self.module.id()).collect();
        let default = cases.iter().position(|case| case.is_default).and_then(|index| labels.get(index));
        let mut operands = vec![Operand::IdRef(selector), Operand::IdRef(default.copied().unwrap_or(merge))];
        for (case, &label) in cases.iter().zip(labels.iter()) {
            for &value in &case.values {
                operands.push(match scalar.width {
                    8 => Operand::LiteralBit64(value),
                    _ => Operand::LiteralBit32(value as u32),
                });
                operands.push(Operand::IdRef(label));
            }
        }
        self.selection_merge(merge, hint)?;
        self.terminate(Op::Switch, operands)?;
        breakables.push(Breakable { merge, reached: default.is_none(), continue_label: None });
        self.case(cases, labels, 0, tasks, breakables)
    }

    /// Begins the case with a number, or ends the switch after the last one.
    fn case(
        &mut self,
        cases: &'a [SwitchCase],
        labels: std::rc::Rc<[u32]>,
        index: usize,
        tasks: &mut Vec<Task<'a>>,
        breakables: &mut Vec<Breakable>,
    ) -> Lowered<()> {
        if let (Some(case), Some(&label)) = (cases.get(index), labels.get(index)) {
            self.begin_block(label);
            tasks.push(Task::EndCase { cases, labels, index });
            tasks.push(Task::Statements(self.block_of(case.body)?, 0));
            return Ok(());
        }
        let breakable = breakables.pop().or_bug("a switch")?;
        self.merge(breakable.merge, breakable.reached)
    }

    fn selection_merge(&mut self, merge: u32, hint: BranchHint) -> Lowered<()> {
        let control = match hint {
            BranchHint::None => SelectionControl::NONE,
            BranchHint::Flatten => SelectionControl::FLATTEN,
            BranchHint::DontFlatten => SelectionControl::DONT_FLATTEN,
        };
        self.emit_void(Op::SelectionMerge, vec![Operand::IdRef(merge), Operand::SelectionControl(control)])
    }

    fn loop_merge(&mut self, merge: u32, continue_label: u32, hint: &LoopHint) -> Lowered<()> {
        let version = self.module.options.target.spirv;
        let (control, literals) = loop_control(hint, version);
        let mut operands = vec![Operand::IdRef(merge), Operand::IdRef(continue_label), Operand::LoopControl(control)];
        operands.extend(literals.into_iter().map(Operand::LiteralBit32));
        self.emit_void(Op::LoopMerge, operands)
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
