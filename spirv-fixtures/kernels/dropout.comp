// compile: vulkan1.2
// val: scalar
// define: BITS_ONLY
// Philox 4x32-10 numbers by counter: as they are, or deciding which elements are dropped.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint64_t seed; uint count; float keep; } p;
#ifdef BITS_ONLY
layout(binding = 1) writeonly buffer Result { uvec4 result[]; };
#else
layout(binding = 0) readonly buffer Source { vec4 source[]; };
layout(binding = 1) writeonly buffer Result { vec4 result[]; };
#endif

const uvec2 MULTIPLIERS = uvec2(0xD2511F53u, 0xCD9E8D57u);
const uvec2 WEYL = uvec2(0x9E3779B9u, 0xBB67AE85u);

uvec4 philox(uvec4 counter, uvec2 key) {
    [[unroll]] for (int round = 0; round < 10; ++round, key += WEYL) {
        uvec2 high, low;
        umulExtended(MULTIPLIERS, counter.xz, high, low);
        counter = uvec4(high.y ^ counter.y ^ key.x, low.y, high.x ^ counter.w ^ key.y, low.x);
    }
    return counter;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= p.count) {
        return;
    }
    const uvec4 bits = philox(uvec4(i, 0u, 7u, 0u), unpack32(p.seed));
#ifdef BITS_ONLY
    result[i] = bits;
#else
    const vec4 uniforms = vec4(bits >> 8u) * exp2(-24.0);
    const bvec4 kept = lessThan(uniforms, vec4(p.keep));
    result[i] = mix(vec4(0.0), source[i] / p.keep, kept);
#endif
}
