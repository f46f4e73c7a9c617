//! Sets of active lanes for tests of subgroup operations.

use crate::common::random::Random;

/// All lanes, the odd ones, one half, all but the first, and `count` sets at random, the same ones every time.
pub fn patterns(size: usize, count: usize) -> Vec<Vec<bool>> {
    let mut random = Random::new(0x5ab6);
    let mut patterns = vec![
        vec![true; size],
        (0..size).map(|lane| lane % 2 == 1).collect(),
        (0..size).map(|lane| lane < size / 2).collect(),
        (0..size).map(|lane| lane != 0).collect(),
    ];
    patterns.extend((0..count).map(|_| (0..size).map(|_| random.below(2) == 1).collect::<Vec<bool>>()));
    patterns
}
