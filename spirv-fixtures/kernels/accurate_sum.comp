// compile: vulkan1.2
// val: scalar
// define: METHOD_DOUBLE
// Sums that lose nothing: METHOD_DOUBLE, METHOD_COMPENSATED (with precise variables), METHOD_FIXED (64-bit integers).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint columns; } p;
layout(binding = 0) readonly buffer Source { float source[]; };
layout(binding = 1) writeonly buffer Result { float result[]; };

#if defined(METHOD_DOUBLE)
#define SUM_TYPE double
REDUCTION(sum_all, double, ADD, subgroupAdd)
#elif defined(METHOD_FIXED)
#define SUM_TYPE int64_t
REDUCTION(sum_all, int64_t, ADD, subgroupAdd)
#else
#define SUM_TYPE vec2
vec2 add_exactly(const vec2 a, const vec2 b) {
    precise const float sum = a.x + b.x;
    precise const float part = sum - a.x;
    precise const float lost = (a.x - (sum - part)) + (b.x - part);
    precise vec2 result;
    result.x = sum;
    result.y = lost + a.y + b.y;
    return result;
}
shared vec2 partial[WORKGROUP];
vec2 sum_all(const vec2 value) {
    partial[gl_LocalInvocationIndex] = value;
    barrier();
    vec2 sum = vec2(0.0);
    for (uint i = 0u; i < WORKGROUP; ++i) {
        sum = add_exactly(sum, partial[i]);
    }
    return sum;
}
#endif

void main() {
    SUM_TYPE sum = SUM_TYPE(0);
    for (uint i = gl_LocalInvocationIndex; i < p.columns; i += WORKGROUP) {
        const float value = source[gl_WorkGroupID.x * p.columns + i];
#if defined(METHOD_DOUBLE)
        sum += double(value);
#elif defined(METHOD_FIXED)
        sum += int64_t(ldexp(value, 40));
#else
        sum = add_exactly(sum, vec2(value, 0.0));
#endif
    }
    sum = sum_all(sum);
    if (gl_LocalInvocationIndex == 0u) {
#if defined(METHOD_DOUBLE)
        result[gl_WorkGroupID.x] = float(sum);
#elif defined(METHOD_FIXED)
        result[gl_WorkGroupID.x] = float(double(sum) / 1099511627776.0lf);
#else
        result[gl_WorkGroupID.x] = sum.x + sum.y;
#endif
    }
}
