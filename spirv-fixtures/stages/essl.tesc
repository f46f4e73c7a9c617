#version 310 es
// compile: vulkan1.1
// ESSL before 3.20, where an extension brings the stage.
#extension GL_EXT_tessellation_shader : require
#extension GL_EXT_tessellation_point_size : require
layout(vertices = 4) out;
layout(location = 0) in highp vec4 a[];
layout(location = 0) out highp vec4 b[];
layout(location = 1) patch out highp float whole;
void main() {
    b[gl_InvocationID] = a[gl_InvocationID];
    gl_out[gl_InvocationID].gl_PointSize = gl_in[gl_InvocationID].gl_PointSize;
    whole = 1.0;
    gl_TessLevelInner[1] = 2.0;
}
