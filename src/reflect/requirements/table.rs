//! The table of `builtins/requirements.vulkan`.
//!
//! Comes in: the contents of a module. Goes out: the rows that apply to it. Must not depend on: how these were found.

use std::collections::BTreeSet;

/// The requirements of modules that have everything the row names.
#[derive(Debug)]
pub(super) struct Row {
    /// A capability.
    pub(super) capability: Option<(u32, &'static str)>,
    /// A SPIR-V extension.
    pub(super) extension: Option<&'static str>,
    /// A device extension, which depends on the alternatives.
    pub(super) dependent: Option<&'static str>,
    /// Facts that only the instructions show.
    pub(super) facts: &'static [&'static str],
    /// Alternatives that satisfy it; without any, nothing is required.
    pub(super) alternatives: &'static [Alternative],
}

/// One alternative that satisfies a row.
#[derive(Debug)]
pub(super) struct Alternative {
    /// The first Vulkan version that has it.
    pub(super) version: Option<(u8, u8)>,
    /// Device extensions to enable.
    pub(super) extensions: &'static [&'static str],
    /// Features to enable, by structure and member.
    pub(super) features: &'static [(&'static str, &'static str)],
    /// A bit of VkSubgroupFeatureFlags.
    pub(super) subgroup: Option<&'static str>,
}

include!(concat!(env!("OUT_DIR"), "/vulkan_requirements.rs"));

/// The contents of a module, as far as rows name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) capabilities: BTreeSet<u32>,
    pub(super) extensions: BTreeSet<String>,
    pub(super) facts: BTreeSet<&'static str>,
}

impl Row {
    /// Whether a module has everything the row names.
    pub(super) fn holds(&self, contents: &Contents) -> bool {
        self.dependent.is_none()
            && self.capability.is_none_or(|(number, _)| contents.capabilities.contains(&number))
            && self.extension.is_none_or(|name| contents.extensions.contains(name))
            && self.facts.iter().all(|fact| contents.facts.contains(fact))
    }

    /// The alternative for a Vulkan version, if there is any.
    pub(super) fn choose(&self, version: (u8, u8), asked_for: &BTreeSet<&str>) -> Option<&'static Alternative> {
        let is_core = |it: &&Alternative| it.version.is_some_and(|least| least <= version);
        let is_asked_for = |it: &&Alternative| {
            it.version.is_none()
                && !it.extensions.is_empty()
                && it.extensions.iter().all(|name| asked_for.contains(name))
        };
        let core = self.alternatives.iter().find(is_core);
        let alternative = core.or_else(|| self.alternatives.iter().find(is_asked_for));
        let plain = || self.alternatives.iter().find(|it| it.version.is_none());
        alternative.or_else(plain).or(self.alternatives.first())
    }
}

/// The name of a capability in the table, or its number.
pub(super) fn capability_name(number: u32) -> String {
    let name = ROWS.iter().filter_map(|row| row.capability).find(|it| it.0 == number);
    name.map_or_else(|| number.to_string(), |(_, name)| name.to_owned())
}
