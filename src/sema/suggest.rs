//! "Did you mean": the known name that an unknown one is most likely a misspelling of.
//!
//! Comes in: a name and the names in scope. Goes out: at most one of them. Must not know: where the names are from.

/// The candidate nearest to `name`: one that differs only in case, else the one with the fewest edits, at most a third
/// of the length of the longer name. Of several the first in the alphabet, so that the order of candidates does not
/// matter.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &'a str)> = None;
    let characters: Vec<char> = name.chars().collect();
    for candidate in candidates {
        if candidate == name || candidate.is_empty() {
            continue;
        }
        let distance = if candidate.eq_ignore_ascii_case(name) {
            0
        } else {
            let limit = characters.len().max(candidate.chars().count()) / 3;
            match edits(&characters, candidate, limit) {
                Some(distance) => distance,
                None => continue,
            }
        };
        if best.is_none_or(|it| (distance, candidate) < it) {
            best = Some((distance, candidate));
        }
    }
    best.map(|it| it.1)
}

/// The number of characters to insert, remove, replace or exchange with their neighbour to come from one name to the
/// other, if it is at most `limit`.
fn edits(left: &[char], right: &str, limit: usize) -> Option<usize> {
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit {
        return None;
    }
    // Rows of the table of distances between prefixes: two back, one back, now.
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, &l) in left.iter().enumerate() {
        let mut current = Vec::with_capacity(previous.len());
        current.push(i + 1);
        for (j, &r) in right.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&previous, j) + usize::from(l != r);
            let mut distance = replaced.min(at(&previous, j + 1) + 1).min(at(&current, j) + 1);
            let is_exchange = i > 0 && j > 0 && left.get(i - 1) == Some(&r) && right.get(j - 1) == Some(&l);
            if is_exchange {
                distance = distance.min(at(&before, j - 1) + 1);
            }
            current.push(distance);
        }
        if current.iter().all(|&distance| distance > limit) && previous.iter().all(|&distance| distance > limit) {
            return None;
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous.last().copied().filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn nearest_names() {
        let names =
            ["subgroupAdd", "subgroupAnd", "subgroupOr", "position", "Position", "a", "b", "abs", "mix", "größe"];
        for (name, expected) in [
            ("subgroupadd", Some("subgroupAdd")),
            ("subgruopAdd", Some("subgroupAdd")),
            // Both are one edit away.
            ("subgroupAd", Some("subgroupAdd")),
            ("subgroupAnd2", Some("subgroupAnd")),
            ("POSITION", Some("Position")),
            ("positon", Some("position")),
            ("c", None),
            ("asb", Some("abs")),
            ("mxi", Some("mix")),
            ("grösse", Some("größe")),
            ("somethingElse", None),
            ("", None),
        ] {
            assert_eq!(did_you_mean(name, names), expected, "{name}");
            assert_eq!(did_you_mean(name, names.iter().rev().copied()), expected, "{name}, reversed");
        }
    }

    #[test]
    fn a_name_is_no_suggestion_for_itself() {
        assert_eq!(did_you_mean("abs", ["abs"]), None);
    }

    #[test]
    fn distance_is_limited_by_a_third() {
        assert_eq!(did_you_mean("abcdef", ["abcdXY"]), Some("abcdXY"));
        assert_eq!(did_you_mean("abcdef", ["abcXYZ"]), None);
    }
}
