//! The axioms, clause by clause, on events written by hand; and chains of conditions under which executions are found.

use super::axioms::{Program, Variant};
use super::event::{Access, Event, Group, Scope, Storage};
use super::executions::{Next, TooMany, explore};
use super::relation::Relation;
use crate::hir::Span;

/// What the model says of a program whose values are given.
#[derive(Debug, PartialEq)]
enum Verdict {
    /// There is no such execution.
    Forbidden,
    /// There is one, and it has a race.
    Race,
    /// There is one, and none has a race.
    Free,
}
use Verdict::{Forbidden, Free, Race};

/// One event: `W x=1 np`, `R x=1 at acq vis b @dev`, `U x=1/2`, `F rel av b @wg`, `B1 @wg`. Without a value, a read may read
/// anything. Locations that begin with `s` or `i` are shared memory and images.
fn event(thread: u32, text: &str) -> Event {
    let mut event = Event::new(thread, Span::UNDEFINED);
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap();
    match kind.chars().next().unwrap() {
        'W' => event.writes = true,
        'R' => event.reads = true,
        'U' => (event.reads, event.writes, event.atomic) = (true, true, true),
        'F' => event.fence = true,
        'B' => event.barrier = Some(kind[1..].parse().unwrap()),
        'A' => event.device_available = true,
        'V' => event.device_visible = true,
        _ => panic!("{text}"),
    }
    if event.reads || event.writes {
        let place = words.next().unwrap();
        let (name, value) = place.split_once('=').map_or((place, None), |(name, value)| (name, Some(value)));
        // `x'` is another reference to `x`.
        let bare = name.trim_end_matches('\'');
        let letter = u32::from(bare.bytes().next().unwrap());
        let storage = match bare.chars().next().unwrap() {
            's' => Storage::SHARED,
            'i' => Storage::IMAGE,
            _ => Storage::BUFFER,
        };
        let (read, written) = match value.map(|it| it.split_once('/').unwrap_or((it, it))) {
            Some((read, written)) => (read.parse().ok(), written.parse().ok()),
            None => (None, None),
        };
        let read = read.filter(|_| event.reads);
        let written = written.filter(|_| event.writes);
        let reference = letter * 2 + u32::from(bare != name);
        event.access = Some(Access { location: letter, reference, storage, read, written });
    }
    for word in words {
        match word {
            "at" => event.atomic = true,
            "np" => event.nonprivate = true,
            "acq" => event.acquire = true,
            "rel" => event.release = true,
            "av" if event.release || event.fence => event.make_available = true,
            "vis" if event.acquire || event.fence => event.make_visible = true,
            "av" => event.available = true,
            "vis" => event.visible = true,
            "b" => event.semantics.0 |= Storage::BUFFER.0,
            "s" => event.semantics.0 |= Storage::SHARED.0,
            "i" => event.semantics.0 |= Storage::IMAGE.0,
            "@sg" => event.scope = Scope::Subgroup,
            "@wg" => event.scope = Scope::Workgroup,
            "@qf" => event.scope = Scope::QueueFamily,
            "@dev" => event.scope = Scope::Device,
            _ => panic!("{word} in {text}"),
        }
    }
    event.execution = event.scope;
    event.available |= event.atomic && event.writes;
    event.visible |= event.atomic && event.reads;
    event.nonprivate |= event.atomic || event.available || event.visible;
    event
}

/// A program: a line per invocation, which begins with its queue family, workgroup and subgroup: `0.1.1: W x=1 np; F rel b @wg`.
fn program(text: &str) -> (Vec<Event>, Vec<Group>) {
    let (mut events, mut groups) = (Vec::new(), Vec::new());
    for (thread, line) in (0..).zip(text.lines().map(str::trim).filter(|it| !it.is_empty())) {
        let (place, body) = line.split_once(':').unwrap();
        let numbers: Vec<u32> = place.split('.').map(|it| it.parse().unwrap()).collect();
        groups.push(Group { family: numbers[0], workgroup: numbers[1], subgroup: numbers[2] });
        events.extend(body.split(';').map(|it| event(thread, it.trim())));
    }
    (events, groups)
}

fn judged(text: &str, chains: bool, variant: Variant, ssw: Relation) -> Verdict {
    let (events, groups) = program(text);
    let program = Program { events: &events, groups: &groups, ssw, chains, variant };
    let mut verdict = Forbidden;
    let visit = &mut |_: &_, _: &_, judgement: &super::axioms::Judgement| {
        verdict = if judgement.dr.is_empty() { Free } else { Race };
        if verdict == Race { Next::Stop } else { Next::Go }
    };
    explore(&program, &|_| Some(0), &mut 100_000, visit).unwrap();
    verdict
}

#[track_caller]
fn check(text: &str, expected: Verdict) {
    assert_eq!(judged(text, true, Variant::Khronos, Relation::NONE), expected, "{text}");
}

#[test]
fn release_and_acquire_order_what_is_available_and_visible() {
    let both = |write: &str, read: &str| format!("0.0.0: W x=1 np; W f=1 at {write}\n0.1.1: R f=1 at {read}; R x np");
    check(&both("rel av b @dev", "acq vis b @dev"), Free);
    check(&both("rel b @dev", "acq vis b @dev"), Race);
    check(&both("rel av b @dev", "acq b @dev"), Race);
    check(&both("@dev", "acq vis b @dev"), Race);
    check(&both("rel av b @dev", "@dev"), Race);
    check(&both("rel av s @dev", "acq vis b @dev"), Race);
    check(&both("rel av b @wg", "acq vis b @wg"), Race);
    check(&both("rel av b @dev", "acq vis b @wg"), Race);
    // In one workgroup its scope is enough, in one subgroup that of the subgroup.
    check("0.0.0: W x=1 np; W f=1 at rel av b @wg\n0.0.1: R f=1 at acq vis b @wg; R x np", Free);
    check("0.0.0: W x=1 np; W f=1 at rel av b @sg\n0.0.1: R f=1 at acq vis b @sg; R x np", Race);
    check("0.0.0: W x=1 np; W f=1 at rel av b @sg\n0.0.0: R f=1 at acq vis b @sg; R x np", Free);
    check("0.0.0: W x=1 np; W f=1 at rel av b @qf\n0.1.1: R f=1 at acq vis b @qf; R x np", Free);
    check("0.0.0: W x=1 np; W f=1 at rel av b @qf\n1.1.1: R f=1 at acq vis b @qf; R x np", Race);
    // What is read behind it is what was written, or nothing that was there before.
    check("0.0.0: W x=1 np; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq vis b @dev; R x=0 np", Forbidden);
    check("0.0.0: W x=1 np; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq vis b @dev; R x=1 np", Free);
}

#[test]
fn private_accesses_are_not_ordered() {
    check("0.0.0: W x=1; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq vis b @dev; R x np", Race);
    check("0.0.0: W x=1 np; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq vis b @dev; R x", Race);
    // A read before a write needs no availability.
    check("0.0.0: R x np; W f=1 at rel b @dev\n0.1.1: R f=1 at acq b @dev; W x=1 np", Free);
    check("0.0.0: R x; W f=1 at rel b @dev\n0.1.1: R f=1 at acq b @dev; W x=1 np", Race);
    // A write before a write needs availability only.
    check("0.0.0: W x=2 np; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq b @dev; W x=1 np", Free);
    check("0.0.0: W x=2 np; W f=1 at rel b @dev\n0.1.1: R f=1 at acq b @dev; W x=1 np", Race);
    // In one invocation all is ordered, if it is through one reference.
    check("0.0.0: W x=1; R x=1; W x=2; R x=2", Free);
    check("0.0.0: W x=1; R x=0", Forbidden);
    check("0.0.0: W x=1; R x'=1", Race);
}

#[test]
fn accesses_make_themselves_available_and_visible() {
    let both = |write: &str, read: &str| {
        format!("0.0.0: W x=1 {write}; W f=1 at rel b @dev\n0.1.1: R f=1 at acq b @dev; R x {read}")
    };
    check(&both("av @dev", "vis @dev"), Free);
    check(&both("av @wg", "vis @dev"), Race);
    check(&both("av @dev", "vis @wg"), Race);
    check(&both("av @dev", "np"), Race);
    // Available to the subgroup, then by the release to the device.
    check("0.0.0: W x=1 av @sg; W f=1 at rel av b @dev\n0.1.1: R f=1 at acq vis b @dev; R x vis @sg", Free);
}

#[test]
fn chains_go_through_domains() {
    let text = "0.0.0: W x=1 av @wg; W f=1 at rel b @wg
        0.0.1: R f=1 at acq b @wg; W g=1 at rel av b @dev
        0.1.2: R g=1 at acq vis b @dev; R x np";
    // The second invocation makes available to the device what is so to its workgroup.
    assert_eq!(judged(text, true, Variant::Khronos, Relation::NONE), Free);
    assert_eq!(judged(text, false, Variant::Khronos, Relation::NONE), Race);
}

#[test]
fn fences_order_like_operations() {
    let both = |write: &str, read: &str| {
        format!("0.0.0: W x=1 np; {write}; W f=1 at @dev\n0.1.1: R f=1 at @dev; {read}; R x np")
    };
    check(&both("F rel av b @dev", "F acq vis b @dev"), Free);
    check(&both("F rel av b @wg", "F acq vis b @dev"), Race);
    check(&both("F acq vis b @dev", "F rel av b @dev"), Race);
    check("0.0.0: W x=1 np; F rel av b @dev; W f=1 at @dev\n0.1.1: R f=1 at acq vis b @dev; R x np", Free);
    check("0.0.0: W x=1 np; W f=1 at rel av b @dev\n0.1.1: R f=1 at @dev; F acq vis b @dev; R x np", Free);
    // A fence about shared memory does not order the flag in the buffer.
    check(&both("F rel av s @dev", "F acq vis s @dev"), Race);
    check("0.0.0: W s=1 np; F rel av s b @wg; W f=1 at @wg\n0.0.0: R f=1 at @wg; F acq vis s b @wg; R s np", Free);
    check("0.0.0: W s=1 np; F rel av s @wg; W f=1 at @wg\n0.0.0: R f=1 at @wg; F acq vis s @wg; R s np", Race);
}

#[test]
fn barriers_order_with_fences() {
    let both = |semantics: &str, number: u32| {
        format!(
            "0.0.0: W s=1 np; F rel acq av vis {semantics} @wg; B1 @wg; F rel acq av vis {semantics} @wg
            0.0.1: F rel acq av vis {semantics} @wg; B{number} @wg; F rel acq av vis {semantics} @wg; R s np"
        )
    };
    check(&both("s", 1), Free);
    check(&both("b", 1), Race);
    check(&both("s", 2), Race);
    check("0.0.0: W s=1 np; B1 @wg\n0.0.1: B1 @wg; R s np", Race);
    // A write behind a barrier that a read is before.
    check("0.0.0: R s np; F rel s @wg; B1 @wg\n0.0.1: B1 @wg; F acq s @wg; W s=1 np", Free);
}

#[test]
fn release_sequences_go_on_with_read_modify_write() {
    let with = |middle: &str| {
        format!(
            "0.0.0: W x=1 np; W f=1 at rel av b @dev
            0.1.1: {middle}
            0.2.2: R f=2 at acq vis b @dev; R x np"
        )
    };
    check(&with("U f=1/2 @dev"), Free);
    check(&with("R f=1 at @dev; W f=2 at @dev"), Race);
    let behind_fence = "0.0.0: W x=1 np; F rel av b @dev; W f=1 at @dev
        0.1.1: U f=1/2 @dev
        0.2.2: R f=2 at acq vis b @dev; R x np";
    check(behind_fence, Free);
}

#[test]
fn one_location_is_coherent() {
    check("0.0.0: W x=1 at @dev\n0.1.1: R x=1 at @dev; R x=0 at @dev", Forbidden);
    check("0.0.0: W x=1 at @dev; W x=2 at @dev\n0.1.1: R x=2 at @dev; R x=1 at @dev", Forbidden);
    check("0.0.0: R x=1 at @dev; W x=1 at @dev", Forbidden);
    check(
        "0.0.0: W x=1 at @dev\n0.1.1: W x=2 at @dev\n0.2.2: R x=1 at @dev; R x=2 at @dev
        0.3.3: R x=2 at @dev; R x=1 at @dev",
        Forbidden,
    );
    check("0.0.0: U x=0/1 @dev\n0.1.1: U x=0/1 @dev", Forbidden);
    check("0.0.0: U x=0/1 @dev\n0.1.1: U x=1/2 @dev", Free);
    check("0.0.0: W x=1 at @dev\n0.1.1: U x=1/2 @dev\n0.2.2: U x=1/3 @dev", Forbidden);
}

#[test]
fn several_locations_are_not() {
    check("0.0.0: W x=1 at rel b @dev; R y=0 at acq b @dev\n0.1.1: W y=1 at rel b @dev; R x=0 at acq b @dev", Free);
    check("0.0.0: R y=1 at @dev; W x=1 at @dev\n0.1.1: R x=1 at @dev; W y=1 at @dev", Free);
    check(
        "0.0.0: R y=1 at acq b @dev; W x=1 at rel b @dev
        0.1.1: R x=1 at acq b @dev; W y=1 at rel b @dev",
        Forbidden,
    );
}

#[test]
fn atomic_operations_race_out_of_scope() {
    check("0.0.0: W x=1 at @wg\n0.0.1: R x at @wg", Free);
    check("0.0.0: W x=1 at @wg\n0.1.1: R x at @wg", Race);
    check("0.0.0: W x=1 at @dev\n0.1.1: R x at @wg", Race);
    check("0.0.0: W x=1 at @dev\n0.1.1: R x np", Race);
    check("0.0.0: W x=1 at @dev\n0.1.1: R x' at @dev", Race);
    check("0.0.0: R x np\n0.1.1: R x np", Free);
}

#[test]
fn semantics_of_several_kinds_of_memory_go_together() {
    // A read before a write through an invocation that orders one kind or both. (A write would be available by then.)
    let text = |middle: &str| {
        format!(
            "0.0.0: R s np; W f=1 at rel b s @wg
            0.0.1: R f=1 at acq {middle} @wg; W g=1 at rel {middle} @wg
            0.0.2: R g=1 at acq b s @wg; W s=1 np"
        )
    };
    check(&text("b s"), Free);
    check(&text("b"), Race);
}

#[test]
fn the_host_orders_through_the_device() {
    let mut ssw = Relation::NONE;
    ssw.insert(0, 1);
    ssw.insert(0, 2);
    ssw.insert(1, 3);
    ssw.insert(2, 3);
    let text = "0.0.0: W x=1\n0.1.1: A; V\n0.2.2: R x'=1";
    assert_eq!(judged(text, true, Variant::Khronos, ssw.clone()), Free);
    assert_eq!(judged(text.replace("A; V", "A; A").as_str(), true, Variant::Khronos, ssw), Race);
}

#[test]
fn the_models_differ_where_reads_are_not_ordered_behind_what_they_read() {
    // The two writes are ordered; both are atomic, but not in one scope with the reads.
    let text = "0.0.0: W x=1 at @wg; W x=2 at @wg\n0.1.1: R x=2 at @wg; R x=1 at @wg";
    assert_eq!(judged(text, true, Variant::Khronos, Relation::NONE), Forbidden);
    let text = "0.0.0: W x=1 np; W x=2 np\n0.1.1: R x=2 np; R x=1 np";
    assert_eq!(judged(text, true, Variant::Khronos, Relation::NONE), Forbidden);
    assert_eq!(judged(text, true, Variant::Dat3m, Relation::NONE), Race);
}

#[test]
fn the_budget_ends_the_search() {
    let (events, groups) = program("0.0.0: W x=1 at @dev\n0.1.1: W x=2 at @dev\n0.2.2: R x at @dev");
    let program =
        Program { events: &events, groups: &groups, ssw: Relation::NONE, chains: true, variant: Variant::Khronos };
    let mut count = 0;
    let visit = &mut |_: &_, _: &_, _: &_| {
        count += 1;
        Next::Go
    };
    assert_eq!(explore(&program, &|_| Some(0), &mut 100, visit), Ok(Next::Go));
    assert_eq!(explore(&program, &|_| Some(0), &mut 3, &mut |_, _, _| Next::Go), Err(TooMany));
    assert_eq!(count, 6, "two orders of the writes, three sources of the read");
}
