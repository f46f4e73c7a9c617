// compile: vulkan1.1
// Layers, viewports, and the invocation index.
#version 450
layout(lines_adjacency, invocations = 4) in;
layout(line_strip, max_vertices = 2) out;
void main() {
    gl_Layer = gl_InvocationID;
    gl_ViewportIndex = gl_in.length();
    EmitVertex();
    EmitVertex();
}
