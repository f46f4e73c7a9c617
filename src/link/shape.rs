//! Whether two types of different modules are the same.
//!
//! Comes in: two types, each with its module. Goes out: whether values of them have the same parts. Must not depend on:
//! names, which no stage sees.

use crate::hir::{ArrayLength, Handle, Module, Type};

/// How many parts are compared. Two types that agree up to there are considered equal.
const MOST_PARTS: usize = 4096;

/// Whether two types have the same parts in the same order, whatever their names.
pub(super) fn same_type(one: (&Module, Handle<Type>), other: (&Module, Handle<Type>)) -> bool {
    let mut open = vec![(one.1, other.1)];
    for _ in 0..MOST_PARTS {
        let Some((left, right)) = open.pop() else { return true };
        match (one.0.types.get(left), other.0.types.get(right)) {
            (Type::Array { element: left, length: one }, Type::Array { element: right, length: other }) => {
                if matches!((one, other), (ArrayLength::Constant(one), ArrayLength::Constant(other)) if one != other) {
                    return false;
                }
                open.push((*left, *right));
            }
            (Type::Struct(left), Type::Struct(right)) => {
                let (Some(left), Some(right)) = (one.0.types.structure(*left), other.0.types.structure(*right)) else {
                    return false;
                };
                if left.members.len() != right.members.len() {
                    return false;
                }
                open.extend(left.members.iter().zip(&right.members).map(|(left, right)| (left.ty, right.ty)));
            }
            (Type::Reference(_), Type::Reference(_)) => {}
            (left, right) => {
                if left.scalar().is_none() || left != right {
                    return left.scalar().is_none() && std::mem::discriminant(left) == std::mem::discriminant(right);
                }
            }
        }
    }
    true
}
