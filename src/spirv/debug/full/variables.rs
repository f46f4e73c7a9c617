//! Variables and constants outside functions.
//!
//! Comes in: the variables and named constants of the module. Goes out: DebugGlobalVariable. Must not depend on: functions.

use super::description::Description;
use super::set::{DebugInstruction, flags};
use crate::hir::{Constant, ConstantKind, Handle, Scalar, ScalarKind, Type};
use crate::spirv::type_key::TypeKey;
use crate::spirv::{Lowered, OrBug};
use rustc_hash::FxHashSet;

/// Constants with more parts have no value unless the module has it anyway.
const MOST_PARTS: u32 = 16;

impl Description<'_, '_> {
    /// Describes each variable that is in the module, in the order of their declarations in the shader.
    pub(super) fn global_variables(&mut self) {
        let mut described = FxHashSet::default();
        let hir = self.writer.hir;
        for (handle, variable) in hir.globals.iter() {
            let id = match variable.builtin {
                Some(row) => self.writer.tables.builtin_variables.get(&(row.builtin, row.storage)).map(|&(id, _)| id),
                None => self.writer.tables.variables.get(&handle).copied(),
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
            let constant = hir.constants.get_handle(named.constant).or_bug("a constant")?;
            let is_number = matches!(constant.kind, ConstantKind::Scalar(_))
                && hir.types.get(constant.ty).scalar() != Some(Scalar::BOOL);
            let value = if is_number { self.constant_value(named.constant)? } else { None };
            let value = value.unwrap_or_else(|| self.none());
            let name = self.writer.string(&named.name);
            let ty = self.ty(constant.ty);
            let [source, line, column] = self.declared_at(named.span);
            let flags = self.number(flags::DEFINITION);
            let operands = [name, ty, source, line, column, self.unit, name, value, flags];
            self.declare(DebugInstruction::GlobalVariable, &operands);
        }
        Ok(())
    }

    /// A constant that the module has, or may have for the sake of debug information alone: one that neither requires a
    /// capability nor is large.
    pub(super) fn constant_value(&mut self, constant: Handle<Constant>) -> Lowered<Option<u32>> {
        let hir = self.writer.hir;
        let ty = hir.constants.get_handle(constant).or_bug("a constant")?.ty;
        if self.writer.declared_constant(constant).is_none() {
            let is_costly = hir.types.leaf_count(hir.types.get(ty), u32::MAX) > MOST_PARTS.into()
                || hir.types.contains(ty, |part| match *part {
                    Type::Scalar(scalar) | Type::Vector(_, scalar) | Type::Matrix { scalar, .. } => {
                        scalar.kind != ScalarKind::Bool && scalar.width != 4 && !self.has_wide(scalar)
                    }
                    Type::Array { .. } | Type::Struct(_) => false,
                    _ => true,
                });
            if is_costly {
                return Ok(None);
            }
        }
        self.writer.constant(constant).map(Some)
    }

    /// Whether the module has numbers of 64 bits of this kind, so that one more requires nothing. Smaller ones may only be
    /// there to be stored.
    fn has_wide(&self, scalar: Scalar) -> bool {
        let width = u32::from(scalar.width) * 8;
        let has = |key| self.writer.tables.types.contains_key(&key);
        width == 64
            && match scalar.kind {
                ScalarKind::Sint | ScalarKind::Uint => {
                    [false, true].into_iter().any(|signed| has(TypeKey::Int { width, signed }))
                }
                _ => has(TypeKey::Float(width)),
            }
    }
}
