//! Variables and constants outside functions.
//!
//! Comes in: the variables and named constants of the module. Goes out: DebugGlobalVariable. Must not depend on: functions.

use super::description::Description;
use super::set::{DebugInstruction, flags};
use crate::hir::{Constant, ConstantKind, Handle, Scalar, ScalarKind, Type};
use crate::spirv::{Lowered, OrBug};
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

    /// Describes the constants outside functions. The set allows numbers as values, but neither composites nor specialization
    /// constants; the description of these has a name and a type.
    pub(super) fn global_constants(&mut self) -> Lowered<()> {
        let hir = self.writer.hir;
        for named in &hir.named_constants {
            let Some(ty) = self.plain_type(named.constant) else { continue };
            let constant = hir.constants.get_handle(named.constant).or_bug("a constant")?;
            let is_number =
                matches!(constant.kind, ConstantKind::Scalar(_)) && hir.types.get(ty).scalar() != Some(Scalar::BOOL);
            let value = if is_number { self.writer.constant(named.constant)? } else { self.none() };
            let name = self.writer.string(&named.name);
            let ty = self.ty(ty);
            let [source, line, column] = self.declared_at(named.span);
            let flags = self.number(flags::DEFINITION);
            let operands = [name, ty, source, line, column, self.unit, name, value, flags];
            self.declare(DebugInstruction::GlobalVariable, &operands);
        }
        Ok(())
    }

    /// The type of a constant that needs no capability: 32-bit numbers, `bool`, and vectors of them.
    pub(super) fn plain_type(&self, constant: Handle<Constant>) -> Option<Handle<Type>> {
        let hir = self.writer.hir;
        let ty = hir.constants.get_handle(constant).ok()?.ty;
        match hir.types.get(ty) {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Vector(size, scalar) if !size.is_long() => Some(*scalar),
            _ => None,
        }
        .filter(|it| it.kind == ScalarKind::Bool || it.width == 4)
        .map(|_| ty)
    }
}
