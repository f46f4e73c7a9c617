//! Several modules as one, with all their entry points.
//!
//! Comes in: modules of one memory model, each with an entry point of its own stage. Goes out: one module. Declarations
//! that are equal in every respect exist once: types, constants, specialization constants, strings, and the variables
//! of resources. Inputs, outputs and everything else that belongs to one stage stays separate. Must not depend on: HIR.
//!
//! Equality is that of the words: an instruction with the new ids of its operands, its decorations, and for structures
//! and variables their names, so that a host that looks at names finds those of each shader. Types that are
//! forward-declared are never equal to others.

use super::{Failure, MOST_IDS};
use rspirv::binary::Assemble;
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{AddressingModel, Op, StorageClass};
use rustc_hash::{FxHashMap, FxHashSet};

/// Memory that stages share, whose variables may be one. The payload of a task shader is what its mesh shaders read: an
/// H200 finds different numbers in it if each of the two entry points has a variable of its own.
const SHARED: &[StorageClass] = &[
    StorageClass::UniformConstant,
    StorageClass::Uniform,
    StorageClass::StorageBuffer,
    StorageClass::PushConstant,
    StorageClass::TaskPayloadWorkgroupEXT,
];

/// The contents of an instruction, with its decorations and names, in words without its own id.
type Meaning = Vec<u32>;

/// The module under construction.
#[derive(Default)]
struct Linker {
    module: dr::Module,
    last_id: u32,
    known: FxHashMap<Meaning, u32>,
    /// Capabilities and extensions that are declared.
    declared: FxHashSet<Vec<u32>>,
}

/// The ids of one of the modules in the new one.
#[derive(Default)]
struct Ids {
    new: FxHashMap<u32, u32>,
    /// Old ids that stand for something that already existed.
    shared: FxHashSet<u32>,
}

/// Merges several modules into one.
pub(super) fn link(modules: Vec<dr::Module>) -> Result<dr::Module, Failure> {
    let mut linker = Linker::default();
    for module in modules {
        linker.add(module)?;
    }
    if let Some(header) = &mut linker.module.header {
        header.bound = linker.last_id + 1;
    }
    Ok(linker.module)
}

impl Linker {
    fn fresh(&mut self) -> Result<u32, Failure> {
        self.last_id += 1;
        if self.last_id >= MOST_IDS { Err(Failure::TooManyIds) } else { Ok(self.last_id) }
    }

    /// The new id for an old one, which may be declared later.
    fn id(&mut self, old: u32, ids: &mut Ids) -> Result<u32, Failure> {
        if let Some(&new) = ids.new.get(&old) {
            return Ok(new);
        }
        let new = self.fresh()?;
        ids.new.insert(old, new);
        Ok(new)
    }

    /// Gives the operands of an instruction their new ids.
    fn operands(&mut self, instruction: &mut Instruction, ids: &mut Ids) -> Result<(), Failure> {
        if let Some(ty) = &mut instruction.result_type {
            *ty = self.id(*ty, ids)?;
        }
        for operand in &mut instruction.operands {
            if let Some(id) = operand.id_ref_any_mut() {
                *id = self.id(*id, ids)?;
            }
        }
        Ok(())
    }

    /// Gives an instruction its new ids, including its own.
    fn whole(&mut self, instruction: &mut Instruction, ids: &mut Ids) -> Result<(), Failure> {
        self.operands(instruction, ids)?;
        if let Some(id) = &mut instruction.result_id {
            *id = self.id(*id, ids)?;
        }
        Ok(())
    }

    fn add(&mut self, old: dr::Module) -> Result<(), Failure> {
        let mut ids = Ids::default();
        self.header(&old);
        let annotations = by_target(&old.annotations);
        let names = by_target(&old.debug_names);
        for import in old.ext_inst_imports {
            if let Some(import) = self.shared(import, &[], &[], &mut ids)? {
                self.module.ext_inst_imports.push(import);
            }
        }
        for mut string in old.debug_string_source {
            if string.class.opcode == Op::Source {
                // Each stage has its own, even if the text is the same.
                self.whole(&mut string, &mut ids)?;
                self.module.debug_string_source.push(string);
            } else if let Some(string) = self.shared(string, &[], &[], &mut ids)? {
                self.module.debug_string_source.push(string);
            }
        }
        for declaration in old.types_global_values {
            let id = declaration.result_id.unwrap_or(0);
            let declaration = if can_be_shared(&declaration) {
                let named = matches!(declaration.class.opcode, Op::TypeStruct | Op::Variable);
                let names = if named { names.get(&id).cloned().unwrap_or_default() } else { Vec::new() };
                self.shared(declaration, annotations.get(&id).map_or(&[][..], Vec::as_slice), &names, &mut ids)?
            } else {
                let mut declaration = declaration;
                self.whole(&mut declaration, &mut ids)?;
                Some(declaration)
            };
            self.module.types_global_values.extend(declaration);
        }
        drop((annotations, names));
        for list in [(old.annotations, true), (old.debug_names, false)] {
            for mut instruction in list.0 {
                if target(&instruction).is_some_and(|it| ids.shared.contains(&it)) {
                    continue;
                }
                self.whole(&mut instruction, &mut ids)?;
                if list.1 { &mut self.module.annotations } else { &mut self.module.debug_names }.push(instruction);
            }
        }
        for mut entry in old.entry_points {
            self.whole(&mut entry, &mut ids)?;
            // After the name comes each variable, once.
            let mut seen = FxHashSet::default();
            let mut is_interface = false;
            entry.operands.retain(|operand| {
                is_interface |= matches!(operand, Operand::LiteralString(_));
                !is_interface || !matches!(operand, Operand::IdRef(id) if !seen.insert(*id))
            });
            self.module.entry_points.push(entry);
        }
        for mut mode in old.execution_modes {
            self.whole(&mut mode, &mut ids)?;
            self.module.execution_modes.push(mode);
        }
        for mut function in old.functions {
            let heads = function.def.iter_mut().chain(&mut function.parameters).chain(&mut function.end);
            let blocks = function.blocks.iter_mut();
            for instruction in heads.chain(blocks.flat_map(|it| it.label.iter_mut().chain(&mut it.instructions))) {
                self.whole(instruction, &mut ids)?;
            }
            self.module.functions.push(function);
        }
        Ok(())
    }

    /// Version, memory model, capabilities and extensions.
    fn header(&mut self, old: &dr::Module) {
        match (&mut self.module.header, &old.header) {
            (Some(header), Some(old)) => header.version = header.version.max(old.version),
            (header, old) => *header = header.take().or_else(|| old.clone()),
        }
        // Physical pointers extend logical addressing: shaders without them stay valid.
        let is_physical = |it: &&Instruction| {
            it.operands.contains(&Operand::AddressingModel(AddressingModel::PhysicalStorageBuffer64))
        };
        let physical = old.memory_model.as_ref().filter(is_physical).cloned();
        self.module.memory_model =
            physical.or_else(|| self.module.memory_model.take()).or_else(|| old.memory_model.clone());
        for (list, old) in
            [(&mut self.module.capabilities, &old.capabilities), (&mut self.module.extensions, &old.extensions)]
        {
            list.extend(old.iter().filter(|it| self.declared.insert(words(it))).cloned());
        }
    }

    /// The instruction with new ids, unless the new module already has an equal one.
    fn shared(
        &mut self,
        mut instruction: Instruction,
        annotations: &[&Instruction],
        names: &[&Instruction],
        ids: &mut Ids,
    ) -> Result<Option<Instruction>, Failure> {
        let Some(old) = instruction.result_id else { return Ok(Some(instruction)) };
        self.operands(&mut instruction, ids)?;
        let of_ids = |it: &&Instruction| it.operands.iter().skip(1).any(|it| it.id_ref_any().is_some());
        if ids.new.contains_key(&old) || annotations.iter().any(of_ids) {
            // Something has already referred to it, or it is decorated with something that comes later.
            instruction.result_id = Some(self.id(old, ids)?);
            return Ok(Some(instruction));
        }
        instruction.result_id = Some(0);
        let mut meaning = words(&instruction);
        let mut more: Vec<Vec<u32>> = annotations.iter().chain(names).map(|it| words(&without_target(it))).collect();
        more.sort_unstable();
        meaning.extend(more.into_iter().flatten());
        if let Some(&known) = self.known.get(&meaning) {
            ids.new.insert(old, known);
            ids.shared.insert(old);
            return Ok(None);
        }
        let new = self.id(old, ids)?;
        self.known.insert(meaning, new);
        instruction.result_id = Some(new);
        Ok(Some(instruction))
    }
}

/// Whether a declaration may be shared by several stages.
fn can_be_shared(instruction: &Instruction) -> bool {
    match instruction.class.opcode {
        Op::Variable => match *instruction.operands.as_slice() {
            [Operand::StorageClass(class)] => SHARED.contains(&class),
            // `MemoryClass::operand` writes the classes of later extensions as numbers.
            [Operand::LiteralBit32(number)] => StorageClass::from_u32(number).is_some_and(|it| SHARED.contains(&it)),
            _ => false,
        },
        // Debug information of each stage stays together.
        Op::ExtInst => false,
        _ => instruction.result_id.is_some(),
    }
}

fn words(instruction: &Instruction) -> Vec<u32> {
    let mut words = Vec::new();
    instruction.assemble_into(&mut words);
    words
}

/// What an instruction decorates or names.
fn target(instruction: &Instruction) -> Option<u32> {
    instruction.operands.first()?.id_ref_any()
}

fn without_target(instruction: &Instruction) -> Instruction {
    let mut instruction = instruction.clone();
    if let Some(id) = instruction.operands.first_mut().and_then(Operand::id_ref_any_mut) {
        *id = 0;
    }
    instruction
}

fn by_target(instructions: &[Instruction]) -> FxHashMap<u32, Vec<&Instruction>> {
    let mut lists: FxHashMap<u32, Vec<&Instruction>> = FxHashMap::default();
    for instruction in instructions {
        if let Some(id) = target(instruction) {
            lists.entry(id).or_default().push(instruction);
        }
    }
    lists
}
