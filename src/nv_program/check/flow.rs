//! Blocks, jumps, labels and calls, and errors about a program as a whole.
//!
//! Comes in: instructions in order. Goes out: diagnostics. Must not depend on: what instructions compute.

use super::{Checker, Symbol, messages};
use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::nv_program::ast::{self, Name, NumberValue};
use crate::nv_program::opcode::Op;
use crate::nv_program::program::{Instruction, Item, Rule, Test};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// An open IF or REP.
#[derive(Clone, Copy, Debug)]
struct Open {
    op: Op,
    span: Span,
    /// For IF: whether there was an ELSE.
    has_else: bool,
    /// For REP: whether it counts.
    counted: bool,
    /// For REP: whether a BRK leaves it.
    left: bool,
}

/// What is known about the flow of control so far.
#[derive(Debug, Default)]
pub(super) struct Flow {
    open: Vec<Open>,
    /// The block that instructions belong to: a label, or `None` before the first.
    block: Option<usize>,
    /// Calls between blocks.
    calls: Vec<(Option<usize>, usize, Span)>,
    /// Types of called subroutines, with the calling block.
    pub(super) pending_types: Vec<(Option<usize>, usize)>,
    /// Labels that are defined.
    defined: FxHashMap<usize, Span>,
    /// Numbers of subroutines.
    numbers: FxHashMap<u32, Span>,
    /// Every condition.
    pub(super) tests: Vec<Test>,
    /// Components of condition codes that are set: bits 0 to 3 of register 0, 4 to 7 of register 1.
    set: u8,
    /// PARAM arrays that registers index.
    pub(super) relative_params: Vec<usize>,
    /// What is wrong at the end of the program, where it is reported.
    pub(super) missing: Vec<Diagnostic>,
    /// Whether the last instruction leaves the block.
    after_return: bool,
}

impl Flow {
    pub(super) fn called_type(&mut self, ty: usize) {
        self.pending_types.push((self.block, ty));
    }
}

impl<'a> Checker<'a, '_, '_> {
    /// Updates the open blocks for an instruction.
    pub(super) fn enter_instruction(&mut self, written: &ast::Instruction<'a>) {
        let span = written.name.span;
        self.flow.after_return = false;
        match written.opcode.op {
            op @ (Op::If | Op::Rep) => {
                let limit = self.options.limits.nesting as usize;
                let nested = self.flow.open.iter().filter(|open| open.op == op).count();
                if nested == limit {
                    self.report.push(messages::nested_too_deep(span, written.opcode.name, limit));
                }
                let counted = written.arguments.iter().any(|it| matches!(it, ast::Argument::Operand(_)));
                self.flow.open.push(Open { op, span, has_else: false, counted, left: false });
            }
            Op::Else => match self.flow.open.last_mut() {
                Some(open) if open.op == Op::If && !open.has_else => open.has_else = true,
                Some(open) if open.op == Op::If => {
                    self.report.push(messages::second_else(span, open.span));
                }
                other => {
                    let inside = other.map(|open| open.span);
                    self.stray("ELSE", span, inside);
                }
            },
            Op::Endif => match self.flow.open.last() {
                Some(open) if open.op == Op::If => {
                    self.flow.open.pop();
                }
                other => {
                    let inside = other.map(|open| open.span);
                    self.stray("ENDIF", span, inside);
                }
            },
            Op::Endrep => match self.flow.open.last().copied() {
                Some(open) if open.op == Op::Rep => {
                    self.flow.open.pop();
                    if !open.counted && !open.left {
                        self.report.push(messages::endless_loop(span, open.span));
                    }
                }
                other => {
                    let inside = other.map(|open| open.span);
                    self.stray("ENDREP", span, inside);
                }
            },
            Op::Brk => match self.flow.open.iter_mut().rev().find(|open| open.op == Op::Rep) {
                Some(open) => open.left = true,
                None => self.report.push(messages::brk_outside_loop(span)),
            },
            Op::Cont if !self.flow.open.iter().any(|open| open.op == Op::Rep) => {
                self.report.strict(messages::cont_outside_loop(span));
            }
            Op::Ret => {
                // At any level inside a loop.
                for open in &mut self.flow.open {
                    open.left = true;
                }
                let conditional = written.arguments.iter().any(|it| matches!(it, ast::Argument::Test(_)));
                self.flow.after_return = !conditional && self.flow.open.is_empty();
            }
            _ => {}
        }
    }

    fn stray(&mut self, word: &str, span: Span, inside: Option<Span>) {
        self.report.push(match inside {
            Some(open) => messages::does_not_match_block(span, open, word),
            None => messages::closes_no_block(span, word),
        });
    }

    /// Records the effects of a checked instruction.
    pub(super) fn leave_instruction(&mut self, checked: &Instruction) {
        if let (Some(register), Some(result)) = (checked.modifiers.condition_code, &checked.result) {
            self.flow.set |= result.mask << (4 * register);
        }
    }

    pub(super) fn called_label(&mut self, name: Name<'a>) -> Option<usize> {
        let Some(&label) = self.labels.get(name.text) else {
            let known = self.suggestions.take().then(|| self.labels.keys().copied());
            let near = did_you_mean(name.text, known.into_iter().flatten());
            let diagnostic = messages::called_subroutine_missing(self.text_end, name.span, name.text, near);
            self.flow.missing.push(diagnostic);
            return None;
        };
        self.flow.calls.push((self.flow.block, label, name.span));
        Some(label)
    }

    pub(super) fn label(&mut self, name: Name<'a>, number: Option<ast::Number>) {
        let Some(&label) = self.labels.get(name.text) else { return };
        let inside = self.flow.open.last().map(|open| open.span);
        if let Some(open) = inside {
            self.report.push(messages::label_inside_block(name.span, open, name.text));
            self.flow.open.clear();
        }
        let falls_through = self.program.items.last().is_some_and(|item| matches!(item, Item::Instruction(_)))
            && !self.flow.after_return
            && inside.is_none();
        if falls_through {
            self.report.push(messages::falls_through_to_label(name.span, name.text));
        }
        self.declare(name, Symbol::Label(label));
        if self.flow.defined.insert(label, name.span).is_none()
            && let Some(number) = number
        {
            self.subroutine_number(label, number);
        }
        self.flow.block = Some(label);
        self.flow.after_return = false;
        self.program.items.push(Item::Label(label));
    }

    fn subroutine_number(&mut self, label: usize, number: ast::Number) {
        let value = Self::index_number(number);
        let limit = self.options.limits.subroutine_numbers;
        if !matches!(number.value, NumberValue::Integer(_)) || value >= limit {
            self.report.push(messages::subroutine_number_out_of_range(number.span, value, limit));
            return;
        }
        if let Some(&earlier) = self.flow.numbers.get(&value) {
            self.report.push(messages::duplicate_subroutine_number(number.span, earlier, value));
            return;
        }
        self.flow.numbers.insert(value, number.span);
        if let Some(row) = self.program.labels.get_mut(label) {
            row.number = Some(value);
        }
    }

    /// Rules about the whole program.
    pub(super) fn finish_flow(&mut self) {
        for open in std::mem::take(&mut self.flow.open) {
            let (word, close) = if open.op == Op::If { ("IF", "ENDIF") } else { ("REP", "ENDREP") };
            self.report.push(messages::block_without_end(self.text_end, open.span, word, close));
        }
        self.calls();
        for diagnostic in std::mem::take(&mut self.flow.missing) {
            self.report.push(diagnostic);
        }
        self.unset_flags();
    }

    /// No subroutine calls itself, and calls nest no deeper than the limit.
    fn calls(&mut self) {
        let count = self.program.labels.len();
        let mut callees: Vec<Vec<(usize, Span)>> = vec![Vec::new(); count];
        for &(from, to, span) in &self.flow.calls {
            if let Some(list) = from.and_then(|from| callees.get_mut(from)) {
                list.push((to, span));
            }
        }
        for &(from, ty) in &self.flow.pending_types {
            let labels = self.program.subroutine_types.get(ty).cloned().unwrap_or_default();
            if let Some(list) = from.and_then(|from| callees.get_mut(from)) {
                list.extend(labels.into_iter().map(|label| (label, Span::UNDEFINED)));
            }
        }
        // Depth-first with an explicit stack: 0 new, 1 open, 2 done with its depth.
        let mut state = vec![0_u8; count];
        let mut depth = vec![1_u32; count];
        for start in 0..count {
            let mut stack = vec![(start, 0_usize)];
            while let Some((node, next)) = stack.pop() {
                if next == 0 {
                    match state.get(node) {
                        Some(0) => {}
                        _ => continue,
                    }
                    if let Some(slot) = state.get_mut(node) {
                        *slot = 1;
                    }
                }
                let callee = callees.get(node).and_then(|list| list.get(next)).copied();
                let Some((callee, span)) = callee else {
                    let deepest = callees.get(node).into_iter().flatten();
                    let deepest = deepest.filter_map(|(callee, _)| depth.get(*callee)).max().copied().unwrap_or(0);
                    if let (Some(slot), Some(own)) = (state.get_mut(node), depth.get_mut(node)) {
                        *slot = 2;
                        *own = deepest.saturating_add(1);
                    }
                    continue;
                };
                stack.push((node, next + 1));
                match state.get(callee) {
                    Some(1) => {
                        let name = self.program.labels.get(callee).map_or("", |label| &label.name);
                        self.report.push(messages::calls_itself(self.text_end, span, name));
                    }
                    Some(0) => stack.push((callee, 0)),
                    _ => {}
                }
            }
        }
        let limit = self.options.limits.call_depth;
        if let Some(&(_, label, span)) =
            self.flow.calls.iter().find(|(_, label, _)| depth.get(*label).is_some_and(|&depth| depth > limit))
        {
            let name = self.program.labels.get(label).map_or("", |label| &label.name);
            self.report.push(messages::calls_nest_too_deep(span, name, limit));
        }
    }

    /// Conditions on components that no instruction sets are mistakes.
    fn unset_flags(&mut self) {
        for test in std::mem::take(&mut self.flow.tests) {
            if matches!(test.rule, Rule::True | Rule::False | Rule::Resident | Rule::NonResident) {
                continue;
            }
            let set = self.flow.set >> (4 * test.register);
            let unset = test.components.iter().find(|component| set & 1 << **component == 0);
            if let Some(component) = unset {
                let letter = ["x", "y", "z", "w"].get(usize::from(*component)).copied().unwrap_or("x");
                self.report.push(messages::tests_unset_component(test.span, letter));
            }
        }
    }
}
