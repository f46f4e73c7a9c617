// compile: vulkan1.2
// val: scalar
// define: PACKED_SOURCE
// From an image of bytes to normalised planes: the texels come from a sampled texture, from a storage image, or from
// packed words.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "types.glsl"
layout(local_size_x = 8, local_size_y = 4) in;
layout(push_constant) uniform Parameters { ivec2 size; float mean[3]; float deviation[3]; } p;
#if defined(PACKED_SOURCE)
layout(binding = 0) readonly buffer Source { uint source[]; };
#elif defined(STORAGE_SOURCE)
layout(binding = 0, rgba8) readonly uniform image2D source;
#else
layout(binding = 0) uniform texture2D source;
#endif
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };

vec3 texel(const ivec2 at) {
#if defined(PACKED_SOURCE)
    return unpackUnorm4x8(source[at.y * p.size.x + at.x]).rgb;
#elif defined(STORAGE_SOURCE)
    return imageLoad(source, at).rgb;
#else
    return texelFetch(source, at, 0).rgb;
#endif
}

void main() {
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.size.x || at.y >= p.size.y) {
        return;
    }
    const vec3 mean = vec3(p.mean[0], p.mean[1], p.mean[2]);
    vec3 deviation;
    for (int i = 0; i < p.deviation.length(); ++i) {
        deviation[i] = p.deviation[i];
    }
    const vec3 normal = (texel(at) - mean) / deviation;
    for (int channel = 0; channel < 3; ++channel) {
        result[(channel * p.size.y + at.y) * p.size.x + at.x] = RESULT_TYPE(normal[channel]);
    }
}
