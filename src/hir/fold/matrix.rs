//! Linear algebra on constants (GLSL 4.60, 5.10 and 8.6).
//!
//! Comes in: floating-point scalars, vectors and matrices. Goes out: their products, and what is defined on matrices.
//! Must not depend on: built-ins.
//!
//! Sums are taken in binary64 and in the order of the specification, and rounded once.

use super::Folder;
use super::constant::vector_size;
use super::lanes::{Floats, Lanes};
use crate::hir::{Constant, Handle, ScalarKind, Type};

/// The value in a column and row of a matrix, or of a vector taken as one column.
fn at(values: &[f64], rows: usize, column: usize, row: usize) -> f64 {
    values.get(column * rows + row).copied().unwrap_or(0.0)
}

impl Folder<'_> {
    /// The algebraic product; at least one operand is a matrix.
    pub(super) fn multiply_matrices(
        &mut self,
        left: Handle<Constant>,
        right: Handle<Constant>,
    ) -> Option<Handle<Constant>> {
        let (left_ty, right_ty) = (self.ty(left)?, self.ty(right)?);
        let (l, r) = (self.read(left)?, self.read(right)?);
        if l.scalar != r.scalar || l.scalar.kind != ScalarKind::Float {
            return None;
        }
        let (a, b) = (l.floats(), r.floats());
        let scale = |values: &[f64], factor: f64| values.iter().map(|value| value * factor).collect::<Floats>();
        match (self.types.get(left_ty), self.types.get(right_ty)) {
            (Type::Scalar(_), _) => return self.write_floats(right_ty, &scale(&b, *a.first()?)),
            (_, Type::Scalar(_)) => return self.write_floats(left_ty, &scale(&a, *b.first()?)),
            _ => {}
        }
        // On the left a vector is a row, on the right a column.
        let is_row = matches!(self.types.get(left_ty), Type::Vector(..));
        let (inner, rows) = if is_row { (l.rows, 1) } else { (l.columns, l.rows) };
        if inner != r.rows {
            return None;
        }
        let mut values = Floats::new();
        for column in 0..r.columns {
            for row in 0..rows {
                values.push((0..inner).map(|k| at(&a, rows, k, row) * at(&b, inner, column, k)).sum());
            }
        }
        let ty = if is_row {
            Type::Vector(vector_size(r.columns)?, l.scalar)
        } else if matches!(self.types.get(right_ty), Type::Vector(..)) {
            Type::Vector(vector_size(rows)?, l.scalar)
        } else {
            Type::Matrix { columns: vector_size(r.columns)?, rows: vector_size(rows)?, scalar: l.scalar }
        };
        let ty = self.types.insert(ty);
        self.write_floats(ty, &values)
    }
}

/// The outer product of the column `left` and the row `right`.
pub(super) fn outer_product(left: &[f64], right: &[f64]) -> Floats {
    right.iter().flat_map(|r| left.iter().map(move |l| l * r)).collect()
}

/// Exchanges columns and rows.
pub(super) fn transpose<T: Copy>(values: &[T], columns: usize, rows: usize) -> Option<Vec<T>> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| values.get(column * rows + row).copied())).collect()
}

/// The determinant of a square matrix of at most four columns.
pub(super) fn determinant(matrix: &Lanes) -> Option<f64> {
    (matrix.columns == matrix.rows).then(|| determinant_of(&matrix.floats(), matrix.rows))
}

/// Expands along the first column. The recursion is as deep as the size, four at most.
fn determinant_of(values: &[f64], size: usize) -> f64 {
    if size <= 1 {
        return at(values, 1, 0, 0);
    }
    let mut sum = 0.0;
    for row in 0..size {
        sum += at(values, size, 0, row) * cofactor(values, size, 0, row);
    }
    sum
}

/// The determinant without a column and a row, with the sign of its position.
fn cofactor(values: &[f64], size: usize, column: usize, row: usize) -> f64 {
    let others = |skipped: usize| (0..size).filter(move |&it| it != skipped);
    let minor: Floats =
        others(column).flat_map(|c| others(row).map(move |r| (c, r))).map(|(c, r)| at(values, size, c, r)).collect();
    let value = determinant_of(&minor, size - 1);
    if (column + row).is_multiple_of(2) { value } else { -value }
}

/// The inverse of a square matrix; `None` if it has none.
pub(super) fn inverse(matrix: &Lanes) -> Option<Floats> {
    let size = matrix.rows;
    let values = matrix.floats();
    let determinant = determinant(matrix)?;
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    // The adjugate is the transpose of the cofactors. Adding zero takes the sign off zeros.
    let places = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
    Some(places.map(|(column, row)| cofactor(&values, size, row, column) / determinant + 0.0).collect())
}
