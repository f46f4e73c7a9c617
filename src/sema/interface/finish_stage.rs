//! Checks of a stage that need all of its inputs and outputs.
//!
//! Comes in: everything that was declared. Goes out: implied modes, and reports. Must not depend on: syntax.

use crate::builtins::extensions;
use crate::hir::ExecutionMode;
use crate::sema::Analyzer;
use crate::sema::interface::messages;
use crate::stage::{Stage, StageVariant};

/// Outputs whose use implies an execution mode.
const IMPLIED_MODES: &[(spirv::BuiltIn, ExecutionMode)] = &[
    (spirv::BuiltIn::FragDepth, ExecutionMode::DepthReplacing),
    (spirv::BuiltIn::FragStencilRefEXT, ExecutionMode::StencilRefReplacing),
];

impl Analyzer<'_> {
    /// What remains to be done once all inputs and outputs are known. Returns the variant of the stage that an
    /// extension defines.
    pub(in crate::sema) fn finish_stage(&mut self) -> Option<&'static StageVariant> {
        if self.module.stage == Stage::Fragment {
            self.modes.imply(ExecutionMode::OriginUpperLeft);
        }
        let implied = IMPLIED_MODES.iter().filter(|(builtin, _)| self.writes_builtin(*builtin));
        for (_, mode) in implied.collect::<Vec<_>>() {
            self.modes.imply(*mode);
        }
        // The default of ARB_fragment_shader_interlock, 4.4.1.3.
        let interlock = self.modes.interlock_begin.or(self.modes.interlock_end);
        if interlock.is_some() && self.modes.of_family("interlock").is_none() {
            self.modes.imply(ExecutionMode::PixelInterlockOrdered);
        }
        self.check_interlock_pair();
        self.check_coverage();
        self.check_stage_extension();
        self.finish_tile_shading();
        self.finish_tile_images();
        self.finish_layouts();
        self.finish_vertices();
        self.finish_feedback();
        self.finish_locations();
        self.finish_views();
        self.stage_variant()
    }

    /// A critical section has both ends (ARB_fragment_shader_interlock, 8.13.3).
    fn check_interlock_pair(&mut self) {
        match (self.modes.interlock_begin, self.modes.interlock_end) {
            (Some(begin), None) => self.report(messages::interlock_without_other_end(begin, "no end")),
            (None, Some(end)) => self.report(messages::interlock_without_other_end(end, "no beginning")),
            _ => {}
        }
    }

    /// Checks for the early tests that `post_depth_coverage` implies: GL_ARB_post_depth_coverage turns them on, the
    /// ESSL extension requires them to be declared.
    fn check_coverage(&mut self) {
        let Some(span) = self.modes.place_of(ExecutionMode::PostDepthCoverage) else { return };
        let implied = self.is_on(extensions::GL_ARB_post_depth_coverage);
        if implied || self.modes.contains(ExecutionMode::EarlyFragmentTests) {
            return;
        }
        self.report(messages::post_depth_coverage_needs_early_fragment_tests(span));
    }
}
