//! A machine for assembly programs on the CPU: what each invocation must leave in memory.
//!
//! Comes in: a checked program and its memory. Goes out: the memory afterwards. Invocations of a group run one after
//! the other, each up to a barrier, a warp instruction or its end; the group continues when all have arrived there.
//! Written from the specifications, independently of the lowering.

use std::cell::RefCell;

use glslsub::internals::nv_program::ast::{AtomicOperation, CounterOperation, Rounding, StorageType};
use glslsub::internals::nv_program::opcode::{Base, Op};
use glslsub::internals::nv_program::program::{
    Clamp, Element, Input, Instruction, Item, Literal, MemoryKind, MemoryUse, Operand, OperationType, ParamItem,
    Program, Rule, Size, Source, Test,
};
use half::f16;

#[path = "atomics.rs"]
mod atomics;
#[path = "compute.rs"]
mod compute;
#[path = "numbers.rs"]
mod numbers;
#[path = "results.rs"]
mod results;
#[path = "texels.rs"]
mod texels;
#[path = "warps.rs"]
mod warps;

use crate::cases::Case;
use crate::ways::{self, Way};
use crate::world::Unit;
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
    /// `texture[n]`
    pub textures: Vec<Unit>,
    /// `image[n]`
    pub images: Vec<Unit>,
    /// Memory at [`ADDRESS`], which is in `program.buffer[3]`.
    pub global: Vec<u8>,
    /// `program.counter[0]`
    pub counters: Vec<u8>,
    /// `program.subroutine[n]`
    pub subroutines: Vec<u32>,
}

/// Where global memory begins. Any address that devices can have will do.
const ADDRESS: u64 = 0x7_0123_0000;

impl Memory {
    /// The initial memory of a case.
    pub fn of(case: &Case) -> Self {
        let mut buffers = vec![case.input.clone(); 3];
        buffers.push(ADDRESS.to_le_bytes().to_vec());
        Self {
            storage: vec![case.input.clone(), vec![0; case.output]],
            buffers,
            locals: case.locals.clone(),
            envs: case.locals.clone(),
            textures: case.world.textures.clone(),
            images: case.world.images.clone(),
            global: case.world.global.clone(),
            counters: case.world.counters.clone(),
            subroutines: case.world.subroutines.clone(),
        }
    }

    /// What is compared: the output, and global memory.
    pub fn output(mut self) -> Vec<u8> {
        let mut output = self.storage.swap_remove(1);
        output.extend(self.global);
        output
    }
}

/// One invocation.
struct Machine<'p> {
    program: &'p Program,
    /// Memory, while this invocation runs.
    memory: Memory,
    shared: Vec<u8>,
    registers: Vec<Vec<[u64; 4]>>,
    /// Which components of registers have been written with defined values.
    known: Vec<Vec<[bool; 4]>>,
    /// Whether the last look-up with SPARSE was TXP.
    projected: bool,
    /// What PK2H packed last, and the numbers.
    packed: RefCell<Option<(u64, [f64; 2])>>,
    /// The first read of something undefined.
    undefined: RefCell<Option<String>>,
    flags: [[Flags; 4]; 2],
    local: [u32; 3],
    group: [u32; 3],
    groups: [u32; 3],
    steps: u64,
    /// The next item, open loops, and the calls with the loops around them.
    at: usize,
    loops: Vec<Loop>,
    calls: Vec<(usize, Vec<Loop>)>,
}

/// Why an invocation cannot continue by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// It is at its end.
    End,
    /// The item is BAR, or a warp instruction.
    Meeting(usize),
}

/// The results of a case's program.
pub fn leaves(case: &Case, program: &Program) -> Result<Vec<u8>, String> {
    let mut memory = Memory::of(case);
    run(program, &mut memory, [1, 1, 1]).map_err(|error| format!("{}: {error}\n{}", case.name, case.text))?;
    Ok(memory.output())
}

/// Runs a dispatch.
fn run(program: &Program, memory: &mut Memory, groups: [u32; 3]) -> Result<(), String> {
    for z in 0..groups[2] {
        for y in 0..groups[1] {
            for x in 0..groups[0] {
                run_group(program, memory, [x, y, z], groups)?;
            }
        }
    }
    Ok(())
}

fn run_group(program: &Program, memory: &mut Memory, group: [u32; 3], groups: [u32; 3]) -> Result<(), String> {
    let size = program.group_size.unwrap();
    let mut shared = vec![0; program.shared_bytes as usize];
    let mut all: Vec<Machine<'_>> = (0..size.iter().product::<u32>())
        .map(|index| {
            let local = [index % size[0], index / size[0] % size[1], index / size[0] / size[1]];
            Machine::new(program, local, group, groups)
        })
        .collect();
    loop {
        let mut stops = Vec::new();
        for machine in &mut all {
            std::mem::swap(&mut machine.memory, memory);
            std::mem::swap(&mut machine.shared, &mut shared);
            let stop = machine.advance();
            std::mem::swap(&mut machine.memory, memory);
            std::mem::swap(&mut machine.shared, &mut shared);
            stops.push(stop?);
            if let Some(what) = machine.undefined.take() {
                return Err(what);
            }
        }
        let first = stops[0];
        if stops.iter().any(|stop| *stop != first) {
            return Err("invocations that part are not modelled".to_owned());
        }
        let Stop::Meeting(at) = first else { return Ok(()) };
        if let Item::Instruction(i) = &program.items[at]
            && i.op() != Op::Bar
        {
            warps::run(&mut all, memory, i)?;
        }
        for machine in &mut all {
            machine.at = at + 1;
        }
    }
}

impl<'p> Machine<'p> {
    fn new(program: &'p Program, local: [u32; 3], group: [u32; 3], groups: [u32; 3]) -> Self {
        let temps = || program.temps.iter().map(|temp| temp.elements.unwrap_or(1) as usize);
        let clear = Flags { sign: false, zero: true, carry: false, overflow: false, known: false, known_carry: false };
        let main = program.labels.iter().position(|label| label.name == "main");
        let start = main.and_then(|label| place_of(program, label)).map_or(0, |index| index + 1);
        Self {
            program,
            memory: Memory::default(),
            shared: Vec::new(),
            registers: temps().map(|elements| vec![[0; 4]; elements]).collect(),
            known: temps().map(|elements| vec![[false; 4]; elements]).collect(),
            projected: false,
            packed: RefCell::new(None),
            undefined: RefCell::new(None),
            flags: [[clear; 4]; 2],
            local,
            group,
            groups,
            steps: 0,
            at: start,
            loops: Vec::new(),
            calls: Vec::new(),
        }
    }
}

/// The item of a label.
fn place_of(program: &Program, label: usize) -> Option<usize> {
    program.items.iter().position(|item| matches!(item, Item::Label(it) if *it == label))
}

impl Machine<'_> {
    /// Runs up to the next point where invocations meet.
    fn advance(&mut self) -> Result<Stop, String> {
        let program = self.program;
        while let Some(item) = program.items.get(self.at) {
            self.steps += 1;
            if self.steps > 200_000 {
                return Err("the program does not end".to_owned());
            }
            let Item::Instruction(i) = item else {
                // A label ends the block above; the driver joins blocks that nothing calls.
                self.undefined(|| "undefined: control reaches a label from above".to_owned());
                match self.calls.pop() {
                    Some((back, outer)) => (self.at, self.loops) = (back, outer),
                    None => return Ok(Stop::End),
                }
                continue;
            };
            let passes = i
                .test
                .as_ref()
                .is_none_or(|test| self.any(test) != (carries(test.rule) && ways::gone(Way::CarryJump, self.at)));
            if i.op() == Op::Bar || warps::is_one(i.op()) {
                return Ok(Stop::Meeting(self.at));
            }
            self.at += 1;
            let at = self.at;
            match i.op() {
                Op::If if !passes => self.at = self.skip(at, &[Op::Else, Op::Endif]) + 1,
                Op::Else => self.at = self.skip(at, &[Op::Endif]) + 1,
                Op::If | Op::Endif => {}
                Op::Rep => {
                    let left = i.operands.first().map(|operand| {
                        let value = self.read(operand, 0);
                        let signed = operand.absolute || operand.negate;
                        if signed && integer(value, i.modifiers.ty) > 0 && ways::gone(Way::SignedCount, self.at) {
                            return 1;
                        }
                        if i.modifiers.ty.base == Base::Float
                            && i.modifiers.ty.bits == 64
                            && ways::gone(Way::WideCount, self.at)
                        {
                            return float_to_integer(f(value).floor().into(), Base::Signed, 32);
                        }
                        if i.modifiers.ty.base == Base::Float {
                            float_to_integer(float(value, i.modifiers.ty).floor(), Base::Signed, i.modifiers.ty.bits)
                        } else {
                            integer(value, i.modifiers.ty)
                        }
                    });
                    if left.is_some_and(|left| left <= 0) {
                        self.at = self.skip(at, &[Op::Endrep]) + 1;
                    } else {
                        self.loops.push(Loop { start: at, left });
                    }
                }
                Op::Endrep => self.next_round(),
                Op::Brk if passes => {
                    self.at = self.skip_loop(at) + 1;
                    self.loops.pop();
                }
                Op::Cont if passes => {
                    self.at = self.skip_loop(at) + 1;
                    self.next_round();
                }
                Op::Ret if passes => match self.calls.pop() {
                    Some((back, outer)) => (self.at, self.loops) = (back, outer),
                    None => return Ok(Stop::End),
                },
                Op::Cal if passes => {
                    self.calls.push((at, std::mem::take(&mut self.loops)));
                    self.at = i.label.and_then(|label| place_of(program, label)).unwrap() + 1;
                }
                Op::Cali if passes => {
                    let label = self.chosen(i).ok_or("undefined: no subroutine has the number")?;
                    self.calls.push((at, std::mem::take(&mut self.loops)));
                    self.at = place_of(program, label).unwrap() + 1;
                }
                Op::Brk | Op::Cont | Op::Ret | Op::Cal | Op::Cali | Op::Membar => {}
                _ => self.instruction(i)?,
            }
            // The end of the text ends a subroutine, too.
            if self.at >= program.items.len()
                && let Some((back, outer)) = self.calls.pop()
            {
                (self.at, self.loops) = (back, outer);
            }
        }
        Ok(Stop::End)
    }

    /// The label that CALI calls.
    fn chosen(&self, i: &Instruction) -> Option<usize> {
        let (variable, element) = i.subroutine?;
        let variable = &self.program.subroutines[variable];
        let parameter = *variable.numbers.get(self.element(element))?;
        let number = *self.memory.subroutines.get(parameter as usize)?;
        let mut labels = self.program.subroutine_types[variable.ty].iter().copied();
        labels.find(|label| self.program.labels[*label].number == Some(number))
    }

    fn op_at(&self, at: usize) -> Option<Op> {
        match self.program.items.get(at)? {
            Item::Instruction(i) => Some(i.op()),
            Item::Label(_) => None,
        }
    }

    /// The index of the first of some instructions that belongs to the block around `at`.
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

    fn next_round(&mut self) {
        let Some(innermost) = self.loops.last_mut() else { return };
        if let Some(left) = &mut innermost.left {
            *left -= 1;
            if *left <= 0 {
                self.loops.pop();
                return;
            }
        }
        self.at = innermost.start;
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
            Rule::Resident => self.resident(),
            Rule::NonResident => !self.resident(),
        }
    }

    /// Everything is resident, though NVIDIA's driver may not say so of TXP.
    fn resident(&self) -> bool {
        !(self.projected && ways::gone(Way::ProjectedResidency, self.at))
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
            ParamItem::WarpSize if component == 0 => 32,
            ParamItem::WarpSize | ParamItem::WarpsPerSm | ParamItem::SmCount => 0,
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
        if let Source::Temp(temp, _) = operand.source
            && self.program.temps[temp].size == Size::Short
            && ty.base == Base::Float
            && ty.bits == 64
            && ways::gone(Way::HalfBits, self.at)
        {
            let half = f16::from_f32(f(raw)).to_bits();
            value = from_float(f(half.into()).into(), ty);
        }
        if operand.half {
            value = halved(value);
        }
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
        let lane = index & 31;
        match input {
            Input::LocalId | Input::GlobalId | Input::GroupSize if component == 3 => self.input(input, 0),
            Input::LocalId => of(self.local),
            Input::GlobalId => of([0, 1, 2].map(|axis| self.group[axis] * size[axis] + self.local[axis])),
            Input::GroupId => of(self.group),
            Input::GroupCount => of(self.groups),
            Input::GroupSize => of(size),
            Input::LocalIndex => index,
            Input::ThreadId => lane,
            Input::WarpId => index >> 5,
            Input::SmId => 0,
            Input::ThreadEqMask => 1 << lane,
            Input::ThreadLtMask => (1 << lane) - 1,
            Input::ThreadLeMask => ((1_u64 << (lane + 1)) - 1) as u32,
            Input::ThreadGtMask => !((1_u64 << (lane + 1)) - 1) as u32,
            Input::ThreadGeMask => !((1 << lane) - 1),
        }
    }

    fn operand(&self, i: &Instruction, index: usize, lane: usize) -> u64 {
        self.read(&i.operands[index], lane)
    }

    fn instruction(&mut self, i: &Instruction) -> Result<(), String> {
        match i.op() {
            Op::Ldb | Op::Lds | Op::Ldc => {
                let storage = i.modifiers.storage.unwrap();
                let values = self.load(i.memory.unwrap(), storage)?;
                let operand = i.operands.first().filter(|_| i.op() == Op::Ldc);
                let lanes = [0, 1, 2, 3].map(|lane| {
                    let component = operand.map_or(lane, |it| usize::from(it.swizzle[lane]));
                    let mut value = values.get(component).copied().unwrap_or(0);
                    if let Some(operand) = operand {
                        if operand.inner_negate {
                            value = negate(value, i.modifiers.ty);
                        }
                        if operand.absolute && i.modifiers.ty.base != Base::Unsigned {
                            value = absolute(value, i.modifiers.ty);
                        }
                        if operand.negate {
                            value = negate(value, i.modifiers.ty);
                        }
                    }
                    Some(Result4::of(value, i.modifiers.ty))
                });
                self.write(i, lanes);
            }
            Op::Stb | Op::Sts => {
                let storage = i.modifiers.storage.unwrap();
                let mut values: Vec<u64> =
                    (0..usize::from(storage.count)).map(|lane| self.operand(i, 0, lane)).collect();
                let minus = i.operands[0].negate
                    || matches!(i.operands[0].source, Source::Literal(_)) && integer(values[0], i.modifiers.ty) < 0;
                if minus && storage.bits == 8 && storage.count == 4 && ways::gone(Way::PlainBytes, self.at) {
                    for value in &mut values {
                        *value = negate(*value, i.modifiers.ty);
                    }
                }
                self.store(i.memory.unwrap(), storage, &values)?;
            }
            Op::Atomb | Op::Atoms => {
                let (storage, found) = (i.modifiers.storage.unwrap(), i.memory.unwrap());
                let old = self.load(found, storage)?;
                let new = self.combine_all(i, &old)?;
                self.store(found, storage, &new)?;
                self.old_values(i, &old)?;
            }
            Op::Load => {
                let storage = i.modifiers.storage.unwrap();
                let range = self.global(i, 0, storage)?;
                let values = decode_all(&self.memory.global[range], storage);
                let lanes =
                    [0, 1, 2, 3].map(|lane| Some(Result4::of(values.get(lane).copied().unwrap_or(0), i.modifiers.ty)));
                self.write(i, lanes);
            }
            Op::Store => {
                let storage = i.modifiers.storage.unwrap();
                let values: Vec<u64> = (0..usize::from(storage.count)).map(|lane| self.operand(i, 0, lane)).collect();
                let range = self.global(i, 1, storage)?;
                encode_all(&mut self.memory.global[range], storage, &values);
            }
            Op::Atom => {
                let storage = i.modifiers.storage.unwrap();
                let range = self.global(i, 1, storage)?;
                let old = decode_all(&self.memory.global[range.clone()], storage);
                let new = self.combine_all(i, &old)?;
                encode_all(&mut self.memory.global[range], storage, &new);
                self.old_values(i, &old)?;
            }
            Op::Loadim | Op::Storeim | Op::Atomim | Op::Imq | Op::Imqs => self.image(i)?,
            Op::Tex | Op::Txb | Op::Txl | Op::Txp | Op::Txd | Op::Txf | Op::Txg | Op::Txgo | Op::Txq | Op::Txqs => {
                let lanes = self.texture(i)?;
                if i.modifiers.sparse {
                    self.projected = i.op() == Op::Txp;
                }
                self.write(i, lanes);
            }
            Op::Atomctr => {
                let found = i.memory.unwrap();
                let word = StorageType { base: Base::Unsigned, bits: 32, count: 1 };
                let old = self.load(found, word)?[0] as u32;
                let (new, result) = match i.modifiers.counter.unwrap() {
                    CounterOperation::Increment => (old.wrapping_add(1), old),
                    CounterOperation::Decrement => (old.wrapping_sub(1), old.wrapping_sub(1)),
                    CounterOperation::Get => (old, old),
                };
                self.store(found, word, &[new.into()])?;
                self.old_value(i, result.into())?;
            }
            Op::Txfms => {
                return Err(format!("{} is not modelled", i.row.name));
            }
            _ => {
                for &mask in self.steps_of(i) {
                    let lanes = self.compute(i)?;
                    self.write_lanes(i, mask, lanes);
                }
            }
        }
        Ok(())
    }

    /// The components that are computed and written together, step by step: all of them, but the driver may read what it
    /// has just written.
    fn steps_of(&self, i: &Instruction) -> &'static [u8] {
        let reads = |operand: &Operand| {
            i.result.is_some_and(|result| matches!(operand.source, Source::Temp(temp, _) if temp == result.temp))
        };
        if i.operands.iter().any(reads) {
            if ways::gone(Way::LiveResult, self.at) {
                return &[1, 2, 4, 8];
            }
            if ways::gone(Way::LiveRows, self.at) {
                return &[5, 10];
            }
        }
        &[15]
    }

    fn bytes(&mut self, found: MemoryUse) -> (&mut Vec<u8>, usize) {
        let memory = &self.program.memories[found.memory];
        // Counters are counted, the others are addressed by bytes.
        let scale = if memory.kind == MemoryKind::Counter { 4 } else { 1 };
        let at = scale * (memory.offset as usize).wrapping_add(self.element(found.element));
        let buffer = memory.first as usize + self.element(found.buffer);
        let bytes = match memory.kind {
            MemoryKind::Shared => &mut self.shared,
            MemoryKind::Storage => &mut self.memory.storage[buffer],
            MemoryKind::Counter => &mut self.memory.counters,
            _ => &mut self.memory.buffers[buffer],
        };
        (bytes, at)
    }

    fn load(&mut self, found: MemoryUse, storage: StorageType) -> Result<Vec<u64>, String> {
        let (bytes, at) = self.bytes(found);
        let part = bytes.get(at..at + storage.bytes() as usize).ok_or("undefined: an access outside memory")?;
        Ok(decode_all(part, storage))
    }

    fn store(&mut self, found: MemoryUse, storage: StorageType, values: &[u64]) -> Result<(), String> {
        let (bytes, at) = self.bytes(found);
        let part = bytes.get_mut(at..at + storage.bytes() as usize).ok_or("undefined: an access outside memory")?;
        encode_all(part, storage, values);
        Ok(())
    }

    /// The bytes of global memory that an address leads to.
    fn global(&self, i: &Instruction, operand: usize, storage: StorageType) -> Result<std::ops::Range<usize>, String> {
        let start = self.operand(i, operand, 0).wrapping_sub(ADDRESS) as usize;
        let end = start.checked_add(storage.bytes() as usize).filter(|end| *end <= self.memory.global.len());
        Ok(start..end.ok_or("undefined: an address outside memory")?)
    }
}

/// A float rounded to 16 bits.
fn halved(value: u64) -> u64 {
    f16::from_f32(f(value)).to_f32().to_bits().into()
}

/// Whether a rule tests carry or overflow, or a sign that an overflow may have flipped.
const fn carries(rule: Rule) -> bool {
    use Rule as R;
    !matches!(rule, R::Equal | R::NotEqual | R::True | R::False | R::Nan | R::NotNan | R::Resident | R::NonResident)
}

/// A running loop: where it begins, and how many iterations are left.
#[derive(Clone, Debug)]
struct Loop {
    start: usize,
    left: Option<i128>,
}
