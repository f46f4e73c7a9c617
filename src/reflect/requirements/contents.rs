//! What a finished module contains that may require something from Vulkan.
//!
//! Comes in: words. Goes out: capabilities, extensions, and facts that only instructions show. Must not depend on: what
//! Vulkan requires for them.

use super::table::Contents;
use rspirv::spirv::{ExecutionMode, Op, Scope, StorageClass};
use rustc_hash::FxHashMap;

/// The facts about one kind of atomics by the memory they access, in the order of [`memory`].
type ByMemory = [&'static str; 3];

/// Loads, stores and exchanges; additions; minima and maxima; each for floats of 16, 32 and 64 bits.
const FLOATS: [[ByMemory; 3]; 3] = [
    [
        ["float16_exchange.buffer", "float16_exchange.shared", "float16_exchange.image"],
        ["float16_add.buffer", "float16_add.shared", "float16_add.image"],
        ["float16_min_max.buffer", "float16_min_max.shared", "float16_min_max.image"],
    ],
    [
        ["float32_exchange.buffer", "float32_exchange.shared", "float32_exchange.image"],
        ["float32_add.buffer", "float32_add.shared", "float32_add.image"],
        ["float32_min_max.buffer", "float32_min_max.shared", "float32_min_max.image"],
    ],
    [
        ["float64_exchange.buffer", "float64_exchange.shared", "float64_exchange.image"],
        ["float64_add.buffer", "float64_add.shared", "float64_add.image"],
        ["float64_min_max.buffer", "float64_min_max.shared", "float64_min_max.image"],
    ],
];

/// 64-bit integers.
const INT64: ByMemory = ["int64.buffer", "int64.shared", "int64.image"];

/// Facts about execution modes.
const MODES: &[(ExecutionMode, &str)] = &[
    (ExecutionMode::LocalSizeId, "mode.local_size_id"),
    (ExecutionMode::SubgroupUniformControlFlowKHR, "mode.subgroup_uniform_control_flow"),
    (ExecutionMode::MaximallyReconvergesKHR, "mode.maximal_reconvergence"),
];

/// A type, as far as it matters for facts.
#[derive(Clone, Copy)]
enum Type {
    Int(u32),
    Float(u32),
    Pointer { class: u32, pointee: u32 },
}

/// What is known about the ids before an instruction.
#[derive(Default)]
struct Reader {
    contents: Contents,
    modes: FxHashMap<u32, u32>,
    types: FxHashMap<u32, Type>,
    /// The types of values that may be pointers.
    values: FxHashMap<u32, u32>,
    constants: FxHashMap<u32, u32>,
}

/// The contents of a module, and the first literal of each of its execution modes, by the number of the mode.
pub(super) fn read(words: &[u32]) -> (Contents, FxHashMap<u32, u32>) {
    let mut reader = Reader::default();
    if words.get(1).is_some_and(|&version| version == 0x0001_0400) {
        reader.contents.facts.insert("spirv.1.4");
    }
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(&first) = rest.first() {
        let Some((instruction, others)) = rest.split_at_checked(((first >> 16) as usize).max(1)) else { break };
        reader.instruction(first & 0xFFFF, instruction.get(1..).unwrap_or_default());
        rest = others;
    }
    (reader.contents, reader.modes)
}

impl Reader {
    fn instruction(&mut self, opcode: u32, operands: &[u32]) {
        let Some(opcode) = Op::from_u32(opcode) else { return };
        match (opcode, operands) {
            (Op::Capability, &[capability]) => drop(self.contents.capabilities.insert(capability)),
            (Op::Extension, name) => drop(self.contents.extensions.insert(text(name))),
            (Op::ExecutionMode | Op::ExecutionModeId, &[_, mode, ref literals @ ..]) => {
                self.modes.insert(mode, literals.first().copied().unwrap_or(0));
                let fact = MODES.iter().find(|(known, _)| *known as u32 == mode);
                self.contents.facts.extend(fact.map(|(_, fact)| *fact));
            }
            (Op::TypeInt, &[id, width, ..]) => drop(self.types.insert(id, Type::Int(width))),
            (Op::TypeFloat, &[id, width]) => drop(self.types.insert(id, Type::Float(width))),
            // The facts about a vector are those about its components.
            (Op::TypeVector, &[id, component, _]) => {
                if let Some(&component) = self.types.get(&component) {
                    self.types.insert(id, component);
                }
            }
            (Op::TypePointer, &[id, class, pointee]) => drop(self.types.insert(id, Type::Pointer { class, pointee })),
            (Op::Constant, &[_, id, value, ..]) => drop(self.constants.insert(id, value)),
            (
                Op::Variable
                | Op::FunctionParameter
                | Op::AccessChain
                | Op::InBoundsAccessChain
                | Op::PtrAccessChain
                | Op::ImageTexelPointer
                | Op::Load
                | Op::Bitcast
                | Op::ConvertUToPtr
                | Op::CopyObject
                | Op::Select
                | Op::Phi
                | Op::FunctionCall,
                &[ty, id, ..],
            ) => drop(self.values.insert(id, ty)),
            (Op::TerminateInvocation, _) => drop(self.contents.facts.insert("terminate_invocation")),
            (Op::ReadClockKHR, &[_, _, scope]) => {
                let is_device = self.constants.get(&scope) == Some(&(Scope::Device as u32));
                self.contents.facts.insert(if is_device { "clock.device" } else { "clock.subgroup" });
            }
            _ => self.operation(opcode, operands),
        }
    }

    /// Atomics and group operations.
    fn operation(&mut self, opcode: Op, operands: &[u32]) {
        let number = opcode as u32;
        if let Some(kind) = atomic_kind(opcode) {
            let pointer = if opcode == Op::AtomicStore { operands.first() } else { operands.get(2) };
            if let Some(fact) = pointer.and_then(|&it| self.atomic(kind, it)) {
                self.contents.facts.insert(fact);
            }
        } else if (Op::GroupNonUniformElect as u32..=Op::GroupNonUniformQuadSwap as u32).contains(&number)
            || opcode == Op::GroupNonUniformRotateKHR
        {
            let ty = operands.first().and_then(|it| self.types.get(it));
            if matches!(ty, Some(Type::Int(8 | 16 | 64) | Type::Float(16))) {
                self.contents.facts.insert("subgroup.extended_types");
            }
            // The cluster size, if there is one, follows the scope, the value and the distance.
            if opcode == Op::GroupNonUniformRotateKHR && operands.len() > 5 {
                self.contents.facts.insert("subgroup.clustered_rotate");
            }
        }
    }

    /// The fact about an atomic through a pointer, if it requires more than its capability.
    fn atomic(&self, kind: usize, pointer: u32) -> Option<&'static str> {
        let ty = self.types.get(self.values.get(&pointer)?)?;
        let &Type::Pointer { class, pointee } = ty else { return None };
        let memory = memory(class)?;
        let facts: &ByMemory = match self.types.get(&pointee)? {
            Type::Int(64) => &INT64,
            Type::Float(width) => FLOATS.get((width / 32) as usize)?.get(kind)?,
            _ => return None,
        };
        facts.get(memory).copied()
    }
}

/// The index in [`FLOATS`] for an atomic instruction.
const fn atomic_kind(opcode: Op) -> Option<usize> {
    match opcode {
        Op::AtomicFAddEXT => Some(1),
        Op::AtomicFMinEXT | Op::AtomicFMaxEXT => Some(2),
        _ if opcode as u32 >= Op::AtomicLoad as u32 && opcode as u32 <= Op::AtomicXor as u32 => Some(0),
        _ => None,
    }
}

/// The index in [`ByMemory`] of a storage class.
fn memory(class: u32) -> Option<usize> {
    match StorageClass::from_u32(class)? {
        StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PhysicalStorageBuffer => Some(0),
        StorageClass::Workgroup => Some(1),
        StorageClass::Image => Some(2),
        _ => None,
    }
}

/// A literal string (SPIR-V, 2.2.1).
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Every fact that a module may have, to test the table.
#[cfg(test)]
pub(super) fn facts() -> std::collections::BTreeSet<&'static str> {
    let others = ["spirv.1.4", "terminate_invocation", "clock.device", "clock.subgroup"];
    let subgroup = ["subgroup.extended_types", "subgroup.clustered_rotate"];
    let atomics = FLOATS.iter().flatten().flatten().chain(&INT64).copied();
    atomics.chain(MODES.iter().map(|(_, fact)| *fact)).chain(others).chain(subgroup).collect()
}
