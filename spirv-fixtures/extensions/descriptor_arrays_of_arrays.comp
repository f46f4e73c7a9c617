// compile: vulkan1.1 vulkan1.3
// Arrays of arrays of resources become arrays of one dimension, element [i][j] of [][3] at i * 3 + j.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2D grid[2][3];
layout(set = 0, binding = 1) uniform sampler2D rows[][3];
layout(set = 0, binding = 2) uniform texture2D cube[2][3][4];
layout(set = 0, binding = 3) uniform sampler plain;
layout(set = 0, binding = 4) buffer Data { uint n; vec4 v; float d[]; } data[][2];
layout(set = 0, binding = 5) uniform Numbers { vec4 v; } numbers[2][2];
layout(set = 0, binding = 6, r32ui) uniform uimage2D images[2][2];
layout(set = 0, binding = 7) buffer Out { uint i; int k; vec4 o; };
vec4 one(sampler2D s) { return texture(s, vec2(0)); }
void main() {
    o = texture(grid[1][2], vec2(0)) + texture(grid[i][1], vec2(0)) + texture(grid[1][k], vec2(0));
    o += texture(rows[nonuniformEXT(i)][2], vec2(0)) + texture(rows[5][nonuniformEXT(k)], vec2(0));
    o += texture(sampler2D(cube[1][k][i], plain), vec2(0)) + texture(sampler2D(cube[1][2][3], plain), vec2(0));
    data[i][1].v.xy = numbers[k][i].v.zw;
    data[nonuniformEXT(i)][k].d[3] = float(data[2][1].d.length());
    i = atomicAdd(data[i][k].n, 1u) + imageAtomicAdd(images[k][1], ivec2(0), 1u);
    o += one(grid[i][2]);
}
