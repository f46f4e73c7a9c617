//! Lints about shared memory that is read before it is written.
//!
//! Comes in: the accesses of the walk in their order. Goes out: findings. Must not depend on: who meets whom.
//!
//! GLSL 4.60, 4.3.8: shared variables have no values at the start

use super::catalog::Tier;
use super::finding::warning;
use super::flow::mask;
use super::meeting::key;
use super::race::shown;
use super::term::{Scope, Term};
use super::trace::{Access, SHARED, kind_of};
use super::walk::Walk;
use crate::diagnostics::Code;
use crate::hir::{ArrayLength, GlobalVariable, Handle, StorageClass, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Whether there are invocations that get past a condition, whatever they read.
fn certainly_reached(walk: &mut Walk<'_>, path: Term) -> bool {
    let conditions = walk.terms.conjuncts(path);
    let own: Vec<Term> = conditions.into_iter().filter(|&it| walk.terms.scope(it) < Scope::Workgroup).collect();
    match &mut walk.group {
        Some(group) => mask(group, &walk.terms, &own).is_some_and(|it| it.contains(&true)),
        None => own.is_empty(),
    }
}

/// Shared variables that are read before anything is written to them, or are never read.
pub(super) fn check(walk: &mut Walk<'_>) {
    if walk.findings.incomplete {
        return;
    }
    let mut said = FxHashSet::default();
    for (root, span, path) in std::mem::take(&mut walk.trace.early) {
        let Ok(global) = walk.module.globals.try_get(root) else { continue };
        if global.storage != StorageClass::Workgroup || global.initializer.is_some() || said.contains(&root) {
            continue;
        }
        let never = !walk.trace.written.contains(&root);
        if !never && !certainly_reached(walk, path) {
            continue;
        }
        said.insert(root);
        let when = if never { "and nothing ever writes it" } else { "before anything writes it" };
        let rule = "GLSL 4.60, 4.3.8: shared variables have no values at the start";
        let diagnostic = warning(Code::UninitializedShared, span, format!("`{}` is read {when}", global.name), rule)
            .with_help(format!("let one invocation set `{}`, and put `barrier();` behind", global.name));
        walk.findings.push(Tier::Certain, diagnostic);
    }
}

/// Elements of a shared variable that are read although nothing wrote them.
pub(super) fn check_elements(walk: &mut Walk<'_>) {
    if walk.findings.incomplete || walk.group.is_none() {
        return;
    }
    let accesses = std::mem::take(&mut walk.trace.accesses);
    let mut order: Vec<Handle<GlobalVariable>> = Vec::new();
    for access in &accesses {
        let is_shared = kind_of(walk.module, access.root) == SHARED;
        if is_shared && !order.contains(&access.root) {
            order.push(access.root);
        }
    }
    for root in order {
        let of_root: Vec<&Access> = accesses.iter().filter(|it| it.root == root).collect();
        if let Some((access, invocation, element)) = unwritten(walk, &of_root) {
            let what = shown(walk.module, access, Some(element));
            let rule = "GLSL 4.60, 4.3.8: shared variables have no values at the start";
            let message = format!("`{what}` is read, but nothing wrote it");
            let diagnostic = warning(Code::UninitializedShared, access.span, message, rule)
                .with_label(format!("invocation {invocation} reads `{what}` here"))
                .with_help("write all elements that are read, and put `barrier();` behind");
            walk.findings.push(Tier::Certain, diagnostic);
        }
    }
    walk.trace.accesses = accesses;
}

/// The first access that certainly reads what nothing wrote: who does it, and the last index.
fn unwritten<'a>(walk: &mut Walk<'_>, accesses: &[&'a Access]) -> Option<(&'a Access, u32, u32)> {
    let first = *accesses.first()?;
    let global = walk.module.globals.try_get(first.root).ok()?;
    let same = accesses.iter().all(|it| it.members == first.members && it.indices.len() == first.indices.len());
    // The case of a variable that is read before all writes is told elsewhere.
    let known =
        same && global.initializer.is_none() && !walk.trace.touched.contains(&first.root) && first.kind.writes();
    // Of a loop only some rounds are known.
    if !known || accesses.iter().any(|it| it.kind.writes() && it.in_loop) {
        return None;
    }
    // An index outside is another matter.
    let length = match *walk.module.types.get(global.ty) {
        Type::Array { length: ArrayLength::Constant(length), .. } if first.indices.len() == 1 => length,
        _ => u32::MAX,
    };
    let group = walk.group.as_mut()?;
    let terms = &walk.terms;
    let mut written: FxHashMap<u128, u8> = FxHashMap::default();
    for access in accesses {
        let indices: Option<SmallVec<[Rc<[u32]>; 2]>> =
            access.indices.iter().map(|&it| group.evaluate(terms, it)).collect();
        let indices = match indices {
            Some(indices) => indices,
            None if access.kind.writes() => return None,
            None => continue,
        };
        let conditions = terms.conjuncts(access.path);
        let closed: Vec<Term> =
            conditions.iter().copied().filter(|&it| terms.support(it).within(group.followed)).collect();
        let all_closed = closed.len() == conditions.len();
        let active = mask(group, terms, &closed)?;
        if access.kind.reads() && all_closed {
            for (invocation, _) in (0..).zip(&active).filter(|it| *it.1) {
                let outside = indices.last().and_then(|it| it.get(invocation as usize)).is_some_and(|it| *it >= length);
                let has = written.get(&key(&indices, invocation as usize)).copied().unwrap_or(0);
                if !outside && has & access.components == 0 {
                    let element = indices.last().and_then(|it| it.get(invocation as usize)).copied().unwrap_or(0);
                    return Some((access, invocation, element));
                }
            }
        }
        if access.kind.writes() {
            for (invocation, _) in (0..).zip(&active).filter(|it| *it.1) {
                *written.entry(key(&indices, invocation as usize)).or_insert(0) |= access.components;
            }
        }
    }
    None
}
