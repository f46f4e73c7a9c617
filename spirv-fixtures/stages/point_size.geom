// compile: vulkan1.1
// Point sizes are a capability of their own.
#version 450
layout(points) in;
layout(points, max_vertices = 1) out;
void main() {
    gl_PointSize = gl_in[0].gl_PointSize;
    EmitVertex();
}
