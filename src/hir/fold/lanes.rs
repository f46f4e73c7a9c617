//! Numeric constants unpacked: the bits of all components side by side.
//!
//! Comes in: constants that do not depend on specialization. Goes out: their bits, and constants made of bits.
//! Must not depend on: what is computed with them.

use smallvec::SmallVec;

use super::constant::{Leaves, listed_parts};
use super::{Folder, scalar};
use crate::hir::{Constant, Handle, Scalar, Type};

/// The components of a scalar, vector or matrix, column by column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lanes {
    /// Their type.
    pub scalar: Scalar,
    /// 1 unless it is a matrix.
    pub columns: usize,
    /// Components of a column, of the vector, or 1.
    pub rows: usize,
    /// As [`ConstantKind::Scalar`](crate::hir::ConstantKind::Scalar) stores them.
    pub bits: SmallVec<[u64; 16]>,
}

/// Floating-point components.
pub(super) type Floats = SmallVec<[f64; 16]>;

impl Lanes {
    /// The values of floating-point components.
    pub fn floats(&self) -> Floats {
        self.bits.iter().map(|&bits| scalar::to_f64(self.scalar, bits)).collect()
    }

    /// Component `index`.
    pub fn bit(&self, index: usize) -> Option<u64> {
        self.bits.get(index).copied()
    }
}

impl Folder<'_> {
    /// The components of a constant; `None` if one depends on specialization or it is not numeric.
    pub(super) fn read(&mut self, constant: Handle<Constant>) -> Option<Lanes> {
        let (columns, rows, scalar) = self.shape(self.ty(constant)?)?;
        let leaves = self.leaves(constant)?;
        let bits: Option<SmallVec<_>> = leaves.iter().map(|&leaf| self.scalar_bits(leaf)).collect();
        Some(Lanes { scalar, columns, rows, bits: bits? })
    }

    /// Columns, rows and component type of a numeric type.
    pub(super) fn shape(&self, ty: Handle<Type>) -> Option<(usize, usize, Scalar)> {
        match *self.types.get(ty) {
            Type::Scalar(scalar) => Some((1, 1, scalar)),
            Type::Vector(size, scalar) => Some((1, listed_parts(size), scalar)),
            Type::Matrix { columns, rows, scalar } => Some((columns.get() as usize, rows.get() as usize, scalar)),
            _ => None,
        }
    }

    /// A constant of a numeric type from the bits of its components.
    pub(super) fn write(&mut self, ty: Handle<Type>, bits: &[u64]) -> Option<Handle<Constant>> {
        let (columns, rows, scalar) = self.shape(ty)?;
        if columns * rows != bits.len() {
            return None;
        }
        let leaves: Leaves = bits.iter().map(|&bits| self.scalar(scalar, bits)).collect();
        self.rebuild(ty, &leaves)
    }

    /// A constant of a floating-point type, each component rounded to it.
    pub(super) fn write_floats(&mut self, ty: Handle<Type>, values: &[f64]) -> Option<Handle<Constant>> {
        let scalar = self.types.scalar_of(ty)?;
        if !scalar.kind.is_any_float() {
            return None;
        }
        let bits: SmallVec<[u64; 16]> = values.iter().map(|&value| scalar::from_f64(scalar, value)).collect();
        self.write(ty, &bits)
    }
}
