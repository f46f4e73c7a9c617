// compile: vulkan1.1 vulkan1.3
// A part of an array of arrays of resources, or all of it, is passed as its indices.
#version 460
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(constant_id = 0) const int N = 2;
layout(set = 0, binding = 0) uniform sampler2D grid[2][3];
layout(set = 0, binding = 1) uniform sampler2D rows[][3];
layout(set = 0, binding = 2) uniform texture2D cube[2][3][4];
layout(set = 0, binding = 3) uniform sampler plain;
layout(set = 0, binding = 4, r32ui) uniform uimage2D images[2][N];
layout(set = 0, binding = 5, r32ui) coherent uniform uimage2D others[3][4];
layout(set = 0, binding = 6) buffer Out { uint i; int k; vec4 o; };
vec4 one(sampler2D s) { return texture(s, vec2(0)); }
vec4 row(sampler2D s[3], int n) { return texture(s[n], vec2(0)) + one(s[1]); }
vec4 both(float f, sampler2D s[3], inout int n, sampler2D t[3], uint u) {
    n += 1;
    return row(s, n) * f + row(t, int(u));
}
vec4 plane(texture2D t[3][4], int n) { return texture(sampler2D(t[n][1], plain), vec2(0)); }
vec4 line(texture2D t[4]) { return texture(sampler2D(t[i], plain), vec2(0)); }
vec4 space(texture2D t[2][3][4]) { return line(t[1][k]) + plane(t[0], k) + line(t[0][2]); }
uint get(coherent uimage2D it[4], int n) { return imageLoad(it[n], ivec2(0)).x; }
void set(writeonly uimage2D it[N], int n) { imageStore(it[n], ivec2(0), uvec4(1)); }
void main() {
    o = row(grid[1], 2) + row(grid[k], k);
    o += row(rows[nonuniformEXT(i)], 1);
    o += both(2.0, rows[5], k, grid[i], i);
    o += plane(cube[i], 1) + line(cube[1][2]) + line(cube[i][k]) + space(cube);
    i = get(others[k], 1);
    set(images[k], 1);
}
