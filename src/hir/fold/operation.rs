//! The operators of the language and conversions, on constants.
//!
//! Comes in: an operation of the intermediate representation and its operands. Goes out: a constant, folded or
//! symbolic. Must not depend on: which built-in or operator of the source it came from.

use super::constant::Leaves;
use super::scalar;
use super::scalar_operation::{has_symbolic_operations, is_comparison};
use super::{Fold, Folder};
use crate::hir::{BinaryOperation, Constant, ConstantOperation, Handle, Scalar, ScalarKind, Type, UnaryOperation};

impl Folder<'_> {
    /// `-x`, `~x`, `!x`.
    pub fn unary(&mut self, operation: UnaryOperation, operand: Handle<Constant>) -> Option<Handle<Constant>> {
        let ty = self.ty(operand)?;
        let scalar = self.leaf_type(ty)?;
        let is_valid = match operation {
            UnaryOperation::Negate => scalar.kind != ScalarKind::Bool,
            UnaryOperation::BitNot => matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint),
            UnaryOperation::LogicalNot => scalar.kind == ScalarKind::Bool,
        };
        if !is_valid {
            return None;
        }
        self.each(operand, ty, |folder, leaf, leaf_ty| match folder.scalar_bits(leaf) {
            Some(bits) => {
                let bits = match operation {
                    UnaryOperation::Negate => scalar::negate(scalar, bits)?,
                    UnaryOperation::BitNot => !bits,
                    UnaryOperation::LogicalNot => u64::from(bits == 0),
                };
                Some(folder.scalar(scalar, bits))
            }
            None if has_symbolic_operations(scalar) => {
                Some(folder.operation(leaf_ty, ConstantOperation::Unary(operation, leaf)))
            }
            None => None,
        })
    }

    /// Converts each component to the scalar type of `to`, a type of the same shape (GLSL 4.60, 5.4.1).
    pub fn convert(&mut self, operand: Handle<Constant>, to: Handle<Type>) -> Option<Handle<Constant>> {
        if self.ty(operand)? == to {
            return Some(operand);
        }
        let (from, target) = (self.leaf_type(self.ty(operand)?)?, self.leaf_type(to)?);
        self.each(operand, to, |folder, leaf, leaf_ty| match folder.scalar_bits(leaf) {
            _ if from == target => Some(leaf),
            Some(bits) => Some(folder.scalar(target, scalar::convert(from, target, bits))),
            None if has_symbolic_operations(from) && has_symbolic_operations(target)
                || from.kind == ScalarKind::Float && target.kind == ScalarKind::Float =>
            {
                Some(folder.operation(leaf_ty, ConstantOperation::Convert(leaf)))
            }
            None => None,
        })
    }

    /// A binary operation; [`BinaryOperation`] says which types it takes.
    pub fn binary(&mut self, operation: BinaryOperation, left: Handle<Constant>, right: Handle<Constant>) -> Fold {
        match operation {
            BinaryOperation::Equal => return self.equal(left, right),
            BinaryOperation::NotEqual => {
                let Fold::Constant(equal) = self.equal(left, right) else { return Fold::NotConstant };
                return self.not(equal).into();
            }
            _ => {}
        }
        let (Some(left_ty), Some(right_ty)) = (self.ty(left), self.ty(right)) else { return Fold::NotConstant };
        let is_shift = matches!(operation, BinaryOperation::ShiftLeft | BinaryOperation::ShiftRight);
        let is_matrix = |ty| matches!(self.types.get(ty), Type::Matrix { .. });
        if operation == BinaryOperation::Multiply && (is_matrix(left_ty) || is_matrix(right_ty)) {
            return self.multiply_matrices(left, right).into();
        }
        // Scaling is the only operation that takes a scalar and a vector; the others found it splatted.
        if left_ty != right_ty && !is_shift {
            if let Some(splat) = self.splat(right, left_ty) {
                return self.componentwise(operation, left, splat, left_ty);
            }
            if let Some(splat) = self.splat(left, right_ty) {
                return self.componentwise(operation, splat, right, right_ty);
            }
            return Fold::NotConstant;
        }
        self.componentwise(operation, left, right, left_ty)
    }

    fn componentwise(
        &mut self,
        operation: BinaryOperation,
        left: Handle<Constant>,
        right: Handle<Constant>,
        ty: Handle<Type>,
    ) -> Fold {
        let (Some(l), Some(r)) = (self.leaves(left), self.leaves(right)) else { return Fold::NotConstant };
        let Some(scalar) = self.leaf_type(ty) else { return Fold::NotConstant };
        if l.len() != r.len() || (is_comparison(operation) && l.len() != 1) {
            return Fold::NotConstant;
        }
        let mut leaves = Leaves::new();
        let mut is_constant = true;
        for (&l, &r) in l.iter().zip(&r) {
            match self.scalar_operation(operation, scalar, l, r) {
                Fold::Constant(leaf) => leaves.push(leaf),
                // A later component may still divide by zero, which is worth a warning.
                Fold::NotConstant => is_constant = false,
                Fold::DivisionByZero => return Fold::DivisionByZero,
            }
        }
        if !is_constant {
            return Fold::NotConstant;
        }
        let ty = if is_comparison(operation) { self.types.insert(Type::Scalar(Scalar::BOOL)) } else { ty };
        self.rebuild(ty, &leaves).into()
    }

    /// `!x` of a scalar `bool`.
    fn not(&mut self, operand: Handle<Constant>) -> Option<Handle<Constant>> {
        self.unary(UnaryOperation::LogicalNot, operand)
    }

    /// `condition ? accept : reject`; the operands have one type and the condition is a scalar `bool`.
    pub fn select(
        &mut self,
        condition: Handle<Constant>,
        accept: Handle<Constant>,
        reject: Handle<Constant>,
    ) -> Option<Handle<Constant>> {
        if let Some(condition) = self.as_bool(condition) {
            return Some(if condition { accept } else { reject });
        }
        if *self.types.get(self.ty(condition)?) != Type::Scalar(Scalar::BOOL) {
            return None;
        }
        let ty = self.ty(accept)?;
        if self.ty(reject)? != ty {
            return None;
        }
        if accept == reject {
            return Some(accept);
        }
        // Apart from width conversions, this is all that shaders may do with floating-point specialization constants.
        let scalar = self.types.scalar_of(ty)?;
        let (accept, reject) = (self.leaves(accept)?, self.leaves(reject)?);
        let leaf_ty = self.types.insert(Type::Scalar(scalar));
        let mut leaves = Leaves::new();
        for (&accept, &reject) in accept.iter().zip(&reject) {
            leaves.push(if accept == reject {
                accept
            } else {
                self.operation(leaf_ty, ConstantOperation::Select(condition, accept, reject))
            });
        }
        self.rebuild(ty, &leaves)
    }

    /// Applies `operation` to each scalar of `operand` and builds a constant of type `ty` from the results.
    fn each(
        &mut self,
        operand: Handle<Constant>,
        ty: Handle<Type>,
        mut operation: impl FnMut(&mut Self, Handle<Constant>, Handle<Type>) -> Option<Handle<Constant>>,
    ) -> Option<Handle<Constant>> {
        let scalar = self.leaf_type(ty)?;
        let leaf_ty = self.types.scalar(scalar);
        let mut leaves = self.leaves(operand)?;
        for leaf in &mut leaves {
            *leaf = operation(self, *leaf, leaf_ty)?;
        }
        self.rebuild(ty, &leaves)
    }
}
