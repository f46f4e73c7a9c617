// compile: vulkan1.1
// stages: ../companions/point.vert ../companions/white.frag
// draw: 1
// topology: points
// target(0): r32f 2d 2x2
// expect target(0) == [1, 1, 1, 1]
// One point becomes a triangle that covers everything.
#version 450
layout(points) in;
layout(triangle_strip, max_vertices = 3) out;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[0].gl_Position + vec4(i == 1 ? 3 : -1, i == 2 ? 3 : -1, 0, 0);
        EmitVertex();
    }
    EndPrimitive();
}
