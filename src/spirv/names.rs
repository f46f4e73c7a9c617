//! OpName and OpMemberName.
//!
//! Comes in: ids and their names in the source. Goes out: debug instructions, none when stripping. Must not depend on:
//! what the ids are.

use super::grammar::instruction;
use super::writer::ModuleWriter;
use rspirv::dr::Operand;
use rspirv::spirv::Op;

impl ModuleWriter<'_> {
    /// Names an id.
    pub(super) fn name(&mut self, id: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            let operands = vec![Operand::IdRef(id), Operand::LiteralString(name.to_owned())];
            self.push_name(instruction(Op::Name, None, None, operands));
        }
    }

    /// Names a member of a structure.
    pub(super) fn member_name(&mut self, id: u32, member: u32, name: &str) {
        if !self.options.strip && !name.is_empty() {
            let operands =
                vec![Operand::IdRef(id), Operand::LiteralBit32(member), Operand::LiteralString(name.to_owned())];
            self.push_name(instruction(Op::MemberName, None, None, operands));
        }
    }
}
