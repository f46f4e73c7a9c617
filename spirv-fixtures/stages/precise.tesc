// compile: vulkan1.1
// `precise` and `patch` where extensions bring them.
#version 150
#extension GL_ARB_tessellation_shader : require
#extension GL_ARB_gpu_shader5 : require
#extension GL_ARB_separate_shader_objects : require
layout(vertices = 1) out;
layout(location = 0) patch out vec2 whole;
precise whole;
void main() {
    whole = gl_in[0].gl_Position.xy * 2.0 + gl_in[0].gl_Position.zw;
}
