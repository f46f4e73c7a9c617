//! What lints ask of places, values and statements one by one.
//!
//! Comes in: HIR. Goes out: roots of places, constants, statements in blocks. Must not depend on: what is asked for.

use crate::hir::{
    Block, ConstantKind, Function, GlobalVariable, Handle, Local, Module, Place, PlaceRoot, PlaceStep, Statement,
    Value, ValueKind,
};

/// The root of a place, but for what references point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Local(Handle<Local>),
    Parameter(u32),
    Global(Handle<GlobalVariable>),
}

impl Root {
    /// Whether no other invocation can reach it.
    pub(super) const fn is_local(self) -> bool {
        !matches!(self, Self::Global(_))
    }
}

/// The root of a place.
pub(super) fn root(place: &Place) -> Option<Root> {
    Some(match place.root {
        PlaceRoot::Local(local) => Root::Local(local),
        PlaceRoot::Parameter(index) => Root::Parameter(index),
        PlaceRoot::Global(global) => Root::Global(global),
        PlaceRoot::Reference(_) => return None,
    })
}

/// Whether a place has an index that is no constant.
pub(super) fn is_dynamic(function: &Function, place: &Place) -> bool {
    place.steps.iter().any(|it| {
        let PlaceStep::Index(index) = *it else { return false };
        function.values.try_get(index).is_ok_and(|it| !matches!(it.kind, ValueKind::Constant(_)))
    })
}

/// Every statement of blocks, with what is nested in it.
pub(super) fn for_each_statement<'m>(
    function: &'m Function,
    blocks: &[Handle<Block>],
    mut with: impl FnMut(&'m Statement),
) {
    let mut open = blocks.to_vec();
    while let Some(block) = open.pop() {
        let Ok(block) = function.blocks.try_get(block) else { continue };
        for (statement, _) in &block.statements {
            with(statement);
            open.extend(statement.blocks());
        }
    }
}

/// The bits of a scalar constant.
pub(super) fn constant(module: &Module, function: &Function, value: Handle<Value>) -> Option<u64> {
    let ValueKind::Constant(constant) = function.values.try_get(value).ok()?.kind else { return None };
    match module.constants.get_handle(constant).ok()?.kind {
        ConstantKind::Scalar(bits) => Some(bits),
        ConstantKind::Null => Some(0),
        _ => None,
    }
}
