#version 310 es
// compile: vulkan1.1
// ESSL before 3.20, where an extension brings the stage.
#extension GL_OES_geometry_shader : require
layout(points, invocations = 2) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in highp vec4 a[];
layout(location = 0) out highp vec4 b;
void main() {
    b = a[0] * float(gl_InvocationID);
    gl_PrimitiveID = gl_PrimitiveIDIn;
    gl_Position = gl_in[0].gl_Position;
    EmitVertex();
}
