// compile: vulkan1.1 vulkan1.3
// The texels that look-ups read, for every kind of look-up, in two and three dimensions.
#version 450
#extension GL_NV_shader_texture_footprint : require
layout(binding = 0) uniform sampler2D flatTexture;
layout(binding = 1) uniform sampler3D deepTexture;
layout(location = 0) in vec3 P;
layout(location = 1) flat in int granularity;
layout(location = 0) out uvec4 texels;

uvec4 sum(gl_TextureFootprint2DNV footprint) {
    return uvec4(footprint.anchor + footprint.offset, footprint.mask) + footprint.lod * footprint.granularity;
}

void main() {
    gl_TextureFootprint2DNV prints[2];
    gl_TextureFootprint3DNV print;
    bool one = textureFootprintNV(flatTexture, P.xy, granularity, true, prints[0]);
    one = textureFootprintNV(flatTexture, P.xy, 3, false, prints[1], 0.5) && one;
    texels = sum(prints[0]) + sum(prints[1]);
    one = textureFootprintClampNV(flatTexture, P.xy, 2.0, granularity, true, prints[0]) && one;
    one = textureFootprintClampNV(flatTexture, P.xy, 2.0, granularity, true, prints[1], 0.5) && one;
    texels += sum(prints[0]) + sum(prints[1]);
    one = textureFootprintLodNV(flatTexture, P.xy, P.z, granularity, one, prints[0]) && one;
    one = textureFootprintGradNV(flatTexture, P.xy, P.yz, P.zx, granularity, true, prints[1]) && one;
    texels += sum(prints[0]) + sum(prints[1]);
    one = textureFootprintGradClampNV(flatTexture, P.xy, P.yz, P.zx, 2.0, granularity, true, prints[0]) && one;
    texels += sum(prints[0]);
    one = textureFootprintNV(deepTexture, P, granularity, true, print) && one;
    texels += uvec4(print.anchor + print.offset, print.lod);
    one = textureFootprintLodNV(deepTexture, P, 1.0, granularity, true, print) && one;
    texels.xy += print.mask * uint(one);
}
