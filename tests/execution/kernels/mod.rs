//! What each kernel of `spirv-fixtures/kernels/` must compute, as models on the CPU.

pub mod attention;
pub mod case;
pub mod elements;
pub mod formats;
pub mod images;
pub mod learning;
pub mod matrices;
pub mod products;
pub mod rows;
pub mod sorting;
pub mod streams;

use case::Case;

use crate::common::random::Random;

/// Makes the cases of a module from random inputs.
type Cases = fn(&mut Random) -> Vec<Case>;

/// The modules with kernels.
const GROUPS: &[(&str, Cases)] = &[
    ("attention", attention::cases),
    ("elements", elements::cases),
    ("formats", formats::cases),
    ("images", images::cases),
    ("learning", learning::cases),
    ("matrices", matrices::cases),
    ("products", products::cases),
    ("rows", rows::cases),
    ("sorting", sorting::cases),
    ("streams", streams::cases),
];

/// Every variant of every kernel, with inputs that are the same in every run.
pub fn cases() -> Vec<Case> {
    let all = GROUPS.iter().flat_map(|(name, cases)| {
        let seed = name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        cases(&mut Random::new(seed))
    });
    all.filter(|case| crate::common::wanted(&case.name())).collect()
}
