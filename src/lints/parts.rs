//! Sets of parts of local variables.
//!
//! Comes in: the locals of a function. Goes out: the bits of each, and sets of bits. Must not depend on: what sets are for.

use crate::hir::{ArrayLength, Function, Handle, Local, Module, Type};
use smallvec::{SmallVec, smallvec};

/// A set of locals and, behind them, of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(SmallVec<[u64; 2]>);

impl Set {
    pub(super) fn new(count: usize) -> Self {
        Self(smallvec![0; count.div_ceil(64)])
    }

    pub(super) fn has(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    pub(super) fn add(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to |= from);
    }

    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to &= !from);
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| *to &= from);
    }
}

/// The bits of locals: one for each scalar in it; of large ones one for each member or component.
pub(super) struct Parts {
    /// By local.
    pub bits: Vec<Part>,
    /// The bits of all locals.
    pub locals: usize,
}

/// The bits of a local.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub first: u32,
    pub count: u32,
    /// There is one for each scalar.
    pub is_fine: bool,
}

/// Bits of a function. Every branch has sets of them; of more variables the first ones are looked at.
const MOST_BITS: u32 = 1024;

/// What is larger has one part for each of its members, or a single one.
pub(super) const MOST_PARTS: u32 = 31;

impl Parts {
    /// Only variables that may be read before they are written have bits, and those that stand for others.
    pub(super) fn of(module: &Module, function: &Function, is_doubtful: impl Fn(Handle<Local>) -> bool) -> Self {
        let mut first = 0;
        let mut bits = Vec::with_capacity(function.locals.len());
        for (handle, local) in function.locals.iter() {
            if first >= MOST_BITS || !is_doubtful(handle) && !local.name.is_empty() {
                bits.push(Part { first, count: 0, is_fine: false });
                continue;
            }
            let scalars = scalars(module, local.ty, 0);
            let is_fine = scalars <= MOST_PARTS;
            let count = match *module.types.get(local.ty) {
                _ if is_fine => scalars,
                Type::Struct(structure) => module.types.structure(structure).map_or(1, |it| it.members.len() as u32),
                _ => 1,
            };
            let count = if (1..=MOST_PARTS).contains(&count) { count } else { 1 };
            bits.push(Part { first, count, is_fine });
            first += count;
        }
        Self { bits, locals: first as usize }
    }
}

/// How many scalars something is made of; more than are counted if it is large.
pub(super) fn scalars(module: &Module, ty: Handle<Type>, depth: u32) -> u32 {
    if depth > 8 {
        return u32::MAX;
    }
    let of = |ty| scalars(module, ty, depth + 1);
    match *module.types.get(ty) {
        Type::Array { element, length: ArrayLength::Constant(length) } => length.saturating_mul(of(element)),
        Type::Array { .. } => u32::MAX,
        Type::Struct(structure) => {
            let members = module.types.structure(structure).map(|it| it.members.as_slice()).unwrap_or_default();
            // More than are told apart are as good as any number.
            let sum = members.iter().try_fold(0, |sum: u32, it| {
                let sum = sum.saturating_add(of(it.ty));
                if sum > MOST_PARTS { Err(sum) } else { Ok(sum) }
            });
            sum.unwrap_or_else(|sum| sum).max(1)
        }
        Type::Matrix { columns, rows, .. } => columns.listed().unwrap_or(1) * rows.listed().unwrap_or(1),
        ref other => other.component_count().unwrap_or(1).max(1),
    }
}
