// compile: vulkan1.2
// val: scalar
// define: CAUSAL
// Convolution of each channel with its own few taps, as state-space models use it. CAUSAL: the past is kept in a state
// that goes in and out; else both ends are padded with the outermost element.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint TAPS = 4u;
layout(push_constant) uniform Parameters { uint channels, steps; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };  // [step][channel]
layout(binding = 1) readonly buffer Weights { float weights[]; };      // [channel][tap]
layout(binding = 2) writeonly buffer Result { float result[]; };
#ifdef CAUSAL
layout(binding = 3) buffer State { float state[]; };  // [channel][TAPS - 1]
#endif

void main() {
    const uint channel = gl_GlobalInvocationID.x;
    if (channel >= p.channels) return;
    float window[TAPS];
#ifdef CAUSAL
    for (uint i = 0u; i + 1u < TAPS; ++i) window[i + 1u] = state[channel * (TAPS - 1u) + i];
    const int ahead = 0;
#else
    const int ahead = int(TAPS) / 2;
    for (int i = 1; i < int(TAPS); ++i) {
        const int at = clamp(i - int(TAPS) + ahead, 0, int(p.steps) - 1);
        window[i] = float(source[uint(at) * p.channels + channel]);
    }
#endif
    for (uint step = 0u; step < p.steps; ++step) {
        for (uint i = 0u; i < TAPS - 1u; i++) window[i] = window[i + 1u];
        const uint at = min(step + uint(ahead), p.steps - 1u);
        window[TAPS - 1u] = float(source[at * p.channels + channel]);
        float sum = 0.0;
        [[unroll]] for (uint i = 0u; i < TAPS; i++) sum += window[i] * weights[channel * TAPS + i];
        result[step * p.channels + channel] = sum;
    }
#ifdef CAUSAL
    for (uint i = 1u; i < TAPS; ++i) state[channel * (TAPS - 1u) + i - 1u] = window[i];
#endif
}
