//! OpName and OpMemberName.
//!
//! Comes in: ids and their names in the source. Goes out: debug instructions, none when stripping. Must not depend on:
//! what the ids are.

use super::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    /// Names an id.
    pub(super) fn name(&mut self, id: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            self.names.push_text(Op::Name, None, &[Operand::IdRef(id)], name);
        }
    }

    /// Names a member of a structure.
    pub(super) fn member_name(&mut self, id: u32, member: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            self.names.push_text(Op::MemberName, None, &[Operand::IdRef(id), Operand::LiteralBit32(member)], name);
        }
    }
}
