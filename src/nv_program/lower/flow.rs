//! Blocks, loops, calls, and the functions that labels become.
//!
//! Comes in: the items of the program. Goes out: functions. Must not depend on: what instructions compute.

use super::emit::V;
use super::{Base, Function, Handle, Item, Lowering, Op, OperationType, Place};
use crate::hir::BinaryOperation as B;
use crate::hir::builder::{FunctionBuilder, OpenIf, OpenLoop};
use crate::nv_program::diagnose::in_source;
use crate::nv_program::program::{Element, Instruction, Program, Test};
use rustc_hash::FxHashMap;

/// The instructions after each label, and those that the program starts with.
#[derive(Debug, Default)]
pub(in crate::nv_program) struct Blocks<'p> {
    /// What runs first.
    pub main: Vec<&'p Instruction>,
    /// By label.
    pub labels: FxHashMap<usize, Vec<&'p Instruction>>,
}

/// Splits a program at its labels: it starts at `main` if there is such a label, else at its first instruction. A label
/// ends the block above, as in NVIDIA's driver, except that the first label that nothing calls continues the block
/// above it.
pub(in crate::nv_program) fn blocks(program: &Program) -> Blocks<'_> {
    let mut called: Vec<usize> = program.instructions().filter_map(|it| it.label).collect();
    called.extend(program.subroutine_types.iter().flatten().copied());
    let main = program.labels.iter().position(|label| label.name == "main");
    let mut blocks = Blocks::default();
    let mut current: Option<usize> = None;
    let mut first = true;
    for item in &program.items {
        match item {
            Item::Label(label) => {
                let continues = first && current.is_none() && main.is_none() && !called.contains(label);
                first = false;
                if !continues {
                    current = Some(*label);
                }
            }
            Item::Instruction(instruction) => match current {
                Some(label) => blocks.labels.entry(label).or_default().push(instruction),
                None => blocks.main.push(instruction),
            },
        }
    }
    if let Some(main) = main {
        blocks.main = blocks.labels.get(&main).cloned().unwrap_or_default();
    }
    blocks
}

/// The labels that a block calls.
fn callees(program: &Program, block: &[&Instruction]) -> Vec<usize> {
    let mut found = Vec::new();
    for instruction in block {
        found.extend(instruction.label);
        if let Some((variable, _)) = instruction.subroutine
            && let Some(ty) = program.subroutines.get(variable).map(|it| it.ty)
        {
            found.extend(program.subroutine_types.get(ty).into_iter().flatten().copied());
        }
    }
    found
}

/// An open IF or REP.
enum Open {
    If(OpenIf),
    /// The loop and its counter, if it counts.
    Loop(OpenLoop, Option<(Place, OperationType)>),
}

impl Lowering<'_> {
    /// Builds all functions; returns the one that the program starts with.
    pub(super) fn functions(&mut self) -> Handle<Function> {
        let program = self.program;
        let blocks = blocks(program);
        // Callees first, with an explicit stack; the checks have excluded recursion.
        let mut stack: Vec<(usize, bool)> = callees(program, &blocks.main).into_iter().map(|it| (it, false)).collect();
        while let Some((label, ready)) = stack.pop() {
            if self.functions.contains_key(&label) {
                continue;
            }
            let block = blocks.labels.get(&label).map_or(&[][..], Vec::as_slice);
            if !ready {
                stack.push((label, true));
                stack.extend(callees(program, block).into_iter().map(|it| (it, false)));
                continue;
            }
            self.block(block);
            let name = program.labels.get(label).map_or("", |label| label.name.as_str());
            let function = self.take_function(name);
            self.functions.insert(label, function);
        }
        self.clear_registers();
        self.clear_flags();
        self.clear_residency();
        if program.group_size.is_none() {
            self.size_constants();
        }
        self.block(&blocks.main);
        self.take_function("main")
    }

    /// Ends the function being built, and begins the next.
    fn take_function(&mut self, name: &str) -> Handle<Function> {
        let next = FunctionBuilder::new(self.module.void());
        let finished = std::mem::replace(&mut self.f, next);
        self.module.function(finished.finish(name))
    }

    fn block(&mut self, block: &[&Instruction]) {
        let mut open: Vec<Open> = Vec::new();
        for i in block {
            self.f.span = in_source(i.span, self.base);
            match i.op() {
                Op::If => {
                    let condition = match &i.test {
                        Some(test) => self.any_passes(test),
                        None => self.bool(true),
                    };
                    open.push(Open::If(self.f.open_if(condition)));
                }
                Op::Else => {
                    if let Some(Open::If(block)) = open.last_mut() {
                        self.f.open_else(block);
                    }
                }
                Op::Endif | Op::Endrep => match open.pop() {
                    Some(Open::If(block)) => self.f.close_if(block),
                    Some(Open::Loop(block, counter)) => self.close_rep(block, counter),
                    None => {}
                },
                Op::Rep => {
                    let block = self.open_rep(i);
                    open.push(block);
                }
                // Nothing after a jump is reached.
                _ if !self.f.reachable => {}
                Op::Brk => self.conditionally(i.test.as_ref(), |lowering| {
                    lowering.f.break_out();
                }),
                Op::Cont => self.conditionally(i.test.as_ref(), |lowering| {
                    lowering.f.next_round();
                }),
                Op::Ret => self.conditionally(i.test.as_ref(), |lowering| lowering.f.return_value(None)),
                Op::Cal => {
                    let function = i.label.and_then(|label| self.functions.get(&label).copied());
                    self.conditionally(i.test.as_ref(), |lowering| match function {
                        Some(function) => {
                            lowering.f.call(&lowering.module, function, &[]);
                        }
                        None => {
                            lowering.lost("a label");
                        }
                    });
                }
                Op::Cali => self.conditionally(i.test.as_ref(), |lowering| lowering.call_chosen(i)),
                _ => self.instruction(i),
            }
        }
    }

    /// A possibly conditional jump.
    fn conditionally(&mut self, test: Option<&Test>, body: impl FnOnce(&mut Self)) {
        let condition = test.map(|test| self.any_passes(test));
        match condition.map(|condition| (condition, self.known_bool(condition))) {
            None | Some((_, Some(true))) => body(self),
            Some((_, Some(false))) => {}
            Some((condition, None)) => self.when(condition, body),
        }
    }

    /// REP: the count is read once.
    fn open_rep(&mut self, i: &Instruction) -> Open {
        let Some(operand) = i.operands.first() else {
            let mut open = self.f.open_loop();
            self.f.open_body(&mut open, None);
            return Open::Loop(open, None);
        };
        let mut count = self.read(operand, 0);
        let mut ty = i.modifiers.ty;
        if ty.base == Base::Float {
            let floor = self.builtin("floor", &[count]);
            ty = OperationType { base: Base::Signed, bits: ty.bits };
            count = self.float_to_integer(floor, i.modifiers.ty, ty, ty.bits);
        }
        let counter = self.f.variable("count", self.ty(ty));
        self.store(&counter, count);
        let mut open = self.f.open_loop();
        let left = self.load(&counter);
        let zero = self.number(ty, 0.0);
        let more = self.binary(B::Greater, left, zero);
        self.f.open_body(&mut open, Some(more));
        Open::Loop(open, Some((counter, ty)))
    }

    fn close_rep(&mut self, mut open: OpenLoop, counter: Option<(Place, OperationType)>) {
        self.f.open_continuing(&mut open);
        if let Some((counter, ty)) = counter {
            let left = self.load(&counter);
            let one = self.number(ty, 1.0);
            let less = self.subtract(left, one);
            self.store(&counter, less);
        }
        self.f.close_loop(open, None);
    }

    /// CALI: a specialization constant selects one of the subroutines of the type.
    fn call_chosen(&mut self, i: &Instruction) {
        let Some((variable, element)) = i.subroutine else { return };
        let program = self.program;
        let Some(row) = program.subroutines.get(variable) else { return };
        let labels: Vec<usize> = program.subroutine_types.get(row.ty).cloned().unwrap_or_default();
        let number = |label: &usize| program.labels.get(*label).and_then(|label| label.number);
        let default = labels.iter().filter_map(number).min().unwrap_or(0);
        match element {
            Element::Fixed(index) => {
                let chosen = self.chosen(&row.numbers, index as usize, default);
                self.call_by_number(&labels, chosen);
            }
            Element::Relative { .. } => {
                let index = self.element_index(element);
                for at in 0..row.numbers.len() {
                    let expected = self.uint(at as u32);
                    let hit = self.binary(B::Equal, index, expected);
                    let open = self.f.open_if(hit);
                    let chosen = self.chosen(&row.numbers, at, default);
                    self.call_by_number(&labels, chosen);
                    self.f.close_if(open);
                }
            }
        }
    }

    fn chosen(&mut self, numbers: &[u32], index: usize, default: u32) -> V {
        let number = numbers.get(index).copied().unwrap_or(0);
        self.specialized(&format!("program.subroutine[{number}]"), 200 + number, default.into())
    }

    fn call_by_number(&mut self, labels: &[usize], chosen: V) {
        for label in labels {
            let Some(number) = self.program.labels.get(*label).and_then(|label| label.number) else { continue };
            let Some(function) = self.functions.get(label).copied() else { continue };
            let number = self.uint(number);
            let hit = self.binary(B::Equal, chosen, number);
            self.when(hit, |lowering| {
                lowering.f.call(&lowering.module, function, &[]);
            });
        }
    }
}
