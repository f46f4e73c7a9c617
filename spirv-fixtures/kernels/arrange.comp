// compile: vulkan1.2
// val: scalar
// define: ARRANGE_ROLL
// Moves elements of tensors of three dimensions: ARRANGE_PAD adds borders (constant or reflected), ARRANGE_ROLL turns
// around, ARRANGE_CONCAT appends a second tensor along a dimension, ARRANGE_REPEAT tiles.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const bool REFLECT = false;
layout(push_constant) uniform Parameters {
    ivec3 size;
    int dimension;
    ivec3 result_size;
    float fill;
    ivec3 shift;
} p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
#ifdef ARRANGE_CONCAT
layout(binding = 1) readonly buffer Second { SOURCE_TYPE second[]; };
#endif
layout(binding = 2) writeonly buffer Result { SOURCE_TYPE result[]; };

int index(const ivec3 at, const ivec3 size) {
    return (at.z * size.y + at.y) * size.x + at.x;
}
bool inside(const ivec3 at, const ivec3 size) {
    return all(greaterThanEqual(at, ivec3(0))) && all(lessThan(at, size));
}

void main() {
    const int i = int(gl_GlobalInvocationID.x);
    ivec3 at;
    at.x = i % p.result_size.x;
    at.yz = ivec2(i / p.result_size.x % p.result_size.y, i / (p.result_size.x * p.result_size.y));
    if (at.z >= p.result_size.z) {
        return;
    }
    SOURCE_TYPE value;
#if defined(ARRANGE_PAD)
    ivec3 from = at - p.shift;
    if (REFLECT) {
        from = abs(from);
        from = p.size - 1 - abs(p.size - 1 - from);
    }
    value = inside(from, p.size) ? source[index(from, p.size)] : SOURCE_TYPE(p.fill);
#elif defined(ARRANGE_ROLL)
    value = source[index((at - p.shift + p.size) % p.size, p.size)];
#elif defined(ARRANGE_CONCAT)
    ivec3 rest = p.result_size;
    rest[p.dimension] -= p.size[p.dimension];
    if (at[p.dimension] < p.size[p.dimension]) {
        value = source[index(at, p.size)];
    } else {
        ivec3 behind = at;
        behind[p.dimension] -= p.size[p.dimension];
        value = second[index(behind, rest)];
    }
#else
    value = source[index(at % p.size, p.size)];
#endif
    result[i] = value;
}
