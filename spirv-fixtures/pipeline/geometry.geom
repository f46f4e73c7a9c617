// compile: vulkan1.0
// stages: geometry.vert geometry.frag
// topology: points
// draw: 4
// target(0): rg32ui 2d 4x2
// expect target(0) == [10, 0, 11, 1, 12, 2, 13, 3, 10, 100, 11, 101, 12, 102, 13, 103]
// Each point becomes a pixel of each of two rows, a strip of four vertices from each of two invocations; the one at the end of the
// primitive belongs to it.
#version 450
layout(points, invocations = 2) in;
layout(triangle_strip, max_vertices = 5) out;
layout(location = 0) in Point { int column; flat uint number; } points[];
layout(location = 0) flat out uvec2 color;
void main() {
    const vec2 corner = vec2(points[0].column / 2.0 - 1.0, gl_InvocationID - 1.0);
    for (int i = 0; i < 4; i++) {
        gl_Position = vec4(corner + vec2(i & 1, i >> 1) * vec2(0.5, 1.0), 0.0, 1.0);
        color = uvec2(points[0].number, uint(gl_in[0].gl_Position.x) + 100u * gl_InvocationID);
        gl_PrimitiveID = gl_PrimitiveIDIn;
        EmitVertex();
    }
    EndPrimitive();
    // A strip of one vertex is nothing.
    gl_Position = vec4(0.0);
    EmitVertex();
}
