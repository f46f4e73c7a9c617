//! What loads and stores of cooperative matrices do to memory.
//!
//! Comes in: a call. Goes out: the elements that the subgroup accesses, and how. Must not depend on: who meets whom.
//!
//! Which invocation of the subgroup accesses which element is up to the device: each may be the one.

use super::term::Term;
use super::trace::{Extent, Kind};
use super::walk::{Frame, Walk};
use crate::builtins::vocabulary::Op;
use crate::hir::{Argument, BuiltinCall, Place, Type};

/// More elements are not followed.
const MOST_ELEMENTS: u32 = 4096;

/// The layouts of `gl_CooperativeMatrixLayout`.
const ROW_MAJOR: u32 = 0;
const COLUMN_MAJOR: u32 = 1;

/// An access of a matrix: from an element on, so many.
pub(super) struct MatrixAccess {
    pub kind: Kind,
    pub element: Term,
    pub extent: Extent,
}

impl<'m> Walk<'m> {
    /// What a call does to `place`, if it is a load or a store of a matrix whose elements are known.
    pub(super) fn matrix_access(
        &mut self,
        frame: &Frame<'m>,
        call: &BuiltinCall,
        place: &Place,
    ) -> Option<MatrixAccess> {
        let kind = call.prototype.opcodes(call.instance).find_map(|op| match op {
            Op::CooperativeMatrixLoadKHR => Some(Kind::Read),
            Op::CooperativeMatrixStoreKHR => Some(Kind::Write),
            _ => None,
        })?;
        let [matrix, _, Argument::Value(element), Argument::Value(stride), Argument::Value(layout), ..] =
            *call.arguments.as_slice()
        else {
            return None;
        };
        let ty = match matrix {
            Argument::Place(place) => frame.function.places.try_get(place).ok()?.ty,
            Argument::Value(value) => frame.function.values.try_get(value).ok()?.ty,
            Argument::Function(_) => return None,
        };
        let types = &self.module.types;
        let matrix = types.get(ty).cooperative_matrix()?;
        let Type::Array { element: unit, .. } = *types.get(place.ty) else { return None };
        let bytes = u32::from(types.scalar_of(unit)?.width) * types.get(unit).component_count()?;
        let own = u32::from(matrix.scalar()?.width);
        let count = |walk: &mut Self, it| {
            let leaves = walk.constant(it);
            walk.terms.value(*leaves.first()?)
        };
        let (rows, columns) = (count(self, matrix.rows)?, count(self, matrix.columns)?);
        let [element, stride, layout] = [element, stride, layout].map(|it| self.scalar(frame, it));
        let (lines, length) = match self.terms.value(layout)? {
            ROW_MAJOR => (rows, columns),
            COLUMN_MAJOR => (columns, rows),
            _ => return None,
        };
        let length = length.checked_mul(own)?.div_ceil(bytes.max(1));
        // Of a stride that is not known, the first line is.
        let (lines, stride) = self.terms.value(stride).map_or((1, 0), |it| (lines, it));
        let fits = lines.checked_mul(length).is_some_and(|it| (1..=MOST_ELEMENTS).contains(&it));
        fits.then_some(MatrixAccess { kind, element, extent: Extent { lines, stride, length } })
    }
}
