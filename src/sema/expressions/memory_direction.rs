//! Memory used contrary to its declaration (GLSL 4.60, 4.10): `writeonly` memory that is modified, because `place +=
//! value` reads before it writes, and writes to `readonly` memory through a buffer reference.
//!
//! Comes in: the path of such an operation. Goes out: a path that may be used that way, and a warning. Must not depend
//! on: which operation it is.
//!
//! Shaders in the wild do it, because other compilers let it pass. The declaration keeps its meaning for everything
//! else, but SPIR-V must not declare memory NonReadable that an instruction reads, nor NonWritable if one writes it;
//! memory used that way is remembered until the end.

use crate::hir::{GlobalVariable, Handle, MemoryQualifiers, PlaceRoot, PlaceStep, Span, StorageClass, Struct, Type};
use crate::sema::Analyzer;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::Path;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Declarations that the shader contradicts, with the qualifiers that they must lose.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct UsedAllTheSame {
    variables: BTreeMap<Handle<GlobalVariable>, MemoryQualifiers>,
    members: BTreeMap<(Handle<Struct>, u32), MemoryQualifiers>,
}

const fn without(qualifiers: MemoryQualifiers, lost: MemoryQualifiers) -> MemoryQualifiers {
    MemoryQualifiers(qualifiers.0 & !lost.0)
}

/// The qualifiers that mean something on an object that no shader writes: `readonly` and `restrict` do not, and SPIR-V
/// has NonWritable for buffers and storage images only.
pub(in crate::sema) const fn meaningful(qualifiers: MemoryQualifiers) -> MemoryQualifiers {
    without(qualifiers, MemoryQualifiers::READONLY.union(MemoryQualifiers::RESTRICT))
}

impl Analyzer<'_> {
    /// The path as something that `operation` may read before it writes.
    pub(in crate::sema) fn changed(&mut self, path: &Path, span: Span, operation: impl Display) -> Path {
        let mut path = path.clone();
        let is_buffer = matches!(path.storage, StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
        if !is_buffer || !path.access.contains(MemoryQualifiers::WRITEONLY) {
            return path;
        }
        self.report(messages::reads_write_only_memory_first(span, &operation));
        self.contradict(&mut path, MemoryQualifiers::WRITEONLY);
        path
    }

    /// Makes the path one that may be written to. `readonly` memory is only excused behind references: other compilers
    /// do not check there.
    pub(in crate::sema) fn written_reference(&mut self, path: &mut Path, span: Span) {
        let is_reference = path.storage == StorageClass::PhysicalStorageBuffer && path.read_only.is_none();
        if !is_reference || !path.access.contains(MemoryQualifiers::READONLY) {
            return;
        }
        self.report(messages::writes_read_only_memory(span));
        self.contradict(path, MemoryQualifiers::READONLY);
    }

    /// Takes a qualifier off the path, and remembers every declaration on it that may have it.
    fn contradict(&mut self, path: &mut Path, lost: MemoryQualifiers) {
        path.access = without(path.access, lost);
        let lose = |all: &mut MemoryQualifiers| *all = all.union(lost);
        let mut ty = match path.root {
            PlaceRoot::Global(global) => {
                lose(self.used_all_the_same.variables.entry(global).or_default());
                self.module.globals.try_get(global).map(|it| it.ty).ok()
            }
            PlaceRoot::Reference(value) => self.builder.type_of(value),
            PlaceRoot::Local(_) | PlaceRoot::Parameter(_) => None,
        };
        for step in &path.steps {
            let Some(whole) = ty else { return };
            ty = match (*step, self.module.types.get(whole)) {
                (PlaceStep::Member(index), &(Type::Struct(structure) | Type::Reference(structure))) => {
                    lose(self.used_all_the_same.members.entry((structure, index)).or_default());
                    let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
                    members.get(index as usize).map(|member| member.ty)
                }
                (PlaceStep::Index(_), &Type::Array { element, .. }) => Some(element),
                _ => None,
            };
        }
    }

    /// Removes the qualifiers from everything used contrary to them.
    pub(in crate::sema) fn relax_memory_qualifiers(&mut self) {
        let UsedAllTheSame { variables, members } = std::mem::take(&mut self.used_all_the_same);
        for (variable, lost) in variables {
            let variable = self.module.globals.get_mut(variable);
            variable.qualifiers = without(variable.qualifiers, lost);
        }
        for ((structure, index), lost) in members {
            if let Some(member) = self.module.types.structs.get_mut(structure).members.get_mut(index as usize) {
                member.qualifiers = without(member.qualifiers, lost);
            }
        }
        self.drop_useless_qualifiers();
    }

    /// Removes meaningless qualifiers from uniform blocks and their members.
    fn drop_useless_qualifiers(&mut self) {
        let mut blocks = Vec::new();
        for (_, global) in self.module.globals.iter_mut() {
            let ty = self.module.types.get(self.module.types.element_of_arrays(global.ty));
            if let (StorageClass::Uniform | StorageClass::PushConstant, &Type::Struct(block)) = (global.storage, ty) {
                blocks.push(block);
                global.qualifiers = meaningful(global.qualifiers);
            }
        }
        for block in blocks {
            for member in &mut self.module.types.structs.get_mut(block).members {
                member.qualifiers = meaningful(member.qualifiers);
            }
        }
    }
}
