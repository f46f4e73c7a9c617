//! Interfaces and execution modes in the text form.
//!
//! Comes in: what declarations say about the interface of a stage. Goes out: `, location 1, component 2, flat`, and
//! `origin_upper_left`. Must not depend on: which stage has which of them.

use std::fmt::Write;

use super::put;
use crate::hir::{ExecutionMode, Interface, InterfaceRate, Interpolation, Sampling};

/// The word of a mode, with its number if it has one.
pub(super) fn mode(mode: ExecutionMode) -> String {
    match mode {
        ExecutionMode::DerivativeGroup(group) => {
            let khronos = if group.khronos { "" } else { "_nv" };
            format!("derivative_group_{}{khronos}", if group.quads { "quads" } else { "linear" })
        }
        ExecutionMode::Invocations(count) => format!("invocations {count}"),
        ExecutionMode::OutputVertices(count) => format!("output_vertices {count}"),
        ExecutionMode::OutputPrimitives(count) => format!("output_primitives {count}"),
        other => ExecutionMode::WORDS.iter().find(|(it, _)| *it == other).map_or("", |(_, word)| word).to_owned(),
    }
}

impl ExecutionMode {
    /// The modes without a number, with their words in the text form.
    pub(super) const WORDS: &'static [(ExecutionMode, &'static str)] = &[
        (ExecutionMode::QuadDerivatives, "quad_derivatives"),
        (ExecutionMode::RequireFullQuads, "require_full_quads"),
        (ExecutionMode::OriginUpperLeft, "origin_upper_left"),
        (ExecutionMode::PixelCenterInteger, "pixel_center_integer"),
        (ExecutionMode::EarlyFragmentTests, "early_fragment_tests"),
        (ExecutionMode::EarlyAndLateFragmentTests, "early_and_late_fragment_tests"),
        (ExecutionMode::PostDepthCoverage, "post_depth_coverage"),
        (ExecutionMode::DepthReplacing, "depth_replacing"),
        (ExecutionMode::DepthGreater, "depth_greater"),
        (ExecutionMode::DepthLess, "depth_less"),
        (ExecutionMode::DepthUnchanged, "depth_unchanged"),
        (ExecutionMode::StencilRefReplacing, "stencil_ref_replacing"),
        (ExecutionMode::StencilRefGreaterFront, "stencil_ref_greater_front"),
        (ExecutionMode::StencilRefLessFront, "stencil_ref_less_front"),
        (ExecutionMode::StencilRefUnchangedFront, "stencil_ref_unchanged_front"),
        (ExecutionMode::StencilRefGreaterBack, "stencil_ref_greater_back"),
        (ExecutionMode::StencilRefLessBack, "stencil_ref_less_back"),
        (ExecutionMode::StencilRefUnchangedBack, "stencil_ref_unchanged_back"),
        (ExecutionMode::PixelInterlockOrdered, "pixel_interlock_ordered"),
        (ExecutionMode::PixelInterlockUnordered, "pixel_interlock_unordered"),
        (ExecutionMode::SampleInterlockOrdered, "sample_interlock_ordered"),
        (ExecutionMode::SampleInterlockUnordered, "sample_interlock_unordered"),
        (ExecutionMode::ShadingRateInterlockOrdered, "shading_rate_interlock_ordered"),
        (ExecutionMode::ShadingRateInterlockUnordered, "shading_rate_interlock_unordered"),
        (ExecutionMode::NonCoherentColorAttachmentRead, "non_coherent_color_attachment_read"),
        (ExecutionMode::NonCoherentDepthAttachmentRead, "non_coherent_depth_attachment_read"),
        (ExecutionMode::NonCoherentStencilAttachmentRead, "non_coherent_stencil_attachment_read"),
        (ExecutionMode::TransformFeedback, "transform_feedback"),
        (ExecutionMode::Triangles, "triangles"),
        (ExecutionMode::Quads, "quads"),
        (ExecutionMode::Isolines, "isolines"),
        (ExecutionMode::SpacingEqual, "spacing_equal"),
        (ExecutionMode::SpacingFractionalEven, "spacing_fractional_even"),
        (ExecutionMode::SpacingFractionalOdd, "spacing_fractional_odd"),
        (ExecutionMode::VertexOrderCw, "vertex_order_cw"),
        (ExecutionMode::VertexOrderCcw, "vertex_order_ccw"),
        (ExecutionMode::PointMode, "point_mode"),
        (ExecutionMode::InputPoints, "input_points"),
        (ExecutionMode::InputLines, "input_lines"),
        (ExecutionMode::InputLinesAdjacency, "input_lines_adjacency"),
        (ExecutionMode::InputTrianglesAdjacency, "input_triangles_adjacency"),
        (ExecutionMode::OutputLineStrip, "output_line_strip"),
        (ExecutionMode::OutputTriangleStrip, "output_triangle_strip"),
        (ExecutionMode::OutputPoints, "output_points"),
        (ExecutionMode::OutputLines, "output_lines"),
        (ExecutionMode::OutputTriangles, "output_triangles"),
    ];
}

/// Writes `, location 1` and so on.
pub(super) fn interface(out: &mut String, interface: &Interface) {
    if let Some(row) = interface.builtin {
        put!(out, ", builtin {:?}", row.builtin);
    }
    let numbers = [
        ("location", interface.location),
        ("component", interface.component),
        ("index", interface.index),
        ("stream", interface.stream),
        ("input_attachment_index", interface.attachment),
    ];
    for (word, number) in numbers {
        if let Some(number) = number {
            put!(out, ", {word} {number}");
        }
    }
    if let Some(feedback) = interface.feedback {
        put!(out, ", xfb_buffer {}, xfb_stride {}", feedback.buffer, feedback.stride);
        if let Some(offset) = feedback.offset {
            put!(out, ", xfb_offset {offset}");
        }
    }
    let words = [
        interface.interpolation.map(|it| match it {
            Interpolation::Smooth => "smooth",
            Interpolation::Flat => "flat",
            Interpolation::NoPerspective => "noperspective",
            Interpolation::Explicit => "explicit",
        }),
        interface.sampling.map(|it| match it {
            Sampling::Centroid => "centroid",
            Sampling::Sample => "sample",
        }),
        interface.rate.map(|it| match it {
            InterfaceRate::Patch => "patch",
            InterfaceRate::Primitive => "per_primitive",
            InterfaceRate::Vertex => "per_vertex",
            InterfaceRate::Task => "per_task",
        }),
        interface.per_view.then_some("per_view"),
        interface.invariant.then_some("invariant"),
    ];
    for word in words.into_iter().flatten() {
        put!(out, ", {word}");
    }
}
