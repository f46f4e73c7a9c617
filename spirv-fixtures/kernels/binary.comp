// compile: vulkan1.2
// val: scalar
// define: OPERATION=a*b
// Two tensors element by element; the second repeats along each dimension in which it is smaller.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "strided.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant, scalar) uniform Parameters {
    Tensor result;
    uint16_t sizes_b[4];
    uint16_t strides_b[4];
    Divisor divisors[3];
    float parameter;
} p;
layout(binding = 0) readonly buffer A { SOURCE_TYPE a[]; };
layout(binding = 1) readonly buffer B { SOURCE_TYPE b[]; };
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };

#define APPLY(x, y) apply(float(x), float(y))
float apply(float a, float b) {
    return OPERATION;
}

void main() {
    [[unroll]] for (uint i = 0u; i < 2u; ++i) {
        const uint index = (gl_WorkGroupID.x * 2u + i) * WORKGROUP + gl_LocalInvocationID.x;
        if (index < count(p.result)) {
            const uvec4 at = coordinates(index, p.result, p.divisors);
            uint at_b = 0u;
            [[unroll]] for (int d = 0; d < 4; ++d) {
                at_b += at[d] % uint(p.sizes_b[d]) * uint(p.strides_b[d]);
            }
            result[offset(at, p.result)] = RESULT_TYPE(APPLY(a[index], b[at_b]));
        }
    }
}
