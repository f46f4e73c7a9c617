//! The parts of types: the elements of arrays and the members of structures.
//!
//! Comes in: a type and what to look for. Goes out: the first part that matches. Must not depend on: why it is looked
//! for.
//!
//! [`TypeTable::find_part`] is the only walk through all parts of a type. Structures may hold each other many times over
//! (`struct B { A x, y; }; struct C { B x, y; };` and so on), so one that looked at every occurrence would take
//! exponential time.

use super::{ArrayLength, Handle, Struct, Type, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::sync::{Arc, Mutex, PoisonError};

/// Structures of up to this many members are looked through as they are.
const FEW_MEMBERS: usize = 8;

/// The types of the members of large structures, each once: a structure of a thousand members may be copied a thousand times, and
/// each copy asks what it is made of.
#[derive(Debug, Default)]
pub struct MemberTypes(Mutex<FxHashMap<Handle<Struct>, KnownTypes>>);

/// The types of the members, when there were so many.
#[derive(Clone, Debug)]
struct KnownTypes {
    members: usize,
    types: Arc<[Handle<Type>]>,
}

impl Clone for MemberTypes {
    /// They are found again when they are asked for.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl MemberTypes {
    /// The types in the order in which they first appear. Members are only ever added, or all taken away.
    fn of(&self, handle: Handle<Struct>, structure: &Struct) -> Arc<[Handle<Type>]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let members = structure.members.len();
        if let Some(known) = known.get(&handle).filter(|it| it.members == members) {
            return Arc::clone(&known.types);
        }
        let types = distinct(structure);
        known.insert(handle, KnownTypes { members, types: Arc::clone(&types) });
        types
    }
}

fn distinct(structure: &Struct) -> Arc<[Handle<Type>]> {
    let mut seen = FxHashSet::default();
    structure.members.iter().map(|it| it.ty).filter(|it| seen.insert(*it)).collect()
}

impl TypeTable {
    /// The first `Some` that `find` returns for a part of a type, in declaration order. The type itself is its first
    /// part; arrays and structures come before what they are made of. References are not followed.
    ///
    /// Types are walked with a list, as structures can be nested as deeply as the source is long, and each structure is
    /// visited once.
    pub fn find_part<T>(&self, ty: Handle<Type>, mut find: impl FnMut(&Type) -> Option<T>) -> Option<T> {
        let part = self.get(ty);
        if !matches!(part, Type::Struct(_) | Type::Array { .. }) {
            // Most types have no parts, and this runs for every operand.
            return find(part);
        }
        let mut seen = FxHashSet::default();
        let mut open: SmallVec<[Handle<Type>; 8]> = smallvec![ty];
        while let Some(ty) = open.pop() {
            let part = self.get(ty);
            if let Type::Struct(structure) = part {
                // The last one left cannot come again: it does not contain itself.
                let is_new = if open.is_empty() { !seen.contains(structure) } else { seen.insert(*structure) };
                if !is_new {
                    continue;
                }
                match self.structure(*structure) {
                    Some(it) if it.members.len() > FEW_MEMBERS => {
                        open.extend(self.member_types.of(*structure, it).iter().rev().copied());
                    }
                    Some(it) => open.extend(it.members.iter().rev().map(|member| member.ty)),
                    None => {}
                }
            }
            if let Type::Array { element, .. } = part {
                open.push(*element);
            }
            if let Some(found) = find(part) {
                return Some(found);
            }
        }
        None
    }

    /// How many parts a type has that are neither arrays nor structures, occurrence by occurrence; arrays of more than
    /// `most` elements, or of unknown length, count as one element. It may be more than fits into memory, or into the
    /// result.
    pub fn leaf_count(&self, ty: &Type, most: u32) -> u64 {
        self.known_leaf_count(ty, most, &mut FxHashMap::default())
    }

    /// Recurses as deep as types nest, which `sema` limits.
    fn known_leaf_count(&self, ty: &Type, most: u32, known: &mut FxHashMap<Handle<Struct>, u64>) -> u64 {
        match *ty {
            Type::Array { element, length } => {
                let length = match length {
                    ArrayLength::Constant(length) if length <= most => length.into(),
                    _ => 1,
                };
                self.known_leaf_count(self.get(element), most, known).saturating_mul(length)
            }
            Type::Struct(structure) => {
                if let Some(&count) = known.get(&structure) {
                    return count;
                }
                let members = self.structure(structure).map_or(&[][..], |it| &it.members);
                let counts = members.iter().map(|member| self.known_leaf_count(self.get(member.ty), most, known));
                let count = counts.fold(0, u64::saturating_add);
                known.insert(structure, count);
                count
            }
            _ => 1,
        }
    }

    /// Whether `is` holds for a type or one of its parts.
    pub fn contains(&self, ty: Handle<Type>, mut is: impl FnMut(&Type) -> bool) -> bool {
        self.find_part(ty, |part| is(part).then_some(())).is_some()
    }

    /// Whether a value can have a name, of which back ends may make an instruction: it consists of numbers, none of 8 or 16 bits.
    /// In SPIR-V these may have no other use than to be stored and converted (StorageBuffer8BitAccess).
    #[must_use]
    pub fn is_nameable(&self, ty: Handle<Type>) -> bool {
        !self.contains(ty, |part| match *part {
            Type::Scalar(scalar) | Type::Vector(_, scalar) | Type::Matrix { scalar, .. } => scalar.is_small(),
            Type::Array { .. } | Type::Struct(_) | Type::Reference(_) => false,
            _ => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::hir::{ArrayLength, MatrixMajor, Member, MemoryQualifiers, Scalar, Span, Struct, Type, TypeTable};

    #[test]
    fn each_structure_is_looked_into_once() {
        let mut types = TypeTable::default();
        let mut ty = types.insert(Type::Scalar(Scalar::I32));
        const DEPTH: usize = 200;
        for depth in 0..DEPTH {
            let member = |ty| Member {
                name: "m".into(),
                ty,
                offset: None,
                major: MatrixMajor::Column,
                qualifiers: MemoryQualifiers::NONE,
                decorations: Vec::new(),
                precise: false,
                interface: Default::default(),
                span: Span::UNDEFINED,
            };
            let array = types.insert(Type::Array { element: ty, length: ArrayLength::Constant(2) });
            let members = vec![member(ty), member(array), member(ty)];
            let structure =
                Struct { name: format!("S{depth}").into(), members, block: None, is_interface_block: false };
            let handle = types.structs.append(structure, Span::UNDEFINED);
            ty = types.insert(Type::Struct(handle));
        }
        assert_eq!(types.leaf_count(types.get(ty), u32::MAX), u64::MAX, "4 to the 200th");
        let mut visits = 0;
        let mut last = 0;
        let found = types.contains(ty, |part| {
            visits += 1;
            last += usize::from(matches!(part, Type::Scalar(_)));
            false
        });
        assert!(!found);
        assert_eq!((visits, last), (2 * DEPTH + 3, 3), "structures and arrays, and the scalar of the innermost");
    }
}
