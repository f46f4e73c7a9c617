// compile: vulkan1.2
// val: scalar
// define: RESULT_TYPE=float16_t
// Cosines and sines of a time in falling frequencies; an odd width ends in a zero.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint width; uint max_period; } p;
layout(binding = 0) readonly buffer Times { float times[]; };
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };

void main() {
    const uint half_width = p.width / 2u, i = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    if (i == half_width && (p.width & 1u) != 0u) {
        result[row * p.width + p.width - 1u] = RESULT_TYPE(0);
    }
    if (i >= half_width) {
        return;
    }
    const float frequency = exp(-log(float(p.max_period)) * float(i) / float(half_width));
    const float angle = times[row] * frequency;
    result[row * p.width + i] = RESULT_TYPE(cos(angle));
    result[row * p.width + i + half_width] = RESULT_TYPE(sin(angle));
}
