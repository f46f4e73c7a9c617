//! Overload resolution (GLSL 4.60, 6.1), for functions of the shader and for rows of the built-in tables.
//!
//! Comes in: candidates and the types of the arguments. Goes out: the one that is called, those between which the call
//! is ambiguous, or why each does not fit, nearest first. Must not depend on: names, syntax, how a call is built.

use crate::builtins::{self, BuiltinType, Function, Parameter, ParameterMode, Prototype, RowInstance, TypeRef};
use crate::hir::{Handle, Type, TypeTable};
use crate::sema::types::conversion::{Conversions, Rank};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Into the function.
    In,
    /// Out of it: the parameter converts to the argument.
    Out,
    /// Both ways.
    InOut,
    /// As memory or as a resource: the types are the same.
    Reference,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterType {
    /// A type of the module.
    Type(Handle<Type>),
    /// A type of the built-in tables; the format of storage images does not matter.
    Builtin(BuiltinType),
}

/// Something that can be called.
pub trait Signature {
    /// The number of parameters.
    fn parameter_count(&self) -> usize;
    /// Whether it may be called with this many arguments.
    fn takes(&self, count: usize) -> bool {
        count == self.parameter_count()
    }
    /// The parameter for argument `index`; a signature may take a varying number of them.
    fn parameter(&self, index: usize) -> (ParameterType, Direction);
    /// How the argument `index` is passed.
    fn direction(&self, index: usize) -> Direction {
        self.parameter(index).1
    }
}

impl Signature for &[(Handle<Type>, Direction)] {
    fn parameter_count(&self) -> usize {
        self.len()
    }

    fn parameter(&self, index: usize) -> (ParameterType, Direction) {
        self.get(index).map_or((ParameterType::Builtin(BuiltinType::Void), Direction::In), |&(ty, direction)| {
            (ParameterType::Type(ty), direction)
        })
    }
}

/// One overload of a row of the built-in tables.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinOverload {
    /// The row.
    pub prototype: &'static Prototype,
    /// Which overload of the row.
    pub instance: RowInstance,
}

impl BuiltinOverload {
    /// All overloads of the same row.
    pub(in crate::sema) fn of_row(self) -> impl Iterator<Item = Self> + Clone {
        let Self { prototype, .. } = self;
        (0..prototype.instances).map(move |row| Self { prototype, instance: row.into() })
    }
}

impl Signature for BuiltinOverload {
    fn parameter_count(&self) -> usize {
        self.prototype.parameters.len()
    }

    fn takes(&self, count: usize) -> bool {
        self.prototype.takes(count)
    }

    fn parameter(&self, index: usize) -> (ParameterType, Direction) {
        let ty = self.prototype.parameter(index).map_or(BuiltinType::Void, |parameter| parameter.ty.at(self.instance));
        (ParameterType::Builtin(ty), self.direction(index))
    }

    fn direction(&self, index: usize) -> Direction {
        match self.prototype.parameter(index).map(|parameter| parameter.mode) {
            None | Some(ParameterMode::In | ParameterMode::Rest | ParameterMode::Located(_)) => Direction::In,
            Some(ParameterMode::Out) => Direction::Out,
            Some(ParameterMode::InOut) => Direction::InOut,
            Some(ParameterMode::Memory | ParameterMode::Image | ParameterMode::Interpolant | ParameterMode::Object) => {
                Direction::Reference
            }
        }
    }
}

/// What a call means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution<C = usize> {
    /// This candidate is called.
    Match(C),
    /// All of these fit and none of them is the best.
    Ambiguous(Vec<C>),
    /// None fits; nearest first.
    None(Vec<Mismatch<C>>),
}

/// Why a candidate does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch<C = usize> {
    /// The candidate.
    pub candidate: C,
    /// The first reason.
    pub reason: Reason,
    /// How far the argument is from its parameter.
    pub misfit: Misfit,
}

/// How far an argument that does not convert is from its parameter, from what a constructor call can mend to what it
/// may not be able to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Misfit {
    /// A scalar where a vector is needed: `vec3(x)`.
    Scalar,
    /// As many components of another type: `ivec3(x)`.
    Components,
    /// Something else.
    Other,
}

/// A reason why a candidate does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It takes this many arguments.
    Count(usize),
    /// The argument with this index does not convert to its parameter.
    Argument(usize),
}

/// Finds the candidate that a call with arguments of these types means.
pub fn resolve<S: Signature>(
    types: &TypeTable,
    conversions: &Conversions,
    candidates: &[S],
    arguments: &[Handle<Type>],
) -> Resolution {
    let mut viable: SmallVec<[(usize, Ranks); 8]> = SmallVec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if !candidate.takes(arguments.len()) {
            continue;
        }
        let Some(ranks) = rank_all(types, conversions, candidate, arguments) else { continue };
        if ranks.iter().all(|&rank| rank == Rank::Exact) {
            return Resolution::Match(index);
        }
        viable.push((index, ranks));
    }
    let Some(mut best) = viable.first() else {
        return Resolution::None(mismatches(types, conversions, candidates, arguments));
    };
    for other in &viable {
        if is_better(&other.1, &best.1) {
            best = other;
        }
    }
    let same = |other: usize| match (candidates.get(best.0), candidates.get(other)) {
        (Some(a), Some(b)) => (0..arguments.len()).all(|index| a.parameter(index) == b.parameter(index)),
        _ => false,
    };
    // Two rows of the tables may declare one overload for two extensions.
    if viable.iter().all(|other| other.0 == best.0 || is_better(&best.1, &other.1) || same(other.0)) {
        return Resolution::Match(best.0);
    }
    let beaten = |ranks: &Ranks| viable.iter().any(|other| is_better(&other.1, ranks));
    let mut left: Vec<usize> = viable.iter().filter(|it| !beaten(&it.1)).map(|it| it.0).collect();
    if left.is_empty() {
        left = viable.iter().map(|it| it.0).collect();
    }
    Resolution::Ambiguous(left)
}

/// Finds the overload of a built-in function that a call means among the prototypes that are `visible`.
pub fn resolve_builtin(
    types: &TypeTable,
    conversions: &Conversions,
    function: &'static Function,
    visible: impl Fn(&Prototype) -> bool,
    arguments: &[Handle<Type>],
) -> Resolution<BuiltinOverload> {
    let overloads: SmallVec<[BuiltinOverload; 64]> = function
        .prototypes
        .iter()
        .filter(|prototype| visible(prototype))
        .flat_map(|prototype| {
            (0..prototype.instances).map(move |row| BuiltinOverload { prototype, instance: row.into() })
        })
        .collect();
    let at = |index: usize| overloads.get(index).copied();
    match resolve(types, conversions, &overloads, arguments) {
        Resolution::Match(index) => match at(index) {
            Some(overload) => Resolution::Match(overload),
            None => Resolution::None(Vec::new()),
        },
        Resolution::Ambiguous(indices) => Resolution::Ambiguous(indices.into_iter().filter_map(at).collect()),
        Resolution::None(mismatches) => {
            // One line per row: its nearest overload.
            let mut nearest: Vec<Mismatch<BuiltinOverload>> = Vec::new();
            for mismatch in mismatches {
                let Some(candidate) = at(mismatch.candidate) else { continue };
                if !nearest.iter().any(|it| std::ptr::eq(it.candidate.prototype, candidate.prototype)) {
                    nearest.push(Mismatch { candidate, reason: mismatch.reason, misfit: mismatch.misfit });
                }
            }
            Resolution::None(nearest)
        }
    }
}

/// Whether the arguments have exactly the types of the parameters.
pub(in crate::sema) fn is_exact(types: &TypeTable, overload: &BuiltinOverload, arguments: &[Handle<Type>]) -> bool {
    let mut arguments = arguments.iter().enumerate();
    arguments.all(|(index, &argument)| match overload.parameter(index).0 {
        ParameterType::Builtin(parameter) => types.is_builtin(types.get(argument), parameter),
        ParameterType::Type(parameter) => types.has_type(argument, parameter),
    })
}

/// The overload of a row whose parameters have exactly the types of the arguments.
pub(in crate::sema) fn exact_overload(
    types: &TypeTable,
    row: BuiltinOverload,
    arguments: &[Handle<Type>],
) -> Option<BuiltinOverload> {
    // In most rows the type of the first parameter differs from overload to overload.
    let first = row.prototype.parameters.first().zip(arguments.first());
    let may_be = |overload: &BuiltinOverload| match first {
        Some((&Parameter { ty: TypeRef::Set(set), .. }, &argument)) => {
            let parameter = set.get(usize::from(overload.instance.row));
            parameter.is_some_and(|&it| types.is_builtin(types.get(argument), it))
        }
        _ => true,
    };
    row.of_row().find(|it| may_be(it) && is_exact(types, it, arguments))
}

type Ranks = SmallVec<[Rank; 4]>;

/// How well an argument fits a parameter, if it does.
fn rank(
    types: &TypeTable,
    conversions: &Conversions,
    argument: Handle<Type>,
    (parameter, direction): (ParameterType, Direction),
) -> Option<Rank> {
    let exact = match parameter {
        ParameterType::Type(ty) => types.has_type(argument, ty),
        ParameterType::Builtin(ty) => types.is_builtin(types.get(argument), ty),
    };
    if exact {
        return Some(Rank::Exact);
    }
    let argument = types.get(argument);
    let parameter = match parameter {
        ParameterType::Type(ty) => *types.get(ty),
        ParameterType::Builtin(BuiltinType::Scalar(scalar)) => Type::Scalar(scalar),
        ParameterType::Builtin(BuiltinType::Vector(size, scalar)) => Type::Vector(size, scalar),
        ParameterType::Builtin(BuiltinType::Matrix { columns, rows, scalar }) => Type::Matrix { columns, rows, scalar },
        ParameterType::Builtin(_) => return None,
    };
    match direction {
        Direction::In => conversions.types(argument, &parameter),
        Direction::Out => conversions.types(&parameter, argument),
        Direction::InOut => {
            conversions.types(&parameter, argument)?;
            conversions.types(argument, &parameter)
        }
        Direction::Reference => None,
    }
}

fn rank_all<S: Signature>(
    types: &TypeTable,
    conversions: &Conversions,
    candidate: &S,
    arguments: &[Handle<Type>],
) -> Option<Ranks> {
    let fit = |(index, &argument)| rank(types, conversions, argument, candidate.parameter(index));
    arguments.iter().enumerate().map(fit).collect()
}

/// Better in one argument at least, worse in none.
fn is_better(a: &Ranks, b: &Ranks) -> bool {
    let pairs = || a.iter().zip(b.iter());
    pairs().any(|(a, b)| a.is_better_than(*b)) && !pairs().any(|(a, b)| b.is_better_than(*a))
}

/// How far an argument is from a parameter that it does not convert to.
fn misfit(
    types: &TypeTable,
    conversions: &Conversions,
    argument: Handle<Type>,
    (parameter, direction): (ParameterType, Direction),
) -> Misfit {
    if direction != Direction::In {
        return Misfit::Other;
    }
    let shape = |ty: &Type| match *ty {
        Type::Scalar(scalar) => Some((1, scalar)),
        Type::Vector(size, scalar) => Some((types.known_length(size)?, scalar)),
        _ => None,
    };
    let wanted = match parameter {
        ParameterType::Type(ty) => shape(types.get(ty)),
        ParameterType::Builtin(BuiltinType::Scalar(scalar)) => Some((1, scalar)),
        ParameterType::Builtin(BuiltinType::Vector(size, scalar)) => shape(&Type::Vector(size, scalar)),
        ParameterType::Builtin(_) => None,
    };
    let (Some((given, from)), Some((wanted, to))) = (shape(types.get(argument)), wanted) else { return Misfit::Other };
    let converts = || from == to || conversions.types(&Type::Scalar(from), &Type::Scalar(to)).is_some();
    match given {
        1 if wanted > 1 && converts() => Misfit::Scalar,
        _ if given == wanted => Misfit::Components,
        _ => Misfit::Other,
    }
}

/// Why each candidate does not fit: those with the right number of arguments first. Among them come first the ones with
/// the fewest bad arguments, then the ones that are easily mended, then the ones whose first arguments fit, since these
/// say what the call is about, then the ones that need no conversion; otherwise they are in declaration order.
fn mismatches<S: Signature>(
    types: &TypeTable,
    conversions: &Conversions,
    candidates: &[S],
    arguments: &[Handle<Type>],
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let count = candidate.parameter_count();
        if !candidate.takes(arguments.len()) {
            let mismatch = Mismatch { candidate: index, reason: Reason::Count(count), misfit: Misfit::Other };
            found.push(((count.abs_diff(arguments.len()), 0, Misfit::Other, Reverse(0), 0), mismatch));
            continue;
        }
        let ranks = (0..arguments.len())
            .zip(arguments)
            .map(|(position, &argument)| (position, rank(types, conversions, argument, candidate.parameter(position))));
        let ranks: SmallVec<[(usize, Option<Rank>); 8]> = ranks.collect();
        let bad = ranks.iter().filter(|it| it.1.is_none());
        let first = bad.clone().next().map_or(0, |it| it.0);
        let converted = ranks.iter().filter(|it| it.1.is_some_and(|rank| rank != Rank::Exact)).count();
        let misfit = arguments
            .get(first)
            .map_or(Misfit::Other, |&argument| misfit(types, conversions, argument, candidate.parameter(first)));
        let mismatch = Mismatch { candidate: index, reason: Reason::Argument(first), misfit };
        found.push(((0, bad.count(), misfit, Reverse(first), converted), mismatch));
    }
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// The overloads of a built-in function that take `count` arguments, whether or not they are visible.
pub(in crate::sema) fn hidden_candidates(function: &'static builtins::Function, count: usize) -> Vec<BuiltinOverload> {
    let prototypes = function.prototypes.iter().filter(|prototype| prototype.takes(count));
    let rows = prototypes.flat_map(|prototype| (0..prototype.instances).map(move |row| (prototype, row)));
    rows.map(|(prototype, row)| BuiltinOverload { prototype, instance: row.into() }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;

/// A function that a call may mean.
#[derive(Clone, Debug)]
pub(in crate::sema) enum Candidate {
    User { index: usize, parameters: Vec<(Handle<Type>, Direction)> },
    Builtin(BuiltinOverload),
}

impl Signature for Candidate {
    fn parameter_count(&self) -> usize {
        match self {
            Candidate::User { parameters, .. } => parameters.len(),
            Candidate::Builtin(overload) => overload.parameter_count(),
        }
    }

    fn takes(&self, count: usize) -> bool {
        match self {
            Candidate::User { parameters, .. } => parameters.len() == count,
            Candidate::Builtin(overload) => overload.takes(count),
        }
    }

    fn parameter(&self, index: usize) -> (ParameterType, Direction) {
        match self {
            Candidate::User { parameters, .. } => parameters
                .get(index)
                .map_or((ParameterType::Builtin(BuiltinType::Void), Direction::In), |&(ty, direction)| {
                    (ParameterType::Type(ty), direction)
                }),
            Candidate::Builtin(overload) => overload.parameter(index),
        }
    }

    fn direction(&self, index: usize) -> Direction {
        match self {
            Candidate::User { parameters, .. } => parameters.get(index).map_or(Direction::In, |parameter| parameter.1),
            Candidate::Builtin(overload) => overload.direction(index),
        }
    }
}
