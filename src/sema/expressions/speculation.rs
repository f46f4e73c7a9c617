//! Decides which code may run speculatively.
//!
//! Comes in: the block of an arm of `&&`, `||` or `?:`. Goes out: whether an `OpSelect` or a logical operation may take
//! the place of a branch around it. Must not depend on: syntax, diagnostics.

use crate::hir::{
    ArrayLength, BinaryOperation, Block, Handle, Place, PlaceRoot, PlaceStep, ScalarKind, Statement, StorageClass,
    Type, Value, ValueKind,
};
use crate::sema::Analyzer;

/// More statements than this are worth a branch.
const FEW: usize = 4;

impl Analyzer<'_> {
    /// Whether everything in `block` may run unconditionally: no effects, no memory that the shader shares or that an
    /// index could miss, nothing whose behavior SPIR-V leaves undefined for some operands (integer division by zero,
    /// floats that no integer holds), and few operations, all fast. Divisions of floats are not.
    pub(super) fn is_speculatable(&self, block: Handle<Block>) -> bool {
        let Ok(block) = self.builder.blocks.try_get(block) else { return false };
        block.statements.len() <= FEW
            && block.statements.iter().all(|(statement, _)| match *statement {
                Statement::Evaluate(value) => {
                    self.builder.values.try_get(value).is_ok_and(|value| self.is_speculatable_value(value))
                }
                _ => false,
            })
    }

    fn is_speculatable_value(&self, value: &Value) -> bool {
        match value.kind {
            ValueKind::Load(place) => {
                self.builder.places.try_get(place).is_ok_and(|place| self.is_speculatable_place(place))
            }
            ValueKind::Binary { operation, .. } => {
                !matches!(operation, BinaryOperation::Divide | BinaryOperation::Modulo)
            }
            ValueKind::Convert(from) => {
                let scalar = |ty| self.module.types.get(ty).scalar().map(|scalar| scalar.kind);
                let is_float = self.builder.type_of(from).and_then(scalar).is_none_or(ScalarKind::is_any_float);
                !is_float || scalar(value.ty).is_some_and(ScalarKind::is_any_float)
            }
            ValueKind::Unary { .. }
            | ValueKind::Splat(_)
            | ValueKind::Compose(_)
            | ValueKind::Extract { .. }
            | ValueKind::Swizzle { .. }
            | ValueKind::Select { .. } => true,
            _ => false,
        }
    }

    /// Memory of the invocation alone, at a position that exists whatever the specialization constants are.
    fn is_speculatable_place(&self, place: &Place) -> bool {
        let root = match place.root {
            PlaceRoot::Local(local) => self.builder.locals.try_get(local).ok().map(|local| local.ty),
            PlaceRoot::Global(global) => self
                .module
                .globals
                .try_get(global)
                .ok()
                .filter(|global| matches!(global.storage, StorageClass::Private | StorageClass::Input))
                .map(|global| global.ty),
            PlaceRoot::Parameter(_) | PlaceRoot::Reference(_) => None,
        };
        let Some(mut whole) = root else { return false };
        for step in &place.steps {
            let part = match (*step, self.module.types.get(whole)) {
                (PlaceStep::Member(index), &Type::Struct(structure)) => {
                    self.module.types.structure(structure).and_then(|it| it.members.get(index as usize)).map(|it| it.ty)
                }
                (PlaceStep::Index(index), &Type::Array { element, length: ArrayLength::Constant(_) }) => {
                    self.is_literal(index).then_some(element)
                }
                // From here on the steps select components.
                (PlaceStep::Index(_), Type::Vector(..) | Type::Matrix { .. }) => {
                    return place.steps.iter().all(|step| match *step {
                        PlaceStep::Index(index) => self.is_literal(index),
                        PlaceStep::Member(_) => true,
                    });
                }
                _ => None,
            };
            let Some(part) = part else { return false };
            whole = part;
        }
        true
    }

    /// Whether a value is a constant known at compile time, and was thus checked against the length of what it indexes.
    fn is_literal(&self, value: Handle<Value>) -> bool {
        self.builder.values.try_get(value).is_ok_and(|value| match value.kind {
            ValueKind::Constant(constant) => self.scalar_bits(constant).is_some(),
            _ => false,
        })
    }
}
