//! Two tables of the walk: what types are for it, and where conditions stand.
//!
//! Comes in: types; terms with places. Goes out: the same by number. Must not depend on: the walk.

use super::term::Term;
use crate::hir::{ScalarKind, Span, Type};

/// What is known of the values of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Components that are followed.
    pub leaves: u8,
    /// They are integers or truth values of 32 bits, or references.
    pub followed: bool,
    /// They are integers with a sign.
    pub signed: bool,
}

impl Shape {
    pub(super) fn of(ty: &Type) -> Self {
        let followed = match *ty {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => match scalar.kind {
                ScalarKind::Bool => true,
                ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
                _ => false,
            },
            Type::Reference(_) => true,
            _ => false,
        };
        let leaves = ty.component_count().filter(|count| *count <= 4).unwrap_or(1) as u8;
        let signed = matches!(ty, Type::Scalar(scalar) | Type::Vector(_, scalar) if scalar.kind == ScalarKind::Sint);
        Self { leaves, followed, signed }
    }
}

/// Where conditions stand, by their terms.
#[derive(Debug, Default)]
pub(super) struct Causes(Vec<Option<Span>>);

impl Causes {
    pub(super) fn of(&self, condition: Term) -> Option<Span> {
        self.0.get(condition.number() as usize).copied().flatten()
    }

    /// The first place counts.
    pub(super) fn note(&mut self, condition: Term, span: Span) {
        let index = condition.number() as usize;
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two().max(64), None);
        }
        if let Some(place) = self.0.get_mut(index) {
            place.get_or_insert(span);
        }
    }
}
