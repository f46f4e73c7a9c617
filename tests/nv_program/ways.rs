//! The peculiarities of NVIDIA's driver (580.159), where it differs from the specifications; docs/nv-assembly.md lists
//! them.
//!
//! Comes in: a case and the driver's output. Goes out: the instructions in which the machine must behave like the
//! driver to give the same output, if there are any.

use std::cell::RefCell;
use std::collections::BTreeSet;

use glslsub::internals::nv_program::program::Program;

use crate::cases::Case;
use crate::machine;

/// A peculiarity of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A mask that tests carry or overflow uses the opposite rule: with a swizzle NCF and OF always, LT after ADD, MAD
    /// and SAD, others sometimes.
    CarryMask,
    /// The same for a jump.
    CarryJump,
    /// TGBALLOT with the mask y tests x.
    BallotOfY,
    /// The negation of the smallest integer is not negative when compared with 0.
    NegatedLeast,
    /// Components that memory does not have are not written to elements of register arrays if x is not written.
    PartOfElement,
    /// ATOM on four halves returns only the first two.
    HalfOfOld,
    /// A load of several 64-bit numbers, or of fewer components than the mask has, writes other components than the mask
    /// selects; those without a number become 0.
    WideLoad,
    /// REP with a count that a sign or the absolute value makes positive runs once.
    SignedCount,
    /// The condition of a component of an instruction that sets the condition code tests a flag that the same instruction
    /// has set.
    NewFlags,
    /// TRUE of a comparison of floats is the integer 1, or in 64 bits a double with these bits.
    IntegerTruth,
    /// `-|a|` is less than any negative number with which it is compared.
    NegatedBound,
    /// A 64-bit float that is stored in 32 bits is not clamped (SSAT).
    WideClamp,
    /// REP.F64 with a number as its count takes the lower word.
    WideCount,
    /// TXP.SPARSE reports that its texels are not resident.
    ProjectedResidency,
    /// UP2H returns the numbers that PK2H took, not rounded.
    ExactHalves,
    /// CVT of narrow signed parameters to unsigned integers does not extend the sign.
    NarrowParameter,
    /// CVT to narrow integers that sets flags writes the lower half of a component only.
    NarrowResult,
    /// A 64-bit instruction takes the bits of a SHORT register for those of a 32-bit float.
    HalfBits,
    /// A component that an instruction writes is read by the following components of the same instruction.
    LiveResult,
    /// The same; x and z are written together, then y and w.
    LiveRows,
    /// A store of four bytes does not negate.
    PlainBytes,
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
pub const MOST_PAIRS: usize = 2000;

/// Whether the driver's behavior is used at an item; by default the specification's is.
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
    Way::NarrowResult,
    Way::HalfBits,
    Way::LiveResult,
    Way::LiveRows,
    Way::PlainBytes,
    Way::NewFlags,
    Way::IntegerTruth,
    Way::NegatedBound,
    Way::WideClamp,
    Way::WideCount,
    Way::ProjectedResidency,
    Way::ExactHalves,
];

/// Peculiarities as written in `answers.txt`: `PartOfElement@45`, separated by blanks.
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

/// The output of the machine with the peculiarities that `text` spells.
pub fn leaves(case: &Case, program: &Program, text: &str) -> Result<Vec<u8>, String> {
    STATE.set(State { active: parse(text), met: BTreeSet::new() });
    let found = machine::leaves(case, program);
    STATE.take();
    found
}

/// The explanation of a driver's output: peculiarities, and the items in which they occur.
pub fn explain(case: &Case, program: &Program, driver: &[u8], most_pairs: usize) -> Option<Vec<(Way, usize)>> {
    // How many words differ, and where the behavior could have been different.
    let differing = |active: &BTreeSet<(Way, usize)>| {
        STATE.set(State { active: active.clone(), met: BTreeSet::new() });
        // Other values may lead to indices out of bounds.
        let run = || machine::leaves(case, program);
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or(Err(String::new()));
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
        // Two that only show together.
        let rest: Vec<_> = met.difference(&active).copied().collect();
        let pairs = rest.iter().enumerate().flat_map(|(at, &a)| rest[at + 1..].iter().map(move |&b| [a, b]));
        let tried = pairs.take(most_pairs).map(|pair| {
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
