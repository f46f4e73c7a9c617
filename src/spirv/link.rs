//! Several modules as one, with all their entry points.
//!
//! Comes in: modules of one memory model, each with an entry point of its own stage. Goes out: one module. Declarations
//! that are equal in every respect exist once: types, constants, specialization constants, strings, and the variables
//! of resources. Inputs, outputs and everything else that belongs to one stage stays separate. Must not depend on: HIR.
//!
//! Equality is that of the words: an instruction with the new ids of its operands, its decorations, and for structures
//! and variables their names, so that a host that looks at names finds those of each shader. Types that are
//! forward-declared are never equal to others.

use super::module::Module;
use super::section::{Instruction, Role, Section, Word};
use super::{Failure, MOST_IDS};
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

/// The words of an instruction that gets new ids.
type Words = Vec<Word>;

/// The module under construction.
#[derive(Default)]
struct Linker {
    module: Module,
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
pub(super) fn link(modules: &[Module]) -> Result<Module, Failure> {
    let mut linker = Linker::default();
    for module in modules {
        linker.add(module)?;
    }
    linker.module.bound = linker.last_id + 1;
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

    /// An instruction with new ids for everything but its own result.
    fn operands(&mut self, instruction: Instruction<'_>, ids: &mut Ids) -> Result<Words, Failure> {
        let mut words: Words = instruction.words.to_vec();
        for (word, role) in &mut words {
            if matches!(role, Role::Type | Role::Id | Role::Scope | Role::Semantics) {
                *word = self.id(*word, ids)?;
            }
        }
        Ok(words)
    }

    /// An instruction with new ids, including that of its result.
    fn whole(&mut self, instruction: Instruction<'_>, ids: &mut Ids) -> Result<Words, Failure> {
        let mut words = self.operands(instruction, ids)?;
        if let Some(old) = instruction.result() {
            set_result(&mut words, self.id(old, ids)?);
        }
        Ok(words)
    }

    fn add(&mut self, old: &Module) -> Result<(), Failure> {
        let mut ids = Ids::default();
        self.header(old);
        for import in old.imports.iter() {
            let import = self.shared(import, &[], &[], &mut ids)?;
            push(&mut self.module.imports, import);
        }
        for string in old.strings.iter() {
            let string = if matches!(string.opcode(), Op::Source | Op::SourceContinued) {
                // Each stage has its own, even if the text is the same.
                Some(self.whole(string, &mut ids)?)
            } else {
                self.shared(string, &[], &[], &mut ids)?
            };
            push(&mut self.module.strings, string);
        }
        let annotations = by_target(&old.annotations);
        let names = by_target(&old.names);
        for declaration in old.declarations.iter() {
            let id = declaration.result().unwrap_or(0);
            let words = if can_be_shared(&declaration) {
                let named = matches!(declaration.opcode(), Op::TypeStruct | Op::Variable);
                let names = names.get(&id).filter(|_| named).map_or(&[][..], Vec::as_slice);
                self.shared(declaration, annotations.get(&id).map_or(&[][..], Vec::as_slice), names, &mut ids)?
            } else {
                Some(self.whole(declaration, &mut ids)?)
            };
            push(&mut self.module.declarations, words);
        }
        for annotation in old.annotations.iter().filter(|it| !ids.is_shared(it)).collect::<Vec<_>>() {
            let words = self.whole(annotation, &mut ids)?;
            self.module.annotations.push_words(&words);
        }
        for name in old.names.iter().filter(|it| !ids.is_shared(it)).collect::<Vec<_>>() {
            let words = self.whole(name, &mut ids)?;
            self.module.names.push_words(&words);
        }
        for entry in old.entry_points.iter() {
            let mut words = self.whole(entry, &mut ids)?;
            // After the name comes each variable, once.
            let mut seen = FxHashSet::default();
            let mut is_interface = false;
            words.retain(|&(word, role)| {
                is_interface |= role == Role::Literal;
                !is_interface || role != Role::Id || seen.insert(word)
            });
            self.module.entry_points.push_words(&words);
        }
        for mode in old.execution_modes.iter() {
            let words = self.whole(mode, &mut ids)?;
            self.module.execution_modes.push_words(&words);
        }
        for instruction in old.functions.iter() {
            let words = self.whole(instruction, &mut ids)?;
            self.module.functions.push_words(&words);
        }
        Ok(())
    }

    /// Version, memory model, capabilities and extensions.
    fn header(&mut self, old: &Module) {
        let new = &mut self.module;
        new.version = new.version.max(old.version);
        // Physical pointers extend logical addressing: shaders without them stay valid.
        let physical = AddressingModel::PhysicalStorageBuffer64 as u32;
        let is_physical = old.memory_model.iter().any(|it| it.has_enumerant(0, physical));
        if is_physical || new.memory_model.words().is_empty() {
            new.memory_model = old.memory_model.clone();
        }
        for (list, old) in [(&mut new.capabilities, &old.capabilities), (&mut new.extensions, &old.extensions)] {
            for instruction in old.iter().filter(|it| self.declared.insert(values(it.words))) {
                list.push_words(instruction.words);
            }
        }
    }

    /// The instruction with new ids, unless the new module already has an equal one.
    fn shared(
        &mut self,
        instruction: Instruction<'_>,
        annotations: &[Instruction<'_>],
        names: &[Instruction<'_>],
        ids: &mut Ids,
    ) -> Result<Option<Words>, Failure> {
        let mut words = self.operands(instruction, ids)?;
        let Some(old) = instruction.result() else { return Ok(Some(words)) };
        if ids.new.contains_key(&old) || annotations.iter().any(|it| it.ids().nth(1).is_some()) {
            // Something has already referred to it, or it is decorated with something that comes later.
            set_result(&mut words, self.id(old, ids)?);
            return Ok(Some(words));
        }
        set_result(&mut words, 0);
        let mut meaning = values(&words);
        let mut more: Vec<Vec<u32>> = annotations.iter().chain(names).map(without_target).collect();
        more.sort_unstable();
        meaning.extend(more.into_iter().flatten());
        if let Some(&known) = self.known.get(&meaning) {
            ids.new.insert(old, known);
            ids.shared.insert(old);
            return Ok(None);
        }
        let new = self.id(old, ids)?;
        self.known.insert(meaning, new);
        set_result(&mut words, new);
        Ok(Some(words))
    }
}

impl Ids {
    /// Whether an annotation or a name refers to something that already existed.
    fn is_shared(&self, instruction: &Instruction<'_>) -> bool {
        instruction.id(0).is_some_and(|it| self.shared.contains(&it))
    }
}

fn push(section: &mut Section, words: Option<Words>) {
    if let Some(words) = words {
        section.push_words(&words);
    }
}

fn set_result(words: &mut Words, id: u32) {
    if let Some((word, _)) = words.iter_mut().take(3).find(|(_, role)| *role == Role::Result) {
        *word = id;
    }
}

/// Whether a declaration may be shared by several stages.
fn can_be_shared(instruction: &Instruction<'_>) -> bool {
    match instruction.opcode() {
        Op::Variable => match *instruction.operands() {
            [(class, _)] => StorageClass::from_u32(class).is_some_and(|it| SHARED.contains(&it)),
            _ => false,
        },
        // The debug information of each stage stays together.
        Op::ExtInst => false,
        _ => instruction.result().is_some(),
    }
}

/// The words of an annotation or a name, without its target.
fn without_target(instruction: &Instruction<'_>) -> Vec<u32> {
    let mut words = values(instruction.words);
    if let Some(target) = words.get_mut(1) {
        *target = 0;
    }
    words
}

fn values(words: &[Word]) -> Vec<u32> {
    words.iter().map(|it| it.0).collect()
}

/// Annotations or names by their targets.
fn by_target(section: &Section) -> FxHashMap<u32, Vec<Instruction<'_>>> {
    let mut lists: FxHashMap<u32, Vec<Instruction<'_>>> = FxHashMap::default();
    for instruction in section.iter() {
        if let Some(id) = instruction.id(0) {
            lists.entry(id).or_default().push(instruction);
        }
    }
    lists
}
