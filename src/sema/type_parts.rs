//! The parts of types: what arrays and structures are made of.
//!
//! Comes in: a type and what to look for. Goes out: the first part that is so. Must not know: why it is looked for.

use super::Analyzer;
use crate::hir::{Handle, Type};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

impl Analyzer<'_> {
    /// What `find` makes of the first part of a type, in the order of declaration, of which it makes something; a type
    /// that is neither array nor structure is its own part.
    ///
    /// Types are walked with a list, as structures can be nested as deeply as the source is long, and each structure is
    /// looked into once, as they may hold each other many times over.
    pub(super) fn find_part<T>(&self, ty: Handle<Type>, find: impl Fn(&Type) -> Option<T>) -> Option<T> {
        let mut seen = FxHashSet::default();
        let mut open: SmallVec<[Handle<Type>; 8]> = smallvec![ty];
        while let Some(ty) = open.pop() {
            match self.types.get(ty) {
                Type::Array { element, .. } => open.push(*element),
                Type::Struct(structure) => {
                    // When nothing else is left, it cannot come again: it is not in itself.
                    let is_new = if open.is_empty() { !seen.contains(structure) } else { seen.insert(*structure) };
                    if is_new && let Some(structure) = self.types.structure(*structure) {
                        open.extend(structure.members.iter().rev().map(|member| member.ty));
                    }
                }
                other => {
                    if let Some(found) = find(other) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Whether a type that `is` so is one, or a part of it.
    pub(super) fn contains(&self, ty: Handle<Type>, is: impl Fn(&Type) -> bool) -> bool {
        self.find_part(ty, |part| is(part).then_some(())).is_some()
    }

    /// Whether a type is or has a part that names a resource.
    pub(super) fn contains_opaque(&self, ty: Handle<Type>) -> bool {
        self.contains(ty, |ty| ty.is_opaque() || matches!(ty, Type::Spirv(_)))
    }
}
