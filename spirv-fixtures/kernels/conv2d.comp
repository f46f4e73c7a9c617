// compile: vulkan1.2
// val: scalar
// define: TILED WEIGHT_TYPE=float16_t
// Convolution in two dimensions with stride, padding, dilation and groups. Plain: an invocation computes one result.
// TILED: the weights of an output channel wait in shared memory. TRANSPOSED: every input spreads out instead.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
#ifndef WEIGHT_TYPE
#define WEIGHT_TYPE float
#endif
layout(constant_id = 1) const int KW = 3;
layout(constant_id = 2) const int KH = 3;
layout(constant_id = 3) const int STRIDE_X = 1;
layout(constant_id = 4) const int STRIDE_Y = 1;
layout(constant_id = 5) const int MAX_WEIGHTS = 64;

layout(push_constant) uniform Parameters {
    ivec2 size;  // of the input
    ivec2 result_size;
    ivec2 padding;
    ivec2 dilation;
    int input_channels, channels, groups;
} p;
layout(binding = 0) readonly buffer Source { float source[]; };        // [batch][input_channels][h][w]
layout(binding = 1) readonly buffer Weights { WEIGHT_TYPE weights[]; };  // [channels][input_channels / groups][kh][kw]
layout(binding = 2) readonly buffer Bias { float bias[]; };
layout(binding = 3) writeonly buffer Result { RESULT_TYPE result[]; };

#ifdef TILED
shared WEIGHT_TYPE kernel[MAX_WEIGHTS];
#define WEIGHT(channel, k) float(kernel[k])
#else
#define WEIGHT(channel, k) float(weights[(channel) * per_channel + (k)])
#endif

float input_at(const ivec2 at, const int plane) {
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, p.size))) {
        return 0.0;
    }
    return source[(plane * p.size.y + at.y) * p.size.x + at.x];
}

void main() {
    const int channel = int(gl_WorkGroupID.y);
    const int batch = int(gl_WorkGroupID.z);
    const int inputs = p.input_channels / p.groups;
    const int per_channel = inputs * KH * KW;
#ifdef TILED
    for (int i = int(gl_LocalInvocationIndex); i < per_channel; i += int(WORKGROUP)) {
        kernel[i] = weights[channel * per_channel + i];
    }
    barrier();
#endif
    const int i = int(gl_GlobalInvocationID.x);
    if (i >= p.result_size.x * p.result_size.y) {
        return;
    }
    const ivec2 to = ivec2(i % p.result_size.x, i / p.result_size.x);
    const int first = channel / (p.channels / p.groups) * inputs;
    float sum = bias[channel];
    for (int c = 0; c < inputs; ++c) {
        const int plane = batch * p.input_channels + first + c;
        [[unroll]] for (int ky = 0; ky < KH; ++ky) {
            [[unroll]] for (int kx = 0; kx < KW; ++kx) {
                const float weight = WEIGHT(channel, (c * KH + ky) * KW + kx);
#ifdef TRANSPOSED
                const ivec2 scaled = to + p.padding - ivec2(kx, ky) * p.dilation;
                const ivec2 stride = ivec2(STRIDE_X, STRIDE_Y);
                if (scaled.x < 0 || scaled.y < 0 || scaled % stride != ivec2(0)) {
                    continue;
                }
                sum += weight * input_at(scaled / stride, plane);
#else
                const ivec2 from = to * ivec2(STRIDE_X, STRIDE_Y) - p.padding + ivec2(kx, ky) * p.dilation;
                sum = fma(weight, input_at(from, plane), sum);
#endif
            }
        }
    }
    result[((batch * p.channels + channel) * p.result_size.y + to.y) * p.result_size.x + to.x] = RESULT_TYPE(sum);
}
