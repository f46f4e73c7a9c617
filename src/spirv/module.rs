//! A finished module: its sections in the order of SPIR-V 2.4.
//!
//! Comes in: sections. Goes out: one stream of words. Must not depend on: HIR.

use super::section::Section;
use rspirv::spirv::MAGIC_NUMBER;

/// A SPIR-V module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The version, encoded as in the header.
    pub(super) version: u32,
    /// The bound: all ids are below it.
    pub(super) bound: u32,
    pub(super) capabilities: Section,
    pub(super) extensions: Section,
    /// Imports of instruction sets.
    pub(super) imports: Section,
    pub(super) memory_model: Section,
    pub(super) entry_points: Section,
    pub(super) execution_modes: Section,
    /// OpString.
    pub(super) strings: Section,
    pub(super) names: Section,
    pub(super) annotations: Section,
    /// Types, constants and variables.
    pub(super) declarations: Section,
    pub(super) functions: Section,
}

impl Module {
    /// All sections, in order.
    pub(super) const fn sections(&self) -> [&Section; 11] {
        [
            &self.capabilities,
            &self.extensions,
            &self.imports,
            &self.memory_model,
            &self.entry_points,
            &self.execution_modes,
            &self.strings,
            &self.names,
            &self.annotations,
            &self.declarations,
            &self.functions,
        ]
    }

    /// The same, for modification.
    pub(super) const fn sections_mut(&mut self) -> [&mut Section; 11] {
        [
            &mut self.capabilities,
            &mut self.extensions,
            &mut self.imports,
            &mut self.memory_model,
            &mut self.entry_points,
            &mut self.execution_modes,
            &mut self.strings,
            &mut self.names,
            &mut self.annotations,
            &mut self.declarations,
            &mut self.functions,
        ]
    }

    /// The words of the whole module.
    pub(super) fn words(&self) -> Vec<u32> {
        let sections = self.sections().map(Section::words);
        let mut words = Vec::with_capacity(5 + sections.iter().map(|it| it.len()).sum::<usize>());
        words.extend([MAGIC_NUMBER, self.version, 0, self.bound, 0]);
        for section in sections {
            words.extend(section.iter().map(|it| it.0));
        }
        words
    }
}
