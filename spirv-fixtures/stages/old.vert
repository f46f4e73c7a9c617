// compile: vulkan1.1
// Desktop GLSL before 4.20: what later became keywords are names.
#version 330
#extension GL_ARB_separate_shader_objects : require
layout(location = 0) in vec4 sample;
layout(location = 0) out vec4 patch;
void main() {
    float precise = 2.0;
    patch = sample * precise;
    gl_Position = sample;
    gl_PointSize = float(gl_VertexIndex);
}
