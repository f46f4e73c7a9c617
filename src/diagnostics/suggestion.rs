//! "Did you mean": the known name that is nearest to a misspelt one.
//!
//! Comes in: a name and the names there are. Goes out: at most one of these. Must not know: what the names mean.

/// The longest name that is looked at; nobody misspells a longer one in a way this could help with.
const MAX_LENGTH: usize = 96;

/// The name of `candidates` nearest to `name`, if it is near enough to be worth a mention: one edit per three
/// characters, upper and lower case alike. Of several the first is taken.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    let mut limit = (name.len() / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > limit || candidate.len() > MAX_LENGTH || candidate == name {
            continue;
        }
        let distance = distance(name.as_bytes(), candidate.as_bytes());
        if distance < limit || (distance == limit && best.is_none()) {
            limit = distance;
            best = Some(candidate);
        }
    }
    best
}

/// The number of bytes to insert, remove or replace, or pairs to swap (optimal string alignment).
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = above.clone();
    let mut a_before = None;
    for (i, &x) in a.iter().enumerate() {
        let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX - 1);
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        let mut b_before = None;
        for (j, &y) in b.iter().enumerate() {
            let replaced = at(&above, j) + usize::from(!x.eq_ignore_ascii_case(&y));
            let mut cost = replaced.min(at(&above, j + 1) + 1).min(left + 1);
            if j > 0 && a_before == Some(y) && b_before == Some(x) {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            if let Some(slot) = row.get_mut(j + 1) {
                *slot = cost;
            }
            left = cost;
            b_before = Some(y);
        }
        a_before = Some(x);
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("abc", "abc", 0),
            ("abc", "ABC", 0),
            ("kitten", "sitting", 3),
            ("ab", "ba", 1),
        ] {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names() {
        let names = ["define", "undef", "ifdef", "ifndef", "endif", "else"];
        assert_eq!(nearest("defin", names), Some("define"));
        assert_eq!(nearest("enidf", names), Some("endif"));
        assert_eq!(nearest("ELSE", names), Some("else"));
        assert_eq!(nearest("subgroup", names), None);
    }
}
