// compile: vulkan1.2
// val: scalar
// define: SOURCE_TYPE=float16_t RESULT_TYPE=float16_t FACTORS
// Rotary embedding: pairs of a head turn by an angle that grows with the position. A pair is two neighbours or, with
// SPLIT, an element of the first and one of the second half. Dimensions behind `turned` are copied.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x = 1, local_size_y_id = 0) in;
layout(constant_id = 1) const bool BACKWARD = false;

struct Angles { float scale; float theta_scale; vec2 bounds; };
layout(push_constant) uniform Parameters {
    uint columns;
    uint heads;
    uint turned;
    float magnitude;
    Angles angles;
} p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) readonly buffer Positions { int positions[]; };
#ifdef FACTORS
layout(binding = 2) readonly buffer Factors { float factors[]; };
#endif
layout(binding = 3) writeonly buffer Result { RESULT_TYPE result[]; };

float ramp(const float low, const float high, const uint pair) {
    return 1.0f - clamp((float(pair) - low) / max(0.001f, high - low), 0.0f, 1.0f);
}

void rotation(const float angle, const uint pair, out float cosine, out float sine) {
    float theta = p.angles.scale * angle;
    float magnitude = p.magnitude;
    if (p.angles.bounds.y != 0.0f) {
        const float mix_in = ramp(p.angles.bounds[0], p.angles.bounds[1], pair);
        theta = mix(theta, angle, mix_in);
        magnitude *= 1.0f + 0.1f * log(1.0f / p.angles.scale);
    }
    if (BACKWARD) {
        theta = -theta;
    }
    cosine = cos(theta) * magnitude;
    sine = sin(theta) * magnitude;
}

void main() {
    const uint pair = gl_GlobalInvocationID.y;
    const uint row = gl_GlobalInvocationID.x;
    if (2u * pair >= p.columns) {
        return;
    }
    const uint base = row * p.columns;
    if (2u * pair >= p.turned) {
        const uint at = base + 2u * pair;
        result[at + 0u] = RESULT_TYPE(source[at + 0u]);
        result[at + 1u] = RESULT_TYPE(source[at + 1u]);
        return;
    }
#ifdef SPLIT
    const uvec2 at = base + pair + uvec2(0u, p.turned / 2u);
#else
    const uvec2 at = base + 2u * pair + uvec2(0u, 1u);
#endif
    float angle = float(positions[row / p.heads]) * pow(p.angles.theta_scale, float(pair));
#ifdef FACTORS
    angle /= factors[pair];
#endif
    float cosine, sine;
    rotation(angle, pair, cosine, sine);
    const mat2 turn = mat2(cosine, sine, -sine, cosine);
    const vec2 turned = turn * vec2(source[at.x], source[at.y]);
    result[at.x] = RESULT_TYPE(turned.x);
    result[at.y] = RESULT_TYPE(turned.y);
}
