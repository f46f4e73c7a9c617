//! What can only be said of a stage when all of its inputs and outputs are known.
//!
//! Comes in: everything that was declared. Goes out: modes that go without saying, and reports. Must not depend on: syntax.

use crate::hir::ExecutionMode;
use crate::sema::Analyzer;
use crate::stage::{Stage, StageVariant};

/// Outputs that a shader says by an execution mode that it writes.
const IMPLIED_MODES: &[(spirv::BuiltIn, ExecutionMode)] = &[
    (spirv::BuiltIn::FragDepth, ExecutionMode::DepthReplacing),
    (spirv::BuiltIn::FragStencilRefEXT, ExecutionMode::StencilRefReplacing),
];

impl Analyzer<'_> {
    /// What can only be said when all inputs and outputs are known. Gives what an extension makes of the stage.
    pub(in crate::sema) fn finish_stage(&mut self) -> Option<&'static StageVariant> {
        if self.stage == Stage::Fragment {
            self.modes.imply(ExecutionMode::OriginUpperLeft);
        }
        let implied = IMPLIED_MODES.iter().filter(|(builtin, _)| self.writes_builtin(*builtin));
        for (_, mode) in implied.collect::<Vec<_>>() {
            self.modes.imply(*mode);
        }
        // The default of ARB_fragment_shader_interlock, 4.4.1.3.
        if self.modes.interlocks && self.modes.of_family("interlock").is_none() {
            self.modes.imply(ExecutionMode::PixelInterlockOrdered);
        }
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
}
