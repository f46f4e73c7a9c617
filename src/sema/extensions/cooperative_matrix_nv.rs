//! Cooperative matrices before GL_KHR_cooperative_matrix: types named by the number of bits of a component
//! (GL_NV_cooperative_matrix, GL_NV_integer_cooperative_matrix).
//!
//! Comes in: evaluated parameters. Goes out: types with an unspecified use; operations are those of other cooperative
//! matrices. Must not depend on: the grammar of the parameters, how loads, stores and products become SPIR-V.

use crate::diagnostics::Diagnostic;
use crate::hir::{CooperativeMatrix, Handle, MatrixComponent, MatrixUse, Scalar, ScalarKind, Span, Type};
use crate::sema::extensions::cooperative_matrix;
use crate::sema::extensions::hook::{HiddenPart, TypeHooks};
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};

const CITATION: &str = "GL_NV_cooperative_matrix, 4.1.X";

/// The hooks for matrices of floating-point numbers.
pub(super) static FLOAT_HOOKS: TypeHooks =
    TypeHooks { make: |analyzer, arguments, _| analyzer.matrix_by_bits(ScalarKind::Float, arguments), ..HOOKS };

/// The hooks for matrices of signed integers.
pub(super) static SIGNED_HOOKS: TypeHooks =
    TypeHooks { make: |analyzer, arguments, _| analyzer.matrix_by_bits(ScalarKind::Sint, arguments), ..HOOKS };

/// The hooks for matrices of unsigned integers.
pub(super) static UNSIGNED_HOOKS: TypeHooks =
    TypeHooks { make: |analyzer, arguments, _| analyzer.matrix_by_bits(ScalarKind::Uint, arguments), ..HOOKS };

const HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HiddenPart {
        note: "GL_NV_cooperative_matrix, 4.1.X: only variables, parameters and results of functions",
        help: Some("declare an array of numbers and use `coopMatLoadNV` and `coopMatStoreNV`"),
        ..cooperative_matrix::HIDDEN
    }),
    ..cooperative_matrix::HOOKS
};

impl Analyzer<'_> {
    /// The type `fcoopmatNV<bits, scope, rows, columns>`, or one of its siblings. Scope and shape are checked when the
    /// pipeline is created.
    fn matrix_by_bits(&mut self, kind: ScalarKind, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[bits, scope, rows, columns] = arguments else { return None };
        let sizes: &[i64] = if kind == ScalarKind::Float { &[16, 32, 64] } else { &[8, 16, 32, 64] };
        let constant = bits.constant()?;
        let known = if self.is_specialization(constant) { None } else { self.integer_value(constant) };
        let Some(known) = known.filter(|known| sizes.contains(known)) else {
            self.report(wrong_number_of_bits(bits.span(), known, sizes));
            return None;
        };
        let component = MatrixComponent::Scalar(Scalar { kind, width: (known / 8) as u8 });
        let (scope, rows, columns) = (scope.constant()?, rows.constant()?, columns.constant()?);
        let matrix = CooperativeMatrix { component, scope, rows, columns, matrix_use: MatrixUse::Any };
        Some(self.module.types.insert(matrix.into()))
    }
}

/// The bits of a component are not among `sizes`, or not a number: `None`.
#[cold]
fn wrong_number_of_bits(span: Span, bits: Option<i64>, sizes: &[i64]) -> Diagnostic {
    let message = match bits {
        Some(bits) => format!("a component of this matrix cannot have {} bits", bits as u32 as i32),
        None => "the number of bits cannot depend on a specialization constant".to_owned(),
    };
    let sizes = sizes.iter().map(|size| format!("`{size}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::error(Code::CooperativeMatrixComponent, span, message)
        .with_note(CITATION)
        .with_help(format!("use one of {sizes}"))
}
