//! Converting arrays to cooperative matrices and back (GL_QCOM_cooperative_matrix_conversion, 8).
//!
//! Comes in: a call. Goes out: whether the sizes of the array and the matrix, or of both arrays, match. Must not depend
//! on: how matrices are loaded and multiplied.

use crate::builtins::{Scalar, ScalarKind};
use crate::hir::{ArrayLength, CooperativeMatrix, ExtensionType, Handle, MatrixUse, Span, Type};
use crate::sema::Analyzer;
use crate::sema::extensions::cooperative_matrix::messages;
use crate::sema::extensions::hook::CheckedCall;

const SUBGROUP: i64 = 3;

/// The bytes that each invocation contributes to a factor matrix.
const FACTOR_BYTES: u32 = 32;

/// Checks a call; arrays and matrices whose sizes depend on specialization constants are checked when the pipeline is
/// created.
pub(in crate::sema) fn check_array(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let mut matrix = None;
    let mut arrays = Vec::new();
    for &(ty, _, span) in call.given {
        match *analyzer.module.types.get(ty) {
            Type::Extension(ExtensionType::CooperativeMatrix(it)) => matrix = Some((it, span)),
            Type::Array { element, length } => arrays.push((element, length, span)),
            _ => {}
        }
    }
    match (matrix, &arrays[..]) {
        (Some((matrix, span)), &[array]) => analyzer.check_matrix_of_array(&matrix, span, array),
        (None, &[source, target]) if call.function.prototypes.iter().all(|row| row.parameters.len() == 2) => {
            analyzer.check_same_bits(source, target)
        }
        _ => true,
    }
}

impl Analyzer<'_> {
    /// Both arrays of `bitcastQCOM` have the same size.
    fn check_same_bits(
        &mut self,
        (source, from, _): (Handle<Type>, ArrayLength, Span),
        (target, to, span): (Handle<Type>, ArrayLength, Span),
    ) -> bool {
        let bytes = |element, length| match (self.module.types.scalar_of(element), length) {
            (Some(scalar), ArrayLength::Constant(length)) => Some(u64::from(scalar.width) * u64::from(length)),
            _ => None,
        };
        let (Some(from), Some(to)) = (bytes(source, from), bytes(target, to)) else { return true };
        if from != to {
            self.report(messages::sizes_differ(span, &from, &to));
        }
        from == to
    }

    fn check_matrix_of_array(
        &mut self,
        matrix: &CooperativeMatrix,
        span: Span,
        (element, length, array_span): (Handle<Type>, ArrayLength, Span),
    ) -> bool {
        let is_factor = matrix.matrix_use != MatrixUse::Accumulator;
        let Some(component) = matrix.scalar().filter(|&it| fits(it, is_factor)) else {
            let types =
                if is_factor { "an 8-bit integer, `float16_t` or `float`" } else { "a 32-bit number or `float16_t`" };
            self.report(messages::wrong_component(span, &types));
            return false;
        };
        if self.integer_value(matrix.scope).is_some_and(|scope| i64::from(scope as u32) != SUBGROUP) {
            self.report(messages::wrong_scope(span));
            return false;
        }
        let Some(given) = self.module.types.scalar_of(element) else { return true };
        if given != component && given != Scalar::U32 {
            self.report(messages::wrong_array_elements(array_span));
            return false;
        }
        let by_column = matrix.matrix_use == MatrixUse::B;
        let (line, what) = if by_column { (matrix.rows, "rows") } else { (matrix.columns, "columns") };
        let line = self.integer_value(line).map(|count| count as u32);
        if let Some(count) =
            line.filter(|&count| is_factor && count.saturating_mul(component.width.into()) != FACTOR_BYTES)
        {
            let wanted = FACTOR_BYTES / u32::from(component.width);
            self.report(messages::wrong_matrix_size(span, &wanted, &what, &count));
            return false;
        }
        let (Some(count), ArrayLength::Constant(length)) = (line, length) else { return true };
        let packed = count.saturating_mul(component.width.into()) / 4;
        let wanted = if given == component { count } else { packed };
        if length != wanted {
            self.report(messages::wrong_array_size(array_span, &wanted, &count, &what, &length));
        }
        length == wanted
    }
}

/// Whether a component is one of those that can be converted.
fn fits(component: Scalar, is_factor: bool) -> bool {
    match component.kind {
        ScalarKind::Float => matches!(component.width, 2 | 4),
        ScalarKind::Sint | ScalarKind::Uint => component.width == if is_factor { 1 } else { 4 },
        _ => false,
    }
}
