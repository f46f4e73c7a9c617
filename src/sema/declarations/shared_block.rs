//! Blocks of shared memory (GL_EXT_shared_memory_block): where they are allowed, and what may not be declared beside
//! them.
//!
//! Comes in: declarations of shared memory. Goes out: whether they are allowed, or reports. Must not depend on: what is
//! in the blocks.

use crate::hir::Span;
use crate::sema::Analyzer;
use crate::sema::declarations::block_defaults::BlockDefaults;
use crate::sema::declarations::messages;
use crate::syntax::ast::BlockDeclaration;
use crate::target::SpirvVersion;

impl Analyzer<'_> {
    /// Whether a block of shared memory is allowed here (GL_EXT_shared_memory_block); reports it if not.
    pub(super) fn shared_block_allowed(&mut self, block: &BlockDeclaration, span: Span) -> bool {
        if !self.stage_shares(span) {
            return false;
        }
        let name = format!("shared {}", self.text(block.name.symbol));
        if !self.require_extension("GL_EXT_shared_memory_block", &name, span) {
            return false;
        }
        if self.options.target.spirv < SpirvVersion::V1_4 {
            self.report(messages::shared_block_needs_spir_v_1_4(span, &self.options.target.spirv));
            return false;
        }
        if let Some(dimension) = block.dimensions.first() {
            self.report(messages::shared_block_cannot_be_array(dimension.span));
            return false;
        }
        self.block_defaults.shared_block.get_or_insert(block.name.span);
        self.check_shared_mix();
        true
    }

    /// Whether the invocations of the stage share memory; reports it if not.
    pub(super) fn stage_shares(&mut self, span: Span) -> bool {
        let facts = self.module.stage.facts();
        if !facts.has_workgroups {
            let stage = facts.with_article();
            self.report(messages::shader_has_no_shared_memory(span, &stage));
        }
        facts.has_workgroups
    }

    /// Remembers a shared variable that is in no block.
    pub(super) fn note_shared_variable(&mut self, span: Span) {
        self.block_defaults.shared_variable.get_or_insert(span);
        self.check_shared_mix();
    }

    /// Either all shared memory is in blocks or none of it, because blocks overlap in memory.
    fn check_shared_mix(&mut self) {
        let BlockDefaults { shared_block: Some(in_block), shared_variable: Some(alone), .. } = self.block_defaults
        else {
            return;
        };
        if !std::mem::replace(&mut self.block_defaults.shared_mix_reported, true) {
            self.report(messages::shared_variable_beside_shared_block(alone, in_block));
        }
    }
}
