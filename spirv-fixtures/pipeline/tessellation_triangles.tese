// compile: vulkan1.0
// stages: tessellation_triangles.vert tessellation_triangles.tesc ../companions/constant.frag
// topology: patches 3
// draw: 3
// target(0): r32ui 2d 4x4
// expect target(0) == [1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
// A triangle, divided and put together again from barycentric coordinates, covers what it covered; none of its parts overlap.
#version 450
layout(triangles, fractional_odd_spacing, cw) in;
layout(location = 0) in Corner { vec2 place; } corners[];
void main() {
    const vec2 place =
        gl_TessCoord.x * corners[0].place + gl_TessCoord.y * corners[1].place + gl_TessCoord.z * corners[2].place;
    gl_Position = vec4(place, 0.0, 1.0);
}
