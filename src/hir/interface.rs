//! What lies between two stages, and what the layouts of a shader say about it as a whole.
//!
//! Comes in: nothing but the words of a declaration. Goes out: [`Interface`], on variables and on members of blocks,
//! and [`ExecutionMode`], on the entry point. Must not depend on: which stage has which of them; `sema` checks that.

use crate::builtins;

/// How an input or output, or a member of a block of them, takes part in the interface of its stage (GLSL 4.60, 4.4.1,
/// 4.4.2 and 4.5). What is not declared is `None` or false.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The SPIR-V built-in that a member of a block is. Variables have a field of their own for it.
    pub builtin: Option<&'static builtins::Variable>,
    /// `location`
    pub location: Option<u32>,
    /// `component`
    pub component: Option<u32>,
    /// `index` of fragment outputs: the first or second color of a blend equation.
    pub index: Option<u32>,
    /// `stream` of geometry outputs.
    pub stream: Option<u32>,
    /// Where transform feedback captures an output.
    pub feedback: Option<Feedback>,
    /// How values between vertices are interpolated.
    pub interpolation: Option<Interpolation>,
    /// Where in the pixel they are sampled.
    pub sampling: Option<Sampling>,
    /// Its rate, if that is not one instance per vertex or invocation.
    pub rate: Option<InterfaceRate>,
    /// `perviewNV`: the outermost dimension after the vertices counts views (GL_NV_mesh_shader).
    pub per_view: bool,
    /// `invariant`
    pub invariant: bool,
    /// `input_attachment_index` of a subpass input, which is a resource.
    pub attachment: Option<u32>,
}

impl Interface {
    /// Whether nothing is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self {
            builtin,
            location,
            component,
            index,
            stream,
            attachment,
            feedback,
            interpolation,
            sampling,
            rate,
            ..
        } = self;
        builtin.is_none()
            && [location, component, index, stream, attachment].iter().all(|it| it.is_none())
            && feedback.is_none()
            && interpolation.is_none()
            && sampling.is_none()
            && rate.is_none()
            && !self.per_view
            && !self.invariant
    }
}

impl PartialEq for Interface {
    fn eq(&self, other: &Self) -> bool {
        let builtin = |it: &Self| it.builtin.map(|row| (row.builtin, row.storage));
        let rest = |it: &Self| {
            let numbers = (it.location, it.component, it.index, it.stream, it.feedback);
            (numbers, it.interpolation, it.sampling, it.rate, it.per_view, it.invariant, it.attachment)
        };
        builtin(self) == builtin(other) && rest(self) == rest(other)
    }
}

/// How values between vertices are interpolated (GLSL 4.60, 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// `smooth`
    Smooth,
    /// `flat`
    Flat,
    /// `noperspective`
    NoPerspective,
    /// `__explicitInterpAMD`: by the shader (GL_AMD_shader_explicit_vertex_parameter).
    Explicit,
}

/// Where in the pixel interpolated values are sampled (GLSL 4.60, 4.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// `centroid`
    Centroid,
    /// `sample`
    Sample,
}

/// The rate of an input or output, if that is not one instance per vertex or invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InterfaceRate {
    /// `patch`: one for the patch.
    Patch,
    /// `perprimitiveEXT`: one for the primitive (GL_EXT_mesh_shader).
    Primitive,
    /// `pervertexEXT`: in a fragment shader one for each vertex of the primitive (GL_EXT_fragment_shader_barycentric).
    Vertex,
    /// `perTaskNV`: one for the task shader's workgroup, which the mesh shaders that it starts read (GL_NV_mesh_shader).
    Task,
}

/// Where transform feedback captures an output (GLSL 4.60, 4.4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feedback {
    /// `xfb_buffer`
    pub buffer: u32,
    /// `xfb_offset`; without it the output is not captured itself, but its members may be.
    pub offset: Option<u32>,
    /// `xfb_stride`
    pub stride: u32,
}

/// What the layouts of a shader say about it as a whole: its execution modes, except for the size of workgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum ExecutionMode {
    /// `layout(quad_derivatives) in;` (GL_EXT_shader_quad_control)
    QuadDerivatives,
    /// `layout(full_quads) in;`
    RequireFullQuads,
    /// `layout(derivative_group_...) in;`
    DerivativeGroup(DerivativeGroup),
    /// Every fragment shader in Vulkan: the origin of `gl_FragCoord` is the upper left.
    OriginUpperLeft,
    PixelCenterInteger,
    EarlyFragmentTests,
    /// `early_and_late_fragment_testsAMD` (GL_AMD_shader_early_and_late_fragment_tests)
    EarlyAndLateFragmentTests,
    PostDepthCoverage,
    /// The shader writes `gl_FragDepth`.
    DepthReplacing,
    /// The promises `depth_greater`, `depth_less` and `depth_unchanged`.
    DepthGreater,
    DepthLess,
    DepthUnchanged,
    /// The shader writes `gl_FragStencilRefARB`.
    StencilRefReplacing,
    /// The promises `stencil_ref_...AMD`.
    StencilRefGreaterFront,
    StencilRefLessFront,
    StencilRefUnchangedFront,
    StencilRefGreaterBack,
    StencilRefLessBack,
    StencilRefUnchangedBack,
    /// `..._interlock_...` (GL_ARB_fragment_shader_interlock)
    PixelInterlockOrdered,
    PixelInterlockUnordered,
    SampleInterlockOrdered,
    SampleInterlockUnordered,
    ShadingRateInterlockOrdered,
    ShadingRateInterlockUnordered,
    /// `non_coherent_..._attachment_readEXT` (GL_EXT_shader_tile_image)
    NonCoherentColorAttachmentRead,
    NonCoherentDepthAttachmentRead,
    NonCoherentStencilAttachmentRead,
    /// `layout(xfb_...) out;`: there is transform feedback.
    TransformFeedback,
    /// The primitives that a tessellation evaluation shader generates, or the input of a geometry shader.
    Triangles,
    Quads,
    Isolines,
    SpacingEqual,
    SpacingFractionalEven,
    SpacingFractionalOdd,
    VertexOrderCw,
    VertexOrderCcw,
    PointMode,
    /// Other inputs of a geometry shader.
    InputPoints,
    InputLines,
    InputLinesAdjacency,
    InputTrianglesAdjacency,
    /// Output of a geometry shader.
    OutputLineStrip,
    OutputTriangleStrip,
    /// Output of a geometry or mesh shader.
    OutputPoints,
    /// Output of a mesh shader.
    OutputLines,
    OutputTriangles,
    /// `invocations` of a geometry shader.
    Invocations(u32),
    /// `vertices` of a tessellation control shader, `max_vertices` of a geometry or mesh shader.
    OutputVertices(u32),
    /// `max_primitives` of a mesh shader.
    OutputPrimitives(u32),
}

/// `layout(derivative_group_...) in;` (GL_KHR_compute_shader_derivatives, GL_NV_compute_shader_derivatives)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DerivativeGroup {
    /// Groups are neighbours in x and y of the local invocation id; otherwise four consecutive invocations.
    pub quads: bool,
    /// From the Khronos extension, not NVIDIA's.
    pub khronos: bool,
}
