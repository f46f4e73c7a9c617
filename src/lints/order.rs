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
use super::term::{Support, Terms};
use super::trace::{Access, Kind};
use super::walk::Walk;
use crate::diagnostics::Code;
use crate::hir::{GlobalVariable, Handle, Span, StorageClass, Type};
use rustc_hash::FxHashMap;

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const BOTH: u32 = 0x8;

/// The scope of a workgroup (SPIR-V, 3.27); what is narrower has a larger number.
const WORKGROUP: u32 = 2;

/// One side: the access to the data, that to the flag, and whether anything orders them.
#[derive(Clone, Copy)]
struct Half {
    data: Span,
    flag: Span,
    ordered: bool,
    /// The scope of the atomic operation reaches the workgroup at most.
    narrow: bool,
    /// The place of the workgroup decides who does it, or where.
    by_group: bool,
}

impl Half {
    fn of(terms: &Terms, data: &Access, flag: &Access, ordered: bool) -> Self {
        let by_group = |it: &Access| {
            let all = it.indices.iter().chain([&it.path]).fold(Support::NONE, |all, &it| all.with(terms.support(it)));
            all.has(Support::GROUP)
        };
        Self {
            data: data.span,
            flag: flag.span,
            ordered,
            narrow: flag.scope.is_some_and(|it| it >= WORKGROUP && it != 5),
            by_group: by_group(data) || by_group(flag),
        }
    }
}

/// A variable, or a member of a block.
type Location = (Handle<GlobalVariable>, u32);

fn location(access: &Access) -> Location {
    (access.root, access.members.first().copied().unwrap_or(0))
}

/// The flag and what it guards.
type Pair = (Location, Location);

/// Looks for data that is published without release, or read without acquire.
pub(super) fn check(walk: &mut Walk<'_>) {
    let accesses = walk.trace.accesses();
    if !accesses.iter().any(|it| it.kind.is_atomic()) {
        return;
    }
    let published = published(&walk.terms, accesses);
    let mut found = Vec::new();
    for (pair, reader) in read(&walk.terms, accesses) {
        let Some(writer) = published.get(&pair) else { continue };
        found.push((pair, *writer, reader));
    }
    let lonely: Vec<(Location, Half)> = accesses
        .iter()
        .filter(|it| it.kind == Kind::AtomicWrite)
        .flat_map(|store| published.iter().filter(move |it| it.1.flag == store.span))
        .filter(|it| !it.1.ordered && !found.iter().any(|other| other.0 == *it.0))
        .map(|it| (it.0.1, *it.1))
        .collect();
    let rule = "Vulkan, Memory Model: an atomic write synchronizes with an atomic read by release and acquire";
    for ((flag, data), writer, reader) in found {
        let (narrow, shared) = (writer.narrow || reader.narrow, is_shared(walk, flag.0));
        let (flag, data) = (name(walk, flag), name(walk, data));
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
        if narrow && !shared && (writer.by_group || reader.by_group) {
            let (at, other) = if reader.narrow { (reader, writer) } else { (writer, reader) };
            let message = format!("`{flag}` orders `{data}` within a workgroup only, and other workgroups use it");
            let diagnostic = warning(Code::BarrierTooNarrow, at.flag, message, rule)
                .with_secondary(other.flag, "another workgroup is at this")
                .with_help("use `gl_ScopeDevice` on both sides");
            walk.findings.push(Tier::Certain, diagnostic);
        }
    }
    for (data, writer) in lonely {
        let message = format!("`{}` may be published by this write, which does not release it", name(walk, data));
        let diagnostic = warning(Code::MissingRelease, writer.flag, message, rule)
            .with_secondary(writer.data, "this may become visible later")
            .with_help("give the operation `gl_SemanticsRelease` and the storage");
        walk.findings.push(Tier::Depends, diagnostic);
    }
}

fn is_shared(walk: &Walk<'_>, global: Handle<GlobalVariable>) -> bool {
    walk.module.globals.try_get(global).is_ok_and(|it| it.storage == StorageClass::Workgroup)
}

/// The name of a variable, or of the member of its block.
fn name(walk: &Walk<'_>, (global, member): Location) -> String {
    let Ok(global) = walk.module.globals.try_get(global) else { return String::new() };
    let member = match *walk.module.types.get(global.ty) {
        Type::Struct(structure) => {
            walk.module.types.structure(structure).and_then(|it| it.members.get(member.checked_sub(1)? as usize))
        }
        _ => None,
    };
    member.map_or_else(|| global.name.clone(), |it| it.name.clone())
}

/// The first plain write and the atomic write behind it, for each pair of variables.
fn published(terms: &Terms, accesses: &[Access]) -> FxHashMap<Pair, Half> {
    let mut written: FxHashMap<Location, &Access> = FxHashMap::default();
    let mut pairs: FxHashMap<Pair, Half> = FxHashMap::default();
    for access in accesses {
        if access.kind == Kind::Write {
            written.insert(location(access), access);
            continue;
        }
        if !matches!(access.kind, Kind::AtomicWrite | Kind::Atomic) {
            continue;
        }
        for (&data, write) in written.iter().filter(|it| *it.0 != location(access)) {
            let ordered = write.position.fences != access.position.fences || access.order & (RELEASE | BOTH) != 0;
            let half = Half::of(terms, write, access, ordered);
            let known = pairs.entry((location(access), data)).or_insert(half);
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
        for flag in flags.iter().filter(|it| location(it) != location(access)) {
            let guarded = access.path != flag.path && terms.support(access.path).has(Support::COMPUTED);
            if !(flag.in_loop && !access.in_loop || guarded) {
                continue;
            }
            let ordered = flag.position.fences != access.position.fences || flag.order & (ACQUIRE | BOTH) != 0;
            let half = Half::of(terms, access, flag, ordered);
            let pair = (location(flag), location(access));
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
