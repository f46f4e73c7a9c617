//! OpName and OpMemberName.
//!
//! Comes in: ids and their names in the source. Goes out: debug instructions, none when stripping. Must not depend on:
//! what the ids are.

use super::writer::ModuleWriter;

impl ModuleWriter<'_> {
    /// Names an id.
    pub(super) fn name(&mut self, id: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            self.names.push_name(id, None, name);
        }
    }

    /// Names a member of a structure.
    pub(super) fn member_name(&mut self, id: u32, member: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            self.names.push_name(id, Some(member), name);
        }
    }
}
