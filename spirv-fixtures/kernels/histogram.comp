// compile: vulkan1.2
// val: scalar
// define: SHARED_BINS
// Counts how often each byte occurs: atomics in memory, in shared memory first, or, with PAIR_64, one 64-bit atomic
// that counts and sums at once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef PAIR_64
#extension GL_EXT_shader_atomic_int64 : require
#endif
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BINS = 16;
layout(push_constant) uniform Parameters { uint count; } p;
layout(binding = 0) readonly buffer Source { uint8_t source[]; };
#ifdef PAIR_64
layout(binding = 1) buffer Result { uint64_t result[]; };
#else
layout(binding = 1) buffer Result { uint result[]; };
#endif
#ifdef SHARED_BINS
shared uint bins[BINS];
#endif

void main() {
    const uint lane = gl_LocalInvocationIndex;
#ifdef SHARED_BINS
    for (uint i = lane; i < BINS; i += WORKGROUP) {
        bins[i] = 0u;
    }
    barrier();
#endif
    const uint stride = gl_NumWorkGroups.x * WORKGROUP;
    for (uint i = gl_GlobalInvocationID.x; i < p.count; i += stride) {
        const uint8_t value = source[i];
        const uint bin = uint(value) * BINS / 256u;
#if defined(SHARED_BINS)
        atomicAdd(bins[bin], 1u);
#elif defined(PAIR_64)
        atomicAdd(result[bin], (uint64_t(value) << 32) | 1ul);
#else
        atomicAdd(result[bin], 1u);
#endif
    }
#ifdef SHARED_BINS
    barrier();
    for (uint i = lane; i < BINS; i += WORKGROUP) {
        if (bins[i] != 0u) {
            atomicAdd(result[i], bins[i]);
        }
    }
#endif
}
