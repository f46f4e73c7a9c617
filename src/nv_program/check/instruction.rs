//! Instructions: each argument by its slot, and the rules about one instruction.
//!
//! Comes in: instructions as written. Goes out: resolved ones. Must not depend on: other instructions.

use super::operand::Wanted;
use super::{Checker, messages};
use crate::diagnostics::Code;
use crate::nv_program::ast::{self, Argument, Unit as WrittenUnit};
use crate::nv_program::opcode::{Base, Mode, Op, Slot, SlotKind, SlotType};
use crate::nv_program::program::{Instruction, Modifiers, OperationType, Selector, Size};

impl<'a> Checker<'a, '_, '_> {
    pub(super) fn instruction(&mut self, written: &ast::Instruction<'a>) -> Option<Instruction> {
        let (checked, mut complete, optional) = self.parts(written);
        complete &= self.coordinates_fit(&checked, optional, written);
        if complete {
            self.whole(&checked, written);
        }
        self.leave_instruction(&checked);
        complete.then_some(checked)
    }

    /// Checks what was written of an instruction that could not be read to its end.
    pub(super) fn unfinished(&mut self, written: &ast::Instruction<'a>) {
        if written.arguments.is_empty() && written.modifiers.is_empty() {
            // Modifiers may be missing because the rest is.
            self.enter_instruction(written);
            let (row, span) = (written.opcode, written.name.span);
            self.require_option(row.options, &format_args!("`{}`", row.name), Code::NvOptionRequired, span);
        } else {
            self.parts(written);
        }
    }

    /// Checks the parts of an instruction by themselves. Comes out: what they say, whether they are all right, and whether
    /// there is a second vector of coordinates.
    pub(super) fn parts(&mut self, written: &ast::Instruction<'a>) -> (Instruction, bool, bool) {
        let row = written.opcode;
        let name = written.name;
        // Blocks are followed even where the instruction is wrong.
        self.enter_instruction(written);
        self.require_option(row.options, &format_args!("`{}`", row.name), Code::NvOptionRequired, name.span);
        let modifiers = self.modifiers(written);
        // Even without its types an instruction is checked: its names are declared or not.
        let known = modifiers.is_some();
        let modifiers = modifiers.unwrap_or_else(|| Modifiers::none(OperationType { base: row.default, bits: 32 }));
        let mut checked = Self::empty(written, &modifiers);
        let checks_types = known && !modifiers.no_type_check;
        let mut complete = known;
        let slots = row.operands.iter();
        let mut slots = slots.filter(|slot| !matches!(slot.kind, SlotKind::OptionalVector)).peekable();
        let optional = written.arguments.iter().filter(|it| matches!(it, Argument::Operand(_))).count()
            > row.operands.iter().filter(|slot| is_operand(slot.kind) && slot.kind != SlotKind::OptionalVector).count();
        let mut operands = 0_usize;
        for argument in &written.arguments {
            let fine = match argument {
                Argument::Result(path, test) => {
                    let slot = slots.next().copied();
                    let ty = slot.map(|slot| Self::slot_type(slot, &modifiers, row.mode).base);
                    checked.result = self.destination(path, test.as_ref(), ty.filter(|_| checks_types));
                    checked.result.is_some()
                }
                Argument::Operand(operand) => {
                    // The further coordinates of a texture instruction follow the first.
                    let second = optional && operands == 1;
                    let slot = if second {
                        Slot { kind: SlotKind::OptionalVector, ty: SlotType::Float }
                    } else {
                        slots.next().copied().unwrap_or(Slot { kind: SlotKind::Vector, ty: SlotType::Own })
                    };
                    operands += 1;
                    self.argument(operand, slot, &modifiers, row.mode, checks_types, &mut checked)
                }
                Argument::Selector(negate, name) => {
                    slots.next();
                    self.selector_argument(*negate, *name, &mut checked)
                }
                Argument::Memory(path) => {
                    let kind = slots.next().map(|slot| slot.kind);
                    match kind {
                        Some(SlotKind::Subroutine) => {
                            checked.subroutine = self.subroutine_use(path);
                            checked.subroutine.is_some()
                        }
                        _ => {
                            checked.memory =
                                kind.and_then(|kind| self.memory_argument(path, kind, checked.modifiers.storage, row));
                            checked.memory.is_some()
                        }
                    }
                }
                Argument::Unit(unit) => {
                    let slot = slots.next().copied();
                    self.unit_argument(unit, slot, &mut checked)
                }
                Argument::Target(name) => {
                    if matches!(slots.peek(), Some(slot) if slot.kind == SlotKind::Target) {
                        slots.next();
                    }
                    checked.target = super::Target::parse(name.text);
                    let unit = written.arguments.iter().find_map(|it| match it {
                        Argument::Unit(unit) => Some(unit),
                        _ => None,
                    });
                    let span = unit.map_or(name.span, |unit| match unit {
                        WrittenUnit::Path(path) => path.span,
                        WrittenUnit::Handle(_, _, span) => *span,
                    });
                    self.target_fits(&checked, name.span, span)
                }
                Argument::Offset(offset) => self.offset_argument(offset, &mut checked),
                Argument::Test(test) => {
                    checked.test = self.test(test);
                    checked.test.is_some()
                }
                Argument::Label(label) => {
                    slots.next();
                    checked.label = self.called_label(*label);
                    checked.label.is_some()
                }
            };
            complete &= fine;
        }
        (checked, complete, optional)
    }

    fn selector_argument(&mut self, negate: bool, name: ast::Name<'a>, checked: &mut Instruction) -> bool {
        let component = ["x", "y", "z", "w", "0", "1"].iter().position(|known| *known == name.text);
        let component = component.or_else(|| ["r", "g", "b", "a"].iter().position(|known| *known == name.text));
        match component {
            Some(component) => {
                checked.selectors.push(Selector { negate, component: component as u8 });
                true
            }
            None => {
                self.report.push(messages::not_a_selector(name.span, name.text));
                false
            }
        }
    }

    fn empty(written: &ast::Instruction<'a>, modifiers: &Modifiers) -> Instruction {
        Instruction {
            row: written.opcode,
            modifiers: *modifiers,
            result: None,
            operands: Vec::new(),
            selectors: Vec::new(),
            memory: None,
            unit: None,
            gather: 0,
            target: None,
            offset: None,
            test: None,
            label: None,
            subroutine: None,
            span: written.name.span,
        }
    }

    /// The type that a slot has under some modifiers.
    fn slot_type(slot: Slot, modifiers: &Modifiers, mode: Mode) -> OperationType {
        let own = modifiers.ty;
        // Offsets, coordinates and levels are 32-bit whatever the instruction computes with.
        let bits = if mode == Mode::Arithmetic { own.bits } else { 32 };
        match slot.ty {
            SlotType::Own | SlotType::Storage => own,
            SlotType::Float => OperationType { base: Base::Float, bits },
            SlotType::Signed => OperationType { base: Base::Signed, bits },
            SlotType::Unsigned => OperationType { base: Base::Unsigned, bits },
        }
    }

    fn argument(
        &mut self,
        written: &ast::Operand<'a>,
        slot: Slot,
        modifiers: &Modifiers,
        mode: Mode,
        checks_types: bool,
        checked: &mut Instruction,
    ) -> bool {
        if slot.kind == SlotKind::ParameterBuffer {
            return self.parameter_buffer(written, checked);
        }
        let mut ty = Self::slot_type(slot, modifiers, mode);
        let op = checked.op();
        match slot.kind {
            SlotKind::Address => ty = OperationType { base: Base::Unsigned, bits: 64 },
            _ if op == Op::Cvt => {
                if let Some(from) = modifiers.source {
                    ty = OperationType { base: from.base, bits: if from.bits == 64 { 64 } else { 32 } };
                }
            }
            _ => {}
        }
        // A half pair of an atomic operation is passed as bits.
        if mode == Mode::Atomic
            && slot.ty == SlotType::Storage
            && !is_literal(written)
            && modifiers.storage.is_some_and(|storage| storage.base == Base::Float && storage.bits == 16)
        {
            ty = OperationType::UNSIGNED;
        }
        let scalar = matches!(slot.kind, SlotKind::Scalar | SlotKind::Address) || op == Op::Rep;
        let halves = mode == Mode::Atomic && ty == OperationType::UNSIGNED && modifiers.ty.base == Base::Float;
        let checked_type = checks_types && !halves;
        let wanted = Wanted { ty, scalar: scalar && op != Op::Rep, checked: checked_type };
        let Some(mut operand) = self.operand(written, wanted) else { return false };
        operand.half = modifiers.half && ty == OperationType::FLOAT;
        if op == Op::Cvt && (has_minus(written) || written.absolute) {
            self.report.push(messages::conversion_with_sign(written.span));
            return false;
        }
        if slot.kind == SlotKind::Unswizzled && (written.sign.is_some() || written.absolute || has_swizzle(written)) {
            self.report.strict(messages::swz_with_sign_or_swizzle(written.span));
        }
        checked.operands.push(operand);
        true
    }

    /// Rules about an instruction as a whole.
    fn whole(&mut self, checked: &Instruction, written: &ast::Instruction<'a>) {
        let size = |checker: &Self| {
            let result = checked.result.as_ref();
            result.and_then(|result| checker.program.temps.get(result.temp)).map(|temp| temp.size)
        };
        let span = written.name.span;
        match checked.op() {
            Op::Pk64 if size(self) != Some(Size::Long) => {
                self.report.strict(messages::pk64_into_no_long(span));
            }
            Op::Up64
                if checked
                    .operands
                    .first()
                    .is_some_and(|it| self.register_size(it).is_some_and(|size| size != Size::Long)) =>
            {
                self.report.strict(messages::up64_of_no_long(span));
            }
            Op::Pk2h | Op::Pk2us | Op::Pk4b | Op::Pk4ub if size(self) == Some(Size::Short) => {
                self.report.strict(messages::packs_into_short(span));
            }
            Op::Up2h | Op::Up2us | Op::Up4b | Op::Up4ub
                if checked.operands.first().is_some_and(|it| self.register_size(it) == Some(Size::Short)) =>
            {
                self.report.strict(messages::unpacks_short(span));
            }
            _ => {}
        }
        let atomic = checked.row.mode == Mode::Atomic;
        if let (true, Some(result)) = (atomic, &checked.result)
            && result.mask & 1 == 0
        {
            self.report.push(messages::atomic_result_not_written(span));
        }
    }
}

fn is_operand(kind: SlotKind) -> bool {
    matches!(
        kind,
        SlotKind::Vector
            | SlotKind::Scalar
            | SlotKind::Unswizzled
            | SlotKind::OptionalVector
            | SlotKind::Address
            | SlotKind::ParameterBuffer
            | SlotKind::Count
    )
}

fn is_literal(operand: &ast::Operand<'_>) -> bool {
    !matches!(operand.base, ast::OperandBase::Path(_))
}

/// Whether a sign changes an operand.
fn has_minus(operand: &ast::Operand<'_>) -> bool {
    operand.sign == Some(true) || operand.inner_sign == Some(true)
}

fn has_swizzle(operand: &ast::Operand<'_>) -> bool {
    let parts = match &operand.base {
        ast::OperandBase::Path(path) => path.parts.last(),
        ast::OperandBase::Vector(_, rest) => rest.last(),
        ast::OperandBase::Number(_) => None,
    };
    match (parts, &operand.base) {
        (Some(ast::PathPart::Member(_)), ast::OperandBase::Path(path)) => {
            // `program.local[0]` and `invocation.localid` end in members that are not swizzles.
            !["program", "state", "invocation"].contains(&path.head.text) || path.parts.len() > 2
        }
        (Some(ast::PathPart::Member(_)), _) => true,
        _ => false,
    }
}
