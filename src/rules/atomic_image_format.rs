//! E21: image atomics work on single 32-bit or 64-bit channels, or on all channels of two or four halves together.
//!
//! VUID-StandaloneSpirv-OpImageTexelPointer-04658

use super::call::{Call, Findings};
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use spirv::ImageFormat;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::AtomicImageFormat,
    citation: "VUID-StandaloneSpirv-OpImageTexelPointer-04658",
    explanation: "A texel of another format is converted on each read and write, which cannot be done atomically.",
    bad: shader!("layout(binding = 0, rgba16f) uniform image2D image;", "imageAtomicExchange(image, ivec2(0), 1.0);"),
    good: shader!("layout(binding = 0, r32f) uniform image2D image;", "imageAtomicExchange(image, ivec2(0), 1.0);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    use ImageFormat as F;
    let Some((index, format)) = call.image else { return };
    let (fits, formats) = match call.halves {
        None => (
            matches!(format, F::R32i | F::R32ui | F::R32f | F::R64i | F::R64ui),
            "`r32i`, `r32ui` or `r32f`, or `r64i` or `r64ui` with GL_EXT_shader_image_int64",
        ),
        Some(2) => (format == F::Rg16f, "`rg16f`, which has two halves"),
        Some(_) => (format == F::Rgba16f, "`rgba16f`, which has four halves"),
    };
    if fits {
        return;
    }
    let span = call.spans.get(index).copied().unwrap_or_default();
    findings.push(index, has_other_format(call, span, format, formats));
}

#[cold]
fn has_other_format(call: &Call<'_>, span: Span, format: ImageFormat, formats: &str) -> Diagnostic {
    let message = match format {
        ImageFormat::Unknown => format!("`{}` needs an image with a format", call.name),
        _ => format!("`{}` cannot work on an image of this format", call.name),
    };
    Diagnostic::error(RULE.code, span, message)
        .with_note(RULE.citation)
        .with_help(format!("declare the image {formats}"))
}
