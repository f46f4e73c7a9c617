//! Finds a member of a structure by its name.
//!
//! Comes in: the members and a name. Goes out: the index. Must not depend on: the analyzer.

use crate::hir::{Handle, Member, Struct};
use rustc_hash::FxHashMap;

/// Up to this many members are searched one by one; more are looked up in a map.
const FEW: usize = 16;

/// The indices of the members of large structures: a shader that names each of its members stays linear in their number.
#[derive(Debug, Default)]
pub(in crate::sema) struct MemberIndices(FxHashMap<Handle<Struct>, FxHashMap<String, usize>>);

impl MemberIndices {
    /// The index of the member `name` of `structure`.
    pub(in crate::sema) fn find(&mut self, structure: Handle<Struct>, members: &[Member], name: &str) -> Option<usize> {
        if members.len() <= FEW {
            return members.iter().position(|member| member.name == name);
        }
        let indices = self.0.entry(structure).or_insert_with(|| {
            // Of two members with one name the first is found, as in a short list.
            let all = members.iter().enumerate().rev();
            all.map(|(index, member)| (String::from(&member.name), index)).collect()
        });
        indices.get(name).copied()
    }
}
