// compile: vulkan1.2
// val: scalar
// define: ACTIVATION_GELU_ERF
// An activation function for every element; four at a time with WIDE.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "activation.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint count; } p;
#ifdef WIDE
layout(binding = 0) readonly restrict buffer Source { SOURCE_VECTOR source[]; };
layout(binding = 1) writeonly restrict buffer Result { RESULT_VECTOR result[]; };
#else
layout(binding = 0) readonly restrict buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly restrict buffer Result { RESULT_TYPE result[]; };
#endif

void main() {
    // Dispatches are limited in each dimension, so all three count.
    const uint i = gl_GlobalInvocationID.z * 8192u + gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x;
#ifdef WIDE
    if (i >= p.count / 4u) {
        return;
    }
    vec4 x = vec4(source[i]);
    [[unroll]] for (int j = 0; j < 4; ++j) {
        x[j] = activate(x[j]);
    }
    result[i] = RESULT_VECTOR(x);
#else
    if (i >= p.count) {
        return;
    }
    result[i] = RESULT_TYPE(activate(float(source[i])));
#endif
}
