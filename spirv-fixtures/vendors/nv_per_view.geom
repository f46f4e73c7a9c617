// compile: vulkan1.1
// Positions for each view that are read and written.
#version 450
#extension GL_NVX_multiview_per_view_attributes : require
layout(points) in;
layout(points, max_vertices = 1) out;
void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_PositionPerViewNV[1] = gl_in[0].gl_PositionPerViewNV[1];
    EmitVertex();
}
