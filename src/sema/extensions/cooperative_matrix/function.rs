//! What reductions, transpositions and operations per element say about their matrices together
//! (GL_NV_cooperative_matrix2, 8.X).
//!
//! Comes in: the instruction that a built-in becomes and the types of its arguments. Goes out: whether they go together,
//! and reports. Must not know: any built-in by name; what the functions among the arguments look like.

use crate::builtins::{Prototype, RowInstance};
use crate::diagnostics::Diagnostic;
use crate::hir::{Constant, CooperativeMatrix, Handle, MatrixUse, ScalarKind, Span, Type};
use crate::sema::{Analyzer, Code};
use spirv::{CooperativeMatrixReduce as Reduce, Op};

const CITATION: &str = "GL_NV_cooperative_matrix2, 8.X Cooperative Matrix Functions";

/// The type of an argument, its value if it is a constant, and where it stands.
pub(in crate::sema) type Given = (Handle<Type>, Option<Handle<Constant>>, Span);

/// A matrix among the arguments.
type Matrix = (CooperativeMatrix, Handle<Type>, Span);

impl Analyzer<'_> {
    /// Whether the matrices of a call go together.
    pub(in crate::sema) fn check_matrix_function(
        &mut self,
        prototype: &Prototype,
        instance: RowInstance,
        given: &[Given],
    ) -> bool {
        let matrices = given.iter().map(|&(ty, _, span)| Some((self.cooperative_matrix(ty)?, ty, span)));
        let matrices: Vec<Option<Matrix>> = matrices.collect();
        let (Some(&Some(result)), Some(&Some(operand))) = (matrices.first(), matrices.get(1)) else { return true };
        let opcode = prototype.opcodes(instance).next();
        match opcode {
            Some(Op::CooperativeMatrixTransposeNV) => self.check_transpose(result, operand),
            Some(Op::CooperativeMatrixReduceNV) => {
                let mask = given.get(2).and_then(|it| self.integer_value(it.1?)).unwrap_or(0);
                self.check_reduce(result, operand, Reduce::from_bits_truncate(mask as u32))
            }
            Some(Op::CooperativeMatrixPerElementOpNV) => {
                let others = matrices.iter().skip(2).copied().flatten().chain([result]);
                let different: Vec<Matrix> = others.filter(|it| it.1 != operand.1).collect();
                let Some(&(_, ty, span)) = different.last() else { return true };
                let (found, needed) = (self.spell(ty), self.spell(operand.1));
                self.matrices_differ(
                    span,
                    format!("all matrices have the type of the second argument, `{needed}`, this is `{found}`"),
                )
            }
            _ => true,
        }
    }

    fn matrices_differ(&mut self, span: Span, message: String) -> bool {
        self.report(Diagnostic::error(Code::MatrixShape, span, message).with_note(CITATION));
        false
    }

    fn needs_use(&mut self, (matrix, _, span): Matrix, needed: MatrixUse) -> bool {
        if matrix.matrix_use == needed {
            return true;
        }
        let message = format!("this matrix needs the use `{}`, it has `{}`", needed.name(), matrix.matrix_use.name());
        self.report(Diagnostic::error(Code::MatrixUse, span, message).with_note(CITATION));
        false
    }

    /// Whether two numbers of matrices may be the same: specialization constants may be any.
    fn may_equal(&self, first: Handle<Constant>, second: Handle<Constant>) -> bool {
        match (self.integer_value(first), self.integer_value(second)) {
            (Some(first), Some(second)) => first as u32 == second as u32,
            _ => true,
        }
    }

    /// Result and operand have one scope and one component type.
    fn same_elements(&mut self, result: Matrix, operand: Matrix) -> bool {
        let (to, from) = (result.0, operand.0);
        let what = if to.component != from.component {
            "component type"
        } else if !self.may_equal(to.scope, from.scope) {
            "scope"
        } else {
            return true;
        };
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.matrices_differ(result.2, format!("the result `{found}` must have the {what} of `{given}`"))
    }

    fn check_transpose(&mut self, result: Matrix, operand: Matrix) -> bool {
        if !self.needs_use(result, MatrixUse::B)
            || !self.needs_use(operand, MatrixUse::Accumulator)
            || !self.same_elements(result, operand)
        {
            return false;
        }
        let fits = self.may_equal(result.0.rows, operand.0.columns) && self.may_equal(result.0.columns, operand.0.rows);
        if fits {
            return true;
        }
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.matrices_differ(
            result.2,
            format!("the result `{found}` must have as many rows as `{given}` has columns, and as many columns as it has rows"),
        )
    }

    fn check_reduce(&mut self, result: Matrix, operand: Matrix, mask: Reduce) -> bool {
        if !self.needs_use(result, MatrixUse::Accumulator)
            || !self.needs_use(operand, MatrixUse::Accumulator)
            || !self.same_elements(result, operand)
        {
            return false;
        }
        let kind = operand.0.scalar().map(|scalar| scalar.kind);
        if !matches!(kind, Some(ScalarKind::Float | ScalarKind::SmallFloat(_))) {
            let found = self.spell(operand.1);
            let message = format!("only matrices of floating-point numbers can be reduced, this is `{found}`");
            self.report(Diagnostic::error(Code::ReducedComponent, operand.2, message).with_note(CITATION));
            return false;
        }
        let known = |constant| self.integer_value(constant);
        let pairs = [(result.0.rows, operand.0.rows), (result.0.columns, operand.0.columns)];
        let [rows, columns] = pairs.map(|(to, from)| known(to).zip(known(from)));
        let half = |sizes: Option<(i64, i64)>| sizes.is_none_or(|(to, from)| to * 2 == from);
        let same = |sizes: Option<(i64, i64)>| sizes.is_none_or(|(to, from)| to == from);
        let problem = match mask {
            Reduce::_2X2 if !half(rows) || !half(columns) => "half as many rows and columns as",
            Reduce::ROW if !same(rows) => "as many rows as",
            Reduce::COLUMN if !same(columns) => "as many columns as",
            _ => return true,
        };
        let (found, given) = (self.spell(result.1), self.spell(operand.1));
        self.matrices_differ(result.2, format!("the result `{found}` must have {problem} `{given}`"))
    }
}
