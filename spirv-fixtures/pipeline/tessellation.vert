// compile: vulkan1.0
// The corners of a square that lie on a diagonal, as patches of four.
#version 450
layout(location = 0) out float weight;
void main() {
    gl_Position = vec4(gl_VertexIndex & 1, gl_VertexIndex >> 1, 0.0, 1.0);
    weight = float(gl_VertexIndex + 1);
}
