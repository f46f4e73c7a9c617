//! What NVIDIA's driver (580.159) does in its own way, apart from what the specifications say; docs/nv-assembly.md lists it.
//!
//! Comes in: a case and what the driver left. Goes out: the instructions in which the machine must do as the driver does to
//! leave the same, if there are any such.

use std::cell::RefCell;
use std::collections::BTreeSet;

use glslsub::internals::nv_program::program::Program;

use crate::cases::Case;
use crate::machine;

/// A way of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A mask that looks at carry or overflow takes the rule for its opposite: with a swizzle NCF and OF always, LT after
    /// ADD, MAD and SAD, others at times.
    CarryMask,
    /// The same for a jump.
    CarryJump,
    /// TGBALLOT with the mask y looks at x.
    BallotOfY,
    /// The negative of the least integer is no negative number where it is compared with 0.
    NegatedLeast,
    /// Components that memory does not have are not written to elements of register arrays if x is not written.
    PartOfElement,
    /// ATOM on four halves gives the first two only.
    HalfOfOld,
    /// LOAD of several numbers of 64 bits writes other components than the mask says.
    WideLoad,
    /// REP with a count that a sign or the absolute value makes positive runs once.
    SignedCount,
    /// CVT of narrow signed parameters to unsigned integers does not extend the sign.
    NarrowParameter,
}

#[derive(Default)]
struct State {
    active: BTreeSet<(Way, usize)>,
    met: BTreeSet<(Way, usize)>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// How many pairs are tried.
const MOST_PAIRS: usize = 2000;

/// Whether the driver's way is gone at an item; the specification's by default.
pub fn gone(way: Way, item: usize) -> bool {
    STATE.with_borrow_mut(|state| {
        state.met.insert((way, item));
        state.active.contains(&(way, item))
    })
}

const ALL: &[Way] = &[
    Way::CarryMask,
    Way::CarryJump,
    Way::BallotOfY,
    Way::NegatedLeast,
    Way::PartOfElement,
    Way::HalfOfOld,
    Way::WideLoad,
    Way::SignedCount,
    Way::NarrowParameter,
];

/// Ways as `answers.txt` has them: `PartOfElement@45`, with blanks between.
pub fn spelled(ways: &[(Way, usize)]) -> String {
    ways.iter().map(|(way, at)| format!("{way:?}@{at}")).collect::<Vec<_>>().join(" ")
}

fn parse(text: &str) -> BTreeSet<(Way, usize)> {
    let one = |part: &str| {
        let (name, at) = part.split_once('@').unwrap();
        let way = ALL.iter().find(|way| format!("{way:?}") == name).unwrap();
        (*way, at.parse().unwrap())
    };
    text.split_whitespace().map(one).collect()
}

/// What the machine leaves where it goes the ways that `text` spells.
pub fn leaves(case: &Case, program: &Program, text: &str) -> Result<Vec<u8>, String> {
    STATE.set(State { active: parse(text), met: BTreeSet::new() });
    let found = machine::leaves(case, program);
    STATE.take();
    found
}

/// What explains an output of the driver: ways, and the items in which they are gone.
pub fn explain(case: &Case, program: &Program, driver: &[u8]) -> Option<Vec<(Way, usize)>> {
    // How many words differ, and what could have gone another way.
    let differing = |active: &BTreeSet<(Way, usize)>| {
        STATE.set(State { active: active.clone(), met: BTreeSet::new() });
        let found = machine::leaves(case, program);
        let met = STATE.take().met;
        let words = |found: &[u8]| driver.chunks_exact(4).zip(found.chunks_exact(4)).filter(|(a, b)| a != b).count();
        let count = match found {
            Ok(found) if case.difference(driver, &found).is_none() => 0,
            Ok(found) => words(&found),
            Err(_) => usize::MAX,
        };
        (count, met)
    };
    let mut active = BTreeSet::new();
    let (mut best, mut met) = differing(&active);
    while best > 0 {
        let tried = met.iter().filter(|it| !active.contains(*it)).map(|&toggle| {
            let mut more = active.clone();
            more.insert(toggle);
            let (count, met) = differing(&more);
            (count, toggle, met)
        });
        let (count, toggle, now) = tried.min_by_key(|(count, ..)| *count)?;
        if count < best {
            active.insert(toggle);
            (best, met) = (count, now);
            continue;
        }
        // Two that show only together.
        let rest: Vec<_> = met.difference(&active).copied().collect();
        let pairs = rest.iter().enumerate().flat_map(|(at, &a)| rest[at + 1..].iter().map(move |&b| [a, b]));
        let tried = pairs.take(MOST_PAIRS).map(|pair| {
            let mut more = active.clone();
            more.extend(pair);
            let (count, met) = differing(&more);
            (count, pair, met)
        });
        let (count, pair, now) = tried.min_by_key(|(count, ..)| *count)?;
        if count >= best {
            return None;
        }
        active.extend(pair);
        (best, met) = (count, now);
    }
    Some(active.into_iter().collect())
}
