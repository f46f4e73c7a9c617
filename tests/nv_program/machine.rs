//! A machine for assembly programs on the CPU: what each invocation must leave in memory.
//!
//! Comes in: a checked program and its memory. Goes out: the memory afterwards. Invocations run one after the other, so
//! programs must not wait for each other; BAR does nothing. Written from the specifications, apart from the lowering.

use std::cell::RefCell;

use glslsub::internals::nv_program::ast::{AtomicOperation, Rounding, StorageType};
use glslsub::internals::nv_program::opcode::{Base, Op};
use glslsub::internals::nv_program::program::{
    Clamp, Element, Input, Instruction, Item, Literal, MemoryKind, MemoryUse, Operand, OperationType, ParamItem,
    Program, Rule, Size, Source, Test,
};
use half::f16;

#[path = "compute.rs"]
mod compute;
#[path = "numbers.rs"]
mod numbers;

use numbers::*;

/// Flags of one component.
#[derive(Clone, Copy, Debug)]
struct Flags {
    sign: bool,
    zero: bool,
    carry: bool,
    overflow: bool,
    /// Whether anything has set the component, and whether carry and overflow are defined.
    known: bool,
    known_carry: bool,
}

/// Memory and parameters.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// `program.storage[n]`
    pub storage: Vec<Vec<u8>>,
    /// `program.buffer[n]`
    pub buffers: Vec<Vec<u8>>,
    /// `program.local`
    pub locals: Vec<[u32; 4]>,
    /// `program.env`
    pub envs: Vec<[u32; 4]>,
}

/// One invocation.
struct Machine<'p> {
    program: &'p Program,
    memory: &'p mut Memory,
    shared: &'p mut Vec<u8>,
    registers: Vec<Vec<[u64; 4]>>,
    /// Which components of registers have been written with what is defined.
    known: Vec<Vec<[bool; 4]>>,
    /// The first read of something undefined.
    undefined: RefCell<Option<String>>,
    flags: [[Flags; 4]; 2],
    local: [u32; 3],
    group: [u32; 3],
    groups: [u32; 3],
    steps: u64,
}

/// Runs a dispatch.
pub fn run(program: &Program, memory: &mut Memory, groups: [u32; 3]) -> Result<(), String> {
    let size = program.group_size.unwrap();
    for z in 0..groups[2] {
        for y in 0..groups[1] {
            for x in 0..groups[0] {
                let mut shared = vec![0; program.shared_bytes as usize];
                for index in 0..size.iter().product::<u32>() {
                    let local = [index % size[0], index / size[0] % size[1], index / size[0] / size[1]];
                    let registers =
                        program.temps.iter().map(|temp| vec![[0; 4]; temp.elements.unwrap_or(1) as usize]).collect();
                    let known = program
                        .temps
                        .iter()
                        .map(|temp| vec![[false; 4]; temp.elements.unwrap_or(1) as usize])
                        .collect();
                    let clear = Flags {
                        sign: false,
                        zero: true,
                        carry: false,
                        overflow: false,
                        known: false,
                        known_carry: false,
                    };
                    let mut machine = Machine {
                        program,
                        memory,
                        shared: &mut shared,
                        registers,
                        known,
                        undefined: RefCell::new(None),
                        flags: [[clear; 4]; 2],
                        local,
                        group: [x, y, z],
                        groups,
                        steps: 0,
                    };
                    machine.main()?;
                    if let Some(what) = machine.undefined.into_inner() {
                        return Err(what);
                    }
                }
            }
        }
    }
    Ok(())
}

impl Machine<'_> {
    fn main(&mut self) -> Result<(), String> {
        let program = self.program;
        let labels: Vec<Option<usize>> = (0..program.labels.len())
            .map(|label| program.items.iter().position(|item| matches!(item, Item::Label(it) if *it == label)))
            .collect();
        let main = program.labels.iter().position(|label| label.name == "main");
        let mut at = main.and_then(|label| labels[label]).map_or(0, |index| index + 1);
        let mut calls: Vec<(usize, Vec<Loop>)> = Vec::new();
        let mut loops: Vec<Loop> = Vec::new();
        while let Some(item) = program.items.get(at) {
            self.steps += 1;
            if self.steps > 200_000 {
                return Err("the program does not end".to_owned());
            }
            let Item::Instruction(i) = item else {
                // A label ends the block above; the driver joins blocks that nothing calls.
                self.undefined(|| "undefined: control reaches a label from above".to_owned());
                match calls.pop() {
                    Some((back, outer)) => (at, loops) = (back, outer),
                    None => return Ok(()),
                }
                continue;
            };
            let passes = i.test.as_ref().is_none_or(|test| self.any(test));
            at += 1;
            match i.op() {
                Op::If if !passes => at = self.skip(at, &[Op::Else, Op::Endif]) + 1,
                Op::Else => at = self.skip(at, &[Op::Endif]) + 1,
                Op::If | Op::Endif => {}
                Op::Rep => {
                    let left = i.operands.first().map(|operand| {
                        let value = self.read(operand, 0);
                        if i.ty.base == Base::Float {
                            float_to_integer(float(value, i.ty).floor(), Base::Signed, i.ty.bits)
                        } else {
                            integer(value, i.ty)
                        }
                    });
                    if left.is_some_and(|left| left <= 0) {
                        at = self.skip(at, &[Op::Endrep]) + 1;
                    } else {
                        loops.push(Loop { start: at, left });
                    }
                }
                Op::Endrep => self.next_round(&mut loops, &mut at),
                Op::Brk if passes => {
                    at = self.skip_loop(at) + 1;
                    loops.pop();
                }
                Op::Cont if passes => {
                    at = self.skip_loop(at) + 1;
                    self.next_round(&mut loops, &mut at);
                }
                Op::Ret if passes => match calls.pop() {
                    Some((back, outer)) => (at, loops) = (back, outer),
                    None => return Ok(()),
                },
                Op::Cal if passes => {
                    calls.push((at, std::mem::take(&mut loops)));
                    at = i.label.and_then(|label| labels[label]).unwrap() + 1;
                }
                Op::Brk | Op::Cont | Op::Ret | Op::Cal | Op::Bar | Op::Membar => {}
                _ => self.instruction(i)?,
            }
        }
        Ok(())
    }

    fn op_at(&self, at: usize) -> Option<Op> {
        match self.program.items.get(at)? {
            Item::Instruction(i) => Some(i.op()),
            Item::Label(_) => None,
        }
    }

    /// The place of the first of some instructions that belongs to the block around `at`.
    fn skip(&self, mut at: usize, wanted: &[Op]) -> usize {
        let mut depth = 0;
        loop {
            match self.op_at(at) {
                Some(op) if depth == 0 && wanted.contains(&op) => return at,
                Some(Op::If | Op::Rep) => depth += 1,
                Some(Op::Endif | Op::Endrep) => depth -= 1,
                None => return at,
                _ => {}
            }
            at += 1;
        }
    }

    /// The ENDREP of the loop around `at`.
    fn skip_loop(&self, mut at: usize) -> usize {
        let mut depth = 0;
        loop {
            match self.op_at(at) {
                Some(Op::Endrep) if depth == 0 => return at,
                Some(Op::Rep) => depth += 1,
                Some(Op::Endrep) => depth -= 1,
                None => return at,
                _ => {}
            }
            at += 1;
        }
    }

    fn next_round(&self, loops: &mut Vec<Loop>, at: &mut usize) {
        let Some(innermost) = loops.last_mut() else { return };
        if let Some(left) = &mut innermost.left {
            *left -= 1;
            if *left <= 0 {
                loops.pop();
                return;
            }
        }
        *at = innermost.start;
    }

    fn flag_test(&self, test: &Test, lane: usize) -> bool {
        let Flags { sign, zero, carry, overflow, known, known_carry } =
            self.flags[usize::from(test.register)][usize::from(test.components[lane])];
        let plain =
            matches!(test.rule, Rule::Equal | Rule::NotEqual | Rule::Nan | Rule::NotNan | Rule::Sign | Rule::NoSign);
        let constant = matches!(test.rule, Rule::True | Rule::False | Rule::Resident | Rule::NonResident);
        if !constant && !(known && (plain || known_carry)) {
            self.undefined(|| {
                format!("{:?} of an undefined condition code component {:?}", test.rule, test.components)
            });
        }
        match test.rule {
            Rule::Equal => !sign && zero,
            Rule::NotEqual => sign || !zero,
            Rule::GreaterEqual => sign == overflow,
            Rule::Greater => sign == overflow && !zero,
            Rule::LessEqual => sign ^ (zero || overflow),
            Rule::Less => (sign && !zero) ^ overflow,
            Rule::True => true,
            Rule::False => false,
            Rule::Nan => sign && zero,
            Rule::NotNan => !(sign && zero),
            Rule::Carry => carry,
            Rule::NoCarry => !carry,
            Rule::Overflow => overflow,
            Rule::NoOverflow => !overflow,
            Rule::Sign => sign,
            Rule::NoSign => !sign,
            Rule::Above => carry && !zero,
            Rule::BelowEqual => !carry || zero,
            Rule::Resident => true,
            Rule::NonResident => false,
        }
    }

    fn undefined(&self, what: impl FnOnce() -> String) {
        self.undefined.borrow_mut().get_or_insert_with(what);
    }

    fn any(&self, test: &Test) -> bool {
        (0..usize::from(test.count)).any(|lane| self.flag_test(test, lane))
    }

    fn element(&self, element: Element) -> usize {
        match element {
            Element::Fixed(index) => index as usize,
            Element::Relative { temp, component, offset } => {
                if !self.known[temp][0][usize::from(component)] {
                    self.undefined(|| format!("an undefined address {}", self.program.temps[temp].name));
                }
                (self.registers[temp][0][usize::from(component)] as u32).wrapping_add(offset) as usize
            }
        }
    }

    fn register_bits(&self, temp: usize) -> u8 {
        if self.program.temps[temp].size == Size::Long { 64 } else { 32 }
    }

    fn item(&self, item: ParamItem, component: usize) -> u32 {
        match item {
            ParamItem::Local(number) => self.memory.locals[number as usize][component],
            ParamItem::Env(number) => self.memory.envs[number as usize][component],
            ParamItem::StorageLength(number) => self.memory.storage[number as usize].len() as u32,
            ParamItem::Constant(bits) => bits[component],
            ParamItem::WarpSize => 32,
            ParamItem::WarpsPerSm | ParamItem::SmCount => 0,
        }
    }

    /// Component `lane` of an operand as bits of its type.
    fn read(&self, operand: &Operand, lane: usize) -> u64 {
        let component = usize::from(operand.swizzle[lane]);
        let ty = operand.ty;
        let (raw, bits) = match operand.source {
            Source::Temp(temp, element) => {
                if !self.known[temp][self.element(element)][component] {
                    self.undefined(|| format!("a read of undefined {}.{component}", self.program.temps[temp].name));
                }
                (self.registers[temp][self.element(element)][component], self.register_bits(temp))
            }
            Source::Input(input) => (self.input(input, component).into(), 32),
            Source::Item(item) => (self.item(item, component).into(), 32),
            Source::Param(param, element) => {
                (self.item(self.program.params[param].items[self.element(element)], component).into(), 32)
            }
            Source::Buffer(found) => {
                let memory = &self.program.memories[found.memory];
                let buffer = memory.first as usize + self.element(found.buffer);
                let element = memory.offset as usize + self.element(found.element);
                let word = if memory.kind == MemoryKind::Buffer4 { 4 * element + component } else { element };
                let bytes = &self.memory.buffers[buffer][4 * word..4 * word + 4];
                (u32::from_le_bytes(bytes.try_into().unwrap()).into(), 32)
            }
            Source::Literal(literals) => {
                let bits = match (literals[component], ty.base) {
                    (Literal::Integer(value), Base::Float) => from_float(value as f64, ty),
                    (Literal::Integer(value), _) => wrap(value, ty.bits),
                    (Literal::Float(value), _) => from_float(value, ty),
                };
                (bits, ty.bits)
            }
        };
        let mut value = resize(raw, OperationType { bits, ..ty }, ty.bits);
        if operand.inner_negate {
            value = negate(value, ty);
        }
        if operand.absolute && ty.base != Base::Unsigned {
            value = absolute(value, ty);
        }
        if operand.negate { negate(value, ty) } else { value }
    }

    fn input(&self, input: Input, component: usize) -> u32 {
        let size = self.program.group_size.unwrap();
        let of = |vector: [u32; 3]| vector.get(component).copied().unwrap_or(0);
        let index = (self.local[2] * size[1] + self.local[1]) * size[0] + self.local[0];
        let scalar = |value: u32| if component == 0 { value } else { 0 };
        let lane = index & 31;
        match input {
            Input::LocalId => of(self.local),
            Input::GlobalId => of([0, 1, 2].map(|axis| self.group[axis] * size[axis] + self.local[axis])),
            Input::GroupId => of(self.group),
            Input::GroupCount => of(self.groups),
            Input::GroupSize => of(size),
            Input::LocalIndex => scalar(index),
            Input::ThreadId => scalar(lane),
            Input::WarpId => scalar(index >> 5),
            Input::SmId => 0,
            Input::ThreadEqMask => scalar(1 << lane),
            Input::ThreadLtMask => scalar((1 << lane) - 1),
            Input::ThreadLeMask => scalar(((1_u64 << (lane + 1)) - 1) as u32),
            Input::ThreadGtMask => scalar(!((1_u64 << (lane + 1)) - 1) as u32),
            Input::ThreadGeMask => scalar(!((1 << lane) - 1)),
        }
    }

    fn operand(&self, i: &Instruction, index: usize, lane: usize) -> u64 {
        self.read(&i.operands[index], lane)
    }

    fn instruction(&mut self, i: &Instruction) -> Result<(), String> {
        match i.op() {
            Op::Ldb | Op::Lds | Op::Ldc => {
                let storage = i.storage.unwrap();
                let values = self.load(i.memory.unwrap(), storage)?;
                let operand = i.operands.first().filter(|_| i.op() == Op::Ldc);
                let lanes = [0, 1, 2, 3].map(|lane| {
                    let component = operand.map_or(lane, |it| usize::from(it.swizzle[lane]));
                    let mut value = values.get(component).copied().unwrap_or(0);
                    if let Some(operand) = operand {
                        if operand.inner_negate {
                            value = negate(value, i.ty);
                        }
                        if operand.absolute && i.ty.base != Base::Unsigned {
                            value = absolute(value, i.ty);
                        }
                        if operand.negate {
                            value = negate(value, i.ty);
                        }
                    }
                    Some(Result4::of(value, i.ty))
                });
                self.write(i, lanes);
            }
            Op::Stb | Op::Sts => {
                let storage = i.storage.unwrap();
                let values: Vec<u64> = (0..usize::from(storage.count)).map(|lane| self.operand(i, 0, lane)).collect();
                self.store(i.memory.unwrap(), storage, &values)?;
            }
            Op::Atomb | Op::Atoms => self.atomic(i)?,
            Op::Load | Op::Store | Op::Atom | Op::Atomctr | Op::Cali => {
                return Err(format!("{} is not modelled", i.row.name));
            }
            _ => {
                let lanes = self.compute(i)?;
                self.write(i, lanes);
            }
        }
        Ok(())
    }

    fn bytes(&mut self, found: MemoryUse) -> (&mut Vec<u8>, usize) {
        let memory = &self.program.memories[found.memory];
        let at = memory.offset as usize + self.element(found.element);
        let buffer = memory.first as usize + self.element(found.buffer);
        let bytes = match memory.kind {
            MemoryKind::Shared => &mut *self.shared,
            MemoryKind::Storage => &mut self.memory.storage[buffer],
            _ => &mut self.memory.buffers[buffer],
        };
        (bytes, at)
    }

    fn load(&mut self, found: MemoryUse, storage: StorageType) -> Result<Vec<u64>, String> {
        let (bytes, at) = self.bytes(found);
        let width = usize::from(storage.bits / 8);
        (0..usize::from(storage.count))
            .map(|index| {
                let start = at + index * width;
                let part = bytes.get(start..start + width).ok_or("an access outside memory")?;
                let mut word = [0; 8];
                word[..width].copy_from_slice(part);
                Ok(widen(u64::from_le_bytes(word), storage))
            })
            .collect()
    }

    fn store(&mut self, found: MemoryUse, storage: StorageType, values: &[u64]) -> Result<(), String> {
        let (bytes, at) = self.bytes(found);
        let width = usize::from(storage.bits / 8);
        for (index, &value) in values.iter().enumerate() {
            let start = at + index * width;
            let value = match (storage.base, storage.bits) {
                (Base::Float, 16) => u64::from(f16::from_f32(f(value)).to_bits()),
                _ => value,
            };
            let part = bytes.get_mut(start..start + width).ok_or("an access outside memory")?;
            part.copy_from_slice(&value.to_le_bytes()[..width]);
        }
        Ok(())
    }

    fn atomic(&mut self, i: &Instruction) -> Result<(), String> {
        use AtomicOperation as A;
        let (storage, found) = (i.storage.unwrap(), i.memory.unwrap());
        if storage.bits == 16 {
            return Err("atomic operations on halves are not modelled".to_owned());
        }
        let ty = OperationType { base: storage.base, bits: storage.bits };
        let old = self.load(found, storage)?[0];
        let x = self.operand(i, 0, 0);
        let (a, b) = (integer(old, ty), integer(x, ty));
        let new = match i.atomic.unwrap() {
            A::Add if ty.base == Base::Float => from_float(float(old, ty) + float(x, ty), ty),
            A::Add => wrap(a + b, ty.bits),
            A::Min => wrap(a.min(b), ty.bits),
            A::Max => wrap(a.max(b), ty.bits),
            A::IncrementWrap => {
                if a >= b {
                    0
                } else {
                    wrap(a + 1, ty.bits)
                }
            }
            A::DecrementWrap => {
                if a == 0 || a > b {
                    x
                } else {
                    wrap(a - 1, ty.bits)
                }
            }
            A::And => old & x,
            A::Or => old | x,
            A::Xor => old ^ x,
            A::Exchange => x,
            A::CompareSwap => {
                if old == x {
                    self.operand(i, 0, 1)
                } else {
                    old
                }
            }
        };
        self.store(found, storage, &[new])?;
        // NVIDIA's driver leaves the components besides x.
        if i.result.unwrap().mask & 1 == 0 {
            return Err("an undefined result of an atomic operation".to_owned());
        }
        self.write_lanes(i, 1, [Some(Result4::of(old, i.ty)); 4]);
        Ok(())
    }

    /// Writes results where mask and condition let them, then flags.
    fn write(&mut self, i: &Instruction, lanes: [Option<Result4>; 4]) {
        self.write_lanes(i, 15, lanes);
    }

    /// The same for some components only.
    fn write_lanes(&mut self, i: &Instruction, mask: u8, lanes: [Option<Result4>; 4]) {
        let mut result = i.result.unwrap();
        result.mask &= mask;
        let element = self.element(result.element);
        let mut flags = Vec::new();
        let before = self.flags;
        for (lane, computed) in lanes.into_iter().enumerate() {
            if result.mask & 1 << lane == 0 {
                continue;
            }
            let Some(mut computed) = computed else {
                self.known[result.temp][element][lane] = false;
                continue;
            };
            let condition = result.condition.is_none_or(|test| {
                let now = std::mem::replace(&mut self.flags, before);
                let passes = self.flag_test(&test, lane);
                self.flags = now;
                passes
            });
            if !condition {
                continue;
            }
            if computed.ty.base == Base::Float
                && let Some(clamp) = i.clamp
            {
                let low = if clamp == Clamp::Signed { -1.0 } else { 0.0 };
                let value = float(computed.value, computed.ty);
                let value = if value.is_nan() { low } else { value.clamp(low, 1.0) };
                computed.value = from_float(value, computed.ty);
            }
            let mut stored = resize(computed.value, computed.ty, self.register_bits(result.temp));
            if self.program.temps[result.temp].size == Size::Short && computed.ty.base == Base::Float {
                stored = u64::from(f16::from_f32(f(stored)).to_f32().to_bits());
            }
            let bits = self.register_bits(result.temp);
            if bits != computed.ty.bits {
                computed.ty.bits = bits;
                computed.value = stored;
                computed.sum = None;
                computed.known_carry = true;
            }
            self.registers[result.temp][element][lane] = stored;
            self.known[result.temp][element][lane] = computed.known;
            flags.push((lane, computed));
        }
        let Some(register) = i.condition_code else { return };
        for (lane, mut computed) in flags {
            // A half is stored as its bits; its flags are those of the number.
            if i.op() == Op::Cvt && i.storage.is_some_and(|it| it.base == Base::Float && it.bits == 16) {
                let number = f16::from_bits(computed.value as u16).to_f32();
                computed = Result4 { value: number.to_bits().into(), ty: OperationType::FLOAT, ..computed };
            }
            let ty = computed.ty;
            let new = if ty.base == Base::Float {
                let value = float(computed.value, ty);
                Flags {
                    sign: value.is_nan() || value < 0.0,
                    zero: value.is_nan() || value == 0.0,
                    carry: false,
                    overflow: false,
                    known: true,
                    known_carry: true,
                }
            } else {
                let top = computed.value >> (ty.bits - 1) & 1 != 0;
                let (carry, overflow) = computed.sum.unwrap_or((false, false));
                let known_carry = computed.known_carry;
                Flags { sign: top, zero: computed.value == 0, carry, overflow, known: computed.known, known_carry }
            };
            self.flags[usize::from(register)][lane] = new;
        }
    }
}

/// A loop that runs: where it begins, and how many rounds are left.
#[derive(Clone, Debug)]
struct Loop {
    start: usize,
    left: Option<i128>,
}
