// compile: vulkan1.2
// val: scalar
// define: ACTIVATION_SILU SPLIT
// One half of a row goes through an activation function and multiplies the other: the halves stand one behind the
// other, alternate, or come from two buffers (SPLIT).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "activation.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const bool SWAPPED = false;
layout(push_constant) uniform Parameters { uint rows; uint columns; uint mode; float limit; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
#ifdef SPLIT
layout(binding = 1) readonly buffer Gate { SOURCE_TYPE gates[]; };
#endif
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const uint row = i / p.columns, column = i - row * p.columns;
    if (row >= p.rows) {
        return;
    }
#ifdef SPLIT
    float a = float(source[i]), b = float(gates[i]);
#else
    uint first, second;
    switch (p.mode) {
    case 0u:
        first = row * p.columns * 2u + column;
        second = first + p.columns;
        break;
    case 1u: {
        first = 2u * i;
        second = first + 1u;
        break;
    }
    default:
        first = second = 0u;
    }
    float a = float(source[first]), b = float(source[second]);
#endif
    if (SWAPPED) {
        const float c = a;
        a = b;
        b = c;
    }
    if (p.limit > 0.0) {
        a = min(a, p.limit);
        b = clamp(b, -p.limit, p.limit);
    }
    result[i] = RESULT_TYPE(activate(a) * b);
}
