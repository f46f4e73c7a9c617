//! Selections between arrays or structures, for which SPIR-V has no instruction before 1.4, become an `if`.
//!
//! Comes in: [`Select`](ValueKind::Select) of any type. Goes out: those of scalars, vectors, matrices and references. Must not
//! depend on: other steps. An `if` with a result costs the same however large the whole is.

use super::taking_apart::{TakeValueApart, View};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{BranchHint, Handle, Statement, Type, Value, ValueKind};
use crate::spirv::{Lowered, Options};
use crate::target::SpirvVersion;

pub(super) struct Selection {
    has_composite_select: bool,
}

impl TakeValueApart for Selection {
    fn new(options: &Options) -> Self {
        Self { has_composite_select: options.target.spirv >= SpirvVersion::V1_4 }
    }

    fn concerns(&self, kind: &ValueKind) -> bool {
        !self.has_composite_select && matches!(kind, ValueKind::Select { .. })
    }

    fn wants(&self, _view: View<'_>, _kind: &ValueKind, ty: &Type) -> bool {
        !matches!(ty, Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Reference(_))
    }

    fn take_apart(
        &mut self,
        _module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        value: Handle<Value>,
    ) -> Lowered<()> {
        let definition = function.values.get_mut(value);
        let ValueKind::Select { condition, accept, reject } = definition.kind else { return Ok(()) };
        definition.kind = ValueKind::BlockParameter;
        let span = function.span;
        let mut arm = |passed| {
            let block = function.new_block();
            function.blocks.get_mut(block).push(Statement::Yield(vec![passed].into()), span);
            block
        };
        let (accept, reject) = (arm(accept), arm(reject));
        function.push(
            Statement::If { condition, accept, reject, results: vec![value].into(), hint: BranchHint::None },
            span,
        );
        Ok(())
    }
}
