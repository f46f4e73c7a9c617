//! Warp instructions that not all invocations of a group may reach together.
//!
//! Comes in: a checked program. Goes out: the spans of such instructions. Must not depend on: HIR.
//!
//! Emulated warp instructions contain barriers. The analysis is conservative: a register component that differs between
//! invocations anywhere counts as different everywhere, and so does a flag.

use super::opcode::Op;
use super::program::{Element, Input, Instruction, MemoryKind, MemoryUse, Operand, Program, Source, Test};
use crate::source::Span;
use rustc_hash::FxHashSet;

#[derive(Default)]
struct Analysis {
    /// Register components that may differ; component 4 for arrays.
    registers: FxHashSet<(usize, u8)>,
    /// Components of condition codes that may differ.
    flags: FxHashSet<(u8, u8)>,
    /// Labels called where control flow diverges.
    labels: FxHashSet<usize>,
    /// Whether anything was added in this pass.
    changed: bool,
}

const fn is_warp(op: Op) -> bool {
    matches!(op, Op::Tgall | Op::Tgany | Op::Tgeq | Op::Tgballot | Op::Shfdown | Op::Shfidx | Op::Shfup | Op::Shfxor)
}

/// Whether a program has warp instructions.
pub fn has_warp_instructions(program: &Program) -> bool {
    program.instructions().any(|it| is_warp(it.op()))
}

/// The warp instructions in control flow that may diverge within a group.
pub fn divergent(program: &Program) -> Vec<(Span, &'static str)> {
    let blocks = super::lower::blocks(program);
    let mut analysis = Analysis::default();
    loop {
        analysis.changed = false;
        let mut found = analysis.block(program, &blocks.main, false);
        let mut labels: Vec<_> = blocks.labels.iter().collect();
        labels.sort_by_key(|(label, _)| **label);
        for (label, block) in labels {
            let inside = analysis.labels.contains(label);
            found.extend(analysis.block(program, block, inside));
        }
        if !analysis.changed {
            return found;
        }
    }
}

/// An open block: whether control flow in it diverges, and where it begins if it is a loop.
struct Level {
    divergent: bool,
    is_loop: bool,
    start: usize,
}

impl Analysis {
    fn block(&mut self, program: &Program, block: &[&Instruction], called: bool) -> Vec<(Span, &'static str)> {
        let mut found = Vec::new();
        // Loops that some invocations leave earlier, by the index of REP.
        let mut uneven: FxHashSet<usize> = FxHashSet::default();
        // An uneven exit makes the whole loop divergent, so the walk is repeated until no loop is added.
        loop {
            found.clear();
            let before = uneven.len();
            self.walk(program, block, called, &mut uneven, &mut found);
            if uneven.len() == before {
                return found;
            }
        }
    }

    fn walk(
        &mut self,
        program: &Program,
        block: &[&Instruction],
        called: bool,
        uneven: &mut FxHashSet<usize>,
        found: &mut Vec<(Span, &'static str)>,
    ) {
        let mut levels: Vec<Level> = Vec::new();
        // Whether some invocations have left the block for good.
        let mut left = called;
        for (at, i) in block.iter().enumerate() {
            let outside = levels.last().is_some_and(|level| level.divergent) || left;
            let test = i.test.as_ref().is_some_and(|test| self.test(test));
            match i.op() {
                Op::If => levels.push(Level { divergent: outside || test, is_loop: false, start: at }),
                Op::Rep => {
                    let count = i.operands.first().is_some_and(|operand| self.operand(program, operand, 0));
                    let divergent = outside || count || uneven.contains(&at);
                    levels.push(Level { divergent, is_loop: true, start: at });
                }
                Op::Endif | Op::Endrep => {
                    levels.pop();
                }
                Op::Brk | Op::Cont if outside || test => {
                    if let Some(level) = levels.iter().rev().find(|level| level.is_loop) {
                        uneven.insert(level.start);
                    }
                }
                Op::Ret if outside || test => {
                    left = true;
                    uneven.extend(levels.iter().filter(|level| level.is_loop).map(|level| level.start));
                }
                Op::Cal | Op::Cali if outside || test => {
                    let mut called: Vec<usize> = i.label.into_iter().collect();
                    if let Some((variable, _)) = i.subroutine
                        && let Some(ty) = program.subroutines.get(variable).map(|it| it.ty)
                    {
                        called.extend(program.subroutine_types.get(ty).into_iter().flatten().copied());
                    }
                    for label in called {
                        self.changed |= self.labels.insert(label);
                    }
                }
                _ => {}
            }
            if is_warp(i.op()) && outside {
                found.push((i.span, i.row.name));
            }
            self.result(program, i, outside);
        }
    }

    /// Records whether the result of an instruction may differ.
    fn result(&mut self, program: &Program, i: &Instruction, outside: bool) {
        let Some(result) = &i.result else { return };
        let memory = i.memory.is_some_and(|it| self.memory(program, i, it));
        let always =
            matches!(i.op(), Op::Load | Op::Atom | Op::Atoms | Op::Atomb | Op::Atomctr | Op::Atomim | Op::Loadim)
                || is_warp(i.op())
                || i.modifiers.sparse;
        let condition = result.condition.as_ref().is_some_and(|test| self.test(test));
        let index = self.element(result.element);
        for component in 0..4_u8 {
            if result.mask & 1 << component == 0 {
                continue;
            }
            let across = !component_wise(i.op());
            let operands = i.operands.iter().any(|operand| {
                if across {
                    (0..4).any(|lane| self.operand(program, operand, lane))
                } else {
                    self.operand(program, operand, usize::from(component))
                }
            });
            if outside || memory || always || condition || index || operands {
                let array = program.temps.get(result.temp).is_some_and(|temp| temp.elements.is_some());
                let slot = if array { 4 } else { component };
                self.changed |= self.registers.insert((result.temp, slot));
                if let Some(register) = i.modifiers.condition_code {
                    self.changed |= self.flags.insert((register, component));
                }
            }
        }
    }

    /// Whether a value read from memory may differ.
    fn memory(&self, program: &Program, i: &Instruction, found: MemoryUse) -> bool {
        let Some(memory) = program.memories.get(found.memory) else { return true };
        let addresses = self.element(found.element) || self.element(found.buffer);
        match memory.kind {
            MemoryKind::Buffer | MemoryKind::Buffer4 | MemoryKind::Cbuffer => addresses,
            // Others may write it in the meantime, if anything writes it at all.
            MemoryKind::Storage => {
                addresses
                    || i.op() != Op::Ldb
                    || program.instructions().any(|it| matches!(it.op(), Op::Stb | Op::Atomb | Op::Store | Op::Atom))
            }
            MemoryKind::Shared | MemoryKind::Counter => true,
        }
    }

    fn element(&self, element: Element) -> bool {
        match element {
            Element::Fixed(_) => false,
            Element::Relative { temp, component, .. } => self.registers.contains(&(temp, component)),
        }
    }

    fn test(&self, test: &Test) -> bool {
        matches!(test.rule, super::program::Rule::Resident | super::program::Rule::NonResident)
            || test.components.iter().any(|component| self.flags.contains(&(test.register, *component)))
    }

    fn operand(&self, program: &Program, operand: &Operand, lane: usize) -> bool {
        let component = operand.swizzle.get(lane).copied().unwrap_or(0);
        match operand.source {
            Source::Temp(temp, element) => {
                self.registers.contains(&(temp, component))
                    || self.registers.contains(&(temp, 4))
                    || self.element(element)
            }
            Source::Input(input) => !matches!(input, Input::GroupId | Input::GroupCount | Input::GroupSize),
            Source::Param(_, element) => self.element(element),
            Source::Item(_) | Source::Literal(_) => false,
            Source::Buffer(found) => {
                let _ = program;
                self.element(found.element) || self.element(found.buffer)
            }
        }
    }
}

/// Whether a component of the result depends on that component of the operands only.
const fn component_wise(op: Op) -> bool {
    matches!(
        op,
        Op::Abs
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Mad
            | Op::Min
            | Op::Max
            | Op::Cmp
            | Op::Seq
            | Op::Sne
            | Op::Sge
            | Op::Sgt
            | Op::Sle
            | Op::Slt
            | Op::Sfl
            | Op::Str
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Not
            | Op::Shl
            | Op::Shr
            | Op::Mov
            | Op::Sad
            | Op::Cvt
            | Op::I2f
    )
}
