//! Names that OpenGL has and Vulkan does not.
//!
//! Comes in: a name and a stage. Goes out: help for messages. Must not depend on: the rest of the shader.

use crate::stage::Stage;

/// A variable that OpenGL has and Vulkan does not.
struct OpenglVariable {
    name: &'static str,
    /// The only stage that has it, if just one does.
    stage: Option<Stage>,
    /// What to do instead.
    help: &'static str,
}

const fn row(name: &'static str, stage: Option<Stage>, help: &'static str) -> OpenglVariable {
    OpenglVariable { name, stage, help }
}

const COLOR: &str = "declare an output: `layout(location = 0) out vec4 color;`";
const RANGE: &str = "pass the range in a uniform block";
const ATTRIBUTE: &str = "declare an input: `layout(location = 0) in vec4 position;`";
const VARYING: &str =
    "declare an output of the vertex shader and an input of the fragment shader, with the same `layout(location = 0)`";
const MATRIX: &str = "pass the matrix in a uniform block or in push constants";
const BOUNDS: &str = "remove it: Vulkan has no bounding boxes of primitives";

const OPENGL: &[OpenglVariable] = &[
    row("gl_VertexID", Some(Stage::Vertex), "use `gl_VertexIndex`, which includes the base vertex of the draw"),
    row("gl_InstanceID", Some(Stage::Vertex), "use `gl_InstanceIndex`, which includes the base instance of the draw"),
    row("gl_FragColor", Some(Stage::Fragment), COLOR),
    row("gl_FragData", Some(Stage::Fragment), COLOR),
    row("gl_DepthRangeParameters", None, RANGE),
    row("gl_DepthRange", None, RANGE),
    row("gl_Vertex", Some(Stage::Vertex), ATTRIBUTE),
    row("gl_Normal", Some(Stage::Vertex), ATTRIBUTE),
    row("gl_MultiTexCoord0", Some(Stage::Vertex), ATTRIBUTE),
    row("gl_Color", None, "declare an input: `layout(location = 0) in vec4 color;`"),
    row("gl_FrontColor", None, VARYING),
    row("gl_BackColor", None, VARYING),
    row("gl_TexCoord", None, VARYING),
    row("gl_FogFragCoord", None, VARYING),
    row("gl_ModelViewMatrix", None, MATRIX),
    row("gl_ProjectionMatrix", None, MATRIX),
    row("gl_ModelViewProjectionMatrix", None, MATRIX),
    row("gl_NormalMatrix", None, MATRIX),
    row("gl_ClipVertex", None, "write `gl_ClipDistance`"),
    row("gl_BoundingBox", Some(Stage::TessellationControl), BOUNDS),
    row("gl_BoundingBoxEXT", Some(Stage::TessellationControl), BOUNDS),
    row("gl_BoundingBoxOES", Some(Stage::TessellationControl), BOUNDS),
    row("gl_NumSamples", Some(Stage::Fragment), "pass the number in a specialization constant"),
];

/// What to do in a shader of `stage` instead of reading or writing the OpenGL variable `name`, if it is one.
pub(in crate::sema) fn opengl_help(name: &str, stage: Stage) -> Option<String> {
    let row = OPENGL.iter().find(|row| row.name == name)?;
    Some(match row.stage {
        Some(only) if only != stage => format!("even OpenGL has it only in {} shaders", only.name()),
        _ => row.help.to_owned(),
    })
}
