// compile: vulkan1.0 vulkan1.1
// texelFetch, textureLod, textureSize, texture (level 0 in compute), offsets, gather, gradients, projection.
// texture(0): rgba32f 2d 2x2 = [1, 2, 3, 4,  5, 6, 7, 8,  9, 10, 11, 12,  13, 14, 15, 16]
// texture(1): r32f 2d 4x4 mips = [0..16, 100, 101, 102, 103, 200]
// texture(2): r32ui 2d 2x1 = [77, 88]
// texture(3): r32f 2d 2x2 linear = [0, 1, 2, 3]
// buffer(4): f32 = [0; 24]
// expect buffer(4) ~= [5, 10, 2, 2, 103, 200, 88, 1.5, 15, 6, 0, 1, 2, 3, 5, 200, 15, 3] within 1e-5
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform sampler2D m;
layout(binding = 2) uniform usampler2D u;
layout(binding = 3) uniform sampler2D l;
layout(binding = 4) buffer Out { float r[]; };
void main() {
    r[0] = texelFetch(a, ivec2(1, 0), 0).x;
    r[1] = texelFetch(a, ivec2(0, 1), 0).y;
    r[2] = textureSize(a, 0).x;
    r[3] = textureSize(m, 1).y;
    r[4] = textureLod(m, vec2(0.75, 0.75), 1.0).x;
    r[5] = textureLod(m, vec2(0.5), 2.0).x;
    r[6] = texelFetch(u, ivec2(1, 0), 0).x;
    r[7] = texture(l, vec2(0.5)).x;
    r[8] = texture(m, vec2(0.9)).x;
    r[9] = texelFetchOffset(m, ivec2(1, 0), 0, ivec2(1, 1)).x;
    vec4 g = textureGather(l, vec2(0.5));
    r[10] = g.w; r[11] = g.z; r[12] = g.x; r[13] = g.y;
    r[14] = textureLodOffset(m, vec2(0.125, 0.125), 0.0, ivec2(1, 1)).x;
    r[15] = textureGrad(m, vec2(0.5), vec2(1.0, 0.0), vec2(0.0, 1.0)).x;
    r[16] = textureProj(m, vec3(1.8, 1.8, 2.0)).x;
    r[17] = textureQueryLevels(m);
}
