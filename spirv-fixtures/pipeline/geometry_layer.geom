// compile: vulkan1.0
// stages: ../companions/triangle.vert layer.frag
// topology: triangles
// target(0): rg32i 2d_array 1x1x3 = [-1; 6]
// expect target(0) == [2, 0, 1, 1, 0, 2]
// A triangle for each layer, the last one first.
#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 9) out;
layout(location = 0) flat out int order;
void main() {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            gl_Layer = 2 - i;
            order = i;
            gl_Position = gl_in[j].gl_Position;
            EmitVertex();
        }
        EndPrimitive();
    }
}
