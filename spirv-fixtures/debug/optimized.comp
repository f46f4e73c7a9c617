// compile: vulkan1.1
// passes: on
// debug: full
// dispatch: 1 1 1
// buffer(0): f32 = [1.0, 2.0, 3.0, 0.0]
// expect buffer(0) == [1.0, 2.0, 3.0, 28.0]
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { float values[4]; };

// Constants that are not 32-bit numbers: this array is part of the module, the other constants only of the debug information.
const float WEIGHTS[3] = float[](1.0, 2.0, 4.0);
struct Range { uint first; uint end; };
const uint64_t LARGE = 5000000000ul;

// Inlined in `total`, which is inlined in `main`.
float scaled(float value, uint index) {
    float factor = 1.0;
    if (index > 0u) {
        factor += 1.0;
    }
    return value * factor;
}

float total(const uint first) {
    const Range range = Range(0u, 3u);
    float sum = 0.0;
    for (uint i = first; i < range.end; i++) {
        sum += scaled(values[i], i) * WEIGHTS[i];
    }
    return sum;
}

void main() {
    // A variable per member.
    Range seen = Range(0u, 1u);
    float before = values[3];
    float after = total(seen.first);
    // Names change places, values do not.
    float kept = before;
    before = after;
    after = kept;
    seen.first += seen.end;
    values[3] = before - after + float(seen.first) - 6.0;
}
