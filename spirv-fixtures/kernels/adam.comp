// compile: vulkan1.2
// val: scalar
// define: HALF_WEIGHTS
// A step of the Adam optimizer with decoupled decay. Hyperparameters come in a uniform block; half-precision weights
// have a copy in single precision.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(std140, binding = 0) uniform Hyperparameters {
    float rate;
    vec2 beta;
    float epsilon;
    float decay;
    vec2 correction;
} h;
struct Moments { float first; float second; };
layout(binding = 1) readonly buffer Gradient { SOURCE_TYPE gradient[]; };
layout(binding = 2) buffer Weights { float weights[]; };
layout(binding = 3, scalar) buffer State { Moments moments[]; };
#ifdef HALF_WEIGHTS
layout(binding = 4) writeonly buffer Copy { float16_t copies[]; };
#endif
layout(push_constant) uniform Parameters { uint count; } p;

void update(inout Moments it, const float gradient) {
    it.first = mix(gradient, it.first, h.beta.x);
    it.second = mix(gradient * gradient, it.second, h.beta.y);
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i < p.count) {
        update(moments[i], float(gradient[i]));
        const float first = moments[i].first * h.correction.x;
        const float second = sqrt(moments[i].second * h.correction.y) + h.epsilon;
        weights[i] *= 1.0 - h.rate * h.decay;
        weights[i] -= h.rate * first / second;
#ifdef HALF_WEIGHTS
        copies[i] = float16_t(weights[i]);
#endif
    }
}
