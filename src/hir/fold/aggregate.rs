//! `==` on values of any type (GLSL 4.60, 5.9).
//!
//! Comes in: two constants of one type. Goes out: a `bool` constant. Must not depend on: operators other than equality.

use rustc_hash::FxHashSet;

use super::{Fold, Folder};
use crate::hir::{BinaryOperation, Constant, ConstantKind, Handle, Type};

/// Aggregates with more specialization-dependent scalars than this are compared when the shader runs.
const MAX_SYMBOLIC: usize = 16;

impl Folder<'_> {
    /// Whether two constants of one type are equal in every part. Constants share parts, so each pair is compared once,
    /// however many paths lead to it.
    pub(super) fn equal(&mut self, left: Handle<Constant>, right: Handle<Constant>) -> Fold {
        if self.ty(left) != self.ty(right) {
            return Fold::NotConstant;
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![(left, right)];
        let mut symbolic = Vec::new();
        while let Some((left, right)) = open.pop() {
            if !seen.insert((left, right)) {
                continue;
            }
            let Some(ty) = self.ty(left) else { return Fold::NotConstant };
            if let Type::Scalar(scalar) = *self.types.get(ty) {
                match self.scalar_operation(BinaryOperation::Equal, scalar, left, right) {
                    Fold::Constant(equal) => match self.as_bool(equal) {
                        Some(true) => {}
                        Some(false) => return Fold::Constant(equal),
                        None => symbolic.push(equal),
                    },
                    _ => return Fold::NotConstant,
                }
                continue;
            }
            if matches!(self.kind(left), Some(ConstantKind::Null)) && left == right {
                continue;
            }
            let (Some(l), Some(r)) = (self.parts_beside(left, right), self.parts_beside(right, left)) else {
                return Fold::NotConstant;
            };
            open.extend(l.into_iter().zip(r).rev());
        }
        if symbolic.len() > MAX_SYMBOLIC {
            return Fold::NotConstant;
        }
        let mut result = None;
        for next in symbolic {
            result = Some(match result {
                None => next,
                Some(before) => {
                    match self.scalar_operation(BinaryOperation::LogicalAnd, crate::hir::Scalar::BOOL, before, next) {
                        Fold::Constant(both) => both,
                        _ => return Fold::NotConstant,
                    }
                }
            });
        }
        Fold::Constant(result.unwrap_or_else(|| self.bool(true)))
    }

    /// The parts of `constant`; a null array has the same part as often as the other array has parts.
    fn parts_beside(&mut self, constant: Handle<Constant>, other: Handle<Constant>) -> Option<Vec<Handle<Constant>>> {
        if matches!(self.kind(constant)?, ConstantKind::Null)
            && matches!(self.types.get(self.ty(constant)?), Type::Array { .. })
            && let ConstantKind::Composite(parts) = self.kind(other)?
        {
            let count = parts.len();
            return Some(vec![self.extract(constant, 0)?; count]);
        }
        self.components(constant)
    }
}
