// compile: vulkan1.2
// val: scalar
// define: ELEMENT_TYPE=u16vec2
// Transposes a matrix through a shared tile whose rows are one element longer than they look.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(constant_id = 1) const uint TILE = 8u;
layout(constant_id = 2) const uint ROWS = 4u;
layout(local_size_x_id = 1, local_size_y_id = 2) in;
layout(push_constant) uniform Parameters { uint width, height; } p;
layout(std430, binding = 0) readonly buffer Source { ELEMENT_TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result { ELEMENT_TYPE result[]; };
shared ELEMENT_TYPE tile[TILE][TILE + 1u];

void main() {
    const uvec2 base = gl_WorkGroupID.xy * TILE;
    for (uint y = gl_LocalInvocationID.y; y < TILE; y += gl_WorkGroupSize.y) {
        const uvec2 at = base + uvec2(gl_LocalInvocationID.x, y);
        if (at.x < p.width && at.y < p.height) {
            tile[y][gl_LocalInvocationID.x] = source[at.y * p.width + at.x];
        }
    }
    barrier();
    for (uint y = gl_LocalInvocationID.y; y < TILE; y += gl_WorkGroupSize.y) {
        const uvec2 at = base.yx + uvec2(gl_LocalInvocationID.x, y);
        if (at.x < p.height && at.y < p.width) {
            result[at.y * p.height + at.x] = tile[gl_LocalInvocationID.x][y];
        }
    }
}
