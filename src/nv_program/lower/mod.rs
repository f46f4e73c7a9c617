//! The lowering: a checked program to HIR.
//!
//! Comes in: a [`Program`]. Goes out: a [`hir::Module`](crate::hir::Module) and the [`Reflection`] of its resources. Must not
//! depend on: syntax, SPIR-V.
//!
//! Registers are bits: each component is a local of 32 (`LONG`: 64) bits, and an instruction interprets them as its
//! type modifier says. All operands are read before anything is written. Only components that are written are computed.

mod arithmetic;
mod atomic;
mod condition;
mod convert;
mod emit;
mod flow;
mod image;
mod input;
mod instruction;
mod memory;
mod operand;
mod pack;
mod register;
mod resource;
mod robust;
mod texture;
mod vector;
mod warp;

pub(super) use flow::blocks;

use super::opcode::{Base, Op};
use super::options::Options;
use super::program::{Element, Instruction, Item, MemoryKind, OperationType, Program, Unit};
use super::reflect::Reflection;
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    Constant, Function, GlobalVariable, Handle, Module, Place, Scalar, Type, Value, Workgroup, WorkgroupDimension,
};
use crate::source::Span;
use crate::stage::Stage;
use rustc_hash::FxHashMap;

/// The types that programs compute with.
#[derive(Clone, Copy, Debug)]
struct Types {
    float: Handle<Type>,
    double: Handle<Type>,
    int: Handle<Type>,
    int64: Handle<Type>,
    uint: Handle<Type>,
    uint64: Handle<Type>,
    bool: Handle<Type>,
}

/// Facts about the whole program, found in one walk.
#[derive(Debug, Default)]
struct Facts {
    /// Flags that conditions test: one bit for each of sign, zero, carry and overflow, by register and component.
    observed: [[u8; 4]; 2],
    /// Flags that can be set, in the same form; also bit 4 where a result can be NaN.
    possible: [[u8; 4]; 2],
    /// Whether 32-bit accesses to shared memory are atomic, because no barrier orders them.
    atomic_shared: bool,
    /// Whether shared memory is an array of 64-bit words, because 64-bit atomic operations work on it.
    wide_shared: bool,
    /// Whether buffers are coherent.
    coherent: bool,
    /// Storage buffers that are written to.
    written: Vec<u32>,
    /// Image units that are written to.
    written_images: Vec<u32>,
    /// Storage buffers and image units that `.VOL` accesses name, and whether a 64-bit address is accessed that way.
    volatile: Vec<u32>,
    volatile_images: Vec<u32>,
    volatile_addresses: bool,
    /// Whether there are calls, so that registers are shared by functions.
    calls: bool,
}

const SIGN: u8 = 1;
const ZERO: u8 = 2;
const CARRY: u8 = 4;
const OVERFLOW: u8 = 8;
const NAN: u8 = 16;

struct Lowering<'p> {
    program: &'p Program,
    options: &'p Options,
    /// The address of the first byte of the program.
    base: u32,
    /// Whether warp instructions go through shared memory.
    emulate: bool,
    facts: Facts,
    module: ModuleBuilder,
    /// The function being built.
    f: FunctionBuilder,
    types: Types,
    /// The functions for called labels.
    functions: FxHashMap<usize, Handle<Function>>,
    /// Components of registers; for arrays the whole, under component 0.
    registers: FxHashMap<(usize, u8), Place>,
    /// Flags of condition codes: register, component, flag.
    flags: FxHashMap<(u8, u8, u8), Place>,
    /// The residency of the last sparse access.
    residency: Option<Place>,
    /// PARAM arrays that are copied so that they can be indexed.
    copied_params: FxHashMap<usize, Place>,
    buffers: FxHashMap<resource::BufferKey, Handle<GlobalVariable>>,
    images: Vec<(resource::ImageKey, Handle<GlobalVariable>)>,
    shared: Option<Handle<GlobalVariable>>,
    scratch: Option<Handle<GlobalVariable>>,
    references: FxHashMap<resource::View, Handle<Type>>,
    size_constants: Option<[Handle<Constant>; 3]>,
    reflection: Reflection,
    /// Something without a row in HIR: a bug.
    missing: Option<(Span, String)>,
}

/// Lowers a program.
///
/// # Errors
/// What could not be expressed, with its span.
pub fn lower(
    program: &Program,
    options: &Options,
    base: u32,
    emulate: bool,
) -> Result<(Module, Reflection), (Span, String)> {
    let mut module = ModuleBuilder::new(Stage::Compute);
    let types = Types {
        float: module.scalar(Scalar::F32),
        double: module.scalar(Scalar { kind: Scalar::F32.kind, width: 8 }),
        int: module.scalar(Scalar::I32),
        int64: module.scalar(Scalar { kind: Scalar::I32.kind, width: 8 }),
        uint: module.scalar(Scalar::U32),
        uint64: module.scalar(Scalar { kind: Scalar::U32.kind, width: 8 }),
        bool: module.scalar(Scalar::BOOL),
    };
    let f = FunctionBuilder::new(module.void());
    let mut lowering = Lowering {
        program,
        options,
        base,
        emulate,
        facts: facts(program),
        module,
        f,
        types,
        functions: FxHashMap::default(),
        registers: FxHashMap::default(),
        flags: FxHashMap::default(),
        residency: None,
        copied_params: FxHashMap::default(),
        buffers: FxHashMap::default(),
        images: Vec::new(),
        shared: None,
        scratch: None,
        references: FxHashMap::default(),
        size_constants: None,
        reflection: Reflection::default(),
        missing: None,
    };
    lowering.module.workgroup_size = program.group_size.unwrap_or([1; 3]);
    let main = lowering.functions();
    lowering.mark_aliases();
    if let Some(missing) = lowering.missing {
        return Err(missing);
    }
    let sizes = lowering.size_constants;
    let variable = program.group_size.is_none();
    let mut reflection = lowering.reflection;
    reflection.finish(program, emulate);
    let mut module = lowering.module.finish(main);
    if let (true, Some(sizes)) = (variable, sizes) {
        let uvec3 = module.types.insert(Type::Vector(crate::hir::VectorSize::Tri, Scalar::U32));
        let kind = crate::hir::ConstantKind::WorkgroupSize(sizes.to_vec());
        let constant = module.constants.insert(Constant { ty: uvec3, kind }, Span::UNDEFINED);
        let size = sizes.map(WorkgroupDimension::Specialization);
        module.entry_point.workgroup = Some(Workgroup { size, constant: Some(constant) });
    }
    Ok((module, reflection))
}

/// The flags that a rule tests.
const fn observed(rule: super::program::Rule) -> u8 {
    use super::program::Rule as R;
    match rule {
        R::Equal | R::NotEqual | R::Nan | R::NotNan => SIGN | ZERO,
        R::GreaterEqual => SIGN | OVERFLOW,
        R::Greater | R::LessEqual | R::Less => SIGN | ZERO | OVERFLOW,
        R::True | R::False | R::Resident | R::NonResident => 0,
        R::Carry | R::NoCarry => CARRY,
        R::Overflow | R::NoOverflow => OVERFLOW,
        R::Sign | R::NoSign => SIGN,
        R::Above | R::BelowEqual => CARRY | ZERO,
    }
}

/// The binding points that the variable of an instruction may refer to.
fn buffers(program: &Program, instruction: &Instruction) -> std::ops::Range<u32> {
    let memory = instruction.memory.and_then(|it| program.memories.get(it.memory));
    memory.map_or(0..0, |memory| memory.first..memory.first + memory.buffers)
}

/// The units that an instruction may access; handles select among all images without a unit.
fn units(instruction: &Instruction) -> std::ops::Range<u32> {
    match instruction.unit {
        Some(Unit::Bound(first, _, Element::Fixed(index))) => first + index..first + index + 1,
        Some(Unit::Bound(first, count, _)) => first..first + count,
        Some(Unit::Handle(..)) => u32::MAX - 1..u32::MAX,
        None => 0..0,
    }
}

/// Collects facts about the whole program.
fn facts(program: &Program) -> Facts {
    let mut facts = Facts::default();
    // REP blocks around the instruction: whether each contains LDS, and a barrier.
    let mut loops: Vec<(bool, bool)> = Vec::new();
    for instruction in program.instructions() {
        let tests = instruction.test.iter().chain(instruction.result.as_ref().and_then(|it| it.condition.as_ref()));
        for test in tests {
            for component in test.components {
                let slot = facts.observed.get_mut(usize::from(test.register));
                if let Some(slot) = slot.and_then(|it| it.get_mut(usize::from(component))) {
                    *slot |= observed(test.rule);
                }
            }
        }
        if let (Some(register), Some(result)) = (instruction.modifiers.condition_code, &instruction.result) {
            let possible = condition::possible(instruction);
            for component in (0..4).filter(|component| result.mask & 1 << component != 0) {
                if let Some(slot) =
                    facts.possible.get_mut(usize::from(register)).and_then(|it| it.get_mut(component as usize))
                {
                    *slot |= possible;
                }
            }
        }
        match instruction.op() {
            Op::Membar => {
                facts.coherent = true;
                facts.atomic_shared = true;
            }
            Op::Atoms => {
                facts.atomic_shared = true;
                facts.wide_shared |=
                    instruction.modifiers.storage.is_some_and(|it| it.bits == 64 || it.name() == "F16X4");
            }
            Op::Rep => loops.push((false, false)),
            Op::Lds => loops.iter_mut().for_each(|it| it.0 = true),
            Op::Bar => loops.iter_mut().for_each(|it| it.1 = true),
            Op::Endrep => {
                if let Some((true, false)) = loops.pop() {
                    facts.atomic_shared = true;
                }
            }
            Op::Cal | Op::Cali => facts.calls = true,
            Op::Stb | Op::Atomb => facts.written.extend(buffers(program, instruction)),
            Op::Storeim | Op::Atomim => facts.written_images.extend(units(instruction)),
            _ => {}
        }
        facts.coherent |= instruction.modifiers.coherent;
        if instruction.modifiers.coherent || instruction.modifiers.volatile {
            facts.atomic_shared |= matches!(instruction.op(), Op::Lds | Op::Sts);
        }
        if instruction.modifiers.volatile {
            match instruction.op() {
                Op::Ldb | Op::Stb | Op::Atomb => facts.volatile.extend(buffers(program, instruction)),
                Op::Loadim | Op::Storeim | Op::Atomim => facts.volatile_images.extend(units(instruction)),
                Op::Load | Op::Store | Op::Atom => facts.volatile_addresses = true,
                _ => {}
            }
        }
    }
    facts
}
