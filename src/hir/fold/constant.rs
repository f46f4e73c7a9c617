//! Making constants, and taking them apart into parts and scalars.
//!
//! Comes in: types with bits or parts, or a constant. Goes out: the constant, or its parts. Must not depend on: what is
//! computed with them.

use smallvec::SmallVec;

use super::{Folder, scalar};
use crate::hir::{
    ArrayLength, Constant, ConstantKind, ConstantOperation, Handle, Scalar, ScalarKind, Span, Type, VectorSize,
};

/// Handles of the scalars of a constant.
pub(super) type Leaves = SmallVec<[Handle<Constant>; 16]>;

/// Makes constants.
impl Folder<'_> {
    pub(super) fn insert(&mut self, ty: Handle<Type>, kind: ConstantKind) -> Handle<Constant> {
        self.constants.insert(Constant { ty, kind }, Span::UNDEFINED)
    }

    pub(super) fn operation(&mut self, ty: Handle<Type>, operation: ConstantOperation) -> Handle<Constant> {
        self.insert(ty, ConstantKind::Operation(operation))
    }

    /// A scalar from its bits; those beyond the type's width are ignored.
    pub fn scalar(&mut self, scalar: Scalar, bits: u64) -> Handle<Constant> {
        let ty = self.types.scalar(scalar);
        self.insert(ty, ConstantKind::Scalar(scalar::normalize(scalar, bits)))
    }

    /// A `bool`.
    pub fn bool(&mut self, value: bool) -> Handle<Constant> {
        self.scalar(Scalar::BOOL, u64::from(value))
    }

    /// An `int`.
    pub fn int(&mut self, value: i32) -> Handle<Constant> {
        self.scalar(Scalar::I32, i64::from(value) as u64)
    }

    /// A `uint`.
    pub fn uint(&mut self, value: u32) -> Handle<Constant> {
        self.scalar(Scalar::U32, u64::from(value))
    }

    /// A `float`.
    pub fn float(&mut self, value: f32) -> Handle<Constant> {
        self.scalar(Scalar::F32, u64::from(value.to_bits()))
    }

    /// All zero bits; for scalars, vectors and matrices written out.
    pub fn null(&mut self, ty: Handle<Type>) -> Handle<Constant> {
        match *self.types.get(ty) {
            Type::Scalar(scalar) => self.scalar(scalar, 0),
            Type::Vector(size, scalar) => {
                let zero = self.scalar(scalar, 0);
                self.insert(ty, ConstantKind::Composite(vec![zero; listed_parts(size)]))
            }
            Type::Matrix { columns, rows, scalar } => {
                let column = self.types.insert(Type::Vector(rows, scalar));
                let zero = self.null(column);
                self.insert(ty, ConstantKind::Composite(vec![zero; columns.get() as usize]))
            }
            _ => self.insert(ty, ConstantKind::Null),
        }
    }

    /// Repeats a scalar in every component of the vector or cooperative matrix type `ty`; the scalar itself if that is its
    /// type.
    pub fn splat(&mut self, operand: Handle<Constant>, ty: Handle<Type>) -> Option<Handle<Constant>> {
        let from = self.ty(operand)?;
        match *self.types.get(ty) {
            _ if from == ty => Some(operand),
            Type::Vector(size, scalar) if *self.types.get(from) == Type::Scalar(scalar) => {
                Some(self.insert(ty, ConstantKind::Composite(vec![operand; listed_parts(size)])))
            }
            Type::Extension(whole)
                if whole.component().is_some_and(|scalar| *self.types.get(from) == Type::Scalar(scalar)) =>
            {
                self.rebuild(ty, &[operand])
            }
            _ => None,
        }
    }

    /// Builds a vector from scalars and vectors, a matrix from columns, an array from elements or a structure from
    /// members, all of the right types already.
    pub fn compose(&mut self, ty: Handle<Type>, parts: &[Handle<Constant>]) -> Option<Handle<Constant>> {
        let parts: Vec<Handle<Constant>> = match *self.types.get(ty) {
            Type::Vector(..) => {
                let mut leaves = Vec::with_capacity(4);
                for &part in parts {
                    leaves.extend(self.leaves(part)?);
                }
                leaves
            }
            _ => parts.to_vec(),
        };
        if parts.len() != self.part_count(ty)? as usize {
            return None;
        }
        for (index, &part) in (0..).zip(&parts) {
            if self.ty(part) != self.part_type(ty, index) {
                return None;
            }
        }
        Some(self.insert(ty, ConstantKind::Composite(parts)))
    }
}

/// How many parts a constant vector of this size lists: one if the size is symbolic, as all components are the same.
pub(super) fn listed_parts(size: VectorSize) -> usize {
    size.listed().unwrap_or(1) as usize
}

/// The vector size with `count` components.
pub(super) const fn vector_size(count: usize) -> Option<VectorSize> {
    VectorSize::new(count as u32)
}

/// Inspects constants.
impl Folder<'_> {
    /// The type of a constant.
    #[must_use]
    pub fn ty(&self, constant: Handle<Constant>) -> Option<Handle<Type>> {
        self.constants.get_handle(constant).ok().map(|it| it.ty)
    }

    pub(super) fn kind(&self, constant: Handle<Constant>) -> Option<&ConstantKind> {
        self.constants.get_handle(constant).ok().map(|it| &it.kind)
    }

    /// The scalar type of a scalar, vector or matrix constant.
    #[must_use]
    pub fn scalar_type(&self, constant: Handle<Constant>) -> Option<Scalar> {
        self.types.scalar_of(self.ty(constant)?)
    }

    /// The bits of a scalar that does not depend on specialization.
    #[must_use]
    pub fn scalar_bits(&self, constant: Handle<Constant>) -> Option<u64> {
        match self.kind(constant)? {
            ConstantKind::Scalar(bits) => Some(*bits),
            ConstantKind::Null if matches!(self.types.get(self.ty(constant)?), Type::Scalar(_)) => Some(0),
            _ => None,
        }
    }

    /// The value of an integer scalar that fits.
    #[must_use]
    pub fn as_i64(&self, constant: Handle<Constant>) -> Option<i64> {
        let bits = self.scalar_bits(constant)?;
        match self.scalar_type(constant)?.kind {
            ScalarKind::Sint => Some(bits as i64),
            ScalarKind::Uint => i64::try_from(bits).ok(),
            _ => None,
        }
    }

    /// The value of an integer scalar that is not negative and fits.
    #[must_use]
    pub fn as_u32(&self, constant: Handle<Constant>) -> Option<u32> {
        u32::try_from(self.as_i64(constant)?).ok()
    }

    /// The value of a scalar `bool`.
    #[must_use]
    pub fn as_bool(&self, constant: Handle<Constant>) -> Option<bool> {
        let bits = self.scalar_bits(constant)?;
        (self.scalar_type(constant)?.kind == ScalarKind::Bool).then_some(bits != 0)
    }

    /// The parts of a composite: components, columns, elements or members. Zeros are written out, so do not call this
    /// for an array that may be large.
    pub fn components(&mut self, constant: Handle<Constant>) -> Option<Vec<Handle<Constant>>> {
        match self.kind(constant)? {
            ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => return Some(parts.clone()),
            _ => {}
        }
        let count = self.part_count(self.ty(constant)?)?;
        (0..count).map(|index| self.extract(constant, index)).collect()
    }

    /// Component, column, element or member `index`; `None` if there is no such part.
    pub fn extract(&mut self, constant: Handle<Constant>, index: u32) -> Option<Handle<Constant>> {
        // All components of such a vector are one constant.
        let index = match *self.types.get(self.ty(constant)?) {
            Type::Vector(size, _) if size.is_symbolic() => {
                let inside = self.types.known_length(size).is_none_or(|length| index < length);
                inside.then_some(0)?
            }
            _ => index,
        };
        let part = self.part_type(self.ty(constant)?, index)?;
        match self.kind(constant)? {
            ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => parts.get(index as usize).copied(),
            ConstantKind::Null => Some(self.null(part)),
            ConstantKind::Operation(_) => Some(self.operation(part, ConstantOperation::Extract(constant, index))),
            ConstantKind::Scalar(_) | ConstantKind::Specialization { .. } => None,
        }
    }

    /// Components of a vector in any order; a scalar if it is only one.
    pub fn swizzle(&mut self, vector: Handle<Constant>, components: &[u8]) -> Option<Handle<Constant>> {
        let leaves = self.leaves(vector)?;
        let picked: Option<Vec<_>> = components.iter().map(|&it| leaves.get(usize::from(it)).copied()).collect();
        let picked = picked?;
        if let [only] = picked[..] {
            return Some(only);
        }
        let size = vector_size(picked.len())?;
        let scalar = self.scalar_type(vector)?;
        let ty = self.types.insert(Type::Vector(size, scalar));
        Some(self.insert(ty, ConstantKind::Composite(picked)))
    }

    /// Whether any part of the constant may change when the pipeline is created.
    #[must_use]
    pub fn depends_on_specialization(&self, constant: Handle<Constant>) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![constant];
        while let Some(next) = open.pop() {
            match self.kind(next) {
                Some(ConstantKind::Specialization { .. } | ConstantKind::Operation(_)) => return true,
                Some(ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts)) => {
                    open.extend(parts.iter().copied().filter(|&part| seen.insert(part)));
                }
                Some(ConstantKind::Scalar(_) | ConstantKind::Null) | None => {}
            }
        }
        false
    }

    /// The type of the leaves of a value of this type.
    pub(super) fn leaf_type(&self, ty: Handle<Type>) -> Option<Scalar> {
        self.types.get(ty).component()
    }

    /// The scalars of a scalar, vector or matrix, column by column. A constant cooperative matrix has one for all of its
    /// components.
    pub(super) fn leaves(&mut self, constant: Handle<Constant>) -> Option<Leaves> {
        match self.types.get(self.ty(constant)?) {
            Type::Scalar(_) => Some(Leaves::from_slice(&[constant])),
            Type::Vector(..) => self.components(constant).map(Leaves::from_vec),
            Type::Matrix { .. } => {
                let mut leaves = Leaves::new();
                for column in self.components(constant)? {
                    leaves.extend(self.components(column)?);
                }
                Some(leaves)
            }
            Type::Extension(whole) => match self.kind(constant)? {
                ConstantKind::Composite(parts) => Some(Leaves::from_slice(parts)),
                ConstantKind::Null => Some(Leaves::from_slice(&[self.scalar(whole.component()?, 0)])),
                _ => None,
            },
            _ => None,
        }
    }

    /// The inverse of [`leaves`](Self::leaves).
    pub(super) fn rebuild(&mut self, ty: Handle<Type>, leaves: &[Handle<Constant>]) -> Option<Handle<Constant>> {
        match *self.types.get(ty) {
            Type::Scalar(_) => leaves.first().copied(),
            Type::Matrix { rows, scalar, .. } => {
                let column = self.types.insert(Type::Vector(rows, scalar));
                let columns: Option<Vec<_>> =
                    leaves.chunks(rows.get() as usize).map(|chunk| self.compose(column, chunk)).collect();
                self.compose(ty, &columns?)
            }
            Type::Extension(_) => Some(self.insert(ty, ConstantKind::Composite(leaves.to_vec()))),
            _ => self.compose(ty, leaves),
        }
    }

    /// The number of parts of a composite type, if it is known.
    pub(super) fn part_count(&self, ty: Handle<Type>) -> Option<u32> {
        match *self.types.get(ty) {
            Type::Vector(size, _) => Some(listed_parts(size) as u32),
            Type::Matrix { columns, .. } => Some(columns.get()),
            Type::Array { length: ArrayLength::Constant(length), .. } => Some(length),
            Type::Struct(structure) => Some(self.types.structure(structure)?.members.len() as u32),
            _ => None,
        }
    }

    /// The type of a component, column, element or member.
    pub fn part_type(&mut self, ty: Handle<Type>, index: u32) -> Option<Handle<Type>> {
        if index >= self.part_count(ty)? {
            return None;
        }
        match *self.types.get(ty) {
            Type::Vector(_, scalar) => Some(self.types.scalar(scalar)),
            Type::Matrix { rows, scalar, .. } => Some(self.types.insert(Type::Vector(rows, scalar))),
            Type::Array { element, .. } => Some(element),
            Type::Struct(structure) => Some(self.types.structure(structure)?.members.get(index as usize)?.ty),
            _ => None,
        }
    }
}
