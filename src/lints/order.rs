//! Lints about flags: memory that one invocation publishes by an atomic write, and another reads once it has seen it.
//!
//! Comes in: the accesses of the walk in their order, with the fences between them. Goes out: findings. Must not depend on:
//! which invocations meet.
//!
//! They speak only where both sides are in the shader: data is written and then a flag atomically, and elsewhere the flag is
//! read atomically and then the data. A fence between the two accesses of a side, or the order of its atomic operation, makes
//! it right. Vulkan, Memory Model: synchronizes-with

use super::catalog::Tier;
use super::finding::warning;
use super::race::{Access, Kind};
use super::term::{Support, Terms};
use super::walk::Walk;
use crate::diagnostics::Code;
use crate::hir::{GlobalVariable, Handle, Span};
use rustc_hash::FxHashMap;

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const BOTH: u32 = 0x8;

/// One side: the access to the data, that to the flag, and whether anything orders them.
#[derive(Clone, Copy)]
struct Half {
    data: Span,
    flag: Span,
    ordered: bool,
}

/// The flag and what it guards.
type Pair = (Handle<GlobalVariable>, Handle<GlobalVariable>);

/// Looks for data that is published without release, or read without acquire.
pub(super) fn check(walk: &mut Walk<'_>) {
    let accesses = walk.trace.accesses();
    if !accesses.iter().any(|it| it.kind.is_atomic()) {
        return;
    }
    let published = published(accesses);
    let mut found = Vec::new();
    for (pair, reader) in read(&walk.terms, accesses) {
        let Some(writer) = published.get(&pair) else { continue };
        found.push((pair, *writer, reader));
    }
    for ((flag, data), writer, reader) in found {
        let name = |it| walk.module.globals.try_get(it).map(|it| it.name.clone()).unwrap_or_default();
        let (flag, data) = (name(flag), name(data));
        let rule = "Vulkan, Memory Model: an atomic write synchronizes with an atomic read by release and acquire";
        if !writer.ordered {
            let message = format!("`{data}` is published by a write to `{flag}` that does not release it");
            let diagnostic = warning(Code::MissingRelease, writer.flag, message, rule)
                .with_secondary(writer.data, "this may become visible later")
                .with_secondary(reader.flag, "another invocation waits for it here")
                .with_help(
                    "give the operation `gl_SemanticsRelease` and the storage, or put `memoryBarrier();` before it",
                );
            walk.findings.push(Tier::Certain, diagnostic);
        }
        if !reader.ordered {
            let message = format!("`{data}` is read after a look at `{flag}` that does not acquire it");
            let diagnostic = warning(Code::MissingAcquire, reader.flag, message, rule)
                .with_secondary(reader.data, "this may be read earlier")
                .with_secondary(writer.flag, "another invocation publishes it here")
                .with_help(
                    "give the operation `gl_SemanticsAcquire` and the storage, or put `memoryBarrier();` behind it",
                );
            walk.findings.push(Tier::Certain, diagnostic);
        }
    }
}

/// The first plain write and the atomic write behind it, for each pair of variables.
fn published(accesses: &[Access]) -> FxHashMap<Pair, Half> {
    let mut written: FxHashMap<Handle<GlobalVariable>, &Access> = FxHashMap::default();
    let mut pairs: FxHashMap<Pair, Half> = FxHashMap::default();
    for access in accesses {
        if access.kind == Kind::Write {
            written.insert(access.root, access);
            continue;
        }
        if !matches!(access.kind, Kind::AtomicWrite | Kind::Atomic) {
            continue;
        }
        for (&data, write) in written.iter().filter(|it| *it.0 != access.root) {
            let ordered = write.position.fences != access.position.fences || access.order & (RELEASE | BOTH) != 0;
            let half = Half { data: write.span, flag: access.span, ordered };
            let known = pairs.entry((access.root, data)).or_insert(half);
            // One way that is right is enough: the others may be about something else.
            if ordered {
                *known = half;
            }
        }
    }
    pairs
}

/// The atomic reads that decide whether data is read behind them.
fn read(terms: &Terms, accesses: &[Access]) -> Vec<(Pair, Half)> {
    let mut flags: Vec<&Access> = Vec::new();
    let mut pairs: Vec<(Pair, Half)> = Vec::new();
    for access in accesses {
        if access.kind.is_atomic() && access.kind.reads() {
            if !flags.iter().any(|it| it.span == access.span && it.position == access.position) {
                flags.push(access);
            }
            continue;
        }
        if access.kind != Kind::Read {
            continue;
        }
        for flag in flags.iter().filter(|it| it.root != access.root) {
            let guarded = access.path != flag.path && terms.support(access.path).has(Support::COMPUTED);
            if !(flag.in_loop && !access.in_loop || guarded) {
                continue;
            }
            let ordered = flag.position.fences != access.position.fences || flag.order & (ACQUIRE | BOTH) != 0;
            let half = Half { data: access.span, flag: flag.span, ordered };
            let pair = (flag.root, access.root);
            match pairs.iter_mut().find(|it| it.0 == pair) {
                Some(known) if ordered => known.1 = half,
                Some(_) => {}
                None => pairs.push((pair, half)),
            }
        }
        if flags.len() > 16 {
            break;
        }
    }
    pairs
}
