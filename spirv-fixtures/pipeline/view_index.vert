// compile: vulkan1.1
// stages: view_index.frag
// not on: llvmpipe because Mesa 22.3 gives each view the vertices of the other one
// views: 2
// target(0): rg32i 2d_array 2x1x2
// expect target(0) == [0, 0, 0, 0, 10, 1, 10, 1]
// Both stages know their view.
#version 450
#extension GL_EXT_multiview : require
layout(location = 0) flat out int view;
void main() {
    view = gl_ViewIndex * 10;
    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.5, 1.0);
}
