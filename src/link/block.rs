//! What lies at which offset in a block, number by number.
//!
//! Comes in: two blocks. Goes out: the first place where they hold different numbers. Must not depend on: names of
//! members, and how numbers are grouped: four `float` are a `vec4`.

use super::resource::Resource;
use crate::hir::layout::Layouter;
use crate::hir::{ArrayLength, Handle, MatrixMajor, Member, Module, PackingRules, ScalarKind, Span, Type};
use std::collections::BTreeMap;

/// How many elements of an array are compared: if those agree, so do the others.
const MOST_ELEMENTS: u32 = 64;

/// How many numbers of a block are compared.
const MOST_NUMBERS: usize = 4096;

/// A number in a block.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The offset of its first byte.
    pub offset: u32,
    /// Its size in bytes.
    size: u32,
    kind: Kind,
    /// The member of the block that it is in.
    pub member: String,
    /// The type of that member.
    pub spelled: String,
    /// Its declaration.
    pub span: Span,
}

/// The kind of a number; its signedness makes no difference in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer,
    Float,
    Other,
}

struct Walk<'m> {
    module: &'m Module,
    layouter: Layouter<'m>,
    found: Vec<(u32, u32, Kind)>,
}

/// The numbers in the block of a variable, in the order of its members.
fn places(resource: Resource<'_>) -> Vec<Place> {
    let module = resource.module;
    let element = module.types.element_of_arrays(resource.global.ty);
    let Type::Struct(structure) = *module.types.get(element) else { return Vec::new() };
    let Some(block) = module.types.structure(structure) else { return Vec::new() };
    let rules = block.block.map_or(PackingRules::Std430, |it| it.rules);
    let layouter = Layouter { types: &module.types, constants: &module.constants, rules };
    let mut walk = Walk { module, layouter, found: Vec::new() };
    let mut places = Vec::new();
    for member in &block.members {
        let Some(offset) = member.offset else { continue };
        walk.numbers(member.ty, offset, member.major);
        places.extend(walk.found.drain(..).map(|(offset, size, kind)| place(module, member, offset, size, kind)));
        if places.len() >= MOST_NUMBERS {
            break;
        }
    }
    places
}

fn place(module: &Module, member: &Member, offset: u32, size: u32, kind: Kind) -> Place {
    let spelled = crate::hir::type_text::type_text(&module.types, &module.constants, member.ty);
    Place { offset, size, kind, member: (&member.name).into(), spelled, span: member.span }
}

impl Walk<'_> {
    fn numbers(&mut self, ty: Handle<Type>, offset: u32, major: MatrixMajor) {
        if self.found.len() >= MOST_NUMBERS {
            return;
        }
        match *self.module.types.get(ty) {
            Type::Scalar(scalar) => self.vector(1, scalar.width, scalar.kind, offset),
            Type::Vector(size, scalar) => {
                let length = self.module.types.known_length(size).unwrap_or(1).min(MOST_ELEMENTS);
                self.vector(length, scalar.width, scalar.kind, offset);
            }
            Type::Matrix { columns, rows, scalar } => {
                let stride = self.layouter.matrix_stride(columns, rows, scalar, major);
                let (count, length) = match major {
                    MatrixMajor::Column => (columns.get(), rows.get()),
                    MatrixMajor::Row => (rows.get(), columns.get()),
                };
                for index in 0..count {
                    self.vector(length, scalar.width, scalar.kind, offset.saturating_add(index.saturating_mul(stride)));
                }
            }
            Type::Array { element, length } => {
                let stride = self.layouter.array_stride(element, major);
                let count = if let ArrayLength::Constant(count) = length { count.min(MOST_ELEMENTS) } else { 1 };
                for index in 0..count {
                    self.numbers(element, offset.saturating_add(index.saturating_mul(stride)), major);
                }
            }
            Type::Struct(structure) => {
                let module = self.module;
                let members = module.types.structure(structure).map_or(&[][..], |it| &it.members);
                for (member, inner) in members.iter().zip(self.layouter.member_offsets(members, major)) {
                    self.numbers(member.ty, offset.saturating_add(inner), major);
                }
            }
            Type::Reference(_) => self.found.push((offset, 8, Kind::Other)),
            _ => {}
        }
    }

    fn vector(&mut self, length: u32, width: u8, kind: ScalarKind, offset: u32) {
        let (kind, width) = match kind {
            // It is an integer in memory.
            ScalarKind::Bool => (Kind::Integer, 4),
            ScalarKind::Sint | ScalarKind::Uint => (Kind::Integer, u32::from(width)),
            ScalarKind::Float => (Kind::Float, u32::from(width)),
            ScalarKind::SmallFloat(_) => (Kind::Other, u32::from(width)),
        };
        self.found.extend((0..length).map(|index| (offset.saturating_add(index * width), width, kind)));
    }
}

/// The first place where two blocks hold different numbers: of the first block, and of the second.
pub(super) fn difference(first: Resource<'_>, second: Resource<'_>) -> Option<(Place, Place)> {
    let first: BTreeMap<u32, Place> = places(first).into_iter().map(|it| (it.offset, it)).collect();
    places(second).into_iter().find_map(|place| {
        // The widest number takes eight bytes.
        let mut near = first.range(place.offset.saturating_sub(7)..place.offset.saturating_add(place.size));
        let differs = |it: &Place| {
            let overlaps = it.offset.saturating_add(it.size) > place.offset;
            overlaps && (it.offset, it.size, it.kind) != (place.offset, place.size, place.kind)
        };
        let other = near.find(|(_, it)| differs(it))?.1.clone();
        Some((other, place))
    })
}
