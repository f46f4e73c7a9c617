// compile: vulkan1.0
// A triangle that covers the pixels of four by four whose column and row are together at most 2.
#version 450
void main() {
    const float edge = -1.0 + 3.5 / 2.0;
    gl_Position = vec4(gl_VertexIndex == 1 ? edge : -1.0, gl_VertexIndex == 2 ? edge : -1.0, 0.5, 1.0);
}
