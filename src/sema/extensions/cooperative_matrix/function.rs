//! What reductions, transpositions and per-element operations require of their matrices (GL_NV_cooperative_matrix2,
//! 8.X).
//!
//! Comes in: the arguments of a call. Goes out: whether they match, and reports. Must not depend on: any built-in by
//! name; the signatures of functions among the arguments.

use crate::hir::{Constant, CooperativeMatrix, Handle, MatrixUse, ScalarKind, Span, Type};
use crate::sema::Analyzer;
use crate::sema::extensions::cooperative_matrix::messages;
use crate::sema::extensions::hook::{CheckedCall, GivenArgument};
use spirv::CooperativeMatrixReduce as Reduce;

const CITATION: &str = "GL_NV_cooperative_matrix2, 8.X Cooperative Matrix Functions";

/// A matrix among the arguments.
type Matrix = (CooperativeMatrix, Handle<Type>, Span);

/// The result and the operand, which come first; `None` for other calls.
fn matrices(analyzer: &Analyzer<'_>, call: &CheckedCall<'_>) -> Option<(Matrix, Matrix)> {
    let mut matrices =
        call.given.iter().map(|&(ty, _, span)| Some((analyzer.module.types.get(ty).cooperative_matrix()?, ty, span)));
    matrices.next()?.zip(matrices.next()?)
}

/// Checks a transposition.
pub(in crate::sema) fn check_transpose(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    matrices(analyzer, call).is_none_or(|(result, operand)| analyzer.check_transpose(result, operand))
}

/// Checks a reduction.
pub(in crate::sema) fn check_reduce(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let Some((result, operand)) = matrices(analyzer, call) else { return true };
    let mask = call.given.get(2).and_then(|it| analyzer.integer_value(it.1?)).unwrap_or(0);
    analyzer.check_reduce(result, operand, Reduce::from_bits_truncate(mask as u32))
}

/// Checks that a per-element function takes and returns matrices of one type.
pub(in crate::sema) fn check_per_element(analyzer: &mut Analyzer<'_>, call: &CheckedCall<'_>) -> bool {
    let Some((result, operand)) = matrices(analyzer, call) else { return true };
    let matrix = |&(ty, _, span): &GivenArgument| Some((analyzer.module.types.get(ty).cooperative_matrix()?, ty, span));
    let mut others = call.given.iter().skip(2).filter_map(matrix).chain([result]);
    let Some((_, ty, span)) = others.rfind(|it| it.1 != operand.1) else { return true };
    let (found, needed) = (analyzer.spell(ty), analyzer.spell(operand.1));
    analyzer.report(messages::matrix_of_other_type(span, &needed, &found, CITATION));
    false
}

impl Analyzer<'_> {
    fn needs_use(&mut self, (matrix, _, span): Matrix, needed: MatrixUse) -> bool {
        if matrix.matrix_use == needed {
            return true;
        }
        self.report(messages::operand_with_other_use(span, &needed.name(), &matrix.matrix_use.name(), CITATION));
        false
    }

    /// Whether two numbers of matrices may be equal: specialization constants may have any value.
    fn may_equal(&self, first: Handle<Constant>, second: Handle<Constant>) -> bool {
        match (self.integer_value(first), self.integer_value(second)) {
            (Some(first), Some(second)) => first as u32 == second as u32,
            _ => true,
        }
    }

    fn same_component(&mut self, result: Matrix, operand: Matrix) -> bool {
        result.0.component == operand.0.component || self.result_differs(result, operand, "the component type of")
    }

    fn same_scope(&mut self, result: Matrix, operand: Matrix) -> bool {
        self.may_equal(result.0.scope, operand.0.scope) || self.result_differs(result, operand, "the scope of")
    }

    fn result_differs(&mut self, result: Matrix, operand: Matrix, needed: &str) -> bool {
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.report(messages::result_must_have(result.2, &found, needed, &given, CITATION));
        false
    }

    fn check_transpose(&mut self, result: Matrix, operand: Matrix) -> bool {
        if !self.needs_use(result, MatrixUse::B)
            || !self.needs_use(operand, MatrixUse::Accumulator)
            || !self.same_scope(result, operand)
        {
            return false;
        }
        // The extension demands equal component types; drivers and the conformance suite convert.
        if result.0.component != operand.0.component {
            let (found, given) = (self.spell(result.1), self.spell(operand.1));
            self.report(messages::transposition_converts(result.2, &found, &given, CITATION));
        }
        let fits = self.may_equal(result.0.rows, operand.0.columns) && self.may_equal(result.0.columns, operand.0.rows);
        if fits {
            return true;
        }
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.report(messages::not_the_transposed_shape(result.2, &found, &given, CITATION));
        false
    }

    fn check_reduce(&mut self, result: Matrix, operand: Matrix, mask: Reduce) -> bool {
        if !self.needs_use(result, MatrixUse::Accumulator)
            || !self.needs_use(operand, MatrixUse::Accumulator)
            || !self.same_scope(result, operand)
            || !self.same_component(result, operand)
        {
            return false;
        }
        // The extension says floating-point only; drivers and the conformance suite reduce integers too.
        let kind = operand.0.scalar().map(|scalar| scalar.kind);
        if !matches!(kind, Some(ScalarKind::Float | ScalarKind::SmallFloat(_))) {
            let found = self.spell(operand.1);
            self.report(messages::reduces_integers(operand.2, &found, CITATION));
        }
        let known = |constant| self.integer_value(constant);
        let pairs = [(result.0.rows, operand.0.rows), (result.0.columns, operand.0.columns)];
        let [rows, columns] = pairs.map(|(to, from)| known(to).zip(known(from)));
        let half = |sizes: Option<(i64, i64)>| sizes.is_none_or(|(to, from)| to * 2 == from);
        let same = |sizes: Option<(i64, i64)>| sizes.is_none_or(|(to, from)| to == from);
        let needed = match mask {
            Reduce::_2X2 if !half(rows) || !half(columns) => "half as many rows and columns as",
            Reduce::ROW if !same(rows) => "the same number of rows as",
            Reduce::COLUMN if !same(columns) => "as many columns as",
            _ => return true,
        };
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.report(messages::result_must_have(result.2, &found, needed, &given, CITATION));
        false
    }
}
