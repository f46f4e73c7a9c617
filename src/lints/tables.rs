//! Two tables of the walk: what types are for it, and where conditions stand.
//!
//! Comes in: types; terms with places. Goes out: the same by number. Must not depend on: the walk.

use super::memory::empty;
use super::term::Term;
use crate::hir::{ArrayLength, Module, ScalarKind, Span, Type};

/// What is known of the values of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Components that are followed.
    pub leaves: u8,
    /// They are integers or truth values of 32 bits, or references.
    pub followed: bool,
    /// They are integers with a sign.
    pub signed: bool,
    /// What all parts of a structure or array have together, if it is followed part by part; [`Self::TOO_MANY`] if not.
    slots: u8,
    /// Values of the type, or parts of them, are no data.
    pub opaque: bool,
}

/// Larger structures and arrays are not followed.
const MOST_SLOTS: u8 = 16;

impl Shape {
    const TOO_MANY: u8 = u8::MAX;
    /// Of no type.
    pub(super) const NOTHING: Self = Self { leaves: 1, followed: false, signed: false, slots: 1, opaque: false };

    /// All types of a module. `by_component`: so are those of vectors that are not followed.
    pub(super) fn all(module: &Module, by_component: bool, memory: Vec<Self>) -> Vec<Self> {
        let types = &module.types.types;
        let mut shapes = memory;
        shapes.reserve(types.len());
        // What types are made of comes before them.
        for (_, ty) in types.iter() {
            let mut shape = Self::of(ty, by_component);
            match *ty {
                Type::Struct(structure) => {
                    let members = module.types.structure(structure).map(|it| it.members.as_slice()).unwrap_or_default();
                    shape.slots = 0;
                    for member in members {
                        let part = shapes.get(member.ty.index());
                        shape.opaque |= part.is_some_and(|it| it.opaque);
                        shape.slots = shape.slots.saturating_add(part.map_or(Self::TOO_MANY, |it| it.slots));
                    }
                }
                Type::Array { element, length } => {
                    let part = shapes.get(element.index()).copied();
                    let is_structure = matches!(module.types.get(element), Type::Struct(_));
                    shape.opaque |= part.is_some_and(|it| it.opaque);
                    if let (ArrayLength::Constant(length), Some(part)) = (length, part)
                        && length <= MOST_SLOTS.into()
                        && (part.followed || is_structure)
                    {
                        shape.slots = part.slots.saturating_mul(length as u8);
                    }
                }
                _ => {}
            }
            shapes.push(shape);
        }
        shapes
    }

    /// How many slots a variable has: those of small structures and arrays of integers are followed one by one.
    pub(super) const fn slots(self) -> u8 {
        if self.slots > MOST_SLOTS { 1 } else { self.slots }
    }

    fn of(ty: &Type, by_component: bool) -> Self {
        let followed = match *ty {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => match scalar.kind {
                ScalarKind::Bool => true,
                ScalarKind::Sint | ScalarKind::Uint => scalar.width == 4,
                _ => false,
            },
            Type::Reference(_) => true,
            _ => false,
        };
        let count = if followed || by_component { ty.component_count() } else { None };
        let leaves = count.filter(|count| *count <= 4).unwrap_or(1) as u8;
        let signed = matches!(ty, Type::Scalar(scalar) | Type::Vector(_, scalar) if scalar.kind == ScalarKind::Sint);
        let opaque = ty.is_opaque() || matches!(ty, Type::Spirv(_));
        Self { leaves, followed, signed, slots: leaves, opaque }
    }
}

/// Where conditions stand, by their terms.
#[derive(Debug, Default)]
pub(super) struct Causes(Vec<Option<Span>>);

impl Causes {
    /// Nothing, in the memory of another.
    pub(super) fn cleared(self) -> Self {
        Self(empty(self.0))
    }

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
