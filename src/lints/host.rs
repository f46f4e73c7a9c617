//! What the host chooses: the local size and other specialization constants.
//!
//! Comes in: a module. Goes out: sizes and constants that a walk takes as given. Must not depend on: the walk.

use super::assumptions::Assumptions;
use super::term::Known;
use crate::hir::{Constant, ConstantKind, Handle, Module, ScalarKind, Type, WorkgroupDimension};

/// What a local size that is a specialization constant is taken to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Size {
    /// Its default: a pipeline that changes nothing is one that exists.
    #[default]
    Default,
    Half,
    Times(u32),
}

impl Size {
    pub(super) fn of(self, default: u32) -> u32 {
        match self {
            Self::Default => default,
            Self::Half => (default / 2).max(1),
            Self::Times(by) => default.saturating_mul(by),
        }
    }
}

/// What specialization constants other than the local size are taken to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Constants {
    /// Numbers that nobody knows.
    #[default]
    Unknown,
    /// So many times their defaults, where these are numbers to count with.
    Defaults(u32),
}

/// What the host is taken to choose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Host {
    pub size: Size,
    pub constants: Constants,
    /// What only may happen counts, whoever asks: it is compared with what certainly happens for another size.
    pub with_doubts: bool,
}

/// The defaults of specialization constants that are numbers to count with. Smaller ones say that the host sets another, or
/// choose between ways.
const COUNTS: std::ops::RangeInclusive<u32> = 2..=0x1_0000;

/// Numbers of invocations that the host promises.
pub(super) fn known_of(assumptions: &Assumptions, size: Option<[u32; 3]>) -> Known {
    let subgroup = match *assumptions.subgroup_sizes() {
        [only] => Some(only),
        _ => None,
    };
    let count = size.map(|it| it.iter().product::<u32>());
    Known {
        subgroup,
        subgroups: subgroup.filter(|_| assumptions.full_subgroups).and_then(|it| Some(count?.div_ceil(it))),
        one_workgroup: assumptions.workgroups == Some(1),
    }
}

/// The size of the workgroup, if it is known.
pub(super) fn workgroup_size(module: &Module, sizes: Size) -> Option<[u32; 3]> {
    let mut size = [1; 3];
    for (to, dimension) in size.iter_mut().zip(module.entry_point.workgroup?.size) {
        *to = match dimension {
            WorkgroupDimension::Literal(value) => value,
            WorkgroupDimension::Specialization(constant) => sizes.of(default_of(module, constant)?),
        };
    }
    Some(size)
}

/// How many invocations a workgroup of a size has.
pub(super) fn group_size(module: &Module, sizes: Size) -> Option<u32> {
    workgroup_size(module, sizes)?.into_iter().try_fold(1, u32::checked_mul)
}

/// The specialization constants that are numbers to count with, and their defaults.
pub(super) fn counts(module: &Module) -> impl Iterator<Item = (Handle<Constant>, u32)> {
    module.constants.iter().filter_map(|(handle, constant)| {
        let ConstantKind::Specialization { default, .. } = constant.kind else { return None };
        let default = u32::try_from(default).ok().filter(|it| COUNTS.contains(it))?;
        let Type::Scalar(scalar) = *module.types.get(constant.ty) else { return None };
        let counts = matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint) && scalar.width == 4;
        counts.then_some((handle, default))
    })
}

/// Whether there are any.
pub(super) fn has_constants(module: &Module) -> bool {
    counts(module).next().is_some()
}

/// The default of a specialization constant. That of a local size is 1 where the shader has no other; a constant with the same
/// id, which the host sets with it, says more.
pub(super) fn default_of(module: &Module, constant: Handle<Constant>) -> Option<u32> {
    let defaults = with_id_of(module, constant).filter_map(|it| u32::try_from(it.1).ok());
    defaults.reduce(|first, other| if first > 1 { first } else { other })
}

/// The specialization constants with the id of one, itself first, and their defaults.
pub(super) fn with_id_of(module: &Module, constant: Handle<Constant>) -> impl Iterator<Item = (Handle<Constant>, u64)> {
    let of = |it: Handle<Constant>| match module.constants.get_handle(it).ok()?.kind {
        ConstantKind::Specialization { id, default, .. } => Some((id, default)),
        _ => None,
    };
    let own = of(constant);
    let others = module.constants.iter().filter_map(move |(handle, it)| match it.kind {
        ConstantKind::Specialization { id, default, .. } if handle != constant && own.is_some_and(|it| it.0 == id) => {
            Some((handle, default))
        }
        _ => None,
    });
    own.map(|it| (constant, it.1)).into_iter().chain(others)
}
