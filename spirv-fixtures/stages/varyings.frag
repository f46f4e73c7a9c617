// compile: vulkan1.1
// stages: varyings.vert
// Blocks in arrays, components of one location, arrays, matrices and structures arrive where they were sent.
// attribute(0): rg32f = [-1, -1, 3, -1, -1, 3]
// attribute(1): rg32f instance = [0, 1]
// attribute(2): rg32f instance = [2, 0]
// target(0): rgba32f 2d 2x2
// expect target(0) ~= [-1, 0.5, 5, 22, -1, -0.5, 5, 24, 1, 0.5, 5, 24, 1, -0.5, 5, 26] within 1e-5
#version 450
layout(location = 0) in Block { vec2 at; vec2 unused; } made[2];
layout(location = 4, component = 1) in float component;
layout(location = 4, component = 2) in vec2 rest;
layout(location = 5) noperspective in vec3 list[2];
struct Part { vec2 a; mat2 b; };
layout(location = 8) in Part part;
layout(location = 12) flat in ivec2 last;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(
        made[0].at.x, made[1].at.x, last.y,
        component + rest.x + rest.y + list[0].x + list[0].z + list[1].y + part.a.x + part.b[0].y + part.b[1].y);
}
