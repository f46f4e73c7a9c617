//! What the host promises about a dispatch: `--assume`, `#pragma glslsub assume(...)`.
//!
//! Comes in: words. Goes out: [`Assumptions`]. Must not depend on: what lints make of them.

use super::universe::SUBGROUP_SIZES;

/// What is taken as true. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// The least and the greatest size of subgroups.
    subgroups: Option<(u32, u32)>,
    /// Subgroups have no gaps, and take the invocations of a workgroup in their order.
    pub(super) full_subgroups: bool,
    /// How many workgroups there are.
    pub(super) workgroups: Option<u32>,
    /// Push constants and members of uniform blocks, and what divides them.
    pub(super) multiples: Vec<(String, u32)>,
    /// Variables that are one for a workgroup.
    pub(super) uniform: Vec<String>,
}

impl Assumptions {
    /// Adds an assumption: `subgroup-size=32`, `subgroup-size=32..64`, `full-subgroups`, `dispatch=1`, `n%64=0`, `uniform(x)`.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let wrong = || {
            format!(
                "`{text}` is no assumption: there are `subgroup-size=32`, `subgroup-size=32..64`, `full-subgroups`, \
                 `dispatch=WORKGROUPS`, `MEMBER%64=0` and `uniform(VARIABLE)`"
            )
        };
        let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        let text = text.as_str();
        if text == "full-subgroups" {
            self.full_subgroups = true;
        } else if let Some(sizes) = text.strip_prefix("subgroup-size=") {
            let (least, most) = sizes.split_once("..").unwrap_or((sizes, sizes));
            let size = |it: &str| it.parse().ok().filter(|it| SUBGROUP_SIZES.contains(it));
            let (least, most) = size(least).zip(size(most)).filter(|it| it.0 <= it.1).ok_or_else(wrong)?;
            self.subgroups = Some((least, most));
        } else if let Some(count) = text.strip_prefix("dispatch=") {
            self.workgroups = Some(count.parse().ok().filter(|it| *it > 0).ok_or_else(wrong)?);
        } else if let Some(name) = text.strip_prefix("uniform(").and_then(|it| it.strip_suffix(')')) {
            self.uniform.push(name.to_owned());
        } else {
            let (name, by) = text.strip_suffix("=0").and_then(|it| it.split_once('%')).ok_or_else(wrong)?;
            let by = by.parse().ok().filter(|it| *it > 0).ok_or_else(wrong)?;
            // The instance name of a block says nothing more.
            let name = name.rsplit('.').next().unwrap_or(name);
            self.multiples.push((name.to_owned(), by));
        }
        Ok(())
    }

    /// No assumption.
    pub(super) const fn nothing() -> Self {
        Self { subgroups: None, full_subgroups: false, workgroups: None, multiples: Vec::new(), uniform: Vec::new() }
    }

    /// Adds all of others.
    pub fn extend(&mut self, others: &Self) {
        self.subgroups = others.subgroups.or(self.subgroups);
        self.full_subgroups |= others.full_subgroups;
        self.workgroups = others.workgroups.or(self.workgroups);
        self.multiples.extend(others.multiples.iter().cloned());
        self.uniform.extend(others.uniform.iter().cloned());
    }

    /// The sizes that subgroups may have.
    pub(super) fn subgroup_sizes(&self) -> &'static [u32] {
        let (least, most) = self.subgroups.unwrap_or((0, u32::MAX));
        let (first, end) =
            (SUBGROUP_SIZES.partition_point(|it| *it < least), SUBGROUP_SIZES.partition_point(|it| *it <= most));
        SUBGROUP_SIZES.get(first..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Assumptions;

    fn sizes(text: &str) -> Option<Vec<u32>> {
        let mut assumptions = Assumptions::default();
        assumptions.add(text).ok()?;
        Some(assumptions.subgroup_sizes().to_vec())
    }

    #[test]
    fn words() {
        assert_eq!(sizes("subgroup-size=32"), Some(vec![32]));
        assert_eq!(sizes("subgroup-size = 32..64"), Some(vec![32, 64]));
        assert_eq!(sizes("subgroup-size=33"), None);
        assert_eq!(sizes("subgroup-size=64..32"), None);
        assert_eq!(sizes("dispatch=0"), None);
        assert_eq!(sizes("quick"), None);
        let mut assumptions = Assumptions::default();
        assert_eq!(assumptions.add("pc.n % 64 = 0"), Ok(()));
        assert_eq!(assumptions.multiples, [("n".to_owned(), 64)]);
    }
}
