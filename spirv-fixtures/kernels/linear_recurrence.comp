// compile: vulkan1.2
// val: scalar
// state = decay * state + k v^T, result = state^T q, step by step, as linear attention computes it. A workgroup has a
// head, an invocation a column of its state.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint STEPS_AT_ONCE = 3;
layout(push_constant) uniform Parameters { uint steps; uint heads; } p;
struct Inputs { float q, k, v; float16_t decay; float16_t gate; };
layout(scalar, binding = 0) readonly buffer Source { Inputs source[]; };  // [step][head][WORKGROUP]
layout(binding = 1) buffer State { float state[]; };                      // [head][WORKGROUP][WORKGROUP]
layout(binding = 2) writeonly buffer Result { float result[]; };
shared Inputs row[STEPS_AT_ONCE][WORKGROUP];

void main() {
    const uint head = gl_WorkGroupID.x, column = gl_LocalInvocationID.x;
    float own[WORKGROUP];
    [[unroll]] for (uint i = 0u; i < WORKGROUP; ++i) {
        own[i] = state[(head * WORKGROUP + i) * WORKGROUP + column];
    }
    for (uint start = 0u; start < p.steps; start += STEPS_AT_ONCE) {
        const uint end = min(start + STEPS_AT_ONCE, p.steps);
        for (uint step = start; step < end; ++step) {
            row[step - start][column] = source[(step * p.heads + head) * WORKGROUP + column];
        }
        barrier();
        for (uint step = start; step < end; ++step) {
            const uint at = step - start;
            const float v = row[at][column].v;
            precise float sum = 0.0;
            [[unroll]] for (uint i = 0u; i < WORKGROUP; ++i) {
                const Inputs it = row[at][i];
                own[i] = own[i] * float(it.decay) + it.k * v;
                sum += own[i] * it.q;
            }
            result[(step * p.heads + head) * WORKGROUP + column] = sum * float(row[at][column].gate);
        }
        barrier();
    }
    for (uint i = 0u; i < WORKGROUP; ++i) {
        state[(head * WORKGROUP + i) * WORKGROUP + column] = own[i];
    }
}
