//! Lints about shared memory that is read before it is written.
//!
//! Comes in: the accesses of the walk in their order. Goes out: findings. Must not depend on: who meets whom.
//!
//! GLSL 4.60, 4.3.8: shared variables have no values at the start

use super::catalog::Tier;
use super::elements::key;
use super::finding::warning;
use super::flow::mask;
use super::race::shown;
use super::term::{Scope, Term, Terms};
use super::trace::{Access, Kind, Memory, SHARED, is_aliased};
use super::walk::Walk;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{ArrayLength, GlobalVariable, Module, Span, StorageClass, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Members of one variable that are told apart.
const MOST_PARTS: usize = 32;

/// Whether there are invocations that get past a condition, whatever they read.
fn certainly_reached(walk: &mut Walk<'_>, path: Term) -> bool {
    let conditions = walk.terms.conjuncts(path);
    let own: Vec<Term> = conditions.into_iter().filter(|&it| walk.terms.scope(it) < Scope::Workgroup).collect();
    match &mut walk.group {
        Some(group) => mask(group, &walk.terms, &own).is_some_and(|it| it.contains(&true)),
        None => own.is_empty(),
    }
}

/// The variable that memory is.
fn variable<'m>(walk: &Walk<'m>, memory: Memory) -> Option<&'m GlobalVariable> {
    match memory {
        Memory::Variable(global) => walk.module.globals.try_get(global).ok(),
        Memory::Pointer(..) => None,
    }
}

/// Shared variables that are read before anything is written to them, or are never read.
pub(super) fn check(walk: &mut Walk<'_>) {
    if walk.findings.incomplete {
        return;
    }
    let mut said = FxHashSet::default();
    for (root, span, path) in std::mem::take(&mut walk.trace.early) {
        let Some(global) = variable(walk, root) else { continue };
        if global.storage != StorageClass::Workgroup || global.initializer.is_some() || said.contains(&root) {
            continue;
        }
        let never = !walk.trace.is_set(root);
        if !never && !certainly_reached(walk, path) || is_aliased(walk.module, global) {
            continue;
        }
        said.insert(root);
        walk.findings.push(Tier::Certain, shared_unset(span, &global.name, never));
    }
}

/// Elements of a shared variable that are read although nothing wrote them.
pub(super) fn check_elements(walk: &mut Walk<'_>) {
    if walk.findings.incomplete || walk.group.is_none() || !walk.trace.uses_shared() {
        return;
    }
    let accesses = std::mem::take(&mut walk.trace.accesses);
    // By variable, in the order of the first accesses.
    let mut places: FxHashMap<Memory, u32> = FxHashMap::default();
    let mut by_root: Vec<(u32, &Access)> = Vec::with_capacity(accesses.len());
    for access in accesses.iter().filter(|it| it.memory == SHARED) {
        let next = places.len() as u32;
        by_root.push((*places.entry(access.root).or_insert(next), access));
    }
    by_root.sort_by_key(|it| it.0);
    let mut of_root: Vec<&Access> = Vec::new();
    for group in by_root.chunk_by(|first, second| first.0 == second.0) {
        // Of a loop only some rounds are known.
        let is_lost = |it: &Access| it.kind.writes() && it.kind != Kind::Atomic && it.loops > 0;
        let Some(((_, first), rest)) = group.split_first() else { continue };
        if rest.iter().all(|it| it.1.members == first.members) && group.iter().any(|it| is_lost(it.1)) {
            continue;
        }
        of_root.clear();
        of_root.extend(group.iter().map(|it| it.1));
        for part in parts(&of_root) {
            let of_part: Vec<&Access> = of_root.iter().copied().filter(|it| it.members == part).collect();
            let Some(found) = unwritten(walk, &of_part, of_part.len() < of_root.len()) else { continue };
            let what = shown(walk.module, found.access, &found.elements);
            walk.findings.push(found.tier, element_unset(&what, &found));
            break;
        }
    }
    walk.trace.accesses = accesses;
}

/// The members that are accessed; none if one is part of another.
fn parts(accesses: &[&Access]) -> Vec<SmallVec<[u32; 2]>> {
    let mut parts: Vec<SmallVec<[u32; 2]>> = Vec::new();
    for access in accesses {
        if !parts.contains(&access.members) {
            parts.push(access.members.clone());
        }
        if parts.len() > MOST_PARTS {
            return Vec::new();
        }
    }
    let overlaps = |a: &SmallVec<[u32; 2]>, b: &SmallVec<[u32; 2]>| a.len() < b.len() && b.starts_with(a);
    if parts.iter().any(|a| parts.iter().any(|b| overlaps(a, b))) {
        parts.clear();
    }
    parts
}

/// A read of what nothing wrote.
struct Unwritten<'a> {
    access: &'a Access,
    invocation: u32,
    elements: SmallVec<[u32; 2]>,
    tier: Tier,
}

/// The lengths of the arrays that are indexed on the way to what is accessed, as far as they are known.
fn lengths(module: &Module, global: &GlobalVariable, access: &Access) -> SmallVec<[u32; 2]> {
    let mut lengths = SmallVec::new();
    let mut ty = global.ty;
    for &step in &access.members {
        match *module.types.get(ty) {
            Type::Array { element, length: ArrayLength::Constant(length) } if step == 0 => {
                lengths.push(length);
                ty = element;
            }
            Type::Struct(structure) if step > 0 => {
                let members = module.types.structure(structure).map(|it| it.members.as_slice()).unwrap_or_default();
                let Some(member) = members.get(step as usize - 1) else { break };
                ty = member.ty;
            }
            _ => break,
        }
    }
    lengths
}

/// Under which conditions an element was written.
#[derive(Default)]
struct Written {
    /// The components that are written whatever the conditions that are not followed.
    always: u8,
    /// Those that are written if these conditions are met.
    sometimes: Vec<(SmallVec<[Term; 2]>, u8)>,
}

impl Written {
    /// The components that are written wherever all of `conditions` are met.
    fn under(&self, terms: &Terms, conditions: &[Term]) -> u8 {
        let mut components = self.always;
        for (needs, of) in &self.sometimes {
            let met = needs.iter().all(|it| conditions.contains(it));
            // Both sides of a branch write.
            let otherwise = || {
                let [one] = needs.as_slice() else { return false };
                let opposite = |it: Term| terms.not_of(it) == Some(*one) || terms.not_of(*one) == Some(it);
                self.sometimes
                    .iter()
                    .any(|(other, part)| part & of == *of && matches!(other.as_slice(), [other] if opposite(*other)))
            };
            if met || otherwise() {
                components |= of;
            }
        }
        components
    }

    fn at_all(&self) -> u8 {
        self.sometimes.iter().fold(self.always, |all, it| all | it.1)
    }
}

/// The first access that reads what nothing wrote. `others`: other members of the variable are accessed.
fn unwritten<'a>(walk: &mut Walk<'_>, accesses: &[&'a Access], others: bool) -> Option<Unwritten<'a>> {
    let first = *accesses.first()?;
    let global = variable(walk, first.root)?;
    // The case of a variable that is read before all writes is told elsewhere.
    let told = !first.kind.writes() && !others || !walk.trace.is_set(first.root);
    let known = !told && global.initializer.is_none() && !walk.trace.is_touched(first.root);
    // Of a loop only some rounds are known, and a matrix is many elements.
    if !known
        || is_aliased(walk.module, global)
        || accesses.iter().any(|it| it.extent.is_some())
        || accesses.iter().any(|it| it.kind.writes() && it.kind != Kind::Atomic && it.loops > 0)
    {
        return None;
    }
    // An index outside is another matter.
    let lengths = lengths(walk.module, global, first);
    let group = walk.group.as_mut()?;
    let terms = &walk.terms;
    let mut written: FxHashMap<u128, Written> = FxHashMap::default();
    let mut possible = None;
    for access in accesses {
        let indices: Option<SmallVec<[Rc<[u32]>; 2]>> =
            access.indices.iter().map(|&it| group.evaluate(terms, it)).collect();
        let indices = match indices {
            Some(indices) => indices,
            // An atomic operation on what has no value leaves none.
            None if access.kind.writes() && access.kind != Kind::Atomic => return None,
            None => continue,
        };
        let conditions = terms.conjuncts(access.path);
        let (closed, open): (Vec<Term>, Vec<Term>) =
            conditions.iter().copied().partition(|&it| terms.support(it).within(group.followed));
        let active = mask(group, terms, &closed)?;
        let invocations = || (0..).zip(&active).filter(|it| *it.1).map(|it| it.0);
        if access.kind.reads() {
            for invocation in invocations() {
                let elements = || indices.iter().filter_map(|it| it.get(invocation as usize).copied());
                if elements().zip(&lengths).any(|(it, length)| it >= *length) {
                    continue;
                }
                let has = written.get(&key(&indices, invocation as usize));
                if open.is_empty() && has.map_or(0, Written::at_all) & access.components == 0 {
                    return Some(Unwritten { access, invocation, elements: elements().collect(), tier: Tier::Certain });
                }
                let has = has.map_or(0, |it| it.under(terms, &open));
                if possible.is_none() && has & access.components == 0 {
                    let elements = elements().collect();
                    possible = Some(Unwritten { access, invocation, elements, tier: Tier::Depends });
                }
            }
        }
        // An atomic operation on what has no value leaves none either.
        if access.kind.writes() {
            for invocation in invocations() {
                let entry = written.entry(key(&indices, invocation as usize)).or_default();
                match open.is_empty() {
                    true => entry.always |= access.components,
                    false if entry.sometimes.len() < 4 => {
                        entry.sometimes.push((open.iter().copied().collect(), access.components));
                    }
                    false => entry.always |= access.components,
                }
            }
        }
    }
    possible
}

const SHARED_UNSET: &str = "GLSL 4.60, 4.3.8: shared variables have no values at the start";

#[cold]
fn shared_unset(span: Span, name: &str, never: bool) -> Diagnostic {
    let when = if never { "and nothing ever writes it" } else { "before anything writes it" };
    warning(Code::UninitializedShared, span, format!("`{name}` is read {when}"), SHARED_UNSET)
        .with_help(format!("let one invocation set `{name}`, and put `barrier();` after it"))
}

#[cold]
fn element_unset(what: &str, found: &Unwritten<'_>) -> Diagnostic {
    let message = match found.tier {
        Tier::Certain => format!("`{what}` is read, but nothing wrote it"),
        _ => format!("`{what}` may be read although nothing wrote it"),
    };
    warning(Code::UninitializedShared, found.access.span, message, SHARED_UNSET)
        .with_label(format!("invocation {} reads `{what}` here", found.invocation))
        .with_help("write all elements that are read, and put `barrier();` after that")
}
