//! Layouts that apply to the shader as a whole: `layout(early_fragment_tests) in;` (GLSL 4.60, 4.4.1 and 4.4.2).
//!
//! Comes in: identifiers with their values, and where they stand. Goes out: the execution modes of the entry point. Must
//! not depend on: any single one of them; each is a row.

use crate::builtins::{Gate, Stages};
use crate::hir::{DerivativeGroup, ExecutionMode, Span};
use crate::sema::Analyzer;
use crate::sema::interface::messages;
use crate::sema::qualifiers::qualifier::ModeWord;
use crate::stage::Stage;

/// Where an identifier stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sema) enum ModePlace {
    /// `layout(...) in;`
    In,
    /// `layout(...) out;`
    Out,
    /// The redeclaration of a built-in variable.
    Variable(&'static str),
}

impl ModePlace {
    fn example(self, word: &str) -> String {
        match self {
            ModePlace::In => format!("`layout({word}) in;`"),
            ModePlace::Out => format!("`layout({word}) out;`"),
            ModePlace::Variable(name) => format!("the redeclaration of `{name}`"),
        }
    }
}

/// What an identifier stands for.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Mode(ExecutionMode),
    /// One that takes a number, and the smallest value that it may have.
    Count(fn(u32) -> ExecutionMode, u32),
}

/// An identifier in one place and certain stages.
#[derive(Debug)]
pub(in crate::sema) struct ModeRow {
    /// The identifier in lower case.
    pub(in crate::sema) word: &'static str,
    place: ModePlace,
    /// Versions, stages and SPIR-V.
    gate: Gate,
    /// The extensions that each provide it; none for what the core language has.
    extensions: &'static [&'static str],
    meaning: Meaning,
    /// Identifiers that exclude each other share a family; those that stand for themselves have none.
    family: Option<&'static str>,
}

impl ModeRow {
    pub(in crate::sema) const fn takes_value(&self) -> bool {
        matches!(self.meaning, Meaning::Count(..))
    }
}

const NO_EXTENSIONS: &[&str] = &[];

const FRAGMENT: Stages = Stages::only(Stage::Fragment);
const CONTROL: Stages = Stages::only(Stage::TessellationControl);
const EVALUATION: Stages = Stages::only(Stage::TessellationEvaluation);
const GEOMETRY: Stages = Stages::only(Stage::Geometry);
const MESH: Stages = Stages::only(Stage::Mesh);

/// A row for a mode without a number.
const fn mode(
    word: &'static str,
    place: ModePlace,
    stages: Stages,
    versions: (u16, u16),
    extensions: &'static [&'static str],
    mode: ExecutionMode,
    family: Option<&'static str>,
) -> ModeRow {
    let gate = Gate { stages, ..Gate::since(versions.0, versions.1, 0) };
    ModeRow { word, place, gate, extensions, meaning: Meaning::Mode(mode), family }
}

/// A row for a mode with a number.
const fn count(
    word: &'static str,
    place: ModePlace,
    stages: Stages,
    versions: (u16, u16),
    least: u32,
    mode: fn(u32) -> ExecutionMode,
) -> ModeRow {
    let gate = Gate { stages, ..Gate::since(versions.0, versions.1, 0) };
    ModeRow { word, place, gate, extensions: NO_EXTENSIONS, meaning: Meaning::Count(mode, least), family: Some(word) }
}

/// A row for a derivative group. Those of NVIDIA's extension are for compute shaders only.
const fn derivatives(word: &'static str, extensions: &'static [&'static str], quads: bool, khronos: bool) -> ModeRow {
    let compute = Stages::only(Stage::Compute);
    let stages = if khronos { compute.with(Stage::Task).with(Stage::Mesh) } else { compute };
    let group = ExecutionMode::DerivativeGroup(DerivativeGroup { quads, khronos });
    mode(word, ModePlace::In, stages, (140, 310), extensions, group, Some("derivative group"))
}

const KHR_DERIVATIVES: &[&str] = &["GL_KHR_compute_shader_derivatives"];
const NV_DERIVATIVES: &[&str] = &["GL_NV_compute_shader_derivatives"];
const QUAD_CONTROL: &[&str] = &["GL_EXT_shader_quad_control"];
const COVERAGE: &[&str] = &["GL_EXT_post_depth_coverage", "GL_ARB_post_depth_coverage"];
const INTERLOCK: &[&str] = &["GL_ARB_fragment_shader_interlock", "GL_NV_fragment_shader_interlock"];
const STENCIL: &[&str] = &["GL_ARB_shader_stencil_export"];
const BOTH_TESTS: &[&str] = &["GL_AMD_shader_early_and_late_fragment_tests"];
const TILE_IMAGE: &[&str] = &["GL_EXT_shader_tile_image"];

/// Every identifier: word, place, stages, first desktop and ESSL version, extensions, mode, family. A word may have several
/// rows, for different places and stages.
#[rustfmt::skip]
static ROWS: &[ModeRow] = {
    use ExecutionMode as M;
    use ModePlace::{In, Out, Variable};
    const NONE: &[&str] = NO_EXTENSIONS;
    &[
        derivatives("derivative_group_quadsnv", NV_DERIVATIVES, true, false),
        derivatives("derivative_group_linearnv", NV_DERIVATIVES, false, false),
        derivatives("derivative_group_quadskhr", KHR_DERIVATIVES, true, true),
        derivatives("derivative_group_linearkhr", KHR_DERIVATIVES, false, true),
        // SPV_KHR_quad_control builds on the subgroups of SPIR-V 1.3.
        ModeRow { gate: Gate::since(140, 310, 0x0103), ..mode("quad_derivatives", In, Stages::ALL, (140, 310), QUAD_CONTROL, M::QuadDerivatives, None) },
        ModeRow { gate: Gate { stages: FRAGMENT, ..Gate::since(140, 310, 0x0103) }, ..mode("full_quads", In, FRAGMENT, (140, 310), QUAD_CONTROL, M::RequireFullQuads, None) },

        // Vulkan's origin is always the upper left.
        mode("origin_upper_left", Variable("gl_FragCoord"), FRAGMENT, (140, 310), NONE, M::OriginUpperLeft, None),
        mode("pixel_center_integer", Variable("gl_FragCoord"), FRAGMENT, (140, 310), NONE, M::PixelCenterInteger, None),
        mode("depth_any", Variable("gl_FragDepth"), FRAGMENT, (140, 310), NONE, M::DepthReplacing, Some("depth")),
        mode("depth_greater", Variable("gl_FragDepth"), FRAGMENT, (140, 310), NONE, M::DepthGreater, Some("depth")),
        mode("depth_less", Variable("gl_FragDepth"), FRAGMENT, (140, 310), NONE, M::DepthLess, Some("depth")),
        mode("depth_unchanged", Variable("gl_FragDepth"), FRAGMENT, (140, 310), NONE, M::DepthUnchanged, Some("depth")),
        mode("early_fragment_tests", In, FRAGMENT, (140, 310), NONE, M::EarlyFragmentTests, None),
        mode("early_and_late_fragment_tests_amd", In, FRAGMENT, (140, 310), BOTH_TESTS, M::EarlyAndLateFragmentTests, None),
        mode("post_depth_coverage", In, FRAGMENT, (140, 310), COVERAGE, M::PostDepthCoverage, None),
        mode("pixel_interlock_ordered", In, FRAGMENT, (140, 310), INTERLOCK, M::PixelInterlockOrdered, Some("interlock")),
        mode("pixel_interlock_unordered", In, FRAGMENT, (140, 310), INTERLOCK, M::PixelInterlockUnordered, Some("interlock")),
        mode("sample_interlock_ordered", In, FRAGMENT, (140, 310), INTERLOCK, M::SampleInterlockOrdered, Some("interlock")),
        mode("sample_interlock_unordered", In, FRAGMENT, (140, 310), INTERLOCK, M::SampleInterlockUnordered, Some("interlock")),
        mode("shading_rate_interlock_ordered", In, FRAGMENT, (140, 310), INTERLOCK, M::ShadingRateInterlockOrdered, Some("interlock")),
        mode("shading_rate_interlock_unordered", In, FRAGMENT, (140, 310), INTERLOCK, M::ShadingRateInterlockUnordered, Some("interlock")),
        mode("stencil_ref_greater_front_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefGreaterFront, Some("front")),
        mode("stencil_ref_less_front_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefLessFront, Some("front")),
        mode("stencil_ref_unchanged_front_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefUnchangedFront, Some("front")),
        mode("stencil_ref_greater_back_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefGreaterBack, Some("back")),
        mode("stencil_ref_less_back_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefLessBack, Some("back")),
        mode("stencil_ref_unchanged_back_amd", In, FRAGMENT, (140, 310), STENCIL, M::StencilRefUnchangedBack, Some("back")),
        mode("non_coherent_color_attachment_readext", In, FRAGMENT, (140, 310), TILE_IMAGE, M::NonCoherentColorAttachmentRead, None),
        mode("non_coherent_depth_attachment_readext", In, FRAGMENT, (140, 310), TILE_IMAGE, M::NonCoherentDepthAttachmentRead, None),
        mode("non_coherent_stencil_attachment_readext", In, FRAGMENT, (140, 310), TILE_IMAGE, M::NonCoherentStencilAttachmentRead, None),

        count("vertices", Out, CONTROL, (140, 310), 1, M::OutputVertices),
        mode("triangles", In, EVALUATION, (140, 310), NONE, M::Triangles, Some("domain")),
        mode("quads", In, EVALUATION, (140, 310), NONE, M::Quads, Some("domain")),
        mode("isolines", In, EVALUATION, (140, 310), NONE, M::Isolines, Some("domain")),
        mode("equal_spacing", In, EVALUATION, (140, 310), NONE, M::SpacingEqual, Some("spacing")),
        mode("fractional_even_spacing", In, EVALUATION, (140, 310), NONE, M::SpacingFractionalEven, Some("spacing")),
        mode("fractional_odd_spacing", In, EVALUATION, (140, 310), NONE, M::SpacingFractionalOdd, Some("spacing")),
        mode("cw", In, EVALUATION, (140, 310), NONE, M::VertexOrderCw, Some("winding")),
        mode("ccw", In, EVALUATION, (140, 310), NONE, M::VertexOrderCcw, Some("winding")),
        mode("point_mode", In, EVALUATION, (140, 310), NONE, M::PointMode, None),

        mode("points", In, GEOMETRY, (140, 310), NONE, M::InputPoints, Some("input primitive")),
        mode("lines", In, GEOMETRY, (140, 310), NONE, M::InputLines, Some("input primitive")),
        mode("lines_adjacency", In, GEOMETRY, (140, 310), NONE, M::InputLinesAdjacency, Some("input primitive")),
        mode("triangles", In, GEOMETRY, (140, 310), NONE, M::Triangles, Some("input primitive")),
        mode("triangles_adjacency", In, GEOMETRY, (140, 310), NONE, M::InputTrianglesAdjacency, Some("input primitive")),
        count("invocations", In, GEOMETRY, (140, 310), 1, M::Invocations),
        mode("points", Out, GEOMETRY, (140, 310), NONE, M::OutputPoints, Some("output primitive")),
        mode("line_strip", Out, GEOMETRY, (140, 310), NONE, M::OutputLineStrip, Some("output primitive")),
        mode("triangle_strip", Out, GEOMETRY, (140, 310), NONE, M::OutputTriangleStrip, Some("output primitive")),
        count("max_vertices", Out, GEOMETRY, (140, 310), 0, M::OutputVertices),

        mode("points", Out, MESH, (140, 320), NONE, M::OutputPoints, Some("output primitive")),
        mode("lines", Out, MESH, (140, 320), NONE, M::OutputLines, Some("output primitive")),
        mode("triangles", Out, MESH, (140, 320), NONE, M::OutputTriangles, Some("output primitive")),
        count("max_vertices", Out, MESH, (140, 320), 1, M::OutputVertices),
        count("max_primitives", Out, MESH, (140, 320), 1, M::OutputPrimitives),
    ]
};

/// A row of an identifier, for any place and stage.
pub(in crate::sema) fn row(word: &str) -> Option<&'static ModeRow> {
    ROWS.iter().find(|row| row.word == word)
}

/// The identifiers of all rows.
pub(in crate::sema) fn words() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.word)
}

/// The mode that a word stands for in a place and a stage, if it is of this family.
pub(super) fn of_family(
    word: &str,
    value: Option<u32>,
    place: ModePlace,
    stage: Stage,
    family: &str,
) -> Option<ExecutionMode> {
    let fits = |row: &&ModeRow| {
        row.word == word && row.place == place && row.gate.stages.contains(stage) && row.family == Some(family)
    };
    match ROWS.iter().find(fits)?.meaning {
        Meaning::Mode(mode) => Some(mode),
        Meaning::Count(mode, _) => value.map(mode),
    }
}

impl Analyzer<'_> {
    /// Adds the modes of a declaration, and reports those that do not belong there.
    pub(super) fn declare_modes(&mut self, words: &[ModeWord], place: ModePlace) {
        for word in words {
            self.declare_mode(word, place);
        }
    }

    fn declare_mode(&mut self, it: &ModeWord, place: ModePlace) {
        let ModeWord { word, name, value, span } = *it;
        let name = self.text(name);
        let rows = || ROWS.iter().filter(|row| row.word == word);
        let here = |row: &&ModeRow| row.gate.stages.contains(self.module.stage) && row.place == place;
        let Some(row) = rows().find(here) else {
            self.mode_misplaced(word, span);
            return;
        };
        if !self.any_extension(row.extensions, &format!("layout({name})"), span)
            || !self.check_gate(&row.gate, word, span)
        {
            return;
        }
        if mode_is_refused(row) {
            self.report(messages::not_in_vulkan(span, &word));
            return;
        }
        let mode = match (row.meaning, value) {
            (Meaning::Mode(mode), _) => mode,
            (Meaning::Count(mode, least), Some((value, value_span))) => {
                if value < least {
                    self.report(messages::below_least_value(value_span, &word, &least, &value));
                    self.modes.wrong.extend(row.family);
                    return;
                }
                if !self.check_mode_limit(word, value, value_span) {
                    self.modes.wrong.extend(row.family);
                    return;
                }
                mode(value)
            }
            (Meaning::Count(..), None) => return,
        };
        let earlier = match row.family {
            Some(family) => self.modes.of_family(family),
            None => self.modes.list.iter().find(|(it, ..)| *it == mode).map(|&(mode, _, span)| (mode, span)),
        };
        match earlier {
            None => self.modes.list.push((mode, row.family, span)),
            Some((earlier, first)) if !agree(earlier, mode) => self.mode_conflict(row, span, first),
            Some(_) => {}
        }
    }

    /// Reports an identifier that does not exist in this place or stage.
    fn mode_misplaced(&mut self, word: &str, span: Span) {
        let rows = || ROWS.iter().filter(|row| row.word == word);
        let stage = self.module.stage.facts().with_article();
        if let Some(row) = rows().find(|row| row.gate.stages.contains(self.module.stage)) {
            let example = row.place.example(word);
            self.report(messages::does_not_belong(span, &word, &example));
            return;
        }
        let names: Vec<_> = Stage::all()
            .iter()
            .filter(|facts| rows().any(|row| row.gate.stages.contains(facts.stage)))
            .map(|facts| facts.name)
            .collect();
        self.report(messages::layout_not_in_stage(span, &word, &stage, &names.join(" and ")));
    }

    fn mode_conflict(&mut self, row: &ModeRow, span: Span, first: Span) {
        let diagnostic = match (row.meaning, row.family) {
            (Meaning::Mode(ExecutionMode::DerivativeGroup(_)), _) => {
                messages::derivatives_are_taken_either_in_quads(span)
            }
            (_, family) => messages::mode_declared_twice(span, &family.unwrap_or("mode")),
        };
        self.report(diagnostic.with_secondary(first, "the other one"));
    }
}

/// Whether a mode is one that OpenGL has and Vulkan does not.
const fn mode_is_refused(row: &ModeRow) -> bool {
    matches!(row.meaning, Meaning::Mode(ExecutionMode::PixelCenterInteger))
}

/// Whether two modes of a family may both be declared.
fn agree(one: ExecutionMode, other: ExecutionMode) -> bool {
    match (one, other) {
        (ExecutionMode::DerivativeGroup(one), ExecutionMode::DerivativeGroup(other)) => one.quads == other.quads,
        _ => one == other,
    }
}
