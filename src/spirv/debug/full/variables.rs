//! Variables outside functions.
//!
//! Comes in: the variables of the module. Goes out: DebugGlobalVariable. Must not depend on: functions.

use super::description::Description;
use super::set::{DebugInstruction, flags};
use rustc_hash::FxHashSet;

impl Description<'_, '_> {
    /// Describes each variable that is in the module, in the order of their declarations in the shader.
    pub(super) fn global_variables(&mut self) {
        let mut described = FxHashSet::default();
        let hir = self.writer.hir;
        for (handle, variable) in hir.globals.iter() {
            let id = match variable.builtin {
                Some(row) => self.writer.builtin_variables.get(&(row.builtin, row.storage)).map(|&(id, _)| id),
                None => self.writer.variables.get(&handle).copied(),
            };
            let Some(id) = id.filter(|id| described.insert(*id)) else { continue };
            let name = self.writer.string(&variable.name);
            let ty = self.ty(variable.ty);
            let [source, line, column] = self.declared_at(variable.span);
            let flags = self.number(flags::DEFINITION);
            let operands = [name, ty, source, line, column, self.unit, name, id, flags];
            self.declare(DebugInstruction::GlobalVariable, &operands);
        }
    }
}
