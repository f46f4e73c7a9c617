//! "Did you mean": the known name that an unknown one is most likely a misspelling of.
//!
//! Comes in: a name and the known names. Goes out: at most one of these. Must not depend on: what the names mean.

/// The longest name that is considered; suggestions do not help with longer ones.
const MAX_LENGTH: usize = 96;

/// More suggestions than this would not be read, and each looks at every known name.
const MOST_SUGGESTIONS: u32 = 50;

/// How many more unknown names of a compilation are compared with the known ones.
#[derive(Debug)]
pub struct Suggestions {
    left: u32,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: MOST_SUGGESTIONS }
    }
}

impl Suggestions {
    /// Whether one more unknown name may be compared.
    pub const fn take(&mut self) -> bool {
        let may = self.left > 0;
        self.left = self.left.saturating_sub(1);
        may
    }
}

/// The candidate nearest to `name`: one that differs only in case, else the one with the fewest edits, at most a third
/// of the length of the longer name. An edit inserts, removes or replaces a character or swaps two neighbours. Of
/// several the first in the alphabet, so that the order of candidates does not matter.
#[must_use]
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let candidate_length = candidate.chars().count();
        let limit = length.max(candidate_length) / 3;
        if candidate == name || length.abs_diff(candidate_length) > limit || candidate_length > MAX_LENGTH {
            continue;
        }
        let edits = if candidate.eq_ignore_ascii_case(name) { 0 } else { strsim::osa_distance(name, candidate) };
        if edits <= limit && best.is_none_or(|it| (edits, candidate) < it) {
            best = Some((edits, candidate));
        }
    }
    best.map(|it| it.1)
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
