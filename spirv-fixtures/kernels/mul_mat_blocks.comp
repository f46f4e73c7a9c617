// compile: vulkan1.2
// val: scalar
// define: MATRIX=f16mat4 VECTOR=f16vec4 LAYOUT=row_major
// Matrices made of 4x4 blocks: products of block rows and block columns, with matrix types in memory, in shared memory
// and as arguments. Each block has a scale for its rows.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x = 2, local_size_y = 2) in;
layout(constant_id = 1) const uint DEPTH = 3u;
struct Block {
    MATRIX m;
    vec4 scale;
};
layout(push_constant) uniform Parameters { layout(offset = 0) uvec2 blocks; layout(offset = 16) float offset; } p;
layout(std430, LAYOUT, binding = 0) readonly buffer A { Block a[]; };
layout(std430, binding = 1) readonly buffer B { layout(LAYOUT) MATRIX b[]; };
layout(std430, column_major, binding = 2) writeonly buffer Result { mat4 result[]; };
shared MATRIX tile[2][DEPTH];

mat4 widen(const MATRIX m) {
    mat4 wide;
    for (int i = 0; i < 4; ++i) {
        wide[i] = vec4(m[i]);
    }
    return wide;
}

mat4 scaled(const Block block) {
    mat4 m = widen(block.m);
    for (int column = 0; column < m.length(); ++column) {
        m[column] *= block.scale;
    }
    return m;
}

void add_to(inout mat4 sum, const mat4 x, const mat4 y) {
    sum += x * y;
}

void main() {
    const uvec2 local = gl_LocalInvocationID.xy, at = gl_GlobalInvocationID.xy;
    for (uint k = local.x; k < DEPTH; k += 2u) {
        tile[local.y][k] = a[at.y * DEPTH + k].m;
    }
    barrier();
    if (any(greaterThanEqual(at, p.blocks))) return;
    mat4 sum = mat4(0.0);
    for (uint k = 0u; k < DEPTH; ++k) {
        const Block block = Block(tile[local.y][k], a[at.y * DEPTH + k].scale);
        add_to(sum, scaled(block), widen(b[k * p.blocks.x + at.x]));
    }
    const mat4 offset = matrixCompMult(mat4(p.offset), mat4(1.0));
    result[at.y * p.blocks.x + at.x] = transpose(transpose(sum) - offset);
}
