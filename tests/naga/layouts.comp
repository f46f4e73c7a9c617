#version 450
#extension GL_EXT_scalar_block_layout : require
// Layouts that WGSL does not have: std140 arrays and matrices, row-major matrices, `bool` in memory, scalar vectors.
layout(local_size_x = 1) in;
struct Item { bool used; vec2 size; };
layout(std140, binding = 0) uniform Standard {
    float weights[4];
    mat2 small;
    layout(row_major) mat3x4 rows;
    Item items[2];
    layout(offset = 240) vec4 far;
};
layout(scalar, binding = 1) buffer Tight { float first; vec3 second; vec2 third[]; };
void main() {
    second = rows[2].xyz * weights[1] + vec3(small * vec2(1, 2), far.w);
    if (items[1].used) third[0] = items[1].size;
    Item copy = items[0];
    third[1].y = copy.size.x + rows[1][2];
}
