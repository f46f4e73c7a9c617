// compile: vulkan1.2
// val: scalar
// define: INDICES
// Pooling: the mean (of what lies inside) or the maximum of a window, the latter also with the index it comes from.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x = 4, local_size_y = 4) in;
layout(constant_id = 1) const int MODE = 0;
const int MODE_MAX = 0, MODE_MEAN = 1;
layout(push_constant, scalar) uniform Parameters { ivec2 size; ivec2 result_size; i16vec2 window; i8vec2 stride; i8vec2 padding; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };
#ifdef INDICES
layout(binding = 2) writeonly buffer Indices { int indices[]; };
#endif

void main() {
    const ivec2 to = ivec2(gl_GlobalInvocationID.xy);
    const int plane = int(gl_GlobalInvocationID.z);
    if (any(greaterThanEqual(to, p.result_size))) {
        return;
    }
    const ivec2 start = to * ivec2(p.stride) - ivec2(p.padding);
    const ivec2 low = max(start, 0), high = min(start + ivec2(p.window), p.size);
    float value = MODE == MODE_MAX ? -1.0e38 : 0.0;
    int index = -1;
    for (int y = low.y; y < high.y; ++y) {
        for (int x = low.x; x < high.x; ++x) {
            const int at = (plane * p.size.y + y) * p.size.x + x;
            const float found = float(source[at]);
            switch (MODE) {
            case MODE_MAX:
                if (found > value) {
                    value = found;
                    index = at;
                }
                break;
            case MODE_MEAN:
                value += found;
                break;
            }
        }
    }
    if (MODE == MODE_MEAN) {
        const ivec2 inside = high - low;
        value /= float(inside.x * inside.y);
    }
    const int at = (plane * p.result_size.y + to.y) * p.result_size.x + to.x;
    result[at] = RESULT_TYPE(value);
#ifdef INDICES
    indices[at] = index;
#endif
}
