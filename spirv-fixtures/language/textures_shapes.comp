// compile: vulkan1.0
// 1D, 3D, arrays and cubes; separate textures and samplers; depth comparison; texel buffers.
// texture(0): r32f 1d 4 = [1, 2, 3, 4]
// texture(1): r32f 3d 2x2x2 = [0..8]
// texture(2): r32f 2d_array 2x1x3 = [0..6]
// texture(3): r32f cube 1x1x6 = [10, 11, 12, 13, 14, 15]
// separate(4): r32f 2d 2x2 = [1, 2, 3, 4]
// sampler(5): linear
// texture(6): d32f 2d 1x1 shadow = [0.5]
// texels(7): r32ui = [6, 7, 8, 9]
// image_texels(8): r32i = [-1, -2]
// buffer(9): f32 = [0; 16]
// expect buffer(9) ~= [3, 6, 5, 12, 2.5, 1, 0, 8, 4, -2, 3, 2] within 1e-5
// expect image_texels(8) == [50, -2]
#version 450
#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler1D a;
layout(binding = 1) uniform sampler3D b;
layout(binding = 2) uniform sampler2DArray c;
layout(binding = 3) uniform samplerCube d;
layout(binding = 4) uniform texture2D e;
layout(binding = 5) uniform sampler f;
layout(binding = 6) uniform sampler2DShadow g;
layout(binding = 7) uniform utextureBuffer h;
layout(binding = 8, r32i) uniform iimageBuffer k;
layout(binding = 9) buffer Out { float r[]; };
void main() {
    r[0] = texelFetch(a, 2, 0).x;
    r[1] = texelFetch(b, ivec3(0, 1, 1), 0).x;
    r[2] = textureLod(c, vec3(0.75, 0.5, 2.0), 0.0).x;
    r[3] = textureLod(d, vec3(0.0, 1.0, 0.0), 0.0).x;
    r[4] = textureLod(sampler2D(e, f), vec2(0.5), 0.0).x;
    r[5] = textureLod(g, vec3(0.5, 0.5, 0.25), 0.0);
    r[6] = textureLod(g, vec3(0.5, 0.5, 0.75), 0.0);
    r[7] = texelFetch(h, 2).x;
    r[8] = textureSize(h);
    r[9] = imageLoad(k, 1).x;
    imageStore(k, 0, ivec4(50));
    r[10] = textureSize(c, 0).z;
    r[11] = texelFetch(e, ivec2(1, 0), 0).x;
}
