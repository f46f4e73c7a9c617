//! Lints about flags: memory that one invocation publishes by an atomic write, and another reads once it has seen it.
//!
//! Comes in: the accesses of the walk in their order, with the fences between them. Goes out: findings. Must not depend on:
//! which invocations meet.
//!
//! They speak only where both sides are in the shader: data is written and then a flag atomically, and elsewhere the flag is
//! read atomically and then the data. A fence between the two accesses of a side, or the order of its atomic operation, makes
//! it right. Vulkan, Memory Model: synchronizes-with

use super::call::STORAGE;
use super::catalog::Tier;
use super::finding::warning;
use super::flow::mask;
use super::term::{Scope, Support, Term};
use super::trace::{Access, Kind, Memory, PRIVATE, SHARED};
use super::universe::Universe;
use super::walk::Walk;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{MemoryModel, Span, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bits of memory semantics (SPIR-V, 3.25).
const ACQUIRE: u32 = 0x2;
const RELEASE: u32 = 0x4;
const BOTH: u32 = 0x8;
const MAKE_AVAILABLE: u32 = 0x2000;
const MAKE_VISIBLE: u32 = 0x4000;

/// The scope of a workgroup (SPIR-V, 3.27); what is narrower has a larger number.
const WORKGROUP: u32 = 2;

/// Locations whose publication is looked at.
const MOST_WRITTEN: usize = 64;

/// Flags that may decide whether data is read.
const MOST_FLAGS: usize = 64;

/// One side: the access to the data, that to the flag, and whether anything orders them.
#[derive(Clone, Copy)]
struct Half {
    data: Span,
    flag: Span,
    ordered: bool,
    /// A barrier between orders the data, but does not name the memory of the flag: works on devices so far.
    nearly: bool,
    /// The scope of the atomic operation reaches the workgroup at most.
    narrow: bool,
    /// Several workgroups do it: the place of the workgroup decides who, or where.
    by_group: bool,
    /// Whether it makes the data available, or visible, where the memory model asks for that.
    passes_on: bool,
    shared: bool,
}

/// What a side needs: the order of its atomic operation, and the bit that makes data available or visible.
#[derive(Clone, Copy)]
struct Needs {
    order: u32,
    passing: u32,
}

const WRITER: Needs = Needs { order: RELEASE | BOTH, passing: MAKE_AVAILABLE };
const READER: Needs = Needs { order: ACQUIRE | BOTH, passing: MAKE_VISIBLE };

impl Half {
    /// The access to the data and that to the flag, of which `first` comes first.
    fn of(walk: &Walk<'_>, data: &Access, flag: &Access, needs: Needs) -> Self {
        let terms = &walk.terms;
        let by_group = |it: &Access| {
            let all = it.indices.iter().chain([&it.path]).fold(Support::NONE, |all, &it| all.with(terms.support(it)));
            all.has(Support::GROUP)
        };
        // A flag that is one for all workgroups, in a shader that has several.
        let one = flag.indices.iter().all(|&it| terms.scope(it) >= Scope::Dispatch) && walk.axes.has(Support::GROUP);
        // A barrier between orders what its storage names: the data and the flag.
        let fenced = |it: &Access| {
            let count = |of: &Access| of.position.fences.get(it.memory).copied();
            count(data) != count(flag)
        };
        // What is private is told by what it lacks.
        let is_fenced = (data.memory == PRIVATE || fenced(data)) && (data.memory == SHARED || fenced(flag));
        let bit = |it: &Access| STORAGE.get(it.memory).copied().unwrap_or(0);
        let names = flag.order & bit(data) == bit(data) && flag.order & bit(flag) != 0;
        let by_itself = flag.order & needs.order != 0 && names;
        let count = |of: &Access| of.position.narrow.get(data.memory).copied();
        let narrowly = count(data) != count(flag);
        let vulkan = walk.module.memory_model == MemoryModel::Vulkan;
        let passes_on = !vulkan
            || data.memory == SHARED
            || data.coherent
            || data.memory != PRIVATE && (is_fenced || flag.order & needs.passing != 0);
        Self {
            data: data.span,
            flag: flag.span,
            ordered: is_fenced || by_itself || narrowly,
            nearly: data.memory != PRIVATE && fenced(data),
            narrow: flag.scope.is_some_and(|it| it >= WORKGROUP && it != 5) || narrowly && !is_fenced && !by_itself,
            by_group: by_group(data) || by_group(flag) || one,
            passes_on,
            shared: flag.memory == SHARED,
        }
    }
}

/// A variable, or a member of a block.
type Location = (Memory, u32);

fn location(access: &Access) -> Location {
    (access.root, access.members.first().copied().unwrap_or(0))
}

/// The flag and what it guards.
type Pair = (Location, Location);

/// Both sides of a pair; the second is missing where only one of them is in the shader.
struct Sides {
    pair: Pair,
    writer: Half,
    reader: Half,
}

/// Looks for data that is published without release, or read without acquire.
pub(super) fn check(walk: &mut Walk<'_>) {
    let accesses = walk.trace.accesses();
    if !accesses.iter().any(|it| it.kind.is_atomic()) {
        return;
    }
    let published = published(walk, accesses);
    let (found, waiting) = read(walk, accesses, &published);
    let both: FxHashSet<Pair> = found.iter().map(|it| it.pair).collect();
    let mut stores: FxHashMap<Span, usize> = FxHashMap::default();
    for (index, access) in accesses.iter().enumerate().filter(|it| it.1.kind == Kind::AtomicWrite) {
        stores.entry(access.span).or_insert(index);
    }
    let mut lonely: Vec<(usize, Location, Half)> = published
        .iter()
        // Shared memory is published by barriers, whatever other memory says.
        .filter(|(pair, (half, data))| (half.shared || data.memory != SHARED) && !half.ordered && !both.contains(*pair))
        .filter_map(|(pair, (half, _))| Some((*stores.get(&half.flag)?, pair.1, *half)))
        .collect();
    lonely.sort_by_key(|it| (it.0, it.2.data));
    for sides in found {
        report(walk, &sides);
    }
    for (_, data, writer) in lonely {
        let diagnostic = may_lack_release(&name(walk, data), &writer);
        walk.findings.push(Tier::Depends, diagnostic);
    }
    for (data, reader) in waiting {
        let diagnostic = may_lack_acquire(&name(walk, data), &reader);
        walk.findings.push(Tier::Depends, diagnostic);
    }
}

fn report(walk: &mut Walk<'_>, Sides { pair: (flag, data), writer, reader }: &Sides) {
    let (flag, data) = (name(walk, *flag), name(walk, *data));
    if !writer.ordered {
        let tier = if writer.nearly { Tier::Depends } else { Tier::Certain };
        walk.findings.push(tier, lacks_release([&flag, &data], writer, reader));
    }
    if !reader.ordered {
        let tier = if reader.nearly { Tier::Depends } else { Tier::Certain };
        walk.findings.push(tier, lacks_acquire([&flag, &data], writer, reader));
    }
    let narrow = writer.narrow || reader.narrow;
    if narrow && !writer.shared && (writer.by_group || reader.by_group) {
        let (at, other) = if reader.narrow { (reader, writer) } else { (writer, reader) };
        walk.findings.push(Tier::Certain, orders_workgroup_only([&flag, &data], at, other));
    }
    let passed = writer.passes_on && reader.passes_on;
    if writer.ordered && reader.ordered && !passed {
        let at = if writer.passes_on { reader } else { writer };
        walk.findings.push(Tier::Certain, not_available([&flag, &data], at));
    }
}

/// The name of a variable, or of the member of its block.
fn name(walk: &Walk<'_>, (memory, member): Location) -> String {
    let (name, ty) = match memory {
        Memory::Variable(global) => match walk.module.globals.try_get(global) {
            Ok(global) => (String::from(&global.name), global.ty),
            Err(_) => return String::new(),
        },
        Memory::Pointer(_, ty) => (String::new(), ty),
    };
    let member = match *walk.module.types.get(ty) {
        Type::Struct(structure) | Type::Reference(structure) => {
            walk.module.types.structure(structure).and_then(|it| it.members.get(member.checked_sub(1)? as usize))
        }
        _ => None,
    };
    member.map_or(name, |it| String::from(&it.name))
}

/// The first plain write and the atomic write behind it, for each pair of variables.
fn published<'a>(walk: &Walk<'_>, accesses: &'a [Access]) -> FxHashMap<Pair, (Half, &'a Access)> {
    let mut written: FxHashMap<Location, &Access> = FxHashMap::default();
    let mut pairs: FxHashMap<Pair, (Half, &Access)> = FxHashMap::default();
    for access in accesses {
        if access.kind == Kind::Write {
            // Who writes so much publishes it by something else.
            if written.len() < MOST_WRITTEN {
                written.insert(location(access), access);
            }
            continue;
        }
        if !matches!(access.kind, Kind::AtomicWrite | Kind::Atomic | Kind::Exchange) {
            continue;
        }
        for (&data, &write) in written.iter().filter(|it| *it.0 != location(access)) {
            // Shared memory is published by barriers, whatever other memory says.
            let by_barrier = write.memory == SHARED && access.memory != SHARED;
            if by_barrier || are_apart(walk, write, access) {
                continue;
            }
            let half = Half::of(walk, write, access, WRITER);
            let known = pairs.entry((location(access), data)).or_insert((half, write));
            // One way that is right is enough: the others may be about something else.
            if half.ordered {
                *known = (half, write);
            }
        }
    }
    pairs
}

/// Whether two accesses are on the two sides of a condition.
fn are_apart(walk: &Walk<'_>, first: &Access, second: &Access) -> bool {
    let terms = &walk.terms;
    let (first, second) = (terms.conjuncts(first.path), terms.conjuncts(second.path));
    let opposite = |a: Term, b: Term| terms.not_of(a) == Some(b) || terms.not_of(b) == Some(a);
    first.iter().any(|&a| second.iter().any(|&b| opposite(a, b)))
}

/// Whether each invocation reads what it wrote itself.
fn is_own(walk: &Walk<'_>, write: &Access, read: &Access) -> bool {
    let same = write.indices == read.indices;
    let by_one = || {
        let conditions = |it: &Access| {
            let mut conditions = walk.terms.conjuncts(it.path);
            conditions.retain(|it| walk.terms.support(*it).within(Support::LOCAL));
            conditions
        };
        let (write, read) = (conditions(write), conditions(read));
        let mut group = walk.group.as_ref().and_then(Universe::again);
        let mask = group.as_mut().and_then(|group| mask(group, &walk.terms, &write));
        write.iter().all(|it| read.contains(it)) && mask.is_some_and(|it| it.iter().filter(|is| **is).count() == 1)
    };
    same && (read.indices.iter().any(|&it| walk.terms.scope(it) < Scope::Workgroup)
        || read.memory == SHARED && by_one())
}

/// Where an atomic read decides whether data is read behind it: with what publishes it, and, second, without.
fn read(
    walk: &Walk<'_>,
    accesses: &[Access],
    published: &FxHashMap<Pair, (Half, &Access)>,
) -> (Vec<Sides>, Vec<(Location, Half)>) {
    let mut flags: Vec<&Access> = Vec::new();
    let mut found: Vec<Sides> = Vec::new();
    let mut places: FxHashMap<Pair, usize> = FxHashMap::default();
    let mut waiting: Vec<(Location, Half)> = Vec::new();
    let mut known: FxHashSet<Location> = FxHashSet::default();
    for access in accesses {
        if access.kind.is_atomic() && access.kind.reads() {
            let is_known = flags.iter().any(|it| it.span == access.span && it.position == access.position);
            if !is_known && flags.len() < MOST_FLAGS {
                flags.push(access);
            }
            continue;
        }
        if access.kind != Kind::Read {
            continue;
        }
        let decides = Support::COMPUTED.with(Support::SHARED);
        for flag in flags.iter().filter(|it| location(it) != location(access)) {
            let guarded = access.path != flag.path && walk.terms.support(access.path).has(decides);
            let waited = flag.loops > access.loops || flag.loops > 0 && access.position.waited;
            if !(waited || guarded) || are_apart(walk, flag, access) {
                continue;
            }
            let pair = (location(flag), location(access));
            let reader = Half::of(walk, access, flag, READER);
            let Some(&(writer, write)) = published.get(&pair) else {
                let written = walk.trace.is_written(access.root);
                let is_flag = waited && flag.kind == Kind::AtomicRead;
                if is_flag && !reader.ordered && !written && known.insert(pair.1) {
                    waiting.push((pair.1, reader));
                }
                continue;
            };
            if is_own(walk, write, access) {
                continue;
            }
            match places.get(&pair).and_then(|it| found.get_mut(*it)) {
                Some(known) if reader.ordered => known.reader = reader,
                Some(_) => {}
                None => {
                    places.insert(pair, found.len());
                    found.push(Sides { pair, writer, reader });
                }
            }
        }
        if flags.len() > 16 {
            break;
        }
    }
    (found, waiting)
}

const RULE: &str = "Vulkan, Memory Model: an atomic write synchronizes with an atomic read by release and acquire";

#[cold]
fn may_lack_release(data: &str, writer: &Half) -> Diagnostic {
    let message = format!("`{data}` may be published by this write, which does not release it");
    warning(Code::MissingRelease, writer.flag, message, RULE)
        .with_secondary(writer.data, "this may become visible later")
        .with_help("give the operation `gl_SemanticsRelease` and the storage")
}

#[cold]
fn may_lack_acquire(data: &str, reader: &Half) -> Diagnostic {
    let message = format!("`{data}` may be read too early: this does not acquire it");
    warning(Code::MissingAcquire, reader.flag, message, RULE)
        .with_secondary(reader.data, "this may be read before")
        .with_help("give the operation `gl_SemanticsAcquire` and the storage")
}

#[cold]
fn lacks_release([flag, data]: [&str; 2], writer: &Half, reader: &Half) -> Diagnostic {
    let message = format!("`{data}` is published by a write to `{flag}` that does not release it");
    warning(Code::MissingRelease, writer.flag, message, RULE)
        .with_secondary(writer.data, "this may become visible later")
        .with_secondary(reader.flag, "another invocation waits for it here")
        .with_help("give the operation `gl_SemanticsRelease` and the storage, or put `memoryBarrier();` before it")
}

#[cold]
fn lacks_acquire([flag, data]: [&str; 2], writer: &Half, reader: &Half) -> Diagnostic {
    let message = format!("`{data}` is read after a read of `{flag}` that does not acquire it");
    warning(Code::MissingAcquire, reader.flag, message, RULE)
        .with_secondary(reader.data, "this may be read earlier")
        .with_secondary(writer.flag, "another invocation publishes it here")
        .with_help("give the operation `gl_SemanticsAcquire` and the storage, or put `memoryBarrier();` after it")
}

#[cold]
fn orders_workgroup_only([flag, data]: [&str; 2], at: &Half, other: &Half) -> Diagnostic {
    let message = format!("`{flag}` orders `{data}` within a workgroup only, and other workgroups use it");
    warning(Code::BarrierTooNarrow, at.flag, message, RULE)
        .with_secondary(other.flag, "another workgroup is at this")
        .with_help("use `gl_ScopeDevice` on both sides")
}

#[cold]
fn not_available([flag, data]: [&str; 2], at: &Half) -> Diagnostic {
    let message = format!("`{data}` is ordered by `{flag}`, but not made available and visible");
    warning(Code::MissingAvailability, at.flag, message, "Vulkan, Memory Model: availability, visibility")
        .with_secondary(at.data, "this access")
        .with_help(
            "add `gl_SemanticsMakeAvailable` to the write and `gl_SemanticsMakeVisible` to the read, with `nonprivate` memory, \
             or declare the memory `devicecoherent`",
        )
}
