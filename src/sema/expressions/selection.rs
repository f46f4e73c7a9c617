//! What may follow a dot, for tools that complete it.
//!
//! Comes in: the type of what stands before a dot. Goes out: an entry of the index of names. Must not depend on: what follows.

use crate::hir::{Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::scope::{MemberName, Selection};

/// Letters of a swizzle, by set (GLSL 4.60, 5.5).
pub(super) const SWIZZLE_SETS: [[char; 4]; 3] = [['x', 'y', 'z', 'w'], ['r', 'g', 'b', 'a'], ['s', 't', 'p', 'q']];

/// As many sets of letters as people use: `stpq` is for texture coordinates of the last century.
const SETS: usize = 2;

impl Analyzer<'_> {
    /// Records for the index that a name at a place selects from a value of a type.
    pub(in crate::sema) fn note_selection(&mut self, ty: Handle<Type>, span: Span) {
        let Some(index) = &self.scopes.index else { return };
        let known = index.selectable.get(&ty).copied();
        let members = match known {
            Some(members) => members,
            None => {
                let members = self.selectable(ty);
                let Some(index) = &mut self.scopes.index else { return };
                index.members.push(members);
                let number = index.members.len() - 1;
                index.selectable.insert(ty, number);
                number
            }
        };
        if let Some(index) = &mut self.scopes.index {
            index.selections.push(Selection { span, members });
        }
    }

    /// The members of a structure, the components of a vector and some swizzles, or the length of an array.
    fn selectable(&mut self, ty: Handle<Type>) -> Vec<MemberName> {
        let named = |name: String, ty: String| MemberName { name, ty };
        match *self.module.types.get(ty) {
            Type::Struct(structure) | Type::Reference(structure) => {
                let members = self.module.types.structure(structure).map(|it| it.members.clone()).unwrap_or_default();
                members.into_iter().map(|it| named(String::from(&it.name), self.spell(it.ty))).collect()
            }
            Type::Scalar(_) | Type::Vector(..) => {
                let of_type = (self.module.types.get(ty).component_count(), self.module.types.get(ty).scalar());
                let (Some(count), Some(scalar)) = of_type else { return Vec::new() };
                let mut members = Vec::new();
                for set in SWIZZLE_SETS.iter().take(SETS) {
                    let letters: String = set.iter().take(count as usize).collect();
                    let component = self.vector_type(scalar, 1);
                    let component = self.spell(component);
                    members.extend(letters.chars().map(|it| named(it.to_string(), component.clone())));
                    for length in 2..=letters.len() {
                        let part = self.vector_type(scalar, length as u32);
                        let part = self.spell(part);
                        members.extend(letters.get(..length).map(|it| named(it.to_owned(), part)));
                    }
                }
                members
            }
            ty if matches!(ty, Type::Array { .. } | Type::Matrix { .. }) || ty.is_collective() => {
                vec![named("length()".to_owned(), "int".to_owned())]
            }
            _ => Vec::new(),
        }
    }
}
