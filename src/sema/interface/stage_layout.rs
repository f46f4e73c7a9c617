//! Layouts that a stage must have, defaults for those that it need not declare, and the limits of their numbers (GLSL
//! 4.60, 4.4.1 and 4.4.2).
//!
//! Comes in: the modes that were declared, once all of them are known. Goes out: a report for each that is missing.
//! Must not depend on: any single one of them; each is a row.

use crate::hir::{ExecutionMode, Span};
use crate::sema::Analyzer;
use crate::sema::interface::messages;
use crate::stage::Stage;

/// A layout that a stage must have.
struct Required {
    stage: Stage,
    family: &'static str,
    /// How the message describes it.
    what: &'static str,
    example: &'static str,
    note: &'static str,
}

static REQUIRED: &[Required] = &[
    Required {
        stage: Stage::TessellationControl,
        family: "vertices",
        what: "the number of vertices of its patches",
        example: "layout(vertices = 3) out;",
        note: "GLSL 4.60, 4.4.2.2",
    },
    Required {
        stage: Stage::TessellationEvaluation,
        family: "domain",
        what: "how it subdivides patches",
        example: "layout(triangles) in;",
        note: "GLSL 4.60, 4.4.1.1: `triangles`, `quads` or `isolines`",
    },
    Required {
        stage: Stage::Geometry,
        family: "input primitive",
        what: "its input primitive",
        example: "layout(triangles) in;",
        note: "GLSL 4.60, 4.4.1.2: `points`, `lines`, `lines_adjacency`, `triangles` or `triangles_adjacency`",
    },
    Required {
        stage: Stage::Geometry,
        family: "output primitive",
        what: "its output primitive",
        example: "layout(triangle_strip) out;",
        note: "GLSL 4.60, 4.4.2.3: `points`, `line_strip` or `triangle_strip`",
    },
    Required {
        stage: Stage::Geometry,
        family: "max_vertices",
        what: "its maximum number of vertices",
        example: "layout(max_vertices = 3) out;",
        note: "GLSL 4.60, 4.4.2.3",
    },
    Required {
        stage: Stage::Mesh,
        family: "output primitive",
        what: "its output primitive",
        example: "layout(triangles) out;",
        note: "GL_EXT_mesh_shader, 4.4.2.5: `points`, `lines` or `triangles`",
    },
    Required {
        stage: Stage::Mesh,
        family: "max_vertices",
        what: "its maximum number of vertices",
        example: "layout(max_vertices = 64) out;",
        note: "GL_EXT_mesh_shader, 4.4.2.5",
    },
    Required {
        stage: Stage::Mesh,
        family: "max_primitives",
        what: "its maximum number of primitives",
        example: "layout(max_primitives = 126) out;",
        note: "GL_EXT_mesh_shader, 4.4.2.5",
    },
];

/// The modes of a stage that declares none: GLSL 4.60, 4.4.1.1 and 4.4.1.2.
const DEFAULTS: &[(Stage, &str, ExecutionMode)] = &[
    (Stage::TessellationEvaluation, "spacing", ExecutionMode::SpacingEqual),
    (Stage::TessellationEvaluation, "winding", ExecutionMode::VertexOrderCcw),
    // Vulkan requires it to be declared (VUID-VkPipelineShaderStageCreateInfo-stage-00715).
    (Stage::Geometry, "invocations", ExecutionMode::Invocations(1)),
];

/// The input primitive of a geometry shader, the output primitive if it passes vertices through, and their number.
const HANDED_ON: &[(ExecutionMode, ExecutionMode, u32)] = &[
    (ExecutionMode::InputPoints, ExecutionMode::OutputPoints, 1),
    (ExecutionMode::InputLines, ExecutionMode::OutputLineStrip, 2),
    (ExecutionMode::Triangles, ExecutionMode::OutputTriangleStrip, 3),
];

/// The constants that limit the numbers in layouts, and the extension that each needs.
const LIMITS: &[(Stage, &str, &str, Option<&str>)] = &[
    (Stage::TessellationControl, "vertices", "gl_MaxPatchVertices", None),
    (Stage::Geometry, "max_vertices", "gl_MaxGeometryOutputVertices", None),
    (Stage::Mesh, "max_vertices", "gl_MaxMeshOutputVerticesEXT", Some("GL_EXT_mesh_shader")),
    (Stage::Mesh, "max_vertices", "gl_MaxMeshOutputVerticesNV", Some("GL_NV_mesh_shader")),
    (Stage::Mesh, "max_primitives", "gl_MaxMeshOutputPrimitivesEXT", Some("GL_EXT_mesh_shader")),
    (Stage::Mesh, "max_primitives", "gl_MaxMeshOutputPrimitivesNV", Some("GL_NV_mesh_shader")),
];

/// The constants that limit the size of workgroups, and the extension that each needs.
const WORKGROUP_LIMITS: &[(Stage, &str, Option<&str>)] = &[
    (Stage::Compute, "gl_MaxComputeWorkGroupSize", None),
    (Stage::Task, "gl_MaxTaskWorkGroupSizeEXT", Some("GL_EXT_mesh_shader")),
    (Stage::Task, "gl_MaxTaskWorkGroupSizeNV", Some("GL_NV_mesh_shader")),
    (Stage::Mesh, "gl_MaxMeshWorkGroupSizeEXT", Some("GL_EXT_mesh_shader")),
    (Stage::Mesh, "gl_MaxMeshWorkGroupSizeNV", Some("GL_NV_mesh_shader")),
];

impl Analyzer<'_> {
    /// Reports layouts that are missing, and adds those that are implied.
    pub(super) fn finish_layouts(&mut self) {
        let stage = self.module.stage;
        self.finish_passthrough();
        for row in REQUIRED.iter().filter(|row| row.stage == stage) {
            if self.modes.of_family(row.family).is_none() && !self.modes.is_wrong(row.family) {
                let (name, what, example) = (stage.name(), row.what, row.example);
                self.report(messages::mode_missing(Span::UNDEFINED, &name, &what, &example, row.note));
            }
        }
        for &(_, family, mode) in DEFAULTS.iter().filter(|(of, ..)| *of == stage) {
            if self.modes.of_family(family).is_none() {
                self.modes.imply(mode);
            }
        }
    }

    /// A geometry shader that passes vertices through outputs the primitives that it reads
    /// (NV_geometry_shader_passthrough, 4.4.1.2).
    fn finish_passthrough(&mut self) {
        let Some(span) = self.modes.passthrough.filter(|_| self.module.stage == Stage::Geometry) else { return };
        let Some((input, input_span)) = self.modes.of_family("input primitive") else { return };
        let Some((_, output, count)) = HANDED_ON.iter().find(|(it, ..)| *it == input) else {
            self.report(messages::primitives_with_adjacency_cannot_be_passed(input_span, span));
            self.modes.note_wrong("output primitive");
            self.modes.note_wrong("max_vertices");
            return;
        };
        for (family, mode) in [("output primitive", *output), ("max_vertices", ExecutionMode::OutputVertices(*count))] {
            if self.modes.of_family(family).is_none() {
                self.modes.imply_of(family, mode);
            }
        }
    }

    /// Whether the number of a layout is within the limit; reports it if not.
    pub(super) fn check_mode_limit(&mut self, word: &str, value: u32, span: Span) -> bool {
        let is_on = |extension: &Option<&str>| extension.is_none_or(|name| self.is_enabled(name));
        let row = LIMITS.iter().find(|(stage, name, _, on)| *stage == self.module.stage && *name == word && is_on(on));
        let Some((_, _, constant, _)) = row else { return true };
        let Some(limit) = self.limit(constant).filter(|limit| value > *limit) else { return true };
        self.report(messages::layout_above_limit(span, &word, &value, &limit, &constant));
        false
    }

    /// The constant that limits the size of workgroups in this stage.
    pub(super) fn workgroup_limit(&self) -> Option<&'static str> {
        let is_on = |extension: &Option<&str>| extension.is_none_or(|name| self.is_enabled(name));
        WORKGROUP_LIMITS
            .iter()
            .find(|(stage, _, on)| *stage == self.module.stage && is_on(on))
            .map(|(_, name, _)| *name)
    }
}
