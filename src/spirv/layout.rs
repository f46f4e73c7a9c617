//! How variables and the members of structures are laid out.
//!
//! Comes in: a variable, or a structure with its own layout. Goes out: layouts, offsets and strides. Must not depend
//! on: SPIR-V types.

use super::memory::is_laid_out;
use super::type_key::Layout;
use super::writer::ModuleWriter;
use super::{Lowered, OrBug};
use crate::hir::layout::Layouter;
use crate::hir::{GlobalVariable, Handle, MatrixMajor, PackingRules, StorageClass, Struct};
use rspirv::spirv;
use std::rc::Rc;

impl ModuleWriter<'_> {
    /// Offsets of the members of a structure in a block. Cached, as each access to a member needs them.
    pub(super) fn member_offsets(
        &mut self,
        structure: Handle<Struct>,
        rules: PackingRules,
        major: MatrixMajor,
    ) -> Lowered<Rc<[u32]>> {
        let key = (structure, rules, major);
        if let Some(offsets) = self.nested_offsets.get(&key) {
            return Ok(Rc::clone(offsets));
        }
        let definition = self.hir.types.structure(structure).or_bug("a structure")?;
        let offsets: Rc<[u32]> = self.layouter(rules).member_offsets(&definition.members, major).into();
        self.nested_offsets.insert(key, Rc::clone(&offsets));
        Ok(offsets)
    }

    /// Computes sizes and offsets under `rules`.
    pub(super) fn layouter(&self, rules: PackingRules) -> Layouter<'_> {
        Layouter { types: &self.hir.types, constants: &self.hir.constants, rules }
    }

    /// Layout and offset of a member of a structure laid out as `layout`.
    pub(super) fn member_layout(
        &mut self,
        structure: Handle<Struct>,
        index: u32,
        layout: Layout,
    ) -> Lowered<(Layout, u32)> {
        let definition = self.hir.types.structure(structure).or_bug("a structure")?;
        let member = definition.members.get(index as usize).or_bug("a member")?;
        Ok(match layout {
            Layout::Plain => (layout, 0),
            Layout::Explicit(rules, major) => {
                let offsets = self.member_offsets(structure, rules, major)?;
                (layout, offsets.get(index as usize).copied().unwrap_or(0))
            }
            Layout::Block(_) => {
                let block = definition.block.or_bug("a block")?;
                (Layout::Explicit(block.rules, member.major), member.offset.unwrap_or(0))
            }
        })
    }

    /// The layout that the type of a variable has in its memory.
    pub(super) fn variable_layout(&self, variable: &GlobalVariable) -> Layout {
        if is_laid_out(&self.hir.types, variable) {
            // Before SPIR-V 1.3 uniform and buffer blocks share a class, but not a decoration.
            Layout::Block(match variable.storage {
                StorageClass::StorageBuffer => spirv::StorageClass::StorageBuffer,
                // Other classes make no difference to the decoration.
                _ => spirv::StorageClass::Uniform,
            })
        } else {
            Layout::Plain
        }
    }
}
