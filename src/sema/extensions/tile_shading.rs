//! GL_QCOM_tile_shading: layouts of the shader as a whole, and attachments that are accessed as images.
//!
//! Comes in: layout identifiers with their values. Goes out: execution modes of SPIR-V, as GL_EXT_spirv_intrinsics would write
//! them, and the storage class of attachments. Must not depend on: what else the shader declares.

use crate::builtins::ImageDimension;
use crate::diagnostics::{Diagnostic, with_article};
use crate::hir::{Handle, Span, SpirvExecutionMode, SpirvForm, SpirvOperand, StorageClass, Type};
use crate::sema::context::syntax_node::Placed;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::{Analyzer, Code};
use crate::stage::Stage;
use std::fmt::Display;

const EXTENSION: &str = "GL_QCOM_tile_shading";
const SPIRV_EXTENSION: &str = "SPV_QCOM_tile_shading";

/// The layouts of a shader.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct TileShading {
    /// `shading_rate_xQCOM` and the others.
    rates: [Option<u32>; 3],
    /// `non_coherent_attachment_readQCOM`
    non_coherent: bool,
}

/// The dimension whose rate a layout identifier sets.
pub(in crate::sema) fn rate_axis(word: &str) -> Option<usize> {
    ["shading_rate_xqcom", "shading_rate_yqcom", "shading_rate_zqcom"].iter().position(|it| *it == word)
}

impl Analyzer<'_> {
    /// `layout(shading_rate_xQCOM = 2) in;`
    pub(in crate::sema) fn tile_shading_rate(&mut self, axis: usize, name: &str, span: Span, value: Placed<u32>) {
        if !self.require_extension(EXTENSION, &format!("layout({name})"), span) {
            return;
        }
        let Some((value, value_span)) = value else { return };
        let fits = if axis < 2 { value.is_power_of_two() } else { value > 0 };
        if !fits {
            let wanted = if axis < 2 { "a power of two" } else { "at least 1" };
            self.report(wrong_value(value_span, &name, &wanted, &value));
            return;
        }
        if let Some(rate) = self.tile_shading.rates.get_mut(axis) {
            *rate = Some(value);
        }
    }

    /// `layout(non_coherent_attachment_readQCOM) in;`
    pub(in crate::sema) fn tile_shading_non_coherent(&mut self, span: Span) {
        if self.require_extension(EXTENSION, "layout(non_coherent_attachment_readQCOM)", span) {
            self.tile_shading.non_coherent = true;
        }
    }

    /// Passes the rates on to the module: with one, the implementation chooses the size of workgroups.
    pub(in crate::sema) fn finish_tile_shading(&mut self) {
        let TileShading { rates, non_coherent } = self.tile_shading.clone();
        let mut mode = |mode: spirv::ExecutionMode, literals: &[u32]| {
            let operands = literals.iter().map(|&literal| SpirvOperand::Literal(vec![literal])).collect();
            let mode = SpirvExecutionMode { form: SpirvForm::Literals, mode: mode as u32, operands };
            self.intrinsics.execution_modes.push(mode);
            self.intrinsics.capabilities.insert(spirv::Capability::TileShadingQCOM as u32);
            self.intrinsics.extensions.insert(SPIRV_EXTENSION.to_owned());
        };
        if non_coherent {
            mode(spirv::ExecutionMode::NonCoherentTileAttachmentReadQCOM, &[]);
        }
        if rates.iter().any(Option::is_some) {
            mode(spirv::ExecutionMode::TileShadingRateQCOM, &rates.map(|rate| rate.unwrap_or(1)));
        }
    }

    /// The storage class of a resource: attachments have their own.
    pub(in crate::sema) fn resource_storage(
        &mut self,
        qualifiers: &Qualifiers,
        resource: Handle<Type>,
    ) -> StorageClass {
        let Some(span) = qualifiers.layout.tile_attachment else { return StorageClass::UniformConstant };
        let is_flat = matches!(
            self.module.types.get(resource),
            Type::Image(image) if image.shape.dimension == ImageDimension::D2 && !image.shape.multisampled
        );
        if !matches!(self.module.stage, Stage::Fragment | Stage::Compute) {
            let stage = self.module.stage.name();
            self.report(no_tile_attachments(span, &stage));
        } else if !is_flat {
            let spelled = self.spell(resource);
            self.report(not_a_tile_attachment(span, &with_article(&spelled)));
        }
        self.intrinsics.capabilities.insert(spirv::Capability::TileShadingQCOM as u32);
        self.intrinsics.extensions.insert(SPIRV_EXTENSION.to_owned());
        StorageClass::TileAttachment
    }
}

#[cold]
fn wrong_value(span: Span, name: &dyn Display, wanted: &dyn Display, value: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::LayoutQualifier, span, format!("`{name}` must be {wanted}, but this is {value}"))
        .with_note("GL_QCOM_tile_shading, 4.4.1")
}

#[cold]
fn no_tile_attachments(span: Span, stage: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("a {stage} shader has no tile attachments"))
        .with_note("GL_QCOM_tile_shading: they are for fragment and compute shaders")
}

#[cold]
fn not_a_tile_attachment(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::LayoutQualifier,
        span,
        format!("a tile attachment is an image, texture or sampler of two dimensions, not {spelled}"),
    )
    .with_note("GL_QCOM_tile_shading, 4.4.X")
}
