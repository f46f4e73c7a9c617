//! Names that OpenGL has and Vulkan has not.
//!
//! Comes in: nothing. Goes out: help for messages. Must not depend on: anything.

/// Variables that OpenGL has and Vulkan has not, with what to do instead.
pub(in crate::sema) const OPENGL: &[(&str, &str)] = &[
    ("gl_VertexID", "use `gl_VertexIndex`, which includes the base of the draw"),
    ("gl_InstanceID", "use `gl_InstanceIndex`, which includes the base of the draw"),
    ("gl_FragColor", "declare an output: `layout(location = 0) out vec4 color;`"),
    ("gl_FragData", "declare outputs: `layout(location = 0) out vec4 color;`"),
    ("gl_DepthRangeParameters", "pass the range in a uniform block"),
    ("gl_DepthRange", "pass the range in a uniform block"),
    ("gl_NumSamples", "pass the number in a specialization constant"),
];
