//! `writeonly` memory that is changed: `place += value` reads before it writes (GLSL 4.60, 4.10).
//!
//! Comes in: the path of such an operation. Goes out: a path that may be read, and a warning. Must not know: which
//! operation it is.
//!
//! Shaders in the wild do it, because other compilers let it pass. The declaration keeps its meaning for everything else,
//! but SPIR-V must not say NonReadable of memory that an instruction reads; what is read is remembered until the end.

use super::operand::Path;
use super::{Analyzer, Code};
use crate::diagnostics::Diagnostic;
use crate::hir::{GlobalVariable, Handle, MemoryQualifiers, PlaceRoot, PlaceStep, Span, StorageClass, Struct, Type};
use std::collections::BTreeSet;

/// What is `writeonly` in the source and read all the same.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadAllTheSame {
    variables: BTreeSet<Handle<GlobalVariable>>,
    members: BTreeSet<(Handle<Struct>, u32)>,
}

const fn without_writeonly(qualifiers: MemoryQualifiers) -> MemoryQualifiers {
    MemoryQualifiers(qualifiers.0 & !MemoryQualifiers::WRITEONLY.0)
}

impl Analyzer<'_> {
    /// The path as something that `operation` may read before it writes.
    pub(super) fn changed(&mut self, path: &Path, span: Span, operation: &str) -> Path {
        let mut path = path.clone();
        let is_buffer = matches!(path.storage, StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
        if !is_buffer || !path.access.contains(MemoryQualifiers::WRITEONLY) {
            return path;
        }
        self.report(
            Diagnostic::warning(
                Code::WriteonlyChanged,
                span,
                format!("{operation} reads this memory, which is `writeonly`, before it writes"),
            )
            .with_note("GLSL 4.60, 4.10: a variable qualified `writeonly` may only be written")
            .with_help("remove `writeonly` from the declaration"),
        );
        self.remember_read(&path);
        path.access = without_writeonly(path.access);
        path
    }

    /// Remembers every declaration on the path that may say `writeonly`.
    fn remember_read(&mut self, path: &Path) {
        let mut ty = match path.root {
            PlaceRoot::Global(global) => {
                self.read_all_the_same.variables.insert(global);
                self.globals.try_get(global).map(|it| it.ty).ok()
            }
            PlaceRoot::Reference(value) => self.builder.type_of(value),
            PlaceRoot::Local(_) | PlaceRoot::Parameter(_) => None,
        };
        for step in &path.steps {
            let Some(whole) = ty else { return };
            ty = match (*step, self.types.get(whole)) {
                (PlaceStep::Member(index), &(Type::Struct(structure) | Type::Reference(structure))) => {
                    self.read_all_the_same.members.insert((structure, index));
                    let members = self.types.structure(structure).map_or(&[][..], |it| &it.members);
                    members.get(index as usize).map(|member| member.ty)
                }
                (PlaceStep::Index(_), &Type::Array { element, .. }) => Some(element),
                _ => None,
            };
        }
    }

    /// Takes `writeonly` off what is read.
    pub(super) fn relax_writeonly(&mut self) {
        let ReadAllTheSame { variables, members } = std::mem::take(&mut self.read_all_the_same);
        for variable in variables {
            let variable = self.globals.get_mut(variable);
            variable.qualifiers = without_writeonly(variable.qualifiers);
        }
        for (structure, index) in members {
            if let Some(member) = self.types.structs.get_mut(structure).members.get_mut(index as usize) {
                member.qualifiers = without_writeonly(member.qualifiers);
            }
        }
    }
}
