// compile: vulkan1.1
// Points that are passed through.
#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(points) in;
layout(passthrough) in gl_PerVertex {
    vec4 gl_Position;
} gl_in[];
void main() {
    gl_Layer = int(gl_in[0].gl_Position.w);
}
