// compile: vulkan1.2
// val: scalar
// define: MODE_CUBIC
// Resizes planes: the nearest texel, linear or cubic (Catmull-Rom) interpolation, edges clamped. With CORNERS, the
// corner texels of both sizes coincide.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uvec2 size; uvec2 result_size; uint planes; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };

float fetch(const ivec2 at, const uint plane) {
    const ivec2 inside = clamp(at, ivec2(0), ivec2(p.size) - 1);
    return float(source[(plane * p.size.y + uint(inside.y)) * p.size.x + uint(inside.x)]);
}

#ifdef MODE_CUBIC
vec4 cubic(const float t) {
    const mat4 catmull_rom = 0.5 * mat4(0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 2.0, -5.0, 4.0, -1.0, -1.0, 3.0, -3.0, 1.0);
    return catmull_rom * vec4(1.0, t, t * t, t * t * t);
}
#endif

void main() {
    const uint i = gl_GlobalInvocationID.x;
    const uvec3 to = uvec3(i % p.result_size.x, i / p.result_size.x % p.result_size.y, i / (p.result_size.x * p.result_size.y));
    if (to.z >= p.planes) {
        return;
    }
#if defined(MODE_NEAREST)
    const ivec2 from = ivec2(to.xy * p.size / p.result_size);
    result[i] = RESULT_TYPE(fetch(from, to.z));
#else
#ifdef CORNERS
    const vec2 at = vec2(to.xy) * vec2(p.size - 1u) / vec2(p.result_size - 1u);
#else
    const vec2 at = (vec2(to.xy) + 0.5) * vec2(p.size) / vec2(p.result_size) - 0.5;
#endif
    const ivec2 base = ivec2(floor(at));
    const vec2 t = fract(at);
#if defined(MODE_CUBIC)
    const vec4 wx = cubic(t.x), wy = cubic(t.y);
    vec4 columns;
    [[unroll]] for (int y = -1; y <= 2; ++y) {
        vec4 row;
        [[unroll]] for (int x = -1; x <= 2; ++x) {
            row[x + 1] = fetch(base + ivec2(x, y), to.z);
        }
        columns[y + 1] = dot(row, wx);
    }
    result[i] = RESULT_TYPE(dot(columns, wy));
#else
    const vec2 left = vec2(fetch(base, to.z), fetch(base + ivec2(0, 1), to.z));
    const vec2 right = vec2(fetch(base + ivec2(1, 0), to.z), fetch(base + 1, to.z));
    const vec2 rows = mix(left, right, t.x);
    result[i] = RESULT_TYPE(mix(rows.x, rows.y, t.y));
#endif
#endif
}
