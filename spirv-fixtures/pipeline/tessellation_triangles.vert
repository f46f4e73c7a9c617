// compile: vulkan1.0
// A triangle that covers the pixels of four by four whose column and row are together at most 2.
#version 450
layout(location = 0) out Corner { vec2 place; } corner;
void main() {
    const float edge = -1.0 + 3.5 / 2.0;
    corner.place = vec2(gl_VertexIndex == 1 ? edge : -1.0, gl_VertexIndex == 2 ? edge : -1.0);
}
