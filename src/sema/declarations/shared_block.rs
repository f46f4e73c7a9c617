//! Blocks of shared memory (GL_EXT_shared_memory_block): where they are allowed, and what may not be declared beside
//! them.
//!
//! Comes in: declarations of shared memory. Goes out: whether they are allowed, or reports. Must not depend on: what is
//! in the blocks.

use crate::diagnostics::Diagnostic;
use crate::hir::Span;
use crate::sema::declarations::block_defaults::BlockDefaults;
use crate::sema::{Analyzer, Code};
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
            self.report(
                Diagnostic::error(
                    Code::TargetTooOld,
                    span,
                    format!("a `shared` block needs SPIR-V 1.4, but the target has {}", self.options.target.spirv),
                )
                .with_help("compile with `--target-env vulkan1.2`"),
            );
            return false;
        }
        if let Some(dimension) = block.dimensions.first() {
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, dimension.span, "a `shared` block cannot be an array")
                    .with_note("GL_EXT_shared_memory_block, 4.3.9"),
            );
            return false;
        }
        self.block_defaults.shared_block.get_or_insert(block.name.span);
        self.check_shared_mix();
        true
    }

    /// Whether the invocations of the stage share memory; reports it if not.
    pub(super) fn stage_shares(&mut self, span: Span) -> bool {
        let facts = self.stage.facts();
        if !facts.has_workgroups {
            let stage = facts.with_article();
            self.report(
                Diagnostic::error(Code::StageRestricted, span, format!("{stage} shader has no `shared` memory"))
                    .with_note("GLSL 4.60, 4.3.8: it is for stages with workgroups"),
            );
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
            self.report(
                Diagnostic::error(Code::SharedMix, alone, "a `shared` variable beside a `shared` block")
                    .with_secondary(in_block, "the block")
                    .with_note("GL_EXT_shared_memory_block, 4.3.9: either all shared variables are in blocks or none")
                    .with_help("put the variable into a block"),
            );
        }
    }
}
