//! One instruction: its results are computed, clamped, and written where mask and condition allow it.
//!
//! Comes in: an [`Instruction`]. Goes out: statements. Must not depend on: blocks.

use super::arithmetic::Computed;
use super::atomic::AtomicOperand;
use super::condition::Flags;
use super::emit::V;
use super::memory::{Space, Spot};
use super::vector::{Lanes, replicate};
use super::{Base, Lowering, OperationType};
use crate::hir::builder::Given;
use crate::nv_program::ast::{CounterOperation, StorageType};
use crate::nv_program::opcode::Op;
use crate::nv_program::program::Instruction;

impl Lowering<'_> {
    /// Lowers everything except control flow.
    pub(super) fn instruction(&mut self, i: &Instruction) {
        self.f.precise = i.modifiers.precise;
        self.dispatch(i);
        self.f.precise = false;
    }

    fn dispatch(&mut self, i: &Instruction) {
        match i.op() {
            Op::Bar => {
                if self.options.full_barriers {
                    self.operation("barrierOfAllMemory", &[]);
                } else {
                    self.builtin("barrier", &[]);
                }
            }
            Op::Membar => {
                let name = match (i.modifiers.cta, self.options.compiler_membar) {
                    (_, true) => "subgroupMemoryBarrier",
                    (true, _) => "groupMemoryBarrier",
                    (false, _) => "memoryBarrier",
                };
                self.builtin(name, &[]);
            }
            Op::Ldb | Op::Lds | Op::Ldc | Op::Load => self.memory_load(i),
            Op::Stb | Op::Sts | Op::Store => self.memory_store(i),
            Op::Atomb | Op::Atoms | Op::Atom => self.memory_atomic(i),
            Op::Atomctr => self.counter(i),
            Op::Loadim | Op::Storeim | Op::Atomim | Op::Imq | Op::Imqs => self.image_instruction(i),
            Op::Tex
            | Op::Txb
            | Op::Txl
            | Op::Txp
            | Op::Txd
            | Op::Txf
            | Op::Txfms
            | Op::Txg
            | Op::Txgo
            | Op::Txq
            | Op::Txqs => self.texture_instruction(i),
            Op::Rcp | Op::Rsq | Op::Rcc | Op::Ex2 | Op::Lg2 | Op::Sin | Op::Cos | Op::Scs | Op::Pow => {
                let lanes = self.scalar_function(i);
                self.finish(i, lanes, i.modifiers.ty);
            }
            Op::Dp2
            | Op::Dp2a
            | Op::Dp3
            | Op::Dp4
            | Op::Dph
            | Op::Dst
            | Op::Lit
            | Op::Nrm
            | Op::Rfl
            | Op::Xpd
            | Op::X2d
            | Op::Swz => {
                let lanes = self.vector_function(i);
                self.finish(i, lanes, i.modifiers.ty);
            }
            Op::Pk2h | Op::Pk2us | Op::Pk4b | Op::Pk4ub => {
                let (lanes, ty) = self.pack(i);
                self.finish(i, lanes, ty);
            }
            Op::Up2h | Op::Up2us | Op::Up4b | Op::Up4ub => {
                let lanes = self.unpack(i);
                self.finish(i, lanes, OperationType::FLOAT);
            }
            Op::Pk64 => {
                let (lanes, ty) = self.pack64(i);
                self.finish(i, lanes, ty);
            }
            Op::Up64 => {
                let (lanes, ty) = self.unpack64(i);
                self.finish(i, lanes, ty);
            }
            Op::Tgall | Op::Tgany | Op::Tgeq | Op::Tgballot => {
                let lanes = self.vote(i);
                // The bits of a ballot are not a float, whatever the operand is.
                let ballot = i.op() == Op::Tgballot && i.modifiers.ty.base == Base::Float;
                self.finish(i, lanes, if ballot { OperationType::UNSIGNED } else { i.modifiers.ty });
            }
            Op::Shfdown | Op::Shfidx | Op::Shfup | Op::Shfxor => {
                let lanes = self.shuffle(i);
                self.finish(i, lanes, i.modifiers.ty);
            }
            _ => {
                let mask = i.result.map_or(0, |result| result.mask);
                let mut computed = [None; 4];
                for (lane, slot) in computed.iter_mut().enumerate() {
                    if mask & 1 << lane != 0 {
                        *slot = Some(self.component_wise(i, lane));
                    }
                }
                self.write(i, computed);
            }
        }
    }

    /// Writes components of one type.
    pub(super) fn finish(&mut self, i: &Instruction, lanes: Lanes, ty: OperationType) {
        let computed = lanes.map(|lane| lane.map(|value| Computed { value, ty, flags: Flags::default() }));
        self.write(i, computed);
    }

    /// Writes components, each under mask and condition, and the condition code.
    fn write(&mut self, i: &Instruction, computed: [Option<Computed>; 4]) {
        let Some(result) = i.result else { return };
        // Conditions test the flags from before the instruction.
        let mut writes = Vec::new();
        for (lane, computed) in computed.into_iter().enumerate() {
            let (Some(computed), true) = (computed, result.mask & 1 << lane != 0) else { continue };
            let condition = result.condition.as_ref().map(|test| self.passes(test, lane));
            if condition.and_then(|it| self.known_bool(it)) == Some(false) {
                continue;
            }
            let value = if i.op() == Op::Cvt {
                computed.value
            } else {
                self.clamped(computed.value, computed.ty, i.modifiers.clamp)
            };
            let rounded = i.modifiers.half && !self.options.wide_short && computed.ty == OperationType::FLOAT;
            let value = if rounded { self.operation("quantizeToHalf", &[value]) } else { value };
            let condition = condition.filter(|&it| self.known_bool(it).is_none());
            let raw = self.register_value(result.temp, value, computed.ty);
            let mut computed = Computed { value, ..computed };
            let bits = self.register_bits(result.temp);
            if bits != computed.ty.bits && i.modifiers.condition_code.is_some() {
                // Flags describe what is stored, which may have another width. Sign extension does not change them.
                if bits == 32 || computed.ty.base == Base::Unsigned {
                    computed.ty.bits = bits;
                    computed.value = self.interpret(raw, computed.ty);
                }
                let extended = bits == 64 && computed.ty.base == Base::Unsigned;
                let truth = computed.flags.truth.filter(|_| !extended);
                computed.flags = Flags { carry: None, overflow: None, truth, ..computed.flags };
            }
            writes.push((lane as u8, computed, raw, condition));
        }
        for &(lane, _, raw, condition) in &writes {
            let raw = match condition {
                Some(condition) => {
                    let old = self.read_register(result.temp, result.element, lane);
                    self.select(condition, raw, old)
                }
                None => raw,
            };
            self.write_register(result.temp, result.element, lane, raw);
        }
        if let Some(register) = i.modifiers.condition_code {
            for (lane, computed, _, condition) in writes {
                // A clamp would change the result of a comparison with NaN; a truth value stays as it is.
                let (value, ty) = computed.flags.of.unwrap_or((computed.value, computed.ty));
                self.set_flags(register, lane, value, ty, computed.flags, condition);
            }
        }
    }

    /// The byte that an instruction accesses: in a variable, or at an address.
    fn with_access(
        &mut self,
        i: &Instruction,
        address: usize,
        results: &[crate::hir::Handle<crate::hir::Type>],
        body: impl Fn(&mut Self, Spot) -> Vec<V>,
    ) -> Vec<V> {
        match i.memory {
            Some(memory) => self.with_spot(memory, results, body),
            None => {
                let byte = self.operand(i, address, 0);
                body(self, Spot { space: Space::Global, byte })
            }
        }
    }

    fn memory_load(&mut self, i: &Instruction) {
        let Some(storage) = i.modifiers.storage else { return };
        let types = vec![self.ty(i.modifiers.ty); usize::from(storage.count)];
        let values = self.with_access(i, 0, &types, |lowering, spot| lowering.read_memory(&spot, storage));
        let mut lanes = [None; 4];
        for (lane, slot) in lanes.iter_mut().enumerate() {
            // LDC reads as an operand does, with swizzle and signs.
            let operand = i.operands.first().filter(|_| i.op() == Op::Ldc);
            let component = operand.map_or(lane, |it| usize::from(it.swizzle.get(lane).copied().unwrap_or(0)));
            let mut value = match values.get(component) {
                Some(&value) => value,
                None => self.number(i.modifiers.ty, 0.0),
            };
            if let Some(operand) = operand {
                if operand.inner_negate {
                    value = self.negate(value);
                }
                if operand.absolute {
                    value = self.absolute(value, i.modifiers.ty);
                }
                if operand.negate {
                    value = self.negate(value);
                }
            }
            *slot = Some(value);
        }
        self.finish(i, lanes, i.modifiers.ty);
    }

    fn memory_store(&mut self, i: &Instruction) {
        let Some(storage) = i.modifiers.storage else { return };
        let values: Vec<V> = (0..usize::from(storage.count)).map(|lane| self.operand(i, 0, lane)).collect();
        self.with_access(i, 1, &[], |lowering, spot| {
            lowering.write_memory(&spot, storage, &values);
            Vec::new()
        });
    }

    /// The operand of an atomic operation as bits of the type in memory.
    pub(super) fn atomic_operand(&mut self, i: &Instruction, storage: StorageType) -> AtomicOperand {
        let halves = storage.base == Base::Float && storage.bits == 16;
        let ty = match i.operands.first() {
            // Registers hold halves as bits; literals are numbers.
            Some(operand) if halves => operand.ty,
            _ => OperationType { bits: storage.bits, ..i.modifiers.ty },
        };
        let bits = |lowering: &mut Self, lane| {
            let value = lowering.operand(i, 0, lane);
            lowering.raw(value, ty)
        };
        let x = bits(self, 0);
        let second = i.modifiers.atomic == Some(crate::nv_program::ast::AtomicOperation::CompareSwap)
            || halves && storage.count == 4;
        let y = if second { Some(bits(self, 1)) } else { None };
        AtomicOperand { x, y }
    }

    fn memory_atomic(&mut self, i: &Instruction) {
        let (Some(storage), Some(operation)) = (i.modifiers.storage, i.modifiers.atomic) else { return };
        let operand = self.atomic_operand(i, storage);
        let halves = storage.base == Base::Float && storage.bits == 16;
        let word = if storage.bits == 64 { self.types.uint64 } else { self.types.uint };
        let types = vec![word; if halves && storage.count == 4 { 2 } else { 1 }];
        let old = self.with_access(i, 1, &types, |lowering, spot| lowering.atomic(&spot, operation, storage, operand));
        self.finish_atomic(i, &old, halves);
    }

    /// The old value in memory, in x, or two words of halves in x and y. The other components are undefined: NVIDIA's
    /// driver leaves them unchanged. Without x in the mask, something must still use the old value.
    pub(super) fn finish_atomic(&mut self, i: &Instruction, old: &[V], halves: bool) {
        let Some(&first) = old.first() else { return };
        let has_first = i.result.is_some_and(|result| result.mask & 1 != 0);
        if halves {
            let second = old.get(1).copied();
            let rest = second.or((!has_first).then_some(first));
            let lanes = [Some(first), rest, rest.filter(|_| !has_first), rest.filter(|_| !has_first)];
            return self.finish(i, lanes, OperationType::UNSIGNED);
        }
        let value = self.interpret(first, i.modifiers.ty);
        let lanes = if has_first { [Some(value), None, None, None] } else { replicate(value) };
        self.finish(i, lanes, i.modifiers.ty);
    }

    fn counter(&mut self, i: &Instruction) {
        let Some(memory) = i.memory else { return };
        let operation = i.modifiers.counter.unwrap_or(CounterOperation::Get);
        let count = |lowering: &mut Self, spot: &Spot| {
            let Some(place) = lowering.word_place(spot, 0) else { return Vec::new() };
            let one = lowering.uint(1);
            vec![match operation {
                CounterOperation::Get => lowering.operation_given("deviceAtomicLoad", &[Given::Place(&place)]),
                CounterOperation::Increment => {
                    lowering.operation_given("deviceAtomicAdd", &[Given::Place(&place), Given::Value(one)])
                }
                CounterOperation::Decrement => {
                    let minus = lowering.uint(u32::MAX);
                    let old = lowering.operation_given("deviceAtomicAdd", &[Given::Place(&place), Given::Value(minus)]);
                    lowering.subtract(old, one)
                }
            }]
        };
        let uint = [self.types.uint];
        let values = self.with_spot(memory, &uint, |lowering, spot| {
            lowering.inside(&spot, 0, 1, &uint, |lowering| count(lowering, &spot))
        });
        let Some(&value) = values.first() else { return };
        let value = self.interpret(value, i.modifiers.ty);
        self.finish(i, replicate(value), i.modifiers.ty);
    }
}
