//! Variables of functions, with their decorations.
//!
//! Comes in: a local of HIR. Goes out: its variable, made when it is first used. Must not depend on: how places walk
//! into it.

use super::function::FunctionWriter;
use super::post_order::{Naming, declare_in_post_order};
use super::section::OperandList;
use super::{Lowered, OrBug};
use crate::hir::{Handle, Local, SpirvDecoration, SpirvOperand};
use rspirv::dr::Operand;
use std::collections::BTreeSet;

impl Naming<Handle<Local>> for FunctionWriter<'_, '_> {
    /// The variables of the function that the decorations of a variable name.
    fn named_by(&mut self, handle: Handle<Local>) -> Lowered<Vec<Handle<Local>>> {
        let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
        let operands = local.decorations.iter().flat_map(|decoration| &decoration.operands);
        let named = operands.filter_map(|operand| match *operand {
            SpirvOperand::Local(other) if other != handle => Some(other),
            _ => None,
        });
        Ok(named.collect())
    }

    fn is_declared(&self, handle: Handle<Local>) -> bool {
        self.made_local(handle).is_some()
    }

    fn declare_named(&mut self, handle: Handle<Local>) -> Lowered<u32> {
        let local = self.function.locals.try_get(handle).or_bug("a local variable")?;
        let ty = self.module.value_type(local.ty)?;
        let id = self.temporary(ty);
        self.module.name(id, &local.name);
        self.module.decorate_relaxed(id, local.qualifiers);
        self.module.decorate_aliasing(id, local.ty, local.qualifiers, false);
        self.set_local(handle, id)?;
        Ok(id)
    }
}

impl<'a> FunctionWriter<'_, 'a> {
    /// A variable of the function, made at its first use. Variables that its decorations name come first
    /// (OpDecorateId); any of them may name more.
    pub(super) fn local(&mut self, handle: Handle<Local>) -> Lowered<u32> {
        if let Some(id) = self.made_local(handle) {
            return Ok(id);
        }
        if self.function.locals.try_get(handle).or_bug("a local variable")?.decorations.is_empty() {
            return self.declare_named(handle);
        }
        let seen = declare_in_post_order(self, handle)?;
        let decorated = seen.into_iter().collect::<BTreeSet<_>>();
        for local in decorated {
            let decorations = &self.function.locals.try_get(local).or_bug("a local variable")?.decorations;
            let id = self.made_local(local).or_bug("a local variable")?;
            self.decorate_numbered(id, decorations)?;
        }
        self.made_local(handle).or_bug("a local variable")
    }

    /// Decorates a value or variable of the function. Operands that are variables of the function have ids only here.
    pub(super) fn decorate_numbered(&mut self, id: u32, decorations: &'a [SpirvDecoration]) -> Lowered<()> {
        for decoration in decorations {
            if !decoration.operands.iter().any(|operand| matches!(operand, SpirvOperand::Local(_))) {
                self.module.decorate_later(id, None, std::slice::from_ref(decoration));
                continue;
            }
            let mut operands = OperandList::new();
            for operand in &decoration.operands {
                match *operand {
                    SpirvOperand::Local(local) => operands.push(Operand::IdRef(self.local(local)?)),
                    _ => self.module.spirv_operand(operand, &mut operands)?,
                }
            }
            self.module.push_decoration(id, None, decoration, operands);
        }
        Ok(())
    }
}
