//! Layout identifiers that are just a SPIR-V decoration: a row each.
//!
//! Comes in: an identifier with its value. Goes out: the decoration, with what it requires of the module, as
//! GL_EXT_spirv_intrinsics would write it. Must not depend on: where an identifier may stand, which `qualifier_place`
//! says, except for those that belong to one built-in variable.

use crate::hir::{Span, SpirvDecoration, SpirvForm, SpirvOperand};
use crate::sema::Analyzer;
use crate::sema::qualifiers::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use spirv::{Capability, Decoration};
use std::sync::Arc;

/// An identifier.
#[derive(Debug)]
pub(in crate::sema) struct LayoutDecoration {
    /// In lower case.
    pub(in crate::sema) word: &'static str,
    decoration: Decoration,
    pub(in crate::sema) takes_value: bool,
    /// The only variable that it belongs to.
    of: Option<&'static str>,
    extension: &'static str,
    capability: Capability,
    spirv_extension: &'static str,
}

/// Every identifier.
static ROWS: &[LayoutDecoration] = &[
    LayoutDecoration {
        word: "viewport_relative",
        decoration: Decoration::ViewportRelativeNV,
        takes_value: false,
        of: Some("gl_Layer"),
        extension: "GL_NV_viewport_array2",
        capability: Capability::ShaderViewportMaskNV,
        spirv_extension: "SPV_NV_viewport_array2",
    },
    LayoutDecoration {
        word: "secondary_view_offset",
        decoration: Decoration::SecondaryViewportRelativeNV,
        takes_value: true,
        of: Some("gl_Layer"),
        extension: "GL_NV_stereo_view_rendering",
        capability: Capability::ShaderStereoViewNV,
        spirv_extension: "SPV_NV_stereo_view_rendering",
    },
    LayoutDecoration {
        word: "override_coverage",
        decoration: Decoration::OverrideCoverageNV,
        takes_value: false,
        of: Some("gl_SampleMask"),
        extension: "GL_NV_sample_mask_override_coverage",
        capability: Capability::SampleMaskOverrideCoverageNV,
        spirv_extension: "SPV_NV_sample_mask_override_coverage",
    },
    LayoutDecoration {
        word: "passthrough",
        decoration: Decoration::PassthroughNV,
        takes_value: false,
        of: None,
        extension: "GL_NV_geometry_shader_passthrough",
        capability: Capability::GeometryShaderPassthroughNV,
        spirv_extension: "SPV_NV_geometry_shader_passthrough",
    },
    LayoutDecoration {
        word: "bank",
        decoration: Decoration::BankNV,
        takes_value: true,
        of: None,
        extension: "GL_NV_push_constant_bank",
        capability: Capability::PushConstantBanksNV,
        spirv_extension: "SPV_NV_push_constant_bank",
    },
    LayoutDecoration {
        word: "member_offset",
        decoration: Decoration::MemberOffsetNV,
        takes_value: true,
        of: None,
        extension: "GL_NV_push_constant_bank",
        capability: Capability::PushConstantBanksNV,
        spirv_extension: "SPV_NV_push_constant_bank",
    },
];

/// The row of an identifier.
pub(in crate::sema) fn row(word: &str) -> Option<&'static LayoutDecoration> {
    ROWS.iter().find(|row| row.word == word)
}

impl Analyzer<'_> {
    /// The decoration that an identifier is, if its extension is on.
    pub(in crate::sema) fn layout_decoration(
        &mut self,
        row: &LayoutDecoration,
        value: Option<u32>,
        span: Span,
    ) -> Option<SpirvDecoration> {
        if !self.require_extension(row.extension, &format!("layout({})", row.word), span) {
            return None;
        }
        if row.decoration == Decoration::PassthroughNV {
            self.modes.passthrough.get_or_insert(span);
        }
        self.intrinsics.capabilities.insert(row.capability as u32);
        self.intrinsics.extensions.insert(row.spirv_extension.to_owned());
        Some(SpirvDecoration {
            form: SpirvForm::Literals,
            decoration: row.decoration as u32,
            operands: value.map(|value| SpirvOperand::Literal(vec![value])).into_iter().collect(),
        })
    }

    /// Reports identifiers that belong to a variable other than the declared one.
    pub(in crate::sema) fn check_decorated_variable(&mut self, qualifiers: &Qualifiers, name: &str) {
        let is_wrong = |(word, span): &(Arc<str>, Span)| {
            let of = row(word)?.of.filter(|of| *of != name)?;
            Some((of, *span))
        };
        let Some((of, span)) = qualifiers.layout.words.iter().find_map(is_wrong) else { return };
        let Some((word, _)) = qualifiers.layout.words.iter().find(|(_, at)| *at == span) else { return };
        self.report(messages::belongs_to_other_direction(span, &word, &of));
    }
}

/// Whether qualifiers say that a geometry shader passes an input through (NV_geometry_shader_passthrough).
pub(in crate::sema) fn is_passed_through(qualifiers: &Qualifiers) -> bool {
    qualifiers.spirv.decorations.iter().any(|it| it.decoration == Decoration::PassthroughNV as u32)
}
